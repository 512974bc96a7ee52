//! Widths of registers, chosen at run time, and jobs that run with them.

use fearless_simd::{Level, f32x4};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{f32x16, x86::Avx2, x86::Avx512};

use crate::{Baseline, Job, OneByOne, Simd, with_simd};

/// The number of lanes that the solver computes at once. All levels give the same bits.
///
/// ```
/// use umbra_lanes::SimdLevel;
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

    /// True if this CPU has the instructions, and the build has the level (features `avx2` and
    /// `avx512`).
    pub fn is_available(self) -> bool {
        self == Self::Scalar || self.instructions().is_some()
    }

    /// The instructions, if this CPU has them; none for the form with one lane.
    fn instructions(self) -> Option<Level> {
        match self {
            Self::Scalar => None,
            Self::Four => Some(Level::baseline()).filter(|level| !level.is_fallback()),
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx2"))]
            Self::Eight => crate::newest().as_avx2().map(Level::Avx2),
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), feature = "avx512"))]
            Self::Sixteen => crate::newest().as_avx512().map(Level::Avx512),
            #[allow(unreachable_patterns, reason = "builds differ in what they leave out")]
            Self::Eight | Self::Sixteen => None,
        }
    }
}

/// Instructions, and the registers with which they run jobs.
#[allow(dead_code, reason = "targets without vector registers run the form with one lane")]
trait Wide: Simd {
    /// Runs `job`.
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Output {
        job.run::<4, f32x4<Self>>(self)
    }
}

impl Wide for Baseline {}

/// Sixteen lanes in two registers. A pass is a chain of some sixty operations, each of which waits
/// for the one before: longer than the out-of-order window, so two chains side by side hide the
/// wait.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Wide for Avx2 {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Output {
        job.run::<16, f32x16<Self>>(self)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Wide for Avx512 {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Output {
        job.run::<16, f32x16<Self>>(self)
    }
}

/// Runs `job` with the registers of `level`. A level that this CPU lacks is replaced by the form
/// with one lane.
pub fn dispatch<J: Job>(level: SimdLevel, job: J) -> J::Output {
    let Some(level) = level.instructions() else { return job.run::<1, f32>(OneByOne) };
    with_simd!(level, [as_avx512, as_avx2], simd => simd.run(job), else job.run::<1, f32>(OneByOne))
}

#[cfg(test)]
#[path = "../tests/unit/dispatch.rs"]
mod tests;
