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
//! Modules import only what stands before them in this list.
//!
//! 1. [`timing`], [`memory`], [`output`]: clocks, a counting allocator, and the output of text.
//! 2. [`description`]: a scene is filled once, with Umbra, and read through its public interface.
//!    All engines are loaded from that, so that they get the same bodies. [`questions`]: rays,
//!    casts and overlaps, the same for all engines.
//! 3. [`engines`]: one file per engine.
//! 4. [`meter`]: the overlaps of shapes, measured from poses alone, exactly and in `f64`;
//!    [`quality`]: these, and other figures from poses and velocities.
//! 5. [`remote`]: an engine in another program with other build options. [`contestant`]: an engine
//!    in this program or in another. [`serve`]: the other program. [`meetings`]: small generated
//!    worlds, and laws that they have to obey.
//! 6. [`contest`]: the engines take turns at the same scene; [`race`]: at the same questions.
//!    [`verdict`]: the figures in which an engine falls short of the better of its peers.
//! 7. [`chart`], [`report`], [`growth`], [`pictures`]: charts and tables. [`mechanisms`]: machines
//!    with known motions. [`options`]: the command line.

pub mod chart;
pub mod contest;
pub mod contestant;
pub mod description;
pub mod engines;
pub mod growth;
pub mod mechanisms;
pub mod meetings;
pub mod memory;
pub mod meter;
pub mod options;
pub mod output;
pub mod pictures;
pub mod precision;
pub mod quality;
pub mod questions;
pub mod race;
pub mod remote;
pub mod report;
pub mod serve;
pub mod timing;
pub mod verdict;
