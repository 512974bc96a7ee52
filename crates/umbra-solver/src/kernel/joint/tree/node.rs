//! One constraint of a tree: its equations, read from its block.

use super::body::dot;
use super::driven::Driven;
use super::{DEPENDENT, FOLLOWED};
use crate::block::joint::{PointBlock, ScalarBlock};
use crate::structure::TreeNode;

/// The meaning of the two equations of a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Rows {
    /// A number; for a length, the second is the displacement across it.
    #[default]
    Number,
    /// A spring, and a limit or motor of the same number.
    Twice,
    /// The two directions of a point.
    Point,
}

/// The state of a constraint.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeState {
    pub(super) rows: Rows,
    /// Flags of its equations that act: those of limits and motors do not always.
    pub(super) acts: [bool; 2],
    /// The gradients of its two values by the velocities of A and of B.
    pub(super) gradients: [[[f64; 3]; 2]; 2],
    pub(super) error: [f64; 2],
    /// The target speed without the error.
    pub(super) goal: [f64; 2],
    /// The fraction of the error that a spring removes per second.
    pub(super) rate: f64,
    /// The fraction of a rigid constraint's error that a substep removes by moving the bodies.
    pub(super) correction: f64,
    /// The yielding of springs to a unit impulse: `xx`, `xy`, `yy`.
    pub(super) yielding: [f64; 3],
    /// The yielding of a spring, as a fraction of that of the bodies.
    pub(super) softness: f64,
    is_length: bool,
    pub(super) length: f64,
    /// The gradient of a displacement across a length.
    across: [[f64; 3]; 2],
    /// The distances of the anchors from the centres of mass, as far as rotation opens the
    /// constraint.
    reaches: [f64; 2],
    /// The stiffness across a length, times the square of the substep.
    pub(super) tension: f64,
    pub(super) impulse: [f64; 2],
}

impl NodeState {
    pub(super) fn read_point(&mut self, block: &PointBlock, node: &TreeNode, whole: bool) {
        let lane = node.lane as usize;
        let pair = |of: &[[f32; 16]; 2]| of.map(|wide| f64::from(wide[lane]));
        let ([ax, ay], [bx, by]) = (pair(&block.now.arm_a), pair(&block.now.arm_b));
        self.gradients = [[[-1.0, 0.0, ay], [0.0, -1.0, -ax]], [[1.0, 0.0, -by], [0.0, 1.0, bx]]];
        (self.rows, self.acts) = (Rows::Point, [true; 2]);
        self.reaches = [[ax, ay], [bx, by]].map(|[x, y]| (x * x + y * y).sqrt());
        self.error = pair(&block.now.error);
        self.goal = pair(&block.now.goal);
        if whole {
            self.impulse = pair(&block.impulse);
        }
        self.read_softness(&block.soft, lane);
    }

    pub(super) fn read_scalar(&mut self, block: &ScalarBlock, node: &TreeNode, whole: bool) {
        let lane = node.lane as usize;
        let of = |wide: &[f32; 16]| f64::from(wide[lane]);
        let now = &block.now;
        let (line_a, line_b) = (now.line_a.each_ref().map(of), now.line_b.each_ref().map(of));
        self.gradients = [
            [[-line_a[0], -line_a[1], -of(&now.turn_a)], [0.0; 3]],
            [[line_b[0], line_b[1], of(&now.turn_b)], [0.0; 3]],
        ];
        (self.rows, self.acts) = (Rows::Number, [true; 2]);
        (self.is_length, self.length) = (node.is_length, of(&now.value));
        // Turns alone do not bend.
        self.reaches =
            self.gradients.map(|[[x, y, turn], _]| if x == 0.0 && y == 0.0 { 0.0 } else { turn });
        self.error = [of(&now.value) - of(&block.goal), 0.0];
        self.goal = [of(&block.speed) - of(&now.curve), 0.0];
        if whole {
            let [hold, motor, lower, upper] = block.impulse.each_ref().map(of);
            self.impulse = [hold + motor + lower - upper, 0.0];
        }
        self.read_softness(&block.soft, lane);
    }

    pub(super) fn read_softness(&mut self, soft: &crate::block::joint::Softnesses, lane: usize) {
        // Without damping, a spring does not look at the speed: nearly so here.
        let mass_scale = f64::from(soft.mass_scale[lane]).max(1e-6);
        self.rate = f64::from(soft.rate[lane]) / mass_scale;
        self.correction = f64::from(soft.correction[lane]);
        let is_held = soft.mass_scale[lane] > 0.0 || soft.rate[lane] > 0.0;
        self.softness =
            if is_held { f64::from(soft.impulse_scale[lane]) / mass_scale } else { 0.0 };
    }

    /// Reads the arms of a number; a length gets the direction across it as its second value.
    pub(super) fn read_arms(&mut self, block: &ScalarBlock, node: &TreeNode, turns: [f32; 2]) {
        let lane = node.lane as usize;
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let arm = [&block.ends.arm_a, &block.ends.arm_b][side]
                .each_ref()
                .map(|wide| f64::from(wide[lane]));
            let (sin, cos) = crate::body::sin_cos(turns[side]);
            let (sin, cos) = (f64::from(sin), f64::from(cos));
            let [x, y] = [arm[0] * cos - arm[1] * sin, arm[0] * sin + arm[1] * cos];
            let [u, v, _] = self.gradients[side][0];
            let [u, v] = [sign * u, sign * v];
            self.across[side] = [-sign * v, sign * u, sign * (x * u + y * v)];
            self.reaches[side] = self.across[side][2];
        }
        self.see_across();
    }

    /// Sets the direction across a length as its second value.
    pub(super) fn see_across(&mut self) {
        if self.is_length {
            [self.gradients[0][1], self.gradients[1][1]] = self.across;
        }
    }

    /// Adds the equation of a limit or a motor: beside that of a spring of the same number, or
    /// instead of it.
    pub(super) fn place(&mut self, driven: &Driven) {
        if driven.row == 1 {
            self.rows = Rows::Twice;
            self.gradients = driven.along.map(|along| [along, along]);
        }
        self.mark(driven);
    }

    /// Updates the flag of the limit or the motor.
    pub(super) fn mark(&mut self, driven: &Driven) {
        let acts = driven.is_equation();
        self.acts = [acts || driven.row == 1, acts];
    }

    /// The diagonal of a number. A length has a spring across it as second equation, as stiff as
    /// its pull makes it, as far as a substep cannot follow it.
    pub(super) fn brace(&mut self, [xx, xy, yy]: [f64; 3]) -> [f64; 3] {
        self.yielding = [self.yielding[0], 0.0, 0.0];
        match self.rows {
            Rows::Point | Rows::Twice => return [xx, xy, yy],
            Rows::Number => {}
        }
        let beyond = self.tension - FOLLOWED / yy;
        if beyond > 0.0 {
            self.yielding[2] = 1.0 / beyond;
            return [xx, xy, yy];
        }
        self.gradients[0][1] = [0.0; 3];
        self.gradients[1][1] = [0.0; 3];
        [xx, 0.0, 1.0]
    }

    /// The missing speeds.
    pub(super) fn missing(&self, [a, b]: [[f64; 3]; 2]) -> [f64; 2] {
        let ([xx, xy, yy], [px, py]) = (self.yielding, self.impulse);
        let [[of_a, across_a], [of_b, across_b]] = self.gradients;
        let speeds = [dot(of_a, a) + dot(of_b, b), dot(across_a, a) + dot(across_b, b)];
        [
            self.goal[0] - self.rate * self.error[0] - (xx * px + xy * py) - speeds[0],
            self.goal[1] - self.rate * self.error[1] - (xy * px + yy * py) - speeds[1],
        ]
    }

    /// The opening of the constraint by straight motions along its curved path.
    pub(super) fn opened(&self, motions: [[f64; 3]; 2]) -> f64 {
        if self.acts == [false; 2] {
            return 0.0;
        }
        let (mut opened, mut across) = (0.0, 0.0);
        for (side, motion) in motions.into_iter().enumerate() {
            opened += 0.5 * self.reaches[side].abs() * motion[2] * motion[2];
            across += dot(self.across[side], motion);
        }
        let is_seen = self.is_length && self.length > 0.0;
        if is_seen { opened + 0.5 * across * across / self.length } else { opened }
    }

    /// The inverse of the remaining diagonal, without equations that do not act or follow from
    /// others.
    pub(super) fn inverse(&self, [xx, xy, yy]: [f64; 3], alone: [f64; 3]) -> [f64; 3] {
        let [first_acts, second_acts] = self.acts;
        let first = if first_acts && xx > DEPENDENT * alone[0] { 1.0 / xx } else { 0.0 };
        let factor = xy * first;
        let rest = yy - factor * xy;
        let second = if second_acts && rest > DEPENDENT * alone[2] { 1.0 / rest } else { 0.0 };
        [first + factor * factor * second, -factor * second, second]
    }
}
