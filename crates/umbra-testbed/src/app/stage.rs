//! The canvases, and what pointers do there.

use egui::{Align2, CornerRadius, PointerButton, Rect, Sense, Stroke, StrokeKind, Ui, pos2};
use umbra::prelude::*;

use super::App;
use crate::canvas::{Lens, Paint, Shown, draw_grid, draw_scale, write};
use crate::experiment::Side;
use crate::framing;
use crate::hands::{Action, Pointer, Tool};
use crate::knobs::{KNOBS, Knob};

/// How much a point of the wheel zooms.
const WHEEL: f32 = 0.0025;

impl App {
    /// View of a side. Both sides have one camera.
    pub(super) fn lens(&self, side: Side) -> Lens {
        let rect = match (side, self.experiment.is_compared()) {
            (_, false) => self.canvas,
            (Side::A, true) => self.canvas.split_left_right_at_fraction(0.5).0,
            (Side::B, true) => self.canvas.split_left_right_at_fraction(0.5).1,
        };
        Lens { camera: self.camera, rect }
    }

    /// Shows the canvases, and lets hands work there.
    pub(super) fn stage(&mut self, ui: &mut Ui) {
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(egui::Vec2::splat(8.0)), Sense::drag());
        self.canvas = rect;
        let size = self.lens(Side::A).rect.size();
        if !self.is_fitted || (size != self.fitted_for && !self.is_moved) {
            self.fitted_for = size;
            self.fit_camera(size);
        }
        self.follow_body();
        self.place_buttons(self.canvas);
        self.look_back();
        let actions = self.listen(ui, &response);
        self.act(actions);
        let paint = Paint::new(ui.visuals().dark_mode);
        let sides: Vec<Side> = self.experiment.sessions().map(|(side, _)| side).collect();
        for side in sides {
            self.show_side(ui, side, &paint);
        }
        if self.pictures.is_waiting() {
            return;
        }
        let painter = ui.painter_at(rect);
        self.show_cost(&painter, rect, &paint);
        self.show_buttons(&painter, rect, &paint);
        if self.view.legend && self.shows_interface {
            let above = self.height_of_pad(rect);
            let rect = rect.with_max_y(rect.bottom() - above);
            self.show_legend(&painter, rect, &paint);
        }
    }

    /// Notes where bodies are and who touches whom, if that is shown.
    fn look_back(&mut self) {
        for (side, session) in self.experiment.sessions() {
            let scene = session.scene();
            self.tints[side as usize].update(scene, self.view.coloring);
            if self.view.trails {
                self.trails[side as usize].note(scene, session.step_count());
            }
        }
    }

    fn follow_body(&mut self) {
        let session = self.experiment.a();
        let Some(body) = self.follow.and_then(|key| session.scene().body(key).ok()) else { return };
        let local = body.local_point(body.center_of_mass());
        let at = body.interpolated_pose(self.alpha()) * local;
        let is_marked = session.world().roles().marked == self.follow;
        let stage = self.follow_within.filter(|_| is_marked);
        let half = self.lens(Side::A).view().half_extents();
        self.camera.center = framing::follow(at, stage, half);
    }

    fn alpha(&self) -> Real {
        if self.view.interpolation { self.experiment.alpha() } else { 1.0 }
    }

    /// What the pointer did in this frame.
    fn listen(&mut self, ui: &Ui, response: &egui::Response) -> Vec<Action> {
        // A press on a button of the scene is not one on the canvas.
        let on_pad = ui.input(|input| {
            let origin = input.pointer.press_origin().or(input.pointer.latest_pos());
            origin.is_some_and(|at| self.pad.contains(at))
        });
        let is_over = response.contains_pointer() && !on_pad;
        let (latest, pressed, down) = ui.input(|input| {
            let pointer = &input.pointer;
            let pressed = pointer.primary_pressed();
            // Between two slow frames a quick hand has moved on: what it takes is where it pressed.
            let origin = pointer.press_origin().filter(|_| pressed);
            (origin.or(pointer.latest_pos()), pressed, pointer.primary_down())
        });
        let others_down = ui.input(|input| {
            input.pointer.button_down(PointerButton::Secondary)
                || input.pointer.button_down(PointerButton::Middle)
        });
        if let Some(at) = latest.filter(|_| is_over && !self.hands.is_busy()) {
            let is_b = self.experiment.is_compared() && self.lens(Side::B).rect.contains(at);
            self.active = if is_b { Side::B } else { Side::A };
        }
        let lens = self.lens(self.active);
        let at = latest.filter(|_| is_over || self.hands.is_busy());
        self.hovered = at.map(|at| lens.to_world(at));
        let pointer = ui.input(|input| {
            let fingers = input.multi_touch().filter(|_| is_over || self.hands.is_busy());
            let fingers = fingers.filter(|_| !self.pad.is_touched());
            let pinch = fingers.map(|it| (it.translation_delta, it.zoom_delta));
            let wheel = (WHEEL * input.smooth_scroll_delta().y).exp() * input.zoom_delta();
            Pointer {
                at: fingers.map(|it| it.center_pos).or(at).map(|at| (at, lens.to_world(at))),
                pressed: pressed && is_over,
                down,
                pan: if others_down && is_over { input.pointer.delta() } else { egui::Vec2::ZERO },
                pinch,
                zoom: if is_over && pinch.is_none() { wheel } else { 1.0 },
                point_length: 1.0 / lens.camera.scale,
            }
        });
        let scene = self.experiment.session(self.active).scene();
        self.hands.update(&pointer, scene, self.selected)
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Do(command) => self.command(&command),
                Action::Select(target) => {
                    // The panels are about the session that was clicked.
                    self.side = self.active;
                    self.select(target);
                }
                Action::Pan(by) => {
                    // Somebody who moves the picture wants it where it is put.
                    self.follow = None;
                    self.is_moved = true;
                    self.camera.pan(by);
                }
                Action::Zoom(factor, at) => {
                    self.is_moved = true;
                    let mut lens = self.lens(self.active);
                    lens.zoom(factor, at);
                    self.camera = lens.camera;
                }
                Action::Complain(text) => self.notes.complain(text),
            }
        }
    }

    fn show_side(&mut self, ui: &Ui, side: Side, paint: &Paint) {
        let lens = self.lens(side);
        let painter = ui.painter_at(lens.rect);
        painter.rect_filled(lens.rect, CornerRadius::ZERO, paint.background);
        if self.view.grid {
            draw_grid(&painter, &lens, paint);
        }
        let shown = Shown {
            session: self.experiment.session(side),
            lens,
            view: &self.view,
            paint,
            alpha: self.alpha(),
            selected: self.selected,
            tints: &self.tints[side as usize],
            trails: &self.trails[side as usize],
            letters: true,
        };
        if let Err(error) = self.layers[side as usize].paint(&painter, &shown) {
            self.notes.complain(error.to_string());
        }
        // Over the walls.
        if self.view.grid {
            draw_scale(&painter, &lens, paint, self.height_of_buttons(lens.rect));
        }
        if self.pictures.is_waiting() {
            return;
        }
        if side == self.active {
            self.show_hands(&painter, &lens, paint);
        }
        if self.experiment.is_compared() {
            self.show_name(&painter, side, lens.rect, paint);
        }
        if let Some(goal) = shown_goal(self, side) {
            let at = lens.rect.center_top() + egui::vec2(0.0, 12.0);
            write(&painter, at, Align2::CENTER_TOP, goal, 13.0, paint.text, paint);
        }
    }

    /// How many bodies there are, and how long a step takes.
    fn show_cost(&mut self, painter: &egui::Painter, rect: Rect, paint: &Paint) {
        let session = self.experiment.a();
        let (bodies, threads) = (session.scene().stats().bodies, self.experiment.threads.count());
        // Smoothed, so that it can be read.
        let now = 1000.0 * session.step_time().as_secs_f32();
        self.step_ms += 0.08 * (now - self.step_ms);
        let plural =
            |count: usize, of: &str| format!("{count} {of}{}", if count == 1 { "" } else { "s" });
        let text = format!(
            "{bodies} bodies, {:.2} ms a step, {}",
            self.step_ms,
            plural(threads, "thread")
        );
        let at = rect.right_top() + egui::vec2(-10.0, 8.0);
        write(painter, at, Align2::RIGHT_TOP, text, 12.0, paint.text, paint);
    }

    /// What the tool in hand is about to do.
    fn show_hands(&self, painter: &egui::Painter, lens: &Lens, paint: &Paint) {
        let stroke = Stroke::new(1.5, paint.accent);
        let line: Vec<_> = self.hands.line().iter().map(|at| lens.to_screen(*at)).collect();
        if line.len() > 1 {
            painter.line(line, stroke);
        }
        let Some(at) = self.hovered.map(|at| lens.to_screen(at)) else { return };
        if let Some(from) = self.hands.throws_from() {
            painter.arrow(lens.to_screen(from), at - lens.to_screen(from), stroke);
        }
        match &self.hands.tool {
            Tool::Spawn(what) => {
                let reach = what.clone().sized(self.hands.size).reach();
                painter.circle_stroke(at, lens.length(reach), Stroke::new(1.0, paint.accent));
            }
            Tool::Bomb => {
                painter.circle_stroke(at, lens.length(self.hands.bomb_radius), stroke);
            }
            _ => {}
        }
    }

    /// Which side it is, and what differs from the other.
    fn show_name(&self, painter: &egui::Painter, side: Side, rect: Rect, paint: &Paint) {
        let [a, b] = Side::BOTH.map(|side| *self.experiment.session(side).scene().config());
        let config = if side == Side::A { &a } else { &b };
        let mut text = side.name().to_owned();
        let differs = |knob: &&Knob| !knob.is_same(&a, &b) && (knob.is_used)(config);
        for knob in KNOBS.iter().filter(differs) {
            text += &format!("\n{} {}", knob.label.to_lowercase(), knob.text(config));
        }
        let at = rect.left_top() + egui::vec2(10.0, 8.0);
        write(painter, at, Align2::LEFT_TOP, text, 13.0, paint.text, paint);
        if side == Side::B {
            let edge = [rect.left_top(), pos2(rect.left(), rect.bottom())];
            painter.line_segment(edge, Stroke::new(1.0, paint.grid_strong));
        }
        if side == self.side {
            let inner = Stroke::new(1.0, paint.accent.gamma_multiply(0.5));
            painter.rect_stroke(rect, CornerRadius::ZERO, inner, StrokeKind::Inside);
        }
    }
}

/// What is written while steps are done as fast as possible.
fn shown_goal(app: &App, side: Side) -> Option<String> {
    let session = app.experiment.session(side);
    let goal = session.goal().map(|goal| format!("step {} of {goal}", session.step_count()));
    let ahead = app.experiment.ahead();
    goal.or_else(|| (ahead > 0).then(|| format!("{ahead} steps to go")))
}
