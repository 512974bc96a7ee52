//! Poses, velocities and forces of many bodies at once, in arrays of the caller.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, input, room};
use crate::body::checked_force;
use crate::call::{edit, given, run};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraForce, UmbraPose, UmbraScene, UmbraVelocity, keys};

pub(crate) fn velocity_of(body: &BodyRef<'_>) -> UmbraVelocity {
    UmbraVelocity { linear: body.velocity().into(), angular: body.angular_velocity() }
}

/// Poses of all bodies, in the order of `umbra_scene_bodies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_poses(
    scene: Option<&UmbraScene>,
    out: *mut UmbraPose,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        fill(out, count, bodies.map(|body| body.pose().into()))
    })
}

/// Velocities of all bodies, in the order of `umbra_scene_bodies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_velocities(
    scene: Option<&UmbraScene>,
    out: *mut UmbraVelocity,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        fill(out, count, bodies.map(|body| velocity_of(&body)))
    })
}

/// Writes a value of each of some bodies. Nothing is written if one of them is not in the scene.
pub(crate) fn read_each<T>(
    scene: &Scene,
    bodies: &[BodyKey],
    out: &mut [MaybeUninit<T>],
    value: impl Fn(&BodyRef<'_>) -> T,
) -> Result<(), Fault> {
    for body in bodies {
        scene.body(*body)?;
    }
    for (body, place) in bodies.iter().zip(out) {
        place.write(value(&scene.body(*body)?));
    }
    Ok(())
}

/// Poses of `count` bodies, to an array of as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_bodies_poses(
    scene: Option<&UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: *mut UmbraPose,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, out) = unsafe { (input("bodies", bodies, count)?, room("out", out, count)?) };
        read_each(scene, &keys::bodies(bodies), out, |body| body.pose().into())
    })
}

/// Velocities of `count` bodies, to an array of as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_bodies_velocities(
    scene: Option<&UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: *mut UmbraVelocity,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, out) = unsafe { (input("bodies", bodies, count)?, room("out", out, count)?) };
        read_each(scene, &keys::bodies(bodies), out, velocity_of)
    })
}

/// Sets the poses of `count` bodies: all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_bodies_set_poses(
    scene: Option<&mut UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    poses: *const UmbraPose,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, poses) =
            unsafe { (input("bodies", bodies, count)?, input("poses", poses, count)?) };
        for (body, pose) in bodies.iter().zip(poses) {
            scene.body(keys::body(*body))?;
            pose.checked("poses")?;
        }
        for (body, pose) in bodies.iter().zip(poses) {
            scene.body_mut(keys::body(*body))?.set_pose(pose.raw())?;
        }
        Ok(())
    })
}

/// Sets the velocities of `count` bodies: all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_bodies_set_velocities(
    scene: Option<&mut UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    velocities: *const UmbraVelocity,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, velocities) =
            unsafe { (input("bodies", bodies, count)?, input("velocities", velocities, count)?) };
        for (body, velocity) in bodies.iter().zip(velocities) {
            scene.body(keys::body(*body))?;
            velocity.linear.finite("velocities")?;
            umbra::geom::limits::number("velocities", velocity.angular)?;
        }
        for (body, velocity) in bodies.iter().zip(velocities) {
            let mut body = scene.body_mut(keys::body(*body))?;
            body.set_velocity(velocity.linear)?;
            body.set_angular_velocity(velocity.angular)?;
        }
        Ok(())
    })
}

/// Applies a force and a torque to each of `count` bodies in the next step: to all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_bodies_apply_forces(
    scene: Option<&mut UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    forces: *const UmbraForce,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, forces) =
            unsafe { (input("bodies", bodies, count)?, input("forces", forces, count)?) };
        apply_forces(scene, &keys::bodies(bodies), forces)
    })
}

/// Applies forces to all bodies or to none.
pub(crate) fn apply_forces(
    scene: &mut Scene,
    bodies: &[BodyKey],
    forces: &[UmbraForce],
) -> Result<(), Fault> {
    check_forces(scene, bodies, forces)?;
    for (body, force) in bodies.iter().zip(forces) {
        let mut body = scene.body_mut(*body)?;
        body.apply_force(force.force)?;
        body.apply_torque(force.torque)?;
    }
    Ok(())
}

/// Checks that forces can be applied.
pub(crate) fn check_forces(
    scene: &Scene,
    bodies: &[BodyKey],
    forces: &[UmbraForce],
) -> Result<(), Fault> {
    for (body, force) in bodies.iter().zip(forces) {
        if !scene.body(*body)?.is_dynamic() {
            return Err(umbra::Error::NotDynamic(*body).into());
        }
        checked_force(*force)?;
    }
    Ok(())
}
