//! Damaged and malicious files: they give an error or a valid scene, in memory bounded by the
//! file's size.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../umbra/tests/common/counting.rs"]
mod counting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;

use counting::{IN_USE, MOST, TURN};
use serde_json::Value;
use umbra::SceneFile;
use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

fn below(dice: &mut Dice, count: usize) -> usize {
    dice.below(count.max(1) as u32) as usize
}

/// A world with a bit of everything, after some steps.
fn world(steps: usize) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let map = Collider::tiles(0.5, [[Cell::Full; 12], [Cell::Empty; 12]]);
    scene.add(Body::fixed().position([-3.0, -0.5]), [map]).unwrap();
    let lift = Body::kinematic().position([3.0, 0.0]).velocity([0.0, 0.2]);
    let lift = scene.add(lift, [Collider::cuboid(0.5, 0.1).one_way([0.0, 1.0])]).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(1.0, 2.0).sensor(true)]).unwrap();
    let mut last = lift;
    for place in 0..6_u8 {
        let [x, y] = [0.3 * Real::from(place) - 1.0, 0.6 + 0.4 * Real::from(place % 3)];
        let collider = match place % 3 {
            0 => Collider::circle(0.2).restitution(0.7),
            1 => Collider::new(Polygon::regular(5, 0.25).unwrap()),
            _ => Collider::cuboid(0.2, 0.15).hit_events(true),
        };
        let key = scene.add(Body::dynamic().position([x, y]), [collider]).unwrap();
        if place % 2 == 0 {
            scene.add_joint(Joint::rope(last, key, [3.0, 0.0], [x, y], 6.0)).unwrap();
        }
        last = key;
    }
    let gone = scene.bodies().nth(4).unwrap();
    scene.remove_body(gone).unwrap();
    for _ in 0..steps {
        scene.step(1.0 / 60.0).unwrap();
    }
    scene
}

/// The numbers of steps after which worlds are saved.
const STEPS: [usize; 4] = [0, 1, 40, 300];

/// A file without a hash, which would detect most of the damage. A malicious file has none.
fn unhashed(scene: &Scene) -> SceneFile {
    let mut file = serde_json::to_value(scene.to_file()).unwrap();
    file["state"]["hash"] = 0.into();
    serde_json::from_value(file).unwrap()
}

/// The memory that a file of some size may take: read, loaded, and with all derived data.
fn allowed(size: usize) -> usize {
    10 * size + (1 << 18)
}

/// The scene of a file, if it can be read as one.
fn scene_of(file: Result<SceneFile, String>) -> Option<Scene> {
    file.ok().and_then(|file| Scene::from_file(&file).ok())
}

/// Checks that a scene is valid, if there is one. Returns true if there was.
fn hold(scene: Option<Scene>) -> bool {
    let Some(mut scene) = scene else { return false };
    assert_eq!(scene.validate(), Ok(()));
    for _ in 0..2 {
        if scene.step(1.0 / 60.0).is_err() {
            break;
        }
    }
    assert_eq!(scene.validate(), Ok(()));
    true
}

fn cases() -> u64 {
    std::env::var("UMBRA_FILES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000)
}

/// Changes some bytes.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=below(dice, 3) {
        let at = below(dice, bytes.len());
        match below(dice, 6) {
            0 => bytes[at] = below(dice, 256) as u8,
            1 => bytes[at] ^= 1 << below(dice, 8),
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][below(dice, 5)],
            3 => bytes.truncate(at.max(1)),
            4 => bytes.insert(at, below(dice, 256) as u8),
            _ => drop(bytes.remove(at)),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
}

/// Changes something in a tree of values: a number, a list, a field.
fn change(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(fields) if !fields.is_empty() && below(dice, 12) > 0 => {
            let name = fields.keys().nth(below(dice, fields.len())).unwrap().clone();
            if below(dice, 20) == 0 {
                fields.remove(&name);
            } else {
                change(&mut fields[&name], dice);
            }
        }
        Value::Array(list) if !list.is_empty() && below(dice, 12) > 0 => {
            let at = below(dice, list.len());
            match below(dice, 12) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                2 => {
                    let other = below(dice, list.len());
                    list.swap(at, other);
                }
                _ => change(&mut list[at], dice),
            }
        }
        Value::Bool(is) => *is = !*is,
        Value::Number(_) => {
            let near = value.as_f64().unwrap_or(0.0);
            *value = match below(dice, 10) {
                0 => Value::from(0),
                1 => Value::from(-1),
                2 => Value::from(u32::MAX),
                3 => Value::from(below(dice, 20)),
                4 => Value::from(1e30),
                5 => Value::from(-near),
                6 => Value::from(1e-40),
                7 => Value::from(u64::MAX),
                8 => Value::from((near as i64).saturating_add(1)),
                _ => Value::from(near * 1.5),
            };
        }
        _ => *value = Value::Null,
    }
}

fn run(cases: u64, seed: u64, mut each: impl FnMut(&mut Dice) -> bool) {
    let mut loaded = 0;
    let only = std::env::var("UMBRA_CASE").ok().and_then(|case| case.parse().ok());
    for case in only.map_or(0..cases, |case: u64| case..case + 1) {
        let mut dice = Dice::new(seed << 40 | case);
        let outcome = catch_unwind(AssertUnwindSafe(|| each(&mut dice)));
        let Ok(is_scene) = outcome else { panic!("case {case} of seed {seed}") };
        loaded += u64::from(is_scene);
    }
    // Some damage does no harm, and not all of it.
    assert!(loaded > 0 && loaded < cases, "{loaded} of {cases} were scenes");
}

#[test]
fn damaged_bytes_are_refused_or_hold() {
    let _turn = TURN.lock();
    let files: Vec<_> =
        STEPS.map(|steps| postcard::to_allocvec(&unhashed(&world(steps))).unwrap()).into();
    run(cases(), 1, |dice| {
        let mut bytes = files[below(dice, files.len())].clone();
        damage(&mut bytes, dice);
        let before = IN_USE.load(Relaxed);
        MOST.store(before, Relaxed);
        let scene = scene_of(postcard::from_bytes(&bytes).map_err(|error| error.to_string()));
        let most = MOST.load(Relaxed) - before;
        assert!(most <= allowed(bytes.len()), "{most} bytes for a file of {}", bytes.len());
        hold(scene)
    });
}

#[test]
fn changed_values_are_refused_or_hold() {
    let _turn = TURN.lock();
    let files: Vec<_> =
        STEPS.map(|steps| serde_json::to_value(unhashed(&world(steps))).unwrap()).into();
    run(cases(), 2, |dice| {
        let mut value = files[below(dice, files.len())].clone();
        for _ in 0..=below(dice, 2) {
            change(&mut value, dice);
        }
        hold(scene_of(serde_json::from_value(value).map_err(|error| error.to_string())))
    });
}

#[test]
fn damaged_recordings_are_refused_or_played() {
    let _turn = TURN.lock();
    let record = |steps: usize| {
        let mut scene = world(5);
        scene.record(Recorder::default().each_body(true).keyframe_every(20)).unwrap();
        for step in 0..steps {
            let key = scene.bodies().nth(step % 5).unwrap();
            if step % 9 == 0 {
                let island = scene.island_of(key).unwrap();
                let part = scene.extract(&island).unwrap();
                scene.insert(&part).unwrap();
            } else if scene.body(key).unwrap().is_dynamic() {
                scene.body_mut(key).unwrap().apply_impulse([0.1, 0.2]).unwrap();
            }
            scene.step(1.0 / 60.0).unwrap();
        }
        scene.take_recording().unwrap()
    };
    let recording = record(30);
    let bytes = postcard::to_allocvec(&recording).unwrap();
    let value = serde_json::to_value(&recording).unwrap();
    run(cases() / 8, 3, |dice| {
        let damaged: Option<Recording> = if below(dice, 2) == 0 {
            let mut bytes = bytes.clone();
            damage(&mut bytes, dice);
            postcard::from_bytes(&bytes).ok()
        } else {
            let mut value = value.clone();
            change(&mut value["entries"], dice);
            serde_json::from_value(value).ok()
        };
        let Some(mut replay) = damaged.and_then(|recording| Replay::new(recording).ok()) else {
            return false;
        };
        let _ = replay.check();
        assert_eq!(replay.scene().validate(), Ok(()));
        true
    });
}

#[test]
fn places_in_the_graph_that_nobody_gave_are_given_anew() {
    let _turn = TURN.lock();
    // A tray that bears a crowd: it is split into copies.
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(8.0, 0.5)]).unwrap();
    scene.add(Body::dynamic().position([0.0, 0.7]), [Collider::cuboid(7.0, 0.1)]).unwrap();
    for place in 0..40_u8 {
        let ball = Body::dynamic().position([0.3 * Real::from(place) - 6.0, 1.0]);
        scene.add(ball, [Collider::circle(0.15)]).unwrap();
    }
    (0..25).for_each(|_| scene.step(1.0 / 60.0).unwrap());
    let file = serde_json::to_value(scene.to_file()).unwrap();
    let places = file["state_since_5"]["places"].as_array().unwrap();
    assert!(places.len() > 40, "{places:?}");
    let other = |colour: u8, copy: u16| {
        let mut file = file.clone();
        for place in file["state_since_5"]["places"].as_array_mut().unwrap() {
            place[1] = serde_json::json!({ "colour": colour, "copies": [copy, copy] });
        }
        serde_json::from_value::<SceneFile>(file).unwrap()
    };
    for (colour, copy) in [(1, 1), (1, 3), (65, 2), (96, 4), (97, 0), (255, u16::MAX)] {
        let mut loaded = Scene::from_file(&other(colour, copy)).unwrap();
        (0..30).for_each(|_| loaded.step(1.0 / 60.0).unwrap());
        assert_eq!(loaded.validate(), Ok(()));
    }
    let mut beyond = file;
    beyond["state_since_5"]["places"][0][0] = 100_000.into();
    let beyond: SceneFile = serde_json::from_value(beyond).unwrap();
    assert!(
        matches!(Scene::from_file(&beyond), Err(umbra::Error::InFile { place, .. }) if place == "state_since_5")
    );
}
