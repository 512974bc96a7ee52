//! Ragdolls, and the drives that hold them in poses.
use umbra::build::{self, Balance, DriveSettings, RagdollPose, RootTarget};
use wasm_bindgen::prelude::*;

use super::build::{assembly_numbers, assembly_of};
use super::settings::RAGDOLL;
use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::Values;
use crate::world::RawWorld;

/// Numbers of all bones.
fn bones(v: Values<'_>) -> [f32; 11] {
    std::array::from_fn(|bone| v.real(bone))
}

/// The greatest torque or force: NaN stands for none.
fn most(value: f32) -> Option<f32> {
    (!value.is_nan()).then_some(value)
}

/// Settings of a drive.
pub const DRIVE: &Options<DriveSettings> = &[
    ("strength:n", |it, v| DriveSettings { strength: v.real(0), ..it }),
    ("hertz:n", |it, v| DriveSettings { hertz: v.real(0), ..it }),
    ("dampingRatio:n", |it, v| DriveSettings { damping_ratio: v.real(0), ..it }),
    ("maxTorque:n?", |it, v| DriveSettings { max_torque: v.optional(), ..it }),
    ("weights:l", |it, v| DriveSettings { weights: bones(v), ..it }),
    ("balance:o(hertz,dampingRatio,maxTorque=)", |it, v| {
        let (hertz, damping_ratio) = (v.real(0), v.real(1));
        let balance = Balance { hertz, damping_ratio, max_torque: most(v.real(2)) };
        DriveSettings { balance: Some(balance), ..it }
    }),
    ("root:r", |it, v| {
        let (hertz, damping_ratio) = (v.real(2), v.real(3));
        let root = RootTarget::new(v.point(0));
        let root = RootTarget { hertz, damping_ratio, max_force: most(v.real(4)), ..root };
        DriveSettings { root: Some(root), ..it }
    }),
];

#[wasm_bindgen]
impl RawWorld {
    /// A ragdoll that stands at a point.
    #[wasm_bindgen(js_name = buildRagdoll)]
    pub fn build_ragdoll(&mut self, x: f32, y: f32, settings: &[f64]) -> Answer<Vec<f64>> {
        let settings = apply(RAGDOLL, Default::default(), settings);
        let made = build::ragdoll_with(&mut self.scene, [x, y], &settings)?;
        self.changed(Ok(assembly_numbers(&made)))
    }

    /// Drives a ragdoll to a pose. Returns the numbers of bones that it has lost.
    #[wasm_bindgen(js_name = ragdollDrive)]
    pub fn ragdoll_drive(
        &mut self,
        ragdoll: &[f64],
        angles: &[f64],
        settings: &[f64],
    ) -> Answer<Vec<f64>> {
        let settings = apply(DRIVE, DriveSettings::default(), settings);
        let pose = RagdollPose { angles: bones(Values(angles)) };
        let driven = assembly_of(ragdoll).drive_to(&mut self.scene, &pose, &settings)?;
        Ok(driven.missing().map(|bone| f64::from(bone as u8)).collect())
    }

    /// Ends the drives of a ragdoll.
    #[wasm_bindgen(js_name = ragdollRelax)]
    pub fn ragdoll_relax(&mut self, ragdoll: &[f64]) {
        assembly_of(ragdoll).relax(&mut self.scene);
    }

    /// The angles that a ragdoll's joints have now.
    #[wasm_bindgen(js_name = ragdollPose)]
    pub fn ragdoll_pose(&self, ragdoll: &[f64]) -> Answer<Vec<f64>> {
        let pose = RagdollPose::capture(&self.scene, &assembly_of(ragdoll))?;
        Ok(pose.angles.map(f64::from).to_vec())
    }
}
