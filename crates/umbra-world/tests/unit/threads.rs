//! Tests of `src/threads.rs` that need its private parts.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::pool::{WORTH_SHARING, calls_from_outside};

#[test]
fn only_large_steps_from_outside_of_a_pool_are_handed_to_it() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    assert!(!pool.install(|| calls_from_outside(WORTH_SHARING)));
    let shared = rayon::current_num_threads() > 1;
    assert_eq!(calls_from_outside(WORTH_SHARING), shared);
    assert!(!calls_from_outside(WORTH_SHARING - 1));
}
