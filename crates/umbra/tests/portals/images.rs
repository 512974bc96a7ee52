//! Images: second bodies of those that are on their way through a portal.

use super::*;

/// Contacts, hooks and a body's own list name bodies that users know, whichever of the two places
/// they are about.
#[test]
fn nobody_is_told_of_images() {
    struct Known(BodyKey, BodyKey);
    impl Hooks for Known {
        fn should_collide(&self, pair: &ContactPair) -> bool {
            assert!(pair.bodies.contains(&self.0) && pair.bodies.contains(&self.1));
            true
        }
    }
    let mut scene = torus(4.0);
    let a = Body::dynamic().position([3.8, 0.0]);
    let a = scene.add(a, [Collider::circle(0.5)]).unwrap();
    let b = Body::dynamic().position([-2.9, 0.0]).velocity([-1.0, 0.0]);
    let b = scene.add(b, [Collider::circle(0.5)]).unwrap();
    let mut met = 0;
    for _ in 0..120 {
        scene.step_with(DT, &Known(a, b)).unwrap();
        assert!(scene.contacts().all(|it| it.bodies().contains(&a) && it.bodies().contains(&b)));
        let of_a = scene.body(a).unwrap().contacts().count();
        assert_eq!(scene.body(a).unwrap().joints().count(), 0, "links are no joints");
        assert_eq!(of_a, scene.body(b).unwrap().contacts().count());
        met += of_a;
    }
    assert!(met > 0 && scene.body(a).unwrap().velocity().x < -0.4);
}

/// A body that goes through several times within a step has images at the end of it that know
/// nothing of its size yet; they do not fall asleep without it.
#[test]
fn bodies_sleep_with_their_images() {
    let mut scene = torus(0.3);
    scene.config_mut().sleep = SleepConfig { speed: 1.0, delay: 0.5, ..Default::default() };
    let body = Body::dynamic().velocity([0.7, 0.3]).angular_velocity(0.5);
    let body = scene.add(body, [Collider::cuboid(0.01, 0.6)]).unwrap();
    for _ in 0..60 {
        scene.step(0.9).unwrap();
        assert_eq!(scene.validate(), Ok(()));
    }
    assert!(scene.body(body).unwrap().is_awake());
}

/// Refuses to go on as soon as it is asked.
struct Panics;

impl Hooks for Panics {
    fn should_collide(&self, _: &ContactPair) -> bool {
        std::panic::resume_unwind(Box::new("on purpose"))
    }
}

/// Forces on what goes through are given back to it when a hook panics, though images come and go
/// within the step.
#[test]
fn a_hook_that_panics_gives_forces_back() {
    let mut scene = torus(2.0);
    // Two that touch, so that there is something to ask about, and one that goes through.
    for x in [-0.29, 0.29] {
        scene.add(Body::dynamic().position([x, -1.0]), [Collider::circle(0.3)]).unwrap();
    }
    let ball = Body::dynamic().position([0.0, 1.0]).velocity([10.0, 0.0]);
    let ball = scene.add(ball, [Collider::circle(0.3)]).unwrap();
    let mass = scene.body(ball).unwrap().mass();
    let (mut speed, mut panics) = (0.0, 0);
    for _ in 0..80 {
        scene.body_mut(ball).unwrap().apply_force([0.0, mass]).unwrap();
        if scene.step_with(DT, &Panics).is_err() {
            panics += 1;
            scene.step(DT).unwrap();
        }
        speed += DT;
        let velocity = scene.body(ball).unwrap().velocity();
        assert!((velocity.y - speed).abs() < 1e-3, "{velocity}, not {speed}");
    }
    assert!(panics > 20, "{panics}");
}

/// A body longer than the way round is in several places one after the other, each linked to the
/// one before.
#[test]
fn long_bodies_have_images_of_images() {
    for turn in [0.0, 0.4, 1.5] {
        let mut scene = torus(0.3);
        let bar = Body::dynamic().angle(turn).velocity([0.7, 0.3]).angular_velocity(0.2);
        scene
            .add(bar, [Collider::cuboid(1.2, 0.01).filter(Filter { mask: 0, ..Filter::default() })])
            .unwrap();
        let mut most = 0;
        for _ in 0..120 {
            scene.step(DT).unwrap();
            assert_eq!(scene.validate(), Ok(()));
            most = most.max(scene.images().count());
        }
        assert!(most > 2, "{most} images");
    }
}

/// A joint that keeps two bodies from colliding keeps their images from it, as soon as it comes.
#[test]
fn joints_keep_images_apart() {
    let mut scene = torus(2.0);
    // Two bars lie across one another in the wall, so that their images do, too.
    let bars = [0.0, 0.8].map(|angle| {
        let bar = Body::dynamic().position([1.8, 0.3 * angle]).angle(angle);
        scene.add(bar, [Collider::cuboid(0.6, 0.05)]).unwrap()
    });
    scene.step(DT).unwrap();
    assert_eq!((scene.images().count(), scene.contacts().count()), (2, 2));
    scene.add_joint(Joint::revolute(bars[0], bars[1], [1.8, 0.0])).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.contacts().count(), 0);
}

/// A body keeps its locks on the other side; images of it have none.
#[test]
fn locks_go_through() {
    let mut scene = torus(4.0);
    let body = Body::dynamic().position([1.0, 3.0]).velocity([0.0, 6.0]).lock_translation_x();
    let body = scene.add(body, [Collider::cuboid(0.3, 0.4)]).unwrap();
    let mut sides = [false; 2];
    for step in 0..150 {
        scene.body_mut(body).unwrap().apply_force([2.0, 0.0]).unwrap();
        let mut anew = scene.clone();
        anew.rebuild_derived().unwrap();
        for scene in [&mut scene, &mut anew] {
            scene.step(DT).unwrap();
        }
        assert_eq!(scene.state_hash(), anew.state_hash(), "step {step}");
        let body = scene.body(body).unwrap();
        sides[usize::from(body.position().y > 0.0)] = true;
        assert_eq!(body.is_translation_locked(), [true, false], "step {step}");
        // As with every joint, what holds body and image together may leave a velocity that moves nothing.
        let (x, along) = (body.position().x, body.velocity().x);
        assert!((x - 1.0).abs() < 1e-5 && along.abs() < 0.02, "step {step}: {x}, {along}");
    }
    assert_eq!(sides, [true; 2]);
}

/// Whole turns are counted on beyond a portal, and the angle grows by that of the portal.
#[test]
fn turns_go_through() {
    for spin in [7.0, -7.0] {
        let mut scene = scene(0.0);
        // In at the right, out at the top: a quarter turn to the left.
        let portal = Portal::new([[4.0, -2.0], [4.0, 2.0]], [[2.0, 9.0], [-2.0, 9.0]]);
        scene.add_portal(portal).unwrap();
        let wheel = Body::dynamic().velocity([2.0, 0.0]).angular_velocity(spin);
        let wheel = scene.add(wheel, [Collider::circle(0.5)]).unwrap();
        let mut last = 0.0;
        let mut jumps = vec![];
        for _ in 0..240 {
            scene.step(DT).unwrap();
            let angle = scene.body(wheel).unwrap().unwrapped_angle();
            let jump = angle - last - spin * DT;
            if jump.abs() > 0.02 {
                jumps.push(jump);
            }
            last = angle;
        }
        assert!(scene.body(wheel).unwrap().position().y > 9.0);
        let quarter = core::f32::consts::FRAC_PI_2;
        assert!(jumps.len() == 1 && (jumps[0].abs() - quarter).abs() < 0.02, "{jumps:?}");
    }
}

/// A body that becomes a bullet while it is on its way through a portal is one beyond it.
#[test]
fn bullets_go_through() {
    for mut is_bullet in [true, false] {
        let mut scene = torus(4.0);
        let shot = Body::dynamic().position([3.2, 0.0]).velocity([6.0, 0.0]).bullet(!is_bullet);
        let shot = scene.add(shot, [Collider::circle(0.3)]).unwrap();
        while scene.images().next().is_none() {
            scene.step(DT).unwrap();
        }
        scene.body_mut(shot).unwrap().set_bullet(is_bullet);
        while scene.images().next().is_some() {
            scene.step(DT).unwrap();
        }
        // It flies at a thin plate that gives way, and passes it unless it is swept.
        let at = scene.body(shot).unwrap().position();
        assert!(at.x < 0.0);
        let plate = Body::dynamic().position([at.x + 2.0, 0.0]);
        let plate = scene.add(plate, [Collider::cuboid(0.01, 1.0).density(100.0)]).unwrap();
        scene.body_mut(shot).unwrap().set_velocity([200.0, 0.0]).unwrap();
        scene.step(DT).unwrap();
        let hit = scene.body(plate).unwrap().velocity().x > 0.1;
        is_bullet ^= hit;
        assert!(!is_bullet, "it hit the plate: {hit}");
    }
}

/// A body may be broken while it is in a portal; its pieces go on through it, and keep its joints.
#[test]
fn bodies_break_in_portals() {
    type Break = fn(&mut Scene, BodyKey) -> Result<Vec<BodyKey>, umbra::Error>;
    let ways: [Break; 3] = [
        |scene, body| scene.split_body(body, [[3.0, 0.1], [5.0, 0.1]]),
        |scene, body| scene.shatter_body(body, [3.9, 0.0], 5),
        |scene, body| scene.carve_body(body, [[3.5, -0.2], [3.8, -0.2], [3.8, 0.2], [3.5, 0.2]]),
    ];
    for (number, way) in ways.into_iter().enumerate() {
        let mut scene = torus(4.0);
        let body = Body::dynamic().position([3.8, 0.0]).velocity([1.0, 0.0]);
        let body = scene.add(body, [Collider::cuboid(0.6, 0.5)]).unwrap();
        let mate =
            scene.add(Body::dynamic().position([2.5, 0.3]), [Collider::circle(0.2)]).unwrap();
        let joint = Joint::distance(body, mate, [-0.5, 0.4], [0.0, 0.0]);
        let joint = scene.add_joint(joint).unwrap();
        steps(&mut scene, 3);
        assert_eq!(scene.images().count(), 1);
        scene.record(Recorder::default()).unwrap();
        let pieces = way(&mut scene, body).unwrap();
        assert!(!pieces.is_empty());
        assert_eq!(scene.validate(), Ok(()));
        let held = scene.joint(joint).unwrap().body_a();
        assert!(held == body || pieces.contains(&held));
        for step in 0..300 {
            scene.step(DT).unwrap();
            let of = |piece: &BodyKey| scene.body(*piece).unwrap().center_of_mass();
            let is_inside = |it: Point| it.x.abs() < 4.1 && it.y.abs() < 4.1;
            let all: Vec<_> = pieces.iter().map(of).collect();
            assert!(all.iter().copied().all(is_inside), "{number}, {step}: {all:?}");
        }
        assert_eq!(scene.validate(), Ok(()));
        let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
        while replay.step().unwrap() {}
        assert_eq!(replay.scene().state_hash(), scene.state_hash());
    }
}
