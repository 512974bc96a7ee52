//! Tile maps as sensors and as visitors.
//!
//! A map has pieces only for the solid cells near dynamic bodies, so it is compared by its cells. Maps do not see one
//! another: to compare all cells of two levels takes too long.

use core::ops::ControlFlow;

use umbra_broad::BroadPhase;
use umbra_geom::{Aabb, Point, Pose, Real};

use super::parts::Part;
use super::path::BodyMotion;
use super::search::{Found, Meeting, Search, mask_of, note};
use crate::ColliderKey;
use crate::scene::placed;
use crate::store::{Bodies, CellShape, ColliderInfo, Colliders, TileMap};

/// Where a map that takes part is in this step.
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
    /// Nothing if it takes no part, or is no map.
    pub(super) fn of(
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
        let around = match BodyMotion::of(bodies, body, dt) {
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
    fn map(&self, place: &MapPlace) -> Option<(&'a ColliderInfo, &'a TileMap)> {
        let info = self.colliders.infos.get(place.key)?;
        Some((info, info.tiles.as_deref()?))
    }

    /// Where a map is that takes part.
    pub(super) fn place_of(&self, key: ColliderKey) -> Option<MapPlace> {
        MapPlace::of(self.bodies, self.colliders, key, self.dt)
    }

    /// The maps in a box that take part.
    fn maps_in(&self, around: &Aabb) -> impl Iterator<Item = MapPlace> {
        let near = self.colliders.maps.near(around).into_iter();
        near.filter_map(|key| self.place_of(key)).filter(|place| place.around.overlaps(around))
    }

    /// Whether a sensor that is a map is in a box.
    pub(super) fn is_near_map(&self, around: &Aabb) -> bool {
        !self.colliders.maps.is_empty() && self.maps_in(around).any(|place| place.is_sensor)
    }

    /// Lists the maps that a piece overlaps, among those that `wanted` accepts.
    pub(super) fn find_maps(
        &self,
        piece: u32,
        info: &ColliderInfo,
        before: &[ColliderKey],
        found: &mut Found,
        wanted: impl Fn(&MapPlace, &ColliderInfo) -> bool,
    ) {
        if self.colliders.maps.is_empty() || info.tiles.is_some() {
            return;
        }
        let around = self.path_box(Part::Piece(piece));
        let body = self.colliders.outlines.poses[piece as usize].body;
        for place in self.maps_in(&around) {
            let Some((map_info, map)) = self.map(&place) else { continue };
            let accepted = place.body != body && map_info.filter.accepts(&info.filter);
            if accepted && wanted(&place, map_info) {
                let old = before.contains(&place.key);
                let meeting = self.meeting_with_map(piece, &place, map, old);
                note(found, place.key, meeting);
            }
        }
    }

    /// Lists the sensors that a map overlaps.
    pub(super) fn find_sensors_at_map(
        &self,
        place: &MapPlace,
        before: &[ColliderKey],
        found: &mut Found,
    ) {
        let is_sensor = place.is_sensor;
        self.find_at_map(&self.sensors.broad, place, before, found, |_, info| {
            !is_sensor || info.sees_sensors
        });
    }

    /// Lists the visitors without motion that a map overlaps as a sensor.
    pub(super) fn find_visitors_at_map(
        &self,
        broad: &'a BroadPhase,
        place: &MapPlace,
        before: &[ColliderKey],
        found: &mut Found,
    ) {
        let stands = |piece, _: &ColliderInfo| self.motion(piece).is_none();
        self.find_at_map(broad, place, before, found, stands);
    }

    fn find_at_map(
        &self,
        broad: &'a BroadPhase,
        place: &MapPlace,
        before: &[ColliderKey],
        found: &mut Found,
        wanted: impl Fn(u32, &ColliderInfo) -> bool,
    ) {
        let Some((map_info, map)) = self.map(place) else { return };
        let mask = mask_of(&map_info.filter);
        let _ = broad.query_aabb(&place.around, mask, |proxy, piece| {
            let key = self.colliders.pieces[piece as usize].collider;
            let body = self.colliders.outlines.poses[piece as usize].body;
            let accepted = body != place.body
                && broad.filter(proxy).is_some_and(|filter| filter.accepts(&map_info.filter));
            let info = self.colliders.infos.get(key).filter(|info| info.tiles.is_none());
            if accepted && info.is_some_and(|info| wanted(piece, info)) {
                let meeting = self.meeting_with_map(piece, place, map, before.contains(&key));
                note(found, key, meeting);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    fn meeting_with_map(
        &self,
        piece: u32,
        place: &MapPlace,
        map: &'a TileMap,
        overlapped_before: bool,
    ) -> Option<Meeting> {
        let MapPlace { offset, frame, body, .. } = *place;
        let around = self.path_box(Part::Piece(piece));
        // Cells may have come from there.
        let moved = BodyMotion::of(self.bodies, body as usize, self.dt).map_or(0.0, |motion| {
            motion.farthest(farthest_corner(&around, self.bodies.states[body as usize].center))
        });
        let range = map.cells_in(&placed(&around.grown(moved), &frame.inverse()))?;
        let mut best = None;
        for CellShape { shape, pose, .. } in map.shapes_in(range) {
            let cell = Part::Cell { shape, offset: offset * pose, pose: frame * pose, body };
            let parts = if place.is_sensor {
                [cell, Part::Piece(piece)]
            } else {
                [Part::Piece(piece), cell]
            };
            match self.meeting(parts, overlapped_before) {
                None => {}
                Some(Meeting::Overlapping) => return Some(Meeting::Overlapping),
                passed => best = passed,
            }
        }
        best
    }
}
