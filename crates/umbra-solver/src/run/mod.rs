//! A step of all batches, on one thread or on those of the current rayon pool.
//!
//! - `mod.rs`: hands out batches;
//! - `arrays.rs`: the arrays in which a step is computed;
//! - `stage.rs`: the stages of a step, as data;
//! - `schedule.rs`: the work of these stages on a batch, in order;
//! - `executor.rs`: does it; `team.rs`: by several threads; `squeeze.rs`: impulses to start from
//!   under heavy loads;
//! - `passes.rs`, `joint_passes.rs`: passes over the contacts or joints of a colour; `motion.rs`:
//!   over bodies.

pub(crate) mod arrays;
pub(crate) mod executor;
pub(crate) mod joint_passes;
pub(crate) mod motion;
pub(crate) mod passes;
mod schedule;
mod squeeze;
pub(crate) mod stage;
#[cfg(feature = "parallel")]
mod team;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use self::executor::Executor;
#[cfg(feature = "parallel")]
use self::team::{Member, Team};
use umbra_lanes::{SimdLevel, dispatch};

/// A batch with this many contacts and joint constraints or more is solved by several threads.
const TEAM: usize = 1536;
/// With fewer contacts, joint constraints and bodies than this, one thread is done before another
/// has started.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 2048;
/// The least number of contacts or bodies that a thread writes back.
#[cfg(feature = "parallel")]
const WRITE: usize = 1024;

/// A batch of up to so many contacts and joint constraints, some of them of joints, is solved one
/// by one: joints keep few lanes busy, and gathering the others costs more than it saves. A lander
/// with two hinged legs takes 16 us with one lane and 24 us with sixteen.
const FEW_WITH_JOINTS: usize = 12;

/// The registers in which batches are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers {
    pub(crate) level: SimdLevel,
    /// True if batches with little work may use fewer lanes. Results are the same.
    pub(crate) adapts: bool,
}

/// The number of contacts and joint constraints of a batch.
fn size_of(task: &Executor<'_>) -> usize {
    task.contacts + task.joint_entries.len()
}

impl Registers {
    fn fitting(self, task: &Executor<'_>) -> SimdLevel {
        let few = !task.joint_entries.is_empty() && size_of(task) <= FEW_WITH_JOINTS;
        if self.adapts && few { SimdLevel::Scalar } else { self.level }
    }
}

/// Solves all batches, each by one thread, and large ones by all threads together.
///
/// `size` is the number of contacts, joint constraints and bodies in all of them.
pub(crate) fn run<'a>(
    registers: Registers,
    #[cfg_attr(not(feature = "parallel"), allow(unused_variables))] size: usize,
    tasks: impl Iterator<Item = Executor<'a>>,
) {
    #[cfg(feature = "parallel")]
    if size >= WORTH_SHARING && umbra_lanes::threads::count() > 1 {
        let members = umbra_lanes::threads::count() as u32;
        let (large, small): (Vec<_>, Vec<_>) = tasks.partition(|task| size_of(task) >= TEAM);
        let teams: Vec<_> = large.into_iter().map(|task| Team::new(task, members)).collect();
        let join = |index| {
            teams.iter().for_each(|team| dispatch(registers.level, Member { team, index }));
        };
        rayon::scope(|scope| {
            // Helpers first: idle threads join the teams in their order.
            for index in 1..if teams.is_empty() { 1 } else { members } {
                scope.spawn(move |_| join(index));
            }
            join(0);
            if let [_, _, ..] = small[..] {
                small
                    .into_par_iter()
                    .with_max_len(1)
                    .for_each(|task| dispatch(registers.fitting(&task), task));
            } else {
                small.into_iter().for_each(|task| dispatch(registers.fitting(&task), task));
            }
        });
        return;
    }
    for task in tasks {
        dispatch(registers.fitting(&task), task);
    }
}

/// Calls a function for each pair of two slices, with several threads if that pays.
pub(crate) fn for_each<T: Send, U: Sync>(
    to: &mut [T],
    from: &[U],
    work: impl Fn((&mut T, &U)) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if to.len() >= 2 * WRITE && umbra_lanes::threads::count() > 1 {
        let pairs = to.par_iter_mut().zip(from);
        pairs.with_min_len(WRITE / 2).with_max_len(WRITE).for_each(work);
        return;
    }
    to.iter_mut().zip(from).for_each(work);
}
