//! The poses of bodies and their predicted motion, as the narrow phase reads them.

use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::{Change, PieceCache, PredictedMotion};
use crate::tuning::{COMMON_TURN, DRIVEN_TURN};

/// Pose of a body as contacts read it: small, so that the bodies of a chunk stay in the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(in crate::step) struct BodyPose {
    pub(super) center: Vector,
    /// Cosine and sine of its angle.
    pub(super) rotation: [Real; 2],
    /// The predicted motion in this step. The turn is NaN if its contacts may have changed, or will
    /// change, in ways that the motion does not tell.
    motion: PredictedMotion,
    /// The sine of the largest turn for which manifolds are recycled; negative if a fat box has
    /// changed.
    turn_limit: Real,
}

impl BodyPose {
    /// A body that does not move. All such bodies count as being at the origin: only changes of
    /// place matter here, and when a caller moves one, its pieces are marked as changed.
    pub(in crate::step) const NONE: Self = Self {
        center: Vector::new(0.0, 0.0),
        rotation: [1.0, 0.0],
        motion: PredictedMotion::NONE,
        turn_limit: DRIVEN_TURN,
    };

    /// The pose of a body before a step of `dt`. Its forces are known.
    #[inline]
    pub(in crate::step) fn from_body(body: &Body, dt: Real) -> Self {
        Self {
            center: body.center.coords,
            rotation: [body.rotation.re, body.rotation.im],
            motion: PredictedMotion::predict(body, dt),
            turn_limit: if body.is_dynamic() { COMMON_TURN } else { DRIVEN_TURN },
        }
    }

    /// The sine of the largest turn for which manifolds are recycled.
    #[inline(always)]
    pub(super) fn most_turn(&self) -> Real {
        self.turn_limit.abs()
    }

    /// True if impulses may move the body.
    pub(super) fn is_dynamic(&self) -> bool {
        self.most_turn() > DRIVEN_TURN
    }

    /// All numbers: the centre, the rotation, the predicted displacement and turn, and the largest
    /// turn, which is negative if a fat box has changed.
    #[inline(always)]
    pub(super) fn row(&self) -> [Real; 8] {
        let Self { center, rotation: [cos, sin], motion, turn_limit } = *self;
        let PredictedMotion { displacement, angle } = motion;
        [center.x, center.y, cos, sin, displacement.x, displacement.y, angle, turn_limit]
    }
}

/// Notes in poses which bodies have pieces that changed, or that may be sent off their course.
/// Returns false if a piece has changed that does not move.
pub(super) fn note_surprises(
    poses: &mut [BodyPose],
    outlines: &PieceCache,
    knocked: impl Iterator<Item = u32>,
) -> bool {
    for piece in knocked {
        if let Some(pose) = poses.get_mut(outlines.poses[piece as usize].body as usize) {
            pose.motion.angle = Real::NAN;
        }
    }
    let mut all_move = true;
    for (body, change) in outlines.changes() {
        match poses.get_mut(body as usize) {
            Some(pose) if change >= Change::All => pose.motion.angle = Real::NAN,
            Some(pose) => pose.turn_limit = -pose.most_turn(),
            None => all_move = false,
        }
    }
    all_move
}
