//! Building blocks of records in files.

use core::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use umbra_geom::{Point, Pose, Real, Rotation, Vector};

use crate::{Error, check};

/// A number that is the same as another one if all its bits are: zero is not minus zero.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(pub Real);

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

/// A place or a direction.
pub type Pair = [Number; 2];

pub fn pair([x, y]: [Real; 2]) -> Pair {
    [Number(x), Number(y)]
}

pub fn vector([Number(x), Number(y)]: Pair) -> Vector {
    Vector::new(x, y)
}

pub fn point(at: Pair) -> Point {
    vector(at).into()
}

/// A rotation by its cosine and its sine.
pub fn of_rotation(rotation: Rotation) -> Pair {
    pair([rotation.re, rotation.im])
}

/// The rotation of these, to the last bit.
pub fn rotation(parameter: &'static str, of: Pair) -> Result<Rotation, Error> {
    let [Number(re), Number(im)] = of;
    let off = check::number(parameter, re * re + im * im - 1.0)?;
    check::range(parameter, off, -1e-5, 1e-5)?;
    Ok(Rotation::new_unchecked(umbra_geom::nalgebra::Complex::new(re, im)))
}

/// A pose in a file: an angle for those who write by hand, or what it is to the last bit.
pub fn pose_of(position: Pair, angle: Number, turned: Option<Pair>) -> Result<Pose, Error> {
    let position = check::position("position", point(position))?;
    let angle = check::number("angle", angle.0)?;
    let rotation = match turned {
        Some(turned) => rotation("rotation", turned)?,
        None => umbra_geom::math::rotation(angle),
    };
    Ok(Pose::from_parts(position.into(), rotation))
}

/// The rotation of a pose, if it is turned.
pub fn turned(pose: &Pose) -> Option<Pair> {
    let rotation = of_rotation(pose.rotation);
    (rotation != pair([1.0, 0.0])).then_some(rotation)
}

/// A pose to the last bit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseRecord {
    position: Pair,
    /// Cosine and sine of the angle.
    rotation: Pair,
}

impl PoseRecord {
    pub fn from_pose(pose: &Pose) -> Self {
        let position = pair(pose.translation.vector.into());
        Self { position, rotation: of_rotation(pose.rotation) }
    }

    pub fn pose(&self) -> Result<Pose, Error> {
        let position = check::position("pose", point(self.position))?;
        Ok(Pose::from_parts(position.into(), rotation("pose", self.rotation)?))
    }
}

/// A list that takes no memory for what a file only claims to hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T> core::ops::Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
    type Value = List<T>;

    fn expecting(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        to.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(List(list))
    }
}

/// A record of a file, with what its fields are when they are left out. Formats that people read
/// leave such fields out, others write all.
#[doc(hidden)]
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $about:literal])* $field:ident: $type:ty = $default:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $vis struct $name {
            $($(#[doc = $about])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $name {
            /// Names of the fields, and their descriptions.
            pub const FIELDS: &'static [(&'static str, &'static str)] = &[$((
                stringify!($field),
                concat!($($about),*),
            )),*];
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let (usual, all) = (Self::default(), !to.is_human_readable());
                let count = [$(all || self.$field != usual.$field),*];
                let count = count.into_iter().filter(|is_written| *is_written).count();
                let mut fields = to.serialize_struct(stringify!($name), count)?;
                $(if all || self.$field != usual.$field {
                    fields.serialize_field(stringify!($field), &self.$field)?;
                } else {
                    fields.skip_field(stringify!($field))?;
                })*
                fields.end()
            }
        }
    };
}
