//! Other algorithms to find pairs, behind one small trait: oracles for one another and for the
//! broad phase, and its peers in the benches. `docs/design/broad-phase.md` compares them.
#![allow(dead_code, unreachable_pub, reason = "each user takes a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use core::ops::ControlFlow;
use umbra_broad::{LeafId, Tree};
use umbra_geom::Aabb;

/// Finds all overlapping pairs among boxes that may be added, removed and moved.
pub trait PairFinder {
    /// All overlapping pairs, the lesser index first, in ascending order. A box has its index in
    /// the list; `None` is no box.
    fn pairs(&mut self, boxes: &[Option<Aabb>]) -> &[[u32; 2]];
}

/// All finders, by their names.
pub fn all() -> [(&'static str, Box<dyn PairFinder>); 4] {
    [
        ("brute force", Box::new(BruteForce::default())),
        ("sort and sweep", Box::new(SortAndSweep::default())),
        ("grid", Box::new(UniformGrid { cell_size: 2.0, ..UniformGrid::default() })),
        ("tree", Box::new(TreePairs::default())),
    ]
}

fn known(boxes: &[Option<Aabb>]) -> impl Iterator<Item = (u32, &Aabb)> {
    (0..).zip(boxes).filter_map(|(key, aabb)| Some((key, aabb.as_ref()?)))
}

fn ordered(a: u32, b: u32) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Compares all with all, in `O(n^2)`: the fastest of all below a few dozen boxes.
#[derive(Default)]
struct BruteForce(Vec<[u32; 2]>);

impl PairFinder for BruteForce {
    fn pairs(&mut self, boxes: &[Option<Aabb>]) -> &[[u32; 2]] {
        self.0.clear();
        for (a, box_a) in known(boxes) {
            let later = known(boxes).skip_while(|(b, _)| *b <= a);
            let touched = later.filter(|(_, box_b)| box_a.overlaps(box_b));
            self.0.extend(touched.map(|(b, _)| [a, b]));
        }
        &self.0
    }
}

/// Sorts along one axis and sweeps: the candidates for a box follow it in the order until its right
/// edge is passed. The order of the last time is kept, as sorting a nearly sorted list is cheap.
///
/// Without parameters, and good for long and flat worlds. In others, a box is compared with
/// everything in its column: the cost grows as `n^1.5`.
#[derive(Default)]
struct SortAndSweep {
    order: Vec<u32>,
    sorted: Vec<(Aabb, u32)>,
    pairs: Vec<[u32; 2]>,
}

impl PairFinder for SortAndSweep {
    fn pairs(&mut self, boxes: &[Option<Aabb>]) -> &[[u32; 2]] {
        let Self { order, sorted, pairs } = self;
        if order.len() != boxes.len() {
            *order = (0..boxes.len() as u32).collect();
        }
        sorted.clear();
        sorted.extend(order.iter().map(|key| (boxes[*key as usize].unwrap_or(Aabb::EMPTY), *key)));
        // Stable and adaptive: runs that are sorted already are merged.
        sorted.sort_by(|a, b| a.0.min.x.total_cmp(&b.0.min.x));
        order.clear();
        order.extend(sorted.iter().map(|(_, key)| key));
        pairs.clear();
        for (place, (aabb, key)) in sorted.iter().enumerate() {
            let reached = sorted[place + 1..].iter().take_while(|(b, _)| b.min.x <= aabb.max.x);
            let touched =
                reached.filter(|(b, _)| (b.min.y <= aabb.max.y) & (aabb.min.y <= b.max.y));
            pairs.extend(touched.map(|(_, other)| ordered(*key, *other)));
        }
        pairs.sort_unstable();
        pairs
    }
}

/// A box in more cells than this is compared with everything instead.
const MOST_CELLS: i64 = 64;

/// A box in one of its cells.
#[derive(Clone, Copy)]
struct Entry {
    cell: [i64; 2],
    key: u32,
}

/// A hash grid of equal cells: each box is in every cell that it touches.
///
/// Very good when all boxes are about as large as a cell; a box much larger than that is in very
/// many, and many boxes much smaller than that are all in one.
#[derive(Default)]
struct UniformGrid {
    cell_size: f32,
    entries: Vec<Entry>,
    /// The entries, bucket by bucket, and the start of each bucket.
    sorted: Vec<Entry>,
    starts: Vec<u32>,
    large: Vec<u32>,
    pairs: Vec<[u32; 2]>,
}

impl UniformGrid {
    fn cell(&self, x: f32, y: f32) -> [i64; 2] {
        [(x / self.cell_size).floor() as i64, (y / self.cell_size).floor() as i64]
    }

    /// Enters every box into its cells, or among the large ones.
    fn fill(&mut self, boxes: &[Option<Aabb>]) {
        self.entries.clear();
        self.large.clear();
        for (key, aabb) in known(boxes) {
            let [left, bottom] = self.cell(aabb.min.x, aabb.min.y);
            let [right, top] = self.cell(aabb.max.x, aabb.max.y);
            if (right - left + 1) * (top - bottom + 1) > MOST_CELLS {
                self.large.push(key);
                continue;
            }
            for row in bottom..=top {
                let cells = (left..=right).map(|column| Entry { cell: [column, row], key });
                self.entries.extend(cells);
            }
        }
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
    fn pairs(&mut self, boxes: &[Option<Aabb>]) -> &[[u32; 2]] {
        self.fill(boxes);
        self.sort();
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for bounds in self.starts.windows(2) {
            let bucket = &self.sorted[bounds[0] as usize..bounds[1] as usize];
            for (place, a) in bucket.iter().enumerate() {
                for b in bucket[place + 1..].iter().filter(|b| b.cell == a.cell) {
                    let [box_a, box_b] = [a, b].map(|entry| boxes[entry.key as usize].unwrap());
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
            let aabb = boxes[*key as usize].unwrap();
            let touched = known(boxes).filter(|(b, other)| b != key && aabb.overlaps(other));
            pairs.extend(touched.map(|(other, _)| ordered(*key, other)));
        }
        // Two large boxes have found one another twice.
        pairs.sort_unstable();
        pairs.dedup();
        self.pairs = pairs;
        &self.pairs
    }
}

/// Keeps boxes in a [`Tree`] and walks it against itself.
#[derive(Default)]
struct TreePairs {
    tree: Tree,
    leaves: Vec<Option<LeafId>>,
    pairs: Vec<[u32; 2]>,
}

impl PairFinder for TreePairs {
    fn pairs(&mut self, boxes: &[Option<Aabb>]) -> &[[u32; 2]] {
        let Self { tree, leaves, pairs } = self;
        leaves.resize(boxes.len(), None);
        for ((leaf, aabb), key) in leaves.iter_mut().zip(boxes).zip(0..) {
            match (*leaf, aabb) {
                (Some(known), Some(aabb)) => tree.move_to(known, *aabb).unwrap(),
                (Some(known), None) => {
                    tree.remove(known).unwrap();
                    *leaf = None;
                }
                (None, Some(aabb)) => *leaf = Some(tree.insert(*aabb, key, 1).unwrap()),
                (None, None) => {}
            }
        }
        pairs.clear();
        let _: ControlFlow<()> = tree.overlaps(|a, b| {
            pairs.push(ordered(a, b));
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }
}
