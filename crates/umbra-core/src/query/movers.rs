//! Shapes that a game moves by itself, as characters.

use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{MoverHit, MoverRules, Predicate, QueryFilter, Scene, Surface};

impl Scene {
    /// Calls `visit` with every surface within `reach` of a shape, in no meaningful order: the
    /// planes that a character slides along.
    ///
    /// This differs from [`closest_points_each`](Self::closest_points_each) in two respects:
    /// one-way platforms count from their solid side alone, and over a corner between adjacent
    /// colliders, the normal is that of the common surface.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(5.0, 0.5)])?;
    /// let shape = Shape::from(Circle::new(0.5)?);
    /// let mut gaps = Vec::new();
    /// let (filter, rules) = (QueryFilter::default(), MoverRules::default());
    /// scene.surfaces_near(&shape, pose([0.0, 1.25], 0.0), 0.5, filter, rules, |surface| {
    ///     gaps.push(surface.gap);
    /// });
    /// assert_eq!(gaps, [0.25]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "all queries take filters like this")]
    #[doc(alias("collide mover", "contact planes"))]
    pub fn surfaces_near(
        &self,
        shape: &Shape,
        pose: Pose,
        reach: Real,
        filter: QueryFilter<impl Predicate>,
        rules: MoverRules,
        visit: impl FnMut(Surface),
    ) {
        self.world.surfaces_near((shape, &pose), reach, &filter.as_dyn(), rules, visit);
    }

    /// First surface that stops a shape on its path, as a character moves. A collider that the
    /// shape overlaps at the start only keeps it from going deeper; a one-way platform stops it
    /// from its solid side alone.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(5.0, 0.5)])?;
    /// let shape = Shape::from(Circle::new(0.5)?);
    /// let (filter, rules) = (QueryFilter::default(), MoverRules::default());
    /// let from = pose([0.0, 2.0], 0.0);
    /// let met = scene.cast_mover(&shape, from, [0.0, -2.0], filter, rules).unwrap();
    /// assert_eq!((met.hit.fraction, met.kind), (0.5, BodyKind::Fixed));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "all queries take filters like this")]
    #[doc(alias("character controller", "kinematic character"))]
    pub fn cast_mover(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        rules: MoverRules,
    ) -> Option<MoverHit> {
        self.world.cast_mover((shape, &pose), translation.into(), &filter.as_dyn(), rules)
    }
}
