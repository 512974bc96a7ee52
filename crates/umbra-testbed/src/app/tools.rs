//! The toolbar: a column of tools with a small drawing each.

use core::f32::consts::TAU;

use egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::App;
use crate::hands::Tool;
use crate::session::Spawn;

/// The side of a button.
const SIDE: f32 = 34.0;

impl App {
    /// Shows the tools.
    pub(super) fn toolbar(&mut self, ui: &mut Ui) {
        egui::Panel::left("tools").exact_size(SIDE + 14.0).resizable(false).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space(4.0);
                ui.spacing_mut().item_spacing.y = 3.0;
                for (index, tool) in Tool::all().into_iter().enumerate() {
                    let is_chosen = core::mem::discriminant(&tool)
                        == core::mem::discriminant(&self.hands.tool)
                        && tool.name() == self.hands.tool.name();
                    let key = (index + 1) % 10;
                    let response = button(ui, &tool, is_chosen);
                    let about = format!("{} ({key}). {}", tool.name(), tool.about());
                    if response.on_hover_text(about).clicked() {
                        self.hands.tool = tool;
                    }
                }
            });
        });
    }
}

fn button(ui: &mut Ui, tool: &Tool, is_chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
    let name = tool.name();
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::Button, true, is_chosen, format!("Tool: {name}"))
    });
    let visuals = ui.style().interact_selectable(&response, is_chosen);
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, 5.0, visuals.weak_bg_fill);
    }
    draw(ui.painter(), rect.shrink(8.0), tool, visuals.text_color());
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
