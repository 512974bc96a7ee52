//! Angles with all turns, places of keys in arrays, and bodies read in bulk.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use crate::common::{DT, add, at, run, scene};
use umbra::prelude::*;

/// Half a turn and more in a step, both ways, and slow ones that linger about where angles wrap.
#[test]
fn turns_are_counted_at_any_speed() {
    for spin in [0.3, -0.3, 7.0, -7.0, 120.0, -190.0, 400.0, -3000.0] {
        let mut scene = scene(0.0, SolverConfig::default());
        let wheel = Body::dynamic().angle(PI - 0.01).angular_velocity(spin);
        let wheel = add(&mut scene, wheel, Collider::circle(0.5));
        for step in 1..200_u16 {
            scene.step(DT).unwrap();
            let expected = f64::from(PI) - 0.01 + f64::from(spin * DT) * f64::from(step);
            let found = f64::from(at(&scene, wheel).unwrapped_angle());
            let error = (found - expected).abs();
            assert!(error < 1e-3 + 1e-5 * expected.abs(), "{spin}: {found}, not {expected}");
        }
    }
}

#[test]
fn what_swings_about_half_a_turn_counts_none() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = add(&mut scene, Body::dynamic().angle(PI - 0.05), Collider::circle(0.5));
    let mut most: Real = 0.0;
    for step in 0..240 {
        let spin = if step % 40 < 20 { 1.0 } else { -1.0 };
        scene.body_mut(body).unwrap().set_angular_velocity(spin).unwrap();
        scene.step(DT).unwrap();
        most = most.max((at(&scene, body).unwrapped_angle() - PI).abs());
    }
    assert!(most > 0.2 && most < 0.4, "{most}");
}

/// A bar that a wall stops within a step turns back to where it met it.
#[test]
fn turns_are_counted_where_the_step_is_cut_short() {
    for start in [PI - 0.3, -PI + 0.3, PI, 0.1] {
        for spin in [60.0, -60.0] {
            let mut scene = scene(0.0, SolverConfig::default());
            add(&mut scene, Body::fixed().position([0.0, 1.0]), Collider::cuboid(0.02, 0.2));
            add(&mut scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(0.02, 0.2));
            let bar = Body::dynamic().angle(start).angular_velocity(spin).bullet(true);
            let bar = add(&mut scene, bar, Collider::cuboid(1.0, 0.01));
            let mut last = at(&scene, bar).unwrapped_angle();
            for _ in 0..30 {
                scene.step(DT).unwrap();
                let now = at(&scene, bar).unwrapped_angle();
                assert!((now - last).abs() < 1.2, "from {last} to {now}");
                last = now;
            }
            let wrapped = at(&scene, bar).angle();
            assert!((last - wrapped).rem_euclid(TAU).min((wrapped - last).rem_euclid(TAU)) < 1e-4);
        }
    }
}

#[test]
fn what_is_put_somewhere_begins_to_count_anew() {
    let mut scene = scene(0.0, SolverConfig::default());
    let key = scene.add_body(Body::kinematic().angular_velocity(TAU)).unwrap();
    run(&mut scene, 150);
    assert!((at(&scene, key).unwrapped_angle() - 2.5 * TAU).abs() < 1e-3);
    scene.body_mut(key).unwrap().set_position([3.0, 0.0]).unwrap();
    assert!((at(&scene, key).unwrapped_angle().abs() - PI).abs() < 1e-3);
    scene.body_mut(key).unwrap().set_angle(FRAC_PI_2).unwrap();
    assert!((at(&scene, key).unwrapped_angle() - FRAC_PI_2).abs() < 1e-5);
    // Mass, kind and sleep leave it alone.
    run(&mut scene, 60);
    let before = at(&scene, key).unwrapped_angle();
    assert!((before - 2.5 * PI).abs() < 1e-3);
    scene.body_mut(key).unwrap().set_kind(BodyKind::Dynamic).unwrap();
    scene.body_mut(key).unwrap().set_additional_mass(3.0).unwrap();
    scene.body_mut(key).unwrap().sleep();
    assert_eq!(at(&scene, key).unwrapped_angle(), before);
    assert_eq!(scene.clone().body(key).unwrap().unwrapped_angle(), before);
}

#[test]
fn arrays_have_a_place_for_every_key() {
    let mut scene = scene(9.81, SolverConfig::default());
    let (mut poses, mut velocities) = (Vec::new(), Vec::new());
    scene.write_poses(&mut poses);
    assert!(poses.is_empty());
    let mut keys = Vec::new();
    for round in 0..5_u8 {
        for i in 0..20_u8 {
            let place = [Real::from(i) * 2.0, Real::from(round) * 3.0];
            let body = Body::dynamic().position(place).angular_velocity(1.0);
            keys.push(add(&mut scene, body, Collider::circle(0.5)));
        }
        for i in [3, 9, 4, 1] {
            let key = keys.swap_remove(i);
            scene.remove_body(key).unwrap();
        }
        run(&mut scene, 2);
        scene.write_poses(&mut poses);
        scene.write_velocities(&mut velocities);
        assert!(poses.len() <= keys.len() + 4 && poses.len() == velocities.len());
        let mut places: Vec<_> = keys.iter().map(|key| key.index()).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), keys.len());
        for key in &keys {
            let body = at(&scene, *key);
            assert_eq!(poses[key.index()], body.pose());
            let [x, y, spin] = velocities[key.index()];
            assert_eq!((Vector::new(x, y), spin), (body.velocity(), body.angular_velocity()));
        }
    }
    assert_eq!(BodyKey::default().index().min(1), 1, "that of none is no place");
}
