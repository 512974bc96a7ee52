//! Joint constraints: points that two bodies share, and scalars, which are lengths and angles.
//!
//! Contacts keep their lever arms for a step. Joints cannot: a pendulum turns by a third of a
//! radian in a step, and arms of its start would let it drift by 4 % of its length. So every
//! substep
//! *prepares* joints first: the current arms and axes, the error, the effective mass. It then
//! corrects the velocities. The substep began with all velocity that constraints gave in the one
//! before, along the lines and with the arms of that substep; the same impulses along the current
//! lines have another effect, and the difference is added. That is as good as applying the impulses
//! again, and costs one difference.

mod pinned;
pub(crate) mod point;
pub(crate) mod scalar;
pub(crate) mod tree;

use crate::block::joint::{Ends, Softnesses};
use crate::block::{Wide, part, part_mut};
use crate::body::Half;
use crate::shared::States;
use umbra_lanes::Register;

/// The parameters of a substep's start for the constraints of a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) moves: Moves,
    /// True if a step begins: impulses of the step before are applied whole.
    pub(crate) whole: bool,
    /// True if they are solved as a tree, which starts without impulses.
    pub(crate) at_once: bool,
    /// The fraction of the error beyond a limit that is removed.
    pub(crate) correction: f32,
    /// The length of the substep.
    pub(crate) h: f32,
}

/// The greatest rotation of a body by the correction of an error in a substep, in radians.
const MOST_TURNED: f32 = 0.2;

/// The movable bodies of a block. The others are fixed or kinematic: many threads may read them,
/// and none writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moves {
    pub(crate) a: bool,
    pub(crate) b: bool,
}

/// The two bodies of each constraint of a register.
struct Pair<L> {
    motion_a: [L; 4],
    motion_b: [L; 4],
    offset_a: [L; 4],
    offset_b: [L; 4],
    /// The inverse masses of the bodies, even if slots hold copies with a fraction of the mass.
    inv_mass: [L; 2],
    inv_inertia: [L; 2],
}

impl<L> Pair<L> {
    #[inline(always)]
    fn gather<const W: usize>(token: L::Token, states: &States, ends: &Ends, at: usize) -> Self
    where
        L: Register<W>,
    {
        let (slot_a, slot_b) = (part::<W, _>(&ends.slot_a, at), part::<W, _>(&ends.slot_b, at));
        let [motion_a, offset_a] = L::gather_both(
            token,
            #[inline(always)]
            |lane| states.both(slot_a[lane]),
        );
        let [motion_b, offset_b] = L::gather_both(
            token,
            #[inline(always)]
            |lane| states.both(slot_b[lane]),
        );
        let (part_a, part_b) =
            (load::<W, L>(token, &ends.part_a, at), load::<W, L>(token, &ends.part_b, at));
        Self {
            inv_mass: [motion_a[3] * part_a, motion_b[3] * part_b],
            inv_inertia: [offset_a[3] * part_a, offset_b[3] * part_b],
            motion_a,
            motion_b,
            offset_a,
            offset_b,
        }
    }

    /// Moves the movable bodies by a displacement and a rotation, no further than a gradient is
    /// valid.
    #[inline(always)]
    fn displace<const W: usize>(
        &self,
        token: L::Token,
        states: &mut States,
        ends: &Ends,
        at: usize,
        moves: Moves,
        by: [[L; 3]; 2],
    ) -> L
    where
        L: Register<W>,
    {
        let size = |turn: L| turn.greater(-turn);
        let turn = size(by[0][2]).greater(size(by[1][2]));
        let (most, one) = (L::splat(token, MOST_TURNED), L::splat(token, 1.0));
        let keep = (turn - most).if_positive(most / turn, one);
        for (moves, offset, [x, y, turn], slots) in [
            (moves.a, self.offset_a, by[0], &ends.slot_a),
            (moves.b, self.offset_b, by[1], &ends.slot_b),
        ] {
            if moves {
                let slots = part::<W, _>(slots, at);
                let [to_x, to_y, to_turn, inv_inertia] = offset;
                let moved = [to_x + keep * x, to_y + keep * y, to_turn + keep * turn, inv_inertia];
                L::scatter(
                    moved,
                    #[inline(always)]
                    |lane, half| states.set_offset(slots[lane], half),
                );
            }
        }
        keep
    }

    /// Writes the motions of the movable bodies.
    #[inline(always)]
    fn scatter<const W: usize>(
        &self,
        states: &mut States,
        ends: &Ends,
        at: usize,
        moves: Moves,
        [a, b]: [[L; 3]; 2],
    ) where
        L: Register<W>,
    {
        for (moves, [x, y, spin], inv_mass, slots) in [
            (moves.a, a, self.motion_a[3], &ends.slot_a),
            (moves.b, b, self.motion_b[3], &ends.slot_b),
        ] {
            if moves {
                let slots = part::<W, _>(slots, at);
                L::scatter(
                    [x, y, spin, inv_mass],
                    #[inline(always)]
                    |lane, half| states.set_motion(slots[lane], half),
                );
            }
        }
    }
}

/// The scalars of one formula, for a pass: see [`Bias`](crate::kernel::velocity::Bias).
struct Formula<L> {
    rate: L,
    mass_scale: L,
    impulse_scale: L,
}

impl<L> Formula<L> {
    /// Loads the scalars; with `relax`, those of a pass that only holds the speed of rigid
    /// constraints.
    #[inline(always)]
    fn load<const W: usize>(token: L::Token, soft: &Softnesses, at: usize, relax: bool) -> Self
    where
        L: Register<W>,
    {
        let (rate, mass_scale, impulse_scale) = (
            load::<W, L>(token, &soft.rate, at),
            load::<W, L>(token, &soft.mass_scale, at),
            load::<W, L>(token, &soft.impulse_scale, at),
        );
        if relax {
            let (relaxes, zero, one) = (
                load::<W, L>(token, &soft.relaxes, at),
                L::splat(token, 0.0),
                L::splat(token, 1.0),
            );
            Self {
                rate: relaxes.if_positive(zero, rate),
                mass_scale: relaxes.if_positive(one, mass_scale),
                impulse_scale: relaxes.if_positive(zero, impulse_scale),
            }
        } else {
            Self { rate, mass_scale, impulse_scale }
        }
    }
}

#[inline(always)]
fn load<const W: usize, L: Register<W>>(token: L::Token, wide: &Wide, at: usize) -> L {
    L::load(token, part(wide, at))
}

#[inline(always)]
fn load_both<const W: usize, L: Register<W>>(
    token: L::Token,
    wide: &[Wide; 2],
    at: usize,
) -> [L; 2] {
    load_each(token, wide, at)
}

/// Reads several numbers side by side.
///
/// With `map` they would be read in a function of the standard library, which is not compiled for
/// the level's instructions: every single one would become a call.
#[inline(always)]
fn load_each<const W: usize, L: Register<W>, const N: usize>(
    token: L::Token,
    from: &[Wide; N],
    at: usize,
) -> [L; N] {
    let mut to = [L::splat(token, 0.0); N];
    for (to, from) in to.iter_mut().zip(from) {
        *to = load(token, from, at);
    }
    to
}

/// Writes several numbers side by side.
#[inline(always)]
fn store<const W: usize, L: Register<W>, const N: usize>(
    to: &mut [Wide; N],
    at: usize,
    from: [L; N],
) {
    for (to, from) in to.iter_mut().zip(from) {
        from.store(part_mut(to, at));
    }
}

#[inline(always)]
fn cross<const W: usize, L: Register<W>>(a: [L; 2], b: [L; 2]) -> L {
    a[0] * b[1] - a[1] * b[0]
}

/// The sine and the cosine of the rotations of bodies since the step began: the values of
/// [`sin_cos`](crate::body::sin_cos), up to rounding. Its twelve divisions would take a third of
/// the time to prepare a point.
#[inline(always)]
fn sin_cos<const W: usize, L: Register<W>>(token: L::Token, turn: L) -> [L; 2] {
    let (one, square) = (L::splat(token, 1.0), turn * turn);
    let part = |of: f32| square * L::splat(token, 1.0 / of);
    let sin = turn * (one - part(6.0) * (one - part(20.0) * (one - part(42.0))));
    let cos = one - part(2.0) * (one - part(12.0) * (one - part(30.0)));
    let mut turns = [0.0; W];
    turn.store(&mut turns);
    if turns.iter().all(|turn| turn.abs() <= crate::body::SMALL_TURN) {
        return [sin, cos];
    }
    let (mut sins, mut cosines) = ([0.0; W], [0.0; W]);
    sin.store(&mut sins);
    cos.store(&mut cosines);
    // Only the lanes that need it: what the others get must not depend on who is beside them.
    for ((turn, sin), cos) in turns.iter().zip(&mut sins).zip(&mut cosines) {
        if turn.abs() > crate::body::SMALL_TURN {
            (*sin, *cos) = crate::body::sin_cos(*turn);
        }
    }
    [L::load(token, &sins), L::load(token, &cosines)]
}

/// A vector that turns with a body.
#[inline(always)]
fn turned<const W: usize, L: Register<W>>([sin, cos]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [x * cos - y * sin, x * sin + y * cos]
}

/// The current arms of both bodies, and the vector from A's anchor to B's.
#[inline(always)]
fn anchors<const W: usize, L: Register<W>>(
    token: L::Token,
    pair: &Pair<L>,
    ends: &Ends,
    at: usize,
) -> Anchors<L> {
    let turn_a = sin_cos(token, pair.offset_a[2]);
    let a = turned(turn_a, load_both(token, &ends.arm_a, at));
    let b = turned(sin_cos(token, pair.offset_b[2]), load_both(token, &ends.arm_b, at));
    let between = load_both::<W, L>(token, &ends.between, at);
    let moved = [pair.offset_b[0] - pair.offset_a[0], pair.offset_b[1] - pair.offset_a[1]];
    let way = [(between[0] + moved[0]) + (b[0] - a[0]), (between[1] + moved[1]) + (b[1] - a[1])];
    Anchors { turn_a, a, b, way }
}

/// The result of [`anchors`].
struct Anchors<L> {
    /// The sine and cosine of A's turn.
    turn_a: [L; 2],
    a: [L; 2],
    b: [L; 2],
    way: [L; 2],
}

/// The velocities of both bodies without constraints.
///
/// The current ones already contain the effect of constraints in the substep before. In nets, which
/// a few passes do not solve completely, a goal computed from those would amplify itself, and tear
/// them.
#[inline(always)]
fn free_motions<const W: usize, L: Register<W>>(
    token: L::Token,
    base: &[Half],
    ends: &Ends,
    at: usize,
) -> [[L; 4]; 2] {
    let (slot_a, slot_b) = (part::<W, _>(&ends.slot_a, at), part::<W, _>(&ends.slot_b, at));
    let a = L::gather(
        token,
        #[inline(always)]
        |lane| base[slot_a[lane] as usize],
    );
    let b = L::gather(
        token,
        #[inline(always)]
        |lane| base[slot_b[lane] as usize],
    );
    [a, b]
}

/// The centripetal acceleration of an anchor, with the opposite sign. Rotations of more than a
/// third of a radian within a substep count as slower: beyond that the formula is not valid, and
/// would amplify itself.
#[inline(always)]
fn inwards<const W: usize, L: Register<W>>(
    token: L::Token,
    spin: L,
    arm: [L; 2],
    h: f32,
) -> [L; 2] {
    let spin = spin.within(L::splat(token, 1.0 / (3.0 * h)));
    [spin * spin * arm[0], spin * spin * arm[1]]
}
