//! A recording is done again.

use umbra_geom::Real;

use umbra_world::step::{Asked, Decisions};

use crate::record::{Entry, Keyframe, Recording, hashes_of_bodies};
use crate::{BodyKey, Error, Scene, SceneConfig, Snapshot};

/// Step at which a replay differs from its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "step {step} came to {found:016x}, recorded was {recorded:016x}{}",
    .body.map_or_else(String::new, |body| format!("; the first body that is elsewhere is {body:?}"))
)]
#[non_exhaustive]
pub struct Divergence {
    /// First step, counted from one, after which the scene differs.
    pub step: u32,
    /// Recorded hash.
    pub recorded: u64,
    /// Hash of the replay.
    pub found: u64,
    /// The first body that is elsewhere, in the order of their keys' slots, if each of them was
    /// recorded: see [`Recorder::each_body`](crate::Recorder::each_body).
    pub body: Option<BodyKey>,
}

/// A recording that is done again, step by step.
///
/// See [`Scene::record`].
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 5.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// scene.record(Recorder::default())?;
/// for _ in 0..90 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let mut replay = Replay::new(scene.take_recording().unwrap())?;
/// let mut heights = Vec::new();
/// while replay.step()? {
///     heights.push(replay.scene().body(ball)?.position().y); // draws it once more
/// }
/// assert_eq!(heights.len(), 90);
/// assert_eq!(heights[89], scene.body(ball)?.position().y);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    scene: Scene,
    /// Numbers of entries and of steps that are done.
    entry: usize,
    step: u32,
    diverged: Option<Divergence>,
}

impl Replay {
    /// A replay at the moment in which the recording began.
    ///
    /// # Errors
    /// Never, so far.
    pub fn new(recording: Recording) -> Result<Self, Error> {
        let mut scene = Scene::new(SceneConfig::default())?;
        scene.restore(&recording.keyframes[0].moment)?;
        Ok(Self { recording, scene, entry: 0, step: 0, diverged: None })
    }

    /// Scene as it is now in the replay. To continue it differently, clone it.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Number of steps that have been replayed.
    pub fn steps_done(&self) -> u32 {
        self.step
    }

    /// First step at which the replay differs from the recording, if there is one so far.
    pub fn divergence(&self) -> Option<Divergence> {
        self.diverged
    }

    /// Does the edits before the next step, and that step. False at the end, where it does the
    /// edits that came last.
    ///
    /// # Errors
    /// When an edit or a step is refused, although it was not when it was recorded.
    pub fn step(&mut self) -> Result<bool, Error> {
        let Self { recording, scene, entry, .. } = self;
        while let Some(next) = recording.entries.get(*entry) {
            *entry += 1;
            if next.do_again(scene)? {
                self.step += 1;
                self.compare();
                self.keep_moment()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps the moment, if it is one that recorders keep: recordings that were read from files
    /// have only the first.
    fn keep_moment(&mut self) -> Result<(), Error> {
        let Self { recording, scene, entry, step, diverged, .. } = self;
        let every = recording.recorder.keyframe_every;
        let last = recording.keyframes.last().map_or(0, |last| last.step);
        if every > 0 && step.is_multiple_of(every) && *step > last && diverged.is_none() {
            let mut moment = Snapshot::default();
            scene.save_into(&mut moment)?;
            recording.keyframes.push(Keyframe { step: *step, entry: *entry, moment });
        }
        Ok(())
    }

    /// Last step at or before this one that [`seek`](Self::seek) reaches without computing steps.
    /// More of them are kept as the replay advances.
    pub fn keyframe_before(&self, step: u32) -> u32 {
        let kept = self.recording.keyframes.iter().rev().find(|kept| kept.step <= step);
        kept.map_or(0, |kept| kept.step)
    }

    /// Goes to the state after this many steps, or to the end, from the nearest keyframe before it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.record(Recorder::default().keyframe_every(30))?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let mut replay = Replay::new(scene.take_recording().unwrap())?;
    /// replay.seek(100)?;
    /// replay.seek(45)?; // back, from the keyframe after 30 steps
    /// assert_eq!(replay.steps_done(), 45);
    /// replay.seek(1000)?; // to the end
    /// assert_eq!(replay.scene().state_hash(), scene.state_hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn seek(&mut self, step: u32) -> Result<(), Error> {
        let kept = self.recording.keyframes.iter().rev().find(|kept| kept.step <= step);
        let is_nearer = |kept: u32| self.step > step || kept > self.step;
        if let Some(kept) = kept.filter(|kept| is_nearer(kept.step)) {
            self.scene.restore(&kept.moment)?;
            (self.entry, self.step) = (kept.entry, kept.step);
        }
        while self.step < step && self.step()? {}
        Ok(())
    }

    /// Replays everything from the beginning, and returns the first divergence from the recording.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.record(Recorder::default())?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let sent = scene.take_recording().unwrap(); // with a bug report
    /// let mut replay = Replay::new(sent)?;
    /// match replay.check() {
    ///     Ok(()) => {}
    ///     Err(divergence) => panic!("{divergence}"), // names the step, and where bodies differ
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first divergence. An edit or a step that is refused counts as one in the step that it
    /// belongs to.
    pub fn check(&mut self) -> Result<(), Divergence> {
        let refused = |replay: &Self| Divergence {
            step: replay.step + 1,
            recorded: replay.recording.hash_after(replay.step + 1).unwrap_or_default(),
            found: replay.scene.state_hash(),
            body: None,
        };
        self.diverged = None;
        if self.scene.restore(&self.recording.keyframes[0].moment).is_err() {
            return Err(refused(self));
        }
        (self.entry, self.step) = (0, 0);
        loop {
            let more = self.step();
            if let Some(divergence) = self.diverged {
                return Err(divergence);
            }
            match more {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(_) => return Err(refused(self)),
            }
        }
    }

    /// Compares the scene with what was recorded.
    fn compare(&mut self) {
        let found = self.scene.world.state_hash();
        let Some(recorded) = self.recording.hash_after(self.step) else { return };
        if found == recorded || self.diverged.is_some_and(|first| first.step <= self.step) {
            return;
        }
        let bodies = self.recording.bodies.get(self.step as usize - 1);
        let body = bodies.and_then(|recorded| {
            let now = hashes_of_bodies(&self.scene);
            let differs = |index: &usize| recorded.get(*index) != now.get(*index);
            let first = (0..now.len().max(recorded.len())).find(differs)?;
            self.scene.bodies().nth(first)
        });
        self.diverged = Some(Divergence { step: self.step, recorded, found, body });
    }
}

impl Entry {
    /// Does it to a scene. Whether it was a step.
    pub(super) fn do_again(&self, scene: &mut Scene) -> Result<bool, Error> {
        match self {
            Self::Edit(edit) => drop(scene.edit((**edit).clone())?),
            Self::Restore { moment, as_branch: true } => scene.restore_as_branch(moment)?,
            Self::Restore { moment, as_branch: false } => scene.restore(moment)?,
            Self::Config(config) => *scene.config_mut() = **config,
            Self::Fracture(bounds) => scene.config_mut().fracture = *bounds,
            Self::Step { dt, decisions } => {
                do_step(scene, *dt, decisions.as_deref())?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Does a step with what hooks decided. One in which a hook panicked stops where it did.
fn do_step(scene: &mut Scene, dt: Real, decisions: Option<&Decisions>) -> Result<(), Error> {
    match scene.step_as(dt, decisions.map(Asked::Recorded)) {
        Err(Error::HookPanicked { .. }) if decisions.is_some_and(|it| it.panicked.is_some()) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(test)]
#[path = "../../tests/unit/run_replay.rs"]
mod tests;
