//! Every box against every other: the oracle, and the fastest of all below a few dozen boxes.

use super::{Boxes, PairFinder};
use crate::Error;
use umbra_geom::Aabb;

/// Compares all with all, in `O(n^2)`.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    boxes: Boxes,
    pairs: Vec<[u32; 2]>,
}

impl PairFinder for BruteForce {
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
        self.pairs.clear();
        for (a, box_a) in self.boxes.iter() {
            let later = self.boxes.iter().skip_while(|(b, _)| *b <= a);
            let touched = later.filter(|(_, box_b)| box_a.overlaps(box_b));
            self.pairs.extend(touched.map(|(b, _)| [a, b]));
        }
        &self.pairs
    }
}
