//! The toolbar: a column of tools with a small drawing each.

use core::f32::consts::TAU;

use egui::{
    Color32, Grid, Painter, Pos2, Rect, Response, RichText, Sense, Slider, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use umbra::prelude::*;

use super::App;
use crate::hands::Tool;
use crate::session::Spawn;

/// The side of a button.
const SIDE: f32 = 34.0;

impl App {
    /// Shows the tools on the left.
    pub(super) fn toolbar(&mut self, ui: &mut Ui) {
        egui::Panel::left("tools").exact_size(SIDE + 14.0).resizable(false).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space(4.0);
                ui.spacing_mut().item_spacing.y = 3.0;
                if self.tool_buttons(ui) {
                    self.shows_tool = true;
                }
            });
        });
    }

    /// A button for each tool. Whether one was chosen.
    pub(super) fn tool_buttons(&mut self, ui: &mut Ui) -> bool {
        let mut chosen = false;
        for (index, tool) in Tool::all().into_iter().enumerate() {
            let is_chosen = tool.name() == self.hands.tool.name();
            let key = (index + 1) % 10;
            let response = button(ui, &tool, is_chosen);
            if is_chosen {
                self.tool_at = response.rect;
            }
            let about = format!("{} ({key}). {}", tool.name(), tool.about());
            if response.on_hover_text(about).clicked() {
                self.hands.tool = tool;
                chosen = true;
            }
        }
        chosen
    }

    /// Shows the settings of the tool in hand beside its button.
    pub(super) fn tool_window(&mut self, context: &egui::Context) {
        if !self.shows_tool || !self.has_tool_settings() {
            return;
        }
        let at = self.tool_at.right_top() + vec2(10.0, 0.0);
        let area = egui::Area::new(egui::Id::unique("tool settings")).fixed_pos(at);
        area.constrain(true).show(context, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(self.hands.tool.name()).strong());
                    if ui.button("Close").clicked() {
                        self.shows_tool = false;
                    }
                });
                self.tool_settings(ui);
            });
        });
    }

    fn has_tool_settings(&self) -> bool {
        !matches!(self.hands.tool, Tool::Remove | Tool::Pin | Tool::Draw)
            && !matches!(self.hands.tool, Tool::Spawn(Spawn::Ragdoll))
    }

    /// Settings of the tool in hand.
    pub(super) fn tool_settings(&mut self, ui: &mut Ui) {
        let unit = self.experiment.a().scene().config().length_unit;
        let hands = &mut self.hands;
        Grid::new("tool").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
            let number = |ui: &mut Ui, name: &str, about: &str, value: &mut Real, most: Real| {
                let label = ui.label(name).on_hover_text(about);
                let slider = Slider::new(value, 1e-3 * most..=most).logarithmic(true);
                ui.add(slider.max_decimals(3)).labelled_by(label.id).on_hover_text(about);
                ui.end_row();
            };
            match &mut hands.tool {
                Tool::Hand => {
                    let about = "The largest force of the hand, as a multiple of the body's weight";
                    number(ui, "Strength", about, &mut hands.strength, 1000.0);
                }
                Tool::Spawn(Spawn::Ragdoll) | Tool::Draw | Tool::Remove | Tool::Pin => {}
                Tool::Spawn(what) => {
                    let about = "How large new bodies are";
                    number(ui, "Size", about, &mut hands.size, 10.0 * unit);
                    if let Spawn::Polygon { corners, .. } = what {
                        let label = ui.label("Corners");
                        ui.add(Slider::new(corners, 3..=8)).labelled_by(label.id);
                        ui.end_row();
                    }
                }
                Tool::Bomb => {
                    let about = "How far a bomb reaches";
                    number(ui, "Reach", about, &mut hands.bomb_radius, 100.0 * unit);
                    let about = "How fast it throws";
                    number(ui, "Speed", about, &mut hands.bomb_speed, 200.0 * unit);
                }
            }
        });
    }
}

fn button(ui: &mut Ui, tool: &Tool, is_chosen: bool) -> Response {
    let (rect, response) =
        ui.allocate_exact_size(Vec2::splat(ui.spacing().interact_size.y.max(SIDE)), Sense::click());
    let name = tool.name();
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::Button, true, is_chosen, format!("Tool: {name}"))
    });
    let visuals = ui.style().interact_selectable(&response, is_chosen);
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, 5.0, visuals.weak_bg_fill);
    }
    draw(
        ui.painter(),
        Rect::from_center_size(rect.center(), Vec2::splat(SIDE - 16.0)),
        tool,
        visuals.text_color(),
    );
    response
}

/// The drawing of a tool.
fn draw(painter: &Painter, rect: Rect, tool: &Tool, color: Color32) {
    let stroke = Stroke::new(1.6, color);
    let (center, radius) = (rect.center(), 0.5 * rect.width());
    let at = |x: f32, y: f32| center + vec2(x, y) * radius;
    let line = |points: &[Pos2]| {
        painter.line(points.to_vec(), stroke);
    };
    match tool {
        Tool::Hand => {
            // An arrow, as pointers are.
            let tip = [[-0.6, -1.0], [0.8, 0.1], [0.1, 0.2], [0.5, 1.0], [0.1, 1.1], [-0.2, 0.35]];
            let mut points: Vec<Pos2> = tip.iter().map(|[x, y]| at(*x, *y)).collect();
            points.extend([at(-0.6, 0.8), at(-0.6, -1.0)]);
            line(&points);
        }
        Tool::Spawn(Spawn::Circle { .. }) => {
            painter.circle_stroke(center, radius, stroke);
            line(&[center, at(1.0, 0.0)]);
        }
        Tool::Spawn(Spawn::Box { .. }) => {
            line(&closed(&[at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9)]));
        }
        Tool::Spawn(Spawn::Capsule { .. }) => {
            let end =
                |x: f32, from: f32| (0..=8).map(move |i| (x, from + 0.5 * TAU * i as f32 / 8.0));
            let points: Vec<Pos2> = end(0.55, -0.25 * TAU)
                .chain(end(-0.55, 0.25 * TAU))
                .map(|(x, angle)| at(x + 0.5 * angle.cos(), 0.5 * angle.sin()))
                .collect();
            line(&closed(&points));
        }
        Tool::Spawn(Spawn::Polygon { .. }) => line(&closed(&corners(center, radius, 5))),
        Tool::Spawn(_) => {
            painter.circle_stroke(at(0.0, -0.72), 0.3 * radius, stroke);
            line(&[at(0.0, -0.4), at(0.0, 0.25)]);
            line(&[at(-0.7, -0.1), at(0.0, -0.25), at(0.7, -0.1)]);
            line(&[at(-0.5, 1.0), at(0.0, 0.25), at(0.5, 1.0)]);
        }
        Tool::Draw => {
            line(&[at(-1.0, 1.0), at(-0.8, 0.4), at(0.6, -1.0), at(1.0, -0.6), at(-0.4, 0.8)]);
            line(&[at(-1.0, 1.0), at(-0.4, 0.8)]);
        }
        Tool::Bomb => {
            painter.circle_filled(at(-0.15, 0.25), 0.7 * radius, color);
            line(&[at(0.3, -0.3), at(0.55, -0.6)]);
            for angle in [-0.1, -0.25, -0.4] {
                let out = Vec2::angled(angle * TAU) * radius;
                line(&[at(0.6, -0.65) + out * 0.15, at(0.6, -0.65) + out * 0.45]);
            }
        }
        Tool::Remove => {
            line(&[at(-0.8, -0.8), at(0.8, 0.8)]);
            line(&[at(0.8, -0.8), at(-0.8, 0.8)]);
        }
        Tool::Pin => {
            painter.circle_filled(at(0.0, -0.6), 0.45 * radius, color);
            line(&[at(0.0, -0.2), pos2(center.x, rect.bottom() + 1.0)]);
        }
    }
}

fn closed(points: &[Pos2]) -> Vec<Pos2> {
    points.iter().chain(points.first()).copied().collect()
}

fn corners(center: Pos2, radius: f32, count: usize) -> Vec<Pos2> {
    let angle = |index: usize| TAU * (index as f32 / count as f32 - 0.25);
    (0..count).map(|index| center + Vec2::angled(angle(index)) * radius).collect()
}
