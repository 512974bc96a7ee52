//! The keyboard.

use egui::{Key, Ui};
use umbra::prelude::*;

use super::App;
use crate::experiment::Experiment;
use crate::hands::{Tool, body_at};
use crate::session::{Command, Target};

/// What a key does.
type Act = fn(&mut App);

/// A row of the table of keys.
pub(super) struct Shortcut {
    /// Name of the key in the help.
    pub(super) shown: &'static str,
    /// Effect of the key, in words.
    pub(super) about: &'static str,
    key: Key,
    act: Act,
}

const fn shortcut(shown: &'static str, key: Key, about: &'static str, act: Act) -> Shortcut {
    Shortcut { shown, about, key, act }
}

/// All keys but the numbers, which choose tools.
pub(super) static KEYS: [Shortcut; 16] = [
    shortcut("Space", Key::Space, "play or pause", |app| {
        app.experiment.playing = !app.experiment.playing;
    }),
    shortcut(".", Key::Period, "one step", |app| app.noting(Experiment::step)),
    shortcut(",", Key::Comma, "one step back", |app| app.noting(Experiment::step_back)),
    shortcut("R", Key::R, "restart", App::restart),
    shortcut("F", Key::F, "the view of the start, or all of the scene", App::toggle_fit),
    shortcut("G", Key::G, "follow what is selected, or stop following", App::toggle_follow),
    shortcut("B", Key::B, "bomb at the pointer", App::bomb_at_pointer),
    shortcut("P", Key::P, "pin the body at the pointer, or take the pin out", App::pin_at_pointer),
    shortcut(
        "Delete",
        Key::Delete,
        "remove what is selected, or the body at the pointer",
        App::remove,
    ),
    shortcut("C", Key::C, "two configurations side by side, or one", |app| {
        let compared = !app.experiment.is_compared();
        app.experiment.set_compared(compared);
    }),
    shortcut("D", Key::D, "show contacts, normals and velocities, or hide them", |app| {
        let on = !app.view.contacts;
        (app.view.contacts, app.view.normals, app.view.velocities) = (on, on, on);
    }),
    shortcut("O", Key::O, "open a file", |app| app.wants_file = true),
    shortcut("S", Key::S, "show or hide the scenes", App::toggle_scenes),
    shortcut("K", Key::K, "show or hide the panel on the right", App::toggle_side),
    shortcut("Esc", Key::Escape, "select nothing, take the hand", |app| {
        app.selected = None;
        app.hands.tool = Tool::Hand;
    }),
    shortcut("H", Key::H, "this help", |app| app.shows_help = !app.shows_help),
];

/// The keys of the tools, in their order.
const NUMBERS: [Key; 10] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Num0,
];

impl App {
    /// Does what the keys of this frame ask for, unless somebody writes into a field.
    pub(super) fn keys(&mut self, ui: &Ui) {
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        for shortcut in KEYS.iter().filter(|shortcut| pressed(shortcut.key)) {
            (shortcut.act)(self);
        }
        if core::mem::take(&mut self.wants_file) {
            self.choose_file(ui.ctx());
        }
        if pressed(Key::Backspace) {
            self.remove();
        }
        let tools = NUMBERS.into_iter().zip(Tool::all());
        if let Some((_, tool)) = tools.into_iter().find(|(key, _)| pressed(*key)) {
            self.hands.tool = tool;
        }
    }

    fn bomb_at_pointer(&mut self) {
        if let Some(at) = self.hovered {
            self.command(&self.hands.bomb(at));
        }
    }

    fn body_at_pointer(&self) -> Option<(BodyKey, Point)> {
        let at = self.hovered?;
        let scene = self.experiment.session(self.active).scene();
        body_at(scene, at, 1.0 / self.camera.scale).map(|body| (body, at))
    }

    fn pin_at_pointer(&mut self) {
        if let Some((body, at)) = self.body_at_pointer() {
            self.command(&Command::Pin { body, at });
        }
    }

    fn remove(&mut self) {
        let under = || self.body_at_pointer().map(|(body, _)| Target::Body(body));
        if let Some(target) = self.selected.or_else(under) {
            self.command(&Command::Remove(target));
            self.selected = None;
        }
    }

    pub(super) fn toggle_follow(&mut self) {
        let scene = self.experiment.a().scene();
        let body = match self.selected {
            Some(Target::Body(body)) => Some(body),
            Some(Target::Collider(key)) => scene.collider(key).map(|collider| collider.body()).ok(),
            Some(Target::Joint(key)) => scene.joint(key).map(|joint| joint.body_b()).ok(),
            None => self.experiment.a().world().roles().marked,
        };
        self.follow = if self.follow.is_some() { None } else { body };
    }
}
