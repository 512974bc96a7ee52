//! The SIMD levels: widths of registers, chosen at run time.

use fearless_simd::Level;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::prelude::*;

use super::Lanes;
use crate::Error;

/// The number of lanes that the solver computes at once. All levels give the same bits.
///
/// ```
/// use umbra_solver::SimdLevel;
///
/// let levels: Vec<_> = SimdLevel::available().collect();
/// assert!(levels.contains(&SimdLevel::Scalar)); // on every machine
/// assert_eq!(levels.last(), Some(&SimdLevel::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimdLevel {
    /// One number at a time, on any machine.
    Scalar,
    /// Four numbers: SSE, NEON or the 128-bit instructions of WebAssembly.
    Four,
    /// Eight numbers, with two registers interleaved if there are more: AVX2.
    Eight,
    /// Sixteen numbers: AVX-512.
    Sixteen,
}

impl SimdLevel {
    /// The levels of this CPU, from the narrowest to the widest.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Scalar, Self::Four, Self::Eight, Self::Sixteen]
            .into_iter()
            .filter(|level| level.is_available())
    }

    /// The widest level of this CPU. On the machines we measured, wider ones were faster; only
    /// sixteen numbers at once took as long as eight in some scenes (`docs/benchmarks/solver.md`).
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Scalar)
    }

    /// The number of lanes.
    pub fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// True if this CPU has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Four => !Level::new().is_fallback(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Eight => Level::new().as_avx2().is_some(),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sixteen => Level::new().as_avx512().is_some(),
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Eight | Self::Sixteen => false,
        }
    }

    pub(crate) fn check(self) -> Result<Self, Error> {
        if self.is_available() { Ok(self) } else { Err(Error::NoSuchLevel { lanes: self.lanes() }) }
    }
}

/// Work with registers of any width.
pub(crate) trait Job {
    /// The result.
    type Output;
    /// Does the work. Everything this calls must be `#[inline(always)]`: only inlined code is
    /// compiled for the instructions of the level.
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) -> Self::Output;
}

/// Runs `job` with the registers of `level`. A level that this CPU lacks is replaced by the scalar
/// form; [`SimdLevel::check`] refuses it long before.
pub(crate) fn dispatch<J: Job>(level: SimdLevel, job: J) -> J::Output {
    match level {
        SimdLevel::Scalar => {}
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Four => {
            if let Some(sse) = Level::new().as_sse2() {
                return sse.vectorize(
                    #[inline(always)]
                    || job.run::<4, fearless_simd::f32x4<_>>(sse),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Eight => {
            if let Some(avx2) = Level::new().as_avx2() {
                return avx2.vectorize(
                    #[inline(always)]
                    || job.run::<16, fearless_simd::f32x16<fearless_simd::Avx2>>(avx2),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Sixteen => {
            if let Some(avx512) = Level::new().as_avx512() {
                return avx512.vectorize(
                    #[inline(always)]
                    || job.run::<16, fearless_simd::f32x16<fearless_simd::Avx512>>(avx512),
                );
            }
        }
        #[cfg(any(
            all(target_arch = "aarch64", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128")
        ))]
        _ => {
            return fearless_simd::dispatch!(Level::new(), simd => job.run::<4, fearless_simd::f32x4<_>>(simd));
        }
        // Without vector registers: the kernels on arrays in their place take minutes to compile.
        #[cfg(not(any(
            target_arch = "x86",
            target_arch = "x86_64",
            all(target_arch = "aarch64", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        _ => {}
    }
    job.run::<1, f32>(())
}
