//! Parts of a scene, taken out of one and put into another.

use std::mem::MaybeUninit;

use umbra::{Inserted, prelude::*};

use crate::array::{input, room};
use crate::call::{given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraColliderKey, UmbraJointKey, UmbraScene, UmbraVec2, keys};

/// Bodies with their colliders, joints and contacts, outside of a scene. Opaque.
#[derive(Debug)]
pub struct UmbraPartOfScene(Part);

/// Finds new keys by old ones after an insertion. Opaque.
#[derive(Debug)]
pub struct UmbraInserted(Inserted);

/// Copies bodies with everything between them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_part_of(
    scene: Option<&UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraPartOfScene>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the caller's array, as the header demands.
        let bodies = keys::bodies(unsafe { input("bodies", bodies, count)? });
        Ok(Some(Box::new(UmbraPartOfScene(given("scene", scene)?.0.part_of(&bodies)?))))
    })
}

/// Takes bodies out of the scene with everything between them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_extract(
    scene: Option<&mut UmbraScene>,
    bodies: *const UmbraBodyKey,
    count: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraPartOfScene>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the caller's array, as the header demands.
        let bodies = keys::bodies(unsafe { input("bodies", bodies, count)? });
        Ok(Some(Box::new(UmbraPartOfScene(given("scene", scene)?.0.extract(&bodies)?))))
    })
}

/// Frees a part. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_part_free(part: Option<Box<UmbraPartOfScene>>) {
    value((), || drop(part));
}

/// Moves a part.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_part_shift(
    part: Option<&mut UmbraPartOfScene>,
    by: UmbraVec2,
) -> UmbraStatus {
    run(|| {
        let by = by.position("by")?;
        given("part", part)?.0.shift(by.coords);
        Ok(())
    })
}

/// Puts a copy of a part into a scene. A null `out` is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_insert(
    scene: Option<&mut UmbraScene>,
    part: Option<&UmbraPartOfScene>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraInserted>>>>,
) -> UmbraStatus {
    crate::call::add(scene, out, |scene| {
        Ok(Some(Box::new(UmbraInserted(scene.insert(&given("part", part)?.0)?))))
    })
}

/// Frees it. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_inserted_free(inserted: Option<Box<UmbraInserted>>) {
    value((), || drop(inserted));
}

/// New keys of `count` bodies by their old ones, to an array of as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_inserted_bodies(
    inserted: Option<&UmbraInserted>,
    old: *const UmbraBodyKey,
    count: usize,
    out: *mut UmbraBodyKey,
) -> UmbraStatus {
    // SAFETY: the caller's arrays, as the header demands.
    unsafe {
        renamed(inserted, old, count, out, |inserted, old| {
            Ok(inserted.body(keys::body(old))?.to_bits())
        })
    }
}

/// New keys of `count` colliders by their old ones, to an array of as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_inserted_colliders(
    inserted: Option<&UmbraInserted>,
    old: *const UmbraColliderKey,
    count: usize,
    out: *mut UmbraColliderKey,
) -> UmbraStatus {
    // SAFETY: the caller's arrays, as the header demands.
    unsafe {
        renamed(inserted, old, count, out, |inserted, old| {
            Ok(inserted.collider(keys::collider(old))?.to_bits())
        })
    }
}

/// New keys of `count` joints by their old ones, to an array of as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_inserted_joints(
    inserted: Option<&UmbraInserted>,
    old: *const UmbraJointKey,
    count: usize,
    out: *mut UmbraJointKey,
) -> UmbraStatus {
    // SAFETY: the caller's arrays, as the header demands.
    unsafe {
        renamed(inserted, old, count, out, |inserted, old| {
            Ok(inserted.joint(keys::joint(old))?.to_bits())
        })
    }
}

/// Writes the new keys of old ones.
///
/// # Safety
/// Both are arrays of the caller with `count` keys.
unsafe fn renamed(
    inserted: Option<&UmbraInserted>,
    old: *const u64,
    count: usize,
    out: *mut u64,
    rename: impl Fn(&Inserted, u64) -> Result<u64, Fault>,
) -> UmbraStatus {
    run(|| {
        let inserted = &given("inserted", inserted)?.0;
        // SAFETY: the caller of this function vouches for it.
        let (old, out) = unsafe { (input("old", old, count)?, room("out", out, count)?) };
        let new: Vec<u64> =
            old.iter().map(|key| rename(inserted, *key)).collect::<Result<_, _>>()?;
        for (place, key) in out.iter_mut().zip(new) {
            place.write(key);
        }
        Ok(())
    })
}
