//! Registers of eight, with the instructions of AVX2 or of AVX-512.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Avx512, f32x4, f32x8};

use super::x86::one;
use super::{Both, Half, Job, Lanes, common};

macro_rules! eight {
    ($module:ident, $level:ident) => {
        mod $module {
            use super::*;

            fearless_simd::kernel!(
                #[inline(always)]
                fn transposed_blocks_8(_token: $level, rows: [__m256; 4]) -> [__m256; 4] {
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

            #[inline(always)]
            fn two(token: $level, half: &impl Fn(usize) -> Half, lane: usize) -> __m256 {
                one(token, half, lane).combine(one(token, half, lane + 4)).into()
            }

            fearless_simd::kernel!(
                #[inline(always)]
                fn sorted_8(_token: $level, low: __m256, high: __m256) -> [__m256; 2] {
                    [
                        _mm256_permute2f128_ps::<0x20>(low, high),
                        _mm256_permute2f128_ps::<0x31>(low, high),
                    ]
                }
            );

            #[inline(always)]
            fn whole(token: $level, both: &impl Fn(usize) -> Both, lane: usize) -> __m256 {
                f32x8::load_array(token, both(lane)).into()
            }

            impl Lanes<8> for f32x8<$level> {
                type Token = $level;
                common!(8);
                const NARROWER: usize = 4;
                #[inline(always)]
                fn narrow<J: Job<Output = ()>>(token: $level, _: usize, job: J) {
                    job.run::<4, f32x4<_>>(token);
                }

                #[inline(always)]
                fn gather(token: $level, half: impl Fn(usize) -> Half) -> [Self; 4] {
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
                fn gather_both(token: $level, both: impl Fn(usize) -> Both) -> [[Self; 4]; 2] {
                    let four = [
                        whole(token, &both, 0),
                        whole(token, &both, 1),
                        whole(token, &both, 2),
                        whole(token, &both, 3),
                    ];
                    let next = [
                        whole(token, &both, 4),
                        whole(token, &both, 5),
                        whole(token, &both, 6),
                        whole(token, &both, 7),
                    ];
                    let [a, b, c, d] = transposed_blocks_8(token, four);
                    let [e, f, g, h] = transposed_blocks_8(token, next);
                    let ([x, dx], [y, dy]) = (sorted_8(token, a, e), sorted_8(token, b, f));
                    let ([z, dz], [w, dw]) = (sorted_8(token, c, g), sorted_8(token, d, h));
                    [
                        [
                            x.simd_into(token),
                            y.simd_into(token),
                            z.simd_into(token),
                            w.simd_into(token),
                        ],
                        [
                            dx.simd_into(token),
                            dy.simd_into(token),
                            dz.simd_into(token),
                            dw.simd_into(token),
                        ],
                    ]
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
        }
    };
}

eight!(avx2, Avx2);
eight!(avx512, Avx512);
