//! Sorts pairs by their slots.

use crate::sweep::PairKeys;

/// Fewer pairs than this are sorted by comparison: clearing and summing counters would cost more.
const LEAST: usize = 512;
/// The most bits sorted in one pass: the counters have to stay in the fastest cache.
const MOST_BITS: u32 = 11;
const COUNTERS: usize = 1 << MOST_BITS;

/// Sorts the keys of pairs: least significant bits first, pass by pass. `spare` is scratch memory.
pub(super) fn sort(keys: &mut Vec<u64>, form: PairKeys, spare: &mut Vec<u64>) {
    if keys.len() < LEAST {
        return keys.sort_unstable();
    }
    let passes = form.bits().div_ceil(MOST_BITS);
    let width = form.bits().div_ceil(passes);
    let mut counters = [0_u32; COUNTERS];
    spare.resize(keys.len(), 0);
    for shift in (0..passes).map(|pass| pass * width) {
        // The second mask is for the compiler, which checks no index then.
        let digit = |key: u64| (key >> shift) as usize & ((1 << width) - 1) & (COUNTERS - 1);
        counters.fill(0);
        for key in keys.iter() {
            counters[digit(*key)] += 1;
        }
        let mut sum = 0;
        for counter in &mut counters[..1 << width] {
            sum += core::mem::replace(counter, sum);
        }
        for key in keys.iter() {
            let counter = &mut counters[digit(*key)];
            spare[*counter as usize] = *key;
            *counter += 1;
        }
        core::mem::swap(keys, spare);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/broad_phase_order.rs"]
mod tests;
