//! Tests of `src/lanes/rough.rs` that need its private parts.

use super::super::{BoxLanes, OneByOne};
use super::*;
use umbra_geom::Aabb;
use umbra_lanes::{Level, with_simd};

/// The largest box of the class.
const REACH: Real = 1.5;

struct Random(u64);

impl Random {
    /// Random numbers from 0 to 1.
    fn next(&mut self) -> Real {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 40) as Real / (1 << 24) as Real
    }

    /// A box near a point; in one case of eight it touches a grid.
    fn box_near(&mut self, [x, y]: [Real; 2]) -> Aabb {
        let mut number = [x, y, 0.0, 0.0];
        for (axis, number) in number.iter_mut().enumerate() {
            *number += self.next() * if axis < 2 { 2.0 } else { REACH };
        }
        if self.next() < 0.125 {
            number = number.map(|number| (2.0 * number).floor() * 0.5);
        }
        let [x0, y0, wide, high] = number;
        let mut aabb = Aabb { min: [x0, y0].into(), max: [x0 + wide, y0 + high].into() };
        // Rounding must not make it larger than the largest.
        for axis in 0..2 {
            if aabb.max[axis] - aabb.min[axis] > REACH {
                aabb.max[axis] = aabb.min[axis];
            }
        }
        aabb
    }
}

/// The results for sixteen boxes and one of them, with eight of them at a time.
#[inline(always)]
fn rough_by(
    lanes: impl BoxLanes,
    boxes: &[FatBox; 16],
    scale: &[Real; 8],
) -> ([RoughEight; 2], u32) {
    let eights = [0, 8].map(|from| {
        let fat: [&FatBox; 8] = core::array::from_fn(|lane| &boxes[from + lane]);
        lanes.rough_eight(fat, |_| scale)
    });
    let columns: [[i16; 16]; 8] = core::array::from_fn(|edge| {
        core::array::from_fn(|lane| eights[lane / 8].edges[edge][lane % 8])
    });
    let columns = columns.each_ref().map(|column| &column[..]);
    let own = lanes.rough(&boxes[0], scale);
    assert_eq!(own, eights[0].boxes[0]);
    (eights, lanes.may_meet(columns, &lanes.spread_rough(&own)))
}

#[test]
fn rough_boxes_tell_of_every_new_pair_and_of_few_others() {
    let density = MOST_STEPS / (REACH * (1.0 + 2.0 * Real::EPSILON));
    let scale = [1, 1, -1, -1, 1, 1, -1, -1].map(|sign| sign as Real * density);
    let mut random = Random(5);
    let (mut new, mut others, mut false_ones) = (0, 0, 0);
    for round in 0..6000 {
        // Near the origin, and as far as numbers tell one place from another, and beyond.
        let far = [0.0, 300.0, -1e5, 2e6, 1e12][round % 5];
        let places = [far, -0.7 * far];
        let boxes: [FatBox; 16] = core::array::from_fn(|_| {
            let now = random.box_near(places);
            let way = [0.0, 0.1, 3.0, 12.0, 100.0, 1e7][(random.next() * 5.99) as usize];
            let before = random.box_near(places.map(|place| place + way));
            let before = if random.next() < 0.2 { Aabb::EMPTY } else { before };
            FatBox { now, before: if random.next() < 0.1 { now } else { before } }
        });
        let (eights, bits) = rough_by(OneByOne, &boxes, &scale);
        let wide =
            with_simd!(Level::new(), [as_avx512, as_avx2], simd => rough_by(simd, &boxes, &scale));
        assert_eq!((eights, bits), wide);
        for (lane, other) in boxes.iter().enumerate() {
            let is_new =
                boxes[0].now.overlaps(&other.now) && !boxes[0].before.overlaps(&other.before);
            let is_told = bits >> lane & 1 == 1;
            assert!(is_told || !is_new, "round {round}: {:?} and {other:?}", boxes[0]);
            if round % 5 < 2 {
                new += usize::from(is_new);
                others += usize::from(!is_new);
                false_ones += usize::from(is_told && !is_new);
            }
        }
    }
    assert!(new > 5000 && others > 5000 && false_ones * 20 < others, "{new} {others} {false_ones}");
}
