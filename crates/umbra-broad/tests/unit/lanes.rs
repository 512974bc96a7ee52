//! Tests of `src/lanes` that need its private parts.

use super::*;
use umbra_geom::{Aabb, Real};
use umbra_lanes::{Level, with_simd};

/// Numbers that make every comparison true and false, ties among them.
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
        let point = [a, b].into();
        let bases = [round; 8];
        let plain = all(
            OneByOne.overlaps(new, &aabb),
            OneByOne.enters(new, &slabs, limit.abs()),
            OneByOne.reach(aabb, density, base),
            OneByOne.cells(columns[0], columns[1], bases),
        );
        let wide = with_simd!(Level::new(), [as_avx512, as_avx2], simd => all(
            simd.overlaps(new, &simd.spread(&aabb)),
            simd.enters(new, &slabs, limit.abs()),
            simd.reach(aabb, density, base),
            simd.cells(columns[0], columns[1], bases),
        ));
        assert_eq!(plain, wide);
        let plain_distances = OneByOne.distances(new, point, limit.abs());
        let distances = with_simd!(Level::new(), [as_avx512, as_avx2], simd => simd.distances(new, point, limit.abs()));
        assert_eq!(plain_distances, distances);
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
        let wide = with_simd!(Level::new(), [as_avx512, as_avx2], simd => answers(simd, &boxes));
        assert_eq!(plain.1, wide.1);
        if round % 2 == 1 {
            assert_eq!(plain.0, wide.0);
        }
        seen[0] += usize::from(plain.1.contains(&(true, true)));
        seen[1] += usize::from(plain.1.contains(&(false, false)));
    }
    assert!(seen.iter().all(|count| *count > 20), "every answer was given: {seen:?}");
}

/// The results of lanes for a batch of casts and eight boxes.
#[derive(Debug, PartialEq)]
struct Answers {
    by_box: ([u32; 8], [Real; 8]),
    casts: [u32; 2],
    /// The casts that enter one of the boxes, as bits.
    enters: Vec<u32>,
    /// The boxes that one cast enters, and the fractions, in the order of their links.
    entries: Vec<(u32, u32)>,
    /// The fraction at which it enters the nearest one, without the last bits.
    last: u32,
}

#[test]
fn registers_and_one_by_one_agree_about_batches_of_casts() {
    #[inline(always)]
    fn answers(
        lanes: impl CastLanes,
        boxes: Boxes<'_>,
        slabs: &SlabColumns,
        casts: u32,
        enter: Real,
    ) -> Answers {
        let mut enters = [0.0; BATCH];
        let aabb = [0, 1, 2, 3].map(|edge: usize| boxes.edges[edge][3]);
        let meets = lanes.casts_entering(&aabb, slabs, PACKET, casts, &mut enters);
        let met = (0..PACKET).filter(|cast| meets >> cast & 1 == 1);
        let enters = met.map(|cast| enters[PACKET + cast].to_bits()).collect();
        let (mut links, mut signed) = ([0; 8], [0.0; 8]);
        let slab = slabs.slab(PACKET + 1);
        let count = lanes.push_entered(boxes, &slab, (&mut links, &mut signed));
        let entries = links.into_iter().zip(signed.map(Real::to_bits));
        let mut entries: Vec<_> = entries.take(count).collect();
        let last = entries.last().map_or(0, |last| last.1 & 0x7fff_fff8);
        entries.sort_unstable();
        let reach = lanes.casts_reaching(slabs, PACKET, casts, enter);
        let by_box = lanes.boxes_entered(boxes.edges, slabs, PACKET, casts);
        Answers { by_box, casts: [meets, reach], enters, entries, last }
    }
    let (mut seed, mut seen, mut most) = (17, 0, 0);
    for round in 0..2000_u32 {
        let columns: [[Real; 8]; 4] = core::array::from_fn(|_| numbers(&mut seed));
        let mut slabs = SlabColumns {
            near: [[0.0; BATCH]; 2],
            far: [[0.0; BATCH]; 2],
            inverse: [[0.0; BATCH]; 2],
            limits: [0.0; BATCH],
            slack: 1.0 + 4.0 * Real::EPSILON,
        };
        for cast in 0..PACKET {
            let [a, b, c, d, e, f, limit] = numbers(&mut seed);
            slabs.set(
                PACKET + cast,
                &Slab {
                    near: [a, b],
                    far: if cast % 2 == 0 { [a, b] } else { [c, d] },
                    inverse: [1.0 / (e + 0.0), 1.0 / (f + 0.0)],
                    limit: limit.abs(),
                    slack: slabs.slack,
                },
            );
        }
        let links = core::array::from_fn(|lane| round * 8 + lane as u32);
        let edges = [0, 1, 2, 3].map(|edge| &columns[edge][..]);
        let bits = round.wrapping_mul(0x9e37_79b9);
        let (taken, leaves) = (bits >> 24 | bits >> 8 & 0xff, bits >> 16 & 0xff);
        let boxes = Boxes { edges, taken, leaves, links: &links };
        let casts = bits | bits << 7;
        let plain = answers(OneByOne, boxes, &slabs, casts, 1.5);
        let wide = with_simd!(Level::new(), [as_avx512, as_avx2], simd => answers(simd, boxes, &slabs, casts, 1.5));
        assert_eq!(plain, wide);
        assert_eq!(
            OneByOne.steps_and_lengths(&slabs, PACKET, 7),
            with_simd!(Level::new(), [as_avx512, as_avx2], simd => simd.steps_and_lengths(&slabs, PACKET, 7)),
        );
        seen |= plain.casts[0];
        most = most.max(plain.entries.len());
    }
    assert_eq!((seen, most), (u32::MAX, 8), "something is met in every lane");
}
