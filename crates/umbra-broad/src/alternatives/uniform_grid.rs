//! A grid of equal cells, each box in every cell that it touches, cells found by a hash.
//!
//! Very good when all boxes are about as large as a cell; a box much larger than that is in very
//! many, and many boxes much smaller than that are all in one.

use super::{Boxes, PairFinder, ordered};
use crate::Error;
use crate::error::between;
use umbra_geom::{Aabb, Real};

/// A box in more cells than this is compared with everything instead.
const MOST_CELLS: i64 = 64;

/// A box in one of its cells.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: [i64; 2],
    key: u32,
}

/// A spatial hash with cells of one size.
#[derive(Clone, Debug)]
pub struct UniformGrid {
    cell_size: Real,
    boxes: Boxes,
    entries: Vec<Entry>,
    /// The entries, bucket by bucket, and where each bucket starts.
    sorted: Vec<Entry>,
    starts: Vec<u32>,
    large: Vec<u32>,
    pairs: Vec<[u32; 2]>,
}

impl UniformGrid {
    /// A grid with cells of that size; twice the size of a typical box is a good choice.
    ///
    /// # Errors
    /// When the size is not a number from `1e-6` to [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn new(cell_size: Real) -> Result<Self, Error> {
        Ok(Self {
            cell_size: between("cell_size", cell_size, 1e-6, crate::MAX_COORDINATE)?,
            boxes: Boxes::default(),
            entries: Vec::new(),
            sorted: Vec::new(),
            starts: Vec::new(),
            large: Vec::new(),
            pairs: Vec::new(),
        })
    }

    fn cell(&self, x: Real, y: Real) -> [i64; 2] {
        [(x / self.cell_size).floor() as i64, (y / self.cell_size).floor() as i64]
    }

    /// Enters every box into its cells, or among the large ones.
    fn fill(&mut self) {
        self.entries.clear();
        self.large.clear();
        let mut entries = core::mem::take(&mut self.entries);
        for (key, aabb) in self.boxes.iter() {
            let [left, bottom] = self.cell(aabb.min.x, aabb.min.y);
            let [right, top] = self.cell(aabb.max.x, aabb.max.y);
            let columns = right.saturating_sub(left).saturating_add(1);
            let rows = top.saturating_sub(bottom).saturating_add(1);
            if columns.saturating_mul(rows) > MOST_CELLS {
                self.large.push(key);
                continue;
            }
            for row in bottom..=top {
                entries.extend((left..=right).map(|column| Entry { cell: [column, row], key }));
            }
        }
        self.entries = entries;
    }

    /// Counting sort by bucket.
    fn sort(&mut self) {
        let buckets = (2 * self.entries.len()).next_power_of_two();
        self.starts.clear();
        self.starts.resize(buckets + 2, 0);
        for entry in &self.entries {
            self.starts[bucket(entry.cell, buckets) + 2] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.sorted.clear();
        self.sorted.resize(self.entries.len(), Entry { cell: [0; 2], key: 0 });
        for entry in &self.entries {
            let cursor = &mut self.starts[bucket(entry.cell, buckets) + 1];
            self.sorted[*cursor as usize] = *entry;
            *cursor += 1;
        }
    }
}

/// Mixes both cell numbers (multiplication by large odd numbers, Teschner et al. 2003).
fn bucket(cell: [i64; 2], buckets: usize) -> usize {
    let x = (cell[0] as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let y = (cell[1] as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((x ^ y) >> 20) as usize & (buckets - 1)
}

impl PairFinder for UniformGrid {
    fn insert(&mut self, aabb: Aabb) -> Result<u32, Error> {
        self.boxes.insert(aabb)
    }

    fn update(&mut self, key: u32, aabb: Aabb) -> Result<(), Error> {
        self.boxes.update(key, aabb)
    }

    fn remove(&mut self, key: u32) -> Result<(), Error> {
        self.boxes.remove(key)
    }

    fn pairs(&mut self) -> &[[u32; 2]] {
        self.fill();
        self.sort();
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for bounds in self.starts.windows(2) {
            let bucket = &self.sorted[bounds[0] as usize..bounds[1] as usize];
            for (place, a) in bucket.iter().enumerate() {
                for b in bucket[place + 1..].iter().filter(|b| b.cell == a.cell) {
                    let both = (self.boxes.boxes[a.key as usize], self.boxes.boxes[b.key as usize]);
                    let (Some(box_a), Some(box_b)) = both else { continue };
                    // Two boxes may share many cells: the one with the lower left corner of what
                    // they have in common reports them.
                    let corner = box_a.min.sup(&box_b.min);
                    if box_a.overlaps(&box_b) && self.cell(corner.x, corner.y) == a.cell {
                        pairs.push(ordered(a.key, b.key));
                    }
                }
            }
        }
        for key in &self.large {
            let Some(aabb) = self.boxes.boxes[*key as usize] else { continue };
            let others = self.boxes.iter().filter(|(other, _)| other != key);
            let touched = others.filter(|(_, other)| aabb.overlaps(other));
            pairs.extend(touched.map(|(other, _)| ordered(*key, other)));
        }
        // Two large boxes have found one another twice.
        pairs.sort_unstable();
        pairs.dedup();
        self.pairs = pairs;
        &self.pairs
    }
}
