//! Fields, in stage 1: they apply forces to bodies for this step, as if the caller had applied
//! them.
//!
//! - `mod.rs`: which bodies fields act on, and which they wake;
//! - `pull.rs`: gravity, attraction and magnets, which act at the centre of mass;
//! - `flow.rs`: wind and water, which act on surfaces and areas;
//! - `damping.rs`: how all of these together keep from overshooting.

mod damping;
mod flow;
mod pull;

use core::ops::Range;

use smallvec::SmallVec;
use umbra_geom::math::{cross, dot};
use umbra_geom::{Real, Vector};

use crate::tuning::{FIELD_MOVED, FIELD_TURNED, VIOLENT_ACCELERATION};
use crate::world::ActiveField;
use crate::{FieldKind, World};
use flow::Flows;
use pull::Pull;

pub use pull::gravity_at;

/// So many fields take no memory of their own in a step.
const FEW: usize = 8;

/// A force and a torque about the centre of mass of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    force: Vector,
    torque: Real,
}

impl Load {
    const NONE: Self = Self { force: Vector::new(0.0, 0.0), torque: 0.0 };

    fn push_at(&mut self, arm: Vector, force: Vector) {
        self.force += force;
        self.torque += cross(arm, force);
    }

    fn add(&mut self, other: Self) {
        self.force += other.force;
        self.torque += other.torque;
    }

    fn wide(&self) -> [f64; 3] {
        [self.force.x, self.force.y, self.torque].map(f64::from)
    }
}

/// Stage 1: what moved with its body wakes what sleeps in it, then all awake bodies are pushed.
pub(super) fn apply(world: &mut World, dt: Real) {
    if world.fields.is_empty() {
        return;
    }
    wake_where_moved(world);
    push(world, 0..world.bodies.awake, dt);
}

/// Fields on bodies that have moved wake what sleeps where they are now.
fn wake_where_moved(world: &mut World) {
    let far = FIELD_MOVED * world.config.length_unit;
    for index in 0..world.fields.list.len() {
        let info = &world.fields.list[index];
        if info.field.body.is_none() || !world.acts(&info.field) {
            continue;
        }
        let pose = world.pose_of_field(&info.field);
        let has_moved = info.placed.is_none_or(|placed| {
            let moved = pose.translation.vector - placed.translation.vector;
            let turned =
                pose.rotation.re * placed.rotation.im - pose.rotation.im * placed.rotation.re;
            dot(moved, moved) > far * far || turned.abs() > FIELD_TURNED
        });
        if has_moved {
            world.fields.list[index].placed = Some(pose);
            world.wake_in_field_at(index);
        }
    }
}

/// Adds what fields do to the forces on some awake bodies.
pub(super) fn push(world: &mut World, range: Range<usize>, dt: Real) {
    if world.fields.is_empty() {
        return;
    }
    let ahead = lookahead(world) * dt;
    // Nothing below reads or changes fields, and bodies can be written to.
    let fields = core::mem::take(&mut world.fields);
    let active = fields.list.iter().filter_map(|info| ActiveField::new(world, info, ahead));
    let active: SmallVec<[_; FEW]> = active.collect();
    let mut reactions = SmallVec::<[_; FEW]>::from_elem(Load::NONE, active.len());
    for body in range {
        if world.bodies.is_dynamic(body) {
            let load = load_on(world, &active, body, [ahead, dt], &mut reactions);
            add(world, body, load);
        }
    }
    for (active, reaction) in active.iter().zip(reactions) {
        if let Some(owner) = active.owner.filter(|owner| world.bodies.is_dynamic(*owner)) {
            add(world, owner, reaction);
        }
    }
    drop(active);
    world.fields = fields;
}

/// The part of a step that lies between a step's beginning and where its accelerations count, on
/// average: substep by substep, bodies move with what they have gained so far. Forces of that place
/// make orbits close: the step keeps areas of phase space.
fn lookahead(world: &World) -> Real {
    let substeps = world.config.solver.substeps as Real;
    (substeps - 1.0) / (2.0 * substeps)
}

fn add(world: &mut World, body: usize, load: Load) {
    if load.force == Vector::zeros() && load.torque == 0.0 {
        return;
    }
    let (force, torque) = (load.force, load.torque);
    if !(force.x.is_finite() && force.y.is_finite() && torque.is_finite()) {
        return;
    }
    if body >= world.bodies.awake {
        // The reaction to something that moves wakes it for the next step.
        world.pending.to_wake.push(world.bodies.infos[body].key);
        return;
    }
    let forces = &mut world.bodies.forces[body];
    forces.force += force;
    forces.torque += torque;
    let state = &world.bodies.states[body];
    let (linear, angular) = (force * state.inv_mass, torque * state.inv_inertia);
    let most = VIOLENT_ACCELERATION * world.config.length_unit;
    if dot(linear, linear) > most * most || angular.abs() > VIOLENT_ACCELERATION {
        world.note_redirected(body);
    }
}

/// Load of all fields on a body.
fn load_on(
    world: &World,
    fields: &[ActiveField<'_>],
    body: usize,
    [ahead, dt]: [Real; 2],
    reactions: &mut [Load],
) -> Load {
    let center = world.bodies.states[body].center;
    let scene_gravity = world.config.gravity;
    let near = |active: &ActiveField<'_>| active.may_act_on(world, body);
    let gravity = pull::own_gravity(world, fields, center, near);
    let inv_mass = world.bodies.states[body].inv_mass;
    let mass = if inv_mass > 0.0 { 1.0 / inv_mass } else { 0.0 };
    let scale = world.bodies.forces[body].gravity_scale;
    let mut sum = Load { force: (gravity - scene_gravity) * (mass * scale), torque: 0.0 };
    let mut flows = Flows::default();
    let pull = Pull { position: center + world.bodies.states[body].velocity * ahead, mass, scale };
    for (active, reaction) in fields.iter().zip(reactions) {
        if matches!(active.field.kind, FieldKind::Gravity { .. }) || !active.may_act_on(world, body)
        {
            continue;
        }
        if active.field.kind.pulls() {
            if active.area.holds(center) {
                let force = pull.toward(active);
                sum.force += force;
                // What sleeps is not woken by what has come to rest.
                let is_still = world.bodies.sleep_timers[body].time > 0.0;
                if !(is_still && active.owner.is_some_and(|it| world.bodies.is_asleep(it))) {
                    reaction.add(active.reaction(world, &pull, force));
                }
            }
        } else {
            flows.add(world, active, body, gravity * scale, [ahead, dt]);
        }
    }
    sum.add(flows.load);
    if !flows.damping.is_none() {
        // All that acts is in balance with the drag.
        let forces = &world.bodies.forces[body];
        let weight = scene_gravity * (mass * scale);
        let others = Load { force: forces.force + weight, torque: forces.torque }.wide();
        let own = sum.wide();
        let acts = core::array::from_fn(|it| own[it] + others[it]);
        let state = &world.bodies.states[body];
        let bounded = flows.damping.bounded(state, [acts, flows.across.wide()], f64::from(dt));
        sum.add(flows.across);
        if let Some(left) = bounded {
            let [x, y, torque] = core::array::from_fn(|it| (left[it] - others[it]) as Real);
            sum = Load { force: Vector::new(x, y), torque };
        }
    }
    sum
}
