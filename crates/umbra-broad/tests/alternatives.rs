//! All ways to find pairs agree, whatever the boxes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Random, cases};
use proptest::prelude::*;
use umbra_broad::alternatives::*;
use umbra_geom::{Aabb, Vector};

proptest! {
    #![proptest_config(cases(300, 0x5eed_0002))]

    #[test]
    fn all_finders_find_the_same_pairs(
        seed: u64, spread in 1.0_f32..80.0, count in 0..300_usize, frames in 1..8_usize,
    ) {
        let mut random = Random(seed);
        let mut truth = BruteForce::default();
        let mut others: [Box<dyn PairFinder>; 4] = [
            Box::new(SortAndSweep::default()),
            Box::new(UniformGrid::new(2.0).unwrap()),
            Box::new(TreePairs::default()),
            Box::new(CellSweep::default()),
        ];
        let mut known: Vec<(u32, Aabb)> = Vec::new();
        for _ in 0..count {
            let aabb = random.aabb(spread);
            let key = truth.insert(aabb).unwrap();
            known.push((key, aabb));
            for other in &mut others {
                prop_assert_eq!(other.insert(aabb), Ok(key));
            }
        }
        for _ in 0..frames {
            for (number, other) in others.iter_mut().enumerate() {
                prop_assert_eq!(other.pairs(), truth.pairs(), "finder {}", number);
            }
            known.retain_mut(|(key, aabb)| {
                let by = Vector::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0));
                *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
                let stays = random.below(20) > 0;
                for finder in others.iter_mut().map(|b| &mut **b).chain([&mut truth as &mut dyn PairFinder]) {
                    if stays {
                        finder.update(*key, *aabb).unwrap();
                    } else {
                        finder.remove(*key).unwrap();
                        assert!(finder.remove(*key).is_err());
                        assert!(finder.update(*key, *aabb).is_err());
                    }
                }
                stays
            });
        }
    }
}

#[test]
fn bad_boxes_are_refused_by_all() {
    let bad = Aabb { min: [0.0, f32::NAN].into(), max: [1.0, 1.0].into() };
    let good = Aabb { min: [0.0, 0.0].into(), max: [1.0, 1.0].into() };
    let finders: [Box<dyn PairFinder>; 5] = [
        Box::new(BruteForce::default()),
        Box::new(SortAndSweep::default()),
        Box::new(UniformGrid::new(1e-3).unwrap()),
        Box::new(TreePairs::default()),
        Box::new(CellSweep::default()),
    ];
    for mut finder in finders {
        assert!(finder.insert(bad).is_err());
        let key = finder.insert(good).unwrap();
        assert!(finder.update(key, bad).is_err());
        assert!(finder.update(key + 1, good).is_err());
        assert_eq!(finder.insert(good), Ok(key + 1));
        assert_eq!(finder.pairs(), [[key, key + 1]]);
    }
    assert!(UniformGrid::new(0.0).is_err() && UniformGrid::new(f32::NAN).is_err());
}
