//! Recordings, replays, and going back.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::call::{edit, given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraScene};

/// Recording of everything that was done to a scene. Opaque.
#[derive(Debug)]
pub struct UmbraRecording(pub(crate) Recording);

/// Does again what was recorded. Opaque.
#[derive(Debug)]
pub struct UmbraReplay {
    replay: Replay,
    /// The scene as it is now, for callers to read.
    scene: UmbraScene,
}

/// Settings of a recording: see `umbra_recorder_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UmbraRecorder {
    /// Steps between snapshots, from which a replay seeks. 300 by default.
    pub keyframe_every: u32,
    /// Number of last steps to keep; 0, the default, for all.
    pub keep_last: u32,
    /// True to keep a hash of each body, to find the first that differs.
    pub each_body: bool,
}

/// First step of a replay that came to other bits than recorded.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UmbraDivergence {
    /// False if there is none; the others are 0 then.
    pub diverged: bool,
    /// The step, from 1.
    pub step: u32,
    /// State hash that was recorded.
    pub recorded: u64,
    /// State hash that was found.
    pub found: u64,
    /// First body that differs; 0 if that was not recorded.
    pub body: UmbraBodyKey,
}

/// Keeps everything.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_recorder_default() -> UmbraRecorder {
    UmbraRecorder { keyframe_every: 300, keep_last: 0, each_body: false }
}

/// Starts to record. Null `recorder` is the default one.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_record(
    scene: Option<&mut UmbraScene>,
    recorder: Option<&UmbraRecorder>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let given = recorder.copied().unwrap_or(umbra_recorder_default());
        if given.keyframe_every == 0 {
            return Err(Fault::Value("keyframe_every", "must not be 0".to_owned()));
        }
        let recorder =
            Recorder::default().keyframe_every(given.keyframe_every).each_body(given.each_body);
        let recorder =
            if given.keep_last > 0 { recorder.keep_last(given.keep_last) } else { recorder };
        Ok(scene.record(recorder)?)
    })
}

/// Ends the recording and gives it to the caller. Refused if the scene is not recording.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_take_recording(
    scene: Option<&mut UmbraScene>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraRecording>>>>,
) -> UmbraStatus {
    run(|| {
        let (scene, out) = (given("scene", scene)?, given("out", out)?);
        let none = || Fault::Value("scene", "is not recording".to_owned());
        let recording = scene.0.take_recording().ok_or_else(none)?;
        out.write(Some(Box::new(UmbraRecording(recording))));
        Ok(())
    })
}

/// True if the scene is recording. False if it is null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_is_recording(scene: Option<&UmbraScene>) -> bool {
    scene.is_some_and(|scene| scene.0.is_recording())
}

/// Goes back by a number of recorded steps; the recording goes on.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_rewind(scene: Option<&mut UmbraScene>, steps: u32) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.rewind(steps)?))
}

/// Frees a recording. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_recording_free(recording: Option<Box<UmbraRecording>>) {
    value((), || drop(recording));
}

/// Number of recorded steps.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_recording_steps(
    recording: Option<&UmbraRecording>,
    out: Option<&mut MaybeUninit<u32>>,
) -> UmbraStatus {
    write(out, || Ok(given("recording", recording)?.0.steps()))
}

/// Makes a replay of a copy of the recording.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_new(
    recording: Option<&UmbraRecording>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraReplay>>>>,
) -> UmbraStatus {
    write(out, || {
        let replay = Replay::new(given("recording", recording)?.0.clone())?;
        let scene = UmbraScene(replay.scene().clone());
        Ok(Some(Box::new(UmbraReplay { replay, scene })))
    })
}

/// Frees a replay. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_free(replay: Option<Box<UmbraReplay>>) {
    value((), || drop(replay));
}

/// Does the next step. `out` becomes false at the end of the recording.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_step(
    replay: Option<&mut UmbraReplay>,
    out: Option<&mut MaybeUninit<bool>>,
) -> UmbraStatus {
    write(out, || {
        let replay = given("replay", replay)?;
        let stepped = replay.replay.step()?;
        replay.scene.0.clone_from(replay.replay.scene());
        Ok(stepped)
    })
}

/// Goes to where the scene was after so many steps.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_seek(replay: Option<&mut UmbraReplay>, step: u32) -> UmbraStatus {
    run(|| {
        let replay = given("replay", replay)?;
        replay.replay.seek(step)?;
        replay.scene.0.clone_from(replay.replay.scene());
        Ok(())
    })
}

/// Number of steps done.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_steps_done(
    replay: Option<&UmbraReplay>,
    out: Option<&mut MaybeUninit<u32>>,
) -> UmbraStatus {
    write(out, || Ok(given("replay", replay)?.replay.steps_done()))
}

/// The scene as it is now, to be read until the next call with this replay. It belongs to the
/// replay. Null if the replay is null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_scene(replay: Option<&UmbraReplay>) -> Option<&UmbraScene> {
    replay.map(|replay| &replay.scene)
}

/// Replays everything and compares each step with its recorded hash.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_replay_check(
    replay: Option<&mut UmbraReplay>,
    out: Option<&mut MaybeUninit<UmbraDivergence>>,
) -> UmbraStatus {
    write(out, || {
        let replay = given("replay", replay)?;
        let outcome = replay.replay.check();
        replay.scene.0.clone_from(replay.replay.scene());
        Ok(match outcome {
            Ok(()) => UmbraDivergence::default(),
            Err(Divergence { step, recorded, found, body, .. }) => UmbraDivergence {
                diverged: true,
                step,
                recorded,
                found,
                body: body.map_or(0, BodyKey::to_bits),
            },
        })
    })
}
