//! Solves one large batch with several threads.
//!
//! The step is a list of *phases*; each is cut into independent *chunks*. Every member of the team
//! walks the same list, takes chunks, and goes on when all chunks of the phase are done. No member
//! waits for one that has not started: the first finishes alone if need be, and a latecomer finds
//! everything done.
//!
//! Each member has its own chunks of every phase, the same part of the blocks in all passes over
//! them, and helps with the chunks of others when its own are done. So blocks and the bodies near
//! them stay in the cache of one core.
//!
//! Results do not depend on which member takes which chunk, so they have the same bits for any
//! number of threads, and the same as those of one thread without a team.
#![allow(unsafe_code)]

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::lanes::{Job, Lanes};
use crate::run::executor::Executor;
use crate::run::joint_passes::JointWork;
use crate::run::stage::{Pass, Stage};
use crate::structure::{Colour, JointColour};

/// The number of blocks in a chunk: enough work to be worth an access to the counter, about 1 us.
/// During the last chunk of a phase the others are idle, so it should be small.
const CHUNK_BLOCKS: usize = 4;
/// The number of bodies in a chunk.
const CHUNK_BODIES: usize = 256;

/// The work of a phase, on all bodies or on all contacts of a colour.
#[derive(Clone, Copy, Debug)]
enum Work<'a> {
    LoadBodies,
    /// Fills blocks of all colours: that writes nothing but blocks.
    FillBlocks,
    CollectBounces,
    Bounce,
    Bodies(Stage),
    HoldLocked,
    Pass(Pass, &'a Colour),
    AverageHubs(Pass),
    FillJoints(&'a JointColour),
    Joints(JointWork, &'a JointColour),
    /// Work on trees from this index on, with one tree to a chunk.
    Trees(JointWork, usize),
    SpreadHubs,
}

/// A phase: its work, its number of chunks, and the number of those done.
struct Phase<'a> {
    work: Work<'a>,
    chunks: u32,
    done: AtomicU32,
}

/// A batch and the members that solve it.
pub(crate) struct Team<'a> {
    executor: Executor<'a>,
    /// The result of [`chunks_to_fill`].
    filled: Vec<(&'a Colour, usize)>,
    phases: Vec<Phase<'a>>,
    /// The maximum number of members.
    members: u32,
    /// Per member and phase: the number of its own chunks that have been taken.
    taken: Vec<AtomicU32>,
}

/// A member of the team, at work.
pub(crate) struct Member<'a, 'b> {
    pub(crate) team: &'b Team<'a>,
    /// The index of the member, counted from 0; each may exist at most once.
    pub(crate) index: u32,
}

/// The phases, in order.
fn phases<'a>(executor: &Executor<'a>, to_fill: usize) -> Vec<Phase<'a>> {
    let mut phases = vec![];
    let mut add = |work, chunks: usize| {
        if chunks > 0 {
            phases.push(Phase { work, chunks: chunks as u32, done: AtomicU32::new(0) });
        }
    };
    let body_chunks = executor.slots.len().div_ceil(CHUNK_BODIES);
    let one_if = |condition: bool| usize::from(condition);
    let spreads = !executor.hubs.is_empty() && !executor.joint_colours.is_empty();
    add(Work::LoadBodies, body_chunks);
    add(Work::FillBlocks, to_fill);
    for colour in executor.joint_colours {
        add(Work::FillJoints(colour), joint_chunks(colour));
    }
    add(Work::CollectBounces, 1);
    for &stage in executor.context.stages {
        match stage {
            Stage::Bounce => add(Work::Bounce, 1),
            Stage::IntegrateVelocities { .. } => add(Work::Bodies(stage), body_chunks),
            Stage::IntegratePositions => {
                add(Work::HoldLocked, one_if(!executor.locked.is_empty()));
                add(Work::Bodies(stage), body_chunks);
            }
            Stage::PrepareJoints { whole, correction } => {
                add(Work::Trees(JointWork::TakeBack { whole }, 0), executor.trees.len());
                for colour in executor.joint_colours {
                    let work = JointWork::Prepare { whole, correction };
                    add(Work::Joints(work, colour), joint_chunks(colour));
                }
                let work = JointWork::Prepare { whole, correction };
                add(Work::Trees(work, 0), executor.trees.len());
                add(Work::HoldLocked, one_if(!executor.locked.is_empty()));
                add(Work::SpreadHubs, one_if(spreads));
            }
            Stage::Contacts { pass, of, times, joints } => {
                let colours = executor.loaded(of);
                let light = executor.light_trees();
                let heavy = joints.filter(|_| light < executor.trees.len());
                let joints = joints.filter(|_| executor.has_rows(of));
                let idle = colours.is_empty() && joints.is_none();
                for _ in 0..if idle { 0 } else { times } {
                    if let Some(pass) = joints {
                        let rows = executor.joint_colours.iter().filter(|colour| !colour.at_once);
                        for colour in rows {
                            add(Work::Joints(JointWork::Pass(pass), colour), joint_chunks(colour));
                        }
                        add(Work::Trees(JointWork::Pass(pass), 0), light);
                        add(Work::SpreadHubs, one_if(spreads));
                    }
                    for colour in colours {
                        add(Work::Pass(pass, colour), chunks_of(colour));
                    }
                    add(Work::AverageHubs(pass), one_if(!executor.hubs.is_empty()));
                    if let Some(pass) = heavy {
                        let count = executor.trees.len() - light;
                        add(Work::Trees(JointWork::Pass(pass), light), count);
                        add(Work::SpreadHubs, one_if(spreads));
                    }
                }
            }
        }
    }
    phases
}

/// The colour and chunk of every chunk of blocks, first those of the first member in the passes
/// over them.
fn chunks_to_fill(colours: &[Colour], members: u32) -> Vec<(&Colour, usize)> {
    let mut chunks = vec![];
    for member in 0..members {
        for colour in colours {
            let own = own_chunks(chunks_of(colour) as u32, member, members);
            chunks.extend(own.map(|chunk| (colour, chunk as usize)));
        }
    }
    chunks
}

fn chunks_of(colour: &Colour) -> usize {
    colour.blocks.len().div_ceil(CHUNK_BLOCKS)
}

fn joint_chunks(colour: &JointColour) -> usize {
    colour.blocks.len().div_ceil(CHUNK_BLOCKS)
}

impl<'a> Team<'a> {
    pub(crate) fn new(executor: Executor<'a>, members: u32) -> Self {
        let executor = Executor { in_team: true, ..executor };
        let filled = chunks_to_fill(executor.colours, members);
        let phases = phases(&executor, filled.len());
        let mut taken = vec![];
        taken.resize_with(phases.len() * members as usize, || AtomicU32::new(0));
        Self { executor, filled, phases, members, taken }
    }

    /// Runs one chunk of a phase. Each chunk of each phase is run once, and no phase begins before
    /// the one before it is done: every promise below is based on that.
    #[inline(always)]
    fn chunk<const W: usize, L: Lanes<W>>(&self, token: L::Token, work: Work, chunk: usize) {
        let executor = &self.executor;
        let joints = |colour: &JointColour| chunk_range(colour.blocks.clone(), chunk, CHUNK_BLOCKS);
        let bodies = || chunk_range(0..executor.slots.len(), chunk, CHUNK_BODIES);
        let blocks =
            |colour: &Colour, chunk| chunk_range(colour.blocks.clone(), chunk, CHUNK_BLOCKS);
        // SAFETY: chunks of a phase are disjoint and each is done once, and phases follow one another. In the one
        // that fills blocks, every chunk of every colour is listed once, and colours have blocks of their own.
        unsafe {
            match work {
                Work::LoadBodies => executor.load_bodies(bodies()),
                Work::FillBlocks => {
                    let (colour, chunk) = self.filled[chunk];
                    executor.fill_blocks::<W, L>(token, colour, blocks(colour, chunk));
                }
                Work::CollectBounces => executor.collect_bounces(),
                Work::Bounce => executor.bounce(),
                Work::Bodies(stage) => executor.move_bodies(stage, bodies()),
                Work::HoldLocked => executor.hold_locked(),
                Work::Pass(pass, colour) => {
                    executor.pass::<W, L>(token, pass, colour, blocks(colour, chunk));
                }
                Work::AverageHubs(pass) => executor.average_hubs(pass),
                Work::FillJoints(colour) => executor.fill_joints(colour, joints(colour)),
                Work::Joints(work, colour) => {
                    executor.joints::<W, L>(token, work, colour, joints(colour));
                }
                Work::Trees(work, first) => {
                    executor.trees(work, first + chunk..first + chunk + 1);
                }
                Work::SpreadHubs => executor.spread_hubs(),
            }
        }
    }
}

impl Job for Member<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Lanes<W>>(self, token: L::Token) {
        let team = self.team;
        for (number, phase) in team.phases.iter().enumerate() {
            let mut done = 0;
            for ahead in 0..team.members {
                let member = (self.index + ahead) % team.members;
                let Range { start, end } = own_chunks(phase.chunks, member, team.members);
                let taken = &team.taken[member as usize * team.phases.len() + number];
                // Looking first leaves the counter in the cache of whose own_chunks it is.
                while start + taken.load(Ordering::Relaxed) < end {
                    let chunk = start + taken.fetch_add(1, Ordering::Relaxed);
                    if chunk >= end {
                        break;
                    }
                    team.chunk::<W, L>(token, phase.work, chunk as usize);
                    done += 1;
                }
            }
            if done > 0 {
                phase.done.fetch_add(done, Ordering::Release);
            }
            // What the others wrote in this phase is seen after this.
            let mut patience = 0_u32;
            while phase.done.load(Ordering::Acquire) < phase.chunks {
                patience += 1;
                // A member may have been put to sleep with a chunk in its hands.
                if patience.is_multiple_of(1024) {
                    std::thread::yield_now();
                } else {
                    core::hint::spin_loop();
                }
            }
        }
    }
}

/// The chunks of a phase that a member takes first.
fn own_chunks(chunks: u32, member: u32, members: u32) -> Range<u32> {
    let start = |member: u32| (chunks * member).div_ceil(members);
    start(member)..start(member + 1)
}

/// The range within `all` of the chunk with this index.
fn chunk_range(all: Range<usize>, chunk: usize, size: usize) -> Range<usize> {
    let start = all.start + chunk * size;
    start..all.end.min(start + size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::filling::Filling;
    use crate::kernel::bounce::BounceParams;
    use crate::lanes::{SimdLevel, dispatch};
    use crate::run::arrays::Arrays;
    use crate::run::executor::StepContext;
    use crate::run::stage::stages;
    use crate::{
        Body, ConstraintForm, Contact, ContactPoint, FIXED, Hold, JointConstraint, Motor, Softness,
        SolverConfig, Stiffness, Structure,
    };

    /// A pile of discs in a lattice, each touching its neighbours, above a kinematic floor: both
    /// kinds of blocks, bounces, cold blocks, locks and a hub.
    fn pile(columns: u32, layers: u32) -> (Vec<Body>, Vec<Contact>) {
        let mut bodies = vec![Body::default(); (columns * layers) as usize + 1];
        let (floor, mut contacts) = (columns * layers, vec![]);
        let mut touch = |a: u32, b: u32, normal: [f32; 2]| {
            let normal = umbra_geom::Vector::from(normal);
            let point = ContactPoint {
                anchor_a: normal * 0.5,
                anchor_b: normal * -0.5,
                separation: -0.01 * (a % 3) as f32,
                ..ContactPoint::default()
            };
            contacts.push(Contact {
                body_a: a,
                body_b: b,
                normal,
                point_count: 1,
                points: [point; 2],
                restitution: if a.is_multiple_of(4) { 0.5 } else { 0.0 },
                rolling_resistance: if b.is_multiple_of(5) { 0.1 } else { 0.0 },
                ..Contact::default()
            });
        };
        for layer in 0..layers {
            for column in 0..columns {
                let disc = layer * columns + column;
                let body = &mut bodies[disc as usize];
                (body.inv_mass, body.inv_inertia) = (1.0, 8.0);
                body.center = [column as f32, layer as f32].into();
                body.velocity = [(disc % 5) as f32 - 2.0, -((disc % 7) as f32)].into();
                body.locks.x = disc % 11 == 3;
                if column > 0 {
                    touch(disc - 1, disc, [1.0, 0.0]);
                }
                touch(if layer > 0 { disc - columns } else { floor }, disc, [0.0, 1.0]);
                // The first disc reaches far.
                if disc > 1 && disc < 30 {
                    touch(disc, 0, [-1.0, 0.0]);
                }
            }
        }
        bodies[floor as usize].velocity.x = 1.0;
        touch(FIXED, 1, [0.0, 1.0]);
        (bodies, contacts)
    }

    /// Chains through four layers, and motors on the lowest one. Few under Miri, which takes
    /// minutes for each.
    fn nets(columns: u32) -> Vec<JointConstraint> {
        let hold = Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE };
        let up = umbra_geom::Vector::new(0.0, 0.5);
        let mut joints = vec![];
        for column in 0..if cfg!(miri) { 2 } else { columns } {
            for layer in 1..4 {
                let (body_a, body_b) = (layer * columns + column, (layer + 1) * columns + column);
                joints.push(JointConstraint {
                    body_a,
                    body_b,
                    hold,
                    anchor_a: up,
                    anchor_b: -up,
                    between: 2.0 * up,
                    ..JointConstraint::default()
                });
            }
            let form = ConstraintForm::Angle {
                start: 0.0,
                ratios: [1.0; 2],
                lines: [umbra_geom::Vector::zeros(); 2],
            };
            let motor = Motor { speed: 3.0, max_force: 5.0 };
            let (body_a, body_b) = (FIXED, column);
            joints.push(JointConstraint {
                body_a,
                body_b,
                form,
                motor,
                ..JointConstraint::default()
            });
        }
        joints
    }

    /// One step by a team of `members`, or by one thread without a team.
    fn step(members: Option<usize>, config: &SolverConfig) -> Vec<Body> {
        let (mut bodies, contacts) = if cfg!(miri) { pile(10, 5) } else { pile(40, 20) };
        let mut structure = Structure::new();
        let joints = nets(if cfg!(miri) { 10 } else { 40 });
        structure.rebuild_with(&bodies, &contacts, &joints, crate::JointSolving::Trees).unwrap();
        assert!(structure.statistics().hubs > 0);
        let mut list = vec![];
        stages(config, 1.0 / 60.0, &mut list);
        let h = 1.0 / 60.0 / config.substeps as f32;
        let mut arrays = Arrays::default();
        arrays.make_room(&structure);
        let context = StepContext {
            stages: &list,
            bodies: &bodies,
            contacts: &contacts,
            joints: &joints,
            filling: Filling { impulse_scale: 1.0, bounce_speed: 0.0, reach: 1.0 },
            dt: 1.0 / 60.0,
            h,
            max_speed: 100.0,
            slowed: &AtomicU32::new(0),
            calm_speed: 1.0,
            params: BounceParams { h, threshold: 0.5 },
        };
        for task in arrays.tasks(&structure, context) {
            if let Some(members) = members {
                let team = &Team::new(task, members as u32);
                std::thread::scope(|scope| {
                    for index in 0..members as u32 {
                        scope.spawn(move || dispatch(SimdLevel::best(), Member { team, index }));
                    }
                });
            } else {
                dispatch(SimdLevel::best(), task);
            }
        }
        let bounds = crate::body::Bounds { speed: 400.0, spin: 94.0 };
        arrays.write_bodies(&structure, &mut bodies, &bounds, &mut vec![]);
        bodies
    }

    #[test]
    fn a_team_of_any_size_does_what_one_thread_does() {
        let projection = SolverConfig {
            substeps: 1,
            correction: crate::Correction::LINEAR_PROJECTION,
            ..SolverConfig::default()
        };
        let two = SolverConfig { substeps: 2, ..SolverConfig::default() };
        for config in [projection, two] {
            let expected = step(None, &config);
            for members in if cfg!(miri) { 2..3 } else { 1..5 } {
                assert!(step(Some(members), &config) == expected, "{members} members");
            }
        }
    }
}
