//! Columns of the boxes in the order of their cells, rough and edge by edge, for the comparison.

use super::{BLOCK, Class, FatBox, Sweep};
#[cfg(feature = "parallel")]
use super::{BOXES_PER_TASK, LEAST_FOR_THREADS};
use crate::lanes::{BoxLanes, LANES, RoughBox, with_lanes};
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;
use umbra_lanes::Level;

/// Some of the boxes, side by side, eight by eight, and the parts of the columns that they fill.
struct Chunk<'a> {
    keys: &'a [[u32; LANES]],
    /// The index of the first box.
    first: u32,
    rough: &'a mut [[RoughBox; LANES]],
    edges: [&'a mut [[i16; LANES]]; 8],
    /// The boxes that have changed, as bits.
    changed: &'a mut [u8],
}

impl Sweep {
    /// Writes the columns in the order of the sorted keys, and the bits of the changed boxes.
    pub(super) fn write_columns(&mut self, level: Level, boxes: &[FatBox]) {
        let Self { keys, sorted_keys, classes, rough, edges, changed, .. } = self;
        rough.resize(sorted_keys.len(), [0; 8]);
        edges.iter_mut().for_each(|column| column.resize(sorted_keys.len(), 0));
        // Padding lanes repeat the first box, so false hits name a valid box.
        sorted_keys[keys.len()..].fill(keys.first().map_or(0, |key| *key));
        let eights = keys.len().div_ceil(LANES);
        // Of whole blocks.
        changed.resize(eights.next_multiple_of(BLOCK / LANES), 0);
        let changed = &mut changed[..eights];
        let edges = edges.each_mut().map(|column| &mut column.as_chunks_mut().0[..eights]);
        let rough = &mut rough.as_chunks_mut().0[..eights];
        let keys_of_eights = &sorted_keys.as_chunks().0[..eights];
        let whole = Chunk { keys: keys_of_eights, first: 0, rough, edges, changed };
        whole.write_all(level, boxes, classes);
    }
}

impl<'a> Chunk<'a> {
    /// Fills the chunk.
    fn write_all(self, level: Level, boxes: &[FatBox], classes: &[Class]) {
        #[cfg(feature = "parallel")]
        if LANES * self.keys.len() >= LEAST_FOR_THREADS && umbra_lanes::threads::count() > 1 {
            return self.write_with_threads(level, boxes, classes);
        }
        with_lanes!(level, lanes => self.write(lanes, boxes, classes));
    }

    #[cfg(feature = "parallel")]
    fn write_with_threads(mut self, level: Level, boxes: &[FatBox], classes: &[Class]) {
        let chunks = self.cut(BOXES_PER_TASK / LANES).into_par_iter().with_max_len(1);
        chunks.for_each(|chunk| with_lanes!(level, lanes => chunk.write(lanes, boxes, classes)));
    }

    #[cfg(feature = "parallel")]
    fn cut(&mut self, eights: usize) -> Vec<Chunk<'_>> {
        let Self { keys, first, rough, edges, changed } = self;
        let mut rough = &mut rough[..];
        let mut edges = edges.each_mut().map(|column| &mut column[..]);
        let mut changed = &mut changed[..];
        let cut = |(keys, number): (&'a [[u32; LANES]], u32)| Chunk {
            keys,
            first: *first + number * (LANES * eights) as u32,
            rough: rough.split_off_mut(..keys.len()).unwrap_or_default(),
            edges: edges
                .each_mut()
                .map(|column| column.split_off_mut(..keys.len()).unwrap_or_default()),
            changed: changed.split_off_mut(..keys.len()).unwrap_or_default(),
        };
        keys.chunks(eights).zip(0..).map(cut).collect()
    }

    #[inline(always)]
    fn write(self, lanes: impl BoxLanes, boxes: &[FatBox], classes: &[Class]) {
        let Self { keys, first, rough, edges, changed } = self;
        // Cut to one length where the compiler sees it: then it checks one index, not ten.
        let length = keys.len();
        let [a, b, c, d, e, f, g, h] = edges;
        let (a, b, c, d) = (&mut a[..length], &mut b[..length], &mut c[..length], &mut d[..length]);
        let (e, f, g, h) = (&mut e[..length], &mut f[..length], &mut g[..length], &mut h[..length]);
        let (rough, changed) = (&mut rough[..length], &mut changed[..length]);
        let mut class = 0;
        for (at, keys) in keys.iter().enumerate() {
            let fat = |lane: usize| &boxes[keys[lane] as usize];
            let fat = [fat(0), fat(1), fat(2), fat(3), fat(4), fat(5), fat(6), fat(7)];
            let place = first + (LANES * at) as u32;
            let own = &classes[class];
            let eight = if place + LANES as u32 <= own.boxes[1] {
                lanes.rough_eight(fat, |_| &own.scale)
            } else {
                let scales = scales_of(classes, place);
                class =
                    classes.partition_point(|class| class.boxes[1] <= place).min(classes.len() - 1);
                lanes.rough_eight(fat, |lane| scales[lane])
            };
            [a[at], b[at], c[at], d[at], e[at], f[at], g[at], h[at]] = eight.edges;
            rough[at] = eight.boxes;
            changed[at] = eight.different;
        }
    }
}

/// The scales of eight consecutive boxes, of different classes or beyond the last one.
#[cold]
fn scales_of(classes: &[Class], place: u32) -> [&[Real; 8]; LANES] {
    core::array::from_fn(|lane| {
        let class = classes.iter().find(|class| place + (lane as u32) < class.boxes[1]);
        class.map_or(&[0.0; 8], |class| &class.scale)
    })
}
