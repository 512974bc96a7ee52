//! Points of colliders near a point.

use core::ops::ControlFlow;

use umbra_geom::{Point, Real};

use crate::{PointHit, Predicate, QueryFilter, Scene};

impl Scene {
    /// Point nearest to `point` on the surface of any collider within `max_distance`, which may be
    /// infinite. Among colliders that contain the point, the one in which it lies deepest. Finds
    /// nothing if a number is NaN, a coordinate is not finite or beyond 1e18, or the distance is
    /// negative.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    /// let filter = QueryFilter::default();
    /// let nearest = scene.closest_point([1.0, 2.0], f32::INFINITY, filter).unwrap();
    /// assert_eq!((nearest.body, nearest.distance), (wall, 3.0));
    /// assert_eq!(nearest.point, Point::new(4.0, 2.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("nearest", "project point", "distance"))]
    pub fn closest_point(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<PointHit> {
        self.world.closest_point(point, max_distance, filter)
    }

    /// The nearest point of every collider that is not farther from `point` than `max_distance`, in
    /// no order that means anything, until `visit` breaks. A collider of several shapes is visited
    /// for each, a tile map once. Finds nothing where a number is NaN, one of the point's is not
    /// finite or beyond 1e18, or the distance is negative.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// for x in [1.0, 2.0, 6.0] {
    ///     let body = scene.add_body(Body::dynamic().position([x, 0.0]))?;
    ///     scene.add_collider(body, Collider::circle(0.4))?;
    /// }
    /// // A magnet pulls what is within 3 m, the more the nearer.
    /// let mut pulls = Vec::new();
    /// scene.closest_points_each([0.0, 0.0], 3.0, QueryFilter::default(), |near| {
    ///     pulls.push((near.body, (3.0 - near.distance) * near.normal));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(pulls.len(), 2);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn closest_points_each(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(PointHit) -> ControlFlow<()>,
    ) {
        self.world.closest_points_each(point, max_distance, filter, visit);
    }
}
