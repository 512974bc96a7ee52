//! Copying a scene, and telling whether two are the same.

use umbra_geom::Real;

use crate::Scene;
use crate::step::Scratch;

impl Scene {
    /// A number over all poses and velocities: equal for scenes that are the same to the last bit,
    /// and hardly ever for others.
    ///
    /// Two machines that simulate the same game compare it to know that they still agree.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        // Slots keep their order, whichever bodies were moved about in the dense arrays.
        for index in self.bodies.keys.values() {
            let state = &self.bodies.states[*index as usize];
            hash.add(state.center.x, state.center.y);
            hash.add(state.rotation.re, state.rotation.im);
            hash.add(state.velocity.x, state.velocity.y);
            hash.add(state.angular_velocity, 0.0);
        }
        hash.0
    }
}

/// Multiply and fold, 64 bits at a time, with the constants of FNV and of SplitMix64.
struct Hash(u64);

impl Hash {
    fn add(&mut self, a: Real, b: Real) {
        let bits = u64::from(a.to_bits()) << 32 | u64::from(b.to_bits());
        let mixed = (self.0 ^ bits).wrapping_mul(0x100_0000_01b3);
        self.0 = (mixed ^ (mixed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Clone for Scene {
    fn clone(&self) -> Self {
        Self {
            config: self.config,
            applied: self.applied,
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            contacts: self.contacts.clone(),
            broad: self.broad.clone(),
            structure: self.structure.clone(),
            structure_changed: self.structure_changed,
            solver: self.solver.clone(),
            awake_pieces: self.awake_pieces.clone(),
            to_wake: self.to_wake.clone(),
            added_asleep: self.added_asleep.clone(),
            redirected: self.redirected.clone(),
            search_pause: self.search_pause,
            contact_events: self.contact_events.clone(),
            called_off: self.called_off,
            body_events: self.body_events.clone(),
            coming_events: self.coming_events.clone(),
            profile: self.profile,
            scratch: Scratch::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten; those that are not copied are
        // no state.
        let Self {
            config,
            applied,
            bodies,
            colliders,
            contacts,
            broad,
            structure,
            structure_changed,
            solver,
            awake_pieces,
            to_wake,
            added_asleep,
            redirected,
            search_pause,
            contact_events,
            called_off,
            body_events,
            coming_events,
            profile,
            scratch: _,
        } = source;
        (self.config, self.applied, self.profile) = (*config, *applied, *profile);
        (self.structure_changed, self.called_off) = (*structure_changed, *called_off);
        self.search_pause = *search_pause;
        self.bodies.clone_from(bodies);
        self.colliders.clone_from(colliders);
        self.contacts.clone_from(contacts);
        self.broad.clone_from(broad);
        self.structure.clone_from(structure);
        self.solver.clone_from(solver);
        self.awake_pieces.clone_from(awake_pieces);
        self.to_wake.clone_from(to_wake);
        self.added_asleep.clone_from(added_asleep);
        self.redirected.clone_from(redirected);
        self.contact_events.clone_from(contact_events);
        self.body_events.clone_from(body_events);
        self.coming_events.clone_from(coming_events);
    }
}
