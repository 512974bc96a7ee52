//! Rays and moving shapes.

use core::ops::ControlFlow;

use umbra_geom::{Point, Pose, Real, Shape, Vector};

use crate::{CastHit, Predicate, QueryFilter, RayHit, Scene};

impl Scene {
    /// Casts a ray from `origin` to `origin + translation` and returns the first hit.
    ///
    /// `None` if there is none, or a number is not finite or beyond 1e18. For many rays, use
    /// [`cast_rays`](Self::cast_rays).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    /// let hit = scene.cast_ray([0.0, 0.0], [8.0, 0.0], QueryFilter::default()).unwrap();
    /// assert_eq!((hit.body, hit.fraction), (wall, 0.5));
    /// assert_eq!(hit.normal, Vector::new(-1.0, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("raycast", "ray cast", "intersect ray"))]
    pub fn cast_ray(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<RayHit> {
        self.world.cast_ray(origin, translation, filter)
    }

    /// Calls `visit` with every collider on the ray, in no meaningful order, until it breaks: see
    /// [`cast_ray_each`](Self::cast_ray_each), which can also shorten the ray.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// for x in [2.0, 4.0, 6.0] {
    ///     scene.add(Body::dynamic().position([x, 0.0]), [Collider::circle(0.5)])?;
    /// }
    /// use core::ops::ControlFlow;
    ///
    /// // A railgun hits all on its line.
    /// let mut hits = Vec::new();
    /// scene.cast_ray_all([0.0, 0.0], [100.0, 0.0], QueryFilter::default(), |hit| {
    ///     hits.push(hit);
    ///     ControlFlow::Continue(())
    /// });
    /// hits.sort_by(|a, b| a.fraction.total_cmp(&b.fraction));
    /// assert_eq!(hits.iter().map(|hit| hit.point.x).collect::<Vec<_>>(), [1.5, 3.5, 5.5]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_ray_all(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(RayHit) -> ControlFlow<()>,
    ) {
        self.world.cast_ray_all(origin, translation, filter, visit);
    }

    /// Calls `visit` with every collider on the ray, in no meaningful order, until it breaks.
    /// `visit` returns the fraction of the ray up to which to continue: 1 for all of it, the hit's
    /// own fraction for nearer hits only. A collider of several shapes is visited once for each
    /// that is hit. Finds nothing if a number is not finite or beyond 1e18.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// for (x, is_glass) in [(3.0, 1), (5.0, 0), (7.0, 0)] {
    ///     let wall = scene.add_body(Body::fixed().position([x, 0.0]))?;
    ///     scene.add_collider(wall, Collider::cuboid(0.1, 1.0).user_data(is_glass))?;
    /// }
    /// // A laser goes through glass, and ends at the first wall that is none.
    /// let mut end = 1.0;
    /// scene.cast_ray_each([0.0, 0.0], [10.0, 0.0], QueryFilter::default(), |hit| {
    ///     let is_glass = scene.collider(hit.collider).is_ok_and(|it| it.user_data() == 1);
    ///     if !is_glass {
    ///         end = hit.fraction;
    ///     }
    ///     ControlFlow::Continue(end)
    /// });
    /// assert!((end - 0.49).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_ray_each(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(RayHit) -> ControlFlow<(), Real>,
    ) {
        self.world.cast_ray_each(origin, translation, filter, visit);
    }

    /// Moves `shape` from `pose` by `translation` and returns the first hit.
    ///
    /// `None` if there is none, or a number is not finite or beyond 1e18. Sliding along a collider
    /// without pressing on it is no hit. If the shape overlaps several colliders at the start, the
    /// deepest overlap is returned.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ground = scene.add_body(Body::fixed())?;
    /// scene.add_collider(ground, Collider::cuboid(50.0, 0.5))?;
    /// // How high above the ground is a character's foot?
    /// let foot = Shape::from(Circle::new(0.3)?);
    /// let start = Pose::translation(2.0, 1.8);
    /// let hit = scene.cast_shape(&foot, start, [0.0, -2.0], QueryFilter::default()).unwrap();
    /// assert!((2.0 * hit.fraction - 1.0).abs() < 1e-5);
    /// assert!((hit.pose.translation.y - 0.8).abs() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("shape cast", "sweep", "linear cast"))]
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<CastHit> {
        self.world.cast_shape(shape, pose, translation, filter)
    }

    /// Calls `visit` with every collider that the moving `shape` hits, in no meaningful order,
    /// until it breaks. `visit` returns the fraction up to which to continue, as in
    /// [`cast_ray_each`](Self::cast_ray_each). A collider of several shapes is visited once for
    /// each that is hit. Finds nothing if a number is not finite or beyond 1e18.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// for x in [4.0, 2.0, 6.0] {
    ///     scene.add(Body::dynamic().position([x, 0.0]), [Collider::circle(0.5)])?;
    /// }
    /// use core::ops::ControlFlow;
    ///
    /// // A free path for a large crate: the first obstacle ends the search.
    /// let crate_shape = Shape::from(Polygon::cuboid(1.0, 1.0)?);
    /// let mut is_free = true;
    /// let all = QueryFilter::default();
    /// scene.cast_shape_each(&crate_shape, Pose::identity(), [9.0, 0.0], all, |_| {
    ///     is_free = false;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(!is_free);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_shape_each(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
    ) {
        self.world.cast_shape_each(shape, pose, translation, filter, visit);
    }

    /// Moves `shape` from `pose` by `translation`, turns it by `angle` radians about its origin,
    /// both at constant rates, and returns the first hit. Full turns count: anything in the swept
    /// area stops the shape, even if it ends where it began.
    ///
    /// The shape stops a ten thousandth of a length unit before the collider, or a little less. A
    /// shape that is already that near to a collider at the start hits it at once, unless `angle`
    /// is 0, which is the same as [`cast_shape`](Self::cast_shape). `None` if there is no hit, or a
    /// number is not finite or beyond 1e18.
    ///
    /// ```
    /// use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed().position([1.0, 1.0]))?;
    /// scene.add_collider(wall, Collider::circle(0.1))?;
    /// // Does the door open by a right angle? It stands open half way when it meets the pillar.
    /// let door = Shape::from(Segment::new([0.0, 0.0], [2.0, 0.0])?);
    /// let all = QueryFilter::default();
    /// let hit = scene.cast_shape_turning(&door, Pose::identity(), [0.0, 0.0], FRAC_PI_2, all);
    /// let opened = hit.unwrap().pose.rotation.angle();
    /// assert!(opened < FRAC_PI_4 && opened > FRAC_PI_4 - 0.08);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_shape_turning(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        angle: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<CastHit> {
        self.world.cast_shape_turning(shape, pose, translation, angle, filter)
    }

    /// Calls `visit` with every collider that `shape` hits while it moves and turns, each as if the
    /// others were not there, in no meaningful order, until it breaks. `visit` returns the fraction
    /// up to which to continue, as in [`cast_ray_each`](Self::cast_ray_each). A collider of several
    /// shapes is visited once for each that is hit. See
    /// [`cast_shape_turning`](Self::cast_shape_turning).
    pub fn cast_shape_turning_each(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        angle: Real,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
    ) {
        self.world.cast_shape_turning_each(shape, pose, translation, angle, filter, visit);
    }
}
