//! Flippers let no ball through, and a game has the same result twice.

use umbra::prelude::*;
use umbra_scenes::flippers::{Flipper, Tally};
use umbra_scenes::pinball::{self, Score};

fn shots() -> u32 {
    if cfg!(debug_assertions) { 1_000 } else { 10_000 }
}

#[test]
fn no_ball_passes_a_flipper() {
    // As heavy as a flipper with what moves it, a light one, and one of a table of ten metres.
    for (size, mass) in [(1.0, 1.0), (1.0, 0.2), (10.0, 1.0)] {
        let build = Flipper { size, mass, ..Flipper::new(1.0) };
        let tally = Tally::run(build, SceneConfig::default(), 0..shots()).unwrap();
        assert_eq!(tally.shots, shots());
        assert!(tally.passed.is_empty(), "size {size}, {mass} kg: {:?}", tally.passed);
        assert!(tally.touched > shots() * 9 / 10, "{tally:?}");
        assert!(tally.swinging > shots() / 3, "{tally:?}");
        assert!(tally.returned > shots() / 4, "{tally:?}");
    }
}

#[test]
fn without_continuous_collision_balls_pass() {
    let config = SceneConfig { continuous: Continuous::Off, ..SceneConfig::default() };
    let tally = Tally::run(Flipper::new(1.0), config, 0..500).unwrap();
    assert!(tally.passed.len() > 50, "else the shots prove nothing: {}", tally.passed.len());
}

#[test]
fn a_game_comes_to_its_end_and_to_the_same_end_twice() {
    let game = || {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        pinball::build(&mut scene).unwrap();
        for step in 0..36_000 {
            pinball::play(&mut scene, step).unwrap();
            if Score::read(&scene).is_over() {
                return (Score::read(&scene), step, scene.state_hash());
            }
            scene.step(1.0 / 60.0).unwrap();
        }
        panic!("the game has no end");
    };
    let (score, steps, hash) = game();
    assert!(score.points > 1000, "{score:?}");
    assert_eq!(game(), (score, steps, hash));
}
