//! Solid sides of platforms: what they hold, and what they let pass.
//!
//! A platform holds what meets it from its solid side and is not deep in it yet. Contacts, sweeps, queries and characters differ
//! in where they meet it and in how deep is too deep; the rule is this one.

use umbra_geom::math::dot;
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use crate::collider::{front_of, is_in_front};
use crate::store::{Bodies, ColliderInfo, Piece};
use crate::tuning::HELD_BY_PLATFORM;

/// Solid sides of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// The way through it, in the frame of its shape or in that of the world.
    pub one_way: Option<Vector>,
    pub one_sided: bool,
}

/// Ways that differ by less are the same.
const SAME_WAY: Real = 1e-3;

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

    /// The same where the piece has another pose.
    pub(crate) fn at(piece: &Piece, pose: &Pose) -> Self {
        let one_way = piece.substance.one_way.map(|way| pose.rotation * way);
        Self { one_way, one_sided: piece.substance.one_sided }
    }

    /// True if something is held that is met with this normal, out of the platform, and lies so deep in it.
    #[inline]
    pub(crate) fn hold(&self, normal: Vector, depth: Real, deepest: Real) -> bool {
        self.one_way.is_none_or(|way| depth <= deepest && faces(way, normal))
    }

    /// True if a surface goes on from one to the other: both let the same bodies pass, or one is solid ground. Sides of lines
    /// need not be parallel for that.
    pub(crate) fn join(&self, other: &Self) -> bool {
        let differ = |(a, b): (Vector, Vector)| (a - b).norm() > SAME_WAY;
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
