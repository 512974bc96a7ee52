//! Random pairs of shapes for contacts, and manifolds as bits.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::f32::consts::{FRAC_PI_2, PI};

use super::{between, polygon, size};
use proptest::prelude::*;
use umbra_geom::{Capsule, Circle, Manifold, Polygon, Pose, Segment, Shape, math::pose};

/// A box around the origin, sharp or rounded.
pub fn cuboid() -> impl Strategy<Value = Shape> {
    let radius = prop_oneof![Just(0.0_f32), size()];
    (size(), size(), radius)
        .prop_map(|(x, y, r)| Polygon::cuboid(x, y).unwrap().grown(r).unwrap().into())
}

/// Any solid or segment.
pub fn shape() -> impl Strategy<Value = Shape> {
    let ends = || (between(-1.0, 1.0), between(-1.0, 1.0), size());
    prop_oneof![
        size().prop_map(|r| Circle::new(r).unwrap().into()),
        (ends(), size()).prop_filter_map("too short", |((x, y, s), r)| {
            Some(Capsule::new([-x * s, -y * s], [x * s, y * s], r).ok()?.into())
        }),
        ends().prop_filter_map("too short", |(x, y, s)| {
            Some(Segment::new([-x * s, -y * s], [x * s, y * s]).ok()?.into())
        }),
        (size(), size()).prop_map(|(x, y)| Polygon::cuboid(x, y).unwrap().into()),
        (size(), size(), size()).prop_map(|(x, y, r)| Polygon::cuboid(x, y)
            .unwrap()
            .grown(r)
            .unwrap()
            .into()),
        polygon().prop_map(Shape::from),
        (polygon(), size()).prop_map(|(p, r)| p.grown(r).unwrap().into()),
        (3_usize..12, size()).prop_map(|(n, r)| Polygon::regular(n, r).unwrap().into()),
    ]
}

/// Two random shapes, placed so that about half of all pairs touch.
pub fn pair() -> impl Strategy<Value = (Shape, Pose, Shape, Pose)> {
    pair_of(shape)
}

/// Two shapes of a kind, placed so that about half of all pairs touch.
pub fn pair_of<S: Strategy<Value = Shape>>(
    shape: impl Fn() -> S,
) -> impl Strategy<Value = (Shape, Pose, Shape, Pose)> {
    // Any angle, and often a quarter turn, where edges are parallel.
    let turn = || {
        prop_oneof![
            2 => between(-PI, PI),
            1 => (0_i8..4).prop_map(|q| f32::from(q) * FRAC_PI_2),
        ]
    };
    let place = (between(-PI, PI), between(0.0, 1.3), between(-5.0, 5.0), between(-5.0, 5.0));
    (shape(), shape(), (turn(), turn()), place).prop_map(
        |(a, b, (turn_a, turn_b), (way, near, x, y))| {
            let reach = near * (a.core().reach_from_origin() + b.core().reach_from_origin());
            let (sin, cos) = way.sin_cos();
            let (pose_a, pose_b) =
                (pose([x, y], turn_a), pose([x + reach * cos, y + reach * sin], turn_b));
            (a, pose_a, b, pose_b)
        },
    )
}

/// The bits of a manifold, so that `==` means equal to the last bit.
pub fn bits(m: &Manifold) -> Vec<u32> {
    let mut bits = vec![m.normal.x.to_bits(), m.normal.y.to_bits()];
    for p in m.points() {
        bits.extend([p.anchor_a, p.anchor_b].iter().flat_map(|v| [v.x.to_bits(), v.y.to_bits()]));
        bits.extend([p.separation.to_bits(), p.id.to_bits()]);
    }
    bits
}
