//! Dynamic bodies that come at a character which cannot give way, or over it.

use super::*;

/// Depth in the player that does not crush it.
const ROOM: Real = 0.01;

/// True if a body is deeper in the player than that.
fn is_over(world: &World, body: BodyKey, depth: Real) -> bool {
    let thin = Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3 - depth).unwrap().into();
    let found = world.scene.overlap_shape(&thin, world.player.pose, QueryFilter::default());
    found.iter().any(|key| world.scene.collider(*key).unwrap().body() == body)
}

/// A flat world with a wall at x = 1, and the player at it.
fn at_a_wall() -> World {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(0.5, 5.0).at([1.5, 5.0]));
    world.player.settings.step_up = 0.0;
    world.player.set_position([0.694, FEET + SKIN]).unwrap();
    world.go(IDLE, 10);
    world
}

#[test]
fn what_slides_at_it_at_a_wall_stops_before_it() {
    let shapes = [
        Collider::cuboid(0.4, 0.4),
        Collider::circle(0.55),
        Collider::rounded_cuboid(0.7, 0.9, 0.1),
    ];
    for (mass, speed, rate) in [
        (3.0, 4.0, 60.0),
        (70.0, 9.0, 60.0),
        (800.0, 6.5, 60.0),
        (9000.0, 3.0, 30.0),
        (250.0, 14.0, 120.0),
    ] {
        for (i, shape) in shapes.iter().enumerate() {
            let dt = 1.0 / rate;
            let mut world = at_a_wall();
            let y = [0.4, 0.55, 0.9][i];
            let body = Body::dynamic().position([-3.0, y]).velocity([speed, 0.0]);
            let shape = shape.clone().mass(mass).friction(0.0).restitution(0.0);
            let body = world.scene.add(body, [shape]).unwrap();
            let mut nearest = Real::INFINITY;
            for step in 0..(3.0 * rate) as u32 {
                let told = world.step_by(IDLE, dt);
                let what = format!("{i}: {mass} kg, {speed} m/s, {rate} Hz, step {step}");
                assert!(!told.crushed, "{what}: crushed");
                assert!(!is_over(&world, body, ROOM), "{what}: over it");
                assert!(told.translation.norm() < 0.05, "{what}: moves by {}", told.translation);
                nearest = nearest.min(world.x() - world.scene.body(body).unwrap().position().x);
            }
            assert!(nearest < 1.2, "{i}: it never came: {nearest}");
        }
    }
}

#[test]
fn what_falls_onto_its_head_lies_there() {
    for (mass, height) in [(5.0, 2.5), (60.0, 4.0), (2000.0, 3.0)] {
        let mut world = World::flat();
        let body = Body::dynamic().position([0.0, height]).lock_rotation();
        let body = world.scene.add(body, [Collider::cuboid(0.45, 0.3).mass(mass)]).unwrap();
        for step in 0..240 {
            let told = world.step(IDLE);
            assert!(!told.crushed && !is_over(&world, body, ROOM), "{mass} kg, step {step}");
            assert!(told.translation.norm() < 0.02, "{mass}: {}", told.translation);
        }
        let y = world.scene.body(body).unwrap().position().y;
        assert!((y - 1.505).abs() < 0.03, "{mass}: {y}");
    }
}

#[test]
fn what_is_put_over_it_moves_it_out_without_a_leap() {
    for (half, at) in [(0.4, 0.3), (0.9, -0.5), (1.5, 0.9)] {
        for rate in [30.0, 60.0] {
            let dt = 1.0 / rate;
            let mut world = World::flat();
            let body = Body::dynamic().position([at, half]).lock_rotation();
            let shape = Collider::cuboid(half, half).density(100.0);
            let body = world.scene.add(body, [shape]).unwrap();
            for _ in 0..(1.5 * rate) as u32 {
                let told = world.step_by(IDLE, dt);
                assert!(told.translation.norm() < 7.0 * dt + 0.01, "{half}: {}", told.translation);
                assert!(world.feet() > -1e-3);
            }
            assert!(!is_over(&world, body, 0.0), "{half} at {at}, {rate} Hz: still in it");
        }
    }
}

#[test]
fn what_goes_over_it_all_the_same_crushes_it() {
    // It pushes nothing.
    let mut world = at_a_wall();
    world.player.settings.mass = 0.0;
    let body = Body::dynamic().position([-1.5, 0.6]).velocity([3.0, 0.0]);
    let body = world.scene.add(body, [Collider::cuboid(0.6, 0.6).friction(0.0)]).unwrap();
    let mut crushes = 0;
    for step in 0..90 {
        let told = world.step(IDLE);
        let (deep, just) = (is_over(&world, body, 0.02), is_over(&world, body, 0.005));
        assert!(!deep || told.crushed, "step {step}: nothing is told");
        assert!(just || !told.crushed, "step {step}: crushed by nothing");
        crushes += u32::from(told.crushed);
    }
    assert!(crushes > 10);
}

#[test]
fn with_room_it_is_pushed_along_and_not_crushed() {
    let mut world = World::flat();
    let body = Body::dynamic().position([-3.0, 0.5]).velocity([4.0, 0.0]);
    world.scene.add(body, [Collider::cuboid(0.5, 0.5).mass(40.0).friction(0.0)]).unwrap();
    for _ in 0..120 {
        assert!(!world.step(IDLE).crushed);
    }
    assert!(world.x() > 0.01, "{}", world.x());
}

#[test]
fn what_presses_it_against_a_crate_moves_the_crate() {
    // A wall that comes from behind.
    for (mass, speed) in [(40.0, 2.0), (3.0, 4.0), (900.0, 1.0)] {
        let mut world = World::flat();
        let wall = Body::kinematic().position([-1.6, 1.5]).velocity([speed, 0.0]);
        world.scene.add(wall, [Collider::cuboid(0.5, 1.4)]).unwrap();
        let crate_ = Body::dynamic().position([0.9, 0.5]).lock_rotation();
        let shape = Collider::cuboid(0.5, 0.5).mass(mass).friction(0.0);
        let crate_ = world.scene.add(crate_, [shape]).unwrap();
        for step in 0..90 {
            let told = world.step(IDLE);
            assert!(!told.crushed && !is_over(&world, crate_, ROOM), "{mass} kg, step {step}");
        }
        assert!(world.scene.body(crate_).unwrap().position().x > 1.0, "{mass} kg");
    }
    // A lift, with a crate on its head.
    let mut world = World::new();
    let lift = Body::kinematic().position([0.0, -0.5]);
    let lift = world.scene.add(lift, [Collider::cuboid(2.0, 0.5)]).unwrap();
    world.put([0.0, FEET + SKIN]);
    let crate_ = Body::dynamic().position([0.0, 1.6]).lock_rotation();
    let shape = Collider::cuboid(0.5, 0.3).mass(25.0);
    let crate_ = world.scene.add(crate_, [shape]).unwrap();
    for step in 0..150 {
        let speed = (0.05 * (step as Real - 40.0)).clamp(0.0, 2.5);
        world.scene.body_mut(lift).unwrap().set_velocity([0.0, speed]).unwrap();
        let told = world.step(IDLE);
        assert!(!told.crushed && !is_over(&world, crate_, ROOM), "step {step}");
    }
    assert!(world.scene.body(crate_).unwrap().position().y > 4.0);
}
