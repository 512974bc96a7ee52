//! Soft bodies.

use std::mem::MaybeUninit;

use umbra::build::{self, SoftBody};
use umbra::prelude::*;

use super::UmbraSoftSettings;
use crate::array::{fill, room};
use crate::call::{edit, given, read, run, value, write};
use crate::status::UmbraStatus;
use crate::{UmbraBodyKey, UmbraScene, UmbraVec2};

/// Keys of the parts of a soft body. Opaque.
#[derive(Debug)]
pub struct UmbraSoftBody(SoftBody);

/// Builds a round soft body. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_blob(
    scene: Option<&mut UmbraScene>,
    center: UmbraVec2,
    radius: f32,
    settings: Option<&UmbraSoftSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraSoftBody>>>>,
) -> UmbraStatus {
    write(out, || {
        let (settings, scene) = (UmbraSoftSettings::get(settings)?, given("scene", scene)?);
        let body = build::blob_with(&mut scene.0, center, radius, &settings)?;
        Ok(Some(Box::new(UmbraSoftBody(body))))
    })
}

/// Builds a soft box. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_soft_box(
    scene: Option<&mut UmbraScene>,
    center: UmbraVec2,
    half_width: f32,
    half_height: f32,
    settings: Option<&UmbraSoftSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraSoftBody>>>>,
) -> UmbraStatus {
    write(out, || {
        let (settings, scene) = (UmbraSoftSettings::get(settings)?, given("scene", scene)?);
        let body = build::soft_box_with(&mut scene.0, center, half_width, half_height, &settings)?;
        Ok(Some(Box::new(UmbraSoftBody(body))))
    })
}

/// Frees the keys. The bodies stay in the scene. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_soft_body_free(soft: Option<Box<UmbraSoftBody>>) {
    value((), || drop(soft));
}

/// Removes its bodies and joints from the scene. It is still to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_soft_body_remove(
    soft: Option<&UmbraSoftBody>,
    scene: Option<&mut UmbraScene>,
) -> UmbraStatus {
    edit(scene, |scene| {
        given("soft", soft)?.0.remove(scene);
        Ok(())
    })
}

/// Centre of a soft body.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_soft_body_center(
    soft: Option<&UmbraSoftBody>,
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(given("soft", soft)?.0.center(scene)?.into()))
}

/// Area that a soft body encloses.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_soft_body_area(
    soft: Option<&UmbraSoftBody>,
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(given("soft", soft)?.0.area(scene)?))
}

/// Lists the points of the outline of a soft body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_soft_body_outline(
    soft: Option<&UmbraSoftBody>,
    scene: Option<&UmbraScene>,
    out: *mut UmbraVec2,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let outline = given("soft", soft)?.0.outline(&given("scene", scene)?.0)?;
        // SAFETY: the caller's array, as the header demands.
        fill(unsafe { room("out", out, capacity)? }, count, outline.into_iter().map(Into::into))
    })
}

/// Lists the bodies of a soft body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_soft_body_bodies(
    soft: Option<&UmbraSoftBody>,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let soft = given("soft", soft)?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, soft.0.bodies().map(BodyKey::to_bits))
    })
}
