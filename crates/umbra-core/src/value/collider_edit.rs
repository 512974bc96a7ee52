//! Values of edits of colliders.

use umbra_broad::Filter;
use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{CombineRule, Material, check};
use umbra_world::collider::{Tile, Weight, checks};

use umbra_world::world::Dirty;

macro_rules! define_edits {
    (
        $(surface $surface:ident: $kind:ty, check($proof:ident), edit($Surface:ident) => $views:tt)*
        $(
            $(commands { $($commands:tt)* })?
            property $name:ident: $type:ty = $default:expr, check($check:ident), edit(
                $Edit:ident => $($dirty:ident)|+ $(, unless $equal:ident)? $(, then $effect:ident)?
            ) => $functions:tt
        )*
    ) => {
        /// A change of a collider, for [`Edit::Collider`](crate::Edit::Collider): a method of
        /// [`ColliderMut`](crate::ColliderMut) as a value. See there.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
        pub enum ColliderEdit {
            $(
                #[doc = concat!("[`set_", stringify!($surface), "`](crate::ColliderMut::set_", stringify!($surface), ").")]
                $Surface($kind),
            )*
            $(
                $($($commands)*)?
                #[doc = concat!("[`set_", stringify!($name), "`](crate::ColliderMut::set_", stringify!($name), ").")]
                $Edit($type),
            )*
        }

        impl ColliderEdit {
            /// The edit, if all its numbers make sense.
            pub(crate) fn checked(mut self) -> Result<Self, umbra_geom::Error> {
                match &mut self {
                    $(Self::$Surface(value) => *value = checks::$proof(stringify!($surface), *value)?,)*
                    $(Self::$Edit(value) => *value = checks::$check(stringify!($name), *value)?,)*
                    Self::ShapeMaterial(_, material) => material.check()?,
                    Self::Density(density) => drop(check::amount("density", *density)?),
                    Self::Mass(mass) => drop(check::amount("mass", *mass)?),
                    Self::Offset(offset) => *offset = check::pose("offset", *offset)?,
                    // Cells are checked by the map.
                    Self::Sensor(_) | Self::Shape(_) | Self::Enabled(_) | Self::Cell(..) => {}
                }
                Ok(self)
            }

            /// Applies the edit to a material, if it changes the material of all shapes.
            pub(crate) fn change_material(&self, material: &mut Material) {
                match *self {
                    $(Self::$Surface(value) => material.$surface = value,)*
                    _ => {}
                }
            }

            /// Derived data that the edit makes dirty.
            pub(crate) fn dirty(&self) -> Dirty {
                match self {
                    $(Self::$Surface(_))|* | Self::ShapeMaterial(..) => {
                        Dirty::REST | Dirty::CONTACTS | Dirty::MATERIALS
                    }
                    $(Self::$Edit(_) => $(Dirty::$dirty)|+,)*
                    Self::Density(_) | Self::Mass(_) => Dirty::REST | Dirty::MASS,
                    Self::Sensor(_) | Self::Shape(_) => {
                        Dirty::REST | Dirty::PROXIES | Dirty::MASS | Dirty::BOXES
                    }
                    Self::Offset(_) => {
                        Dirty::REST | Dirty::PLACES | Dirty::MEETINGS | Dirty::MASS | Dirty::BOXES
                    }
                    Self::Enabled(_) => Dirty::REST | Dirty::PROXIES,
                    // The cells around it are looked at one by one.
                    Self::Cell(..) => Dirty::NOTHING,
                }
            }
        }
    };
}
umbra_world::collider_properties!(define_edits);

impl ColliderEdit {
    /// The weight that it gives.
    pub(crate) fn weight(&self) -> Option<Weight> {
        match *self {
            Self::Density(density) => Some(Weight::Density(density)),
            Self::Mass(mass) => Some(Weight::Mass(mass)),
            _ => None,
        }
    }
}
