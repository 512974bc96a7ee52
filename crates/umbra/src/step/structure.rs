//! Stage 6: islands, batches and colours, when what they are made of has changed.

use crate::{Error, Scene};

/// Rebuilds the structure if a contact got its first point or lost its last one, or contacts or
/// bodies came or went. Nothing is maintained piece by piece. How many contacts have points.
///
/// Stage 3 says which contacts have points; after hooks, that has to be looked up anew.
pub(super) fn rebuild_if_changed(scene: &mut Scene, had_hooks: bool) -> Result<usize, Error> {
    let Scene { bodies, contacts, structure, structure_changed, .. } = scene;
    if had_hooks {
        for (record, row) in contacts.records.iter_mut().zip(&contacts.rows) {
            let seated = row.point_count > 0;
            *structure_changed |= seated != record.seated;
            record.seated = seated;
        }
    }
    if *structure_changed {
        structure.rebuild(&bodies.states[..bodies.awake], &contacts.rows)?;
        *structure_changed = false;
    }
    Ok(structure.statistics().contacts)
}
