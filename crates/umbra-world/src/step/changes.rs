//! Stage 1: what the caller changed since the last step.
//!
//! Moved, added and removed bodies have updated their proxies at once, because queries ask them.
//! What is left for the step is the configuration, which the caller may write to freely, and
//! forces, which need gravity and the present masses. [`predict`](super::predict) updates the
//! boxes.

use core::ops::Range;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::{Bodies, BodyMarks, Forces, IS_FAR, MixRules, Placement};
use crate::{BodyKey, Error, SceneConfig, World};

use super::collide::BodyPose;
use super::fields;
use super::seams;

/// The smallest number of bodies for a thread.
#[cfg(feature = "parallel")]
const CHUNK: usize = 1024;

/// Checks the configuration if it was changed, and puts it into effect.
pub(super) fn apply_config(world: &mut World) -> Result<(), Error> {
    let config = world.config;
    if config == world.applied {
        return Ok(());
    }
    config.validate()?;
    world.generation.change();
    for broad in [&mut world.broad, &mut world.sensors.broad] {
        broad.set_config(config.boxes())?;
    }
    if config.simd != world.applied.simd {
        match config.simd {
            Some(level) => world.solver.set_level(level)?,
            None => world.solver.adapt_level(),
        }
        for broad in [&mut world.broad, &mut world.sensors.broad] {
            *broad = broad.clone().with_simd_level(config.vector_level());
        }
    }
    let other_sweeps = config.continuous != world.applied.continuous;
    world.pending.joints |= config.solver.joint_softness != world.applied.solver.joint_softness;
    world.pending.structure |= config.solver.joints != world.applied.solver.joints;
    if config.length_unit != world.applied.length_unit {
        // What counts as near a sensor follows the unit.
        world.colliders.outlines.clear_marks(IS_FAR);
        // So does what counts as joined.
        seams::note_all(world);
    }
    let rules = MixRules::new(&config);
    world.pending.materials |= rules != world.contacts.rules;
    world.contacts.rules = rules;
    if !rests_alike(&config, &world.applied) {
        world.wake_all();
        world.search_pause = 0.0;
    }
    world.applied = config;
    if other_sweeps {
        (0..world.bodies.infos.len()).for_each(|index| world.refresh_sweeps(index));
    }
    Ok(())
}

/// True if bodies that sleep under one configuration would sleep under the other.
fn rests_alike(a: &SceneConfig, b: &SceneConfig) -> bool {
    let forces = a.gravity == b.gravity && a.length_unit == b.length_unit && a.solver == b.solver;
    forces && a.sleep == b.sleep && MixRules::new(a) == MixRules::new(b)
}

/// Stores the poses of awake bodies, also for the narrow phase, and turns forces into
/// accelerations.
pub(super) fn apply_forces(world: &mut World, motions: &mut Vec<BodyPose>, dt: Real) {
    let gravity = world.config.gravity;
    let Bodies { states, previous, forces, marks, awake, .. } = &mut world.bodies;
    // All elements are overwritten below.
    motions.resize(*awake, BodyPose::NONE);
    let (states, motions) = (&mut states[..*awake], &mut motions[..]);
    #[cfg(feature = "parallel")]
    if states.len() >= 2 * CHUNK && umbra_lanes::threads::count() > 1 {
        let each = states.par_iter_mut().zip(previous).zip(forces).zip(motions).enumerate();
        let each = each.with_min_len(CHUNK).with_max_len(2 * CHUNK);
        return each.for_each(|(index, (((state, previous), forces), motion))| {
            accelerate_one(gravity, state, previous, forces, || &marks[index]);
            *motion = BodyPose::from_body(state, dt);
        });
    }
    for (index, (((state, previous), forces), motion)) in
        states.iter_mut().zip(previous).zip(forces).zip(motions).enumerate()
    {
        accelerate_one(gravity, state, previous, forces, || &marks[index]);
        *motion = BodyPose::from_body(state, dt);
    }
}

/// Takes bodies from this index on along that woke within the step, before the narrow phase.
pub(super) fn take_along(world: &mut World, motions: &mut Vec<BodyPose>, first: usize, dt: Real) {
    let woken = first..world.bodies.awake;
    accelerate(world, woken.clone(), dt);
    let woken = world.bodies.states[woken].iter();
    motions.extend(woken.map(|body| BodyPose::from_body(body, dt)));
}

/// Turns forces into accelerations for bodies that woke within the step, after the narrow phase.
pub(super) fn accelerate(world: &mut World, woken: Range<usize>, dt: Real) {
    fields::push(world, woken.clone(), dt);
    let gravity = world.config.gravity;
    let Bodies { states, previous, forces, marks, .. } = &mut world.bodies;
    for index in woken {
        let (previous, forces) = (&mut previous[index], &mut forces[index]);
        accelerate_one(gravity, &mut states[index], previous, forces, || &marks[index]);
    }
}

#[inline]
fn accelerate_one<'a>(
    gravity: Vector,
    state: &mut Body,
    previous: &mut Placement,
    forces: &mut Forces,
    marks: impl Fn() -> &'a BodyMarks,
) {
    *previous = Placement::from_body(state);
    if state.is_dynamic() {
        state.acceleration = gravity * forces.gravity_scale + forces.force * state.inv_mass;
        state.angular_acceleration = forces.torque * state.inv_inertia;
        // Mostly zero already; cold data is looked at only where it is not.
        if forces.any() {
            forces.set(&marks().constant_force);
        }
    }
}

/// A force and a torque applied to a body for this step.
pub(super) type Applied = (BodyKey, Vector, Real);

/// Lists the applied forces that this step will consume.
pub(super) fn note_forces(world: &World, list: &mut Vec<Applied>) {
    list.clear();
    let forces = world.bodies.forces[..world.bodies.awake].iter().enumerate();
    let pushed = forces.filter(|(_, forces)| forces.any());
    let key = |index: usize| world.bodies.infos[index].key;
    list.extend(pushed.map(|(index, forces)| (key(index), forces.force, forces.torque)));
}

/// Restores applied forces for the next step. Images may have gone since then.
pub(super) fn give_back(world: &mut World, forces: &[Applied]) {
    for (body, force, torque) in forces {
        if let Ok(index) = world.bodies.index(*body) {
            let forces = &mut world.bodies.forces[index];
            (forces.force, forces.torque) = (*force, *torque);
        }
    }
}
