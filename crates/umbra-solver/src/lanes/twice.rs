//! Sixteen numbers in two registers of AVX2.
//!
//! A pass over one register of contacts is a chain of some sixty operations, each of which waits
//! for the one before, and longer than the window in which these machines look for other work. Two
//! registers in turn are two chains side by side. The results have the same bits.

use fearless_simd::prelude::*;
use fearless_simd::{Avx2, f32x8, f32x16};

use super::x86::four_or_eight;
use super::{Both, Half, Job, Lanes, common};

type Eight = f32x8<Avx2>;
type Sixteen = f32x16<Avx2>;

#[allow(
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    reason = "a call by reference may be left as a function, without the instructions of AVX2"
)]
impl Lanes<16> for Sixteen {
    type Token = Avx2;
    common!(16);

    const NARROWER: usize = 8;
    #[inline(always)]
    fn narrow<J: Job<Output = ()>>(token: Avx2, lanes: usize, job: J) {
        four_or_eight(token, lanes, job);
    }

    #[inline(always)]
    fn gather(token: Avx2, half: impl Fn(usize) -> Half) -> [Self; 4] {
        let low = Eight::gather(
            token,
            #[inline(always)]
            |lane| half(lane),
        );
        let high = Eight::gather(
            token,
            #[inline(always)]
            |lane| half(lane + 8),
        );
        joined(low, high)
    }
    #[inline(always)]
    fn gather_both(token: Avx2, both: impl Fn(usize) -> Both) -> [[Self; 4]; 2] {
        let [motions_low, offsets_low] = Eight::gather_both(
            token,
            #[inline(always)]
            |lane| both(lane),
        );
        let [motions_high, offsets_high] = Eight::gather_both(
            token,
            #[inline(always)]
            |lane| both(lane + 8),
        );
        [joined(motions_low, motions_high), joined(offsets_low, offsets_high)]
    }
    #[inline(always)]
    fn scatter(components: [Self; 4], mut put: impl FnMut(usize, Half)) {
        let [(x, x_high), (y, y_high), (z, z_high), (w, w_high)] = components.map(
            #[inline(always)]
            |component| component.split(),
        );
        Lanes::<8>::scatter(
            [x, y, z, w],
            #[inline(always)]
            |lane, half| put(lane, half),
        );
        Lanes::<8>::scatter(
            [x_high, y_high, z_high, w_high],
            #[inline(always)]
            |lane, half| put(lane + 8, half),
        );
    }
}

#[inline(always)]
fn joined([x, y, z, w]: [Eight; 4], high: [Eight; 4]) -> [Sixteen; 4] {
    let [x_high, y_high, z_high, w_high] = high;
    [x.combine(x_high), y.combine(y_high), z.combine(z_high), w.combine(w_high)]
}
