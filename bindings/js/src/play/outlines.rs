//! Outlines of pictures.
use umbra::build::{Mask, MaskSettings};
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{Options, apply};

/// Settings of the tracing.
pub const SETTINGS: &Options<MaskSettings> = &[
    ("threshold:n", |it, v| MaskSettings { threshold: v.real(0), ..it }),
    ("tolerance:n", |it, v| MaskSettings { tolerance: v.real(0), ..it }),
    ("pixelSize:n", |it, v| MaskSettings { pixel_size: v.real(0), ..it }),
    ("minArea:n", |it, v| MaskSettings { min_area: v.real(0), ..it }),
    ("origin:v", |it, v| MaskSettings { origin: [v.real(0), v.real(1)], ..it }),
    ("yDown:b", |it, v| MaskSettings { y_down: v.flag(0), ..it }),
];

/// Outlines of what is opaque in a picture: for each the count of its rings, outer first, and each
/// ring as the count of its numbers and these.
#[wasm_bindgen(js_name = traceOutlines)]
pub fn trace_outlines(width: u32, height: u32, rgba: &[u8], settings: &[f64]) -> Answer<Vec<f64>> {
    let settings = apply(SETTINGS, MaskSettings::default(), settings);
    let mask = Mask::from_rgba(width as usize, height as usize, rgba)?;
    let mut all = Vec::new();
    for outline in mask.outlines_with(&settings)?.outlines {
        all.push(1.0 + outline.holes.len() as f64);
        for ring in std::iter::once(outline.outer).chain(outline.holes) {
            all.push(2.0 * ring.len() as f64);
            all.extend(ring.iter().flat_map(|it| [it.x, it.y].map(f64::from)));
        }
    }
    Ok(all)
}
