//! Values of edits of bodies.

use umbra_geom::{Pose, Real, Vector};
use umbra_solver::Body as SolverBody;

use crate::{BodyKind, MassProperties, check};
use umbra_world::body::{Push, checks};

use umbra_world::tuning::VIOLENT_ACCELERATION;
use umbra_world::world::Dirty;

macro_rules! define_edits {
    ($(
        $(commands { $($commands:tt)* })?
        property $name:ident: $type:ty = $default:expr, check($check:ident)
            $(, kept($array:ident.$field:ident) $(, edit(
                $Edit:ident => $($dirty:ident)|+ $(, unless $equal:ident)? $(, then $effect:ident)?
            ))?)? => $functions:tt
    )*) => {
        /// A change of a body, for [`Edit::Body`](crate::Edit::Body): a method of
        /// [`BodyMut`](crate::BodyMut) as a value. See there.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
        pub enum BodyEdit {
            $(
                $($($commands)*)?
                $($(
                    #[doc = concat!("[`set_", stringify!($name), "`](crate::BodyMut::set_", stringify!($name), ").")]
                    $Edit($type),
                )?)?
            )*
        }

        impl BodyEdit {
            /// The edit, if all its numbers make sense.
            pub(crate) fn checked(mut self) -> Result<Self, umbra_geom::Error> {
                match &mut self {
                    $($($(
                        Self::$Edit(value) => *value = checks::$check(stringify!($name), *value)?,
                    )?)?)*
                    command => command.check_command()?,
                }
                Ok(self)
            }

            /// Derived data that the edit makes dirty, by the table.
            fn dirty_of_property(&self) -> Dirty {
                match self {
                    $($($(Self::$Edit(_) => $(Dirty::$dirty)|+,)?)?)*
                    _ => Dirty::NOTHING,
                }
            }
        }
    };
}
umbra_world::body_properties!(define_edits);

impl BodyEdit {
    /// Checks the numbers of an edit that sets no property.
    fn check_command(&mut self) -> Result<(), umbra_geom::Error> {
        match self {
            Self::Pose(pose) => *pose = check::pose("pose", *pose)?,
            Self::Velocity(velocity) => drop(check::vector("velocity", *velocity)?),
            Self::AngularVelocity(spin) => drop(check::number("angular_velocity", *spin)?),
            Self::Force { force, torque, .. } | Self::ConstantForce(force, torque) => {
                Push { force: *force, torque: *torque }.check()?;
            }
            Self::Impulse { impulse, angular_impulse, .. } => {
                check::vector("impulse", *impulse)?;
                check::number("impulse", *angular_impulse)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Derived data that the edit makes dirty. `state` and `forces` are those of the body after the
    /// edit.
    pub(crate) fn dirty(&self, state: &SolverBody, forces: &Push, length_unit: Real) -> Dirty {
        let rest_if = |wakes: bool| if wakes { Dirty::REST } else { Dirty::NOTHING };
        let is_hard = forces.force.norm() * state.inv_mass > VIOLENT_ACCELERATION * length_unit
            || forces.torque.abs() * state.inv_inertia > VIOLENT_ACCELERATION;
        let boxes_if_hard = if is_hard { Dirty::BOXES } else { Dirty::NOTHING };
        match self {
            Self::Pose(_) => Dirty::REST | Dirty::BOXES | Dirty::PLACES | Dirty::MEETINGS,
            Self::Velocity(_) | Self::AngularVelocity(_) => Dirty::REST | Dirty::BOXES,
            Self::Impulse { wakes, .. } => rest_if(*wakes) | Dirty::BOXES,
            Self::Force { wakes, .. } => rest_if(*wakes) | boxes_if_hard,
            Self::ConstantForce(..) => rest_if(state.is_dynamic()) | boxes_if_hard,
            Self::LockTranslation(_) => Dirty::REST | Dirty::STRUCTURE,
            Self::DropThrough(_) => Dirty::REST | Dirty::CONTACTS,
            // What lies on it falls.
            Self::Enabled(enabled) => rest_if(!enabled) | self.dirty_of_property(),
            _ => self.dirty_of_property(),
        }
    }
}
