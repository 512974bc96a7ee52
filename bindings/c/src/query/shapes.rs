//! Moving shapes.

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
    UmbraBodyKey, UmbraColliderKey, UmbraPart, UmbraPose, UmbraScene, UmbraShape, UmbraVec2,
};

/// Hit of a moving shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraCastHit {
    /// False if nothing was hit; the others do not count then.
    pub hit: bool,
    /// The body.
    pub body: UmbraBodyKey,
    /// The collider.
    pub collider: UmbraColliderKey,
    /// Shape or cell of the collider.
    pub part: UmbraPart,
    /// Part of the path before the hit, from 0 to 1.
    pub fraction: f32,
    /// Point of the hit.
    pub point: UmbraVec2,
    /// Normal of the surface that was hit.
    pub normal: UmbraVec2,
    /// Pose of the shape when it hits.
    pub pose: UmbraPose,
}

impl From<CastHit> for UmbraCastHit {
    fn from(hit: CastHit) -> Self {
        Self {
            hit: true,
            body: hit.body.to_bits(),
            collider: hit.collider.to_bits(),
            part: hit.part.into(),
            fraction: hit.fraction,
            point: hit.point.into(),
            normal: hit.normal.into(),
            pose: hit.pose.into(),
        }
    }
}

impl UmbraCastHit {
    const NONE: Self = Self {
        hit: false,
        body: 0,
        collider: 0,
        part: UmbraPart { is_cell: false, shape: 0, column: 0, row: 0 },
        fraction: 0.0,
        point: UmbraVec2 { x: 0.0, y: 0.0 },
        normal: UmbraVec2 { x: 0.0, y: 0.0 },
        pose: UmbraPose::IDENTITY,
    };
}

/// The first that a shape hits which moves from `pose` by `translation` and turns by `angle`. Null
/// `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_cast_shape(
    scene: Option<&UmbraScene>,
    shape: Option<&UmbraShape>,
    pose: UmbraPose,
    translation: UmbraVec2,
    angle: f32,
    filter: Option<&UmbraQueryFilter>,
    out: Option<&mut MaybeUninit<UmbraCastHit>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        // SAFETY: the points of the shape are the caller's, as the header demands.
        let shape = &unsafe { shape_of("shape", shape)? };
        let (pose, along) = (pose.checked("pose")?, translation.finite("translation")?);
        let angle = check::number("angle", angle)?;
        let hit = with_filter!(filter, filter => if angle == 0.0 {
            scene.cast_shape(shape, pose, along, filter)
        } else {
            scene.cast_shape_turning(shape, pose, along, angle, filter)
        });
        Ok(hit.map_or(UmbraCastHit::NONE, Into::into))
    })
}

/// All that a moving shape hits, the nearest first. Null `filter` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_cast_shape_all(
    scene: Option<&UmbraScene>,
    shape: Option<&UmbraShape>,
    pose: UmbraPose,
    translation: UmbraVec2,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraCastHit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the points of the shape and the array are the caller's, as the header demands.
        let (shape, out) = unsafe { (&shape_of("shape", shape)?, room("out", out, capacity)?) };
        let (pose, along) = (pose.checked("pose")?, translation.finite("translation")?);
        let mut hits: Vec<UmbraCastHit> = Vec::new();
        let visit = |hit: CastHit| {
            hits.push(hit.into());
            ControlFlow::Continue(1.0)
        };
        with_filter!(filter, filter => scene.cast_shape_each(shape, pose, along, filter, visit));
        hits.sort_by(|a, b| {
            a.fraction.total_cmp(&b.fraction).then_with(|| a.collider.cmp(&b.collider))
        });
        fill(out, count, hits)
    })
}
