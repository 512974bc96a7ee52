//! Shared by the property tests: random shapes and poses, and slow oracles in f64.

#![allow(dead_code, unreachable_pub, reason = "every test file uses its own part of this")]

pub mod oracle;
pub mod pairs;

use std::f32::consts::PI;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use umbra_geom::math::pose;
use umbra_geom::{Capsule, ChainSegment, Circle, Polygon, Pose, Real, Segment, Shape};

/// The number of cases for each property: `UMBRA_CASES`, or a small default.
pub fn cases() -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000)
}

/// The same cases on every run; nothing is written to disk.
pub fn config(seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases: cases(),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::default()
    }
}

/// `count` values of a strategy, for tests of more cases than shrinking can handle.
pub fn many<T: std::fmt::Debug>(
    seed: u64,
    count: u32,
    strategy: impl Strategy<Value = T>,
) -> impl Iterator<Item = T> {
    let mut runner = TestRunner::new(config(seed));
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("a value").current())
}

/// A number between two others. The strategy for a range of floats fails an assertion of its own
/// about once in a million values.
pub fn between(low: Real, high: Real) -> BoxedStrategy<Real> {
    const STEPS: u32 = 1 << 24;
    (0..=STEPS).prop_map(move |step| low + (high - low) * (step as Real / STEPS as Real)).boxed()
}

/// A size from 0.05 to 5, every order of magnitude as likely.
pub fn size() -> impl Strategy<Value = Real> {
    between(0.05_f32.ln(), 5.0_f32.ln()).prop_map(Real::exp)
}

/// A polygon without rounding: the hull of some points in a box that may be long and thin.
pub fn polygon() -> impl Strategy<Value = Polygon> {
    let points = prop::collection::vec([between(-1.0, 1.0), between(-1.0, 1.0)], 3..14);
    (size(), size(), points).prop_filter_map("a hull with an inside", |(x, y, points)| {
        Polygon::hull(points.into_iter().map(|[px, py]| [px * x, py * y])).ok()
    })
}

/// Any shape: circles, capsules, segments, links, boxes, polygons sharp, rounded and many-sided.
pub fn shape() -> BoxedStrategy<Shape> {
    let ends = || (size(), [between(-PI, PI)], [between(-1.0, 1.0), between(-1.0, 1.0)]);
    let two = |(length, [turn], [x, y]): (Real, [Real; 1], [Real; 2])| {
        let (sin, cos) = turn.sin_cos();
        ([x - cos * length, y - sin * length], [x + cos * length, y + sin * length])
    };
    prop_oneof![
        2 => size().prop_map(|r| Circle::new(r).expect("a size").into()),
        2 => (ends(), size()).prop_map(move |(e, r)| {
            let (a, b) = two(e);
            Capsule::new(a, b, r).expect("two ends").into()
        }),
        1 => ends().prop_map(move |e| {
            let (a, b) = two(e);
            Segment::new(a, b).expect("two ends").into()
        }),
        1 => ends().prop_map(move |e| {
            let (a, b) = two(e);
            ChainSegment::new(None, a, b, None).expect("two ends").into()
        }),
        3 => (size(), size()).prop_map(|(x, y)| Polygon::cuboid(x, y).expect("a box").into()),
        // Aspect ratios up to 1000.
        1 => (between(5.0, 50.0), between(0.05, 0.1))
            .prop_map(|(x, y)| Polygon::cuboid(x, y).expect("a box").into()),
        3 => polygon().prop_map(Into::into),
        3 => (polygon(), size()).prop_map(|(p, r)| p.grown(0.3 * r).expect("a radius").into()),
        1 => (size(), 9_usize..40).prop_map(|(r, n)| {
            Polygon::regular(n, r).expect("a regular polygon").into()
        }),
    ]
    .boxed()
}

/// A pose somewhere around the origin, from near to a few sizes away.
pub fn placed() -> BoxedStrategy<Pose> {
    ([between(-1.0, 1.0), between(-1.0, 1.0)], between(0.1, 12.0), between(-PI, PI))
        .prop_map(|([x, y], scale, turn)| pose([x * scale, y * scale], turn))
        .boxed()
}

/// A shape and its pose.
pub fn body() -> BoxedStrategy<(Shape, Pose)> {
    (shape(), placed()).boxed()
}

/// The error that a distance between two shapes may have, from the size of the numbers in it.
///
/// A coordinate of size L is known to L / 2^24. A point goes through two rotations and two sums,
/// a distance through one more product: about 16 roundings, which add up to at most 16 L / 2^24,
/// or L * 1e-6.
pub fn rounding(lengths: &[Real]) -> f64 {
    1e-6 * lengths.iter().map(|&l| f64::from(l.abs())).sum::<f64>()
}

/// The size of the numbers in a shape at a pose.
pub fn extent(shape: &Shape, pose: &Pose) -> Real {
    shape.core().reach_from_origin() + pose.translation.vector.norm()
}
