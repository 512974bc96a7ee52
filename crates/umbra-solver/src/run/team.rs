//! Solves one large batch with several threads.
//!
//! The step is a list of *phases*; each is cut into independent *chunks*. Every member of the team
//! walks the same list, takes chunks, and goes on when all chunks of the phase are done. No member
//! waits for one that has not started: the first finishes alone if need be, and a latecomer finds
//! everything done.
//!
//! Each member has its own chunks of every phase, the same part of the blocks in all passes over
//! them. So blocks and the bodies near them stay in the cache of one core. It helps with the chunks
//! of others only when these are late: they have not come yet, or sleep.
//!
//! Results do not depend on which member takes which chunk, so they have the same bits for any
//! number of threads, and the same as those of one thread without a team.
#![allow(unsafe_code)]

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::run::executor::Executor;
use crate::run::schedule::Work;
use crate::structure::Colour;
use umbra_lanes::{Job, Register};

/// The number of blocks in a chunk: enough work to be worth an access to the counter, about 1 us.
/// During the last chunk of a phase the others are idle, so it should be small.
const CHUNK_BLOCKS: usize = 4;
/// The number of bodies in a chunk.
const CHUNK_BODIES: usize = 256;
/// The number of looks after which others are late: some 3 us.
const PATIENCE: u32 = 128;

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

/// The phases, in order. Blocks of all colours are filled in one.
fn phases<'a>(executor: &Executor<'a>, to_fill: usize) -> Vec<Phase<'a>> {
    let mut fills = false;
    let phase = |(work, range): (Work<'a>, Range<usize>)| {
        let chunks = match work {
            Work::FillBlocks(_) if core::mem::replace(&mut fills, true) => 0,
            Work::FillBlocks(_) => to_fill,
            _ => range.len().div_ceil(chunk_size(work)),
        };
        (chunks > 0).then(|| Phase { work, chunks: chunks as u32, done: AtomicU32::new(0) })
    };
    executor.work(None).filter_map(phase).collect()
}

/// The number of bodies, blocks or trees in a chunk.
fn chunk_size(work: Work<'_>) -> usize {
    match work {
        Work::LoadBodies | Work::Bodies(_) => CHUNK_BODIES,
        Work::Trees(..) | Work::Bounce => 1,
        _ => CHUNK_BLOCKS,
    }
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

impl<'a> Team<'a> {
    pub(crate) fn new(executor: Executor<'a>, members: u32) -> Self {
        let executor = Executor { in_team: true, ..executor };
        let filled = chunks_to_fill(executor.colours, members);
        let phases = phases(&executor, filled.len());
        let mut taken = vec![];
        taken.resize_with(phases.len() * members as usize, || AtomicU32::new(0));
        Self { executor, filled, phases, members, taken }
    }

    /// Does what is left of a member's own chunks of a phase. Returns false if none of them had
    /// been taken.
    #[inline(always)]
    fn take_chunks_of<const W: usize, L: Register<W>>(
        &self,
        token: L::Token,
        number: usize,
        member: u32,
    ) -> bool {
        let phase = &self.phases[number];
        let Range { start, end } = own_chunks(phase.chunks, member, self.members);
        let taken = &self.taken[member as usize * self.phases.len() + number];
        let (mut done, begun) = (0, start == end || taken.load(Ordering::Relaxed) > 0);
        // Looking first leaves the counter in the cache of whose chunks these are.
        while start + taken.load(Ordering::Relaxed) < end {
            let chunk = start + taken.fetch_add(1, Ordering::Relaxed);
            if chunk >= end {
                break;
            }
            self.chunk::<W, L>(token, phase.work, chunk as usize);
            done += 1;
        }
        if done > 0 {
            phase.done.fetch_add(done, Ordering::Release);
        }
        begun
    }

    /// Runs one chunk of a phase. Each chunk of each phase is run once, and no phase begins before
    /// the one before it is done: every promise below is based on that.
    #[inline(always)]
    fn chunk<const W: usize, L: Register<W>>(&self, token: L::Token, work: Work, chunk: usize) {
        let (work, chunk) = match work {
            Work::FillBlocks(_) => {
                let (colour, chunk) = self.filled[chunk];
                (Work::FillBlocks(colour), chunk)
            }
            _ => (work, chunk),
        };
        let range = chunk_range(self.executor.range(work), chunk, chunk_size(work));
        // SAFETY: chunks of a phase are disjoint and each is done once, and phases follow one another. In the one
        // that fills blocks, every chunk of every colour is listed once, and colours have blocks of their own.
        unsafe { self.executor.part::<W, L>(token, work, range) };
    }
}

impl Phase<'_> {
    /// True if all chunks are done. What others wrote in them is seen after that.
    fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire) >= self.chunks
    }

    /// Waits until all chunks are done, for so many looks at most. Returns whether they are.
    fn wait(&self, looks: u32) -> bool {
        for _ in 0..looks {
            if self.is_done() {
                return true;
            }
            core::hint::spin_loop();
        }
        self.is_done()
    }
}

impl Job for Member<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) {
        let Self { team, index } = self;
        // True if a member had not even begun when all else was done: it may be a while until it comes.
        let mut any_missing = false;
        for (number, phase) in team.phases.iter().enumerate() {
            team.take_chunks_of::<W, L>(token, number, index);
            if !any_missing && phase.wait(PATIENCE) {
                continue;
            }
            any_missing = false;
            for ahead in 1..team.members {
                let member = (index + ahead) % team.members;
                any_missing |= !team.take_chunks_of::<W, L>(token, number, member);
            }
            // A member may have been put to sleep with a chunk in its hands.
            while !phase.wait(1024) {
                std::thread::yield_now();
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
#[path = "../../tests/unit/run_team.rs"]
mod tests;
