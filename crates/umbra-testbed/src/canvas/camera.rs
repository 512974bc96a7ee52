//! Camera: from the world to the screen and back.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use umbra::prelude::*;

/// The smallest and the largest scale, in points per metre: a pixel is 10 km, or a metre is a
/// kilometre of screen.
const SCALES: core::ops::RangeInclusive<f32> = 1e-4..=1e6;
/// How much room a fit leaves around, as a part of what it shows.
const MARGIN: f32 = 0.06;

/// Camera: the part of the world that is shown, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point in the middle.
    pub center: Point,
    /// Points of the screen per metre.
    pub scale: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { center: Point::origin(), scale: 40.0 }
    }
}

impl Camera {
    /// Shows this box and a little more on a canvas of this size. A box that is not finite changes
    /// nothing.
    #[must_use]
    pub fn fit(self, shown: &Aabb, size: Vec2) -> Self {
        let half = shown.half_extents() * (1.0 + 2.0 * MARGIN);
        if !(shown.is_valid() && half.x.is_finite() && half.y.is_finite()) {
            return self;
        }
        let scale = (0.5 * size.x / half.x.max(1e-6)).min(0.5 * size.y / half.y.max(1e-6));
        Self { center: shown.center(), scale: limited(scale) }
    }

    /// Shows the height of a box exactly, whatever is seen of its width.
    #[must_use]
    pub fn show_height(self, shown: &Aabb, size: Vec2) -> Self {
        let height = 2.0 * shown.half_extents().y;
        Self { center: shown.center(), scale: limited(size.y / height.max(1e-6)) }
    }

    /// Moves the picture by a vector of the screen.
    pub fn pan(&mut self, by: Vec2) {
        self.center += Vector::new(-by.x, by.y) / self.scale;
    }
}

fn limited(scale: f32) -> f32 {
    if scale.is_finite() { scale.clamp(*SCALES.start(), *SCALES.end()) } else { *SCALES.start() }
}

/// A camera that looks at the world through a rectangle of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Camera of the view.
    pub camera: Camera,
    /// Rectangle of the view on the screen.
    pub rect: Rect,
}

impl Lens {
    /// Screen position of a point of the world.
    pub fn to_screen(&self, point: Point) -> Pos2 {
        let from_center = (point - self.camera.center) * self.camera.scale;
        self.rect.center() + vec2(from_center.x, -from_center.y)
    }

    /// Point of the world at a position of the screen.
    pub fn to_world(&self, at: Pos2) -> Point {
        let from_center = (at - self.rect.center()) / self.camera.scale;
        self.camera.center + Vector::new(from_center.x, -from_center.y)
    }

    /// The part of the world that is seen.
    pub fn view(&self) -> Aabb {
        let [a, b] = [self.rect.left_bottom(), self.rect.right_top()].map(|at| self.to_world(at));
        Aabb { min: a, max: b }
    }

    /// Zooms by a factor, with what is under a point of the screen staying there.
    pub fn zoom(&mut self, factor: f32, at: Pos2) {
        let fixed = self.to_world(at);
        self.camera.scale = limited(self.camera.scale * factor);
        let moved = fixed - self.to_world(at);
        self.camera.center += moved;
    }

    /// Length of a metre on the screen.
    pub fn length(&self, meters: Real) -> f32 {
        meters * self.camera.scale
    }

    /// The point of the screen at which the middle of the world would be, which is where a kept
    /// mesh moves with.
    pub(super) fn offset_of(&self, point: Point) -> Vec2 {
        self.to_screen(point) - pos2(0.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens() -> Lens {
        let camera = Camera { center: Point::new(3.0, -2.0), scale: 25.0 };
        Lens { camera, rect: Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 600.0)) }
    }

    #[test]
    fn points_go_to_the_screen_and_back() {
        let lens = lens();
        assert_eq!(lens.to_screen(lens.camera.center), lens.rect.center());
        assert_eq!(lens.to_screen(Point::new(4.0, -1.0)), lens.rect.center() + vec2(25.0, -25.0));
        for point in [[0.0, 0.0], [10.0, 7.0], [-5.0, 3.5]].map(Point::from) {
            assert!((lens.to_world(lens.to_screen(point)) - point).norm() < 1e-4);
        }
        let view = lens.view();
        assert_eq!(view.half_extents(), Vector::new(16.0, 12.0));
    }

    #[test]
    fn zoom_keeps_what_is_under_the_cursor() {
        let mut lens = lens();
        let cursor = pos2(220.0, 480.0);
        let under = lens.to_world(cursor);
        lens.zoom(1.7, cursor);
        assert!((lens.to_world(cursor) - under).norm() < 1e-4);
        assert_eq!(lens.camera.scale, 42.5);
        lens.zoom(f32::NAN, cursor);
        lens.zoom(0.0, cursor);
        assert!(lens.camera.scale > 0.0 && lens.camera.center.x.is_finite());
    }

    #[test]
    fn a_fit_shows_the_whole_box() {
        let shown = Aabb { min: Point::new(-30.0, 2.0), max: Point::new(10.0, 8.0) };
        let mut lens = lens();
        lens.camera = lens.camera.fit(&shown, lens.rect.size());
        assert!(lens.view().contains(&shown));
        assert!(lens.view().half_extents().x < 1.2 * shown.half_extents().x);
        assert_eq!(lens.camera.fit(&Aabb::EMPTY, lens.rect.size()), lens.camera);
    }
}
