//! Stage 6: rebuilds islands, batches and colours when the contacts or bodies in them have changed.

use crate::{Error, Scene};

/// Rebuilds the structure if a contact got its first point or lost its last one, or contacts or bodies came
/// or went. Returns how many contacts have points.
pub(super) fn rebuild_if_changed(scene: &mut Scene) -> Result<usize, Error> {
    let Scene { bodies, contacts, structure, structure_changed, .. } = scene;
    if *structure_changed {
        structure.rebuild(&bodies.states[..bodies.awake], &contacts.solver_contacts)?;
        *structure_changed = false;
    }
    Ok(structure.statistics().contacts)
}
