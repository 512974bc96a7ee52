//! The panel of what is shown.

use egui::{Grid, Slider, Ui};

use super::App;
use crate::canvas::{Coloring, ViewOptions};

impl App {
    /// Shows the switches.
    pub(super) fn view_panel(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.label("Colours by");
            for coloring in Coloring::ALL {
                let choice =
                    ui.selectable_value(&mut self.view.coloring, coloring, coloring.name());
                choice.on_hover_text(coloring.about());
            }
        });
        Grid::new("switches").num_columns(2).min_col_width(120.0).show(ui, |ui| {
            for (index, (name, about, get)) in ViewOptions::SWITCHES.into_iter().enumerate() {
                ui.checkbox(get(&mut self.view), name).on_hover_text(about);
                if index % 2 == 1 {
                    ui.end_row();
                }
            }
        });
        ui.add_space(6.0);
        let arrows = Slider::new(&mut self.view.arrows, 0.01..=100.0).logarithmic(true);
        ui.add(arrows.text("length of arrows"));
        ui.separator();
        ui.horizontal(|ui| {
            if ui
                .button("Fit")
                .on_hover_text("The view of the start, or all of the scene (F)")
                .clicked()
            {
                self.toggle_fit();
            }
            let text = if self.follow.is_some() { "Stop following" } else { "Follow" };
            let about = "Keep what is selected in the middle (G)";
            if ui.button(text).on_hover_text(about).clicked() {
                self.toggle_follow();
            }
        });
        ui.separator();
        ui.label("Picture of the scene, of both sides with A/B");
        ui.horizontal(|ui| {
            if ui.button("Save SVG").on_hover_text("Lines and shapes, to any scale").clicked() {
                self.save_svg();
            }
            if ui.button("Save PNG").on_hover_text("As it is on the screen").clicked() {
                self.ask_for_png(ui.ctx());
            }
        });
        ui.separator();
        self.file_buttons(ui);
    }

    fn file_buttons(&mut self, ui: &mut Ui) {
        ui.label("Files: Open in the bar reads one, and so does dropping it onto the window");
        ui.horizontal(|ui| {
            let about = "The scene as it is now, as JSON";
            if ui.button("Save scene").on_hover_text(about).clicked() {
                self.save_scene();
            }
            let session = self.experiment.a();
            if session.is_recording() {
                let about = "Ends the recording and saves it";
                if ui.button("Stop and save").on_hover_text(about).clicked() {
                    self.save_recording();
                }
            } else {
                let can_begin = !session.world().plays_recording();
                let button = ui.add_enabled(can_begin, egui::Button::new("Record"));
                let about =
                    "Records steps and all that is done by hand, to be played again and checked";
                if button.on_hover_text(about).clicked() {
                    self.record();
                }
            }
        });
    }
}
