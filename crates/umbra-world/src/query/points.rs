//! Colliders near a point.

use core::ops::ControlFlow;

use umbra_broad::MAX_COORDINATE;
use umbra_geom::{Aabb, Point, Real, query};

use super::best::Nearest;
use super::{DynFilter, PointHit, Predicate, QueryFilter};
use crate::World;
use crate::world::Part;

impl World {
    /// See `Scene::closest_point`.
    pub fn closest_point(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<PointHit> {
        let (point, filter) = (point.into(), &filter.as_dyn());
        let (mut nearest, mut best) = (Nearest::NONE, None);
        if !is_good(point, max_distance) {
            return None;
        }
        self.parts_near(point, max_distance, filter, |target, of_box| {
            if let Some(hit) = self.near(target, point, filter)
                && hit.distance <= max_distance
                && nearest.update(target.id.number(), of_box, hit.distance)
            {
                best = Some(hit);
            }
            least(nearest.limit(), max_distance)
        });
        best
    }

    /// See `Scene::closest_points_each`.
    pub fn closest_points_each(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        filter: QueryFilter<impl Predicate>,
        mut visit: impl FnMut(PointHit) -> ControlFlow<()>,
    ) {
        let (point, filter) = (point.into(), &filter.as_dyn());
        if !is_good(point, max_distance) {
            return;
        }
        let around = Aabb { min: point, max: point }.grown(max_distance);
        let pieces =
            self.pieces_in(&around, filter, |target| match self.near(target, point, filter) {
                Some(hit) if hit.distance <= max_distance => visit(hit),
                _ => ControlFlow::Continue(()),
            });
        if pieces.is_break() {
            return;
        }
        // The nearest cell of a map is found without looking at all of them.
        for map in self.maps_asked_in(&around, filter) {
            let (mut nearest, mut best) = (Nearest::NONE, None);
            map.nearest(point, max_distance, |target| {
                if let Some(hit) = self.near(&target, point, filter)
                    && hit.distance <= max_distance
                    && nearest.update(target.id.number(), 0.0, hit.distance)
                {
                    best = Some(hit);
                }
                least(nearest.limit(), max_distance)
            });
            if best.is_some_and(|hit| visit(hit).is_break()) {
                return;
            }
        }
    }

    /// The nearest point of a shape, unless the query overlooks it.
    fn near(&self, target: &Part<'_>, point: Point, filter: &DynFilter) -> Option<PointHit> {
        if filter.overlooks(target) {
            return None;
        }
        let near = query::project_point(target.shape, &target.pose, point);
        Some(PointHit {
            collider: target.collider,
            body: self.bodies.infos[target.body as usize].original(),
            part: self.part(target),
            point: near.point,
            normal: near.normal,
            distance: near.signed_distance,
        })
    }
}

fn is_good(point: Point, max_distance: Real) -> bool {
    point.coords.iter().all(|number| number.abs() <= MAX_COORDINATE) && max_distance >= 0.0
}

/// The lesser one; the second one if it is NaN.
fn least(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}
