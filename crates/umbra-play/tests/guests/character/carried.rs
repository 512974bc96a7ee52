//! Lifts, ferries, turning platforms, belts: what stands on them is carried, and nothing leaks.

use super::*;

/// A kinematic plate with its top at the player's feet, and the player on it.
fn on_plate(world: &mut World, half: Real) -> BodyKey {
    let body = Body::kinematic().position([0.0, -0.25]);
    let plate = world.scene.add(body, [Collider::cuboid(half, 0.25).friction(0.8)]).unwrap();
    world.put([0.0, FEET + SKIN]);
    assert_eq!(world.player.ground.unwrap().body, plate);
    plate
}

/// Moves the plate, and then steps.
fn drive(world: &mut World, plate: BodyKey, to: Pose, input: CharacterInput) -> Told {
    world.scene.body_mut(plate).unwrap().move_to(to, DT).unwrap();
    world.step(input)
}

/// From 0 to 1 and back, without jerks.
fn swing(step: u32, period: u32) -> Real {
    0.5 - 0.5 * math::rotation(std::f32::consts::TAU * step as Real / period as Real).re
}

fn pose_of(world: &World, body: BodyKey) -> Pose {
    world.scene.body(body).unwrap().pose()
}

#[test]
fn a_lift_carries_without_a_gap_and_a_ferry_without_slip() {
    for (direction, reach) in
        [([0.0, 1.0], 5.0), ([0.0, -1.0], 30.0), ([1.0, 0.0], 8.0), ([0.6, 0.8], 5.0)]
    {
        let mut world = World::new();
        let plate = on_plate(&mut world, 1.5);
        let seen = world.player.position() - pose_of(&world, plate).translation.vector;
        for step in 1..600 {
            let at = Vector::from(direction) * (reach * swing(step, 120));
            drive(&mut world, plate, pose([at.x, at.y - 0.25], 0.0), IDLE);
            let now = world.player.position() - pose_of(&world, plate).translation.vector;
            let differs = (now - seen).norm();
            assert!(differs < 1e-4, "{direction:?} {step}: {differs}");
            assert!(world.player.is_on_ground() && world.player.velocity == Vector::zeros());
        }
    }
}

/// In the other order it is where the lift was a step ago, never further.
#[test]
fn a_lift_that_moves_after_its_passenger_is_a_step_ahead() {
    let mut world = World::new();
    let plate = on_plate(&mut world, 1.5);
    for step in 1..600 {
        let then = pose_of(&world, plate).translation.y;
        let to = pose([0.0, 5.0 * swing(step, 120) - 0.25], 0.0);
        world.scene.body_mut(plate).unwrap().move_to(to, DT).unwrap();
        world.act(IDLE);
        world.scene.step(DT).unwrap();
        let gap = world.player.position().y - then - 0.25 - FEET - SKIN;
        assert!(gap.abs() < 1e-4 && world.player.is_on_ground(), "{step}: {gap}");
    }
}

#[test]
fn a_player_runs_on_a_ferry_as_on_the_ground() {
    let mut world = World::new();
    let plate = on_plate(&mut world, 20.0);
    for step in 1..200 {
        let to = pose([8.0 * swing(step, 120), -0.25], 0.0);
        let before = pose_of(&world, plate).translation.x;
        let told = drive(&mut world, plate, to, run(0.4));
        let own = told.translation.x - (pose_of(&world, plate).translation.x - before);
        if step > 10 {
            assert!((own - 2.0 * DT).abs() < 1e-4, "{step}: {own}");
        }
    }
}

#[test]
fn the_rim_of_a_turning_wheel_carries() {
    let mut world = World::new();
    let wheel = Body::kinematic().position([0.0, -5.0]);
    let wheel = world.scene.add(wheel, [Collider::circle(5.0)]).unwrap();
    world.put([0.0, FEET + SKIN]);
    let turn = -0.4;
    for step in 1..=90 {
        drive(&mut world, wheel, pose([0.0, -5.0], turn * DT * step as Real), IDLE);
        assert!(world.player.is_on_ground());
        let foot = world.player.position() - Vector::new(0.0, 0.3) - Point::new(0.0, -5.0);
        // The disc of the foot stays a skin above the rim.
        let gap = foot.norm() - 5.3;
        assert!((gap - SKIN).abs() < 0.003, "{step}: {gap}");
    }
    // It has gone as far as the rim has: 0.6 radians of 5 m. It does not turn itself, so its foot rolls on the rim.
    let foot = world.player.position() - Vector::new(0.0, 0.3) - Point::new(0.0, -5.0);
    let way = 5.3 * (foot.x / foot.y).atan();
    assert!((way - 3.0).abs() < 0.01, "{way}");
}

#[test]
fn a_tilting_platform_carries_its_ends() {
    let mut world = World::new();
    let beam = Body::kinematic().position([0.0, -0.25]);
    let beam = world.scene.add(beam, [Collider::cuboid(4.0, 0.25)]).unwrap();
    world.put([3.0, FEET + SKIN]);
    let seen = world.scene.body(beam).unwrap().local_point(world.player.ground.unwrap().point);
    for step in 1..=240 {
        let angle = 0.5 * swing(step, 120);
        drive(&mut world, beam, pose([0.0, -0.25], angle), IDLE);
        assert!(world.player.is_on_ground(), "{step}");
    }
    let now = world.scene.body(beam).unwrap().local_point(world.player.ground.unwrap().point);
    assert!((now.x - seen.x).abs() < 0.15, "{seen} {now}");
}

#[test]
fn belts_carry_by_their_speed_and_cells_by_theirs() {
    for kind in 0..2 {
        let mut world = World::new();
        if kind == 0 {
            world.fixed(Collider::cuboid(20.0, 0.5).surface_speed(2.0).at([0.0, -0.5]));
        } else {
            let belt = Material { surface_speed: 2.0, ..Material::default() };
            let row = [Cell::Full.material(belt); 80];
            world.fixed(Collider::tiles(0.5, [row]).at([-20.0, -0.5]));
        }
        world.put([-10.0, FEET + SKIN]);
        let from = world.x();
        world.go(IDLE, 60);
        assert!((world.x() - from - 2.0).abs() < 1e-3, "{kind}: {}", world.x() - from);
        world.go(LEFT, 30);
        let from = world.x();
        world.go(LEFT, 60);
        assert!((world.x() - from + 3.0).abs() < 1e-3, "{kind}: {}", world.x() - from);
        // A jump takes the belt's speed along, and landing beside it leaves none.
        world.go(IDLE, 30);
        let told = world.step(CharacterInput { jump: true, ..IDLE });
        assert!((told.translation.x - 2.0 * DT).abs() < 1e-4, "{told:?}");
    }
}

#[test]
fn a_jump_inherits_the_velocity_of_what_it_leaves_and_landing_gives_it_back() {
    let mut world = World::new();
    let plate = on_plate(&mut world, 3.0);
    let at = |step: u32| pose([2.0 * DT * step as Real, -0.25 + 1.0 * DT * step as Real], 0.0);
    for step in 1..=30 {
        drive(&mut world, plate, at(step), IDLE);
    }
    let seen = world.x() - pose_of(&world, plate).translation.x;
    let mut highest = 0.0_f32;
    for step in 31..=100 {
        let jump = CharacterInput { jump: true, ..IDLE };
        drive(&mut world, plate, at(step), jump);
        let above = world.player.position() - pose_of(&world, plate).translation.vector;
        // In the air it stays above the same place, without input.
        assert!((above.x - seen).abs() < 1e-3, "{step}: {}", above.x - seen);
        highest = highest.max(above.y - 0.25 - FEET - SKIN);
    }
    // As high above the lift as it jumps above the ground.
    assert!((highest - 1.6).abs() < 0.02, "{highest}");
    assert!(world.player.is_on_ground() && world.player.velocity == Vector::zeros());
}

#[test]
fn walking_off_a_ferry_leaks_nothing_onto_the_ground() {
    let mut world = World::flat();
    let body = Body::kinematic().position([0.0, 0.5]);
    let plate = world.scene.add(body, [Collider::cuboid(1.0, 0.5)]).unwrap();
    world.put([0.0, 1.0 + FEET + SKIN]);
    let mut step = 0;
    while world.feet() > 0.5 || !world.player.is_on_ground() {
        step += 1;
        drive(&mut world, plate, pose([-3.0 * DT * step as Real, 0.5], 0.0), RIGHT);
        assert!(step < 120);
    }
    world.go(IDLE, 20);
    assert_eq!(world.player.velocity, Vector::zeros());
    let at = world.player.position();
    world.go(IDLE, 20);
    assert_eq!(world.player.position(), at);
}

#[test]
fn walls_that_move_push_but_do_not_carry() {
    let mut world = World::flat();
    let body = Body::kinematic().position([1.0, 1.0]);
    let wall = world.scene.add(body, [Collider::cuboid(0.5, 1.0)]).unwrap();
    // It moves up and down beside the player.
    for step in 1..120 {
        drive(&mut world, wall, pose([1.0, 1.0 + swing(step, 60)], 0.0), RIGHT);
        assert!((world.feet() - SKIN).abs() < 0.003, "{}", world.feet());
    }
    // It comes, and then leaves: pushed, not pulled.
    for step in 1..=60 {
        drive(&mut world, wall, pose([1.0 - 2.0 * DT * step as Real, 1.0], 0.0), IDLE);
    }
    assert!((world.x() + 1.8).abs() < 0.05, "{}", world.x());
    let at = world.x();
    for step in 1..=60 {
        drive(&mut world, wall, pose([-1.0 + 2.0 * DT * step as Real, 1.0], 0.0), IDLE);
    }
    assert!((world.x() - at).abs() < 1e-3);
}

#[test]
fn a_lift_that_comes_up_fast_is_landed_on_and_one_that_falls_is_followed() {
    for one_way in [false, true] {
        for speed in [1.0, 3.0, 6.0] {
            let mut world = World::new();
            let shape = Collider::cuboid(2.0, 0.25);
            let shape = if one_way { shape.one_way([0.0, 1.0]) } else { shape };
            let lift = world.scene.add(Body::kinematic().position([0.0, -4.0]), [shape]).unwrap();
            world.player.set_position([0.0, 2.0]).unwrap();
            for step in 1..=60 {
                let y = -4.0 + speed * DT * step as Real;
                drive(&mut world, lift, pose([0.0, y], 0.0), IDLE);
                assert!(world.feet() > y, "{one_way} {speed} {step}: {} {y}", world.feet());
            }
            let seen = world.feet();
            for step in 1..=60 {
                let y = -4.0 + speed - speed * DT * step as Real;
                drive(&mut world, lift, pose([0.0, y], 0.0), IDLE);
            }
            assert!((seen - world.feet() - speed).abs() < 0.01 || !world.player.is_on_ground());
        }
    }
}

#[test]
fn ground_that_is_removed_lets_it_fall() {
    let mut world = World::new();
    let plate = on_plate(&mut world, 1.5);
    world.scene.remove_body(plate).unwrap();
    let told = world.step(IDLE);
    assert!(!world.player.is_on_ground() && told.translation.y < 0.0);
    // It has only just left it.
    assert!(world.step(CharacterInput { jump: true, ..IDLE }).jumped);
}

#[test]
fn a_body_that_stands_for_it_stays_with_the_lift() {
    let mut world = World::new();
    let plate = on_plate(&mut world, 2.0);
    let at = world.player.position();
    let body = Body::kinematic().position(at).can_sleep(false);
    let shape = Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.3);
    let body = world.scene.add(body, [shape]).unwrap();
    world.player.body = Some(body);
    for step in 1..=240 {
        let to = [3.0 * swing(step, 120), -0.25 + 4.0 * swing(step, 80)];
        world.scene.body_mut(plate).unwrap().move_to(pose(to, 0.0), DT).unwrap();
        world.act(run(if step > 120 { 0.2 } else { 0.0 }));
        world.player.move_body(&mut world.scene, DT).unwrap();
        world.scene.step(DT).unwrap();
        let seen =
            pose_of(&world, body).translation.vector - pose_of(&world, plate).translation.vector;
        assert!((seen.y - 0.25 - FEET - SKIN).abs() < 1e-3, "{step}: {}", seen.y);
        if step <= 120 {
            assert!(seen.x.abs() < 1e-3, "{step}: {}", seen.x);
        }
    }
}

#[test]
fn a_body_that_stands_for_it_turns_with_the_wheel() {
    let mut world = World::new();
    let wheel = Body::kinematic().position([0.0, -5.0]);
    let wheel = world.scene.add(wheel, [Collider::circle(5.0)]).unwrap();
    world.put([0.0, FEET + SKIN]);
    let body = Body::kinematic().position(world.player.position());
    let shape = Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.3);
    let body = world.scene.add(body, [shape]).unwrap();
    world.player.body = Some(body);
    for step in 1..=60 {
        let to = pose([0.0, -5.0], -0.5 * DT * step as Real);
        world.scene.body_mut(wheel).unwrap().move_to(to, DT).unwrap();
        world.act(IDLE);
        world.player.move_body(&mut world.scene, DT).unwrap();
        world.scene.step(DT).unwrap();
        let middle = pose_of(&world, body).translation.vector - Vector::new(0.0, 0.3);
        let gap = (middle - Vector::new(0.0, -5.0)).norm() - 5.3;
        assert!((gap - SKIN).abs() < 0.003, "{step}: {gap}");
    }
}

/// Where it is after a shift of the origin, less the shift; with and without one.
#[test]
fn a_shift_of_the_origin_changes_nothing() {
    const BY: [Real; 2] = [512.0, -64.0];
    // On the ground, in the air, on a lift.
    for place in 0..3 {
        let play = |shifts: bool| {
            let mut world = World::new();
            let lift = Body::kinematic().position([0.0, -0.25]).velocity([1.0, 2.0]);
            let lift = if place == 2 { lift } else { Body::fixed().position([0.0, -0.25]) };
            world.scene.add(lift, [Collider::cuboid(8.0, 0.25)]).unwrap();
            let height = if place == 1 { 8.0 } else { FEET + SKIN };
            world.player.set_position([0.0, height]).unwrap();
            world.go(run(0.2), 30);
            let mut by = Vector::zeros();
            if shifts {
                by = Vector::from(BY);
                world.scene.shift_origin(by).unwrap();
                let (hit, at) = (world.player.hits().first().copied(), world.player.position());
                world.player.shift(by).unwrap();
                assert_eq!(world.player.position(), at - by);
                let moved = world.player.hits().first().copied();
                assert_eq!(moved.map(|it| it.point), hit.map(|it| it.point - by));
            }
            world.go(run(0.2), 30);
            (
                world.player.position() + by,
                world.player.world_velocity(),
                world.player.is_on_ground(),
            )
        };
        let (stays, goes) = (play(false), play(true));
        assert!((stays.0 - goes.0).norm() < 2e-3, "{place}: {} {}", stays.0, goes.0);
        assert!((stays.1 - goes.1).norm() < 1e-3 && stays.2 == goes.2, "{place}");
    }
    let mut player = World::new().player;
    let before = player.clone();
    assert!(player.shift([Real::NAN, 0.0]).is_err() && player.shift([3e8, 0.0]).is_err());
    assert_eq!(player, before);
}
