//! A human figure of eleven bones, about 1.6 m tall, in the measures of Box2D's benchmark.

use std::f32::consts::PI;

use umbra::Error;
use umbra::prelude::*;

use crate::{Roles, place};

/// The resistance of a ragdoll's joints.
#[derive(Clone, Copy, Debug)]
pub struct Stiffness {
    /// The torque of friction in the stiffest joint.
    pub friction: Real,
    /// The spring that pulls the limbs to their initial angles.
    pub spring: Softness,
}

impl Default for Stiffness {
    fn default() -> Self {
        Self { friction: 0.05, spring: Softness { hertz: 5.0, damping_ratio: 0.5 } }
    }
}

/// A bone: its parent, its position, its capsule, and its joint.
struct Bone {
    parent: usize,
    height: Real,
    /// The ends of the capsule above the bone's position, and its radius.
    capsule: [Real; 3],
    /// The position of the joint, its limits in half turns, and its fraction of the friction.
    joint: Real,
    limits: [Real; 2],
    friction: Real,
}

const fn bone(
    parent: usize,
    height: Real,
    capsule: [Real; 3],
    joint: Real,
    limits: [Real; 2],
    friction: Real,
) -> Bone {
    Bone { parent, height, capsule, joint, limits, friction }
}

/// Hip, torso, head, two legs of two bones, two arms of two bones.
const BONES: [Bone; 11] = [
    bone(0, 0.95, [-0.02, 0.02, 0.095], 0.95, [0.0, 0.0], 0.0),
    bone(0, 1.2, [-0.135, 0.135, 0.09], 1.0, [-0.25, 0.0], 0.5),
    bone(1, 1.475, [-0.038, 0.039, 0.08], 1.4, [-0.3, 0.1], 0.25),
    bone(0, 0.775, [-0.125, 0.125, 0.06], 0.9, [-0.05, 0.4], 1.0),
    bone(3, 0.475, [-0.155, 0.125, 0.045], 0.625, [-0.5, -0.02], 0.5),
    bone(0, 0.775, [-0.125, 0.125, 0.06], 0.9, [-0.05, 0.4], 1.0),
    bone(5, 0.475, [-0.155, 0.125, 0.045], 0.625, [-0.5, -0.02], 0.5),
    bone(1, 1.225, [-0.125, 0.125, 0.035], 1.35, [-0.1, 0.8], 0.5),
    bone(7, 0.975, [-0.125, 0.125, 0.03], 1.1, [-0.2, 0.3], 0.1),
    bone(1, 1.225, [-0.125, 0.125, 0.035], 1.35, [-0.1, 0.8], 0.5),
    bone(9, 0.975, [-0.125, 0.125, 0.03], 1.1, [-0.2, 0.3], 0.1),
];

/// Adds a ragdoll with its feet at a point; returns its bones, and its joints. Bones of one
/// `group`, from 1 on, do not collide.
///
/// # Errors
/// When there is no room for more.
pub fn ragdoll(
    scene: &mut Scene,
    feet: Point,
    group: i32,
    stiffness: Stiffness,
    body: &Body,
) -> Result<(Vec<BodyKey>, Vec<JointKey>), Error> {
    let (mut bones, mut joints) = (vec![], vec![]);
    let filter = Filter { group: -group, ..Filter::default() };
    for (index, bone) in BONES.iter().enumerate() {
        let [from, to, radius] = bone.capsule;
        let capsule = Collider::capsule([0.0, from], [0.0, to], radius);
        let body = body.clone().position(feet + Vector::new(0.0, bone.height));
        let key = place(scene, body, capsule.friction(0.2).filter(filter))?;
        bones.push(key);
        if index > 0 {
            let [lower, upper] = bone.limits;
            let Softness { hertz, damping_ratio } = stiffness.spring;
            let at = feet + Vector::new(0.0, bone.joint);
            // Legs bend by less than nothing to begin with: the spring draws them to where they hang.
            let joint = Joint::revolute(bones[bone.parent], key, at)
                .limits(lower * PI, upper * PI)
                .motor(0.0, bone.friction * stiffness.friction);
            let joint = if hertz > 0.0 { joint.spring(hertz, damping_ratio) } else { joint };
            joints.push(scene.add_joint(joint)?);
        }
    }
    Ok((bones, joints))
}

/// The width and height of a stair.
const STAIR: [Real; 2] = [0.5, 0.25];
/// The distance between ragdolls, horizontally and vertically.
const APART: [Real; 2] = [0.9, 1.9];
const LAYERS: u8 = 2;

/// Adds a flight of stairs down to the right, and ragdolls that fall on it with a speed to the
/// right. Returns their joints.
///
/// # Errors
/// When there is no room for more.
pub fn ragdolls_on_stairs(
    scene: &mut Scene,
    count: u8,
    speed: Real,
) -> Result<Vec<JointKey>, Error> {
    let columns = count.div_ceil(LAYERS);
    stairs(scene, APART[0] * Real::from(columns))?;
    let stiffness =
        Stiffness { friction: 0.5, spring: Softness { hertz: 0.0, damping_ratio: 0.0 } };
    let body = Body::dynamic().velocity([speed, 0.0]);
    let mut joints = vec![];
    for i in 0..count {
        let x = APART[0] * Real::from(i % columns);
        let height = APART[1] * Real::from(i / columns) + 0.5;
        let feet = Point::new(x, height - x * STAIR[1] / STAIR[0]);
        joints.extend(ragdoll(scene, feet, i32::from(i) + 1, stiffness, &body)?.1);
    }
    Ok(joints)
}

/// Stairs of a length, with a floor below and a wall at its end.
fn stairs(scene: &mut Scene, length: Real) -> Result<(), Error> {
    let ground = scene.add_body(Body::fixed())?;
    let mut block = |[left, right]: [Real; 2], top: Real, height: Real| {
        let half = [0.5 * (right - left), 0.5 * height];
        let at = [0.5 * (left + right), top - half[1]];
        let block = Collider::cuboid(half[0], half[1]).offset(Pose::new(at.into(), 0.0));
        scene.add_collider(ground, block).map(drop)
    };
    block([-2.0, 0.0], 0.0, 4.0)?;
    let [wide, high] = STAIR;
    let stairs = (length / wide) as u16 + 4;
    for stair in 0..stairs {
        let left = wide * Real::from(stair);
        block([left, left + wide], -high * Real::from(stair + 1), 4.0)?;
    }
    let (end, floor) = (wide * Real::from(stairs), -high * Real::from(stairs + 1));
    block([end, end + 6.0], floor, 1.0)?;
    block([end + 6.0, end + 7.0], floor + 6.0, 7.0)
}

/// The scene of the catalogue.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().solver.joints = JointSolving::Trees;
    ragdolls_on_stairs(scene, 10, 2.0)?;
    Ok(Roles::default())
}
