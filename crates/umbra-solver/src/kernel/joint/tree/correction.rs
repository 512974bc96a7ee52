//! Removes errors of a tree by moving its bodies, without a velocity.
//!
//! A velocity that closes a gap is visible to contacts: the planks of a taut bridge, on their way
//! back to the positions that their joints want, threw a ball up to a hundred times as high as it
//! had fallen. So the bodies are moved before the velocities are solved, by the shortest
//! displacement that removes a fraction of all errors, measured by their masses.
//!
//! The displacement is straight, and the constraints are not: a rotation by an angle opens joints
//! by the square of it. Near configurations in which equations follow from one another, as in a
//! chain that is nearly straight between two points, a small error asks for large rotations that
//! would open more than they close. If the whole displacement removes `E` from the errors and its
//! rotations add `Q`, a fraction `s` of it leaves `-s E + s^2 Q`, which is least at `s = E / 2Q`.
//! And if joints close loops, the displacement is measured as if rotating took far more than it
//! does: then the chain moves as a whole rather than bend at its ends, and hardly any `s` is less
//! than one.

use super::TreeState;
use super::body::dot;
use crate::shared::States;
use crate::structure::Tree;

/// The greatest rotation of a body by a correction, in radians.
const MOST_TURNED: f64 = 0.2;
/// The factor on inertia for corrections if joints close loops. With 10, a chain that is straight
/// between two points and carries 1000 times the mass of a link has gaps of 62 mm in the mean; with
/// 30 to 1000 about 1 mm.
const TURNING: f64 = 100.0;

impl TreeState {
    /// Moves the bodies with little rotation. Leaves another matrix behind.
    pub(super) fn correct_by_few_turns(&mut self, tree: &Tree, states: &mut States, limits: f64) {
        self.bodies.iter_mut().for_each(|body| body.inv_inertia /= TURNING);
        self.assemble(tree);
        self.factor(tree);
        self.correct(tree, states, limits);
        self.bodies.iter_mut().for_each(|body| body.inv_inertia *= TURNING);
    }

    /// Moves the bodies; the matrix has to be factored. `limits` is the fraction of the error
    /// beyond a limit that is removed.
    pub(super) fn correct(&mut self, tree: &Tree, states: &mut States, limits: f64) {
        for (x, state) in self.x.iter_mut().zip(&self.nodes) {
            *x = state.error.map(|error| -state.correction * error);
        }
        for driven in &self.driven {
            self.x[driven.node][driven.row] = -limits * driven.beyond();
        }
        let removed: f64 = self.x.iter().copied().map(length).sum();
        if removed == 0.0 {
            return;
        }
        self.substitute(tree);
        for body in &mut self.bodies {
            (body.before, body.velocity) = (body.velocity, [0.0; 3]);
        }
        for ((node, state), x) in tree.nodes.iter().zip(&self.nodes).zip(&self.x) {
            for (side, body) in node.bodies.into_iter().enumerate() {
                self.bodies[body as usize].push(state.gradients[side], *x);
            }
        }
        let part = self.part_of_the_way(tree, removed);
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let way = state.velocity.map(|way| part * way);
            if body.moves {
                let [.., x, y, turn, inv_inertia] = states.both(body.slot);
                let [to_x, to_y, to_turn] = [0, 1, 2].map(|i| [x, y, turn][i] + way[i] as f32);
                states.set_offset(body.slot, [to_x, to_y, to_turn, inv_inertia]);
            }
            state.velocity = way;
        }
        for driven in &mut self.driven {
            let [a, b] = tree.nodes[driven.node].bodies.map(|body| &self.bodies[body as usize]);
            driven.moved(dot(driven.along[0], a.velocity) + dot(driven.along[1], b.velocity));
        }
        for body in &mut self.bodies {
            body.velocity = body.before;
        }
    }

    /// The fraction of the displacement that removes most of the errors.
    fn part_of_the_way(&self, tree: &Tree, removed: f64) -> f64 {
        let motions = |bodies: [u32; 2]| bodies.map(|body| self.bodies[body as usize].velocity);
        let nodes = tree.nodes.iter().zip(&self.nodes);
        let opened: f64 = nodes.map(|(node, state)| state.opened(motions(node.bodies))).sum();
        let turned = self.bodies.iter().map(|body| body.velocity[2].abs()).fold(0.0, f64::max);
        let best = if opened > 0.0 { removed / (2.0 * opened) } else { 1.0 };
        let most = if turned > MOST_TURNED { MOST_TURNED / turned } else { 1.0 };
        best.min(most).min(1.0)
    }
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}
