//! Number of pieces of bodies that break by themselves.

use umbra::prelude::*;

use crate::common::{DT, add};

/// A wall of glass that nothing but the bounds keeps whole, and hammers that come at it from all
/// along it.
fn quarry(fracture: FractureConfig, walls: u8) -> Scene {
    let config = SceneConfig { gravity: Vector::zeros(), fracture, ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    for wall in 0..walls {
        let x = 20.0 * Real::from(wall);
        let glass = Body::dynamic().position([x, 0.0]).fracture(2.0);
        add(&mut scene, glass, Collider::cuboid(3.0, 7.0));
        for row in 0..12_u8 {
            let place = [x - 4.0, Real::from(row) - 5.5];
            let hammer = Body::dynamic().position(place).velocity([30.0, 0.0]);
            add(&mut scene, hammer, Collider::circle(0.3).density(50.0));
        }
    }
    scene
}

/// Number of pieces in the end, number of steps in which a bound acted, and the longest list of
/// events.
fn run(scene: &mut Scene) -> [usize; 3] {
    let before = scene.body_count();
    let [mut bounded, mut most] = [0; 2];
    for _ in 0..150 {
        scene.step(DT).unwrap();
        bounded += usize::from(scene.stats().fractures_bounded > 0);
        most = most.max(scene.fracture_events().len());
    }
    scene.validate().unwrap();
    [scene.body_count() - before, bounded, most]
}

#[test]
fn a_body_comes_to_no_more_pieces_than_it_may() {
    for most in [0, 1, 2, 9, 17, 30] {
        let fracture = FractureConfig { pieces_per_body: most, ..FractureConfig::default() };
        let [pieces, bounded, _] = run(&mut quarry(fracture, 1));
        let more = most.saturating_sub(1) as usize;
        assert!(pieces <= more && bounded > 0, "{pieces} of {most}, {bounded}");
        // Most of what it may come to, it does come to.
        assert!(2 * pieces >= more, "{pieces} of {most}");
    }
    // Each of several has its own bound.
    let fracture = FractureConfig { pieces_per_body: 20, ..FractureConfig::default() };
    let [pieces, ..] = run(&mut quarry(fracture, 4));
    assert!((40..=4 * 19).contains(&pieces), "{pieces}");
}

#[test]
fn a_scene_holds_no_more_pieces_than_it_may() {
    for most in [30, 100] {
        let fracture = FractureConfig { pieces_in_scene: most, ..FractureConfig::default() };
        let mut scene = quarry(fracture, 5);
        let [pieces, bounded, _] = run(&mut scene);
        assert!(pieces <= most as usize && bounded > 0, "{pieces} of {most}, {bounded}");
        assert!(2 * pieces >= most as usize, "{pieces} of {most}");
        // What was swept away makes room.
        let old: Vec<_> = scene.bodies().collect();
        old.into_iter().for_each(|key| scene.remove_body(key).unwrap());
        let glass = Body::fixed().position([0.0, 0.0]).fracture(2.0);
        let glass = add(&mut scene, glass, Collider::cuboid(3.0, 7.0));
        scene.explode(Explosion::new([4.0, 0.0], 6.0).impulse(90.0)).unwrap();
        assert!(scene.body_count() > 5, "{}", scene.body_count());
        assert!(scene.body(glass).is_ok());
    }
}

#[test]
fn an_explosion_is_bounded_and_says_so() {
    let fracture = FractureConfig { pieces_per_body: 6, ..FractureConfig::default() };
    let mut scene = quarry(fracture, 1);
    let before = scene.body_count();
    for _ in 0..4 {
        scene.explode(Explosion::new([4.0, 1.0], 9.0).impulse(300.0)).unwrap();
    }
    assert!(scene.body_count() <= before + 5, "{}", scene.body_count());
    assert_eq!(scene.stats().fractures_bounded, 0, "the next step tells");
    scene.step(DT).unwrap();
    assert!(scene.stats().fractures_bounded > 0);
}

/// Bounds belong to the body: copies, parts and moments know how much of them is left.
#[test]
fn what_is_left_of_a_bound_goes_with_the_pieces() {
    let fracture = FractureConfig { pieces_per_body: 24, ..FractureConfig::default() };
    let mut scene = quarry(fracture, 1);
    let before = scene.body_count();
    scene.record(Recorder::default()).unwrap();
    while scene.body_count() == before {
        scene.step(DT).unwrap();
    }
    let all: Vec<_> = scene.bodies().collect();
    let part = scene.part_of(&all).unwrap();
    let mut there = Scene::new(*scene.config()).unwrap();
    there.insert(&part).unwrap();
    let mut moment = Snapshot::default();
    scene.save_into(&mut moment).unwrap();
    run(&mut there);
    assert!(there.body_count() <= before + 23, "{}", there.body_count());
    run(&mut scene);
    let hash = scene.state_hash();
    let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
    assert_eq!(replay.check(), Ok(()));
    scene.restore(&moment).unwrap();
    run(&mut scene);
    assert_eq!(scene.state_hash(), hash);
    assert!(scene.body_count() <= before + 23, "{}", scene.body_count());
}
