//! Hits of a ray or a moving shape on one shape of the scene.

use umbra_geom::query::{self, DistanceCache, Impact, Interior, Sweep};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

/// Hit on a shape of the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) fraction: Real,
    pub(super) point: Point,
    pub(super) normal: Vector,
    pub(super) pose: Pose,
    /// Depth of the overlap, at fraction 0.
    pub(super) depth: Real,
}

/// A ray.
#[inline]
pub(super) fn ray(target: &Shape, at: &Pose, origin: Point, translation: Vector) -> Option<Met> {
    let interior = Interior::Solid;
    let hit = query::cast_ray(target, at, origin, translation, interior)?;
    let pose = Pose::translation(hit.point.x, hit.point.y);
    let depth = if hit.fraction == 0.0 { depth_of_point(target, at, origin) } else { 0.0 };
    Some(Met { fraction: hit.fraction, point: hit.point, normal: hit.normal, pose, depth })
}

/// A shape that moves by `translation` without turning.
#[inline]
pub(super) fn shape(
    target: &Shape,
    at: &Pose,
    shape: &Shape,
    pose: &Pose,
    translation: Vector,
) -> Option<Met> {
    let hit = query::cast_shape(target, at, shape, pose, translation)?;
    let place = pose.translation.vector + translation * hit.fraction;
    let depth = if hit.fraction == 0.0 { Overlap::new(target, at, shape, pose).depth } else { 0.0 };
    let pose = Pose::from_parts(place.into(), pose.rotation);
    Some(Met { fraction: hit.fraction, point: hit.point, normal: hit.normal, pose, depth })
}

/// A shape that moves and turns, and is there once it is so near.
pub(super) fn turning(
    target: &Shape,
    at: &Pose,
    shape: &Shape,
    motion: &Sweep,
    tolerance: Real,
) -> Option<Met> {
    let still = Sweep::still(*at);
    let met = query::time_of_impact(target, &still, shape, motion, 0.0, tolerance);
    if met.impact == Impact::Separated {
        return None;
    }
    let pose = motion.pose_at(met.fraction);
    let Overlap { point, normal, depth } = Overlap::new(target, at, shape, &pose);
    Some(Met { fraction: met.fraction, point, normal, pose, depth })
}

/// Overlap of a shape with a piece, or its distance.
struct Overlap {
    point: Point,
    normal: Vector,
    depth: Real,
}

impl Overlap {
    #[cold]
    fn new(target: &Shape, at: &Pose, shape: &Shape, pose: &Pose) -> Self {
        let mut cache = DistanceCache::default();
        let found = query::distance(target, at, shape, pose, &mut cache);
        let depth = if found.distance > 0.0 { 0.0 } else { (found.point_a - found.point_b).norm() };
        Self { point: found.point_a, normal: found.normal, depth }
    }
}

#[cold]
fn depth_of_point(target: &Shape, at: &Pose, point: Point) -> Real {
    -query::project_point(target, at, point).signed_distance
}
