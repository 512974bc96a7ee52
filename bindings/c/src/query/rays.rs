//! Rays.

use core::ops::ControlFlow;
use std::mem::MaybeUninit;

use umbra::prelude::*;

use super::{UmbraQueryFilter, filter_of, with_filter};
use crate::array::{fill, input, room};
use crate::call::{given, read, run};
use crate::status::UmbraStatus;
use crate::{UmbraBodyKey, UmbraColliderKey, UmbraPart, UmbraScene, UmbraVec2};

/// A ray from `origin` to `origin + translation`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraRay {
    /// Begin of the ray.
    pub origin: UmbraVec2,
    /// Direction and length of the ray.
    pub translation: UmbraVec2,
}

/// Hit of a ray.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraRayHit {
    /// False if nothing was hit; the others are 0 then.
    pub hit: bool,
    /// The body.
    pub body: UmbraBodyKey,
    /// The collider.
    pub collider: UmbraColliderKey,
    /// Shape or cell of the collider.
    pub part: UmbraPart,
    /// Part of the ray before the hit, from 0 to 1.
    pub fraction: f32,
    /// Point of the hit.
    pub point: UmbraVec2,
    /// Normal of the surface.
    pub normal: UmbraVec2,
}

impl From<RayHit> for UmbraRayHit {
    fn from(hit: RayHit) -> Self {
        Self {
            hit: true,
            body: hit.body.to_bits(),
            collider: hit.collider.to_bits(),
            part: hit.part.into(),
            fraction: hit.fraction,
            point: hit.point.into(),
            normal: hit.normal.into(),
        }
    }
}

/// The first that a ray hits. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_cast_ray(
    scene: Option<&UmbraScene>,
    origin: UmbraVec2,
    translation: UmbraVec2,
    filter: Option<&UmbraQueryFilter>,
    out: Option<&mut MaybeUninit<UmbraRayHit>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let (from, along) = (origin.position("origin")?, translation.finite("translation")?);
        let hit = with_filter!(filter, filter => scene.cast_ray(from, along, filter));
        Ok(hit.map_or_else(UmbraRayHit::default, Into::into))
    })
}

/// All that a ray hits, in the order in which it hits them. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_cast_ray_all(
    scene: Option<&UmbraScene>,
    origin: UmbraVec2,
    translation: UmbraVec2,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraRayHit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        let (from, along) = (origin.position("origin")?, translation.finite("translation")?);
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let mut hits = Vec::new();
        let visit = |hit: RayHit| {
            hits.push(UmbraRayHit::from(hit));
            ControlFlow::Continue(())
        };
        with_filter!(filter, filter => scene.cast_ray_all(from, along, filter, visit));
        fill(out, count, hits)
    })
}

/// Casts `count` rays, on all threads if there are many, and writes a hit for each to `out`. Null
/// `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_cast_rays(
    scene: Option<&UmbraScene>,
    rays: *const UmbraRay,
    count: usize,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraRayHit,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's arrays, as the header demands.
        let (rays, out) = unsafe { (input("rays", rays, count)?, room("out", out, count)?) };
        let mut checked = Vec::with_capacity(count);
        for ray in rays {
            let along = ray.translation.finite("translation")?;
            checked.push(Ray::new(ray.origin.position("origin")?, along));
        }
        let hits = with_filter!(filter, filter => scene.cast_rays(&checked, filter));
        for (place, hit) in out.iter_mut().zip(hits) {
            place.write(hit.map_or_else(UmbraRayHit::default, Into::into));
        }
        Ok(())
    })
}
