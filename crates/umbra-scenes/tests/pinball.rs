//! Flippers let no ball through.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use umbra::prelude::*;
use umbra_scenes::flippers::{Flipper, Tally};

fn shots() -> u32 {
    if cfg!(debug_assertions) { 1_000 } else { 10_000 }
}

#[test]
fn no_ball_passes_a_flipper() {
    // As heavy as a flipper with what moves it, a light one, and one of a table of ten metres.
    for (size, mass) in [(1.0, 1.0), (1.0, 0.2), (10.0, 1.0)] {
        let build = Flipper { size, mass, ..Flipper::new(1.0) };
        let tally = Tally::of(build, SceneConfig::default(), 0..shots()).unwrap();
        assert_eq!(tally.shots, shots());
        assert!(tally.passed.is_empty(), "size {size}, {mass} kg: {:?}", tally.passed);
        assert!(tally.touched > shots() * 9 / 10, "{tally:?}");
        assert!(tally.swinging > shots() / 3, "{tally:?}");
        assert!(tally.returned > shots() / 3, "{tally:?}");
        println!("{tally:?}");
    }
}

#[test]
fn without_continuous_collision_balls_pass() {
    let config = SceneConfig { continuous: Continuous::Off, ..SceneConfig::default() };
    let tally = Tally::of(Flipper::new(1.0), config, 0..500).unwrap();
    assert!(tally.passed.len() > 50, "else the shots prove nothing: {}", tally.passed.len());
}
