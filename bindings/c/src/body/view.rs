//! Reading what a body has.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{given, read, run};
use crate::status::UmbraStatus;
use crate::{
    UmbraAabb, UmbraBodyKey, UmbraColliderKey, UmbraJointKey, UmbraMassProperties, UmbraPose,
    UmbraScene, UmbraVec2, UmbraVelocity, keys,
};

/// Linear and angular velocity.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_velocity(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: Option<&mut MaybeUninit<UmbraVelocity>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let body = scene.body(keys::body(body))?;
        Ok(UmbraVelocity { linear: body.velocity().into(), angular: body.angular_velocity() })
    })
}

/// Velocity of the body at a point of the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_velocity_at(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    point: UmbraVec2,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let point = point.position("point")?;
        Ok(scene.body(keys::body(body))?.velocity_at(point).into())
    })
}

/// Pose between the one before the last step (`alpha` 0) and the one after it (1).
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_interpolated_pose(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    alpha: f32,
    out: Option<&mut MaybeUninit<UmbraPose>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let alpha = umbra::geom::limits::number("alpha", alpha)?;
        Ok(scene.body(keys::body(body))?.interpolated_pose(alpha).into())
    })
}

/// A point of the world, as the body sees it.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_local_point(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    point: UmbraVec2,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        Ok(scene.body(keys::body(body))?.local_point(point.position("point")?).into())
    })
}

/// A point of the body, in the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_world_point(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    point: UmbraVec2,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        Ok(scene.body(keys::body(body))?.world_point(point.position("point")?).into())
    })
}

/// A direction of the world, as the body sees it.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_local_vector(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    vector: UmbraVec2,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        Ok(scene.body(keys::body(body))?.local_vector(vector.finite("vector")?).into())
    })
}

/// A direction of the body, in the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_world_vector(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    vector: UmbraVec2,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        Ok(scene.body(keys::body(body))?.world_vector(vector.finite("vector")?).into())
    })
}

/// Box around all colliders of the body. `found` becomes false if it has none, and `out` is not
/// written then.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_aabb(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    found: Option<&mut MaybeUninit<bool>>,
    out: Option<&mut MaybeUninit<UmbraAabb>>,
) -> UmbraStatus {
    run(|| {
        let (scene, found) = (&given("scene", scene)?.0, given("found", found)?);
        let out = given("out", out)?;
        let aabb = scene.body(keys::body(body))?.aabb();
        found.write(aabb.is_some());
        if let Some(aabb) = aabb {
            out.write(aabb.into());
        }
        Ok(())
    })
}

/// Mass, inertia and centre that were set by the caller; `is_set` is false if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_mass_properties(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: Option<&mut MaybeUninit<UmbraMassProperties>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.body(keys::body(body))?.mass_properties().into()))
}

/// True for x and for y if the body does not move along it.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_is_translation_locked(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    x: Option<&mut MaybeUninit<bool>>,
    y: Option<&mut MaybeUninit<bool>>,
) -> UmbraStatus {
    run(|| {
        let (scene, x, y) = (&given("scene", scene)?.0, given("x", x)?, given("y", y)?);
        let locked = scene.body(keys::body(body))?.is_translation_locked();
        x.write(locked[0]);
        y.write(locked[1]);
        Ok(())
    })
}

/// Lists the colliders of the body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_colliders(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let body = given("scene", scene)?.0.body(keys::body(body))?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, body.colliders().map(ColliderKey::to_bits))
    })
}

/// Lists the joints of the body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_joints(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: *mut UmbraJointKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let body = given("scene", scene)?.0.body(keys::body(body))?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, body.joints().map(JointKey::to_bits))
    })
}
