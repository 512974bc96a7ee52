//! Distances by which joints are open, and poses that close them.

use core::ops::Sub;

use umbra_geom::math::{left_of, rotation};
use umbra_geom::{Point, Pose, Real, Vector};

use super::{Measured, direction};
use crate::JointKind;
use crate::joint::{JointPart, Opening};

impl Measured<'_> {
    /// Distance of the joint from the pose that it holds rigidly.
    pub(crate) fn opening(&self) -> Opening {
        let settings = &self.info.settings;
        let in_a = |way: Vector| self.pose(0).rotation.inverse() * way;
        let way = match (settings.kind, settings.parts()[0]) {
            (JointKind::Revolute, Some(JointPart::Point)) => in_a(self.displacement()),
            (JointKind::Weld, Some(JointPart::Point)) if settings.spring.is_none() => {
                in_a(self.displacement())
            }
            (_, Some(JointPart::Across)) => in_a(-self.slide_home()),
            _ => Vector::zeros(),
        };
        let has_length = matches!(settings.parts()[0], Some(JointPart::Length | JointPart::Lines));
        let length = if has_length { -self.missing_length() } else { 0.0 };
        Opening { way, length }
    }

    /// Displacement of B that brings it onto the axis, between the limits.
    fn slide_home(&self) -> Vector {
        let (axis, along) = (self.axis(), self.translation());
        let limits = self.info.settings.limits.unwrap_or([along; 2]);
        axis * missing(along, limits) - left_of(axis) * self.sideways()
    }

    /// Difference to the length that the joint holds.
    fn missing_length(&self) -> Real {
        missing(self.length(), self.info.settings.held_range())
    }

    /// Angle by which B has to turn relative to A.
    pub fn missing_turn(&self) -> f64 {
        let settings = &self.info.settings;
        let angle = self.angle();
        match settings.kind {
            JointKind::Prismatic => -angle,
            JointKind::Weld if settings.angular_spring.is_none() => -angle,
            JointKind::Revolute => {
                settings.limits.map_or(0.0, |limits| missing(angle, limits.map(f64::from)))
            }
            _ => 0.0,
        }
    }

    /// The pose that B has to take, if A stays.
    pub fn closed_pose(&self) -> Option<Pose> {
        let (settings, pose) = (&self.info.settings, self.pose(1));
        let shift = match settings.kind {
            JointKind::Motor => {
                return Some(settings.target.map_or(pose, |target| self.pose(0) * target));
            }
            JointKind::Gear | JointKind::Ratchet => return None,
            JointKind::Friction | JointKind::Filter | JointKind::Image => return Some(pose),
            JointKind::Revolute | JointKind::Target => -self.displacement(),
            JointKind::Weld if settings.spring.is_some() => Vector::zeros(),
            JointKind::Weld => -self.displacement(),
            JointKind::Prismatic | JointKind::Wheel | JointKind::Groove => self.slide_home(),
            JointKind::Distance | JointKind::Rope | JointKind::Spring => {
                direction(self.displacement()).1 * self.missing_length()
            }
            JointKind::Pulley => self.pulled(1)?,
        };
        let (anchor, turn) = (self.anchor(1), rotation(self.missing_turn() as Real));
        let position = Point::from(pose.translation.vector);
        let turned = anchor + turn * (position - anchor) + shift;
        Some(Pose::from_parts(turned.into(), turn * pose.rotation))
    }

    /// Displacement of the end of a pulley's line that restores its length, if the line is long
    /// enough.
    pub fn pulled(&self, side: usize) -> Option<Vector> {
        let (length, line) = self.lines()[side];
        let ratio = if side == 0 { 1.0 } else { self.info.settings.ratio };
        let change = self.missing_length() / ratio;
        (length + change >= 0.0).then(|| line * change)
    }
}

/// Difference of a number to the nearest one in a range.
fn missing<T: Copy + Default + PartialOrd + Sub<Output = T>>(value: T, range: [T; 2]) -> T {
    let [lower, upper] = range;
    if value < lower {
        lower - value
    } else if value > upper {
        upper - value
    } else {
        T::default()
    }
}
