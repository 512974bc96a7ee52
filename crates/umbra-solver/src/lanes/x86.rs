//! AVX2 and AVX-512. Interleaving across whole registers costs these machines two extra
//! shuffles each time, so their transposes stay inside blocks of four: the halves of bodies
//! `k`, `k + 4`, `k + 8`, ... share a register, and every block is transposed by itself.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use fearless_simd::prelude::*;
use fearless_simd::{Avx512, f32x4, f32x8, f32x16};

use super::{Both, Half, Job, Lanes, common};

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

/// The half of one lane. Not a closure: a closure may be compiled as a function, without the
/// instructions of its level.
#[inline(always)]
pub(super) fn one<S: Simd>(token: S, half: &impl Fn(usize) -> Half, lane: usize) -> f32x4<S> {
    f32x4::load_array(token, half(lane))
}

/// Runs `job` with registers of four or of eight lanes, the narrower ones that hold `lanes`.
#[inline(always)]
pub(super) fn four_or_eight<S: Simd, J: Job<Output = ()>>(token: S, lanes: usize, job: J)
where
    f32x8<S>: Lanes<8, Token = S>,
{
    if lanes <= 4 {
        job.run::<4, f32x4<S>>(token);
    } else {
        job.run::<8, f32x8<S>>(token);
    }
}

#[inline(always)]
fn four(token: Avx512, half: &impl Fn(usize) -> Half, lane: usize) -> __m512 {
    let low = one(token, half, lane).combine(one(token, half, lane + 4));
    let high = one(token, half, lane + 8).combine(one(token, half, lane + 12));
    low.combine(high).into()
}

// When both halves are wanted, a register holds the whole state of one body (of two bodies with
// AVX-512). The same transposes then give registers that alternate between motions and
// offsets, and one more shuffle each sorts these: less work than two gathers of halves.

fearless_simd::kernel!(
    #[inline(always)]
    fn sorted_16(_token: Avx512, low: __m512, high: __m512) -> [__m512; 2] {
        [
            _mm512_shuffle_f32x4::<0b10_00_10_00>(low, high),
            _mm512_shuffle_f32x4::<0b11_01_11_01>(low, high),
        ]
    }
);

#[inline(always)]
fn two_whole(token: Avx512, both: &impl Fn(usize) -> Both, lane: usize) -> __m512 {
    let first = f32x8::load_array(token, both(lane));
    first.combine(f32x8::load_array(token, both(lane + 4))).into()
}

impl Lanes<16> for f32x16<Avx512> {
    type Token = Avx512;
    common!(16);

    const NARROWER: usize = 8;
    #[inline(always)]
    fn narrow<J: Job<Output = ()>>(token: Avx512, lanes: usize, job: J) {
        four_or_eight(token, lanes, job);
    }

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
    fn gather_both(token: Avx512, both: impl Fn(usize) -> Both) -> [[Self; 4]; 2] {
        let eight = [
            two_whole(token, &both, 0),
            two_whole(token, &both, 1),
            two_whole(token, &both, 2),
            two_whole(token, &both, 3),
        ];
        let next = [
            two_whole(token, &both, 8),
            two_whole(token, &both, 9),
            two_whole(token, &both, 10),
            two_whole(token, &both, 11),
        ];
        let [a, b, c, d] = transposed_blocks_16(token, eight);
        let [e, f, g, h] = transposed_blocks_16(token, next);
        let ([x, dx], [y, dy]) = (sorted_16(token, a, e), sorted_16(token, b, f));
        let ([z, dz], [w, dw]) = (sorted_16(token, c, g), sorted_16(token, d, h));
        [
            [x.simd_into(token), y.simd_into(token), z.simd_into(token), w.simd_into(token)],
            [dx.simd_into(token), dy.simd_into(token), dz.simd_into(token), dw.simd_into(token)],
        ]
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
