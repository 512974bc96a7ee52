//! Tests of `src/tree/rebuild.rs` that need its private parts.

use super::*;

#[test]
fn the_budget_is_enough_for_a_balanced_tree_and_within_the_promise() {
    for leaves in 1..100_000_usize {
        let budget = height_budget(leaves);
        assert!(budget >= ceil_log2(leaves));
        assert!(budget <= Tree::height_limit(leaves as u32), "{leaves}");
    }
}

#[test]
fn equal_boxes_build_a_balanced_tree() {
    let aabb = Aabb { min: [0.0, 0.0].into(), max: [1.0, 1.0].into() };
    let (tree, _) = Tree::from_boxes(&vec![(aabb, 7, 1); 1000]).unwrap();
    assert_eq!(tree.stats().height, 10);
    tree.validate().unwrap();
}
