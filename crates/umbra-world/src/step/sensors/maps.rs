//! Tile maps as sensors and as visitors.
//!
//! A map has pieces only for the solid cells near dynamic bodies, so it is compared by its cells.
//! Maps do not see one another: to compare all cells of two levels takes too long.

use umbra_geom::{Aabb, Real};

use super::path::Travel;
use super::search::Search;
use crate::ColliderKey;
use crate::store::{Bodies, Colliders};
use crate::world::{MapView, Part};

/// A tile map that takes part in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapPlace<'a> {
    pub(super) map: MapView<'a>,
    /// The box of all places where its cells were in the step.
    pub(super) around: Aabb,
}

impl<'a> MapPlace<'a> {
    /// Place of a map; `None` if it takes no part, or is no map.
    pub(super) fn new(
        bodies: &Bodies,
        colliders: &'a Colliders,
        key: ColliderKey,
        dt: Real,
    ) -> Option<Self> {
        let map = MapView::new(bodies, colliders, key).filter(|map| map.is_enabled)?;
        let bounds = map.bounds()?;
        let around = bounds.grown(farthest_way(bodies, map.body, &bounds, dt));
        Some(Self { map, around })
    }
}

/// The farthest that a point of a body went in the step, of those in a box.
fn farthest_way(bodies: &Bodies, body: u32, within: &Aabb, dt: Real) -> Real {
    let body = body as usize;
    let to_center = (within.center() - bodies.states[body].center).norm();
    let reach = to_center + within.half_extents().norm();
    Travel::new(bodies, body, dt).map_or(0.0, |travel| travel.farthest(reach))
}

impl<'a> Search<'a> {
    /// Place of a map that takes part.
    pub(super) fn place_of(&self, key: ColliderKey) -> Option<MapPlace<'a>> {
        MapPlace::new(self.bodies, self.colliders, key, self.dt)
    }

    /// The maps in a box that take part.
    pub(super) fn maps_in(&self, around: &Aabb) -> impl Iterator<Item = MapPlace<'a>> {
        let near = self.colliders.maps.near(around).into_iter();
        near.filter_map(|key| self.place_of(key)).filter(|place| place.around.overlaps(around))
    }

    /// True if a sensor that is a map is in a box.
    pub(super) fn is_near_map(&self, around: &Aabb) -> bool {
        !self.colliders.maps.is_empty()
            && self.maps_in(around).any(|place| place.map.info.sensor.is_some())
    }

    /// The cells of a map that a piece may have come near in the step.
    pub(super) fn cells_near(
        &self,
        map: &MapView<'a>,
        piece: u32,
    ) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let around = self.path_box(&self.colliders.part(piece));
        // Cells may have come from there.
        let moved = farthest_way(self.bodies, map.body, &around, self.dt);
        map.parts_in(map.range_in(&around.grown(moved)))
    }
}
