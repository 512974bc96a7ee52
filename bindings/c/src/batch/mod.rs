//! Batches: many copies of a scene that step at the same time.
//!
//! Arrays have a part for each copy, in their order: element `copy * count + index`.

mod arrays;

pub use arrays::*;

use std::mem::MaybeUninit;

use rayon::prelude::*;
use umbra::prelude::*;

use crate::UmbraScene;
use crate::array::{input, room};
use crate::call::{given, run, value, write};
use crate::status::{Fault, UmbraStatus};

/// Copies of a scene. Opaque.
#[derive(Debug)]
pub struct UmbraBatch {
    start: Scene,
    scenes: Vec<UmbraScene>,
}

impl UmbraBatch {
    /// The number of entries in an array of `count` for each copy.
    fn total(&self, count: usize) -> Result<usize, Fault> {
        let total = self.scenes.len().checked_mul(count);
        total.ok_or_else(|| Fault::Value("count", format!("must not be {count}")))
    }

    fn scene(&self, copy: usize) -> Result<&UmbraScene, Fault> {
        self.scenes.get(copy).ok_or_else(|| no_copy(copy, self.scenes.len()))
    }
}

fn no_copy(copy: usize, count: usize) -> Fault {
    Fault::Value("copy", format!("must be less than {count}, but is {copy}"))
}

/// Makes `copies` copies of a scene. All have the same keys.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_new(
    scene: Option<&UmbraScene>,
    copies: usize,
    out: Option<&mut MaybeUninit<Option<Box<UmbraBatch>>>>,
) -> UmbraStatus {
    write(out, || {
        let start = given("scene", scene)?.0.clone();
        if copies == 0 || copies > 1 << 24 {
            let reason = format!("must be from 1 to {}, but is {copies}", 1 << 24);
            return Err(Fault::Value("copies", reason));
        }
        let scenes = (0..copies).into_par_iter().map(|_| UmbraScene(start.clone())).collect();
        Ok(Some(Box::new(UmbraBatch { start, scenes })))
    })
}

/// Frees a batch. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_free(batch: Option<Box<UmbraBatch>>) {
    value((), || drop(batch));
}

/// Number of copies.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_count(
    batch: Option<&UmbraBatch>,
    out: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    write(out, || Ok(given("batch", batch)?.scenes.len()))
}

/// A copy, to be read or changed until the next call with this batch. It belongs to the batch: do
/// not free it. Null if there is no such copy.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_scene(
    batch: Option<&mut UmbraBatch>,
    copy: usize,
) -> Option<&mut UmbraScene> {
    batch.and_then(|batch| batch.scenes.get_mut(copy))
}

/// Advances each copy by `steps` steps of `dt` seconds, on all threads. Results do not depend on
/// the number of threads.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_step(
    batch: Option<&mut UmbraBatch>,
    dt: f32,
    steps: u32,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // What a step refuses, the first copy refuses before any is changed.
        umbra::geom::limits::range("dt", dt, 0.0, umbra::geom::limits::LONGEST_STEP)?;
        let step = |scene: &mut UmbraScene| (0..steps).try_for_each(|_| scene.0.step(dt));
        Ok(batch.scenes.par_iter_mut().try_for_each(step)?)
    })
}

/// Makes some copies what the batch began with, in the memory that they have. `which` has a value
/// for each copy, or is null for all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_reset(
    batch: Option<&mut UmbraBatch>,
    which: *const bool,
) -> UmbraStatus {
    run(|| {
        let UmbraBatch { start, scenes } = given("batch", batch)?;
        let which = if which.is_null() {
            &[][..]
        } else {
            // SAFETY: the caller's array, as the header demands.
            unsafe { input("which", which, scenes.len())? }
        };
        scenes.par_iter_mut().enumerate().for_each(|(copy, scene)| {
            if which.get(copy).copied().unwrap_or(true) {
                scene.0.clone_from(start);
            }
        });
        Ok(())
    })
}

/// Makes a scene what copies are reset to. Copies stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_set_start(
    batch: Option<&mut UmbraBatch>,
    scene: Option<&UmbraScene>,
) -> UmbraStatus {
    run(|| {
        given("batch", batch)?.start.clone_from(&given("scene", scene)?.0);
        Ok(())
    })
}

/// Makes one copy a copy of another one.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_copy(
    batch: Option<&mut UmbraBatch>,
    from: usize,
    to: usize,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        if from == to {
            return batch.scene(to).map(|_| ());
        }
        let count = batch.scenes.len();
        let [from, to] = batch
            .scenes
            .get_disjoint_mut([from, to])
            .map_err(|_| no_copy(if from < count { to } else { from }, count))?;
        to.0.clone_from(&from.0);
        Ok(())
    })
}

/// State hash of each copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_batch_state_hashes(
    batch: Option<&UmbraBatch>,
    out: *mut u64,
) -> UmbraStatus {
    run(|| {
        let batch = given("batch", batch)?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, batch.scenes.len())? };
        batch.scenes.par_iter().zip(out).for_each(|(scene, place)| {
            place.write(scene.0.state_hash());
        });
        Ok(())
    })
}
