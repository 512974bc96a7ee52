//! The bar above: transport, speed, comparison, theme, help.

use egui::{ComboBox, RichText, Sense, Theme, Ui};
use umbra::prelude::*;

use super::layout::Shown;
use super::{App, files};
use crate::experiment::Experiment;
use crate::session::Command;

/// Speeds that one may choose.
const SPEEDS: [Real; 8] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// Steps per second that one may choose.
const RATES: [Real; 6] = [30.0, 60.0, 90.0, 120.0, 240.0, 480.0];

impl App {
    /// Shows the bar of a wide window.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) {
        egui::Panel::top("bar").show(ui, |ui| {
            ui.add_space(2.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Umbra").strong().size(15.0));
                ui.label(RichText::new(format!("v{}", umbra::VERSION)).weak().small());
                if switch(ui, &mut self.panels.scenes, "Scenes", "The list of scenes (S)") {
                    self.make_room(Shown::Scenes);
                }
                ui.separator();
                self.transport(ui);
                ui.separator();
                self.speed(ui);
                ui.separator();
                self.choices(ui);
                if switch(ui, &mut self.panels.side, "Panel", "The panel on the right (K)") {
                    self.make_room(Shown::Side);
                }
            });
            ui.add_space(1.0);
        });
    }

    /// Comparison, link, theme and help. Whether one was chosen.
    pub(super) fn choices(&mut self, ui: &mut Ui) -> bool {
        let mut chosen = false;
        let mut compared = self.experiment.is_compared();
        if switch(ui, &mut compared, "A/B", "Two configurations side by side (C)") {
            self.experiment.set_compared(compared);
            chosen = true;
        }
        let is_in_catalogue = self.experiment.a().source().def().is_some();
        let about = "Copy a link to this moment: scene, knobs, camera, and what was done by hand";
        let button = ui.add_enabled(is_in_catalogue, egui::Button::new("Link"));
        if button.on_hover_text(about).clicked() {
            let link = files::address(&self.link());
            ui.ctx().copy_text(link.clone());
            self.notes.tell(format!("{} is in the clipboard.", shortened(&link)));
            chosen = true;
        }
        let about = "Open a file of a scene or of a recording";
        if ui.button("Open").on_hover_text(about).clicked() {
            self.choose_file(ui.ctx());
            chosen = true;
        }
        let is_dark = ui.ctx().theme() == Theme::Dark;
        let (text, other) = if is_dark { ("Light", Theme::Light) } else { ("Dark", Theme::Dark) };
        if ui.button(text).on_hover_text("Another theme").clicked() {
            ui.ctx().set_theme(other);
            chosen = true;
        }
        chosen | switch(ui, &mut self.shows_help, "Help", "Keys and gestures (H)")
    }

    /// Restart, back, play, step.
    pub(super) fn transport(&mut self, ui: &mut Ui) {
        if icon(ui, Icon::Restart, "Restart", "Restart (R)") {
            self.restart();
        }
        if icon(ui, Icon::Back, "Step back", "One step back (,)") {
            self.noting(Experiment::step_back);
        }
        let is_playing = self.experiment.playing;
        let (shown, name, about) = if is_playing {
            (Icon::Pause, "Pause", "Pause (Space)")
        } else {
            (Icon::Play, "Play", "Play (Space)")
        };
        if icon(ui, shown, name, about) {
            self.experiment.playing = !is_playing;
        }
        if icon(ui, Icon::Step, "Step", "One step (.)") {
            self.noting(Experiment::step);
        }
    }

    /// Controls of the speed of time and of the length of a step.
    pub(super) fn speed(&mut self, ui: &mut Ui) {
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
        let combo = ComboBox::from_id_salt("rate").width(64.0).selected_text(hertz(rate));
        let response = combo.show_ui(ui, |ui| {
            for choice in RATES {
                // The rate of a recording is that of its step, which is rounded.
                let is_same = hertz(choice) == hertz(rate);
                if ui.selectable_label(is_same, hertz(choice)).clicked() && !is_same {
                    wanted = choice;
                }
            }
        });
        named(&response.response, "Steps per second");
        response.response.on_hover_text("Steps per second");
        if wanted != rate {
            self.command(&Command::Rate(wanted));
        }
    }
}

/// A rate as it is written: 59.999996 is 60 that was rounded on its way.
fn hertz(rate: Real) -> String {
    format!("{} Hz", (1000.0 * f64::from(rate)).round() / 1000.0)
}

/// The drawings of the transport: egui's font has none of them.
#[derive(Clone, Copy)]
enum Icon {
    Restart,
    Back,
    Play,
    Pause,
    Step,
}

/// A button with a drawing. Whether it was clicked.
fn icon(ui: &mut Ui, icon: Icon, name: &str, about: &str) -> bool {
    // As high as any button, and wider: on a telephone they are for thumbs.
    let height = ui.spacing().interact_size.y.max(22.0);
    let size = egui::vec2(height.max(28.0), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, visuals.weak_bg_fill);
    let color = visuals.fg_stroke.color;
    let at = |x: f32, y: f32| rect.center() + egui::vec2(x, y);
    let triangle = |x: f32, way: f32| {
        let corners = vec![at(x, -5.0), at(x + 8.0 * way, 0.0), at(x, 5.0)];
        painter.add(egui::Shape::convex_polygon(corners, color, egui::Stroke::NONE));
    };
    let bar = |x: f32| {
        let bar = egui::Rect::from_min_max(at(x, -5.0), at(x + 2.5, 5.0));
        painter.rect_filled(bar, 0.0, color);
    };
    match icon {
        Icon::Restart => {
            bar(-7.5);
            triangle(2.0, -1.0);
            triangle(9.0, -1.0);
        }
        Icon::Back => {
            bar(3.0);
            triangle(1.0, -1.0);
        }
        Icon::Play => triangle(-3.5, 1.2),
        Icon::Pause => {
            bar(-4.0);
            bar(1.5);
        }
        Icon::Step => {
            bar(-5.5);
            triangle(-1.0, 1.0);
        }
    }
    response.on_hover_text(about).clicked()
}

/// Tells a screen reader what a box without a label is for.
pub(super) fn named(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
}

/// A link as a message has it: hands can make it long.
fn shortened(link: &str) -> String {
    const MOST: usize = 90;
    match link.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &link[..end]),
        None => link.to_owned(),
    }
}

/// A button that stays down. Whether it was clicked.
fn switch(ui: &mut Ui, on: &mut bool, text: &str, about: &str) -> bool {
    ui.toggle_value(on, text).on_hover_text(about).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_as_they_are_meant() {
        let rounded: Real = 1.0 / (1.0 / 59.999_996);
        assert_eq!([hertz(rounded), hertz(60.0), hertz(72.5)], ["60 Hz", "60 Hz", "72.5 Hz"]);
    }
}
