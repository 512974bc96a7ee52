//! A colour, or a part of it: fills its blocks, and runs the passes of the solver over them.

use core::marker::PhantomData;

use umbra_geom::Real;

use crate::block::filling::{FillInputs, fetch_contacts, fill, fill_cold};
#[cfg(debug_assertions)]
use crate::block::keeping::check;
use crate::block::keeping::keep;
use crate::block::{Approach, BlockEntry, ColdBlock, ContactBlock, LANES, LaneFlags};
use crate::kernel::SideA;
use crate::kernel::projection::project;
use crate::kernel::velocity::{Bias, solve, warm_start};
use crate::run::executor::StepContext;
use crate::run::squeeze::SafeStart;
use crate::run::stage::Pass;
use crate::shared::States;
use crate::structure::Colour;
use umbra_lanes::{Job, Register};

/// The blocks of one colour, or a part of them, that are to be filled.
pub(crate) struct EmptyBlocks<'a> {
    pub(crate) colour: &'a Colour,
    /// The index of the first block in the batch.
    pub(crate) first: usize,
    pub(crate) blocks: &'a mut [ContactBlock],
    pub(crate) approach: &'a mut [Approach],
    pub(crate) flags: &'a mut [LaneFlags],
    pub(crate) cold: &'a mut [ColdBlock],
}

impl EmptyBlocks<'_> {
    #[inline(always)]
    pub(crate) fn fill<const W: usize, L: Register<W>>(
        self,
        token: L::Token,
        context: StepContext,
        entries: &[BlockEntry],
        start: SafeStart<'_>,
    ) {
        let StepContext { contacts, known, filling, .. } = context;
        let inputs = FillInputs { contacts, known, states: start.states, filling };
        // Under heavy loads, masses change from step to step.
        let may_keep = !known.is_empty() && start.squeezes.is_empty();
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                let blocks = self.blocks.iter_mut().zip(self.approach);
                let blocks = blocks.zip(self.flags.iter_mut().zip(self.cold));
                for (index, ((block, speeds), (flags, cold))) in (self.first..).zip(blocks) {
                    let later = self.colour.entries_after_block(entries, index);
                    let entries = self.colour.entries_of_block(entries, index);
                    let was_cold = flags.cold;
                    if may_keep && keep::<W, L>(token, block, speeds, flags, entries, inputs) {
                        #[cfg(debug_assertions)]
                        check::<W, L>(token, block, entries, inputs);
                        if flags.cold {
                            fill_cold(cold, entries, inputs, was_cold);
                        }
                        continue;
                    }
                    fetch_contacts(later, contacts);
                    *flags = fill::<W, L>(token, block, speeds, entries, inputs);
                    flags.heavily_loaded = self.colour.is_loaded();
                    if flags.heavily_loaded || flags.was_loaded {
                        start.bound(self.colour, block, entries, contacts);
                    }
                    if flags.cold {
                        fill_cold(cold, entries, inputs, was_cold);
                    }
                }
            },
        );
    }
}

/// The blocks of one colour, or a part of them, and the number of their lanes in use.
pub(crate) struct ColourPart<'a> {
    pub(crate) blocks: &'a mut [ContactBlock],
    pub(crate) flags: &'a [LaneFlags],
    pub(crate) cold: &'a mut [ColdBlock],
    pub(crate) lanes: usize,
}

impl ColourPart<'_> {
    /// Runs `pass` on every block.
    ///
    /// The last block of a colour may have unused lanes, and small scenes have hardly any other: it
    /// is computed in registers no wider than it needs.
    #[inline(always)]
    pub(crate) fn run<const W: usize, L: Register<W>, A: SideA>(
        mut self,
        token: L::Token,
        mut states: States,
        pass: Pass,
        inv_h: Real,
    ) {
        let full = self.blocks.len().saturating_sub(1);
        let lanes = self.lanes.saturating_sub(full * LANES);
        if lanes <= L::NARROWER {
            let (blocks, last_block) = self.blocks.split_at_mut(full);
            let (cold, last_cold) = self.cold.split_at_mut(full);
            let (flags, last_flags) = self.flags.split_at(full);
            self = ColourPart { blocks, flags, cold, lanes: full * LANES };
            let part = ColourPart { blocks: last_block, flags: last_flags, cold: last_cold, lanes };
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
    fn run_wide<const W: usize, L: Register<W>, A: SideA>(
        self,
        token: L::Token,
        states: States,
        pass: Pass,
        inv_h: Real,
    ) {
        let rigid = Bias::RIGID;
        // What is not inlined is not compiled for the level's instructions, hence the attributes.
        match pass {
            Pass::WarmStart => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, block, cold, at| {
                    warm_start::<W, L, A>(token, states, block, cold.as_deref(), at);
                },
            ),
            Pass::Push { movable, anchored } => {
                let bias = if A::MOVABLE { movable } else { anchored };
                self.walk::<W, L>(
                    token,
                    states,
                    #[inline(always)]
                    move |states, block, cold, at| {
                        solve::<W, L, A, true>(token, states, block, cold, at, inv_h, bias, false);
                    },
                );
            }
            Pass::Stop { last } => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, block, cold, at| {
                    solve::<W, L, A, false>(token, states, block, cold, at, inv_h, rigid, last);
                },
            ),
            Pass::Project(by) => self.walk::<W, L>(
                token,
                states,
                #[inline(always)]
                move |states, block, _, at| project::<W, L, A>(token, states, block, at, by),
            ),
            Pass::Forget => self.forget(),
        }
    }

    fn forget(self) {
        for block in self.blocks {
            for point in &mut block.points {
                point.normal_impulse = [0.0; LANES];
                point.tangent_impulse = [0.0; LANES];
            }
        }
        for cold in self.cold {
            cold.rolling_impulse = [0.0; LANES];
        }
    }

    /// The same as [`each`](Self::each), as a separate function.
    #[inline(always)]
    fn walk<const W: usize, L: Register<W>>(
        self,
        token: L::Token,
        mut states: States,
        work: impl FnMut(&mut States, &mut ContactBlock, Option<&mut ColdBlock>, usize),
    ) {
        apart::<W, L, _>(
            token,
            #[inline(always)]
            move || {
                self.each::<W>(&mut states, work);
            },
        );
    }

    /// Calls `work` for every register of lanes in use.
    #[inline(always)]
    fn each<const W: usize>(
        self,
        states: &mut States,
        mut work: impl FnMut(&mut States, &mut ContactBlock, Option<&mut ColdBlock>, usize),
    ) {
        let mut lanes = self.lanes;
        let mut cold = self.cold.iter_mut().zip(self.flags);
        let mut blocks = self.blocks;
        while let [block, others @ ..] = blocks {
            if let Some(next) = others.first() {
                states.fetch([&next.slot_a, &next.slot_b]);
            }
            let mut cold = cold.next().filter(|(_, flags)| flags.cold).map(|(cold, _)| cold);
            let used = if lanes < LANES { lanes } else { LANES };
            lanes -= used;
            let mut at = 0;
            while at * W < used {
                work(states, block, cold.as_deref_mut(), at);
                at += 1;
            }
            blocks = others;
        }
    }
}

/// The work on the last block of a colour.
struct Tail<'a, A> {
    part: ColourPart<'a>,
    states: States<'a>,
    pass: Pass,
    inv_h: Real,
    side: PhantomData<A>,
}

impl<A: SideA> Job for Tail<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) {
        self.part.run_wide::<W, L, A>(token, self.states, self.pass, self.inv_h);
    }
}

/// Calls `work` in a separate function. With all of a step in one function, a change to one pass
/// made another slower by up to a third, as registers were allocated differently. The narrowest
/// vectors are for batches so small that the calls would cost more.
#[inline(always)]
pub(crate) fn apart<const W: usize, L: Register<W>, R>(
    token: L::Token,
    work: impl FnOnce() -> R,
) -> R {
    if W > 4 { out_of_line::<W, L, R>(token, work) } else { work() }
}

#[inline(never)]
fn out_of_line<const W: usize, L: Register<W>, R>(token: L::Token, work: impl FnOnce() -> R) -> R {
    L::vectorize(token, work)
}
