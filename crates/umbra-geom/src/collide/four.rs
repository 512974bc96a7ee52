//! Four numbers side by side, in the registers that every machine of the target has.
//!
//! One pair of shapes needs them for two reasons. Four faces or vertices are looked at for the
//! price of one. And a choice between two numbers is a mask here: the plain `if` on an `f32`
//! becomes a jump on x86 (there is no conditional move for floats), and which axis or which end
//! is nearer is as random as a coin.

use fearless_simd::{f32x4, mask32x4, prelude::*};

// Every 64-bit machine has registers for this; what has none works on arrays. The conditions are
// those under which `fearless_simd` has the fallback or does without.
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2",
    target_feature = "fxsr"
))]
pub(super) type Baseline = fearless_simd::x86::Sse2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) type Baseline = fearless_simd::aarch64::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) type Baseline = fearless_simd::wasm32::WasmSimd128;
#[cfg(not(any(
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2",
        target_feature = "fxsr"
    ),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(super) type Baseline = fearless_simd::Fallback;

/// Four numbers.
pub(super) type Four = f32x4<Baseline>;

/// What the whole target has, so that nothing is asked at run time.
#[inline(always)]
fn baseline() -> Baseline {
    #[cfg(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2",
        target_feature = "fxsr"
    ))]
    let token = fearless_simd::Level::baseline().as_sse2();
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    let token = fearless_simd::Level::baseline().as_neon();
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let token = fearless_simd::Level::baseline().as_wasm_simd128();
    #[cfg(not(any(
        all(
            any(target_arch = "x86", target_arch = "x86_64"),
            target_feature = "sse2",
            target_feature = "fxsr"
        ),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let token = Some(fearless_simd::Fallback::new());
    token.expect("these instructions are part of the architecture")
}

/// The same number four times.
#[inline(always)]
pub(super) fn splat(value: f32) -> Four {
    SimdBase::splat(baseline(), value)
}

/// These four numbers.
#[inline(always)]
pub(super) fn four(values: [f32; 4]) -> Four {
    values.simd_into(baseline())
}

/// This number in the first lane, which is the one to read, and zeros.
#[inline(always)]
pub(super) fn single(value: f32) -> Four {
    four([value, 0.0, 0.0, 0.0])
}

/// The same answer in every lane.
#[inline(always)]
pub(super) fn mask(value: bool) -> mask32x4<Baseline> {
    SimdMask::splat(baseline(), value)
}

/// The greatest of four numbers, in every lane.
#[inline(always)]
pub(super) fn greatest(v: Four) -> Four {
    let pairs = v.unzip_low(v).max(v.unzip_high(v));
    pairs.unzip_low(pairs).max(pairs.unzip_high(pairs))
}

/// The least of four numbers, in every lane.
#[inline(always)]
pub(super) fn least(v: Four) -> Four {
    let pairs = v.unzip_low(v).min(v.unzip_high(v));
    pairs.unzip_low(pairs).min(pairs.unzip_high(pairs))
}

/// Whether the first lane says yes.
#[inline(always)]
pub(super) fn yes(mask: mask32x4<Baseline>) -> bool {
    mask.to_bitmask() & 1 != 0
}
