//! Tests of `src/lanes` that need its private parts.

use super::*;
use fearless_simd::{Level, dispatch};
use umbra_geom::{Aabb, Real};

/// Numbers that make every comparison go both ways, ties among them.
fn numbers<const N: usize>(seed: &mut u64) -> [Real; N] {
    core::array::from_fn(|_| {
        *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let small = ((*seed >> 60) as Real - 8.0) * 0.5;
        if *seed >> 40 & 15 == 0 { small * 1e12 } else { small }
    })
}

#[test]
fn registers_and_one_by_one_give_the_same_bits() {
    let mut seed = 7;
    let mut seen = 0;
    for round in 0..2000 {
        let columns: [[Real; 8]; 8] = core::array::from_fn(|_| numbers(&mut seed));
        let edges = |from: usize| [0, 1, 2, 3].map(|edge| &columns[from + edge][..]);
        let new = edges(0);
        let aabb: [Real; 4] = numbers(&mut seed);
        let [a, b, c, d, e, f, g, limit] = numbers(&mut seed);
        let slabs = Slabs {
            starts: [[a, b], [c, d]],
            inverse: [1.0 / (e + 0.0), 1.0 / (f + 0.0)],
            forward: [e >= 0.0, f >= 0.0],
            slack: 1.0 + 4.0 * Real::EPSILON,
        };
        let (density, base) = ([g.abs() + 0.1, 2.0], [round - 1000, 3]);
        let all = |overlaps: u32, enters: ([Real; 8], u32), reach: [i32; 4], cells: [i32; 8]| {
            (overlaps, enters.0.map(Real::to_bits), enters.1, reach, cells)
        };
        let bases = [round; 8];
        let plain = all(
            OneByOne.overlaps(new, &aabb),
            OneByOne.enters(new, &slabs, limit.abs()),
            OneByOne.reach(aabb, density, base),
            OneByOne.cells(columns[0], columns[1], bases),
        );
        let wide = dispatch!(Level::new(), simd => all(
            simd.overlaps(new, &simd.spread(&aabb)),
            simd.enters(new, &slabs, limit.abs()),
            simd.reach(aabb, density, base),
            simd.cells(columns[0], columns[1], bases),
        ));
        assert_eq!(plain, wide);
        seen |= plain.0 | plain.2;
    }
    assert_eq!(seen, 0xff, "something is met in every lane");
}

#[test]
fn registers_and_one_by_one_agree_about_boxes() {
    #[inline(always)]
    fn answers(lanes: impl BoxLanes, boxes: &[Aabb; 8]) -> (Extent, [(bool, bool); 4]) {
        let [a, _, _, _, others @ ..] = boxes.each_ref();
        (lanes.extent(boxes.iter()), others.map(|other| lanes.is_good_and_inside(a, other)))
    }
    let (mut seed, mut seen) = (11, [0; 2]);
    for round in 0..2000 {
        let boxes = core::array::from_fn(|_| {
            let [a, b, c, d] = numbers(&mut seed);
            // Some of them inverted, which only the test of a box may see.
            let upper = if round % 2 == 0 { [b, d] } else { [a + b.abs(), c + d.abs()] };
            Aabb { min: [a, c].into(), max: upper.into() }
        });
        let plain = answers(OneByOne, &boxes);
        let wide = dispatch!(Level::new(), simd => answers(simd, &boxes));
        assert_eq!(plain.1, wide.1);
        if round % 2 == 1 {
            assert_eq!(plain.0, wide.0);
        }
        seen[0] += usize::from(plain.1.contains(&(true, true)));
        seen[1] += usize::from(plain.1.contains(&(false, false)));
    }
    assert!(seen.iter().all(|count| *count > 20), "every answer was given: {seen:?}");
}
