//! The boxes in the order of their cells, edge by edge, as the comparison reads them.

use super::{FatBox, Sweep};
use crate::lanes::{LANES, Lanes, with_lanes};
use fearless_simd::Level;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

/// Boxes written in one task.
#[cfg(feature = "parallel")]
const BOXES_PER_TASK: usize = 1024;
/// Fewer boxes are written by one thread: to wake another takes 20 us.
#[cfg(feature = "parallel")]
const LEAST_FOR_THREADS: usize = 6_000;

/// Some of the boxes, side by side, four by four, and the parts of the columns that they fill.
struct Share<'a> {
    keys: &'a [[u32; 4]],
    /// The place of the first.
    first: u32,
    edges: [&'a mut [[Real; 4]]; 8],
    /// Filled with the places of boxes that are not what they were.
    changed: &'a mut [u32],
}

impl Sweep {
    /// Writes the columns in the order of the sorted keys, and lists what changed.
    pub(super) fn write_columns(&mut self, level: Level, boxes: &[FatBox]) {
        let Self { keys, sorted_keys, edges, changed, .. } = self;
        let padded = keys.len() + LANES;
        edges.iter_mut().for_each(|column| column.resize(padded, 0.0));
        // The last four are filled up with any box.
        sorted_keys[keys.len()..].fill(0);
        let fours = keys.len().div_ceil(4);
        changed.resize(4 * fours, 0);
        let edges = edges.each_mut().map(|column| &mut column.as_chunks_mut().0[..fours]);
        let whole = Share { keys: &sorted_keys.as_chunks().0[..fours], first: 0, edges, changed };
        let count = whole.write_all(level, boxes);
        // What lies behind the last box overlaps nothing.
        for (column, nowhere) in self.edges.iter_mut().zip([1.0, -1.0, 1.0, -1.0]) {
            column[keys.len()..].fill(nowhere * Real::INFINITY);
        }
        changed.truncate(count);
        while changed.last().is_some_and(|place| *place as usize >= keys.len()) {
            changed.pop();
        }
    }
}

impl<'a> Share<'a> {
    /// Fills the share. How many of its boxes changed.
    fn write_all(self, level: Level, boxes: &[FatBox]) -> usize {
        #[cfg(feature = "parallel")]
        if self.changed.len() >= LEAST_FOR_THREADS && rayon::current_num_threads() > 1 {
            return self.write_with_threads(level, boxes);
        }
        with_lanes!(level, lanes => self.write(lanes, boxes))
    }

    #[cfg(feature = "parallel")]
    fn write_with_threads(mut self, level: Level, boxes: &[FatBox]) -> usize {
        let shares = self.cut(BOXES_PER_TASK / 4).into_par_iter().with_max_len(1);
        let write = |share: Share| with_lanes!(level, lanes => share.write(lanes, boxes));
        let counts: Vec<usize> = shares.map(write).collect();
        let mut end = 0;
        for (count, first) in counts.into_iter().zip((0..).step_by(BOXES_PER_TASK)) {
            self.changed.copy_within(first..first + count, end);
            end += count;
        }
        end
    }

    #[cfg(feature = "parallel")]
    fn cut(&mut self, fours: usize) -> Vec<Share<'_>> {
        let Self { keys, first, edges, changed } = self;
        let mut edges = edges.each_mut().map(|column| &mut column[..]);
        let mut changed = &mut changed[..];
        let cut = |(keys, number): (&'a [[u32; 4]], u32)| Share {
            keys,
            first: *first + number * 4 * fours as u32,
            edges: edges.each_mut().map(|column| take(column, keys.len())),
            changed: take(&mut changed, 4 * keys.len()),
        };
        keys.chunks(fours).zip(0..).map(cut).collect()
    }

    #[inline(always)]
    fn write(self, lanes: impl Lanes, boxes: &[FatBox]) -> usize {
        let Self { keys, first, edges, changed } = self;
        // Cut to one length where the compiler sees it: then it checks one index, not nine.
        let length = keys.len();
        let [x0, x1, y0, y1, old_x0, old_x1, old_y0, old_y1] = edges;
        let (x0, x1) = (&mut x0[..length], &mut x1[..length]);
        let (y0, y1) = (&mut y0[..length], &mut y1[..length]);
        let (old_x0, old_x1) = (&mut old_x0[..length], &mut old_x1[..length]);
        let (old_y0, old_y1) = (&mut old_y0[..length], &mut old_y1[..length]);
        let mut count = 0;
        for (at, [a, b, c, d]) in keys.iter().enumerate() {
            let (a, b) = (&boxes[*a as usize], &boxes[*b as usize]);
            let (c, d) = (&boxes[*c as usize], &boxes[*d as usize]);
            let now = lanes.edges_of_four([&a.now, &b.now, &c.now, &d.now]);
            let old = lanes.edges_of_four([&a.before, &b.before, &c.before, &d.before]);
            [x0[at], x1[at], y0[at], y1[at]] = now;
            [old_x0[at], old_x1[at], old_y0[at], old_y1[at]] = old;
            // Which boxes changed is not to be guessed: each is listed, and the next one in its
            // place unless it counts.
            let different = lanes.different(&now, &old);
            for lane in 0..4 {
                let place = 4 * at + lane;
                changed[count.min(place)] = first + place as u32;
                count += (different >> lane & 1) as usize;
            }
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
