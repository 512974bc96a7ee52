//! Values of edits of bodies.

use umbra_geom::{Pose, Real, Vector};
use umbra_solver::Body as SolverBody;

use crate::{BodyKind, MassProperties, check};
use umbra_world::body::Push;

use umbra_world::tuning::VIOLENT_ACCELERATION;
use umbra_world::world::Dirty;

/// A change of a body, for [`Edit::Body`](crate::Edit::Body): a method of [`BodyMut`](crate::BodyMut) as a value. See there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyEdit {
    /// [`set_pose`](crate::BodyMut::set_pose).
    Pose(Pose),
    /// [`set_velocity`](crate::BodyMut::set_velocity).
    Velocity(Vector),
    /// [`set_angular_velocity`](crate::BodyMut::set_angular_velocity).
    AngularVelocity(Real),
    /// A force at the centre of mass and a torque until the end of the next step:
    /// [`apply_force`](crate::BodyMut::apply_force), [`apply_torque`](crate::BodyMut::apply_torque).
    Force {
        /// The force.
        force: Vector,
        /// The torque.
        torque: Real,
        /// True if the body wakes: see [`without_waking`](crate::BodyMut::without_waking).
        wakes: bool,
    },
    /// An impulse at the centre of mass and an angular one: [`apply_impulse`](crate::BodyMut::apply_impulse),
    /// [`apply_angular_impulse`](crate::BodyMut::apply_angular_impulse).
    Impulse {
        /// The impulse.
        impulse: Vector,
        /// The angular impulse.
        angular_impulse: Real,
        /// True if the body wakes.
        wakes: bool,
    },
    /// [`set_constant_force`](crate::BodyMut::set_constant_force): the force and the torque.
    ConstantForce(Vector, Real),
    /// [`set_linear_damping`](crate::BodyMut::set_linear_damping).
    LinearDamping(Real),
    /// [`set_angular_damping`](crate::BodyMut::set_angular_damping).
    AngularDamping(Real),
    /// [`set_gravity_scale`](crate::BodyMut::set_gravity_scale).
    GravityScale(Real),
    /// [`set_additional_mass`](crate::BodyMut::set_additional_mass).
    AdditionalMass(Real),
    /// [`set_mass_properties`](crate::BodyMut::set_mass_properties).
    MassProperties(Option<MassProperties>),
    /// [`set_lock_rotation`](crate::BodyMut::set_lock_rotation).
    LockRotation(bool),
    /// [`set_lock_translation`](crate::BodyMut::set_lock_translation): along x, and along y.
    LockTranslation([bool; 2]),
    /// [`set_kind`](crate::BodyMut::set_kind).
    Kind(BodyKind),
    /// [`set_enabled`](crate::BodyMut::set_enabled).
    Enabled(bool),
    /// [`set_bullet`](crate::BodyMut::set_bullet).
    Bullet(bool),
    /// [`drop_through`](crate::BodyMut::drop_through).
    DropThrough(bool),
    /// [`set_can_sleep`](crate::BodyMut::set_can_sleep).
    CanSleep(bool),
    /// [`set_sleep_tolerance`](crate::BodyMut::set_sleep_tolerance).
    SleepTolerance(Real),
    /// [`wake`](crate::BodyMut::wake).
    Wake,
    /// [`sleep`](crate::BodyMut::sleep).
    Sleep,
    /// [`set_user_data`](crate::BodyMut::set_user_data).
    UserData(u64),
    /// [`set_fracture`](crate::BodyMut::set_fracture).
    Fracture(Option<Real>),
}

impl BodyEdit {
    /// The edit, if all its numbers make sense.
    pub(crate) fn checked(mut self) -> Result<Self, umbra_geom::Error> {
        match &mut self {
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
            Self::LinearDamping(damping) => drop(check::amount("linear_damping", *damping)?),
            Self::AngularDamping(damping) => drop(check::amount("angular_damping", *damping)?),
            Self::GravityScale(scale) => drop(check::number("gravity_scale", *scale)?),
            Self::AdditionalMass(mass) => drop(check::amount("additional_mass", *mass)?),
            Self::SleepTolerance(tolerance) => drop(check::amount("sleep_tolerance", *tolerance)?),
            Self::Fracture(Some(toughness)) => drop(check::positive("toughness", *toughness)?),
            Self::MassProperties(given) => drop(given.map(MassProperties::check).transpose()?),
            Self::LockRotation(_)
            | Self::LockTranslation(_)
            | Self::Kind(_)
            | Self::Enabled(_)
            | Self::Bullet(_)
            | Self::DropThrough(_)
            | Self::CanSleep(_)
            | Self::Wake
            | Self::Sleep
            | Self::UserData(_)
            | Self::Fracture(None) => {}
        }
        Ok(self)
    }

    /// True if it changes only the motion of a body, and none of the data that snapshots share: see
    /// [`Snapshot`](crate::Snapshot).
    pub(crate) fn is_of_motion(&self) -> bool {
        match self {
            Self::Pose(_)
            | Self::Velocity(_)
            | Self::AngularVelocity(_)
            | Self::Force { .. }
            | Self::Impulse { .. }
            | Self::ConstantForce(..)
            | Self::LinearDamping(_)
            | Self::AngularDamping(_)
            | Self::GravityScale(_)
            | Self::LockTranslation(_)
            | Self::DropThrough(_)
            | Self::CanSleep(_)
            | Self::SleepTolerance(_)
            | Self::Wake
            | Self::Sleep => true,
            Self::AdditionalMass(_)
            | Self::MassProperties(_)
            | Self::LockRotation(_)
            | Self::Kind(_)
            | Self::Enabled(_)
            | Self::Bullet(_)
            | Self::UserData(_)
            | Self::Fracture(_) => false,
        }
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
            Self::GravityScale(_) => Dirty::REST,
            Self::AdditionalMass(_) | Self::MassProperties(_) | Self::LockRotation(_) => {
                Dirty::REST | Dirty::MASS
            }
            Self::LockTranslation(_) => Dirty::REST | Dirty::STRUCTURE,
            Self::Kind(_) => {
                let of_pieces = Dirty::PROXIES | Dirty::MEETINGS | Dirty::SWEEPS | Dirty::SEAMS;
                Dirty::REST | of_pieces | Dirty::MASS | Dirty::SIDE | Dirty::BOXES
            }
            Self::Enabled(enabled) => {
                rest_if(!enabled) | Dirty::PLACES | Dirty::PROXIES | Dirty::SIDE | Dirty::BOXES
            }
            Self::Bullet(_) => Dirty::SWEEPS,
            Self::DropThrough(_) => Dirty::REST | Dirty::CONTACTS,
            Self::CanSleep(_)
            | Self::SleepTolerance(_)
            | Self::Wake
            | Self::Sleep
            | Self::LinearDamping(_)
            | Self::AngularDamping(_)
            | Self::UserData(_)
            | Self::Fracture(_) => Dirty::NOTHING,
        }
    }
}
