//! What the next step has to catch up with.

use std::collections::BTreeMap;

use umbra_geom::Aabb;

use crate::clone::clone_by_field;
use crate::{BodyKey, ColliderKey};

/// What changed and has consequences that wait: mostly for the first stages of the next step, and some for later stages of
/// the same one. Each entry is taken by the one stage that deals with it.
///
/// Changes of single pieces wait in [`Outlines`](super::Outlines).
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// Bodies that the caller added, or whose motion, place or kind it changed: their predicted boxes are stale.
    pub(crate) redirected: Vec<BodyKey>,
    /// Places where cells of tile maps came or went, or meet others now: the seams around them are stale.
    pub(crate) seams: Vec<Aabb>,
    /// A material was changed: those of all contacts are mixed anew.
    pub(crate) materials: bool,
    /// A hook edited contacts: those of them that are marked are mixed anew.
    pub(crate) edited: bool,
    /// Sleeping bodies that lost a contact, or that something pulls: they wake.
    pub(crate) to_wake: Vec<BodyKey>,
    /// Bodies that were added asleep, or put to sleep where the caller had put them.
    pub(crate) added_asleep: Vec<BodyKey>,
    /// The search reports pairs that are known.
    pub(crate) all_pairs: bool,
    /// Other joints may be listed.
    pub(crate) joints: bool,
    /// The structure was built for other bodies, contacts or joints.
    pub(crate) structure: bool,
    /// The bodies of colliders that were removed: events name them.
    pub(crate) removed: BTreeMap<ColliderKey, BodyKey>,
}

clone_by_field!(Pending {
    redirected,
    seams,
    materials,
    edited,
    to_wake,
    added_asleep,
    all_pairs,
    joints,
    structure,
    removed
});
