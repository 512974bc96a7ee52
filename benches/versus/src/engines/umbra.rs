//! Umbra: the scene that was described, itself.

use umbra::prelude::*;

use super::{BodyState, Engine};
use crate::description::Description;

pub(super) struct Umbra {
    scene: Scene,
    keys: Vec<BodyKey>,
    driven: Option<BodyKey>,
}

impl Umbra {
    /// A copy of `scene`, with another solver if one is given.
    pub(super) fn new(
        description: &Description,
        scene: &Scene,
        solver: Option<SolverConfig>,
    ) -> Result<Self, String> {
        let mut scene = scene.clone();
        if let Some(solver) = solver {
            scene.config_mut().solver = solver;
        }
        let keys: Vec<BodyKey> = scene.bodies().collect();
        let driven = description.driven.map(|(index, _)| keys[index]);
        Ok(Self { scene, keys, driven })
    }
}

impl Engine for Umbra {
    fn drive(&mut self, target: Pose, dt: Real) {
        if let Some(mut body) = self.driven.and_then(|key| self.scene.body_mut(key)) {
            body.move_to(target, dt).expect("a pose of the plan");
        }
    }

    fn step(&mut self, dt: Real) {
        self.scene.step(dt).expect("a step of a sixtieth of a second");
    }

    fn bodies(&self) -> Vec<BodyState> {
        let state = |key: &BodyKey| {
            let body = self.scene.body(*key).expect("nothing is removed");
            BodyState {
                pose: body.pose(),
                velocity: body.velocity(),
                angular_velocity: body.angular_velocity(),
            }
        };
        self.keys.iter().map(state).collect()
    }

    fn remarks(&self) -> String {
        let stats = self.scene.stats();
        format!(
            "{} moving bodies, {} contacts, {} with points, {} touching, {} batches",
            stats.moving_bodies,
            stats.contacts,
            stats.solved_contacts,
            stats.touching_contacts,
            stats.batches
        )
    }
}
