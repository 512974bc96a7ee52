//! The C interface of Umbra.
//!
//! Every export goes through [`call`], which turns errors and panics into a status and a message.
//! - `call.rs`, `status.rs`: calls, statuses and the last error; `array.rs`: arrays of the caller;
//! - `types.rs`: vectors, poses, filters; `options.rs`: values that may be left out; `keys.rs`: keys
//!   as numbers;
//! - one file for each subject: `scene.rs`, `body/`, `collider/`, `joint/`, `events.rs`, `query/`, ...
//! - `properties.rs`: exports that read or set one property, written from the tables in `tables/`;
//! - the header `include/umbra.h` is written by `header/` from these files.
// The exports are told in the header, with the rules of pointers at its top.
#![allow(clippy::missing_safety_doc, reason = "the rules of pointers are told once, in the header")]

mod array;
mod assembly;
mod batch;
mod body;
mod bulk;
mod call;
mod character;
mod collider;
mod config;
mod contacts;
mod draw;
mod events;
mod field;
mod files;
mod fracture;
mod hooks;
mod joint;
mod keys;
mod mask;
mod options;
mod part;
mod portal;
mod predict;
mod properties;
mod query;
mod record;
mod scene;
mod shape;
mod snapshot;
mod status;
mod timestep;
mod types;
mod vehicle;

pub use assembly::*;
pub use batch::*;
pub use body::*;
pub use bulk::*;
pub use character::*;
pub use collider::*;
pub use config::*;
pub use contacts::*;
pub use draw::*;
pub use events::*;
pub use field::*;
pub use files::*;
pub use fracture::*;
pub use hooks::*;
pub use joint::*;
pub use keys::*;
pub use mask::*;
pub use options::*;
pub use part::*;
pub use portal::*;
pub use predict::*;
pub use properties::*;
pub use query::*;
pub use record::*;
pub use scene::*;
pub use shape::*;
pub use snapshot::*;
pub use status::*;
pub use timestep::*;
pub use types::*;
pub use vehicle::*;
