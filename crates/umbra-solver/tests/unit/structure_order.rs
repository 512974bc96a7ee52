//! Tests of `src/structure/order.rs` that need its private parts.

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
