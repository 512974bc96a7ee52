//! [`BoxLanes`] without vector registers.

use super::ops::{
    BoxLanes, Edges, Extent, Slabs, floor, floor_within, greater, square_of_distance,
};
use super::rough::{FARTHEST, LAST_STEP, NOWHERE, ROUGH_LANES, RoughBox, RoughColumns, RoughEight};
use crate::error::is_good;
use crate::sweep::FatBox;
use umbra_geom::{Aabb, Point, Real};
use umbra_lanes::LANES;

/// The implementation that computes one box after the other.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "only for a target without vector registers, and as a test's oracle")]
pub(crate) struct OneByOne;

impl BoxLanes for OneByOne {
    type Spread = [Real; 4];
    type RoughSpread = RoughBox;

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

    fn rough(self, FatBox { now, before }: &FatBox, scale: &[Real; 8]) -> RoughBox {
        let steps = |aabb: &Aabb| {
            let edges = [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y];
            [0, 1, 2, 3].map(|edge| floor_within(edges[edge] * scale[edge], LAST_STEP))
        };
        let (now, mut before) = (steps(now), steps(before));
        let near = -FARTHEST..FARTHEST;
        if (0..4).any(|edge| !near.contains(&(before[edge] - now[edge]))) {
            before = now.map(|edge| edge + NOWHERE);
        }
        let [now, before] = [now.map(|edge| edge - 1), before.map(|edge| edge + 1)];
        [now[0], now[1], now[2], now[3], before[0], before[1], before[2], before[3]]
            .map(|edge| edge as i16)
    }

    fn rough_eight<'a>(
        self,
        boxes: [&FatBox; 8],
        scale: impl Fn(usize) -> &'a [Real; 8],
    ) -> RoughEight {
        let rough = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| self.rough(boxes[lane], scale(lane)));
        let edges = [0, 1, 2, 3, 4, 5, 6, 7].map(|edge| rough.map(|rough| rough[edge]));
        let different = (0..8)
            .fold(0, |bits, lane| bits | u8::from(boxes[lane].now != boxes[lane].before) << lane);
        RoughEight { boxes: rough, edges, different }
    }

    fn spread_rough(self, [x0, y0, x1, y1, old_x0, old_y0, old_x1, old_y1]: &RoughBox) -> RoughBox {
        [*x1, *y1, *x0, *y0, *old_x1, *old_y1, *old_x0, *old_y0]
    }

    fn may_meet(self, columns: RoughColumns<'_>, rough: &RoughBox) -> u32 {
        (0..ROUGH_LANES).fold(0, |bits, lane| {
            let below = |edge: usize| columns[edge][lane].wrapping_add(rough[edge]) < 0;
            bits | u32::from((0..4).all(below) && !(4..8).all(below)) << lane
        })
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

    fn distances(self, edges: Edges<'_>, point: Point, limit: Real) -> ([Real; LANES], u32) {
        let mut bits = 0;
        let squares = core::array::from_fn(|lane| {
            let square = square_of_distance(edges, lane, point);
            bits |= u32::from(square <= limit) << lane;
            square
        });
        (squares, bits)
    }

    fn reach(self, edges: [Real; 4], density: [Real; 2], base: [i32; 2]) -> [i32; 4] {
        [0, 1, 2, 3].map(|edge| floor(edges[edge] * density[edge / 2]).wrapping_sub(base[edge / 2]))
    }

    fn cells(self, corners: [Real; 8], density: [Real; 8], base: [i32; 8]) -> [i32; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|lane| floor(corners[lane] * density[lane]).wrapping_sub(base[lane]))
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
