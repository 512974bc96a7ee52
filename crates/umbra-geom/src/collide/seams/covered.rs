//! The covered part of an edge, in files: nothing stands for all of it, because JSON has no
//! infinite numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Real;

pub(super) fn serialize<S: Serializer>(covered: &[Real; 2], to: S) -> Result<S::Ok, S::Error> {
    (covered[0] < Real::INFINITY).then_some(*covered).serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[Real; 2], D::Error> {
    let covered = Option::<[Real; 2]>::deserialize(from)?;
    Ok(covered.unwrap_or([Real::INFINITY; 2]))
}
