//! Contacts of a body or a collider.

use egui::{RichText, Ui};
use umbra::prelude::*;

use super::{Sheet, body_name};
use crate::session::Target;

/// More contacts than these are counted and not listed.
const MOST: usize = 24;

pub(super) fn show(
    ui: &mut Ui,
    scene: &Scene,
    key: BodyKey,
    only: Option<ColliderKey>,
    sheet: &mut Sheet,
) {
    let Ok(body) = scene.body(key) else { return };
    let is_its =
        |contact: &ContactRef<'_>| only.is_none_or(|only| contact.colliders().contains(&only));
    let contacts: Vec<_> = body.contacts().filter(is_its).collect();
    let touching = contacts.iter().filter(|contact| contact.is_touching()).count();
    ui.separator();
    ui.label(RichText::new(format!("{} contacts, {touching} touch", contacts.len())).strong());
    for contact in contacts.iter().take(MOST) {
        let [a, b] = contact.bodies();
        let other = if a == key { b } else { a };
        sheet.link(ui, body_name(scene, other), Target::Body(other));
        let normal = contact.normal();
        let state = if contact.is_touching() { "touch" } else { "near" };
        ui.label(format!("{state}, normal {:.2}, {:.2}", normal.x, normal.y));
        for point in contact.points() {
            let text = format!(
                "  at {:.2}, {:.2}: {:+.2} mm, {:.4} N s",
                point.position.x,
                point.position.y,
                1000.0 * point.separation,
                point.normal_impulse
            );
            ui.monospace(text);
        }
    }
    if contacts.len() > MOST {
        ui.label(format!("and {} more", contacts.len() - MOST));
    }
}
