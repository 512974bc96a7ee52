//! The clock of the physics.
use bevy_reflect::prelude::*;
use bevy_time::Time;

/// Context of `Time<Physics>`, the clock of the physics: it can be paused, and run at another
/// speed than the schedule.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_time::Time;
/// use bevy_umbra::prelude::*;
///
/// fn slow_motion(mut clock: ResMut<Time<Physics>>) {
///     clock.set_relative_speed(0.25);
/// }
/// ```
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
pub struct Physics {
    paused: bool,
    speed: f32,
}

impl Default for Physics {
    fn default() -> Self {
        Self { paused: false, speed: 1.0 }
    }
}

/// Control of `Time<Physics>`.
pub trait PhysicsTime {
    /// Stops the physics.
    fn pause(&mut self);

    /// Lets the physics go on.
    fn unpause(&mut self);

    /// True if the physics stands still.
    fn is_paused(&self) -> bool;

    /// Length of a step of the physics relative to that of the schedule. 1 by default.
    fn relative_speed(&self) -> f32;

    /// Sets how long a step of the physics is, relative to that of the schedule. Values that are
    /// negative, infinite or not a number are refused, with an error in the log.
    fn set_relative_speed(&mut self, speed: f32);
}

impl PhysicsTime for Time<Physics> {
    fn pause(&mut self) {
        self.context_mut().paused = true;
    }

    fn unpause(&mut self) {
        self.context_mut().paused = false;
    }

    fn is_paused(&self) -> bool {
        self.context().paused
    }

    fn relative_speed(&self) -> f32 {
        self.context().speed
    }

    fn set_relative_speed(&mut self, speed: f32) {
        if speed.is_finite() && speed >= 0.0 {
            self.context_mut().speed = speed;
        } else {
            log::error!("relative speed of the physics cannot be {speed}");
        }
    }
}
