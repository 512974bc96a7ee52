//! The boxes in the order of their cells, edge by edge, as the comparison reads them.

use super::{FatBox, Sweep};
use crate::lanes::LANES;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

/// Boxes written in one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 1024;
/// Fewer boxes are written by one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 6_000;

/// Some of the boxes, side by side, and the parts of the columns that they fill.
struct Share<'a> {
    keys: &'a [u32],
    /// The place of the first.
    first: u32,
    edges: [&'a mut [Real]; 8],
    /// Filled with the places of boxes that are not what they were.
    changed: &'a mut [u32],
}

impl Sweep {
    /// Writes the columns in the order of the sorted keys, and lists what changed.
    pub(super) fn write_columns(&mut self, boxes: &[FatBox]) {
        let Self { keys, sorted_keys, edges, changed, .. } = self;
        let padded = keys.len() + LANES;
        edges.iter_mut().for_each(|column| column.resize(padded, 0.0));
        changed.resize(keys.len(), 0);
        let edges = edges.each_mut().map(|column| &mut column[..]);
        let whole = Share { keys: &sorted_keys[..keys.len()], first: 0, edges, changed };
        #[cfg(feature = "parallel")]
        if keys.len() >= LEAST_FOR_THREADS && rayon::current_num_threads() > 1 {
            let shares = whole.cut(BOXES_PER_TASK);
            let shares = shares.into_par_iter().with_max_len(1);
            let counts: Vec<usize> = shares.map(|share| share.write(boxes)).collect();
            let mut end = 0;
            for (count, first) in counts.into_iter().zip((0..).step_by(BOXES_PER_TASK)) {
                changed.copy_within(first..first + count, end);
                end += count;
            }
            return changed.truncate(end);
        }
        let count = whole.write(boxes);
        changed.truncate(count);
    }
}

impl<'a> Share<'a> {
    #[cfg(feature = "parallel")]
    fn cut(self, size: usize) -> Vec<Self> {
        let Self { keys, first, mut edges, mut changed } = self;
        let cut = |(keys, number): (&'a [u32], u32)| Share {
            keys,
            first: first + number * size as u32,
            edges: edges.each_mut().map(|column| take(column, keys.len())),
            changed: take(&mut changed, keys.len()),
        };
        keys.chunks(size).zip(0..).map(cut).collect()
    }

    /// Fills the share. How many of its boxes changed.
    fn write(self, boxes: &[FatBox]) -> usize {
        let Self { keys, first, edges, changed } = self;
        // Cut to one length where the compiler sees it: then it checks one index, not nine.
        let length = keys.len();
        let [x0, x1, y0, y1, old_x0, old_x1, old_y0, old_y1] = edges;
        let (x0, x1) = (&mut x0[..length], &mut x1[..length]);
        let (y0, y1) = (&mut y0[..length], &mut y1[..length]);
        let (old_x0, old_x1) = (&mut old_x0[..length], &mut old_x1[..length]);
        let (old_y0, old_y1) = (&mut old_y0[..length], &mut old_y1[..length]);
        let changed = &mut changed[..length];
        let mut count = 0;
        for (at, &key) in keys.iter().enumerate() {
            let FatBox { now: new, before: old } = &boxes[key as usize];
            (x0[at], x1[at]) = (new.min.x, new.max.x);
            (y0[at], y1[at]) = (new.min.y, new.max.y);
            (old_x0[at], old_x1[at]) = (old.min.x, old.max.x);
            (old_y0[at], old_y1[at]) = (old.min.y, old.max.y);
            changed[count.min(at)] = first + at as u32;
            // All four compared at once: which boxes changed is not to be guessed.
            let same = (new.min.x == old.min.x)
                & (new.min.y == old.min.y)
                & (new.max.x == old.max.x)
                & (new.max.y == old.max.y);
            count += usize::from(!same);
        }
        count
    }
}

/// Takes the first `count` off a slice.
#[cfg(feature = "parallel")]
fn take<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = core::mem::take(rest).split_at_mut(count);
    *rest = others;
    first
}
