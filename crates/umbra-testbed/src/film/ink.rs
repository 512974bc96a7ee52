//! Inks: colours of a film, as attributes of SVG.

use std::cell::RefCell;
use std::fmt::Write as _;

use egui::Color32;
use umbra::prelude::*;

use crate::canvas::{Paint, engine_color};

/// Colours of a film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Dark things on a light page.
    #[default]
    Light,
    /// Light things on a dark page.
    Dark,
    /// Those that the viewer of the page prefers.
    Both,
}

/// Colours used so far, each for light and for dark pages.
pub(super) struct Inks {
    colors: Colors,
    paints: [Paint; 2],
    used: RefCell<Vec<[Color32; 2]>>,
}

impl Inks {
    pub(super) fn new(colors: Colors) -> Self {
        Self { colors, paints: [false, true].map(Paint::new), used: RefCell::default() }
    }

    /// Colour as an attribute has it.
    pub(super) fn ink(&self, color: impl Fn(&Paint) -> Color32) -> String {
        let [light, dark] = [0, 1].map(|index| color(&self.paints[index]));
        match self.colors {
            Colors::Light => hex(light),
            Colors::Dark => hex(dark),
            Colors::Both => {
                let mut used = self.used.borrow_mut();
                let known = used.iter().position(|it| *it == [light, dark]);
                let index = known.unwrap_or_else(|| {
                    used.push([light, dark]);
                    used.len() - 1
                });
                format!("var(--{index})")
            }
        }
    }

    /// A colour of the engine's own drawing: one of a palette has its partner in the other.
    pub(super) fn engine(&self, color: DebugColor) -> String {
        let place = entries(&self.paints[0].palette).iter().position(|it| *it == color);
        // Grey letters have the colour of all letters.
        if place.is_none() && color.red == color.green && color.green == color.blue {
            return self.ink(|paint| paint.text);
        }
        self.ink(|paint| engine_color(place.map_or(color, |index| entries(&paint.palette)[index])))
    }

    /// Palette that [`engine`](Self::engine) knows.
    pub(super) fn palette(&self) -> DebugPalette {
        self.paints[0].palette
    }

    /// Rules of a style sheet that say what the colours are.
    pub(super) fn rules(&self) -> String {
        let used = self.used.borrow();
        if used.is_empty() {
            return String::new();
        }
        let list = |side: usize| {
            used.iter().enumerate().fold(String::new(), |mut list, (index, pair)| {
                let _ = write!(list, "--{index}:{};", hex(pair[side]));
                list
            })
        };
        format!(":root{{{}}}@media(prefers-color-scheme:dark){{:root{{{}}}}}\n", list(0), list(1))
    }
}

fn entries(palette: &DebugPalette) -> [DebugColor; 15] {
    let it = palette;
    [
        it.fixed,
        it.kinematic,
        it.awake,
        it.asleep,
        it.disabled,
        it.sensor,
        it.joint,
        it.bounds,
        it.touching,
        it.near,
        it.normal,
        it.impulse,
        it.center_of_mass,
        it.velocity,
        it.island,
    ]
}

fn hex(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}
