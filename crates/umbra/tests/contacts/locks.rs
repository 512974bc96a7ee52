//! Locked bodies do not move, however they are set in motion.

use crate::common::DT;
use umbra::prelude::*;

fn world() -> Scene {
    Scene::new(SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() }).unwrap()
}

/// Adds a square with `body`, changes it, and says how far it has come and turned in half a second.
fn motion_of(body: Body, change: impl FnOnce(&mut BodyMut)) -> (Vector, Real) {
    let mut scene = world();
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, Collider::cuboid(0.5, 0.5)).unwrap();
    change(&mut scene.body_mut(key).unwrap());
    for _ in 0..30 {
        scene.step(DT).unwrap();
    }
    let body = scene.body(key).unwrap();
    (body.position().coords, body.angle())
}

#[test]
fn a_body_with_locked_rotation_does_not_turn() {
    let locked = || Body::dynamic().lock_rotation();
    let turning = |body: &mut BodyMut| body.set_angular_velocity(1.0).unwrap();
    for (case, (_, angle)) in [
        ("born turning", motion_of(locked().angular_velocity(1.0), |_| {})),
        ("set turning", motion_of(locked(), turning)),
        ("locked while turning", {
            motion_of(Body::dynamic().angular_velocity(1.0), |body| body.set_lock_rotation(true))
        }),
        ("kinematic before", {
            motion_of(Body::kinematic().angular_velocity(1.0).lock_rotation(), |body| {
                body.set_kind(BodyKind::Dynamic).unwrap();
            })
        }),
        ("pushed", motion_of(locked(), |body| body.apply_angular_impulse(1.0).unwrap())),
        ("pulled", motion_of(locked(), |body| body.apply_torque(1.0).unwrap())),
    ] {
        assert_eq!(angle, 0.0, "{case}");
    }
    let (_, free) = motion_of(Body::dynamic().angular_velocity(1.0), |_| {});
    assert!((free - 0.5).abs() < 1e-3);
    // A lock is for what is moved by forces.
    let (_, door) = motion_of(Body::kinematic().angular_velocity(1.0).lock_rotation(), |_| {});
    assert!((door - 0.5).abs() < 1e-3);
}

#[test]
fn a_body_with_a_locked_axis_moves_along_the_other_alone() {
    let locked = || Body::dynamic().lock_translation_x();
    for (case, (place, _)) in [
        ("born moving", motion_of(locked().velocity([1.0, 2.0]), |_| {})),
        ("set moving", motion_of(locked(), |body| body.set_velocity([1.0, 2.0]).unwrap())),
        ("locked while moving", {
            motion_of(Body::dynamic().velocity([1.0, 2.0]), |body| {
                body.set_lock_translation(true, false);
                assert_eq!(body.view().velocity(), Vector::new(0.0, 2.0));
            })
        }),
        ("pushed", motion_of(locked(), |body| body.apply_impulse([1.0, 2.0]).unwrap())),
    ] {
        assert_eq!(place.x, 0.0, "{case}");
        assert!((place.y - 1.0).abs() < 1e-3, "{case}: {place}");
    }
    let (place, _) = motion_of(locked(), |body| body.apply_force([60.0, 60.0]).unwrap());
    assert!(place.x == 0.0 && place.y > 0.4, "{place}");
}

#[test]
fn a_body_knows_places_and_directions_in_its_own_frame_and_in_the_world() {
    let mut scene = world();
    let body = Body::fixed().position([3.0, 4.0]).angle(core::f32::consts::FRAC_PI_2);
    let key = scene.add_body(body).unwrap();
    assert_eq!(scene.body(key).unwrap().aabb(), None);
    scene.add_collider(key, Collider::cuboid(2.0, 1.0)).unwrap();
    scene.add_collider(key, Collider::circle(0.5).offset(Pose::translation(0.0, 5.0))).unwrap();
    let body = scene.body(key).unwrap();
    let near = |a: Vector, b: [Real; 2]| assert!((a - Vector::from(b)).amax() < 1e-5, "{a} {b:?}");
    near(body.world_point([1.0, 0.0]).coords, [3.0, 5.0]);
    near(body.local_point([3.0, 5.0]).coords, [1.0, 0.0]);
    near(body.world_vector([1.0, 0.0]), [0.0, 1.0]);
    near(body.local_vector([0.0, 1.0]), [1.0, 0.0]);
    let aabb = body.aabb().unwrap();
    near(aabb.min.coords, [-2.5, 2.0]);
    near(aabb.max.coords, [4.0, 6.0]);
}

#[test]
fn joints_do_not_move_what_is_locked() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        for pinned in [false, true] {
            let solver = SolverConfig { joints, ..SolverConfig::default() };
            let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap();
            let rail = Body::dynamic().lock_translation_y().lock_rotation();
            let rail = scene.add_body(rail).unwrap();
            scene.add_collider(rail, Collider::cuboid(0.2, 0.2)).unwrap();
            let load = scene.add_body(Body::dynamic().position([0.0, -2.0])).unwrap();
            scene.add_collider(load, Collider::cuboid(0.2, 0.2)).unwrap();
            // The anchor of the rail is a metre off: the joint pulls at both from the start.
            let joint = if pinned {
                Joint::revolute(rail, load, [0.0, 0.0]).local_anchors([0.5, 1.0], [0.0, 1.0])
            } else {
                Joint::distance(rail, load, [0.0, 0.0], [0.0, -2.0]).length(1.0)
            };
            let joint = scene.add_joint(joint).unwrap();
            for _ in 0..240 {
                scene.step(DT).unwrap();
                let rail = scene.body(rail).unwrap();
                assert_eq!((rail.position().y, rail.angle()), (0.0, 0.0), "{joints:?}, {pinned}");
            }
            let gap = scene.joint(joint).unwrap().separation();
            assert!(gap < 2e-3, "{joints:?}, {pinned}: a gap of {gap}");
            scene.validate().unwrap();
        }
    }
}

/// The heights of the first and the last of so many bounces on a floor that is turned by an angle.
fn heights(body: Body, gravity: Real, restitution: Real, angle: Real, bounces: usize) -> Vec<Real> {
    let config = SceneConfig { gravity: Vector::new(0.0, -gravity), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let floor = scene.add_body(Body::fixed().angle(angle)).unwrap();
    let plank = Collider::cuboid(40.0, 0.5).at([0.0, -0.5]).friction(0.0).restitution(restitution);
    scene.add_collider(floor, plank).unwrap();
    let ball = scene.add_body(body.position([0.0, 4.0])).unwrap();
    let disc = Collider::circle(0.3).friction(0.0).restitution(restitution);
    scene.add_collider(ball, disc).unwrap();
    let (mut heights, mut rises) = (vec![], false);
    for _ in 0..200_000 {
        let before = scene.body(ball).unwrap().position().y;
        scene.step(DT).unwrap();
        let view = scene.body(ball).unwrap();
        let rose = view.position().y > before;
        if rises && !rose {
            // The vertex of the parabola lies between two steps.
            let speed = view.velocity().y;
            heights.push(view.position().y + 0.5 * speed * speed / gravity - 0.3 / angle.cos());
            if heights.len() == bounces {
                break;
            }
        }
        rises = rose;
    }
    heights
}

/// A body that cannot move along one axis bounces along the other: with a restitution of one for
/// ever, and from any slope.
#[test]
fn a_locked_axis_takes_and_gives_no_energy() {
    for gravity in [7.0, 60.0] {
        for angle in [0.0, 0.3, -0.6_f32] {
            let start = 4.0 - 0.3 / angle.cos();
            for locked in [
                Body::dynamic().lock_translation_x(),
                Body::dynamic().lock_translation_x().lock_rotation(),
            ] {
                let all = heights(locked.clone(), gravity, 1.0, angle, 30);
                assert_eq!(all.len(), 30, "{gravity} {angle}");
                for height in &all {
                    let part = height / start;
                    assert!((part - 1.0).abs() < 0.03, "{gravity} {angle}: {part} in {all:?}");
                }
                let all = heights(locked, gravity, 0.9, angle, 6);
                for pair in all.windows(2) {
                    let part = pair[1] / pair[0];
                    assert!((part - 0.81).abs() < 0.02, "{gravity} {angle}: {part} in {all:?}");
                }
            }
        }
    }
}
