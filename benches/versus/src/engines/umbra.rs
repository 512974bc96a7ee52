//! Umbra: the scene that was described, itself.

use std::ops::Range;

use umbra::prelude::*;
use umbra_scenes::mechanisms::Push;

use super::{BodyState, CopyCost, Engine};
use crate::description::Description;
use crate::questions::{Batch, CAST_RADIUS, Line};
use crate::timing::timed;

pub(super) struct Umbra {
    scene: Scene,
    keys: Vec<BodyKey>,
    starts: Vec<Pose>,
    driven: Option<BodyKey>,
    /// Milliseconds of all steps, stage by stage.
    stages: [f64; Stage::ALL.len()],
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
        let starts = description.bodies.iter().map(|body| body.pose).collect();
        Ok(Self { scene, keys, starts, driven, stages: [0.0; Stage::ALL.len()] })
    }
}

impl Engine for Umbra {
    fn drive(&mut self, target: Pose, dt: Real) {
        if let Some(mut body) = self.driven.and_then(|key| self.scene.body_mut(key).ok()) {
            body.move_to(target, dt).expect("a pose of the scene");
        }
    }

    fn respawn(&mut self, bodies: Range<usize>) {
        for index in bodies {
            umbra_scenes::respawn(&mut self.scene, self.keys[index], self.starts[index])
                .expect("a pose of the scene");
        }
    }

    fn push(&mut self, body: usize, push: Push) {
        let mut body = self.scene.body_mut(self.keys[body]).expect("nothing is removed");
        body.apply_force_at(push.force.map(|x| x as Real), push.at.map(|x| x as Real))
            .expect("a force on a dynamic body");
        body.apply_torque(push.torque as Real).expect("a torque on a dynamic body");
    }

    fn set_substeps(&mut self, substeps: u32) {
        self.scene.config_mut().solver.substeps = substeps;
    }

    fn step(&mut self, dt: Real) {
        self.scene.step(dt).expect("a step of a sixtieth of a second");
        for (sum, (_, stage)) in self.stages.iter_mut().zip(self.scene.profile().stages()) {
            *sum += 1e3 * stage.time.as_secs_f64();
        }
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

    fn ask(&mut self, batch: &Batch) -> f64 {
        let all = QueryFilter::default();
        let fraction = |hit: Option<Real>| hit.map_or(1.0, f64::from);
        match batch {
            Batch::Rays(lines) => {
                let cast = |line: &Line| self.scene.cast_ray(line.origin, line.translation, all);
                lines.iter().map(|line| fraction(cast(line).map(|hit| hit.fraction))).sum()
            }
            Batch::RaysAtOnce(lines) => {
                let ray = |line: &Line| Ray::new(line.origin, line.translation);
                let rays: Vec<_> = lines.iter().map(ray).collect();
                let hits = self.scene.cast_rays(&rays, all).into_iter();
                hits.map(|hit| fraction(hit.map(|hit| hit.fraction))).sum()
            }
            Batch::Boxes(boxes) => {
                let found = |aabb: &Aabb| self.scene.overlap_aabb(aabb, all);
                boxes.iter().map(|aabb| found(aabb).len() as f64).sum()
            }
            Batch::Circles(lines) => {
                let disc = Shape::from(Circle::new(CAST_RADIUS).expect("a radius"));
                let cast = |line: &Line| {
                    let pose = Pose::from_parts(line.origin.coords.into(), Rotation::identity());
                    self.scene.cast_shape(&disc, pose, line.translation, all)
                };
                lines.iter().map(|line| fraction(cast(line).map(|hit| hit.fraction))).sum()
            }
        }
    }

    fn copy_cost(&mut self, rounds: usize) -> CopyCost {
        let mut saved = Snapshot::default();
        let save_into = |scene: &mut Scene, to: &mut Snapshot| {
            scene.save_into(to).expect("a scene can be saved");
        };
        let save = timed(rounds, || save_into(&mut self.scene, &mut saved));
        // From a later moment: what has not moved is not put back.
        let mut later = Snapshot::default();
        self.scene.step(1.0 / 60.0).expect("a scene can be stepped");
        save_into(&mut self.scene, &mut later);
        let mut go_to = |moment: &Snapshot| self.scene.restore(moment).expect("it was saved");
        let restore = timed(rounds, || {
            go_to(&saved);
            go_to(&later);
        });
        go_to(&saved);
        CopyCost { save, restore: 0.5 * restore, bytes: saved.size() }
    }

    fn remarks(&self) -> String {
        let stats = self.scene.stats();
        let stages = Stage::ALL.iter().zip(self.stages);
        let stages: Vec<_> = stages.map(|(stage, ms)| format!("{stage:?} {ms:.0}")).collect();
        format!(
            "{} moving bodies, {} contacts, {} with points, {} touching, {} batches, {:?}; all \
             steps, ms: {}",
            stats.moving_bodies,
            stats.contacts,
            stats.solved_contacts,
            stats.touching_contacts,
            stats.batches,
            stats.impacts,
            stages.join(", ")
        )
    }
}
