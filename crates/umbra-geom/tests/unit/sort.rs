//! Sorts against those of the standard library.

use proptest::prelude::*;

use super::Arrange;

proptest! {
    /// Lists of any length come to the same order.
    #[test]
    fn lists_are_sorted(mut list in prop::collection::vec(0_u32..50, 0..200)) {
        let mut expected = list.clone();
        expected.sort_unstable();
        let mut falling = list.clone();
        falling.arrange_by(|a, b| b.cmp(a));
        list.arrange();
        prop_assert_eq!(&list, &expected);
        expected.reverse();
        prop_assert_eq!(falling, expected);
    }

    /// Keys decide, and no element is lost.
    #[test]
    fn keys_decide(list in prop::collection::vec((0_u8..9, any::<u16>()), 0..99)) {
        let mut sorted = list.clone();
        sorted.arrange_by_key(|pair| pair.0);
        prop_assert!(sorted.is_sorted_by_key(|pair| pair.0));
        let in_order = |mut list: Vec<_>| {
            list.sort_unstable();
            list
        };
        prop_assert_eq!(in_order(sorted), in_order(list));
    }
}
