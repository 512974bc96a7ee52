//! Tile maps: cells are looked at as shapes of their own, near the query and nowhere else.
//!
//! Steps make pieces for the cells near dynamic bodies; queries leave those out and look at the map
//! itself, so that they find the same everywhere.

use core::ops::ControlFlow;

use umbra_broad::Cast;
use umbra_geom::{Aabb, Point, Real, Vector};

use super::DynFilter;
use crate::World;
use crate::store::{Few, Swath};
use crate::world::{MapView, Part, placed};

/// A query leaves so much room around itself, in cells ...
const ROOM: Real = 1e-3;
/// ... and in parts of all numbers that it is computed from.
const ROUNDING: Real = 16.0 * Real::EPSILON;

/// Swept area of a ray or a moving shape: a box that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    from: Point,
    half: Vector,
    way: Vector,
}

impl Path {
    pub(super) fn ray(from: Point, way: Vector) -> Self {
        Self { from, half: Vector::zeros(), way }
    }

    pub(super) fn moving_box(aabb: &Aabb, way: Vector) -> Self {
        Self { from: aabb.center(), half: (aabb.max - aabb.min) * 0.5, way }
    }

    pub(super) fn thick(from: Point, way: Vector, radius: Real) -> Self {
        Self { from, half: Vector::new(radius, radius), way }
    }
}

impl<'a> MapView<'a> {
    /// Margin around values computed from numbers of this size.
    fn room(&self, size: Real) -> Real {
        ROOM * self.map.size() + ROUNDING * (size + self.frame.translation.vector.amax())
    }

    /// A point of the world, or a vector, in the frame of the map.
    fn local(&self, v: Vector) -> [f64; 2] {
        let [cos, sin] = [self.frame.rotation.re, self.frame.rotation.im].map(f64::from);
        let [x, y] = [v.x, v.y].map(f64::from);
        [cos * x + sin * y, cos * y - sin * x]
    }

    fn local_point(&self, point: Point) -> [f64; 2] {
        let [x, y] = self.local(point.coords);
        let [from_x, from_y] = self.local(self.frame.translation.vector);
        [x - from_x, y - from_y]
    }

    fn swath(&self, path: &Path) -> Swath {
        let size = path.from.coords.amax() + path.half.amax() + path.way.amax();
        let room = f64::from(self.room(size));
        let [x, y] = [path.half.x, path.half.y].map(f64::from);
        let [cos, sin] =
            [self.frame.rotation.re, self.frame.rotation.im].map(|it| f64::from(it.abs()));
        let half = [cos * x + sin * y + room, sin * x + cos * y + room];
        Swath { from: self.local_point(path.from), half, way: self.local(path.way) }
    }

    /// Calls `visit` with the cells near a box, until it breaks.
    pub(super) fn each_in<B>(
        &self,
        aabb: &Aabb,
        mut visit: impl FnMut(Part<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let size = aabb.min.coords.amax().max(aabb.max.coords.amax());
        let local = match size.is_finite() {
            true => {
                // The box around a turned cell reaches beyond it by up to half its side.
                let is_turned = self.frame.rotation.im != 0.0;
                let beyond = if is_turned { 0.5 * self.map.size() } else { 0.0 };
                placed(aabb, &self.frame.inverse()).grown(self.room(size) + beyond)
            }
            false => Aabb { min: [-Real::MAX; 2].into(), max: [Real::MAX; 2].into() },
        };
        self.map.each_in(&local, |cell| visit(self.part(cell)))
    }

    /// Calls `visit` with the cells not farther from a point than `limit`; it answers with the
    /// distance to go on to.
    pub(super) fn nearest(
        &self,
        point: Point,
        limit: Real,
        mut visit: impl FnMut(Part<'a>) -> Real,
    ) {
        let room = self.room(point.coords.amax());
        // What holds the point may be deep in it: all that hold it are looked at.
        let with_room = |limit: Real| limit.max(0.0) + room;
        self.map.nearest(self.local_point(point), with_room(limit), |cell| {
            with_room(visit(self.part(cell)))
        });
    }
}

impl World {
    /// The same map, if the query is about it.
    fn asked_map<'a>(&self, map: MapView<'a>, filter: &DynFilter) -> Option<MapView<'a>> {
        let is_seen = map.info.sensor.is_none() || filter.sensors;
        let is_asked =
            map.is_enabled && is_seen && self.is_asked(&map.info.filter, map.key, map.body, filter);
        is_asked.then_some(map)
    }

    /// The tile maps near a box that a query is about.
    #[inline]
    pub(super) fn maps_asked_in(&self, aabb: &Aabb, filter: &DynFilter) -> Few<MapView<'_>> {
        let maps = self.maps_in(aabb).into_iter();
        maps.filter_map(|map| self.asked_map(map, filter)).collect()
    }

    /// Calls `visit` with the cells on the way of a ray or a moving shape, and with the fraction at
    /// which it may come to their map. It answers with the fraction to go on to.
    #[inline]
    pub(super) fn cells_on_way<'a, B>(
        &'a self,
        (cast, path): (&Cast, &Path),
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        if self.colliders.maps.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut limit = cast.max_fraction();
        self.colliders.maps.on_way(cast, |key, enter| {
            if let Some(map) = self.map(key).and_then(|map| self.asked_map(map, filter)) {
                map.map.sweep(&map.swath(path), limit, |cell| {
                    limit = visit(&map.part(cell), enter)?;
                    ControlFlow::Continue(limit)
                })?;
            }
            ControlFlow::Continue(limit)
        })
    }

    /// Calls `visit` with the cells that may be no farther from a point than `limit`, and with how
    /// far their map may be. It answers with the distance to go on to.
    pub(super) fn cells_by_distance<'a>(
        &'a self,
        point: Point,
        mut limit: Real,
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>, Real) -> Real,
    ) {
        self.colliders.maps.nearest(point, limit, |key, of_box| {
            if let Some(map) = self.map(key).and_then(|map| self.asked_map(map, filter)) {
                map.nearest(point, limit, |target| {
                    limit = visit(&target, of_box);
                    limit
                });
            }
            limit
        });
    }
}
