//! Solving one large batch with several threads.
//!
//! The step is a list of *phases*; each is cut into *blocks* that do not disturb one another. Every
//! member of the team walks the same list, takes blocks, and goes on when all blocks of the phase
//! are done. Nobody waits for a member that has not come: whoever starts finishes alone if need be,
//! and a latecomer finds everything done.
//!
//! Each member has a share of every phase, the same part of the rows in all passes over them, and
//! helps with the shares of others when its own is done. So rows and the bodies that lie near stay
//! in the cache of one core.
//!
//! What a phase computes does not depend on who takes which block, so the result has the same bits
//! for any number of threads, and the same as that of one thread without a team.
#![allow(unsafe_code)]

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;

use crate::BodyState;
use crate::batch::{BatchTask, EmptyRows, StepContext, SweepPart};
use crate::body::Drive;
use crate::bouncing::{bounce, collect_bounces};
use crate::kernel::blows::Blows;
use crate::kernel::bounce::{Bodies, Bounce, Times};
use crate::kernel::{Anchored, Movable};
use crate::lanes::{Half, Job, Lanes};
use crate::motion::{
    average_copies, hold, integrate_positions, integrate_velocities, load, max_spin,
};
use crate::row::{Approach, Extra, LANES, Rare, Row, Seat};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::structure::{Hub, Locked, Slot, Sweep};

/// How many rows a block has: enough work to be worth a turn at the counter, about 1 us. With the
/// last block of a phase there is nothing for the others to do, so it should be small.
const BLOCK_ROWS: usize = 4;
/// How many bodies a block has.
const BLOCK_BODIES: usize = 256;

/// One thing to do to all bodies or to all contacts of a colour.
#[derive(Clone, Copy, Debug)]
enum Work {
    LoadBodies,
    /// Lists the contacts that bounce.
    NoteBounces,
    /// Rows of all colours are filled: that writes nothing but rows.
    FillRows,
    Sweep {
        sweep: usize,
        stage: Stage,
    },
    Bodies(Stage),
    /// What one member does alone.
    Alone(Stage),
    /// Hubs are made one body again after a stage.
    Average(Stage),
}

/// A phase: what is done, in how many blocks, and how many of them are done.
struct Phase {
    work: Work,
    blocks: u32,
    done: AtomicU32,
}

/// A batch and those who solve it.
pub(crate) struct Team<'a> {
    context: StepContext<'a>,
    slots: &'a [Slot],
    hubs: &'a [Hub],
    locked: &'a [Locked],
    sweeps: &'a [Sweep],
    seats: &'a [Seat],
    states: Shared<'a, BodyState>,
    base: Shared<'a, Half>,
    drives: Shared<'a, Drive>,
    rows: Shared<'a, Row>,
    approach: Shared<'a, Approach>,
    extras: Shared<'a, Extra>,
    rare: Shared<'a, Rare>,
    /// Only phases of one block touch these: the lock is never contended.
    bounces: Mutex<(&'a mut Vec<Bounce>, &'a mut Blows, &'a mut [Times])>,
    /// What [`blocks_to_fill`] found.
    filled: Vec<(usize, usize)>,
    phases: Vec<Phase>,
    /// How many members there may be.
    members: u32,
    /// Per member and phase: how many blocks of its share have been taken.
    taken: Vec<AtomicU32>,
}

/// A member of the team, at work.
pub(crate) struct Member<'a, 'b> {
    pub(crate) team: &'b Team<'a>,
    /// Which of the members it is, counted from 0; each should be there at most once.
    pub(crate) index: u32,
}

/// What is done, in order.
fn phases(task: &BatchTask, to_fill: usize) -> Vec<Phase> {
    let mut phases = vec![];
    let mut add = |work, blocks: usize| {
        if blocks > 0 {
            phases.push(Phase { work, blocks: blocks as u32, done: AtomicU32::new(0) });
        }
    };
    let body_blocks = task.slots.len().div_ceil(BLOCK_BODIES);
    let one_if = |condition: bool| usize::from(condition);
    add(Work::LoadBodies, body_blocks);
    add(Work::FillRows, to_fill);
    add(Work::NoteBounces, 1);
    for &stage in task.context.stages {
        match stage {
            Stage::Bounce => add(Work::Alone(stage), 1),
            Stage::IntegrateVelocities { .. } => add(Work::Bodies(stage), body_blocks),
            Stage::IntegratePositions => {
                add(Work::Alone(stage), one_if(!task.locked.is_empty()));
                add(Work::Bodies(stage), body_blocks);
            }
            Stage::Forget
            | Stage::WarmStart
            | Stage::Push { .. }
            | Stage::Stop { .. }
            | Stage::Project(_) => {
                for (index, sweep) in task.sweeps.iter().enumerate() {
                    add(Work::Sweep { sweep: index, stage }, row_blocks(sweep));
                }
                add(Work::Average(stage), one_if(!task.hubs.is_empty()));
            }
        }
    }
    phases
}

/// The sweep and the block in it of every block of rows, those first that the first member has in the
/// passes over them.
fn blocks_to_fill(sweeps: &[Sweep], members: u32) -> Vec<(usize, usize)> {
    let mut blocks = vec![];
    for member in 0..members {
        for (index, sweep) in sweeps.iter().enumerate() {
            let own = share(row_blocks(sweep) as u32, member, members);
            blocks.extend(own.map(|block| (index, block as usize)));
        }
    }
    blocks
}

fn row_blocks(sweep: &Sweep) -> usize {
    sweep.rows.len().div_ceil(BLOCK_ROWS)
}

impl<'a> Team<'a> {
    #[allow(clippy::needless_pass_by_value)]
    pub(crate) fn new(task: BatchTask<'a>, members: u32) -> Self {
        let filled = blocks_to_fill(task.sweeps, members);
        let phases = phases(&task, filled.len());
        let mut taken = vec![];
        taken.resize_with(phases.len() * members as usize, || AtomicU32::new(0));
        Self {
            context: task.context,
            slots: task.slots,
            hubs: task.hubs,
            locked: task.locked,
            sweeps: task.sweeps,
            seats: task.seats,
            states: Shared::new(task.states),
            base: Shared::new(task.base),
            drives: Shared::new(task.drives),
            rows: Shared::new(task.rows),
            approach: Shared::new(task.approach),
            extras: Shared::new(task.extras),
            rare: Shared::new(task.rare),
            bounces: Mutex::new((task.bounces, task.blows, task.times)),
            filled,
            phases,
            members,
            taken,
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
                let Range { start, end } = share(phase.blocks, member, team.members);
                let taken = &team.taken[member as usize * team.phases.len() + number];
                // Looking first leaves the counter in the cache of whose share it is.
                while start + taken.load(Ordering::Relaxed) < end {
                    let block = start + taken.fetch_add(1, Ordering::Relaxed);
                    if block >= end {
                        break;
                    }
                    team.block::<W, L>(token, phase.work, block as usize);
                    done += 1;
                }
            }
            if done > 0 {
                phase.done.fetch_add(done, Ordering::Release);
            }
            // What the others wrote in this phase is seen after this.
            let mut patience = 0_u32;
            while phase.done.load(Ordering::Acquire) < phase.blocks {
                patience += 1;
                // A member may have been put to sleep with a block in its hands.
                if patience.is_multiple_of(1024) {
                    std::thread::yield_now();
                } else {
                    core::hint::spin_loop();
                }
            }
        }
    }
}

impl Team<'_> {
    /// Does one block of a phase. Each block of each phase is done once, and no phase begins
    /// before the one before it is done: every promise of exclusive access below rests on that.
    #[inline(always)]
    fn block<const W: usize, L: Lanes<W>>(&self, token: L::Token, work: Work, block: usize) {
        match work {
            Work::LoadBodies => self.load_bodies(block),
            Work::NoteBounces => self.note_bounces(),
            Work::FillRows => self.fill_rows::<W, L>(token, block),
            Work::Sweep { sweep, stage } => self.sweep::<W, L>(token, sweep, stage, block),
            Work::Bodies(stage) => self.move_bodies(stage, block),
            Work::Alone(stage) => self.alone::<W, L>(token, stage),
            Work::Average(stage) => {
                for hub in self.hubs {
                    // SAFETY: the phase has one block, so nobody else is at the bodies.
                    average_copies(unsafe { self.states.part_mut(hub.range()) }, stage);
                }
            }
        }
    }

    fn load_bodies(&self, block: usize) {
        let range = block_range(0..self.states.len(), block, BLOCK_BODIES);
        // SAFETY: blocks of bodies are disjoint.
        let states = unsafe { self.states.part_mut(range.clone()) };
        // SAFETY: as above.
        let drives = unsafe { self.drives.part_mut(range.clone()) };
        load(&self.slots[range], self.context.bodies, self.context.h, states, drives);
    }

    #[inline(always)]
    fn fill_rows<const W: usize, L: Lanes<W>>(&self, token: L::Token, block: usize) {
        let (sweep, block) = self.filled[block];
        let sweep = &self.sweeps[sweep];
        let range = block_range(sweep.rows.clone(), block, BLOCK_ROWS);
        // SAFETY: every block of every sweep is listed once, sweeps have rows of their own and
        // blocks of a sweep are disjoint, also in the arrays beside the rows.
        let rows = unsafe { self.rows.part_mut(range.clone()) };
        // SAFETY: as above.
        let approach = unsafe { self.approach.part_mut(range.clone()) };
        // SAFETY: as above.
        let rare = unsafe { self.rare.part_mut(range.clone()) };
        // SAFETY: as above.
        let extras = unsafe { self.extras.part_mut(range.clone()) };
        // SAFETY: while rows are filled, bodies are only read.
        let states = unsafe { self.states.all() };
        let part = EmptyRows { sweep, first: range.start, rows, approach, rare, extras };
        part.fill::<W, L>(token, self.context, self.seats, states);
    }

    /// Does to one block of a sweep what `stage` asks for.
    #[inline(always)]
    fn sweep<const W: usize, L: Lanes<W>>(
        &self,
        token: L::Token,
        sweep: usize,
        stage: Stage,
        block: usize,
    ) {
        let sweep = &self.sweeps[sweep];
        let range = block_range(sweep.rows.clone(), block, BLOCK_ROWS);
        let lanes = sweep.seats.len() - (range.start - sweep.rows.start) * LANES;
        // SAFETY: blocks of rows are disjoint.
        let rows = unsafe { self.rows.part_mut(range.clone()) };
        // SAFETY: nothing writes here once rows are filled.
        let rare = &unsafe { self.rare.all() }[range.clone()];
        // SAFETY: blocks of rows are disjoint.
        let extras = unsafe { self.extras.part_mut(range) };
        let part = SweepPart { rows, rare, extras, lanes };
        // SAFETY: the contacts of a sweep share no movable body. What they share is read
        // and not written: immovable bodies, which stand on the A side of anchored rows.
        // Unused lanes write the padding slot, but only the last row of a sweep has any.
        let states = unsafe { self.states.states() };
        let inv_h = 1.0 / self.context.h;
        if sweep.movable_a {
            part.run::<W, L, Movable>(token, states, stage, inv_h);
        } else {
            part.run::<W, L, Anchored>(token, states, stage, inv_h);
        }
    }

    /// Integrates the velocities or the positions of one block of bodies.
    #[inline(always)]
    fn move_bodies(&self, stage: Stage, block: usize) {
        let range = block_range(0..self.states.len(), block, BLOCK_BODIES);
        // SAFETY: blocks of bodies are disjoint.
        let states = unsafe { self.states.part_mut(range.clone()) };
        // SAFETY: as above.
        let base = unsafe { self.base.part_mut(range.clone()) };
        if let Stage::IntegrateVelocities { reuse } = stage {
            // SAFETY: drives are only read once bodies are loaded.
            let drives = unsafe { self.drives.all() };
            integrate_velocities(states, base, &drives[range], reuse);
        } else {
            let StepContext { h, dt, max_speed, .. } = self.context;
            integrate_positions(states, base, h, max_spin(dt), max_speed);
        }
    }

    /// Lists the contacts that bounce, in the order of a single thread.
    fn note_bounces(&self) {
        let Ok(mut bounces) = self.bounces.lock() else { return };
        // SAFETY: nothing writes here once rows are filled.
        let (rows, rare) = unsafe { (self.rows.all(), self.rare.all()) };
        let StepContext { contacts, bodies, .. } = self.context;
        collect_bounces(bounces.0, self.sweeps, self.seats, rows, rare, contacts, bodies);
    }

    #[inline(always)]
    fn alone<const W: usize, L: Lanes<W>>(&self, token: L::Token, stage: Stage) {
        let Ok(mut bounces) = self.bounces.lock() else { return };
        // SAFETY: the phase has one block, so nobody else is at any of the arrays.
        let states = unsafe { self.states.part_mut(0..self.states.len()) };
        // SAFETY: as above.
        let base = unsafe { self.base.part_mut(0..self.base.len()) };
        if stage == Stage::Bounce {
            // SAFETY: as above.
            let drives = unsafe { self.drives.all() };
            // SAFETY: as above.
            let rows = unsafe { self.rows.part_mut(0..self.rows.len()) };
            let (bounces, blows, times) = &mut *bounces;
            let bodies = Bodies { states, base, drives, times };
            bounce::<W, L>(token, bodies, rows, bounces, self.hubs, self.context.blow, blows);
        } else {
            hold(states, base, self.locked);
        }
    }
}

/// The blocks of a phase that a member takes first.
fn share(blocks: u32, member: u32, members: u32) -> Range<u32> {
    let start = |member: u32| (blocks * member).div_ceil(members);
    start(member)..start(member + 1)
}

/// The part of `all` that is the block of this number.
fn block_range(all: Range<usize>, block: usize, size: usize) -> Range<usize> {
    let start = all.start + block * size;
    start..all.end.min(start + size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::Arrays;
    use crate::filling::Filling;
    use crate::kernel::bounce::Blow;
    use crate::lanes::{SimdLevel, dispatch};
    use crate::stage::stages;
    use crate::{Body, Contact, ContactPoint, FIXED, SolverConfig, Structure};

    /// A heap of discs in a lattice, each touching its neighbours, above a kinematic floor: both
    /// kinds of rows, bounces, extras, locks and a hub.
    fn heap(columns: u32, rows: u32) -> (Vec<Body>, Vec<Contact>) {
        let mut bodies = vec![Body::default(); (columns * rows) as usize + 1];
        let (floor, mut contacts) = (columns * rows, vec![]);
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
        for row in 0..rows {
            for column in 0..columns {
                let disc = row * columns + column;
                let body = &mut bodies[disc as usize];
                (body.inv_mass, body.inv_inertia) = (1.0, 8.0);
                body.center = [column as f32, row as f32].into();
                body.velocity = [(disc % 5) as f32 - 2.0, -((disc % 7) as f32)].into();
                body.locks.x = disc % 11 == 3;
                if column > 0 {
                    touch(disc - 1, disc, [1.0, 0.0]);
                }
                touch(if row > 0 { disc - columns } else { floor }, disc, [0.0, 1.0]);
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

    /// One step by a team of so many, or by one thread without a team.
    fn step(members: Option<usize>, config: &SolverConfig) -> Vec<Body> {
        let (mut bodies, contacts) = if cfg!(miri) { heap(10, 5) } else { heap(40, 20) };
        let mut structure = Structure::new();
        structure.rebuild(&bodies, &contacts).unwrap();
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
            filling: Filling { impulse_scale: 1.0, bounce_speed: 0.0, stop_speed: 0.0 },
            dt: 1.0 / 60.0,
            h,
            max_speed: 100.0,
            blow: Blow { h, threshold: 0.5, propagating: true },
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
