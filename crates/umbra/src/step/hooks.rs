//! Stage 4: the caller's hooks, one contact after the other, in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::hooks::{ContactMut, ContactPair, Hooks};
use crate::{Error, Scene};

/// Asks about every contact with points.
pub(super) fn ask(scene: &mut Scene, hooks: &dyn Hooks) -> Result<(), Error> {
    let Scene { bodies, colliders, contacts, scratch, .. } = scene;
    for (record, row) in contacts.records.iter().zip(&mut contacts.rows) {
        if row.point_count == 0 {
            continue;
        }
        let body = |side: usize| {
            let piece = &colliders.pieces[record.pieces[side] as usize];
            let body = &bodies.records[piece.body as usize];
            let data = colliders.records.get(piece.collider).map_or(0, |record| record.user_data);
            (body.key, data)
        };
        let [(body_a, data_a), (body_b, data_b)] = [body(0), body(1)];
        let pair = ContactPair {
            colliders: record.colliders,
            bodies: [body_a, body_b],
            user_data: [data_a, data_b],
        };
        // A hook sees nothing of the scene but its arguments, so a panic leaves nothing half done.
        let collides = guarded("should_collide", || hooks.should_collide(&pair))?;
        if !collides {
            row.point_count = 0;
            scratch.let_pass.push(record.colliders);
            continue;
        }
        let mut modified = ContactMut::new(pair, *row);
        guarded("modify_contact", || hooks.modify_contact(&mut modified))?;
        *row = modified.into_row();
        if row.point_count == 0 {
            scratch.let_pass.push(record.colliders);
        }
    }
    Ok(())
}

/// Calls a hook, and turns its panic into an error.
fn guarded<T>(hook: &'static str, call: impl FnOnce() -> T) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let said = panic.downcast_ref::<&str>().map(ToString::to_string);
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        Error::HookPanicked { hook, message: said.unwrap_or_default() }
    })
}
