//! The sweep over cells that the broad phase uses, for all pairs instead of new ones.

use super::{Boxes, PairFinder};
use crate::Error;
use crate::sweep::{FatBox, PairKeys, Sweep};
use fearless_simd::Level;
use umbra_geom::Aabb;

/// Sorts boxes into size classes and rows of cells and compares them sixteen at a time.
#[derive(Clone, Debug)]
pub struct CellSweep {
    level: Level,
    boxes: Boxes,
    sweep: Sweep,
    new: Vec<FatBox>,
    found: Vec<u64>,
    pairs: Vec<[u32; 2]>,
}

impl Default for CellSweep {
    fn default() -> Self {
        Self {
            level: Level::new(),
            boxes: Boxes::default(),
            sweep: Sweep::default(),
            new: Vec::new(),
            found: Vec::new(),
            pairs: Vec::new(),
        }
    }
}

impl PairFinder for CellSweep {
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
        let Self { level, boxes, sweep, new, found, pairs } = self;
        new.clear();
        // Nothing overlapped before: every pair is new.
        new.extend(
            boxes
                .boxes
                .iter()
                .map(|aabb| FatBox { now: aabb.unwrap_or(Aabb::EMPTY), before: Aabb::EMPTY }),
        );
        sweep.clear();
        boxes.iter().for_each(|(key, _)| sweep.push(key));
        found.clear();
        let form = PairKeys::default();
        sweep.find(*level, new, form, found);
        found.sort_unstable();
        found.dedup();
        pairs.clear();
        pairs.extend(found.iter().map(|key| form.pair(*key)).filter(|[a, b]| a != b));
        pairs
    }
}
