//! Work compiled once for each level of instructions.

/// Evaluates work with the lanes of a level, under the name given; see [`umbra_geom::with_simd!`].
/// AVX-512 gives less than a tenth here.
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {
        umbra_geom::with_simd!(
            $level,
            [as_avx2],
            $lanes => $work,
            else {
                let $lanes = $crate::lanes::OneByOne;
                $work
            }
        )
    };
}

pub(crate) use with_lanes;
