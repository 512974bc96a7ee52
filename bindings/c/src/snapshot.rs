//! Snapshots: moments of a scene to go back to.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::UmbraScene;
use crate::call::{edit, given, run, write};
use crate::status::UmbraStatus;

/// A moment of a scene. Opaque.
#[derive(Debug)]
pub struct UmbraSnapshot(pub(crate) Snapshot);

/// Makes an empty snapshot, to save into.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_snapshot_new(
    out: Option<&mut MaybeUninit<Option<Box<UmbraSnapshot>>>>,
) -> UmbraStatus {
    write(out, || Ok(Some(Box::new(UmbraSnapshot(Snapshot::default())))))
}

/// Frees a snapshot. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_snapshot_free(snapshot: Option<Box<UmbraSnapshot>>) {
    run(|| {
        drop(snapshot);
        Ok(())
    });
}

/// Saves the scene as it is now, in the memory that the snapshot has.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_save(
    scene: Option<&mut UmbraScene>,
    snapshot: Option<&mut UmbraSnapshot>,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.save_into(&mut given("snapshot", snapshot)?.0)?))
}

/// Goes back to a moment of this scene or of a copy. Keys are restored, too: what is added then
/// gets the keys that were given out after the moment was saved.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_restore(
    scene: Option<&mut UmbraScene>,
    snapshot: Option<&UmbraSnapshot>,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.restore(&given("snapshot", snapshot)?.0)?))
}

/// Goes back to a moment, to continue differently: keys given out since are never used again.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_restore_as_branch(
    scene: Option<&mut UmbraScene>,
    snapshot: Option<&UmbraSnapshot>,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.restore_as_branch(&given("snapshot", snapshot)?.0)?))
}

/// State hash of the scene when it was saved.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_snapshot_hash(
    snapshot: Option<&UmbraSnapshot>,
    out: Option<&mut MaybeUninit<u64>>,
) -> UmbraStatus {
    write(out, || Ok(given("snapshot", snapshot)?.0.hash()))
}

/// Bytes of memory that the snapshot takes.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_snapshot_size(
    snapshot: Option<&UmbraSnapshot>,
    out: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    write(out, || Ok(given("snapshot", snapshot)?.0.size()))
}
