//! Portals beside other features.

use core::ops::ControlFlow;

use super::*;

/// A stack and a rope near a portal, a hundred steps long, step for step the same in a copy, from a
/// snapshot and by replay.
#[test]
fn copies_snapshots_and_recordings_go_on_alike() {
    let mut scene = busy();
    scene.record(Recorder::default()).unwrap();
    for step in 0..200 {
        if step == 37 {
            let body = scene.bodies().nth(3).unwrap();
            scene.body_mut(body).unwrap().apply_impulse([0.5, 1.0]).unwrap();
        }
        let mut snapshot = Snapshot::default();
        scene.save_into(&mut snapshot).unwrap();
        let mut copy = scene.clone();
        scene.step(DT).unwrap();
        if step % 7 == 0 {
            copy.step(DT).unwrap();
            assert_eq!(copy.state_hash(), scene.state_hash(), "copy, step {step}");
            copy.restore(&snapshot).unwrap();
            copy.step(DT).unwrap();
            assert_eq!(copy.state_hash(), scene.state_hash(), "snapshot, step {step}");
        }
    }
    let recording = scene.take_recording().unwrap();
    let mut replay = Replay::new(recording).unwrap();
    while replay.step().unwrap() {}
    assert_eq!(replay.scene().state_hash(), scene.state_hash());
}

/// Balls and boxes in a world that wraps around, and a rope.
fn busy() -> Scene {
    let mut scene = torus(4.0);
    for number in 0..24 {
        let place = [(number % 6) as Real * 1.3 - 3.3, (number / 6) as Real * 1.9 - 3.1];
        let velocity = [(number % 5) as Real * 2.0 - 4.0, (number % 3) as Real * 3.0 - 3.0];
        let collider =
            if number % 2 == 0 { Collider::circle(0.35) } else { Collider::cuboid(0.3, 0.4) };
        let body = Body::dynamic().position(place).velocity(velocity);
        scene.add(body, [collider.restitution(0.5)]).unwrap();
    }
    scene
}

/// Nothing leaves a world that wraps around, nothing is lost at 100 m/s, momentum is kept.
#[test]
fn nothing_is_lost_in_a_crowd() {
    for (speed, least) in [(1.0, 0.99), (8.0, 0.98), (100.0, 0.7)] {
        let mut scene = torus(4.0);
        scene.config_mut().solver.restitution_threshold = 0.0;
        let mut all = vec![];
        for number in 0..36 {
            let place = [(number % 6) as Real * 1.3 - 3.3, (number / 6) as Real * 1.3 - 3.3];
            let angle = number as Real * 2.4;
            let velocity = [angle.cos() * speed, angle.sin() * speed];
            let collider = match number % 3 {
                0 => Collider::circle(0.35),
                1 => Collider::cuboid(0.3, 0.4),
                _ => Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.2),
            };
            let body = Body::dynamic().position(place).velocity(velocity);
            all.push(scene.add(body, [collider.friction(0.0).restitution(1.0)]).unwrap());
        }
        let momentum = |scene: &Scene| {
            let each = all.iter().map(|key| scene.body(*key).unwrap());
            each.map(|body| body.velocity() * body.mass()).sum::<Vector>()
        };
        let (start, energy) = (momentum(&scene), scene.energy());
        for step in 0..300 {
            scene.step(DT).unwrap();
            for key in &all {
                let place = scene.body(*key).unwrap().position();
                assert!(place.x.abs() < 4.1 && place.y.abs() < 4.1, "{speed}, {step}: {place}");
            }
        }
        let drift = (momentum(&scene) - start).norm() / speed;

        let part = scene.energy() / energy;
        assert!(drift < 1e-4, "{speed}: momentum drifts by {drift}");
        assert!((least..1.02).contains(&part), "{speed}: {part} of the energy");
        assert_eq!(scene.body_count(), 36);
    }
}

/// A ball on its way through meets others on both sides.
#[test]
fn it_touches_on_both_sides() {
    for (blocked, fixed) in [(3.0, false), (-3.0, true)] {
        let mut scene = torus(4.0);
        let ball = Body::dynamic().position([3.9, 0.0]);
        let ball = scene.add(ball, [Collider::circle(0.5)]).unwrap();
        let start = [blocked * 0.5, 0.0];
        let hits = Body::dynamic().position(start).velocity([2.0 * blocked.signum(), 0.0]);
        let hits = scene.add(hits, [Collider::circle(0.5).restitution(1.0)]).unwrap();
        let (mut begins, mut ends) = (0, 0);
        for _ in 0..200 {
            scene.step(DT).unwrap();
            for event in scene.contact_events() {
                match event {
                    ContactEvent::Begin { bodies, .. } => {
                        assert!(bodies.contains(&ball) && bodies.contains(&hits));
                        begins += 1;
                    }
                    ContactEvent::End { .. } => ends += 1,
                    _ => {}
                }
            }
        }
        let _ = fixed;
        assert!(begins >= 1 && begins - ends <= 1, "{begins} begins, {ends} ends");
        assert!(scene.body(ball).unwrap().velocity().x.abs() > 1.9, "the impact is propagated");
        assert!(scene.body(hits).unwrap().velocity().norm() < 0.1);
    }
}

/// Rays and casts go through, if they may.
#[test]
fn rays_and_casts_go_through() {
    let mut scene = scene(0.0);
    let portal = Portal::new([[4.0, -1.0], [4.0, 1.0]], [[1.0, 6.0], [-1.0, 6.0]]);
    let portal = scene.add_portal(portal).unwrap();
    let wall =
        scene.add(Body::fixed().position([0.0, 10.0]), [Collider::cuboid(2.0, 1.0)]).unwrap();
    let all = QueryFilter::default();
    let hit = scene.cast_ray([0.0, 0.5], [16.0, 0.0], all).unwrap();
    // Four metres to the portal, three behind it.
    assert_eq!((hit.body, hit.fraction), (wall, 7.0 / 16.0));
    assert!((hit.point - Point::new(-0.5, 9.0)).norm() < 1e-5);
    assert!(scene.cast_ray([0.0, 0.5], [16.0, 0.0], all.portals(false)).is_none());
    assert!(scene.cast_ray([0.0, 1.5], [16.0, 0.0], all).is_none());
    let mut seen = vec![];
    scene.cast_ray_all([0.0, 0.5], [16.0, 0.0], all, |hit| {
        seen.push((hit.body, hit.fraction));
        ControlFlow::Continue(())
    });
    assert_eq!(seen, [(wall, 7.0 / 16.0)]);
    let shape = Shape::from(Circle::new(0.5).unwrap());
    let hit = scene.cast_shape(&shape, Pose::translation(0.0, 0.5), [16.0, 0.0], all).unwrap();
    assert!((hit.fraction * 16.0 - 6.5).abs() < 1e-4);
    assert!((hit.pose.translation.vector - Vector::new(-0.5, 8.5)).norm() < 1e-4);
    let rays: Vec<_> = (0..20).map(|_| Ray::new([0.0, 0.5], [16.0, 0.0])).collect();
    assert!(scene.cast_rays(&rays, all).iter().all(|hit| hit.unwrap().fraction == 7.0 / 16.0));
    scene.portal_mut(portal).unwrap().set_enabled(false);
    assert!(scene.cast_ray([0.0, 0.5], [16.0, 0.0], all).is_none());
}

/// A sensor sees a body once, on whichever side of the portal it lies.
#[test]
fn sensors_see_what_comes_through() {
    let mut scene = torus(4.0);
    let zones = [[3.5, 0.0], [-3.5, 0.0]].map(|at| {
        let body = scene.add_body(Body::fixed().position(at)).unwrap();
        scene.add_collider(body, Collider::cuboid(0.25, 1.0).sensor(true)).unwrap()
    });
    let ball = Body::dynamic().position([2.0, 0.0]).velocity([2.0, 0.0]);
    scene.add(ball, [Collider::circle(0.5)]).unwrap();
    let mut told = vec![];
    for _ in 0..200 {
        scene.step(DT).unwrap();
        for event in scene.sensor_events() {
            match *event {
                SensorEvent::Begin { sensor, .. } => told.push((sensor, true)),
                SensorEvent::End { sensor, .. } => told.push((sensor, false)),
            }
        }
    }
    let [first, second] = zones;
    // It is in the second one before it has left the first.
    assert_eq!(told, [(first, true), (second, true), (first, false), (second, false)]);
}

/// A rope is let down through a portal, and its joints hold on both sides.
#[test]
fn a_rope_hangs_through() {
    let mut scene = scene(-10.0);
    let (floor, ceiling) = ([[-1.0, 0.0], [1.0, 0.0]], [[9.0, 8.0], [11.0, 8.0]]);
    scene.add_portal(Portal::new(floor, ceiling)).unwrap();
    let hook = Body::kinematic().position([0.0, 3.5]).velocity([0.0, -1.0]);
    let hook = scene.add_body(hook).unwrap();
    let (mut last, mut links, mut joints) = (hook, vec![], vec![]);
    for number in 0..10 {
        let top = 3.5 - 0.3 * number as Real;
        let body = Body::dynamic().position([0.0, top - 0.15]);
        let link = scene.add(body, [Collider::capsule([0.0, -0.1], [0.0, 0.1], 0.05)]).unwrap();
        let joint = Joint::revolute(last, link, [0.0, top]);
        joints.push(scene.add_joint(joint).unwrap());
        (last, _) = (link, links.push(link));
    }
    for step in 0..600 {
        if step == 120 {
            scene.body_mut(hook).unwrap().set_velocity([0.0, 0.0]).unwrap();
        }
        scene.step(DT).unwrap();
        for (number, joint) in joints.iter().enumerate() {
            let gap = scene.joint(*joint).unwrap().separation();
            assert!(gap.abs() < 0.01, "step {step}, joint {number}: {gap}");
        }
    }
    // Half of it hangs from the ceiling of the other room.
    let end = scene.body(last).unwrap().position();
    let expected = Point::new(10.0, 8.0 + 1.5 - 2.85);
    assert!((end - expected).norm() < 0.02, "{end}, not {expected}");
    for joint in &joints {
        let joint = scene.joint(*joint).unwrap();
        let known = |body| body == hook || links.contains(&body);
        assert!(known(joint.body_a()) && known(joint.body_b()));
    }
    assert_eq!((scene.body_count(), scene.joint_count()), (11, 10));
    // Drawn up again, it is as it was.
    scene.body_mut(hook).unwrap().set_velocity([0.0, 1.0]).unwrap();
    steps(&mut scene, 120);
    let end = scene.body(last).unwrap().position();
    assert!((end - Point::new(0.0, 3.5 - 2.85)).norm() < 0.05, "{end}");
    assert_eq!(scene.images().count(), 0);
}

/// Removing, putting elsewhere and changing what is on its way leaves nothing behind.
#[test]
fn edits_of_what_is_on_its_way() {
    let edits: [fn(&mut Scene, BodyKey); 12] = [
        |scene, ball| scene.remove_body(ball).unwrap(),
        |scene, ball| scene.body_mut(ball).unwrap().set_position([0.0, 0.0]).unwrap(),
        |scene, ball| scene.body_mut(ball).unwrap().set_enabled(false).unwrap(),
        |scene, ball| scene.body_mut(ball).unwrap().set_kind(BodyKind::Fixed).unwrap(),
        |scene, ball| scene.body_mut(ball).unwrap().set_kind(BodyKind::Kinematic).unwrap(),
        |scene, ball| {
            scene.add_collider(ball, Collider::cuboid(0.1, 0.9)).unwrap();
        },
        |scene, ball| {
            let collider = scene.body(ball).unwrap().colliders().next().unwrap();
            scene.remove_collider(collider).unwrap();
        },
        |scene, ball| {
            let collider = scene.body(ball).unwrap().colliders().next().unwrap();
            let shape = Shape::from(Circle::new(0.2).unwrap());
            scene.collider_mut(collider).unwrap().set_shape(shape).unwrap();
        },
        |scene, ball| {
            let colliders: Vec<_> = scene.body(ball).unwrap().colliders().collect();
            scene.exchange_shapes(ball, [NewShapes::new(colliders[0])]).unwrap();
        },
        |scene, ball| {
            let collider = scene.body(ball).unwrap().colliders().next().unwrap();
            let shape = Circle::new(0.3).unwrap();
            let shapes = NewShapes::new(collider).add(Pose::identity(), shape);
            scene.exchange_shapes(ball, [shapes]).unwrap();
        },
        |scene, _| {
            let portal = scene.portals().next().unwrap();
            scene.remove_portal(portal).unwrap();
        },
        |scene, _| scene.clear(),
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        let mut scene = torus(4.0);
        let floor = scene.add(Body::fixed(), [Collider::cuboid(3.0, 0.1)]).unwrap();
        let ball = Body::dynamic().position([3.8, 0.0]).velocity([0.5, 0.0]);
        let colliders = [Collider::circle(0.5), Collider::circle(0.4)];
        let ball = scene.add(ball, colliders).unwrap();
        steps(&mut scene, 3);
        assert_eq!(scene.images().count(), 1, "{number}");
        edit(&mut scene, ball);
        assert_eq!(scene.validate(), Ok(()), "{number}");
        steps(&mut scene, 3);
        let there = scene.bodies().count();
        assert_eq!(scene.body_count(), there, "{number}");
        assert_eq!(scene.collider_count(), scene.colliders().count(), "{number}");
        assert!(there <= 2 && (there == 0 || scene.body(floor).is_ok()), "{number}");
        steps(&mut scene, 60);
        assert_eq!(scene.validate(), Ok(()), "{number}");
        assert!(scene.images().count() <= 1);
    }
}

/// A blast reaches what lies behind a portal as if it were there, turned, and not what lies behind
/// the segment.
#[test]
fn blasts_go_through() {
    let mut scene = scene(0.0);
    // In at the right, out at the top.
    let portal = Portal::new([[4.0, -2.0], [4.0, 2.0]], [[2.0, 20.0], [-2.0, 20.0]]);
    scene.add_portal(portal).unwrap();
    let seen = scene.add(Body::dynamic().position([0.0, 22.0]), [Collider::circle(0.5)]).unwrap();
    let behind = scene.add(Body::dynamic().position([6.0, 0.0]), [Collider::circle(0.5)]).unwrap();
    let blown = scene.explode(Explosion::new([2.0, 0.0], 8.0).impulse(10.0)).unwrap();
    assert_eq!(blown.iter().map(|blown| blown.body).collect::<Vec<_>>(), [seen]);
    let through = scene.body(seen).unwrap().velocity();
    assert_eq!(scene.body(behind).unwrap().velocity(), Vector::zeros());
    // The same without a portal.
    let mut plain = super::scene(0.0);
    let body = plain.add(Body::dynamic().position([6.0, 0.0]), [Collider::circle(0.5)]).unwrap();
    plain.explode(Explosion::new([2.0, 0.0], 8.0).impulse(10.0)).unwrap();
    let direct = plain.body(body).unwrap().velocity();
    assert!((through - Vector::new(-direct.y, direct.x)).norm() < 1e-3 * direct.norm());
}

/// A character walks through a door in a wall, with its body, and comes out of another wall.
#[test]
fn a_character_walks_through_a_wall() {
    use umbra::character::{Character, CharacterInput};
    let mut scene = scene(-10.0);
    for x in [0.0, 30.0] {
        scene.add(Body::fixed().position([x, -0.5]), [Collider::cuboid(6.0, 0.5)]).unwrap();
    }
    // A wall at the end of the first floor, and one at the start of the second.
    for x in [4.5, 25.5] {
        scene.add(Body::fixed().position([x, 2.0]), [Collider::cuboid(0.5, 2.0)]).unwrap();
    }
    let portal = Portal::new([[4.0, 0.0], [4.0, 2.5]], [[26.0, 0.0], [26.0, 2.5]]);
    scene.add_portal(portal).unwrap();
    let mut walker = Character::new(Capsule::new([0.0, -0.5], [0.0, 0.5], 0.3).unwrap()).unwrap();
    walker.set_position([0.0, 0.81]).unwrap();
    let body = Body::kinematic().position([0.0, 0.81]);
    walker.body = Some(scene.add(body, [Collider::capsule([0.0, -0.5], [0.0, 0.5], 0.3)]).unwrap());
    let input = CharacterInput { run: 1.0, ..Default::default() };
    let (mut last, mut passed) = (walker.position(), None);
    for step in 0..110 {
        walker.step(&scene, &input, DT).unwrap();
        walker.move_body(&mut scene, DT).unwrap();
        scene.step(DT).unwrap();
        let place = walker.position();
        assert!(
            walker.ground.is_some() || step < 5 || passed == Some(step),
            "step {step}: {place}"
        );
        assert!((place.y - 0.8).abs() < 0.05, "step {step}: {place}");
        if place.x - last.x > 1.0 {
            passed = Some(step);
        } else {
            assert!((0.0..0.2).contains(&(place.x - last.x)) || step < 5, "step {step}: {place}");
        }
        let body = scene.body(walker.body.unwrap()).unwrap().position();
        assert!((body - place).norm() < 0.15, "step {step}: {body} is not at {place}");
        last = place;
    }
    assert!(passed.is_some() && last.x > 28.0, "{last}");
}

/// Two bodies on a sprung hinge that begin in one portal, one of them at both of its ends.
#[test]
fn a_hinge_begins_in_a_portal() {
    let mut scene = scene(0.0);
    let boxes = |x: Real| [-x, x].map(|at| Collider::cuboid(x, 1.2 * x).at([at, 0.0]));
    let a = Body::dynamic().position([0.7845, -0.09]).angle(-1.1476);
    let a = scene.add(a, boxes(0.152_65)).unwrap();
    let b = Body::dynamic().position([-0.5194, -0.09]).angle(3.0185);
    let b = scene.add(b, boxes(0.1505)).unwrap();
    let hinge = Joint::revolute(a, b, [0.1325, -0.09]).limits(-0.8, 0.8).spring(4.0, 0.2);
    scene.add_joint(hinge).unwrap();
    let portal = Portal::new(
        [[-0.3732, -0.4694], [0.3862, 1.1156]],
        [[-0.700_360_4, -0.325_686_34], [0.574_960_35, -1.535_113_7]],
    );
    scene.add_portal(portal).unwrap();
    steps(&mut scene, 120);
    scene.validate().unwrap();
}

/// Derived data come out the same on a way through a portal.
#[test]
fn derived_data_of_what_is_on_its_way_are_the_same() {
    let mut scene = scene(-10.0);
    for (x, [half, height]) in [(0.805, [0.2653, 0.2122]), (0.35, [0.2707, 0.2166])] {
        let body = Body::dynamic().position([x, -0.235]);
        scene.add(body, [Collider::cuboid(half, height)]).unwrap();
    }
    let from = [[-0.1545, 0.564], [0.656_523_35, -0.233_996_3]];
    let to = [[0.841_278_1, -0.409_223_44], [1.369_122, -1.417_176_6]];
    scene.add_portal(Portal::new(from, to)).unwrap();
    for step in 0..60 {
        let mut copy = scene.clone();
        copy.rebuild_derived().unwrap();
        scene.step(DT).unwrap();
        copy.step(DT).unwrap();
        assert_eq!(copy.state_hash(), scene.state_hash(), "step {step}");
    }
}

/// A prediction goes through, and comes to the same bits.
#[test]
fn predictions_go_through() {
    let mut scene = scene(-10.0);
    let (floor, ceiling) = ([[-1.0, 0.0], [1.0, 0.0]], [[49.0, 8.0], [51.0, 8.0]]);
    scene.add_portal(Portal::new(floor, ceiling)).unwrap();
    scene.add(Body::fixed().position([50.0, 0.0]), [Collider::cuboid(4.0, 0.5)]).unwrap();
    let ball = Body::dynamic().position([0.0, 3.0]).velocity([0.3, 0.0]);
    let ball = scene.add(ball, [Collider::circle(0.3).restitution(0.6)]).unwrap();
    let prediction = scene.predict(&[ball], 180, DT).unwrap();
    for step in 1..=180 {
        scene.step(DT).unwrap();
        let pose = scene.body(ball).unwrap().pose();
        assert_eq!(prediction.bodies()[0].poses()[step], pose, "step {step}");
    }
    assert!(scene.body(ball).unwrap().position().x > 49.0);
    assert!(prediction.bodies()[0].first_touch().is_some());
}
