//! Many rays at once.

use crate::{Predicate, QueryFilter, Ray, RayHit, Scene};

impl Scene {
    /// Casts many rays and returns the first hit of each: the same, to the last bit, as
    /// [`cast_ray`](Self::cast_ray).
    ///
    /// Among bodies that stand still, a ray takes half to two thirds of its time alone: half of it
    /// where rays lie side by side and follow one another in the list, as lines of sight from one
    /// point do. Among bodies that all move, it takes three quarters. Many rays are shared among
    /// the threads of the current pool, and so is the predicate.
    ///
    /// ```
    /// use core::f32::consts::TAU;
    /// use umbra::geom::math::rotation;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    ///
    /// // What a guard sees all around, up to 20 m.
    /// let eye = Point::new(0.0, 0.0);
    /// let far = Vector::new(20.0, 0.0);
    /// let line = |i: u16| Ray::new(eye, rotation(TAU * f32::from(i) / 360.0) * far);
    /// let lines: Vec<_> = (0..360).map(line).collect();
    /// let seen = scene.cast_rays(&lines, QueryFilter::default());
    /// assert!((seen[0].unwrap().point.x - 4.0).abs() < 1e-5);
    /// assert_eq!(seen.iter().flatten().count(), 73); // 36 degrees to each side
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_rays(
        &self,
        rays: &[Ray],
        filter: QueryFilter<impl Predicate + Sync>,
    ) -> Vec<Option<RayHit>> {
        self.world.cast_rays(rays, filter)
    }
}
