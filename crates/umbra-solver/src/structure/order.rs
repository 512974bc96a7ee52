//! Sorting by small numbers: counts the records of each number, then places them one after the
//! other.
//!
//! It sorts joint constraints by their batch, kind and colour. Comparing such records took three
//! times as long.

use super::refill;

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
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_stay_in_their_order() {
        let numbers = [3, 0, 2, 3, 0, 1];
        let mut order = Order::default();
        order.reset(numbers.len());
        order.sort_by(4, |index| numbers[index]);
        assert_eq!(order.indices(), [1, 4, 5, 2, 0, 3]);
        // The last number comes first in the order.
        order.sort_by(2, |index| index % 2);
        assert_eq!(order.indices(), [4, 2, 0, 1, 5, 3]);
    }
}
