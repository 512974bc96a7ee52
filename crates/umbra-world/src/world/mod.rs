//! The world: all arrays of a scene, and how their entries cross from one state to another.
//!
//! - `mod.rs`: the world itself;
//! - `bodies.rs`: bodies cross the boundaries between those that are awake, those that sleep and the others;
//! - `wake.rs`: islands fall asleep and wake;
//! - `adjacency.rs`: the contacts of a body, and the bodies of an island;
//! - `joints.rs`, `colliders.rs`: joints and pieces come and go; `collider_def.rs`: colliders to be added;
//! - `origin.rs`: everything is seen from another origin;
//! - `dirty.rs`: data that an edit makes stale, and how it is refreshed;
//! - `sensors.rs`: colliders become sensors, and leave those that they overlap;
//! - `sides.rs`: colliders become platforms that bodies pass from one side;
//! - `tiles.rs`: cells of tile maps that have pieces;
//! - `derived.rs`: data that follows from the rest, rebuilt;
//! - `images.rs`: second bodies of those that are on their way through a portal;
//! - `state.rs`: copying a world, and telling whether two are the same.

mod adjacency;
mod base;
mod bodies;
mod collider_def;
mod colliders;
mod derived;
mod dirty;
mod images;
mod joints;
mod origin;
mod sensors;
mod sides;
mod state;
mod tiles;
mod validate;
mod wake;

pub(crate) use base::Base;
pub use collider_def::ColliderDef;
pub use colliders::{NewCollider, proxy_kind};
pub use dirty::Dirty;
pub use sensors::Overlap;
pub use sides::Sides;
pub(crate) use sides::let_pass_alike;
pub use tiles::placed;

use std::sync::Arc;

use umbra_broad::BroadPhase;
use umbra_geom::Real;
use umbra_solver::{Solver, Structure};

use crate::store::{
    AwakePieces, Bodies, ColliderInfo, Colliders, Contacts, Fields, Generation, JointInfo, Joints,
    MixRules, Pending, Portals, Sensors, Streams,
};
use crate::{Error, SceneConfig};

/// All that a scene simulates. Steps change it, and so do the edits of the scene that owns it.
#[derive(Debug)]
pub struct World {
    pub config: SceneConfig,
    /// The configuration in effect: `config` may have been written to since.
    pub applied: SceneConfig,
    pub bodies: Bodies,
    pub colliders: Colliders,
    pub contacts: Contacts,
    pub joints: Joints,
    pub fields: Fields,
    pub portals: Portals,
    pub broad: BroadPhase,
    pub sensors: Sensors,
    /// Shared with copies and snapshots of the time for which it was built.
    pub structure: Arc<Structure>,
    pub solver: Solver,
    pub(crate) awake_pieces: AwakePieces,
    pub pending: Pending,
    /// Seconds until all islands are looked at the next time for whether they may sleep.
    pub search_pause: Real,
    pub events: Streams,
    /// Counts changes of what the world is made of.
    pub generation: Generation,
    /// The copy that snapshots share, as long as nothing of it has changed.
    pub(crate) base: Base,
}

impl World {
    /// A world without bodies.
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
            contacts: Contacts::new(MixRules::new(&config)),
            joints: Joints::default(),
            fields: Fields::default(),
            portals: Portals::default(),
            broad: config.broad_phase()?,
            sensors: Sensors::new(config.broad_phase()?),
            structure: Arc::default(),
            solver,
            awake_pieces: AwakePieces::default(),
            pending: Pending { structure: true, ..Pending::default() },
            search_pause: 0.0,
            events: Streams::default(),
            generation: Generation::default(),
            base: Base::default(),
        })
    }

    /// Leaves of an empty world what a new one has, so that it goes on like that to the last bit: lists of free places, trees
    /// and orders remember what has been.
    pub fn start_anew(&mut self) {
        self.bodies.slots.put_in_order(&mut self.bodies.keys, || 0);
        self.joints.slots.put_in_order(&mut self.joints.infos, JointInfo::vacant);
        let Bodies { keys, slots, .. } = core::mem::take(&mut self.bodies);
        self.bodies = Bodies { keys, slots, ..Bodies::default() };
        let Joints { infos, slots, .. } = core::mem::take(&mut self.joints);
        self.joints = Joints { infos, slots, ..Joints::default() };
        let permit = self.generation.change();
        let infos = self.colliders.infos.write(permit);
        self.colliders.slots.put_in_order(infos, ColliderInfo::vacant);
        let Colliders { infos, slots, .. } = core::mem::take(&mut self.colliders);
        self.colliders = Colliders { infos, slots, ..Colliders::default() };
        self.contacts = Contacts::new(self.contacts.rules);
        // The configuration in effect was accepted once, so it is not refused.
        if let (Ok(broad), Ok(of_sensors)) =
            (self.applied.broad_phase(), self.applied.broad_phase())
        {
            (self.broad, self.sensors) = (broad, Sensors::new(of_sensors));
        }
        self.structure = Arc::default();
        self.pending = Pending { structure: true, ..Pending::default() };
        self.awake_pieces = AwakePieces::default();
    }
}
