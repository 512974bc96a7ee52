//! Filters of queries.

use std::ffi::c_void;

use umbra::{BodyKinds, prelude::*};

use crate::status::Fault;
use crate::{UmbraBodyKey, UmbraColliderKey, UmbraFilter, keys};

/// Treatment of one-way platforms by queries.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraPlatforms {
    /// Rays and shapes pass from the side that bodies pass from.
    Passable = 0,
    /// They are solid from all sides.
    Solid = 1,
    /// They are not found.
    Overlooked = 2,
}

/// Decides which colliders a query finds. A null filter of other calls means the default one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UmbraQueryFilter {
    /// The query counts as an object with this filter. Everything by default.
    pub filter: UmbraFilter,
    /// This body is not found; 0 for none.
    pub exclude: UmbraBodyKey,
    /// True if fixed bodies are found. The default.
    pub fixed: bool,
    /// True if kinematic bodies are found. The default.
    pub kinematic: bool,
    /// True if dynamic bodies are found. The default.
    pub dynamic: bool,
    /// True if sensors are found. False by default.
    pub sensors: bool,
    /// True if rays and moving shapes go through portals. The default.
    pub portals: bool,
    /// One of `UmbraPlatforms`.
    pub platforms: u32,
    /// Returns true for colliders that are to be found, as a last question. Null for all. It may
    /// read the scene. `umbra_scene_cast_rays` may call it from several threads at once.
    pub accepts: Option<extern "C" fn(context: *mut c_void, collider: UmbraColliderKey) -> bool>,
    /// Given to `accepts`.
    pub context: *mut c_void,
}

/// Finds everything but sensors.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_query_filter_default() -> UmbraQueryFilter {
    UmbraQueryFilter {
        filter: Filter::ALL.into(),
        exclude: 0,
        fixed: true,
        kinematic: true,
        dynamic: true,
        sensors: false,
        portals: true,
        platforms: UmbraPlatforms::Passable as u32,
        accepts: None,
        context: std::ptr::null_mut(),
    }
}

/// Callback of a filter.
pub(crate) struct Accepts {
    ask: Option<extern "C" fn(context: *mut c_void, collider: UmbraColliderKey) -> bool>,
    context: *mut c_void,
}

// SAFETY: the library only passes the pointer on; the header tells callers which query calls it
// from several threads.
unsafe impl Sync for Accepts {}

impl Accepts {
    pub(crate) fn accepts(&self, collider: ColliderKey) -> bool {
        self.ask.is_none_or(|ask| ask(self.context, collider.to_bits()))
    }
}

/// The filter without its callback, and the callback.
pub(crate) fn filter_of(
    filter: Option<&UmbraQueryFilter>,
) -> Result<(QueryFilter, Accepts), Fault> {
    let Some(filter) = filter else {
        let none = Accepts { ask: None, context: std::ptr::null_mut() };
        return Ok((QueryFilter::default(), none));
    };
    let platforms = match filter.platforms {
        0 => Platforms::Passable,
        1 => Platforms::Solid,
        2 => Platforms::Overlooked,
        other => return Err(Fault::Name("platforms", other)),
    };
    let query = QueryFilter {
        filter: filter.filter.into(),
        exclude: keys::body_or_none(filter.exclude),
        kinds: kinds_of(filter),
        sensors: filter.sensors,
        platforms,
        portals: filter.portals,
        ..QueryFilter::default()
    };
    Ok((query, Accepts { ask: filter.accepts, context: filter.context }))
}

fn kinds_of(filter: &UmbraQueryFilter) -> BodyKinds {
    use BodyKind::{Dynamic, Fixed, Kinematic};
    match (filter.fixed, filter.kinematic, filter.dynamic) {
        (true, true, true) => BodyKinds::ALL,
        (true, true, false) => [Fixed, Kinematic].into(),
        (true, false, true) => [Fixed, Dynamic].into(),
        (false, true, true) => [Kinematic, Dynamic].into(),
        (true, false, false) => Fixed.into(),
        (false, true, false) => Kinematic.into(),
        (false, false, true) => Dynamic.into(),
        (false, false, false) => [].into(),
    }
}
