//! Which part of a collider is met.

use umbra_geom::{Point, Real};

use crate::store::{Colliders, Piece};

/// A part of a collider, as hits name it: of a chain, which link; of a tile map, which cell.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let land = scene.add_body(Body::fixed())?;
/// let hills = scene.add_collider(land, Collider::chain([[0.0, 0.0], [4.0, 0.0], [8.0, 3.0]]))?;
/// // Where lightning strikes, the ground turns to glass.
/// let hit = scene.cast_ray([6.0, 10.0], [0.0, -20.0], QueryFilter::default()).unwrap();
/// assert_eq!(hit.part, ColliderPart::Shape(1));
/// if let ColliderPart::Shape(link) = hit.part {
///     let glass = Material { friction: 0.1, ..Material::default() };
///     scene.collider_mut(hit.collider)?.set_shape_material(link, glass)?;
/// }
/// assert_eq!(scene.collider(hills)?.material_of(hit.part).unwrap().friction, 0.1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ColliderPart {
    /// The shape with this index in [`ColliderRef::shapes`](crate::ColliderRef::shapes): 0 if the collider has one.
    Shape(usize),
    /// This cell of a [tile map](crate::Collider::tiles).
    Cell([i32; 2]),
}

/// Cells that are met at their edge are told by a point this far within, in parts of their side.
const WITHIN: Real = 0.25;

impl Colliders {
    /// The part of its collider that a piece is. Pieces of tile maps are several cells in a row: of these, the one at a point.
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
    pub fn number_of(&self, piece: u32) -> usize {
        let &Piece { collider, number, .. } = &self.pieces[piece as usize];
        if number < u16::MAX {
            return usize::from(number);
        }
        let pieces = self.infos.get(collider).map_or(&[][..], |info| &info.pieces[..]);
        pieces.iter().position(|other| *other == piece).unwrap_or(0)
    }
}
