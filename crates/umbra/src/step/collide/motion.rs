//! How far pieces come in the step, if nothing is in their way.

use umbra_geom::math::left_of;
use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::PieceRow;

/// What contacts read of a body: small enough that the bodies of a share stay in the cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    velocity: Vector,
    /// What gravity and forces add to it.
    gain: Vector,
    spin: Real,
    dt: Real,
    pub(super) dynamic: bool,
}

impl Motion {
    /// Of what does not move.
    pub(super) const NONE: Self = Self {
        velocity: Vector::new(0.0, 0.0),
        gain: Vector::new(0.0, 0.0),
        spin: 0.0,
        dt: 0.0,
        dynamic: false,
    };

    pub(super) fn of(body: &Body, dt: Real) -> Self {
        Self {
            velocity: body.velocity,
            gain: body.acceleration * dt,
            spin: body.angular_velocity,
            dt,
            dynamic: body.is_dynamic(),
        }
    }

    /// How far the middle of a piece comes that the body holds at `arm`.
    pub(super) fn of_piece(&self, arm: Vector) -> Vector {
        (self.velocity + left_of(arm) * self.spin + self.gain) * self.dt
    }

    /// How fast the farthest point of a piece moves by turning.
    pub(super) fn turning(&self, piece: &PieceRow) -> Real {
        self.spin.abs() * piece.outer_radius
    }
}

/// The smaller of two sizes; of a shape without an inside, the other's.
pub(super) fn smaller_size(a: Real, b: Real) -> Real {
    if a == 0.0 || (b < a && b > 0.0) { b } else { a }
}
