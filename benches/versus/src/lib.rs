//! Whole scenes in Umbra, Box2D and Rapier, in the same run.
//!
//! ```text
//! cargo run --release -p umbra-versus
//! cargo run --release -p umbra-versus -- --scene large_pyramid,washer --threads 1,2 --repeat 3
//! cargo run --release -p umbra-versus -- --part growth,queries
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
//! 2. [`engines`]: one file per engine. [`player`]: an engine at play, in this program or, as
//!    [`remote`] has it, in another that was built in another way.
//! 3. [`meter`]: how deep shapes overlap, measured from poses alone, exactly and in `f64`.
//! 4. [`quality`]: that, and what else can be told from poses and velocities; [`verdict`]: in what
//!    an engine falls short of the better of its peers.
//! 5. [`contest`]: the engines take turns at the same scene; [`growth`]: at the same scene in many
//!    sizes; [`questions`]: at rays, casts and overlaps.
//! 6. [`memory`]: an allocator that counts, for the program `costs`.
//! 7. [`options`], [`report`], [`chart`], [`pictures`] and [`output`]: the command line, the
//!    tables, the charts, and where they go.

pub mod chart;
pub mod contest;
pub mod description;
pub mod engines;
pub mod growth;
pub mod memory;
pub mod meter;
pub mod options;
pub mod output;
pub mod pictures;
pub mod player;
pub mod quality;
pub mod questions;
pub mod remote;
pub mod report;
pub mod verdict;
