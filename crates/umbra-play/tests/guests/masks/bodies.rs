//! Bodies and ground made of pictures.

use umbra_play::build::{MaskSettings, outlines_from_mask, outlines_from_mask_with};

use super::{drawn, drawn_with, ring};
use crate::common::{at, ground, run, scene};
use crate::prelude::*;

#[test]
fn a_ring_rests_on_the_ground() {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    let outlines = ring(0.3, 0.05);
    let colliders = outlines.concave().unwrap();
    let colliders = colliders.into_iter().map(|it| it.rolling_resistance(0.05));
    let wheel = scene.add(Body::dynamic().position([0.0, 1.2]), colliders).unwrap();
    // What lies in its hole stays there.
    let ball = scene.add(Body::dynamic().position([0.0, 1.2]), [Collider::circle(0.1)]).unwrap();
    assert!((at(&scene, wheel).mass() / outlines.area() - 1.0).abs() < 1e-3);
    run(&mut scene, 240);
    assert!((at(&scene, wheel).position().y - 1.0).abs() < 0.03);
    let inside = at(&scene, ball).position() - at(&scene, wheel).position();
    assert!(inside.norm() < 0.6 && inside.y < -0.3, "{inside}");
}

#[test]
fn islands_of_one_picture_are_one_body() {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    let settings = MaskSettings { origin: [0.5, 0.0], tolerance: 0.0, ..MaskSettings::default() };
    let outlines = drawn_with(&["##...##", "##...##", "##...##"], &settings);
    for colliders in [outlines.concave().unwrap(), outlines.convex().unwrap()] {
        assert_eq!(colliders.len(), 2);
        let body = scene.add(Body::dynamic().position([0.0, 0.3]), colliders).unwrap();
        assert!((at(&scene, body).mass() - 11.0).abs() < 1e-3);
        run(&mut scene, 120);
        assert!(at(&scene, body).position().y.abs() < 0.02);
        scene.remove_body(body).unwrap();
    }
}

#[test]
fn convex_hulls_fill_bays() {
    let outlines = drawn(&["#..#", "#..#", "####"]);
    let mut scene = scene(9.81, SolverConfig::default());
    let hull = scene.add(Body::dynamic(), outlines.convex().unwrap()).unwrap();
    assert!((at(&scene, hull).mass() - 11.5).abs() < 1e-3);
}

/// Ground holds from outside, and in holes from within.
#[test]
fn terrain_holds_from_the_empty_side() {
    let picture = [
        "................",
        "...........#####",
        "################",
        "#####......#####",
        "#####......#####",
        "################",
    ];
    let outlines = drawn(&picture);
    assert_eq!(outlines.outlines[0].holes.len(), 1);
    let mut scene = scene(9.81, SolverConfig::default());
    scene.add(Body::fixed(), outlines.terrain()).unwrap();
    let ball = |scene: &mut Scene, x: Real, y: Real| {
        scene.add(Body::dynamic().position([x, y]), [Collider::circle(0.4)]).unwrap()
    };
    let above = ball(&mut scene, 5.0, 6.0);
    let in_cave = ball(&mut scene, 8.0, 2.0);
    run(&mut scene, 180);
    assert!((at(&scene, above).position().y - 4.4).abs() < 0.01);
    assert!((at(&scene, in_cave).position().y - 1.4).abs() < 0.01);
    // A shot from inside of the cave does not get out.
    scene.body_mut(in_cave).unwrap().set_velocity([0.0, 40.0]).unwrap();
    run(&mut scene, 120);
    let y = at(&scene, in_cave).position().y;
    assert!(y > 1.0 && y < 3.0, "{y}");
}

#[test]
fn stacks_of_pictures_come_to_rest() {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    let alpha = |x: usize, y: usize| {
        let is_mark = (3..7).contains(&x) && (3..7).contains(&y);
        Real::from(u8::from(!is_mark))
    };
    let settings = MaskSettings { pixel_size: 0.1, origin: [0.5, 0.5], ..MaskSettings::default() };
    let block = outlines_from_mask_with([10, 10], alpha, &settings).unwrap();
    let blocks: Vec<BodyKey> = (0..5)
        .map(|i| {
            let body = Body::dynamic().position([0.0, 0.55 + 1.05 * i as Real]);
            scene.add(body, block.concave().unwrap()).unwrap()
        })
        .collect();
    run(&mut scene, 300);
    for (i, block) in blocks.iter().enumerate() {
        let y = at(&scene, *block).position().y;
        assert!((y - 0.5 - i as Real).abs() < 0.05, "{i}: {y}");
    }
    // Exactly one above the other, they rock a little longer than a little aside.
    run(&mut scene, 60);
    assert!(blocks.iter().all(|it| !at(&scene, *it).is_awake()));
}

/// The smallest and the largest pixels, and the widest picture, make colliders that are accepted.
#[test]
fn extreme_pictures_make_bodies() {
    let mut scene = scene(9.81, SolverConfig::default());
    for pixel_size in [1e-4, 1e3] {
        let outlines = ring(0.3, pixel_size);
        scene.add(Body::fixed(), outlines.terrain()).unwrap();
        scene.add(Body::fixed(), outlines.concave().unwrap()).unwrap();
        scene.add(Body::fixed(), outlines.convex().unwrap()).unwrap();
    }
    // Teeth that are far from the origin, and a slit along all of it.
    let alpha = |x: usize, y: usize| match y {
        0 => 0.2 * (x % 6) as Real,
        3 => 0.45 + 0.0001 * (x % 7) as Real,
        _ => 1.0,
    };
    for tolerance in [0.0, 0.4, 3.0] {
        let wide = outlines_from_mask([16_384, 7], alpha, tolerance).unwrap();
        assert_eq!(wide.outlines.len(), 2);
        scene.add(Body::fixed(), wide.terrain()).unwrap();
        scene.add(Body::fixed(), wide.concave().unwrap()).unwrap();
    }
    for threshold in [0.001, 0.999] {
        let settings = MaskSettings { threshold, ..MaskSettings::default() };
        let sheet = outlines_from_mask_with([9, 9], |x, _| 0.12 * x as Real, &settings).unwrap();
        assert_eq!(sheet.outlines.len(), usize::from(threshold < 0.5));
        scene.add(Body::fixed(), sheet.concave().unwrap()).unwrap();
    }
    scene.step(1.0 / 60.0).unwrap();
}
