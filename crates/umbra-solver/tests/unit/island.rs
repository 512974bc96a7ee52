//! Tests of `src/island.rs` that need its private parts.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::cases(200),
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn islands_are_what_a_flood_fill_finds(
        links in proptest::collection::vec((0_u32..40, 0_u32..40), 0..60)
    ) {
        let mut islands = Islands::default();
        islands.reset(40);
        for &(a, b) in &links {
            islands.join(a, b);
        }
        let mut label: Vec<u32> = (0..40).collect();
        for _ in 0..40 {
            for &(a, b) in &links {
                let least = label[a as usize].min(label[b as usize]);
                (label[a as usize], label[b as usize]) = (least, least);
            }
        }
        for body in 0..40 {
            prop_assert_eq!(islands.root(body), label[body as usize]);
        }
        prop_assert_eq!(islands.roots(), label);
    }
}
