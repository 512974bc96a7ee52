//! The two passes of a bounce: measuring how fast contacts approach, and resolving them.

use umbra_geom::Real;

use super::meeting::Meeting;
use super::push::Push;
use super::{Bodies, BounceBlock, BounceParams, LIVELY_RESTITUTION, SAME_TIME, bits};
use crate::block::{ContactBlock, Wide, part, part_mut};
use crate::lanes::Lanes;

/// Measures how fast contacts approach that have not bounced yet in this substep, and which of them meet in a
/// later one.
#[inline(always)]
pub(crate) fn measure<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &Bodies<'_>,
    bounce: &mut BounceBlock,
    at: usize,
    params: BounceParams,
    again: bool,
) {
    let meeting = Meeting::<L>::of(token, bodies, bounce, at, params, again);
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    // This depends on the contact alone, not on others in its block. After propagation, all contacts are measured
    // for the first time.
    let lively =
        load_part::<W, L>(token, &bounce.restitution, at) - L::splat(token, LIVELY_RESTITUTION);
    let anew = if again && !params.propagating { lively } else { one };
    for (k, approach) in meeting.approaches(token, params).into_iter().enumerate() {
        let met = meeting.closes[k].if_positive(approach, zero);
        let met = load_part::<W, L>(token, &bounce.hit[k], at).if_positive(zero, met);
        let as_others_see_it = -meeting.speeds[k] - L::splat(token, params.threshold);
        let fast = approach.greater(as_others_see_it).if_positive(one, zero);
        let early = if params.propagating { fast } else { met.if_positive(zero, fast) };
        for (to, new) in [(&mut bounce.approach[k], met), (&mut bounce.early[k], early)] {
            let old = load_part::<W, L>(token, to, at);
            anew.if_positive(new, old).store(part_mut(to, at));
        }
    }
    let old = load_part::<W, L>(token, &bounce.time, at);
    anew.if_positive(meeting.time, old).store(part_mut(&mut bounce.time, at));
    let others = !((((1_u32 << W) - 1) << (at * W)) as u16);
    bounce.meets = bounce.meets & others | any_positive::<W>(&bounce.approach, at);
    bounce.any_early = bounce.any_early & others | any_positive::<W>(&bounce.early, at);
}

/// The lanes of a register in which one of two numbers is positive: one bit for each.
#[inline(always)]
fn any_positive<const W: usize>(numbers: &[Wide; 2], at: usize) -> u16 {
    let [first, second] = numbers.each_ref().map(|wide| part::<W, _>(wide, at));
    let mut lanes = 0;
    for (lane, (a, b)) in first.iter().zip(second).enumerate() {
        lanes |= u32::from((*a > 0.0) | (*b > 0.0)) << (at * W + lane);
    }
    lanes as u16
}

#[inline(always)]
fn load_part<const W: usize, L: Lanes<W>>(token: L::Token, wide: &Wide, at: usize) -> L {
    L::load(token, part(wide, at))
}

/// Resolves the contacts that meet in this substep, if it is their turn.
#[inline(always)]
pub(crate) fn resolve<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &mut Bodies<'_>,
    blocks: &mut [ContactBlock],
    bounce: &mut BounceBlock,
    at: usize,
    params: BounceParams,
    again: bool,
) {
    let (mut turn, mut any) = ([0.0; W], false);
    let lanes = (u32::from(bounce.meets) >> (at * W)) as u16;
    for lane in bits(lanes).take_while(|&lane| lane < W) {
        // The earliest meeting of both bodies goes first.
        let place = at * W + lane;
        let time = bounce.time[place] - SAME_TIME * params.h;
        if bounce.movable_slots(place).all(|slot| time <= bodies.times[slot].next) {
            (turn[lane], any) = (1.0, true);
        }
    }
    if !any {
        return;
    }
    let had_turn = turn;
    let meeting = Meeting::<L>::of(token, bodies, bounce, at, params, again);
    let now = meeting.met(token, meeting.approaches(token, params));
    let mut when = [0.0; W];
    meeting.time.store(&mut when);
    let (turn, zero) = (L::load(token, &turn), L::splat(token, 0.0));
    let [first, second] = changes::<W, L>(token, bounce, at, now);
    let change = [turn.if_positive(first, zero), turn.if_positive(second, zero)];
    for place in (0..W).filter(|&lane| had_turn[lane] > 0.0).map(|lane| at * W + lane) {
        bounce.meets &= !(1 << place);
        bounce.approach.iter_mut().for_each(|approach| approach[place] = 0.0);
    }
    let mut hit = [0.0; W];
    (change[0] + change[1]).store(&mut hit);
    if hit.iter().all(|&change| change == 0.0) {
        return;
    }
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let push = Push::of::<W>(token, &meeting, &bounce.block, at, change);
    let before = load(&bounce.impulse);
    let mut times = [0.0; W];
    (meeting.time * load(&bounce.may_shift)).store(&mut times);
    (before + push.normal).store(part_mut(&mut bounce.impulse, at));
    let one = L::splat(token, 1.0);
    for (hit, change) in bounce.hit.iter_mut().zip(change) {
        let before = L::load(token, part(hit, at));
        change.if_positive(one, before).store(part_mut(hit, at));
    }
    let (mut normals_x, mut normals_y) = ([0.0; W], [0.0; W]);
    meeting.pair.normal_x.store(&mut normals_x);
    meeting.pair.normal_y.store(&mut normals_y);
    for lane in (0..W).filter(|&lane| hit[lane] != 0.0) {
        for slot in bounce.movable_slots(at * W + lane) {
            bodies.times[slot].last = when[lane];
            bodies.times[slot].changed = true;
        }
        bounce.record_hit(blocks, at * W + lane, [normals_x[lane], normals_y[lane]]);
    }
    if bounce.movable_a {
        write_hit(bodies, part(&bounce.block.slot_a, at), push.motion_a, &hit, &times);
    }
    write_hit(bodies, part(&bounce.block.slot_b, at), push.motion_b, &hit, &times);
}

/// The changes of the normal velocities of contacts that approach at `now`.
#[inline(always)]
fn changes<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bounce: &BounceBlock,
    at: usize,
    now: [L; 2],
) -> [L; 2] {
    let zero = L::splat(token, 0.0);
    let restitution = L::load(token, part::<W, _>(&bounce.restitution, at));
    let mut change = [zero; 2];
    for k in 0..2 {
        let measured = L::load(token, part::<W, _>(&bounce.approach[k], at));
        change[k] = measured.if_positive(now[k] + restitution * now[k], zero);
    }
    change
}

/// Writes the motions of bodies after bounces at these `times`. Lanes without a bounce are not written: adding
/// zero turns a velocity of -0 into +0, and results would depend on which contacts share a register.
#[inline(always)]
fn write_hit<const W: usize, L: Lanes<W>>(
    bodies: &mut Bodies<'_>,
    slots: &[u32; W],
    motion: [L; 4],
    hit: &[Real; W],
    times: &[Real; W],
) {
    L::scatter(
        motion,
        #[inline(always)]
        |lane, half| {
            if hit[lane] != 0.0 {
                let slot = slots[lane] as usize;
                let old = bodies.states[slot].motion;
                bodies.states[slot].motion = half;
                for i in 0..3 {
                    let change = half[i] - old[i];
                    bodies.base[slot][i] += change;
                    bodies.states[slot].offset[i] -= times[lane] * change;
                }
            }
        },
    );
}
