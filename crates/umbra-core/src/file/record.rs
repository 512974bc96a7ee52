//! Records of files, and what they say about platforms.

pub(super) use umbra_world::file::record::{
    List, Number, Pair, PoseRecord, of_rotation, pair, point, pose_of, rotation, turned, vector,
};

use crate::Collider;

/// A platform with this direction: checked, and to the last bit if it is of length one.
pub(super) fn one_way(collider: Collider, direction: Option<Pair>) -> Collider {
    let Some(direction) = direction.map(vector) else { return collider };
    let mut collider = collider.one_way(direction);
    if (direction.norm() - 1.0).abs() < 1e-5 {
        collider.one_way = Some(direction);
    }
    collider
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
        impl crate::file::schema::Schema for $name {
            fn schema() -> serde_json::Value {
                use crate::file::schema::{Schema, object};
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
pub(super) use record;
