//! Passes over the joints of a colour.

use crate::block::LANES;
use crate::block::joint::{PointBlock, ScalarBlock};
use crate::body::Half;
use crate::kernel::joint::scalar::{Pass, ScalarForm};
use crate::kernel::joint::{Moves, Start, point, scalar};
use crate::run::passes::apart;
use crate::run::stage::JointPass;
use crate::shared::States;
use crate::structure::JointKind;
use umbra_lanes::Register;

/// Work on joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum JointWork {
    /// Computes current arms, errors and masses; with `whole`, applies impulses of the step before.
    Prepare {
        /// True if a step begins.
        whole: bool,
        /// The fraction of the error beyond a limit that the substep removes.
        correction: f32,
    },
    /// Takes back the impulses of trees in the substep before.
    TakeBack {
        /// True if a step begins.
        whole: bool,
    },
    /// A pass over the velocities.
    Pass(JointPass),
}

/// Work on all blocks of a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointRun<'a> {
    /// The velocities of all bodies without constraints.
    pub(crate) base: &'a [Half],
    pub(crate) work: JointWork,
    pub(crate) kind: JointKind,
    pub(crate) moves: Moves,
    pub(crate) at_once: bool,
    /// The number of lanes in use, in all blocks from the first on.
    pub(crate) lanes: usize,
    pub(crate) inv_h: f32,
}

impl JointRun<'_> {
    /// The number of registers of a block in use.
    fn registers<const W: usize>(&self, block: usize) -> usize {
        let lanes = self.lanes - block * LANES;
        let lanes = if lanes < LANES { lanes } else { LANES };
        lanes.div_ceil(W)
    }

    #[inline(always)]
    pub(crate) fn points<const W: usize, L: Register<W>>(
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

    /// Calls `work` for all registers in use, in a separate function.
    #[inline(always)]
    fn each<const W: usize, L: Register<W>, B>(
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
    pub(crate) fn scalars<const W: usize, L: Register<W>>(
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
