//! Where bodies are.

use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use super::recycle::{COMMON_TURN, DRIVEN_TURN};

/// What contacts read of a body: small enough that the bodies of a share stay in the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(in crate::step) struct Motion {
    pub(super) center: Vector,
    /// Cosine and sine of its angle.
    pub(super) rotation: [Real; 2],
    /// The sine of how far it may turn while manifolds are kept.
    pub(super) most_turn: Real,
    pub(super) dynamic: bool,
}

impl Motion {
    /// Of what does not move. Such bodies all seem to be at the origin: only changes of place are
    /// of interest here, and when a caller puts one elsewhere, its pieces say that they changed.
    pub(in crate::step) const NONE: Self = Self {
        center: Vector::new(0.0, 0.0),
        rotation: [1.0, 0.0],
        most_turn: DRIVEN_TURN,
        dynamic: false,
    };

    pub(in crate::step) fn of(body: &Body) -> Self {
        let dynamic = body.is_dynamic();
        Self {
            center: body.center.coords,
            rotation: [body.rotation.re, body.rotation.im],
            most_turn: if dynamic { COMMON_TURN } else { DRIVEN_TURN },
            dynamic,
        }
    }
}
