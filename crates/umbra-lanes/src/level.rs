//! Levels of instructions, chosen at run time, and kernels compiled for each of them.

use std::sync::OnceLock;

use fearless_simd::{Level, f32x4, f32x8, f32x16};

use crate::prelude::*;

/// Evaluates `work`, compiled for the first of the named levels that `level` has, or else for the
/// baseline of the target. The levels are named by the methods of [`Level`] that test for them;
/// targets other than x86 have no more than one.
///
/// Targets without vector registers evaluate the `plain` form, because kernels on arrays in place
/// of registers take minutes to compile; without an `else`, that is `work` on such arrays.
///
/// ```
/// use umbra_lanes::{Level, f32x4, prelude::*, with_simd};
///
/// let sum: f32 = with_simd!(Level::new(), [as_avx2], simd => {
///     f32x4::splat(simd, 1.5).to_array().iter().sum()
/// }, else 6.0);
/// assert_eq!(sum, 6.0);
/// ```
#[macro_export]
macro_rules! with_simd {
    ($level:expr, [$($as_level:ident),*], $simd:ident => $work:expr) => {
        $crate::with_simd!($level, [$($as_level),*], $simd => $work, else {
            let $simd = $crate::baseline();
            $work
        })
    };
    ($level:expr, [$($as_level:ident),*], $simd:ident => $work:expr, else $plain:expr) => {{
        #[allow(unused_labels, clippy::let_and_return, reason = "targets differ in what they leave out")]
        let value = 'done: {
            let level: $crate::Level = $level;
            $(
                $crate::$as_level! {
                    if let Some($simd) = level.$as_level() {
                        break 'done $crate::Instructions::vectorize(
                            $simd,
                            #[inline(always)]
                            || $work,
                        );
                    }
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
                let (_, $simd) = (level, $crate::baseline());
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

// A level that is left out: `with_simd!` writes nothing for it.
#[doc(hidden)]
#[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx2"))]
#[macro_export]
macro_rules! as_avx2 {
    ($($work:tt)*) => { $($work)* };
}
#[doc(hidden)]
#[cfg(not(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx2")))]
#[macro_export]
macro_rules! as_avx2 {
    ($($work:tt)*) => {};
}
#[doc(hidden)]
#[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx512"))]
#[macro_export]
macro_rules! as_avx512 {
    ($($work:tt)*) => { $($work)* };
}
#[doc(hidden)]
#[cfg(not(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx512")))]
#[macro_export]
macro_rules! as_avx512 {
    ($($work:tt)*) => {};
}

macro_rules! baseline {
    ($($condition:meta => $token:path, $of_level:ident;)*) => {
        $(
            /// The instructions of every machine of the target, which need no test at run time.
            #[cfg($condition)]
            pub type Baseline = $token;

            #[cfg($condition)]
            impl Simd for $token {}

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
        impl Simd for fearless_simd::Fallback {}

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
pub fn newest() -> Level {
    static NEWEST: OnceLock<Level> = OnceLock::new();
    *NEWEST.get_or_init(Level::new)
}

/// Proof that the CPU has the instructions of a level, and the operations that levels do in their
/// own ways.
pub trait Simd: fearless_simd::Simd {
    /// The same number in each of four lanes.
    #[inline(always)]
    fn all(self, value: f32) -> f32x4<Self> {
        SimdBase::splat(self, value)
    }

    /// This number in the first of four lanes, which is the one to read, and zeros.
    #[inline(always)]
    fn single(self, value: f32) -> f32x4<Self> {
        [value, 0.0, 0.0, 0.0].simd_into(self)
    }

    /// Interleaves two registers within each block of four lanes: the first two lanes of all
    /// blocks, and the last two.
    #[inline(always)]
    fn zip_blocks(self, a: f32x8<Self>, b: f32x8<Self>) -> [f32x8<Self>; 2] {
        let ((a, c), (b, d)) = (a.split(), b.split());
        [a.zip_low(b).combine(c.zip_low(d)), a.zip_high(b).combine(c.zip_high(d))]
    }

    /// The first and the second blocks of two registers.
    #[inline(always)]
    fn sort_blocks(self, a: f32x8<Self>, b: f32x8<Self>) -> [f32x8<Self>; 2] {
        let ((a, c), (b, d)) = (a.split(), b.split());
        [a.combine(b), c.combine(d)]
    }

    /// [`zip_blocks`](Self::zip_blocks) of sixteen lanes.
    #[inline(always)]
    fn zip_blocks_16(self, a: f32x16<Self>, b: f32x16<Self>) -> [f32x16<Self>; 2] {
        let ((a, c), (b, d)) = (a.split(), b.split());
        let ([ab, ab_high], [cd, cd_high]) = (self.zip_blocks(a, b), self.zip_blocks(c, d));
        [ab.combine(cd), ab_high.combine(cd_high)]
    }

    /// The first and third, and the second and fourth blocks of two registers.
    #[inline(always)]
    fn sort_blocks_16(self, a: f32x16<Self>, b: f32x16<Self>) -> [f32x16<Self>; 2] {
        let ((a, c), (b, d)) = (a.split(), b.split());
        let ([first, second], [third, fourth]) = (self.sort_blocks(a, c), self.sort_blocks(b, d));
        [first.combine(third), second.combine(fourth)]
    }
}

/// The token of the form with one lane, which needs no instructions.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

/// Instructions that interleave within blocks. Across whole registers, these machines need two
/// more for each.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::*;

    use fearless_simd::{f32x8, f32x16, kernel, prelude::*};
    use fearless_simd::{x86::Avx2, x86::Avx512};

    use super::Simd;

    macro_rules! kernels {
        ($($name:ident, $level:ident, $vector:ident: $first:expr, $second:expr;)*) => {
            $(kernel!(
                #[inline(always)]
                fn $name(token: $level, a: $vector<$level>, b: $vector<$level>) -> [$vector<$level>; 2] {
                    let (a, b) = (a.into(), b.into());
                    [$first(a, b).simd_into(token), $second(a, b).simd_into(token)]
                }
            );)*
        };
    }
    kernels! {
        zip_avx2, Avx2, f32x8: _mm256_unpacklo_ps, _mm256_unpackhi_ps;
        sort_avx2, Avx2, f32x8: _mm256_permute2f128_ps::<0x20>, _mm256_permute2f128_ps::<0x31>;
        zip_avx512, Avx512, f32x8: _mm256_unpacklo_ps, _mm256_unpackhi_ps;
        sort_avx512, Avx512, f32x8: _mm256_permute2f128_ps::<0x20>, _mm256_permute2f128_ps::<0x31>;
        zip_16_avx512, Avx512, f32x16: _mm512_unpacklo_ps, _mm512_unpackhi_ps;
        sort_16_avx512, Avx512, f32x16:
            _mm512_shuffle_f32x4::<0b10_00_10_00>, _mm512_shuffle_f32x4::<0b11_01_11_01>;
    }

    macro_rules! level {
        ($level:ident: $($method:ident, $vector:ident, $kernel:ident;)*) => {
            impl Simd for $level {
                $(
                    #[inline(always)]
                    fn $method(self, a: $vector<Self>, b: $vector<Self>) -> [$vector<Self>; 2] {
                        $kernel(self, a, b)
                    }
                )*
            }
        };
    }
    level!(Avx2: zip_blocks, f32x8, zip_avx2; sort_blocks, f32x8, sort_avx2;);
    level!(Avx512:
        zip_blocks, f32x8, zip_avx512;
        sort_blocks, f32x8, sort_avx512;
        zip_blocks_16, f32x16, zip_16_avx512;
        sort_blocks_16, f32x16, sort_16_avx512;
    );
}
