//! The part of a collider that a piece is.

use umbra_geom::{Point, Real};

use super::{Colliders, Piece};
use crate::ColliderPart;

/// A contact on the edge of a cell is assigned to the cell this far inside, as a part of its side.
const WITHIN: Real = 0.25;

impl Colliders {
    /// The part of its collider that a piece is. Pieces of tile maps are several cells in a row: of
    /// these, the one at a point.
    pub fn part_at(&self, piece: u32, point: Point) -> ColliderPart {
        let &Piece { collider, offset, pose, .. } = &self.pieces[piece as usize];
        let Some(info) = self.infos.get(collider) else { return ColliderPart::Shape(0) };
        let Some(map) = &info.tiles else { return ColliderPart::Shape(self.number_of(piece)) };
        let frame = info.offset.inverse() * offset;
        let at = frame * pose.inverse_transform_point(&point);
        // Shapes are in the row in which their upper edge is, and begin and end with their cells.
        let aabb = self.pieces[piece as usize].shape().aabb(&frame);
        let (size, within) = (map.size(), WITHIN * map.size());
        let x = at.x.min(aabb.max.x - within).max(aabb.min.x + within);
        ColliderPart::Cell([x, aabb.max.y - within].map(|place| (place / size).floor() as i32))
    }

    /// The number of a piece among those of its collider, which is no tile map.
    pub(crate) fn number_of(&self, piece: u32) -> usize {
        let &Piece { collider, number, .. } = &self.pieces[piece as usize];
        if number < u16::MAX {
            return usize::from(number);
        }
        let pieces = self.infos.get(collider).map_or(&[][..], |info| &info.pieces[..]);
        pieces.iter().position(|other| *other == piece).unwrap_or(0)
    }
}
