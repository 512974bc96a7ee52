//! Drawing: SVG pictures, and lines through callbacks.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill_whole, room, text};
use crate::call::{given, run};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraAabb, UmbraRotation, UmbraScene, UmbraVec2};

/// Parts of a scene to draw: see `umbra_draw_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraDrawOptions {
    /// Shapes of colliders. Shown by default.
    pub shapes: bool,
    /// Joints. Shown by default.
    pub joints: bool,
    /// Areas of fields. Shown by default.
    pub fields: bool,
    /// Portals. Shown by default.
    pub portals: bool,
    /// Boxes around colliders.
    pub boxes: bool,
    /// Contact points.
    pub contacts: bool,
    /// Normals of contacts.
    pub normals: bool,
    /// Impulses at contact points.
    pub impulses: bool,
    /// Centres of mass.
    pub centers_of_mass: bool,
    /// Velocities of the centres of mass.
    pub velocities: bool,
    /// Boxes around groups of bodies that touch.
    pub islands: bool,
    /// True to draw only what reaches into `view`.
    pub has_view: bool,
    /// Rectangle to draw.
    pub view: UmbraAabb,
    /// Time at which to show bodies, from 0, before the last step, to 1, after it.
    pub interpolation: f32,
    /// Pixels per length unit of an SVG picture; 0, the default, for a usual size.
    pub scale: f32,
}

/// Callbacks that draw. Each may be null. A colour is 0xrrggbb.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UmbraDraw {
    /// A circle.
    pub circle: Option<
        extern "C" fn(
            context: *mut c_void,
            center: UmbraVec2,
            radius: f32,
            rotation: UmbraRotation,
            color: u32,
        ),
    >,
    /// A capsule: its ends and its radius.
    pub capsule: Option<
        extern "C" fn(context: *mut c_void, a: UmbraVec2, b: UmbraVec2, radius: f32, color: u32),
    >,
    /// A polygon: its corners, their number, the radius of rounded corners.
    pub polygon: Option<
        extern "C" fn(
            context: *mut c_void,
            corners: *const UmbraVec2,
            count: usize,
            radius: f32,
            color: u32,
        ),
    >,
    /// A line.
    pub segment:
        Option<extern "C" fn(context: *mut c_void, a: UmbraVec2, b: UmbraVec2, color: u32)>,
    /// An arrow: from where, and how far along.
    pub arrow:
        Option<extern "C" fn(context: *mut c_void, from: UmbraVec2, along: UmbraVec2, color: u32)>,
    /// A point.
    pub point: Option<extern "C" fn(context: *mut c_void, at: UmbraVec2, color: u32)>,
    /// A text, which ends with a zero.
    pub text:
        Option<extern "C" fn(context: *mut c_void, at: UmbraVec2, text: *const c_char, color: u32)>,
    /// Given to each callback.
    pub context: *mut c_void,
}

/// Shapes, joints, fields and portals.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_draw_options_default() -> UmbraDrawOptions {
    let options = DebugOptions::default();
    UmbraDrawOptions {
        shapes: options.shapes,
        joints: options.joints,
        fields: options.fields,
        portals: options.portals,
        boxes: options.boxes,
        contacts: options.contacts,
        normals: options.normals,
        impulses: options.impulses,
        centers_of_mass: options.centers_of_mass,
        velocities: options.velocities,
        islands: options.islands,
        has_view: false,
        view: UmbraAabb::default(),
        interpolation: options.interpolation,
        scale: 0.0,
    }
}

impl UmbraDrawOptions {
    fn get(&self) -> Result<DebugOptions, Fault> {
        Ok(DebugOptions {
            shapes: self.shapes,
            joints: self.joints,
            fields: self.fields,
            portals: self.portals,
            boxes: self.boxes,
            contacts: self.contacts,
            normals: self.normals,
            impulses: self.impulses,
            centers_of_mass: self.centers_of_mass,
            velocities: self.velocities,
            islands: self.islands,
            view: if self.has_view { Some(self.view.checked()?) } else { None },
            interpolation: self.interpolation,
            ..DebugOptions::default()
        })
    }
}

fn picture(scene: &Scene, options: Option<&UmbraDrawOptions>) -> Result<SvgDraw, Fault> {
    let options = options.copied().unwrap_or(umbra_draw_options_default());
    let mut svg = SvgDraw::new();
    if options.scale != 0.0 {
        svg = svg.scale(options.scale)?;
    }
    let debug = options.get()?;
    if let Some(view) = debug.view {
        svg = svg.view(view)?;
    }
    scene.debug_draw(&mut svg, debug)?;
    Ok(svg)
}

/// Writes a picture as SVG text without a zero at its end: all or nothing. `count` becomes the
/// number of its bytes. Null `options` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_to_svg(
    scene: Option<&UmbraScene>,
    options: Option<&UmbraDrawOptions>,
    out: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let svg = picture(&given("scene", scene)?.0, options)?.to_string();
        // SAFETY: the caller's array, as the header demands.
        fill_whole(unsafe { room("out", out, capacity)? }, count, svg.as_bytes())
    })
}

/// Writes a picture to an SVG file. Null `options` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_save_svg(
    scene: Option<&UmbraScene>,
    options: Option<&UmbraDrawOptions>,
    path: *const c_char,
) -> UmbraStatus {
    run(|| {
        let svg = picture(&given("scene", scene)?.0, options)?;
        // SAFETY: the caller's text, as the header demands.
        let path = unsafe { text("path", path)? };
        svg.save(path).map_err(|error| Fault::File("path", error.to_string()))
    })
}

/// Draws the scene through callbacks. Null `options` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_draw(
    scene: Option<&UmbraScene>,
    options: Option<&UmbraDrawOptions>,
    draw: Option<&UmbraDraw>,
) -> UmbraStatus {
    run(|| {
        let (scene, mut draw) = (&given("scene", scene)?.0, *given("draw", draw)?);
        let options = options.copied().unwrap_or(umbra_draw_options_default());
        Ok(scene.debug_draw(&mut draw, options.get()?)?)
    })
}

fn number_of(color: DebugColor) -> u32 {
    u32::from(color.red) << 16 | u32::from(color.green) << 8 | u32::from(color.blue)
}

impl DebugDraw for UmbraDraw {
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, color: DebugColor) {
        if let Some(draw) = self.circle {
            draw(self.context, center.into(), radius, rotation.into(), number_of(color));
        }
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        if let Some(draw) = self.capsule {
            draw(self.context, a.into(), b.into(), radius, number_of(color));
        }
    }

    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        if let Some(draw) = self.polygon {
            let corners: Vec<UmbraVec2> = vertices.iter().map(|corner| (*corner).into()).collect();
            draw(self.context, corners.as_ptr(), corners.len(), radius, number_of(color));
        }
    }

    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        if let Some(draw) = self.segment {
            draw(self.context, a.into(), b.into(), number_of(color));
        }
    }

    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        if let Some(draw) = self.arrow {
            draw(self.context, from.into(), along.into(), number_of(color));
        }
    }

    fn point(&mut self, at: Point, color: DebugColor) {
        if let Some(draw) = self.point {
            draw(self.context, at.into(), number_of(color));
        }
    }

    fn text(&mut self, at: Point, text: &str, color: DebugColor) {
        if let (Some(draw), Ok(text)) = (self.text, std::ffi::CString::new(text)) {
            draw(self.context, at.into(), text.as_ptr(), number_of(color));
        }
    }
}
