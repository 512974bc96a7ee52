//! Crates, seesaws, presses, beams, and calls that make no sense.

use umbra_play::character::move_and_slide;

use super::*;

/// A crate without friction, of such a mass, to the right of the player.
fn with_crate(mass: Real) -> (World, BodyKey) {
    let mut world = World::flat();
    let ground = world.scene.colliders().next().unwrap();
    world.scene.collider_mut(ground).unwrap().set_friction(0.0).unwrap();
    let body = Body::dynamic().position([2.0, 0.5]).lock_rotation();
    let shape = Collider::cuboid(0.5, 0.5).mass(mass).friction(0.0);
    let body = world.scene.add(body, [shape]).unwrap();
    (world, body)
}

#[test]
fn a_crate_is_run_into_as_by_a_body_of_the_mass() {
    for mass in [10.0, 70.0, 300.0] {
        let (mut world, body) = with_crate(mass);
        world.player.settings.step_up = 0.0;
        let speed_of = |world: &World| world.scene.body(body).unwrap().velocity().x;
        while speed_of(&world) == 0.0 {
            world.step(RIGHT);
            assert!(world.x() < 1.5);
        }
        // 5 m/s of 70 kg are shared.
        let shared = 5.0 * 70.0 / (70.0 + mass);
        let (own, pushed) = (world.player.velocity.x, speed_of(&world));
        assert!((pushed - shared).abs() < 0.01 * shared, "{mass}: {pushed} {shared}");
        assert!((own - shared).abs() < 0.02 * shared, "{mass}: {own} {shared}");
        // It goes on pushing until both run.
        world.go(RIGHT, 240);
        assert!((speed_of(&world) - 5.0).abs() < 0.3, "{mass}: {}", speed_of(&world));
    }
}

/// A crate that cannot give way stops a character as a wall does, however light it is.
#[test]
fn a_crate_with_locks_is_a_wall() {
    let (mut world, body) = with_crate(1.0);
    world.player.settings.step_up = 0.0;
    world.scene.body_mut(body).unwrap().set_lock_translation(true, false);
    world.go(RIGHT, 90);
    assert!((world.x() - 1.2).abs() < 0.05, "{}", world.x());
    let own = world.player.velocity.x;
    assert!(own.abs() < 0.1, "{own}");
}

/// A character pushes a mountain as hard as a scene accepts, also far beside its middle.
#[test]
fn a_mountain_is_pushed_at_its_foot() {
    let (mut world, _) = with_crate(10.0);
    world.player.settings.step_up = 0.0;
    world.player.settings.mass = 1e13;
    let body = Body::dynamic().position([-3.0, 400.0]).lock_rotation();
    let shape = Collider::cuboid(0.5, 400.0).mass(1e13).friction(0.0);
    let tower = world.scene.add(body, [shape]).unwrap();
    world.go(LEFT, 120);
    let speed = world.scene.body(tower).unwrap().velocity().x;
    assert!(speed < -0.1, "{speed}");
}

/// The body that stands for it does not shove what the character pushes.
#[test]
fn its_body_pushes_no_harder_than_it_does() {
    for (mass, from) in [(10.0, 0.0), (70.0, 0.01), (500.0, 0.02), (500.0, 0.05), (5000.0, 0.08)] {
        // So that it arrives anywhere in a step, also a hair before the crate.
        let (mut world, body) = with_crate(mass);
        world.player.settings.step_up = 0.0;
        world.player.set_position([from, FEET + SKIN]).unwrap();
        let shape = Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.3);
        let ghost = Body::kinematic().position(world.player.position());
        world.player.body = Some(world.scene.add(ghost, [shape]).unwrap());
        let shared = 5.0 * 70.0 / (70.0 + mass);
        let mut fastest: Real = 0.0;
        for _ in 0..60 {
            world.act(RIGHT);
            world.player.move_body(&mut world.scene, DT).unwrap();
            world.scene.step(DT).unwrap();
            let speed = world.scene.body(body).unwrap().velocity().x;
            fastest = fastest.max(speed);
            if speed > 0.5 * shared {
                break;
            }
        }
        assert!((fastest - shared).abs() < 0.1 * shared, "{mass}: {fastest} {shared}");
    }
}

#[test]
fn without_mass_it_pushes_nothing() {
    let (mut world, body) = with_crate(10.0);
    world.player.settings.mass = 0.0;
    world.go(RIGHT, 60);
    assert_eq!(world.scene.body(body).unwrap().position().x, 2.0);
    assert!(world.player.pushes().is_empty() && world.hits(HitKind::Wall));
}

#[test]
fn it_weighs_on_what_it_stands_on() {
    let mut world = World::flat();
    let seesaw = Body::dynamic().position([0.0, 0.6]);
    let seesaw = world.scene.add(seesaw, [Collider::cuboid(2.0, 0.1).mass(20.0)]).unwrap();
    let pivot = world.scene.add_body(Body::fixed().position([0.0, 0.6])).unwrap();
    world.scene.add_joint(Joint::revolute(pivot, seesaw, [0.0, 0.6])).unwrap();
    world.player.set_position([1.2, 0.7 + FEET + SKIN]).unwrap();
    world.go(IDLE, 60);
    assert!(world.scene.body(seesaw).unwrap().angle() < -0.1);
}

#[test]
fn crates_fall_onto_it_and_it_is_neither_stuck_nor_pressed_into_the_ground() {
    let mut world = World::flat();
    for i in 0..3 {
        let body = Body::dynamic().position([0.1 * i as Real, 3.0 + i as Real]);
        world.scene.add(body, [Collider::cuboid(0.4, 0.4).mass(10.0)]).unwrap();
    }
    for _ in 0..240 {
        world.step(IDLE);
        assert!(world.feet() > 0.0, "{}", world.feet());
    }
    world.go(RIGHT, 120);
    assert!(world.x() > 2.0, "{}", world.x());
}

#[test]
fn a_press_crushes_it_and_what_gives_way_does_not() {
    for room in [2.0, 0.5] {
        let mut world = World::flat();
        // Of the shape that comes down, the end is at 2 * room - 1.
        let press = Body::kinematic().position([0.0, 4.0]);
        let press = world.scene.add(press, [Collider::cuboid(1.0, 0.5)]).unwrap();
        let mut crushed = None;
        for step in 1..=120 {
            let y = (4.0 - 1.5 * DT * step as Real).max(0.5 + room);
            world.scene.body_mut(press).unwrap().move_to(pose([0.0, y], 0.0), DT).unwrap();
            if world.step(IDLE).crushed && crushed.is_none() {
                crushed = Some(y - 0.5);
            }
            assert!(world.feet() > -1e-4, "{}", world.feet());
        }
        match crushed {
            // Its head is at 1.205: crushed when the press is a hundredth deeper than that.
            Some(at) => assert!(room < 1.0 && (at - 1.19).abs() < 0.03, "{at}"),
            None => assert!(room > 1.0),
        }
    }
}

#[test]
fn it_crouches_under_a_beam_and_stands_up_behind_it() {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(1.0, 0.5).at([3.0, 1.4]));
    let low = Capsule::new([0.0, -0.3], [0.0, -0.1], 0.3).unwrap();
    world.player.crouched_shape = Some(low.into());
    world.go(RIGHT, 60);
    assert!(world.x() < 2.0 && world.hits(HitKind::Wall));
    world.go(CharacterInput { crouch: true, ..RIGHT }, 30);
    assert!(world.x() > 2.0 && world.player.is_crouched);
    assert!(!world.player.can_stand(&world.scene).unwrap());
    // It lets go of the key below the beam.
    let mut stood = None;
    for _ in 0..120 {
        world.step(RIGHT);
        if !world.player.is_crouched && stood.is_none() {
            stood = Some(world.x());
        }
    }
    assert!((stood.unwrap() - 4.35).abs() < 0.2, "{stood:?}");
    let tall = Capsule::new([0.0, -0.3], [0.0, 3.0], 0.3).unwrap().into();
    assert!(world.player.fits(&world.scene, &tall).unwrap());
}

/// The ceiling of a cave that is one chain holds from within alone.
#[test]
fn a_ceiling_with_one_side_is_a_ceiling() {
    let cave = [[-9.0, 0.0], [9.0, 0.0], [9.0, 1.0], [3.0, 1.0], [3.0, 3.0], [-9.0, 3.0]];
    let mut world = World::new();
    world.fixed(Collider::chain_loop(cave).one_sided(true));
    world.player.crouched_shape = Some(Capsule::new([0.0, -0.3], [0.0, -0.1], 0.3).unwrap().into());
    world.player.set_position([5.0, 0.61]).unwrap();
    world.go(CharacterInput { crouch: true, ..IDLE }, 30);
    let lying = world.player.position();
    world.go(IDLE, 30);
    assert!(world.player.is_crouched && !world.player.can_stand(&world.scene).unwrap());
    assert!((world.player.position() - lying).norm() < 1e-3, "{}", world.player.position());
    world.go(LEFT, 120);
    assert!(world.x() < 2.8 && !world.player.is_crouched);
    // A platform that is jumped through is no ceiling.
    world.fixed(Collider::cuboid(9.0, 0.1).at([0.0, 1.0]).one_way([0.0, 1.0]));
    world.go(CharacterInput { crouch: true, ..IDLE }, 10);
    world.go(IDLE, 2);
    assert!(!world.player.is_crouched);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut world = World::flat();
    let bad = [Real::NAN, Real::INFINITY, Real::NEG_INFINITY];
    let before = world.player.clone();
    for bad in bad {
        let inputs = [
            CharacterInput { run: bad, ..IDLE },
            CharacterInput { climb: bad, ladder: true, ..IDLE },
            CharacterInput { run: 1.5, ..IDLE },
        ];
        for input in inputs {
            assert!(world.player.step(&world.scene, &input, DT).is_err());
        }
        assert!(world.player.step(&world.scene, &RIGHT, bad).is_err());
        assert!(world.player.set_position([bad, 0.0]).is_err());
        assert_eq!(world.player, before);
        let spoil: [fn(&mut Character, Real); 12] = [
            |it, bad| it.pose.translation.x = bad,
            |it, bad| it.velocity.y = bad,
            |it, bad| it.settings.up.x = bad,
            |it, bad| it.settings.gravity = bad,
            |it, bad| it.settings.run_speed = bad,
            |it, bad| it.settings.max_slope = bad,
            |it, bad| it.settings.mass = bad,
            |it, bad| it.settings.step_up = bad,
            |it, bad| it.settings.coyote_time = bad,
            |it, bad| it.air_time = bad,
            |it, bad| it.jump_wait = bad,
            |it, bad| it.inherited.x = bad,
        ];
        for spoil in spoil {
            let mut spoiled = before.clone();
            spoil(&mut spoiled, bad);
            assert!(spoiled.step(&world.scene, &RIGHT, DT).is_err());
        }
    }
    let refused = |change: fn(&mut Character)| {
        let mut changed = before.clone();
        change(&mut changed);
        changed.step(&world.scene, &RIGHT, DT).unwrap_err().to_string()
    };
    assert_eq!(
        refused(|it| it.settings.gravity = -1.0),
        "`gravity` must not be negative, but is -1"
    );
    assert_eq!(
        refused(|it| it.settings.up = Vector::zeros()),
        "`up` must have a direction, but is zero"
    );
    let told = before.clone().step(&world.scene, &RIGHT, -1.0).unwrap_err().to_string();
    assert_eq!(told, "`dt` must not be negative, but is -1");
    assert!(Character::new(Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap()).is_err());
    // No time, no motion.
    let moved = world.player.step(&world.scene, &RIGHT, 0.0).unwrap();
    assert_eq!(moved.translation, Vector::zeros());

    let line = Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap().into();
    let all = QueryFilter::default();
    let here = Pose::identity();
    assert!(move_and_slide(&world.scene, &line, here, [1.0, 0.0], all).is_err());
    let disc = Circle::new(0.5).unwrap().into();
    for bad in bad {
        assert!(move_and_slide(&world.scene, &disc, here, [bad, 0.0], all).is_err());
    }
    assert!(before.fits(&world.scene, &line).is_err());
}

/// It flies on where it is put, and stops when it is told to.
#[test]
fn it_keeps_its_speed_where_it_is_put_as_bodies_do() {
    let mut world = World::flat();
    let ferry = Body::kinematic().position([200.0, -0.5]).velocity([1.5, 0.0]);
    world.scene.add(ferry, [Collider::cuboid(90.0, 0.5)]).unwrap();
    for from in [[0.0, FEET + SKIN], [3.0, 4.0], [150.0, FEET + SKIN]] {
        world.put(from);
        world.go(CharacterInput { jump: from[1] > 1.0, ..RIGHT }, 20);
        let before = world.player.world_velocity();
        assert!(before.norm() > 2.0);
        world.player.set_position([-20.0, 30.0]).unwrap();
        assert_eq!((world.player.velocity, world.player.is_on_ground()), (before, false));
        // It is as in the air before, and no jump is left.
        let told = world.step(CharacterInput { jump: true, ..RIGHT });
        assert!((told.translation.x - before.x * DT).abs() < 0.01 && !told.jumped);
        world.player.knock = Vector::new(0.0, 9.0);
        world.player.stop();
        let told = world.step(IDLE);
        assert!(told.translation.norm() < 0.01, "{}", told.translation);
    }
    // Of what is refused, nothing is done.
    let before = world.player.clone();
    assert!(world.player.set_position([0.0, Real::INFINITY]).is_err());
    assert_eq!(world.player, before);
}

#[test]
fn keys_of_what_is_gone_are_refused() {
    let (mut world, body) = with_crate(10.0);
    let extra = world.scene.add_body(Body::kinematic()).unwrap();
    world.player.body = Some(extra);
    world.scene.remove_body(extra).unwrap();
    let gone = world.player.step(&world.scene, &RIGHT, DT).unwrap_err();
    assert_eq!(gone, Error::NoSuchBody(extra));
    assert!(world.player.move_body(&mut world.scene, DT).is_err());
    world.player.body = None;
    assert!(world.player.move_body(&mut world.scene, DT).is_err());

    while world.player.pushes().is_empty() {
        world.step(RIGHT);
    }
    let player = &mut world.player;
    let moved = player.step(&world.scene, &RIGHT, DT).unwrap();
    assert_eq!(moved.pushes.len(), 1);
    world.scene.remove_body(body).unwrap();
    assert_eq!(moved.push(&mut world.scene), Err(Error::NoSuchBody(body)));
}

#[test]
fn a_slide_moves_out_of_what_it_overlaps_and_ends_outside_of_all() {
    let mut world = World::flat();
    let disc = Shape::from(Circle::new(0.5).unwrap());
    let all = QueryFilter::default();
    let slide = move_and_slide(&world.scene, &disc, Pose::translation(0.0, 0.2), [1.0, 0.0], all);
    let slide = slide.unwrap();
    assert!(slide.pose.translation.y > 0.5 && (slide.pose.translation.x - 1.0).abs() < 1e-4);
    world.fixed(Collider::cuboid(0.5, 5.0).at([3.0, 0.0]));
    let slide = move_and_slide(&world.scene, &disc, Pose::translation(0.0, 0.6), [9.0, -3.0], all);
    let slide = slide.unwrap();
    assert_eq!(slide.hits().len(), 2);
    assert!(world.scene.overlap_shape(&disc, slide.pose, all).is_empty());
}
