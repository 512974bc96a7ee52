//! Stage 1: what the caller changed since the last step.
//!
//! Bodies that are moved, added or removed have told their proxies at once, so that queries know.
//! What is left for the step is the configuration, which the caller may write to freely, and
//! forces, which need gravity and masses as they are now. Boxes for what that sets in motion: see
//! [`ahead`](super::ahead).

use core::ops::Range;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::BroadPhase;
use umbra_geom::simd::Level;
use umbra_geom::{Real, Vector};
use umbra_solver::{Body, SimdLevel};

use crate::store::{Bodies, Drive, Placement};
use crate::{Error, Scene, SceneConfig};

use super::collide::Motion;

/// How many bodies a thread takes at least.
#[cfg(feature = "parallel")]
const SHARE: usize = 1024;

/// Checks the configuration if it was changed, and puts it into effect.
pub(super) fn apply_config(scene: &mut Scene) -> Result<(), Error> {
    let config = scene.config;
    if config == scene.applied {
        return Ok(());
    }
    config.validate()?;
    scene.broad.set_config(config.broad_phase())?;
    if config.simd != scene.applied.simd {
        scene.solver.set_level(config.simd.unwrap_or(SimdLevel::best()))?;
        scene.broad = scene.broad.clone().with_simd_level(vector_level(&config));
    }
    if !rests_alike(&config, &scene.applied) {
        scene.wake_all();
        scene.search_pause = 0.0;
    }
    scene.applied = config;
    Ok(())
}

/// Whether what sleeps under one configuration would go on sleeping under the other.
fn rests_alike(a: &SceneConfig, b: &SceneConfig) -> bool {
    let forces = a.gravity == b.gravity && a.length_unit == b.length_unit && a.solver == b.solver;
    forces && a.sleep == b.sleep
}

/// A broad phase for this configuration.
pub(crate) fn broad_phase(config: &SceneConfig) -> Result<BroadPhase, Error> {
    Ok(BroadPhase::new(config.broad_phase())?.with_simd_level(vector_level(config)))
}

/// The instructions for what knows no widths, only the best and the least that a machine has: the broad
/// phase, and whatever looks at eight pairs side by side.
pub(super) fn vector_level(config: &SceneConfig) -> Level {
    match config.simd {
        Some(SimdLevel::Scalar | SimdLevel::Four) => Level::baseline(),
        _ => Level::new(),
    }
}

/// The narrow phase's instructions; none where one number at a time is asked for, and pairs go one
/// by one.
pub(super) fn batch_level(config: &SceneConfig) -> Option<Level> {
    (config.simd != Some(SimdLevel::Scalar)).then(|| vector_level(config))
}

/// Notes where awake bodies are, also for the narrow phase, and turns forces into accelerations.
pub(super) fn apply_forces(scene: &mut Scene) {
    let gravity = scene.config.gravity;
    let Bodies { states, previous, drives, awake, .. } = &mut scene.bodies;
    let motions = &mut scene.scratch.motions;
    // All of them are written below.
    motions.resize(*awake, Motion::NONE);
    let (states, motions) = (&mut states[..*awake], &mut motions[..]);
    #[cfg(feature = "parallel")]
    if states.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let each = states.par_iter_mut().zip(previous).zip(drives).zip(motions);
        let each = each.with_min_len(SHARE).with_max_len(2 * SHARE);
        return each.for_each(|(((state, previous), drive), motion)| {
            accelerate_one(gravity, state, previous, drive);
            *motion = Motion::of(state);
        });
    }
    for (((state, previous), drive), motion) in
        states.iter_mut().zip(previous).zip(drives).zip(motions)
    {
        accelerate_one(gravity, state, previous, drive);
        *motion = Motion::of(state);
    }
}

/// Turns forces into accelerations for bodies that were woken within the step. The narrow phase has
/// gone by.
pub(super) fn accelerate(scene: &mut Scene, woken: Range<usize>) {
    let gravity = scene.config.gravity;
    let Bodies { states, previous, drives, .. } = &mut scene.bodies;
    for index in woken {
        let (previous, drive) = (&mut previous[index], &mut drives[index]);
        accelerate_one(gravity, &mut states[index], previous, drive);
    }
}

#[inline]
fn accelerate_one(gravity: Vector, state: &mut Body, previous: &mut Placement, drive: &mut Drive) {
    *previous = Placement { center: state.center, rotation: state.rotation };
    if state.is_dynamic() {
        state.acceleration = gravity * drive.gravity_scale + drive.force * state.inv_mass;
        state.angular_acceleration = drive.torque * state.inv_inertia;
        // Mostly there are none, and what is not written to need not go back to memory.
        if drive.is_pushed() {
            drive.let_go();
        }
    }
}

/// A force and a torque that were applied to a body for the step at hand.
pub(super) type Applied = (usize, Vector, Real);

/// The forces that the step at hand is going to spend.
pub(super) fn forces(scene: &Scene) -> Vec<Applied> {
    let drives = scene.bodies.drives[..scene.bodies.awake].iter().enumerate();
    let pushed = drives.filter(|(_, drive)| drive.is_pushed());
    pushed.map(|(index, drive)| (index, drive.force, drive.torque)).collect()
}

/// Applies forces again, to be spent by the next step. No body has changed its place in the arrays
/// since they were noted.
pub(super) fn give_back(scene: &mut Scene, forces: Vec<Applied>) {
    for (index, force, torque) in forces {
        let drive = &mut scene.bodies.drives[index];
        (drive.force, drive.torque) = (force, torque);
    }
}
