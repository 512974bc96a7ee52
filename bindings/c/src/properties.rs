//! Exports that read or set one property, written from the tables in `tables/`.

use crate::call::Done;

include!(concat!(env!("OUT_DIR"), "/properties.rs"));
