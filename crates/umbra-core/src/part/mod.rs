//! Parts of scenes: some bodies with all that belongs to them, taken out and put into the same or
//! another scene.

mod inserted;
mod inserting;
mod taking;

pub use inserted::Inserted;
