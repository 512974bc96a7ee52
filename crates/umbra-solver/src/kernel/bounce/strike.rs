//! The two passes of a bounce: how fast contacts approach, and the propagation.

use umbra_geom::Real;

use super::meeting::Meeting;
use super::push::Push;
use super::{Bodies, BounceBlock, BounceParams, LIVELY_RESTITUTION, SAME_TIME, bits};
use crate::block::{ContactBlock, Wide, part, part_mut};
use crate::lanes::Lanes;

/// Notes how fast the contacts approach that were not struck yet in this substep, and which are too early.
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
    // By the contact alone, not by the company it keeps. Whoever hands propagation on has struck all there was to
    // strike, and all are measured for the first time.
    let lively =
        load_part::<W, L>(token, &bounce.restitution, at) - L::splat(token, LIVELY_RESTITUTION);
    let anew = if again && !params.propagating { lively } else { one };
    for (k, approach) in meeting.approaches(token, params).into_iter().enumerate() {
        let met = meeting.closes[k].if_positive(approach, zero);
        let met = load_part::<W, L>(token, &bounce.struck[k], at).if_positive(zero, met);
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
    let [first, second] = bounce.approach.each_ref().map(|approach| part::<W, _>(approach, at));
    let mut meets = 0;
    for (lane, (a, b)) in first.iter().zip(second).enumerate() {
        meets |= u32::from((*a > 0.0) | (*b > 0.0)) << (at * W + lane);
    }
    let others = bounce.meets & !((((1_u32 << W) - 1) << (at * W)) as u16);
    bounce.meets = others | meets as u16;
}

#[inline(always)]
fn load_part<const W: usize, L: Lanes<W>>(token: L::Token, wide: &Wide, at: usize) -> L {
    L::load(token, part(wide, at))
}

/// Strikes the contacts that approach.
#[inline(always)]
pub(crate) fn strike<const W: usize, L: Lanes<W>>(
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
        // First come, first served.
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
    let mut struck = [0.0; W];
    (change[0] + change[1]).store(&mut struck);
    if struck.iter().all(|&change| change == 0.0) {
        return;
    }
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let push = Push::of::<W>(token, &meeting, &bounce.block, at, change);
    let before = load(&bounce.impulse);
    let mut times = [0.0; W];
    (meeting.time * load(&bounce.free)).store(&mut times);
    (before + push.normal).store(part_mut(&mut bounce.impulse, at));
    let one = L::splat(token, 1.0);
    for (struck, change) in bounce.struck.iter_mut().zip(change) {
        let before = L::load(token, part(struck, at));
        change.if_positive(one, before).store(part_mut(struck, at));
    }
    let (mut normals_x, mut normals_y) = ([0.0; W], [0.0; W]);
    meeting.pair.normal_x.store(&mut normals_x);
    meeting.pair.normal_y.store(&mut normals_y);
    for lane in (0..W).filter(|&lane| struck[lane] != 0.0) {
        for slot in bounce.movable_slots(at * W + lane) {
            bodies.times[slot].last = when[lane];
            bodies.times[slot].changed = true;
        }
        bounce.note_struck(bodies, blocks, at * W + lane, [normals_x[lane], normals_y[lane]]);
    }
    if bounce.movable_a {
        write_struck(bodies, part(&bounce.block.slot_a, at), push.motion_a, &struck, &times);
    }
    write_struck(bodies, part(&bounce.block.slot_b, at), push.motion_b, &struck, &times);
}

/// How much the velocities along the normal change of contacts that approach as `now` says.
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

/// Writes how bodies move after bounces that come as late as `times` say. Only lanes that were struck are
/// written, or a lane beside one would turn a velocity of -0 into +0, and results would depend on who
/// shares a register.
#[inline(always)]
fn write_struck<const W: usize, L: Lanes<W>>(
    bodies: &mut Bodies<'_>,
    slots: &[u32; W],
    motion: [L; 4],
    struck: &[Real; W],
    times: &[Real; W],
) {
    L::scatter(
        motion,
        #[inline(always)]
        |lane, half| {
            if struck[lane] != 0.0 {
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
