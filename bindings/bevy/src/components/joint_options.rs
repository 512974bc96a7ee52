//! Options of joints: one table for builders, the component and changes in the scene.
use bevy_math::Vec2;
use umbra::geom::math;
use umbra::prelude::Pose;
use umbra::{Error, JointBuilder, JointMut};

use super::joint::Joint;
use crate::convert::{pose, vector};

/// Each line is an option with its arguments: the call of the builder is that of the engine, and
/// `set` changes a joint of the scene. `unset` says what takes the option out again; where it is
/// missing, the joint keeps the last value.
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $name:ident($($argument:ident: $type:ty),*) |$b:ident| $build:expr,
        |$j:ident| set $set:expr, unset $unset:expr;
    )*) => {
        /// The options of a joint that are set.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct JointOptions {
            $($name: Option<($($type,)*)>,)*
        }

        impl JointOptions {
            pub fn build(&self, mut builder: JointBuilder) -> JointBuilder {
                $(if let Some(($($argument,)*)) = self.$name {
                    let $b = builder;
                    builder = $build;
                })*
                builder
            }

            /// Changes a joint of the scene from other options to these.
            pub fn change(&self, old: &Self, joint: &mut JointMut<'_>) -> Result<(), Error> {
                // What takes options out comes first: it may take out more than one.
                $(if self.$name.is_none() && old.$name.is_some() {
                    let $j = &mut *joint;
                    let _ = &$j;
                    $unset;
                })*
                let springs_gone = self.lost_spring(old);
                $(if let Some(($($argument,)*)) = self.$name {
                    if self.$name != old.$name || springs_gone {
                        let $j = &mut *joint;
                        $set?;
                    }
                })*
                Ok(())
            }
        }

        impl Joint {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self, $($argument: $type),*) -> Self {
                    self.options.$name = Some(($($argument,)*));
                    self
                }
            )*
        }
    };
}

options! {
    /// Limits of the angle, the way or the length.
    limits(lower: f32, upper: f32) |b| b.limits(lower, upper),
    |j| set j.set_limits(lower, upper), unset j.remove_limits();
    /// A motor of the angle, the way or the length: speed, and largest force or torque.
    motor(speed: f32, max_force: f32) |b| b.motor(speed, max_force),
    |j| set j.set_motor(speed, max_force), unset j.remove_motor();
    /// A spring: how often it swings per second, and how it is damped.
    spring(hertz: f32, damping_ratio: f32) |b| b.spring(hertz, damping_ratio),
    |j| set j.set_spring(hertz, damping_ratio), unset j.remove_springs();
    /// A spring of the angle.
    angular_spring(hertz: f32, damping_ratio: f32) |b| b.angular_spring(hertz, damping_ratio),
    |j| set j.set_angular_spring(hertz, damping_ratio), unset j.remove_springs();
    /// A spring of this stiffness and damping.
    spring_stiffness(stiffness: f32, damping: f32) |b| b.spring_stiffness(stiffness, damping),
    |j| set j.set_spring_stiffness(stiffness, damping), unset j.remove_springs();
    /// A spring of the angle of this stiffness and damping.
    angular_spring_stiffness(stiffness: f32, damping: f32)
    |b| b.angular_spring_stiffness(stiffness, damping),
    |j| set j.set_angular_spring_stiffness(stiffness, damping), unset j.remove_springs();
    /// The pose that a motor joint drives to, as the first body sees it.
    target(position: Vec2, angle: f32) |b| b.target(target_pose(position, angle)),
    |j| set j.set_target(target_pose(position, angle)), unset j.remove_target();
    /// The velocity that a motor joint drives to.
    velocity(velocity: Vec2) |b| b.velocity(vector(velocity)),
    |j| set j.set_velocity(vector(velocity)), unset nothing();
    /// The angular velocity that a motor joint drives to.
    angular_velocity(velocity: f32) |b| b.angular_velocity(velocity),
    |j| set j.set_angular_velocity(velocity), unset nothing();
    /// The length that a distance or a spring holds.
    length(length: f32) |b| b.length(length),
    |j| set j.set_length(length), unset nothing();
    /// The angle or the way at which a spring rests.
    rest(rest: f32) |b| b.rest(rest),
    |j| set j.set_rest(rest), unset nothing();
    /// Largest force.
    max_force(force: f32) |b| b.max_force(force),
    |j| set j.set_max_force(force), unset nothing();
    /// Largest torque.
    max_torque(torque: f32) |b| b.max_torque(torque),
    |j| set j.set_max_torque(torque), unset nothing();
    /// Force at which the joint breaks.
    break_force(force: f32) |b| b.break_force(force),
    |j| set j.set_break_force(force), unset nothing();
    /// Torque at which the joint breaks.
    break_torque(torque: f32) |b| b.break_torque(torque),
    |j| set j.set_break_torque(torque), unset nothing();
    /// True if the two bodies collide. They do not by default.
    collide_connected(collide: bool) |b| b.collide_connected(collide),
    |j| set done(j.set_collide_connected(collide)), unset j.set_collide_connected(false);
    /// False switches the joint off.
    enabled(enabled: bool) |b| b.enabled(enabled),
    |j| set done(j.set_enabled(enabled)), unset j.set_enabled(true);
}

/// Calls that take options out.
macro_rules! withouts {
    ($($(#[$doc:meta])* $name:ident: $($option:ident)*;)*) => {
        impl Joint {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self) -> Self {
                    $(self.options.$option = None;)*
                    self
                }
            )*
        }
    };
}

withouts! {
    /// Takes the limits out.
    without_limits: limits;
    /// Takes the motor out.
    without_motor: motor;
    /// Takes all springs out.
    without_springs: spring angular_spring spring_stiffness angular_spring_stiffness;
    /// Takes the target pose out.
    without_target: target;
}

impl JointOptions {
    fn lost_spring(&self, old: &Self) -> bool {
        let pairs = [
            (self.spring, old.spring),
            (self.angular_spring, old.angular_spring),
            (self.spring_stiffness, old.spring_stiffness),
            (self.angular_spring_stiffness, old.angular_spring_stiffness),
        ];
        pairs.iter().any(|(new, old)| new.is_none() && old.is_some())
    }
}

fn target_pose(position: Vec2, angle: f32) -> Pose {
    pose(position, math::rotation(angle))
}

/// For options that nothing takes out of a joint of the scene.
fn nothing() {}

fn done(_: ()) -> Result<(), Error> {
    Ok(())
}
