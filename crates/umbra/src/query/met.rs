//! How a ray or a moving shape meets one piece.

use umbra_geom::query::{self, DistanceCache, Impact, Interior, Sweep};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use crate::store::Piece;

/// Where a piece is met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) fraction: Real,
    pub(super) point: Point,
    pub(super) normal: Vector,
    pub(super) pose: Pose,
    /// How deep the two are in one another, at fraction 0.
    pub(super) depth: Real,
}

/// A ray.
#[inline]
pub(super) fn ray(piece: &Piece, origin: Point, translation: Vector) -> Option<Met> {
    let interior = Interior::Solid;
    let hit = query::cast_ray(piece.shape(), &piece.pose, origin, translation, interior)?;
    let pose = Pose::translation(hit.point.x, hit.point.y);
    let depth = if hit.fraction == 0.0 { depth_of_point(piece, origin) } else { 0.0 };
    Some(Met { fraction: hit.fraction, point: hit.point, normal: hit.normal, pose, depth })
}

/// A shape that moves by `translation` without turning.
#[inline]
pub(super) fn shape(piece: &Piece, shape: &Shape, pose: &Pose, translation: Vector) -> Option<Met> {
    let hit = query::cast_shape(piece.shape(), &piece.pose, shape, pose, translation)?;
    let place = pose.translation.vector + translation * hit.fraction;
    let depth = if hit.fraction == 0.0 { Overlap::new(piece, shape, pose).depth } else { 0.0 };
    let pose = Pose::from_parts(place.into(), pose.rotation);
    Some(Met { fraction: hit.fraction, point: hit.point, normal: hit.normal, pose, depth })
}

/// A shape that moves and turns, and is there once it is so near.
pub(super) fn turning(
    piece: &Piece,
    shape: &Shape,
    motion: &Sweep,
    tolerance: Real,
) -> Option<Met> {
    let still = Sweep::still(piece.pose);
    let met = query::time_of_impact(piece.shape(), &still, shape, motion, 0.0, tolerance);
    if met.impact == Impact::Separated {
        return None;
    }
    let pose = motion.pose_at(met.fraction);
    let Overlap { point, normal, depth } = Overlap::new(piece, shape, &pose);
    Some(Met { fraction: met.fraction, point, normal, pose, depth })
}

/// How a shape lies in a piece, or how near it comes to it.
struct Overlap {
    point: Point,
    normal: Vector,
    depth: Real,
}

impl Overlap {
    #[cold]
    fn new(piece: &Piece, shape: &Shape, pose: &Pose) -> Self {
        let mut cache = DistanceCache::default();
        let found = query::distance(piece.shape(), &piece.pose, shape, pose, &mut cache);
        let depth = if found.distance > 0.0 { 0.0 } else { (found.point_a - found.point_b).norm() };
        Self { point: found.point_a, normal: found.normal, depth }
    }
}

#[cold]
fn depth_of_point(piece: &Piece, point: Point) -> Real {
    -query::project_point(piece.shape(), &piece.pose, point).signed_distance
}
