//! Weight of characters on bodies, as the weight of a body would act: light bodies are not torn,
//! flung away or broken, and bodies at rest sleep.

use super::*;

/// The weight of the player in newtons.
const WEIGHT: Real = 70.0 * 25.0;

fn add(world: &mut World, at: [Real; 2], collider: Collider) -> BodyKey {
    world.scene.add(Body::dynamic().position(at), [collider]).unwrap()
}

fn speed_of(world: &World, body: BodyKey) -> Real {
    world.scene.body(body).unwrap().velocity().norm()
}

/// Ground on both sides of a bridge, at the height of its planks.
fn with_bridge() -> (World, build::Assembly) {
    let mut world = World::new();
    for x in [-15.0, 15.0] {
        world.fixed(Collider::cuboid(10.0, 0.5).at([x, -0.5]));
    }
    let bridge = build::bridge(&mut world.scene, [-5.0, -0.06], [5.0, -0.06]).unwrap();
    (world, bridge)
}

#[test]
fn it_crosses_a_light_bridge_and_stands_on_it() {
    for (rate, stop) in [(30.0, None), (60.0, None), (120.0, None), (60.0, Some(0.2))] {
        let dt = 1.0 / rate;
        let (mut world, bridge) = with_bridge();
        world.player.set_position([-8.0, 0.61]).unwrap();
        let (mut gap, mut fastest, mut lowest): (Real, Real, Real) = (0.0, 0.0, 1.0);
        for _ in 0..(10.0 * rate) as u32 {
            let stands = world.x() > stop.unwrap_or(10.0);
            world.step_by(if stands { IDLE } else { RIGHT }, dt);
            for joint in &bridge.joints {
                gap = gap.max(world.scene.joint(*joint).unwrap().separation().abs());
            }
            for plank in &bridge.bodies {
                fastest = fastest.max(speed_of(&world, *plank));
            }
            lowest = lowest.min(world.feet());
        }
        assert!(gap < 0.05, "{rate}: a hinge opens by {gap}");
        assert!(fastest < 10.0, "{rate}: a plank is {fastest} m/s fast");
        assert!(lowest > -1.5 && (stop.is_some() || world.x() > 6.0), "{rate}: falls through");
    }
}

/// It stops bobbing, and the bridge bears all of it: wherever it stands, also where two planks meet
/// and at the steep ends.
#[test]
fn a_light_bridge_bears_all_of_it_and_comes_to_rest() {
    for (rate, half, stop) in [
        (60.0, 5.0, -0.4),
        (30.0, 5.0, 1.1),
        (120.0, 5.0, -2.2),
        (60.0, 3.5, 0.7),
        (50.0, 7.0, 2.6),
        (60.0, 5.0, 3.9),
        (120.0, 2.0, 0.3),
    ] {
        stands_on_a_bridge(rate, half, stop);
    }
}

fn stands_on_a_bridge(rate: Real, half: Real, stop: Real) {
    let dt = 1.0 / rate;
    let mut world = World::new();
    for x in [-half - 10.0, half + 10.0] {
        world.fixed(Collider::cuboid(10.0, 0.5).at([x, -0.5]));
    }
    build::bridge(&mut world.scene, [-half, -0.06], [half, -0.06]).unwrap();
    world.player.set_position([-half - 2.0, 0.61]).unwrap();
    let (mut lowest, mut highest): (Real, Real) = (9.0, -9.0);
    for step in 0..(8.0 * rate) as u32 {
        let input = if world.x() > stop { IDLE } else { RIGHT };
        world.step_by(input, dt);
        if step as Real * dt > 6.0 {
            (lowest, highest) = (lowest.min(world.feet()), highest.max(world.feet()));
            let ground = world.player.ground.unwrap();
            assert!(ground.load > 0.95 * WEIGHT, "{rate} Hz, {half}, {stop}: {}", ground.load);
            // A jump takes no more along than the motion that can be seen.
            assert!(ground.velocity.norm() < 0.05, "{rate} Hz: {}", ground.velocity);
        }
    }
    assert!(highest - lowest < 0.002, "{rate} Hz, {half}, {stop}: {}", highest - lowest);
}

#[test]
fn light_crates_are_not_thrown_by_who_lands_on_their_edge() {
    for x in [0.0, 0.2, 0.35, 0.5, 0.65] {
        let mut world = World::flat();
        let light = add(&mut world, [x, 0.4], Collider::cuboid(0.4, 0.4));
        world.player.set_position([0.0, 2.5]).unwrap();
        let (mut fastest, mut highest): (Real, Real) = (0.0, 0.0);
        for _ in 0..180 {
            world.scene.step(DT).unwrap();
            fastest = fastest.max(speed_of(&world, light));
            world.act(IDLE);
            highest = highest.max(world.scene.body(light).unwrap().position().y);
        }
        assert!(fastest < 5.0 && highest < 1.5, "at {x}: {fastest} m/s, up to {highest}");
    }
}

#[test]
fn a_stack_of_light_crates_bears_it() {
    let mut world = World::flat();
    let crates: Vec<_> = (0..5)
        .map(|i| add(&mut world, [0.0, 0.5 + i as Real], Collider::cuboid(0.5, 0.5)))
        .collect();
    world.player.set_position([0.0, 5.0 + FEET + SKIN]).unwrap();
    for _ in 0..300 {
        world.step(IDLE);
        let top = world.scene.body(crates[4]).unwrap().position().y;
        assert!(top > 4.5 - 0.03, "sinks to {top}");
    }
}

#[test]
fn what_it_is_set_down_on_does_not_break() {
    for mass in [1.0, 5.0, 15.0] {
        let mut world = World::flat();
        let body = Body::dynamic().position([0.0, 0.5]).fracture(20.0);
        let shape = Collider::cuboid(0.5, 0.5).mass(mass);
        world.scene.add(body, [shape]).unwrap();
        world.player.set_position([0.0, 1.0 + FEET + SKIN]).unwrap();
        for step in 0..120 {
            world.step(IDLE);
            assert!(world.scene.fracture_events().is_empty(), "{mass} kg: breaks at step {step}");
        }
    }
}

#[test]
fn a_soft_body_is_not_torn() {
    let mut world = World::flat();
    let blob = build::blob(&mut world.scene, [0.0, 1.0], 1.0).unwrap();
    world.player.set_position([0.0, 2.0 + FEET + SKIN]).unwrap();
    let mut fastest: Real = 0.0;
    for _ in 0..300 {
        world.step(IDLE);
        fastest = blob.bodies().map(|key| speed_of(&world, key)).fold(fastest, Real::max);
    }
    assert!(fastest < 10.0, "{fastest}");
}

#[test]
fn what_bears_it_sleeps_and_wakes_when_it_leaves() {
    // On the middle of a crate, and where two meet.
    for x in [0.0, 0.5] {
        let mut world = World::flat();
        let crates: Vec<_> = (0..20)
            .map(|i| {
                let at = [i as Real - 10.0, 0.5];
                add(&mut world, at, Collider::cuboid(0.5, 0.5).mass(200.0))
            })
            .collect();
        world.player.set_position([x, 1.0 + FEET + SKIN]).unwrap();
        let awake = |world: &World| {
            crates.iter().filter(|key| world.scene.body(**key).unwrap().is_awake()).count()
        };
        world.go(IDLE, 600);
        assert_eq!(awake(&world), 0, "at {x}");
        let (at, load) = (world.player.position(), world.player.ground.unwrap().load);
        assert!((load / WEIGHT - 1.0).abs() < 0.06, "{load}");
        world.go(IDLE, 60);
        assert_eq!((awake(&world), world.player.position()), (0, at));
        world.step(CharacterInput { jump: true, ..IDLE });
        assert!(awake(&world) > 0, "at {x}: nobody notices that it jumps");
    }
}

#[test]
fn what_falls_with_it_bears_little_and_what_bears_it_all_of_it() {
    for (mass, seconds) in [(20.0, 0.5), (70.0, 0.4), (1000.0, 0.4)] {
        let mut world = World::flat();
        let body = add(&mut world, [0.0, 0.5], Collider::cuboid(0.5, 0.5).mass(mass));
        world.player.set_position([0.0, 1.0 + FEET + SKIN]).unwrap();
        world.go(IDLE, (seconds / DT) as u32);
        let ground = world.player.ground.unwrap();
        assert_eq!(ground.body, body);
        assert!((ground.load / WEIGHT - 1.0).abs() < 0.1, "{mass}: {}", ground.load);
    }
    // In the air it presses with what it takes to fall as fast as it would alone.
    let mut world = World::new();
    add(&mut world, [0.0, 0.0], Collider::cuboid(0.5, 0.5).mass(7.0));
    world.player.set_position([0.0, 0.5 + FEET + SKIN]).unwrap();
    world.go(IDLE, 20);
    let load = world.player.ground.unwrap().load;
    let wanted = (25.0 - 9.81) / (1.0 / 7.0 + 1.0 / 70.0);
    assert!((load / wanted - 1.0).abs() < 0.05, "{load} instead of {wanted}");
}

#[test]
fn its_weight_is_a_force_and_not_an_impact() {
    let mut world = World::flat();
    let body = add(&mut world, [0.0, 0.5], Collider::cuboid(0.5, 0.5).mass(100.0));
    world.player.set_position([0.0, 1.0 + FEET + SKIN]).unwrap();
    world.go(IDLE, 60);
    let before = world.scene.body(body).unwrap().velocity();
    world.act(IDLE);
    let push = world.player.pushes()[0];
    assert!(push.is_weight && !push.wakes && push.body == body);
    assert!((push.impulse.y + WEIGHT * DT).abs() < 0.05 * WEIGHT * DT, "{}", push.impulse);
    assert_eq!(world.scene.body(body).unwrap().velocity(), before);
}
