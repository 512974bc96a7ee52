//! A steady step asks for no memory: what it works with is kept from the steps before.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;
#[path = "common/counting.rs"]
mod counting;

use std::sync::atomic::Ordering::Relaxed;

use common::{pyramid, scene};
use counting::{IN_USE, TURN, calls};
use umbra::prelude::*;

/// Calls for memory of `steps` steps on one thread, after `settling` others.
fn calls_of(mut scene: Scene, settling: usize, steps: usize) -> usize {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        common::run(&mut scene, settling);
        let before = calls();
        common::run(&mut scene, steps);
        calls() - before
    })
}

fn empty() -> Scene {
    let mut scene = scene(9.81, SolverConfig::default());
    scene.config_mut().sleep.enabled = false;
    scene
}

fn running(name: &str) -> Scene {
    umbra_scenes::find(name).unwrap().set_up(SceneConfig::default()).unwrap().scene
}

/// Boxes and pairs of triangles, 20 to a row, in a drum that turns.
fn drum() -> Scene {
    let mut scene = empty();
    let drum = scene.add_body(Body::kinematic().angular_velocity(0.5)).unwrap();
    for (x, y, half_x, half_y) in
        [(9.0, 0.0, 0.5, 9.0), (-9.0, 0.0, 0.5, 9.0), (0.0, 9.0, 9.0, 0.5), (0.0, -9.0, 9.0, 0.5)]
    {
        let wall = Collider::cuboid(half_x, half_y).at([x, y]);
        scene.add_collider(drum, wall).unwrap();
    }
    let triangle = |points: [[Real; 2]; 3]| {
        let points = points.map(Point::from);
        (pose([0.0, 0.0], 0.0), Polygon::new(points).unwrap().into())
    };
    let kite = Collider::compound([
        triangle([[-0.3, 0.0], [0.3, 0.0], [0.0, 0.3]]),
        triangle([[-0.3, 0.0], [0.0, -0.3], [0.3, 0.0]]),
    ]);
    for index in 0..400 {
        let (row, column) = (index / 20, index % 20);
        let at = [0.7 * column as Real - 6.65, 0.7 * row as Real - 6.65];
        let collider = if index % 2 == 0 { Collider::cuboid(0.25, 0.25) } else { kite.clone() };
        common::add(&mut scene, Body::dynamic().position(at), collider);
    }
    scene
}

#[test]
fn a_step_of_a_scene_at_rest_asks_for_no_memory() {
    let _turn = TURN.lock();
    let mut pile = empty();
    common::ground(&mut pile, |ground| ground);
    pyramid(&mut pile, 30);
    for (name, scene) in [("pile_100", running("pile_100")), ("pyramid", pile)] {
        assert_eq!(calls_of(scene, 120, 60), 0, "{name}");
    }
}

#[test]
fn a_step_in_wind_and_water_asks_for_no_memory() {
    let _turn = TURN.lock();
    let mut scene = empty();
    umbra_scenes::elements::harbour(&mut scene).unwrap();
    assert_eq!(calls_of(scene, 1200, 60), 0);
}

#[test]
fn a_step_of_a_turning_drum_asks_for_no_memory_once_it_has_been_round() {
    let _turn = TURN.lock();
    // Six times round: until then now and then more bounces at once than ever before, and their list grows.
    assert_eq!(calls_of(drum(), 4500, 500), 0);
}

#[test]
fn a_step_of_a_turning_drum_full_of_sensors_asks_for_no_memory_once_it_has_been_round() {
    let _turn = TURN.lock();
    let mut scene = drum();
    let bodies: Vec<_> = scene.bodies().collect();
    // Some stand still, some go round with the drum, some with what falls, and some are fast.
    for index in 0..30 {
        let at = [0.5 * index as Real - 7.0, (index % 5) as Real - 2.0];
        let zone = Collider::circle(0.4).sensor(true).sees_sensors(index % 2 == 0);
        match index % 3 {
            0 => drop(common::add(&mut scene, Body::fixed().position(at), zone)),
            1 => {
                let around = zone.at(at);
                scene.add_collider(bodies[0], around).unwrap();
            }
            _ => drop(scene.add_collider(bodies[10 * index], zone).unwrap()),
        }
    }
    let beam = Collider::cuboid(4.0, 0.01).sensor(true);
    common::add(&mut scene, Body::kinematic().angular_velocity(30.0), beam);
    // As above.
    assert_eq!(calls_of(scene, 4500, 100), 0);
}

/// Bodies, joints and sensors come and go over a tile map for minutes, with a snapshot now and
/// then. `UMBRA_STEPS` says for how long.
#[test]
fn a_world_that_adds_and_removes_keeps_its_size() {
    let _turn = TURN.lock();
    let mut scene = scene(9.81, SolverConfig::default());
    let floor = Collider::tiles(0.5, [[Cell::Full; 60]; 2]).at([-15.0, -1.0]);
    scene.add(Body::fixed(), [floor]).unwrap();
    let mut ring: [Snapshot; 4] = Default::default();
    let mut here = std::collections::VecDeque::with_capacity(64);
    let mut in_use = Vec::with_capacity(4);
    let steps: u32 =
        std::env::var("UMBRA_STEPS").ok().and_then(|it| it.parse().ok()).unwrap_or(24_000);
    for step in 0..steps {
        let at = [(step % 23) as Real - 11.0, 3.0 + (step % 5) as Real];
        let shape = match step % 3 {
            0 => Collider::circle(0.3),
            1 => Collider::cuboid(0.3, 0.2),
            _ => Collider::concave([[-0.4, 0.0], [0.0, 0.1], [0.4, 0.0], [0.0, 0.4]]),
        };
        let body = scene.add(Body::dynamic().position(at), [shape]).unwrap();
        if step % 7 == 0 {
            let zone = Collider::circle(1.0).sensor(true);
            scene.add_collider(body, zone).unwrap();
        }
        if let Some(last) = here.back().filter(|_| step % 4 == 0) {
            let rope = Joint::rope(*last, body, at, at, 2.0);
            scene.add_joint(rope).unwrap();
        }
        here.push_back(body);
        if here.len() > 40 {
            scene.remove_body(here.pop_front().unwrap()).unwrap();
        }
        if step % 50 == 0 {
            scene.save_into(&mut ring[(step / 50) as usize % 4]).unwrap();
        }
        common::run(&mut scene, 1);
        if (step + 1) % (steps / 4) == 0 {
            in_use.push(IN_USE.load(Relaxed));
        }
    }
    let [first, .., last] = in_use[..] else { panic!("{in_use:?}") };
    assert!(last < first + first / 20, "{in_use:?}");
}

#[test]
fn a_step_of_a_character_asks_for_no_memory() {
    let _turn = TURN.lock();
    let mut scene = running("tiles");
    common::run(&mut scene, 60);
    let shape = Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3).unwrap();
    let mut player = umbra::character::Character::new(shape).unwrap();
    player.set_position([16.0, 12.0]).unwrap();
    let mut walk = |steps: u32| {
        let before = calls();
        for step in 0..steps {
            let run = if step / 50 % 2 == 0 { 1.0 } else { -1.0 };
            let jump = step % 40 > 20;
            let input = umbra::character::CharacterInput { run, jump, ..Default::default() };
            player.step(&scene, &input, common::DT).unwrap();
        }
        calls() - before
    };
    walk(600);
    assert_eq!(walk(600), 0);
}

/// Memory of parts: a pyramid with its contacts, and a chain with its joints.
#[test]
fn a_part_takes_little_memory() {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut heap = empty();
    pyramid(&mut heap, 12);
    common::run(&mut heap, 30);
    let mut chain = empty();
    let mut last = chain.add_body(Body::fixed()).unwrap();
    for link in 0..60_u8 {
        let x = 0.5 * Real::from(link);
        let body = Body::dynamic().position([x + 0.25, 0.0]);
        let next = common::add(&mut chain, body, Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.1));
        chain.add_joint(Joint::revolute(last, next, [x, 0.0])).unwrap();
        last = next;
    }
    let sizes = [("heap", heap), ("chain", chain)].map(|(name, scene)| {
        let bodies: Vec<_> = scene.bodies().collect();
        let before = IN_USE.load(Relaxed);
        let part = scene.part_of(&bodies).unwrap();
        let size = (IN_USE.load(Relaxed) - before) / bodies.len();
        drop(part);
        (name, size)
    });
    // They took 2,200 to 2,400.
    assert!(sizes[0].1 < 1000 && sizes[1].1 < 1200, "{sizes:?}");
}

/// Worlds of a batch keep what they are made of; the memory that steps work in belongs to all of
/// them.
#[test]
fn a_world_of_a_batch_takes_little_memory() {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut lander = empty();
    lander.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)]).unwrap();
    let hull = Body::dynamic().position([0.0, 3.0]);
    let hull = lander.add(hull, [Collider::cuboid(0.5, 0.3)]).unwrap();
    for side in [-1.0, 1.0] {
        let leg = Body::dynamic().position([0.5 * side, 2.5]);
        let leg = lander.add(leg, [Collider::cuboid(0.06, 0.25)]).unwrap();
        let hinge = Joint::revolute(hull, leg, [0.4 * side, 2.8]).limits(-0.5, 0.5);
        lander.add_joint(hinge.motor(0.3 * side, 40.0)).unwrap();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut few = Batch::new(&lander, 16);
        let start = IN_USE.load(Relaxed);
        let mut many = Batch::new(&lander, 64);
        let made = (IN_USE.load(Relaxed) - start) / 64;
        (0..200).for_each(|_| few.step(common::DT).unwrap());
        let start = IN_USE.load(Relaxed) - 64 * made;
        (0..200).for_each(|_| many.step(common::DT).unwrap());
        let stepped = (IN_USE.load(Relaxed) - start) / 64;
        // They took 13,300 and 26,600.
        assert!(made < 11_000 && stepped < 20_000, "{made}, {stepped}");
    });
}
