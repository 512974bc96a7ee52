//! Manifold recycling: pairs that have barely moved relative to each other keep their points.
//!
//! Points and normal stay, and separations follow the motion. The motion is measured from where the
//! manifold was built, so nothing drifts: the error stays below `RECYCLE_DISTANCE` in `config.rs`
//! however long the pair rests.
//!
//! Bodies that lean together have not moved relative to each other. A tower with soft contacts
//! leans by several times the tolerance; if its normals and lever arms leaned along, its weight
//! would buckle it, and towers would fall that stand when they are rigid (`docs/design/solver.md`).
//!
//! Eight pairs are examined side by side.

use arrayvec::ArrayVec;
use umbra_geom::Real;
use umbra_lanes::{LANES, f32x8, i32x8, lesser, mask32x8, prelude::*, transposed, with_simd};
use umbra_solver::{Contact, Known};

use super::approach::{self, Approaches, BLOCKS, fetch_pieces, look_at, pieces_of};
use super::body_pose::BodyPose;
use super::{Surroundings, Task};
use crate::store::{Built, ContactInfo, PoseCache};
use crate::tuning::{RECYCLED_PART, RECYCLED_PART_OF_FEW};

/// The lanes of a block.
const EACH: [usize; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Distance that a pair may move before its manifold is built anew: `most`, or less for small
/// pieces.
#[inline]
pub(super) fn tolerance([a, b]: [&PoseCache; 2], most: Real) -> Real {
    smaller(RECYCLED_PART * smaller(a.extent, b.extent), most)
}

#[inline]
pub(super) fn smaller(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

/// Records the poses for which the points of a contact were just found.
#[inline]
pub(super) fn note(
    built: &mut Built,
    contact: &Contact,
    bodies: [&BodyPose; 2],
    speculative: Real,
) {
    let [a, b] = bodies;
    *built = Built {
        center_offset: b.center - a.center,
        rotation_a: a.rotation,
        rotation_b: b.rotation,
        separations: contact.points.map(|point| point.separation),
        speculative,
    };
}

/// Recycling of manifolds, for up to [`CHUNK`](super::CHUNK) contacts.
#[derive(Default)]
pub(super) struct Recycling(ArrayVec<Block, BLOCKS>);

#[derive(Clone, Copy, Default)]
struct Block {
    /// A bit for each contact.
    kept: u8,
    /// Those of them that are neither fast nor too far apart to touch: nothing else has to be
    /// checked.
    settled: u8,
    /// The present separations of the points that are kept.
    separations: [[Real; LANES]; 2],
}

impl Recycling {
    /// True if the contact may keep its manifold.
    #[inline]
    pub(super) fn is_kept(&self, index: usize) -> bool {
        (self.0[index / LANES].kept >> (index % LANES)) & 1 != 0
    }

    /// True if the contact may keep its manifold and needs no other check, like most contacts at
    /// rest.
    #[inline]
    pub(super) fn is_settled(&self, index: usize) -> bool {
        (self.0[index / LANES].settled >> (index % LANES)) & 1 != 0
    }

    /// Updates the separations of a contact that keeps its manifold.
    #[inline]
    pub(super) fn update(&self, index: usize, contact: &mut Contact) -> Known {
        let (block, lane) = (&self.0[index / LANES], index % LANES);
        let separations = block.separations.map(|separations| separations[lane]);
        contact.set_separations(separations);
        Known::separations(separations)
    }
}

impl Surroundings<'_> {
    /// Predicts the approaches of up to [`CHUNK`](super::CHUNK) contacts, and finds which of them
    /// may keep their manifolds: slow ones that have moved by no more than the tolerance since
    /// theirs were built.
    pub(super) fn examine_contacts(
        &self,
        contacts: (&[ContactInfo], &[Contact]),
        indices: &[u8],
        approaches: &mut Approaches,
        recycling: &mut Recycling,
    ) {
        with_simd!(
            self.task.level,
            [as_avx512, as_avx2],
            simd => look_at_all(simd, self, contacts, indices, approaches, recycling)
        );
        if crate::CHECKS_ITSELF {
            let infos = indices.iter().map(|index| &contacts.0[*index as usize]);
            let agree = approaches.agree_with(self, infos);
            assert!(agree, "one by one, they have other approaches");
        }
    }
}

#[inline(always)]
fn look_at_all<S: Simd>(
    simd: S,
    around: &Surroundings,
    (infos, contacts): (&[ContactInfo], &[Contact]),
    indices: &[u8],
    approaches: &mut Approaches,
    recycling: &mut Recycling,
) {
    let poses = &around.outlines.poses;
    let mut later = indices.chunks(LANES).skip(1);
    for indices in indices.chunks(LANES) {
        let later = later.next().unwrap_or_default().iter();
        fetch_pieces(poses, later.map(|index| &infos[*index as usize]));
        let first = indices[0] as usize;
        let mut few = [(&infos[first], &contacts[first]); LANES];
        for (to, index) in few.iter_mut().zip(indices) {
            *to = (&infos[*index as usize], &contacts[*index as usize]);
        }
        let pieces = pieces_of(poses, &few);
        let approach = look_at(simd, &pieces, around.task.speculative);
        let slow = are_slow(f32x8::from_slice(simd, &approach.distances), around.task);
        let mut block = Block::default();
        if slow.any_true() {
            let contacts = Columns::gather(simd, around, &pieces, &few);
            block = keep(simd, &contacts, &approach, slow, around.task.tolerance);
        }
        approaches.push(approach);
        recycling.0.push(block);
    }
}

/// Eight times [`Surroundings::is_slow`].
#[inline(always)]
pub(super) fn are_slow<S: Simd>(ways: f32x8<S>, task: &Task) -> mask32x8<S> {
    ((ways + task.speculative) - task.speculative).simd_le(task.tolerance)
}

/// Those of eight contacts that keep their manifolds.
#[inline(always)]
fn keep<S: Simd>(
    simd: S,
    contacts: &Columns<S>,
    approach: &approach::Block,
    slow: mask32x8<S>,
    most: Real,
) -> Block {
    let way_to_come = f32x8::from_slice(simd, &approach.distances);
    let Held { kept, separations, .. } = contacts.still_hold(simd, way_to_come, most);
    let none = contacts.count.simd_eq(0);
    let (kept, pointless) = ((kept & slow).to_bitmask() as u8, none.to_bitmask() as u8);
    let settled = kept & !approach.fast & !(pointless & approach.boxes_apart);
    let mut block = Block { kept, settled, ..Block::default() };
    for (to, separation) in block.separations.iter_mut().zip(separations) {
        separation.store_slice(to);
    }
    block
}

/// The Manhattan length.
#[inline(always)]
fn manhattan_length<S: Simd>([x, y]: [f32x8<S>; 2]) -> f32x8<S> {
    x.abs() + y.abs()
}

/// The turns of eight bodies: sines and, for small turns, cosines less one.
#[derive(Clone, Copy)]
pub(super) struct Turns<S: Simd> {
    sin: f32x8<S>,
    versine: f32x8<S>,
    /// True if a turn is small enough for forces to keep their direction.
    small: mask32x8<S>,
}

impl<S: Simd> Turns<S> {
    #[inline(always)]
    pub(super) fn between(from: [f32x8<S>; 2], to: [f32x8<S>; 2], most: f32x8<S>) -> Self {
        let cos = from[0] * to[0] + from[1] * to[1];
        let sin = from[0] * to[1] - from[1] * to[0];
        // Without a turn, this is exactly zero, however long the lever arm is.
        let versine = sin * sin * -0.5;
        Self { sin, versine, small: sin.abs().simd_le(most) & cos.simd_gt(0.0) }
    }

    /// The displacements of the ends of lever arms.
    #[inline(always)]
    fn move_tips(&self, [x, y]: [f32x8<S>; 2]) -> [f32x8<S>; 2] {
        [x * self.versine - y * self.sin, y * self.versine + x * self.sin]
    }
}

/// Eight contacts, a register for each number.
pub(super) struct Columns<S: Simd> {
    /// The displacement of B's centre of mass relative to A's.
    pub(super) displacement: [f32x8<S>; 2],
    pub(super) turn_a: Turns<S>,
    pub(super) turn_b: Turns<S>,
    /// Of both points: the anchors on A and on B.
    pub(super) anchors: [[[f32x8<S>; 2]; 2]; 2],
    pub(super) normal: [f32x8<S>; 2],
    /// Number of points.
    pub(super) count: i32x8<S>,
    /// Separations, as in [`Built`].
    pub(super) separations: [f32x8<S>; 2],
    /// Speculative distance, as in [`Built`].
    pub(super) speculative: f32x8<S>,
    pub(super) extents: [f32x8<S>; 2],
}

/// Those of eight contacts that keep their manifolds.
pub(super) struct Held<S: Simd> {
    pub(super) kept: mask32x8<S>,
    /// The present separations of their points.
    pub(super) separations: [f32x8<S>; 2],
    /// The distance that they have moved; no point has moved farther.
    pub(super) moved: f32x8<S>,
}

impl<S: Simd> Columns<S> {
    /// Gathers eight contacts.
    #[inline(always)]
    fn gather(
        simd: S,
        around: &Surroundings,
        pieces: &[[&PoseCache; LANES]; 2],
        contacts: &[(&ContactInfo, &Contact); LANES],
    ) -> Self {
        let mut bodies = [[&BodyPose::NONE; 2]; LANES];
        for (lane, bodies) in bodies.iter_mut().enumerate() {
            let [a, b] = [pieces[0][lane], pieces[1][lane]];
            *bodies = [around.motion(a.body), around.motion(b.body)];
        }
        let [offset_x, offset_y, from_a0, from_a1, from_b0, from_b1, first, second] = transposed(
            simd,
            contacts,
            #[inline(always)]
            |(info, _)| {
                let Built { center_offset, rotation_a, rotation_b, separations, .. } = info.built;
                let ([a, b], [c, d], [e, f]) = (rotation_a, rotation_b, separations);
                [center_offset.x, center_offset.y, a, b, c, d, e, f]
            },
        );
        let [ax, ay, bx, by, cx, cy, dx, dy] = transposed(
            simd,
            contacts,
            #[inline(always)]
            |(_, contact)| {
                let [p, q] = &contact.points;
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
                let ((info, contact), [a, b]) = (contacts[lane], bodies[lane]);
                let (normal, count) =
                    (contact.normal, Real::from_bits(u32::from(contact.point_count)));
                let (speculative, most_a, most_b) =
                    (info.built.speculative, a.most_turn(), b.most_turn());
                let (extent_a, extent_b) = (pieces[0][lane].extent, pieces[1][lane].extent);
                [normal.x, normal.y, count, speculative, extent_a, extent_b, most_a, most_b]
            },
        );
        Self {
            displacement: [(xb - xa) - offset_x, (yb - ya) - offset_y],
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

    /// The contacts that keep their manifolds: those that have moved little since theirs were
    /// built, and come no nearer than `way_to_come` in this step.
    #[inline(always)]
    pub(super) fn still_hold(&self, simd: S, way_to_come: f32x8<S>, most: Real) -> Held<S> {
        let Self { displacement, turn_a, turn_b, extents, count, .. } = self;
        // How far points have moved apart.
        let displacements = [self.displacement_of_point(0), self.displacement_of_point(1)];
        let [first, second] =
            [manhattan_length(displacements[0]), manhattan_length(displacements[1])];
        let (none, two) = (count.simd_eq(0), count.simd_eq(2));
        let extent = lesser(extents[0], extents[1]);
        let farther = (count.simd_eq(1) | first.simd_ge(second)).select(first, second);
        let turned = (turn_b.sin - turn_a.sin).abs() * extent;
        // Without points, contact may begin anywhere.
        let any_turn = turn_a.sin.abs() * extents[0] + turn_b.sin.abs() * extents[1];
        let moved =
            none.select(manhattan_length(*displacement), farther) + none.select(any_turn, turned);
        let tolerance = lesser(extent * RECYCLED_PART, f32x8::splat(simd, most));
        let tolerance = two.select(tolerance, tolerance * RECYCLED_PART_OF_FEW);
        // A pair with fewer than two points may get another one that was too far away when they were found.
        let sees_all = two | (moved + way_to_come).simd_le(self.speculative);
        // NaNs fail the comparisons, and are built anew.
        let upright = turn_a.small & turn_b.small;
        let kept = upright & sees_all & moved.simd_le(tolerance);
        let kept = kept & self.speculative.simd_ge(0.0);
        let [x, y] = self.normal;
        let mut separations = self.separations;
        for (separation, displacement) in separations.iter_mut().zip(&displacements) {
            *separation += x * displacement[0] + y * displacement[1];
        }
        Held { kept, separations, moved }
    }

    /// The displacement of B's side of a point relative to A's.
    #[inline(always)]
    fn displacement_of_point(&self, point: usize) -> [f32x8<S>; 2] {
        let [a, b] = self.anchors[point];
        let (a, b) = (self.turn_a.move_tips(a), self.turn_b.move_tips(b));
        [self.displacement[0] + (b[0] - a[0]), self.displacement[1] + (b[1] - a[1])]
    }
}
