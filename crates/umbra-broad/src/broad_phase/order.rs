//! Sorts pairs by their slots.

/// Fewer pairs than this are sorted by comparison: clearing and summing counters would cost more.
const LEAST: usize = 512;
/// Bits looked at in one pass, at most: the counters of all passes have to stay in the fastest cache.
const MOST_BITS: u32 = 11;
const COUNTERS: usize = 1 << MOST_BITS;

/// Memory of the last sort, used again for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    spare: Vec<u64>,
    counters: Vec<[u32; COUNTERS]>,
}

/// Sorts the keys of pairs of slots of which there are `slots`: least significant bits first, pass
/// by pass, leaving out bits that no slot has.
pub(super) fn sort(keys: &mut Vec<u64>, slots: usize, scratch: &mut Scratch) {
    if keys.len() < LEAST {
        return keys.sort_unstable();
    }
    let bits = usize::BITS - slots.leading_zeros();
    let passes = (2 * bits).div_ceil(MOST_BITS);
    let width = (2 * bits).div_ceil(passes);
    let Scratch { spare, counters } = scratch;
    counters.resize(passes as usize, [0; COUNTERS]);
    let mask = (1 << width) - 1;
    counters.iter_mut().for_each(|counters| counters[..=mask].fill(0));
    for key in keys.iter_mut() {
        // Without the gap between the two slots.
        *key = *key >> 32 << bits | *key & 0xffff_ffff;
        for (counters, pass) in counters.iter_mut().zip(0..) {
            counters[(*key >> (pass * width)) as usize & mask] += 1;
        }
    }
    spare.resize(keys.len(), 0);
    for (counters, pass) in counters.iter_mut().zip(0..) {
        let mut sum = 0;
        for counter in &mut counters[..=mask] {
            sum += core::mem::replace(counter, sum);
        }
        for key in keys.iter() {
            let counter = &mut counters[(*key >> (pass * width)) as usize & mask];
            spare[*counter as usize] = *key;
            *counter += 1;
        }
        core::mem::swap(keys, spare);
    }
    for key in keys {
        *key = *key >> bits << 32 | *key & ((1 << bits) - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_comparison_does() {
        let mut scratch = Scratch::default();
        let mut seed = 3_u64;
        for slots in [2, 3, 1000, 2048, 30_000, 1 << 30] {
            for count in [0, 1, LEAST - 1, LEAST, 5000] {
                let mut slot = || {
                    seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e);
                    (seed >> 33) % slots
                };
                let mut keys: Vec<u64> = (0..count).map(|_| slot() << 32 | slot()).collect();
                let mut sorted = keys.clone();
                sorted.sort_unstable();
                sort(&mut keys, slots as usize, &mut scratch);
                assert_eq!(keys, sorted, "{count} keys of {slots} slots");
            }
        }
    }
}
