//! Controls: the buttons that a player holds down, from keys or touch.
//!
//! An interactive scene has [`Driver::Play`](crate::Driver::Play) and a list of the [`Button`]s
//! that it uses. The window maps keys and areas of the screen to them and sets
//! [`RunningScene::controls`](crate::RunningScene::controls) before a step; the driver reads them.
//! They are plain data: a record of them, step by step, plays the game again to the same bits.

/// A button that a scene may give a meaning to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The button for the most frequent action.
    First,
    /// The button for another action.
    Second,
}

impl Button {
    /// All buttons, in the order of their bits.
    pub const ALL: [Self; 6] =
        [Self::Left, Self::Right, Self::Up, Self::Down, Self::First, Self::Second];

    /// Its bit.
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The set of buttons that are held down.
///
/// ```
/// use umbra_scenes::{Button, Controls};
///
/// let controls = Controls::default().with(Button::Left, true);
/// assert!(controls.is_down(Button::Left) && !controls.is_down(Button::First));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls(u8);

impl Controls {
    /// The set from a number returned by [`bits`](Self::bits). Unknown bits are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x3f)
    }

    /// The set as a number.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The same set with one button held down or not.
    #[must_use]
    pub const fn with(self, button: Button, down: bool) -> Self {
        let others = self.0 & !button.bit();
        Self(if down { others | button.bit() } else { others })
    }

    /// True if a button is held down.
    pub const fn is_down(self, button: Button) -> bool {
        self.0 & button.bit() != 0
    }

    /// 1 for the second of two buttons, -1 for the first, 0 for none or both.
    pub const fn axis(self, less: Button, more: Button) -> i8 {
        self.is_down(more) as i8 - self.is_down(less) as i8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_held_apart() {
        let mut controls = Controls::from_bits(0xff);
        for button in Button::ALL {
            assert!(controls.is_down(button));
            controls = controls.with(button, false);
            assert!(!controls.is_down(button));
        }
        assert_eq!(controls, Controls::default());
        let right = controls.with(Button::Right, true);
        assert_eq!(right.axis(Button::Left, Button::Right), 1);
        assert_eq!(Controls::from_bits(right.bits()), right);
    }
}
