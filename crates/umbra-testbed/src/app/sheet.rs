//! The bars and the sheet of a telephone.

use egui::{Button, Panel, ScrollArea, Ui, vec2};

use super::App;
use super::layout::{Layout, Sheet, THUMB};
use super::scenes::title;

/// How wide a sheet from the right is.
const SHEET_WIDTH: f32 = 330.0;
/// How much of the height a sheet from below takes.
const SHEET_PART: f32 = 0.46;

impl App {
    /// Shows the bars and the sheet.
    pub(super) fn compact(&mut self, ui: &mut Ui) {
        let size = ui.available_size();
        let is_upright = self.layout() == Layout::Upright;
        Panel::top("bar").exact_size(THUMB + 8.0).show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                self.transport(ui);
                if is_upright {
                    let name = self.experiment.a().source().name();
                    ui.add(egui::Label::new(title(name)).truncate());
                } else {
                    self.sheet_buttons(ui);
                }
            });
        });
        if is_upright {
            Panel::bottom("sheets").exact_size(THUMB + 8.0).show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    self.sheet_buttons(ui);
                });
            });
        }
        let Some(sheet) = self.panels.sheet else { return };
        let panel = match is_upright {
            true => Panel::bottom("sheet").exact_size((SHEET_PART * size.y).round()),
            false => Panel::right("sheet").exact_size(SHEET_WIDTH.min(0.45 * size.x)),
        };
        panel.resizable(false).show(ui, |ui| self.sheet(ui, sheet));
    }

    fn sheet_buttons(&mut self, ui: &mut Ui) {
        let gaps = ui.spacing().item_spacing.x * (Sheet::ALL.len() - 1) as f32;
        let width = ((ui.available_width() - gaps) / Sheet::ALL.len() as f32).clamp(THUMB, 110.0);
        for sheet in Sheet::ALL {
            let is_open = self.panels.sheet == Some(sheet);
            let button = Button::new(sheet.name()).selected(is_open).min_size(vec2(width, THUMB));
            if ui.add(button).clicked() {
                self.toggle_sheet(sheet);
            }
        }
    }

    fn sheet(&mut self, ui: &mut Ui, sheet: Sheet) {
        ui.add_space(4.0);
        let scroll = ScrollArea::vertical().auto_shrink(false).id_salt(sheet.name());
        match sheet {
            // It has a list of its own that scrolls.
            Sheet::Scenes => {
                if self.scenes(ui) {
                    self.panels.sheet = None;
                }
            }
            Sheet::Panel => self.tabs(ui),
            Sheet::Tools => {
                let mut chosen = false;
                scroll.show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| chosen = self.tool_buttons(ui));
                    ui.separator();
                    self.tool_settings(ui);
                });
                if chosen {
                    self.panels.sheet = None;
                }
            }
            Sheet::Time => {
                scroll.show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| self.speed(ui));
                    ui.horizontal_wrapped(|ui| self.time(ui));
                });
            }
            Sheet::More => {
                let mut chosen = false;
                scroll.show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| chosen = self.choices(ui));
                });
                if chosen {
                    self.panels.sheet = None;
                }
            }
        }
    }
}
