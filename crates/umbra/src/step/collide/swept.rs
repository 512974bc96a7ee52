//! Pairs that move far for their size: they might pass one another within the step.
//!
//! They collide where their paths first bring them together, with the normal from there, if they
//! meet within the step at all.

use umbra_geom::math::dot;
use umbra_geom::query::cast_shape;
use umbra_geom::{Manifold, Pose, Vector, collide};
use umbra_solver::Contact;

use super::Surroundings;
use super::outlook::motion;
use super::row::{Seen, are_discs, write};
use crate::store::{Built, ContactRecord, Piece};

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
        };
        record.built = Built::NEVER;
        write(record, row, &seen, self.task.final_rows)
    }
}
