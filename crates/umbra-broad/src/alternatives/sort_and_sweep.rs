//! Boxes sorted along x: whatever can overlap a box follows it until its right edge is passed.
//!
//! Simple, without parameters, and good where the world is long and flat. Where it is not, a box
//! meets everything in its column: the cost grows as `n^1.5`.

use super::{Boxes, PairFinder, ordered};
use crate::Error;
use umbra_geom::Aabb;

/// Sorts along one axis and sweeps. The order of the last time is kept, as little changes from
/// frame to frame and sorting what is nearly sorted is cheap.
#[derive(Clone, Debug, Default)]
pub struct SortAndSweep {
    boxes: Boxes,
    order: Vec<u32>,
    sorted: Vec<(Aabb, u32)>,
    pairs: Vec<[u32; 2]>,
}

impl PairFinder for SortAndSweep {
    fn insert(&mut self, aabb: Aabb) -> Result<u32, Error> {
        let key = self.boxes.insert(aabb)?;
        self.order.push(key);
        Ok(key)
    }

    fn update(&mut self, key: u32, aabb: Aabb) -> Result<(), Error> {
        self.boxes.update(key, aabb)
    }

    fn remove(&mut self, key: u32) -> Result<(), Error> {
        self.boxes.remove(key)?;
        self.order.retain(|known| *known != key);
        Ok(())
    }

    fn pairs(&mut self) -> &[[u32; 2]] {
        let Self { boxes, order, sorted, pairs } = self;
        sorted.clear();
        sorted.extend(order.iter().filter_map(|key| Some((boxes.boxes[*key as usize]?, *key))));
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
