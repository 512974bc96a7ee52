//! Bounds the energy that the goals of a tree may add.
//!
//! Anchors that move in circles want a speed at which they meet again when the substep ends. With
//! `g` these speeds and `A` the matrix, that adds `g A^-1 g / 2` to the energy: for a body that
//! rotates by an angle in a substep, the square of half that angle as a fraction of its energy. But
//! if equations nearly follow from one another, as in a chain that is straight between two points
//! or among rods that contradict each other, their goals do not follow from one another as well,
//! and `A^-1` is as large as it can be: a ball on a taut bridge of 20 planks was thrown a kilometre
//! high.

use super::TreeState;
use crate::structure::Tree;

/// The factor on [`hidden_energy`](TreeState::hidden_energy) that goals may add: a bar that turns
/// about its end needs a quarter, a rod that turns about its middle between two pins three. With
/// one, a slider crank loses a seventh of its energy in 10 s.
const MOST_GAINED: f64 = 16.0;

impl TreeState {
    /// Reduces goals that add more energy than [`MOST_GAINED`] times the hidden energy. The matrix
    /// has to be factored.
    pub(super) fn bound_goals(&mut self, tree: &Tree, h: f64) {
        self.x.iter_mut().zip(&self.nodes).for_each(|(x, state)| *x = state.goal);
        self.substitute(tree);
        let of = |[x, y]: [f64; 2], [u, v]: [f64; 2]| 0.5 * (x * u + y * v);
        let gained: f64 = self.x.iter().zip(&self.nodes).map(|(x, state)| of(*x, state.goal)).sum();
        let most = MOST_GAINED * self.hidden_energy(tree, h);
        if gained > most {
            let part = (most / gained).sqrt();
            for state in &mut self.nodes {
                state.goal = state.goal.map(|goal| part * goal);
            }
            self.driven.iter_mut().for_each(|driven| driven.bend_less(part));
        }
    }

    /// The energy of the bodies times the square of the greatest rotation in a substep. For a tree
    /// that is attached to nothing fixed, without the energy of its common motion.
    fn hidden_energy(&self, tree: &Tree, h: f64) -> f64 {
        let (mut energy, mut fastest, mut mass, mut momentum) = (0.0, 0.0_f64, 0.0, [0.0; 2]);
        let moved = tree.bodies.iter().zip(&self.bodies).filter(|(body, _)| body.moves);
        for (_, body) in moved {
            let [own_mass, inertia] = body.masses();
            let [x, y, spin] = body.velocity;
            energy += 0.5 * (own_mass * (x * x + y * y) + inertia * spin * spin);
            momentum = [momentum[0] + own_mass * x, momentum[1] + own_mass * y];
            mass += own_mass;
            fastest = fastest.max(spin.abs());
        }
        if mass > 0.0 && tree.bodies.iter().all(|body| body.moves) {
            let [x, y] = momentum;
            energy -= 0.5 * (x * x + y * y) / mass;
        }
        (h * fastest).powi(2) * energy.max(0.0)
    }
}
