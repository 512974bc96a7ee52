//! Registers of several numbers, for the kernels.
//!
//! A kernel is written once, over [`Lanes`]. `f32` is the form with one lane: it runs on machines
//! without wider registers, and the wide forms are compared with it. All forms compute the same
//! bits: there is no fused multiplication, and the greater of two numbers is found by comparison,
//! because `f32::max` and the instructions of different machines disagree about the sign of zero
//! and about NaN.

use core::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::f32x4;
use fearless_simd::prelude::*;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod eight;
mod level;
#[cfg(test)]
#[path = "../../tests/unit/lanes.rs"]
mod tests;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod twice;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

pub use level::SimdLevel;
pub(crate) use level::{Job, dispatch};

/// Half of a body's state: three numbers that change and an inverse mass that does not.
pub(crate) type Half = [f32; 4];

/// Both halves of a body's state, one after the other in memory.
pub(crate) type Both = [f32; 8];

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

    /// Calls `work`, compiled for the instructions of the level.
    fn vectorize<R>(token: Self::Token, work: impl FnOnce() -> R) -> R;
    fn splat(token: Self::Token, value: f32) -> Self;
    fn load(token: Self::Token, from: &[f32; W]) -> Self;
    fn store(self, to: &mut [f32; W]);
    /// Per lane: `self > other ? self : other`.
    fn greater(self, other: Self) -> Self;
    /// Per lane: `self < other ? self : other`.
    fn lesser(self, other: Self) -> Self;
    /// Per lane: `self > 0 ? yes : no`.
    fn if_positive(self, yes: Self, no: Self) -> Self;
    /// Per lane: the square root, which is the same on all machines.
    fn root(self) -> Self;
    /// Transposes `W` halves of body states into one register per component.
    fn gather(token: Self::Token, half: impl Fn(usize) -> Half) -> [Self; 4];
    /// The same with both halves of `W` states: motions and offsets.
    fn gather_both(token: Self::Token, both: impl Fn(usize) -> Both) -> [[Self; 4]; 2];
    /// The reverse of `gather`: calls `put` lane by lane.
    fn scatter(components: [Self; 4], put: impl FnMut(usize, Half));

    /// The greatest number of used lanes for which narrower registers are faster; 0 if there are
    /// none.
    const NARROWER: usize;
    /// Runs `job` with the narrowest registers that hold `lanes` lanes, at most [`NARROWER`].
    ///
    /// [`NARROWER`]: Self::NARROWER
    fn narrow<J: Job<Output = ()>>(token: Self::Token, lanes: usize, job: J);

    /// Per lane: `self` between `-limit` and `limit`.
    #[inline(always)]
    fn within(self, limit: Self) -> Self {
        self.lesser(limit).greater(-limit)
    }
}

impl Lanes<1> for f32 {
    type Token = ();

    #[inline(always)]
    fn vectorize<R>((): (), work: impl FnOnce() -> R) -> R {
        work()
    }
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
    fn root(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn gather((): (), half: impl Fn(usize) -> Half) -> [Self; 4] {
        half(0)
    }
    #[inline(always)]
    fn gather_both((): (), both: impl Fn(usize) -> Both) -> [[Self; 4]; 2] {
        let [a, b, c, d, e, f, g, h] = both(0);
        [[a, b, c, d], [e, f, g, h]]
    }
    #[inline(always)]
    fn scatter(components: [Self; 4], mut put: impl FnMut(usize, Half)) {
        put(0, components);
    }
    const NARROWER: usize = 0;
    #[inline(always)]
    fn narrow<J: Job<Output = ()>>((): (), _: usize, _: J) {}
}

/// The methods common to the wide registers. The x86 instructions `max` and `min` are exactly
/// `a > b ? a : b` and `a < b ? a : b`; elsewhere it takes a comparison and a selection.
macro_rules! common {
    ($lanes:literal) => {
        #[inline(always)]
        fn vectorize<R>(token: Self::Token, work: impl FnOnce() -> R) -> R {
            token.vectorize(work)
        }
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
        #[inline(always)]
        fn root(self) -> Self {
            self.sqrt()
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use common;

impl<S: Simd> Lanes<4> for f32x4<S> {
    type Token = S;
    common!(4);

    const NARROWER: usize = 0;
    #[inline(always)]
    fn narrow<J: Job<Output = ()>>(_: S, _: usize, _: J) {}

    #[inline(always)]
    fn gather(token: S, half: impl Fn(usize) -> Half) -> [Self; 4] {
        let row = |lane| Self::load_array(token, half(lane));
        transposed([row(0), row(1), row(2), row(3)])
    }
    #[inline(always)]
    fn gather_both(token: S, both: impl Fn(usize) -> Both) -> [[Self; 4]; 2] {
        let (a, b, c, d) = (both(0), both(1), both(2), both(3));
        let motion = transposed([low(token, &a), low(token, &b), low(token, &c), low(token, &d)]);
        let offset =
            transposed([high(token, &a), high(token, &b), high(token, &c), high(token, &d)]);
        [motion, offset]
    }
    #[inline(always)]
    fn scatter(components: [Self; 4], mut put: impl FnMut(usize, Half)) {
        for (lane, row) in transposed(components).into_iter().enumerate() {
            put(lane, row.into());
        }
    }
}

#[inline(always)]
fn low<S: Simd>(token: S, both: &Both) -> f32x4<S> {
    f32x4::load_array(token, [both[0], both[1], both[2], both[3]])
}

#[inline(always)]
fn high<S: Simd>(token: S, both: &Both) -> f32x4<S> {
    f32x4::load_array(token, [both[4], both[5], both[6], both[7]])
}

#[inline(always)]
fn transposed<S: Simd>([a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let ((ac_low, ac_high), (bd_low, bd_high)) = (a.interleave(c), b.interleave(d));
    let ((x, y), (z, w)) = (ac_low.interleave(bd_low), ac_high.interleave(bd_high));
    [x, y, z, w]
}
