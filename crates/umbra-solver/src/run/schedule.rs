//! The work of the solver on a batch, in order.
//!
//! A single thread does one work after the other, each on the whole of its range. A
//! [team](super::team) cuts the ranges into chunks; only the filling of all colours is one phase
//! there. Results are identical.

use core::iter::{once, repeat_n};
use core::ops::Range;
use core::slice;

use arrayvec::ArrayVec;

use crate::run::executor::{Executor, StepContext};
use crate::run::joint_passes::JointWork;
use crate::run::stage::{Pass, Stage};
use crate::structure::{Colour, JointColour};

/// Work on a range: of bodies, of the blocks of a colour, or of trees. What has to be done by one
/// thread has a range of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work<'a> {
    LoadBodies,
    /// Writes nothing but blocks.
    FillBlocks(&'a Colour),
    FillJoints(&'a JointColour),
    CollectBounces,
    /// Writes nothing but lists of bounces.
    Bounce,
    WriteBounces,
    Bodies(Stage),
    HoldLocked,
    Pass(Pass, &'a Colour),
    AverageHubs(Pass),
    Joints(JointWork, &'a JointColour),
    /// Work on trees from the first index to before the second.
    Trees(JointWork, [usize; 2]),
    SpreadHubs,
}

/// The number of works that are listed, in all stages together.
const LISTED: usize = 128;
/// The number of different stages that are listed.
const STAGES: usize = 16;

/// The work of each different stage. Substeps are alike, and for a few bodies finding out what
/// there is to do takes as long as doing it.
#[derive(Default)]
pub(crate) struct Agenda<'a> {
    /// The end of the part of the list before the first stage, then of that of each kind of stage.
    ends: ArrayVec<u32, STAGES>,
    /// The number of times that the work of each kind is done.
    times: ArrayVec<u32, STAGES>,
    works: ArrayVec<(Work<'a>, Range<usize>), LISTED>,
}

impl<'a> Agenda<'a> {
    /// Lists the work of all stages; `None` if there is too much, so that listing it pays no more.
    pub(crate) fn new(executor: &Executor<'a>) -> Option<Self> {
        let mut agenda = Self::default();
        agenda.list(executor, executor.opening())?;
        let StepContext { stages, kinds, .. } = executor.context;
        for (stage, kind) in stages.iter().zip(kinds) {
            if usize::from(*kind) + 1 == agenda.ends.len() {
                agenda.list(executor, executor.work_of(*stage))?;
                // Nothing to do need not be done again.
                let any = !agenda.work_of(*kind).is_empty();
                agenda.times.try_push(if any { stage.times() } else { 0 }).ok()?;
            }
        }
        Some(agenda)
    }

    /// Lists work that there is.
    fn list(
        &mut self,
        executor: &Executor<'a>,
        works: impl Iterator<Item = Work<'a>>,
    ) -> Option<()> {
        for work in works {
            let range = executor.range(work);
            if !range.is_empty() {
                self.works.try_push((work, range)).ok()?;
            }
        }
        self.ends.try_push(self.works.len() as u32).ok()
    }

    fn opening(&self) -> &[(Work<'a>, Range<usize>)] {
        &self.works[..self.ends[0] as usize]
    }

    /// The work of a kind of stage.
    fn work_of(&self, kind: u8) -> &[(Work<'a>, Range<usize>)] {
        let [first, end] = [0, 1].map(|more| self.ends[usize::from(kind) + more] as usize);
        &self.works[first..end]
    }
}

/// All work of a step in its order, from an agenda, or else from an iterator that finds it.
struct Queue<'a, 'b, F> {
    agenda: Option<&'b Agenda<'a>>,
    kinds: slice::Iter<'b, u8>,
    listed: slice::Iter<'b, (Work<'a>, Range<usize>)>,
    /// The work of the stage, and the number of times that it is done again.
    of_stage: &'b [(Work<'a>, Range<usize>)],
    again: u32,
    found: F,
}

impl<'a, F: Iterator<Item = (Work<'a>, Range<usize>)>> Iterator for Queue<'a, '_, F> {
    type Item = (Work<'a>, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(agenda) = self.agenda else { return self.found.next() };
        loop {
            if let Some((work, range)) = self.listed.next() {
                return Some((*work, range.clone()));
            }
            while self.again == 0 {
                let kind = *self.kinds.next()?;
                (self.of_stage, self.again) =
                    (agenda.work_of(kind), agenda.times[usize::from(kind)]);
            }
            self.again -= 1;
            self.listed = self.of_stage.iter();
        }
    }
}

impl<'a> Executor<'a> {
    /// All work of a step with its ranges, from the agenda if there is one.
    #[inline(always)]
    pub(crate) fn work<'b>(
        &'b self,
        agenda: Option<&'b Agenda<'a>>,
    ) -> impl Iterator<Item = (Work<'a>, Range<usize>)> + use<'a, 'b> {
        let StepContext { stages, kinds, .. } = self.context;
        let passes = stages.iter().flat_map(|stage| repeat_n(*stage, stage.times() as usize));
        let found = self.opening().chain(passes.flat_map(|stage| self.work_of(stage)));
        let found = found.map(|work| (work, self.range(work)));
        Queue {
            agenda,
            kinds: kinds.iter(),
            listed: agenda.map_or(&[][..], Agenda::opening).iter(),
            of_stage: &[],
            again: 0,
            found: found.filter(|(_, range)| !range.is_empty()),
        }
    }

    /// The work before the first stage.
    fn opening(&self) -> impl Iterator<Item = Work<'a>> {
        once(Work::LoadBodies)
            .chain(self.colours.iter().map(Work::FillBlocks))
            .chain(self.joint_colours.iter().map(Work::FillJoints))
            .chain([Work::CollectBounces])
    }

    /// The work of a stage, of which it may do the same [several times](Stage::times): the same for
    /// equal stages of a step.
    fn work_of(&self, stage: Stage) -> impl Iterator<Item = Work<'a>> {
        let single = match stage {
            Stage::Bounce => [Some(Work::Bounce), Some(Work::WriteBounces)],
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
        single.into_iter().flatten().chain(prepare).chain(self.pass_of(stage))
    }

    /// A pass of a stage over joints and contacts.
    fn pass_of(&self, stage: Stage) -> impl Iterator<Item = Work<'a>> {
        let pass = match stage {
            Stage::Contacts { pass, of, joints, .. } => Some((pass, of, joints)),
            _ => None,
        };
        pass.into_iter().flat_map(move |(pass, of, joints)| {
            let (colours, light) = (self.loaded(of), self.light_trees());
            let rows = joints.filter(|_| self.has_rows(of)).map(JointWork::Pass);
            let idle = colours.is_empty() && rows.is_none();
            let heavy = joints.map(JointWork::Pass);
            let heavy = heavy.filter(|_| !idle && light < self.trees.len());
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
            let hubs = Some(Work::AverageHubs(pass)).filter(|_| !idle);
            joints.chain(contacts).chain(hubs).chain(trees)
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
            Work::CollectBounces | Work::WriteBounces => 0..1,
            Work::Bounce => 0..self.lists(),
            Work::HoldLocked => one_if(!self.locked.is_empty()),
            Work::AverageHubs(_) => one_if(has_hubs),
            Work::SpreadHubs => one_if(has_hubs && !self.joint_colours.is_empty()),
        }
    }
}
