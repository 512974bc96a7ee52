//! Stage 6: follows the changes of contacts and bodies in islands, batches and colours.

use std::sync::Arc;

use umbra_geom::sort::drop_at;
use umbra_solver::{Contact, ContactChanges, Structure};

use crate::{Error, World};

use super::collide;

/// Rebuilds the structure if contacts or bodies came or went. Returns how many contacts have
/// points.
pub(crate) fn rebuild_if_changed(world: &mut World) -> Result<usize, Error> {
    if world.pending.structure {
        world.write_contacts();
    }
    let World { bodies, contacts, joints, structure, pending, config, .. } = world;
    let solving = config.solver.joints;
    if pending.structure {
        let awake = &bodies.states[..bodies.awake];
        let contacts = &mut contacts.solver_contacts;
        own(structure).rebuild_with(awake, contacts, &joints.constraints, solving)?;
        pending.structure = false;
    }
    Ok(structure.statistics().contacts)
}

/// The same, but if nothing else has changed than which contacts there are and which of them have
/// points, the structure is updated. Then contacts that keep their points stay in their lanes.
pub(super) fn follow(
    world: &mut World,
    buffers: &mut collide::Buffers,
    dropped: &[u32],
) -> Result<Followed, Error> {
    let collide::Buffers { outcomes, known, changed, .. } = buffers;
    changed.clear();
    let each = (0..).zip(&*outcomes).filter(|(_, outcome)| outcome.changed);
    changed.extend(each.map(|(index, _)| index));
    drop_at(known, dropped.iter().map(|index| *index as usize));
    let is_still = changed.is_empty()
        && dropped.is_empty()
        && world.structure.known_contacts() == world.contacts.infos.len();
    let had_work = world.pending.structure || !is_still;
    let World { bodies, contacts, joints, structure, solver, pending, config, .. } = &mut *world;
    let shared = Arc::get_mut(structure);
    let mut keeps = false;
    match shared {
        Some(structure) if had_work && !pending.structure => {
            let changes = ContactChanges { changed, dropped };
            let awake = &bodies.states[..bodies.awake];
            let contacts = &mut contacts.solver_contacts;
            let joints = (&joints.constraints[..], config.solver.joints);
            let read = |structure: &Structure, contacts: &mut [Contact], is_enough: bool| {
                solver.read_touched(structure, contacts, known);
                if !is_enough {
                    solver.write_contacts(structure, contacts, &[], known);
                }
            };
            keeps = structure.update(awake, contacts, changes, joints, read)?;
        }
        _ if had_work => {
            pending.structure = true;
            let contacts = &mut contacts.solver_contacts;
            solver.write_contacts(structure, contacts, dropped, known);
        }
        _ => {}
    }
    let solved = rebuild_if_changed(world)?;
    Ok(Followed { had_work, keeps: keeps || !had_work, solved })
}

/// Result of this stage.
pub(super) struct Followed {
    /// Something has changed.
    pub(super) had_work: bool,
    /// True if contacts stay in their lanes.
    pub(super) keeps: bool,
    /// The number of contacts with points.
    pub(super) solved: usize,
}

/// The structure to be written over: another one if copies or snapshots have this one.
fn own(structure: &mut Arc<Structure>) -> &mut Structure {
    if Arc::get_mut(structure).is_none() {
        *structure = Arc::default();
    }
    Arc::make_mut(structure)
}
