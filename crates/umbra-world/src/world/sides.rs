//! Solid sides of platforms.

use umbra_geom::{Pose, Real, Shape, Vector};

use crate::collider::front_of;
use crate::store::{ColliderInfo, Piece};

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
        Self { one_way: piece.one_way(), one_sided: piece.substance.one_sided }
    }

    /// True if two platforms let the same bodies pass. Sides of lines need not be parallel for
    /// that.
    pub(crate) fn let_pass_like(&self, other: &Self) -> bool {
        (self.one_sided && other.one_sided) || let_pass_alike(self.one_way, other.one_way)
    }
}

/// True unless both are platforms and their directions differ.
pub(crate) fn let_pass_alike(a: Option<Vector>, b: Option<Vector>) -> bool {
    !a.zip(b).is_some_and(|(a, b)| (a - b).norm() > SAME_WAY)
}
