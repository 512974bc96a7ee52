//! The inspector: all that a body, a collider or a joint is, to be edited while time goes on.
//!
//! - `body.rs`, `collider.rs`, `joint.rs`: a table each; `contacts.rs`: what touches;
//!   `visitors.rs`: what overlaps sensors;
//! - this file: rows that they share.
//!
//! A row shows a value and returns the edit that was made, if any; the edits go to the scene as
//! commands.

mod body;
mod collider;
mod contacts;
mod joint;
mod visitors;

use egui::{Grid, RichText, Ui};
use umbra::prelude::*;

use super::App;
use super::knobs::drag;
use crate::canvas::slotmap_index;
use crate::knobs::{RULE_NAMES, RULES};
use crate::session::{Command, Target};

impl App {
    /// Shows what is selected.
    pub(super) fn inspector(&mut self, ui: &mut Ui) {
        let Some(target) = self.selected else {
            ui.label("Nothing is selected.");
            ui.label(
                RichText::new("Click a body; again, its collider; near an anchor, a joint.").weak(),
            );
            return;
        };
        let mut sheet = Sheet { edits: vec![], goes_to: None };
        let scene = self.experiment.session(self.side).scene();
        match target {
            Target::Body(key) => body::show(ui, scene, key, &mut sheet),
            Target::Collider(key) => collider::show(ui, scene, key, &mut sheet),
            Target::Joint(key) => joint::show(ui, scene, key, &mut sheet),
        }
        ui.separator();
        ui.horizontal(|ui| {
            if ui.button("Remove").on_hover_text("Take it out of the scene (Delete)").clicked() {
                self.command(&Command::Remove(target));
            }
            if ui.button("Follow").on_hover_text("Keep it in the middle (G)").clicked() {
                self.toggle_follow();
            }
            if let Target::Body(body) = target
                && ui
                    .button("Pin")
                    .on_hover_text("Nail it to the world, or take the nail out")
                    .clicked()
                && let Ok(at) = self.experiment.a().scene().body(body).map(|it| it.center_of_mass())
            {
                self.command(&Command::Pin { body, at });
            }
        });
        for edit in sheet.edits {
            self.command(&Command::Edit(Box::new(edit)));
        }
        if sheet.goes_to.is_some() {
            self.selected = sheet.goes_to;
        }
    }
}

/// What was done to a table in this frame.
struct Sheet {
    edits: Vec<Edit>,
    /// Something else that is to be selected.
    goes_to: Option<Target>,
}

impl Sheet {
    /// Notes an edit, if there is one.
    fn edit<T>(&mut self, value: Option<T>, edit: impl FnOnce(T) -> Edit) {
        self.edits.extend(value.map(edit));
    }

    /// A link to something else.
    fn link(&mut self, ui: &mut Ui, text: String, target: Target) {
        if ui.link(text).clicked() {
            self.goes_to = Some(target);
        }
    }
}

fn grid(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui)) {
    Grid::new(name).num_columns(2).spacing([12.0, 4.0]).show(ui, rows);
}

/// A value that cannot be changed.
fn fact(ui: &mut Ui, name: &str, value: impl Into<String>) {
    ui.label(name);
    ui.monospace(value.into());
    ui.end_row();
}

fn number(ui: &mut Ui, name: &str, unit: &str, mut value: Real) -> Option<Real> {
    let label = ui.label(name);
    let speed = 0.01 * f64::from(value.abs().max(0.5));
    let response = ui.add(drag(&mut value, speed).suffix(unit));
    ui.end_row();
    response.labelled_by(label.id).changed().then_some(value)
}

fn pair(ui: &mut Ui, name: &str, unit: &str, mut values: [Real; 2]) -> Option<[Real; 2]> {
    let label = ui.label(name);
    let changed = ui.horizontal(|ui| {
        let mut changed = false;
        for value in &mut values {
            let speed = 0.01 * f64::from(value.abs().max(0.5));
            let response = ui.add(drag(value, speed).suffix(unit));
            changed |= response.labelled_by(label.id).changed();
        }
        changed
    });
    ui.end_row();
    changed.inner.then_some(values)
}

fn switch(ui: &mut Ui, name: &str, mut on: bool) -> Option<bool> {
    let label = ui.label(name);
    let response = ui.checkbox(&mut on, "");
    ui.end_row();
    response.labelled_by(label.id).changed().then_some(on)
}

/// A value that need not be there: a box for whether, and numbers.
fn option(
    ui: &mut Ui,
    name: &str,
    value: Option<[Real; 2]>,
    usual: [Real; 2],
) -> Option<Option<[Real; 2]>> {
    let label = ui.label(name);
    let mut on = value.is_some();
    let mut values = value.unwrap_or(usual);
    let changed = ui.horizontal(|ui| {
        let mut changed = ui.checkbox(&mut on, "").labelled_by(label.id).changed();
        if on {
            for value in &mut values {
                let speed = 0.01 * f64::from(value.abs().max(0.5));
                changed |= ui.add(drag(value, speed)).labelled_by(label.id).changed();
            }
        }
        changed
    });
    ui.end_row();
    changed.inner.then_some(on.then_some(values))
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    options: &[(T, &str)],
    value: T,
) -> Option<T> {
    let label = ui.label(name);
    let shown = options.iter().find(|(option, _)| *option == value).map_or("", |(_, name)| name);
    let mut chosen = value;
    let combo = egui::ComboBox::from_id_salt(name).selected_text(shown);
    let response = combo.show_ui(ui, |ui| {
        for (option, name) in options {
            ui.selectable_value(&mut chosen, *option, *name);
        }
    });
    response.response.labelled_by(label.id);
    ui.end_row();
    (chosen != value).then_some(chosen)
}

fn count(ui: &mut Ui, name: &str, mut value: u64) -> Option<u64> {
    let label = ui.label(name);
    let response = ui.add(egui::DragValue::new(&mut value));
    ui.end_row();
    response.labelled_by(label.id).changed().then_some(value)
}

fn rule(ui: &mut Ui, name: &str, value: CombineRule) -> Option<CombineRule> {
    let options: Vec<_> = RULES.into_iter().zip(RULE_NAMES).collect();
    choice(ui, name, &options, value)
}

/// What a body is called: its kind and its number.
fn body_name(scene: &Scene, key: BodyKey) -> String {
    let kind = scene.body(key).map_or("", |body| match body.kind() {
        BodyKind::Fixed => "Fixed body",
        BodyKind::Kinematic => "Kinematic body",
        BodyKind::Dynamic => "Body",
    });
    format!("{kind} {}", slotmap_index(key))
}

fn vector(v: Vector) -> String {
    format!("{:.3}, {:.3}", v.x, v.y)
}
