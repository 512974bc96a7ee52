//! The colours of the canvas.

use egui::Color32;
use umbra::prelude::*;

use super::tint::tint;
use super::{Coloring, Tints, ViewOptions};

/// How much of what lies behind a sensor it covers.
const SENSOR_OPACITY: f32 = 0.6;

/// How much of the background the colour of what sleeps has.
const ASLEEP: f32 = 0.42;

/// Colours, light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// True for the dark colours.
    pub dark: bool,
    /// Colours of the engine's own drawing.
    pub palette: DebugPalette,
    /// Behind everything.
    pub background: Color32,
    /// Every line of the grid.
    pub grid: Color32,
    /// Every fifth line of the grid.
    pub grid_strong: Color32,
    /// Labels on the canvas.
    pub text: Color32,
    /// Colour of the selection and of the hand.
    pub accent: Color32,
}

impl Paint {
    /// The colours of a theme.
    pub fn new(dark: bool) -> Self {
        if dark { Self::dark() } else { Self::light() }
    }

    fn light() -> Self {
        let palette = DebugPalette {
            fixed: DebugColor::hex(0xb4b9c2),
            kinematic: DebugColor::hex(0xa78bd6),
            awake: DebugColor::hex(0xf0b35a),
            asleep: DebugColor::hex(0x8fb8de),
            disabled: DebugColor::hex(0xdedede),
            sensor: DebugColor::hex(0xcdeadb),
            joint: DebugColor::hex(0x33517f),
            bounds: DebugColor::hex(0x9aa3b2),
            touching: DebugColor::hex(0xc1121f),
            near: DebugColor::hex(0x8d99ae),
            normal: DebugColor::hex(0xc1121f),
            impulse: DebugColor::hex(0x2a7f3f),
            center_of_mass: DebugColor::hex(0x22223b),
            velocity: DebugColor::hex(0x1d4ed8),
            island: DebugColor::hex(0x6d597a),
        };
        Self {
            dark: false,
            palette,
            background: Color32::from_rgb(0xfa, 0xfa, 0xf8),
            grid: Color32::from_rgb(0xee, 0xee, 0xec),
            grid_strong: Color32::from_rgb(0xe0, 0xe1, 0xe3),
            text: Color32::from_rgb(0x55, 0x5b, 0x66),
            accent: Color32::from_rgb(0xd6, 0x33, 0x84),
        }
    }

    fn dark() -> Self {
        let palette = DebugPalette {
            fixed: DebugColor::hex(0x4a505c),
            kinematic: DebugColor::hex(0x7d63b8),
            awake: DebugColor::hex(0xc98a35),
            asleep: DebugColor::hex(0x43709e),
            disabled: DebugColor::hex(0x35383f),
            sensor: DebugColor::hex(0x23443a),
            joint: DebugColor::hex(0x9dbcf0),
            bounds: DebugColor::hex(0x6b7484),
            touching: DebugColor::hex(0xff5c6a),
            near: DebugColor::hex(0x8d99ae),
            normal: DebugColor::hex(0xff5c6a),
            impulse: DebugColor::hex(0x5fd17f),
            center_of_mass: DebugColor::hex(0xe6e6f0),
            velocity: DebugColor::hex(0x7aa5ff),
            island: DebugColor::hex(0xc9a3d8),
        };
        Self {
            dark: true,
            palette,
            background: Color32::from_rgb(0x17, 0x19, 0x1e),
            grid: Color32::from_rgb(0x1f, 0x22, 0x28),
            grid_strong: Color32::from_rgb(0x29, 0x2d, 0x35),
            text: Color32::from_rgb(0xa4, 0xab, 0xb8),
            accent: Color32::from_rgb(0xff, 0x5c, 0xa8),
        }
    }

    /// The colour of a body's inside. What sleeps is paler.
    pub(super) fn of_body(&self, body: &BodyRef<'_>, view: &ViewOptions, tints: &Tints) -> Color32 {
        let palette = &self.palette;
        let sleeps = view.sleep && !body.is_awake();
        let base = match body.kind() {
            _ if !body.is_enabled() => palette.disabled,
            BodyKind::Fixed => return color(palette.fixed),
            _ => match tints.of_body(body, view.coloring) {
                Some(index) => {
                    let tint = tint(index, self);
                    return if sleeps { mixed(tint, self.background, ASLEEP) } else { tint };
                }
                None if sleeps => palette.asleep,
                None if body.kind() == BodyKind::Kinematic => palette.kinematic,
                None => palette.awake,
            },
        };
        // Spread over five tints, so that neighbours in order of keys seldom have the same one.
        let index = slotmap_index(body.key());
        scaled(color(base), 0.92 + 0.04 * (index.wrapping_mul(3) % 5) as f32)
    }

    /// Rows of the legend.
    pub fn legend(&self, coloring: Coloring) -> Vec<(Color32, &'static str)> {
        let palette = &self.palette;
        let mut rows = match coloring {
            Coloring::State => {
                vec![(color(palette.awake), "awake"), (color(palette.asleep), "asleep")]
            }
            Coloring::Scene => vec![
                (tint(0, self), "began at the bottom"),
                (tint(3, self), "began in the middle"),
                (tint(6, self), "began at the top"),
            ],
            Coloring::Body => vec![(tint(0, self), "a colour for each body")],
            Coloring::Island => vec![(tint(0, self), "a colour for those that touch")],
        };
        if coloring != Coloring::State {
            rows.push((mixed(tint(0, self), self.background, ASLEEP), "pale: asleep"));
        }
        rows.extend([
            (color(palette.kinematic), "kinematic"),
            (color(palette.fixed), "fixed"),
            (color(palette.sensor), "sensor"),
            (color(palette.joint), "joint"),
        ]);
        rows
    }

    /// The colour of a sensor's inside, through which what lies behind it is seen.
    pub(super) fn of_sensor(&self, body: &BodyRef<'_>) -> Color32 {
        let palette = &self.palette;
        let base = if body.is_enabled() { palette.sensor } else { palette.disabled };
        color(base).gamma_multiply(SENSOR_OPACITY)
    }

    /// The line around a sensor.
    pub(super) fn line_around_sensor(&self, body: &BodyRef<'_>) -> Color32 {
        let palette = &self.palette;
        let base = if body.is_enabled() { palette.sensor } else { palette.disabled };
        self.line_around(color(base))
    }

    /// The colour of the line around an inside.
    pub(super) fn line_around(&self, inside: Color32) -> Color32 {
        if self.dark { scaled(inside, 1.5) } else { scaled(inside, 0.6) }
    }
}

/// The colour of a body's inside, for films.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn body_color(
    paint: &Paint,
    body: &BodyRef<'_>,
    view: &ViewOptions,
    tints: &Tints,
) -> Color32 {
    paint.of_body(body, view, tints)
}

/// The number of the slot that a key names.
pub(crate) fn slotmap_index(key: BodyKey) -> u32 {
    use slotmap::Key as _;
    key.data().as_ffi() as u32
}

/// The engine's colour as egui's.
pub(crate) fn color(color: DebugColor) -> Color32 {
    Color32::from_rgb(color.red, color.green, color.blue)
}

/// Between two colours: all of the first at 0, all of the second at 1.
fn mixed(a: Color32, b: Color32, part: f32) -> Color32 {
    let between = |a: u8, b: u8| (f32::from(a) * (1.0 - part) + f32::from(b) * part) as u8;
    Color32::from_rgb(between(a.r(), b.r()), between(a.g(), b.g()), between(a.b(), b.b()))
}

/// Lighter or darker.
pub(super) fn scaled(color: Color32, by: f32) -> Color32 {
    let [r, g, b] = [color.r(), color.g(), color.b()].map(|part| (f32::from(part) * by) as u8);
    Color32::from_rgb(r, g, b)
}
