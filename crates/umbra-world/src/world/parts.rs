//! Parts of colliders: pieces, and cells of tile maps.
//!
//! A step makes pieces only for the cells near dynamic bodies. Whoever asks what is at a place
//! (queries, sensors, seams) asks for parts, and sees every cell, whether it has a piece or not.

use umbra_geom::{Aabb, Point, Pose, Shape};

use super::Sides;
use crate::features::TILES;
use crate::keys::slot_of;
use crate::store::{Bodies, CellShape, ColliderInfo, Colliders, Few, TileMap};
use crate::{ColliderKey, World};

/// A piece, or a cell of a tile map.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub shape: &'a Shape,
    /// Pose in the world.
    pub pose: Pose,
    /// Pose on the body.
    pub offset: Pose,
    /// Its solid sides, in the world.
    pub sides: Sides,
    pub collider: ColliderKey,
    pub body: u32,
    pub id: PartId,
}

/// Identity of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartId {
    /// The piece with this index.
    Piece(u32),
    /// This cell of a map.
    Cell(ColliderKey, [i32; 2]),
}

impl PartId {
    /// Rank among hits at the same fraction: the lowest counts. Cells rank after all pieces.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Piece(index) => index,
            Self::Cell(map, _) => u32::MAX - slot_of(map),
        }
    }
}

impl Colliders {
    /// The part that a piece is.
    #[inline]
    pub(crate) fn part(&self, index: u32) -> Part<'_> {
        let piece = &self.pieces[index as usize];
        Part {
            shape: piece.shape(),
            pose: piece.pose,
            offset: piece.offset,
            sides: Sides::in_world(piece),
            collider: piece.collider,
            body: piece.body,
            id: PartId::Piece(index),
        }
    }
}

/// A tile map where it stands in the world.
#[derive(Clone, Copy, Debug)]
pub struct MapView<'a> {
    pub map: &'a TileMap,
    pub info: &'a ColliderInfo,
    pub key: ColliderKey,
    pub body: u32,
    /// Pose in the world.
    pub frame: Pose,
    /// False if it or its body is disabled.
    pub is_enabled: bool,
}

impl<'a> MapView<'a> {
    /// A tile map; `None` if the collider is none.
    pub(crate) fn new(bodies: &Bodies, colliders: &'a Colliders, key: ColliderKey) -> Option<Self> {
        let info = colliders.infos.get(key).filter(|_| TILES)?;
        let (map, body) = (info.tiles.as_deref()?, bodies.index(info.body).ok()?);
        let (frame, is_enabled) =
            (bodies.pose(body) * info.offset, info.enabled && bodies.infos[body].enabled);
        Some(Self { map, info, key, body: body as u32, frame, is_enabled })
    }

    /// True if bodies can touch it.
    pub(crate) fn is_solid(&self) -> bool {
        self.is_enabled && self.info.sensor.is_none()
    }

    /// A box around all cells that were ever filled.
    pub fn bounds(&self) -> Option<Aabb> {
        self.map.bounds().map(|bounds| placed(&bounds, &self.frame))
    }

    /// The least and the greatest cell in a box of the world.
    pub fn range_in(&self, aabb: &Aabb) -> Option<[[i32; 2]; 2]> {
        self.map.cells_in(&placed(aabb, &self.frame.inverse()))
    }

    /// The cell that holds a point of the world.
    pub fn cell_at(&self, point: Point) -> [i32; 2] {
        let local = self.frame.inverse_transform_point(&point);
        [local.x, local.y].map(|place| (place / self.map.size()).floor() as i32)
    }

    /// The cells in a range that have a shape, row by row.
    pub fn parts_in(
        self,
        range: Option<[[i32; 2]; 2]>,
    ) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let cells = range.into_iter().flat_map(|range| self.map.shapes_in(range));
        cells.map(move |cell| self.part(cell))
    }

    /// The part that a cell is.
    #[inline]
    pub(crate) fn part<'b>(&self, cell: CellShape<'b>) -> Part<'b> {
        let one_way = cell.tile.cell.one_way().or(self.info.one_way);
        Part {
            shape: cell.shape,
            pose: self.frame * cell.pose,
            offset: self.info.offset * cell.pose,
            sides: Sides {
                one_way: one_way.map(|way| self.frame.rotation * way),
                one_sided: false,
            },
            collider: self.key,
            body: self.body,
            id: PartId::Cell(self.key, cell.at),
        }
    }
}

impl World {
    /// A tile map; `None` if the collider is none.
    pub fn map(&self, key: ColliderKey) -> Option<MapView<'_>> {
        MapView::new(&self.bodies, &self.colliders, key)
    }

    /// The tile maps of a body.
    pub fn maps_of(&self, body: usize) -> impl Iterator<Item = MapView<'_>> {
        self.bodies.infos[body].colliders.iter().filter_map(|key| self.map(*key))
    }

    /// The tile maps that may be in a box, in the order of their keys.
    #[inline]
    pub(crate) fn maps_in(&self, aabb: &Aabb) -> Few<MapView<'_>> {
        let maps = &self.colliders.maps;
        if maps.is_empty() {
            return Few::new();
        }
        maps.near(aabb).into_iter().filter_map(|key| self.map(key)).collect()
    }
}

/// The box around a box in another frame.
pub fn placed(aabb: &Aabb, pose: &Pose) -> Aabb {
    let Aabb { min, max } = *aabb;
    let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    corners.iter().fold(Aabb::EMPTY, |aabb, corner| aabb.with_point(pose * corner))
}
