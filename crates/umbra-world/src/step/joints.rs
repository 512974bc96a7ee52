//! Joints before and after the solver: which take part, where their anchors are, and which break.

use std::collections::BTreeSet;
use umbra_geom::sort::Arrange;

use umbra_geom::{Point, Real, Vector};
use umbra_solver::{ConstraintForm, Contact, FIXED, JointConstraint, Softness, Stiffness};

use crate::joint::{BY_MASS, JointPart, Opening, Settings, Spring, target_acceleration};
use crate::keys::slot_of;
use crate::measure::{Measured, gear_value};
use crate::store::{Bodies, Infos, JointInfo, Joints, ListedJoint};
use crate::{BodyKey, BodyKind, JointEvent, JointKey, JointKind, World};

/// The lowest frequency of a spring that was given by its stiffness.
const LEAST_HERTZ: Real = 1e-9;

/// Lists the joints that have an awake dynamic body, if others may have than in the step before.
pub(crate) fn list_if_changed(world: &mut World) {
    if !world.pending.joints {
        return;
    }
    let softness = world.config.solver.joint_softness;
    let World { bodies, joints, structure, .. } = world;
    joints.unlist_all(structure);
    joints.any_breakable = false;
    let Joints { infos, listed, constraints, any_breakable, .. } = joints;
    for (key, info) in infos.iter_mut() {
        let Some(joint) = listing(bodies, key, info, constraints.len()) else { continue };
        let [a, b] = joint.bodies;
        let solver_bodies = if info.settings.kind == JointKind::Target {
            [FIXED, bodies.solver_index(b)]
        } else {
            [a, b].map(|index| bodies.solver_index(index))
        };
        // Its place among joints stays as long as it is there.
        let slot = slot_of(key);
        let (impulses, mut impulse_at_pin) = info.take_impulses();
        for (part, of) in joint.parts.into_iter().enumerate() {
            let Some(of) = of else { continue };
            // Points never have any.
            let is_point = of == JointPart::Point;
            let at_pin =
                if is_point { Vector::zeros() } else { core::mem::take(&mut impulse_at_pin) };
            constraints.push(JointConstraint {
                body_a: solver_bodies[0],
                body_b: solver_bodies[1],
                priority: Contact::priority_of([slot, part as u32]),
                impulse: impulses[part],
                impulse_at_pin: at_pin,
                ..info.settings.constraint(of, softness)
            });
        }
        *any_breakable |= info.settings.is_breakable();
        info.listed = listed.len() as u32;
        listed.push(joint);
    }
    world.pending.joints = false;
    world.pending.structure = true;
}

/// Listing of a joint, if it has a body to move.
fn listing(
    bodies: &Bodies,
    key: JointKey,
    info: &JointInfo,
    constraints: usize,
) -> Option<ListedJoint> {
    let parts = info.settings.parts();
    if parts == [None; 3] {
        return None;
    }
    let [a, b] = info.bodies;
    let indices = [bodies.index(a).ok()?, bodies.index(b).ok()?];
    let takes_part = indices.iter().all(|index| bodies.infos[*index].enabled);
    let moves = |index: &usize| *index < bodies.awake && bodies.is_dynamic(*index);
    if !takes_part || !indices.iter().any(moves) {
        return None;
    }
    let kind = info.settings.kind;
    let arm = |side: usize| match (kind, side) {
        (JointKind::Target, 0) => info.settings.anchors[0].coords,
        _ => info.settings.anchors[side] - bodies.infos[indices[side]].local_center,
    };
    Some(ListedJoint {
        key,
        kind,
        is_plain: info.settings.is_plain() && !info.opening.is_open(),
        is_open: info.opening.is_open(),
        drawn_by_mass: info.settings.max_force >= BY_MASS,
        reference: info.reference,
        turns: info.turns,
        bodies: indices.map(|index| index as u32),
        arms: [arm(0), arm(1)],
        parts,
        first: constraints as u32,
        drives: info.settings.drives(),
    })
}

/// Tells the solver where the bodies of the joints are, and counts their turns.
pub(super) fn follow_bodies(world: &mut World, dt: Real) {
    let World { bodies, joints, config, .. } = world;
    let acceleration =
        target_acceleration(dt / config.solver.substeps as Real) * config.length_unit;
    let mut constraints = core::mem::take(&mut joints.constraints);
    for place in 0..joints.listed.len() {
        joints.listed[place].count_turns(bodies);
        let joint = &joints.listed[place];
        let ends = Ends::new(bodies, joint);
        if joint.is_plain {
            ends.write(&mut constraints[joint.first as usize]);
            continue;
        }
        let joint = *joint;
        turn_ratchet(joints, bodies, &joint);
        close_slowly(joints, place, dt, config.length_unit);
        for (_, part, place) in joint.constraints() {
            let constraint = &mut constraints[place];
            constraint.changed = true;
            ends.write(constraint);
            follow_part(joints, bodies, &joint, (part, &ends), constraint);
            if joint.is_open {
                let softness = config.solver.joint_softness;
                hold_open(joints, bodies, &joint, (part, softness), constraint);
            }
            if joint.drawn_by_mass {
                // Each step anew, as masses may change. What cannot be moved needs no bound.
                let inv_mass = bodies.states[joint.bodies[1] as usize].inv_mass;
                let force = acceleration / inv_mass;
                constraint.hold.max_force = if inv_mass > 0.0 { force } else { 0.0 };
            }
        }
    }
    joints.constraints = constraints;
}

/// Tells the solver what else changes with the bodies about a part of a joint.
fn follow_part(
    joints: &Joints,
    bodies: &Bodies,
    joint: &ListedJoint,
    (part, ends): (JointPart, &Ends),
    constraint: &mut JointConstraint,
) {
    let Some(info) = joints.infos.get(joint.key) else { return };
    let measured = Measured::of_listed(info, joint, bodies);
    if let Stiffness::Spring(_) = constraint.hold.stiffness {
        constraint.held_share = measured.held_share(part);
        if let Some(Spring::Stiff(_)) = info.settings.spring_of(part)
            && let Some(spring) = measured.softness(part)
        {
            // Whether there is a spring is told by the settings. Where nothing yields, it is all but none.
            let hertz = spring.hertz.max(LEAST_HERTZ);
            constraint.hold.stiffness = Stiffness::Spring(Softness { hertz, ..spring });
        }
    }
    let rotation = bodies.states[joint.bodies[0] as usize].rotation;
    match &mut constraint.form {
        ConstraintForm::Length => {}
        ConstraintForm::Point => {
            if let Some(velocity) = info.settings.velocity {
                constraint.hold.velocity = rotation * velocity;
            }
        }
        ConstraintForm::Axis(axis) => *axis = rotation * info.settings.axis_of(part),
        ConstraintForm::Pulley { grounds, .. } => {
            let [a, b] = info.settings.grounds;
            *grounds = [a - ends.centers[0], b - ends.centers[1]];
        }
        // An image was just put where it belongs.
        ConstraintForm::Angle { .. } if joint.kind == JointKind::Image => {}
        ConstraintForm::Angle { start, ratios, lines } => {
            if joint.kind == JointKind::Gear {
                *start = (gear_value(joints, bodies, info) - info.gear_value) as Real;
                *ratios = gear_ratios(&joints.infos, info);
                *lines = gear_lines(joints, bodies, info);
            } else {
                *start = measured.angle() as Real;
            }
            if joint.kind == JointKind::Ratchet {
                constraint.limits = info.tooth_limits();
            }
        }
    }
}

/// Reduces the initial error of a joint.
fn close_slowly(joints: &mut Joints, place: usize, dt: Real, unit: Real) {
    let joint = &mut joints.listed[place];
    if !joint.is_open {
        return;
    }
    let Some(info) = joints.infos.get_mut(joint.key) else { return };
    info.opening = info.opening.after(dt, unit);
    joint.is_open = info.opening.is_open();
    joint.is_plain = !joint.is_open && info.settings.is_plain();
}

/// Has the solver take for closed what may still be open.
fn hold_open(
    joints: &Joints,
    bodies: &Bodies,
    joint: &ListedJoint,
    (part, softness): (JointPart, Softness),
    constraint: &mut JointConstraint,
) {
    let Some(info) = joints.infos.get(joint.key) else { return };
    let Opening { way, length } = info.opening;
    constraint.between -= bodies.states[joint.bodies[0] as usize].rotation * way;
    if matches!(part, JointPart::Length | JointPart::Lines) {
        let told = info.settings.constraint(part, softness);
        if matches!(told.hold.stiffness, Stiffness::Rigid(_)) {
            constraint.hold.goal = told.hold.goal + length;
        }
        constraint.limits = told.limits;
        constraint.limits[usize::from(length > 0.0)] += length;
    }
}

/// Counts the teeth of a ratchet.
fn turn_ratchet(joints: &mut Joints, bodies: &Bodies, joint: &ListedJoint) {
    if joint.kind != JointKind::Ratchet {
        return;
    }
    let Some(info) = joints.infos.get(joint.key) else { return };
    let tooth = info.tooth_at(Measured::new(info, joints, bodies).angle());
    if let Some(info) = joints.infos.get_mut(joint.key) {
        let is_ahead = (tooth - info.tooth) * info.settings.step > 0.0;
        info.tooth = if is_ahead { tooth } else { info.tooth };
    }
}

/// Anchors of a joint. A body that the solver does not move is seen from its anchor, so that
/// numbers stay small far from the origin.
struct Ends {
    arms: [Vector; 2],
    /// Origins of the arms.
    centers: [Point; 2],
    between: Vector,
}

impl Ends {
    fn new(bodies: &Bodies, joint: &ListedJoint) -> Self {
        let end = |side: usize| {
            if side == 0 && joint.kind == JointKind::Target {
                // A place in the world.
                return (Vector::zeros(), Point::from(joint.arms[0]));
            }
            let index = joint.bodies[side];
            let state = &bodies.states[index as usize];
            let arm = state.rotation * joint.arms[side];
            if bodies.solver_index(index) == FIXED {
                (Vector::zeros(), state.center + arm)
            } else {
                (arm, state.center)
            }
        };
        let [(arm_a, center_a), (arm_b, center_b)] = [end(0), end(1)];
        let centers = [center_a, center_b];
        Self { arms: [arm_a, arm_b], centers, between: center_b - center_a }
    }

    fn write(&self, constraint: &mut JointConstraint) {
        [constraint.anchor_a, constraint.anchor_b] = self.arms;
        constraint.between = self.between;
    }
}

/// Factors of each body's turn in a gear's value.
fn gear_ratios(infos: &Infos, info: &JointInfo) -> [Real; 2] {
    let [a, b] = turned_sides(infos, info);
    [if a { -1.0 } else { 0.0 }, if b { info.settings.ratio } else { 0.0 }]
}

/// Factors of each body's displacement in a gear's value.
fn gear_lines(joints: &Joints, bodies: &Bodies, info: &JointInfo) -> [Vector; 2] {
    let Some(geared) = info.geared else { return [Vector::zeros(); 2] };
    let [a, b] = geared.map(|key| match joints.infos.get(key) {
        Some(joint) if !joint.settings.kind.is_turned() => {
            Measured::new(joint, joints, bodies).axis()
        }
        _ => Vector::zeros(),
    });
    [-a, b * info.settings.ratio]
}

fn turned_sides(infos: &Infos, info: &JointInfo) -> [bool; 2] {
    let Some(joints) = info.geared else { return [true; 2] };
    joints.map(|key| infos.get(key).is_some_and(|joint| joint.settings.kind.is_turned()))
}

/// Breaks joints whose force or torque was too large, and tells what went.
pub(super) fn finish(world: &mut World, dt: Real) {
    world.joints.inv_h = world.config.solver.substeps as Real / dt;
    if world.joints.any_breakable {
        break_overloaded(world);
    }
}

/// Of overloaded joints that share a body, the one that is most so breaks: that relieves the
/// others. All links of a rope bear the same force, and it does not fall into pieces.
fn break_overloaded(world: &mut World) {
    let mut overloaded = Vec::new();
    for joint in &world.joints.listed {
        let Some(info) = world.joints.infos.get(joint.key) else { continue };
        let settings = &info.settings;
        if !settings.is_breakable() {
            continue;
        }
        let Settings { break_force, break_torque, .. } = *settings;
        let measured = Measured::new(info, &world.joints, &world.bodies);
        let force = measured.reaction_force(&world.joints);
        let torque = measured.reaction_torque(&world.joints);
        let load = Real::max(force.norm() / break_force, torque.abs() / break_torque);
        if load > 1.0 {
            overloaded.push(Overloaded { load, joint: joint.key, force, torque });
        }
    }
    // Ties are broken by the order of the joints.
    overloaded.arrange_stably_by(|a, b| b.load.total_cmp(&a.load));
    let mut relieved = BTreeSet::new();
    for Overloaded { joint, force, torque, .. } in overloaded {
        let Some(info) = world.joints.infos.get(joint) else { continue };
        let [body_a, body_b] = info.bodies;
        let moves = |key: &BodyKey| {
            let index = world.bodies.index(*key);
            index.is_ok_and(|index| world.bodies.infos[index].kind == BodyKind::Dynamic)
        };
        let movable: Vec<_> = [body_a, body_b].into_iter().filter(moves).collect();
        let is_relieved = movable.iter().any(|body| relieved.contains(body));
        relieved.extend(movable);
        if is_relieved {
            continue;
        }
        let [body_a, body_b] = [body_a, body_b].map(|key| world.bodies.original(key));
        let broken = JointEvent::Broken { joint, body_a, body_b, force, torque };
        world.events.joints.next.push(broken);
        world.take_out_joint(joint, false);
    }
}

/// A joint that bears more than it can, and how many times as much.
struct Overloaded {
    load: Real,
    joint: JointKey,
    force: Vector,
    torque: Real,
}
