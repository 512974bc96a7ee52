//! The WebAssembly part of `@umbra-physics/umbra2d`. The classes that users see are in `js/`.
//!
//! Read in this order: `wire.rs` (how numbers, options and answers cross the border), `table.rs`
//! (options and properties are rows of tables), then a subject: `world.rs`, `body.rs`, ..
//!
//! What comes from JavaScript is a list of numbers, checked there for its types; the engine checks
//! the values. What goes back is a number, a list of numbers, or a view of memory.
mod body;
mod collider;
mod config;
#[cfg(feature = "draw")]
mod draw;
mod error;
mod events;
mod explosion;
mod field;
mod fracture;
mod hooks;
mod joint;
mod joint_kinds;
#[cfg(feature = "play")]
mod play;
mod portal;
mod poses;
mod query;
#[cfg(feature = "save")]
mod save;
mod shape;
mod snapshot;
mod table;
mod tiles;
mod wire;
mod world;

pub use world::RawWorld;

/// Has panics, which are defects of the engine, throw an error with their message.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        wasm_bindgen::throw_str(&format!("a defect of the engine: {info}"));
    }));
}
