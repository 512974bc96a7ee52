//! The figures of one moment.

use core::time::Duration;

use umbra::geom::math::{cross, dot};
use umbra::prelude::*;
use umbra_scenes::examples::deepest_overlap;

/// How many stages a step has.
const STAGES: usize = Stage::ALL.len();

/// Figures of one step for the numbers panel. Sums are in `f64`, so that they show the engine's
/// drift and not their own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The number of steps done.
    pub step: u32,
    /// The time of each stage of the step.
    pub stages: [Duration; STAGES],
    /// Counts of the scene.
    pub stats: Stats,
    /// The energy of all motion.
    pub kinetic_energy: f64,
    /// The energy of all heights, from the origin.
    pub potential_energy: f64,
    /// The sum of mass times velocity.
    pub momentum: [f64; 2],
    /// The sum of angular momenta about the origin.
    pub angular_momentum: f64,
    /// Number of overlaps with sensors that began in the step, and of those that ended.
    pub sensor_events: [usize; 2],
    /// The deepest overlap of two shapes.
    pub deepest_overlap: Real,
    /// The state hash.
    pub hash: u64,
}

impl Sample {
    /// The names of the columns of [`row`](Self::row).
    pub const HEADER: &'static str = "step,stage times in us: changes,pairs,collide,hooks,wake,structure,solve,finish,\
        events,sensors,sleep,step in us,bodies,awake bodies,contacts,touching contacts,joints,islands,sensors,\
        overlaps,overlaps begun,overlaps ended,kinetic energy,potential energy,momentum x,momentum y,angular momentum,deepest overlap,state hash";

    /// Measures a scene.
    pub(super) fn measure(scene: &Scene, step: u32) -> Self {
        let mut stages = [Duration::ZERO; STAGES];
        for (time, (_, profile)) in stages.iter_mut().zip(scene.profile().stages()) {
            *time = profile.time;
        }
        let mut sample = Self {
            step,
            stages,
            stats: scene.stats(),
            sensor_events: sensor_events(scene),
            deepest_overlap: deepest_overlap(scene),
            hash: scene.state_hash(),
            ..Self::default()
        };
        let gravity = scene.config().gravity;
        let dynamic = |body: &BodyRef<'_>| body.kind() == BodyKind::Dynamic && body.is_enabled();
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()).filter(dynamic) {
            let (center, mass) = (body.center_of_mass().coords, f64::from(body.mass()));
            let velocity = body.velocity_at(body.center_of_mass());
            sample.kinetic_energy += f64::from(body.kinetic_energy());
            sample.potential_energy -=
                mass * f64::from(body.gravity_scale()) * f64::from(dot(gravity, center));
            sample.momentum[0] += mass * f64::from(velocity.x);
            sample.momentum[1] += mass * f64::from(velocity.y);
            sample.angular_momentum += mass * f64::from(cross(center, velocity))
                + f64::from(body.inertia()) * f64::from(body.angular_velocity());
        }
        sample
    }

    /// Duration of the step.
    pub fn total(&self) -> Duration {
        self.stages.iter().sum()
    }

    /// A line of a table, the columns separated by commas.
    pub fn row(&self) -> String {
        let micros = |time: &Duration| format!("{:.1}", time.as_secs_f64() * 1e6);
        let mut cells = vec![self.step.to_string()];
        cells.extend(self.stages.iter().map(micros));
        cells.push(micros(&self.total()));
        let stats = &self.stats;
        let counts = [
            stats.bodies,
            stats.awake_bodies,
            stats.contacts,
            stats.touching_contacts,
            stats.joints,
            stats.islands,
            stats.sensors,
            stats.overlaps,
            self.sensor_events[0],
            self.sensor_events[1],
        ];
        cells.extend(counts.iter().map(ToString::to_string));
        let [x, y] = self.momentum;
        let figures = [self.kinetic_energy, self.potential_energy, x, y, self.angular_momentum];
        cells.extend(figures.iter().map(ToString::to_string));
        cells.push(self.deepest_overlap.to_string());
        cells.push(format!("{:016x}", self.hash));
        cells.join(",")
    }
}

/// How many overlaps with sensors began in the last step, and how many ended.
fn sensor_events(scene: &Scene) -> [usize; 2] {
    let events = scene.sensor_events();
    let begun = events.iter().filter(|event| matches!(event, SensorEvent::Begin { .. })).count();
    [begun, events.len() - begun]
}
