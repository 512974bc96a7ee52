//! Joints: added, removed, listed; springs, motors and limits.

mod edit;

pub use edit::*;

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{add, edit, given, read, run};
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraJointKey, UmbraOptionPair, UmbraOptionPose, UmbraOptionReal, UmbraPose,
    UmbraScene, UmbraVec2, keys,
};

/// Kind of a joint. A comment names the fields of `UmbraJointDef` that it needs besides its bodies.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraJointKind {
    /// A hinge: `anchor_a`.
    Revolute = 0,
    /// A slider: `anchor_a`, `axis`.
    Prismatic = 1,
    /// A suspension, along an axis with free rotation: `anchor_a`, `axis`.
    Wheel = 2,
    /// A pin in a groove: from `ground_a` to `ground_b` on the first body, `anchor_b`.
    Groove = 3,
    /// Glue: `anchor_a`.
    Weld = 4,
    /// A rod: `anchor_a`, `anchor_b`.
    Distance = 5,
    /// A rope: `anchor_a`, `anchor_b`, `length`.
    Rope = 6,
    /// A spring: `anchor_a`, `anchor_b`, `spring`.
    Spring = 7,
    /// Drives the second body as the first sees it: `target`, `velocity`, `angular_velocity`.
    Motor = 8,
    /// Draws `body_b` to a point of the world: `anchor_a`.
    Target = 9,
    /// Friction as that of a surface seen from above: `anchor_a`, `max_force`, `max_torque`.
    Friction = 10,
    /// Couples two rotations: `ratio`. With `joint_a` and `joint_b` instead of bodies, it couples
    /// what these joints measure.
    Gear = 11,
    /// A rope over two pulleys: `ground_a`, `ground_b`, `anchor_a`, `anchor_b`, `ratio`.
    Pulley = 12,
    /// Lets a body turn one way: `phase`, `step`.
    Ratchet = 13,
    /// Lets two bodies pass through one another.
    Filter = 14,
}

/// A joint to be added: see `umbra_joint_def_default`. Points are points of the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraJointDef {
    /// One of `UmbraJointKind`.
    pub kind: u32,
    /// First body.
    pub body_a: UmbraBodyKey,
    /// Second body.
    pub body_b: UmbraBodyKey,
    /// First joint of a gear between joints; 0 otherwise.
    pub joint_a: UmbraJointKey,
    /// Second joint of a gear between joints; 0 otherwise.
    pub joint_b: UmbraJointKey,
    /// Anchor on the first body, or on both.
    pub anchor_a: UmbraVec2,
    /// Anchor on the second body.
    pub anchor_b: UmbraVec2,
    /// Direction of a slider or a suspension.
    pub axis: UmbraVec2,
    /// First pulley, or begin of a groove.
    pub ground_a: UmbraVec2,
    /// Second pulley, or end of a groove.
    pub ground_b: UmbraVec2,
    /// True to take `local_anchor_a` and `local_anchor_b`, as the bodies see them, instead of
    /// points of the world. The axis is as the first body sees it then, too.
    pub use_local_anchors: bool,
    /// Anchor as the first body sees it.
    pub local_anchor_a: UmbraVec2,
    /// Anchor as the second body sees it.
    pub local_anchor_b: UmbraVec2,
    /// Ratio of a gear or a pulley. 1 by default.
    pub ratio: f32,
    /// Maximum length of a rope.
    pub length: f32,
    /// Angle of the first tooth of a ratchet.
    pub phase: f32,
    /// Angle between teeth of a ratchet.
    pub step: f32,
    /// Lower and upper limit: `umbra_some_pair`.
    pub limits: UmbraOptionPair,
    /// Speed and maximum force or torque of a motor: `umbra_some_pair`.
    pub motor: UmbraOptionPair,
    /// Frequency and damping ratio of a spring: `umbra_some_pair`.
    pub spring: UmbraOptionPair,
    /// Frequency and damping ratio of an angular spring: `umbra_some_pair`.
    pub angular_spring: UmbraOptionPair,
    /// Frequency and damping ratio of its rigid parts: `umbra_some_pair`.
    pub softness: UmbraOptionPair,
    /// Value at which a spring is at rest: `umbra_some`.
    pub rest: UmbraOptionReal,
    /// Target pose of a motor joint.
    pub target: UmbraOptionPose,
    /// Target velocity of a motor joint: `umbra_some_pair`.
    pub velocity: UmbraOptionPair,
    /// Target angular velocity of a motor joint: `umbra_some`.
    pub angular_velocity: UmbraOptionReal,
    /// Maximum force: `umbra_some`.
    pub max_force: UmbraOptionReal,
    /// Maximum torque: `umbra_some`.
    pub max_torque: UmbraOptionReal,
    /// Force at which it breaks: `umbra_some`.
    pub break_force: UmbraOptionReal,
    /// Torque at which it breaks: `umbra_some`.
    pub break_torque: UmbraOptionReal,
    /// True if its bodies collide with one another.
    pub collide_connected: bool,
    /// True if it acts. The default.
    pub enabled: bool,
    /// A number for the caller.
    pub user_data: u64,
}

/// A joint of one of `UmbraJointKind`, with nothing set.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_def_default(kind: u32) -> UmbraJointDef {
    let (none, pair, zero) =
        (UmbraOptionReal::default(), UmbraOptionPair::default(), UmbraVec2::default());
    UmbraJointDef {
        kind,
        body_a: 0,
        body_b: 0,
        joint_a: 0,
        joint_b: 0,
        anchor_a: zero,
        anchor_b: zero,
        axis: UmbraVec2 { x: 1.0, y: 0.0 },
        ground_a: zero,
        ground_b: zero,
        use_local_anchors: false,
        local_anchor_a: zero,
        local_anchor_b: zero,
        ratio: 1.0,
        length: 0.0,
        phase: 0.0,
        step: 0.0,
        limits: pair,
        motor: pair,
        spring: pair,
        angular_spring: pair,
        softness: pair,
        rest: none,
        target: UmbraOptionPose { is_set: false, pose: UmbraPose::IDENTITY },
        velocity: pair,
        angular_velocity: none,
        max_force: none,
        max_torque: none,
        break_force: none,
        break_torque: none,
        collide_connected: false,
        enabled: true,
        user_data: 0,
    }
}

impl UmbraJointDef {
    fn get(&self) -> Result<JointBuilder, Fault> {
        let joint = self.start()?.enabled(self.enabled).user_data(self.user_data);
        let joint = joint.collide_connected(self.collide_connected);
        let joint = if self.use_local_anchors {
            joint.local_anchors(self.local_anchor_a, self.local_anchor_b)
        } else {
            joint
        };
        Ok(self.with_numbers(self.with_pairs(joint)))
    }

    /// The joint with what its kind needs.
    fn start(&self) -> Result<JointBuilder, Fault> {
        let (a, b) = (keys::body(self.body_a), keys::body(self.body_b));
        let (at, to) = (self.anchor_a, self.anchor_b);
        let spring = || self.spring.get().ok_or(Fault::Value("spring", "must be set".to_owned()));
        Ok(match self.kind {
            0 => Joint::revolute(a, b, at),
            1 => Joint::prismatic(a, b, at, self.axis),
            2 => Joint::wheel(a, b, at, self.axis),
            3 => Joint::groove(a, b, self.ground_a, self.ground_b, to),
            4 => Joint::weld(a, b, at),
            5 => Joint::distance(a, b, at, to),
            6 => Joint::rope(a, b, at, to, self.length),
            7 => {
                let [hertz, damping_ratio] = spring()?;
                Joint::spring(a, b, at, to, hertz, damping_ratio)
            }
            8 => Joint::motor(a, b),
            9 => Joint::target(b, at),
            10 => Joint::friction(a, b, at),
            11 if self.joint_a != 0 || self.joint_b != 0 => {
                let joints = [self.joint_a, self.joint_b].map(keys::joint);
                Joint::gear_between(joints[0], joints[1], self.ratio)
            }
            11 => Joint::gear(a, b, self.ratio),
            12 => Joint::pulley(a, b, self.ground_a, self.ground_b, at, to, self.ratio),
            13 => Joint::ratchet(a, b, self.phase, self.step),
            14 => Joint::filter(a, b),
            other => return Err(Fault::Name("kind", other)),
        })
    }

    fn with_pairs(&self, mut joint: JointBuilder) -> JointBuilder {
        if let Some([lower, upper]) = self.limits.get() {
            joint = joint.limits(lower, upper);
        }
        if let Some([speed, max_force]) = self.motor.get() {
            joint = joint.motor(speed, max_force);
        }
        if let Some([hertz, damping_ratio]) = self.spring.get() {
            joint = joint.spring(hertz, damping_ratio);
        }
        if let Some([hertz, damping_ratio]) = self.angular_spring.get() {
            joint = joint.angular_spring(hertz, damping_ratio);
        }
        if let Some(softness) = self.softness.softness() {
            joint = joint.softness(softness);
        }
        if let Some(velocity) = self.velocity.get() {
            joint = joint.velocity(velocity);
        }
        joint
    }

    fn with_numbers(&self, mut joint: JointBuilder) -> JointBuilder {
        type Setter = fn(JointBuilder, f32) -> JointBuilder;
        let setters: [(UmbraOptionReal, Setter); 6] = [
            (self.rest, JointBuilder::rest),
            (self.angular_velocity, JointBuilder::angular_velocity),
            (self.max_force, JointBuilder::max_force),
            (self.max_torque, JointBuilder::max_torque),
            (self.break_force, JointBuilder::break_force),
            (self.break_torque, JointBuilder::break_torque),
        ];
        for (value, set) in setters {
            if let Some(value) = value.get() {
                joint = set(joint, value);
            }
        }
        if let Some(target) = self.target.get() {
            joint = joint.target(target);
        }
        joint
    }
}

/// Adds a joint. A null `out` is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_add_joint(
    scene: Option<&mut UmbraScene>,
    def: Option<&UmbraJointDef>,
    out: Option<&mut MaybeUninit<UmbraJointKey>>,
) -> UmbraStatus {
    add(scene, out, |scene| Ok(scene.add_joint(given("def", def)?.get()?)?.to_bits()))
}

/// Removes a joint.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_remove_joint(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.remove_joint(keys::joint(joint))?))
}

/// True if the joint is in the scene. False if the scene is null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_has_joint(scene: Option<&UmbraScene>, joint: UmbraJointKey) -> bool {
    scene.is_some_and(|scene| scene.0.joint(keys::joint(joint)).is_ok())
}

/// Lists the keys of all joints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_joints(
    scene: Option<&UmbraScene>,
    out: *mut UmbraJointKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.joints().map(JointKey::to_bits))
    })
}

/// Kind of the joint: one of `UmbraJointKind`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_kind(
    scene: Option<&UmbraScene>,
    joint: UmbraJointKey,
    out: Option<&mut MaybeUninit<u32>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(kind_number(scene.joint(keys::joint(joint))?.kind())))
}

fn kind_number(kind: JointKind) -> u32 {
    (match kind {
        JointKind::Revolute => UmbraJointKind::Revolute,
        JointKind::Prismatic => UmbraJointKind::Prismatic,
        JointKind::Wheel => UmbraJointKind::Wheel,
        JointKind::Groove => UmbraJointKind::Groove,
        JointKind::Weld => UmbraJointKind::Weld,
        JointKind::Distance => UmbraJointKind::Distance,
        JointKind::Rope => UmbraJointKind::Rope,
        JointKind::Spring => UmbraJointKind::Spring,
        JointKind::Motor => UmbraJointKind::Motor,
        JointKind::Target => UmbraJointKind::Target,
        JointKind::Friction => UmbraJointKind::Friction,
        JointKind::Gear => UmbraJointKind::Gear,
        JointKind::Pulley => UmbraJointKind::Pulley,
        JointKind::Ratchet => UmbraJointKind::Ratchet,
        JointKind::Filter => UmbraJointKind::Filter,
        other => unreachable!("a kind of joints without a number: {other:?}"),
    }) as u32
}

/// Points that a pulley hangs from.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_grounds(
    scene: Option<&UmbraScene>,
    joint: UmbraJointKey,
    ground_a: Option<&mut MaybeUninit<UmbraVec2>>,
    ground_b: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    run(|| {
        let (a, b) = (given("ground_a", ground_a)?, given("ground_b", ground_b)?);
        let grounds = given("scene", scene)?.0.joint(keys::joint(joint))?.grounds();
        let none = || Fault::Value("joint", "must be a pulley".to_owned());
        let grounds = grounds.ok_or_else(none)?;
        a.write(grounds[0].into());
        b.write(grounds[1].into());
        Ok(())
    })
}

/// True in `out` if the joint is solved at once with those that it is connected to.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_is_solved_as_tree(
    scene: Option<&UmbraScene>,
    joint: UmbraJointKey,
    out: Option<&mut MaybeUninit<bool>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.joint(keys::joint(joint))?.solved_as() == SolvedAs::Tree))
}
