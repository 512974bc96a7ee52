//! Joints.
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use umbra::{BodyKey, JointBuilder, Scene};

use super::joint_options::JointOptions;
use super::link::JointLink;
use crate::convert::{point, vector};
use crate::error::Reason;
use crate::sync::pending;

/// A joint between two bodies, on an entity of its own.
///
/// Anchors are where the second body stands, unless you set them: [`anchor`](Self::anchor) for a
/// point of the world, as the bodies stand when the joint goes into the scene, or
/// [`local_anchors`](Self::local_anchors) for points as the bodies see them.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_transform::prelude::*;
/// use bevy_umbra::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let post = commands.spawn(RigidBody::Static).id();
///     let door = (RigidBody::Dynamic, Collider::rectangle(2.0, 0.1), Transform::from_xyz(1.0, 0.0, 0.0));
///     let door = commands.spawn(door).id();
///     let hinge = Joint::revolute(post, door).anchor(Vec2::ZERO);
///     commands.spawn(hinge.limits(-1.2, 1.2).motor(3.0, 50.0));
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[component(summary_tick, on_add = on_add, on_remove = pending::joint_removed)]
#[require(JointLink)]
pub struct Joint {
    pub(crate) kind: JointKind,
    pub(crate) bodies: [Entity; 2],
    anchors: Anchors,
    pub(crate) options: JointOptions,
}

fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
    pending::push_joint(&mut world, context.entity);
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Anchors {
    Origins,
    World([Vec2; 2]),
    Local([Vec2; 2]),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum JointKind {
    Revolute,
    Prismatic { axis: Vec2 },
    Wheel { axis: Vec2 },
    Groove { from: Vec2, to: Vec2 },
    Weld,
    Distance,
    Rope { most: f32 },
    Spring { hertz: f32, damping_ratio: f32 },
    Motor,
    Target { point: Vec2 },
    Friction,
    Gear { ratio: f32 },
    Pulley { grounds: [Vec2; 2], ratio: f32 },
    Ratchet { phase: f32, step: f32 },
    Filter,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) $kind:expr;)*) => {
        impl Joint {
            $(
                $(#[$doc])*
                pub fn $name(body1: Entity, body2: Entity $(, $argument: $type)*) -> Self {
                    Self::new($kind, [body1, body2])
                }
            )*
        }
    };
}

kinds! {
    /// Holds a common point: a hinge.
    revolute() JointKind::Revolute;
    /// Holds a slide along an axis, without turning. With world anchors, the axis is one of the
    /// world; with local anchors, one of the first body.
    prismatic(axis: Vec2) JointKind::Prismatic { axis };
    /// Holds a slide along an axis; the second body turns.
    wheel(axis: Vec2) JointKind::Wheel { axis };
    /// Holds a point of the second body between two points of the world that move with the first.
    groove(from: Vec2, to: Vec2) JointKind::Groove { from, to };
    /// Holds point and angle.
    weld() JointKind::Weld;
    /// Holds the distance between two points.
    distance() JointKind::Distance;
    /// Holds at most a length.
    rope(most: f32) JointKind::Rope { most };
    /// Pulls two points to a distance by a spring.
    spring_between(hertz: f32, damping_ratio: f32) JointKind::Spring { hertz, damping_ratio };
    /// Drives the second body to a pose or a velocity as seen from the first: see `target` and
    /// `velocity`.
    motor_between() JointKind::Motor;
    /// Slows relative motion: see `max_force` and `max_torque`.
    friction() JointKind::Friction;
    /// Couples two rotations: `turn1 + ratio * turn2` stays.
    gear(ratio: f32) JointKind::Gear { ratio };
    /// Holds `length1 + ratio * length2`, over two points of the world.
    pulley(grounds: [Vec2; 2], ratio: f32) JointKind::Pulley { grounds, ratio };
    /// Lets the second body turn one way.
    ratchet(phase: f32, step: f32) JointKind::Ratchet { phase, step };
    /// Holds nothing, but the two do not collide.
    filter() JointKind::Filter;
}

impl Joint {
    fn new(kind: JointKind, bodies: [Entity; 2]) -> Self {
        Self { kind, bodies, anchors: Anchors::Origins, options: JointOptions::default() }
    }

    /// Draws a point of a body to a place of the world: dragging with the mouse. The anchor is the
    /// point of the body that is held.
    pub fn target_point(body: Entity, point: Vec2) -> Self {
        Self::new(JointKind::Target { point }, [body, body])
    }

    /// The entities of the two bodies.
    pub fn bodies(&self) -> [Entity; 2] {
        self.bodies
    }

    /// A common anchor, in the world.
    #[must_use]
    pub fn anchor(self, world_point: Vec2) -> Self {
        self.anchors(world_point, world_point)
    }

    /// Anchors on the first and on the second body, in the world.
    #[must_use]
    pub fn anchors(mut self, world_point1: Vec2, world_point2: Vec2) -> Self {
        self.anchors = Anchors::World([world_point1, world_point2]);
        self
    }

    /// Anchors as the bodies see them.
    #[must_use]
    pub fn local_anchors(mut self, anchor1: Vec2, anchor2: Vec2) -> Self {
        self.anchors = Anchors::Local([anchor1, anchor2]);
        self
    }

    /// The anchor as the first body sees it; that of the second is its origin, unless it is set.
    #[must_use]
    pub fn with_local_anchor1(self, anchor: Vec2) -> Self {
        let [_, second] = self.own_anchors();
        self.local_anchors(anchor, second)
    }

    /// The anchor as the second body sees it; that of the first is its origin, unless it is set.
    #[must_use]
    pub fn with_local_anchor2(self, anchor: Vec2) -> Self {
        let [first, _] = self.own_anchors();
        self.local_anchors(first, anchor)
    }

    fn own_anchors(&self) -> [Vec2; 2] {
        if let Anchors::Local(anchors) = self.anchors { anchors } else { [Vec2::ZERO; 2] }
    }

    /// Changes options in place, as in `joint.update(|joint| joint.motor(-3.0, 50.0))`.
    pub fn update(&mut self, change: impl FnOnce(Self) -> Self) {
        *self = change(self.clone());
    }

    /// Changes where a target joint draws to. Joints of other kinds stay as they are.
    pub fn set_target_point(&mut self, world_point: Vec2) {
        if let JointKind::Target { point } = &mut self.kind {
            *point = world_point;
        }
    }

    /// True if another joint is made by the same call with the same bodies and anchors: then only
    /// options differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let same_kind = match (self.kind, other.kind) {
            (JointKind::Target { .. }, JointKind::Target { .. }) => true,
            (one, two) => one == two,
        };
        same_kind && self.bodies == other.bodies && self.anchors == other.anchors
    }

    /// The joint for the engine. `keys` are the bodies in the scene.
    pub(crate) fn builder(
        &self,
        scene: &Scene,
        keys: [BodyKey; 2],
    ) -> Result<JointBuilder, Reason> {
        let [a, b] = keys;
        let origins = [scene.body(a)?.position(), scene.body(b)?.position()];
        let [pa, pb] = match self.anchors {
            Anchors::World(points) => points.map(point),
            Anchors::Origins | Anchors::Local(_) => origins,
        };
        use umbra::Joint as Engine;
        let builder = match self.kind {
            JointKind::Revolute => Engine::revolute(a, b, pb),
            JointKind::Prismatic { axis } => Engine::prismatic(a, b, pb, vector(axis)),
            JointKind::Wheel { axis } => Engine::wheel(a, b, pb, vector(axis)),
            JointKind::Groove { from, to } => Engine::groove(a, b, point(from), point(to), pb),
            JointKind::Weld => Engine::weld(a, b, pb),
            JointKind::Distance => Engine::distance(a, b, pa, pb),
            JointKind::Rope { most } => Engine::rope(a, b, pa, pb, most),
            JointKind::Spring { hertz, damping_ratio } => {
                Engine::spring(a, b, pa, pb, hertz, damping_ratio)
            }
            JointKind::Motor => Engine::motor(a, b),
            JointKind::Target { .. } => Engine::target(b, pb),
            JointKind::Friction => Engine::friction(a, b, pb),
            JointKind::Gear { ratio } => Engine::gear(a, b, ratio),
            JointKind::Pulley { grounds: [ga, gb], ratio } => {
                Engine::pulley(a, b, point(ga), point(gb), pa, pb, ratio)
            }
            JointKind::Ratchet { phase, step } => Engine::ratchet(a, b, phase, step),
            JointKind::Filter => Engine::filter(a, b),
        };
        let builder = match self.anchors {
            Anchors::Local([la, lb]) => builder.local_anchors(point(la), point(lb)),
            _ => builder,
        };
        Ok(self.options.build(builder))
    }
}

macro_rules! avian_names {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) $make:ident;)*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl $name {
                /// Makes a [`Joint`] of this kind, anchored at the origins of the bodies.
                #[expect(clippy::new_ret_no_self, reason = "all kinds are one component")]
                pub fn new(body1: Entity, body2: Entity $(, $argument: $type)*) -> Joint {
                    Joint::$make(body1, body2 $(, $argument)*).local_anchors(Vec2::ZERO, Vec2::ZERO)
                }
            }
        )*
    };
}

avian_names! {
    /// The name of [`Joint::revolute`] in Avian.
    RevoluteJoint() revolute;
    /// The name of [`Joint::prismatic`] in Avian.
    PrismaticJoint(axis: Vec2) prismatic;
    /// The name of [`Joint::distance`] in Avian.
    DistanceJoint() distance;
    /// The name of [`Joint::weld`] in Avian.
    FixedJoint() weld;
}
