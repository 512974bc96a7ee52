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
    copies: Batch,
}

impl UmbraBatch {
    /// The number of entries in an array of `count` for each copy.
    fn total(&self, count: usize) -> Result<usize, Fault> {
        let total = self.copies.len().checked_mul(count);
        total.ok_or_else(|| Fault::Value("count", format!("must not be {count}")))
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
        let copies = Batch::new(&start, copies);
        Ok(Some(Box::new(UmbraBatch { start, copies })))
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
    write(out, || Ok(given("batch", batch)?.copies.len()))
}

/// A copy, to be read or changed until the next call with this batch. It belongs to the batch: do
/// not free it. Null if there is no such copy.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_batch_scene(
    batch: Option<&mut UmbraBatch>,
    copy: usize,
) -> Option<&mut UmbraScene> {
    batch.and_then(|batch| batch.copies.scenes_mut().get_mut(copy)).map(UmbraScene::seen)
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
        let step = |_, scene: &mut Scene| (0..steps).try_for_each(|_| scene.step(dt));
        Ok(given("batch", batch)?.copies.each(step)?)
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
        let UmbraBatch { start, copies } = given("batch", batch)?;
        let which = if which.is_null() {
            &[][..]
        } else {
            // SAFETY: the caller's array, as the header demands.
            unsafe { input("which", which, copies.len())? }
        };
        copies.scenes_mut().par_iter_mut().enumerate().for_each(|(copy, scene)| {
            if which.get(copy).copied().unwrap_or(true) {
                scene.clone_from(start);
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
        let scenes = given("batch", batch)?.copies.scenes_mut();
        let count = scenes.len();
        if let Some(copy) = [from, to].into_iter().find(|copy| *copy >= count) {
            return Err(no_copy(copy, count));
        }
        // A copy of itself it is already.
        if let Ok([from, to]) = scenes.get_disjoint_mut([from, to]) {
            to.clone_from(from);
        }
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
        let out = unsafe { room("out", out, batch.copies.len())? };
        for (hash, place) in batch.copies.hashes().into_iter().zip(out) {
            place.write(hash);
        }
        Ok(())
    })
}
