//! Solving a batch: one thread, all stages, no barrier.

use core::marker::PhantomData;

use umbra_geom::Real;

use crate::body::Drive;
use crate::bouncing::{bounce, collect_bounces};
use crate::kernel::blows::Blows;
use crate::kernel::bounce::{Blow, Bodies, Bounce};
use crate::kernel::projection::project;
use crate::kernel::velocity::{Bias, solve, warm_start};
use crate::kernel::{Anchored, Movable, SideA, States};
use crate::lanes::{Half, Job, Lanes};
use crate::row::{Extra, Filling, LANES, Rare, Row, Seat, Wide, fill, fill_extra};
use crate::stage::Stage;
use crate::structure::{Hub, Locked, Slot, Sweep};
use crate::{Body, BodyState, Contact};

/// No body turns further than this in one step: lever arms are taken as fixed for a step, and
/// beyond a quarter turn that means nothing.
const MAX_TURN: Real = core::f32::consts::FRAC_PI_2;

/// What is the same for all batches of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepContext<'a> {
    pub(crate) stages: &'a [Stage],
    pub(crate) bodies: &'a [Body],
    pub(crate) contacts: &'a [Contact],
    pub(crate) filling: Filling,
    /// The length of a step and of a substep.
    pub(crate) dt: Real,
    pub(crate) h: Real,
    pub(crate) max_speed: Real,
    pub(crate) blow: Blow,
}

/// A batch with its share of the solver's arrays.
pub(crate) struct BatchTask<'a> {
    pub(crate) context: StepContext<'a>,
    pub(crate) slots: &'a [Slot],
    pub(crate) hubs: &'a [Hub],
    pub(crate) locked: &'a [Locked],
    pub(crate) sweeps: &'a [Sweep],
    pub(crate) seats: &'a [Seat],
    pub(crate) states: &'a mut [BodyState],
    pub(crate) base: &'a mut [Half],
    pub(crate) drives: &'a mut [Drive],
    pub(crate) rows: &'a mut [Row],
    pub(crate) approach: &'a mut [Wide],
    pub(crate) rare: &'a mut [Rare],
    /// One per row, but only those that [`Rare`] speaks of are filled.
    pub(crate) extras: &'a mut [Extra],
    pub(crate) bounces: &'a mut Vec<Bounce>,
    pub(crate) blows: &'a mut Blows,
}

impl Job for BatchTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(mut self, token: L::Token) {
        self.load_bodies();
        self.fill_rows::<W, L>(token);
        for stage in self.context.stages {
            self.run_stage::<W, L>(token, *stage);
        }
    }
}

impl BatchTask<'_> {
    fn load_bodies(&mut self) {
        load(self.slots, self.context.bodies, self.context.h, self.states, self.drives);
    }

    #[inline(always)]
    fn fill_rows<const W: usize, L: Lanes<W>>(&mut self, token: L::Token) {
        let StepContext { contacts, filling, .. } = self.context;
        let states = &*self.states;
        let (rows, rare) = (&mut *self.rows, &mut *self.rare);
        let (all_seats, approach) = (self.seats, &mut *self.approach);
        let (sweeps, extras) = (self.sweeps, &mut *self.extras);
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                for sweep in sweeps {
                    for row in sweep.rows.clone() {
                        let seats = sweep.seats_of_row(all_seats, row);
                        let (to, speeds) = (&mut rows[row], &mut approach[row]);
                        let found =
                            fill::<W, L>(token, to, speeds, seats, contacts, states, filling);
                        rare[row] = found;
                        if found.extra {
                            fill_extra(&mut extras[row], seats, contacts, states, filling);
                        }
                    }
                }
            },
        );
        collect_bounces(self.bounces, self.sweeps, self.seats, self.rows, self.rare, contacts);
    }

    #[inline(always)]
    fn run_stage<const W: usize, L: Lanes<W>>(&mut self, token: L::Token, stage: Stage) {
        match stage {
            Stage::Bounce => {
                let (states, base, drives) = (&mut *self.states, &mut *self.base, &*self.drives);
                let (bounces, blow) = (&mut *self.bounces, self.context.blow);
                let bodies = Bodies { states, base, drives };
                let (rows, blows) = (&mut *self.rows, &mut *self.blows);
                bounce::<W, L>(token, bodies, rows, bounces, self.hubs, blow, blows);
            }
            Stage::IntegrateVelocities { reuse } => {
                integrate_velocities(self.states, self.base, self.drives, reuse);
            }
            Stage::IntegratePositions => {
                let StepContext { h, dt, max_speed, .. } = self.context;
                hold(self.states, self.base, self.locked);
                integrate_positions(self.states, self.base, h, max_spin(dt), max_speed);
            }
            Stage::Forget
            | Stage::WarmStart
            | Stage::Push { .. }
            | Stage::Stop
            | Stage::Project(_) => {
                let inv_h = 1.0 / self.context.h;
                for sweep in self.sweeps {
                    let rows = &mut self.rows[sweep.rows.clone()];
                    let extras = &mut self.extras[sweep.rows.clone()];
                    let rare = &self.rare[sweep.rows.clone()];
                    let states = &mut *self.states;
                    let part = SweepPart { rows, rare, extras, lanes: sweep.seats.len() };
                    if sweep.movable_a {
                        part.run::<W, L, Movable, _>(token, states, stage, inv_h);
                    } else {
                        part.run::<W, L, Anchored, _>(token, states, stage, inv_h);
                    }
                }
                for hub in self.hubs {
                    average_copies(&mut self.states[hub.range()], stage);
                }
            }
        }
    }
}

/// The rows of one sweep, or a part of them, and how many of their lanes are in use.
pub(crate) struct SweepPart<'a> {
    pub(crate) rows: &'a mut [Row],
    pub(crate) rare: &'a [Rare],
    pub(crate) extras: &'a mut [Extra],
    pub(crate) lanes: usize,
}

impl SweepPart<'_> {
    /// Does to every row what `stage` asks for.
    ///
    /// The last row of a sweep may have lanes to spare, and small scenes have hardly any other: it
    /// is worked on in registers that are no wider than it needs.
    #[inline(always)]
    pub(crate) fn run<const W: usize, L: Lanes<W>, A: SideA, B: States>(
        mut self,
        token: L::Token,
        mut states: B,
        stage: Stage,
        inv_h: Real,
    ) {
        let full = self.rows.len().saturating_sub(1);
        let lanes = self.lanes.saturating_sub(full * LANES);
        if lanes <= L::NARROWER {
            let (rows, last_row) = self.rows.split_at_mut(full);
            let (extras, last_extra) = self.extras.split_at_mut(full);
            let (rare, last_rare) = self.rare.split_at(full);
            self = SweepPart { rows, rare, extras, lanes: full * LANES };
            let part = SweepPart { rows: last_row, rare: last_rare, extras: last_extra, lanes };
            let side = PhantomData::<A>;
            let states = states.lend();
            L::narrow(token, lanes, Tail { part, states, stage, inv_h, side });
            if full == 0 {
                return;
            }
        }
        self.run_wide::<W, L, A, B>(token, states, stage, inv_h);
    }

    /// [`run`](Self::run) with registers of one width.
    #[inline(always)]
    fn run_wide<const W: usize, L: Lanes<W>, A: SideA, B: States>(
        self,
        token: L::Token,
        states: B,
        stage: Stage,
        inv_h: Real,
    ) {
        let rigid = Bias { rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0, push_speed: 0.0 };
        // What is not inlined is not compiled for the level's instructions, hence the attributes.
        match stage {
            Stage::WarmStart => self.pass::<W, L, B>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    warm_start::<W, L, A, B>(token, states, row, extra.as_deref(), at);
                },
            ),
            Stage::Push { movable, anchored } => {
                let bias = if A::MOVABLE { movable } else { anchored };
                self.pass::<W, L, B>(
                    token,
                    states,
                    #[inline(always)]
                    move |states, row, extra, at| {
                        solve::<W, L, A, B, true>(token, states, row, extra, at, inv_h, bias);
                    },
                );
            }
            Stage::Stop => self.pass::<W, L, B>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    solve::<W, L, A, B, false>(token, states, row, extra, at, inv_h, rigid);
                },
            ),
            Stage::Project(by) => self.pass::<W, L, B>(
                token,
                states,
                #[inline(always)]
                move |states, row, _, at| project::<W, L, A, B>(token, states, row, at, by),
            ),
            Stage::Forget => self.forget(),
            Stage::Bounce | Stage::IntegrateVelocities { .. } | Stage::IntegratePositions => {}
        }
    }

    fn forget(self) {
        for row in self.rows {
            for point in &mut row.points {
                point.normal_impulse = [0.0; LANES];
                point.tangent_impulse = [0.0; LANES];
            }
        }
        for extra in self.extras {
            extra.rolling_impulse = [0.0; LANES];
        }
    }

    /// [`each`](Self::each), as a function of its own.
    #[inline(always)]
    fn pass<const W: usize, L: Lanes<W>, B: States>(
        self,
        token: L::Token,
        mut states: B,
        mut work: impl FnMut(&mut B, &mut Row, Option<&mut Extra>, usize),
    ) {
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                self.each::<W>(
                    #[inline(always)]
                    |row, extra, at| work(&mut states, row, extra, at),
                );
            },
        );
    }

    /// Calls `work` for every register of lanes that are in use.
    #[inline(always)]
    fn each<const W: usize>(self, mut work: impl FnMut(&mut Row, Option<&mut Extra>, usize)) {
        let mut lanes = self.lanes;
        let mut extras = self.extras.iter_mut().zip(self.rare);
        for row in self.rows {
            let mut extra = extras.next().filter(|(_, rare)| rare.extra).map(|(extra, _)| extra);
            let used = if lanes < LANES { lanes } else { LANES };
            lanes -= used;
            let mut at = 0;
            while at * W < used {
                work(row, extra.as_deref_mut(), at);
                at += 1;
            }
        }
    }
}

/// What is to be done to the last row of a sweep.
struct Tail<'a, A, B> {
    part: SweepPart<'a>,
    states: B,
    stage: Stage,
    inv_h: Real,
    side: PhantomData<A>,
}

impl<A: SideA, B: States> Job for Tail<'_, A, B> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) {
        self.part.run_wide::<W, L, A, B>(token, self.states, self.stage, self.inv_h);
    }
}

/// Does `work` in a function of its own. With all of a step in one function, a change to one pass made
/// another slower by up to a third, as registers happened to be allotted. The narrowest vectors
/// are for batches so small that the calls would cost more.
#[inline(always)]
pub(crate) fn apart<const W: usize, L: Lanes<W>, R>(
    token: L::Token,
    work: impl FnOnce() -> R,
) -> R {
    #[inline(never)]
    fn call<const W: usize, L: Lanes<W>, R>(token: L::Token, work: impl FnOnce() -> R) -> R {
        L::vectorize(token, work)
    }
    if W > 4 { call::<W, L, R>(token, work) } else { work() }
}

/// Writes the states and the drives that slots start the step with: straight to where they belong,
/// because what is handed over in parts and read as a whole has to wait for the last part.
pub(crate) fn load(
    slots: &[Slot],
    bodies: &[Body],
    h: Real,
    states: &mut [BodyState],
    drives: &mut [Drive],
) {
    for ((slot, state), drive) in slots.iter().zip(states).zip(drives) {
        let (body, share) = match *slot {
            Slot::Empty => {
                (*state, *drive) = (BodyState::default(), Drive::NONE);
                continue;
            }
            Slot::Own { body, copies } => (body, copies as Real),
            // It only lends its velocity to contacts and yields to none.
            Slot::Guest { body } => (body, 0.0),
        };
        let body = &bodies[body as usize];
        *state = BodyState::of(body);
        state.motion[3] *= share;
        state.offset[3] *= share;
        *drive = Drive::of(body, h);
    }
}

/// Adds to every velocity what gravity and forces give in a substep, and, with `reuse`, what
/// constraints gave in the one before.
#[inline(always)]
pub(crate) fn integrate_velocities(
    states: &mut [BodyState],
    base: &mut [Half],
    drives: &[Drive],
    reuse: bool,
) {
    // The inverse mass comes out as it went in: nothing is added to it, and it is multiplied by one.
    for ((state, base), drive) in states.iter_mut().zip(base).zip(drives) {
        let motion = state.motion;
        let free = by_component(
            motion,
            drive.gain,
            #[inline(always)]
            |motion, gain| motion + gain,
        );
        let free = by_component(
            free,
            drive.keep,
            #[inline(always)]
            |free, keep| free * keep,
        );
        let constrained = by_component(
            motion,
            *base,
            #[inline(always)]
            |motion, base| motion - base,
        );
        *base = free;
        state.motion = by_component(
            free,
            constrained,
            #[inline(always)]
            |free, constrained| if reuse { free + constrained } else { free },
        );
    }
}

/// Four numbers at once: written so that a compiler sees it.
#[inline(always)]
fn by_component(a: Half, b: Half, work: impl Fn(Real, Real) -> Real) -> Half {
    [work(a[0], b[0]), work(a[1], b[1]), work(a[2], b[2]), work(a[3], b[3])]
}

/// Moves every body by its velocity, after holding the velocity within its bounds.
#[inline(always)]
pub(crate) fn integrate_positions(
    states: &mut [BodyState],
    base: &mut [Half],
    h: Real,
    max_spin: Real,
    max_speed: Real,
) {
    let max_square = max_speed * max_speed;
    for (state, base) in states.iter_mut().zip(base) {
        let [x, y, spin, _] = state.motion;
        let square = x * x + y * y;
        if square > max_square || spin > max_spin || spin < -max_spin {
            slow_down(&mut state.motion, base, square, max_square, max_spin);
        }
        for i in 0..3 {
            state.offset[i] += h * state.motion[i];
        }
    }
}

/// Holds the velocity of a body within the bounds. What is taken is taken from the unconstrained
/// velocity too, so that it does not pass for the work of a constraint.
#[cold]
fn slow_down(motion: &mut Half, base: &mut Half, square: Real, max_square: Real, max_spin: Real) {
    let old = *motion;
    if square > max_square {
        let ratio = (max_square / square).sqrt();
        motion[0] *= ratio;
        motion[1] *= ratio;
    }
    if motion[2] > max_spin {
        motion[2] = max_spin;
    } else if motion[2] < -max_spin {
        motion[2] = -max_spin;
    }
    for i in 0..3 {
        base[i] += motion[i] - old[i];
    }
}

/// The fastest that bodies may turn in a step of `dt`.
pub(crate) fn max_spin(dt: Real) -> Real {
    MAX_TURN / dt
}

/// Takes away the velocity in locked directions.
pub(crate) fn hold(states: &mut [BodyState], base: &mut [Half], locked: &[Locked]) {
    for &Locked { slot, locks } in locked {
        let (motion, base) = (&mut states[slot as usize].motion, &mut base[slot as usize]);
        for (axis, locked) in [locks.x, locks.y].into_iter().enumerate() {
            if locked {
                base[axis] -= motion[axis];
                motion[axis] = 0.0;
            }
        }
    }
}

/// Makes one body of a hub's copies again, after a stage that changed them one by one.
pub(crate) fn average_copies(copies: &mut [BodyState], stage: Stage) {
    if matches!(stage, Stage::Project(_)) {
        average(copies, |state| &mut state.offset);
    } else {
        average(copies, |state| &mut state.motion);
    }
}

/// Sets the first three numbers of each half to their mean over all of them.
pub(crate) fn average<T>(copies: &mut [T], half: impl Fn(&mut T) -> &mut Half) {
    let mut sum = [0.0; 3];
    for copy in &mut *copies {
        for (sum, value) in sum.iter_mut().zip(half(copy)) {
            *sum += *value;
        }
    }
    let count = copies.len() as Real;
    for copy in copies {
        for (sum, value) in sum.iter().zip(half(copy)) {
            *value = *sum / count;
        }
    }
}
