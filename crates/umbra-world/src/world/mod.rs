//! The world: all arrays of a scene, and how their entries cross from one state to another.
//!
//! - `mod.rs`: the world itself;
//! - `bodies.rs`: bodies cross the boundaries between those that are awake, those that sleep and
//!   the others;
//! - `wake.rs`: islands fall asleep and wake;
//! - `adjacency.rs`: the contacts of a body, and the bodies of an island;
//! - `joints.rs`, `colliders.rs`: joints and pieces come and go; `collider_def.rs`: colliders to be
//!   added;
//! - `origin.rs`: everything is seen from another origin;
//! - `dirty.rs`: data that an edit makes stale, and how it is refreshed;
//! - `sensors.rs`: colliders become sensors, and leave those that they overlap;
//! - `parts.rs`: pieces and cells, which queries, sensors and seams see as one;
//! - `sides.rs`: platforms, which bodies pass from one side;
//! - `tiles.rs`: cells of tile maps that have pieces;
//! - `images.rs`: second bodies of those that are on their way through a portal;
//! - `state.rs`: the state hash; `base.rs`: the copy that snapshots share;
//! - `fields.rs`: fields where they are, and what sleeps in them;
//! - `validate.rs`: checks of all links, for tests.

mod adjacency;
mod base;
mod bodies;
mod collider_def;
mod colliders;
mod dirty;
mod fields;
mod images;
mod joints;
mod origin;
mod parts;
mod sensors;
mod sides;
mod state;
mod tiles;
mod touches;
mod validate;
mod wake;

pub(crate) use base::Base;
pub use collider_def::ColliderDef;
pub use colliders::{NewCollider, proxy_kind};
pub use dirty::Dirty;
pub(crate) use fields::ActiveField;
pub(crate) use images::carried;
pub use parts::{MapView, Part, PartId, placed};
pub use sensors::Overlap;
pub use sides::Sides;
pub(crate) use sides::{any_drops_through, faces, is_before};
pub(crate) use touches::in_order;

use std::sync::Arc;

use umbra_broad::BroadPhase;
use umbra_geom::Real;
use umbra_solver::{Solver, Structure};

use crate::clone::columns;
use crate::store::{
    AwakePieces, Bodies, ColliderInfo, Colliders, Contacts, Fields, Generation, JointInfo, Joints,
    MixRules, Pending, Portals, Sensors, Streams,
};
use crate::{Error, SceneConfig};

columns! {
    /// All that a scene simulates. Steps change it, and so do the edits of the scene that owns it.
    #[derive(Debug)]
    pub struct World, saved as SavedWorld;
    each {}
    moving {
        config: SceneConfig,
        /// The configuration in effect: `config` may have been written to since.
        applied: SceneConfig,
        contacts: Contacts,
        joints: Joints,
        fields: Fields,
        portals: Portals,
        /// Shared with copies and snapshots of the time for which it was built.
        structure: Arc<Structure>,
        solver: Solver,
        pending: Pending,
        /// Seconds until all islands are looked at the next time for whether they may sleep.
        search_pause: Real,
        events: Streams,
    }
    rest {
        pub bodies: Bodies,
        pub colliders: Colliders,
        pub broad: BroadPhase,
        pub sensors: Sensors,
        pub(crate) awake_pieces: AwakePieces,
        /// Counts changes of what the world is made of.
        pub generation: Generation,
        /// The copy that snapshots share, as long as nothing of it has changed.
        pub(crate) base: Base,
    }
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

    /// Leaves of an empty world what a new one has, so that it goes on like that to the last bit:
    /// lists of free places, trees and orders remember what has been.
    pub fn start_anew(&mut self) {
        let permit = self.generation.change();
        let World { bodies, colliders, joints, .. } = self;
        bodies.slots.put_in_order(&mut bodies.keys, || 0);
        joints.slots.put_in_order(&mut joints.infos, JointInfo::vacant);
        let infos = colliders.infos.write(permit);
        colliders.slots.put_in_order(infos, ColliderInfo::vacant);
        // The configuration in effect was accepted once, so it is not refused.
        let Ok(new) = Self::new(self.applied) else { return };
        let old = core::mem::replace(self, new);
        let World { bodies, colliders, joints, .. } = self;
        (bodies.keys, bodies.slots) = (old.bodies.keys, old.bodies.slots);
        (colliders.infos, colliders.slots) = (old.colliders.infos, old.colliders.slots);
        (joints.infos, joints.slots) = (old.joints.infos, old.joints.slots);
        (self.config, self.generation) = (old.config, old.generation);
        (self.fields, self.portals) = (old.fields, old.portals);
        (self.solver, self.events) = (old.solver, old.events);
    }
}
