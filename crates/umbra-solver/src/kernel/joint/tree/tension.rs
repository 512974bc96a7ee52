//! Stiffness that the tension of a constraint gives to the rotation of its bodies.
//!
//! A pull `P` on an anchor at `r` turns a body back until both have the same direction, with the
//! stiffness `r . P`. The frequency of the swing depends on the mass that has to move with it. A
//! light link between others turns about its middle, with its own inertia alone. A body that is
//! pinned far from its middle has to move as a whole: a ball at the end of a rod without mass
//! swings like any pendulum, however small its inertia.
//!
//! So each constraint is treated alone, with an equal part of the masses of its two bodies: no
//! motion of all of them swings faster than the fastest of any one constraint. With `K` the
//! stiffnesses, `D` the inverse inertias, `w` the arms along the pull and `m` the mass with which
//! the anchors resist being moved apart, the greatest frequency squared is the larger eigenvalue of
//! `K (D - m D w w^T D / (1 + m w^T D w))`. For a zigzag chain, and for a pendulum, that is exact.

use super::body::BodyOfTree;
use super::node::NodeState;
use crate::structure::TreeNode;

/// One side of a constraint.
struct End {
    stiffness: f64,
    inv_inertia: f64,
    inv_mass: f64,
    /// The arm along the pull.
    arm: f64,
}

impl NodeState {
    /// Adds the stiffness that the pull of the substep before gives the rotation of both bodies,
    /// and the motion across a length.
    pub(super) fn tighten(&mut self, node: &TreeNode, bodies: &mut [BodyOfTree], h: f64) {
        let [px, py] = self.impulse;
        self.tension = if node.is_length && self.length > 0.0 {
            h * (-px).max(0.0) / self.length
        } else {
            0.0
        };
        let pull = if node.is_point { (px * px + py * py).sqrt() } else { px.abs() };
        if pull <= 0.0 {
            return;
        }
        let ends = [0, 1].map(|side| {
            let [u, v] = self.gradients[side];
            // A point's gradients say where its arms are; a length's second one says how far they reach along it.
            let along = if node.is_point { v[2] * px - u[2] * py } else { v[2] * px };
            let body = &bodies[node.bodies[side] as usize];
            End {
                stiffness: (h * along).max(0.0),
                inv_inertia: body.joints * body.own_inv_inertia,
                inv_mass: body.joints * body.inv_mass,
                arm: along / pull,
            }
        });
        let part = part_that_swings(&ends);
        for (body, end) in node.bodies.into_iter().zip(ends) {
            bodies[body as usize].stiffness += part * end.stiffness;
        }
    }
}

/// The fraction of the stiffness that counts when both swing together, which is slower than the
/// faster one alone.
fn part_that_swings([a, b]: &[End; 2]) -> f64 {
    let [alone_a, alone_b] = [a, b].map(|end| end.stiffness * end.inv_inertia);
    let alone = alone_a.max(alone_b);
    if alone <= 0.0 {
        return 1.0;
    }
    let mass = 1.0 / (a.inv_mass + b.inv_mass);
    let [turns_a, turns_b] = [a, b].map(|end| mass * end.inv_inertia * end.arm * end.arm);
    let all = 1.0 + turns_a + turns_b;
    let (of_a, of_b) = (alone_a * (1.0 + turns_b) / all, alone_b * (1.0 + turns_a) / all);
    let between = alone_a * alone_b * turns_a * turns_b / (all * all);
    let apart = of_a - of_b;
    (0.5 * (of_a + of_b + (apart * apart + 4.0 * between).sqrt()) / alone).min(1.0)
}
