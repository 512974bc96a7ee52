//! Recordings of a world, and replays of them.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::wire::Key;
use crate::world::RawWorld;

/// All that was done to a world.
#[wasm_bindgen]
pub struct RawRecording(pub(crate) Recording);

#[wasm_bindgen]
impl RawRecording {
    /// Number of recorded steps.
    pub fn steps(&self) -> u32 {
        self.0.steps()
    }
    /// Size in bytes, roughly.
    pub fn size(&self) -> usize {
        self.0.size()
    }
    /// Length of a step in seconds.
    #[wasm_bindgen(js_name = dtOf)]
    pub fn dt_of(&self, step: u32) -> Option<f32> {
        self.0.dt_of(step)
    }
    /// State hash after this many steps.
    #[wasm_bindgen(js_name = hashAfter)]
    pub fn hash_after(&self, steps: u32) -> Option<u64> {
        self.0.hash_after(steps)
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Starts a recording. `keep_last` is 0 to keep all steps.
    pub fn record(&mut self, keyframe_every: u32, keep_last: u32, each_body: bool) -> Answer {
        let recorder = Recorder::default().keyframe_every(keyframe_every);
        Ok(self.scene.record(recorder.keep_last(keep_last).each_body(each_body))?)
    }
    /// True while a recording goes on.
    #[wasm_bindgen(js_name = isRecording)]
    pub fn is_recording(&self) -> bool {
        self.scene.is_recording()
    }
    /// Ends the recording.
    #[wasm_bindgen(js_name = takeRecording)]
    pub fn take_recording(&mut self) -> Option<RawRecording> {
        self.scene.take_recording().map(RawRecording)
    }
    /// Goes back by recorded steps.
    pub fn rewind(&mut self, steps: u32) -> Answer {
        self.scene.rewind(steps)?;
        self.poses.moved.clear();
        self.changed(Ok(()))
    }
}

/// A recording that is done again.
#[wasm_bindgen]
pub struct RawReplay(Replay);

#[wasm_bindgen]
impl RawReplay {
    /// A replay at its beginning.
    #[wasm_bindgen(constructor)]
    pub fn new(recording: &RawRecording) -> Answer<RawReplay> {
        Ok(Self(Replay::new(recording.0.clone())?))
    }
    /// Does the next step. False at the end.
    pub fn step(&mut self) -> Answer<bool> {
        Ok(self.0.step()?)
    }
    /// Goes to the state after this many steps.
    pub fn seek(&mut self, step: u32) -> Answer {
        Ok(self.0.seek(step)?)
    }
    /// Number of steps done.
    #[wasm_bindgen(js_name = stepsDone)]
    pub fn steps_done(&self) -> u32 {
        self.0.steps_done()
    }
    /// Replays everything from the beginning, up to the first divergence.
    pub fn check(&mut self) -> Vec<u64> {
        numbers(self.0.check().err())
    }
    /// The first divergence so far: step, recorded hash, hash found, and a body or 0. Empty if
    /// there is none.
    pub fn divergence(&self) -> Vec<u64> {
        numbers(self.0.divergence())
    }
    /// A world with a copy of the present state.
    pub fn world(&self) -> RawWorld {
        RawWorld::of_scene(self.0.scene().clone())
    }
    /// Copies the present state into such a world.
    #[wasm_bindgen(js_name = showIn)]
    pub fn show_in(&self, world: &mut RawWorld) {
        world.scene.clone_from(self.0.scene());
        world.poses.write_moved(&world.scene);
        world.changed(());
    }
}

fn numbers(divergence: Option<Divergence>) -> Vec<u64> {
    let Some(it) = divergence else { return Vec::new() };
    vec![it.step.into(), it.recorded, it.found, it.body.map_or(0.0, Key::to_number) as u64]
}
