//! Pictures that become colliders, and pictures carved out of bodies.

mod bodies;
mod carving;
mod cost;
mod refusals;
mod shapes;
mod simplified;

use umbra_play::build::{MaskSettings, Outlines, outlines_from_mask, outlines_from_mask_with};

use crate::prelude::*;

/// Outlines of a picture of hashes, traced exactly.
fn drawn(picture: &[&str]) -> Outlines {
    drawn_with(picture, &MaskSettings { tolerance: 0.0, ..MaskSettings::default() })
}

fn drawn_with(picture: &[&str], settings: &MaskSettings) -> Outlines {
    let alpha = |x: usize, y: usize| Real::from(u8::from(picture[y].as_bytes()[x] == b'#'));
    outlines_from_mask_with([picture[0].len(), picture.len()], alpha, settings).unwrap()
}

/// Alpha of a disc with soft edges, the middle in pixels from the top left.
fn disc(x: usize, y: usize, middle: Real, radius: Real) -> Real {
    let (x, y) = (x as Real + 0.5 - middle, y as Real + 0.5 - middle);
    (0.5 + radius - (x * x + y * y).sqrt()).clamp(0.0, 1.0)
}

/// A ring of 40 pixels across.
fn ring(tolerance: Real, pixel_size: Real) -> Outlines {
    let alpha = |x, y| disc(x, y, 24.0, 20.0) - disc(x, y, 24.0, 12.0);
    let origin = [0.5, 0.5];
    let settings = MaskSettings { tolerance, pixel_size, origin, ..MaskSettings::default() };
    outlines_from_mask_with([48, 48], alpha, &settings).unwrap()
}

/// A picture of random alpha, of one of several kinds.
struct Noise {
    size: [usize; 2],
    alpha: Vec<Real>,
}

impl Noise {
    fn new(seed: u32) -> Self {
        let mut random = crate::common::Random(seed.wrapping_mul(2_654_435_761));
        let size = [(); 2].map(|()| 1 + (random.next() * 24.0) as usize);
        let count = size[0] * size[1];
        let alpha = match seed % 4 {
            0 => (0..count).map(|_| random.next()).collect(),
            // Whole pixels, mostly solid or mostly empty.
            1 => {
                let part = random.next();
                (0..count).map(|_| Real::from(u8::from(random.next() < part))).collect()
            }
            // Few levels, one of them the threshold.
            2 => (0..count).map(|_| (random.next() * 4.99).floor() * 0.25).collect(),
            // Waves: bays, islands and holes that are longer than wide.
            _ => {
                let [a, b, c, d] = [(); 4].map(|()| random.within(-1.0, 1.0));
                let wave = |i: usize| {
                    let (x, y) = ((i % size[0]) as Real, (i / size[0]) as Real);
                    let part = (a * x + b * y) * 0.5 + 0.05 * (c * x * y + d * y * y);
                    (part - part.floor() + 0.2 * random.next()).min(1.0)
                };
                (0..count).map(wave).collect()
            }
        };
        Self { size, alpha }
    }

    fn at(&self, x: usize, y: usize) -> Real {
        self.alpha[y * self.size[0] + x]
    }

    fn outlines(&self, tolerance: Real) -> Outlines {
        outlines_from_mask(self.size, |x, y| self.at(x, y), tolerance).unwrap()
    }
}
