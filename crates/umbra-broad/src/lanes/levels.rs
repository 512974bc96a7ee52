//! Work compiled once for each level of instructions.

/// Does some work with the lanes of a level, under the name given. All of it has to be inlined: only
/// then is it compiled for the instructions of that level.
#[allow(unused_macros, reason = "replaced by the next one where there are vector registers")]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {{
        let (_, $lanes) = ($level, $crate::lanes::OneByOne);
        $work
    }};
}

// On x86: what came between SSE2 and AVX2 is not worth compiling everything once more.
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2",
    target_feature = "fxsr"
))]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {{
        let level: fearless_simd::Level = $level;
        if let Some($lanes) = level.as_avx512() {
            fearless_simd::Simd::vectorize(
                $lanes,
                #[inline(always)]
                || $work,
            )
        } else if let Some($lanes) = level.as_avx2() {
            fearless_simd::Simd::vectorize(
                $lanes,
                #[inline(always)]
                || $work,
            )
        } else {
            let $lanes = level.as_sse2().expect("SSE2 is part of the architecture");
            $work
        }
    }};
}

// The conditions are those under which `fearless_simd` does without its fallback.
#[cfg(any(
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $work:expr) => {
        fearless_simd::dispatch!($level, $lanes => $work)
    };
}

pub(crate) use with_lanes;
