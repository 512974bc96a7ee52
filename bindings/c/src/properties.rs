//! Exports that read or set one property, written from the tables in `tables/`.

#![allow(clippy::unit_arg, reason = "setters of the engine return nothing or a result")]

use crate::call::Done;

include!(concat!(env!("OUT_DIR"), "/properties.rs"));
