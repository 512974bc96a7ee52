//! Colliders from pictures.

use std::mem::MaybeUninit;

use umbra::build::{Mask, MaskSettings, Outline, Outlines};
use umbra::prelude::*;

use crate::array::{fill, input, room};
use crate::call::{edit, given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraColliderDef, UmbraColliderKey, UmbraScene, UmbraVec2, keys};

/// Outlines of what is opaque in a picture. Opaque.
#[derive(Debug)]
pub struct UmbraOutlines(Outlines);

/// Settings for tracing a picture: see `umbra_mask_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraMaskSettings {
    /// Size of a pixel. 1 by default.
    pub pixel_size: f32,
    /// Point of the picture, as fractions of its size, that becomes (0, 0): the lower left corner
    /// by default.
    pub origin: UmbraVec2,
    /// Alpha, from 0 to 1, from which on a pixel is solid.
    pub threshold: f32,
    /// Distance in pixels by which an outline may differ from the picture.
    pub tolerance: f32,
    /// Parts and holes with a smaller area, in pixels, are left out.
    pub min_area: f32,
    /// True if y points downwards in the world, too.
    pub y_down: bool,
}

/// Kind of colliders that outlines become.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraOutlineKind {
    /// Solid bodies: convex parts.
    Concave = 0,
    /// The convex hull of each outline.
    Convex = 1,
    /// Lines, for terrain.
    Terrain = 2,
}

/// The usual settings.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_mask_settings_default() -> UmbraMaskSettings {
    let settings = MaskSettings::default();
    let [x, y] = settings.origin;
    UmbraMaskSettings {
        pixel_size: settings.pixel_size,
        origin: UmbraVec2 { x, y },
        threshold: settings.threshold,
        tolerance: settings.tolerance,
        min_area: settings.min_area,
        y_down: settings.y_down,
    }
}

impl UmbraMaskSettings {
    fn get(&self) -> MaskSettings {
        MaskSettings {
            pixel_size: self.pixel_size,
            origin: [self.origin.x, self.origin.y],
            threshold: self.threshold,
            tolerance: self.tolerance,
            min_area: self.min_area,
            y_down: self.y_down,
        }
    }
}

/// Traces the outlines of a picture: `width * height` pixels of four bytes, red, green, blue and
/// alpha, row by row from the top. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_outlines_from_rgba(
    pixels: *const u8,
    width: usize,
    height: usize,
    settings: Option<&UmbraMaskSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraOutlines>>>>,
) -> UmbraStatus {
    write(out, || {
        let bytes = width.checked_mul(height).and_then(|count| count.checked_mul(4));
        let bytes = bytes.ok_or_else(|| Fault::Value("width", "is too large".to_owned()))?;
        // SAFETY: the caller's array, as the header demands.
        let mask = Mask::from_rgba(width, height, unsafe { input("pixels", pixels, bytes)? })?;
        let settings = settings.map_or_else(MaskSettings::default, UmbraMaskSettings::get);
        Ok(Some(Box::new(UmbraOutlines(mask.outlines_with(&settings)?))))
    })
}

/// Frees outlines. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_outlines_free(outlines: Option<Box<UmbraOutlines>>) {
    value((), || drop(outlines));
}

/// Number of outlines.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_outlines_count(
    outlines: Option<&UmbraOutlines>,
    out: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    write(out, || Ok(given("outlines", outlines)?.0.outlines.len()))
}

fn outline(outlines: Option<&UmbraOutlines>, index: usize) -> Result<&Outline, Fault> {
    let outlines = &given("outlines", outlines)?.0.outlines;
    let none = || Fault::Value("index", format!("is {index}, of {}", outlines.len()));
    outlines.get(index).ok_or_else(none)
}

/// Lists the outer points of an outline.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_outlines_points(
    outlines: Option<&UmbraOutlines>,
    index: usize,
    out: *mut UmbraVec2,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let points = &outline(outlines, index)?.outer;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, points.iter().map(|point| UmbraVec2::from(*point)))
    })
}

/// Adds colliders of one outline to a body, of one of `UmbraOutlineKind`, and lists them.
/// Adds all or none. A null `def` is the default one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_outline(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    outlines: Option<&UmbraOutlines>,
    index: usize,
    kind: u32,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let outline = outline(outlines, index)?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let count = given("count", count)?;
        let colliders = match kind {
            0 => vec![outline.concave()?],
            1 => vec![outline.convex()?],
            2 => outline.terrain(),
            other => return Err(Fault::Name("kind", other)),
        };
        let colliders = colliders.into_iter().map(|collider| match def {
            Some(def) => def.apply(collider),
            None => Ok(collider),
        });
        let colliders = colliders.collect::<Result<Vec<Collider>, Fault>>()?;
        // What one of them is refused for is found on another scene, before this one is changed.
        let kind = scene.body(keys::body(body))?.kind();
        let mut rehearsal = Scene::new(SceneConfig::default())?;
        let like = rehearsal.add_body(match kind {
            BodyKind::Dynamic => Body::dynamic(),
            _ => Body::fixed(),
        })?;
        for collider in &colliders {
            rehearsal.add_collider(like, collider.clone())?;
        }
        let mut added = Vec::with_capacity(colliders.len());
        for collider in colliders {
            added.push(scene.add_collider(keys::body(body), collider)?);
        }
        fill(out, Some(count), added.into_iter().map(ColliderKey::to_bits))
    })
}
