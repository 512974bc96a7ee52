//! Where, when and how fast two bodies meet within a substep.

use super::{Bodies, BounceBlock, BounceParams, Times};
use crate::block::{ContactBlock, Wide, part};
use crate::body::Forces;
use crate::kernel::Pair;
use crate::lanes::Lanes;

/// Where and when the two bodies of each contact of a register meet.
pub(super) struct Meeting<L> {
    /// The bodies as they are now, and the normal of the meeting place.
    pub(super) pair: Pair<L>,
    /// What forces add to the velocities of A and B in the substep.
    pub(super) gain_a: [L; 4],
    pub(super) gain_b: [L; 4],
    pub(super) time: L,
    /// The lever arms of A and B at the meeting place, along the normal and the tangent.
    pub(super) normal_a: [L; 2],
    pub(super) normal_b: [L; 2],
    pub(super) tangent_a: [L; 2],
    pub(super) tangent_b: [L; 2],
    /// Positive if a point closes within the substep.
    pub(super) closes: [L; 2],
    /// The separation speeds as all other passes see them, with the lever arms of the step's start.
    pub(super) speeds: [L; 2],
}

/// Where and when two discs meet.
struct MeetingOfDiscs<L> {
    pub(super) first: L,
    /// Positive if they meet in this substep.
    pub(super) meets: L,
    pub(super) normal: [L; 2],
}

impl<L> Meeting<L> {
    #[inline(always)]
    pub(super) fn of<const W: usize>(
        token: L::Token,
        bodies: &Bodies<'_>,
        bounce: &BounceBlock,
        at: usize,
        params: BounceParams,
        again: bool,
    ) -> Self
    where
        L: Lanes<W>,
    {
        let block = &bounce.block;
        let load = |wide: &Wide| L::load(token, part::<W, _>(wide, at));
        let splat = |value| L::splat(token, value);
        let (zero, one, h) = (splat(0.0), splat(1.0), splat(params.h));
        let [gain_a, gain_b] = gains::<W, L>(token, bodies.forces, block, at);
        let mut pair = Pair::<L>::gather_by(
            token,
            #[inline(always)]
            |slot| bodies.states[slot as usize].both(),
            block,
            at,
        );
        // The velocity of B relative to A, without rotation.
        let u = pair.motion_b[0] - pair.motion_a[0] + (gain_b[0] - gain_a[0]);
        let v = pair.motion_b[1] - pair.motion_a[1] + (gain_b[1] - gain_a[1]);

        // After a bounce, the bodies are on their present course only from then on.
        let start = if again { last_times::<W, L>(token, bodies.times, block, at) } else { zero };

        let reach = load(&bounce.center_distance);
        let (mut first, mut meets) = (zero, zero);
        if bounce.any_discs {
            let there = Self::of_discs::<W>(token, &pair, [u, v], bounce, at, [start, h]);
            (first, meets) = (there.first, there.meets);
            (pair.normal_x, pair.normal_y) = (there.normal[0], there.normal[1]);
        }

        // Other shapes meet when the first of their points closes. The lever arms are those of the meeting place as far
        // as it is known.
        let share = load(&bounce.slide_share);
        let [ahead_x, ahead_y] = bounce.ahead.each_ref().map(load);
        let ahead = ahead_y * pair.normal_x - ahead_x * pair.normal_y;
        let speed = u * pair.normal_x + v * pair.normal_y;
        let parted = pair.parted();
        let (mut time, mut closes, mut speeds) = (h, [zero; 2], [zero; 2]);
        for (k, (point, closes)) in block.points.iter().zip(&mut closes).enumerate() {
            let arm = load(&point.arm_normal);
            let arm_a = arm - share * ahead;
            let arm_b = arm + pair.arm_offset_normal + (ahead - share * ahead);
            let turned = pair.offset_b[2] * arm_b - pair.offset_a[2] * arm_a;
            let (spin_a, spin_b) = (pair.motion_a[2] + gain_a[2], pair.motion_b[2] + gain_b[2]);
            let as_others_see_it = spin_b * (arm + pair.arm_offset_normal) - spin_a * arm;
            speeds[k] = speed + as_others_see_it;
            let speed = speed + spin_b * arm_b - spin_a * arm_a;
            let used = load(&point.normal_mass);
            let separation = load(&point.separation) + parted + turned + start * speed;
            *closes = used.if_positive(-(separation + (h - start) * speed), zero);
            let until = start + separation.if_positive(separation / -speed, zero);
            time = closes.if_positive(until, time).lesser(time);
        }
        time = reach.if_positive(start + first, time);
        closes[0] = reach.if_positive(meets, closes[0]);

        // The lever arms of the meeting place. Against an immovable body the contact moves with B, as for a ball
        // that runs along a wall while it approaches it.
        let (slid, parted) = if bounce.movable_a {
            let x = (pair.offset_a[0] - pair.offset_b[0]) - time * u;
            let y = (pair.offset_a[1] - pair.offset_b[1]) - time * v;
            let (nx, ny) = (pair.normal_x, pair.normal_y);
            (x * ny - y * nx, -(x * nx + y * ny))
        } else {
            (zero, zero)
        };
        let straight = reach.if_positive(zero, one);
        let (mut normal_a, mut normal_b) = ([zero; 2], [zero; 2]);
        let (mut tangent_a, mut tangent_b) = ([zero; 2], [zero; 2]);
        for (k, point) in block.points.iter().enumerate() {
            let (arm, other) = (load(&point.arm_normal), load(&point.arm_tangent));
            normal_a[k] = straight * (arm - share * slid);
            normal_b[k] = straight * (arm + pair.arm_offset_normal + (slid - share * slid));
            let radius = load(&bounce.radius);
            tangent_a[k] = reach.if_positive(-radius, other - share * parted);
            let of_b = other + pair.arm_offset_tangent + (parted - share * parted);
            tangent_b[k] = reach.if_positive(reach - radius, of_b);
        }
        Self {
            pair,
            gain_a,
            gain_b,
            time,
            normal_a,
            normal_b,
            tangent_a,
            tangent_b,
            closes,
            speeds,
        }
    }

    /// When and where two discs meet: their centres are then one sum of radii apart.
    #[inline(always)]
    fn of_discs<const W: usize>(
        token: L::Token,
        pair: &Pair<L>,
        [u, v]: [L; 2],
        bounce: &BounceBlock,
        at: usize,
        [start, h]: [L; 2],
    ) -> MeetingOfDiscs<L>
    where
        L: Lanes<W>,
    {
        let load = |wide: &Wide| L::load(token, part::<W, _>(wide, at));
        let zero = L::splat(token, 0.0);
        let (reach, between) =
            (load(&bounce.center_distance), bounce.center_offset.each_ref().map(load));
        let x = between[0] + (pair.offset_b[0] - pair.offset_a[0]) + start * u;
        let y = between[1] + (pair.offset_b[1] - pair.offset_a[1]) + start * v;
        let gap = x * x + y * y - reach * reach;
        let closing = -(x * u + y * v);
        let square = closing * closing - (u * u + v * v) * gap;
        let first = gap / (closing + square.greater(zero).root());
        let first = gap.if_positive(first, zero);
        let meets = closing.if_positive(square.if_positive(h - start - first, zero), zero);
        let (x, y) = (x + u * first, y + v * first);
        let length = (x * x + y * y).root();
        let turns = reach.if_positive(meets.if_positive(length, zero), zero);
        let normal = [
            turns.if_positive(x / length, pair.normal_x),
            turns.if_positive(y / length, pair.normal_y),
        ];
        MeetingOfDiscs { first, meets, normal }
    }

    /// The approach speeds of both points at the meeting place; zero if a point does not bounce.
    #[inline(always)]
    pub(super) fn approaches<const W: usize>(&self, token: L::Token, params: BounceParams) -> [L; 2]
    where
        L: Lanes<W>,
    {
        let splat = |value| L::splat(token, value);
        let part = splat(0.5) + self.time * splat(1.0 / params.h);
        self.speeds_at(part).map(
            #[inline(always)]
            |speed| (-speed - splat(params.threshold)).if_positive(-speed, splat(0.0)),
        )
    }

    /// The separation speeds after `part` of what forces add in the substep.
    #[inline(always)]
    fn speeds_at<const W: usize>(&self, part: L) -> [L; 2]
    where
        L: Lanes<W>,
    {
        let Self { pair, gain_a, gain_b, .. } = self;
        let (a, b) = (pair.motion_a, pair.motion_b);
        let x = (b[0] - a[0]) + part * (gain_b[0] - gain_a[0]);
        let y = (b[1] - a[1]) + part * (gain_b[1] - gain_a[1]);
        let (spin_a, spin_b) = (a[2] + part * gain_a[2], b[2] + part * gain_b[2]);
        let speed = x * pair.normal_x + y * pair.normal_y;
        [
            speed + spin_b * self.normal_b[0] - spin_a * self.normal_a[0],
            speed + spin_b * self.normal_b[1] - spin_a * self.normal_a[1],
        ]
    }

    /// The `approaches` of points that close within the substep.
    #[inline(always)]
    pub(super) fn met<const W: usize>(&self, token: L::Token, approaches: [L; 2]) -> [L; 2]
    where
        L: Lanes<W>,
    {
        let zero = L::splat(token, 0.0);
        let [first, second] = self.closes;
        [first.if_positive(approaches[0], zero), second.if_positive(approaches[1], zero)]
    }
}

/// What forces add in the substep to the velocities of both bodies.
#[inline(always)]
fn gains<const W: usize, L: Lanes<W>>(
    token: L::Token,
    forces: &[Forces],
    block: &ContactBlock,
    at: usize,
) -> [[L; 4]; 2] {
    let (slot_a, slot_b) = (part::<W, _>(&block.slot_a, at), part::<W, _>(&block.slot_b, at));
    let a = L::gather(
        token,
        #[inline(always)]
        |lane| forces[slot_a[lane] as usize].gain,
    );
    let b = L::gather(
        token,
        #[inline(always)]
        |lane| forces[slot_b[lane] as usize].gain,
    );
    [a, b]
}

/// The time of the last bounce of either body.
#[inline(always)]
fn last_times<const W: usize, L: Lanes<W>>(
    token: L::Token,
    times: &[Times],
    block: &ContactBlock,
    at: usize,
) -> L {
    let (slot_a, slot_b) = (part::<W, _>(&block.slot_a, at), part::<W, _>(&block.slot_b, at));
    let mut last = [0.0; W];
    for (last, (a, b)) in last.iter_mut().zip(slot_a.iter().zip(slot_b)) {
        let (a, b) = (times[*a as usize].last, times[*b as usize].last);
        *last = if a > b { a } else { b };
    }
    L::load(token, &last)
}
