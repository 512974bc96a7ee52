//! Reading and driving the copies of a batch through arrays.

use std::mem::MaybeUninit;

use rayon::prelude::*;
use umbra::prelude::*;

use super::UmbraBatch;
use crate::array::{input, room};
use crate::bulk::{apply_forces, check_forces, read_each, velocity_of};
use crate::call::{given, run};
use crate::query::{UmbraQueryFilter, UmbraRay, UmbraRayHit, filter_of, with_filter};
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraColliderKey, UmbraForce, UmbraJointKey, UmbraPose, UmbraVelocity, keys,
};

/// Reads `count` values of each copy to the array of the caller.
fn read_copies<T: Send>(
    batch: &UmbraBatch,
    count: usize,
    out: &mut [MaybeUninit<T>],
    read: impl Fn(&Scene, &mut [MaybeUninit<T>]) -> Result<(), Fault> + Sync,
) -> Result<(), Fault> {
    if count == 0 {
        return Ok(());
    }
    let parts = out.par_chunks_mut(count);
    batch.copies.scenes().par_iter().zip(parts).try_for_each(|(scene, part)| read(scene, part))
}

/// Poses of `count` bodies in each copy, to an array of copies times `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_poses(
    batch: Option<&UmbraBatch>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: *mut UmbraPose,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, out) =
            unsafe { (input("bodies", bodies, count)?, room("out", out, batch.total(count)?)?) };
        let bodies = keys::bodies(bodies);
        read_copies(batch, count, out, |scene, out| {
            read_each(scene, &bodies, out, |body| body.pose().into())
        })
    })
}

/// Velocities of `count` bodies in each copy, to an array of copies times `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_velocities(
    batch: Option<&UmbraBatch>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: *mut UmbraVelocity,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, out) =
            unsafe { (input("bodies", bodies, count)?, room("out", out, batch.total(count)?)?) };
        let bodies = keys::bodies(bodies);
        read_copies(batch, count, out, |scene, out| read_each(scene, &bodies, out, velocity_of))
    })
}

/// Angle or translation, and its rate, of `count` joints in each copy, to arrays of copies times
/// `count`. Either array may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_joints(
    batch: Option<&UmbraBatch>,
    joints: *const UmbraJointKey,
    count: usize,
    positions: *mut f32,
    speeds: *mut f32,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        let total = batch.total(count)?;
        let length = |array: *mut f32| if array.is_null() { 0 } else { total };
        // SAFETY: the caller's arrays, as the header demands.
        let (joints, positions, speeds) = unsafe {
            (
                input("joints", joints, count)?,
                room("positions", positions, length(positions))?,
                room("speeds", speeds, length(speeds))?,
            )
        };
        let joints: Vec<_> = joints.iter().copied().map(keys::joint).collect();
        read_copies(batch, count, positions, |scene, out| {
            read_joints(scene, &joints, out, position_of)
        })?;
        read_copies(batch, count, speeds, |scene, out| read_joints(scene, &joints, out, speed_of))
    })
}

fn read_joints(
    scene: &Scene,
    joints: &[JointKey],
    out: &mut [MaybeUninit<f32>],
    value: impl Fn(&JointRef<'_>) -> f32,
) -> Result<(), Fault> {
    for (joint, place) in joints.iter().zip(out) {
        place.write(value(&scene.joint(*joint)?));
    }
    Ok(())
}

fn position_of(joint: &JointRef<'_>) -> f32 {
    match joint.kind() {
        JointKind::Prismatic | JointKind::Groove => joint.translation(),
        _ => joint.angle(),
    }
}

fn speed_of(joint: &JointRef<'_>) -> f32 {
    joint.speed()
}

/// Number of touching contacts of each of `count` colliders in each copy, to an array of copies
/// times `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_touching(
    batch: Option<&UmbraBatch>,
    colliders: *const UmbraColliderKey,
    count: usize,
    out: *mut u32,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (colliders, out) = unsafe {
            (input("colliders", colliders, count)?, room("out", out, batch.total(count)?)?)
        };
        let colliders: Vec<_> = colliders.iter().copied().map(keys::collider).collect();
        read_copies(batch, count, out, |scene, out| {
            for (key, place) in colliders.iter().zip(out) {
                place.write(touching(scene, *key)?);
            }
            Ok(())
        })
    })
}

fn touching(scene: &Scene, key: ColliderKey) -> Result<u32, Fault> {
    let body = scene.body(scene.collider(key)?.body())?;
    let is_one = |it: &ContactRef<'_>| it.is_touching() && it.colliders().contains(&key);
    Ok(body.contacts().filter(is_one).count() as u32)
}

/// Casts `count` rays in each copy: `rays` has copies times `count` of them, and so has `out`. Null
/// `filter` is the default one; its callback may be called from several threads at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_cast_rays(
    batch: Option<&UmbraBatch>,
    rays: *const UmbraRay,
    count: usize,
    filter: Option<&UmbraQueryFilter>,
    out: *mut UmbraRayHit,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        let total = batch.total(count)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (rays, out) = unsafe { (input("rays", rays, total)?, room("out", out, total)?) };
        let mut checked = Vec::with_capacity(total);
        for ray in rays {
            let along = ray.translation.finite("translation")?;
            checked.push((ray.origin.position("origin")?, along));
        }
        let copies = batch.copies.scenes().par_iter().zip(checked.par_chunks(count.max(1)));
        let copies = copies.zip(out.par_chunks_mut(count.max(1)));
        with_filter!(filter, filter => copies.for_each(|((scene, rays), out)| {
            for ((origin, along), place) in rays.iter().zip(out) {
                let hit = scene.cast_ray(*origin, *along, filter);
                place.write(hit.map_or_else(UmbraRayHit::default, Into::into));
            }
        }));
        Ok(())
    })
}

/// Changes each copy by its part of an array, after a check of all.
fn drive_copies<T: Sync>(
    batch: &mut UmbraBatch,
    count: usize,
    array: &[T],
    check: impl Fn(&Scene, &[T]) -> Result<(), Fault> + Sync,
    change: impl Fn(&mut Scene, &[T]) -> Result<(), Fault> + Sync,
) -> Result<(), Fault> {
    if count == 0 {
        return Ok(());
    }
    let parts = || array.par_chunks(count);
    let scenes = batch.copies.scenes().par_iter();
    scenes.zip(parts()).try_for_each(|(scene, part)| check(scene, part))?;
    let scenes = batch.copies.scenes_mut().par_iter_mut();
    scenes.zip(parts()).try_for_each(|(scene, part)| change(scene, part))
}

/// Applies forces to `count` bodies of each copy in the next step: `forces` has copies times
/// `count` of them. To all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_apply_forces(
    batch: Option<&mut UmbraBatch>,
    bodies: *const UmbraBodyKey,
    count: usize,
    forces: *const UmbraForce,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, forces) = unsafe {
            (input("bodies", bodies, count)?, input("forces", forces, batch.total(count)?)?)
        };
        let bodies = keys::bodies(bodies);
        drive_copies(
            batch,
            count,
            forces,
            |scene, forces| check_forces(scene, &bodies, forces),
            |scene, forces| apply_forces(scene, &bodies, forces),
        )
    })
}

/// Sets the speeds of the motors of `count` joints of each copy, which must have motors: `speeds`
/// has copies times `count` of them. Maximum forces stay. All or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_set_motor_speeds(
    batch: Option<&mut UmbraBatch>,
    joints: *const UmbraJointKey,
    count: usize,
    speeds: *const f32,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's arrays, as the header demands.
        let (joints, speeds) = unsafe {
            (input("joints", joints, count)?, input("speeds", speeds, batch.total(count)?)?)
        };
        let joints: Vec<_> = joints.iter().copied().map(keys::joint).collect();
        let none = || Fault::Value("joints", "must have motors".to_owned());
        drive_copies(
            batch,
            count,
            speeds,
            |scene, speeds| {
                for (joint, speed) in joints.iter().zip(speeds) {
                    scene.joint(*joint)?.motor().ok_or_else(none)?;
                    umbra::geom::limits::number("speeds", *speed)?;
                }
                Ok(())
            },
            |scene, speeds| {
                for (joint, speed) in joints.iter().zip(speeds) {
                    let [_, force] = scene.joint(*joint)?.motor().ok_or_else(none)?;
                    scene.joint_mut(*joint)?.set_motor(*speed, force)?;
                }
                Ok(())
            },
        )
    })
}
