//! One-way platforms: passed from below, held from above, dropped through when asked.

use crate::common::{DT, run_and_validate};
use umbra::geom::math::pose;
use umbra::prelude::*;

/// A thin platform whose top is at y = 0, over ground at y = -5.
fn world(platform: Collider) -> (Scene, ColliderKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let ground = Collider::cuboid(20.0, 0.5).at([0.0, -5.5]);
    scene.add_collider(level, ground).unwrap();
    let key = scene.add_collider(level, platform).unwrap();
    (scene, key)
}

fn slab() -> Collider {
    Collider::cuboid(2.0, 0.1).at([0.0, -0.1]).one_way([0.0, 1.0])
}

fn line() -> Collider {
    Collider::segment([-2.0, 0.0], [2.0, 0.0]).one_way([0.0, 1.0])
}

fn chain() -> Collider {
    Collider::chain([[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]]).one_way([0.0, 1.0])
}

fn platforms() -> [Collider; 3] {
    [slab(), line(), chain()]
}

fn shapes() -> [(Collider, Real); 3] {
    [
        (Collider::circle(0.4), 0.4),
        (Collider::cuboid(0.3, 0.4), 0.4),
        (Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.25), 0.55),
    ]
}

fn add(scene: &mut Scene, at: [Real; 2], velocity: [Real; 2], shape: Collider) -> BodyKey {
    let body = Body::dynamic().position(at).velocity(velocity).lock_rotation();
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, shape).unwrap();
    key
}

#[test]
fn what_falls_on_it_is_held_at_any_speed() {
    for platform in platforms() {
        for (shape, height) in shapes() {
            for speed in [0.0, 5.0, 40.0, 400.0] {
                let (mut scene, _) = world(platform.clone());
                let key = add(&mut scene, [0.3, 3.0], [0.0, -speed], shape.clone());
                run_and_validate(&mut scene, 180);
                let y = scene.body(key).unwrap().position().y;
                assert!((y - height).abs() < 0.01, "{speed} m/s: {y} of {height}");
            }
        }
    }
}

#[test]
fn what_jumps_passes_and_lands_on_it() {
    for platform in platforms() {
        for (shape, height) in shapes() {
            // Up to 20 cm, to just above and to 2 m above the platform.
            for apex in [0.5 + height, 0.02 + height, 2.0 + height] {
                let (mut scene, _) = world(platform.clone());
                let speed = (2.0 * 9.81 * (apex + 3.0)).sqrt();
                let key = add(&mut scene, [0.3, -3.0], [0.0, speed], shape.clone());
                let mut highest = Real::NEG_INFINITY;
                for _ in 0..240 {
                    scene.step(DT).unwrap();
                    let body = scene.body(key).unwrap();
                    highest = highest.max(body.position().y);
                    assert!(body.velocity().x.abs() < 1e-3, "it is not pushed aside");
                }
                assert!((highest - apex).abs() < 0.15, "nothing slows it: {highest} of {apex}");
                let y = scene.body(key).unwrap().position().y;
                assert!((y - height).abs() < 0.01, "it stands on the platform: {y}");
            }
        }
    }
}

#[test]
fn what_does_not_come_through_falls_back() {
    for platform in platforms() {
        for (shape, height) in shapes() {
            for part in [0.2, 0.5, 0.8] {
                let (mut scene, _) = world(platform.clone());
                // The middle of it, or most of it, is above the platform when it turns back.
                let apex = height * (2.0 * part - 1.0);
                let speed = (2.0 * 9.81 * (apex + 3.0)).sqrt();
                let key = add(&mut scene, [0.3, -3.0], [0.0, speed], shape.clone());
                run_and_validate(&mut scene, 240);
                let y = scene.body(key).unwrap().position().y;
                assert!((y + 5.0 - height).abs() < 0.01, "it lies on the ground: {y}");
                assert!(scene.contact_events().is_empty());
            }
        }
    }
}

#[test]
fn what_is_asked_to_drops_through() {
    for platform in platforms() {
        for (shape, height) in shapes() {
            // Also when it is only asked for one step, and after it slept.
            for steps in [1, 120] {
                for wait in [10, 300] {
                    let (mut scene, _) = world(platform.clone());
                    let key = add(&mut scene, [0.3, height], [0.0, 0.0], shape.clone());
                    run_and_validate(&mut scene, wait);
                    assert_eq!(scene.body(key).unwrap().is_awake(), wait < 100);
                    scene.body_mut(key).unwrap().drop_through(true);
                    assert!(scene.body(key).unwrap().drops_through());
                    run_and_validate(&mut scene, steps);
                    scene.body_mut(key).unwrap().drop_through(false);
                    run_and_validate(&mut scene, 240 - steps);
                    let y = scene.body(key).unwrap().position().y;
                    assert!((y + 5.0 - height).abs() < 0.01, "{y}");
                }
            }
        }
    }
}

#[test]
fn what_comes_from_the_side_passes() {
    for (shape, _) in shapes() {
        let (mut scene, _) = world(slab());
        scene.config_mut().gravity = Vector::zeros();
        let key = add(&mut scene, [-4.0, -0.1], [4.0, 0.0], shape.clone());
        run_and_validate(&mut scene, 120);
        let body = scene.body(key).unwrap();
        assert!((body.velocity().x - 4.0).abs() < 1e-3, "{}", body.velocity());
        assert!(body.position().x > 3.0);
    }
}

#[test]
fn a_platform_that_rises_lifts_what_stands_on_it_and_passes_what_it_meets() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let lift = scene.add_body(Body::kinematic().velocity([0.0, 1.0])).unwrap();
    scene.add_collider(lift, slab()).unwrap();
    let rider = add(&mut scene, [0.5, 0.4], [0.0, 1.0], Collider::cuboid(0.3, 0.4));
    // What hangs in its way passes through it from above: the platform comes from below.
    let hanging = add(&mut scene, [-1.0, 1.5], [0.0, 0.0], Collider::circle(0.2));
    scene.body_mut(hanging).unwrap().set_gravity_scale(0.0).unwrap();
    run_and_validate(&mut scene, 180);
    let y = |key| scene.body(key).unwrap().position().y;
    assert!((y(rider) - y(lift) - 0.4).abs() < 0.01);
    assert!((y(hanging) - y(lift) - 0.2).abs() < 0.02, "it lies on the platform: {}", y(hanging));
}

#[test]
fn the_direction_turns_with_the_collider_and_its_offset() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.config_mut().gravity = Vector::zeros();
    // Turned by a right angle: its way leads to the left.
    let turned = Body::fixed().angle(core::f32::consts::FRAC_PI_4);
    let wall = scene.add_body(turned).unwrap();
    let platform = Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0]);
    let platform = platform.at_pose([0.0, 0.0], core::f32::consts::FRAC_PI_4);
    let key = scene.add_collider(wall, platform).unwrap();
    assert_eq!(scene.collider(key).unwrap().one_way(), Some(Vector::y()));
    let from_left = add(&mut scene, [-3.0, 0.5], [4.0, 0.0], Collider::circle(0.2));
    let from_right = add(&mut scene, [3.0, -0.5], [-4.0, 0.0], Collider::circle(0.2));
    run_and_validate(&mut scene, 120);
    assert!(scene.body(from_left).unwrap().position().x < -0.25, "held");
    assert!(scene.body(from_right).unwrap().position().x < -3.0, "passed");
}

#[test]
fn a_capsule_drops_through_the_joint_of_two_platforms() {
    let platforms: [fn() -> Collider; 2] =
        [|| Collider::cuboid(2.0, 0.1), || Collider::segment([-2.0, 0.1], [2.0, 0.1])];
    for platform in platforms {
        for [half, radius] in [[0.2, 0.2], [0.4, 0.35], [0.1, 0.3], [0.5, 0.1]] {
            for place in -25..25_i8 {
                let mut scene = Scene::new(SceneConfig::default()).unwrap();
                for x in [-2.0, 2.0] {
                    let body = Body::fixed().position([x, -0.1]);
                    crate::common::add(&mut scene, body, platform().one_way([0.0, 1.0]));
                }
                let x = 0.000_2 * Real::from(place);
                let body = Body::dynamic().position([x, half + radius]).lock_rotation();
                let shape = Collider::capsule([0.0, -half], [0.0, half], radius);
                let body = crate::common::add(&mut scene, body, shape);
                run_and_validate(&mut scene, 20);
                scene.body_mut(body).unwrap().drop_through(true);
                run_and_validate(&mut scene, 1);
                scene.body_mut(body).unwrap().drop_through(false);
                run_and_validate(&mut scene, 120);
                let y = scene.body(body).unwrap().position().y;
                assert!(y < -5.0, "{half} {radius} at {x}: {y}");
            }
        }
    }
}

#[test]
fn bad_directions_are_refused() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    for (direction, said) in [
        ([0.0, 0.0], "`direction` must have a direction, but is zero"),
        ([Real::NAN, 1.0], "`direction` must be finite, but is NaN"),
    ] {
        let refused = scene.add_collider(body, Collider::circle(1.0).one_way(direction));
        assert_eq!(refused.unwrap_err().to_string(), said);
    }
    assert_eq!(scene.colliders().count(), 0);
}

/// A corner of a fast body is stopped by a screen, and spins. In the next step the body is still on
/// its way.
#[test]
fn a_screen_that_stopped_a_corner_stops_the_rest_of_the_body() {
    let passes = |case: &u32| {
        let part = *case as Real / 300.0;
        let config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        let screen = Collider::cuboid(0.025, 40.0).one_way([-1.0, 0.0]);
        crate::common::add(&mut scene, Body::fixed(), screen);
        let shot = Body::dynamic().position([-3.0, 0.0]).angle(6.0 * part).bullet(true);
        let shot = shot.velocity([150.0 + 200.0 * part, 100.0]).angular_velocity(40.0 * part);
        let shot = crate::common::add(&mut scene, shot, Collider::cuboid(0.08, 0.05));
        (0..6).any(|_| {
            scene.step(DT).unwrap();
            crate::common::at(&scene, shot).position().x > 0.0
        })
    };
    let bad: Vec<_> = (0..300).filter(passes).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

/// A body may be a platform itself: what it holds stops it, what it lets pass does not.
#[test]
fn a_body_that_is_a_platform_passes_walls_or_not_at_any_speed() {
    for (shape, height) in shapes() {
        for (speed, thickness) in [(0.0, 2.0), (7.0, 0.3), (45.0, 4.0), (230.0, 1.5)] {
            let mut scene = Scene::new(SceneConfig::default()).unwrap();
            let wall = scene.add_body(Body::fixed()).unwrap();
            let wall_shape = Collider::cuboid(9.0, 0.5 * thickness);
            let at = pose([0.0, -0.5 * thickness], 0.0);
            scene.add_collider(wall, wall_shape.offset(at)).unwrap();
            // Its open side is above, so the wall is not before it; that of the other is below.
            let ways = [[0.0, 1.0], [0.0, -1.0]].into_iter().zip([-3.0, 3.0]);
            let [passes, is_held] = [0, 1].map(|side| {
                let (way, x) = ways.clone().nth(side).unwrap();
                add(&mut scene, [x, 1.7], [0.0, -speed], shape.clone().one_way(way))
            });
            run_and_validate(&mut scene, 90);
            let y = |key| scene.body(key).unwrap().position().y;
            let fallen = 1.7 - speed * 1.5 - 0.5 * 9.81 * 1.5 * 1.5;
            assert!((y(passes) - fallen).abs() < 0.2, "{speed} m/s: {} of {fallen}", y(passes));
            assert!((y(is_held) - height).abs() < 0.01, "{speed} m/s: {}", y(is_held));
        }
    }
}
