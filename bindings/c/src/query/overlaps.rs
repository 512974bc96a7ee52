//! Overlaps, and nearest points.

use core::ops::ControlFlow;
use std::mem::MaybeUninit;

use umbra::geom::limits as check;
use umbra::prelude::*;

use super::{UmbraQueryFilter, filter_of, with_filter};
use crate::array::{fill, room};
use crate::call::{given, read, run};
use crate::shape::shape_of;
use crate::status::UmbraStatus;
use crate::{
    UmbraAabb, UmbraBodyKey, UmbraColliderKey, UmbraPart, UmbraPose, UmbraScene, UmbraShape,
    UmbraVec2,
};

/// Nearest point of a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraPointHit {
    /// False if nothing is near enough; the others are 0 then.
    pub hit: bool,
    /// The body.
    pub body: UmbraBodyKey,
    /// The collider.
    pub collider: UmbraColliderKey,
    /// Shape or cell of the collider.
    pub part: UmbraPart,
    /// Its nearest point.
    pub point: UmbraVec2,
    /// Normal of the surface there.
    pub normal: UmbraVec2,
    /// Distance; negative inside.
    pub distance: f32,
}

impl From<PointHit> for UmbraPointHit {
    fn from(hit: PointHit) -> Self {
        Self {
            hit: true,
            body: hit.body.to_bits(),
            collider: hit.collider.to_bits(),
            part: hit.part.into(),
            point: hit.point.into(),
            normal: hit.normal.into(),
            distance: hit.distance,
        }
    }
}

/// The nearest point of all colliders that is within `max_distance`. Null `filter` is the default
/// one.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_closest_point(
    scene: Option<&UmbraScene>,
    point: UmbraVec2,
    max_distance: f32,
    filter: Option<&UmbraQueryFilter>,
    out: Option<&mut MaybeUninit<UmbraPointHit>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let (at, reach) = (point.position("point")?, check::amount("max_distance", max_distance)?);
        let hit = with_filter!(filter, filter => scene.closest_point(at, reach, filter));
        Ok(hit.map_or_else(UmbraPointHit::default, Into::into))
    })
}

/// Nearest point of each collider within `max_distance`, the nearest first. Null `filter` is the
/// default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_closest_points(
    scene: Option<&UmbraScene>,
    point: UmbraVec2,
    max_distance: f32,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraPointHit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        let (at, reach) = (point.position("point")?, check::amount("max_distance", max_distance)?);
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let mut hits: Vec<UmbraPointHit> = Vec::new();
        let visit = |hit: PointHit| {
            hits.push(hit.into());
            ControlFlow::Continue(())
        };
        with_filter!(filter, filter => scene.closest_points_each(at, reach, filter, visit));
        hits.sort_by(|a, b| {
            a.distance.total_cmp(&b.distance).then_with(|| a.collider.cmp(&b.collider))
        });
        fill(out, count, hits)
    })
}

/// Lists the colliders at a point. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_colliders_at(
    scene: Option<&UmbraScene>,
    point: UmbraVec2,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        let at = point.position("point")?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let found = with_filter!(filter, filter => scene.colliders_at(at, filter));
        fill(out, count, found.into_iter().map(ColliderKey::to_bits))
    })
}

/// Lists the colliders whose boxes overlap a box. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_overlap_aabb(
    scene: Option<&UmbraScene>,
    aabb: UmbraAabb,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        let aabb = aabb.checked()?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let found = with_filter!(filter, filter => scene.overlap_aabb(&aabb, filter));
        fill(out, count, found.into_iter().map(ColliderKey::to_bits))
    })
}

/// Lists the colliders that overlap a shape. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_overlap_shape(
    scene: Option<&UmbraScene>,
    shape: Option<&UmbraShape>,
    pose: UmbraPose,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        let pose = pose.checked("pose")?;
        // SAFETY: the points of the shape and the array are the caller's, as the header demands.
        let (shape, out) = unsafe { (&shape_of("shape", shape)?, room("out", out, capacity)?) };
        let found = with_filter!(filter, filter => scene.overlap_shape(shape, pose, filter));
        fill(out, count, found.into_iter().map(ColliderKey::to_bits))
    })
}
