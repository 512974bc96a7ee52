//! The bodies of a tree, in 64 bits.

use crate::shared::States;

/// A body in the form of its tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyOfTree {
    pub(super) inv_mass: f64,
    pub(super) inv_inertia: f64,
    /// The inverse inertia without the addition for stiffness.
    pub(super) own_inv_inertia: f64,
    pub(super) velocity: [f64; 3],
    /// The saved velocity, while something else is computed in its place.
    pub(super) before: [f64; 3],
    /// The velocity after the last solution.
    pub(super) left: [f32; 3],
    /// The impulses of the tree in this substep, as a change of velocity.
    pub(super) given: [f64; 3],
    /// Its velocity without constraints, which gives the curvature of its anchors' paths.
    pub(super) free: [f64; 3],
    /// The change of velocity by contacts and rows.
    pub(super) others: [f64; 3],
    /// The rotational stiffness, times the square of the substep.
    pub(super) stiffness: f64,
    /// The number of its points and lengths.
    pub(super) joints: f64,
}

/// Sets the velocity of a body.
pub(super) fn write(states: &mut States, slot: u32, [x, y, spin]: [f64; 3]) {
    let [.., inv_mass, _, _, _, _] = states.both(slot);
    states.set_motion(slot, [x as f32, y as f32, spin as f32, inv_mass]);
}

impl BodyOfTree {
    /// Its mass and its inertia; zero for those that impulses do not change.
    pub(super) fn masses(&self) -> [f64; 2] {
        [self.inv_mass, self.own_inv_inertia].map(|inv| if inv > 0.0 { 1.0 / inv } else { 0.0 })
    }

    /// The change of the speed along one gradient by a unit impulse along another.
    pub(super) fn yield_between(&self, u: [f64; 3], v: [f64; 3]) -> f64 {
        self.inv_mass * (u[0] * v[0] + u[1] * v[1]) + self.inv_inertia * (u[2] * v[2])
    }

    pub(super) fn push(&mut self, [u, v]: [[f64; 3]; 2], [x, y]: [f64; 2]) {
        self.velocity[0] += self.inv_mass * (u[0] * x + v[0] * y);
        self.velocity[1] += self.inv_mass * (u[1] * x + v[1] * y);
        self.velocity[2] += self.inv_inertia * (u[2] * x + v[2] * y);
    }
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
