//! What every machine of the target has, and how work is done with more or on less than that.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use std::sync::OnceLock;

use fearless_simd::{Level, prelude::*};

/// Work on many pairs: the same, to the last bit, a register of pairs at a time and one by one.
pub(super) trait Work: Sized {
    /// All pairs, in the registers of `simd`.
    #[allow(dead_code, reason = "a target without vector registers has no use for it")]
    fn wide<S: Simd>(self, simd: S);

    /// All pairs, by way of the one-pair form.
    #[allow(dead_code, reason = "only for machines without wide registers")]
    fn one_by_one(self);
}

/// Ends the function with some work, done with the newest instructions of a level that are of use: those of
/// AVX-512, of AVX2 with its companions, or else otherwise. What came between these is not worth compiling
/// everything once more.
#[allow(unused_macros, reason = "a target without vector registers has no use for it")]
macro_rules! with_newest {
    ($level:expr, $simd:ident => $work:expr, else $otherwise:expr) => {{
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let level: Level = $level;
            if let Some($simd) = level.as_avx512() {
                return $simd.vectorize(
                    #[inline(always)]
                    move || $work,
                );
            }
            if let Some($simd) = level.as_avx2() {
                return $simd.vectorize(
                    #[inline(always)]
                    move || $work,
                );
            }
        }
        $otherwise
    }};
}

macro_rules! machines {
    ($($condition:meta => $token:path, $of_level:ident;)*) => {
        $(
            #[cfg($condition)]
            pub(crate) type Baseline = $token;

            #[cfg($condition)]
            #[inline(always)]
            fn token_of(level: Level) -> Option<Baseline> {
                level.$of_level()
            }
        )*

        /// What the whole target has, so that nothing is asked at run time.
        #[cfg(not(any($($condition),*)))]
        pub(crate) type Baseline = fearless_simd::Fallback;

        #[cfg(not(any($($condition),*)))]
        #[inline(always)]
        fn token_of(_level: Level) -> Option<Baseline> {
            Some(fearless_simd::Fallback::new())
        }

    };
}

// The conditions are those under which `fearless_simd` does without the fallback.
machines! {
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

/// Does the work with the instructions of `level`.
#[cfg(any(
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
#[inline(always)]
pub(super) fn run(_level: Level, work: impl Work) {
    work.wide(baseline());
}

/// Does the work with the instructions of `level`: on x86 a register at a time from AVX2 on. The few machines
/// without it go pair by pair, as do those without vector registers: a third form of each kernel took
/// longer to compile than all the rest of the crate.
#[cfg(not(any(
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
#[inline(always)]
#[allow(unused_variables, reason = "only x86 has more levels than one")]
pub(super) fn run(level: Level, work: impl Work) {
    with_newest!(level, simd => work.wide(simd), else work.one_by_one());
}

/// The instructions that every machine of the target has.
#[inline(always)]
pub(crate) fn baseline() -> Baseline {
    token_of(Level::baseline()).expect("these instructions are part of the architecture")
}

/// Work on one pair, with the newest instructions that are of use to it: those of AVX2 and its
/// companions name the place of a result, select in one step, find the first of some bits, and have
/// registers of eight numbers, which takes a sixth off. Those of AVX-512 have twice as many registers
/// and keep masks in others, which takes another tenth off. The same bits come out.
///
/// Which level the machine has is found out once and then read.
pub(crate) trait OnePair: Sized {
    /// What comes out.
    type Out;

    /// Has to be `#[inline(always)]`, with all that it calls, or is compiled for the lowest level.
    fn compute<S: Simd>(self, simd: S) -> Self::Out;

    /// Computes with what the machine has.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn with_the_newest(self) -> Self::Out {
        let Some(&level) = NEWEST.get() else { return self.for_the_first_time() };
        with_newest!(level, simd => self.compute(simd), else self.with_the_oldest())
    }

    /// Computes with what the machine has: what every machine of the target has.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    #[inline(always)]
    fn with_the_newest(self) -> Self::Out {
        self.compute(baseline())
    }

    /// Computes with what every machine of the target has. Out of line, as is asking for the level: a function
    /// that does nothing but choose has no registers to save.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(never)]
    fn with_the_oldest(self) -> Self::Out {
        self.compute(baseline())
    }

    /// Computes with the instructions of `level`.
    #[cfg(test)]
    fn with_level(self, level: Level) -> Self::Out {
        with_newest!(level, simd => self.compute(simd), else self.compute(baseline()))
    }

    /// Finds out what the machine has, and computes.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[cold]
    #[inline(never)]
    fn for_the_first_time(self) -> Self::Out {
        NEWEST.get_or_init(Level::new);
        self.with_the_newest()
    }
}

/// The level of the machine, once somebody has asked.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
static NEWEST: OnceLock<Level> = OnceLock::new();

/// Calls `answer` for each level that makes a difference here, from what every machine of the target
/// has to what this one has: the answers have to be the same.
#[cfg(test)]
pub(crate) fn assert_same_at_all_levels<T: PartialEq + std::fmt::Debug>(
    mut answer: impl FnMut(Level) -> T,
) {
    let lowest = answer(Level::baseline());
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = Level::new().as_avx2() {
        assert_eq!(answer(Level::Avx2(avx2)), lowest, "AVX2");
    }
    assert_eq!(answer(Level::new()), lowest, "the machine's own level");
}
