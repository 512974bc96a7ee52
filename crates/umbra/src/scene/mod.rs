//! The scene: everything there is, and how things come and go.
//!
//! - `mod.rs`: the scene itself, its configuration, what can be read of it as a whole;
//! - `bodies.rs`: bodies come, go, and cross the boundary between those that move and the others;
//! - `colliders.rs`: colliders come and go, and give their bodies mass;
//! - `state.rs`: copying a scene, and telling whether two are the same.

mod bodies;
mod colliders;
mod state;

pub(crate) use colliders::proxy_kind;

use umbra_broad::BroadPhase;
use umbra_solver::{Solver, Structure};

use crate::step::{Motion, broad_phase};
use crate::store::{Bodies, Colliders, Contacts};
use crate::{BodyEvent, ContactEvent, ContactRef, Error, SceneConfig};

/// A world of bodies: what a game keeps, steps, and reads back.
///
/// Cloning a scene gives one that goes on bit for bit like the original; `clone_from` does so in
/// the memory of an older copy, as games do that save every frame to be able to roll back.
#[derive(Debug)]
pub struct Scene {
    pub(crate) config: SceneConfig,
    /// The configuration in effect: `config` may have been written to since.
    pub(crate) applied: SceneConfig,
    pub(crate) bodies: Bodies,
    pub(crate) colliders: Colliders,
    pub(crate) contacts: Contacts,
    pub(crate) broad: BroadPhase,
    pub(crate) structure: Structure,
    /// The structure was built for other bodies or contacts.
    pub(crate) structure_changed: bool,
    pub(crate) solver: Solver,
    /// Working memory of the narrow phase.
    pub(crate) motions: Vec<Motion>,
    pub(crate) contact_events: Vec<ContactEvent>,
    pub(crate) body_events: Vec<BodyEvent>,
}

/// How much there is in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Bodies of all kinds.
    pub bodies: usize,
    /// Bodies that a step moves: enabled, and kinematic or dynamic.
    pub moving_bodies: usize,
    /// Colliders.
    pub colliders: usize,
    /// Pairs of shapes whose boxes overlap.
    pub contacts: usize,
    /// Contacts that had points in the last step.
    pub solved_contacts: usize,
    /// Contacts that touch.
    pub touching_contacts: usize,
    /// Groups of islands that are solved by one thread each.
    pub batches: usize,
}

impl Scene {
    /// A scene without bodies.
    ///
    /// # Errors
    /// When a value of the configuration makes no sense.
    pub fn new(config: SceneConfig) -> Result<Self, Error> {
        config.validate()?;
        let mut solver = Solver::new();
        if let Some(level) = config.simd {
            solver.set_level(level)?;
        }
        Ok(Self {
            config,
            applied: config,
            bodies: Bodies::default(),
            colliders: Colliders::default(),
            contacts: Contacts::default(),
            broad: broad_phase(&config)?,
            structure: Structure::new(),
            structure_changed: true,
            solver,
            motions: Vec::new(),
            contact_events: Vec::new(),
            body_events: Vec::new(),
        })
    }

    /// The configuration.
    pub fn config(&self) -> &SceneConfig {
        &self.config
    }

    /// The configuration, to be changed. The next step checks it, and is refused if it makes no
    /// sense.
    pub fn config_mut(&mut self) -> &mut SceneConfig {
        &mut self.config
    }

    /// Takes everything out. Keys of what was in the scene stay invalid for ever.
    pub fn clear(&mut self) {
        let keys: Vec<_> = self.bodies.keys.keys().collect();
        for key in keys.into_iter().rev() {
            // Keys come from the scene itself, so none is refused.
            let _ = self.remove_body(key);
        }
        self.contacts = Contacts::default();
        self.structure_changed = true;
        self.contact_events.clear();
        self.body_events.clear();
    }

    /// What happened between colliders in the last step.
    pub fn contact_events(&self) -> &[ContactEvent] {
        &self.contact_events
    }

    /// What happened to bodies in the last step.
    pub fn body_events(&self) -> &[BodyEvent] {
        &self.body_events
    }

    /// All pairs of shapes whose boxes overlapped in the last step.
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'_>> {
        (0..self.contacts.records.len()).filter_map(|index| ContactRef::new(self, index))
    }

    /// How much there is in the scene.
    pub fn stats(&self) -> Stats {
        let records = &self.contacts.records;
        Stats {
            bodies: self.bodies.records.len(),
            moving_bodies: self.bodies.awake,
            colliders: self.colliders.records.len(),
            contacts: records.len(),
            solved_contacts: records.iter().filter(|record| record.seated).count(),
            touching_contacts: records.iter().filter(|record| record.touching).count(),
            batches: if self.bodies.awake == 0 { 0 } else { self.structure.statistics().batches },
        }
    }
}
