//! The distance between two shapes, and the two points it lies between.
//!
//! `parry` is asked for the closest points, as the others give them too; it has no cache to warm
//! up, and so enters the warm contests with the direction it found last.

use crate::box2d::{self, b2DistanceInput, b2SimplexCache, b2Transform};
use crate::contest::Contest;
use crate::pairs::{Pair, apart, distance_input};
use crate::parry::{self, ParryPose};
use crate::shapes::Kind;
use parry2d::query::{ClosestPoints, closest_points};
use parry2d::shape::SharedShape;

pub(super) fn contests() -> Vec<Contest> {
    let kinds = [
        ("distance_box_box", "distance_box_box_warm", Kind::Cuboid, 11),
        ("distance_hexagon_hexagon", "distance_hexagon_hexagon_warm", Kind::Hexagon, 12),
        ("distance_mixed", "distance_mixed_warm", Kind::Any, 13),
    ];
    let mut contests = Vec::new();
    for (cold_name, warm_name, kind, seed) in kinds {
        let pairs = apart(kind, kind, seed);
        contests.push(cold(cold_name, &pairs));
        contests.push(warm(warm_name, &pairs));
    }
    contests
}

fn cold(name: &'static str, pairs: &[Pair]) -> Contest {
    Contest::new(name, 1e-3, f32::INFINITY)
        .entry(
            "box2d",
            box2d_pairs(pairs),
            |p| {
                p.input.transform = box2d::relative(&p.pose_a, &p.pose_b);
                box2d::distance(&p.input, &mut EMPTY_CACHE.clone())
            },
            |_, output| Some(output.distance),
        )
        .entry("parry", parry_pairs(pairs), closest, distance_between)
}

fn warm(name: &'static str, pairs: &[Pair]) -> Contest {
    Contest::new(name, 1e-3, f32::INFINITY)
        .entry(
            "box2d",
            box2d_pairs(pairs),
            |p| {
                p.input.transform = box2d::relative(&p.pose_a, &p.pose_b);
                box2d::distance(&p.input, &mut p.cache)
            },
            |_, output| Some(output.distance),
        )
        .entry("parry", parry_pairs(pairs), closest, distance_between)
}

const EMPTY_CACHE: b2SimplexCache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };

struct Box2dPair {
    input: b2DistanceInput,
    pose_a: b2Transform,
    pose_b: b2Transform,
    cache: b2SimplexCache,
}

fn box2d_pairs(pairs: &[Pair]) -> Vec<Box2dPair> {
    let one = |pair: &Pair| Box2dPair {
        input: distance_input(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b),
        pose_a: box2d::transform(&pair.pose_a),
        pose_b: box2d::transform(&pair.pose_b),
        cache: EMPTY_CACHE,
    };
    pairs.iter().map(one).collect()
}

struct ParryPair {
    a: SharedShape,
    pose_a: ParryPose,
    b: SharedShape,
    pose_b: ParryPose,
}

fn parry_pairs(pairs: &[Pair]) -> Vec<ParryPair> {
    let one = |pair: &Pair| ParryPair {
        a: parry::shape(&pair.a).expect("these contests draw shapes that parry has"),
        pose_a: parry::pose(&pair.pose_a),
        b: parry::shape(&pair.b).expect("these contests draw shapes that parry has"),
        pose_b: parry::pose(&pair.pose_b),
    };
    pairs.iter().map(one).collect()
}

fn closest(p: &mut ParryPair) -> Option<ClosestPoints> {
    closest_points(&p.pose_a, &*p.a, &p.pose_b, &*p.b, f32::MAX).ok()
}

fn distance_between(_: &ParryPair, found: &Option<ClosestPoints>) -> Option<f32> {
    match found {
        Some(ClosestPoints::WithinMargin(p, q)) => Some(p.distance(*q)),
        Some(ClosestPoints::Intersecting) => Some(0.0),
        Some(ClosestPoints::Disjoint) | None => None,
    }
}
