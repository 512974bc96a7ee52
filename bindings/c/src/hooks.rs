//! Hooks: callbacks that decide about contacts.

use std::ffi::c_void;

use umbra::prelude::*;

use crate::{UmbraBodyKey, UmbraColliderKey, UmbraVec2};

/// Two colliders that may touch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UmbraContactPair {
    /// The two.
    pub colliders: [UmbraColliderKey; 2],
    /// Their bodies, in the same order.
    pub bodies: [UmbraBodyKey; 2],
    /// Their user data, in the same order.
    pub user_data: [u64; 2],
}

/// A contact that a hook may change before it is solved.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraContactEdit {
    /// The two colliders.
    pub pair: UmbraContactPair,
    /// From the first to the second.
    pub normal: UmbraVec2,
    /// Smallest distance; negative if they overlap.
    pub separation: f32,
    /// May be changed.
    pub friction: f32,
    /// May be changed.
    pub restitution: f32,
    /// May be changed.
    pub rolling_resistance: f32,
    /// May be changed.
    pub surface_speed: f32,
    /// May be set to false: the two pass through one another in this step.
    pub enabled: bool,
    /// Number of points.
    pub point_count: u32,
    /// The points.
    pub points: [UmbraVec2; 2],
    /// May be set to false, to leave a point out.
    pub keep_point: [bool; 2],
}

/// Callbacks of a step. Each may be null. They are called on the thread that calls
/// `umbra_scene_step`, one after the other, in a fixed order. They must decide by their arguments
/// and `context` alone, or results differ from run to run. They must not call the library with the
/// scene that is stepped, and must not throw or jump out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UmbraHooks {
    /// Returns false if the two are to pass through one another.
    pub should_collide:
        Option<extern "C" fn(context: *mut c_void, pair: *const UmbraContactPair) -> bool>,
    /// Returns false if the first, a sensor, is not to see the second.
    pub should_sense:
        Option<extern "C" fn(context: *mut c_void, pair: *const UmbraContactPair) -> bool>,
    /// Changes a contact.
    pub modify_contact: Option<extern "C" fn(context: *mut c_void, contact: *mut UmbraContactEdit)>,
    /// Given to each callback.
    pub context: *mut c_void,
}

impl From<&ContactPair> for UmbraContactPair {
    fn from(pair: &ContactPair) -> Self {
        Self {
            colliders: pair.colliders.map(ColliderKey::to_bits),
            bodies: pair.bodies.map(BodyKey::to_bits),
            user_data: pair.user_data,
        }
    }
}

impl Hooks for UmbraHooks {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        self.should_collide.is_none_or(|ask| ask(self.context, &pair.into()))
    }

    fn should_sense(&self, pair: &ContactPair) -> bool {
        self.should_sense.is_none_or(|ask| ask(self.context, &pair.into()))
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let Some(ask) = self.modify_contact else { return };
        let before = edit_of(contact);
        let mut after = before;
        ask(self.context, &mut after);
        apply(&before, &after, contact);
    }
}

fn edit_of(contact: &ContactMut<'_>) -> UmbraContactEdit {
    let mut edit = UmbraContactEdit {
        pair: contact.pair().into(),
        normal: contact.normal().into(),
        separation: contact.separation(),
        friction: contact.friction(),
        restitution: contact.restitution(),
        rolling_resistance: contact.rolling_resistance(),
        surface_speed: contact.surface_speed(),
        enabled: true,
        keep_point: [true; 2],
        ..UmbraContactEdit::default()
    };
    for (place, point) in edit.points.iter_mut().zip(contact.points()) {
        *place = point.position.into();
        edit.point_count += 1;
    }
    edit
}

/// Applies what a callback changed. Numbers that the engine refuses are left as they were.
fn apply(before: &UmbraContactEdit, after: &UmbraContactEdit, contact: &mut ContactMut<'_>) {
    if !after.enabled {
        contact.disable();
        return;
    }
    let mut index = 0;
    contact.retain_points(|_| {
        let keep = after.keep_point.get(index).copied().unwrap_or(true);
        index += 1;
        keep
    });
    let differs = |value: fn(&UmbraContactEdit) -> f32| value(before) != value(after);
    if differs(|edit| edit.friction) {
        let _ = contact.set_friction(after.friction);
    }
    if differs(|edit| edit.restitution) {
        let _ = contact.set_restitution(after.restitution);
    }
    if differs(|edit| edit.rolling_resistance) {
        let _ = contact.set_rolling_resistance(after.rolling_resistance);
    }
    if differs(|edit| edit.surface_speed) {
        let _ = contact.set_surface_speed(after.surface_speed);
    }
}
