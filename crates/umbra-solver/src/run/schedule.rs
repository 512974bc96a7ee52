//! The work of the solver on a batch, in order.
//!
//! A single thread does one work after the other, each on the whole of its range. A
//! [team](super::team) cuts the ranges into chunks; only the filling of all colours is one phase
//! there. Results are identical.

use core::iter::once;
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
    Bounce,
    Bodies(Stage),
    HoldLocked,
    Pass(Pass, &'a Colour),
    AverageHubs(Pass),
    Joints(JointWork, &'a JointColour),
    /// Work on trees from the first index to before the second.
    Trees(JointWork, [usize; 2]),
    SpreadHubs,
    /// The passes from here to the next [`Work::Again`] come so many times.
    Repeat(u32),
    Again,
}

/// The number of works that are listed, in all stages together.
const LISTED: usize = 96;
/// The number of different stages that are listed.
const STAGES: usize = 16;

/// The form in which equal passes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    /// The first of them, between [`Work::Repeat`] and [`Work::Again`].
    Once,
    All,
}

/// The work of each different stage. Substeps are alike, and for a few bodies finding out what
/// there is to do takes as long as doing it.
#[derive(Default)]
pub(crate) struct Agenda<'a> {
    /// The end of the part of the list before the first stage, then of that of each kind of stage.
    ends: ArrayVec<u32, STAGES>,
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
                agenda.list(executor, executor.work_of(*stage, Passes::Once))?;
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
    /// The work of a pass that is done again, and how many times it will be.
    again: slice::Iter<'b, (Work<'a>, Range<usize>)>,
    times: u32,
    found: F,
}

impl<'a, F: Iterator<Item = (Work<'a>, Range<usize>)>> Iterator for Queue<'a, '_, F> {
    type Item = (Work<'a>, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(agenda) = self.agenda else { return self.found.next() };
        loop {
            match self.listed.next() {
                None => self.listed = agenda.work_of(*self.kinds.next()?).iter(),
                Some((Work::Repeat(times), _)) => {
                    (self.again, self.times) = (self.listed.clone(), times - 1);
                }
                Some((Work::Again, _)) if self.times == 0 => {}
                Some((Work::Again, _)) => {
                    self.listed = self.again.clone();
                    self.times -= 1;
                }
                Some((work, range)) => return Some((*work, range.clone())),
            }
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
        let stages = stages.iter().flat_map(|stage| self.work_of(*stage, Passes::All));
        let found = self.opening().chain(stages);
        let found = found.map(|work| (work, self.range(work)));
        Queue {
            agenda,
            kinds: kinds.iter(),
            listed: agenda.map_or(&[][..], Agenda::opening).iter(),
            again: [].iter(),
            times: 0,
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

    /// The work of a stage: the same for equal stages of a step.
    fn work_of(&self, stage: Stage, listed: Passes) -> impl Iterator<Item = Work<'a>> {
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
        single.into_iter().flatten().chain(prepare).chain(self.passes_of(stage, listed))
    }

    /// The passes over joints and contacts that a stage repeats.
    fn passes_of(&self, stage: Stage, listed: Passes) -> impl Iterator<Item = Work<'a>> {
        let passes = match stage {
            Stage::Contacts { pass, of, times, joints } => Some((pass, of, times, joints)),
            _ => None,
        };
        passes.into_iter().flat_map(move |(pass, of, times, joints)| {
            let (colours, light) = (self.loaded(of), self.light_trees());
            let rows = joints.filter(|_| self.has_rows(of)).map(JointWork::Pass);
            let heavy = joints.map(JointWork::Pass).filter(|_| light < self.trees.len());
            let idle = colours.is_empty() && rows.is_none();
            let times = if idle { 0 } else { times };
            let folds = listed == Passes::Once && times > 1;
            let mark = move |work| Some(work).filter(|_| folds);
            let passes = (0..if folds { 1 } else { times }).flat_map(move |_| {
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
            });
            mark(Work::Repeat(times)).into_iter().chain(passes).chain(mark(Work::Again))
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
            Work::CollectBounces | Work::Bounce | Work::Repeat(_) | Work::Again => 0..1,
            Work::HoldLocked => one_if(!self.locked.is_empty()),
            Work::AverageHubs(_) => one_if(has_hubs),
            Work::SpreadHubs => one_if(has_hubs && !self.joint_colours.is_empty()),
        }
    }
}
