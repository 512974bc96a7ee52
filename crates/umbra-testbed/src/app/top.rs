//! The bar above: transport, speed, comparison, theme, help.

use egui::{Button, ComboBox, RichText, Theme, Ui, Widget as _};
use umbra::prelude::*;

use super::App;
use crate::link::Link;
use crate::session::Command;

/// Speeds that one may choose.
const SPEEDS: [Real; 8] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// Steps per second that one may choose.
const RATES: [Real; 6] = [30.0, 60.0, 90.0, 120.0, 240.0, 480.0];

impl App {
    /// Shows the bar.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) {
        egui::Panel::top("bar").show(ui, |ui| {
            ui.add_space(2.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Umbra").strong().size(15.0));
                ui.label(RichText::new(concat!("v", env!("CARGO_PKG_VERSION"))).weak().small());
                switch(ui, &mut self.shows_scenes, "Scenes", "The list of scenes (S)");
                ui.separator();
                self.transport(ui);
                ui.separator();
                self.speed(ui);
                ui.separator();
                let mut compared = self.experiment.is_compared();
                if switch(ui, &mut compared, "A/B", "Two configurations side by side (C)") {
                    self.experiment.set_compared(compared);
                }
                if ui
                    .button("Link")
                    .on_hover_text("Copy a link to this scene and its knobs")
                    .clicked()
                {
                    let link = Link::to(&self.experiment);
                    ui.ctx().copy_text(link.clone());
                    self.notes.tell(format!("#{link} is in the clipboard."));
                }
                let is_dark = ui.ctx().theme() == Theme::Dark;
                let (text, other) =
                    if is_dark { ("Light", Theme::Light) } else { ("Dark", Theme::Dark) };
                if ui.button(text).on_hover_text("Another theme").clicked() {
                    ui.ctx().set_theme(other);
                }
                switch(ui, &mut self.shows_help, "Help", "Keys and gestures (H)");
                switch(ui, &mut self.shows_panel, "Panel", "The panel on the right (K)");
            });
            ui.add_space(1.0);
        });
    }

    fn transport(&mut self, ui: &mut Ui) {
        let button =
            |ui: &mut Ui, text: &str, about: &str| ui.button(text).on_hover_text(about).clicked();
        if button(ui, "⏮", "Restart (R)") {
            self.restart();
        }
        if button(ui, "⏪", "One step back (,)") {
            self.noting(|experiment| experiment.step_back());
        }
        let is_playing = self.experiment.playing;
        let (text, about) =
            if is_playing { ("⏸", "Pause (Space)") } else { ("▶", "Play (Space)") };
        let play = Button::new(RichText::new(text).size(15.0)).min_size(egui::vec2(34.0, 0.0));
        if play.ui(ui).on_hover_text(about).clicked() {
            self.experiment.playing = !is_playing;
        }
        if button(ui, "⏩", "One step (.)") {
            self.noting(|experiment| experiment.step());
        }
    }

    fn speed(&mut self, ui: &mut Ui) {
        let speed = self.experiment.speed;
        let times = |speed: Real| format!("{speed} ×");
        let combo = ComboBox::from_id_salt("speed").width(58.0).selected_text(times(speed));
        let response = combo.show_ui(ui, |ui| {
            for choice in SPEEDS {
                ui.selectable_value(&mut self.experiment.speed, choice, times(choice));
            }
        });
        named(&response.response, "Speed");
        response.response.on_hover_text("How fast time goes");
        let rate = self.experiment.a().world().rate();
        let mut wanted = rate;
        let hertz = |rate: Real| format!("{rate} Hz");
        let combo = ComboBox::from_id_salt("rate").width(64.0).selected_text(hertz(rate));
        let response = combo.show_ui(ui, |ui| {
            for choice in RATES {
                ui.selectable_value(&mut wanted, choice, hertz(choice));
            }
        });
        named(&response.response, "Steps per second");
        response.response.on_hover_text("Steps per second");
        if wanted != rate {
            self.command(&Command::Rate(wanted));
        }
    }
}

/// Tells a screen reader what a box without a label is for.
pub(super) fn named(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
}

/// A button that stays down. Whether it was clicked.
fn switch(ui: &mut Ui, on: &mut bool, text: &str, about: &str) -> bool {
    ui.toggle_value(on, text).on_hover_text(about).clicked()
}
