//! View of the camera: the first view of a scene, or all of it.

use umbra::prelude::*;
use umbra_scenes::Framing;

use super::App;
use crate::canvas::{Tints, Trails};
use crate::framing;

/// View that the camera was set for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// First view that the scene asks for.
    Start,
    /// Everything that can move, where it is now.
    Whole,
    /// View that a link asks for.
    Wanted,
}

impl App {
    pub(super) fn frame_scene(&mut self) {
        self.start_view = framing::start_view(self.experiment.a().source()).map(|view| view.shown);
        self.fit_to(Fit::Start);
        self.hands.suit(self.experiment.a().scene().config().length_unit);
        self.find_followed();
        self.start_looks();
    }

    /// Colours of a scene at its start; nothing is behind bodies yet.
    pub(super) fn start_looks(&mut self) {
        let tints = Tints::for_scene(self.experiment.a().scene());
        self.tints = [tints.clone(), tints];
        self.trails.iter_mut().for_each(Trails::clear);
    }

    /// Shows a part of the world of a height, until something else is asked for.
    pub(super) fn look_at(&mut self, center: Point, height: Real) {
        let half = Vector::new(0.5 * height, 0.5 * height);
        self.wanted_view = Some(Aabb { min: center - half, max: center + half });
        self.fit_to(Fit::Wanted);
        self.follow = None;
    }

    /// The middle and the height of what is shown, if it is not what the scene begins with.
    pub(super) fn own_view(&self) -> Option<(Point, Real)> {
        if !self.is_fitted {
            return None;
        }
        match self.wanted_view.filter(|_| self.fit == Fit::Wanted && !self.is_moved) {
            Some(view) => Some((view.center(), 2.0 * view.half_extents().y)),
            None => {
                let height = self.canvas.height() / self.camera.scale;
                self.is_moved.then_some((self.camera.center, height))
            }
        }
    }

    /// Sets the camera in the next frame, when the size of the canvas is known.
    fn fit_to(&mut self, fit: Fit) {
        (self.fit, self.is_fitted, self.is_moved) = (fit, false, false);
    }

    /// The view of the start and that of everything by turns; after somebody moved the camera, that
    /// of the start.
    pub(super) fn toggle_fit(&mut self) {
        let is_at_start = self.fit == Fit::Start && !self.is_moved;
        self.fit_to(if is_at_start { Fit::Whole } else { Fit::Start });
        self.find_followed();
        if self.fit == Fit::Whole {
            self.follow = None;
        }
    }

    pub(super) fn find_followed(&mut self) {
        self.follow_within = None;
        if let Framing::Follow(_) = self.experiment.a().source().framing() {
            self.follow = self.experiment.a().world().roles().marked;
            self.follow_within = framing::stage(self.experiment.a().scene());
        }
    }

    /// Sets the camera for what it was asked for last.
    pub(super) fn fit_camera(&mut self, size: egui::Vec2) {
        self.is_fitted = true;
        if let Some(view) = self.wanted_view.filter(|_| self.fit == Fit::Wanted) {
            self.camera = self.camera.show_height(&view, size);
            return;
        }
        let framing = self.experiment.a().source().framing();
        let view = match (self.fit, framing) {
            (Fit::Start, Framing::Follow(width)) => {
                self.camera.scale = framing::follow_scale(size, width);
                return;
            }
            (Fit::Start | Fit::Wanted, _) => self.start_view,
            (Fit::Whole, _) => framing::whole(self.experiment.a().scene()),
        };
        if let Some(view) = view {
            self.camera = self.camera.fit(&view, size);
        }
    }
}
