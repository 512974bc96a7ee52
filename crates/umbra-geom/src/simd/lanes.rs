//! Arithmetic on a register of numbers at once.
//!
//! A kernel that is written over [`Lanes`] exists once. With [`Four`](super::four::Four) it works
//! on one pair of shapes, with [`Eight`](super::eight::Eight) on eight pairs side by side, with the
//! same operations in the same order, so that the results are the same to the last bit on all
//! machines.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use fearless_simd::{Simd, f32x4, f32x8, mask32x4, mask32x8, prelude::*};

/// Several numbers in lanes.
///
/// Instruction sets disagree about the sign of zero in a minimum or maximum. Comparing and
/// selecting is the same on all of them.
pub(crate) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f32, Output = Self>
    + Mul<f32, Output = Self>
{
    /// A boolean per lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + BitXor<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The same number in every lane.
    fn splat(self, value: f32) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    fn gt(self, other: Self) -> Self::Mask;
    fn ge(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` where it is not.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The lesser of the two, with either sign of zero: only for values that are compared later.
    fn lesser(self, other: Self) -> Self;
    /// The greater of the two, with either sign of zero.
    fn greater(self, other: Self) -> Self;
    /// True if the mask is set in some lane.
    fn any(mask: Self::Mask) -> bool;
    /// A bit for each lane, the lowest for the first.
    fn bits(mask: Self::Mask) -> u32;

    /// The value, negated where `sign` is negative.
    #[inline(always)]
    fn with_sign_of(self, sign: Self) -> Self {
        Self::select(sign.ge(self.splat(0.0)), self, -self)
    }
}

macro_rules! lanes_of {
    ($vector:ident, $mask:ident) => {
        impl<S: Simd> Lanes for $vector<S> {
            type Mask = $mask<S>;

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
            fn lesser(self, other: Self) -> Self {
                self.min(other)
            }

            #[inline(always)]
            fn greater(self, other: Self) -> Self {
                self.max(other)
            }

            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                mask.any_true()
            }

            #[inline(always)]
            fn bits(mask: Self::Mask) -> u32 {
                mask.to_bitmask() as u32
            }
        }
    };
}
lanes_of!(f32x4, mask32x4);
lanes_of!(f32x8, mask32x8);

/// A vector per lane.
pub(crate) type Vec2<L> = [L; 2];

#[inline(always)]
pub(crate) fn dot<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> L {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
pub(crate) fn minus<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> Vec2<L> {
    [a[0] - b[0], a[1] - b[1]]
}

/// The larger of the two.
#[inline(always)]
pub(crate) fn greater<L: Lanes>(a: L, b: L) -> L {
    L::select(b.gt(a), b, a)
}

/// The vector `v` in a frame rotated by `rotation`.
#[inline(always)]
pub(crate) fn turn_back<L: Lanes>(rotation: Vec2<L>, v: Vec2<L>) -> Vec2<L> {
    let [cos, sin] = rotation;
    [cos * v[0] + sin * v[1], cos * v[1] - sin * v[0]]
}

/// The vector `v` rotated by `rotation`.
#[inline(always)]
pub(crate) fn turn<L: Lanes>(rotation: Vec2<L>, v: Vec2<L>) -> Vec2<L> {
    let [cos, sin] = rotation;
    [cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]]
}

/// The vector `yes` where the mask is set, `no` where it is not.
#[inline(always)]
pub(crate) fn select2<L: Lanes>(mask: L::Mask, yes: Vec2<L>, no: Vec2<L>) -> Vec2<L> {
    [L::select(mask, yes[0], no[0]), L::select(mask, yes[1], no[1])]
}
