//! Colliders in a box, in a shape, or at a point.

use core::ops::ControlFlow;

use umbra_geom::{Aabb, Point, Pose, Shape};

use crate::{ColliderKey, Predicate, QueryFilter, Scene};

impl Scene {
    /// Colliders whose boxes overlap `aabb`, in the order of their keys. Finds nothing if a number
    /// is NaN or the box is inverted.
    #[doc(alias("query aabb", "broadphase query"))]
    pub fn overlap_aabb(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        self.world.overlap_aabb(aabb, filter)
    }

    /// Calls `visit` with the colliders whose boxes overlap `aabb`, in no meaningful order, until
    /// it breaks: without a list, and without looking further than needed. A collider of several
    /// shapes is visited once for each, a tile map once. Finds nothing if a number is NaN or the
    /// box is inverted.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed())?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    /// let around = Aabb { min: Point::new(0.5, 0.5), max: Point::new(2.0, 2.0) };
    /// let mut is_free = true;
    /// scene.overlap_aabb_each(&around, QueryFilter::default(), |_| {
    ///     is_free = false;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(!is_free);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn overlap_aabb_each(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        self.world.overlap_aabb_each(aabb, filter, visit);
    }

    /// The colliders that share a point with `shape` at `pose`, in the order of their keys.
    #[doc(alias("overlap test", "intersect shape"))]
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        self.world.overlap_shape(shape, pose, filter)
    }

    /// The colliders that share a point with `shape` at `pose`, in no order that means anything,
    /// until `visit` breaks. A collider of several shapes is visited for each, a tile map once.
    pub fn overlap_shape_each(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        self.world.overlap_shape_each(shape, pose, filter, visit);
    }

    /// The colliders that hold `point`, in the order of their keys.
    #[doc(alias("point query", "pick"))]
    pub fn colliders_at(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        self.world.colliders_at(point, filter)
    }

    /// The colliders that hold `point`, in no order that means anything, until `visit` breaks. A
    /// collider of several shapes is visited for each, a tile map once.
    pub fn colliders_at_each(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        self.world.colliders_at_each(point, filter, visit);
    }
}
