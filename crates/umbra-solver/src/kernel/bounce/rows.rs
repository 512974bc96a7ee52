//! Rigid joints as equations: their held speeds as functions of the velocities of both bodies.

use umbra_geom::Vector;

use super::ImpactBody;
use crate::body::sin_cos;
use crate::{ConstraintForm, JointConstraint, Stiffness, UNBOUNDED};

/// One equation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) constraint: u32,
    /// For points: the axis, x or y.
    pub(super) axis: usize,
    pub(super) bodies: [u32; 2],
    /// Gradients of its speed by the velocities of both.
    pub(super) lines: [[f64; 3]; 2],
    /// The first row with a body in common, its index in the factors, and the inverse of the pivot.
    pub(super) first: usize,
    pub(super) start: usize,
    pub(super) inverse: f64,
}

impl JointConstraint {
    /// True if it stays rigid in impacts on its bodies.
    pub(super) fn holds_in_impacts(&self) -> bool {
        let is_rigid = matches!(self.hold.stiffness, Stiffness::Rigid(_));
        is_rigid && self.hold.max_force >= UNBOUNDED && !self.gives_way
    }
}

impl ImpactBody {
    /// The change of the velocity by a unit impulse along a gradient.
    pub(super) fn yielded(&self, [x, y, turn]: [f64; 3]) -> [f64; 3] {
        [self.inv_mass[0] * x, self.inv_mass[1] * y, self.inv_inertia * turn]
    }
}

impl Row {
    /// Change of this row's speed by a unit impulse of another row.
    pub(super) fn coupling(&self, other: &Self, bodies: &[ImpactBody]) -> f64 {
        let mut sum = 0.0;
        for (number, line) in self.bodies.into_iter().zip(self.lines) {
            for (of, other) in other.bodies.into_iter().zip(other.lines) {
                if of == number {
                    sum += dot(line, bodies[number as usize].yielded(other));
                }
            }
        }
        sum
    }
}

/// Gradients of the held speed by the velocities of both bodies, at their current poses.
pub(super) fn lines(
    joint: &JointConstraint,
    axis: usize,
    a: &ImpactBody,
    b: &ImpactBody,
) -> [[f64; 3]; 2] {
    let turned = |v: Vector, by: &ImpactBody| {
        let (sin, cos) = sin_cos(by.offset[2] as f32);
        let [sin, cos] = [sin, cos].map(f64::from);
        let [x, y] = [v.x, v.y].map(f64::from);
        [x * cos - y * sin, x * sin + y * cos]
    };
    let (arm_a, arm_b) = (turned(joint.anchor_a, a), turned(joint.anchor_b, b));
    let moved = [0, 1].map(|i: usize| b.offset[i] - a.offset[i]);
    let between = [joint.between.x, joint.between.y].map(f64::from);
    let way = [0, 1].map(|i: usize| (between[i] + moved[i]) + (arm_b[i] - arm_a[i]));
    let less = |[x, y]: [f64; 2], turn: f64| [-x, -y, -turn];
    let more = |[x, y]: [f64; 2], turn: f64| [x, y, turn];
    match joint.form {
        ConstraintForm::Point => {
            let line = if axis == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
            [less(line, cross(arm_a, line)), more(line, cross(arm_b, line))]
        }
        ConstraintForm::Axis(along) => {
            let line = turned(along, a);
            // The axis turns about A's anchor.
            let arm = [arm_a[0] + way[0], arm_a[1] + way[1]];
            [less(line, cross(arm, line)), more(line, cross(arm_b, line))]
        }
        ConstraintForm::Length => {
            let line = direction(way);
            [less(line, cross(arm_a, line)), more(line, cross(arm_b, line))]
        }
        ConstraintForm::Pulley { grounds: [of_a, of_b], ratio } => {
            let line = |arm: [f64; 2], of: &ImpactBody, ground: Vector| {
                let [x, y] = [ground.x, ground.y].map(f64::from);
                direction([arm[0] + of.offset[0] - x, arm[1] + of.offset[1] - y])
            };
            let (line_a, line_b) = (line(arm_a, a, of_a), line(arm_b, b, of_b));
            let line_b = line_b.map(|x| f64::from(ratio) * x);
            [more(line_a, cross(arm_a, line_a)), more(line_b, cross(arm_b, line_b))]
        }
        ConstraintForm::Angle { ratios, lines, .. } => {
            let ([of_a, of_b], [turn_a, turn_b]) = (lines, ratios.map(f64::from));
            let exact = |v: Vector| [v.x, v.y].map(f64::from);
            [less(exact(of_a), turn_a), more(exact(of_b), turn_b)]
        }
    }
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Direction of a displacement; along x if it is zero.
fn direction([x, y]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] }
}
