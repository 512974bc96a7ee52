//! Outlines of pictures: an alpha mask becomes colliders, or is carved out of bodies.
//!
//! - `trace.rs`: marching squares, from pixels to closed rings;
//! - `simplify.rs`: fewer corners, within a tolerance;
//! - `conflicts.rs`: edges that a simplification made cross, touch or pass over another ring;
//! - `cells.rs`: the grid that finds edges near one another;
//! - `outline.rs`: the result, and the colliders made of it;
//! - `carve.rs`: a picture taken out of bodies;
//! - `bytes.rs`: masks in memory.
//!
//! Rings are traced and simplified in whole numbers, 256 to a pixel, so every test of a side is
//! exact. Points become lengths of the world at the very end.

mod bytes;
mod carve;
mod cells;
mod conflicts;
mod outline;
mod simplify;
mod trace;

use umbra_geom::{Point, Real};

use crate::check;
pub use bytes::Mask;
pub use outline::{Outline, Outlines};
use simplify::simplify;
use trace::{Ring, trace, without_specks};
use umbra_core::Error;

/// The most pixels of a mask.
const MAX_PIXELS: usize = 1 << 24;

/// The most pixels of a side.
const MAX_SIDE: usize = 1 << 14;

/// Grid units per pixel.
const UNIT: i32 = 256;

/// A place of the grid: the lower left corner of the picture is at (128, 128).
type Node = [i32; 2];

/// Settings of [`outlines_from_mask_with`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct MaskSettings {
    /// Width of a pixel in metres, from 0.0001 to 1,000. 1 by default.
    pub pixel_size: Real,
    /// Alpha above which a pixel is solid, from 0.001 to 0.999. 0.5 by default.
    pub threshold: Real,
    /// Greatest distance in pixels of a traced point from its outline: the larger, the fewer
    /// corners. 0 keeps all corners. 0.4 by default, which removes most steps of slanted edges, and
    /// leaves the edges of boxes level.
    pub tolerance: Real,
    /// Area in square pixels below which islands and holes are left out. 0 by default.
    pub min_area: Real,
    /// Point of the picture that becomes (0, 0), as parts of its width and height: `[0.0, 0.0]`,
    /// the lower left corner, by default; `[0.5, 0.5]` for the middle, as bodies want it that turn.
    pub origin: [Real; 2],
    /// True for worlds whose y axis points down: the top row of the picture then has the least y,
    /// and the origin counts from the upper left corner. False by default: y points up, and the top
    /// row has the greatest y.
    pub y_down: bool,
}

impl Default for MaskSettings {
    fn default() -> Self {
        Self {
            pixel_size: 1.0,
            threshold: 0.5,
            tolerance: 0.4,
            min_area: 0.0,
            origin: [0.0, 0.0],
            y_down: false,
        }
    }
}

/// Outlines of the solid pixels of a picture, in pixels, simplified to a tolerance in pixels.
///
/// `size` is width and height; `alpha(x, y)` is called once for each pixel and returns 0 to 1, with
/// (0, 0) at the top left as in image files. The outlines have y up: the lower left corner of the
/// picture is (0, 0), its top right corner is its size. [`outlines_from_mask_with`] takes metres
/// per pixel, a threshold other than one half, and more.
///
/// The method is marching squares: outlines run between the centres of neighbouring pixels, where
/// alpha, interpolated between them, is the threshold. What surrounds the picture is empty, so
/// every outline closes. Where two solid pixels touch at a corner, the mean of the four pixels
/// there decides if they are joined.
///
/// The outlines neither cross nor touch themselves or one another, at any tolerance: where
/// simplification would make them, more corners are kept. Every island stays outside, and every
/// hole inside, of the same outline as before.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let picture = ["..##..", "######", "######"];
/// let alpha = |x: usize, y: usize| if picture[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
/// let outlines = build::outlines_from_mask([6, 3], alpha, 0.0)?;
/// assert_eq!(outlines.outlines.len(), 1);
/// assert!(outlines.contains([3.0, 2.5]) && !outlines.contains([0.5, 2.5]));
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let hat = scene.add(Body::dynamic().position([0.0, 5.0]), outlines.concave()?)?;
/// assert!((scene.body(hat)?.mass() - outlines.area()).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`outlines_from_mask_with`].
pub fn outlines_from_mask(
    size: [usize; 2],
    alpha: impl Fn(usize, usize) -> Real,
    tolerance: Real,
) -> Result<Outlines, Error> {
    outlines_from_mask_with(size, alpha, &MaskSettings { tolerance, ..MaskSettings::default() })
}

/// Outlines of the solid pixels of a picture, in metres: [`outlines_from_mask`] with settings.
///
/// ```
/// use umbra::build::{self, MaskSettings};
///
/// // A disc of 20 pixels across, two metres wide in the world, around the origin.
/// let alpha = |x: usize, y: usize| {
///     let (x, y) = (x as f32 - 11.5, y as f32 - 11.5);
///     (10.5 - (x * x + y * y).sqrt()).clamp(0.0, 1.0)
/// };
/// let base = MaskSettings { pixel_size: 0.1, tolerance: 0.2, ..MaskSettings::default() };
/// let settings = MaskSettings { origin: [0.5, 0.5], ..base };
/// let disc = build::outlines_from_mask_with([24, 24], alpha, &settings)?;
/// assert!((disc.area() / core::f32::consts::PI - 1.0).abs() < 0.02);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a side has no pixels or more than 16,384, there are more than 16,777,216 pixels, an alpha
/// is not from 0 to 1, a setting is not finite or out of its range, or the outlines have more than
/// 4,194,304 points before they are simplified.
pub fn outlines_from_mask_with(
    size: [usize; 2],
    alpha: impl Fn(usize, usize) -> Real,
    settings: &MaskSettings,
) -> Result<Outlines, Error> {
    check_size(size)?;
    settings.check()?;
    let [width, height] = size;
    let row = |index: usize, out: &mut [Real]| {
        let y = if settings.y_down { index } else { height - 1 - index };
        for (x, out) in out.iter_mut().enumerate() {
            *out = check::range("alpha", alpha(x, y), 0.0, 1.0)?;
        }
        Ok(())
    };
    let rings = without_specks(trace(size, row, settings.threshold)?, settings.min_area);
    let lines = simplify(&rings, f64::from(settings.tolerance) * f64::from(UNIT), size);
    let place = settings.placing([width, height]);
    Ok(Outlines { outlines: nested(&rings, &lines, place) })
}

/// Checks the sides of a mask.
fn check_size([width, height]: [usize; 2]) -> Result<(), Error> {
    for (parameter, side) in [("width", width), ("height", height)] {
        if !(1..=MAX_SIDE).contains(&side) {
            let value = u32::try_from(side).unwrap_or(u32::MAX);
            return Err(Error::BadCount { parameter, value, max: MAX_SIDE as u32 });
        }
    }
    if width * height > MAX_PIXELS {
        return Err(Error::Full { what: "pixels of a mask", most: MAX_PIXELS });
    }
    Ok(())
}

impl MaskSettings {
    fn check(&self) -> Result<(), Error> {
        check::positive_within("pixel_size", self.pixel_size, 1e-4, 1e3)?;
        check::range("threshold", self.threshold, 0.001, 0.999)?;
        check::range("tolerance", self.tolerance, 0.0, 1e6)?;
        check::amount("min_area", self.min_area)?;
        for origin in self.origin {
            check::range("origin", origin, 0.0, 1.0)?;
        }
        Ok(())
    }

    /// Function from the grid to the world. Each coordinate is rounded once.
    fn placing(&self, size: [usize; 2]) -> impl Fn(&Node) -> Point + use<> {
        let scale = f64::from(self.pixel_size) / f64::from(UNIT);
        let side = |axis: usize| f64::from(self.origin[axis]) * size[axis] as f64;
        let origin = [0, 1].map(|axis| f64::from(UNIT) * (side(axis) + 0.5));
        move |node| {
            let [x, y] = [0, 1].map(|axis| (f64::from(node[axis]) - origin[axis]) * scale);
            Point::new(x as Real, y as Real)
        }
    }
}

/// Outlines of simplified rings, each with its holes.
fn nested(rings: &[Ring], lines: &[Vec<Node>], place: impl Fn(&Node) -> Point) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    // The outline that each ring which is no hole has become.
    let mut index_of = vec![0; rings.len()];
    for (index, (ring, line)) in rings.iter().zip(lines).enumerate() {
        let points = line.iter().map(&place).collect();
        // The parent of a hole comes before it.
        match ring.parent.filter(|_| ring.is_hole()) {
            Some(parent) => outlines[index_of[parent]].holes.push(points),
            None => {
                index_of[index] = outlines.len();
                outlines.push(Outline { outer: points, holes: Vec::new() });
            }
        }
    }
    outlines
}
