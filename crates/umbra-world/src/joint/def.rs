//! Joints to be added, as plain values.

use super::Settings;
use crate::{BodyKey, JointKey};

/// All that a joint is added with. The settings have been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDef {
    pub bodies: [BodyKey; 2],
    pub settings: Settings,
    /// Anchors and axis are as the bodies see them.
    pub is_local: bool,
    /// Of a gear between two joints.
    pub geared: Option<[JointKey; 2]>,
}
