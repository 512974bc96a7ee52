//! Solves a batch: each stage works on a part of its bodies or contacts.
//!
//! One thread does every [work](Work) on all of them ([`Executor::run`]); the members of a
//! [team](crate::run::team) do the same on parts of them, in parallel. Results do not depend on the
//! parts, so they have the same bits for any number of threads.
#![allow(unsafe_code)]

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use umbra_geom::Real;

use crate::block::filling::Filling;
use crate::block::joint::{PointBlock, ScalarBlock};
use crate::block::joint_filling::JointFilling;
use crate::block::{Approach, BlockEntry, ColdBlock, ContactBlock, LANES, LaneFlags};
use crate::body::{Forces, Half};
use crate::config::TREES;
use crate::kernel::bounce::{Batch, Bodies, BounceParams, Bounces};
use crate::kernel::joint::tree::{Substep, TreeState};
use crate::kernel::{Anchored, Movable};
use crate::run::joint_passes::{JointRun, JointWork};
use crate::run::motion::{
    average_copies, hold, integrate_positions, integrate_velocities, load, max_spin, weigh_down,
};
use crate::run::passes::{ColourPart, EmptyBlocks};
use crate::run::schedule::{Agenda, Work};
use crate::run::squeeze::{SafeStart, Squeeze};
use crate::run::stage::{JointPass, Loads, Pass, Stage};
use crate::shared::Shared;
use crate::structure::{Colour, Hub, JointColour, JointEntry, JointKind, Load, Locked, Slot, Tree};
use crate::{Body, BodyState, Contact, JointConstraint, Known};
use umbra_lanes::{Job, Register};

/// The data shared by all batches of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepContext<'a> {
    pub(crate) stages: &'a [Stage],
    /// The [kinds](crate::run::stage::kinds) of the stages.
    pub(crate) kinds: &'a [u8],
    pub(crate) bodies: &'a [Body],
    pub(crate) contacts: &'a [Contact],
    /// Knowledge of contacts; empty if there is none.
    pub(crate) known: &'a [Known],
    pub(crate) joints: &'a [JointConstraint],
    /// True if blocks of joints are as a step of the same configuration left them.
    pub(crate) keeps_joints: bool,
    pub(crate) filling: Filling,
    /// The length of a step and of a substep.
    pub(crate) dt: Real,
    pub(crate) h: Real,
    pub(crate) max_speed: Real,
    /// Number of times that a body was slowed down to that.
    pub(crate) slowed: &'a AtomicU32,
    /// Speed beyond which a body does not count as heavier than it is.
    pub(crate) calm_speed: Real,
    pub(crate) params: BounceParams,
}

/// A batch with its part of the solver's arrays.
///
/// Its methods take the ranges of bodies or blocks that they work on. They are unsafe because
/// several threads may call them at the same time. The callers promise:
/// - no thread is at work between two phases, and within a phase all call the same method, with the
///   same colour;
/// - no two calls of a phase have a body or a block in common, and those without a range are called
///   once.
pub(crate) struct Executor<'a> {
    pub(crate) context: StepContext<'a>,
    pub(crate) slots: &'a [Slot],
    /// One per slot, or none if no body is heavily loaded.
    pub(crate) squeezes: &'a [Squeeze],
    pub(crate) hubs: &'a [Hub],
    pub(crate) locked: &'a [Locked],
    /// The colours, in the order of their loads.
    pub(crate) colours: &'a [Colour],
    /// The number of contacts.
    pub(crate) contacts: usize,
    pub(crate) entries: &'a [BlockEntry],
    pub(crate) states: Shared<'a, BodyState>,
    pub(crate) base: Shared<'a, Half>,
    pub(crate) forces: Shared<'a, Forces>,
    pub(crate) numbers: Shared<'a, u32>,
    pub(crate) blocks: Shared<'a, ContactBlock>,
    pub(crate) approach: Shared<'a, Approach>,
    pub(crate) flags: Shared<'a, LaneFlags>,
    /// One per block, but only those marked in [`LaneFlags`] are filled.
    pub(crate) cold: Shared<'a, ColdBlock>,
    pub(crate) joint_colours: &'a [JointColour],
    pub(crate) joint_entries: &'a [JointEntry],
    pub(crate) points: Shared<'a, PointBlock>,
    pub(crate) scalars: Shared<'a, ScalarBlock>,
    pub(crate) trees: &'a [Tree],
    /// One per tree.
    pub(crate) tree_states: Shared<'a, TreeState>,
    /// One list, or several if threads share the batch.
    pub(crate) bounces: Shared<'a, Bounces>,
    /// True if several threads are at work.
    pub(crate) in_team: bool,
}

impl Job for Executor<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) {
        let agenda = Agenda::new(&self);
        for (work, range) in self.work(agenda.as_ref()) {
            // SAFETY: one thread does one thing after the other, each to all bodies or blocks.
            unsafe { self.part::<W, L>(token, work, range) };
        }
    }
}

impl<'a> Executor<'a> {
    /// Does a part of a work.
    ///
    /// # Safety
    /// No other thread does another work, or a part of the same that overlaps this.
    #[inline(always)]
    pub(crate) unsafe fn part<const W: usize, L: Register<W>>(
        &self,
        token: L::Token,
        work: Work<'_>,
        range: Range<usize>,
    ) {
        // SAFETY: the caller promises that no other thread uses what this part writes.
        unsafe {
            match work {
                Work::LoadBodies => self.load_bodies(range),
                Work::FillBlocks(colour) => self.fill_blocks::<W, L>(token, colour, range),
                Work::FillJoints(colour) => self.fill_joints(colour, range),
                Work::CollectBounces => self.collect_bounces(),
                Work::Bounce => self.bounce(range),
                Work::WriteBounces => self.write_bounces(),
                Work::Bodies(stage) => self.move_bodies(stage, range),
                Work::HoldLocked => self.hold_locked(),
                Work::Pass(pass, colour) => self.pass::<W, L>(token, pass, colour, range),
                Work::AverageHubs(pass) => self.average_hubs(pass),
                Work::Joints(work, colour) => self.joints::<W, L>(token, work, colour, range),
                Work::Trees(work, _) if TREES => self.trees(work, range),
                Work::Trees(..) => {}
                Work::SpreadHubs => self.spread_hubs(),
            }
        }
    }

    /// True if joints are walked before contacts with such loads.
    pub(crate) fn has_rows(&self, loads: Loads) -> bool {
        matches!(loads, Loads::All | Loads::Usual) && !self.joint_colours.is_empty()
    }

    /// The number of trees with the usual load, which come first: they are solved before contacts,
    /// like rows.
    pub(crate) fn light_trees(&self) -> usize {
        self.trees.partition_point(|tree| tree.load == Load::Usual)
    }

    /// The colours with such loads.
    pub(crate) fn loaded(&self, loads: Loads) -> &'a [Colour] {
        let end_of = |load| self.colours.partition_point(|colour| colour.load <= load);
        match loads {
            Loads::All => self.colours,
            Loads::Usual => &self.colours[..end_of(Load::Usual)],
            Loads::Loaded => &self.colours[end_of(Load::Usual)..],
            Loads::Heavy => &self.colours[end_of(Load::Pulled)..],
        }
    }

    /// Writes the states and forces with which the bodies of these slots start.
    unsafe fn load_bodies(&self, range: Range<usize>) {
        // SAFETY: the caller promises that no other thread uses these bodies.
        let (states, forces) =
            unsafe { (self.states.part_mut(range.clone()), self.forces.part_mut(range.clone())) };
        let StepContext { bodies, h, calm_speed, .. } = self.context;
        load(&self.slots[range.clone()], bodies, (h, calm_speed), states, forces);
        if !self.squeezes.is_empty() {
            weigh_down(
                &self.slots[range.clone()],
                &self.squeezes[range],
                bodies,
                calm_speed,
                states,
            );
        }
    }

    /// Writes contacts into blocks of a colour.
    #[inline(always)]
    unsafe fn fill_blocks<const W: usize, L: Register<W>>(
        &self,
        token: L::Token,
        colour: &Colour,
        range: Range<usize>,
    ) {
        // SAFETY: the caller promises that no other thread uses these blocks; bodies are only read in this phase.
        let (part, states) = unsafe {
            let part = EmptyBlocks {
                colour,
                first: range.start,
                blocks: self.blocks.part_mut(range.clone()),
                approach: self.approach.part_mut(range.clone()),
                flags: self.flags.part_mut(range.clone()),
                cold: self.cold.part_mut(range),
            };
            (part, self.states.all())
        };
        let StepContext { filling, calm_speed, .. } = self.context;
        let start = SafeStart {
            squeezes: self.squeezes,
            states,
            impulse_scale: filling.impulse_scale,
            most: calm_speed,
        };
        part.fill::<W, L>(token, self.context, self.entries, start);
    }

    /// Makes a pass over blocks of a colour.
    #[inline(always)]
    unsafe fn pass<const W: usize, L: Register<W>>(
        &self,
        token: L::Token,
        pass: Pass,
        colour: &Colour,
        range: Range<usize>,
    ) {
        let lanes = colour.entries.len() - (range.start - colour.blocks.start) * LANES;
        // SAFETY: the caller promises that no other thread uses these blocks, and nothing writes `flags` once blocks are
        // filled. The contacts of a colour share no movable body. What they share is read and not written:
        // immovable bodies, which stand on the A side of anchored blocks. Unused lanes write the padding slot, but
        // only the last block of a colour has any.
        let (part, states) = unsafe {
            let blocks = self.blocks.part_mut(range.clone());
            let flags = &self.flags.all()[range.clone()];
            let cold = self.cold.part_mut(range);
            (ColourPart { blocks, flags, cold, lanes }, self.states.states(self.in_team))
        };
        let inv_h = 1.0 / self.context.h;
        if colour.movable_a {
            part.run::<W, L, Movable>(token, states, pass, inv_h);
        } else {
            part.run::<W, L, Anchored>(token, states, pass, inv_h);
        }
    }

    /// Writes joint constraints into blocks of a colour.
    unsafe fn fill_joints(&self, colour: &JointColour, range: Range<usize>) {
        let filling = JointFilling {
            impulse_scale: self.context.filling.impulse_scale,
            h: self.context.h,
            at_once: colour.at_once,
        };
        let (entries, constraints) = (self.joint_entries, self.context.joints);
        let own = |block| colour.entries_of_block(entries, block);
        if colour.kind == JointKind::Point {
            // SAFETY: the caller promises that no other thread uses these blocks.
            let blocks = unsafe { self.points.part_mut(range.clone()) };
            let keeps = self.context.keeps_joints;
            for (index, block) in range.zip(blocks) {
                if !keeps || !filling.keep_points(block, own(index), constraints) {
                    filling.points(block, own(index), constraints);
                }
            }
        } else {
            // SAFETY: as above.
            let blocks = unsafe { self.scalars.part_mut(range.clone()) };
            for (index, block) in range.zip(blocks) {
                filling.scalars(block, own(index), constraints);
            }
        }
    }

    /// Runs work on joints of a colour.
    #[inline(always)]
    unsafe fn joints<const W: usize, L: Register<W>>(
        &self,
        token: L::Token,
        work: JointWork,
        colour: &JointColour,
        range: Range<usize>,
    ) {
        let lanes = colour.entries.len() - (range.start - colour.blocks.start) * LANES;
        // SAFETY: the caller promises that no other thread uses these blocks. The constraints of a colour share no
        // movable body, and immovable ones are not written.
        let (states, base) = unsafe { (self.states.states(self.in_team), self.base.all()) };
        let run = JointRun {
            base,
            work,
            kind: colour.kind,
            moves: colour.moves,
            at_once: colour.at_once,
            lanes,
            inv_h: 1.0 / self.context.h,
        };
        if colour.kind == JointKind::Point {
            // SAFETY: as above.
            run.points::<W, L>(token, states, unsafe { self.points.part_mut(range) });
        } else {
            // SAFETY: as above.
            run.scalars::<W, L>(token, states, unsafe { self.scalars.part_mut(range) });
        }
    }

    /// Runs work on these trees.
    unsafe fn trees(&self, work: JointWork, range: Range<usize>) {
        // SAFETY: the caller promises that no other thread uses these trees. No two have a movable body in common, and
        // immovable ones are not written. Blocks are only read in this phase.
        let (mut states, base, trees, blocks) = unsafe {
            let trees = self.tree_states.part_mut(range.clone());
            (
                self.states.states(self.in_team),
                self.base.all(),
                trees,
                (self.points.all(), self.scalars.all()),
            )
        };
        for (tree, state) in self.trees[range].iter().zip(trees) {
            match work {
                JointWork::TakeBack { whole } => state.take_back(tree, &mut states, base, whole),
                JointWork::Prepare { whole, correction } => {
                    let substep = Substep { whole, correction, h: self.context.h };
                    state.prepare(tree, &mut states, blocks, substep);
                }
                JointWork::Pass(JointPass::Forget) => {}
                JointWork::Pass(_) => state.solve(tree, &mut states, self.context.h),
            }
        }
    }

    /// Gives all copies of each hub the motion of the first, on which joints act.
    unsafe fn spread_hubs(&self) {
        for hub in self.hubs {
            // SAFETY: the caller promises that no other thread uses the bodies.
            let copies = unsafe { self.states.part_mut(hub.range()) };
            let first = copies[0];
            copies.fill(first);
        }
    }

    /// Averages the copies of each hub, after a pass.
    unsafe fn average_hubs(&self, pass: Pass) {
        for hub in self.hubs {
            // SAFETY: the caller promises that no other thread uses the bodies.
            average_copies(unsafe { self.states.part_mut(hub.range()) }, pass);
        }
    }

    /// Integrates the velocities or the positions of these bodies.
    #[inline(always)]
    unsafe fn move_bodies(&self, stage: Stage, range: Range<usize>) {
        // SAFETY: the caller promises that no other thread uses these bodies; forces are only read once bodies are
        // loaded.
        let (states, base, forces) = unsafe {
            let states = self.states.part_mut(range.clone());
            (states, self.base.part_mut(range.clone()), &self.forces.all()[range])
        };
        if let Stage::IntegrateVelocities { reuse } = stage {
            integrate_velocities(states, base, forces, reuse);
        } else {
            let StepContext { h, dt, max_speed, slowed, .. } = self.context;
            let count = integrate_positions(states, base, h, max_spin(dt), max_speed);
            if count > 0 {
                slowed.fetch_add(count, Ordering::Relaxed);
            }
        }
    }

    /// Removes the velocity in locked directions.
    unsafe fn hold_locked(&self) {
        // SAFETY: the caller promises that no other thread uses the bodies.
        let (states, base) = unsafe { (self.states.all_mut(), self.base.all_mut()) };
        hold(states, base, self.locked);
    }

    /// Lists the contacts that may bounce, once blocks are filled.
    unsafe fn collect_bounces(&self) {
        // SAFETY: the caller promises that no other thread uses bodies, blocks or the list.
        let (bounces, numbers, states, blocks) = unsafe {
            let (bounces, numbers) = (self.bounces.all_mut(), self.numbers.all_mut());
            (bounces, numbers, self.states.all(), self.blocks.all())
        };
        // SAFETY: as above.
        let batch = unsafe { self.batch() };
        if let [bounces, others @ ..] = bounces {
            bounces.collect(&batch, states, blocks, numbers);
            others.iter_mut().for_each(Bounces::clear);
            if self.in_team {
                bounces.deal(others);
            }
        }
    }

    /// The number of lists of contacts that may bounce.
    pub(crate) fn lists(&self) -> usize {
        if self.in_team { self.bounces.len() } else { 1 }
    }

    /// Lets contacts of these lists bounce that meet fast within the substep.
    unsafe fn bounce(&self, lists: Range<usize>) {
        // SAFETY: the caller promises that no other thread uses these lists. Nobody writes bodies and blocks in this
        // phase.
        let (bodies, blocks, lists, batch) = unsafe {
            let bodies = Bodies { states: self.states.all(), forces: self.forces.all() };
            (bodies, self.blocks.all(), self.bounces.part_mut(lists), self.batch())
        };
        for bounces in lists {
            bounces.bounce(bodies, blocks, &batch);
        }
    }

    /// Writes what has bounced.
    unsafe fn write_bounces(&self) {
        // SAFETY: the caller promises that no other thread uses any of the arrays.
        let (states, base, blocks, bounces) = unsafe {
            let (states, base) = (self.states.all_mut(), self.base.all_mut());
            (states, base, self.blocks.all_mut(), self.bounces.all_mut())
        };
        for bounces in bounces {
            bounces.write(states, base, blocks);
        }
    }

    /// The data of the batch that bounces read.
    unsafe fn batch(&self) -> Batch<'_> {
        let StepContext { contacts, joints, bodies, dt, params, .. } = self.context;
        let Self { colours, entries, hubs, locked, joint_colours, joint_entries, .. } = *self;
        // SAFETY: the caller promises that no other thread fills blocks.
        let flags = unsafe { self.flags.all() };
        Batch {
            colours,
            entries,
            flags,
            hubs,
            locked,
            joint_colours,
            joint_entries,
            contacts,
            joints,
            bodies,
            dt,
            params,
        }
    }
}
