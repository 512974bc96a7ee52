//! The panel of figures: where the time of a step goes, and what physics keeps.

use std::collections::VecDeque;

use core::time::Duration;

use egui::{Color32, Grid, RichText, Ui};
use egui_plot::{FilledArea, Line, Plot};
use umbra::prelude::*;

use super::App;
use crate::experiment::Experiment;
use crate::session::{Sample, Session};
use crate::threads::Threads;

/// How many samples are kept.
const KEPT: usize = 600;
/// Scenes with more bodies are measured every few steps only: a sample looks at every body and
/// contact.
const MANY: usize = 3000;
/// Every few steps.
const SELDOM: u32 = 8;
/// The colours of the stages, in their order.
const COLORS: [u32; Stage::ALL.len()] = [
    0x8d99ae, 0x4e79a7, 0x59a14f, 0xbab0ac, 0xb07aa1, 0xedc948, 0xe15759, 0x76b7b2, 0x9c755f,
    0x86bc86, 0xff9da7,
];

/// Samples of the first session.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    samples: VecDeque<Sample>,
}

impl Numbers {
    pub(super) fn clear(&mut self) {
        self.samples.clear();
    }

    /// Takes a sample if there is a new step and somebody looks.
    pub(super) fn note(&mut self, experiment: &Experiment, is_shown: bool) {
        let session = experiment.a();
        let step = session.step_count();
        let last = self.samples.back().map(|sample| sample.step);
        if !is_shown || last == Some(step) || session.goal().is_some() {
            return;
        }
        let is_small = session.scene().bodies().count() <= MANY;
        if !is_small && last.is_some_and(|last| last < step && step - last < SELDOM) {
            return;
        }
        // After going back, what had been seen of later steps is another past.
        while self.samples.back().is_some_and(|sample| sample.step >= step) {
            self.samples.pop_back();
        }
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(session.sample());
    }

    /// All samples as a table, with commas between columns.
    pub(super) fn csv(&self) -> String {
        let rows = self.samples.iter().map(Sample::row);
        let lines: Vec<String> = core::iter::once(Sample::HEADER.to_owned()).chain(rows).collect();
        lines.join("\n") + "\n"
    }
}

impl App {
    /// On how many threads steps are done, where there can be several.
    fn threads_row(&mut self, ui: &mut Ui) {
        let most = Threads::most();
        if most == 1 {
            return;
        }
        let mut count = self.experiment.threads.count();
        ui.horizontal(|ui| {
            let label = ui.label("Threads");
            let slider = ui.add(egui::Slider::new(&mut count, 1..=most)).labelled_by(label.id);
            let about = "Steps come to the same bits on any number of threads";
            if slider.on_hover_text(about).changed()
                && let Err(error) = self.experiment.threads.set(count)
            {
                self.notes.complain(error);
            }
        });
        ui.separator();
    }

    /// Shows the figures.
    pub(super) fn numbers_panel(&mut self, ui: &mut Ui) {
        self.threads_row(ui);
        self.frame_times(ui);
        ui.separator();
        ui.label(RichText::new("Stages of a step, in ms").strong());
        self.stages(ui);
        ui.separator();
        self.figures(ui);
        ui.separator();
        ui.label(RichText::new("Energy, in J").strong());
        self.energy(ui);
        ui.horizontal(|ui| {
            if ui.button("Copy as CSV").on_hover_text("All samples, into the clipboard").clicked() {
                ui.ctx().copy_text(self.numbers.csv());
                let count = self.numbers.samples.len();
                self.notes.tell(format!("{count} samples are in the clipboard."));
            }
            if ui.button("Save as CSV").clicked() {
                let (name, table) =
                    (format!("{}.csv", self.experiment.a().source().name()), self.numbers.csv());
                self.save(&name, table.as_bytes());
            }
        });
    }

    fn frame_times(&self, ui: &mut Ui) {
        let millis = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        let [steps, meshes, all] = self.times();
        Grid::new("frame").num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
            for (name, text) in [
                ("Frame, without the window system", millis(all)),
                ("of it, steps", millis(steps)),
                ("of it, meshes", millis(meshes)),
            ] {
                ui.label(name);
                ui.monospace(text);
                ui.end_row();
            }
        });
    }

    /// A stacked plot: each stage on top of those before it.
    fn stages(&self, ui: &mut Ui) {
        let samples = &self.numbers.samples;
        let xs: Vec<f64> = samples.iter().map(|sample| f64::from(sample.step)).collect();
        // The plot's own legend would cover half of it.
        let takes_time =
            |index: usize| samples.iter().any(|it| it.stages[index].as_nanos() > 10_000);
        let listed: Vec<usize> = (0..COLORS.len()).filter(|index| takes_time(*index)).collect();
        let mean = |index: usize| {
            let sum: f64 = samples.iter().map(|it| it.stages[index].as_secs_f64()).sum();
            1e3 * sum / samples.len().max(1) as f64
        };
        let entries = listed
            .iter()
            .map(|index| (COLORS[*index], format!("{:?} {:.2}", Stage::ALL[*index], mean(*index))));
        legend(ui, entries);
        plot("stages", ui, |plot| {
            let mut below = vec![0.0; xs.len()];
            for (index, stage) in Stage::ALL.into_iter().enumerate() {
                let add = |(sample, below): (&Sample, &f64)| {
                    below + sample.stages[index].as_secs_f64() * 1e3
                };
                let above: Vec<f64> = samples.iter().zip(&below).map(add).collect();
                if listed.contains(&index) {
                    let color = hex(COLORS[index]);
                    let area = FilledArea::new(format!("{stage:?}"), &xs, &below, &above);
                    plot.add(area.fill_color(color.gamma_multiply(0.85)));
                }
                below = above;
            }
        });
    }

    fn energy(&self, ui: &mut Ui) {
        let curve = |of: fn(&Sample) -> f64| -> Vec<[f64; 2]> {
            self.numbers.samples.iter().map(|it| [f64::from(it.step), of(it)]).collect()
        };
        let curves = [
            ("Kinetic", 0xe15759, curve(|it| it.kinetic_energy)),
            ("Potential", 0x4e79a7, curve(|it| it.potential_energy)),
            ("Sum", 0x59a14f, curve(|it| it.kinetic_energy + it.potential_energy)),
        ];
        legend(ui, curves.iter().map(|(name, color, _)| (*color, (*name).to_owned())));
        plot("energy", ui, |plot| {
            for (name, color, points) in curves {
                plot.line(Line::new(name, points).color(hex(color)).width(1.5));
            }
        });
    }

    fn figures(&self, ui: &mut Ui) {
        let latest = |session: &Session| match self.numbers.samples.back() {
            Some(sample) if core::ptr::eq(session, self.experiment.a()) => *sample,
            _ => session.sample(),
        };
        let samples: Vec<Sample> =
            self.experiment.sessions().map(|(_, session)| latest(session)).collect();
        let count = |of: fn(&Stats) -> usize| -> Vec<String> {
            samples.iter().map(|sample| of(&sample.stats).to_string()).collect()
        };
        let figure = |of: fn(&Sample) -> f64| -> Vec<String> {
            samples.iter().map(|sample| short(of(sample))).collect()
        };
        let sensor_events = samples
            .iter()
            .map(|Sample { sensor_events: [begun, ended], .. }| format!("{begun}, {ended}"))
            .collect();
        let rows = [
            ("Bodies", count(|it| it.bodies)),
            ("awake", count(|it| it.awake_bodies)),
            ("Contacts", count(|it| it.contacts)),
            ("touching", count(|it| it.touching_contacts)),
            ("Joints", count(|it| it.joints)),
            ("Islands", count(|it| it.islands)),
            ("Sensors", count(|it| it.sensors)),
            ("overlaps", count(|it| it.overlaps)),
            ("begun, ended", sensor_events),
            ("Step, ms", figure(|it| it.total().as_secs_f64() * 1e3)),
            ("Kinetic energy, J", figure(|it| it.kinetic_energy)),
            ("Potential energy, J", figure(|it| it.potential_energy)),
            ("Momentum x, kg m/s", figure(|it| it.momentum[0])),
            ("Momentum y, kg m/s", figure(|it| it.momentum[1])),
            ("Angular momentum", figure(|it| it.angular_momentum)),
            ("Deepest overlap, mm", figure(|it| f64::from(it.deepest_overlap) * 1e3)),
        ];
        Grid::new("figures").num_columns(1 + samples.len()).spacing([16.0, 3.0]).show(ui, |ui| {
            for (name, values) in rows {
                ui.label(name);
                for value in values {
                    ui.monospace(value);
                }
                ui.end_row();
            }
        });
    }
}

fn plot<'a>(name: &str, ui: &mut Ui, draw: impl FnOnce(&mut egui_plot::PlotUi<'a>) + 'a) {
    Plot::new(name)
        .height(128.0)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .include_y(0.0)
        .y_axis_min_width(34.0)
        .show_grid([false, true])
        .show(ui, draw);
}

/// What the colours of a plot mean.
fn legend(ui: &mut Ui, entries: impl Iterator<Item = (u32, String)>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (color, name) in entries {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(9.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 2.0, hex(color));
            ui.label(RichText::new(name).small());
            ui.add_space(4.0);
        }
    });
}

fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Four digits or so, whatever the size.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e6).contains(&size) => format!("{value:.3e}"),
        size if size >= 100.0 => format!("{value:.1}"),
        _ => format!("{value:.4}"),
    }
}
