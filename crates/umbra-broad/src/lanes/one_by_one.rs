//! What is done with several boxes at once, without vector registers.

use super::{Cells, Edges, Extent, Grid, LANES, Lanes, Slabs, floor, greater};
use crate::error::is_good;
use umbra_geom::{Aabb, Real};

/// One box after the other.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "only for a target without vector registers, and as a test's oracle")]
pub(crate) struct OneByOne;

impl Lanes for OneByOne {
    type Spread = [Real; 4];

    fn spread(self, aabb: &[Real; 4]) -> Self::Spread {
        *aabb
    }

    fn overlaps(self, [left, right, bottom, top]: Edges<'_>, aabb: &[Real; 4]) -> u32 {
        let [x0, x1, y0, y1] = *aabb;
        (0..LANES).fold(0, |bits, lane| {
            let along_x = (left[lane] <= x1) & (right[lane] >= x0);
            let along_y = (bottom[lane] <= y1) & (top[lane] >= y0);
            bits | u32::from(along_x & along_y) << lane
        })
    }

    fn meets(
        self,
        now: Edges<'_>,
        before: Edges<'_>,
        aabb: &Self::Spread,
        aabb_before: &Self::Spread,
    ) -> u32 {
        self.overlaps(now, aabb) & !self.overlaps(before, aabb_before)
    }

    fn enters(self, edges: Edges<'_>, slabs: &Slabs, limit: Real) -> ([Real; LANES], u32) {
        let mut bits = 0;
        let enters = core::array::from_fn(|lane| {
            let (mut enter, mut leave) = (0.0, limit);
            for axis in 0..2 {
                let [near_start, far_start] = slabs.starts[axis];
                let low = (edges[2 * axis][lane] - near_start) * slabs.inverse[axis];
                let high = (edges[2 * axis + 1][lane] - far_start) * slabs.inverse[axis];
                let (near, far) = if slabs.forward[axis] { (low, high) } else { (high, low) };
                enter = if near > enter { near } else { enter };
                leave = if far < leave { far } else { leave };
            }
            bits |= u32::from(enter <= leave * slabs.slack) << lane;
            enter
        });
        (enters, bits)
    }

    fn reach(self, edges: [Real; 4], density: [Real; 2], base: [i32; 2]) -> [i32; 4] {
        [0, 1, 2, 3].map(|edge| floor(edges[edge] * density[edge / 2]).wrapping_sub(base[edge / 2]))
    }

    fn cells_of_rows<const ROWS: usize>(
        self,
        edges: Edges<'_>,
        back: [Real; 2],
        grid: &Grid,
    ) -> Cells<ROWS> {
        let mut cells = [[[-1; LANES]; 2]; ROWS];
        for lane in 0..LANES {
            let [x0, x1, y0, y1] = edges.map(|edges| edges[lane]);
            let reached = [x0 - back[0], x1, y0 - back[1], y1];
            let [left, right, row, last_row] = self.reach(reached, grid.density, grid.base);
            let [first, last] = [left, right].map(|column| column & grid.mask[0]);
            if first <= last && last_row - row < ROWS as i32 {
                for (cells, up) in cells.iter_mut().zip(0..) {
                    let start = grid.row_start(row + up) as i32;
                    (cells[0][lane], cells[1][lane]) = (start + first, start + last + 1);
                }
            }
        }
        cells
    }

    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|lane| floor(corners[lane] * density[lane]).wrapping_sub(base[lane]))
    }

    fn edges_of_four(self, boxes: [&Aabb; 4]) -> [[Real; 4]; 4] {
        [
            boxes.map(|aabb| aabb.min.x),
            boxes.map(|aabb| aabb.max.x),
            boxes.map(|aabb| aabb.min.y),
            boxes.map(|aabb| aabb.max.y),
        ]
    }

    fn different(self, edges: &[[Real; 4]; 4], others: &[[Real; 4]; 4]) -> u32 {
        (0..4).fold(0, |bits, lane| {
            let differs = (0..4).any(|edge| edges[edge][lane] != others[edge][lane]);
            bits | u32::from(differs) << lane
        })
    }

    fn extent<'a>(self, boxes: impl Iterator<Item = &'a Aabb>) -> Extent {
        boxes.fold(Extent::NONE, |extent, Aabb { min, max }| {
            let largest = [max.x - min.x, max.y - min.y];
            let least = greater(largest[0], largest[1]);
            let corners = [[min.x, min.y], [max.x, max.y]];
            extent.with(&Extent { corners, largest, least })
        })
    }

    fn is_good_and_inside(self, aabb: &Aabb, fat: &Aabb) -> (bool, bool) {
        (is_good(aabb), fat.contains(aabb))
    }
}
