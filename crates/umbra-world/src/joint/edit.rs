//! Changes of joints as values.

use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::Softness;

/// A change of a joint, for `Edit::Joint`: a method of `JointMut` as a value. See there.
///
/// ```
/// # use umbra::prelude::*;
/// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
/// # let mut scene = Scene::new(weightless)?;
/// # let wall = scene.add_body(Body::fixed())?;
/// # let wheel = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
/// let axle = scene.add_joint(Joint::revolute(wall, wheel, [0.0, 0.0]))?;
/// let start = Edit::Joint(axle, JointEdit::Motor(Some([2.0, 50.0]))); // sent over a network
/// scene.edit(start)?;
/// assert_eq!(scene.joint(axle)?.motor(), Some([2.0, 50.0]));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum JointEdit {
    /// `set_limits`: the lower one and the upper one.
    Limits(Option<[Real; 2]>),
    /// `set_motor`: the speed, and the largest force or torque.
    Motor(Option<[Real; 2]>),
    /// `set_spring`.
    Spring(Option<Softness>),
    /// `set_angular_spring`.
    AngularSpring(Option<Softness>),
    /// `set_spring_stiffness`: the stiffness and the damping.
    SpringStiffness(Real, Real),
    /// `set_angular_spring_stiffness`: the stiffness and the damping.
    AngularSpringStiffness(Real, Real),
    /// `set_softness`.
    Softness(Softness),
    /// `set_rest`.
    Rest(Real),
    /// `set_length`.
    Length(Real),
    /// `set_velocity`.
    Velocity(Vector),
    /// `set_angular_velocity`.
    AngularVelocity(Real),
    /// `set_target`.
    Target(Option<Pose>),
    /// `set_target_point`.
    TargetPoint(Point),
    /// `set_max_force`.
    MaxForce(Real),
    /// `set_max_torque`.
    MaxTorque(Real),
    /// `set_break_force`.
    BreakForce(Real),
    /// `set_break_torque`.
    BreakTorque(Real),
    /// `set_ratio`.
    Ratio(Real),
    /// `set_local_anchors`.
    LocalAnchors([Point; 2]),
    /// `set_local_axis`.
    LocalAxis(Vector),
    /// `set_enabled`.
    Enabled(bool),
    /// `set_collide_connected`.
    CollideConnected(bool),
    /// `set_user_data`.
    UserData(u64),
    /// `close`.
    Close,
}
