//! All levels against the form with one lane.

use super::*;
use crate::{Register, prelude::*};

/// The most lanes of a register.
const MOST: usize = 16;
/// Four columns of a row.
type Half = [f32; 4];

/// The results of each operation for awkward numbers, lane by lane, at one width.
struct Operations {
    a: [f32; 16],
    b: [f32; 16],
}

impl Job for Operations {
    type Output = Vec<u32>;

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) -> Vec<u32> {
        let mut results = vec![0; 11 * 16];
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
            out.push(a.sqrt());
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
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) -> Vec<[Half; 2]> {
        let half = |lane: usize| [lane as f32, 100.0, 200.0 + lane as f32, -(lane as f32)];
        let gathered = L::gather(token, half);
        let mut out = vec![];
        for component in gathered {
            let mut lanes = [0.0; W];
            component.store(&mut lanes);
            out.push([[lanes[0], lanes[W - 1], 0.0, 0.0], [0.0; 4]]);
        }
        L::scatter(gathered, |lane, value| out.push([half(lane), value]));
        let both = L::gather_both(token, |lane| {
            core::array::from_fn(|i| if i < 4 { half(lane)[i] } else { (10 * lane + i) as f32 })
        });
        let [motion, offset] = both;
        L::scatter(motion, |lane, value| out.push([half(lane), value]));
        L::scatter(offset, |lane, value| {
            out.push([[4, 5, 6, 7].map(|i| (10 * lane + i) as f32), value]);
        });
        out
    }
}

/// The number of lanes that a kernel computes at once: with AVX2, two registers of them.
fn at_once(level: SimdLevel) -> usize {
    if level == SimdLevel::Eight { 16 } else { level.lanes() }
}

#[test]
fn gather_turns_halves_into_components_and_scatter_turns_them_back() {
    for level in SimdLevel::available() {
        let mut out = dispatch(level, RoundTrip);
        let last = (at_once(level) - 1) as f32;
        let expected = [[0.0, last], [100.0, 100.0], [200.0, 200.0 + last], [-0.0, -last]];
        for ([lanes, _], expected) in out.drain(..4).zip(expected) {
            assert_eq!(lanes[..2], expected, "{level:?}");
        }
        assert_eq!(out.len(), 3 * at_once(level));
        assert!(out.iter().all(|[expected, value]| expected == value), "{level:?}");
    }
}

/// A round trip in registers no wider than needed for the lanes.
struct Narrowed {
    lanes: usize,
}

/// The results of [`Narrowed`]: the width, and the result of the round trip.
struct Noted<'a>(&'a mut Option<(usize, Vec<[Half; 2]>)>);

impl Job for Narrowed {
    type Output = Option<(usize, Vec<[Half; 2]>)>;

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) -> Self::Output {
        let mut noted = None;
        if self.lanes <= L::NARROWER {
            L::narrow(token, self.lanes, Noted(&mut noted));
        }
        noted
    }
}

impl Job for Noted<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) {
        *self.0 = Some((W, RoundTrip.run::<W, L>(token)));
    }
}

#[test]
fn few_lanes_go_into_narrow_registers_that_do_the_same() {
    for level in SimdLevel::available() {
        for lanes in 1..=MOST {
            let narrowest = if lanes <= 4 { 4 } else { 8 };
            let narrowed = dispatch(level, Narrowed { lanes });
            if lanes > 8 || narrowest >= at_once(level) {
                assert!(narrowed.is_none(), "{level:?}: {lanes}");
                continue;
            }
            let (width, out) = narrowed.unwrap();
            assert_eq!(width, narrowest, "{level:?}: {lanes}");
            assert_eq!(out.len(), 4 + 3 * width);
            assert!(out[4..].iter().all(|[expected, value]| expected == value), "{level:?}");
        }
    }
}

#[test]
fn the_best_level_is_available() {
    assert!(SimdLevel::best().is_available());
}

/// Eight rows that say where each number stands.
#[test]
fn columns_are_rows_at_every_level() {
    let rows: [[f32; 8]; 8] =
        core::array::from_fn(|row| core::array::from_fn(|column| (10 * row + column) as f32));
    for level in [Level::baseline(), crate::newest()] {
        let columns: [[f32; 8]; 8] = with_simd!(level, [as_avx512, as_avx2], simd => {
            crate::transposed(simd, &rows, |row| row).map(SimdBase::to_array)
        });
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            assert_eq!(columns[column][row], rows[row][column]);
        }
    }
}
