//! Umbra's geometry beside Box2D's and parry's, over the same pairs in the same run.
//!
//! The other engines are no part of the default build: they live in this workspace member only.
//!
//! ```text
//! CFLAGS="-O3 -DNDEBUG" cargo run --release -p umbra-peers --bin geom_table
//! CFLAGS="-O3 -DNDEBUG" cargo run --release -p umbra-peers --bin geom_table -- --check
//! CFLAGS="-O3 -DNDEBUG" cargo bench -p umbra-peers --bench geom
//! ```
//!
//! `CFLAGS` matters: on its own, the crate that builds Box2D compiles it with `-O2` and with its
//! assertions on, which would flatter us.
//!
//! # How to read this crate
//!
//! 1. [`random`] and [`pairs`]: seeded shapes in seeded poses, spaced as in a narrow phase.
//! 2. [`box2d`] and [`parry`]: our shapes and poses as theirs, and the calls into them.
//! 3. [`contest`]: one question to several engines, timed and compared.
//! 4. [`contests`]: all contests. An engine enters a contest with one `entry` call.

pub mod box2d;
pub mod contest;
pub mod contests;
pub mod pairs;
pub mod parry;
pub mod random;
pub mod shapes;
