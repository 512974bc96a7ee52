//! Colliders in a box, in a shape, or at a point.

use core::ops::ControlFlow;

use umbra_geom::{Aabb, Point, Pose, Shape};

use crate::{ColliderKey, Predicate, QueryFilter, Scene};

impl Scene {
    /// Colliders whose boxes overlap `aabb`, in the order of their keys. Finds nothing if a number
    /// is NaN or the box is inverted.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// for x in 0..20 {
    ///     let tree = Body::fixed().position([5.0 * x as f32, 0.0]);
    ///     scene.add(tree, [Collider::circle(0.5)])?;
    /// }
    /// let view = Aabb { min: Point::new(9.0, -5.0), max: Point::new(31.0, 5.0) };
    /// let seen = scene.overlap_aabb(&view, QueryFilter::default());
    /// assert_eq!(seen.len(), 5); // at 10, 15, 20, 25 and 30 m
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let near = Body::dynamic().position([2.0, 0.0]);
    /// # let near = scene.add(near, [Collider::circle(0.5)])?;
    /// # let far = Body::dynamic().position([6.0, 0.0]);
    /// # let far = scene.add(far, [Collider::circle(0.5)])?;
    /// // The bodies that a club hits:
    /// let club = Shape::from(Capsule::new([0.0, 0.0], [2.0, 0.0], 0.3)?);
    /// let reached = scene.overlap_shape(&club, Pose::identity(), QueryFilter::default());
    /// assert_eq!(reached.len(), 1);
    /// assert_eq!(scene.collider(reached[0])?.body(), near);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([2.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// use core::ops::ControlFlow;
    ///
    /// // Room for a house: the first obstacle ends the search.
    /// let house = Shape::from(Polygon::cuboid(3.0, 2.0)?);
    /// let mut is_free = true;
    /// scene.overlap_shape_each(&house, Pose::identity(), QueryFilter::default(), |_| {
    ///     is_free = false;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(!is_free);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let block = Body::dynamic().position([1.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// // A click selects what is under it.
    /// let clicked = scene.colliders_at([1.2, 0.8], QueryFilter::default());
    /// assert_eq!(scene.collider(clicked[0])?.body(), block);
    /// assert!(scene.colliders_at([3.0, 3.0], QueryFilter::default()).is_empty());
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
