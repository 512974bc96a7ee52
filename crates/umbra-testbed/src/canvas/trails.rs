//! Lines behind bodies that move: where they were in the last second and a half.

use std::collections::{HashMap, VecDeque};

use umbra::prelude::*;

use super::{Paint, Pen, tint};

/// How many places of each body are kept.
const LENGTH: usize = 90;
/// More bodies than these have none: nobody could tell the lines apart.
const MOST: usize = 400;

/// The places of bodies in the last steps.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    places: HashMap<BodyKey, VecDeque<Point>>,
    step: u32,
}

impl Trails {
    /// Notes where bodies are after a step. A step that does not follow the last one begins anew.
    pub fn note(&mut self, scene: &Scene, step: u32) {
        if step == self.step {
            return;
        }
        let follows = step > self.step && step - self.step <= 16;
        self.step = step;
        if !follows {
            self.places.clear();
        }
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        let moving = bodies.filter(|body| body.is_dynamic() && body.is_enabled());
        let mut seen = 0;
        for body in moving.take(MOST) {
            seen += 1;
            let places = self.places.entry(body.key()).or_default();
            if places.len() == LENGTH {
                places.pop_front();
            }
            places.push_back(body.center_of_mass());
        }
        if self.places.len() > seen {
            self.places.retain(|key, _| scene.body(*key).is_ok());
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// Draws the lines, fainter the older they are.
    pub(super) fn draw(
        &self,
        pen: &mut Pen,
        scene: &Scene,
        paint: &Paint,
        tints: &tint::Tints,
        coloring: tint::Coloring,
    ) {
        for (key, places) in &self.places {
            let Ok(body) = scene.body(*key) else { continue };
            let index = tints.of_body(&body, coloring);
            let color = index.map_or(paint.accent, |index| tint::tint(index, paint));
            let points: Vec<_> = places.iter().map(|at| pen.lens().to_screen(*at)).collect();
            let count = points.len().max(2) as f32;
            for (index, ends) in points.windows(2).enumerate() {
                // What was put elsewhere left no line.
                let is_jump = (ends[1] - ends[0]).length() > 200.0;
                if !is_jump {
                    let faint = color.gamma_multiply(0.75 * index as f32 / count);
                    pen.line(ends[0], ends[1], 1.6, faint);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_kept_while_steps_follow_one_another() {
        let mut running =
            umbra_scenes::find("hello").unwrap().set_up(SceneConfig::default()).unwrap();
        let mut trails = Trails::default();
        for step in 1..=200 {
            running.step(1.0 / 60.0).unwrap();
            trails.note(&running.scene, step);
            trails.note(&running.scene, step);
        }
        assert_eq!(trails.places.values().map(VecDeque::len).collect::<Vec<_>>(), [LENGTH]);
        trails.note(&running.scene, 20);
        assert_eq!(trails.places.values().map(VecDeque::len).collect::<Vec<_>>(), [1]);
    }
}
