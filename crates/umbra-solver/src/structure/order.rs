//! Sorting by small numbers: counts the records of each number, then places them one after the
//! other.
//!
//! It sorts joint constraints by their batch, kind and colour, and contacts by their shuffle
//! buckets. Comparing such records took three times as long.

use super::lists::refill;

/// The order of a list of records.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    indices: Vec<u32>,
    spare: Vec<u32>,
    starts: Vec<u32>,
}

impl Order {
    /// Resets to the order of the list.
    pub(super) fn reset(&mut self, count: usize) {
        self.indices.clear();
        self.indices.extend(0..count as u32);
    }

    /// Resets to an order that was found before.
    pub(super) fn start_with(&mut self, indices: &[u32]) {
        self.indices.clear();
        self.indices.extend_from_slice(indices);
    }

    /// Sorts by a number, which is less than `bound`. The sort is stable.
    pub(super) fn sort_by(&mut self, bound: usize, number: impl Fn(usize) -> usize) {
        let Self { indices, spare, starts } = self;
        refill(starts, bound + 1, 0);
        for index in &*indices {
            starts[number(*index as usize) + 1] += 1;
        }
        for i in 0..bound {
            starts[i + 1] += starts[i];
        }
        refill(spare, indices.len(), 0);
        for index in &*indices {
            let next = &mut starts[number(*index as usize)];
            spare[*next as usize] = *index;
            *next += 1;
        }
        core::mem::swap(indices, spare);
    }

    /// The indices of the records, in order.
    pub(super) fn indices(&self) -> &[u32] {
        &self.indices
    }
}

#[cfg(test)]
#[path = "../../tests/unit/structure_order.rs"]
mod tests;
