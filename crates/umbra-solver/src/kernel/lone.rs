//! Lone contacts: two bodies that touch nobody else keep their momentum and angular momentum to
//! rounding. What acts between them acts in one place, wherever they have come within the step, and
//! what moves them apart leaves them the angular momentum that they have.
//!
//! Two opposite impulses `P` and `-P` with the arms `r_A` and `r_B` change the angular momentum about
//! any point of the world by `(c_B + r_B - c_A - r_A) x P`. That is nothing as long as `r_B - r_A` is
//! the way from B's centre to A's; where other rows have what it was when the step began, these have
//! what it is.

use super::projection::{Projection, Pushed, push_apart};
use super::{Movable, Pair};
use crate::filling::set_masses;
use crate::lanes::Lanes;
use crate::row::{Extra, Row, part, part_mut};
use crate::shared::States;

/// Of arms along the normal less than this part of the way between the centres, it says little which
/// is the longer one.
const ROUND: f32 = 1e-3;
/// What turns slower as a whole gives its energy to how the two move against one another, up to this
/// ratio of speeds: those that hardly move so are not to be set in motion by rounding.
const MOST_KEPT: f32 = 1.05;

/// Sets the arms of a register to where the bodies are now, and the masses to the arms. Separations
/// stay, but those of discs, which are what the distance of their centres says.
///
/// With `turns`, the normal of two discs is the line through their centres.
#[inline(always)]
pub(crate) fn follow<const W: usize, L: Lanes<W>>(
    token: L::Token,
    states: &States,
    row: &mut Row,
    extra: &Extra,
    at: usize,
    turns: bool,
) {
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let splat = |value| L::splat(token, value);
    let (zero, half, one) = (splat(0.0), splat(0.5), splat(1.0));
    let mut pair = Pair::<L>::gather(token, states, row, at);
    // From B's centre to A's.
    let x = load(&extra.between[0]) + (pair.offset_a[0] - pair.offset_b[0]);
    let y = load(&extra.between[1]) + (pair.offset_a[1] - pair.offset_b[1]);
    let distance = (x * x + y * y).root();
    let reach = load(&extra.reach);
    let round = if turns { distance.if_positive(reach, zero) } else { zero };
    pair.normal_x = round.if_positive(-(x / distance), pair.normal_x);
    pair.normal_y = round.if_positive(-(y / distance), pair.normal_y);

    let shift = [x * pair.normal_y - y * pair.normal_x, -(x * pair.normal_x) - y * pair.normal_y];
    let change = [shift[0] - pair.shift_normal, shift[1] - pair.shift_tangent];
    let [part_a, part_b] = parts(token, &pair, row, at, half);
    let turn = pair.offset_b[2] * part_b + pair.offset_a[2] * part_a;
    let discs_apart = distance - reach - pair.parted();
    let mut arms = [[zero; 2]; 2];
    let mut used = [zero; 2];
    for ((point, arms), used) in row.points.iter_mut().zip(&mut arms).zip(&mut used) {
        let load = |wide| L::load(token, part::<W, _>(wide, at));
        *used = load(&point.normal_mass).if_positive(one, zero);
        let arm_normal = load(&point.arm_normal) - part_a * change[0];
        let arm_tangent = load(&point.arm_tangent) - part_a * change[1];
        let separation = load(&point.separation) - turn * change[0];
        *arms = [*used * round.if_positive(zero, arm_normal), *used * arm_tangent];
        let separation = *used * round.if_positive(discs_apart, separation);
        arms[0].store(part_mut(&mut point.arm_normal, at));
        arms[1].store(part_mut(&mut point.arm_tangent, at));
        separation.store(part_mut(&mut point.separation, at));
    }
    for (to, value) in [
        (&mut row.normal_x, pair.normal_x),
        (&mut row.normal_y, pair.normal_y),
        (&mut row.shift_normal, shift[0]),
        (&mut row.shift_tangent, shift[1]),
    ] {
        value.store(part_mut(to, at));
    }
    let inverse_masses = [pair.motion_a[3] + pair.motion_b[3], pair.offset_a[3], pair.offset_b[3]];
    set_masses(token, row, at, inverse_masses, used, arms, shift);
}

/// How much of a change A's arms take, and how much B's do.
///
/// Where a disc touches a box, the place goes along with the disc, whose arm along the normal is zero
/// and stays so, or a push without friction would turn it. So does a corner right below the centre of
/// its body. Two that are alike share it.
#[inline(always)]
fn parts<const W: usize, L: Lanes<W>>(
    token: L::Token,
    pair: &Pair<L>,
    row: &Row,
    at: usize,
    half: L,
) -> [L; 2] {
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let little = L::splat(token, ROUND) * pair.shift_tangent;
    let mut squares = [little * little; 2];
    for point in &row.points {
        let (arm_a, mass) = (load(&point.arm_normal), load(&point.normal_mass));
        let arm_b = mass.if_positive(arm_a + pair.shift_normal, arm_a);
        squares = [squares[0] + arm_a * arm_a, squares[1] + arm_b * arm_b];
    }
    let sum = squares[0] + squares[1];
    let part_a = sum.if_positive(squares[0] / sum, half);
    [part_a, sum.if_positive(squares[1] / sum, half)]
}

/// Moves the two bodies of lone contacts apart, and keeps their angular momentum.
///
/// Two that slide past one another at `u` and are pushed apart by `push` have `push x u` more of it: with
/// a longer arm, the same speed is more. As a skater who stretches out his arms, the two as a whole turn
/// by so much slower. As a whole, so how they move against one another, on which the contact has
/// worked, stays. The energy that they turn with less, or with more where they turn against that, goes into
/// how they move against one another, or comes out of it.
#[inline(always)]
pub(crate) fn part_lone<const W: usize, L: Lanes<W>>(
    token: L::Token,
    states: &mut States,
    row: &Row,
    extra: &Extra,
    at: usize,
    by: Projection,
) {
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let (zero, half, one) = (L::splat(token, 0.0), L::splat(token, 0.5), L::splat(token, 1.0));
    let pair = Pair::<L>::gather(token, states, row, at);
    let pushed = push_apart::<W, L, Movable>(token, &pair, row, at, by);
    let Pushed { offset_a, offset_b, push } = pushed;

    // All of it relative to the centre of both: the way from A to B, and what A and B weigh against it.
    let way = [0, 1].map(|i| offset_b[i] - offset_a[i] - load(&extra.between[i]));
    let (inv_mass_a, inv_mass_b) = (pair.motion_a[3], pair.motion_b[3]);
    let lighter = inv_mass_a.lesser(inv_mass_b);
    let mass = lighter.if_positive(one / (inv_mass_a + inv_mass_b), zero);
    let inertia = |inverse: L| inverse.if_positive(one / inverse, zero);
    let (inertia_a, inertia_b) = (inertia(offset_a[3]), inertia(offset_b[3]));
    let whole = mass * (way[0] * way[0] + way[1] * way[1]) + inertia_a + inertia_b;
    let per_whole = whole.if_positive(one / whole, zero);

    let velocity = [0, 1].map(|i| pair.motion_b[i] - pair.motion_a[i]);
    let (spin_a, spin_b) = (pair.motion_a[2], pair.motion_b[2]);
    // What may not turn, or not be moved, gives to what holds it: there is no sum to be kept.
    let free = lighter.if_positive(offset_a[3].lesser(offset_b[3]), zero);
    let gained = free.if_positive(push[0] * velocity[1] - push[1] * velocity[0], zero);
    let turning = mass * (way[0] * velocity[1] - way[1] * velocity[0])
        + inertia_a * spin_a
        + inertia_b * spin_b;
    let slower = gained * per_whole;
    let common = turning * per_whole;

    // How they move against one another, and what of it is left.
    let within = [velocity[0] + common * way[1], velocity[1] - common * way[0]];
    let (within_a, within_b) = (spin_a - common, spin_b - common);
    let energy = half
        * (mass * (within[0] * within[0] + within[1] * within[1])
            + inertia_a * within_a * within_a
            + inertia_b * within_b * within_b);
    let needed = half * slower * (gained - turning - turning);
    let kept = (one - needed / energy).greater(zero).root().lesser(L::splat(token, MOST_KEPT));
    let kept = energy.if_positive(kept, one);
    let lost = one - kept;

    let x = mass * (slower * way[1] - lost * within[0]);
    let y = mass * (-(slower * way[0]) - lost * within[1]);
    let [vx, vy, _, _] = pair.motion_a;
    let spin_a = spin_a - (slower + lost * within_a);
    let motion_a = [vx - inv_mass_a * x, vy - inv_mass_a * y, spin_a, inv_mass_a];
    let [vx, vy, _, _] = pair.motion_b;
    let spin_b = spin_b - (slower + lost * within_b);
    let motion_b = [vx + inv_mass_b * x, vy + inv_mass_b * y, spin_b, inv_mass_b];
    for (slots, motion, offset) in
        [(&row.slot_a, motion_a, offset_a), (&row.slot_b, motion_b, offset_b)]
    {
        let slots = part::<W, _>(slots, at);
        L::scatter(
            motion,
            #[inline(always)]
            |lane, half| states.set_motion(slots[lane], half),
        );
        L::scatter(
            offset,
            #[inline(always)]
            |lane, half| states.set_offset(slots[lane], half),
        );
    }
}
