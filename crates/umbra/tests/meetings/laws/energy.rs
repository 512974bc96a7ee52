//! Energy never comes from nothing.

use umbra_scenes::meetings::plan::Edit;

use super::Law;
use crate::watch::{Drives, Run};

/// Motion and height together never grow, where nothing drives.
///
/// What is pressed into walls rises by as much when it is let out, and joints give back what
/// stretched them: so much is allowed beyond the least that there was. Springs are at rest when a
/// world begins, so they never give more than they got.
pub struct Energy {
    drives: Drives,
    /// When the world began, or after the last edit.
    start: Option<f64>,
    least: f64,
    /// At the end of the last step.
    last: f64,
    /// The largest that there was, up or down.
    largest: f64,
}

impl Energy {
    pub fn new(drives: Drives) -> Self {
        Self { drives, start: None, least: f64::INFINITY, last: 0.0, largest: 0.0 }
    }

    fn begin(&mut self, energy: f64) {
        (self.start, self.least, self.last) = (Some(energy), energy, energy);
    }
}

/// All motion and height, the mass, the mass times gravity, and motion alone.
fn measure(run: &Run<'_>) -> [f64; 4] {
    let gravity = run.scene().config().gravity.cast::<f64>();
    let (mut energy, mut mass, mut weight, mut motion) = (0.0, 0.0, 0.0, 0.0);
    for (_, body) in run.movers() {
        let m = f64::from(body.mass());
        let center = body.center_of_mass().coords.cast::<f64>();
        let pull = gravity * f64::from(body.gravity_scale()) * m;
        motion += f64::from(body.kinetic_energy());
        energy -= pull.dot(&center);
        mass += m;
        weight += pull.norm();
    }
    [energy + motion, mass, weight, motion]
}

impl Law for Energy {
    fn name(&self) -> &'static str {
        "energy"
    }

    fn edited(&mut self, run: &Run<'_>) {
        // A joint that had stretched gives back what it has when others let go, but that is little.
        let now = run.plan.edits.iter().filter(|(step, _)| *step == run.step);
        if now.into_iter().any(|(_, edit)| !matches!(edit, Edit::Sleep(..))) {
            let now = measure(run)[0];
            match self.start {
                // What springs hold stays in them.
                Some(start) if self.drives.springs => {
                    let added = now - self.last;
                    (self.start, self.least) = (Some(start + added), self.least + added);
                    self.last = now;
                }
                _ => self.begin(now),
            }
        }
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let [energy, mass, weight, motion] = measure(run);
        let Some(start) = self.start else {
            // The first step is not watched: what lies in a corner is within a hair of others.
            self.begin(energy);
            return Ok(());
        };
        let (length, speed) = (f64::from(run.plan.length), f64::from(run.plan.speed));
        let fallen = start - self.least;
        let given_back = match (run.plan.joints.is_empty(), self.drives.springs) {
            (_, true) => fallen,
            (false, _) => 0.2 * fallen,
            // What is pressed into another in an impact comes out again.
            (true, _) => 0.1 * fallen,
        };
        let scale = fallen + motion + mass * speed * speed;
        // Gravity, 300 length units from the origin, is rounded as places are.
        let slack = 0.05 * length * weight + 0.05 * mass * speed * speed + 0.003 * scale;
        let slack = slack * f64::from(run.haste());
        // Sums are rounded, and what is removed takes its part of them along.
        let bound = self.least + given_back + slack + 1e-6 * self.largest;
        self.least = self.least.min(energy);
        self.last = energy;
        self.largest = self.largest.max(energy.abs());
        if energy > bound {
            let gained = energy - bound;
            return Err(format!("gained {gained} J beyond {bound}, {scale} J at hand"));
        }
        Ok(())
    }
}
