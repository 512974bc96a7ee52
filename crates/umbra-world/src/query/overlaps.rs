//! Colliders that overlap a box or a shape, or contain a point.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_geom::{Aabb, Point, Pose, Shape, query};

use super::{DynFilter, GO_ON, Next, Predicate, QueryFilter};
use crate::world::{Part, PartId};
use crate::{ColliderKey, World};

impl World {
    /// See `Scene::overlap_aabb`.
    pub fn overlap_aabb(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        in_order(|found| self.overlap_aabb_each(aabb, filter, found))
    }

    /// See `Scene::overlap_aabb_each`.
    pub fn overlap_aabb_each(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        // What is inverted may seem to overlap a box that holds both of its corners.
        if !(aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y) {
            return;
        }
        // Each has its box at hand; to work it out from the shape took most of the time of a query.
        let poses = &self.colliders.outlines.poses;
        let holds = |target: &Part<'_>| match target.id {
            PartId::Piece(index) => poses[index as usize].tight.overlaps(aabb),
            PartId::Cell(..) => target.shape.aabb(&target.pose).overlaps(aabb),
        };
        self.colliders_in(aabb, &filter.as_dyn(), holds, visit);
    }

    /// See `Scene::overlap_shape`.
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        in_order(|found| self.overlap_shape_each(shape, pose, filter, found))
    }

    /// See `Scene::overlap_shape_each`.
    pub fn overlap_shape_each(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        let holds = |target: &Part<'_>| query::overlaps(target.shape, &target.pose, shape, &pose);
        self.colliders_in(&shape.aabb(&pose), &filter.as_dyn(), holds, visit);
    }

    /// See `Scene::colliders_at`.
    pub fn colliders_at(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        let point = point.into();
        in_order(|found| self.colliders_at_each(point, filter, found))
    }

    /// See `Scene::colliders_at_each`.
    pub fn colliders_at_each(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        let point = point.into();
        let holds = |target: &Part<'_>| query::contains_point(target.shape, &target.pose, point);
        self.colliders_in(&Aabb { min: point, max: point }, &filter.as_dyn(), holds, visit);
    }

    fn colliders_in(
        &self,
        aabb: &Aabb,
        filter: &DynFilter,
        holds: impl Fn(&Part<'_>) -> bool,
        mut visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        self.parts_in(aabb, filter, |target| {
            if !holds(target) || filter.overlooks(target) {
                return GO_ON;
            }
            visit(target.collider)?;
            ControlFlow::Continue(Next::Map)
        });
    }
}

/// All keys that a query visits, in their order, each once.
fn in_order(
    query: impl FnOnce(&mut dyn FnMut(ColliderKey) -> ControlFlow<()>),
) -> Vec<ColliderKey> {
    let mut found = Vec::new();
    query(&mut |key| {
        found.push(key);
        ControlFlow::Continue(())
    });
    found.arrange();
    found.dedup();
    found
}
