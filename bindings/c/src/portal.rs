//! Portals.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{add, edit, given, read, run};
use crate::status::UmbraStatus;
use crate::{UmbraPortalKey, UmbraScene, UmbraVec2, keys};

/// Two segments of equal length: what goes into one comes out of the other.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraPortal {
    /// First segment: what crosses it from its left goes in.
    pub from: [UmbraVec2; 2],
    /// Second segment, from which it comes out on the right.
    pub to: [UmbraVec2; 2],
    /// True if nothing goes back.
    pub one_way: bool,
    /// False for a portal that is shut.
    pub enabled: bool,
}

impl UmbraPortal {
    fn get(&self) -> Portal {
        let ends = |segment: [UmbraVec2; 2]| segment.map(UmbraVec2::point);
        Portal::new(ends(self.from), ends(self.to)).one_way(self.one_way).enabled(self.enabled)
    }
}

impl From<&Portal> for UmbraPortal {
    fn from(portal: &Portal) -> Self {
        Self {
            from: portal.from().map(Into::into),
            to: portal.to().map(Into::into),
            one_way: portal.is_one_way(),
            enabled: portal.is_enabled(),
        }
    }
}

/// Adds a portal. A null `out` is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_add_portal(
    scene: Option<&mut UmbraScene>,
    portal: Option<&UmbraPortal>,
    out: Option<&mut MaybeUninit<UmbraPortalKey>>,
) -> UmbraStatus {
    add(scene, out, |scene| Ok(scene.add_portal(given("portal", portal)?.get())?.to_bits()))
}

/// Changes a portal.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_portal_set(
    scene: Option<&mut UmbraScene>,
    key: UmbraPortalKey,
    portal: Option<&UmbraPortal>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let portal = given("portal", portal)?.get();
        Ok(scene.portal_mut(keys::portal(key))?.set(portal)?)
    })
}

/// A portal as it is.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_portal_get(
    scene: Option<&UmbraScene>,
    key: UmbraPortalKey,
    out: Option<&mut MaybeUninit<UmbraPortal>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.portal(keys::portal(key))?.into()))
}

/// Removes a portal.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_remove_portal(
    scene: Option<&mut UmbraScene>,
    key: UmbraPortalKey,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.remove_portal(keys::portal(key))?))
}

/// Lists the keys of all portals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_portals(
    scene: Option<&UmbraScene>,
    out: *mut UmbraPortalKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.portals().map(PortalKey::to_bits))
    })
}
