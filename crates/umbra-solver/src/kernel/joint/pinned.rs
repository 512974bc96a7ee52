//! Angles of bodies that a pin holds together at their anchors: motors and limits turn them about
//! the pin.
//!
//! A torque alone rotates a body about its centre, and so moves its anchor away from the pin. The
//! pin pulls the anchor back and undoes most of the rotation: for a bar held at its end three
//! quarters. Solved in turn, angle and pin need many passes to agree. Until they do, a limit gives
//! way, and the excess of one substep throws the arm back in the next.
//!
//! So each torque comes with the impulse `c` at the anchors that keeps them together. With the
//! gradients `J_p` of the pin and `J` of the angle, `c = -(J_p M^-1 J_p^T)^-1 J_p M^-1 J^T`. The
//! sum `J + c J_p` is again a gradient, and the solver uses it like any other. Multiplied with
//! velocities it gives the speed of the angle that will be left after the pin is solved. So the two
//! agree after one pass. If they did not, their impulses of an impact would be applied again in the
//! next substeps, and links that are short beside their lever arms would gain energy without end.

use super::scalar::Gradient;
use super::{Anchors, Pair, anchors, cross, inwards};
use crate::block::joint::ScalarBlock;
use umbra_lanes::Register;

impl<L> Gradient<L> {
    /// The gradient with which motor and limits act.
    #[inline(always)]
    pub(super) fn about_pin<const W: usize>(
        &self,
        token: L::Token,
        pair: &Pair<L>,
        free: [[L; 4]; 2],
        block: &ScalarBlock,
        at: usize,
        h: f32,
    ) -> Self
    where
        L: Register<W>,
    {
        let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
        let Anchors { a, b, .. } = anchors::<W, L>(token, pair, &block.ends, at);
        let ([mass_a, mass_b], [inertia_a, inertia_b]) = (pair.inv_mass, pair.inv_inertia);
        let mass = mass_a + mass_b;
        let xx = mass + inertia_a * a[1] * a[1] + inertia_b * b[1] * b[1];
        let xy = -(inertia_a * a[0] * a[1]) - inertia_b * b[0] * b[1];
        let yy = mass + inertia_a * a[0] * a[0] + inertia_b * b[0] * b[0];
        let determinant = xx * yy - xy * xy;
        let inverse = determinant.if_positive(one / determinant, zero);
        // How fast B's anchor moves past A's when the bodies are turned by an impulse of one.
        let (of_a, of_b) = (inertia_a * self.turn_a, inertia_b * self.turn_b);
        let past = [-(of_a * a[1]) - of_b * b[1], of_a * a[0] + of_b * b[0]];
        let line =
            [inverse * (xy * past[1] - yy * past[0]), inverse * (xy * past[0] - xx * past[1])];

        // What swings about the pin is to leave it by that speed: see `point.rs`.
        let half = L::splat(token, 0.5 * h);
        let (in_a, in_b) = (inwards(token, free[0][2], a, h), inwards(token, free[1][2], b, h));
        let goal = [half * (in_b[0] - in_a[0]), half * (in_b[1] - in_a[1])];
        Self {
            value: self.value,
            line_a: [self.line_a[0] + line[0], self.line_a[1] + line[1]],
            turn_a: self.turn_a + cross(a, line),
            line_b: [self.line_b[0] + line[0], self.line_b[1] + line[1]],
            turn_b: self.turn_b + cross(b, line),
            curve: self.curve - (line[0] * goal[0] + line[1] * goal[1]),
        }
    }

    /// The gradient of a slider whose push rotates neither body relative to the other, for sliders
    /// with a held angle.
    ///
    /// A push beside the centres rotates the bodies, the angle rotates them back, and that moves
    /// the anchors again: with long arms the two would need hundreds of passes to agree. With the
    /// torque that keeps the angle, one is enough.
    #[inline(always)]
    pub(super) fn turning_none<const W: usize>(
        mut self,
        token: L::Token,
        pair: &Pair<L>,
        pinned: L,
    ) -> Self
    where
        L: Register<W>,
    {
        let [inertia_a, inertia_b] = pair.inv_inertia;
        let both = inertia_a + inertia_b;
        let pinned = pinned.if_positive(both, L::splat(token, 0.0));
        let apart = self.turn_b - self.turn_a;
        self.turn_a = pinned.if_positive(-(inertia_b / both * apart), self.turn_a);
        self.turn_b = pinned.if_positive(inertia_a / both * apart, self.turn_b);
        self
    }
}
