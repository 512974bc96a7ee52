//! Registers of a fixed number of lanes: loads, stores, and the transposition of rows into columns.
//!
//! Interleaving across whole registers costs wide machines extra shuffles each time, so the
//! transposition stays within blocks of four lanes: the rows `k`, `k + 4`, `k + 8`, ... share a
//! register, and every block is transposed by itself. Where rows have eight numbers, a register
//! holds whole rows; that gives registers whose blocks alternate between the first and the second
//! four columns, and one more shuffle each sorts these.

use crate::{Lanes, OneByOne, Simd, prelude::*};
use fearless_simd::{f32x4, f32x8, f32x16};

/// The number of items that most kernels compute side by side, on all machines.
///
/// Eight are one register of AVX2 and two of SSE or NEON. Sixteen in a register of AVX-512 took a
/// tenth less time for pairs of boxes and more for polygons.
pub const LANES: usize = 8;

/// A register of `W` numbers.
pub trait Register<const W: usize>: Lanes {
    /// Calls `work`, compiled for the instructions of the level.
    fn vectorize<R>(token: Self::Token, work: impl FnOnce() -> R) -> R;
    /// Loads the numbers of an array.
    fn load(token: Self::Token, from: &[f32; W]) -> Self;
    /// Writes the numbers into an array.
    fn store(self, to: &mut [f32; W]);
    /// Transposes `W` rows of four numbers into four registers.
    fn gather(token: Self::Token, row: impl Fn(usize) -> [f32; 4]) -> [Self; 4];
    /// Transposes `W` rows of eight numbers into twice four registers.
    fn gather_both(token: Self::Token, row: impl Fn(usize) -> [f32; 8]) -> [[Self; 4]; 2];
    /// The reverse of `gather`: calls `put` for each row.
    fn scatter(columns: [Self; 4], put: impl FnMut(usize, [f32; 4]));

    /// The greatest number of used lanes for which narrower registers are faster; 0 if there are
    /// none.
    const NARROWER: usize;
    /// Runs `job` with the narrowest registers that hold `lanes` lanes, at most [`NARROWER`].
    ///
    /// [`NARROWER`]: Self::NARROWER
    fn narrow<J: Job<Output = ()>>(token: Self::Token, lanes: usize, job: J);
}

/// Work with registers of any width.
pub trait Job {
    /// The result.
    type Output;
    /// Does the work. Everything this calls must be `#[inline(always)]`: only inlined code is
    /// compiled for the instructions of the level.
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) -> Self::Output;
}

impl Register<1> for f32 {
    #[inline(always)]
    fn vectorize<R>(_: OneByOne, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn load(_: OneByOne, from: &[f32; 1]) -> Self {
        from[0]
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 1]) {
        to[0] = self;
    }

    #[inline(always)]
    fn gather(_: OneByOne, row: impl Fn(usize) -> [f32; 4]) -> [Self; 4] {
        row(0)
    }

    #[inline(always)]
    fn gather_both(_: OneByOne, row: impl Fn(usize) -> [f32; 8]) -> [[Self; 4]; 2] {
        let [a, b, c, d, e, f, g, h] = row(0);
        [[a, b, c, d], [e, f, g, h]]
    }

    #[inline(always)]
    fn scatter(columns: [Self; 4], mut put: impl FnMut(usize, [f32; 4])) {
        put(0, columns);
    }

    const NARROWER: usize = 0;
    #[inline(always)]
    fn narrow<J: Job<Output = ()>>(_: OneByOne, _: usize, _: J) {}
}

/// Implements [`Register`] for the registers of any level.
macro_rules! registers {
    ($($vector:ident, $lanes:literal, $narrower:literal;)*) => {
        $(impl<S: Simd> Register<$lanes> for $vector<S> {
            #[inline(always)]
            fn vectorize<R>(token: S, work: impl FnOnce() -> R) -> R {
                token.vectorize(work)
            }

            #[inline(always)]
            fn load(token: S, from: &[f32; $lanes]) -> Self {
                Self::load_array_ref(token, from)
            }

            #[inline(always)]
            fn store(self, to: &mut [f32; $lanes]) {
                self.store_array(to);
            }

            #[inline(always)]
            fn gather(token: S, row: impl Fn(usize) -> [f32; 4]) -> [Self; 4] {
                let (a, b) = (Self::rows(token, &row, 0), Self::rows(token, &row, 1));
                transposed_blocks([a, b, Self::rows(token, &row, 2), Self::rows(token, &row, 3)])
            }

            #[inline(always)]
            fn gather_both(token: S, row: impl Fn(usize) -> [f32; 8]) -> [[Self; 4]; 2] {
                let (a, e) = Self::long_rows(token, &row, 0);
                let (b, f) = Self::long_rows(token, &row, 1);
                let (c, g) = Self::long_rows(token, &row, 2);
                let (d, h) = Self::long_rows(token, &row, 3);
                sorted_blocks([a, b, c, d], [e, f, g, h])
            }

            #[inline(always)]
            fn scatter(columns: [Self; 4], mut put: impl FnMut(usize, [f32; 4])) {
                let [a, b, c, d] = transposed_blocks(columns);
                a.put(0, &mut put);
                b.put(1, &mut put);
                c.put(2, &mut put);
                d.put(3, &mut put);
            }

            const NARROWER: usize = $narrower;
            #[inline(always)]
            fn narrow<J: Job<Output = ()>>(token: S, lanes: usize, job: J) {
                if $narrower > 4 && lanes > 4 {
                    job.run::<8, f32x8<S>>(token);
                } else {
                    job.run::<4, f32x4<S>>(token);
                }
            }
        })*
    };
}
registers! {
    f32x4, 4, 0;
    f32x8, 8, 4;
    f32x16, 16, 8;
}

// Functions with references to closures, not closures: those may be compiled as functions of their
// own, without the instructions of their level.

/// A register as blocks of four lanes.
trait Blocks<S>: Copy {
    /// The rows `row`, `row + 4`, ..., a block each.
    fn rows(token: S, of: &impl Fn(usize) -> [f32; 4], row: usize) -> Self;
    /// The same with rows of two blocks each, in two registers.
    fn long_rows(token: S, of: &impl Fn(usize) -> [f32; 8], row: usize) -> (Self, Self);
    /// The first two lanes of all blocks, interleaved, and the last two.
    fn zip(self, other: Self) -> [Self; 2];
    /// The blocks with even numbers, and those with odd ones.
    fn sort(self, other: Self) -> [Self; 2];
    /// The reverse of `rows`.
    fn put(self, row: usize, to: &mut impl FnMut(usize, [f32; 4]));
}

impl<S: Simd> Blocks<S> for f32x4<S> {
    #[inline(always)]
    fn rows(token: S, of: &impl Fn(usize) -> [f32; 4], row: usize) -> Self {
        Self::load_array(token, of(row))
    }

    #[inline(always)]
    fn long_rows(token: S, of: &impl Fn(usize) -> [f32; 8], row: usize) -> (Self, Self) {
        let [a, b, c, d, e, f, g, h] = of(row);
        (Self::load_array(token, [a, b, c, d]), Self::load_array(token, [e, f, g, h]))
    }

    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        [self.zip_low(other), self.zip_high(other)]
    }

    #[inline(always)]
    fn sort(self, other: Self) -> [Self; 2] {
        [self, other]
    }

    #[inline(always)]
    fn put(self, row: usize, to: &mut impl FnMut(usize, [f32; 4])) {
        to(row, self.into());
    }
}

impl<S: Simd> Blocks<S> for f32x8<S> {
    #[inline(always)]
    fn rows(token: S, of: &impl Fn(usize) -> [f32; 4], row: usize) -> Self {
        f32x4::rows(token, of, row).combine(f32x4::rows(token, of, row + 4))
    }

    #[inline(always)]
    fn long_rows(token: S, of: &impl Fn(usize) -> [f32; 8], row: usize) -> (Self, Self) {
        (Self::load_array(token, of(row)), Self::load_array(token, of(row + 4)))
    }

    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        Lanes::token(self).zip_blocks(self, other)
    }

    #[inline(always)]
    fn sort(self, other: Self) -> [Self; 2] {
        Lanes::token(self).sort_blocks(self, other)
    }

    #[inline(always)]
    fn put(self, row: usize, to: &mut impl FnMut(usize, [f32; 4])) {
        let (low, high) = self.split();
        low.put(row, to);
        high.put(row + 4, to);
    }
}

impl<S: Simd> Blocks<S> for f32x16<S> {
    #[inline(always)]
    fn rows(token: S, of: &impl Fn(usize) -> [f32; 4], row: usize) -> Self {
        f32x8::rows(token, of, row).combine(f32x8::rows(token, of, row + 8))
    }

    #[inline(always)]
    fn long_rows(token: S, of: &impl Fn(usize) -> [f32; 8], row: usize) -> (Self, Self) {
        let (a, b) = f32x8::long_rows(token, of, row);
        let (c, d) = f32x8::long_rows(token, of, row + 8);
        (a.combine(b), c.combine(d))
    }

    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        Lanes::token(self).zip_blocks_16(self, other)
    }

    #[inline(always)]
    fn sort(self, other: Self) -> [Self; 2] {
        Lanes::token(self).sort_blocks_16(self, other)
    }

    #[inline(always)]
    fn put(self, row: usize, to: &mut impl FnMut(usize, [f32; 4])) {
        let (low, high) = self.split();
        low.put(row, to);
        high.put(row + 8, to);
    }
}

/// Transposes four registers, each block by itself.
#[inline(always)]
fn transposed_blocks<S, B: Blocks<S>>([a, b, c, d]: [B; 4]) -> [B; 4] {
    let ([ac, ac_high], [bd, bd_high]) = (a.zip(c), b.zip(d));
    let ([x, y], [z, w]) = (ac.zip(bd), ac_high.zip(bd_high));
    [x, y, z, w]
}

/// The columns of rows of eight numbers.
#[inline(always)]
fn sorted_blocks<S, B: Blocks<S>>(rows: [B; 4], next: [B; 4]) -> [[B; 4]; 2] {
    let [a, b, c, d] = transposed_blocks(rows);
    let [e, f, g, h] = transposed_blocks(next);
    let ([x, dx], [y, dy]) = (a.sort(e), b.sort(f));
    let ([z, dz], [w, dw]) = (c.sort(g), d.sort(h));
    [[x, y, z, w], [dx, dy, dz, dw]]
}

/// Rows of eight numbers as eight columns.
#[inline(always)]
pub fn columns<S: Simd>([a, b, c, d, e, f, g, h]: [f32x8<S>; LANES]) -> [f32x8<S>; 8] {
    let [[a, b, c, d], [e, f, g, h]] = sorted_blocks([a, b, c, d], [e, f, g, h]);
    [a, b, c, d, e, f, g, h]
}

/// Eight numbers of each of eight items as eight columns: the first step of a kernel over pairs.
#[inline(always)]
pub fn transposed<S: Simd, T: Copy>(
    simd: S,
    items: &[T; LANES],
    row: impl Fn(T) -> [f32; 8],
) -> [f32x8<S>; 8] {
    let mut rows = [<f32x8<S> as Lanes>::splat(simd, 0.0); LANES];
    for lane in 0..LANES {
        rows[lane] = f32x8::load_array(simd, row(items[lane]));
    }
    columns(rows)
}

/// The same number of each lane's item, side by side.
///
/// A loop, as everywhere in the kernels: library functions for arrays are not always inlined, and
/// are then compiled without the instructions of the level (capsule and box 28 ns per pair, not
/// 18).
#[inline(always)]
pub fn gathered<S: Simd, T: Copy>(
    simd: S,
    items: &[T; LANES],
    number: impl Fn(T) -> f32,
) -> f32x8<S> {
    let mut numbers = [0.0; LANES];
    for lane in 0..LANES {
        numbers[lane] = number(items[lane]);
    }
    f32x8::load_array(simd, numbers)
}

/// The x and the y coordinates of four vectors that follow one another.
#[inline(always)]
pub fn coordinates<S: Simd>(simd: S, vectors: &[[f32; 2]; 4]) -> [f32x4<S>; 2] {
    let (low, high) = vectors.as_flattened().split_at(4);
    let (low, high) = (f32x4::from_slice(simd, low), f32x4::from_slice(simd, high));
    [low.unzip_low(high), low.unzip_high(high)]
}

/// The x and the y coordinates of eight vectors.
#[inline(always)]
pub fn coordinates_8<S: Simd>(simd: S, vectors: &[[f32; 2]; 8]) -> [f32x8<S>; 2] {
    let (low, high) = vectors.as_flattened().split_at(8);
    let (low, high) = (f32x8::from_slice(simd, low), f32x8::from_slice(simd, high));
    [low.unzip_low(high), low.unzip_high(high)]
}
