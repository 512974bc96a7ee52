//! What is done to the joints of a colour.

use crate::block::LANES;
use crate::block::joint::{PointBlock, ScalarBlock};
use crate::kernel::joint::scalar::{Pass, ScalarForm};
use crate::kernel::joint::{Moves, Start, point, scalar};
use crate::lanes::{Half, Lanes};
use crate::run::passes::apart;
use crate::run::stage::JointPass;
use crate::shared::States;
use crate::structure::JointKind;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum JointWork {
    /// Arms, errors and masses as they are now; with `whole`, impulses of the step before are applied.
    Prepare {
        /// Whether a step begins.
        whole: bool,
        /// The part of what is beyond a limit that the substep removes.
        correction: f32,
    },
    /// Trees take back what they gave in the substep before.
    TakeBack {
        /// Whether a step begins.
        whole: bool,
    },
    /// A pass over the velocities.
    Pass(JointPass),
}

/// The same for all blocks of a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointRun<'a> {
    /// The velocities of all bodies without constraints.
    pub(crate) base: &'a [Half],
    pub(crate) work: JointWork,
    pub(crate) kind: JointKind,
    pub(crate) moves: Moves,
    pub(crate) at_once: bool,
    /// How many lanes are in use, in all blocks from the first on.
    pub(crate) lanes: usize,
    pub(crate) inv_h: f32,
}

impl JointRun<'_> {
    /// How many registers of a block are in use.
    fn registers<const W: usize>(&self, block: usize) -> usize {
        let lanes = self.lanes - block * LANES;
        let lanes = if lanes < LANES { lanes } else { LANES };
        lanes.div_ceil(W)
    }

    #[inline(always)]
    pub(crate) fn points<const W: usize, L: Lanes<W>>(
        self,
        token: L::Token,
        mut states: States,
        blocks: &mut [PointBlock],
    ) {
        let Self { work, moves, at_once, base, .. } = self;
        match work {
            JointWork::TakeBack { .. } => {}
            JointWork::Pass(JointPass::Forget) => {
                blocks.iter_mut().for_each(|block| block.impulse = [[0.0; LANES]; 2]);
            }
            JointWork::Prepare { whole, correction } => {
                let start = Start { moves, whole, at_once, correction, h: 1.0 / self.inv_h };
                self.each::<W, L, _>(
                    token,
                    blocks,
                    #[inline(always)]
                    |block, at| {
                        point::prepare::<W, L>(token, &mut states, base, block, at, start);
                    },
                );
            }
            JointWork::Pass(pass) => {
                let relax = pass == JointPass::Relax;
                self.each::<W, L, _>(
                    token,
                    blocks,
                    #[inline(always)]
                    |block, at| {
                        if block.rigid {
                            point::solve::<W, L, true>(token, &mut states, block, at, moves, relax);
                        } else {
                            point::solve::<W, L, false>(
                                token,
                                &mut states,
                                block,
                                at,
                                moves,
                                relax,
                            );
                        }
                    },
                );
            }
        }
    }

    /// Does `work` to all registers in use, in a function of its own.
    #[inline(always)]
    fn each<const W: usize, L: Lanes<W>, B>(
        self,
        token: L::Token,
        blocks: &mut [B],
        mut work: impl FnMut(&mut B, usize),
    ) {
        apart::<W, L, _>(
            token,
            #[inline(always)]
            || {
                for (index, block) in blocks.iter_mut().enumerate() {
                    for at in 0..self.registers::<W>(index) {
                        work(block, at);
                    }
                }
            },
        );
    }

    #[inline(always)]
    pub(crate) fn scalars<const W: usize, L: Lanes<W>>(
        self,
        token: L::Token,
        mut states: States,
        blocks: &mut [ScalarBlock],
    ) {
        let Self { work, moves, at_once, kind, inv_h, base, .. } = self;
        let (form, driven) = match kind {
            JointKind::Driven(form) => (form, true),
            JointKind::Held(form) => (form, false),
            JointKind::Point => (ScalarForm::Length, false),
        };
        let pinned = driven && form == ScalarForm::Hinge;
        let relax = work == JointWork::Pass(JointPass::Relax);
        let pass = Pass { moves, relax, inv_h };
        match work {
            JointWork::TakeBack { .. } => {}
            JointWork::Pass(JointPass::Forget) => {
                blocks.iter_mut().for_each(|block| block.impulse = [[0.0; LANES]; 4]);
            }
            JointWork::Prepare { whole, correction } => {
                let start = Start { moves, whole, at_once, correction, h: 1.0 / inv_h };
                self.each::<W, L, _>(
                    token,
                    blocks,
                    #[inline(always)]
                    |block, at| {
                        let what = (form, pinned);
                        scalar::prepare::<W, L>(token, &mut states, base, what, block, at, start);
                    },
                );
            }
            JointWork::Pass(_) if pinned => self.each::<W, L, _>(
                token,
                blocks,
                #[inline(always)]
                |block, at| {
                    scalar::solve::<W, L, true, true>(token, &mut states, block, at, pass);
                },
            ),
            JointWork::Pass(_) if driven => self.each::<W, L, _>(
                token,
                blocks,
                #[inline(always)]
                |block, at| {
                    scalar::solve::<W, L, true, false>(token, &mut states, block, at, pass);
                },
            ),
            JointWork::Pass(_) => self.each::<W, L, _>(
                token,
                blocks,
                #[inline(always)]
                |block, at| {
                    scalar::solve::<W, L, false, false>(token, &mut states, block, at, pass);
                },
            ),
        }
    }
}
