//! Cars: seen from the side on sprung wheels, and seen from above on tyres that slip.
//!
//! ```
//! use umbra::prelude::*;
//! use umbra::vehicle::{Car, CarSettings, Controls};
//!
//! let mut scene = Scene::new(SceneConfig::default())?;
//! scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(100.0, 0.5)])?;
//! let mut car = Car::spawn(&mut scene, [0.0, 0.7], &CarSettings::default())?;
//! let controls = Controls { throttle: 1.0, ..Controls::default() };
//! for _ in 0..120 {
//!     car.drive(&mut scene, controls, 1.0 / 60.0)?;
//!     scene.step(1.0 / 60.0)?;
//! }
//! assert!(car.speed(&scene)? > 5.0);
//! # Ok::<(), umbra::Error>(())
//! ```
//!
//! A car is plain data that a game keeps beside the scene: keys, settings, and what the last call
//! found. Copied or saved together with its scene, it goes on to the same bits. It is driven by one
//! call before each step.
//!
//! - `car.rs`: the car seen from the side; `suspension.rs`: its springs; `wheels.rs`: what its
//!   wheels tell;
//! - `top_down.rs`: the car seen from above; `tyre.rs`: its tyres; `saved.rs`: both as files hold
//!   them.

mod car;
#[cfg(feature = "serde")]
mod saved;
mod suspension;
mod top_down;
mod tyre;
mod wheels;

pub use car::{Axle, Car, CarSettings};
pub use top_down::{TopDownCar, TopDownSettings};
pub use tyre::{Grip, Tyre, TyreState};
pub use wheels::WheelState;

use umbra_geom::Real;

use crate::check;
use umbra_core::Error;

/// Controls of a car: the input of its driver.
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::vehicle::Controls;
///
/// let (stick, trigger) = (-0.3, 0.8); // from a gamepad
/// let controls = Controls { throttle: trigger, steer: -stick, ..Controls::default() };
/// assert_eq!((controls.throttle, controls.brake, controls.handbrake), (0.8, 0.0, false));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Controls {
    /// Throttle, from -1, full speed backwards, to 1, full speed forwards.
    pub throttle: Real,
    /// Brake, from 0 to 1.
    pub brake: Real,
    /// From -1 to 1, positive to turn counter-clockwise: the front wheels of a car seen from above;
    /// a car seen from the side turns in the air, if it is allowed to.
    pub steer: Real,
    /// True if the handbrake is pulled.
    pub handbrake: bool,
}

impl Controls {
    fn check(self) -> Result<Self, Error> {
        check::range("throttle", self.throttle, -1.0, 1.0)?;
        check::range("brake", self.brake, 0.0, 1.0)?;
        check::range("steer", self.steer, -1.0, 1.0)?;
        Ok(self)
    }
}

/// Drive of a wheel.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Drive {
    /// Maximum torque at a wheel of a [`Car`], or force at a tyre of a [`TopDownCar`].
    pub most: Real,
    /// Speed of the car beyond which it gives nothing.
    pub top_speed: Real,
    /// Fraction of `most` that it gives, by the fraction of `top_speed`: points sorted by their
    /// first numbers, all from 0 to 1. If there are none, it gives `most` at all speeds.
    #[cfg_attr(feature = "serde", serde(default))]
    pub curve: Vec<[Real; 2]>,
}

impl Drive {
    /// Drive that gives `most` at all speeds up to the top speed.
    ///
    /// ```
    /// use umbra::vehicle::Drive;
    ///
    /// let constant = Drive::new(400.0, 30.0);
    /// assert_eq!((constant.at(0.0), constant.at(29.0), constant.at(31.0)), (400.0, 400.0, 0.0));
    ///
    /// // One that fades from half of its top speed on.
    /// let fading = Drive { curve: vec![[0.5, 1.0], [1.0, 0.0]], ..Drive::new(400.0, 30.0) };
    /// assert_eq!((fading.at(0.0), fading.at(22.5)), (400.0, 200.0));
    /// ```
    pub fn new(most: Real, top_speed: Real) -> Self {
        Self { most, top_speed, curve: vec![] }
    }

    /// Torque or force that it gives at a speed.
    pub fn at(&self, speed: Real) -> Real {
        let part = speed.abs() / self.top_speed;
        if part >= 1.0 { 0.0 } else { self.most * interpolated(&self.curve, part) }
    }

    /// The same with what it gives and its top speed so many times as large.
    fn scale(&mut self, most: Real, speed: Real) {
        self.most *= most;
        self.top_speed *= speed;
    }

    fn check(&self) -> Result<(), Error> {
        check::amount("drive.most", self.most)?;
        check::range("drive.top_speed", self.top_speed, 1e-3, 1e6)?;
        let mut before = 0.0;
        for &[speed, part] in &self.curve {
            check::range("drive.curve", speed, before, 1.0)?;
            check::range("drive.curve", part, 0.0, 1.0)?;
            before = speed;
        }
        Ok(())
    }
}

/// The height of a line through points; one where there are none, and that of the nearest beyond
/// its ends.
fn interpolated(points: &[[Real; 2]], x: Real) -> Real {
    let [Some(first), Some(last)] = [points.first(), points.last()] else { return 1.0 };
    if x <= first[0] {
        return first[1];
    }
    for pair in points.windows(2) {
        let [[from, low], [to, high]] = [pair[0], pair[1]];
        if x < to {
            return low + (high - low) * ((x - from) / (to - from));
        }
    }
    last[1]
}

/// The length of a step.
fn check_dt(dt: Real) -> Result<Real, Error> {
    Ok(check::range("dt", dt, 1e-6, 1.0)?)
}

/// A length greater than zero.
fn length(parameter: &'static str, value: Real) -> Result<Real, Error> {
    Ok(check::length(parameter, value)?)
}

/// A list of 1 to 64 entries.
fn check_count(parameter: &'static str, count: usize) -> Result<(), Error> {
    const MOST: usize = 64;
    if count == 0 {
        return Err(umbra_geom::Error::Empty { parameter }.into());
    }
    if count > MOST {
        return Err(Error::WrongCount { parameter, count, expected: MOST });
    }
    Ok(())
}
