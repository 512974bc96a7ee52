//! Pairs that move far for their size: they might pass one another within the step.
//!
//! They collide where their paths first bring them together, with the normal from there, if they
//! meet within the step at all.

use umbra_geom::math::{dot, left_of};
use umbra_geom::query::{Impact, Sweep, cast_shape, time_of_impact};
use umbra_geom::{Manifold, Pose, Real, Vector, collide};
use umbra_solver::Contact;

use super::Surroundings;
use super::outlook::motion;
use super::row::{Seen, are_discs, write};
use crate::store::{Built, ContactRecord, Piece, PieceRow};

/// Two that come as near as this part of the distance at which points are looked for, on their way, meet.
const NEAR: Real = 0.05;

impl Surroundings<'_> {
    /// Refreshes a contact of two that come fast to one another. Whether that changed its seating.
    #[cold]
    pub(super) fn collide_swept(
        &self,
        record: &mut ContactRecord,
        row: &mut Contact,
        keep_apart: bool,
    ) -> bool {
        let [a, b] = record.pieces.map(|piece| &self.pieces[piece as usize]);
        let [row_a, row_b] = self.rows_of(record.pieces);
        let motion = motion([row_a, row_b]);
        if keep_apart {
            record.built = Built::NEVER;
            let none = Manifold::default();
            let seen = Seen::near(&none, a.arm, b.arm);
            return write(record, row, &seen, self.task.final_rows);
        }
        if self.sweep_round([row_a, row_b]) {
            return self.collide_turning(record, row);
        }
        row.round = are_discs([row_a, row_b]);
        let yields = |piece: &Piece| self.motion(piece.body).dynamic;
        let (speed, yield_both) = (self.task.bounce_speed * self.task.dt, yields(a) && yields(b));
        let is_blow = (row.restitution > 0.0 || yield_both) && dot(motion, motion) >= speed * speed;
        let met = cast_shape(a.shape(), &a.pose, b.shape(), &b.pose, motion);
        if met.is_some() && row.round && is_blow {
            // Where two discs meet the solver finds out by itself.
            let reach = self.task.speculative + motion.norm();
            let manifold = collide(a.shape(), &a.pose, b.shape(), &b.pose, reach);
            record.built = Built::NEVER;
            let seen = Seen::near(&manifold, a.arm, b.arm);
            return write(record, row, &seen, self.task.final_rows);
        }
        let way = met.map_or(Vector::zeros(), |hit| motion * hit.fraction);
        let there = Pose::from_parts((b.pose.translation.vector + way).into(), b.pose.rotation);
        let manifold = collide(a.shape(), &a.pose, b.shape(), &there, self.task.speculative);
        // The arms of two bodies that yield follow them in the solver, from where the step begins: B's have to be
        // as seen from there, to be those of the meeting place when they come to it.
        let shift = if yield_both { way } else { Vector::zeros() };
        let seen = Seen {
            manifold: &manifold,
            arm_a: a.arm,
            arm_b: b.arm + shift,
            travel: -dot(manifold.normal, way),
            ahead: yield_both,
        };
        record.built = Built::NEVER;
        write(record, row, &seen, self.task.final_rows)
    }

    /// The same of two of which one at least turns far for the other's size: they collide with the poses in
    /// which they meet. Whether that changed the seating.
    fn collide_turning(&self, record: &mut ContactRecord, row: &mut Contact) -> bool {
        let [a, b] = record.pieces.map(|piece| &self.pieces[piece as usize]);
        let rows = self.rows_of(record.pieces);
        let paths = [(a, rows[0]), (b, rows[1])].map(|(piece, row)| Path::of(piece, row));
        let [path_a, path_b] = &paths;
        let target = NEAR * self.task.speculative;
        let met =
            time_of_impact(a.shape(), &path_a.sweep, b.shape(), &path_b.sweep, target, target);
        let (fraction, manifold) = if met.impact == Impact::Separated {
            (1.0, Manifold::default())
        } else {
            let [there_a, there_b] = [path_a, path_b].map(|path| path.sweep.pose_at(met.fraction));
            let manifold = collide(a.shape(), &there_a, b.shape(), &there_b, self.task.speculative);
            (met.fraction, manifold)
        };
        let [arm_a, arm_b] = [path_a, path_b].map(|path| path.arm_at(fraction));
        // The solver moves points by the velocities that bodies have: as far as that until then.
        let travel = manifold.points().first().map_or(0.0, |point| {
            let way = path_b.way_of(arm_b + point.anchor_b) - path_a.way_of(arm_a + point.anchor_a);
            -dot(manifold.normal, way) * fraction
        });
        let yields = |piece: &Piece| self.motion(piece.body).dynamic;
        let (way, ahead) = (path_b.way - path_a.way, yields(a) && yields(b));
        let shift = if ahead { way * fraction } else { Vector::zeros() };
        let seen = Seen { manifold: &manifold, arm_a, arm_b: arm_b + shift, travel, ahead };
        record.built = Built::NEVER;
        row.round = false;
        write(record, row, &seen, self.task.final_rows)
    }
}

/// How a piece goes with its body in a step.
struct Path {
    sweep: Sweep,
    /// From the body's centre of mass to the piece, as the step begins.
    arm: Vector,
    /// How far the centre of mass comes, and by how much the body turns.
    way: Vector,
    angle: Real,
}

impl Path {
    fn of(piece: &Piece, row: &PieceRow) -> Self {
        let (arm, angle) = (piece.arm, if row.turn == 0.0 { 0.0 } else { row.angle() });
        let way = row.way - left_of(arm) * angle;
        // A disc turns within itself, and what it turns about is then its own middle.
        let way = if row.turn == 0.0 { row.way } else { way };
        let center = if row.turn == 0.0 { Vector::zeros() } else { -arm };
        let local_center = piece.pose.rotation.inverse() * center;
        Self { sweep: Sweep::new(piece.pose, local_center, way, angle), arm, way, angle }
    }

    fn arm_at(&self, fraction: Real) -> Vector {
        turned(self.arm, self.angle * fraction)
    }

    /// How far a point so far from the centre of mass comes in the step, at the speed that it has there.
    fn way_of(&self, arm: Vector) -> Vector {
        self.way + left_of(arm) * self.angle
    }
}

fn turned(vector: Vector, angle: Real) -> Vector {
    let (sin, cos) = libm::sincosf(angle);
    vector * cos + left_of(vector) * sin
}
