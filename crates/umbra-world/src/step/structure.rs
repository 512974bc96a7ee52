//! Stage 6: rebuilds islands, batches and colours when the contacts or bodies in them have changed.

use std::sync::Arc;

use umbra_solver::Structure;

use crate::{Error, World};

/// Rebuilds the structure if a contact got its first point or lost its last one, or contacts or
/// bodies came or went. Returns how many contacts have points.
pub(crate) fn rebuild_if_changed(world: &mut World) -> Result<usize, Error> {
    let World { bodies, contacts, joints, structure, pending, config, .. } = world;
    let solving = config.solver.joints;
    if pending.structure {
        let awake = &bodies.states[..bodies.awake];
        own(structure).rebuild_with(
            awake,
            &contacts.solver_contacts,
            &joints.constraints,
            solving,
        )?;
        pending.structure = false;
    }
    Ok(structure.statistics().contacts)
}

/// The structure to be written over: another one if copies or snapshots have this one.
fn own(structure: &mut Arc<Structure>) -> &mut Structure {
    if Arc::get_mut(structure).is_none() {
        *structure = Arc::default();
    }
    Arc::make_mut(structure)
}
