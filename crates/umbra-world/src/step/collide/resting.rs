//! Contacts that rest: the motion of their two bodies alone shows that they keep their manifolds.
//!
//! In a pile at rest all do. For each there is a row of numbers, written when a contact was last
//! looked at as a whole, which has everything that [recycling](super::recycle) asks for. So neither
//! contacts nor pieces nor boxes are read, which would be three times as many bytes and takes four
//! times as long. A contact that rests has the separations that recycling would give it, bit by
//! bit.
//!
//! Rows are working memory. They are kept while [most contacts rest](Rests::decide): where bodies
//! are stirred, writing them costs more than they save.

use arrayvec::ArrayVec;
use umbra_geom::Real;
use umbra_geom::math::dot;
use umbra_geom::sort::drop_at;
use umbra_lanes::{LANES, f32x8, prelude::*, transposed, with_simd};
use umbra_solver::{Contact, FIXED, fetch};

use super::Surroundings;
use super::approach::{Approaches, smaller_size};
use super::body_pose::BodyPose;
use super::contacts::{RUN, ones};
use super::recycle::{Columns, Held, Recycling, Turns, are_slow, smaller};
use crate::store::{Built, Change, ContactInfo, Form, PoseCache};

/// A little more than one: pieces compute their motion in another order than bodies.
const ROUNDING: Real = 1.0001;
/// The part of the speculative distance up to which the fat boxes around two surfaces overlap:
/// less than the margin of one of them.
const OVERLAPPING: Real = 0.45;

/// All that tells whether a contact rests.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Row {
    /// [`Built`] but for the speculative distance.
    built: [Real; 8],
    /// The speculative distance, negative for a contact that has to be looked at; the smaller
    /// extent; the smaller size; how far each piece is moved at most by a turn of its body, per
    /// radian; the normal; and the number of points.
    bounds: [Real; 8],
    /// The anchors of both points on A and B.
    anchors: [Real; 8],
    bodies: [u32; 2],
}

/// A row for each contact, or none.
#[derive(Debug, Default)]
pub(in crate::step) struct Rests {
    pub(super) rows: Vec<Row>,
    /// The step of the solver after which the rows were right.
    after: u64,
    /// Rows are kept in the next step.
    are_wanted: bool,
}

/// The contacts of a run that rest.
#[derive(Default)]
pub(super) struct Resting {
    /// A bit for each.
    pub(super) set: u64,
    separations: [[[Real; LANES]; 2]; RUN / LANES],
}

impl Row {
    const NONE: Self =
        Self { built: [0.0; 8], bounds: [-1.0; 8], anchors: [0.0; 8], bodies: [FIXED; 2] };
}

impl Rests {
    /// Does without rows in this step.
    pub(super) fn forget(&mut self) {
        self.are_wanted = false;
    }

    /// True if there are rows that were right after this step of the solver, the last one.
    pub(super) fn are_right_after(&self, last_step: u64) -> bool {
        self.are_wanted && last_step != 0 && last_step == self.after
    }

    /// Makes rows for so many contacts, if they are wanted.
    pub(super) fn fit(&mut self, contacts: usize) {
        self.rows.resize(if self.are_wanted { contacts } else { 0 }, Row::NONE);
    }

    /// Drops the rows at these indices.
    pub(in crate::step) fn drop(&mut self, indices: &[u32]) {
        if !self.rows.is_empty() {
            drop_at(&mut self.rows, indices.iter().map(|index| *index as usize));
        }
    }

    /// Decides whether the next step needs rows, after this step of the solver in which so many of
    /// all contacts with points kept them. `are_numbered` is true if bodies have the numbers that
    /// they had when rows were written.
    pub(in crate::step) fn decide(
        &mut self,
        [kept, all]: [usize; 2],
        last_step: u64,
        are_numbered: bool,
    ) {
        self.are_wanted = 8 * kept > 7 * all;
        self.after = if are_numbered { last_step } else { 0 };
    }
}

impl Resting {
    /// The separations of a contact that rests.
    #[inline]
    pub(super) fn separations(&self, index: usize) -> [Real; 2] {
        self.separations[index / LANES].map(|separations| separations[index % LANES])
    }
}

impl Surroundings<'_> {
    /// Finds the contacts of a run that rest, if there are rows.
    pub(super) fn find_resting(&self, infos: &[ContactInfo], rows: &[Row], to: &mut Resting) {
        to.set = 0;
        if !rows.is_empty() {
            with_simd!(
                self.task.level,
                [as_avx512, as_avx2],
                simd => find_all(simd, self, infos, rows, to)
            );
        }
    }

    /// The row of a contact that was looked at.
    pub(super) fn row(&self, info: &ContactInfo, contact: &Contact) -> Row {
        let pieces = self.poses_of(info.pieces);
        let [a, b] = pieces;
        let sleeps = self.is_asleep(a.body) || self.is_asleep(b.body);
        let is_idle = contact.body_a == FIXED && contact.body_b == FIXED;
        let is_alone = contact.point_count == 0 || contact.round;
        if is_alone || info.built.speculative < 0.0 || sleeps || is_idle {
            return Row::NONE;
        }
        let Built { center_offset, rotation_a, rotation_b, separations, speculative } = info.built;
        let ([from_a0, from_a1], [from_b0, from_b1]) = (rotation_a, rotation_b);
        let [lever_a, lever_b] = pieces.map(lever);
        let (normal, [p, q]) = (contact.normal, contact.points);
        let (extent, size) = (smaller(a.extent, b.extent), smaller_size(a.size, b.size));
        let count = Real::from_bits(contact.point_count.into());
        Row {
            built: [
                center_offset.x,
                center_offset.y,
                from_a0,
                from_a1,
                from_b0,
                from_b1,
                separations[0],
                separations[1],
            ],
            bounds: [speculative, extent, size, lever_a, lever_b, normal.x, normal.y, count],
            anchors: [
                p.anchor_a.x,
                p.anchor_a.y,
                p.anchor_b.x,
                p.anchor_b.y,
                q.anchor_a.x,
                q.anchor_a.y,
                q.anchor_b.x,
                q.anchor_b.y,
            ],
            bodies: [contact.body_a, contact.body_b],
        }
    }

    /// Checks that contacts that rest would keep their manifolds, and that nothing else is decided
    /// about them.
    pub(super) fn check_resting(
        &self,
        resting: &Resting,
        infos: &[ContactInfo],
        contacts: &[Contact],
    ) {
        let all: ArrayVec<u8, RUN> = (0..infos.len() as u8).collect();
        let (mut approaches, mut recycling) = (Approaches::default(), Recycling::default());
        self.examine_contacts((infos, contacts), &all, &mut approaches, &mut recycling);
        for index in ones(resting.set) {
            let (info, mut contact) = (&infos[index], contacts[index]);
            let [a, b] = self.poses_of(info.pieces);
            let change = a.change.max(b.change);
            assert!(change < Change::All && !self.has_ended(change, info.pieces, info.proxies));
            assert!(recycling.is_settled(index), "a contact that rests does not keep its points");
            assert!(!self.may_be_knocked_together(info.pieces));
            let bodies = [a, b].map(|piece| self.solver_index(piece.body));
            assert_eq!(bodies, [contact.body_a, contact.body_b]);
            assert!(bodies != [FIXED; 2] && !self.is_asleep(a.body) && !self.is_asleep(b.body));
            assert!(contact.point_count > 0);
            recycling.update(index, &mut contact);
            let separations = resting.separations(index);
            for (point, separation) in contact.points().iter().zip(separations) {
                assert_eq!(point.separation.to_bits(), separation.to_bits());
            }
        }
    }

    /// The pose of a body of the solver.
    #[inline(always)]
    fn pose_of(&self, body: u32) -> &BodyPose {
        self.motions.get(body as usize).unwrap_or(&BodyPose::NONE)
    }
}

/// The greatest displacement of a piece by a turn of its body, per radian.
fn lever(piece: &PoseCache) -> Real {
    let arm = dot(piece.arm, piece.arm).sqrt();
    if piece.form == Form::Circle { arm } else { piece.bounding_radius + arm }
}

#[inline(always)]
fn find_all<S: Simd>(
    simd: S,
    around: &Surroundings,
    infos: &[ContactInfo],
    rows: &[Row],
    resting: &mut Resting,
) {
    let mut later = rows.chunks(LANES).skip(1);
    let Resting { set, separations } = resting;
    for (block, (separations, rows)) in separations.iter_mut().zip(rows.chunks(LANES)).enumerate() {
        for row in later.next().unwrap_or_default() {
            let [a, b] = row.bodies;
            fetch(around.pose_of(a));
            fetch(around.pose_of(b));
        }
        let mut may_rest = 0u8;
        for (lane, row) in rows.iter().enumerate() {
            may_rest |= u8::from(row.bounds[0] >= 0.0) << lane;
        }
        if may_rest != 0 {
            let [rest, unsure] = find(simd, around, rows, separations);
            let mut rest = rest & may_rest;
            let mut unsure = unsure & rest;
            while unsure != 0 {
                let lane = unsure.trailing_zeros() as usize;
                let [a, b] = infos[block * LANES + lane].proxies;
                if !around.broad.boxes_overlap(a, b) {
                    rest &= !(1 << lane);
                }
                unsure &= unsure - 1;
            }
            *set |= u64::from(rest) << (block * LANES);
        }
    }
}

/// The contacts of up to eight rows that rest, and those whose boxes may have parted: a bit for
/// each.
#[inline(always)]
fn find<S: Simd>(
    simd: S,
    around: &Surroundings,
    few: &[Row],
    to: &mut [[Real; LANES]; 2],
) -> [u8; 2] {
    let mut rows = [&few[0]; LANES];
    for (to, row) in rows.iter_mut().zip(few) {
        *to = row;
    }
    let [offset_x, offset_y, from_a0, from_a1, from_b0, from_b1, first, second] = transposed(
        simd,
        &rows,
        #[inline(always)]
        |row| row.built,
    );
    let [speculative, extent, size, lever_a, lever_b, normal_x, normal_y, count] = transposed(
        simd,
        &rows,
        #[inline(always)]
        |row| row.bounds,
    );
    let [ax, ay, bx, by, cx, cy, dx, dy] = transposed(
        simd,
        &rows,
        #[inline(always)]
        |row| row.anchors,
    );
    let [xa, ya, to_a0, to_a1, way_ax, way_ay, angle_a, limit_a] = transposed(
        simd,
        &rows,
        #[inline(always)]
        |row| around.pose_of(row.bodies[0]).row(),
    );
    let [xb, yb, to_b0, to_b1, way_bx, way_by, angle_b, limit_b] = transposed(
        simd,
        &rows,
        #[inline(always)]
        |row| around.pose_of(row.bodies[1]).row(),
    );
    let (x, y) = (way_bx - way_ax, way_by - way_ay);
    let turns = angle_a.abs() * lever_a + angle_b.abs() * lever_b;
    // At least the distance by which the two may come nearer.
    let way = ((x * x + y * y).sqrt() + turns) * ROUNDING;
    let slow = are_slow(way, around.task) & way.simd_le(size * 0.5);
    let contacts = Columns {
        displacement: [(xb - xa) - offset_x, (yb - ya) - offset_y],
        turn_a: Turns::between([from_a0, from_a1], [to_a0, to_a1], limit_a.abs()),
        turn_b: Turns::between([from_b0, from_b1], [to_b0, to_b1], limit_b.abs()),
        anchors: [[[ax, ay], [bx, by]], [[cx, cy], [dx, dy]]],
        normal: [normal_x, normal_y],
        count: count.bitcast(),
        separations: [first, second],
        speculative,
        extents: [extent, extent],
    };
    let Held { kept, separations, moved } = contacts.still_hold(simd, way, around.task.tolerance);
    for (to, separation) in to.iter_mut().zip(separations) {
        separation.store_slice(to);
    }
    let zero = f32x8::splat(simd, 0.0);
    let has_other_box = limit_a.simd_lt(zero) | limit_b.simd_lt(zero);
    // Where the points on both surfaces were met, they are no farther apart than they have moved.
    let gap = moved + first.simd_gt(zero).select(first, zero);
    let may_part = gap.simd_gt(OVERLAPPING * around.task.speculative);
    [(kept & slow).to_bitmask() as u8, (has_other_box & may_part).to_bitmask() as u8]
}
