//! Records of files, and what they say about platforms.

pub(crate) use umbra_world::file::record::{
    List, Number, Pair, PoseRecord, of_rotation, pair, point, pose_of, rotation, turned, vector,
};

use crate::{Error, check};
use umbra_geom::Vector;

/// Direction of a platform: checked, and to the last bit if it is of length one.
pub(crate) fn one_way(direction: Option<Pair>) -> Result<Option<Vector>, Error> {
    let Some(direction) = direction.map(vector) else { return Ok(None) };
    let unit = check::direction("direction", direction)?;
    let is_unit = (direction.norm() - 1.0).abs() < 1e-5;
    Ok(Some(if is_unit { direction } else { unit }))
}

/// Tells where in a file something is wrong.
pub fn at(place: String, error: Error) -> Error {
    Error::InFile { place, error: Box::new(error) }
}

/// The error of a file whose parts do not fit together.
pub(crate) fn corrupt(fault: &str) -> Error {
    Error::Corrupt(fault.into())
}

/// Entry of a list that a file names by its number.
pub(crate) fn entry<'a, T>(what: &'static str, list: &'a [T], number: u32) -> Result<&'a T, Error> {
    list.get(number as usize).ok_or(Error::NoSuchEntry { what, number, count: list.len() })
}

/// A record of a file, with a schema for the tests.
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $about:literal])* $field:ident: $type:ty = $default:expr,)*
    }) => {
        umbra_world::record! {
            $(#[$meta])* $vis struct $name {
                $($(#[doc = $about])* $field: $type = $default,)*
            }
        }

        #[cfg(test)]
        impl crate::schema::Schema for $name {
            fn schema() -> serde_json::Value {
                use crate::schema::{Schema, object};
                let fields = vec![$((
                    stringify!($field),
                    concat!($($about),*).trim().to_string(),
                    <$type as Schema>::schema(),
                )),*];
                object("", fields)
            }
        }
    };
}
pub(crate) use record;
