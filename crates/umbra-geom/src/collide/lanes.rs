//! Arithmetic on one number, or on a register of them at once.
//!
//! A kernel that is written over [`Lanes`] exists once. With `f32` it works on one pair of shapes,
//! with [`Wide`] on eight pairs side by side, and it does the same operations in the same order
//! in both, so that the results are the same to the last bit on every machine.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

/// Pairs that a [`Wide`] kernel works on at once, whatever the machine.
///
/// Eight are one register of AVX2 and two of SSE or NEON. A fixed number keeps what is in which
/// block the same everywhere.
pub(super) const LANES: usize = 8;

/// One number, or several in lanes.
///
/// There is no minimum or maximum: instruction sets disagree about the sign of zero there.
/// Comparing and selecting is the same on all of them.
pub(super) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f32, Output = Self>
    + Mul<f32, Output = Self>
{
    /// A yes or no per lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The same number in every lane.
    fn splat(self, value: f32) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    fn gt(self, other: Self) -> Self::Mask;
    fn ge(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` where it is not.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Whether the mask is set in some lane.
    fn any(mask: Self::Mask) -> bool;

    /// `value`, turned negative where `sign` is: one where `sign` is not less than zero.
    #[inline(always)]
    fn with_sign_of(self, sign: Self) -> Self {
        Self::select(sign.ge(self.splat(0.0)), self, -self)
    }
}

impl Lanes for f32 {
    type Mask = bool;

    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn gt(self, other: Self) -> bool {
        self > other
    }

    #[inline(always)]
    fn ge(self, other: Self) -> bool {
        self >= other
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
}

/// Eight numbers in the registers of `S`.
pub(super) type Wide<S> = f32x8<S>;

impl<S: Simd> Lanes for Wide<S> {
    type Mask = mask32x8<S>;

    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        SimdBase::splat(self.token(), value)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        SimdBase::abs(self)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        self.simd_gt(other)
    }

    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        self.simd_ge(other)
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        mask.any_true()
    }
}
