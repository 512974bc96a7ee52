//! Changing a joint.

use umbra::prelude::*;

use crate::call::edit;
use crate::status::UmbraStatus;
use crate::{UmbraJointKey, UmbraOptionPair, UmbraScene, UmbraVec2, keys};

/// Changes a joint.
fn change(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    change: impl FnOnce(&mut JointMut<'_>) -> Result<(), umbra::Error>,
) -> UmbraStatus {
    edit(scene, |scene| Ok(change(&mut scene.joint_mut(keys::joint(joint))?)?))
}

/// Sets or removes the limits.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_limits(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    limits: UmbraOptionPair,
) -> UmbraStatus {
    change(scene, joint, |joint| match limits.get() {
        Some([lower, upper]) => joint.set_limits(lower, upper),
        None => {
            joint.remove_limits();
            Ok(())
        }
    })
}

/// Sets or removes the motor: its speed and its maximum force or torque.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_motor(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    motor: UmbraOptionPair,
) -> UmbraStatus {
    change(scene, joint, |joint| match motor.get() {
        Some([speed, max_force]) => joint.set_motor(speed, max_force),
        None => {
            joint.remove_motor();
            Ok(())
        }
    })
}

/// Sets the spring: its frequency and damping ratio.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_spring(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    hertz: f32,
    damping_ratio: f32,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_spring(hertz, damping_ratio))
}

/// Sets the angular spring: its frequency and damping ratio.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_angular_spring(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    hertz: f32,
    damping_ratio: f32,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_angular_spring(hertz, damping_ratio))
}

/// Sets the spring by its stiffness and damping.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_spring_stiffness(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    stiffness: f32,
    damping: f32,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_spring_stiffness(stiffness, damping))
}

/// Sets the angular spring by its stiffness and damping.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_angular_spring_stiffness(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    stiffness: f32,
    damping: f32,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_angular_spring_stiffness(stiffness, damping))
}

/// Removes both springs.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_remove_springs(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
) -> UmbraStatus {
    change(scene, joint, |joint| {
        joint.remove_springs();
        Ok(())
    })
}

/// Removes the target pose of a motor joint.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_remove_target(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
) -> UmbraStatus {
    change(scene, joint, |joint| {
        joint.remove_target();
        Ok(())
    })
}

/// Sets the stiffness of its rigid parts.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_softness(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    hertz: f32,
    damping_ratio: f32,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_softness(Softness { hertz, damping_ratio }))
}

/// Gives the rigid parts of a joint the softness of the solver's settings again.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_reset_softness(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
) -> UmbraStatus {
    change(scene, joint, |joint| {
        joint.reset_softness()?;
        Ok(())
    })
}

/// Sets both anchors, as the bodies see them.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_set_local_anchors(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
    in_a: UmbraVec2,
    in_b: UmbraVec2,
) -> UmbraStatus {
    change(scene, joint, |joint| joint.set_local_anchors(in_a, in_b))
}

/// Moves one of the bodies to where the joint is closed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_close(
    scene: Option<&mut UmbraScene>,
    joint: UmbraJointKey,
) -> UmbraStatus {
    change(scene, joint, |joint| {
        joint.close()?;
        Ok(())
    })
}
