//! The timeline below: the last minute, the hash, and the check of a replay.

use egui::{RichText, Slider, Ui};

use super::App;
use crate::session::{Outcome, Source};

impl App {
    /// Shows the timeline below.
    pub(super) fn timeline(&mut self, ui: &mut Ui) {
        egui::Panel::bottom("time").show(ui, |ui| {
            ui.add_space(2.0);
            ui.horizontal_wrapped(|ui| self.time(ui));
            ui.add_space(1.0);
        });
    }

    /// The last minute, the hash, the check.
    pub(super) fn time(&mut self, ui: &mut Ui) {
        let session = self.experiment.a();
        let step = session.goal().unwrap_or(session.step_count());
        let (first, last) = (session.earliest(), session.end().max(session.earliest() + 1));
        let seconds = f64::from(step) / f64::from(session.world().rate());
        ui.monospace(format!("{seconds:7.2} s"));
        let mut wanted = step;
        let label = ui.monospace(format!("step {step:<6}"));
        let rest = if self.experiment.is_compared() { 560.0 } else { 400.0 };
        // On a telephone it has a row of its own.
        let is_compact = self.layout().is_compact();
        let width = if is_compact { ui.max_rect().width() } else { ui.available_width() - rest };
        ui.spacing_mut().slider_width = width.clamp(120.0, 900.0);
        if is_compact {
            ui.end_row();
        }
        let slider = ui.add(Slider::new(&mut wanted, first..=last).show_value(false));
        let slider = slider.labelled_by(label.id);
        if slider.on_hover_text("The last minute, or all of a recording: drag to go back").changed()
        {
            self.noting(|experiment| experiment.seek(wanted));
        }
        if is_compact {
            ui.end_row();
        }
        self.hashes(ui);
        self.check_button(ui);
        self.recording_label(ui);
    }

    fn hashes(&self, ui: &mut Ui) {
        for (side, session) in self.experiment.sessions() {
            let name = if self.experiment.is_compared() { side.name() } else { "#" };
            let hash = format!("{name} {:016x}", session.scene().state_hash());
            let about = "The state hash: a number over all poses and velocities. The same steps give the same hash on \
                every machine.";
            ui.label(RichText::new(hash).monospace()).on_hover_text(about);
        }
        if let Some(step) = self.experiment.a().diverged() {
            let body = self.experiment.a().diverged_body();
            let body = body.map_or(String::new(), |key| format!(", body {} first", key.index()));
            let text = format!("step {step} came out differently{body}");
            ui.colored_label(ui.visuals().error_fg_color, text);
        }
    }

    /// Whether a recording is under way or played.
    fn recording_label(&self, ui: &mut Ui) {
        let session = self.experiment.a();
        if session.is_recording() {
            ui.colored_label(ui.visuals().error_fg_color, "recording");
        }
        if matches!(session.source(), Source::Recording(..)) {
            let is_played = session.world().plays_recording();
            let text = if is_played { "as recorded" } else { "no longer as recorded" };
            ui.label(RichText::new(text).weak());
        }
    }

    fn check_button(&mut self, ui: &mut Ui) {
        let about = "Replays everything from the start, with all that was done by hand, and compares the hash of every \
            step";
        if ui.button("Check replay").on_hover_text(about).clicked() {
            self.begin_check();
        }
        match self.outcome {
            Some(Outcome::Running { done, all }) => {
                ui.label(format!("{done} of {all}"));
            }
            Some(Outcome::Same { steps, .. }) => {
                let good = if ui.visuals().dark_mode { 0x7fd699 } else { 0x1e7a3c };
                let [_, r, g, b] = u32::to_be_bytes(good);
                ui.colored_label(egui::Color32::from_rgb(r, g, b), format!("same, {steps} steps"));
            }
            Some(Outcome::Different { step }) => {
                ui.colored_label(ui.visuals().error_fg_color, format!("differs at step {step}"));
            }
            None => {}
        }
    }
}
