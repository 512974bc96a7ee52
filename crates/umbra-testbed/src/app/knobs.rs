//! The panel of knobs: every field of the configuration, presets, and hands.

use egui::{ComboBox, DragValue, Grid, RichText, Slider, Ui};
use umbra::prelude::*;

use super::App;
use crate::experiment::Side;
use crate::knobs::{KNOBS, Kind, Knob, PRESETS, Section, inclusive};

impl App {
    /// Shows the knobs of one side.
    pub(super) fn knobs_panel(&mut self, ui: &mut Ui) {
        if self.experiment.is_compared() {
            ui.horizontal(|ui| {
                ui.label("Session");
                for side in Side::BOTH {
                    ui.selectable_value(&mut self.side, side, side.name());
                }
            });
        } else {
            self.side = Side::A;
        }
        let session = self.experiment.session(self.side);
        let (own, before) = (*session.original_config(), *session.scene().config());
        let mut config = before;
        presets(ui, &own, &mut config);
        for section in Section::ALL {
            ui.add_space(6.0);
            ui.label(RichText::new(section.name()).strong());
            Grid::new(section.name()).num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
                for knob in KNOBS.iter().filter(|knob| knob.section == section) {
                    if (knob.is_used)(&config) {
                        row(ui, knob, &own, &mut config);
                        ui.end_row();
                    }
                }
            });
        }
        if config != before {
            let side = self.side;
            self.noting(|experiment| experiment.configure(side, config));
        }
    }
}

fn presets(ui: &mut Ui, own: &SceneConfig, config: &mut SceneConfig) {
    ui.horizontal_wrapped(|ui| {
        for (name, about, solver) in PRESETS {
            let is_chosen = config.solver == solver();
            if ui.selectable_label(is_chosen, name).on_hover_text(about).clicked() {
                config.solver = solver();
            }
        }
        let reset = ui.add_enabled(config != own, egui::Button::new("Reset"));
        if reset.on_hover_text("As the scene was at its start").clicked() {
            *config = *own;
        }
    });
}

/// A knob: its name and a widget. What differs from the scene's own value is set in bold, and a
/// click on the name resets it.
fn row(ui: &mut Ui, knob: &Knob, own: &SceneConfig, config: &mut SceneConfig) {
    let is_changed = !knob.is_same(own, config);
    let text = RichText::new(knob.label);
    let text = if is_changed { text.strong() } else { text };
    let mut about = knob.doc();
    if is_changed {
        about += &format!("\n\nThe scene's own value is {}; click to reset.", knob.text(own));
    }
    let label = match is_changed {
        true => ui.add(egui::Button::new(text).frame(false)),
        false => ui.label(text),
    };
    let label = label.on_hover_text(&about);
    if is_changed && label.clicked() {
        // It was a value of the scene's, so it is one that is accepted.
        let _ = knob.set_text(config, &knob.text(own));
    }
    let response = match &knob.kind {
        Kind::Number { range, logarithmic, unit, get, set } => {
            let mut value = get(config);
            let suffix = if unit.is_empty() { String::new() } else { format!(" {unit}") };
            // A value beyond the range that somebody typed stays as it is.
            let slider = Slider::new(&mut value, inclusive(*range))
                .logarithmic(*logarithmic)
                .clamping(egui::SliderClamping::Never)
                .suffix(suffix)
                .max_decimals(4);
            let response = ui.add(slider);
            if response.changed() {
                set(config, value);
            }
            response
        }
        Kind::Count { range, get, set } => {
            let mut value = get(config);
            let slider = Slider::new(&mut value, inclusive(*range)).logarithmic(range.1 > 32);
            let response = ui.add(slider.clamping(egui::SliderClamping::Never));
            if response.changed() {
                set(config, value);
            }
            response
        }
        Kind::Switch { get, set } => {
            let mut on = get(config);
            let response = ui.checkbox(&mut on, "");
            if response.changed() {
                set(config, on);
            }
            response
        }
        Kind::Choice { options, get, set } => {
            let (before, mut chosen) = (get(config), get(config));
            let combo = ComboBox::from_id_salt(knob.name).selected_text(options[before]);
            let response = combo.show_ui(ui, |ui| {
                for (index, option) in options.iter().enumerate() {
                    ui.selectable_value(&mut chosen, index, *option);
                }
            });
            if chosen != before {
                set(config, chosen);
            }
            response.response
        }
    };
    response.labelled_by(label.id).on_hover_text(about);
}

/// A number that can be dragged and typed, for panels that have no range.
pub(super) fn drag(value: &mut Real, speed: f64) -> DragValue<'_> {
    DragValue::new(value).speed(speed).max_decimals(4)
}
