//! Pending changes, which the next step has to process.

use std::collections::BTreeMap;

use umbra_geom::Aabb;

use crate::clone_by_field;
use crate::{BodyKey, ColliderKey};

/// Changes whose consequences wait, mostly for the first stages of the next step, and some for
/// later stages of the same one. Each entry is taken by the one stage that processes it.
///
/// Changes of single pieces wait in [`PieceCache`](super::PieceCache).
#[derive(Debug, Default)]
pub struct Pending {
    /// Bodies that the caller added, or whose motion, place or kind it changed: their predicted
    /// boxes are stale.
    pub redirected: Vec<BodyKey>,
    /// Places where cells of tile maps came or went, or meet others now: the seams around them are
    /// stale.
    pub seams: Vec<Aabb>,
    /// A material was changed: those of all contacts are mixed anew.
    pub materials: bool,
    /// A hook edited contacts: those of them that are marked are mixed anew.
    pub edited: bool,
    /// Sleeping bodies that lost a contact, or that something pulls: they wake.
    pub to_wake: Vec<BodyKey>,
    /// Bodies that were added asleep, or put to sleep where the caller had put them.
    pub added_asleep: Vec<BodyKey>,
    /// Pairs of colliders that a hook lets pass through each other in this step.
    pub(crate) disabled_pairs: Vec<[ColliderKey; 2]>,
    /// The search reports pairs that are known.
    pub all_pairs: bool,
    /// Other joints may be listed.
    pub joints: bool,
    /// The structure was built for other bodies, contacts or joints.
    pub structure: bool,
    /// The bodies of colliders that were removed: events name them.
    pub removed: BTreeMap<ColliderKey, BodyKey>,
}

clone_by_field!(Pending {
    redirected,
    seams,
    materials,
    edited,
    to_wake,
    added_asleep,
    disabled_pairs,
    all_pairs,
    joints,
    structure,
    removed
});

impl Pending {
    /// Size of the lists in bytes.
    pub(crate) fn size(&self) -> usize {
        let Self { redirected, seams, to_wake, added_asleep, disabled_pairs, removed, .. } = self;
        let of_bodies = [redirected, to_wake, added_asleep].map(|list| size_of_val(&list[..]));
        let of_removed = removed.len() * size_of::<(ColliderKey, BodyKey)>();
        let of_lists = size_of_val(&seams[..]) + size_of_val(&disabled_pairs[..]);
        of_bodies.iter().sum::<usize>() + of_lists + of_removed
    }
}
