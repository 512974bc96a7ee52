//! Pictures carved out of bodies.

use umbra_play::build::{MaskSettings, Outlines, outlines_from_mask_with};

use super::{disc, drawn, ring};
use crate::common::{add, at, scene};
use crate::prelude::*;

fn dot(radius: Real) -> Outlines {
    let alpha = |x, y| disc(x, y, 32.0, 25.0);
    let settings = MaskSettings {
        pixel_size: radius / 25.0,
        origin: [0.5, 0.5],
        tolerance: 0.1,
        ..MaskSettings::default()
    };
    outlines_from_mask_with([64, 64], alpha, &settings).unwrap()
}

fn mass(scene: &Scene, bodies: &[BodyKey]) -> Real {
    bodies.iter().map(|key| at(scene, *key).mass()).sum()
}

#[test]
fn a_disc_out_of_a_box_leaves_the_rest() {
    for angle in [0.0, 0.7] {
        let mut scene = scene(0.0, SolverConfig::default());
        let body = Body::dynamic().position([3.0, -2.0]).angle(0.3);
        let wall = add(&mut scene, body, Collider::cuboid(2.0, 2.0));
        let dot = dot(1.0);
        let pieces = dot.carve_body(&mut scene, wall, pose([3.0, -2.0], angle)).unwrap();
        assert_eq!(pieces, [wall]);
        let left = mass(&scene, &pieces);
        assert!((left - (16.0 - dot.area())).abs() < 2e-3, "{left}");
        assert!((left - (16.0 - core::f32::consts::PI)).abs() < 0.03);
        assert!(scene.colliders_at([3.0, -2.0], QueryFilter::default()).is_empty());
    }
}

/// Holes of the picture stay standing, and the parts of a ring leave nothing between them.
#[test]
fn a_ring_leaves_its_core() {
    for (angle, shift) in [(0.0, 0.0), (0.7, 0.0), (2.0, 500.0), (-0.3, -321.7)] {
        let mut scene = scene(0.0, SolverConfig::default());
        let body = Body::dynamic().position([shift, 0.3]).angle(0.9);
        let wall = add(&mut scene, body, Collider::cuboid(4.0, 4.0));
        let ring = ring(0.3, 0.1);
        let pieces = ring.carve_body(&mut scene, wall, pose([shift, 0.0], angle)).unwrap();
        assert_eq!(pieces.len(), 2, "{angle}");
        assert_eq!(pieces[0], wall);
        let left = mass(&scene, &pieces);
        assert!((left - (64.0 - ring.area())).abs() < 0.02, "{angle}: {left}");
        let core = at(&scene, pieces[1]).mass();
        assert!((core / (core::f32::consts::PI * 1.44) - 1.0).abs() < 0.05, "{angle}: {core}");
    }
}

#[test]
fn a_scene_is_carved_where_the_picture_is() {
    let mut scene = scene(9.81, SolverConfig::default());
    let beam = add(&mut scene, Body::fixed(), Collider::cuboid(6.0, 0.5));
    let far = add(&mut scene, Body::fixed().position([0.0, 9.0]), Collider::cuboid(1.0, 1.0));
    let crate_ = add(&mut scene, Body::dynamic().position([0.0, 1.0]), Collider::cuboid(0.5, 0.5));
    let line = add(&mut scene, Body::fixed(), Collider::segment([-9.0, 0.2], [9.0, 0.2]));
    // The ring takes the beam apart into two ends, and what is within it.
    let ring = ring(0.3, 0.1);
    let carved = ring.carve(&mut scene, pose([0.0, 0.0], 0.0), |it| it.isles_fall(true)).unwrap();
    assert_eq!(carved.iter().map(|it| it.body).collect::<Vec<_>>(), [beam, crate_]);
    assert_eq!(carved[0].pieces.len(), 3);
    assert_eq!(carved[0].pieces.iter().filter(|it| at(&scene, **it).is_dynamic()).count(), 2);
    assert!(carved[0].pieces.contains(&beam));
    let middle = scene.colliders_at([0.0, 0.0], QueryFilter::default());
    let middle = scene.collider(middle[0]).unwrap().body();
    assert!(carved[0].pieces.contains(&middle) && at(&scene, middle).is_dynamic());
    assert!(scene.body(far).is_ok() && scene.body(line).is_ok());
    // Out of reach, or with nothing in the picture, nothing is carved.
    let before = scene.state_hash();
    assert!(ring.carve(&mut scene, pose([90.0, 0.0], 0.0), |it| it).unwrap().is_empty());
    let nothing = Outlines::default();
    assert!(nothing.carve(&mut scene, pose([0.0, 0.0], 0.0), |it| it).unwrap().is_empty());
    assert_eq!(nothing.carve_body(&mut scene, far, pose([0.0, 9.0], 0.0)).unwrap(), [far]);
    assert_eq!(scene.state_hash(), before);
}

#[test]
fn what_lies_in_the_picture_is_gone() {
    let mut scene = scene(0.0, SolverConfig::default());
    let small = add(&mut scene, Body::dynamic(), Collider::cuboid(0.2, 0.2));
    assert!(dot(1.0).carve_body(&mut scene, small, pose([0.0, 0.0], 0.0)).unwrap().is_empty());
    assert!(scene.body(small).is_err());
    // Wholly within a ring's band, over several of its parts.
    let small = add(&mut scene, Body::dynamic().position([0.0, 1.6]), Collider::cuboid(0.3, 0.2));
    let carved = ring(0.3, 0.1).carve(&mut scene, pose([0.0, 0.0], 0.0), |it| it).unwrap();
    assert_eq!((carved.len(), carved[0].body, carved[0].pieces.len()), (1, small, 0));
}

#[test]
fn letters_are_cut_out_of_a_sheet() {
    let mut scene = scene(0.0, SolverConfig::default());
    let sheet = add(&mut scene, Body::fixed(), Collider::cuboid(10.0, 5.0));
    let word = drawn(&[
        "#####..#####..#...#",
        "#...#..#...#..#...#",
        "#...#..#####..#...#",
        "#...#..#...#..#...#",
        "#####..#####..#####",
    ]);
    let pieces = word.carve_body(&mut scene, sheet, pose([-9.5, -2.5], 0.0)).unwrap();
    // The sheet, the middle of the O and the two of the B.
    assert_eq!(pieces.len(), 4);
    for (x, y) in [(-7.0, 0.0), (0.0, 1.0), (0.0, -1.0), (7.0, 1.0), (-3.5, 0.0)] {
        assert_eq!(scene.colliders_at([x, y], QueryFilter::default()).len(), 1, "{x}, {y}");
    }
    for (x, y) in [(-9.0, 0.0), (-0.0, 0.0), (-2.0, 0.0), (7.0, -2.0)] {
        assert!(scene.colliders_at([x, y], QueryFilter::default()).is_empty(), "{x}, {y}");
    }
}

#[test]
fn carving_is_recorded_and_repeats() {
    let run = || {
        let mut scene = scene(9.81, SolverConfig::default());
        let wall = add(&mut scene, Body::fixed(), Collider::cuboid(4.0, 4.0));
        ring(0.3, 0.1).carve(&mut scene, pose([0.3, 0.1], 0.4), |it| it.isles_fall(true)).unwrap();
        for _ in 0..30 {
            scene.step(1.0 / 60.0).unwrap();
        }
        assert!(scene.body(wall).is_ok());
        scene.state_hash()
    };
    assert_eq!(run(), run());
}
