//! Solid sides of platforms: what they hold, and what they let pass.
//!
//! A platform holds what arrives from its solid side and is not deep in it yet. This file has the
//! tests. The decisions are made by contacts (`step/collide/one_way.rs`), sweeps (`is_held` in
//! `step/continuous.rs`), queries (`counts` in `query/mod.rs`) and characters (`holds` in
//! `query/around.rs`), which differ in the depth that they allow.

use umbra_geom::math::dot;
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use crate::collider::{front_of, is_in_front};
use crate::store::{Bodies, ColliderInfo, Piece};
use crate::tuning::HELD_BY_PLATFORM;

/// Solid sides of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Direction of the solid side; `None` if it is solid from all sides. In the world for sides
    /// made by `in_world` and `at`, in the frame of the shape for those of `new`.
    pub one_way: Option<Vector>,
    /// True if the direction is that of a one-sided line.
    pub one_sided: bool,
}

/// Directions that differ by less are the same.
const SAME_DIRECTION: Real = 1e-3;

impl Sides {
    /// The sides of a piece that belongs to a collider.
    pub fn new(info: &ColliderInfo, offset: &Pose, shape: &Shape) -> Self {
        let front = front_of(shape).filter(|_| info.one_sided);
        let turn = || offset.rotation.inverse() * info.offset.rotation;
        let one_way = front.or_else(|| info.one_way.map(|way| turn() * way));
        Self { one_way, one_sided: front.is_some() }
    }

    /// The sides of a piece, with the way in the world.
    pub(crate) fn in_world(piece: &Piece) -> Self {
        Self::at(piece, &piece.pose)
    }

    /// The sides of a piece at another pose, in the world.
    pub(crate) fn at(piece: &Piece, pose: &Pose) -> Self {
        let one_way = piece.substance.one_way.map(|way| pose.rotation * way);
        Self { one_way, one_sided: piece.substance.one_sided }
    }

    /// True if the platform stops a shape that touches it with this normal, out of the platform, at
    /// this depth. Always true without a direction.
    #[inline]
    pub(crate) fn hold(&self, normal: Vector, depth: Real, deepest: Real) -> bool {
        self.one_way.is_none_or(|way| depth <= deepest && faces(way, normal))
    }

    /// True if a surface goes on from one to the other: both let the same bodies pass, or one is
    /// solid ground. Sides of lines need not be parallel for that.
    pub(crate) fn join(&self, other: &Self) -> bool {
        let differ = |(a, b): (Vector, Vector)| (a - b).norm() > SAME_DIRECTION;
        (self.one_sided && other.one_sided) || !self.one_way.zip(other.one_way).is_some_and(differ)
    }
}

/// True if a face with this normal is on the solid side.
#[inline]
pub(crate) fn faces(way: Vector, normal: Vector) -> bool {
    dot(way, normal) >= HELD_BY_PLATFORM
}

/// True if a point is on the solid side of a line with this pose.
pub(crate) fn is_before(line: &Piece, pose: &Pose, point: Point) -> bool {
    is_in_front(line.shape(), pose.inverse() * point)
}

/// True if the body of one of two pieces drops through platforms.
pub(crate) fn any_drops_through(bodies: &Bodies, pieces: [&Piece; 2]) -> bool {
    let drops = |piece: &&Piece| {
        bodies.marks.get(piece.body as usize).is_some_and(|marks| marks.drops_through)
    };
    pieces.iter().any(drops)
}
