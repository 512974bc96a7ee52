//! Whole scenes in Umbra, Box2D and Rapier, in the same run.
//!
//! ```text
//! cargo run --release -p umbra-versus
//! cargo run --release -p umbra-versus -- --scene large_pyramid,washer --threads 1,2 --repeat 3
//! cargo run --release -p umbra-versus -- --quick
//! ```
//!
//! The other engines are no part of the default build: they live in this workspace member only.
//! The workspace's `.cargo/config.toml` compiles Box2D with `-O3 -DNDEBUG`.
//!
//! # How to read this crate
//!
//! 1. [`description`]: a scene is filled once, with Umbra, and read back through its public
//!    interface. All engines are loaded from that, so that they get the same bodies.
//! 2. [`engines`]: one file per engine.
//! 3. [`meter`]: how deep shapes overlap, measured from poses alone, exactly and in `f64`.
//! 4. [`quality`]: that, and what else can be told from poses and velocities.
//! 5. [`contest`]: the engines take turns at the same scene.
//! 6. [`memory`]: an allocator that counts, for the program `costs`.
//! 7. [`options`] and [`report`]: the command line and the tables.

pub mod contest;
pub mod description;
pub mod engines;
pub mod memory;
pub mod meter;
pub mod options;
pub mod quality;
pub mod report;
