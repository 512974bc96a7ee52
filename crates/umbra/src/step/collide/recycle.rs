//! Manifolds of pairs that have barely moved relative to one another are kept.
//!
//! Points and normal stay as they are and the separations follow the motion. What counts is how far
//! the two have come since the manifold was built, so that nothing drifts: the error is bounded by
//! `RECYCLE_DISTANCE` in `config.rs` however long the pair rests.
//!
//! Bodies that lean together have not moved relative to one another. A tower whose contacts give way
//! leans by several times the tolerance and by a few degrees; if its normals and lever arms leaned
//! along, its weight would buckle it, and what stands when it is rigid would fall (`docs/solver.md`).
//!
//! Eight pairs are looked at side by side, as most of what rests is kept.

use arrayvec::ArrayVec;
use fearless_simd::{Simd, dispatch, f32x8, i32x8, mask32x8, prelude::*};
use umbra_geom::Real;
use umbra_geom::simd::transposed;
use umbra_solver::Contact;

use super::motion::Motion;
use super::outlook::{self, BLOCKS, LANES, Outlooks, look_at, pieces_of};
use super::{Surroundings, Task};
use crate::store::{Built, ContactRecord, PieceRow};

/// Names the contacts of a block.
const EACH: [usize; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
/// How far a body may turn, as a sine, when the other turns along. That is how far forces may be off
/// their direction.
pub(super) const COMMON_TURN: Real = 0.1;
/// The same of what is driven: a ramp that is tilted is no tower that gives way, and what lies on it
/// has to slide in time.
pub(super) const DRIVEN_TURN: Real = 0.01;
/// Pairs may move relative to one another by this part of the smaller one's extent.
const KEPT_PART: Real = 0.05;
/// By this part of that with a single point, or none: corners that slide along one another find another
/// face soon, and in a drum full of boxes that showed in the deepest overlap.
const FEW_PART: Real = 2.0 / 3.0;

/// By how much a pair may have moved for its manifold to be kept: `most`, or less for small ones.
#[inline]
pub(super) fn tolerance([a, b]: [&PieceRow; 2], most: Real) -> Real {
    smaller(KEPT_PART * smaller(a.extent, b.extent), most)
}

#[inline]
fn smaller(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

/// Notes where bodies are for which the row's points were just found.
#[inline]
pub(super) fn note(built: &mut Built, row: &Contact, bodies: [&Motion; 2], speculative: Real) {
    let [a, b] = bodies;
    *built = Built {
        way: b.center - a.center,
        rotation_a: a.rotation,
        rotation_b: b.rotation,
        separations: row.points.map(|point| point.separation),
        speculative,
    };
}

/// Which of up to [`SHARE`](super::SHARE) contacts may keep their manifolds.
#[derive(Default)]
pub(super) struct Keeping(ArrayVec<Block, BLOCKS>);

#[derive(Clone, Copy, Default)]
struct Block {
    /// A bit for each contact.
    kept: u8,
    /// Of those, the ones that are neither fast nor too far apart to touch.
    settled: u8,
    /// Those of the points that are kept, as they are now.
    separations: [[Real; LANES]; 2],
}

impl Keeping {
    /// Whether the contact may keep its manifold.
    #[inline]
    pub(super) fn is_kept(&self, index: usize) -> bool {
        (self.0[index / LANES].kept >> (index % LANES)) & 1 != 0
    }

    /// Whether it may, and nothing else about it is worth a look: mostly it is so where things rest.
    #[inline]
    pub(super) fn is_settled(&self, index: usize) -> bool {
        (self.0[index / LANES].settled >> (index % LANES)) & 1 != 0
    }

    /// Brings the separations up to date of a contact that keeps its manifold.
    #[inline]
    pub(super) fn update(&self, index: usize, row: &mut Contact) {
        let (block, lane) = (&self.0[index / LANES], index % LANES);
        for (point, separations) in row.points.iter_mut().zip(&block.separations) {
            point.separation = separations[lane];
        }
    }
}

impl Surroundings<'_> {
    /// Appends the outlooks of these contacts, which are no more than [`SHARE`](super::SHARE), and which
    /// of them may keep their manifolds: those that are slow and have moved by no more than the
    /// tolerance since theirs were built.
    pub(super) fn look_at_contacts(
        &self,
        records: &[ContactRecord],
        rows: &[Contact],
        outlooks: &mut Outlooks,
        keeping: &mut Keeping,
    ) {
        dispatch!(
            self.task.level,
            simd => look_at_all(simd, self, records, rows, outlooks, keeping)
        );
        debug_assert!(outlooks.agree_with(self, records), "one by one, they have other outlooks");
    }
}

#[inline(always)]
fn look_at_all<S: Simd>(
    simd: S,
    around: &Surroundings,
    records: &[ContactRecord],
    rows: &[Contact],
    outlooks: &mut Outlooks,
    keeping: &mut Keeping,
) {
    for (records, rows) in records.chunks(LANES).zip(rows.chunks(LANES)) {
        let pieces = pieces_of(&around.outlines.rows, records);
        let outlook = look_at(simd, &pieces, around.task.speculative);
        let slow = are_slow(f32x8::from_slice(simd, &outlook.ways), around.task);
        let mut block = Block::default();
        if slow.any_true() {
            let contacts = Columns::of(simd, around, &pieces, records, rows);
            block = keep(simd, &contacts, &outlook, slow, around.task.tolerance);
        }
        outlooks.push(outlook);
        keeping.0.push(block);
    }
}

/// Whether pairs that come so far are slow: what [`Surroundings::is_slow`] says of one.
#[inline(always)]
fn are_slow<S: Simd>(ways: f32x8<S>, task: &Task) -> mask32x8<S> {
    ((ways + task.speculative) - task.speculative).simd_le(task.tolerance)
}

/// Brings the separations of eight contacts up to date, and says which of those that are `slow` have
/// moved by so little since their manifolds were built that these are kept.
#[inline(always)]
fn keep<S: Simd>(
    simd: S,
    contacts: &Columns<S>,
    outlook: &outlook::Block,
    slow: mask32x8<S>,
    most: Real,
) -> Block {
    let Columns { way, turn_a, turn_b, extents, count, .. } = contacts;
    // How far what touches has come apart.
    let shifts = [contacts.shift_of(0), contacts.shift_of(1)];
    let [first, second] = [taxi(shifts[0]), taxi(shifts[1])];
    let (none, two) = (count.simd_eq(0), count.simd_eq(2));
    let lesser = |a: f32x8<S>, b: f32x8<S>| a.simd_lt(b).select(a, b);
    let extent = lesser(extents[0], extents[1]);
    let farther = (count.simd_eq(1) | first.simd_ge(second)).select(first, second);
    let turned = (turn_b.sin - turn_a.sin).abs() * extent;
    // Where nothing touches, anything may come to.
    let any_turn = turn_a.sin.abs() * extents[0] + turn_b.sin.abs() * extents[1];
    let moved = none.select(taxi(*way), farther) + none.select(any_turn, turned);
    let tolerance = lesser(extent * KEPT_PART, f32x8::splat(simd, most));
    let tolerance = two.select(tolerance, tolerance * FEW_PART);
    // A pair without its two points may get another: one that was too far away when they were found.
    let way_to_come = f32x8::from_slice(simd, &outlook.ways);
    let sees_all = two | (moved + way_to_come).simd_le(contacts.speculative);
    // What is no number is built anew.
    let upright = turn_a.small & turn_b.small;
    let is_kept = slow & upright & sees_all & moved.simd_le(tolerance);
    let is_kept = is_kept & contacts.speculative.simd_ge(0.0);
    let (kept, pointless) = (is_kept.to_bitmask() as u8, none.to_bitmask() as u8);
    let settled = kept & !outlook.fast & !(pointless & outlook.boxes_apart);
    let mut block = Block { kept, settled, ..Block::default() };
    let [x, y] = contacts.normal;
    let (olds, news) = (&contacts.separations, &mut block.separations);
    for ((new, old), shift) in news.iter_mut().zip(olds).zip(&shifts) {
        let separation = *old + (x * shift[0] + y * shift[1]);
        separation.store_slice(new);
    }
    block
}

/// The length of a way along the axes.
#[inline(always)]
fn taxi<S: Simd>([x, y]: [f32x8<S>; 2]) -> f32x8<S> {
    x.abs() + y.abs()
}

/// How far eight bodies have turned: the sines and, for small turns, the cosines less one.
#[derive(Clone, Copy)]
struct Turns<S: Simd> {
    sin: f32x8<S>,
    versine: f32x8<S>,
    /// Whether a turn is so small that forces may keep their direction.
    small: mask32x8<S>,
}

impl<S: Simd> Turns<S> {
    #[inline(always)]
    fn between(from: [f32x8<S>; 2], to: [f32x8<S>; 2], most: f32x8<S>) -> Self {
        let cos = from[0] * to[0] + from[1] * to[1];
        let sin = from[0] * to[1] - from[1] * to[0];
        // What has not turned moves by nothing at all, as long as its arm may be.
        let versine = sin * sin * -0.5;
        Self { sin, versine, small: sin.abs().simd_le(most) & cos.simd_gt(0.0) }
    }

    /// How far the tips of arms have come.
    #[inline(always)]
    fn move_tips(&self, [x, y]: [f32x8<S>; 2]) -> [f32x8<S>; 2] {
        [x * self.versine - y * self.sin, y * self.versine + x * self.sin]
    }
}

/// What tells of eight contacts whether their manifolds may be kept, a register for each number.
struct Columns<S: Simd> {
    /// How far B's centre of mass has come, seen from A's.
    way: [f32x8<S>; 2],
    turn_a: Turns<S>,
    turn_b: Turns<S>,
    /// Of both points, on A and on B.
    anchors: [[[f32x8<S>; 2]; 2]; 2],
    normal: [f32x8<S>; 2],
    /// How many points there are.
    count: i32x8<S>,
    /// As in [`Built`].
    separations: [f32x8<S>; 2],
    /// As in [`Built`].
    speculative: f32x8<S>,
    extents: [f32x8<S>; 2],
}

impl<S: Simd> Columns<S> {
    /// Of up to eight contacts, of which there is one at least: it stands in for those that are not.
    #[inline(always)]
    fn of(
        simd: S,
        around: &Surroundings,
        pieces: &[[&PieceRow; LANES]; 2],
        records: &[ContactRecord],
        rows: &[Contact],
    ) -> Self {
        let mut contacts = [(&records[0], &rows[0]); LANES];
        for (to, contact) in contacts.iter_mut().zip(records.iter().zip(rows)) {
            *to = contact;
        }
        let mut bodies = [[&Motion::NONE; 2]; LANES];
        for (lane, bodies) in bodies.iter_mut().enumerate() {
            let [a, b] = [pieces[0][lane], pieces[1][lane]];
            *bodies = [around.motion(a.body), around.motion(b.body)];
        }
        let [way_x, way_y, from_a0, from_a1, from_b0, from_b1, first, second] = transposed(
            simd,
            &contacts,
            #[inline(always)]
            |(record, _)| {
                let Built { way, rotation_a, rotation_b, separations, .. } = record.built;
                let ([a, b], [c, d], [e, f]) = (rotation_a, rotation_b, separations);
                [way.x, way.y, a, b, c, d, e, f]
            },
        );
        let [ax, ay, bx, by, cx, cy, dx, dy] = transposed(
            simd,
            &contacts,
            #[inline(always)]
            |(_, row)| {
                let [p, q] = &row.points;
                let (a, b, c, d) = (p.anchor_a, p.anchor_b, q.anchor_a, q.anchor_b);
                [a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y]
            },
        );
        let [xa, ya, to_a0, to_a1, xb, yb, to_b0, to_b1] = transposed(
            simd,
            &bodies,
            #[inline(always)]
            |[a, b]| {
                let ([p, q], [r, s]) = (a.rotation, b.rotation);
                [a.center.x, a.center.y, p, q, b.center.x, b.center.y, r, s]
            },
        );
        let [x, y, count, speculative, extent_a, extent_b, most_a, most_b] = transposed(
            simd,
            &EACH,
            #[inline(always)]
            |lane| {
                let ((record, row), [a, b]) = (contacts[lane], bodies[lane]);
                let (normal, count) = (row.normal, Real::from_bits(u32::from(row.point_count)));
                let (speculative, most_a, most_b) =
                    (record.built.speculative, a.most_turn, b.most_turn);
                let (extent_a, extent_b) = (pieces[0][lane].extent, pieces[1][lane].extent);
                [normal.x, normal.y, count, speculative, extent_a, extent_b, most_a, most_b]
            },
        );
        Self {
            way: [(xb - xa) - way_x, (yb - ya) - way_y],
            turn_a: Turns::between([from_a0, from_a1], [to_a0, to_a1], most_a),
            turn_b: Turns::between([from_b0, from_b1], [to_b0, to_b1], most_b),
            anchors: [[[ax, ay], [bx, by]], [[cx, cy], [dx, dy]]],
            normal: [x, y],
            count: count.bitcast(),
            separations: [first, second],
            speculative,
            extents: [extent_a, extent_b],
        }
    }

    /// How far B's side of a point has come, seen from A's.
    #[inline(always)]
    fn shift_of(&self, point: usize) -> [f32x8<S>; 2] {
        let [a, b] = self.anchors[point];
        let (a, b) = (self.turn_a.move_tips(a), self.turn_b.move_tips(b));
        [self.way[0] + (b[0] - a[0]), self.way[1] + (b[1] - a[1])]
    }
}
