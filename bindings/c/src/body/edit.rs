//! Changing and pushing a body.

use umbra::geom::limits as check;
use umbra::prelude::*;

use super::body_kind;
use crate::call::edit;
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraForce, UmbraMassProperties, UmbraPose, UmbraScene, UmbraVec2, UmbraVelocity,
    keys,
};

/// Changes a body.
fn change(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    change: impl FnOnce(&mut BodyMut<'_>) -> Result<(), umbra::Error>,
) -> UmbraStatus {
    edit(scene, |scene| Ok(change(&mut scene.body_mut(keys::body(body))?)?))
}

/// Pushes a body, and wakes it if the caller wants that.
fn push(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    wake: bool,
    push: impl FnOnce(&mut BodyMut<'_>) -> Result<(), umbra::Error>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let body = scene.body_mut(keys::body(body))?;
        Ok(push(&mut if wake { body } else { body.without_waking() })?)
    })
}

/// Changes the kind of the body to one of `UmbraBodyKind`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_set_kind(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    kind: u32,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.body_mut(keys::body(body))?.set_kind(body_kind("kind", kind)?)?))
}

/// Sets linear and angular velocity.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_set_velocity(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    velocity: UmbraVelocity,
) -> UmbraStatus {
    edit(scene, |scene| {
        let linear = velocity.linear.finite("velocity")?;
        let angular = check::number("angular_velocity", velocity.angular)?;
        let mut body = scene.body_mut(keys::body(body))?;
        body.set_velocity(linear)?;
        Ok(body.set_angular_velocity(angular)?)
    })
}

/// Gives a kinematic body the velocity with which it is at `pose` after a step of `dt` seconds.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_move_to(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    pose: UmbraPose,
    dt: f32,
) -> UmbraStatus {
    change(scene, body, |body| body.move_to(pose.raw(), dt))
}

/// Locks the motion along x and y, or frees it.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_set_lock_translation(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    x: bool,
    y: bool,
) -> UmbraStatus {
    change(scene, body, |body| {
        body.set_lock_translation(x, y);
        Ok(())
    })
}

/// Sets mass, inertia and centre of mass, or goes back to those of the colliders if `is_set` is
/// false.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_set_mass_properties(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    properties: UmbraMassProperties,
) -> UmbraStatus {
    change(scene, body, |body| body.set_mass_properties(properties.get()))
}

/// Sets the force and torque that act in every step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_set_constant_force(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    force: UmbraForce,
) -> UmbraStatus {
    change(scene, body, |body| body.set_constant_force(force.force, force.torque))
}

/// Wakes the body.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_wake(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
) -> UmbraStatus {
    change(scene, body, |body| {
        body.wake();
        Ok(())
    })
}

/// Puts the body to sleep, with all that it touches.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_sleep(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
) -> UmbraStatus {
    change(scene, body, |body| {
        body.sleep();
        Ok(())
    })
}

/// Applies a force at the centre of mass in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_force(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    force: UmbraVec2,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_force(force))
}

/// Applies a force at a point of the world in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_force_at(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    force: UmbraVec2,
    point: UmbraVec2,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_force_at(force, point))
}

/// Applies a torque in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_torque(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    torque: f32,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_torque(torque))
}

/// Applies an impulse at the centre of mass, which changes the velocity at once.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_impulse(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    impulse: UmbraVec2,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_impulse(impulse))
}

/// Applies an impulse at a point of the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_impulse_at(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    impulse: UmbraVec2,
    point: UmbraVec2,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_impulse_at(impulse, point))
}

/// Applies an angular impulse.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_apply_angular_impulse(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    impulse: f32,
    wake: bool,
) -> UmbraStatus {
    push(scene, body, wake, |body| body.apply_angular_impulse(impulse))
}

/// A force with finite numbers.
pub(crate) fn checked_force(force: UmbraForce) -> Result<(Vector, f32), Fault> {
    Ok((force.force.finite("forces")?, check::number("forces", force.torque)?))
}
