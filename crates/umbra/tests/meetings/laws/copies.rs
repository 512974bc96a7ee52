//! A copy goes on as the original, and so does one in which all is made anew that follows from the
//! rest, and the same world on other threads and lanes.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use umbra::prelude::*;
use umbra_scenes::meetings::Filled;
use umbra_scenes::meetings::plan::Plan;

use super::Law;
use crate::watch::Run;

/// A copy made in the middle comes to the same bits.
#[derive(Default)]
pub struct Copies(Option<Filled>);

impl Law for Copies {
    fn name(&self) -> &'static str {
        "copies"
    }

    fn edited(&mut self, _: &Run<'_>) {
        // It was not done to the copy.
        self.0 = None;
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        if let Some(copy) = &mut self.0 {
            copy.step(run.plan.dt).unwrap();
            if copy.scene.state_hash() != run.scene().state_hash() {
                return Err("the copy goes another way".to_owned());
            }
        }
        // Some steps of each copy, from all stages of the world.
        match run.step % 25 {
            0 => {
                let mut copy = run.filled.clone();
                if run.step.is_multiple_of(50) {
                    copy.scene.rebuild_derived().map_err(|error| error.to_string())?;
                } else {
                    let mut saved = Snapshot::default();
                    copy.scene.save_into(&mut saved).map_err(|error| error.to_string())?;
                    (0..5).try_for_each(|_| copy.step(run.plan.dt)).unwrap();
                    copy.scene.restore(&saved).map_err(|error| error.to_string())?;
                    copy.guests.clone_from(&run.filled.guests);
                }
                self.0 = Some(copy);
            }
            7 => self.0 = None,
            _ => {}
        }
        Ok(())
    }
}

static POOL: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().unwrap());

/// The whole run again, on three threads and without lanes, comes to the same bits.
pub struct Threads;

/// The hash after all steps.
fn run(plan: &Plan) -> u64 {
    let mut filled = plan.fill().unwrap();
    let mut edits = plan.edits.iter().peekable();
    for step in 0..plan.steps {
        while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= step) {
            let _ = filled.edit(edit);
        }
        filled.step(plan.dt).unwrap();
    }
    filled.scene.state_hash()
}

impl Law for Threads {
    fn name(&self) -> &'static str {
        "threads"
    }

    fn after(&mut self, world: &Run<'_>) -> Result<(), String> {
        // It costs as much as all the rest of the world: one of eight.
        if !world.world.seed.is_multiple_of(8) {
            return Ok(());
        }
        let mut plan = world.plan.clone();
        plan.config.simd = SimdLevel::available().next();
        let hash = POOL.install(|| run(&plan));
        if hash == world.scene().state_hash() {
            Ok(())
        } else {
            Err("another way with other threads or lanes".to_owned())
        }
    }
}
