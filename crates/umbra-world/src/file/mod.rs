//! Building blocks of files: numbers to the last bit, records with defaults, and values that files
//! and edits share.

mod fields;
pub mod record;

pub use fields::FieldRecord;
