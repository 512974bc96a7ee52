//! A colour, or a part of it: its rows filled, and the passes of the solver over them.

use core::marker::PhantomData;

use umbra_geom::Real;

use crate::BodyState;
use crate::executor::StepContext;
use crate::filling::{fetch_contacts, fill, fill_extra};
use crate::kernel::SideA;
use crate::kernel::projection::project;
use crate::kernel::velocity::{Bias, solve, warm_start};
use crate::lanes::{Job, Lanes};
use crate::row::{Approach, Extra, LANES, Rare, Row, Seat};
use crate::shared::States;
use crate::stage::Pass;
use crate::structure::Sweep;

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
    /// Does to every row what `pass` asks for.
    ///
    /// The last row of a sweep may have lanes to spare, and small scenes have hardly any other: it
    /// is worked on in registers that are no wider than it needs.
    #[inline(always)]
    pub(crate) fn run<const W: usize, L: Lanes<W>, A: SideA>(
        mut self,
        token: L::Token,
        mut states: States,
        pass: Pass,
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
            L::narrow(token, lanes, Tail { part, states, pass, inv_h, side });
            if full == 0 {
                return;
            }
        }
        self.run_wide::<W, L, A>(token, states, pass, inv_h);
    }

    /// [`run`](Self::run) with registers of one width.
    #[inline(always)]
    fn run_wide<const W: usize, L: Lanes<W>, A: SideA>(
        self,
        token: L::Token,
        states: States,
        pass: Pass,
        inv_h: Real,
    ) {
        let rigid = Bias { rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0, push_speed: 0.0 };
        // What is not inlined is not compiled for the level's instructions, hence the attributes.
        match pass {
            Pass::WarmStart => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    warm_start::<W, L, A>(token, states, row, extra.as_deref(), at);
                },
            ),
            Pass::Push { movable, anchored } => {
                let bias = if A::MOVABLE { movable } else { anchored };
                self.walk::<W, L>(
                    token,
                    states,
                    #[inline(always)]
                    move |states, row, extra, at| {
                        solve::<W, L, A, true>(token, states, row, extra, at, inv_h, bias, false);
                    },
                );
            }
            Pass::Stop { last } => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, extra, at| {
                    solve::<W, L, A, false>(token, states, row, extra, at, inv_h, rigid, last);
                },
            ),
            Pass::Project(by) => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, row, _, at| project::<W, L, A>(token, states, row, at, by),
            ),
            Pass::Forget => self.forget(),
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
    fn walk<const W: usize, L: Lanes<W>>(
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
    pass: Pass,
    inv_h: Real,
    side: PhantomData<A>,
}

impl<A: SideA> Job for Tail<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) {
        self.part.run_wide::<W, L, A>(token, self.states, self.pass, self.inv_h);
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
