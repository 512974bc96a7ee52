//! The same bits at every SIMD level and for any number of threads.

use crate::common::{Shape, World};
use umbra_solver::{Body, Correction, SimdLevel, SolverConfig, Structure};

/// A scene with everything that could make a difference: islands of all sizes, a hub, bounces,
/// rolling, a conveyor, a kinematic body, locks.
fn everything() -> World {
    let mut world = World::pyramid(38);
    for i in 0..300_usize {
        let x = -30.0 + (i % 30) as f32 * 2.1;
        let y = 45.0 + (i / 30) as f32 * 1.7;
        let shape = if i % 3 == 0 { Shape::Disc(0.4) } else { Shape::Box(0.5, 0.3) };
        let body = world.add(shape, x, y);
        world.materials[body].restitution = if i % 4 == 0 { 0.7 } else { 0.0 };
        world.materials[body].rolling_resistance = if i % 5 == 0 { 0.05 } else { 0.0 };
        world.bodies[body].angular_velocity = (i % 7) as f32 - 3.0;
        world.bodies[body].linear_damping = 0.1;
        world.bodies[body].locks.x = i % 50 == 7;
    }
    let hub = world.add(Shape::Box(30.0, 0.5), 0.0, 70.0);
    world.bodies[hub].velocity.y = -5.0;
    for i in 0..60 {
        world.add(Shape::Disc(0.45), -29.5 + i as f32, 71.0);
    }
    let belt = world.add_kinematic(Shape::Box(4.0, 0.5), -34.0, 20.0);
    world.bodies[belt].velocity.x = 1.0;
    world.materials[belt].surface_speed = 2.0;
    world.add(Shape::Box(0.5, 0.5), -34.0, 21.0);
    world
}

fn hash_after(mut world: World, level: SimdLevel, threads: usize, steps: usize) -> u64 {
    world.solver.set_level(level).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| world.run(steps));
    world.hash()
}

fn configs() -> [SolverConfig; 3] {
    let projection =
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() };
    let cold = SolverConfig { warm_starting: false, ..SolverConfig::default() };
    [SolverConfig::default(), projection, cold]
}

#[test]
fn levels_and_threads_change_no_bit() {
    for config in configs() {
        let mut world = everything();
        world.config = config;
        let expected = hash_after(world.clone(), SimdLevel::Scalar, 1, 90);
        for level in SimdLevel::available() {
            for threads in [1, 2, 4] {
                let hash = hash_after(world.clone(), level, threads, 90);
                assert_eq!(hash, expected, "{level:?}, {threads} threads, {config:?}");
            }
        }
    }
}

/// A heap of discs that move past one another.
fn heap(restitution: impl Fn(usize) -> f32) -> World {
    let mut world = World::new();
    for i in 0..1024 {
        let cell = i * 577 % 1024;
        let (x, y) = ((cell % 32) as f32, (cell / 32) as f32);
        let body = world.add(Shape::Disc(0.5), 0.99 * x, 0.99 * y);
        world.bodies[body].velocity = [0.01 * (y - 16.0), (cell % 7) as f32 - 3.0].into();
        world.materials[body].restitution = restitution(i);
    }
    world
}

/// Bodies on one side of a large heap are solved by one thread. Their positions at the rebuild of
/// the structure decide which thread that is, and nothing else.
#[test]
fn halves_of_a_heap_change_no_bit() {
    let mut world = heap(|i| if i % 16 == 0 { 0.5 } else { 0.0 });
    for _ in 0..5 {
        world.collide();
        let mut whole = world.clone();
        let together: Vec<_> =
            world.bodies.iter().map(|body| Body { center: [0.0; 2].into(), ..*body }).collect();
        whole.structure = Structure::new();
        whole.structure.rebuild(&together, &mut whole.contacts).unwrap();
        assert!(whole.structure.statistics().contacts > 1536);
        whole.solve(1.0 / 60.0);
        world.solve(1.0 / 60.0);
        assert_eq!(whole.hash(), world.hash());
    }
}

/// The crowds of a large heap that bounce are dealt to lists, on which threads work side by side.
#[test]
fn dealt_crowds_change_no_bit() {
    let restitutions: [fn(usize) -> f32; 3] =
        [|_| 0.0, |i| if i % 16 == 0 { 0.5 } else { 0.0 }, |i| if i % 5 == 0 { 0.9 } else { 0.1 }];
    for restitution in restitutions {
        let mut world = heap(restitution);
        let level = SimdLevel::Scalar;
        let expected = hash_after(world.clone(), level, 1, 6);
        for threads in [2, 4] {
            assert_eq!(hash_after(world.clone(), level, threads, 6), expected, "{threads} threads");
        }
        world.step(1.0 / 60.0);
        let counts = world.solver.bounce_counts();
        let contacts = world.structure.statistics().contacts;
        assert!(contacts > 1536 && counts.watched > 100 && counts.bounces > 0, "{counts:?}");
    }
}

#[test]
fn the_scene_has_what_it_is_meant_to_test() {
    let mut world = everything();
    let (mut hubs, mut batches, mut bounced) = (0, 0, false);
    for _ in 0..90 {
        world.step(1.0 / 60.0);
        let statistics = world.structure.statistics();
        hubs = hubs.max(statistics.hubs);
        batches = batches.max(statistics.batches);
        bounced |= world.contacts.iter().any(|contact| contact.impulse > 0.0);
    }
    assert!(hubs > 0 && batches > 1 && bounced, "{hubs} hubs, {batches} batches, {bounced}");
}

#[test]
fn a_clone_goes_on_like_the_original() {
    let mut world = everything();
    world.run(30);
    let mut copy = world.clone();
    world.run(30);
    copy.run(30);
    assert_eq!(world.hash(), copy.hash());
}

/// The same hash in debug and release, on every machine: the scene uses no mathematics library.
#[test]
fn the_hash_is_the_one_we_wrote_down() {
    let mut world = World::pyramid(12);
    world.run(120);
    assert_eq!(world.hash(), GOLDEN, "{:#x}", world.hash());
}

const GOLDEN: u64 = 0xf402_719a_9003_1ec9;
