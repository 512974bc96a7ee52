//! Lengths and angles: one number that two bodies change, which is held, limited and driven.

use super::{
    Anchors, Formula, Moves, Pair, Start, anchors, cross, free_motions, inwards, load, load_both,
    load_each, store, turned,
};
use crate::block::joint::ScalarBlock;
use crate::block::part_mut;
use crate::body::Half;
use crate::shared::States;
use umbra_lanes::Register;

/// The form of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum ScalarForm {
    /// The distance of B's anchor along an axis that turns with A.
    Axis,
    /// The distance between the anchors.
    Length,
    /// The total length of two lines.
    Pulley,
    /// The relative rotation of the bodies, or with racks the displacement.
    Angle,
    /// The relative rotation of bodies whose anchors another constraint holds together. Motors and
    /// limits act about the anchors: see [`pinned`](super::pinned).
    Hinge,
}

/// The number, and its gradient by the velocities of B; that by those of A is the negative.
#[derive(Clone, Copy)]
pub(super) struct Gradient<L> {
    pub(super) value: L,
    pub(super) line_a: [L; 2],
    pub(super) turn_a: L,
    pub(super) line_b: [L; 2],
    pub(super) turn_b: L,
    /// The mean growth of the number's speed in the substep because anchors move in circles and
    /// lines turn.
    pub(super) curve: L,
}

impl<L> Gradient<L> {
    #[inline(always)]
    fn new<const W: usize>(
        token: L::Token,
        form: ScalarForm,
        pair: &Pair<L>,
        free: [[L; 4]; 2],
        block: &ScalarBlock,
        at: usize,
        h: f32,
    ) -> Self
    where
        L: Register<W>,
    {
        let (zero, half) = (L::splat(token, 0.0), L::splat(token, 0.5 * h));
        let wide = |wide| load::<W, L>(token, wide, at);
        if form == ScalarForm::Hinge {
            let value = wide(&block.start) + (pair.offset_b[2] - pair.offset_a[2]);
            let (line, turn) = ([zero; 2], L::splat(token, 1.0));
            return Self {
                value,
                line_a: line,
                turn_a: turn,
                line_b: line,
                turn_b: turn,
                curve: zero,
            };
        }
        let axis = load_both::<W, L>(token, &block.axis, at);
        if form == ScalarForm::Angle {
            let (turn_a, turn_b) = (wide(&block.ratio_a), wide(&block.ratio_b));
            let line_b = load_both::<W, L>(token, &block.ground_b, at);
            let ([xa, ya, angle_a, _], [xb, yb, angle_b, _]) = (pair.offset_a, pair.offset_b);
            let of_a = (axis[0] * xa + axis[1] * ya) + turn_a * angle_a;
            let of_b = (line_b[0] * xb + line_b[1] * yb) + turn_b * angle_b;
            let value = wide(&block.start) + (of_b - of_a);
            return Self { value, line_a: axis, turn_a, line_b, turn_b, curve: zero };
        }
        let Anchors { turn_a, a, b, way } = anchors::<W, L>(token, pair, &block.ends, at);
        let velocity = |motion: [L; 4], arm: [L; 2]| {
            [motion[0] - motion[2] * arm[1], motion[1] + motion[2] * arm[0]]
        };
        let (at_a, at_b) = (velocity(free[0], a), velocity(free[1], b));
        let past = [at_b[0] - at_a[0], at_b[1] - at_a[1]];
        let (spin_a, spin_b) = (free[0][2], free[1][2]);
        let (in_a, in_b) = (inwards(token, spin_a, a, h), inwards(token, spin_b, b, h));
        match form {
            ScalarForm::Axis => {
                let line = turned(turn_a, axis);
                let value = way[0] * line[0] + way[1] * line[1];
                // The axis turns about A's anchor.
                let arm = [a[0] + way[0], a[1] + way[1]];
                let (turn_a, turn_b) = (cross(arm, line), cross(b, line));
                let (across, two) = (cross(line, past), L::splat(token, 2.0));
                let bend = dot(line, [in_a[0] - in_b[0], in_a[1] - in_b[1]])
                    + spin_a * (two * across - spin_a * value);
                // Where the axis turns by more than that within a substep, none of this holds, and it would feed on itself.
                let most = L::splat(token, 1.0 / (3.0 * h));
                let bend = (spin_a.greater(-spin_a) - most).if_positive(zero, bend);
                Self { value, line_a: line, turn_a, line_b: line, turn_b, curve: half * bend }
            }
            ScalarForm::Pulley => {
                // From where the lines run to, to the anchors.
                let ground_b = load_both::<W, L>(token, &block.ground_b, at);
                let of = |arm: [L; 2], offset: [L; 4], ground: [L; 2]| {
                    let [x, y] = ground;
                    direction(token, [arm[0] + offset[0] - x, arm[1] + offset[1] - y])
                };
                let (length_a, line_a) = of(a, pair.offset_a, axis);
                let (length_b, unit_b) = of(b, pair.offset_b, ground_b);
                let ratio = wide(&block.ratio_b);
                let value = length_a + ratio * length_b;
                let line_a = [-line_a[0], -line_a[1]];
                let line_b = [ratio * unit_b[0], ratio * unit_b[1]];
                let (turn_a, turn_b) = (cross(a, line_a), cross(b, line_b));
                let bend_a = dot(line_a, in_a) + swing(token, length_a, line_a, at_a, h);
                let bend_b = ratio * swing(token, length_b, unit_b, at_b, h) - dot(line_b, in_b);
                let curve = half * (bend_a + bend_b);
                Self { value, line_a, turn_a, line_b, turn_b, curve }
            }
            ScalarForm::Length | ScalarForm::Angle | ScalarForm::Hinge => {
                let (value, line) = direction(token, way);
                let (turn_a, turn_b) = (cross(a, line), cross(b, line));
                let bend = dot(line, [in_a[0] - in_b[0], in_a[1] - in_b[1]])
                    + swing(token, value, line, past, h);
                Self { value, line_a: line, turn_a, line_b: line, turn_b, curve: half * bend }
            }
        }
    }

    /// Adds the velocities of an impulse along the gradient.
    #[inline(always)]
    fn push<const W: usize>(&self, pair: &Pair<L>, motions: [[L; 3]; 2], impulse: L) -> [[L; 3]; 2]
    where
        L: Register<W>,
    {
        let ([mass_a, mass_b], [inertia_a, inertia_b]) = (pair.inv_mass, pair.inv_inertia);
        let [[ax, ay, spin_a], [bx, by, spin_b]] = motions;
        [
            [
                ax - mass_a * (self.line_a[0] * impulse),
                ay - mass_a * (self.line_a[1] * impulse),
                spin_a - inertia_a * (self.turn_a * impulse),
            ],
            [
                bx + mass_b * (self.line_b[0] * impulse),
                by + mass_b * (self.line_b[1] * impulse),
                spin_b + inertia_b * (self.turn_b * impulse),
            ],
        ]
    }

    /// The change of the number's speed by a unit impulse.
    #[inline(always)]
    fn yielding<const W: usize>(&self, pair: &Pair<L>) -> L
    where
        L: Register<W>,
    {
        let ([mass_a, mass_b], [inertia_a, inertia_b]) = (pair.inv_mass, pair.inv_inertia);
        let square = |line: [L; 2]| line[0] * line[0] + line[1] * line[1];
        (mass_a * square(self.line_a) + inertia_a * self.turn_a * self.turn_a)
            + (mass_b * square(self.line_b) + inertia_b * self.turn_b * self.turn_b)
    }

    /// The speed of the number.
    #[inline(always)]
    fn speed<const W: usize>(&self, [a, b]: [[L; 3]; 2]) -> L
    where
        L: Register<W>,
    {
        let ([ux, uy], [vx, vy]) = (self.line_a, self.line_b);
        (b[0] * vx + b[1] * vy + b[2] * self.turn_b) - (a[0] * ux + a[1] * uy + a[2] * self.turn_a)
            + self.curve
    }

    #[inline(always)]
    fn load<const W: usize>(token: L::Token, block: &ScalarBlock, at: usize) -> Self
    where
        L: Register<W>,
    {
        let now = &block.now;
        Self {
            value: load(token, &now.value, at),
            line_a: load_both(token, &now.line_a, at),
            turn_a: load(token, &now.turn_a, at),
            line_b: load_both(token, &now.line_b, at),
            turn_b: load(token, &now.turn_b, at),
            curve: load(token, &now.curve, at),
        }
    }
}

/// The growth of a length's speed because its end moves across it; limited to the range of a
/// substep.
#[inline(always)]
fn swing<const W: usize, L: Register<W>>(
    token: L::Token,
    length: L,
    line: [L; 2],
    velocity: [L; 2],
    h: f32,
) -> L {
    let across = cross(line, velocity);
    let square = across * across;
    let least = L::splat(token, h) * square.sqrt();
    let length = length.greater(least);
    length.if_positive(square / length, square)
}

#[inline(always)]
fn dot<const W: usize, L: Register<W>>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[0] + a[1] * b[1]
}

/// The length of a vector, and its direction; along x if it is zero.
#[inline(always)]
fn direction<const W: usize, L: Register<W>>(token: L::Token, way: [L; 2]) -> (L, [L; 2]) {
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
    let x = length.if_positive(way[0] / length, one);
    (length, [x, length.if_positive(way[1] / length, zero)])
}

#[inline(always)]
fn motions<L: Copy>(pair: &Pair<L>) -> [[L; 3]; 2] {
    let ([ax, ay, spin_a, _], [bx, by, spin_b, _]) = (pair.motion_a, pair.motion_b);
    [[ax, ay, spin_a], [bx, by, spin_b]]
}

/// The velocities after an angular impulse between the bodies.
#[inline(always)]
fn turned_by<const W: usize, L: Register<W>>(
    pair: &Pair<L>,
    [[ax, ay, spin_a], [bx, by, spin_b]]: [[L; 3]; 2],
    impulse: L,
) -> [[L; 3]; 2] {
    let [inertia_a, inertia_b] = pair.inv_inertia;
    [[ax, ay, spin_a - inertia_a * impulse], [bx, by, spin_b + inertia_b * impulse]]
}

/// Computes the current number, and the velocities with which impulses of the substep before act
/// along the current gradient; with `whole`, the impulses themselves are applied.
#[inline(always)]
pub(crate) fn prepare<const W: usize, L: Register<W>>(
    token: L::Token,
    states: &mut States,
    base: &[Half],
    (form, pinned): (ScalarForm, bool),
    block: &mut ScalarBlock,
    at: usize,
    start: Start,
) {
    let Start { moves, whole, at_once, correction, h } = start;
    let pair = Pair::<L>::gather(token, states, &block.ends, at);
    let free = free_motions::<W, L>(token, base, &block.ends, at);
    let mut new = Gradient::<L>::new::<W>(token, form, &pair, free, block, at, h);
    if form == ScalarForm::Axis && !at_once {
        // Read back with the impulses: what the angle has to bear.
        new.turn_b.store(part_mut(&mut block.now.pushed_turn, at));
        new = new.turning_none(token, &pair, load::<W, L>(token, &block.pinned, at));
    }
    let [hold, motor, lower, upper] = load_each::<W, L, 4>(token, &block.impulse, at);
    let is_pinned = pinned && !at_once;
    // What motors and limits act along.
    let acting = if is_pinned { new.about_pin::<W>(token, &pair, free, block, at, h) } else { new };
    let mut to = motions(&pair);
    if !at_once {
        let impulse =
            if is_pinned { motor + (lower - upper) } else { (hold + motor) + (lower - upper) };
        if !whole {
            to = Gradient::<L>::load::<W>(token, block, at).push::<W>(&pair, to, -impulse);
        } else if is_pinned {
            // In later substeps, what holds turns the bodies as it did.
            to = turned_by(&pair, to, hold);
        }
        to = acting.push::<W>(&pair, to, impulse);
    }
    pair.scatter::<W>(states, &block.ends, at, moves, to);

    let yielding = new.yielding::<W>(&pair);
    let zero = L::splat(token, 0.0);
    let mut value = new.value;
    if !at_once {
        let wide = |wide| load::<W, L>(token, wide, at);
        let [lower, upper] = load_both::<W, L>(token, &block.limits, at);
        let beyond = (value - upper).greater(zero) + (value - lower).lesser(zero);
        let error = wide(&block.soft.correction) * (value - wide(&block.goal))
            + L::splat(token, correction) * beyond;
        // What is pinned is turned about its centre as well: turned about its pin, it would draw all others apart.
        let impulse = yielding.if_positive(-error / yielding, zero);
        let by = new.push::<W>(&pair, [[zero; 3]; 2], impulse);
        let keep = pair.displace::<W>(token, states, &block.ends, at, moves, by);
        value = value - keep * error;
    }
    let now = &mut block.now;
    store(&mut now.line_a, at, acting.line_a);
    store(&mut now.line_b, at, acting.line_b);
    for (to, value) in [
        (&mut now.value, value),
        (&mut now.turn_a, acting.turn_a),
        (&mut now.turn_b, acting.turn_b),
        (&mut now.curve, acting.curve),
        (&mut now.yielding, if is_pinned { acting.yielding::<W>(&pair) } else { yielding }),
    ] {
        value.store(part_mut(to, at));
    }
}

/// A pass over the scalars of a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    pub(crate) moves: Moves,
    pub(crate) relax: bool,
    pub(crate) inv_h: f32,
}

/// One pass. `DRIVEN` numbers have limits and motors, others are only held. `PINNED` ones are
/// driven about their anchors.
#[inline(always)]
pub(crate) fn solve<const W: usize, L: Register<W>, const DRIVEN: bool, const PINNED: bool>(
    token: L::Token,
    states: &mut States,
    block: &mut ScalarBlock,
    at: usize,
    pass: Pass,
) {
    let Pass { moves, relax, inv_h } = pass;
    let splat = |value| L::splat(token, value);
    let (zero, one) = (splat(0.0), splat(1.0));
    let pair = Pair::<L>::gather(token, states, &block.ends, at);
    let wide = |wide| load::<W, L>(token, wide, at);
    let mut to = motions(&pair);
    let gradient = Gradient::<L>::load::<W>(token, block, at);
    // What is pinned is held by its angle alone.
    let (mut speed, mut yielding) = if PINNED {
        (to[1][2] - to[0][2], pair.inv_inertia[0] + pair.inv_inertia[1])
    } else {
        (gradient.speed::<W>(to), wide(&block.now.yielding))
    };
    let mut mass = yielding.if_positive(one / yielding, zero);
    let mut total = zero;
    let mut impulses = load_each::<W, L, 4>(token, &block.impulse, at);

    let Formula { rate, mass_scale, impulse_scale } =
        Formula::<L>::load::<W>(token, &block.soft, at, relax);
    let most = wide(&block.soft.max_impulse);
    let error = gradient.value - wide(&block.goal);
    let old = impulses[0];
    let amiss = speed - wide(&block.speed);
    let wanted = old - mass * (mass_scale * amiss + rate * error) - impulse_scale * old;
    let new = wanted.within(most);
    impulses[0] = new;
    total = total + (new - old);
    speed = speed + yielding * (new - old);

    if PINNED {
        to = turned_by(&pair, to, total);
        (total, speed) = (zero, gradient.speed::<W>(to));
        yielding = wide(&block.now.yielding);
        mass = yielding.if_positive(one / yielding, zero);
    }
    if DRIVEN {
        let (old, most) = (impulses[1], wide(&block.motor_impulse));
        let new = (old - mass * (speed - wide(&block.motor_speed))).within(most);
        impulses[1] = new;
        total = total + (new - old);
        speed = speed + yielding * (new - old);

        // The upper limit is a lower one of the reverse.
        for (k, sign) in [(0, one), (1, -one)] {
            let room = sign * (gradient.value - wide(&block.limits[k]));
            let old = impulses[2 + k];
            let wanted = old - mass * (sign * speed + room.greater(zero) * splat(inv_h));
            let new = wanted.greater(zero);
            impulses[2 + k] = new;
            let change = sign * (new - old);
            total = total + change;
            speed = speed + yielding * change;
        }
    }
    store(&mut block.impulse, at, impulses);
    let to = gradient.push::<W>(&pair, to, total);
    pair.scatter::<W>(states, &block.ends, at, moves, to);
}
