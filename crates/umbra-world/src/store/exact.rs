//! Numbers of double precision in files.
//!
//! `serde_json` as most programs build it reads the digits of such a number to one that may be its
//! neighbour. So formats that people read have the digits as text, which the standard library reads
//! to the last bit; numbers are read, too.

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

pub(super) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    if to.is_human_readable() && *number != 0.0 {
        return to.collect_str(number);
    }
    number.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    if from.is_human_readable() {
        from.deserialize_any(Digits)
    } else {
        from.deserialize_f64(Digits)
    }
}

struct Digits;

impl Visitor<'_> for Digits {
    type Value = f64;

    fn expecting(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        to.write_str("a number, or its digits as text")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<f64, E> {
        digits.parse().map_err(E::custom)
    }
}
