//! Hooks: some that change contacts, and some that panic.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use umbra::prelude::{ColliderKey, ContactMut, ContactPair, Hooks, Real};

/// Refuses contacts and visitors of colliders that are marked, and changes the others in one of
/// several ways.
pub struct Picky {
    pub edit: u8,
    /// The pairs of sensors and visitors that it refused.
    pub refused: RefCell<BTreeSet<[ColliderKey; 2]>>,
}

impl Hooks for Picky {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        pair.user_data != [1, 1]
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        match self.edit {
            0 => contact.set_friction(0.1).unwrap(),
            1 => contact.set_restitution(0.5).unwrap(),
            2 => contact.set_rolling_resistance(0.2).unwrap(),
            3 => contact.set_surface_speed(-1.0).unwrap(),
            4 => contact.disable(),
            5 => contact.retain_points(|point| point.position.x > 0.5),
            6 => {
                let before = format!("{contact:?}");
                assert!(contact.set_friction(-1.0).is_err());
                assert!(contact.set_restitution(Real::NAN).is_err());
                assert!(contact.set_rolling_resistance(Real::INFINITY).is_err());
                assert!(contact.set_surface_speed(Real::MAX).is_err());
                assert_eq!(format!("{contact:?}"), before);
            }
            _ => {}
        }
    }

    fn should_sense(&self, pair: &ContactPair) -> bool {
        if pair.user_data == [1, 1] {
            self.refused.borrow_mut().insert(pair.colliders);
        }
        pair.user_data != [1, 1]
    }
}

/// Panics at a call.
pub struct Panics(pub Cell<usize>);

impl Panics {
    fn count(&self) {
        self.0.set(self.0.get().wrapping_sub(1));
        assert!(self.0.get() != 0, "on purpose");
    }
}

impl Hooks for Panics {
    fn should_collide(&self, _: &ContactPair) -> bool {
        self.count();
        true
    }

    fn modify_contact(&self, _: &mut ContactMut<'_>) {
        self.count();
    }

    fn should_sense(&self, _: &ContactPair) -> bool {
        self.count();
        true
    }
}
