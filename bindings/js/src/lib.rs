//! The WebAssembly part of `@umbra-physics/umbra2d`. The classes that users see are in `js/`.
//!
//! Read in this order: `wire.rs` (how numbers, options and answers cross the border), `table.rs`
//! (options and properties are rows of tables), then a subject: `world.rs`, `body.rs`, ..
//!
//! What comes from JavaScript is a list of numbers, checked there for its types; the engine checks
//! the values. What goes back is a number, a list of numbers, or a view of memory.
use std::cell::RefCell;

use wasm_bindgen::prelude::*;

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
mod recording;
#[cfg(feature = "save")]
mod save;
mod shape;
mod snapshot;
mod table;
mod tiles;
mod wire;
mod world;

pub use world::RawWorld;

thread_local! {
    /// Message of the last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the messages of panics, which are defects of the engine. The module stops there with a
/// trap, and `js/failure.ts` makes an error with the message of it.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        #[cfg(feature = "messages")]
        let message = info.to_string();
        #[cfg(not(feature = "messages"))]
        let message = info.location().map_or("", |it| it.file()).to_owned();
        PANIC.with_borrow_mut(|kept| *kept = message);
    }));
}

/// Message of the last panic, once; empty if there was none.
#[wasm_bindgen(js_name = takePanic)]
pub fn take_panic() -> String {
    PANIC.take()
}

#[wasm_bindgen]
impl RawWorld {
    /// Panics, for tests of what happens then.
    #[wasm_bindgen(js_name = panicOnPurpose)]
    pub fn panic_on_purpose(&mut self) {
        panic!("on purpose, with {} bodies", self.scene.body_count());
    }
}
