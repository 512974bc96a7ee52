//! Changes of joints as values.

use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::Softness;

/// A change of a joint, for [`Edit::Joint`](crate::Edit::Joint): a method of [`JointMut`](crate::JointMut) as a value. See there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum JointEdit {
    /// [`set_limits`](crate::JointMut::set_limits): the lower one and the upper one.
    Limits(Option<[Real; 2]>),
    /// [`set_motor`](crate::JointMut::set_motor): the speed, and the largest force or torque.
    Motor(Option<[Real; 2]>),
    /// [`set_spring`](crate::JointMut::set_spring).
    Spring(Option<Softness>),
    /// [`set_angular_spring`](crate::JointMut::set_angular_spring).
    AngularSpring(Option<Softness>),
    /// [`set_spring_stiffness`](crate::JointMut::set_spring_stiffness): the stiffness and the damping.
    SpringStiffness(Real, Real),
    /// [`set_angular_spring_stiffness`](crate::JointMut::set_angular_spring_stiffness): the stiffness and the damping.
    AngularSpringStiffness(Real, Real),
    /// [`set_softness`](crate::JointMut::set_softness).
    Softness(Softness),
    /// [`set_rest`](crate::JointMut::set_rest).
    Rest(Real),
    /// [`set_length`](crate::JointMut::set_length).
    Length(Real),
    /// [`set_velocity`](crate::JointMut::set_velocity).
    Velocity(Vector),
    /// [`set_angular_velocity`](crate::JointMut::set_angular_velocity).
    AngularVelocity(Real),
    /// [`set_target`](crate::JointMut::set_target).
    Target(Option<Pose>),
    /// [`set_target_point`](crate::JointMut::set_target_point).
    TargetPoint(Point),
    /// [`set_max_force`](crate::JointMut::set_max_force).
    MaxForce(Real),
    /// [`set_max_torque`](crate::JointMut::set_max_torque).
    MaxTorque(Real),
    /// [`set_break_force`](crate::JointMut::set_break_force).
    BreakForce(Real),
    /// [`set_break_torque`](crate::JointMut::set_break_torque).
    BreakTorque(Real),
    /// [`set_ratio`](crate::JointMut::set_ratio).
    Ratio(Real),
    /// [`set_local_anchors`](crate::JointMut::set_local_anchors).
    LocalAnchors([Point; 2]),
    /// [`set_local_axis`](crate::JointMut::set_local_axis).
    LocalAxis(Vector),
    /// [`set_enabled`](crate::JointMut::set_enabled).
    Enabled(bool),
    /// [`set_collide_connected`](crate::JointMut::set_collide_connected).
    CollideConnected(bool),
    /// [`set_user_data`](crate::JointMut::set_user_data).
    UserData(u64),
    /// [`close`](crate::JointMut::close).
    Close,
}
