//! Recording of a scene: all that was done to it, to be replayed.
//!
//! Every change of a scene is an [`Edit`], a step, or a way back to a [`Snapshot`]. A recording is
//! the moment in which it began and all of these since. What hooks decided is part of a step, so a
//! replay needs no hooks. Steps come to the same bits everywhere, so a replay comes to the same
//! scene; hashes tell where it does not.
//!
//! - `mod.rs`: what is noted, and when;
//! - `entries.rs`: reading it. `run/replay.rs` does it again.

mod entries;

pub use entries::RecordedEntry;

use umbra_geom::Real;
use umbra_solver::Body;
use umbra_world::step::Decisions;

use crate::{Edit, Error, FractureConfig, Scene, SceneConfig, Snapshot};

/// Options of a recording: see [`Scene::record`].
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 5.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// scene.record(Recorder::default().keyframe_every(60).each_body(true))?;
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let replay = Replay::new(scene.take_recording().unwrap())?;
/// assert_eq!(replay.keyframe_before(99), 60);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Recorder {
    pub(crate) keyframe_every: u32,
    each_body: bool,
    /// 0 if all of them are kept.
    keep_last: u32,
}

impl Default for Recorder {
    fn default() -> Self {
        Self { keyframe_every: 300, each_body: false, keep_last: 0 }
    }
}

impl Recorder {
    /// Number of steps between two keyframes: a [`Snapshot`] from which a replay can continue. 300
    /// by default; with 0 there is only the first.
    pub fn keyframe_every(mut self, steps: u32) -> Self {
        self.keyframe_every = steps;
        self
    }

    /// Keeps only the last steps, at least this many, to [`rewind`](Scene::rewind). Older ones are
    /// dropped from keyframe to keyframe, so keyframes are needed. All are kept by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.record(Recorder::default().keyframe_every(50).keep_last(100))?;
    /// for _ in 0..1000 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert_eq!(scene.take_recording().unwrap().steps(), 100); // enough to rewind
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn keep_last(mut self, steps: u32) -> Self {
        self.keep_last = steps;
        self
    }

    /// Keeps a hash of every body in every step, at four bytes each. With them, a `Divergence`
    /// names the first body that moved differently. False by default.
    pub fn each_body(mut self, each_body: bool) -> Self {
        self.each_body = each_body;
        self
    }
}

/// Recording of all that was done to a scene from some moment on, or in the last steps: see
/// [`Scene::record`] and `Replay`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 5.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// scene.record(Recorder::default())?;
/// scene.step(0.01)?;
/// scene.step(0.02)?;
/// let recording = scene.take_recording().unwrap();
/// assert_eq!((recording.steps(), recording.dt_of(2)), (2, Some(0.02)));
/// assert_eq!(recording.hash_after(2), Some(scene.state_hash()));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording {
    pub(crate) recorder: Recorder,
    pub(crate) entries: Vec<Entry>,
    /// Of the scene after each step.
    pub(crate) hashes: Vec<u64>,
    /// Of each body after each step, in the order of their slots, if that was asked for.
    pub(crate) bodies: Vec<Vec<u32>>,
    /// The first is the moment in which the recording began.
    pub(crate) keyframes: Vec<Keyframe>,
    /// Configuration as last recorded.
    pub(crate) config: SceneConfig,
}

/// A moment from which a replay can go on.
#[derive(Clone, Debug)]
pub(crate) struct Keyframe {
    /// Numbers of steps and of entries before it.
    pub(crate) step: u32,
    pub(crate) entry: usize,
    pub(crate) moment: Snapshot,
}

/// One thing that was done.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum Entry {
    Edit(Box<Edit>),
    /// The configuration was written to. What version 3 of the format has added comes after it.
    Config(
        #[cfg_attr(feature = "serde", serde(with = "umbra_files::old_config"))] Box<SceneConfig>,
    ),
    Step {
        dt: Real,
        /// If hooks were asked.
        decisions: Option<Box<Decisions>>,
    },
    Restore {
        moment: Box<Snapshot>,
        as_branch: bool,
    },
    /// The bounds of fractures in the configuration, unless they are the usual ones.
    Fracture(FractureConfig),
}

/// The recording of a scene, if there is one. Copies have none.
#[derive(Debug, Default)]
pub(crate) struct Recorded(pub(crate) Option<Box<Recording>>);

impl Clone for Recorded {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl Recording {
    fn new(recorder: Recorder, scene: &mut Scene) -> Result<Self, Error> {
        let mut moment = Snapshot::default();
        scene.world.save_into(&mut moment.0)?;
        Ok(Self {
            recorder,
            entries: Vec::new(),
            hashes: Vec::new(),
            bodies: Vec::new(),
            keyframes: vec![Keyframe { step: 0, entry: 0, moment }],
            config: scene.world.config,
        })
    }

    /// Size in bytes, roughly: without the data that its moments share with one another, and
    /// without data that edits keep elsewhere, such as the points of a chain.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.record(Recorder::default().keyframe_every(0))?;
    /// for _ in 0..600 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.take_recording().unwrap().size() < 50_000); // ten seconds of a game
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        let moments = self.keyframes.iter().map(|kept| kept.moment.size());
        let bodies = self.bodies.iter().map(|bodies| size_of_val(&bodies[..]));
        let boxed = self.entries.iter().map(|entry| match entry {
            Entry::Edit(_) => size_of::<Edit>(),
            Entry::Config(_) => size_of::<SceneConfig>(),
            Entry::Step { decisions, .. } => decisions.as_ref().map_or(0, |it| it.size()),
            Entry::Restore { moment, .. } => moment.size(),
            Entry::Fracture(_) => 0,
        });
        size_of_val(&self.entries[..])
            + size_of_val(&self.hashes[..])
            + moments.sum::<usize>()
            + bodies.sum::<usize>()
            + boxed.sum::<usize>()
    }

    /// Forgets the oldest steps, as far as no more than the recorder keeps depend on them.
    fn forget_old(&mut self) {
        let keep = self.recorder.keep_last;
        let oldest = self.steps().saturating_sub(keep);
        let needed = self.keyframes.iter().rposition(|kept| kept.step <= oldest).unwrap_or(0);
        if keep == 0 || needed == 0 {
            return;
        }
        self.keyframes.drain(..needed);
        let Keyframe { step, entry, .. } = self.keyframes[0];
        self.entries.drain(..entry);
        self.hashes.drain(..step as usize);
        self.bodies.drain(..self.bodies.len().min(step as usize));
        for kept in &mut self.keyframes {
            (kept.step, kept.entry) = (kept.step - step, kept.entry - entry);
        }
    }

    /// Forgets what came after so many steps and entries.
    pub(crate) fn forget_after(&mut self, step: u32, entry: usize) {
        self.entries.truncate(entry);
        self.hashes.truncate(step as usize);
        self.bodies.truncate(step as usize);
        self.keyframes.retain(|kept| kept.step <= step);
    }

    /// Number of recorded steps.
    pub fn steps(&self) -> u32 {
        self.hashes.len() as u32
    }

    /// Length of a step, counted from one, in seconds; `None` beyond the end.
    pub fn dt_of(&self, step: u32) -> Option<Real> {
        let mut steps = self.entries.iter().filter_map(|entry| match entry {
            Entry::Step { dt, .. } => Some(*dt),
            _ => None,
        });
        steps.nth((step as usize).checked_sub(1)?)
    }

    /// The [`state_hash`](Scene::state_hash) after this many steps, at least one; `None` beyond the
    /// end.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// # let mut on_server = scene.clone();
    /// scene.record(Recorder::default())?;
    /// scene.step(1.0 / 60.0)?;
    /// on_server.step(1.0 / 60.0)?;
    /// let played = scene.take_recording().unwrap();
    /// assert_eq!(played.hash_after(1), Some(on_server.state_hash())); // nobody cheated
    /// assert_eq!(played.hash_after(2), None);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn hash_after(&self, steps: u32) -> Option<u64> {
        self.hashes.get((steps as usize).checked_sub(1)?).copied()
    }

    /// Notes what the caller wrote to the configuration.
    pub(crate) fn note_config(&mut self, scene: &Scene) {
        if self.config != scene.world.config {
            self.config = scene.world.config;
            self.entries.push(Entry::Config(Box::new(scene.world.config)));
            if scene.world.config.fracture != FractureConfig::default() {
                self.entries.push(Entry::Fracture(scene.world.config.fracture));
            }
        }
    }

    /// Notes a step that was done.
    fn note_step(
        &mut self,
        scene: &mut Scene,
        dt: Real,
        decisions: Option<Decisions>,
    ) -> Result<(), Error> {
        self.entries.push(Entry::Step { dt, decisions: decisions.map(Box::new) });
        self.hashes.push(scene.world.state_hash());
        if self.recorder.each_body {
            self.bodies.push(hashes_of_bodies(scene));
        }
        let (every, step) = (self.recorder.keyframe_every, self.steps());
        if every > 0 && step.is_multiple_of(every) {
            let mut moment = Snapshot::default();
            scene.world.save_into(&mut moment.0)?;
            self.keyframes.push(Keyframe { step, entry: self.entries.len(), moment });
            self.forget_old();
        }
        Ok(())
    }
}

/// A hash of each body, in the order of their slots.
pub(crate) fn hashes_of_bodies(scene: &Scene) -> Vec<u32> {
    let hash = |state: &Body| {
        let [x, y] = [state.center.x, state.center.y];
        let [re, im] = [state.rotation.re, state.rotation.im];
        let numbers = [x, y, re, im, state.velocity.x, state.velocity.y, state.angular_velocity];
        let mix = |hash: u32, number: Real| {
            (hash ^ number.to_bits()).wrapping_mul(0x9e37_79b1).rotate_left(13)
        };
        numbers.into_iter().fold(0x811c_9dc5, mix)
    };
    let indices = scene.world.bodies.keys.values();
    indices.map(|index| hash(&scene.world.bodies.states[*index as usize])).collect()
}

impl Scene {
    /// Starts to record all changes of the scene. A recording in progress is dropped.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// scene.record(Recorder::default())?;
    /// let ball = scene.add(Body::dynamic().position([0.0, 5.0]), [Collider::circle(0.5)])?;
    /// for step in 0..100 {
    ///     if step == 30 {
    ///         scene.body_mut(ball)?.apply_impulse([2.0, 0.0])?;
    ///     }
    ///     scene.step(1.0 / 60.0)?;
    /// }
    ///
    /// let recording = scene.take_recording().unwrap();
    /// let mut replay = Replay::new(recording)?;
    /// replay.seek(40)?; // an instant replay, from any step
    /// assert!(replay.scene().body(ball)?.velocity().x > 1.0);
    /// assert_eq!(replay.check(), Ok(())); // to the last bit
    /// assert_eq!(replay.scene().state_hash(), scene.state_hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never, so far.
    pub fn record(&mut self, recorder: Recorder) -> Result<(), Error> {
        self.recorded.0 = Some(Box::new(Recording::new(recorder, self)?));
        Ok(())
    }

    /// Ends the recording; `None` if there was none. Copies of a scene are not recorded, and
    /// neither is one that was written over by `clone_from`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// assert!(scene.take_recording().is_none());
    /// scene.record(Recorder::default())?;
    /// scene.step(1.0 / 60.0)?;
    /// let recording = scene.take_recording().unwrap();
    /// assert!(recording.steps() == 1 && !scene.is_recording());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn take_recording(&mut self) -> Option<Recording> {
        let mut recording = self.recorded.0.take()?;
        recording.note_config(self);
        Some(*recording)
    }

    /// True if changes of the scene are being recorded.
    pub fn is_recording(&self) -> bool {
        self.recorded.0.is_some()
    }

    /// Does something that is an edit, and notes it if it could be done. What it does in turn is
    /// part of it.
    pub(crate) fn noted<T>(
        &mut self,
        edit: impl FnOnce() -> Edit,
        act: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.noted_as(|| Entry::Edit(Box::new(edit())), act)
    }

    fn noted_as<T>(
        &mut self,
        entry: impl FnOnce() -> Entry,
        act: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Some(mut recording) = self.recorded.0.take() else { return act(self) };
        recording.note_config(self);
        let entry = entry();
        let result = act(self);
        if result.is_ok() {
            recording.entries.push(entry);
            // Going back puts back another one.
            recording.config = self.world.config;
        }
        self.recorded.0 = Some(recording);
        result
    }

    /// Does a step, and notes it unless it was refused.
    pub(crate) fn noted_step(
        &mut self,
        dt: Real,
        asks: bool,
        step: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(mut recording) = self.recorded.0.take() else { return step(self) };
        recording.note_config(self);
        self.stepper.get_or_insert_default().note_decisions(asks);
        let result = step(self);
        let mut decisions = self.stepper.as_mut().and_then(|stepper| stepper.take_decisions());
        let noted = match &result {
            Ok(()) => recording.note_step(self, dt, decisions),
            Err(Error::HookPanicked { hook, .. }) => {
                if let Some(decisions) = &mut decisions {
                    decisions.panicked = Some(hook);
                }
                recording.note_step(self, dt, decisions)
            }
            Err(_) => Ok(()),
        };
        self.recorded.0 = Some(recording);
        result.and(noted)
    }

    /// Goes back to a moment, and notes it.
    pub(crate) fn noted_restore(
        &mut self,
        moment: &Snapshot,
        as_branch: bool,
        restore: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.noted_as(|| Entry::Restore { moment: Box::new(moment.clone()), as_branch }, restore)
    }
}
