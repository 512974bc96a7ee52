//! The mass that a joint's number moves, and the frequency of a spring of given stiffness.
//!
//! The solver's springs are given by frequency. That of a spring of given stiffness depends on the
//! mass that it moves, which changes as arms turn: so each step computes it anew.

mod hinge;

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Real, Vector};
use umbra_solver::{Body, Locks, Softness};

use super::{Measured, direction};
use crate::JointKind;
use crate::joint::{FASTEST, JointPart, Spring};
use crate::store::free;

/// Part of a row below which the rest of it is what 32 bits leave of nothing.
const ROUNDING: Real = 1e-5;

impl Measured<'_> {
    /// Frequency and damping ratio of a part's spring, with the bodies in their current poses.
    pub fn softness(&self, part: JointPart) -> Option<Softness> {
        let [stiffness, damping] = match self.info.settings.spring_of(part)? {
            Spring::Swings(softness) => return Some(softness),
            Spring::Stiff(told) => told,
        };
        let yielding = self.yielding(part);
        if stiffness <= 0.0 || yielding <= 0.0 {
            return Some(Softness { hertz: 0.0, damping_ratio: 0.0 });
        }
        let hertz = (stiffness * yielding).sqrt() / core::f32::consts::TAU;
        let damping_ratio = 0.5 * damping * (yielding / stiffness).sqrt();
        let bounded = |value: Real| if value < FASTEST { value } else { FASTEST };
        Some(Softness { hertz: bounded(hertz), damping_ratio: bounded(damping_ratio) })
    }

    /// The speed that an impulse of one gives a part while the rest of the joint holds its bodies;
    /// of a point, in the mean over all directions.
    pub fn yielding(&self, part: JointPart) -> Real {
        self.yieldings(part)[1]
    }

    /// [`yielding`](Self::yielding) as a part of what an impulse would give if nothing else held
    /// the bodies; 1 where they cannot be moved.
    pub(crate) fn held_share(&self, part: JointPart) -> Real {
        let [alone, held] = self.yieldings(part);
        if held > 0.0 { held / alone } else { 1.0 }
    }

    /// Alone, and while the rest of the joint holds.
    fn yieldings(&self, part: JointPart) -> [Real; 2] {
        let sides = [self.side(0), self.side(1)];
        let is_free = |side: &Side| !(side.locks.x | side.locks.y);
        if self.info.settings.kind == JointKind::Revolute
            && part == JointPart::Angle
            && sides.iter().all(is_free)
        {
            let arms = [0, 1].map(|side| self.anchor(side) - self.state(side).center);
            let found = hinge::yieldings(&sides, arms);
            if crate::CHECKS_ITSELF {
                let checked = self.yieldings_of_rows(&sides, part);
                assert_eq!(found.map(Real::to_bits), checked.map(Real::to_bits), "of a hinge");
            }
            return found;
        }
        self.yieldings_of_rows(&sides, part)
    }

    /// [`yieldings`](Self::yieldings) of any part.
    fn yieldings_of_rows(&self, sides: &[Side; 2], part: JointPart) -> [Real; 2] {
        let held = self.held_rows(sides, part);
        let mut sums = [0.0; 2];
        let (rows, count) = self.rows(part);
        for row in &rows[..count] {
            let alone = row.between(row, sides);
            let left = held.beside(*row, sides);
            let left = left.between(&left, sides);
            sums = [sums[0] + alone, sums[1] + if left > ROUNDING * alone { left } else { 0.0 }];
        }
        if part == JointPart::Point { sums.map(|sum| 0.5 * sum) } else { sums }
    }

    /// The rows of the other parts that are held, each without what the ones before it hold.
    fn held_rows(&self, sides: &[Side; 2], part: JointPart) -> HeldRows {
        let mut held = HeldRows::NONE;
        for other in self.info.settings.held_parts().into_iter().flatten() {
            if other != part {
                let (rows, count) = self.rows(other);
                rows[..count].iter().for_each(|row| held.push(*row, sides));
            }
        }
        held
    }

    /// The mass of a body.
    fn side(&self, side: usize) -> Side {
        let Body { inv_mass, inv_inertia, locks, .. } = *self.state(side);
        if self.is_of_world(side) { Side::OF_WORLD } else { Side { inv_mass, inv_inertia, locks } }
    }

    /// Gradients of the number of a part, or both of a point, by the velocities of the bodies.
    fn rows(&self, part: JointPart) -> ([Row; 2], usize) {
        let anchors = || [self.anchor(0), self.anchor(1)];
        // A's axis turns with it, so that its arm reaches to B's anchor.
        let at_b = || [self.anchor(1); 2];
        let row = |way: Vector, points: [Point; 2]| self.row([-way, way], points);
        let row = match part {
            // Images have no springs.
            JointPart::ImageX | JointPart::ImageY => return ([Row::NONE; 2], 0),
            JointPart::Point => {
                let anchors = anchors();
                return ([row(Vector::x(), anchors), row(Vector::y(), anchors)], 2);
            }
            JointPart::Across => row(left_of(self.axis()), at_b()),
            JointPart::Along => row(self.axis(), at_b()),
            JointPart::Length => row(direction(self.displacement()).1, anchors()),
            JointPart::Lines => {
                let [(_, a), (_, b)] = self.lines();
                self.row([a, b * self.info.settings.ratio], anchors())
            }
            JointPart::Angle => {
                Row { lines: [Vector::zeros(); 2], turns: [-1.0, self.info.settings.ratio] }
            }
        };
        ([row, Row::NONE], 1)
    }

    fn row(&self, lines: [Vector; 2], points: [Point; 2]) -> Row {
        let turn = |side: usize| cross(points[side] - self.state(side).center, lines[side]);
        Row { lines, turns: [turn(0), turn(1)] }
    }
}

/// The mass of one of the bodies: nothing for a place in the world.
struct Side {
    inv_mass: Real,
    inv_inertia: Real,
    locks: Locks,
}

impl Side {
    const OF_WORLD: Self =
        Self { inv_mass: 0.0, inv_inertia: 0.0, locks: Locks { x: true, y: true } };
}

/// Gradient of a number by the velocities of two bodies.
#[derive(Clone, Copy, Debug)]
struct Row {
    lines: [Vector; 2],
    turns: [Real; 2],
}

impl Row {
    const NONE: Self = Self { lines: [Vector::new(0.0, 0.0); 2], turns: [0.0; 2] };

    /// The speed along this row that an impulse of one along another one gives.
    #[inline]
    fn between(&self, other: &Self, sides: &[Side; 2]) -> Real {
        let by = |at: usize| {
            let Side { inv_mass, inv_inertia, locks } = &sides[at];
            inv_mass * dot(free(*locks, self.lines[at]), other.lines[at])
                + inv_inertia * self.turns[at] * other.turns[at]
        };
        by(0) + by(1)
    }
}

/// The rows of a joint that are held. None of them moves the others.
struct HeldRows {
    /// Each with the speed along it that an impulse of one gives.
    rows: [(Row, Real); 3],
    count: usize,
}

impl HeldRows {
    const NONE: Self = Self { rows: [(Row::NONE, 0.0); 3], count: 0 };

    /// Holds one row more.
    fn push(&mut self, row: Row, sides: &[Side; 2]) {
        if self.count < self.rows.len() {
            let row = self.beside(row, sides);
            self.rows[self.count] = (row, row.between(&row, sides));
            self.count += 1;
        }
    }

    /// A row without what these hold.
    fn beside(&self, mut row: Row, sides: &[Side; 2]) -> Row {
        for (held, own) in &self.rows[..self.count] {
            if *own > 0.0 {
                let times = row.between(held, sides) / own;
                for at in 0..2 {
                    row.lines[at] -= held.lines[at] * times;
                    row.turns[at] -= held.turns[at] * times;
                }
            }
        }
        row
    }
}
