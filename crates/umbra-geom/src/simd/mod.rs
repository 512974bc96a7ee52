//! Vector registers, for the kernels of this crate and of the broad phase.
//!
//! 1. This file: the levels of instructions, and `with_simd!`, which compiles a kernel for each
//!    level that it names.
//! 2. `lanes`: arithmetic on a register. A kernel that is written over `Lanes` exists once, for
//!    any number of lanes.
//! 3. `four`: one pair of shapes, four faces or vertices side by side.
//! 4. `eight`: eight pairs side by side, and the transposition of rows into columns.
//!
//! Every level gives the same bits: the same operations in the same order, and no fused
//! multiply-add.

pub(crate) mod eight;
pub(crate) mod four;
pub(crate) mod lanes;

pub use eight::transposed;
pub use fearless_simd::{Level, Simd};

use std::sync::OnceLock;

/// Evaluates `work`, compiled for the first of the named levels that `level` has, or else for the
/// baseline of the target. The levels are named by the methods of [`Level`] that test for them;
/// targets other than x86 have no more than one. Targets without vector registers evaluate the
/// `plain` form: kernels on arrays in place of registers take minutes to compile.
///
/// Everything that `work` calls has to be `#[inline(always)]`, or it is compiled for the lowest
/// level: no closures without that attribute, no `map` of arrays.
///
/// ```
/// use fearless_simd::prelude::*;
/// use umbra_geom::simd::Level;
///
/// let sum: f32 = umbra_geom::with_simd!(Level::new(), [as_avx2], simd => {
///     fearless_simd::f32x4::splat(simd, 1.5).to_array().iter().sum()
/// }, else 6.0);
/// assert_eq!(sum, 6.0);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! with_simd {
    ($level:expr, [$($as_level:ident),*], $simd:ident => $work:expr, else $plain:expr) => {{
        #[allow(unused_labels, clippy::let_and_return, reason = "targets differ in what they leave out")]
        let value = 'done: {
            let level: $crate::simd::Level = $level;
            $(
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                if let Some($simd) = level.$as_level() {
                    break 'done $crate::simd::Simd::vectorize(
                        $simd,
                        #[inline(always)]
                        || $work,
                    );
                }
            )*
            // The conditions are those under which `fearless_simd` does without its fallback.
            #[cfg(any(
                all(
                    any(target_arch = "x86", target_arch = "x86_64"),
                    target_feature = "sse2",
                    target_feature = "fxsr"
                ),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            {
                let (_, $simd) = (level, $crate::simd::baseline());
                let value = $work;
                break 'done value;
            }
            #[allow(unreachable_code, reason = "for targets without vector registers")]
            {
                let _ = level;
                $plain
            }
        };
        value
    }};
}

macro_rules! baseline {
    ($($condition:meta => $token:path, $of_level:ident;)*) => {
        $(
            /// The instructions of every machine of the target, which need no test at run time.
            #[cfg($condition)]
            pub type Baseline = $token;

            #[cfg($condition)]
            #[inline(always)]
            fn token_of(level: Level) -> Option<Baseline> {
                level.$of_level()
            }
        )*

        /// The instructions of every machine of the target: no vector registers.
        #[cfg(not(any($($condition),*)))]
        pub type Baseline = fearless_simd::Fallback;

        #[cfg(not(any($($condition),*)))]
        #[inline(always)]
        fn token_of(_level: Level) -> Option<Baseline> {
            Some(fearless_simd::Fallback::new())
        }
    };
}

// The conditions are those of `with_simd!`.
baseline! {
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2",
        target_feature = "fxsr"
    ) => fearless_simd::x86::Sse2, as_sse2;
    all(target_arch = "aarch64", target_feature = "neon")
        => fearless_simd::aarch64::Neon, as_neon;
    all(target_arch = "wasm32", target_feature = "simd128")
        => fearless_simd::wasm32::WasmSimd128, as_wasm_simd128;
}

/// The instructions that every machine of the target has.
#[inline(always)]
pub fn baseline() -> Baseline {
    token_of(Level::baseline()).expect("these instructions are part of the architecture")
}

/// The level of the machine: detected once, then read.
#[inline(always)]
pub(crate) fn newest() -> Level {
    #[cfg(test)]
    if let Some(level) = levels::forced() {
        return level;
    }
    static NEWEST: OnceLock<Level> = OnceLock::new();
    *NEWEST.get_or_init(Level::new)
}

/// Evaluates work on one pair with the instructions of the machine: see [`with_simd!`]. With AVX2
/// it takes a sixth less than with the baseline, and with AVX-512 another tenth: they select in one
/// step, find the first set bit, and have more and larger registers.
macro_rules! one_pair {
    ($simd:ident => $work:expr) => {
        $crate::with_simd!($crate::simd::newest(), [as_avx512, as_avx2], $simd => $work, else {
            let $simd = $crate::simd::baseline();
            $work
        })
    };
}
pub(crate) use one_pair;

#[cfg(test)]
#[path = "../../tests/unit/simd_levels.rs"]
pub(crate) mod levels;
