//! The work of the solver on a batch, in order.
//!
//! A single thread does one work after the other, each on the whole of its range. A [team](super::team) cuts the ranges into chunks;
//! only the filling of all colours is one phase there. Results are identical.

use core::iter::once;
use core::ops::Range;

use crate::run::executor::Executor;
use crate::run::joint_passes::JointWork;
use crate::run::stage::{Pass, Stage};
use crate::structure::{Colour, JointColour};

/// Work on a range: of bodies, of the blocks of a colour, or of trees. What has to be done by one thread has a range of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work<'a> {
    LoadBodies,
    /// Writes nothing but blocks.
    FillBlocks(&'a Colour),
    FillJoints(&'a JointColour),
    CollectBounces,
    Bounce,
    Bodies(Stage),
    HoldLocked,
    Pass(Pass, &'a Colour),
    AverageHubs(Pass),
    Joints(JointWork, &'a JointColour),
    /// Work on trees from the first index to before the second.
    Trees(JointWork, [usize; 2]),
    SpreadHubs,
}

impl<'a> Executor<'a> {
    /// All work of a step.
    pub(crate) fn schedule(&self) -> impl Iterator<Item = Work<'a>> {
        let stages = self.context.stages.iter();
        once(Work::LoadBodies)
            .chain(self.colours.iter().map(Work::FillBlocks))
            .chain(self.joint_colours.iter().map(Work::FillJoints))
            .chain([Work::CollectBounces])
            .chain(stages.flat_map(|stage| self.work_of(*stage)))
    }

    fn work_of(&self, stage: Stage) -> impl Iterator<Item = Work<'a>> {
        let single = match stage {
            Stage::Bounce => [None, Some(Work::Bounce)],
            Stage::IntegrateVelocities { .. } => [None, Some(Work::Bodies(stage))],
            Stage::IntegratePositions => [Some(Work::HoldLocked), Some(Work::Bodies(stage))],
            Stage::PrepareJoints { .. } | Stage::Contacts { .. } => [None; 2],
        };
        let prepared = match stage {
            Stage::PrepareJoints { whole, correction } => Some((whole, correction)),
            _ => None,
        };
        let prepare = prepared.into_iter().flat_map(move |(whole, correction)| {
            let work = JointWork::Prepare { whole, correction };
            let trees = [0, self.trees.len()];
            once(Work::Trees(JointWork::TakeBack { whole }, trees))
                .chain(self.joint_colours.iter().map(move |colour| Work::Joints(work, colour)))
                .chain([Work::Trees(work, trees), Work::HoldLocked, Work::SpreadHubs])
        });
        single.into_iter().flatten().chain(prepare).chain(self.passes_of(stage))
    }

    /// The passes over joints and contacts that a stage repeats.
    fn passes_of(&self, stage: Stage) -> impl Iterator<Item = Work<'a>> {
        let passes = match stage {
            Stage::Contacts { pass, of, times, joints } => Some((pass, of, times, joints)),
            _ => None,
        };
        passes.into_iter().flat_map(move |(pass, of, times, joints)| {
            let (colours, light) = (self.loaded(of), self.light_trees());
            let rows = joints.filter(|_| self.has_rows(of)).map(JointWork::Pass);
            let heavy = joints.map(JointWork::Pass).filter(|_| light < self.trees.len());
            let idle = colours.is_empty() && rows.is_none();
            (0..if idle { 0 } else { times }).flat_map(move |_| {
                let joints = rows.into_iter().flat_map(move |work| {
                    // Joints that are solved at once belong to the trees.
                    let rows = self.joint_colours.iter().filter(|colour| !colour.at_once);
                    rows.map(move |colour| Work::Joints(work, colour))
                        .chain([Work::Trees(work, [0, light]), Work::SpreadHubs])
                });
                let contacts = colours.iter().map(move |colour| Work::Pass(pass, colour));
                let trees = heavy.into_iter().flat_map(move |work| {
                    [Work::Trees(work, [light, self.trees.len()]), Work::SpreadHubs]
                });
                joints.chain(contacts).chain([Work::AverageHubs(pass)]).chain(trees)
            })
        })
    }

    /// The whole range of a work.
    pub(crate) fn range(&self, work: Work<'_>) -> Range<usize> {
        let one_if = |condition: bool| 0..usize::from(condition);
        let has_hubs = !self.hubs.is_empty();
        match work {
            Work::LoadBodies | Work::Bodies(_) => 0..self.slots.len(),
            Work::FillBlocks(colour) | Work::Pass(_, colour) => colour.blocks.clone(),
            Work::FillJoints(colour) | Work::Joints(_, colour) => colour.blocks.clone(),
            Work::Trees(_, [first, end]) => first..end,
            Work::CollectBounces | Work::Bounce => 0..1,
            Work::HoldLocked => one_if(!self.locked.is_empty()),
            Work::AverageHubs(_) => one_if(has_hubs),
            Work::SpreadHubs => one_if(has_hubs && !self.joint_colours.is_empty()),
        }
    }
}
