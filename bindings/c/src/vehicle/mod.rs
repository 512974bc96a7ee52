//! Vehicles: cars seen from the side and from above.

mod car;
mod top_down;

pub use car::*;
pub use top_down::*;

use umbra::vehicle::{Controls, Drive};

use crate::UmbraVec2;
use crate::array::input;
use crate::status::Fault;

/// Controls of a driver. Zeroed, the driver does nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraControls {
    /// Throttle, from -1, full speed backwards, to 1, full speed forwards.
    pub throttle: f32,
    /// Brake, from 0 to 1.
    pub brake: f32,
    /// From -1 to 1, positive counter-clockwise.
    pub steer: f32,
    /// True if the handbrake is pulled.
    pub handbrake: bool,
}

/// Engine at a wheel.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraDrive {
    /// True if the wheel is driven.
    pub is_set: bool,
    /// Maximum torque of a car's wheel, or force of a tyre.
    pub most: f32,
    /// Speed beyond which it gives nothing.
    pub top_speed: f32,
    /// Fraction of `most` (y) by the fraction of `top_speed` (x), sorted by x; null for all of it.
    pub curve: *const UmbraVec2,
    /// Number of points of the curve.
    pub curve_count: usize,
}

impl UmbraControls {
    pub(crate) fn get(self) -> Controls {
        Controls {
            throttle: self.throttle,
            brake: self.brake,
            steer: self.steer,
            handbrake: self.handbrake,
        }
    }
}

impl UmbraDrive {
    pub(crate) const NONE: Self =
        Self { is_set: false, most: 0.0, top_speed: 0.0, curve: std::ptr::null(), curve_count: 0 };

    /// The drive that is told here.
    ///
    /// # Safety
    /// The curve can be read, as the header demands.
    pub(crate) unsafe fn get(&self) -> Result<Option<Drive>, Fault> {
        if !self.is_set {
            return Ok(None);
        }
        // SAFETY: the caller of this function vouches for it.
        let curve = unsafe { input("curve", self.curve, self.curve_count)? };
        let curve = curve.iter().map(|point| [point.x, point.y]).collect();
        Ok(Some(Drive { most: self.most, top_speed: self.top_speed, curve }))
    }
}

/// A drive with a maximum torque or force and a top speed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_drive(most: f32, top_speed: f32) -> UmbraDrive {
    UmbraDrive { is_set: true, most, top_speed, ..UmbraDrive::NONE }
}
