//! What happened in a step.

use umbra_geom::{Point, Real, Vector};

use crate::{BodyKey, ColliderKey};

/// Two colliders came to touch, parted, or hit one another.
///
/// The order of events depends on nothing but what was put into the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactEvent {
    /// The colliders touch and did not before.
    Begin {
        /// The one. In no particular order: compare both.
        a: ColliderKey,
        /// The other. In no particular order: compare both.
        b: ColliderKey,
    },
    /// The colliders touched and do not any more, or one of them was removed.
    End {
        /// The one. In no particular order: compare both.
        a: ColliderKey,
        /// The other. In no particular order: compare both.
        b: ColliderKey,
    },
    /// The colliders met at some speed, and one of them has `hit_events` on.
    Hit {
        /// The one.
        a: ColliderKey,
        /// The other.
        b: ColliderKey,
        /// Where.
        point: Point,
        /// From `a` to `b`.
        normal: Vector,
        /// How fast they approached along the normal.
        speed: Real,
    },
}

/// Something happened to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyEvent {
    /// The body would have come to a place or a velocity that is not finite, or too far away to
    /// be computed with. It is where it was before the step, at rest and disabled.
    Disabled {
        /// The body.
        body: BodyKey,
    },
    /// The body and all that it touches have been still for long enough, or it was put to sleep.
    FellAsleep {
        /// The body.
        body: BodyKey,
    },
    /// The body slept, and something touched or changed it or one of those it slept with.
    Woke {
        /// The body.
        body: BodyKey,
    },
}
