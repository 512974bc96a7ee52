//! Steps of equal length, whatever the frame rate.

use umbra_geom::Real;

use crate::check;
use crate::tuning::MOST_STEPS_PER_FRAME;
use umbra_core::Error;

/// Fixed timestep: turns frames of any length into steps of a fixed length.
///
/// The rest of a frame is kept for the next one. [`alpha`](Self::alpha) returns its size, for
/// [`BodyRef::interpolated_pose`](umbra_core::BodyRef::interpolated_pose).
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let mut timestep = FixedTimestep::new(60.0)?;
/// let steps = timestep.advance(0.04, |dt| scene.step(dt))?; // a frame of 40 ms
/// assert_eq!(steps, 2);
/// assert!((timestep.alpha() - 0.4).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("accumulator", "fixed update", "interpolation"))]
pub struct FixedTimestep {
    rate: Real,
    max_steps: u32,
    /// Time that has passed and is not simulated yet, in seconds. Kept in `f64`, or frames of
    /// a hundredth of a step would be rounded away.
    left: f64,
}

impl FixedTimestep {
    /// `rate` steps per second.
    ///
    /// # Errors
    /// When `rate` is not from 0.1 to 100,000.
    pub fn new(rate: Real) -> Result<Self, Error> {
        Ok(Self {
            rate: check::range("rate", rate, 0.1, 1e5)?,
            max_steps: MOST_STEPS_PER_FRAME,
            left: 0.0,
        })
    }

    /// Sets the maximum number of steps in one frame, at least one; 8 by default. Further time is
    /// dropped, and the game slows down.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let mut timestep = FixedTimestep::new(60.0)?.with_max_steps(4);
    /// let steps = timestep.advance(2.0, |dt| scene.step(dt))?; // the game hung for 2 s
    /// assert_eq!(steps, 4); // and does not catch up
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_steps(mut self, max_steps: u32) -> Self {
        self.max_steps = max_steps.max(1);
        self
    }

    /// The most steps of one frame.
    pub fn max_steps(&self) -> u32 {
        self.max_steps
    }

    /// The length of a step.
    pub fn dt(&self) -> Real {
        1.0 / self.rate
    }

    /// Runs all whole steps that fit into `frame_dt` seconds plus the rest of the last frame, and
    /// returns their number. It runs at most [`max_steps`](Self::max_steps); further time is
    /// dropped, so the game slows down instead of freezing.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut timestep = FixedTimestep::new(50.0)?;
    /// let mut steps = 0;
    /// for frame in [0.016, 0.017, 0.033, 0.034] {
    ///     steps += timestep.advance(frame, |dt| {
    ///         scene.body_mut(ball)?.apply_force([1.0, 0.0])?; // what belongs to a step
    ///         scene.step(dt)
    ///     })?;
    /// }
    /// assert_eq!(steps, 5); // 100 ms
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `frame_dt` is negative or not finite, or when a step fails; the steps before it have
    /// run then, and its time is spent.
    pub fn advance(
        &mut self,
        frame_dt: Real,
        mut step: impl FnMut(Real) -> Result<(), Error>,
    ) -> Result<u32, Error> {
        self.left += f64::from(check::amount("frame_dt", frame_dt)?);
        let length = 1.0 / f64::from(self.rate);
        let mut steps = 0;
        while self.left >= length && steps < self.max_steps {
            self.left -= length;
            steps += 1;
            step(self.dt())?;
        }
        if self.left >= length {
            self.left = 0.0;
        }
        Ok(steps)
    }

    /// Fraction of the next step that has already passed, from 0 to 1: interpolate drawn poses by
    /// it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let cart = scene.add_body(Body::kinematic().velocity([6.0, 0.0]))?;
    /// let mut timestep = FixedTimestep::new(60.0)?;
    /// timestep.advance(0.025, |dt| scene.step(dt))?; // a step and a half
    /// let drawn = scene.body(cart)?.interpolated_pose(timestep.alpha());
    /// assert!((drawn.translation.x - 0.05).abs() < 1e-3); // half a step behind
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn alpha(&self) -> Real {
        (self.left * f64::from(self.rate)) as Real
    }
}

#[cfg(test)]
#[path = "../tests/unit/timestep.rs"]
mod tests;
