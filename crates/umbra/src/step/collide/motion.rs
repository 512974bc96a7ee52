//! Where bodies are and how far they come in the step, if nothing is in their way.

use umbra_geom::math::left_of;
use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::PieceRow;

/// What contacts read of a body: small enough that the bodies of a share stay in the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(in crate::step) struct Motion {
    pub(super) center: Vector,
    /// Cosine and sine of its angle.
    pub(super) rotation: [Real; 2],
    /// How far it comes and turns in the step.
    step: Vector,
    turn: Real,
    pub(super) dynamic: bool,
}

impl Motion {
    /// Of what does not move. Such bodies all seem to be at the origin: only changes of place are
    /// of interest here, and when a caller puts one elsewhere, its pieces say that they changed.
    pub(super) const NONE: Self = Self {
        center: Vector::new(0.0, 0.0),
        rotation: [1.0, 0.0],
        step: Vector::new(0.0, 0.0),
        turn: 0.0,
        dynamic: false,
    };

    pub(super) fn of(body: &Body, dt: Real) -> Self {
        Self {
            center: body.center.coords,
            rotation: [body.rotation.re, body.rotation.im],
            step: (body.velocity + body.acceleration * dt) * dt,
            turn: body.angular_velocity * dt,
            dynamic: body.is_dynamic(),
        }
    }

    /// How far the middle of a piece comes.
    pub(super) fn of_piece(&self, piece: &PieceRow) -> Vector {
        self.step + left_of(piece.arm) * self.turn
    }

    /// How far the farthest point of a piece comes by turning about the piece's middle.
    pub(super) fn turning(&self, piece: &PieceRow) -> Real {
        self.turn.abs() * piece.outer_radius
    }
}
