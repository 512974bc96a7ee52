//! Small worlds in which two features are combined.
//!
//! A world is a [`World`]: a value of each of [`dimensions`], and a seed for random numbers.
//! [`covering`] makes rows of values that contain every two values of two dimensions together.
//! [`World::plan`] makes a [`plan`] of it, which is plain data: it can be filled into a scene
//! ([`plan::Plan::fill`]), scaled, mirrored, shifted, reduced and printed as a program.
//!
//! The laws that all of them have to obey are with the code that steps them:
//! `crates/umbra/tests/meetings` has the laws, and `benches/versus` compares engines.

mod change;
pub mod covering;
mod dice;
pub mod dimensions;
mod edits;
mod fill;
pub mod guests;
pub mod more;
mod movers;
pub mod passing;
pub mod plan;
mod program;
mod terrain;

pub use fill::Filled;

use dice::Dice;
use dimensions::{Values, describe, value};
use edits::Scope;
use passing::Passing;
use plan::{Part, Plan};
use terrain::Pace;
use umbra::prelude::*;

/// The length unit of coins, in metres.
const COIN: Real = 0.05;

/// A small world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The seed of all random numbers.
    pub seed: u64,
    /// A value of each dimension.
    pub values: Values,
    /// An additional feature, as an index of [`more::MORE`].
    pub more: u8,
    /// Indices of bodies that are left out, with their joints and edits.
    pub without: Vec<usize>,
    /// The number of steps, if not all.
    pub steps: Option<u32>,
}

impl World {
    /// The world of a row of values.
    pub fn new(seed: u64, values: Values) -> Self {
        Self { seed, values, more: 0, without: vec![], steps: None }
    }

    /// The name of the world in one line, from which a test can rebuild it.
    pub fn name(&self) -> String {
        let Self { seed, values, more, without, steps } = self;
        let (values, more) = (describe(values), more::MORE[usize::from(*more)]);
        format!("seed {seed}, `{values}`, {more}, without {without:?}, {steps:?} steps")
    }

    /// The value of a dimension.
    pub fn value(&self, name: &str) -> &'static str {
        value(&self.values, name)
    }

    /// The world as data.
    pub fn plan(&self) -> Plan {
        let dice = |purpose| Dice::new(self.seed, purpose);
        let rate: u16 = self.value("rate").parse().unwrap_or(60);
        let steps = match rate {
            30 => 80,
            60 => 120,
            120 => 200,
            _ => 280,
        };
        // Small things under the earth's gravity are that much faster.
        let hurry = if self.value("unit") == "coins" { COIN.sqrt().recip() } else { 1.0 };
        let pace = Pace { steps, second: Real::from(rate) / hurry };
        let room = terrain::room(self.value("terrain"), &mut dice("terrain"), pace);
        let (mut bodies, mut edits) = (room.bodies, room.edits);
        let floor = room.inner.min.y;
        let (obstacle, moves) = terrain::obstacle(
            self.value("obstacle"),
            &mut dice("obstacle"),
            floor,
            bodies.len(),
            pace,
        );
        bodies.extend(obstacle);
        edits.extend(moves);
        let first = bodies.len();
        let mut movers = movers::movers(&self.values, self.seed, &room.inner);
        movers::dress(&self.values, self.seed, &mut movers);
        bodies.append(&mut movers);
        let last = bodies.len();
        let joints = movers::join(&self.values, &mut bodies, first);
        let scope = Scope { movers: first..last, joints: joints.len() };
        let what = self.value("edit");
        edits.extend(edits::edits(what, &mut dice("edits"), steps, &scope));
        let more = more::MORE[usize::from(self.more)];
        edits.extend(more::edits(more, &mut dice("more"), steps, &scope, self.seed));
        let passing = Passing::new(more, &mut dice("passing"), steps);
        bodies.extend(passing.bodies);
        edits.extend(passing.edits);
        if self.more > 0 {
            edits.sort_by_key(|(step, _)| *step);
        }
        self.surfaces(&mut bodies);
        let mut plan = Plan {
            config: self.config(),
            dt: 1.0 / Real::from(rate),
            steps,
            bodies,
            joints,
            edits,
            room: room.bounds,
            length: 1.0,
            speed: 1.0,
        };
        // Last, so that names of bodies stay what they are.
        let is_room = |index: &usize| passing.is_open && plan.bodies[*index].part == Part::Room;
        let open: Vec<usize> = (0..plan.bodies.len()).filter(is_room).collect();
        open.into_iter().for_each(|index| plan.leave_out(index));
        for index in &self.without {
            plan.leave_out(*index);
        }
        if let Some(steps) = self.steps {
            plan.steps = steps.min(plan.steps);
        }
        if self.value("place") == "far" {
            plan = plan.shifted([300.0, -200.0]);
        }
        match self.value("unit") {
            "0.001" => plan.scaled(0.001, false),
            "coins" => plan.scaled(COIN, true),
            "50" => plan.scaled(50.0, false),
            "1000" => plan.scaled(1000.0, false),
            _ => plan,
        }
    }

    fn config(&self) -> SceneConfig {
        let gravity = match self.value("gravity") {
            "none" => Vector::zeros(),
            "aslant" => Vector::new(6.0, -8.0),
            "strong" => Vector::new(0.0, -40.0),
            _ => Vector::new(0.0, -10.0),
        };
        let mut config = SceneConfig { gravity, ..SceneConfig::default() };
        config.sleep.enabled = self.value("sleep") == "on";
        if self.value("continuous") == "all" {
            config.continuous = Continuous::All;
        }
        let solver = match self.value("correction") {
            "projection" => SolverConfig {
                correction: Correction::LINEAR_PROJECTION,
                ..SolverConfig::default()
            },
            "classic" => SolverConfig::classic(10),
            "precise" => SolverConfig::precise(),
            _ => SolverConfig::default(),
        };
        let bounce = self.value("bounce");
        config.solver = SolverConfig {
            substeps: self.value("substeps").parse().unwrap_or(4),
            joints: match self.value("solving") {
                "rows" => JointSolving::Rows,
                "trees" => JointSolving::Trees,
                _ => JointSolving::Auto,
            },
            restitution_threshold: match bounce {
                "all" | "all again" => 0.0,
                _ => solver.restitution_threshold,
            },
            ..solver
        };
        config
    }

    /// Sets the materials of all colliders.
    fn surfaces(&self, bodies: &mut [plan::BodyPlan]) {
        let restitution = match self.value("bounce") {
            "none" => 0.0,
            "half" | "half again" => 0.5,
            _ => 1.0,
        };
        let (friction, rolling) = match self.value("friction") {
            "none" => (0.0, 0.0),
            "rough" => (2.0, 0.0),
            "rolling" => (0.6, 0.05),
            _ => (0.6, 0.0),
        };
        for collider in bodies.iter_mut().flat_map(|body| &mut body.colliders) {
            (collider.friction, collider.restitution) = (friction, restitution);
            collider.rolling = rolling;
        }
    }
}

impl Plan {
    /// Removes the colliders, joints and edits of a body; it stays as a fixed body without
    /// colliders, so that indices keep their meaning.
    fn leave_out(&mut self, index: usize) {
        let Some(body) = self.bodies.get_mut(index) else { return };
        body.colliders.clear();
        if body.part == Part::Room {
            self.room = None;
        }
        body.part = Part::Anchor;
        body.kind = BodyKind::Fixed;
        (body.velocity, body.spin) = ([0.0; 2], 0.0);
        let mut names = vec![];
        let joints = std::mem::take(&mut self.joints);
        for joint in joints {
            let stays = !joint.bodies.contains(&index);
            names.push(stays.then_some(self.joints.len()));
            if stays {
                self.joints.push(joint);
            }
        }
        self.edits.retain_mut(|(_, edit)| match edit {
            plan::Edit::RemoveJoint(joint) | plan::Edit::Limits(joint, ..) => {
                let name = names.get(*joint).copied().flatten();
                *joint = name.unwrap_or(0);
                name.is_some()
            }
            other => other.body() != Some(index),
        });
    }
}
