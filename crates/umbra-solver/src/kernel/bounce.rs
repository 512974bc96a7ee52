//! Restitution: Newton's, each contact by itself and once per substep. [`blows`](super::blows)
//! hands blows on.
//!
//! Contacts without restitution between two bodies that yield are here too, if they close fast: a blow
//! acts in one place and so keeps angular momentum, where impulses that last have the lever arms of
//! the step's start. Their bodies are stopped where they meet, later in the substep, and put where they
//! have to start from to come there.
//!
//! Bounces come first in a substep, as blows between bodies that are about to meet, and the rigid
//! or soft pass then finds the bodies parting and leaves them alone. A blow is struck when a
//! contact would close within the substep, at the velocity the bodies have *now*: velocities of
//! this integrator lag half a substep behind positions, so half of what gravity adds per substep
//! is added first. With that, a perfect bounce keeps the energy of a falling ball to the last bit
//! of rounding, where a bounce computed after the substep loses a percent each time.
//!
//! No blow adds energy. Impulses `p` that change approach speeds `a` to separation speeds `t` do
//! the work `sum of p * (t - a) / 2`; `p >= 0` and `t <= a` make that no gain, for each contact by
//! itself and for the friction that goes with it. Two points of one contact are solved together,
//! or a box that falls flat would rise turning.

use umbra_geom::Real;

use super::Pair;
use crate::body::Drive;
use crate::lanes::{Half, Lanes};
use crate::row::{LANES, Row, Seat, Wide, part, part_mut};
use crate::shared::States;
use crate::{Body, BodyState, Contact};

/// Sixteen contacts of one colour that bounce. Few do, and in the rows of all contacts they would
/// have a lane here and a lane there; so what a blow needs of them is copied here.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Bounce {
    /// The contacts, as far as blows go: without masses along the tangent and without impulses.
    pub(crate) row: Row,
    /// Which contacts they are, in the lanes that have their bit in `used`.
    pub(crate) contacts: [u32; LANES],
    pub(crate) used: u16,
    /// Whether A can be moved.
    pub(crate) movable_a: bool,
    /// Whether the contacts are lone: their rows follow the bodies by themselves.
    pub(crate) lone: bool,
    pub(crate) restitution: Wide,
    /// The approach speeds at the start of the blow; zero where there is none.
    pub(crate) approach: [Wide; 2],
    /// All normal impulses of bounces in this step.
    pub(crate) impulse: Wide,
    /// Where they are among the rows of the batch: row times [`LANES`] plus lane.
    pub(crate) home: [u32; LANES],
    /// For two movable discs: how far apart their centres are when they touch, and the way from A's
    /// to B's as the step began. Zero for others.
    pub(crate) reach: Wide,
    pub(crate) between: [Wide; 2],
}

impl Bounce {
    /// Sixteen unused lanes.
    pub(crate) fn new(movable_a: bool, lone: bool) -> Self {
        let zero = [0.0; LANES];
        Self {
            row: Row::EMPTY,
            contacts: [0; LANES],
            used: 0,
            movable_a,
            lone,
            restitution: zero,
            approach: [zero; 2],
            impulse: zero,
            home: [0; LANES],
            reach: zero,
            between: [zero; 2],
        }
    }

    /// Seats a contact in lane `at`: the one that has its `home` among the rows.
    pub(crate) fn seat(
        &mut self,
        at: usize,
        rows: &[Row],
        home: usize,
        seat: &Seat,
        contact: &Contact,
        bodies: &[Body],
    ) {
        let (row, lane) = (&rows[home / LANES], home % LANES);
        self.home[at] = home as u32;
        let to = &mut self.row;
        (to.slot_a[at], to.slot_b[at]) = (row.slot_a[lane], row.slot_b[lane]);
        for (to, from) in [
            (&mut to.normal_x, &row.normal_x),
            (&mut to.normal_y, &row.normal_y),
            (&mut to.friction, &row.friction),
            (&mut to.shift_normal, &row.shift_normal),
            (&mut to.shift_tangent, &row.shift_tangent),
        ] {
            to[at] = from[lane];
        }
        for (to, from) in to.points.iter_mut().zip(&row.points) {
            to.arm_normal[at] = from.arm_normal[lane];
            to.arm_tangent[at] = from.arm_tangent[lane];
            to.normal_mass[at] = from.normal_mass[lane];
            to.separation[at] = from.separation[lane];
        }
        self.contacts[at] = seat.contact;
        self.used |= 1 << at;
        // More than 1 would be a bounce that adds energy.
        let restitution = contact.restitution;
        self.restitution[at] = if restitution < 1.0 { restitution } else { 1.0 };
        // Two that can be moved are never flipped. Their anchors may be those of an earlier step.
        if contact.round && self.movable_a {
            let [a, b] = [contact.body_a, contact.body_b].map(|body| bodies[body as usize].center);
            let between = b - a;
            self.reach[at] = contact.reach_of_discs(between);
            (self.between[0][at], self.between[1][at]) = (between.x, between.y);
        }
    }
}

/// The bodies with all that a blow reads and writes.
pub(crate) struct Bodies<'a> {
    pub(crate) states: &'a mut [BodyState],
    /// The velocities before constraints acted; blows are no part of what constraints give back
    /// in the next substep, so they are added here too.
    pub(crate) base: &'a mut [Half],
    pub(crate) drives: &'a [Drive],
}

/// When a contact bounces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blow {
    pub(crate) h: Real,
    pub(crate) threshold: Real,
    /// Whether blows are handed on, which [`blows`](super::blows) does, not this.
    pub(crate) propagating: bool,
}

/// What B's lever arms have more than A's after `time`, for all that both have moved by then: an
/// impulse that is given once acts in one place, or it would change the sum of all angular momenta.
#[inline(always)]
fn moved_shift<const W: usize, L: Lanes<W>>(pair: &Pair<L>, movable_a: bool, time: L) -> [L; 2] {
    // What cannot be moved keeps no momentum: there the contact goes along with B, as for a ball that
    // runs along a wall while it falls onto it.
    if !movable_a {
        return [pair.shift_normal, pair.shift_tangent];
    }
    let way = |i: usize| {
        (pair.offset_a[i] - pair.offset_b[i]) + time * (pair.motion_a[i] - pair.motion_b[i])
    };
    let (x, y) = (way(0), way(1));
    let (slid, parted) =
        (x * pair.normal_y - y * pair.normal_x, x * pair.normal_x + y * pair.normal_y);
    [pair.shift_normal + slid, pair.shift_tangent - parted]
}

/// The approach speeds of both points, zero where the point is not about to bounce; and how long it
/// takes until the first of them meets, zero where there is restitution.
#[inline(always)]
fn approaches<const W: usize, L: Lanes<W>>(
    token: L::Token,
    pair: &Pair<L>,
    bodies: &Bodies<'_>,
    bounce: &Bounce,
    at: usize,
    blow: Blow,
) -> ([L; 2], L) {
    let (row, movable_a) = (&bounce.row, bounce.movable_a);
    let splat = |value| L::splat(token, value);
    let zero = splat(0.0);
    let (slot_a, slot_b) = (part::<W, _>(&row.slot_a, at), part::<W, _>(&row.slot_b, at));
    let gain_a = L::gather(
        token,
        #[inline(always)]
        |lane| bodies.drives[slot_a[lane] as usize].gain,
    );
    let gain_b = L::gather(
        token,
        #[inline(always)]
        |lane| bodies.drives[slot_b[lane] as usize].gain,
    );
    let gain = (gain_b[0] - gain_a[0]) * pair.normal_x + (gain_b[1] - gain_a[1]) * pair.normal_y;
    let (velocity, _) = pair.relative_velocity();
    let [shift, _] = moved_shift::<W, L>(pair, movable_a, zero);
    let mut found = [zero; 2];
    let mut time = splat(blow.h);
    for (point, found) in row.points.iter().zip(&mut found) {
        let arm_a = L::load(token, part(&point.arm_normal, at));
        let arm_b = arm_a + pair.shift_normal;
        let separation =
            L::load(token, part(&point.separation, at)) + pair.parted() + pair.offset_b[2] * arm_b
                - pair.offset_a[2] * arm_a;
        let arm_b = arm_a + shift;
        let velocity = velocity + pair.motion_b[2] * arm_b - pair.motion_a[2] * arm_a;
        let gain = gain + gain_b[2] * arm_b - gain_a[2] * arm_a;
        let approach = -(velocity + splat(0.5) * gain);
        let closes = -(separation + splat(blow.h) * (velocity + gain));
        let fast = (approach - splat(blow.threshold)).if_positive(approach, zero);
        let used = L::load(token, part(&point.normal_mass, at));
        *found = used.if_positive(closes.if_positive(fast, zero), zero);
        let until = separation.if_positive(separation / -(velocity + gain), zero);
        time = found.if_positive(until, time).lesser(time);
    }
    let restitution = L::load(token, part(&bounce.restitution, at));
    (found, restitution.if_positive(zero, time))
}

/// Notes how fast the contacts approach, before any blow of this substep.
#[inline(always)]
pub(crate) fn measure<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &mut Bodies<'_>,
    bounce: &mut Bounce,
    at: usize,
    blow: Blow,
) {
    let pair = Pair::<L>::gather(token, &States::new(bodies.states), &bounce.row, at);
    let (found, _) = approaches::<W, L>(token, &pair, bodies, bounce, at, blow);
    for (approach, found) in bounce.approach.iter_mut().zip(found) {
        found.store(part_mut(approach, at));
    }
}

/// Strikes the contacts that approach. Returns whether there was any.
#[inline(always)]
pub(crate) fn strike<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bodies: &mut Bodies<'_>,
    rows: &mut [Row],
    bounce: &mut Bounce,
    at: usize,
    blow: Blow,
) -> bool {
    let measured = bounce.approach.each_ref().map(|approach| part::<W, _>(approach, at));
    if measured.iter().all(|speeds| *speeds == &[0.0; W]) {
        return false;
    }
    let pair = Pair::<L>::gather(token, &States::new(bodies.states), &bounce.row, at);
    let (now, time) = approaches::<W, L>(token, &pair, bodies, bounce, at, blow);
    let change = changes::<W, L>(token, bounce, at, now);
    let mut struck = [0.0; W];
    (change[0] + change[1]).store(&mut struck);
    if struck.iter().all(|&change| change == 0.0) {
        return false;
    }
    let shift = moved_shift::<W, L>(&pair, bounce.movable_a, time);
    let push = Push::of::<W>(token, &pair, shift, &bounce.row, at, change);
    let before = L::load(token, part::<W, _>(&bounce.impulse, at));
    (before + push.normal).store(part_mut(&mut bounce.impulse, at));
    let turn_b = pair.offset_b[2] + time * pair.motion_b[2];
    move_arms(rows, bounce, at, &struck, shift, turn_b);
    let mut times = [0.0; W];
    time.store(&mut times);
    if bounce.movable_a {
        write_struck(bodies, part(&bounce.row.slot_a, at), push.motion_a, &struck, &times);
    }
    write_struck(bodies, part(&bounce.row.slot_b, at), push.motion_b, &struck, &times);
    true
}

/// How much the velocities along the normal change of contacts that approach as `now` says. What a
/// contact gives back is bounded by what it has now: others may have slowed it since it was measured.
#[inline(always)]
fn changes<const W: usize, L: Lanes<W>>(
    token: L::Token,
    bounce: &Bounce,
    at: usize,
    now: [L; 2],
) -> [L; 2] {
    let zero = L::splat(token, 0.0);
    let restitution = L::load(token, part::<W, _>(&bounce.restitution, at));
    let mut change = [zero; 2];
    for k in 0..2 {
        let first = L::load(token, part::<W, _>(&bounce.approach[k], at));
        let wanted = now[k] + (restitution * first).lesser(now[k]);
        change[k] = first.if_positive(wanted, zero);
    }
    change
}

/// What blows give, and how bodies move after them.
struct Push<L> {
    /// The impulses along the normals, of both points of a contact together.
    normal: L,
    motion_a: [L; 4],
    motion_b: [L; 4],
}

impl<L> Push<L> {
    /// The push that changes velocities along the normal by `change`, and the friction with it. `shift` is
    /// what B's arms have more than A's.
    #[inline(always)]
    fn of<const W: usize>(
        token: L::Token,
        pair: &Pair<L>,
        [shift_normal, shift_tangent]: [L; 2],
        row: &Row,
        at: usize,
        change: [L; 2],
    ) -> Self
    where
        L: Lanes<W>,
    {
        let load = |wide: &Wide| L::load(token, part::<W, _>(wide, at));
        let zero = L::splat(token, 0.0);
        let inertia = (pair.offset_a[3], pair.offset_b[3]);
        let inv_mass = pair.motion_a[3] + pair.motion_b[3];
        let impulse = normal_impulses::<W, L>(token, pair, shift_normal, row, at, change);
        let arms = [load(&row.points[0].arm_normal), load(&row.points[1].arm_normal)];
        let (mut spin_a, mut spin_b) = (pair.motion_a[2], pair.motion_b[2]);
        for (&arm, impulse) in arms.iter().zip(impulse) {
            spin_a = spin_a - inertia.0 * arm * impulse;
            spin_b = spin_b + inertia.1 * (arm + shift_normal) * impulse;
        }

        let friction = load(&row.friction);
        let (_, mut along_tangent) = pair.relative_velocity();
        let mut tangent = zero;
        for (point, impulse) in row.points.iter().zip(impulse) {
            let arm_a = load(&point.arm_tangent);
            let arm_b = arm_a + shift_tangent;
            let velocity = along_tangent + spin_b * arm_b - spin_a * arm_a;
            let yielding = inv_mass + inertia.0 * arm_a * arm_a + inertia.1 * arm_b * arm_b;
            let stop = impulse.if_positive(velocity / yielding, zero);
            let slip = (-stop).within(friction * impulse);
            along_tangent = along_tangent + inv_mass * slip;
            tangent = tangent + slip;
            spin_a = spin_a - inertia.0 * arm_a * slip;
            spin_b = spin_b + inertia.1 * arm_b * slip;
        }

        let normal = impulse[0] + impulse[1];
        let x = normal * pair.normal_x + tangent * pair.normal_y;
        let y = normal * pair.normal_y - tangent * pair.normal_x;
        let ([ax, ay, _, mass_a], [bx, by, _, mass_b]) = (pair.motion_a, pair.motion_b);
        Self {
            normal,
            motion_a: [ax - mass_a * x, ay - mass_a * y, spin_a, mass_a],
            motion_b: [bx + mass_b * x, by + mass_b * y, spin_b, mass_b],
        }
    }
}

/// Tells the rows of contacts that were stopped where their bodies met where that was.
#[inline(always)]
fn move_arms<const W: usize, L: Lanes<W>>(
    rows: &mut [Row],
    bounce: &Bounce,
    at: usize,
    struck: &[Real; W],
    shift: [L; 2],
    turn_b: L,
) {
    let (mut shifts, mut turns) = ([[0.0; W]; 2], [0.0; W]);
    shift[0].store(&mut shifts[0]);
    shift[1].store(&mut shifts[1]);
    turn_b.store(&mut turns);
    for lane in (0..W).filter(|&lane| struck[lane] != 0.0) {
        let place = at * W + lane;
        if bounce.restitution[place] == 0.0 && !bounce.lone {
            let shift = [shifts[0][lane], shifts[1][lane]];
            meet_here(rows, bounce.home[place] as usize, shift, turns[lane]);
        }
    }
}

/// Writes how bodies move after blows that come as late as `times` say. Only lanes that were struck are
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
                    // It starts the substep from where it has to, to come to the meeting by its
                    // old velocity and go on by its new one.
                    if times[lane] > 0.0 {
                        bodies.states[slot].offset[i] -= times[lane] * change;
                    }
                }
            }
        },
    );
}

/// Tells the row of a contact that was stopped where its bodies met, or the passes that follow would
/// find it closing again, where its arms were when the step began. `shift` is what B's arms have more
/// than A's there, `turn` how far B has turned: what the arms change, separations are not to notice.
fn meet_here(rows: &mut [Row], home: usize, shift: [f32; 2], turn: f32) {
    let (row, lane) = (&mut rows[home / LANES], home % LANES);
    let change = shift[0] - row.shift_normal[lane];
    [row.shift_normal[lane], row.shift_tangent[lane]] = shift;
    for point in &mut row.points {
        if point.normal_mass[lane] > 0.0 {
            point.separation[lane] -= turn * change;
        }
    }
}

/// The impulses, none negative, that change the normal velocities of both points by `change`.
#[inline(always)]
fn normal_impulses<const W: usize, L: Lanes<W>>(
    token: L::Token,
    pair: &Pair<L>,
    shift_normal: L,
    row: &Row,
    at: usize,
    change: [L; 2],
) -> [L; 2] {
    let load = |wide: &Wide| L::load(token, part::<W, _>(wide, at));
    let (zero, one) = (L::splat(token, 0.0), L::splat(token, 1.0));
    let arm = [load(&row.points[0].arm_normal), load(&row.points[1].arm_normal)];
    let inv_mass = pair.motion_a[3] + pair.motion_b[3];
    let (a, b) = (arm[0] + shift_normal, arm[1] + shift_normal);
    let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
    // The masses of the row belong to where the bodies were when the step began.
    let first = inv_mass + inertia_a * arm[0] * arm[0] + inertia_b * a * a;
    let second = inv_mass + inertia_a * arm[1] * arm[1] + inertia_b * b * b;
    let mass =
        [change[0].if_positive(one / first, zero), change[1].if_positive(one / second, zero)];
    // What an impulse at one point does at the other, in units in which an impulse of one at a
    // point changes its own velocity by one.
    let coupling = inv_mass + inertia_a * arm[0] * arm[1] + inertia_b * a * b;
    let alone = [mass[0] * change[0], mass[1] * change[1]];
    let determinant = one - coupling * mass[0] * (coupling * mass[1]);
    let inverse = one / determinant;
    let together = [
        (alone[0] - coupling * mass[0] * alone[1]) * inverse,
        (alone[1] - coupling * mass[1] * alone[0]) * inverse,
    ];
    // Points too close to be told apart: the faster one stands for both.
    let far_apart = determinant - L::splat(token, 1e-3);
    let (first, second) = (change[0], change[1]);
    let only_first = (second - first).if_positive(zero, alone[0]);
    let only_second = (second - first).if_positive(alone[1], zero);
    let first_of_both = together[1].if_positive(together[0].greater(zero), alone[0]);
    let second_of_both = together[0].if_positive(together[1].greater(zero), alone[1]);
    let both = [
        far_apart.if_positive(first_of_both, only_first),
        far_apart.if_positive(second_of_both, only_second),
    ];
    [
        first.if_positive(second.if_positive(both[0], alone[0]), zero),
        second.if_positive(first.if_positive(both[1], alone[1]), zero),
    ]
}
