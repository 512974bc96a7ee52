//! Casts of rays and moving shapes.

use core::ops::ControlFlow;

use umbra_broad::{Cast, MAX_COORDINATE};
use umbra_geom::query::Sweep;
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use super::best::{Best, boxes_up_to};
use super::hits::{self, Met};
use super::through::Leg;
use super::tiles::Path;
use super::{CastHit, DynFilter, Predicate, QueryFilter, RayHit};
use crate::World;
use crate::tuning::CAST_TOUCH;
use crate::world::Part;

impl World {
    /// See `Scene::cast_ray`.
    pub fn cast_ray(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<RayHit> {
        self.cast_ray_for(origin.into(), translation.into(), &filter.as_dyn())
    }

    #[inline]
    pub(super) fn cast_ray_for(
        &self,
        origin: Point,
        translation: Vector,
        filter: &DynFilter,
    ) -> Option<RayHit> {
        let hit = self.first_on_way(origin, translation, filter, |leg| {
            let Leg { origin, translation, .. } = *leg;
            let cast = Cast::ray(origin, translation, 1.0).ok()?;
            let meets = |shape: &Shape, at: &Pose| hits::ray(shape, at, origin, translation);
            self.first_hit(&cast, &Path::ray(origin, translation), filter, meets)
        });
        hit.map(CastHit::of_ray)
    }

    /// See `Scene::cast_ray_all`.
    pub fn cast_ray_all(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        mut visit: impl FnMut(RayHit) -> ControlFlow<()>,
    ) {
        self.cast_ray_each(origin, translation, filter, |hit| {
            visit(hit)?;
            ControlFlow::Continue(1.0)
        });
    }

    /// See `Scene::cast_ray_each`.
    pub fn cast_ray_each(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        mut visit: impl FnMut(RayHit) -> ControlFlow<(), Real>,
    ) {
        let (filter, visit) = (&filter.as_dyn(), |hit: CastHit| visit(hit.of_ray()));
        self.each_on_way(origin.into(), translation.into(), filter, visit, |leg, visit| {
            let Leg { origin, translation, .. } = *leg;
            let Ok(cast) = Cast::ray(origin, translation, 1.0) else { return };
            let meets = |shape: &Shape, at: &Pose| hits::ray(shape, at, origin, translation);
            self.each_hit(&cast, &Path::ray(origin, translation), filter, meets, visit);
        });
    }

    /// See `Scene::cast_shape`.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<CastHit> {
        let (origin, filter) = (pose.translation.vector.into(), &filter.as_dyn());
        self.first_on_way(origin, translation.into(), filter, |leg| {
            let (pose, translation) = (leg.pose(&pose), leg.translation);
            let around = shape.aabb(&pose);
            let cast = Cast::moving_box(&around, translation, 1.0).ok()?;
            let path = Path::moving_box(&around, translation);
            let meets =
                |target: &Shape, at: &Pose| hits::shape(target, at, shape, &pose, translation);
            self.first_hit(&cast, &path, filter, meets)
        })
    }

    /// See `Scene::cast_shape_each`.
    pub fn cast_shape_each(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
    ) {
        let (origin, filter) = (pose.translation.vector.into(), &filter.as_dyn());
        self.each_on_way(origin, translation.into(), filter, visit, |leg, visit| {
            let (pose, translation) = (leg.pose(&pose), leg.translation);
            let around = shape.aabb(&pose);
            let Ok(cast) = Cast::moving_box(&around, translation, 1.0) else { return };
            let path = Path::moving_box(&around, translation);
            let meets =
                |target: &Shape, at: &Pose| hits::shape(target, at, shape, &pose, translation);
            self.each_hit(&cast, &path, filter, meets, visit);
        });
    }

    /// See `Scene::cast_shape_turning`.
    pub fn cast_shape_turning(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        angle: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<CastHit> {
        let translation = translation.into();
        if angle == 0.0 {
            return self.cast_shape(shape, pose, translation, filter);
        }
        let (cast, path, motion) = turning(shape, pose, translation, angle)?;
        let tolerance = CAST_TOUCH * self.config.length_unit;
        let meets =
            |target: &Shape, at: &Pose| hits::turning(target, at, shape, &motion, tolerance);
        self.first_hit(&cast, &path, &filter.as_dyn(), meets)
    }

    /// See `Scene::cast_shape_turning_each`.
    pub fn cast_shape_turning_each(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        angle: Real,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
    ) {
        let translation = translation.into();
        if angle == 0.0 {
            return self.cast_shape_each(shape, pose, translation, filter, visit);
        }
        let Some((cast, path, motion)) = turning(shape, pose, translation, angle) else { return };
        let tolerance = CAST_TOUCH * self.config.length_unit;
        let meets =
            |target: &Shape, at: &Pose| hits::turning(target, at, shape, &motion, tolerance);
        self.each_hit(&cast, &path, &filter.as_dyn(), meets, visit);
    }

    /// The hit with the least fraction: see [`Best`].
    fn first_hit(
        &self,
        cast: &Cast,
        path: &Path,
        filter: &DynFilter,
        meets: impl Fn(&Shape, &Pose) -> Option<Met>,
    ) -> Option<CastHit> {
        let (mut best, mut first) = (Best::NONE, None);
        let _ = self.parts_on_way(cast, path, filter, |target, enter| {
            if let Some(met) = self.hits(target, filter, &meets)
                && best.update(target.id.number(), enter, &met)
            {
                first = Some(*target);
            }
            ControlFlow::<(), Real>::Continue(best.limit())
        });
        Some(self.hit(&first?, &best.met?, filter))
    }

    /// Every hit, until `visit` breaks. It answers with the fraction to go on to.
    fn each_hit(
        &self,
        cast: &Cast,
        path: &Path,
        filter: &DynFilter,
        meets: impl Fn(&Shape, &Pose) -> Option<Met>,
        mut visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
    ) {
        let mut limit = 1.0;
        let _ = self.parts_on_way(cast, path, filter, |target, _| {
            if let Some(met) = self.hits(target, filter, &meets)
                && met.fraction <= limit
            {
                let wanted = visit(self.hit(target, &met, filter))?;
                // Not farther than before, and not with NaN.
                limit = if wanted < limit { wanted } else { limit };
            }
            ControlFlow::Continue(boxes_up_to(limit))
        });
    }

    /// Hit on a part, if the filter accepts it.
    #[inline]
    pub(super) fn hits(
        &self,
        target: &Part<'_>,
        filter: &DynFilter,
        meets: &impl Fn(&Shape, &Pose) -> Option<Met>,
    ) -> Option<Met> {
        meets(target.shape, &target.pose).filter(|met| self.counts(target, met, filter))
    }
}

/// The way of a shape that moves and turns, with room for all that it may sweep over; `None` if a
/// number is too large or not finite.
fn turning(
    shape: &Shape,
    pose: Pose,
    translation: Vector,
    angle: Real,
) -> Option<(Cast, Path, Sweep)> {
    let is_good = angle.abs() <= MAX_COORDINATE;
    if !is_good {
        return None;
    }
    let radius = shape.core().reach_from_origin();
    let cast = Cast::thick_ray(pose.translation.vector, translation, 1.0, radius).ok()?;
    let path = Path::thick(pose.translation.vector.into(), translation, radius);
    Some((cast, path, Sweep::new(pose, [0.0, 0.0], translation, angle)))
}
