//! What is pressed together keeps its room: rows before walls that move fast.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{DT, add, at, scene};
use umbra::prelude::*;

/// The deepest overlap of a row of bodies of this width along the x axis.
fn deepest_in_row(scene: &Scene, row: &[BodyKey], width: Real) -> Real {
    let place = |body: &BodyKey| at(scene, *body).position().x;
    let overlaps = row.windows(2).map(|pair| width - (place(&pair[1]) - place(&pair[0])));
    overlaps.fold(0.0, Real::max)
}

/// A wall that moves through so many bodies in a row gets no two of them deeper into one another than it comes in a substep
/// and a half, whether they touch or nearly do.
#[test]
fn a_row_before_a_fast_wall_does_not_merge() {
    let half = 0.4;
    let kinds = [
        Collider::circle(half),
        Collider::cuboid(half, half),
        Collider::capsule([0.0, -0.3], [0.0, 0.3], half),
    ];
    for (kind, shape) in kinds.iter().enumerate() {
        for (count, speed) in [(16, 24.0), (20, 16.0), (9, 35.0), (30, 8.0)] {
            for gap in [0.0, 1e-5, 1e-3, 4e-3] {
                let mut scene = scene(0.0, SolverConfig::default());
                let wall = Body::kinematic().position([-3.0, 0.0]).velocity([speed, 0.0]);
                add(&mut scene, wall, Collider::cuboid(0.5, 3.0));
                let place = |index: u8| {
                    Body::dynamic().position([(2.0 * half + gap) * Real::from(index), 0.0])
                };
                let row: Vec<_> =
                    (0..count).map(|index| add(&mut scene, place(index), shape.clone())).collect();
                let mut deepest: Real = 0.0;
                for _ in 0..40 {
                    scene.step(DT).unwrap();
                    deepest = deepest.max(deepest_in_row(&scene, &row, 2.0 * half));
                }
                let substep = speed * DT / 4.0;
                let case = format!("kind {kind}, {count} at {speed} m/s, {gap} m apart");
                assert!(
                    deepest < 1.6 * substep,
                    "{case}: {deepest} m, {} substeps",
                    deepest / substep
                );
            }
        }
    }
}
