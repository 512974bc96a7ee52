//! Keys and places on the screen for scenes that are played: what is held down becomes [`Controls`]
//! of the scene.
//!
//! Fingers are followed one by one, because two flippers need two thumbs; egui's own buttons know
//! one pointer.

use std::collections::HashMap;

use egui::text::LayoutJob;
use egui::{Align, Align2, CornerRadius, Event, FontId, Key, Painter, Pos2, Rect, Stroke};
use egui::{StrokeKind, TouchPhase, Ui, pos2, vec2};
use umbra_scenes::{Button, Controls};

use super::App;
use crate::canvas::{Paint, write};
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

    /// Height of the buttons at the right above the lower edge of a view: text there is drawn above
    /// them.
    pub(super) fn height_of_buttons(&self, view: Rect) -> f32 {
        let places = self.pad.places.iter().map(|(_, place)| *place);
        let is_right = |place: &Rect| view.intersects(*place) && place.left() > view.center().x;
        view.bottom() - places.filter(is_right).map(|it| it.top()).fold(view.bottom(), f32::min)
    }

    /// Height of all buttons above the lower edge of a view.
    pub(super) fn height_of_pad(&self, view: Rect) -> f32 {
        let tops = self.pad.places.iter().map(|(_, place)| place.top());
        view.bottom() - tops.fold(view.bottom(), f32::min)
    }

    /// Draws the buttons with what they do, and which keys do the same where there is a keyboard.
    pub(super) fn show_buttons(&self, painter: &Painter, canvas: Rect, paint: &Paint) {
        for ((button, place), (_, about)) in self.pad.places.iter().zip(self.buttons()) {
            let is_held = self.experiment.a().world().controls().is_down(*button);
            let fill = if is_held { paint.accent } else { paint.grid_strong };
            painter.rect_filled(*place, CornerRadius::same(10), fill.gamma_multiply(0.75));
            let line = Stroke::new(1.0, paint.text.gamma_multiply(0.5));
            painter.rect_stroke(*place, CornerRadius::same(10), line, StrokeKind::Inside);
            draw_sign(painter, *place, *button, caption(about), paint);
        }
        if self.layout().is_compact() {
            return;
        }
        // Below the figures, where scenes write nothing.
        let mut y = canvas.top() + 30.0;
        for (button, about) in self.buttons() {
            let at = pos2(canvas.right() - 10.0, y);
            let text = format!("{}: {}", name_of(*button), about.replace('|', ""));
            write(painter, at, Align2::RIGHT_TOP, text, 13.0, paint.text, paint);
            y += 18.0;
        }
    }
}

/// What the key of a button is called.
fn name_of(button: Button) -> &'static str {
    KEYS.iter().find(|(it, ..)| *it == button).map_or("", |(.., name)| name)
}

/// Word or two on a button: what stands before a bar, or all of it.
fn caption(about: &str) -> &str {
    about.split('|').next().unwrap_or(about)
}

/// Caption of a button, and an arrow above it if it is one.
fn draw_sign(painter: &Painter, place: Rect, button: Button, caption: &str, paint: &Paint) {
    let way = match button {
        Button::Left => Some(vec2(-1.0, 0.0)),
        Button::Right => Some(vec2(1.0, 0.0)),
        Button::Up => Some(vec2(0.0, -1.0)),
        Button::Down => Some(vec2(0.0, 1.0)),
        Button::First | Button::Second => None,
    };
    let size = if way.is_some() { 10.0 } else { 13.0 };
    let (font, width) = (FontId::proportional(size), SIDE - 4.0);
    let mut job = LayoutJob::simple(caption.to_owned(), font, paint.text, width);
    job.halign = Align::Center;
    let galley = painter.layout_job(job);
    let height = galley.size().y;
    let top = match way {
        Some(_) => place.bottom() - height - 3.0,
        None => place.center().y - 0.5 * height,
    };
    painter.galley(pos2(place.center().x, top), galley, paint.text);
    let Some(way) = way else { return };
    let at = pos2(place.center().x, 0.5 * (place.top() + top) + 1.0);
    let corners = vec![
        at + way * 9.0,
        at - way * 6.0 + way.rot90() * 8.0,
        at - way * 6.0 - way.rot90() * 8.0,
    ];
    painter.add(egui::Shape::convex_polygon(corners, paint.text, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_of_buttons_are_short_enough_for_them() {
        for def in umbra_scenes::all() {
            for (button, about) in def.buttons {
                let caption = caption(about);
                let is_key = KEYS.iter().any(|(.., name)| *name == caption);
                // "Handbrake" has a line of its own; longer words are cut.
                let lines = caption.split(' ').filter(|word| word.len() > 2).count();
                let longest = caption.split(' ').map(str::len).max().unwrap_or(0);
                let is_short = lines <= 2 && longest <= 9 && caption.len() <= 14;
                assert!(is_short && !is_key, "{}: {button:?} is {caption}", def.name);
            }
        }
    }
}
