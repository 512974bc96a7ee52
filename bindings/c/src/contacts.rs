//! Contacts, as the last step left them.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{given, run};
use crate::status::UmbraStatus;
use crate::{UmbraBodyKey, UmbraColliderKey, UmbraScene, UmbraVec2, keys};

/// A point of a contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraContactPoint {
    /// Point in the world.
    pub position: UmbraVec2,
    /// Distance; negative if the two overlap.
    pub separation: f32,
    /// Impulse along the normal in the last substep.
    pub normal_impulse: f32,
    /// Impulse of friction in the last substep.
    pub tangent_impulse: f32,
}

/// Two colliders that touch or are about to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraContact {
    /// The two.
    pub colliders: [UmbraColliderKey; 2],
    /// Their bodies, in the same order.
    pub bodies: [UmbraBodyKey; 2],
    /// From the first to the second.
    pub normal: UmbraVec2,
    /// True if they touch.
    pub is_touching: bool,
    /// Number of points.
    pub point_count: u32,
    /// The points.
    pub points: [UmbraContactPoint; 2],
}

impl From<ContactRef<'_>> for UmbraContact {
    fn from(contact: ContactRef<'_>) -> Self {
        let mut to = Self {
            colliders: contact.colliders().map(ColliderKey::to_bits),
            bodies: contact.bodies().map(BodyKey::to_bits),
            normal: contact.normal().into(),
            is_touching: contact.is_touching(),
            ..Self::default()
        };
        for (place, point) in to.points.iter_mut().zip(contact.points()) {
            *place = UmbraContactPoint {
                position: point.position.into(),
                separation: point.separation,
                normal_impulse: point.normal_impulse,
                tangent_impulse: point.tangent_impulse,
            };
            to.point_count += 1;
        }
        to
    }
}

/// Lists all contacts of the scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_contacts(
    scene: Option<&UmbraScene>,
    out: *mut UmbraContact,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.contacts().map(UmbraContact::from))
    })
}

/// Lists the contacts of a body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_contacts(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: *mut UmbraContact,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let body = given("scene", scene)?.0.body(keys::body(body))?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, body.contacts().map(UmbraContact::from))
    })
}
