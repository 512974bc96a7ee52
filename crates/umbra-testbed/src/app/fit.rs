//! What the camera shows of a scene at first, and after it was asked to show all of it.

use umbra::prelude::*;
use umbra_scenes::{Framing, examples};

use super::App;

/// A fit shows as many length units from top to bottom, at least.
const LEAST_HEIGHT: Real = 10.0;

/// What the camera shows after it was asked for a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// What the scene wants to be seen of it first.
    Start,
    /// Everything that can move, where it is now.
    Whole,
}

impl App {
    pub(super) fn frame_scene(&mut self) {
        self.fit = Some(Fit::Start);
        self.hands.suit(self.experiment.a().scene().config().length_unit);
        self.find_followed();
    }

    pub(super) fn find_followed(&mut self) {
        if let Framing::Follow(_) = self.experiment.a().source().framing() {
            self.follow = self.experiment.a().world().roles().marked;
        }
    }

    /// The box that a fit shows.
    pub(super) fn whole_scene(&self) -> Option<Aabb> {
        let scene = self.experiment.a().scene();
        examples::view_of_moving(scene).or_else(|| {
            let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
            let all = colliders.fold(Aabb::EMPTY, |all, collider| all.union(&collider.aabb()));
            all.is_valid().then_some(all)
        })
    }

    /// Sets the camera for the whole scene, or as the scene wants to be seen at its start.
    pub(super) fn fit_camera(&mut self, fit: Fit, size: egui::Vec2) {
        match (fit, self.experiment.a().source().framing()) {
            (Fit::Start, Framing::Follow(width)) => self.camera.scale = size.x / width,
            (Fit::Start, Framing::View(view)) => self.camera = self.camera.fit(&view, size),
            _ => {
                if let Some(all) = self.whole_scene() {
                    self.camera = self.camera.fit(&all, size);
                    // A single box does not fill the window.
                    let unit = self.experiment.a().scene().config().length_unit;
                    self.camera.scale = self.camera.scale.min(size.y / (LEAST_HEIGHT * unit));
                }
            }
        }
    }
}
