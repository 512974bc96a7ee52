//! The poses of bodies, as the narrow phase reads them.

use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::tuning::{COMMON_TURN, DRIVEN_TURN};

/// BodyPose of a body as contacts read it: small, so that the bodies of a chunk stay in the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(in crate::step) struct BodyPose {
    pub(super) center: Vector,
    /// Cosine and sine of its angle.
    pub(super) rotation: [Real; 2],
    /// The sine of the largest turn for which manifolds are recycled.
    pub(super) most_turn: Real,
    pub(super) dynamic: bool,
}

impl BodyPose {
    /// A body that does not move. All such bodies count as being at the origin: only changes of
    /// place matter here, and when a caller moves one, its pieces are marked as changed.
    pub(in crate::step) const NONE: Self = Self {
        center: Vector::new(0.0, 0.0),
        rotation: [1.0, 0.0],
        most_turn: DRIVEN_TURN,
        dynamic: false,
    };

    pub(in crate::step) fn from_body(body: &Body) -> Self {
        let dynamic = body.is_dynamic();
        Self {
            center: body.center.coords,
            rotation: [body.rotation.re, body.rotation.im],
            most_turn: if dynamic { COMMON_TURN } else { DRIVEN_TURN },
            dynamic,
        }
    }
}
