//! Keys and places on the screen for scenes that are played: what is held down becomes [`Controls`] of the scene.
//!
//! Fingers are followed one by one, because two flippers need two thumbs; egui's own buttons know one pointer.

use std::collections::HashMap;

use egui::{Align2, CornerRadius, Event, FontId, Key, Painter, Pos2, Rect, Stroke, StrokeKind, Ui};
use egui::{TouchPhase, pos2, vec2};
use umbra_scenes::{Button, Controls};

use super::App;
use crate::canvas::Paint;
use crate::session::Command;

/// The side of a button on the screen, and the space between two.
const SIDE: f32 = 56.0;
const GAP: f32 = 10.0;

/// The key of a button, and what the screen calls it.
const KEYS: [(Button, Key, &str); 6] = [
    (Button::Left, Key::ArrowLeft, "Left"),
    (Button::Right, Key::ArrowRight, "Right"),
    (Button::Up, Key::ArrowUp, "Up"),
    (Button::Down, Key::ArrowDown, "Down"),
    (Button::First, Key::Enter, "Enter"),
    (Button::Second, Key::X, "X"),
];

/// Buttons on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Pad {
    /// Where each is.
    places: Vec<(Button, Rect)>,
    /// Fingers that are down, and where.
    fingers: HashMap<(u64, u64), Pos2>,
    /// Whether the mouse went down on a button.
    mouse: bool,
    /// What was given to the scene last.
    held: Controls,
}

impl Pad {
    /// True while a finger is on a button.
    pub(super) fn is_touched(&self) -> bool {
        self.fingers.values().any(|at| self.contains(*at))
    }

    /// True if a button is at this point.
    pub(super) fn contains(&self, at: Pos2) -> bool {
        self.places.iter().any(|(_, place)| place.contains(at))
    }
}

impl App {
    /// True if the scene is played with buttons.
    pub(super) fn plays(&self) -> bool {
        self.experiment.a().source().def().is_some_and(|def| !def.buttons.is_empty())
    }

    /// The buttons of the scene and what they do.
    fn buttons(&self) -> &'static [(Button, &'static str)] {
        self.experiment.a().source().def().map_or(&[], |def| def.buttons)
    }

    /// Places of the buttons on the screen.
    pub fn buttons_on_screen(&self) -> &[(Button, Rect)] {
        &self.pad.places
    }

    /// Gives the scene what is held down, when that has changed.
    pub(super) fn hold_buttons(&mut self, ui: &Ui) {
        self.follow_fingers(ui);
        if self.buttons().is_empty() {
            return;
        }
        let writes = ui.ctx().egui_wants_keyboard_input();
        let down = |key: &Key| !writes && ui.input(|input| input.key_down(*key));
        let latest = ui.input(|input| input.pointer.latest_pos());
        let mouse = latest.filter(|_| self.pad.mouse && self.pad.fingers.is_empty());
        let touched: Vec<Pos2> = self.pad.fingers.values().copied().chain(mouse).collect();
        let mut controls = Controls::default();
        for (button, _) in self.buttons() {
            let by_key = KEYS.iter().any(|(it, key, _)| it == button && down(key));
            let mut places = self.pad.places.iter().filter(|(it, _)| it == button);
            let by_touch = places.any(|(_, place)| touched.iter().any(|at| place.contains(*at)));
            controls = controls.with(*button, by_key || by_touch);
        }
        // A record that is played holds buttons itself, until somebody else does.
        if controls != self.pad.held {
            self.pad.held = controls;
            self.command(&Command::Press(controls));
        }
    }

    fn follow_fingers(&mut self, ui: &Ui) {
        let pad = &mut self.pad;
        ui.input(|input| {
            for event in &input.events {
                let Event::Touch { device_id, id, phase, pos, .. } = event else { continue };
                match phase {
                    TouchPhase::Start | TouchPhase::Move => {
                        pad.fingers.insert((device_id.0, id.0), *pos);
                    }
                    TouchPhase::End | TouchPhase::Cancel => {
                        pad.fingers.remove(&(device_id.0, id.0));
                    }
                }
            }
            let pressed = input.pointer.primary_pressed();
            if pressed {
                pad.mouse = input.pointer.press_origin().is_some_and(|at| pad.contains(at));
            }
            pad.mouse &= input.pointer.primary_down();
        });
    }

    /// Places the buttons: arrows to the sides at the left, all others at the right.
    pub(super) fn place_buttons(&mut self, canvas: Rect) {
        let buttons = self.buttons();
        let has = |button: Button| buttons.iter().any(|(it, _)| *it == button);
        let bottom = canvas.bottom() - 14.0 - SIDE;
        let step = SIDE + GAP;
        let at = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(SIDE, SIDE));
        let (left, right) = (canvas.left() + 14.0, canvas.right() - 14.0 - SIDE);
        let mut places = vec![];
        let only_sides = !has(Button::First) && !has(Button::Up);
        for (button, _) in buttons {
            let place = match button {
                Button::Left => at(left, bottom),
                // Two thumbs for two flippers.
                Button::Right if only_sides => at(right, bottom),
                Button::Right => at(left + step, bottom),
                Button::Down if only_sides => at(right, bottom - step),
                Button::Up => at(left + if has(Button::Down) { 0.0 } else { step }, bottom - step),
                Button::Down => at(left + step, bottom - step),
                Button::First => at(right, bottom),
                Button::Second => at(right, bottom - step),
            };
            places.push((*button, place));
        }
        self.pad.places = places;
    }

    /// Height of the buttons at the right above the lower edge of a view: text there is drawn above them.
    pub(super) fn height_of_buttons(&self, view: Rect) -> f32 {
        let places = self.pad.places.iter().map(|(_, place)| *place);
        let is_right = |place: &Rect| view.intersects(*place) && place.left() > view.center().x;
        view.bottom() - places.filter(is_right).map(|it| it.top()).fold(view.bottom(), f32::min)
    }

    /// Draws the buttons, and what they do where there is room.
    pub(super) fn show_buttons(&self, painter: &Painter, canvas: Rect, paint: &Paint) {
        for (button, place) in &self.pad.places {
            let is_held = self.experiment.a().world().controls().is_down(*button);
            let fill = if is_held { paint.accent } else { paint.grid_strong };
            painter.rect_filled(*place, CornerRadius::same(10), fill.gamma_multiply(0.75));
            let line = Stroke::new(1.0, paint.text.gamma_multiply(0.5));
            painter.rect_stroke(*place, CornerRadius::same(10), line, StrokeKind::Inside);
            draw_sign(painter, place.center(), *button, paint);
        }
        if self.layout().is_compact() {
            return;
        }
        let mut y = canvas.top() + 10.0;
        for (button, about) in self.buttons() {
            let at = pos2(canvas.left() + 12.0, y);
            let text = format!("{}: {about}", name_of(*button));
            painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(13.0), paint.text);
            y += 18.0;
        }
    }
}

/// What the key of a button is called.
fn name_of(button: Button) -> &'static str {
    KEYS.iter().find(|(it, ..)| *it == button).map_or("", |(.., name)| name)
}

/// An arrow, or the name of a key.
fn draw_sign(painter: &Painter, at: Pos2, button: Button, paint: &Paint) {
    let way = match button {
        Button::Left => vec2(-1.0, 0.0),
        Button::Right => vec2(1.0, 0.0),
        Button::Up => vec2(0.0, -1.0),
        Button::Down => vec2(0.0, 1.0),
        Button::First | Button::Second => {
            let font = FontId::proportional(14.0);
            painter.text(at, Align2::CENTER_CENTER, name_of(button), font, paint.text);
            return;
        }
    };
    let corners = vec![
        at + way * 11.0,
        at - way * 7.0 + way.rot90() * 10.0,
        at - way * 7.0 - way.rot90() * 10.0,
    ];
    painter.add(egui::Shape::convex_polygon(corners, paint.text, Stroke::NONE));
}
