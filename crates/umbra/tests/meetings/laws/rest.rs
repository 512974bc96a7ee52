//! Bodies without a drive come to rest, and sleep.

use umbra::prelude::*;
use umbra_scenes::depth::Placed;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::plan::Plan;

use super::Law;
use crate::watch::{Drives, Run};

/// For how many seconds bodies are braked: what swings keeps half a hundredth of its speed for the
/// first 7.
const TIME: [Real; 2] = [7.0, 15.0];
/// How deep bodies may lie in one another at rest, in length units.
const DEPTH: f64 = 0.03;

/// After the run all bodies are braked. Then nothing moves, what may sleep does, and nothing lies
/// deep in anything.
pub struct Rest;

impl Rest {
    pub fn comes(plan: &Plan, world: &World, drives: Drives) -> bool {
        let has_gravity = world.value("gravity") != "none" || world.value("edit") == "gravity";
        let falls = plan.room.is_none() && has_gravity;
        let drops = matches!(world.value("role"), "sensor" | "one-way")
            || matches!(world.value("edit"), "sensor" | "kind" | "disable");
        // The rest takes a thousand steps at high rates.
        let rate = 1.0 / plan.dt;
        let is_chosen = rate < 61.0 || world.seed.is_multiple_of(4);
        !drives.walls && !drives.motors && !falls && !drops && is_chosen
    }
}

impl Law for Rest {
    fn name(&self) -> &'static str {
        "rest"
    }

    fn after(&mut self, run: &Run<'_>) -> Result<(), String> {
        let mut scene = run.scene().clone();
        let plan = run.plan;
        let movers: Vec<BodyKey> = run.movers().map(|(_, body)| body.key()).collect();
        // Small things fall and stop sooner.
        let hurry = plan.speed / plan.length;
        for key in &movers {
            let mut body = scene.body_mut(*key).unwrap();
            body.set_linear_damping(1.5 * hurry).unwrap();
            body.set_angular_damping(1.5 * hurry).unwrap();
        }
        let time = TIME[usize::from(!plan.joints.is_empty())];
        for _ in 0..(time / plan.dt) as u32 {
            scene.step(plan.dt).unwrap();
            if scene.stats().awake_bodies == 0 {
                break;
            }
        }
        let moves = |key: &BodyKey| scene.body(*key).unwrap().velocity().norm() / plan.speed;
        let fastest = movers.iter().map(moves).fold(0.0, Real::max);
        if fastest > 0.05 {
            return Err(format!("still moves at {fastest}"));
        }
        let awake = scene.stats().awake_bodies;
        if scene.config().sleep.enabled && awake > 0 {
            return Err(format!("{awake} bodies do not sleep, the fastest has {fastest}"));
        }
        deepest(&scene, &movers, plan)
    }
}

fn deepest(scene: &Scene, movers: &[BodyKey], plan: &Plan) -> Result<(), String> {
    if !plan.joints.is_empty() || !plan.edits.is_empty() {
        // What is joined does not collide, and what was changed may not either.
        return Ok(());
    }
    let of = |key: &BodyKey| -> Vec<(i32, Placed)> {
        let colliders = scene.body(*key).unwrap().colliders();
        let group = |key| scene.collider(key).unwrap().filter().group;
        colliders
            .flat_map(|key| Placed::all_of(scene, key).unwrap().map(move |it| (group(key), it)))
            .collect()
    };
    let all: Vec<_> = movers.iter().map(of).collect();
    for (index, shapes) in all.iter().enumerate() {
        for (group, shape) in shapes.iter().filter(|(group, _)| *group == 0) {
            for (_, other) in all[index + 1..].iter().flatten() {
                let depth =
                    -shape.separation_within(other, 0.0).unwrap_or(0.0) / f64::from(plan.length);
                if depth > DEPTH && *group == 0 {
                    return Err(format!("lies {depth:.4} deep in another"));
                }
            }
        }
    }
    Ok(())
}
