//! The same bits everywhere: what the determinism scenes come to is kept in a file, which builds
//! for every platform have to print, and every number of threads and register width has to match.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use umbra::prelude::*;
use umbra_scenes::determinism::{GOLDEN, SCENES, hashes, played};

fn lines(change: impl Fn(&mut SceneConfig)) -> Vec<String> {
    let mut config = SceneConfig::default();
    change(&mut config);
    let run = |def: &umbra_scenes::SceneDef| hashes(def.name, &mut def.set_up(config).unwrap());
    let watched = SCENES.iter().flat_map(|def| run(def).unwrap());
    watched.chain(played(config).unwrap()).collect()
}

fn assert_golden(lines: &[String], what: &str) {
    let golden: Vec<&str> = GOLDEN.lines().collect();
    assert_eq!(lines.len(), golden.len());
    for (line, golden) in lines.iter().zip(golden) {
        // If it was meant: the head of umbra-scenes/src/bin/hashes.rs says how to write the file anew.
        assert_eq!(line, golden, "{what} differs from umbra-scenes/golden.txt");
    }
}

#[test]
fn every_simd_level_comes_to_the_golden_hashes() {
    for level in SimdLevel::available() {
        assert_golden(&lines(|config| config.simd = Some(level)), &format!("{level:?}"));
    }
}

#[test]
fn every_number_of_threads_comes_to_the_golden_hashes() {
    for threads in [1, 2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_golden(&pool.install(|| lines(|_| ())), &format!("{threads} threads"));
    }
}

/// Again and again a scene runs ahead, and is put back to where it was: by the same snapshot, whose
/// memory is used again.
#[test]
fn scenes_that_are_put_back_come_to_the_golden_hashes() {
    for def in &SCENES {
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        let (mut saved, mut older) = (Snapshot::default(), Snapshot::default());
        let mut expected = GOLDEN.lines().filter(|line| line.starts_with(def.name));
        for step in 1..=600 {
            running.step(1.0 / 60.0).unwrap();
            if step % 29 == 0 {
                core::mem::swap(&mut saved, &mut older);
                running.scene.save_into(&mut saved).unwrap();
                assert_eq!(saved.hash(), running.scene.state_hash(), "{} {step}", def.name);
                let mut ahead = running.clone();
                (0..9).for_each(|_| ahead.step(1.0 / 60.0).unwrap());
                core::mem::swap(&mut running.scene, &mut ahead.scene);
                if step % 2 == 0 && older.hash() != Snapshot::default().hash() {
                    // By way of a moment that is farther back.
                    running.scene.restore(&older).unwrap();
                    running.scene.step(1.0 / 60.0).unwrap();
                }
                running.scene.restore(&saved).unwrap();
                assert_eq!(running.scene.validate(), Ok(()), "{} {step}", def.name);
                assert_eq!(saved.hash(), running.scene.state_hash(), "{} {step}", def.name);
            }
            if step % 100 == 0 {
                let line = format!("{} {step} {:016x}", def.name, running.scene.state_hash());
                assert_eq!(Some(line.as_str()), expected.next());
            }
        }
    }
}

/// Halfway through a scene, a copy of it takes over, in which all is made anew that follows from
/// the rest.
#[test]
fn clones_come_to_the_golden_hashes() {
    for def in &SCENES {
        let mut original = def.set_up(SceneConfig::default()).unwrap();
        let mut copy = def.set_up(SceneConfig::default()).unwrap();
        for _ in 0..250 {
            original.step(1.0 / 60.0).unwrap();
        }
        copy.clone_from(&original);
        copy.scene.rebuild_derived().unwrap();
        drop(original);
        let mut expected = GOLDEN.lines().filter(|line| line.starts_with(def.name)).skip(2);
        for step in 251..=600 {
            copy.step(1.0 / 60.0).unwrap();
            if step % 100 == 0 {
                let line = format!("{} {step} {:016x}", def.name, copy.scene.state_hash());
                assert_eq!(Some(line.as_str()), expected.next());
            }
        }
    }
}
