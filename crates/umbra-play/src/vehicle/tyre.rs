//! Tyres of a car seen from above.

use umbra_geom::Real;

use super::Drive;
use crate::check;
use umbra_core::Error;

/// Grip of a tyre. Its sideways force grows with its slip up to a peak, and falls beyond it.
///
/// Slip is the sideways speed divided by the rolling speed: the tangent of the slip angle.
///
/// ```
/// use umbra::vehicle::Grip;
///
/// let grip = Grip { peak: 1.1, peak_slip: 0.12, slide: 0.8 };
/// assert_eq!(grip.at(0.0), 0.0);
/// assert!((grip.at(0.12) - 1.1).abs() < 1e-6);
/// assert!(grip.at(0.06) > 0.55 && grip.at(0.5) < 1.0 && grip.at(10.0) > 0.8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Grip {
    /// The largest force, as a part of the load. 1.1 by default.
    pub peak: Real,
    /// Slip at the peak. 0.12 by default: seven degrees.
    pub peak_slip: Real,
    /// Force of a sliding tyre, locked or far beyond the peak, as a part of the load. 0.8 by
    /// default.
    pub slide: Real,
}

impl Default for Grip {
    fn default() -> Self {
        Self { peak: 1.1, peak_slip: 0.12, slide: 0.8 }
    }
}

impl Grip {
    /// The force at a slip, as a part of the load.
    pub fn at(&self, slip: Real) -> Real {
        let part = slip.abs() / self.peak_slip;
        if part <= 1.0 {
            self.peak * part * (2.0 - part)
        } else {
            self.slide + (self.peak - self.slide) * (2.0 * part / (1.0 + part * part))
        }
    }

    /// The force by the slip: how steep the line from nothing to a point of the curve is.
    pub(super) fn slope(&self, slip: Real) -> Real {
        let slip = slip.abs();
        if slip < self.peak_slip {
            self.peak * (2.0 - slip / self.peak_slip) / self.peak_slip
        } else {
            self.at(slip) / slip
        }
    }

    fn check(&self) -> Result<(), Error> {
        check::range("grip.peak", self.peak, 1e-3, 100.0)?;
        check::range("grip.peak_slip", self.peak_slip, 1e-3, 10.0)?;
        check::range("grip.slide", self.slide, 0.0, self.peak)?;
        Ok(())
    }
}

/// A tyre of a [`TopDownCar`](super::TopDownCar).
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::vehicle::{Drive, Grip, Tyre};
///
/// // The steered and driven front wheel of a rally car.
/// let grip = Grip { peak: 0.9, peak_slip: 0.25, ..Grip::default() };
/// let drive = Some(Drive::new(2000.0, 50.0));
/// let tyre = Tyre { at: [1.3, 0.7], steer: 1.0, grip, drive, ..Tyre::default() };
/// assert!(tyre.grip.at(0.25) > tyre.grip.at(0.6));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Tyre {
    /// Position on the car, from its origin: forwards, and to the left.
    pub at: [Real; 2],
    /// Grip of the tyre.
    pub grip: Grip,
    /// Steering of this tyre, as a factor on that of the car: 1 for a steered wheel, -0.2 for a
    /// slight turn the other way, 0 (the default) for none.
    pub steer: Real,
    /// Drive of the wheel. None by default.
    pub drive: Option<Drive>,
    /// Largest force of its brake. 3000 by default. More than the peak of its grip locks it.
    pub brake: Real,
    /// True if the handbrake locks it. False by default.
    pub handbrake: bool,
}

impl Default for Tyre {
    fn default() -> Self {
        Self {
            at: [0.0, 0.0],
            grip: Grip::default(),
            steer: 0.0,
            drive: None,
            brake: 3000.0,
            handbrake: false,
        }
    }
}

impl Tyre {
    pub(super) fn scale(&mut self, length: Real) {
        self.at = self.at.map(|it| it * length);
        self.brake *= length;
        if let Some(drive) = &mut self.drive {
            drive.scale(length, length);
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check::number("tyre.at", self.at[0])?;
        check::number("tyre.at", self.at[1])?;
        check::range("tyre.steer", self.steer, -1.0, 1.0)?;
        check::amount("tyre.brake", self.brake)?;
        self.grip.check()?;
        self.drive.as_ref().map_or(Ok(()), Drive::check)
    }
}

/// State of a tyre in the last step that its car was driven for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct TyreState {
    /// The part of the car's weight that it bears.
    pub load: Real,
    /// Sideways speed divided by rolling speed, positive to the left.
    pub slip: Real,
    /// True if it was beyond the peak of its grip, locked, or spun.
    pub slides: bool,
    /// The force that it gave: forwards, and to the left.
    pub force: [Real; 2],
}
