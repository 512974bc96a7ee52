//! What the pairs of a share are about to do: eight at a time, as neither the pieces of a pair nor
//! what becomes of it can be guessed.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, dispatch, f32x8, prelude::*};
use umbra_broad::ProxyId;
use umbra_geom::math::dot;
use umbra_geom::query::cast_circle;
use umbra_geom::simd::transposed;
use umbra_geom::{Aabb, Real, Vector};

use super::{SHARE, Surroundings};
use crate::store::{Change, ContactRecord, DistantPair, Form, PieceRow};

pub(super) const LANES: usize = 8;
pub(super) const BLOCKS: usize = SHARE / LANES;
/// A piece with a box so many times as large as another's is large for it.
const LARGE: Real = 4.0;

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
pub(super) struct Outlooks(ArrayVec<Block, BLOCKS>);

/// The outlooks of eight pairs.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) ways: [Real; LANES],
    /// A bit for each pair.
    pub(super) fast: u8,
    /// A bit for each pair.
    pub(super) boxes_apart: u8,
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

    pub(super) fn push(&mut self, block: Block) {
        self.0.push(block);
    }

    /// Whether these are the outlooks of these pairs, as they are found one by one.
    pub(super) fn agree_with(&self, around: &Surroundings, pairs: &[impl OfTwo]) -> bool {
        pairs.iter().enumerate().all(|(index, pair)| {
            let pieces = around.rows_of(pair.pieces());
            self.of(index).agrees_with(&Outlook::of(pieces, around.task.speculative))
        })
    }
}

impl Outlook {
    /// Of one pair: what [`look_at`] computes, bit for bit.
    fn of(pieces: [&PieceRow; 2], speculative: Real) -> Self {
        let [a, b] = pieces;
        let motion = motion(pieces);
        let distance = dot(motion, motion).sqrt();
        let size = smaller_size(a.size, b.size);
        let half = 0.5 * size;
        let turn = a.turn.abs() + b.turn.abs();
        let way = distance + if turn < half { turn } else { half };
        let is_fast = distance > size;
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

/// How far B comes in this step, seen from A.
///
/// Turning is mostly allowed for: it brings two nearer by no more than half the smaller one's size. But
/// one that is large for the other, a bar or a flipper, may by turning alone sweep over it. Then
/// what counts is how far the material of either comes where the small one is.
pub(super) fn motion([a, b]: [&PieceRow; 2]) -> Vector {
    if a.turn.abs() + b.turn.abs() > 0.5 * smaller_size(a.size, b.size) {
        let (across_a, across_b) = (across(a), across(b));
        let lesser = if across_a < across_b { a } else { b };
        if across_a > LARGE * across_b || across_b > LARGE * across_a {
            let place = lesser.tight.center();
            return b.way_at(place) - a.way_at(place);
        }
    }
    b.way - a.way
}

/// How far from where it would come without turning any point of a piece comes in this step, at most.
fn round(piece: &PieceRow) -> Real {
    if piece.turn == 0.0 {
        return 0.0;
    }
    let arm = dot(piece.arm, piece.arm).sqrt();
    piece.turn.abs() + arm * piece.angle().abs()
}

/// How large a piece is, wherever its origin is.
fn across(piece: &PieceRow) -> Real {
    let Aabb { min, max } = piece.tight;
    (max.x - min.x) + (max.y - min.y)
}

/// The smaller of two sizes; of a shape without an inside, the other's.
fn smaller_size(a: Real, b: Real) -> Real {
    if (a == 0.0) | ((b < a) & (b > 0.0)) { b } else { a }
}

impl Surroundings<'_> {
    /// Appends the outlooks of these pairs, which are no more than [`SHARE`].
    pub(super) fn look_at_pairs(&self, pairs: &[impl OfTwo], out: &mut Outlooks) {
        let (rows, speculative) = (&self.outlines.rows[..], self.task.speculative);
        dispatch!(self.task.level, simd => look_at_all(simd, rows, pairs, speculative, out));
        debug_assert!(out.agree_with(self, pairs), "one by one, pairs have other outlooks");
    }

    /// Whether two are no pair any more. `change` is the greater one of theirs.
    #[inline]
    pub(super) fn have_parted(&self, change: Change, proxies: [ProxyId; 2]) -> bool {
        let is_pair = || self.broad.touches(proxies[0], proxies[1]).unwrap_or(false);
        // Which pieces changed cannot be guessed, but whether any did at all.
        let mut parted = self.any_changed && !self.broad.boxes_overlap(proxies[0], proxies[1]);
        if change == Change::All {
            parted = !is_pair();
        }
        debug_assert_eq!(parted, !is_pair(), "a change of a proxy was not noted");
        parted
    }

    /// Whether two stay so far apart that no points are looked for: their boxes do, or, for fast ones,
    /// discs around them.
    #[inline]
    pub(super) fn keep_apart(&self, pieces: [u32; 2], outlook: &Outlook) -> bool {
        let rows = self.rows_of(pieces);
        if outlook.is_fast && self.sweep_round(rows) {
            let [a, b] = rows;
            let reach = self.task.speculative + round(a) + round(b);
            return PieceRow::are_apart(a, b, b.way - a.way, reach);
        }
        outlook.boxes_apart || (outlook.is_fast && self.pass_by(pieces))
    }

    /// Whether turning matters for two that come fast to one another: one is large for the other, or cannot be
    /// moved. What tumbles about and is as large as what it meets is given up to half of that for it.
    #[inline]
    pub(super) fn sweep_round(&self, [a, b]: [&PieceRow; 2]) -> bool {
        if a.turn.abs() + b.turn.abs() <= 0.25 * smaller_size(a.size, b.size) {
            return false;
        }
        let (across_a, across_b) = (across(a), across(b));
        let is_large = across_a > LARGE * across_b || across_b > LARGE * across_a;
        let leads = |piece: &PieceRow| piece.turn != 0.0 && !self.motion(piece.body).dynamic;
        is_large || leads(a) || leads(b)
    }

    /// Whether discs around the two do not come near one another on the way, or that around one does
    /// not come near the other that is large for it. Boxes swept along fast motion overlap many others,
    /// and to cast the shapes takes twenty times as long as to cast discs.
    fn pass_by(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.rows_of(pieces);
        let motion = motion([a, b]);
        let between = b.origin - a.origin;
        // Where on the way the two middles are nearest.
        let along = -dot(between, motion) / dot(motion, motion);
        let along = if along > 0.0 { along } else { 0.0 };
        let along = if along < 1.0 { along } else { 1.0 };
        let nearest = between + motion * along;
        let near = a.reach + b.reach + self.task.speculative;
        if dot(nearest, nearest) > near * near {
            return true;
        }
        if across(a) > LARGE * across(b) {
            self.misses(pieces[0], b, motion)
        } else {
            across(b) > LARGE * across(a) && self.misses(pieces[1], a, -motion)
        }
    }

    /// Whether a disc around a small piece, moved by `motion`, does not come near a large one. Links of
    /// chains, which have a front and a back, are not asked.
    fn misses(&self, large: u32, small: &PieceRow, motion: Vector) -> bool {
        let piece = &self.pieces[large as usize];
        let radius = small.reach + self.task.speculative;
        let near = || cast_circle(piece.shape(), &piece.pose, small.origin, radius, motion);
        self.outlines.rows[large as usize].form != Form::Other && near().is_none()
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
    for pairs in pairs.chunks(LANES) {
        out.push(look_at(simd, &pieces_of(rows, pairs), speculative));
    }
}

/// The pieces of up to eight pairs, of which there is one at least: its pieces stand in for those that
/// are not.
#[inline(always)]
pub(super) fn pieces_of<'a>(
    rows: &'a [PieceRow],
    pairs: &[impl OfTwo],
) -> [[&'a PieceRow; LANES]; 2] {
    let [a, b] = pairs[0].pieces();
    let (mut a, mut b) = ([&rows[a as usize]; LANES], [&rows[b as usize]; LANES]);
    for (lane, pair) in pairs.iter().enumerate() {
        let pieces = pair.pieces();
        (a[lane], b[lane]) = (&rows[pieces[0] as usize], &rows[pieces[1] as usize]);
    }
    [a, b]
}

/// Looks at eight pairs.
#[inline(always)]
pub(super) fn look_at<S: Simd>(
    simd: S,
    pieces: &[[&PieceRow; LANES]; 2],
    speculative: Real,
) -> Block {
    let [a, b] = [Columns::of(simd, &pieces[0]), Columns::of(simd, &pieces[1])];
    let zero = f32x8::splat(simd, 0.0);
    let (mut x, mut y) = (b.way[0] - a.way[0], b.way[1] - a.way[1]);
    let takes_b = a.size.simd_eq(zero) | (a.size.simd_gt(b.size) & b.size.simd_gt(zero));
    let size = takes_b.select(b.size, a.size);
    let half = size * 0.5;
    let turn = a.turn.abs() + b.turn.abs();
    let wild = turn.simd_gt(half);
    if wild.any_true() {
        // So few that they go one by one.
        let mut ways = [[0.0; LANES]; 2];
        x.store_slice(&mut ways[0]);
        y.store_slice(&mut ways[1]);
        let mut lanes = wild.to_bitmask();
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            let motion = motion([pieces[0][lane], pieces[1][lane]]);
            (ways[0][lane], ways[1][lane]) = (motion.x, motion.y);
            lanes &= lanes - 1;
        }
        (x, y) = (f32x8::from_slice(simd, &ways[0]), f32x8::from_slice(simd, &ways[1]));
    }
    let distance = (x * x + y * y).sqrt();
    let way = distance + half.simd_gt(turn).select(turn, half);
    let fast = distance.simd_gt(size);
    let reach = fast.select(zero, way) + speculative;
    let (x, y) = (fast.select(x, zero), fast.select(y, zero));
    let lesser = |at: f32x8<S>, to: f32x8<S>| at.simd_gt(to).select(to, at);
    let greater = |at: f32x8<S>, to: f32x8<S>| to.simd_gt(at).select(to, at);
    let apart = (a.min[0] - reach).simd_gt(greater(b.max[0], b.max[0] + x))
        | lesser(b.min[0], b.min[0] + x).simd_gt(a.max[0] + reach)
        | (a.min[1] - reach).simd_gt(greater(b.max[1], b.max[1] + y))
        | lesser(b.min[1], b.min[1] + y).simd_gt(a.max[1] + reach);
    let mut ways = [0.0; LANES];
    way.store_slice(&mut ways);
    Block { ways, fast: fast.to_bitmask() as u8, boxes_apart: apart.to_bitmask() as u8 }
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
