//! Tests of `src/broad_phase/order.rs` that need its private parts.

use super::*;

#[test]
fn sorts_as_comparison_does() {
    let mut spare = Vec::new();
    let mut seed = 3_u64;
    for slots in [2, 3, 1000, 2048, 30_000, 1 << 30] {
        for count in [0, 1, LEAST - 1, LEAST, 5000] {
            let mut slot = || {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e);
                (seed >> 33) % slots
            };
            let form = PairKeys::of_slots(slots as usize);
            let mut keys: Vec<u64> =
                (0..count).map(|_| form.key(slot() as u32, slot() as u32)).collect();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            sort(&mut keys, form, &mut spare);
            assert_eq!(keys, sorted, "{count} keys of {slots} slots");
        }
    }
}
