//! Stage 4: the caller's hooks, one contact after the other, in their order.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use umbra_solver::Contact;

use crate::hooks::{ContactMut, ContactPair, Hooks};
use crate::store::{Built, ContactRecord, Contacts};
use crate::{Error, Scene};

/// Asks about every contact with points. When a hook panics, all edits of this step are undone.
pub(super) fn ask(scene: &mut Scene, hooks: &dyn Hooks) -> Result<(), Error> {
    let mut edits = core::mem::take(&mut scene.scratch.edits);
    edits.clear();
    let called = Cell::new("should_collide");
    // A hook sees a copy of a contact, so a panic leaves none half edited.
    let asked = catch_unwind(AssertUnwindSafe(|| ask_all(scene, hooks, &called, &mut edits)));
    if asked.is_err() {
        for (index, original) in &edits {
            scene.contacts.rows[*index] = *original;
        }
        edits.clear();
    }
    let Contacts { records, rows, .. } = &mut scene.contacts;
    for (index, _) in &edits {
        let row = &rows[*index];
        note_edit(&mut records[*index], row);
        if row.point_count == 0 {
            scene.scratch.let_pass.push(records[*index].colliders);
        }
    }
    scene.contacts.any_edited |= !edits.is_empty();
    scene.scratch.edits = edits;
    note_seats(scene);
    asked.map_err(|panic| {
        let said = panic.downcast_ref::<&str>().map(ToString::to_string);
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        Error::HookPanicked { hook: called.get(), message: said.unwrap_or_default() }
    })
}

/// Edits contacts as hooks say, and lists those that are edited, as they were before. `called` tells
/// which hook was called last.
fn ask_all(
    scene: &mut Scene,
    hooks: &dyn Hooks,
    called: &Cell<&'static str>,
    edits: &mut Vec<(usize, Contact)>,
) {
    let Scene { bodies, colliders, contacts, .. } = scene;
    for (index, (record, row)) in contacts.records.iter().zip(&mut contacts.rows).enumerate() {
        if row.point_count == 0 {
            continue;
        }
        let pieces = record.pieces.map(|piece| &colliders.pieces[piece as usize]);
        let pair = ContactPair {
            colliders: record.colliders,
            bodies: pieces.map(|piece| bodies.records[piece.body as usize].key),
            user_data: pieces.map(|piece| {
                colliders.records.get(piece.collider).map_or(0, |record| record.user_data)
            }),
        };
        let mut edited = *row;
        called.set("should_collide");
        if hooks.should_collide(&pair) {
            called.set("modify_contact");
            hooks.modify_contact(&mut ContactMut::new(pair, &mut edited));
        } else {
            edited.point_count = 0;
        }
        if edited != *row {
            edits.push((index, *row));
            *row = edited;
        }
    }
}

/// Has the next step undo an edit: it mixes the materials again, and looks for points where a hook
/// took them away.
fn note_edit(record: &mut ContactRecord, row: &Contact) {
    record.edited = true;
    if row.point_count == 0 {
        record.built = Built::NEVER;
    }
}

/// Notes which contacts have points now that hooks were asked.
fn note_seats(scene: &mut Scene) {
    let Scene { contacts, structure_changed, .. } = scene;
    for (record, row) in contacts.records.iter_mut().zip(&contacts.rows) {
        let seated = row.point_count > 0;
        *structure_changed |= seated != record.seated;
        record.seated = seated;
    }
}
