//! Settings and input of characters.

use umbra::character::{CharacterInput, CharacterSettings};

use crate::{UmbraFilter, UmbraVec2};

/// Settings of a character: see `umbra_character_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraCharacterSettings {
    /// The direction away from the ground. (0, 1) by default.
    pub up: UmbraVec2,
    /// True if right is `up` turned counter-clockwise (from x to y), and not clockwise. For worlds
    /// whose y points down on the screen: `up` is (0, -1) there, and a player on the right still
    /// has the larger x. False by default.
    pub mirrored: bool,
    /// Speed of running, along the ground. 5 by default.
    pub run_speed: f32,
    /// Speed while it crouches. 2 by default.
    pub crouch_speed: f32,
    /// Speed on a ladder. 3 by default.
    pub climb_speed: f32,
    /// Acceleration on the ground, up to its speed. 40 by default.
    pub acceleration: f32,
    /// Deceleration on the ground, when it stops. 60 by default.
    pub deceleration: f32,
    /// Acceleration in the air. 25 by default.
    pub air_acceleration: f32,
    /// Gravity of the character, downwards; that of the scene does not count. 25 by default.
    pub gravity: f32,
    /// Maximum speed of falling. 25 by default.
    pub max_fall_speed: f32,
    /// Height of a jump while jump is held. 1.6 by default.
    pub jump_height: f32,
    /// Height of a jump that is let go at once, which is seen in the step after; as `jump_height` for jumps of one
    /// height. 0.5 by default.
    pub min_jump_height: f32,
    /// Coyote time: seconds after leaving the ground in which it can still jump. 0.1 by default.
    pub coyote_time: f32,
    /// Jump buffer: seconds for which a jump that was pressed too early waits for the ground. 0.1
    /// by default.
    pub jump_buffer: f32,
    /// The steepest ground that it stands and walks on, in radians. 50 degrees by default.
    pub max_slope: f32,
    /// The highest step that it walks up. 0.3 by default.
    pub step_up: f32,
    /// Maximum depth of ground below it that it follows while it walks: over crests and down steps.
    /// 0.3 by default.
    pub step_down: f32,
    /// True if dynamic bodies can be steps. True by default.
    pub steps_on_dynamic: bool,
    /// Mass with which it pushes dynamic bodies, and weighs on those that it stands on; 0 pushes
    /// nothing. 70 by default.
    pub mass: f32,
    /// Filter that it has as an object, which decides which colliders it collides with. Everything
    /// by default.
    pub filter: UmbraFilter,
}

/// Wishes of a player for a step. Zeroed, it is a player who does nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraCharacterInput {
    /// Wanted speed of running, as a fraction of its speed: from -1 to 1, where 1 is to the right
    /// as seen with `up` upwards; see `mirrored`.
    pub run: f32,
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
    pub climb: f32,
}

impl From<&CharacterSettings> for UmbraCharacterSettings {
    fn from(settings: &CharacterSettings) -> Self {
        Self {
            up: settings.up.into(),
            mirrored: settings.mirrored,
            run_speed: settings.run_speed,
            crouch_speed: settings.crouch_speed,
            climb_speed: settings.climb_speed,
            acceleration: settings.acceleration,
            deceleration: settings.deceleration,
            air_acceleration: settings.air_acceleration,
            gravity: settings.gravity,
            max_fall_speed: settings.max_fall_speed,
            jump_height: settings.jump_height,
            min_jump_height: settings.min_jump_height,
            coyote_time: settings.coyote_time,
            jump_buffer: settings.jump_buffer,
            max_slope: settings.max_slope,
            step_up: settings.step_up,
            step_down: settings.step_down,
            steps_on_dynamic: settings.steps_on_dynamic,
            mass: settings.mass,
            filter: settings.filter.into(),
        }
    }
}

impl UmbraCharacterSettings {
    pub(crate) fn get(&self) -> CharacterSettings {
        CharacterSettings {
            up: self.up.into(),
            mirrored: self.mirrored,
            run_speed: self.run_speed,
            crouch_speed: self.crouch_speed,
            climb_speed: self.climb_speed,
            acceleration: self.acceleration,
            deceleration: self.deceleration,
            air_acceleration: self.air_acceleration,
            gravity: self.gravity,
            max_fall_speed: self.max_fall_speed,
            jump_height: self.jump_height,
            min_jump_height: self.min_jump_height,
            coyote_time: self.coyote_time,
            jump_buffer: self.jump_buffer,
            max_slope: self.max_slope,
            step_up: self.step_up,
            step_down: self.step_down,
            steps_on_dynamic: self.steps_on_dynamic,
            mass: self.mass,
            filter: self.filter.into(),
        }
    }
}

impl UmbraCharacterInput {
    pub(crate) fn get(&self) -> CharacterInput {
        CharacterInput {
            run: self.run,
            jump: self.jump,
            drop: self.drop,
            crouch: self.crouch,
            ladder: self.ladder,
            climb: self.climb,
        }
    }
}

/// Settings of a character of human size.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_settings_default() -> UmbraCharacterSettings {
    (&CharacterSettings::default()).into()
}
