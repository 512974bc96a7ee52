//! Settings and input of a character.

use umbra_core::Filter;
use umbra_geom::math::{self, direction};
use umbra_geom::{Real, Vector};

use crate::check;
use umbra_core::Error;

/// Settings of a [`Character`](super::Character)'s motion. All lengths are in the units of the
/// game, all times in seconds.
///
/// ```
/// use umbra::character::CharacterSettings;
/// use umbra::prelude::*;
///
/// let settings = CharacterSettings { run_speed: 7.0, jump_height: 2.0, ..Default::default() };
/// // The same for a game that counts in pixels, 50 to the metre.
/// let in_pixels = settings.in_units(50.0);
/// assert_eq!((in_pixels.run_speed, in_pixels.jump_height), (350.0, 100.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct CharacterSettings {
    /// The direction away from the ground. (0, 1) by default.
    pub up: Vector,
    /// True if right is `up` turned counter-clockwise (from x to y), and not clockwise. For worlds
    /// whose y points down on the screen: `up` is (0, -1) there, and a player on the right still
    /// has the larger x. False by default.
    pub mirrored: bool,
    /// Speed of running, along the ground. 5 by default.
    pub run_speed: Real,
    /// Speed while it crouches. 2 by default.
    pub crouch_speed: Real,
    /// Speed on a ladder. 3 by default.
    pub climb_speed: Real,
    /// Acceleration on the ground, up to its speed. 40 by default.
    pub acceleration: Real,
    /// Deceleration on the ground, when it stops. 60 by default.
    pub deceleration: Real,
    /// Acceleration in the air. 25 by default.
    pub air_acceleration: Real,
    /// Gravity of the character, downwards; that of the scene does not count. 25 by default.
    pub gravity: Real,
    /// Maximum speed of falling. 25 by default.
    pub max_fall_speed: Real,
    /// Height of a jump while jump is held. 1.6 by default.
    pub jump_height: Real,
    /// Height of a jump that is let go at once, which is seen in the step after; as `jump_height`
    /// for jumps of one height. 0.5 by default.
    pub min_jump_height: Real,
    /// Coyote time: seconds after leaving the ground in which it can still jump. 0.1 by default.
    pub coyote_time: Real,
    /// Jump buffer: seconds for which a jump that was pressed too early waits for the ground. 0.1
    /// by default.
    pub jump_buffer: Real,
    /// The steepest ground that it stands and walks on, in radians. 50 degrees by default.
    pub max_slope: Real,
    /// The highest step that it walks up. 0.3 by default.
    pub step_up: Real,
    /// Maximum depth of ground below it that it follows while it walks: over crests and down steps.
    /// 0.3 by default.
    pub step_down: Real,
    /// True if dynamic bodies can be steps. True by default.
    pub steps_on_dynamic: bool,
    /// Mass with which it pushes dynamic bodies, and weighs on those that it stands on; 0 pushes
    /// nothing. 70 by default.
    pub mass: Real,
    /// Filter that it has as an object, which decides which colliders it collides with. Everything
    /// by default.
    pub filter: Filter,
}

impl Default for CharacterSettings {
    fn default() -> Self {
        Self {
            up: Vector::new(0.0, 1.0),
            mirrored: false,
            run_speed: 5.0,
            crouch_speed: 2.0,
            climb_speed: 3.0,
            acceleration: 40.0,
            deceleration: 60.0,
            air_acceleration: 25.0,
            gravity: 25.0,
            max_fall_speed: 25.0,
            jump_height: 1.6,
            min_jump_height: 0.5,
            coyote_time: 0.1,
            jump_buffer: 0.1,
            max_slope: 50.0 * core::f32::consts::PI / 180.0,
            step_up: 0.3,
            step_down: 0.3,
            steps_on_dynamic: true,
            mass: 70.0,
            filter: Filter::ALL,
        }
    }
}

impl CharacterSettings {
    /// Scales every length by the length unit: for games that do not use metres, with their
    /// [`length_unit`](umbra_core::SceneConfig::length_unit).
    #[must_use]
    pub fn in_units(mut self, length_unit: Real) -> Self {
        let lengths = [
            &mut self.run_speed,
            &mut self.crouch_speed,
            &mut self.climb_speed,
            &mut self.acceleration,
            &mut self.deceleration,
            &mut self.air_acceleration,
            &mut self.gravity,
            &mut self.max_fall_speed,
            &mut self.jump_height,
            &mut self.min_jump_height,
            &mut self.step_up,
            &mut self.step_down,
        ];
        for length in lengths {
            *length *= length_unit;
        }
        self
    }

    /// Speed at which it has to leave the ground to reach this height.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::character::CharacterSettings;
    ///
    /// let settings = CharacterSettings { gravity: 20.0, ..Default::default() };
    /// assert_eq!(settings.jump_speed(2.5), 10.0); // v² = 2 g h
    /// ```
    pub fn jump_speed(&self, height: Real) -> Real {
        (2.0 * self.gravity * height).max(0.0).sqrt()
    }

    /// Rise of a jump in its first step, and whether that is less than it would: before the next
    /// step nobody knows whether jump is held, so it rises by no more than the lowest jump.
    pub(super) fn first_rise(&self, dt: Real) -> (Real, bool) {
        let free = (self.jump_speed(self.jump_height) - 0.5 * self.gravity * dt) * dt;
        let least = self.min_jump_height.min(self.jump_height);
        (free.min(least), free > least)
    }

    pub(super) fn checked(&self) -> Result<Checked, Error> {
        for (parameter, value) in [
            ("run_speed", self.run_speed),
            ("crouch_speed", self.crouch_speed),
            ("climb_speed", self.climb_speed),
            ("acceleration", self.acceleration),
            ("deceleration", self.deceleration),
            ("air_acceleration", self.air_acceleration),
            ("gravity", self.gravity),
            ("max_fall_speed", self.max_fall_speed),
            ("jump_height", self.jump_height),
            ("min_jump_height", self.min_jump_height),
            ("coyote_time", self.coyote_time),
            ("jump_buffer", self.jump_buffer),
            ("step_up", self.step_up),
            ("step_down", self.step_down),
            ("mass", self.mass),
        ] {
            check::amount(parameter, value)?;
        }
        check::range("max_slope", self.max_slope, 0.0, MOST_SLOPE)?;
        let up = check::direction("up", self.up)?;
        Ok(Checked { up, least_up: math::rotation(self.max_slope).re - ROUNDING })
    }
}

/// Steeper ground would be a wall: 89 degrees.
const MOST_SLOPE: Real = 1.553_343;
/// A slope of just the steepest kind can be walked on.
const ROUNDING: Real = 1e-4;

/// Values derived from checked settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Of length one.
    pub(super) up: Vector,
    /// Minimum upward part of the normal of ground.
    pub(super) least_up: Real,
}

/// Input of a character for one step.
///
/// ```
/// use umbra::character::CharacterInput;
///
/// let right = CharacterInput { run: 1.0, ..Default::default() };
/// assert!(!right.jump);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct CharacterInput {
    /// Wanted speed of running, as a fraction of its speed: from -1 to 1, where 1 is to the right
    /// as seen with `up` upwards; see [`mirrored`](CharacterSettings::mirrored).
    pub run: Real,
    /// True while jump is held. It jumps when this becomes true, and higher the longer it stays
    /// true.
    pub jump: bool,
    /// True to fall through the one-way platform that it stands on.
    pub drop: bool,
    /// True to crouch. When this becomes false, it stands up as soon as there is room.
    pub crouch: bool,
    /// True while it holds on to a ladder. The game knows where ladders are, and when the player
    /// grips one.
    pub ladder: bool,
    /// Wanted speed on a ladder, from -1 (down) to 1 (up).
    pub climb: Real,
}

impl CharacterInput {
    pub(super) fn check(&self) -> Result<(), Error> {
        check::range("run", self.run, -1.0, 1.0)?;
        check::range("climb", self.climb, -1.0, 1.0)?;
        Ok(())
    }
}

/// The number, brought nearer to a target by no more than this.
pub(super) fn approach(from: Real, to: Real, change: Real) -> Real {
    let way = to - from;
    if way > change {
        from + change
    } else if way < -change {
        from - change
    } else {
        to
    }
}

/// A vector without its part along a direction.
pub(super) fn across(v: Vector, along: Vector) -> Vector {
    v - along * math::dot(v, along)
}

/// The direction of what is left of a normal across the upward direction: away from a wall.
pub(super) fn level(normal: Vector, up: Vector) -> Option<(Vector, Real)> {
    direction(across(normal, up)).filter(|(_, part)| *part > 1e-3)
}
