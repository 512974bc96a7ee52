//! Costs of the parts of Umbra, measured through criterion, without other engines.
//!
//! A package of its own, so that `cargo test` compiles no benchmark and no criterion:
//!
//! ```text
//! cargo bench -p umbra-benches --bench geom      # shapes, contacts, queries on shapes
//! cargo bench -p umbra-benches --bench broad     # motion, pairs and queries of the broad phase
//! cargo bench -p umbra-benches --bench solver    # the solver alone
//! cargo bench -p umbra-benches --bench scene     # costs of a scene in every frame of a game
//! cargo bench -p umbra-benches --bench step      # steps of whole scenes
//! ```
#![forbid(unsafe_code)]

pub mod boxes;
