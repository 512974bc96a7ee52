//! Ragdolls that are driven to poses, and hit by balls.

use umbra::Error;
use umbra::build::{
    self, Assembly, Balance, Bone, DriveSettings, Driven, RagdollPose, RagdollSettings,
};
use umbra::prelude::*;

use crate::{Roles, place};

/// Number of puppets side by side, and the distance between them.
const COUNT: u64 = 5;
const APART: Real = 2.2;
/// Strength of each, from left to right.
const STRENGTHS: [Real; COUNT as usize] = [0.1, 0.25, 0.5, 1.0, 2.0];
/// Steps from one pose to the next, and those in which a ball is thrown at each puppet in turn.
const POSE_STEPS: u32 = 90;
const BALL_STEPS: u32 = 100;
/// Numbers of bodies: a puppet has one of a range for each bone, in order.
const BONES: u64 = 16;
const FIRST_BALL: u64 = 1000;
/// Place of balls that wait.
const WAIT: [Real; 2] = [-30.0, 1.0];

/// The pose of somebody who waves: the upper arm up, the forearm to one side.
pub fn wave(to_side: bool) -> RagdollPose {
    RagdollPose::STANDING
        .with(Bone::RightUpperArm, 2.5)
        .with(Bone::RightForearm, if to_side { 1.0 } else { 0.1 })
        .with(Bone::Head, 0.2)
}

/// The pose of somebody who bends hips and knees, with the arms forward.
pub fn crouch() -> RagdollPose {
    use Bone::*;
    let legs = RagdollPose::STANDING.with(LeftThigh, 1.1).with(RightThigh, 0.9);
    let legs = legs.with(LeftShin, -1.7).with(RightShin, -1.5);
    let arms = legs.with(LeftUpperArm, 1.0).with(RightUpperArm, 0.8);
    arms.with(LeftForearm, 0.5).with(RightForearm, 0.7).with(Chest, -0.5).with(Head, 0.3)
}

/// The pose that a puppet goes to in a step: one after the other, blended.
pub fn pose(puppet: u64, step: u32) -> RagdollPose {
    let poses = [RagdollPose::STANDING, wave(false), wave(true), wave(false), crouch()];
    let step = step + puppet as u32 * POSE_STEPS / 2;
    let now = (step / POSE_STEPS) as usize % poses.len();
    let part = (step % POSE_STEPS) as Real / POSE_STEPS as Real;
    // Smooth at both ends, and over after half of the time.
    let part = (2.0 * part).min(1.0);
    let part = part * part * (3.0 - 2.0 * part);
    poses[now].blend(&poses[(now + 1) % poses.len()], part)
}

/// Strength of the drive of the puppets.
pub fn settings(strength: Real) -> DriveSettings {
    let drive = DriveSettings { strength, max_torque: Some(600.0), ..DriveSettings::default() };
    let balance = Balance { max_torque: Some(1500.0), ..Balance::default() };
    let drive = DriveSettings { balance: Some(balance), ..drive };
    drive.weight(Bone::Head, 0.5)
}

/// Adds the ground, the puppets and the balls.
///
/// # Errors
/// When there is a mistake here.
pub fn stage(scene: &mut Scene) -> Result<Vec<Assembly>, Error> {
    let ground = Collider::cuboid(40.0, 0.5).friction(0.8);
    place(scene, Body::fixed().position([0.0, -0.5]), ground)?;
    let settings = RagdollSettings { density: 130.0, friction: 0.8, ..RagdollSettings::default() };
    let mut puppets = vec![];
    for puppet in 0..COUNT {
        let feet = [APART * (puppet as Real - 0.5 * (COUNT - 1) as Real), 0.0];
        let doll = build::ragdoll_with(scene, feet, &settings)?;
        for (bone, key) in (1..).zip(&doll.bodies) {
            scene.body_mut(*key)?.set_user_data(puppet * BONES + bone);
        }
        puppets.push(doll);
    }
    for ball in 0..COUNT {
        let body = Body::dynamic().position(WAIT).enabled(false).user_data(FIRST_BALL + ball);
        place(scene, body, Collider::circle(0.15).mass(4.0).restitution(0.3))?;
    }
    Ok(puppets)
}

/// Finds a puppet by the numbers of its bodies. What has come off of it is missing.
fn find(scene: &Scene, puppet: u64) -> Assembly {
    let mut doll = Assembly {
        bodies: vec![BodyKey::default(); Bone::ALL.len()],
        joints: vec![JointKey::default(); Bone::ALL.len() - 1],
        anchor: None,
    };
    for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
        let number = body.user_data();
        let bone = (number % BONES) as usize;
        if number / BONES != puppet || bone == 0 || bone > Bone::ALL.len() {
            continue;
        }
        doll.bodies[bone - 1] = body.key();
        let hinge = |key: &JointKey| {
            let is_it = |joint: JointRef<'_>| {
                joint.kind() == JointKind::Revolute && joint.body_b() == body.key()
            };
            scene.joint(*key).is_ok_and(is_it)
        };
        if bone > 1
            && let Some(joint) = body.joints().find(hinge)
        {
            doll.joints[bone - 2] = joint;
        }
    }
    doll
}

/// Drives all puppets for a step.
///
/// # Errors
/// When there is no room for the joints.
pub fn act(scene: &mut Scene, step: u32) -> Result<Vec<Driven>, Error> {
    let mut driven = vec![];
    for (puppet, strength) in (0..).zip(STRENGTHS) {
        let doll = find(scene, puppet);
        driven.push(doll.drive_to(scene, &pose(puppet, step), &settings(strength))?);
    }
    Ok(driven)
}

/// Throws a ball at each puppet in turn, from the left and from the right.
///
/// # Errors
/// When there is no room for the ball.
pub fn throw(scene: &mut Scene, step: u32) -> Result<(), Error> {
    if step == 0 || !step.is_multiple_of(BALL_STEPS) {
        return Ok(());
    }
    let throw = u64::from(step / BALL_STEPS - 1);
    let (puppet, side) =
        (throw % COUNT, if (throw / COUNT).is_multiple_of(2) { -1.0 } else { 1.0 });
    let is_it =
        |key: &BodyKey| scene.body(*key).is_ok_and(|body| body.user_data() == FIRST_BALL + puppet);
    let Some(ball) = scene.bodies().find(is_it) else { return Ok(()) };
    let x = APART * (puppet as Real - 0.5 * (COUNT - 1) as Real);
    let mut ball = scene.body_mut(ball)?;
    ball.set_position([x + 1.0 * side, 1.3])?;
    ball.set_velocity([-9.0 * side, 1.0])?;
    ball.set_angular_velocity(0.0)?;
    ball.set_enabled(true)
}

/// The scene of the catalogue.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    stage(scene)?;
    Ok(Roles::default())
}

/// Drives the puppets before each step.
pub(crate) fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    throw(scene, step)?;
    act(scene, step).map(drop)
}
