//! Scenes, snapshots and recordings as bytes.

use std::mem::MaybeUninit;

use serde::{Serialize, de::DeserializeOwned};
use umbra::{SceneFile, prelude::*};

use crate::array::{fill_whole, input, room};
use crate::call::{given, run};
use crate::record::UmbraRecording;
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraScene, UmbraSnapshot};

/// Format of bytes.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraFormat {
    /// Compact bytes.
    Binary = 0,
    /// JSON text without a zero at its end.
    Json = 1,
    /// JSON text on many lines. Read like `UMBRA_FORMAT_JSON`.
    JsonPretty = 2,
}

fn encode(value: &impl Serialize, format: u32) -> Result<Vec<u8>, Fault> {
    let bad = |error: String| Fault::File("out", error);
    match format {
        0 => postcard::to_allocvec(value).map_err(|error| bad(error.to_string())),
        1 => serde_json::to_vec(value).map_err(|error| bad(error.to_string())),
        2 => serde_json::to_vec_pretty(value).map_err(|error| bad(error.to_string())),
        other => Err(Fault::Name("format", other)),
    }
}

fn decode<T: DeserializeOwned>(bytes: &[u8], format: u32) -> Result<T, Fault> {
    let bad = |error: String| Fault::File("bytes", error);
    match format {
        0 => postcard::from_bytes(bytes).map_err(|error| bad(error.to_string())),
        1 | 2 => serde_json::from_slice(bytes).map_err(|error| bad(error.to_string())),
        other => Err(Fault::Name("format", other)),
    }
}

/// Writes a value as bytes: all or none.
///
/// # Safety
/// `out` is an array of the caller with room for `capacity` bytes.
unsafe fn to_bytes(
    value: &impl Serialize,
    format: u32,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Result<(), Fault> {
    let bytes = encode(value, format)?;
    // SAFETY: the caller of this function vouches for it.
    fill_whole(unsafe { room("out", out, capacity)? }, count, &bytes)
}

/// Writes the scene as bytes of a format of `UmbraFormat`: all or none. `count` becomes their
/// number. A scene that is read from them goes on to the last bit like this one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_to_bytes(
    scene: Option<&UmbraScene>,
    format: u32,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let file = given("scene", scene)?.0.to_file();
        // SAFETY: the caller's array, as the header demands.
        unsafe { to_bytes(&file, format, out, capacity, count) }
    })
}

/// Writes the scene as `umbra_scene_to_bytes`, without what steps have made: for editors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_to_level(
    scene: Option<&UmbraScene>,
    format: u32,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let file = given("scene", scene)?.0.to_level();
        // SAFETY: the caller's array, as the header demands.
        unsafe { to_bytes(&file, format, out, capacity, count) }
    })
}

/// Makes a scene of bytes that `umbra_scene_to_bytes` wrote, or of a level that was written by
/// hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_from_bytes(
    format: u32,
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraScene>>>>,
) -> UmbraStatus {
    run(|| {
        let out = given("out", out)?;
        // SAFETY: the caller's array, as the header demands.
        let file: SceneFile = decode(unsafe { input("bytes", bytes, count)? }, format)?;
        out.write(Some(Box::new(UmbraScene(Scene::from_file(&file)?))));
        Ok(())
    })
}

/// Writes a snapshot as bytes, with all that its scene is made of: all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_snapshot_to_bytes(
    snapshot: Option<&UmbraSnapshot>,
    format: u32,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let snapshot = &given("snapshot", snapshot)?.0;
        // SAFETY: the caller's array, as the header demands.
        unsafe { to_bytes(snapshot, format, out, capacity, count) }
    })
}

/// Makes a snapshot of bytes that `umbra_snapshot_to_bytes` wrote.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_snapshot_from_bytes(
    format: u32,
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraSnapshot>>>>,
) -> UmbraStatus {
    run(|| {
        let out = given("out", out)?;
        // SAFETY: the caller's array, as the header demands.
        let snapshot = decode(unsafe { input("bytes", bytes, count)? }, format)?;
        out.write(Some(Box::new(UmbraSnapshot(snapshot))));
        Ok(())
    })
}

/// Writes a recording as bytes: all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_recording_to_bytes(
    recording: Option<&UmbraRecording>,
    format: u32,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let recording = &given("recording", recording)?.0;
        // SAFETY: the caller's array, as the header demands.
        unsafe { to_bytes(recording, format, out, capacity, count) }
    })
}

/// Makes a recording of bytes that `umbra_recording_to_bytes` wrote.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_recording_from_bytes(
    format: u32,
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraRecording>>>>,
) -> UmbraStatus {
    run(|| {
        let out = given("out", out)?;
        // SAFETY: the caller's array, as the header demands.
        let recording = decode(unsafe { input("bytes", bytes, count)? }, format)?;
        out.write(Some(Box::new(UmbraRecording(recording))));
        Ok(())
    })
}
