//! Solving a batch: one thread, all stages, no barrier.

use core::marker::PhantomData;

use umbra_geom::Real;

use crate::body::Drive;
use crate::bouncing::{bounce, collect_bounces};
use crate::filling::{Filling, fetch_contacts, fill, fill_extra};
use crate::kernel::blows::Blows;
use crate::kernel::bounce::{Blow, Bodies, Bounce, Times};
use crate::kernel::projection::project;
use crate::kernel::velocity::{Bias, solve, warm_start};
use crate::kernel::{Anchored, Movable, SideA};
use crate::lanes::{Half, Job, Lanes};
use crate::motion::{
    average_copies, hold, integrate_positions, integrate_velocities, load, max_spin,
};
use crate::row::{Approach, Extra, LANES, Rare, Row, Seat};
use crate::shared::States;
use crate::stage::Stage;
use crate::structure::{Hub, Locked, Slot, Sweep};
use crate::{Body, BodyState, Contact};

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
    pub(crate) times: &'a mut [Times],
    pub(crate) rows: &'a mut [Row],
    pub(crate) approach: &'a mut [Approach],
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
        for sweep in self.sweeps {
            let rows = sweep.rows.clone();
            let part = EmptyRows {
                sweep,
                first: rows.start,
                rows: &mut self.rows[rows.clone()],
                approach: &mut self.approach[rows.clone()],
                rare: &mut self.rare[rows.clone()],
                extras: &mut self.extras[rows],
            };
            part.fill::<W, L>(token, self.context, self.seats, self.states);
        }
        let (rows, rare) = (&*self.rows, &*self.rare);
        let StepContext { contacts, bodies, .. } = self.context;
        collect_bounces(self.bounces, self.sweeps, self.seats, rows, rare, contacts, bodies);
    }

    #[inline(always)]
    fn run_stage<const W: usize, L: Lanes<W>>(&mut self, token: L::Token, stage: Stage) {
        match stage {
            Stage::Bounce => {
                let (states, base, drives) = (&mut *self.states, &mut *self.base, &*self.drives);
                let (bounces, blow) = (&mut *self.bounces, self.context.blow);
                let bodies = Bodies { states, base, drives, times: self.times };
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
            | Stage::Stop { .. }
            | Stage::Project(_) => {
                self.sweep_all::<W, L>(token, stage);
                for hub in self.hubs {
                    average_copies(&mut self.states[hub.range()], stage);
                }
            }
        }
    }

    /// Does to all contacts what `stage` asks for.
    #[inline(always)]
    fn sweep_all<const W: usize, L: Lanes<W>>(&mut self, token: L::Token, stage: Stage) {
        let inv_h = 1.0 / self.context.h;
        let sweeps = self.sweeps;
        for sweep in sweeps {
            let (part, states) = self.part(sweep);
            if sweep.movable_a {
                part.run::<W, L, Movable>(token, states, stage, inv_h);
            } else {
                part.run::<W, L, Anchored>(token, states, stage, inv_h);
            }
        }
    }

    /// The rows of a sweep, and all bodies.
    #[inline(always)]
    fn part(&mut self, sweep: &Sweep) -> (SweepPart<'_>, States<'_>) {
        let rows = &mut self.rows[sweep.rows.clone()];
        let extras = &mut self.extras[sweep.rows.clone()];
        let rare = &self.rare[sweep.rows.clone()];
        let part = SweepPart { rows, rare, extras, lanes: sweep.seats.len() };
        (part, States::new(self.states))
    }
}

/// The rows of one sweep, or a part of them, that are to be filled.
pub(crate) struct EmptyRows<'a> {
    pub(crate) sweep: &'a Sweep,
    /// Which row of the batch is the first.
    pub(crate) first: usize,
    pub(crate) rows: &'a mut [Row],
    pub(crate) approach: &'a mut [Approach],
    pub(crate) rare: &'a mut [Rare],
    pub(crate) extras: &'a mut [Extra],
}

impl EmptyRows<'_> {
    #[inline(always)]
    pub(crate) fn fill<const W: usize, L: Lanes<W>>(
        self,
        token: L::Token,
        context: StepContext,
        seats: &[Seat],
        states: &[BodyState],
    ) {
        let StepContext { contacts, filling, .. } = context;
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                let rows = self.rows.iter_mut().zip(self.approach);
                let rows = rows.zip(self.rare.iter_mut().zip(self.extras));
                for (index, ((row, speeds), (rare, extra))) in (self.first..).zip(rows) {
                    fetch_contacts(self.sweep.seats_after_row(seats, index), contacts);
                    let seats = self.sweep.seats_of_row(seats, index);
                    *rare = fill::<W, L>(token, row, speeds, seats, contacts, states, filling);
                    if rare.extra {
                        fill_extra(extra, seats, contacts, states, filling);
                    }
                }
            },
        );
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
    pub(crate) fn run<const W: usize, L: Lanes<W>, A: SideA>(
        mut self,
        token: L::Token,
        mut states: States,
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
        self.run_wide::<W, L, A>(token, states, stage, inv_h);
    }

    /// [`run`](Self::run) with registers of one width.
    #[inline(always)]
    fn run_wide<const W: usize, L: Lanes<W>, A: SideA>(
        self,
        token: L::Token,
        states: States,
        stage: Stage,
        inv_h: Real,
    ) {
        let rigid = Bias { rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0, push_speed: 0.0 };
        // What is not inlined is not compiled for the level's instructions, hence the attributes.
        match stage {
            Stage::WarmStart => self.pass::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    warm_start::<W, L, A>(token, states, row, extra.as_deref(), at);
                },
            ),
            Stage::Push { movable, anchored } => {
                let bias = if A::MOVABLE { movable } else { anchored };
                self.pass::<W, L>(
                    token,
                    states,
                    #[inline(always)]
                    move |states, row, extra, at| {
                        solve::<W, L, A, true>(token, states, row, extra, at, inv_h, bias, false);
                    },
                );
            }
            Stage::Stop { last } => self.pass::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    solve::<W, L, A, false>(token, states, row, extra, at, inv_h, rigid, last);
                },
            ),
            Stage::Project(by) => self.pass::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, _, at| project::<W, L, A>(token, states, row, at, by),
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
    fn pass<const W: usize, L: Lanes<W>>(
        self,
        token: L::Token,
        mut states: States,
        work: impl FnMut(&mut States, &mut Row, Option<&mut Extra>, usize),
    ) {
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                self.each::<W>(&mut states, work);
            },
        );
    }

    /// Calls `work` for every register of lanes that are in use.
    #[inline(always)]
    fn each<const W: usize>(
        self,
        states: &mut States,
        mut work: impl FnMut(&mut States, &mut Row, Option<&mut Extra>, usize),
    ) {
        let mut lanes = self.lanes;
        let mut extras = self.extras.iter_mut().zip(self.rare);
        let mut rows = self.rows;
        while let [row, others @ ..] = rows {
            if let Some(next) = others.first() {
                states.fetch([&next.slot_a, &next.slot_b]);
            }
            let mut extra = extras.next().filter(|(_, rare)| rare.extra).map(|(extra, _)| extra);
            let used = if lanes < LANES { lanes } else { LANES };
            lanes -= used;
            let mut at = 0;
            while at * W < used {
                work(states, row, extra.as_deref_mut(), at);
                at += 1;
            }
            rows = others;
        }
    }
}

/// What is to be done to the last row of a sweep.
struct Tail<'a, A> {
    part: SweepPart<'a>,
    states: States<'a>,
    stage: Stage,
    inv_h: Real,
    side: PhantomData<A>,
}

impl<A: SideA> Job for Tail<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) {
        self.part.run_wide::<W, L, A>(token, self.states, self.stage, self.inv_h);
    }
}

/// Does `work` in a function of its own. With all of a step in one function, a change to one pass made
/// another slower by up to a third, as registers happened to be allotted. The narrowest vectors
/// are for batches so small that the calls would cost more.
#[inline(always)]
fn apart<const W: usize, L: Lanes<W>, R>(token: L::Token, work: impl FnOnce() -> R) -> R {
    if W > 4 { out_of_line::<W, L, R>(token, work) } else { work() }
}

#[inline(never)]
fn out_of_line<const W: usize, L: Lanes<W>, R>(token: L::Token, work: impl FnOnce() -> R) -> R {
    L::vectorize(token, work)
}
