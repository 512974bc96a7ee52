//! Tile maps as sensors and as visitors.
//!
//! A map has pieces only for the solid cells near dynamic bodies, so it is compared by its cells. Maps do not see one
//! another: to compare all cells of two levels takes too long.

use umbra_geom::{Aabb, Point, Pose, Real};

use super::parts::Part;
use super::path::BodyMotion;
use super::search::Search;
use crate::ColliderKey;
use crate::store::{Bodies, CellShape, Colliders};
use crate::world::placed;

/// Place of a tile map that takes part in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapPlace {
    pub(super) key: ColliderKey,
    pub(super) is_sensor: bool,
    /// The box of all places where its cells were in the step.
    pub(super) around: Aabb,
    pub(super) body: u32,
    offset: Pose,
    frame: Pose,
}

impl MapPlace {
    /// Place of a map; `None` if it takes no part, or is no map.
    pub(super) fn new(
        bodies: &Bodies,
        colliders: &Colliders,
        key: ColliderKey,
        dt: Real,
    ) -> Option<Self> {
        let info = colliders.infos.get(key)?;
        let (map, body) = (info.tiles.as_deref()?, bodies.index(info.body).ok()?);
        if !info.enabled || !bodies.infos[body].enabled {
            return None;
        }
        let frame = bodies.pose(body) * info.offset;
        let bounds = placed(&map.bounds()?, &frame);
        let around = match BodyMotion::new(bodies, body, dt) {
            None => bounds,
            Some(motion) => {
                let center = bodies.states[body].center;
                bounds.grown(motion.farthest(farthest_corner(&bounds, center)))
            }
        };
        let (is_sensor, offset, body) = (info.sensor.is_some(), info.offset, body as u32);
        Some(Self { key, is_sensor, around, offset, frame, body })
    }
}

/// The distance from a point to the farthest corner of a box.
fn farthest_corner(aabb: &Aabb, from: Point) -> Real {
    (aabb.center() - from).norm() + aabb.half_extents().norm()
}

impl<'a> Search<'a> {
    /// Place of a map that takes part.
    pub(super) fn place_of(&self, key: ColliderKey) -> Option<MapPlace> {
        MapPlace::new(self.bodies, self.colliders, key, self.dt)
    }

    /// The maps in a box that take part.
    pub(super) fn maps_in(&self, around: &Aabb) -> impl Iterator<Item = MapPlace> {
        let near = self.colliders.maps.near(around).into_iter();
        near.filter_map(|key| self.place_of(key)).filter(|place| place.around.overlaps(around))
    }

    /// True if a sensor that is a map is in a box.
    pub(super) fn is_near_map(&self, around: &Aabb) -> bool {
        !self.colliders.maps.is_empty() && self.maps_in(around).any(|place| place.is_sensor)
    }

    /// The cells of a map that a piece may have come near in the step.
    pub(super) fn cells_near(
        &self,
        place: &MapPlace,
        piece: u32,
    ) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let MapPlace { key, offset, frame, body, .. } = *place;
        let around = self.path_box(Part::Piece(piece));
        // Cells may have come from there.
        let moved = BodyMotion::new(self.bodies, body as usize, self.dt).map_or(0.0, |motion| {
            motion.farthest(farthest_corner(&around, self.bodies.states[body as usize].center))
        });
        let map = self.colliders.infos.get(key).and_then(|info| info.tiles.as_deref());
        let local = placed(&around.grown(moved), &frame.inverse());
        let cells = map.and_then(|map| Some(map.shapes_in(map.cells_in(&local)?)));
        cells.into_iter().flatten().map(move |CellShape { shape, pose, .. }| Part::Cell {
            shape,
            offset: offset * pose,
            pose: frame * pose,
            body,
        })
    }
}
