//! Values that gears keep.

use super::Measured;
use crate::store::{Bodies, JointInfo, Joints};

/// Value that a gear keeps: the angle or displacement of A, plus that of B times the ratio.
pub fn gear_value(joints: &Joints, bodies: &Bodies, info: &JointInfo) -> f64 {
    let of_joint = |key| {
        let joint = joints.infos.get(key);
        joint.map_or(0.0, |joint| Measured::new(joint, joints, bodies).geared_value())
    };
    let [a, b] = match info.geared {
        Some(geared) => geared.map(of_joint),
        None => {
            let measured = Measured::new(info, joints, bodies);
            [0, 1].map(|side| measured.angle_alone(side))
        }
    };
    a + f64::from(info.settings.ratio) * b
}
