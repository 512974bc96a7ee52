//! Registers of several numbers: what the kernels are written in.
//!
//! A kernel is written once, over [`Lanes`]. `f32` is the form with one lane: it runs where there
//! is nothing wider, and it is what the wide forms are compared with. All forms compute the same
//! bits: there is no fused multiplication, and of two numbers the greater is found by comparison,
//! because `f32::max` and the instructions of different machines disagree about the sign of zero
//! and about NaN.

use core::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{Level, f32x4};

use crate::Error;

/// How many numbers the solver works on at once. All levels give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimdLevel {
    /// One number at a time, on any machine.
    Scalar,
    /// Four numbers: SSE, NEON or the 128-bit instructions of WebAssembly.
    Four,
    /// Eight numbers: AVX2.
    Eight,
    /// Sixteen numbers: AVX-512.
    Sixteen,
}

impl SimdLevel {
    /// The levels this CPU offers, from the narrowest to the widest.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Scalar, Self::Four, Self::Eight, Self::Sixteen]
            .into_iter()
            .filter(|level| level.is_available())
    }

    /// The widest level this CPU offers. On the machines we measured, each level beats the one
    /// below it.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Scalar)
    }

    /// How many numbers are worked on at once.
    pub fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// Whether this CPU has the instructions.
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

/// Half of a body's state: three numbers that change and an inverse mass that does not.
pub(crate) type Half = [f32; 4];

/// A register of `W` numbers.
pub(crate) trait Lanes<const W: usize>:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Proof that the CPU has the instructions.
    type Token: Copy;

    fn splat(token: Self::Token, value: f32) -> Self;
    fn load(token: Self::Token, from: &[f32; W]) -> Self;
    fn store(self, to: &mut [f32; W]);
    /// Per lane: `self > other ? self : other`.
    fn greater(self, other: Self) -> Self;
    /// Per lane: `self < other ? self : other`.
    fn lesser(self, other: Self) -> Self;
    /// Per lane: `self > 0 ? yes : no`.
    fn if_positive(self, yes: Self, no: Self) -> Self;
    /// Turns `W` halves of body states into one register per component.
    fn gather(token: Self::Token, half: impl Fn(usize) -> Half) -> [Self; 4];
    /// The reverse of `gather`: hands lane by lane to `put`.
    fn scatter(components: [Self; 4], put: impl FnMut(usize, Half));

    /// Per lane: `self` between `-limit` and `limit`.
    #[inline(always)]
    fn within(self, limit: Self) -> Self {
        self.lesser(limit).greater(-limit)
    }
}

impl Lanes<1> for f32 {
    type Token = ();

    #[inline(always)]
    fn splat((): (), value: f32) -> Self {
        value
    }
    #[inline(always)]
    fn load((): (), from: &[f32; 1]) -> Self {
        from[0]
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; 1]) {
        to[0] = self;
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    #[inline(always)]
    fn if_positive(self, yes: Self, no: Self) -> Self {
        if self > 0.0 { yes } else { no }
    }
    #[inline(always)]
    fn gather((): (), half: impl Fn(usize) -> Half) -> [Self; 4] {
        half(0)
    }
    #[inline(always)]
    fn scatter(components: [Self; 4], mut put: impl FnMut(usize, Half)) {
        put(0, components);
    }
}

/// What the wide registers have in common. The x86 instructions `max` and `min` are exactly
/// `a > b ? a : b` and `a < b ? a : b`; elsewhere it takes a comparison and a selection.
macro_rules! common {
    ($lanes:literal) => {
        #[inline(always)]
        fn splat(token: Self::Token, value: f32) -> Self {
            SimdBase::splat(token, value)
        }
        #[inline(always)]
        fn load(token: Self::Token, from: &[f32; $lanes]) -> Self {
            SimdBase::load_array_ref(token, from)
        }
        #[inline(always)]
        fn store(self, to: &mut [f32; $lanes]) {
            self.store_array(to);
        }
        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            if cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
                self.max(other)
            } else {
                self.simd_gt(other).select(self, other)
            }
        }
        #[inline(always)]
        fn lesser(self, other: Self) -> Self {
            if cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
                self.min(other)
            } else {
                self.simd_lt(other).select(self, other)
            }
        }
        #[inline(always)]
        fn if_positive(self, yes: Self, no: Self) -> Self {
            self.simd_gt(0.0).select(yes, no)
        }
    };
}

impl<S: Simd> Lanes<4> for f32x4<S> {
    type Token = S;
    common!(4);

    #[inline(always)]
    fn gather(token: S, half: impl Fn(usize) -> Half) -> [Self; 4] {
        let row = |lane| Self::load_array(token, half(lane));
        transposed([row(0), row(1), row(2), row(3)])
    }
    #[inline(always)]
    fn scatter(components: [Self; 4], mut put: impl FnMut(usize, Half)) {
        for (lane, row) in transposed(components).into_iter().enumerate() {
            put(lane, row.into());
        }
    }
}

#[inline(always)]
fn transposed<S: Simd>([a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let ((ac_low, ac_high), (bd_low, bd_high)) = (a.interleave(c), b.interleave(d));
    let ((x, y), (z, w)) = (ac_low.interleave(bd_low), ac_high.interleave(bd_high));
    [x, y, z, w]
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    //! AVX2 and AVX-512. Interleaving across whole registers costs these machines two extra
    //! shuffles each time, so their transposes stay inside blocks of four: the halves of bodies
    //! `k`, `k + 4`, `k + 8`, ... share a register, and every block is transposed by itself.

    #[cfg(target_arch = "x86")]
    use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::*;

    use fearless_simd::prelude::*;
    use fearless_simd::{Avx2, Avx512, f32x4, f32x8, f32x16};

    use super::{Half, Lanes};

    fearless_simd::kernel!(
        #[inline(always)]
        fn transposed_blocks_8(_token: Avx2, rows: [__m256; 4]) -> [__m256; 4] {
            let [a, b, c, d] = rows;
            let (ac_low, ac_high) = (_mm256_unpacklo_ps(a, c), _mm256_unpackhi_ps(a, c));
            let (bd_low, bd_high) = (_mm256_unpacklo_ps(b, d), _mm256_unpackhi_ps(b, d));
            [
                _mm256_unpacklo_ps(ac_low, bd_low),
                _mm256_unpackhi_ps(ac_low, bd_low),
                _mm256_unpacklo_ps(ac_high, bd_high),
                _mm256_unpackhi_ps(ac_high, bd_high),
            ]
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        fn transposed_blocks_16(_token: Avx512, rows: [__m512; 4]) -> [__m512; 4] {
            let [a, b, c, d] = rows;
            let (ac_low, ac_high) = (_mm512_unpacklo_ps(a, c), _mm512_unpackhi_ps(a, c));
            let (bd_low, bd_high) = (_mm512_unpacklo_ps(b, d), _mm512_unpackhi_ps(b, d));
            [
                _mm512_unpacklo_ps(ac_low, bd_low),
                _mm512_unpackhi_ps(ac_low, bd_low),
                _mm512_unpacklo_ps(ac_high, bd_high),
                _mm512_unpackhi_ps(ac_high, bd_high),
            ]
        }
    );

    /// The half of one lane. Not a closure: a closure may be left as a function, without the
    /// instructions of its level.
    #[inline(always)]
    fn one<S: Simd>(token: S, half: &impl Fn(usize) -> Half, lane: usize) -> f32x4<S> {
        f32x4::load_array(token, half(lane))
    }

    #[inline(always)]
    fn two(token: Avx2, half: &impl Fn(usize) -> Half, lane: usize) -> __m256 {
        one(token, half, lane).combine(one(token, half, lane + 4)).into()
    }

    #[inline(always)]
    fn four(token: Avx512, half: &impl Fn(usize) -> Half, lane: usize) -> __m512 {
        let low = one(token, half, lane).combine(one(token, half, lane + 4));
        let high = one(token, half, lane + 8).combine(one(token, half, lane + 12));
        low.combine(high).into()
    }

    impl Lanes<8> for f32x8<Avx2> {
        type Token = Avx2;
        common!(8);

        #[inline(always)]
        fn gather(token: Avx2, half: impl Fn(usize) -> Half) -> [Self; 4] {
            let rows = [
                two(token, &half, 0),
                two(token, &half, 1),
                two(token, &half, 2),
                two(token, &half, 3),
            ];
            let [x, y, z, w] = transposed_blocks_8(token, rows);
            [x.simd_into(token), y.simd_into(token), z.simd_into(token), w.simd_into(token)]
        }
        #[inline(always)]
        fn scatter([x, y, z, w]: [Self; 4], mut put: impl FnMut(usize, Half)) {
            let token = x.token();
            let rows = transposed_blocks_8(token, [x.into(), y.into(), z.into(), w.into()]);
            for (k, row) in rows.into_iter().enumerate() {
                let row: Self = row.simd_into(token);
                let (low, high) = row.split();
                put(k, low.into());
                put(k + 4, high.into());
            }
        }
    }

    impl Lanes<16> for f32x16<Avx512> {
        type Token = Avx512;
        common!(16);

        #[inline(always)]
        fn gather(token: Avx512, half: impl Fn(usize) -> Half) -> [Self; 4] {
            let rows = [
                four(token, &half, 0),
                four(token, &half, 1),
                four(token, &half, 2),
                four(token, &half, 3),
            ];
            let [x, y, z, w] = transposed_blocks_16(token, rows);
            [x.simd_into(token), y.simd_into(token), z.simd_into(token), w.simd_into(token)]
        }
        #[inline(always)]
        fn scatter([x, y, z, w]: [Self; 4], mut put: impl FnMut(usize, Half)) {
            let token = x.token();
            let rows = transposed_blocks_16(token, [x.into(), y.into(), z.into(), w.into()]);
            for (k, row) in rows.into_iter().enumerate() {
                let row: Self = row.simd_into(token);
                let (low, high) = row.split();
                let ((a, b), (c, d)) = (low.split(), high.split());
                put(k, a.into());
                put(k + 4, b.into());
                put(k + 8, c.into());
                put(k + 12, d.into());
            }
        }
    }
}

/// Something to do with registers of any width.
pub(crate) trait Job {
    /// What comes out.
    type Output;
    /// Does it. Everything this calls must be `#[inline(always)]`: only what is inlined is
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
            if let Some(sse) = Level::new().as_sse4_2() {
                return sse.vectorize(
                    #[inline(always)]
                    || job.run::<4, f32x4<_>>(sse),
                );
            }
            if let Some(sse) = Level::new().as_sse2() {
                return sse.vectorize(
                    #[inline(always)]
                    || job.run::<4, f32x4<_>>(sse),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Eight => {
            if let Some(avx2) = Level::new().as_avx2() {
                return avx2.vectorize(
                    #[inline(always)]
                    || job.run::<8, fearless_simd::f32x8<_>>(avx2),
                );
            }
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Sixteen => {
            if let Some(avx512) = Level::new().as_avx512() {
                return avx512.vectorize(
                    #[inline(always)]
                    || job.run::<16, fearless_simd::f32x16<_>>(avx512),
                );
            }
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        _ => {
            return fearless_simd::dispatch!(Level::new(), simd => job.run::<4, f32x4<_>>(simd));
        }
    }
    job.run::<1, f32>(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each operation makes of awkward numbers, lane by lane, at one width.
    struct Operations {
        a: [f32; 16],
        b: [f32; 16],
    }

    impl Job for Operations {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) -> Vec<u32> {
            let mut results = vec![0; 10 * 16];
            for sub in 0..16 / W {
                let load = |from: &[f32; 16]| L::load(token, &from.as_chunks::<W>().0[sub]);
                let (a, b) = (load(&self.a), load(&self.b));
                let mut out = vec![
                    a + b,
                    a - b,
                    a * b,
                    a / b,
                    a.greater(b),
                    a.lesser(b),
                    a.if_positive(b, -b),
                    a.within(b),
                ];
                out.push(L::splat(token, 3.0) * a);
                out.push(-a);
                for (operation, value) in out.into_iter().enumerate() {
                    let mut lanes = [0.0; W];
                    value.store(&mut lanes);
                    for (lane, value) in lanes.into_iter().enumerate() {
                        // The payload of a NaN is not fixed, that it is one is.
                        let bits = if value.is_nan() { u32::MAX } else { value.to_bits() };
                        results[operation * 16 + sub * W + lane] = bits;
                    }
                }
            }
            results
        }
    }

    #[test]
    fn every_level_computes_the_bits_of_the_scalar_form() {
        let awkward = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MIN_POSITIVE / 2.0,
            -f32::MIN_POSITIVE / 4.0,
            f32::MAX,
            0.1,
            -3.7e-5,
        ];
        for a in awkward {
            for b in awkward {
                let mut wide = ([a; 16], [b; 16]);
                (wide.0[3], wide.1[3]) = (b, a);
                (wide.0[14], wide.1[14]) = (0.3, a);
                let job = |level| dispatch(level, Operations { a: wide.0, b: wide.1 });
                let expected = job(SimdLevel::Scalar);
                for level in SimdLevel::available() {
                    assert_eq!(job(level), expected, "{level:?}: {a} and {b}");
                }
            }
        }
    }

    struct RoundTrip;

    impl Job for RoundTrip {
        type Output = Vec<[Half; 2]>;

        #[inline(always)]
        fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) -> Vec<[Half; 2]> {
            let half = |lane: usize| [lane as f32, 100.0, 200.0 + lane as f32, -(lane as f32)];
            let gathered = L::gather(token, half);
            let mut out = vec![];
            for component in gathered {
                let mut lanes = [0.0; W];
                component.store(&mut lanes);
                out.push([[lanes[0], lanes[W - 1], 0.0, 0.0], [0.0; 4]]);
            }
            L::scatter(gathered, |lane, value| out.push([half(lane), value]));
            out
        }
    }

    #[test]
    fn gather_turns_halves_into_components_and_scatter_turns_them_back() {
        for level in SimdLevel::available() {
            let mut out = dispatch(level, RoundTrip);
            let last = (level.lanes() - 1) as f32;
            let expected = [[0.0, last], [100.0, 100.0], [200.0, 200.0 + last], [-0.0, -last]];
            for ([lanes, _], expected) in out.drain(..4).zip(expected) {
                assert_eq!(lanes[..2], expected, "{level:?}");
            }
            assert_eq!(out.len(), level.lanes());
            assert!(out.iter().all(|[expected, value]| expected == value), "{level:?}");
        }
    }

    #[test]
    fn a_level_that_is_not_offered_is_refused() {
        for level in [SimdLevel::Scalar, SimdLevel::Four, SimdLevel::Eight, SimdLevel::Sixteen] {
            let refused = Err(Error::NoSuchLevel { lanes: level.lanes() });
            assert_eq!(level.check(), if level.is_available() { Ok(level) } else { refused });
        }
        assert!(SimdLevel::best().is_available());
    }
}
