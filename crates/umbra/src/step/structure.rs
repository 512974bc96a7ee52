//! Stage 6: rebuilds islands, batches and colours when the contacts or bodies in them have changed.

use crate::snapshot::Building;
use crate::{Error, Scene};

/// Rebuilds the structure if a contact got its first point or lost its last one, or contacts or bodies came
/// or went. Returns how many contacts have points.
pub(crate) fn rebuild_if_changed(scene: &mut Scene) -> Result<usize, Error> {
    let Scene { bodies, contacts, joints, structure, building, pending, config, .. } = scene;
    let solving = config.solver.joints;
    if pending.structure {
        let awake = &bodies.states[..bodies.awake];
        structure.rebuild_with(awake, &contacts.solver_contacts, &joints.constraints, solving)?;
        pending.structure = false;
        *building = Building::new();
    }
    Ok(structure.statistics().contacts)
}
