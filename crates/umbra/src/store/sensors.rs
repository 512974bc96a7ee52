//! Sensors: colliders that touch nothing and report what overlaps them.

use umbra_broad::BroadPhase;

use crate::clone::clone_by_field;

/// The sensors of a scene.
#[derive(Debug)]
pub(crate) struct Sensors {
    /// The proxies of their pieces. These are in no other broad phase, so no stage that looks for contacts meets
    /// them, and scenes without sensors pay nothing.
    pub(crate) broad: BroadPhase,
}

impl Sensors {
    pub(crate) fn new(broad: BroadPhase) -> Self {
        Self { broad }
    }
}

clone_by_field!(Sensors { broad });
