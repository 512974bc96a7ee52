//! How much energy the goals of a tree may bring in.
//!
//! Anchors that go round want a speed at which they meet again when the substep ends. With `g` these speeds and `A` the
//! matrix, that adds `g A^-1 g / 2` to the energy: for a body that turns by an angle in a substep, the square of half of
//! it as a part of what it has. But where equations nearly follow from one another, as in a chain that is straight
//! between two points or among rods that contradict each other, the speeds that they want do not follow from one another
//! as well, and `A^-1` is as large as it can be: a ball on a taut bridge of 20 planks was thrown a kilometre high.

use super::TreeState;
use crate::structure::Tree;

/// Goals may bring in so many times the energy that [`hidden_energy`](TreeState::hidden_energy) tells: a bar that turns
/// about its end needs a quarter, a rod that turns about its middle between two pins three. With one, a slider crank loses
/// a seventh of its energy in 10 s.
const MOST_GAINED: f64 = 16.0;

impl TreeState {
    /// Makes goals smaller that bring in more energy than [`MOST_GAINED`] times that. The matrix is factored.
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

    /// The energy of the bodies, of what hangs on nothing without that of its common motion, times the square of the
    /// angle by which the fastest turns in a substep.
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
