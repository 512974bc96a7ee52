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
        let met = cast_shape(a.shape(), &a.pose, b.shape(), &b.pose, motion);
        let way = met.map_or(Vector::zeros(), |hit| motion * hit.fraction);
        let there = Pose::from_parts((b.pose.translation.vector + way).into(), b.pose.rotation);
        let manifold = collide(a.shape(), &a.pose, b.shape(), &there, self.task.speculative);
        // A blow between two bodies that yield is struck where they are when they meet. For that
        // the solver keeps the arms of A and adds to those of B what the two have moved since the
        // step began: B's have to be as seen from where it started. All other impulses take the
        // arms as they are given.
        let approach = -dot(manifold.normal, motion) / self.task.dt;
        let yields = |piece: &Piece| self.motion(piece.body).dynamic;
        let is_blow = approach >= self.task.bounce_speed;
        let shift = if is_blow && yields(a) && yields(b) { way } else { Vector::zeros() };
        let seen = Seen {
            manifold: &manifold,
            arm_a: a.arm,
            arm_b: b.arm + shift,
            travel: -dot(manifold.normal, way),
        };
        record.built = Built::NEVER;
        row.round = are_discs(self.rows_of(record.pieces));
        write(record, row, &seen, self.task.final_rows)
    }
}
