//! Points that two bodies share: two directions at once, the 2x2 matrix in closed form.

use super::{
    Anchors, Formula, Moves, Pair, Start, anchors, cross, free_motions, inwards, load, load_both,
    load_each, store,
};
use crate::block::joint::PointBlock;
use crate::body::Half;
use crate::shared::States;
use umbra_lanes::Register;

/// Computes the current anchors, the effective mass, and the velocities with which impulses of the
/// substep before act along the current arms; with `whole`, the impulses themselves are applied.
#[inline(always)]
pub(crate) fn prepare<const W: usize, L: Register<W>>(
    token: L::Token,
    states: &mut States,
    base: &[Half],
    block: &mut PointBlock,
    at: usize,
    start: Start,
) {
    let Start { moves, whole, at_once, h, .. } = start;
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let pair = Pair::<L>::gather(token, states, &block.ends, at);
    let Anchors { a, b, way, .. } = anchors::<W, L>(token, &pair, &block.ends, at);
    let ([mass_a, mass_b], [inertia_a, inertia_b]) = (pair.inv_mass, pair.inv_inertia);
    let mass = mass_a + mass_b;
    let xx = mass + inertia_a * a[1] * a[1] + inertia_b * b[1] * b[1];
    let xy = -(inertia_a * a[0] * a[1]) - inertia_b * b[0] * b[1];
    let yy = mass + inertia_a * a[0] * a[0] + inertia_b * b[0] * b[0];
    let determinant = xx * yy - xy * xy;
    let inverse = determinant.if_positive(one / determinant, zero);

    let inverse = [yy * inverse, -(xy * inverse), xx * inverse];
    if !at_once {
        let [xx, xy, yy] = inverse;
        let part = load::<W, L>(token, &block.soft.correction, at);
        let (x, y) = (part * (xx * way[0] + xy * way[1]), part * (xy * way[0] + yy * way[1]));
        let by = [
            [mass_a * x, mass_a * y, inertia_a * (a[0] * y - a[1] * x)],
            [-(mass_b * x), -(mass_b * y), -(inertia_b * (b[0] * y - b[1] * x))],
        ];
        pair.displace::<W>(token, states, &block.ends, at, moves, by);
    }

    let impulse = load_both::<W, L>(token, &block.impulse, at);
    let (mut turn_a, mut turn_b) = (cross(a, impulse), cross(b, impulse));
    let ([ax, ay, spin_a, _], [bx, by, spin_b, _]) = (pair.motion_a, pair.motion_b);
    let (mut to_a, mut to_b) = ([ax, ay], [bx, by]);
    if at_once {
        (turn_a, turn_b) = (zero, zero);
    } else if whole {
        to_a = [ax - mass_a * impulse[0], ay - mass_a * impulse[1]];
        to_b = [bx + mass_b * impulse[0], by + mass_b * impulse[1]];
    } else {
        turn_a = turn_a - cross(load_both(token, &block.now.arm_a, at), impulse);
        turn_b = turn_b - cross(load_both(token, &block.now.arm_b, at), impulse);
    }
    let motions = [
        [to_a[0], to_a[1], spin_a - inertia_a * turn_a],
        [to_b[0], to_b[1], spin_b + inertia_b * turn_b],
    ];
    pair.scatter::<W>(states, &block.ends, at, moves, motions);

    // Within the substep the arms turn on. Anchors that are to be in one place when it ends need this speed at its
    // start: without it, what swings would leave its circle, and lose energy whenever it is drawn back.
    let half = L::splat(token, 0.5 * h);
    let [[.., spin_a, _], [.., spin_b, _]] = free_motions::<W, L>(token, base, &block.ends, at);
    let (in_a, in_b) = (inwards(token, spin_a, a, h), inwards(token, spin_b, b, h));
    let goal = load_both::<W, L>(token, &block.velocity, at);
    let goal = [goal[0] + half * (in_b[0] - in_a[0]), goal[1] + half * (in_b[1] - in_a[1])];
    store(&mut block.now.goal, at, goal);

    let now = &mut block.now;
    store(&mut now.arm_a, at, a);
    store(&mut now.arm_b, at, b);
    store(&mut now.error, at, way);
    store(&mut now.inverse, at, inverse);
}

/// The impulse of points that are not all rigid.
#[inline(always)]
fn held_impulse<const W: usize, L: Register<W>>(
    token: L::Token,
    block: &PointBlock,
    at: usize,
    (speed, [xx, xy, yy], old): ([L; 2], [L; 3], [L; 2]),
    relax: bool,
) -> [L; 2] {
    let Formula { rate, mass_scale, impulse_scale } =
        Formula::<L>::load::<W>(token, &block.soft, at, relax);
    let error = load_both::<W, L>(token, &block.now.error, at);
    let wrong = [mass_scale * speed[0] + rate * error[0], mass_scale * speed[1] + rate * error[1]];
    let x = old[0] - (xx * wrong[0] + xy * wrong[1]) - impulse_scale * old[0];
    let y = old[1] - (xy * wrong[0] + yy * wrong[1]) - impulse_scale * old[1];
    // Not more than the largest impulse, in any direction.
    let most = load::<W, L>(token, &block.soft.max_impulse, at);
    let (square, one) = (x * x + y * y, L::splat(token, 1.0));
    let keep = (square - most * most).if_positive(most / square.sqrt(), one);
    [x * keep, y * keep]
}

/// One pass: pushes the anchors together according to their softness; with `relax`, or if all are
/// `RIGID`, holds their speed.
#[inline(always)]
pub(crate) fn solve<const W: usize, L: Register<W>, const RIGID: bool>(
    token: L::Token,
    states: &mut States,
    block: &mut PointBlock,
    at: usize,
    moves: Moves,
    relax: bool,
) {
    let pair = Pair::<L>::gather(token, states, &block.ends, at);
    let (a, b) = (
        load_both::<W, L>(token, &block.now.arm_a, at),
        load_both::<W, L>(token, &block.now.arm_b, at),
    );
    let ([ax, ay, spin_a, _], [bx, by, spin_b, _]) = (pair.motion_a, pair.motion_b);
    let goal = load_both::<W, L>(token, &block.now.goal, at);
    let speed = [
        ((bx - spin_b * b[1]) - (ax - spin_a * a[1])) - goal[0],
        ((by + spin_b * b[0]) - (ay + spin_a * a[0])) - goal[1],
    ];
    let inverse = load_each::<W, L, 3>(token, &block.now.inverse, at);
    let old = load_both::<W, L>(token, &block.impulse, at);
    let new = if RIGID {
        let [xx, xy, yy] = inverse;
        let [x, y] = speed;
        [old[0] - (xx * x + xy * y), old[1] - (xy * x + yy * y)]
    } else {
        held_impulse::<W, L>(token, block, at, (speed, inverse, old), relax)
    };
    let [px, py] = [new[0] - old[0], new[1] - old[1]];
    store(&mut block.impulse, at, new);
    let ([mass_a, mass_b], [inertia_a, inertia_b]) = (pair.inv_mass, pair.inv_inertia);
    let motions = [
        [ax - mass_a * px, ay - mass_a * py, spin_a - inertia_a * (a[0] * py - a[1] * px)],
        [bx + mass_b * px, by + mass_b * py, spin_b + inertia_b * (b[0] * py - b[1] * px)],
    ];
    pair.scatter::<W>(states, &block.ends, at, moves, motions);
}
