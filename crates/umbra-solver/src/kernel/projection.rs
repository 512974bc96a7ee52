//! Linear projection: overlapping bodies are moved apart, their velocities left alone.

use super::points::Points;
use super::{Pair, SideA};
use crate::block::{ContactBlock, part};
use crate::shared::States;
use umbra_lanes::Register;

/// The parameters of one pass that moves bodies apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projection {
    pub(crate) fraction: f32,
    pub(crate) slop: f32,
    pub(crate) max_correction: f32,
}

/// Moves the bodies of a block apart by a fraction of the overlap beyond the slop, measured at
/// their current positions. It is like the velocity pass, with distances instead of velocities: the
/// same lever arms and masses, so heavy bodies yield less than light ones and a corner that is
/// pushed rotates its body. No impulse is kept.
#[inline(always)]
pub(crate) fn project<const W: usize, L: Register<W>, A: SideA>(
    token: L::Token,
    states: &mut States,
    block: &ContactBlock,
    at: usize,
    by: Projection,
) {
    let pair = Pair::<L>::gather(token, states, block, at);
    let zero = L::splat(token, 0.0);
    let points = Points::load(token, &pair, block, at);
    let wish = |mass: L, separation: L| {
        let depth = -separation - L::splat(token, by.slop);
        let push = depth * L::splat(token, by.fraction);
        mass * push.lesser(L::splat(token, by.max_correction))
    };
    let [first, second] = points.separation;
    let wanted = [wish(points.mass[0], first), wish(points.mass[1], second)];
    let pushes = points.solve(token, [zero; 2], wanted);
    let total = pushes[0] + pushes[1];
    let [turn_a, turn_b] =
        points.turned::<W, A>(&pair, [pair.offset_a[2], pair.offset_b[2]], pushes);
    let (x, y) = (total * pair.normal_x, total * pair.normal_y);
    let (inv_mass_a, inv_mass_b) = (pair.motion_a[3], pair.motion_b[3]);
    let ([ax, ay, _, inertia_a], [bx, by, _, inertia_b]) = (pair.offset_a, pair.offset_b);
    if A::MOVABLE {
        let offset_a = [ax - inv_mass_a * x, ay - inv_mass_a * y, turn_a, inertia_a];
        let slots = part::<W, _>(&block.slot_a, at);
        L::scatter(
            offset_a,
            #[inline(always)]
            |lane, half| states.set_offset(slots[lane], half),
        );
    }
    let offset_b = [bx + inv_mass_b * x, by + inv_mass_b * y, turn_b, inertia_b];
    let slots = part::<W, _>(&block.slot_b, at);
    L::scatter(
        offset_b,
        #[inline(always)]
        |lane, half| states.set_offset(slots[lane], half),
    );
}
