//! Shots have their expected results.

use umbra::prelude::*;
use umbra_scenes::bullets::{self, Mark, SETTINGS};

fn shots() -> u32 {
    if cfg!(debug_assertions) { 300 } else { 3_000 }
}

#[test]
fn shots_do_what_the_setting_promises() {
    for mark in Mark::ALL {
        for setting in &SETTINGS {
            let failures = bullets::failures(mark, setting, 0..shots()).unwrap();
            if mark.is_certain(setting) {
                assert_eq!(failures, 0, "{}, {}", mark.about(), setting.name);
            } else {
                assert!(failures > shots() / 2, "{}: the setting does nothing", mark.about());
            }
        }
    }
}

#[test]
fn nothing_leaves_the_range_through_its_last_wall() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let range = bullets::build(&mut scene).unwrap();
    let mut fired = 0;
    for step in 0..1200 {
        fired += u32::from(bullets::fire(&mut scene, step).unwrap().is_some());
        scene.step(1.0 / 60.0).unwrap();
        assert!(!range.any_passed(&scene), "step {step}");
    }
    assert_eq!(fired, 240);
}
