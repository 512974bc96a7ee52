//! The distance between two shapes, and their nearest points.
//!
//! Box2D's points stay in the frame of the first shape, in which its function returns them, and are
//! not transformed to the world like ours: its callers do that if they need it.
//!
//! `parry` has to find the closest points, like the others. It has no cache to warm up, and so
//! enters the warm contests with the direction it found last, which its support map functions take
//! as a hint. It stops at a relative error of about 1e-3, which explains the few different answers:
//! against an exact oracle, Box2D's are right to 1e-6.

use crate::box2d::{self, b2DistanceInput, b2SimplexCache, b2Transform};
use crate::contest::Contest;
use crate::pairs::{Pair, apart, distance_input};
use crate::parry::{self, ParryPose, ParryVector};
use crate::shapes::Kind;
use parry2d::query::details::{
    closest_points_cuboid_cuboid, closest_points_support_map_support_map_with_params,
};
use parry2d::query::gjk::{GJKResult, VoronoiSimplex};
use parry2d::query::{ClosestPoints, closest_points};
use parry2d::shape::SharedShape;
use umbra_geom::query::{DistanceCache, distance};

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
            "umbra",
            pairs.to_vec(),
            |p| distance(&p.a, &p.pose_a, &p.b, &p.pose_b, &mut DistanceCache::default()),
            |_, found| Some(found.distance),
        )
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
    let with_cache = |pair: &Pair| (pair.clone(), DistanceCache::default());
    Contest::new(name, 1e-3, f32::INFINITY)
        .entry(
            "umbra",
            pairs.iter().map(with_cache).collect(),
            |(p, cache): &mut (Pair, DistanceCache)| {
                distance(&p.a, &p.pose_a, &p.b, &p.pose_b, cache)
            },
            |_, found| Some(found.distance),
        )
        .entry(
            "box2d",
            box2d_pairs(pairs),
            |p| {
                p.input.transform = box2d::relative(&p.pose_a, &p.pose_b);
                box2d::distance(&p.input, &mut p.cache)
            },
            |_, output| Some(output.distance),
        )
        .entry("parry", parry_pairs(pairs), closest_with_hint, distance_between)
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
    hint: Option<ParryVector>,
}

fn parry_pairs(pairs: &[Pair]) -> Vec<ParryPair> {
    let one = |pair: &Pair| ParryPair {
        a: parry::shape(&pair.a).expect("these contests draw shapes that parry has"),
        pose_a: parry::pose(&pair.pose_a),
        b: parry::shape(&pair.b).expect("these contests draw shapes that parry has"),
        pose_b: parry::pose(&pair.pose_b),
        hint: None,
    };
    pairs.iter().map(one).collect()
}

fn closest(p: &mut ParryPair) -> Option<ClosestPoints> {
    // What parry's `distance` does for two boxes; its `closest_points` leaves the fast path out.
    if let (Some(a), Some(b)) = (p.a.as_cuboid(), p.b.as_cuboid()) {
        let b_in_a = p.pose_a.inv_mul(&p.pose_b);
        let found = closest_points_cuboid_cuboid(&b_in_a, a, b, f32::MAX);
        return Some(found.transform_by(&p.pose_a, &p.pose_b));
    }
    closest_points(&p.pose_a, &*p.a, &p.pose_b, &*p.b, f32::MAX).ok()
}

fn closest_with_hint(p: &mut ParryPair) -> Option<ClosestPoints> {
    // With a ball parry projects its centre, and for two boxes it has a formula: both are faster
    // than any hint.
    let boxes = p.a.as_cuboid().is_some() && p.b.as_cuboid().is_some();
    let special = boxes || p.a.as_ball().is_some() || p.b.as_ball().is_some();
    let (Some(a), Some(b), false) = (p.a.as_support_map(), p.b.as_support_map(), special) else {
        return closest(p);
    };
    let b_in_a = p.pose_a.inv_mul(&p.pose_b);
    let mut simplex = VoronoiSimplex::new();
    let found = closest_points_support_map_support_map_with_params(
        &b_in_a,
        a,
        b,
        f32::MAX,
        &mut simplex,
        p.hint,
    );
    match found {
        GJKResult::ClosestPoints(on_a, on_b, direction) => {
            p.hint = Some(direction);
            Some(ClosestPoints::WithinMargin(p.pose_a * on_a, p.pose_a * on_b))
        }
        GJKResult::Intersection => Some(ClosestPoints::Intersecting),
        GJKResult::Proximity(_) | GJKResult::NoIntersection(_) => None,
    }
}

fn distance_between(_: &ParryPair, found: &Option<ClosestPoints>) -> Option<f32> {
    match found {
        Some(ClosestPoints::WithinMargin(p, q)) => Some(p.distance(*q)),
        Some(ClosestPoints::Intersecting) => Some(0.0),
        Some(ClosestPoints::Disjoint) | None => None,
    }
}
