//! Arithmetic on a register of numbers at once.
//!
//! A kernel that is written over [`Lanes`] exists once. With `f32` it works on one number, with
//! `f32x4` on one pair of shapes, with `f32x8` on eight pairs side by side: the same operations in
//! the same order, so that the results are the same to the last bit on all machines.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use crate::{OneByOne, Simd, prelude::*};
use fearless_simd::{f32x4, f32x8, f32x16, mask32x4, mask32x8, mask32x16};

/// Several numbers in lanes.
///
/// Instruction sets disagree about the sign of zero in a minimum or maximum, and about NaN.
/// Comparing and selecting is the same on all of them.
pub trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f32, Output = Self>
    + Sub<f32, Output = Self>
    + Mul<f32, Output = Self>
{
    /// Proof that the CPU has the instructions.
    type Token: Copy;
    /// A boolean per lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + BitXor<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The proof that this register had.
    fn token(self) -> Self::Token;
    /// The same number in every lane.
    fn splat(token: Self::Token, value: f32) -> Self;
    /// Per lane: the absolute value.
    fn abs(self) -> Self;
    /// Per lane: the square root, which is the same on all machines.
    fn sqrt(self) -> Self;
    /// Per lane: `self > other`.
    fn gt(self, other: Self) -> Self::Mask;
    /// Per lane: `self >= other`.
    fn ge(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` where it is not.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Per lane: `self > other ? self : other`.
    fn greater(self, other: Self) -> Self;
    /// Per lane: `self < other ? self : other`.
    fn lesser(self, other: Self) -> Self;
    /// The greatest of the numbers, in every lane, with either sign of zero.
    fn greatest(self) -> Self;
    /// The least of the numbers, in every lane, with either sign of zero.
    fn least(self) -> Self;
    /// A bit for each lane, the lowest for the first.
    fn bits(mask: Self::Mask) -> u32;
    /// True if the mask is set in some lane.
    fn any(mask: Self::Mask) -> bool;

    /// The same number in every lane of a register like this.
    #[inline(always)]
    fn all(self, value: f32) -> Self {
        Self::splat(self.token(), value)
    }

    /// Per lane: `self > 0 ? yes : no`.
    #[inline(always)]
    fn if_positive(self, yes: Self, no: Self) -> Self {
        Self::select(self.gt(self.all(0.0)), yes, no)
    }

    /// Per lane: `self` between `-limit` and `limit`.
    #[inline(always)]
    fn within(self, limit: Self) -> Self {
        self.lesser(limit).greater(-limit)
    }

    /// The value, negated where `sign` is negative.
    #[inline(always)]
    fn with_sign_of(self, sign: Self) -> Self {
        Self::select(sign.ge(self.all(0.0)), self, -self)
    }
}

impl Lanes for f32 {
    type Token = OneByOne;
    type Mask = bool;

    #[inline(always)]
    fn token(self) -> OneByOne {
        OneByOne
    }

    #[inline(always)]
    fn splat(_: OneByOne, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn abs(self) -> f32 {
        self.abs()
    }

    #[inline(always)]
    fn sqrt(self) -> f32 {
        self.sqrt()
    }

    #[inline(always)]
    fn gt(self, other: f32) -> bool {
        self > other
    }

    #[inline(always)]
    fn ge(self, other: f32) -> bool {
        self >= other
    }

    #[inline(always)]
    fn select(mask: bool, yes: f32, no: f32) -> f32 {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn greater(self, other: f32) -> f32 {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn lesser(self, other: f32) -> f32 {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn greatest(self) -> f32 {
        self
    }

    #[inline(always)]
    fn least(self) -> f32 {
        self
    }

    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        mask.into()
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
}

/// Implements [`Lanes`], given the function that reduces a register to the pick of its numbers.
macro_rules! lanes_of {
    ($vector:ident, $mask:ident, $reduced:ident) => {
        impl<S: Simd> Lanes for $vector<S> {
            type Token = S;
            type Mask = $mask<S>;

            #[inline(always)]
            fn token(self) -> S {
                ExtractToken::token(&self)
            }

            #[inline(always)]
            fn splat(token: S, value: f32) -> Self {
                SimdBase::splat(token, value)
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
            fn greater(self, other: Self) -> Self {
                // Exactly this is what the instructions of x86 do.
                if cfg!(target_feature = "sse2") {
                    self.max(other)
                } else {
                    self.simd_gt(other).select(self, other)
                }
            }

            #[inline(always)]
            fn lesser(self, other: Self) -> Self {
                if cfg!(target_feature = "sse2") {
                    self.min(other)
                } else {
                    self.simd_lt(other).select(self, other)
                }
            }

            #[inline(always)]
            fn greatest(self) -> Self {
                $reduced(
                    self,
                    #[inline(always)]
                    |a, b| a.max(b),
                )
            }

            #[inline(always)]
            fn least(self) -> Self {
                $reduced(
                    self,
                    #[inline(always)]
                    |a, b| a.min(b),
                )
            }

            #[inline(always)]
            fn bits(mask: Self::Mask) -> u32 {
                mask.to_bitmask() as u32
            }

            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                mask.any_true()
            }
        }
    };
}
lanes_of!(f32x4, mask32x4, reduced);
lanes_of!(f32x8, mask32x8, reduced_8);
lanes_of!(f32x16, mask32x16, reduced_16);

/// Per lane: `a > b ? a : b`.
#[inline(always)]
pub fn greater<L: Lanes>(a: L, b: L) -> L {
    a.greater(b)
}

/// Per lane: `a < b ? a : b`.
#[inline(always)]
pub fn lesser<L: Lanes>(a: L, b: L) -> L {
    a.lesser(b)
}

/// The greatest of the numbers, in every lane, with either sign of zero.
#[inline(always)]
pub fn greatest<L: Lanes>(v: L) -> L {
    v.greatest()
}

/// The least of the numbers, in every lane, with either sign of zero.
#[inline(always)]
pub fn least<L: Lanes>(v: L) -> L {
    v.least()
}

/// True if the mask is set in the first lane.
#[inline(always)]
pub fn is_first_set<S: Simd>(mask: mask32x4<S>) -> bool {
    mask.to_bitmask() & 1 != 0
}

#[inline(always)]
fn reduced<S: Simd>(v: f32x4<S>, pick: impl Fn(f32x4<S>, f32x4<S>) -> f32x4<S>) -> f32x4<S> {
    let pairs = pick(v.unzip_low(v), v.unzip_high(v));
    pick(pairs.unzip_low(pairs), pairs.unzip_high(pairs))
}

#[inline(always)]
fn reduced_8<S: Simd>(v: f32x8<S>, pick: impl Fn(f32x4<S>, f32x4<S>) -> f32x4<S>) -> f32x8<S> {
    let (low, high) = v.split();
    let one = reduced(pick(low, high), pick);
    one.combine(one)
}

#[inline(always)]
fn reduced_16<S: Simd>(v: f32x16<S>, pick: impl Fn(f32x4<S>, f32x4<S>) -> f32x4<S>) -> f32x16<S> {
    let ((a, b), (c, d)) = (v.split().0.split(), v.split().1.split());
    let one = reduced(pick(pick(a, b), pick(c, d)), pick);
    let two = one.combine(one);
    two.combine(two)
}
