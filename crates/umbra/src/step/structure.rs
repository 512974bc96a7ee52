//! Stage 6: islands, batches and colours, when what they are made of has changed.

use crate::{Error, Scene};

/// Rebuilds the structure if a contact got its first point or lost its last one, or contacts or
/// bodies came or went. Nothing is maintained piece by piece. How many contacts have points.
pub(super) fn rebuild_if_changed(scene: &mut Scene) -> Result<usize, Error> {
    let Scene { bodies, contacts, structure, structure_changed, .. } = scene;
    if *structure_changed {
        structure.rebuild(&bodies.states[..bodies.awake], &contacts.rows)?;
        *structure_changed = false;
    }
    Ok(structure.statistics().contacts)
}
