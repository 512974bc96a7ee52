//! Linear projection: overlapping bodies are moved apart, their velocities left alone.

use super::points::Coupling;
use super::{Pair, SideA, States};
use crate::lanes::Lanes;
use crate::row::{Row, part};

/// How far one pass moves bodies apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projection {
    pub(crate) fraction: f32,
    pub(crate) slop: f32,
    pub(crate) max_correction: f32,
}

/// Moves the bodies of a row apart by a fraction of the overlap beyond the slop, measured where
/// they are now. It is the velocity pass over again, with distances in the place of velocities:
/// the same lever arms and masses, so heavy bodies yield less than light ones and a corner that is
/// pushed turns its body. No impulse is kept.
#[inline(always)]
pub(crate) fn project<const W: usize, L: Lanes<W>, A: SideA, B: States>(
    token: L::Token,
    states: &mut B,
    row: &Row,
    at: usize,
    by: Projection,
) {
    let zero = L::splat(token, 0.0);
    let pair = Pair::<L>::gather(token, states, row, at);
    let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
    let parted = pair.parted();
    let (mut turn_a, mut turn_b) = (pair.offset_a[2], pair.offset_b[2]);
    let [first, second] = &row.points;
    let arms =
        [L::load(token, part(&first.arm_normal, at)), L::load(token, part(&second.arm_normal, at))];
    let arms_b = [arms[0] + pair.shift_normal, arms[1] + pair.shift_normal];
    let mass = [
        L::load(token, part(&first.normal_mass, at)),
        L::load(token, part(&second.normal_mass, at)),
    ];
    let coupling = Coupling::<L>::load(token, row, at, mass);
    let mut wanted = [zero; 2];
    for k in 0..2 {
        let separation =
            L::load(token, part(&row.points[k].separation, at)) + parted + turn_b * arms_b[k]
                - turn_a * arms[k];
        let depth = -separation - L::splat(token, by.slop);
        let push = depth * L::splat(token, by.fraction);
        wanted[k] = mass[k] * push.lesser(L::splat(token, by.max_correction));
    }
    let pushes = coupling.solve(token, [zero; 2], wanted);
    let total = pushes[0] + pushes[1];
    for k in 0..2 {
        if A::MOVABLE {
            turn_a = turn_a - inertia_a * arms[k] * pushes[k];
        }
        turn_b = turn_b + inertia_b * arms_b[k] * pushes[k];
    }
    let (x, y) = (total * pair.normal_x, total * pair.normal_y);
    if A::MOVABLE {
        let inv_mass = pair.motion_a[3];
        let [dx, dy, _, inertia] = pair.offset_a;
        let slots = part::<W, _>(&row.slot_a, at);
        let offset = [dx - inv_mass * x, dy - inv_mass * y, turn_a, inertia];
        L::scatter(
            offset,
            #[inline(always)]
            |lane, half| states.set_offset(slots[lane], half),
        );
    }
    let inv_mass = pair.motion_b[3];
    let [dx, dy, _, inertia] = pair.offset_b;
    let slots = part::<W, _>(&row.slot_b, at);
    let offset = [dx + inv_mass * x, dy + inv_mass * y, turn_b, inertia];
    L::scatter(
        offset,
        #[inline(always)]
        |lane, half| states.set_offset(slots[lane], half),
    );
}
