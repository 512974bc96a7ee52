//! Predicted approach: how near the two pieces of a pair may come in this step. Pairs are examined
//! eight at a time, without branches, because neither their pieces nor the outcome can be
//! predicted.

use arrayvec::ArrayVec;
use umbra_broad::ProxyId;
use umbra_geom::math::dot;
use umbra_geom::query::cast_circle;
use umbra_geom::{Aabb, Real, Vector};
use umbra_lanes::{LANES, f32x8, greater, lesser, prelude::*, transposed, with_simd};
use umbra_solver::{Contact, fetch};

use super::{CHUNK, Surroundings};
use crate::store::{CandidatePair, Change, ContactInfo, Form, PoseCache, Traits};

pub(super) const BLOCKS: usize = CHUNK / LANES;
/// A piece is large for another when its box is this many times as large.
const LARGE: Real = 4.0;

/// Anything that names two pieces.
pub(super) trait OfTwo {
    fn pieces(&self) -> [u32; 2];
}

impl OfTwo for (&ContactInfo, &Contact) {
    #[inline(always)]
    fn pieces(&self) -> [u32; 2] {
        self.0.pieces
    }
}

impl OfTwo for ContactInfo {
    #[inline(always)]
    fn pieces(&self) -> [u32; 2] {
        self.pieces
    }
}

impl OfTwo for CandidatePair {
    #[inline(always)]
    fn pieces(&self) -> [u32; 2] {
        self.pieces
    }
}

/// The predicted approach of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// Distance by which the two may come nearer, by moving and turning.
    pub(super) distance: Real,
    /// True if they move so far for their size that they might pass through each other.
    pub(super) is_fast: bool,
    /// The boxes stay too far apart for contact points. Many pairs overlap only because their boxes
    /// are fat or predicted more motion.
    pub(super) boxes_apart: bool,
}

/// Up to [`CHUNK`] predicted approaches.
#[derive(Default)]
pub(super) struct Approaches(ArrayVec<Block, BLOCKS>);

/// Eight predicted approaches.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) distances: [Real; LANES],
    /// A bit for each pair.
    pub(super) fast: u8,
    /// A bit for each pair.
    pub(super) boxes_apart: u8,
}

impl Approaches {
    #[inline]
    pub(super) fn get(&self, index: usize) -> Approach {
        let (block, lane) = (&self.0[index / LANES], index % LANES);
        Approach {
            distance: block.distances[lane],
            is_fast: (block.fast >> lane) & 1 != 0,
            boxes_apart: (block.boxes_apart >> lane) & 1 != 0,
        }
    }

    pub(super) fn push(&mut self, block: Block) {
        self.0.push(block);
    }

    /// True if the results agree with those computed pair by pair.
    pub(super) fn agree_with<'a, T: OfTwo + 'a>(
        &self,
        around: &Surroundings,
        pairs: impl IntoIterator<Item = &'a T>,
    ) -> bool {
        pairs.into_iter().enumerate().all(|(index, pair)| {
            let pieces = around.poses_of(pair.pieces());
            self.get(index).agrees_with(&Approach::new(pieces, around.task.speculative))
        })
    }
}

impl Approach {
    /// Computes one pair; [`look_at`] computes the same bits for eight.
    fn new(pieces: [&PoseCache; 2], speculative: Real) -> Self {
        let [a, b] = pieces;
        let motion = motion(pieces);
        let length = dot(motion, motion).sqrt();
        let size = smaller_size(a.size, b.size);
        let half = 0.5 * size;
        let turn = a.turn.abs() + b.turn.abs();
        let distance = length + if turn < half { turn } else { half };
        let is_swept = !may_pass(a, b);
        // Pairs that are not swept collide at their current poses.
        let distance = if distance > half && !is_swept { half } else { distance };
        let is_fast = is_swept && length > size;
        let (seen, margin) = if is_fast { (motion, 0.0) } else { (Vector::zeros(), distance) };
        let boxes_apart = PoseCache::are_apart(a, b, seen, speculative + margin);
        Self { distance, is_fast, boxes_apart }
    }

    /// Compares bits; all NaNs count as equal.
    fn agrees_with(&self, other: &Self) -> bool {
        let alike = |a: Real, b: Real| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let flags = (self.is_fast, self.boxes_apart) == (other.is_fast, other.boxes_apart);
        flags && alike(self.distance, other.distance)
    }
}

/// The displacement of B relative to A in this step.
///
/// Turning brings two pieces nearer by no more than half the size of the smaller one, and mostly
/// this is accounted for as a distance. But a piece that is large for the other, a bar or a
/// flipper, may sweep over it by turning alone. Then the displacement is that of the material at
/// the place of the smaller piece.
pub(super) fn motion([a, b]: [&PoseCache; 2]) -> Vector {
    if a.turn.abs() + b.turn.abs() > 0.5 * smaller_size(a.size, b.size) {
        let (across_a, across_b) = (across(a), across(b));
        let lesser = if across_a < across_b { a } else { b };
        if across_a > LARGE * across_b || across_b > LARGE * across_a {
            let place = lesser.tight.center();
            return b.displacement_at(place) - a.displacement_at(place);
        }
    }
    b.displacement - a.displacement
}

/// True if two fast pieces may pass through one another: neither is swept, and they are not two
/// discs, whose impacts the solver finds by itself. A billiards table thus needs no bullets.
#[inline(always)]
fn may_pass(a: &PoseCache, b: &PoseCache) -> bool {
    let are_discs = (a.form == Form::Circle) & (b.form == Form::Circle);
    !(a.traits.either(b.traits, Traits::IS_SWEPT) | are_discs)
}

/// The most that turning moves any point of a piece in this step.
fn round(piece: &PoseCache) -> Real {
    if piece.turn == 0.0 {
        return 0.0;
    }
    let arm = dot(piece.arm, piece.arm).sqrt();
    piece.turn.abs() + arm * piece.angle().abs()
}

/// The size of the box of a piece.
fn across(piece: &PoseCache) -> Real {
    let Aabb { min, max } = piece.tight;
    (max.x - min.x) + (max.y - min.y)
}

/// The smaller of two sizes; a shape without an inside counts as the size of the other.
pub(super) fn smaller_size(a: Real, b: Real) -> Real {
    if (a == 0.0) | ((b < a) & (b > 0.0)) { b } else { a }
}

impl Surroundings<'_> {
    /// Predicts the approaches of up to [`CHUNK`] pairs.
    pub(super) fn predict_approaches(&self, pairs: &[impl OfTwo], out: &mut Approaches) {
        let (poses, speculative) = (&self.outlines.poses[..], self.task.speculative);
        with_simd!(
            self.task.level,
            [as_avx512, as_avx2],
            simd => look_at_all(simd, poses, pairs, speculative, out)
        );
        if crate::CHECKS_ITSELF {
            assert!(out.agree_with(self, pairs), "one by one, pairs have other approaches");
        }
    }

    /// True if a pair has ended: its fat boxes no longer overlap, or it may not collide. `change`
    /// is the greater change of the two pieces.
    #[inline(always)]
    pub(super) fn has_ended(
        &self,
        change: Change,
        pieces: [u32; 2],
        proxies: [ProxyId; 2],
    ) -> bool {
        let are_pair = || self.rules.are_pair(self.broad, pieces, proxies);
        // Which pieces changed is unpredictable for the processor; whether any did is not.
        let mut ended = self.any_changed && !self.broad.boxes_overlap(proxies[0], proxies[1]);
        if change >= Change::All {
            ended = !are_pair();
        }
        if crate::CHECKS_ITSELF {
            assert_eq!(ended, !are_pair(), "a change of a proxy was not noted");
        }
        ended
    }

    /// True if two pieces stay too far apart for contact points: their boxes do, or, for fast ones,
    /// discs around them.
    #[inline]
    pub(super) fn keep_apart(&self, pieces: [u32; 2], approach: &Approach) -> bool {
        let poses = self.poses_of(pieces);
        if approach.is_fast && self.sweep_round(poses) {
            let [a, b] = poses;
            let margin = self.task.speculative + round(a) + round(b);
            return PoseCache::are_apart(a, b, b.displacement - a.displacement, margin);
        }
        approach.boxes_apart || (approach.is_fast && self.pass_by(pieces))
    }

    /// True if a fast pair has to be swept with its rotation: one piece is large for the other, or
    /// a body that cannot be pushed turns it. Otherwise turning moves the smaller piece by at most
    /// half its size.
    #[inline]
    pub(super) fn sweep_round(&self, [a, b]: [&PoseCache; 2]) -> bool {
        if a.turn.abs() + b.turn.abs() <= 0.25 * smaller_size(a.size, b.size) {
            return false;
        }
        let (across_a, across_b) = (across(a), across(b));
        let is_large = across_a > LARGE * across_b || across_b > LARGE * across_a;
        let leads = |piece: &PoseCache| piece.turn != 0.0 && !self.motion(piece.body).is_dynamic();
        is_large || leads(a) || leads(b)
    }

    /// True if discs around two fast pieces stay apart, or the disc around a small piece misses a
    /// large one. Boxes swept along fast motion overlap many others, and casting shapes takes
    /// twenty times as long as casting discs.
    fn pass_by(&self, pieces: [u32; 2]) -> bool {
        let [a, b] = self.poses_of(pieces);
        let motion = motion([a, b]);
        let between = b.origin - a.origin;
        // The fraction of the motion at which the two centres are nearest.
        let along = -dot(between, motion) / dot(motion, motion);
        let along = if along > 0.0 { along } else { 0.0 };
        let along = if along < 1.0 { along } else { 1.0 };
        let nearest = between + motion * along;
        let near = a.bounding_radius + b.bounding_radius + self.task.speculative;
        if dot(nearest, nearest) > near * near {
            return true;
        }
        if across(a) > LARGE * across(b) {
            self.misses(pieces[0], b, motion)
        } else {
            across(b) > LARGE * across(a) && self.misses(pieces[1], a, -motion)
        }
    }

    /// True if a disc around a small piece, moved by `motion`, misses a large one. Never true for
    /// chain segments, which have a front and a back.
    fn misses(&self, large: u32, small: &PoseCache, motion: Vector) -> bool {
        let piece = &self.pieces[large as usize];
        let radius = small.bounding_radius + self.task.speculative;
        let near = || cast_circle(piece.shape(), &piece.pose, small.origin, radius, motion);
        self.outlines.poses[large as usize].form != Form::Other && near().is_none()
    }
}

#[inline(always)]
fn look_at_all<S: Simd>(
    simd: S,
    poses: &[PoseCache],
    pairs: &[impl OfTwo],
    speculative: Real,
    out: &mut Approaches,
) {
    let mut later = pairs.chunks(LANES).skip(1);
    for pairs in pairs.chunks(LANES) {
        fetch_pieces(poses, later.next().unwrap_or_default());
        out.push(look_at(simd, &pieces_of(poses, pairs), speculative));
    }
}

/// Prefetches the pieces of pairs that come next: neighbours in the list lie far apart.
#[inline(always)]
pub(super) fn fetch_pieces<'a, T: OfTwo + 'a>(
    poses: &[PoseCache],
    pairs: impl IntoIterator<Item = &'a T>,
) {
    for piece in pairs.into_iter().flat_map(OfTwo::pieces) {
        if let Some(pose) = poses.get(piece as usize) {
            fetch(pose);
        }
    }
}

/// The pieces of one to eight pairs; the first pair fills unused lanes.
#[inline(always)]
pub(super) fn pieces_of<'a>(
    poses: &'a [PoseCache],
    pairs: &[impl OfTwo],
) -> [[&'a PoseCache; LANES]; 2] {
    let [a, b] = pairs[0].pieces();
    let (mut a, mut b) = ([&poses[a as usize]; LANES], [&poses[b as usize]; LANES]);
    for (lane, pair) in pairs.iter().enumerate() {
        let pieces = pair.pieces();
        (a[lane], b[lane]) = (&poses[pieces[0] as usize], &poses[pieces[1] as usize]);
    }
    [a, b]
}

/// Predicts the approaches of eight pairs.
#[inline(always)]
pub(super) fn look_at<S: Simd>(
    simd: S,
    pieces: &[[&PoseCache; LANES]; 2],
    speculative: Real,
) -> Block {
    let [a, b] = [Columns::gather(simd, &pieces[0]), Columns::gather(simd, &pieces[1])];
    let zero = f32x8::splat(simd, 0.0);
    let (mut x, mut y) =
        (b.displacement[0] - a.displacement[0], b.displacement[1] - a.displacement[1]);
    let takes_b = a.size.simd_eq(zero) | (a.size.simd_gt(b.size) & b.size.simd_gt(zero));
    let size = takes_b.select(b.size, a.size);
    let half = size * 0.5;
    let turn = a.turn.abs() + b.turn.abs();
    let wild = turn.simd_gt(half);
    if wild.any_true() {
        // Rare enough to go one by one.
        let mut motions = [[0.0; LANES]; 2];
        x.store_slice(&mut motions[0]);
        y.store_slice(&mut motions[1]);
        let mut lanes = wild.to_bitmask();
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            let motion = motion([pieces[0][lane], pieces[1][lane]]);
            (motions[0][lane], motions[1][lane]) = (motion.x, motion.y);
            lanes &= lanes - 1;
        }
        (x, y) = (f32x8::from_slice(simd, &motions[0]), f32x8::from_slice(simd, &motions[1]));
    }
    let length = (x * x + y * y).sqrt();
    let distance = length + lesser(turn, half);
    let mut may_pass = [0.0; LANES];
    for (lane, may_pass) in may_pass.iter_mut().enumerate() {
        let [a, b] = [pieces[0][lane], pieces[1][lane]];
        *may_pass = if self::may_pass(a, b) { 1.0 } else { 0.0 };
    }
    let may_pass = f32x8::from_slice(simd, &may_pass).simd_gt(zero);
    let distance = (may_pass & distance.simd_gt(half)).select(half, distance);
    let fast = length.simd_gt(may_pass.select(f32x8::splat(simd, Real::INFINITY), size));
    let margin = fast.select(zero, distance) + speculative;
    let (x, y) = (fast.select(x, zero), fast.select(y, zero));
    let apart = (a.min[0] - margin).simd_gt(greater(b.max[0] + x, b.max[0]))
        | lesser(b.min[0] + x, b.min[0]).simd_gt(a.max[0] + margin)
        | (a.min[1] - margin).simd_gt(greater(b.max[1] + y, b.max[1]))
        | lesser(b.min[1] + y, b.min[1]).simd_gt(a.max[1] + margin);
    let mut distances = [0.0; LANES];
    distance.store_slice(&mut distances);
    Block { distances, fast: fast.to_bitmask() as u8, boxes_apart: apart.to_bitmask() as u8 }
}

/// Eight pieces, a register for each number.
struct Columns<S: Simd> {
    min: [f32x8<S>; 2],
    max: [f32x8<S>; 2],
    displacement: [f32x8<S>; 2],
    turn: f32x8<S>,
    size: f32x8<S>,
}

impl<S: Simd> Columns<S> {
    #[inline(always)]
    fn gather(simd: S, poses: &[&PoseCache; LANES]) -> Self {
        let columns = transposed(
            simd,
            poses,
            #[inline(always)]
            |cache| {
                let PoseCache { tight, displacement, turn, size, .. } = *cache;
                let (min, max) = (tight.min, tight.max);
                [min.x, min.y, max.x, max.y, displacement.x, displacement.y, turn, size]
            },
        );
        let [min_x, min_y, max_x, max_y, way_x, way_y, turn, size] = columns;
        Self { min: [min_x, min_y], max: [max_x, max_y], displacement: [way_x, way_y], turn, size }
    }
}
