//! Explosions, cutting and carving.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{given, run};
use crate::shape::points;
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraFilter, UmbraScene, UmbraVec2, keys};

/// An explosion: see `umbra_explosion_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraExplosion {
    /// Centre.
    pub center: UmbraVec2,
    /// Distance at which it ends.
    pub reach: f32,
    /// Distance up to which it has its full strength. 0 by default.
    pub core: f32,
    /// Impulse per length that faces the centre. 1 by default.
    pub impulse: f32,
    /// True if walls protect what is behind them. False by default.
    pub shielded: bool,
    /// Filter. Everything by default.
    pub filter: UmbraFilter,
}

/// A body that an explosion pushed.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraBlown {
    /// The body.
    pub body: UmbraBodyKey,
    /// Impulse that it got.
    pub impulse: UmbraVec2,
    /// Point at which it got it.
    pub point: UmbraVec2,
    /// The body that it was a piece of, if the explosion broke it; otherwise 0.
    pub piece_of: UmbraBodyKey,
}

/// An explosion of strength 1.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_explosion_default(center: UmbraVec2, reach: f32) -> UmbraExplosion {
    UmbraExplosion {
        center,
        reach,
        core: 0.0,
        impulse: 1.0,
        shielded: false,
        filter: Filter::ALL.into(),
    }
}

/// Pushes what is near. Lists the bodies that were pushed; a null `count` is allowed if `capacity`
/// is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_explode(
    scene: Option<&mut UmbraScene>,
    explosion: Option<&UmbraExplosion>,
    out: *mut UmbraBlown,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let (scene, it) = (given("scene", scene)?, given("explosion", explosion)?);
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let count = if out.is_empty() { count } else { Some(given("count", count)?) };
        let explosion = Explosion::new(it.center, it.reach)
            .core(it.core)
            .impulse(it.impulse)
            .shielded(it.shielded)
            .filter(it.filter.into());
        let blown = scene.0.explode(explosion)?.into_iter().map(|blown| UmbraBlown {
            body: blown.body.to_bits(),
            impulse: blown.impulse.into(),
            point: blown.point.into(),
            piece_of: blown.piece_of.map_or(0, BodyKey::to_bits),
        });
        count.map_or(Ok(()), |count| fill(out, Some(count), blown))
    })
}

/// Cuts a body or several, and lists the bodies that came of it. `count` is checked before
/// anything is cut.
///
/// # Safety
/// `out` is an array of the caller with room for `capacity` keys.
unsafe fn cut(
    scene: Option<&mut UmbraScene>,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
    cut: impl FnOnce(&mut Scene) -> Result<Vec<BodyKey>, Fault>,
) -> UmbraStatus {
    run(|| {
        let (scene, count) = (given("scene", scene)?, given("count", count)?);
        // SAFETY: the caller of this function vouches for it.
        let out = unsafe { room("out", out, capacity)? };
        let pieces = cut(&mut scene.0)?;
        fill(out, Some(count), pieces.into_iter().map(BodyKey::to_bits))
    })
}

/// Cuts a body along a line. Lists all of its pieces; the heaviest keeps its key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_split_body(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    line_from: UmbraVec2,
    line_to: UmbraVec2,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    let line = [line_from.point(), line_to.point()];
    // SAFETY: the caller's array, as the header demands.
    unsafe {
        cut(scene, out, capacity, count, |scene| Ok(scene.split_body(keys::body(body), line)?))
    }
}

/// Breaks a body around a point into about so many pieces. Lists all of them; the heaviest keeps
/// its key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_shatter_body(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    point: UmbraVec2,
    pieces: usize,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    let shatter = |scene: &mut Scene| {
        let point = point.position("point")?;
        Ok(scene.shatter_body(keys::body(body), point, pieces)?)
    };
    // SAFETY: the caller's array, as the header demands.
    unsafe { cut(scene, out, capacity, count, shatter) }
}

/// Cuts a polygon out of a body. Lists all of its pieces; the heaviest keeps its key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_carve_body(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    outline: *const UmbraVec2,
    outline_count: usize,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    let carve = |scene: &mut Scene| {
        // SAFETY: the caller's array, as the header demands.
        let outline = unsafe { points("outline", outline, outline_count)? };
        Ok(scene.carve_body(keys::body(body), outline)?)
    };
    // SAFETY: the caller's array, as the header demands.
    unsafe { cut(scene, out, capacity, count, carve) }
}

/// Cuts a polygon out of everything that a filter accepts. Lists the bodies that were cut and
/// their pieces. If `isles_fall`, fixed parts without a hold become dynamic.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_carve(
    scene: Option<&mut UmbraScene>,
    outline: *const UmbraVec2,
    outline_count: usize,
    filter: UmbraFilter,
    isles_fall: bool,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    let carve = |scene: &mut Scene| {
        // SAFETY: the caller's array, as the header demands.
        let outline = unsafe { points("outline", outline, outline_count)? };
        let carving = Carving::new(outline).filter(filter.into()).isles_fall(isles_fall);
        let mut all = Vec::new();
        for Carved { body, pieces, .. } in scene.carve(&carving)? {
            all.push(body);
            all.extend(pieces.into_iter().filter(|piece| *piece != body));
        }
        Ok(all)
    };
    // SAFETY: the caller's array, as the header demands.
    unsafe { cut(scene, out, capacity, count, carve) }
}
