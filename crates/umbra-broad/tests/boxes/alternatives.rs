//! All algorithms to find pairs agree, for all kinds of boxes.

#[path = "../common/finders.rs"]
mod finders;

use crate::common::{Random, cases};
use proptest::prelude::*;
use umbra_broad::{BroadPhase, BroadPhaseConfig, FatMargin, Filter, ProxyKind};
use umbra_geom::{Aabb, Vector};

/// All pairs of a broad phase to which every box is new.
fn pairs_of_broad_phase(boxes: &[Option<Aabb>]) -> Vec<[u32; 2]> {
    let mut broad = BroadPhase::new(BroadPhaseConfig { margin: FatMargin::NONE }).unwrap();
    for (aabb, key) in boxes.iter().zip(0..) {
        if let Some(aabb) = aabb {
            broad.add(*aabb, ProxyKind::Dynamic, Filter::default(), key).unwrap();
        }
    }
    broad.find_new_pairs().iter().map(|pair| pair.data).collect()
}

proptest! {
    #![proptest_config(cases(300, 0x5eed_0002))]

    #[test]
    fn all_finders_find_the_same_pairs(
        seed: u64, spread in 1.0_f32..80.0, count in 0..300_usize, frames in 1..8_usize,
    ) {
        let mut random = Random(seed);
        let [(_, mut truth), mut others @ ..] = finders::all();
        let mut boxes: Vec<_> = (0..count).map(|_| Some(random.aabb(spread))).collect();
        for _ in 0..frames {
            let pairs = truth.pairs(&boxes);
            for (name, other) in &mut others {
                prop_assert_eq!(other.pairs(&boxes), pairs, "{}", name);
            }
            prop_assert_eq!(pairs_of_broad_phase(&boxes), pairs);
            for place in &mut boxes {
                let by = Vector::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0));
                let moved = |aabb: Aabb| Aabb { min: aabb.min + by, max: aabb.max + by };
                *place = if random.below(20) > 0 { place.map(moved) } else { None };
                if place.is_none() && random.below(10) == 0 {
                    *place = Some(random.aabb(spread));
                }
            }
        }
    }
}
