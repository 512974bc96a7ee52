//! The same bits on any number of threads, with any width of registers, and from a copy.

use crate::common::{DT, add, pyramid, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::dimensions::parse;

/// Piles of everything: boxes, discs, capsules, polygons, compounds, chains, things that turn.
fn zoo(simd: Option<SimdLevel>) -> Scene {
    let mut scene = Scene::new(SceneConfig { simd, ..SceneConfig::default() }).unwrap();
    let bowl = (0..30).map(|i| {
        let x = i as Real - 14.5;
        [x, 0.02 * x * x - 2.0]
    });
    add(&mut scene, Body::fixed(), Collider::chain(bowl));
    let bar = Body::kinematic().position([0.0, 4.0]).angular_velocity(1.5);
    add(&mut scene, bar, Collider::cuboid(3.0, 0.2));
    for i in 0..220_u32 {
        let (x, y) = ((i * 37 % 20) as Real - 10.0, 2.0 + (i / 10) as Real * 1.1);
        let body = Body::dynamic().position([x, y]).angle(i as Real * 0.7);
        let shape = match i % 5 {
            0 => Collider::cuboid(0.4, 0.3),
            1 => Collider::circle(0.35).restitution(0.6),
            2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2),
            3 => Collider::polygon([[-0.4, -0.3], [0.5, -0.2], [0.1, 0.5]]),
            _ => Collider::compound([
                (pose([-0.3, 0.0], 0.0), Circle::new(0.25).unwrap().into()),
                (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.3, 0.15).unwrap().into()),
            ]),
        };
        add(&mut scene, body, shape.friction(0.4));
    }
    scene
}

/// Piles that make large islands: those are solved by several threads together.
fn piles(simd: Option<SimdLevel>) -> Scene {
    let mut scene = Scene::new(SceneConfig { simd, ..SceneConfig::default() }).unwrap();
    crate::common::ground(&mut scene, |collider| collider);
    pyramid(&mut scene, 35);
    for tower in 0..10 {
        stack(&mut scene, 40.0 + 3.0 * tower as Real, 8);
    }
    let ball = Body::dynamic().position([-60.0, 8.0]).velocity([40.0, 0.0]);
    add(&mut scene, ball, Collider::circle(1.5).density(5.0));
    scene
}

/// Sensors of all kinds, and what falls through them.
fn sensors(simd: Option<SimdLevel>) -> Scene {
    let def = umbra_scenes::find("sensors").unwrap();
    let mut scene = def.set_up(SceneConfig { simd, ..SceneConfig::default() }).unwrap().scene;
    // Enough for several threads to share the search.
    for i in 0..700_u32 {
        let at = [(i % 100) as Real * 0.3 - 15.0, 12.0 + (i / 100) as Real];
        let filter = Filter { category: 2, mask: 1, group: 0 };
        let shape = if i % 2 == 0 {
            Collider::circle(0.1)
        } else {
            Collider::compound([
                (pose([-0.1, 0.0], 0.0), Circle::new(0.05).unwrap().into()),
                (pose([0.1, 0.0], 0.4), Polygon::cuboid(0.05, 0.05).unwrap().into()),
            ])
        };
        let body = add(&mut scene, Body::dynamic().position(at), shape.filter(filter));
        if i % 10 == 0 {
            let around = Collider::circle(0.4).filter(Filter { category: 2, ..Filter::default() });
            scene.add_collider(body, around.sensor(true).sees_sensors(i % 20 == 0)).unwrap();
        }
    }
    scene
}

type Build = fn(Option<SimdLevel>) -> Scene;

/// Scenes, and how many events of sensors there are at least.
const SCENES: [(Build, usize); 3] = [(zoo, 0), (piles, 0), (sensors, 2000)];

fn hashes(mut scene: Scene, steps: usize) -> (Vec<u64>, Vec<ContactEvent>, Vec<SensorEvent>) {
    let (mut events, mut sensed) = (vec![], vec![]);
    let mut hashes = vec![];
    for _ in 0..steps {
        scene.step(DT).unwrap();
        events.extend_from_slice(scene.contact_events());
        sensed.extend_from_slice(scene.sensor_events());
        hashes.push(scene.state_hash());
    }
    (hashes, events, sensed)
}

#[test]
fn threads_change_no_bit_and_no_event() {
    for (build, sensed) in SCENES {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| hashes(build(None), 150))
        };
        let truth = run(1);
        assert!(!truth.1.is_empty() && truth.2.len() >= sensed);
        for threads in [2, 4, 8] {
            assert!(run(threads) == truth, "{threads} threads");
        }
    }
}

#[test]
fn simd_levels_change_no_bit_and_no_event() {
    for (build, _) in SCENES {
        let truth = hashes(build(None), 150);
        for level in SimdLevel::available() {
            assert!(hashes(build(Some(level)), 150) == truth, "{level:?}");
        }
    }
}

#[test]
fn a_clone_goes_on_like_the_original() {
    for (build, _) in SCENES {
        let mut scene = build(None);
        let mut saved = build(None);
        for _ in 0..60 {
            scene.step(DT).unwrap();
        }
        saved.clone_from(&scene);
        let clone = scene.clone();
        let truth = hashes(scene, 60);
        assert!(hashes(clone, 60) == truth);
        assert!(hashes(saved, 60) == truth);
    }
}

#[test]
fn the_order_of_slots_and_not_of_arrays_makes_the_hash() {
    let mut scene = zoo(None);
    let before = scene.state_hash();
    let first = scene.bodies().nth(5).unwrap();
    scene.body_mut(first).unwrap().set_enabled(false).unwrap();
    assert_eq!(scene.state_hash(), before);
    scene.body_mut(first).unwrap().set_position([0.0, 1.0]).unwrap();
    assert_ne!(scene.state_hash(), before);
}

/// Takes out and adds again some of everything, so that free places are out of order.
fn mix_up(scene: &mut Scene) {
    for round in 0..3 {
        let bodies: Vec<_> = scene.bodies().skip(round).step_by(3).collect();
        bodies.into_iter().for_each(|body| scene.remove_body(body).unwrap());
        for i in 0..5_u8 {
            let at = [Real::from(i), 30.0 + round as Real];
            let body = Body::dynamic().position(at).angular_velocity(1.0);
            let body = add(scene, body, Collider::cuboid(0.2, 0.3));
            let to = scene.bodies().next().unwrap();
            if to != body {
                scene.add_joint(Joint::rope(to, body, at, at, 50.0)).unwrap();
            }
        }
        let joints: Vec<_> = scene.joints().step_by(2).collect();
        joints.into_iter().for_each(|joint| scene.remove_joint(joint).unwrap());
        for _ in 0..10 {
            scene.step(DT).unwrap();
        }
    }
}

/// Chains of joints of several kinds, and boxes that fall on them.
fn joined(scene: &mut Scene) {
    let ground = crate::common::ground(scene, |collider| collider);
    for chain in 0..4_u8 {
        let mut last = ground;
        for link in 0..6_u8 {
            let at = [1.1 * Real::from(link) - 3.0, 5.0 + 2.0 * Real::from(chain)];
            let body = Body::dynamic().position(at);
            let body = add(scene, body, Collider::capsule([-0.4, 0.0], [0.4, 0.0], 0.1));
            let pin = [at[0] - 0.5, at[1]];
            let joint = match (chain + link) % 3 {
                0 => Joint::revolute(last, body, pin).limits(-0.5, 0.5),
                1 => Joint::distance(last, body, pin, pin),
                _ => Joint::weld(last, body, pin).angular_spring(3.0, 0.5),
            };
            scene.add_joint(joint).unwrap();
            last = body;
        }
    }
    pyramid(scene, 8);
}

#[test]
fn a_cleared_scene_goes_on_as_a_new_one() {
    let mixed = |scene: &mut Scene| {
        stack(scene, 12.0, 10);
        joined(scene);
    };
    let piled = |scene: &mut Scene| {
        crate::common::ground(scene, |collider| collider);
        pyramid(scene, 12);
    };
    let mapped = |scene: &mut Scene| {
        let tiles = || Collider::tiles(1.0, [[Cell::Full; 4]]).friction(0.9);
        scene.add(Body::fixed(), [tiles(), tiles().at([4.0, 0.0])]).unwrap();
        for column in 0..9_u8 {
            let at = [0.4 + 0.85 * Real::from(column), 1.3 + 0.1 * Real::from(column)];
            let body = Body::dynamic().position(at).angular_velocity(2.0);
            scene.add(body, [Collider::cuboid(0.3, 0.25)]).unwrap();
        }
    };
    let builds: [fn(&mut Scene); 4] = [joined, mixed, piled, mapped];
    for build in builds {
        let mut new = Scene::new(SceneConfig::default()).unwrap();
        build(&mut new);
        let mut used: Vec<_> = SCENES.iter().map(|(build, _)| build(None)).collect();
        for scene in &mut used {
            for _ in 0..30 {
                scene.step(DT).unwrap();
            }
            mix_up(scene);
            scene.clear();
            // Twice, with little in it.
            mix_up(scene);
            scene.clear();
            assert_eq!(scene.config(), new.config());
            build(scene);
        }
        for step in 0..400 {
            new.step(DT).unwrap();
            for (index, scene) in used.iter_mut().enumerate() {
                scene.step(DT).unwrap();
                assert_eq!(scene.state_hash(), new.state_hash(), "scene {index}, step {step}");
                assert_eq!(scene.stats().awake_bodies, new.stats().awake_bodies);
            }
        }
        used.iter().for_each(|scene| scene.validate().unwrap());
    }
}

/// Impacts that may send discs farther than their boxes reach are followed through a tree, in an
/// order that is not the tree's.
#[test]
fn trees_that_were_built_anew_change_no_bit() {
    let values = "terrain=heightfield, obstacle=sensor, shape=circle, size=small, motion=slow, count=12, lying=corner, \
                  joint=prismatic, joining=loop, role=sensor, rate=120, substeps=8, correction=classic, bounce=full, \
                  gravity=strong, unit=coins, edit=offset, place=far";
    let plan = World::new(1_179_137, parse(values).unwrap()).plan();
    let mut filled = plan.fill().unwrap();
    for step in 0..plan.steps {
        for (_, edit) in plan.edits.iter().filter(|(at, _)| *at == step) {
            filled.edit(edit).unwrap();
        }
        let mut copy = filled.scene.clone();
        copy.rebuild_derived().unwrap();
        for scene in [&mut filled.scene, &mut copy] {
            scene.step(plan.dt).unwrap();
        }
        assert_eq!(copy.state_hash(), filled.scene.state_hash(), "step {step}");
    }
}
