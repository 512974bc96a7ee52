//! The state hash.

use umbra_geom::Real;
use umbra_solver::Body;

use crate::World;
use crate::store::Joints;

impl World {
    /// Hash of all poses, velocities and joint impulses: equal for scenes that are the same to the
    /// last bit. Other differences show in later steps.
    ///
    /// Two machines that simulate the same game compare it to know that they still agree.
    pub fn state_hash(&self) -> u64 {
        // Slots keep their order, whichever bodies were moved about in the dense arrays.
        let indices = self.bodies.keys.values();
        Self::hash_of(indices.map(|index| &self.bodies.states[*index as usize]), &self.joints)
    }

    /// The hash of a scene without bodies.
    pub(crate) const EMPTY_HASH: u64 = 0xcbf2_9ce4_8422_2325;

    pub(crate) fn hash_of<'a>(states: impl Iterator<Item = &'a Body>, joints: &Joints) -> u64 {
        let mut hash = Hash(Self::EMPTY_HASH);
        for state in states {
            hash.add(state.center.x, state.center.y);
            hash.add(state.rotation.re, state.rotation.im);
            hash.add(state.velocity.x, state.velocity.y);
            hash.add(state.angular_velocity, 0.0);
        }
        for joint in joints.infos.values() {
            for part in 0..3 {
                let [a, b, c, d] = joints.impulse(joint, part);
                hash.add(a, b);
                hash.add(c, d);
            }
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
