//! Visitors of a sensor, and sensors that see a collider.

use egui::{RichText, Ui};
use umbra::prelude::*;

use super::{Sheet, body_name};
use crate::session::Target;

/// More than these are counted and not listed.
const MOST: usize = 24;

pub(super) fn show(ui: &mut Ui, scene: &Scene, collider: &ColliderRef<'_>, sheet: &mut Sheet) {
    if collider.is_sensor() {
        let inside: Vec<_> = collider.overlaps().collect();
        list(ui, scene, &format!("{} visitors", inside.len()), &inside, sheet);
    }
    let sensors: Vec<_> = collider.seen_by().collect();
    if !sensors.is_empty() {
        list(ui, scene, &format!("Seen by {} sensors", sensors.len()), &sensors, sheet);
    }
}

fn list(ui: &mut Ui, scene: &Scene, title: &str, colliders: &[ColliderKey], sheet: &mut Sheet) {
    ui.separator();
    ui.label(RichText::new(title).strong());
    for key in colliders.iter().take(MOST) {
        let Ok(collider) = scene.collider(*key) else { continue };
        sheet.link(ui, body_name(scene, collider.body()), Target::Collider(*key));
    }
    if colliders.len() > MOST {
        ui.label(format!("and {} more", colliders.len() - MOST));
    }
}
