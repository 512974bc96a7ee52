//! Stage 4: asks the caller's hooks about each contact, in order.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use umbra_geom::FeatureId;
use umbra_solver::Contact;

use crate::contact::paths;
use crate::hooks::{ContactMut, ContactPair, Hooks};
use crate::store::{Built, Contacts};
use crate::{Error, World};

use super::decisions::{Asked, Decisions};

/// Asks about every contact with points. When a hook panics, all edits of this step are undone.
pub(super) fn ask(
    world: &mut World,
    edits: &mut Vec<Edit>,
    decisions: Option<&mut Decisions>,
    asked: Asked<'_>,
) -> Result<(), Error> {
    edits.clear();
    let called = Cell::new(SHOULD_COLLIDE);
    // A hook edits a copy, so a panic leaves no contact half edited.
    let asked = match asked {
        Asked::Hooks(hooks) => {
            let ask = AssertUnwindSafe(|| ask_all(world, hooks, &called, edits));
            catch_unwind(ask).map_err(|panic| panicked(called.get(), &*panic))
        }
        Asked::Recorded(decisions) => do_again(world, decisions, edits),
    };
    if asked.is_err() {
        for Edit { index, contact, features } in edits.drain(..) {
            world.contacts.solver_contacts[index] = contact;
            world.contacts.infos[index].features = features;
        }
    }
    let Contacts { infos, solver_contacts, .. } = &mut world.contacts;
    for Edit { index, contact, .. } in &*edits {
        let (info, edited) = (&mut infos[*index], &solver_contacts[*index]);
        // The next step mixes the materials again, and finds the points that a hook removed.
        info.edited = true;
        if edited.point_count < contact.point_count {
            info.built = Built::NEVER;
        }
        if edited.point_count == 0 {
            let colliders = info.pieces.map(|it| world.colliders.pieces[it as usize].collider);
            world.pending.disabled_pairs.push(colliders);
        }
    }
    if let Some(decisions) = decisions {
        let decided =
            |edit: &Edit| (edit.index, solver_contacts[edit.index], infos[edit.index].features);
        decisions.contacts.extend(edits.iter().map(decided));
    }
    world.pending.edited |= !edits.is_empty();
    note_membership(world);
    asked
}

/// Edits contacts as hooks did when the step was recorded.
fn do_again(world: &mut World, decisions: &Decisions, edits: &mut Vec<Edit>) -> Result<(), Error> {
    let Contacts { infos, solver_contacts, .. } = &mut world.contacts;
    for &(index, edited, edited_features) in &decisions.contacts {
        if let Some((info, contact)) = infos.get_mut(index).zip(solver_contacts.get_mut(index)) {
            edits.push(Edit { index, contact: *contact, features: info.features });
            // What a file tells cannot name other bodies, or more points than there are.
            let Contact { body_a, body_b, swept, in_graph, .. } = *contact;
            let point_count = edited.point_count.min(2);
            (*contact, info.features) = (
                Contact { body_a, body_b, point_count, swept, in_graph, ..edited },
                edited_features,
            );
        }
    }
    match decisions.panicked {
        Some(hook) if hook != SHOULD_SENSE => {
            Err(Error::HookPanicked { hook, message: String::new() })
        }
        _ => Ok(()),
    }
}

/// The names of the hooks that are asked about contacts.
const SHOULD_COLLIDE: &str = "should_collide";
const MODIFY_CONTACT: &str = "modify_contact";
/// The name of the hook that is asked last.
pub(super) const SHOULD_SENSE: &str = "should_sense";

/// The names of all hooks.
#[cfg(feature = "serde")]
pub(super) const HOOKS: [&str; 3] = [SHOULD_COLLIDE, MODIFY_CONTACT, SHOULD_SENSE];

/// The error for a hook that panicked.
pub(super) fn panicked(hook: &'static str, panic: &(dyn Any + Send)) -> Error {
    let said = panic.downcast_ref::<&str>().map(ToString::to_string);
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
    Error::HookPanicked { hook, message: said.unwrap_or_default() }
}

/// A contact that a hook edited, as it was before.
#[derive(Debug)]
pub(super) struct Edit {
    index: usize,
    contact: Contact,
    features: [FeatureId; 2],
}

/// Applies the edits of hooks, and lists the original contacts. `called` names the hook called
/// last.
fn ask_all(
    world: &mut World,
    hooks: &dyn Hooks,
    called: &Cell<&'static str>,
    edits: &mut Vec<Edit>,
) {
    let World { bodies, colliders, contacts, .. } = world;
    for (index, (info, contact)) in
        contacts.infos.iter_mut().zip(&mut contacts.solver_contacts).enumerate()
    {
        if contact.point_count == 0 {
            continue;
        }
        let pieces = info.pieces.map(|piece| &colliders.pieces[piece as usize]);
        let pair = ContactPair {
            colliders: pieces.map(|piece| piece.collider),
            bodies: pieces.map(|piece| bodies.infos[piece.body as usize].original()),
            user_data: pieces
                .map(|piece| colliders.infos.get(piece.collider).map_or(0, |info| info.user_data)),
        };
        let (mut edited, mut features) = (*contact, info.features);
        let center = contact.origin_of_anchors(paths(bodies, &colliders.outlines, info));
        called.set(SHOULD_COLLIDE);
        if hooks.should_collide(&pair) {
            called.set(MODIFY_CONTACT);
            let mut contact = ContactMut::new(pair, &mut edited, &mut features, center);
            hooks.modify_contact(&mut contact);
        } else {
            edited.point_count = 0;
        }
        if edited != *contact {
            edits.push(Edit { index, contact: *contact, features: info.features });
            (*contact, info.features) = (edited, features);
        }
    }
}

/// Updates which contacts have points, now that hooks were asked.
fn note_membership(world: &mut World) {
    let World { contacts, pending, .. } = world;
    for (info, contact) in contacts.infos.iter_mut().zip(&contacts.solver_contacts) {
        let in_structure = contact.point_count > 0;
        pending.structure |= in_structure != info.in_structure;
        info.in_structure = in_structure;
    }
}
