//! Tests of `src/query/nearest.rs` that need its private parts.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::super::distance::distance;
use super::*;
use crate::collide::common::{body, config};
use crate::one_pair::levels::assert_same_at_all_levels;
use proptest::prelude::*;

/// Every number as its bits, which include the sign of a zero.
fn bits(found: &Distance) -> [u32; 8] {
    let Distance { distance, normal, point_a: a, point_b: b, iterations } = found;
    let numbers = [*distance, normal.x, normal.y, a.x, a.y, b.x, b.y];
    std::array::from_fn(|i| numbers.get(i).map_or(*iterations, |number| number.to_bits()))
}

proptest! {
    #![proptest_config(config(0x6d5a_0007))]

    #[test]
    fn all_registers_give_the_same_bits_from_nothing_and_from_the_cache(
        a in body(), b in body(), c in body(),
    ) {
        assert_same_at_all_levels(|| {
            let mut cache = DistanceCache::default();
            let found = [&b, &b, &c, &c].map(|other| {
                bits(&distance(&a.0, &a.1, &other.0, &other.1, &mut cache))
            });
            (found, cache)
        });
    }

    #[test]
    fn the_cache_gives_the_same_bits_as_before(a in body(), b in body()) {
        let mut cache = DistanceCache::default();
        let mut ask = || distance(&a.0, &a.1, &b.0, &b.1, &mut cache);
        let (first, second) = (ask(), ask());
        let is_small = Small::new(&a.0).is_some() && Small::new(&b.0).is_some();
        if is_small {
            let same = Distance { iterations: first.iterations, ..second };
            prop_assert_eq!(bits(&same), bits(&first));
        }
    }
}
