//! Many rays at once.
//!
//! The broad phase takes rays in batches, and tells which of them meet a box. Where several do,
//! they are cast at the piece side by side. Only the fraction of a hit is needed for that; the rest
//! is computed once for each ray, in the end.

use core::ops::ControlFlow;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::{Cast, CastBatch, CastSet, Casts};
use umbra_geom::query::{RayLanes, ray_fractions};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use super::best::Best;
use super::tiles::Path;
use super::{DynFilter, Predicate, QueryFilter, RayHit, broad_mask, hits};
use crate::World;
use crate::store::{Few, Piece};

/// With fewer rays, a batch is not worth its setting up.
const WORTH_A_BATCH: usize = 8;
/// With fewer rays, a second thread is not worth waking.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 1024;
/// To cast fewer rays at a piece side by side is not worth it.
const WORTH_LANES: usize = 3;

/// A ray from `origin` to `origin + translation`: see `Scene::cast_rays`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let wheels = [-1.0, 1.0].map(|x| Ray::new([x, 1.5], [0.0, -2.0])); // two springs of a car
/// let hits = scene.cast_rays(&wheels, QueryFilter::default());
/// assert!(hits.iter().all(|hit| hit.unwrap().fraction == 0.5));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start of the ray.
    pub origin: Point,
    /// Length and direction of the ray.
    pub translation: Vector,
}

impl Ray {
    /// A ray from `origin` to `origin + translation`.
    pub fn new(origin: impl Into<Point>, translation: impl Into<Vector>) -> Self {
        Self { origin: origin.into(), translation: translation.into() }
    }
}

impl World {
    /// See `Scene::cast_rays`.
    pub fn cast_rays(
        &self,
        rays: &[Ray],
        filter: QueryFilter<impl Predicate + Sync>,
    ) -> Vec<Option<RayHit>> {
        if self.goes_through(&filter.as_dyn()) {
            let cast = |ray: &Ray| self.cast_ray_for(ray.origin, ray.translation, &filter.as_dyn());
            return rays.iter().map(cast).collect();
        }
        let mut hits = vec![None; rays.len()];
        let asked: Few<Casts> =
            self.asked(&filter.as_dyn()).map(|broad| broad.casts(rays.len())).collect();
        #[cfg(feature = "parallel")]
        if rays.len() >= WORTH_SHARING && umbra_lanes::threads::count() > 1 {
            let batches = rays.par_chunks(CastBatch::CAPACITY);
            batches
                .zip(hits.par_chunks_mut(CastBatch::CAPACITY))
                .for_each(|(rays, hits)| self.cast_batch(&asked, rays, &filter.as_dyn(), hits));
            return hits;
        }
        let filter = filter.as_dyn();
        let batches = rays.chunks(CastBatch::CAPACITY);
        for (rays, hits) in batches.zip(hits.chunks_mut(CastBatch::CAPACITY)) {
            self.cast_batch(&asked, rays, &filter, hits);
        }
        hits
    }

    /// Casts up to as many rays as a batch holds.
    fn cast_batch(
        &self,
        asked: &[Casts],
        rays: &[Ray],
        filter: &DynFilter,
        hits: &mut [Option<RayHit>],
    ) {
        if rays.len() < WORTH_A_BATCH {
            for (ray, hit) in rays.iter().zip(hits) {
                *hit = self.cast_ray_for(ray.origin, ray.translation, filter);
            }
            return;
        }
        let mut batch = CastBatch::new();
        for (index, ray) in rays.iter().enumerate() {
            let cast = Cast::ray(ray.origin, ray.translation, 1.0);
            batch.push(cast.as_ref().unwrap_or(&Cast::NOWHERE));
            if cast.is_err() {
                batch.set_limit(index, -1.0);
            }
        }
        let mut best = [Best::NONE; CastBatch::CAPACITY];
        for casts in asked {
            let broad = casts.broad();
            casts.cast_batch(&mut batch, broad_mask(filter), |proxy, index, batch, casts| {
                if let Some(piece) = self.found(broad, proxy, index, filter) {
                    self.meet(rays, casts, (index, piece), filter, batch, &mut best);
                }
            });
        }
        for ((ray, best), hit) in rays.iter().zip(&mut best).zip(hits) {
            let meets =
                |shape: &Shape, at: &Pose| hits::ray(shape, at, ray.origin, ray.translation);
            let mut cell = None;
            if let Ok(cast) = Cast::ray(ray.origin, ray.translation, best.limit()) {
                let path = Path::ray(ray.origin, ray.translation);
                let _ = self.cells_on_way((&cast, &path), filter, |target, enter| {
                    if let Some(met) = self.hits(target, filter, &meets)
                        && best.update(target.id.number(), enter, &met)
                    {
                        cell = Some(*target);
                    }
                    ControlFlow::<(), Real>::Continue(best.limit())
                });
            }
            if best.is_hit() {
                let target = cell.unwrap_or_else(|| self.colliders.part(best.index));
                let met = best.met.or_else(|| meets(target.shape, &target.pose));
                *hit = met.map(|met| self.hit(&target, &met, filter).of_ray());
            }
        }
    }

    /// Casts some rays of a batch at a piece.
    fn meet(
        &self,
        rays: &[Ray],
        mut casts: CastSet,
        (index, piece): (u32, &Piece),
        filter: &DynFilter,
        batch: &mut CastBatch,
        best: &mut [Best; CastBatch::CAPACITY],
    ) {
        let alone = |cast: usize, batch: &mut CastBatch, best: &mut Best| {
            let Ray { origin, translation } = rays[cast];
            let meets = |shape: &Shape, at: &Pose| hits::ray(shape, at, origin, translation);
            if let Some(met) = self.hits(&self.colliders.part(index), filter, &meets)
                && best.update(index, batch.enter(cast), &met)
            {
                batch.set_limit(cast, best.limit());
            }
        };
        if casts.len() < WORTH_LANES || piece.substance.one_way.is_some() {
            casts.for_each(|cast| alone(cast, batch, &mut best[cast]));
            return;
        }
        while casts.len() > 0 {
            let (mut lanes, own) = (RayLanes::new(), casts);
            for cast in casts.by_ref().take(RayLanes::CAPACITY) {
                lanes.push(rays[cast].origin, rays[cast].translation);
            }
            let fractions = ray_fractions(piece.shape(), &piece.pose, &lanes);
            for (cast, fraction) in own.zip(fractions) {
                let best = &mut best[cast];
                if fraction == 0.0 {
                    // How deep it begins in the piece counts too.
                    alone(cast, batch, best);
                } else if fraction < Real::INFINITY
                    && best.update_fraction(index, batch.enter(cast), fraction)
                {
                    batch.set_limit(cast, best.limit());
                }
            }
        }
    }
}
