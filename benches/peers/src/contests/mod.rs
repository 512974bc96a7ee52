//! All contests.
//!
//! To enter another engine, or another call of one: add one `.entry(...)` call to the contest, with
//! the engine's form of the pairs, the call, and the number to compare.

mod casts;
mod distances;
mod manifolds;

use crate::contest::Contest;

/// Every contest, in the order of the tables.
pub fn all() -> Vec<Contest> {
    let mut contests = manifolds::contests();
    contests.extend(distances::contests());
    contests.extend(casts::contests());
    contests
}
