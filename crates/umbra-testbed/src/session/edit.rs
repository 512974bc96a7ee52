//! The commands of the inspector: one setter of a body, a collider or a joint.

use umbra::Error;
use umbra::prelude::*;

/// Sets one property of something in a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Of a body.
    Body(BodyKey, BodyEdit),
    /// Of a collider.
    Collider(ColliderKey, ColliderEdit),
    /// Of a joint.
    Joint(JointKey, JointEdit),
}

/// A property of a body, and its value. What each does is said at the method of [`BodyMut`] of the same name.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the setters")]
pub enum BodyEdit {
    Kind(BodyKind),
    Pose(Pose),
    Velocity(Vector),
    AngularVelocity(Real),
    LinearDamping(Real),
    AngularDamping(Real),
    GravityScale(Real),
    ConstantForce(Vector, Real),
    AdditionalMass(Real),
    MassProperties(Option<MassProperties>),
    LockRotation(bool),
    LockTranslation([bool; 2]),
    CanSleep(bool),
    Bullet(bool),
    DropThrough(bool),
    Awake(bool),
    Enabled(bool),
    UserData(u64),
}

/// A property of a collider, and its value. What each does is said at the method of [`ColliderMut`] of the same name.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the setters")]
pub enum ColliderEdit {
    Friction(Real),
    Restitution(Real),
    RollingResistance(Real),
    SurfaceSpeed(Real),
    FrictionRule(CombineRule),
    RestitutionRule(CombineRule),
    Density(Real),
    Mass(Real),
    Filter(Filter),
    Shape(Shape),
    Offset(Pose),
    Sensor(bool),
    SeesSensors(bool),
    OneWay(Option<Vector>),
    OneSided(bool),
    Enabled(bool),
    HitEvents(bool),
    UserData(u64),
}

/// A property of a joint, and its value. What each does is said at the method of [`JointMut`] of the same name.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the setters")]
pub enum JointEdit {
    Limits(Option<[Real; 2]>),
    Motor(Option<[Real; 2]>),
    Spring(Softness),
    AngularSpring(Softness),
    RemoveSprings,
    Rest(Real),
    Length(Real),
    Target(Option<Pose>),
    Velocity(Vector),
    AngularVelocity(Real),
    TargetPoint(Point),
    LocalAnchors([Point; 2]),
    LocalAxis(Vector),
    MaxForce(Real),
    MaxTorque(Real),
    Softness(Softness),
    BreakForce(Real),
    BreakTorque(Real),
    Ratio(Real),
    Enabled(bool),
    CollideConnected(bool),
    UserData(u64),
}

impl Edit {
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Error> {
        match self {
            Self::Body(key, edit) => {
                edit.apply(scene.body_mut(*key).ok().ok_or(Error::NoSuchBody(*key))?)
            }
            Self::Collider(key, edit) => {
                edit.apply(scene.collider_mut(*key).ok().ok_or(Error::NoSuchCollider(*key))?)
            }
            Self::Joint(key, edit) => {
                edit.apply(scene.joint_mut(*key).ok().ok_or(Error::NoSuchJoint(*key))?)
            }
        }
    }
}

impl BodyEdit {
    fn apply(&self, mut body: BodyMut<'_>) -> Result<(), Error> {
        match *self {
            Self::Kind(kind) => body.set_kind(kind),
            Self::Pose(pose) => body.set_pose(pose)?,
            Self::Velocity(velocity) => body.set_velocity(velocity)?,
            Self::AngularVelocity(velocity) => body.set_angular_velocity(velocity)?,
            Self::LinearDamping(damping) => body.set_linear_damping(damping)?,
            Self::AngularDamping(damping) => body.set_angular_damping(damping)?,
            Self::GravityScale(scale) => body.set_gravity_scale(scale)?,
            Self::ConstantForce(force, torque) => body.set_constant_force(force, torque)?,
            Self::AdditionalMass(mass) => body.set_additional_mass(mass)?,
            Self::MassProperties(properties) => body.set_mass_properties(properties)?,
            Self::LockRotation(locked) => body.set_lock_rotation(locked),
            Self::LockTranslation([x, y]) => body.set_lock_translation(x, y),
            Self::CanSleep(can_sleep) => body.set_can_sleep(can_sleep),
            Self::Bullet(on) => body.set_bullet(on),
            Self::DropThrough(on) => body.drop_through(on),
            Self::Awake(true) => body.wake(),
            Self::Awake(false) => body.sleep(),
            Self::Enabled(enabled) => body.set_enabled(enabled)?,
            Self::UserData(data) => body.set_user_data(data),
        }
        Ok(())
    }
}

impl ColliderEdit {
    fn apply(&self, mut collider: ColliderMut<'_>) -> Result<(), Error> {
        match self {
            Self::Friction(friction) => collider.set_friction(*friction)?,
            Self::Restitution(restitution) => collider.set_restitution(*restitution)?,
            Self::RollingResistance(length) => collider.set_rolling_resistance(*length)?,
            Self::SurfaceSpeed(speed) => collider.set_surface_speed(*speed)?,
            Self::FrictionRule(rule) => collider.set_friction_rule(*rule),
            Self::RestitutionRule(rule) => collider.set_restitution_rule(*rule),
            Self::Density(density) => collider.set_density(*density)?,
            Self::Mass(mass) => collider.set_mass(*mass)?,
            Self::Filter(filter) => collider.set_filter(*filter),
            Self::Shape(shape) => collider.set_shape(shape.clone())?,
            Self::Offset(offset) => collider.set_offset(*offset)?,
            Self::Enabled(enabled) => collider.set_enabled(*enabled)?,
            Self::Sensor(on) => collider.set_sensor(*on)?,
            Self::SeesSensors(on) => collider.set_sees_sensors(*on),
            Self::OneWay(way) => collider.set_one_way(*way)?,
            Self::OneSided(on) => collider.set_one_sided(*on)?,
            Self::HitEvents(on) => collider.set_hit_events(*on),
            Self::UserData(data) => collider.set_user_data(*data),
        }
        Ok(())
    }
}

impl JointEdit {
    fn apply(&self, mut joint: JointMut<'_>) -> Result<(), Error> {
        match *self {
            Self::Limits(Some([lower, upper])) => joint.set_limits(lower, upper)?,
            Self::Limits(None) => joint.remove_limits(),
            Self::Motor(Some([speed, force])) => joint.set_motor(speed, force)?,
            Self::Motor(None) => joint.remove_motor(),
            Self::Spring(spring) => joint.set_spring(spring.hertz, spring.damping_ratio)?,
            Self::AngularSpring(spring) => {
                joint.set_angular_spring(spring.hertz, spring.damping_ratio)?;
            }
            Self::RemoveSprings => joint.remove_springs(),
            Self::Rest(rest) => joint.set_rest(rest)?,
            Self::Length(length) => joint.set_length(length)?,
            Self::Target(Some(target)) => joint.set_target(target)?,
            Self::Target(None) => joint.remove_target(),
            Self::Velocity(velocity) => joint.set_velocity(velocity)?,
            Self::AngularVelocity(velocity) => joint.set_angular_velocity(velocity)?,
            Self::TargetPoint(point) => joint.set_target_point(point)?,
            Self::LocalAnchors([a, b]) => joint.set_local_anchors(a, b)?,
            Self::LocalAxis(axis) => joint.set_local_axis(axis)?,
            Self::MaxForce(force) => joint.set_max_force(force)?,
            Self::MaxTorque(torque) => joint.set_max_torque(torque)?,
            Self::Softness(softness) => joint.set_softness(softness)?,
            Self::BreakForce(force) => joint.set_break_force(force)?,
            Self::BreakTorque(torque) => joint.set_break_torque(torque)?,
            Self::Ratio(ratio) => joint.set_ratio(ratio)?,
            Self::Enabled(enabled) => joint.set_enabled(enabled),
            Self::CollideConnected(collide) => joint.set_collide_connected(collide),
            Self::UserData(data) => joint.set_user_data(data),
        }
        Ok(())
    }
}
