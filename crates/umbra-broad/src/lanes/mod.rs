//! Eight boxes at once: in vector registers, or one after the other on a target without.
//!
//! On such a target the vectors of `fearless_simd` are arrays, and everything that works on them is
//! inlined: an unoptimised build took a minute. Here the loops are functions of their own.

mod casts;
mod one_by_one;
mod ops;
mod registers;
mod rough;

pub(crate) use casts::{BATCH, Boxes, CastLanes, Column, PACKET, Slab, SlabColumns};
#[allow(
    unused_imports,
    reason = "only for a target without vector registers, and as a test's oracle"
)]
pub(crate) use one_by_one::OneByOne;
pub(crate) use ops::{BoxLanes, Edges, Extent, Grid, Slabs, floor, greater, square_of_distance};
pub(crate) use rough::{MOST_STEPS, ROUGH_LANES, RoughBox, RoughColumns};
pub(crate) use umbra_lanes::LANES;

/// Evaluates work with the lanes of a level, under the name given; see [`umbra_lanes::with_simd!`].
/// AVX-512 gives less than a tenth here.
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {
        umbra_lanes::with_simd!($level, [as_avx2], $lanes => $work, else {
            let $lanes = $crate::lanes::OneByOne;
            $work
        })
    };
}
pub(crate) use with_lanes;

#[cfg(test)]
#[path = "../../tests/unit/lanes.rs"]
mod tests;
