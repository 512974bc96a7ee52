//! The scene with what commands need to remember, and how commands act on it.
//!
//! A recording is played by a [`Replay`], which has a scene of its own. The first command makes a
//! copy of that scene the world's own, which goes another way from there.

use umbra::Error;
use umbra::prelude::*;
use umbra::{Divergence, Recorder, Recording, Replay};
use umbra_scenes::{Controls, RunningScene, SceneDef};

use super::{Command, Target};

/// The number that marks the bodies of pins, so that a pin can be taken out again.
const PIN: u64 = 0x7069_6e00_7069_6e00;
/// Groups of ragdolls that are spawned begin here; scenes use smaller ones.
const FIRST_GROUP: i32 = 1_000_000;
/// Steps per second, unless told otherwise.
const RATE: Real = 60.0;
/// A hand may be this many times as strong as it needs to be to carry the body.
const LEAST_WEIGHT: Real = 10.0;

/// After how many steps a recording keeps a moment to go on from: the timeline of one that is
/// played does fewer again.
const KEYFRAME_EVERY: u32 = 60;

/// A running scene, the joint of the hand, and the length of a step. A copy goes on bit for bit
/// like the original.
#[derive(Clone, Debug)]
pub struct World {
    running: RunningScene,
    rest: Rest,
    player: Option<Player>,
}

/// A recording that is played.
#[derive(Clone, Debug)]
struct Player {
    replay: Box<Replay>,
    /// Whether its scene is the one that is shown. Commands make it the world's own.
    is_shown: bool,
}

/// What changes of a world besides its scene.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    held: Option<JointKey>,
    rate: Real,
    next_group: i32,
    steps: u32,
    /// The buttons that are held down.
    controls: Controls,
}

impl Rest {
    /// That of a world which nobody has handled.
    fn at(steps: u32) -> Self {
        Self {
            held: None,
            rate: RATE,
            next_group: FIRST_GROUP,
            steps,
            controls: Controls::default(),
        }
    }
}

/// A moment of a world, to go back to.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    scene: Snapshot,
    /// How many steps the driver of the scene has done.
    driven: u32,
    rest: Rest,
}

impl Moment {
    pub(super) fn step_count(&self) -> u32 {
        self.rest.steps
    }

    /// The scene in it.
    pub(super) fn scene(&self) -> &Snapshot {
        &self.scene
    }
}

impl World {
    /// The scene at its start.
    pub(super) fn new(def: &SceneDef, numbers: &[u32]) -> Result<Self, Error> {
        let running = def.set_up_with(SceneConfig::default(), numbers)?;
        Ok(Self::with_scene(running))
    }

    /// A scene from elsewhere, to which nothing happens besides physics.
    pub(super) fn of_scene(scene: Scene) -> Self {
        let next_group = group_after(&scene);
        let mut world = Self::with_scene(scene.into());
        world.rest.next_group = next_group;
        world
    }

    /// A recording, to be played from its beginning.
    pub(super) fn of_recording(recording: Recording) -> Result<Self, Error> {
        let dt = recording.dt_of(1).filter(|dt| *dt > 0.0);
        let replay = Box::new(Replay::new(recording)?);
        let mut world = Self::of_scene(Scene::new(SceneConfig::default())?);
        world.player = Some(Player { replay, is_shown: true });
        world.rest.rate = dt.map_or(RATE, Real::recip);
        Ok(world)
    }

    fn with_scene(running: RunningScene) -> Self {
        Self { running, rest: Rest::at(0), player: None }
    }

    /// Saves the world as it is now, in the memory of an older moment.
    pub(super) fn save_into(&mut self, moment: &mut Moment) -> Result<(), Error> {
        (moment.driven, moment.rest) = (self.running.steps_done(), self.rest);
        self.running.scene.save_into(&mut moment.scene)
    }

    /// Goes back to a moment of this world or of a copy. What follows is the same to the last bit.
    pub(super) fn restore(&mut self, moment: &Moment) -> Result<(), Error> {
        self.running.scene.restore(&moment.scene)?;
        self.running.set_steps_done(moment.driven);
        self.rest = moment.rest;
        self.running.controls = self.rest.controls;
        if let Some(player) = &mut self.player {
            player.is_shown = false;
        }
        Ok(())
    }

    /// The replay, while its scene is the one that is shown.
    fn replay(&self) -> Option<&Replay> {
        self.player.as_ref().filter(|player| player.is_shown).map(|player| &*player.replay)
    }

    /// True for the world of a recording, played or left.
    pub(super) fn has_recording(&self) -> bool {
        self.player.is_some()
    }

    /// True if the scene is that of a recording which is played, and not one of its own.
    pub fn plays_recording(&self) -> bool {
        self.replay().is_some()
    }

    /// True if the recording that is played has come to its end.
    pub fn is_over(&self) -> bool {
        self.replay().is_some_and(|replay| replay.steps_done() >= replay.recording().steps())
    }

    /// First divergence of the recording that is played.
    pub fn divergence(&self) -> Option<Divergence> {
        self.player.as_ref().and_then(|player| player.replay.divergence())
    }

    /// The hashes of the scene now and after each step of the recording that is played.
    pub(super) fn known_hashes(&self) -> Vec<u64> {
        let recording = self.replay().map(Replay::recording);
        let all = recording.map_or(0, Recording::steps);
        let after = (1..=all).filter_map(|step| recording?.hash_after(step));
        [self.scene().state_hash()].into_iter().chain(after).collect()
    }

    /// The last step at or before this one to which a recording goes back at once.
    pub(super) fn keyframe_before(&self, step: u32) -> u32 {
        self.player.as_ref().map_or(0, |player| player.replay.keyframe_before(step))
    }

    /// Goes to the last step at or before this one to which a recording goes back at once, and
    /// plays it from there.
    pub(super) fn rewind(&mut self, step: u32) -> Result<(), Error> {
        let Some(player) = &mut self.player else { return Ok(()) };
        let step = player.replay.keyframe_before(step);
        player.replay.seek(step)?;
        player.is_shown = true;
        self.rest = Rest::at(step);
        Ok(())
    }

    /// Makes the scene of the recording that is played the world's own.
    fn leave_recording(&mut self) -> Result<(), Error> {
        let Some(player) = self.player.as_mut().filter(|player| player.is_shown) else {
            return Ok(());
        };
        player.is_shown = false;
        let mut scene = player.replay.scene().clone();
        self.rest.next_group = group_after(&scene);
        if self.is_recording() {
            let mut moment = Snapshot::default();
            scene.save_into(&mut moment)?;
            return self.running.scene.restore(&moment);
        }
        self.running = scene.into();
        Ok(())
    }

    /// Begins to record what is done to the scene. Nothing while a recording is played.
    pub(super) fn record(&mut self) -> Result<(), Error> {
        if self.plays_recording() {
            return Ok(());
        }
        let recorder = Recorder::default().each_body(true).keyframe_every(KEYFRAME_EVERY);
        self.running.scene.record(recorder)
    }

    pub(super) fn is_recording(&self) -> bool {
        self.running.scene.is_recording()
    }

    pub(super) fn take_recording(&mut self) -> Option<Recording> {
        self.running.scene.take_recording()
    }

    /// Goes on with the recording of another world, for whose scene that of this one was put.
    pub(super) fn take_recorder_of(&mut self, other: &mut Self) -> Result<(), Error> {
        if other.is_recording() {
            let mut moment = Snapshot::default();
            self.running.scene.save_into(&mut moment)?;
            other.running.scene.restore(&moment)?;
            core::mem::swap(&mut self.running.scene, &mut other.running.scene);
        }
        Ok(())
    }

    /// The scene, to be read.
    pub fn scene(&self) -> &Scene {
        self.replay().map_or(&self.running.scene, Replay::scene)
    }

    /// Bodies that play a part.
    pub fn roles(&self) -> &umbra_scenes::Roles {
        &self.running.roles
    }

    /// The joint by which the hand holds a body.
    pub fn held(&self) -> Option<JointRef<'_>> {
        self.rest.held.and_then(|key| self.scene().joint(key).ok())
    }

    /// Steps per second.
    pub fn rate(&self) -> Real {
        self.rest.rate
    }

    /// The buttons that are held down.
    pub fn controls(&self) -> Controls {
        self.rest.controls
    }

    /// Number of steps done.
    pub fn step_count(&self) -> u32 {
        self.rest.steps
    }

    /// True if a pin holds the body.
    pub fn is_pinned(&self, body: BodyKey) -> bool {
        self.pin_of(body).is_some()
    }

    /// The body of the first pin that holds a body.
    fn pin_of(&self, body: BodyKey) -> Option<BodyKey> {
        let scene = self.scene();
        let joints = scene.body(body).ok()?.joints();
        joints.filter_map(|key| Some(scene.joint(key).ok()?.body_a())).find(|other| {
            *other != body && scene.body(*other).is_ok_and(|pin| pin.user_data() == PIN)
        })
    }

    pub(crate) fn step(&mut self) -> Result<(), Error> {
        match self.player.as_mut().filter(|player| player.is_shown) {
            Some(player) => {
                if player.replay.steps_done() >= player.replay.recording().steps() {
                    return Ok(());
                }
                player.replay.step()?;
            }
            None => self.running.step(1.0 / self.rest.rate)?,
        }
        self.rest.steps += 1;
        Ok(())
    }

    /// Does what the command says. A recording that is played is left with that.
    pub(super) fn apply(&mut self, command: &Command) -> Result<(), Error> {
        self.leave_recording()?;
        match command {
            Command::Configure(config) => {
                *self.running.scene.config_mut() = *config;
                Ok(())
            }
            Command::Rate(rate) => {
                self.rest.rate = FixedTimestep::new(*rate).map(|_| *rate)?;
                Ok(())
            }
            Command::Spawn { what, at, velocity } => {
                self.rest.next_group += 1;
                what.put(&mut self.running.scene, *at, *velocity, self.rest.next_group)
            }
            Command::Grab { body, at, strength } => self.grab(*body, *at, *strength),
            Command::Drag(to) => {
                let held = self.rest.held.and_then(|key| self.running.scene.joint_mut(key).ok());
                held.map_or(Ok(()), |mut joint| joint.set_target_point(*to))
            }
            Command::Release => self.release(),
            Command::Bomb { at, radius, speed } => self.bomb(*at, *radius, *speed),
            Command::Remove(target) => self.remove(*target),
            Command::Pin { body, at } => self.pin(*body, *at),
            Command::Press(controls) => {
                self.press(*controls);
                Ok(())
            }
            Command::Edit(edit) => self.running.scene.edit((**edit).clone()).map(drop),
        }
    }

    /// Holds buttons down, and lets go of all others.
    pub(crate) fn press(&mut self, controls: Controls) {
        self.rest.controls = controls;
        self.running.controls = controls;
    }

    fn grab(&mut self, body: BodyKey, at: Point, strength: Real) -> Result<(), Error> {
        self.release()?;
        let scene = &mut self.running.scene;
        let view = scene.body(body)?;
        let gravity = scene.config().gravity.norm().max(LEAST_WEIGHT);
        // A body without mass answers as if it weighed 1.
        let mass = if view.mass() > 0.0 { view.mass() } else { 1.0 };
        let hand = Joint::target(body, at).max_force(strength * mass * gravity);
        self.rest.held = Some(scene.add_joint(hand)?);
        Ok(())
    }

    fn release(&mut self) -> Result<(), Error> {
        match self.rest.held.take() {
            // The joint may have gone with its body.
            Some(key) if self.running.scene.joint(key).is_ok() => {
                self.running.scene.remove_joint(key)
            }
            _ => Ok(()),
        }
    }

    /// Blows up what is near: a square of the length unit that faces the point, and is of the
    /// density that is usual there, gets all of the speed.
    fn bomb(&mut self, at: Point, radius: Real, speed: Real) -> Result<(), Error> {
        let scene = &mut self.running.scene;
        let around = Aabb { min: at, max: at }.grown(radius);
        let near = scene.overlap_aabb(&around, QueryFilter::default().only(BodyKind::Dynamic));
        let densities = near.iter().filter_map(|key| Some(scene.collider(*key).ok()?.density()));
        let density = densities.sum::<Real>() / near.len().max(1) as Real;
        let impulse = speed * density * scene.config().length_unit;
        scene.explode(Explosion::new(at, radius).impulse(impulse)).map(drop)
    }

    fn remove(&mut self, target: Target) -> Result<(), Error> {
        let scene = &mut self.running.scene;
        match target {
            Target::Body(key) => {
                let pin = self.pin_of(key);
                self.running.scene.remove_body(key)?;
                pin.map_or(Ok(()), |pin| self.running.scene.remove_body(pin))
            }
            Target::Collider(key) => scene.remove_collider(key),
            Target::Joint(key) => scene.remove_joint(key),
        }
    }

    /// Nails a body to the world at a point, or takes the nail out.
    fn pin(&mut self, body: BodyKey, at: Point) -> Result<(), Error> {
        if let Some(pin) = self.pin_of(body) {
            return self.running.scene.remove_body(pin);
        }
        let scene = &mut self.running.scene;
        let pin = scene.add_body(Body::fixed().position(at).user_data(PIN))?;
        let joined = scene.add_joint(Joint::revolute(pin, body, at));
        if joined.is_err() {
            scene.remove_body(pin)?;
        }
        joined.map(drop)
    }
}

/// The last group of the ragdolls in a scene, which is to be none of those that are spawned.
fn group_after(scene: &Scene) -> i32 {
    let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
    let groups = colliders.map(|collider| collider.filter().group.saturating_abs());
    // Far from where numbers end.
    groups.filter(|group| *group < i32::MAX / 2).fold(FIRST_GROUP, i32::max)
}
