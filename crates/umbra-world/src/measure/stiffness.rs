//! The mass that a joint's number moves, and the frequency of a spring of given stiffness.
//!
//! The solver's springs are given by frequency. That of a spring of given stiffness depends on the mass that it moves, which
//! changes as arms turn: so each step computes it anew.

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Real, Vector};
use umbra_solver::Softness;

use super::{Measured, direction};
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

    /// The speed that an impulse of one gives a part while the rest of the joint holds its bodies; of a point, in the mean over all
    /// directions.
    pub fn yielding(&self, part: JointPart) -> Real {
        self.yieldings(part)[1]
    }

    /// [`yielding`](Self::yielding) as a part of what an impulse would give if nothing else held the bodies; 1 where they cannot be
    /// moved.
    pub(crate) fn held_share(&self, part: JointPart) -> Real {
        let [alone, held] = self.yieldings(part);
        if held > 0.0 { held / alone } else { 1.0 }
    }

    /// Alone, and while the rest of the joint holds.
    fn yieldings(&self, part: JointPart) -> [Real; 2] {
        let held = self.held_rows(part);
        let mut sums = [0.0; 2];
        for row in self.rows(part).into_iter().flatten() {
            let alone = self.between(&row, &row);
            let left = held.iter().flatten().fold(row, |row, held| self.beside(row, held));
            let left = self.between(&left, &left);
            sums = [sums[0] + alone, sums[1] + if left > ROUNDING * alone { left } else { 0.0 }];
        }
        if part == JointPart::Point { sums.map(|sum| 0.5 * sum) } else { sums }
    }

    /// The rows of the other parts that are held, each without what the ones before it hold.
    fn held_rows(&self, part: JointPart) -> [Option<Row>; 3] {
        let settings = &self.info.settings;
        let others = settings.held_parts().into_iter().flatten().filter(|other| *other != part);
        let mut held = [None; 3];
        let rows = others.flat_map(|other| self.rows(other)).flatten();
        for (place, row) in rows.enumerate().take(held.len()) {
            held[place] = Some(held.iter().flatten().fold(row, |row, held| self.beside(row, held)));
        }
        held
    }

    /// The row without what another one holds.
    fn beside(&self, row: Row, held: &Row) -> Row {
        let own = self.between(held, held);
        if own > 0.0 { row.less(held, self.between(&row, held) / own) } else { row }
    }

    /// The speed of one row that an impulse of one along the other gives.
    fn between(&self, one: &Row, other: &Row) -> Real {
        let of = |side: usize| {
            if self.is_of_world(side) {
                return 0.0;
            }
            let state = self.state(side);
            state.inv_mass * dot(free(state, one.lines[side]), other.lines[side])
                + state.inv_inertia * one.turns[side] * other.turns[side]
        };
        of(0) + of(1)
    }

    /// Gradients of the number of a part, or both of a point, by the velocities of the bodies.
    fn rows(&self, part: JointPart) -> [Option<Row>; 2] {
        let anchors = || [self.anchor(0), self.anchor(1)];
        // A's axis turns with it, so that its arm reaches to B's anchor.
        let at_b = || [self.anchor(1); 2];
        let row = |way: Vector, points: [Point; 2]| Some(self.row([-way, way], points));
        match part {
            // Images have no springs.
            JointPart::ImageX | JointPart::ImageY => [None; 2],
            JointPart::Point => {
                let anchors = anchors();
                [row(Vector::x(), anchors), row(Vector::y(), anchors)]
            }
            JointPart::Across => [row(left_of(self.axis()), at_b()), None],
            JointPart::Along => [row(self.axis(), at_b()), None],
            JointPart::Length => [row(direction(self.displacement()).1, anchors()), None],
            JointPart::Lines => {
                let [(_, a), (_, b)] = self.lines();
                [Some(self.row([a, b * self.info.settings.ratio], anchors())), None]
            }
            JointPart::Angle => {
                let turns = [-1.0, self.info.settings.ratio];
                [Some(Row { lines: [Vector::zeros(); 2], turns }), None]
            }
        }
    }

    fn row(&self, lines: [Vector; 2], points: [Point; 2]) -> Row {
        let turn = |side: usize| cross(points[side] - self.state(side).center, lines[side]);
        Row { lines, turns: [turn(0), turn(1)] }
    }
}

/// Gradient of a number by the velocities of two bodies.
#[derive(Clone, Copy, Debug)]
struct Row {
    lines: [Vector; 2],
    turns: [Real; 2],
}

impl Row {
    /// The row less a multiple of another one.
    fn less(self, other: &Self, times: Real) -> Self {
        Self {
            lines: [0, 1].map(|side| self.lines[side] - other.lines[side] * times),
            turns: [0, 1].map(|side| self.turns[side] - other.turns[side] * times),
        }
    }
}
