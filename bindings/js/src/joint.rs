//! Joints.
use umbra::prelude::*;
use umbra::{JointMut, JointRef};
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::joint_kinds::{KINDS, number};
use crate::table::{self, Options};
use crate::wire::{Key, Value, Values};
use crate::world::RawWorld;

fn put<T>(value: T) -> Result<(), umbra::Error> {
    let _ = value;
    Ok(())
}

/// Options of a new joint. What it joins is given apart.
pub const OPTIONS: &Options<JointBuilder> = &[
    ("localAnchors:vv", |it, v| it.local_anchors(v.point(0), v.point(2))),
    ("limits:nn", |it, v| it.limits(v.real(0), v.real(1))),
    ("motor:o(speed,maxForce)", |it, v| it.motor(v.real(0), v.real(1))),
    ("spring:s", |it, v| it.spring(v.real(0), v.real(1))),
    ("angularSpring:s", |it, v| it.angular_spring(v.real(0), v.real(1))),
    ("springStiffness:o(stiffness,damping)", |it, v| it.spring_stiffness(v.real(0), v.real(1))),
    ("angularSpringStiffness:o(stiffness,damping)", |it, v| {
        it.angular_spring_stiffness(v.real(0), v.real(1))
    }),
    ("softness:s", |it, v| it.softness(v.softness(0))),
    ("rest:n", |it, v| it.rest(v.real(0))),
    ("length:n", |it, v| it.length(v.real(0))),
    ("target:p", |it, v| it.target(v.pose(0))),
    ("velocity:v", |it, v| it.velocity(v.vector(0))),
    ("angularVelocity:n", |it, v| it.angular_velocity(v.real(0))),
    ("maxForce:n", |it, v| it.max_force(v.real(0))),
    ("maxTorque:n", |it, v| it.max_torque(v.real(0))),
    ("breakForce:n", |it, v| it.break_force(v.real(0))),
    ("breakTorque:n", |it, v| it.break_torque(v.real(0))),
    ("collideConnected:b", |it, v| it.collide_connected(v.flag(0))),
    ("enabled:b", |it, v| it.enabled(v.flag(0))),
    ("userData:u", |it, v| it.user_data(v.bits(0))),
];

/// A spring, unless it is switched off.
fn on(spring: Option<Softness>) -> Value {
    spring.filter(|it| it.hertz > 0.0).into()
}

type Get = fn(&JointRef<'_>) -> Value;
/// What can be read of a joint.
pub const GETTERS: &[(&str, Get)] = &[
    (
        "type:e(revolute,prismatic,weld,distance,rope,spring,wheel,motor,target,friction,gear,pulley,ratchet,groove,filter)",
        |it| Value::choice(number(it.kind())),
    ),
    ("bodyA", |it| Value::key(it.body_a())),
    ("bodyB", |it| Value::key(it.body_b())),
    ("anchorA", |it| it.anchor_a().into()),
    ("anchorB", |it| it.anchor_b().into()),
    ("axis", |it| it.axis().into()),
    ("angle", |it| it.angle().into()),
    ("referenceAngle", |it| it.reference_angle().into()),
    ("translation", |it| it.translation().into()),
    ("length", |it| it.length().into()),
    ("speed", |it| it.speed().into()),
    ("separation", |it| it.separation().into()),
    ("angularSeparation", |it| it.angular_separation().into()),
    ("reactionForce", |it| it.reaction_force().into()),
    ("reactionTorque", |it| it.reaction_torque().into()),
    ("motorForce", |it| it.motor_force().into()),
    ("limitForce", |it| it.limit_force().into()),
    ("effectiveMass", |it| it.effective_mass().into()),
    ("limits", |it| it.limits().into()),
    ("motor:o(speed,maxForce)", |it| it.motor().into()),
    ("spring", |it| on(it.spring())),
    ("angularSpring", |it| on(it.angular_spring())),
    ("springStiffness:o(stiffness,damping)", |it| it.spring_stiffness().into()),
    ("angularSpringStiffness:o(stiffness,damping)", |it| it.angular_spring_stiffness().into()),
    ("softness", |it| it.softness().into()),
    ("rest", |it| it.rest().into()),
    ("ratio", |it| it.ratio().into()),
    ("target", |it| it.target().into()),
    ("velocity", |it| it.velocity().into()),
    ("angularVelocity", |it| it.angular_velocity().into()),
    ("maxForce", |it| it.max_force().into()),
    ("maxTorque", |it| it.max_torque().into()),
    ("breakForce", |it| it.break_force().into()),
    ("breakTorque", |it| it.break_torque().into()),
    ("collideConnected", |it| it.collide_connected().into()),
    ("enabled", |it| it.is_enabled().into()),
    ("userData", |it| it.user_data().into()),
];

type Set = fn(&mut JointMut<'_>, Values<'_>) -> Result<(), umbra::Error>;
/// What can be changed of a joint.
pub const SETTERS: &[(&str, Set)] = &[
    ("localAnchors:vv", |it, v| it.set_local_anchors(v.point(0), v.point(2))),
    ("localAxis:v", |it, v| it.set_local_axis(v.vector(0))),
    ("limits:nn?", |it, v| {
        if v.is_null() { put(it.remove_limits()) } else { it.set_limits(v.real(0), v.real(1)) }
    }),
    ("motor:o(speed,maxForce)?", |it, v| {
        if v.is_null() { put(it.remove_motor()) } else { it.set_motor(v.real(0), v.real(1)) }
    }),
    ("spring:s?", |it, v| {
        if v.is_null() { it.set_spring(0.0, 0.0) } else { it.set_spring(v.real(0), v.real(1)) }
    }),
    ("angularSpring:s?", |it, v| {
        let [hertz, ratio] = if v.is_null() { [0.0; 2] } else { [v.real(0), v.real(1)] };
        it.set_angular_spring(hertz, ratio)
    }),
    ("springStiffness:o(stiffness,damping)", |it, v| it.set_spring_stiffness(v.real(0), v.real(1))),
    ("angularSpringStiffness:o(stiffness,damping)", |it, v| {
        it.set_angular_spring_stiffness(v.real(0), v.real(1))
    }),
    (
        "softness:s?",
        |it, v| {
            if v.is_null() { it.reset_softness() } else { it.set_softness(v.softness(0)) }
        },
    ),
    ("rest:n", |it, v| it.set_rest(v.real(0))),
    ("length:n", |it, v| it.set_length(v.real(0))),
    ("ratio:n", |it, v| it.set_ratio(v.real(0))),
    (
        "target:p?",
        |it, v| {
            if v.is_null() { put(it.remove_target()) } else { it.set_target(v.pose(0)) }
        },
    ),
    ("targetPoint:v", |it, v| it.set_target_point(v.point(0))),
    ("velocity:v", |it, v| it.set_velocity(v.vector(0))),
    ("angularVelocity:n", |it, v| it.set_angular_velocity(v.real(0))),
    ("maxForce:n?", |it, v| it.set_max_force(v.optional().unwrap_or(Real::INFINITY))),
    ("maxTorque:n?", |it, v| it.set_max_torque(v.optional().unwrap_or(Real::INFINITY))),
    ("breakForce:n?", |it, v| it.set_break_force(v.optional().unwrap_or(Real::INFINITY))),
    ("breakTorque:n?", |it, v| it.set_break_torque(v.optional().unwrap_or(Real::INFINITY))),
    ("collideConnected:b", |it, v| put(it.set_collide_connected(v.flag(0)))),
    ("enabled:b", |it, v| put(it.set_enabled(v.flag(0)))),
    ("userData:u", |it, v| put(it.set_user_data(v.bits(0)))),
];

#[wasm_bindgen]
impl RawWorld {
    /// Adds a joint.
    #[wasm_bindgen(js_name = jointAdd)]
    pub fn joint_add(&mut self, kind: u32, joined: &[f64], options: &[f64]) -> Answer<f64> {
        let joint = table::apply(OPTIONS, table::kind(KINDS, kind, joined), options);
        Ok(self.scene.add_joint(joint)?.to_number())
    }

    /// Removes a joint.
    #[wasm_bindgen(js_name = jointRemove)]
    pub fn joint_remove(&mut self, joint: f64) -> Answer {
        Ok(self.scene.remove_joint(JointKey::of_number(joint))?)
    }

    /// True if there is such a joint.
    #[wasm_bindgen(js_name = jointHas)]
    pub fn joint_has(&self, joint: f64) -> bool {
        self.scene.joint(JointKey::of_number(joint)).is_ok()
    }

    /// Reads a property.
    #[wasm_bindgen(js_name = jointGet)]
    pub fn joint_get(&self, joint: f64, property: u32) -> Answer<u32> {
        let it = self.scene.joint(JointKey::of_number(joint))?;
        let value = table::row(GETTERS, property).map_or(Value::NULL, |get| get(&it));
        Ok(self.give(value))
    }

    /// Changes a property.
    #[wasm_bindgen(js_name = jointSet)]
    pub fn joint_set(&mut self, joint: f64, property: u32, values: &[f64]) -> Answer {
        let mut it = self.scene.joint_mut(JointKey::of_number(joint))?;
        let set = table::row(SETTERS, property);
        Ok(set.map_or(Ok(()), |set| set(&mut it, Values(values)))?)
    }

    /// Closes an open joint by moving one of its bodies.
    #[wasm_bindgen(js_name = jointClose)]
    pub fn joint_close(&mut self, joint: f64) -> Answer {
        self.scene.joint_mut(JointKey::of_number(joint))?.close()?;
        self.changed(Ok(()))
    }
}
