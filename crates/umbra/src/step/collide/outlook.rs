//! What the pairs of a share are about to do: eight at a time, as neither the pieces of a pair nor
//! what becomes of it can be guessed.

use fearless_simd::{Simd, dispatch, f32x8, prelude::*};
use umbra_broad::ProxyId;
use umbra_geom::collide::transposed;
use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use super::{SHARE, Surroundings};
use crate::store::{Change, ContactRecord, DistantPair, PieceRow};

const LANES: usize = 8;
const BLOCKS: usize = SHARE / LANES;

/// What names two pieces.
pub(super) trait OfTwo {
    fn pieces(&self) -> [u32; 2];
}

impl OfTwo for ContactRecord {
    #[inline(always)]
    fn pieces(&self) -> [u32; 2] {
        self.pieces
    }
}

impl OfTwo for DistantPair {
    #[inline(always)]
    fn pieces(&self) -> [u32; 2] {
        self.pieces
    }
}

/// What is to be known of a pair before its points are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// How much nearer they may come by moving and turning.
    pub(super) way: Real,
    /// Whether they move so far for their size that they might pass one another.
    pub(super) is_fast: bool,
    /// The boxes of the two stay so far apart that no points are looked for. Many pairs overlap
    /// only because their boxes are fat, or foresaw more motion.
    pub(super) boxes_apart: bool,
}

/// The outlooks of up to [`SHARE`] pairs.
#[derive(Default)]
pub(super) struct Outlooks([Block; BLOCKS]);

#[derive(Clone, Copy, Default)]
struct Block {
    ways: [Real; LANES],
    /// A bit for each pair.
    fast: u8,
    /// A bit for each pair.
    boxes_apart: u8,
}

impl Outlooks {
    #[inline]
    pub(super) fn of(&self, index: usize) -> Outlook {
        let (block, lane) = (&self.0[index / LANES], index % LANES);
        Outlook {
            way: block.ways[lane],
            is_fast: (block.fast >> lane) & 1 != 0,
            boxes_apart: (block.boxes_apart >> lane) & 1 != 0,
        }
    }

    fn set(&mut self, index: usize, outlook: &Outlook) {
        let (block, lane) = (&mut self.0[index / LANES], index % LANES);
        block.ways[lane] = outlook.way;
        block.fast |= u8::from(outlook.is_fast) << lane;
        block.boxes_apart |= u8::from(outlook.boxes_apart) << lane;
    }
}

impl Outlook {
    /// Of one pair: what [`look_at`] computes, bit for bit.
    fn of(pieces: [&PieceRow; 2], speculative: Real) -> Self {
        let [a, b] = pieces;
        let motion = b.way - a.way;
        let distance = dot(motion, motion).sqrt();
        let half = 0.5 * smaller_size(a.size, b.size);
        let turn = a.turn + b.turn;
        let way = distance + if turn < half { turn } else { half };
        let is_fast = distance > half;
        let (seen, reach) = if is_fast { (motion, 0.0) } else { (Vector::zeros(), way) };
        let boxes_apart = PieceRow::are_apart(a, b, seen, speculative + reach);
        Self { way, is_fast, boxes_apart }
    }

    /// The same bits, or no number in both.
    fn agrees_with(&self, other: &Self) -> bool {
        let alike = |a: Real, b: Real| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let flags = (self.is_fast, self.boxes_apart) == (other.is_fast, other.boxes_apart);
        flags && alike(self.way, other.way)
    }
}

/// The smaller of two sizes; of a shape without an inside, the other's.
fn smaller_size(a: Real, b: Real) -> Real {
    if (a == 0.0) | ((b < a) & (b > 0.0)) { b } else { a }
}

impl Surroundings<'_> {
    /// The outlooks of these pairs, which are no more than [`SHARE`].
    pub(super) fn outlooks(&self, pairs: &[impl OfTwo]) -> Outlooks {
        let mut out = Outlooks::default();
        let (rows, speculative) = (&self.outlines.rows[..], self.task.speculative);
        match self.task.level {
            Some(level) => {
                dispatch!(level, simd => look_at_all(simd, rows, pairs, speculative, &mut out));
            }
            None => {
                for (index, pair) in pairs.iter().enumerate() {
                    let outlook = Outlook::of(self.rows_of(pair.pieces()), speculative);
                    out.set(index, &outlook);
                }
            }
        }
        debug_assert!(
            pairs.iter().enumerate().all(|(index, pair)| {
                let alone = Outlook::of(self.rows_of(pair.pieces()), speculative);
                out.of(index).agrees_with(&alone)
            }),
            "one by one, pairs have other outlooks"
        );
        out
    }

    /// Whether two are no pair any more. `change` is the greater one of theirs.
    #[inline]
    pub(super) fn have_parted(&self, change: Change, proxies: [ProxyId; 2]) -> bool {
        let mut parted = !self.broad.boxes_overlap(proxies[0], proxies[1]);
        let is_pair = || self.broad.touches(proxies[0], proxies[1]).unwrap_or(false);
        if change == Change::All {
            parted = !is_pair();
        }
        debug_assert_eq!(parted, !is_pair(), "a change of a proxy was not noted");
        parted
    }

    /// Whether two stay so far apart that no points are looked for: their boxes do, or, for fast ones,
    /// discs around them.
    #[inline]
    pub(super) fn keep_apart(&self, pieces: [&PieceRow; 2], outlook: &Outlook) -> bool {
        outlook.boxes_apart || (outlook.is_fast && self.pass_by(pieces))
    }

    /// Whether discs around the two do not come near one another on the way. Boxes swept along fast
    /// motion overlap many others; to cast the shapes takes twenty times as long as this.
    fn pass_by(&self, [a, b]: [&PieceRow; 2]) -> bool {
        let motion = b.way - a.way;
        let between = b.origin - a.origin;
        // Where on the way the two middles are nearest.
        let along = -dot(between, motion) / dot(motion, motion);
        let along = if along > 0.0 { along } else { 0.0 };
        let along = if along < 1.0 { along } else { 1.0 };
        let nearest = between + motion * along;
        let near = a.reach + b.reach + self.task.speculative;
        dot(nearest, nearest) > near * near
    }
}

#[inline(always)]
fn look_at_all<S: Simd>(
    simd: S,
    rows: &[PieceRow],
    pairs: &[impl OfTwo],
    speculative: Real,
    out: &mut Outlooks,
) {
    let Some(first) = rows.first() else { return };
    for (pairs, out) in pairs.chunks(LANES).zip(&mut out.0) {
        let (mut a, mut b) = ([first; LANES], [first; LANES]);
        for (lane, pair) in pairs.iter().enumerate() {
            let pieces = pair.pieces();
            (a[lane], b[lane]) = (&rows[pieces[0] as usize], &rows[pieces[1] as usize]);
        }
        look_at(simd, &a, &b, speculative, out);
    }
}

/// Looks at eight pairs.
#[inline(always)]
fn look_at<S: Simd>(
    simd: S,
    a: &[&PieceRow; LANES],
    b: &[&PieceRow; LANES],
    speculative: Real,
    out: &mut Block,
) {
    let (a, b) = (Columns::of(simd, a), Columns::of(simd, b));
    let zero = f32x8::splat(simd, 0.0);
    let (x, y) = (b.way[0] - a.way[0], b.way[1] - a.way[1]);
    let distance = (x * x + y * y).sqrt();
    let takes_b = a.size.simd_eq(zero) | (a.size.simd_gt(b.size) & b.size.simd_gt(zero));
    let size = takes_b.select(b.size, a.size);
    let half = size * 0.5;
    let turn = a.turn + b.turn;
    let way = distance + half.simd_gt(turn).select(turn, half);
    let fast = distance.simd_gt(half);
    let reach = fast.select(zero, way) + speculative;
    let (x, y) = (fast.select(x, zero), fast.select(y, zero));
    let lesser = |at: f32x8<S>, to: f32x8<S>| at.simd_gt(to).select(to, at);
    let greater = |at: f32x8<S>, to: f32x8<S>| to.simd_gt(at).select(to, at);
    let apart = (a.min[0] - reach).simd_gt(greater(b.max[0], b.max[0] + x))
        | lesser(b.min[0], b.min[0] + x).simd_gt(a.max[0] + reach)
        | (a.min[1] - reach).simd_gt(greater(b.max[1], b.max[1] + y))
        | lesser(b.min[1], b.min[1] + y).simd_gt(a.max[1] + reach);
    way.store_slice(&mut out.ways);
    (out.fast, out.boxes_apart) = (fast.to_bitmask() as u8, apart.to_bitmask() as u8);
}

/// What is read of eight pieces, a register for each number.
struct Columns<S: Simd> {
    min: [f32x8<S>; 2],
    max: [f32x8<S>; 2],
    way: [f32x8<S>; 2],
    turn: f32x8<S>,
    size: f32x8<S>,
}

impl<S: Simd> Columns<S> {
    #[inline(always)]
    fn of(simd: S, rows: &[&PieceRow; LANES]) -> Self {
        let columns = transposed(
            simd,
            rows,
            #[inline(always)]
            |row| {
                let PieceRow { tight, way, turn, size, .. } = *row;
                let (min, max) = (tight.min, tight.max);
                [min.x, min.y, max.x, max.y, way.x, way.y, turn, size]
            },
        );
        let [min_x, min_y, max_x, max_y, way_x, way_y, turn, size] = columns;
        Self { min: [min_x, min_y], max: [max_x, max_y], way: [way_x, way_y], turn, size }
    }
}
