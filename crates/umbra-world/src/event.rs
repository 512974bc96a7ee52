//! Events of a step.
//!
//! A `match` on an event names all there are, without `..` where it wants all fields: a new kind of
//! event is a new version of the interface.

use umbra_geom::{Point, Real, Vector};

use crate::{BodyKey, ColliderKey, ColliderPart, JointKey, Material};

/// Contact event: two colliders began to touch, ended it, or hit one another.
///
/// The order of events depends only on the contents of the scene.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let ball = Body::dynamic().position([0.0, 1.3]).velocity([0.0, -6.0]);
/// # scene.add(ball, [Collider::circle(0.5).hit_events(true)])?;
/// let (mut touches, mut loudest) = (0, 0.0);
/// for _ in 0..30 {
///     scene.step(1.0 / 60.0)?;
///     for event in scene.contact_events() {
///         match event {
///             ContactEvent::Begin { .. } => touches += 1,
///             ContactEvent::End { .. } => touches -= 1,
///             ContactEvent::Hit { speed, .. } => loudest = speed.max(loudest),
///         }
///     }
/// }
/// assert!(touches == 1 && loudest > 6.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ContactEvent {
    /// The colliders touch and did not before.
    Begin {
        /// The two, in no particular order: compare both.
        colliders: [ColliderKey; 2],
        /// Their bodies, in the same order.
        bodies: [BodyKey; 2],
    },
    /// The colliders touched and do not any more, or one of them was removed.
    End {
        /// The two, in no particular order: compare both. One or both may be in the scene no
        /// longer.
        colliders: [ColliderKey; 2],
        /// Their bodies, in the same order.
        bodies: [BodyKey; 2],
    },
    /// The colliders hit one another, and one of them has `hit_events` on. Colliders of several
    /// parts report one hit: the sum of the impulses, and all else from the strongest part.
    Hit {
        /// The two; the normal points from the first to the second.
        colliders: [ColliderKey; 2],
        /// Their bodies, in the same order.
        bodies: [BodyKey; 2],
        /// Shape or cell of each collider, in the same order.
        parts: [ColliderPart; 2],
        /// Material of each surface, in the same order.
        materials: [Material; 2],
        /// Point of the hit.
        point: Point,
        /// From the first to the second.
        normal: Vector,
        /// Speed of approach along the normal when the step began.
        speed: Real,
        /// Speed of sliding along the surface when the step began.
        tangent_speed: Real,
        /// Impulse along the normal in the whole step.
        impulse: Real,
    },
}

impl ContactEvent {
    /// The two colliders, whatever happened to them.
    pub fn colliders(&self) -> [ColliderKey; 2] {
        match *self {
            Self::Begin { colliders, .. }
            | Self::End { colliders, .. }
            | Self::Hit { colliders, .. } => colliders,
        }
    }

    /// Their bodies, in the same order.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let player = Body::dynamic().position([0.0, 1.0]);
    /// # let player = scene.add(player, [Collider::circle(0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let begins = |event: &&ContactEvent| matches!(event, ContactEvent::Begin { .. });
    /// for event in scene.contact_events().iter().filter(begins) {
    ///     let [a, b] = event.bodies();
    ///     let other = if a == player { b } else { a };
    ///     assert_eq!(other, ground);
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn bodies(&self) -> [BodyKey; 2] {
        match *self {
            Self::Begin { bodies, .. } | Self::End { bodies, .. } | Self::Hit { bodies, .. } => {
                bodies
            }
        }
    }
}

/// An impact of two colliders is over: see `Scene::impact_events`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let floor = Collider::cuboid(9.0, 0.5).hit_events(true);
/// # scene.add(Body::fixed(), [floor])?;
/// # let hero = Body::dynamic().position([0.0, 1.2]).velocity([0.0, -12.0]);
/// # let hero = scene.add(hero, [Collider::circle(0.5).mass(70.0)])?;
/// let mut health = 100.0;
/// for _ in 0..30 {
///     scene.step(1.0 / 60.0)?;
///     for impact in scene.impact_events().iter().filter(|it| it.bodies.contains(&hero)) {
///         health -= (impact.speed - 8.0).max(0.0) * 5.0; // falls from more than 3 m hurt
///     }
/// }
/// assert!(health < 85.0 && health > 70.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub struct ImpactEvent {
    /// The two; the normal points from the first to the second.
    pub colliders: [ColliderKey; 2],
    /// Their bodies, in the same order.
    pub bodies: [BodyKey; 2],
    /// Shape or cell of each collider that hit first, in the same order.
    pub parts: [ColliderPart; 2],
    /// Point at which it began.
    pub point: Point,
    /// From the first to the second, where it began.
    pub normal: Vector,
    /// Speed of approach along the normal when it began.
    pub speed: Real,
    /// Speed of sliding along the surface when it began.
    pub tangent_speed: Real,
    /// Impulse along the normal in the whole impact, on which damage and breaking depend. A body
    /// that lands gets its mass times its speed, wherever in a step it hits the ground.
    pub impulse: Real,
}

/// A body broke, and this piece came of it: see `Scene::fracture_events`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let jug = Body::dynamic().position([0.0, 1.2]).velocity([0.0, -9.0]).fracture(0.5);
/// # let jug = scene.add(jug, [Collider::cuboid(0.4, 0.6).density(3.0)])?;
/// for _ in 0..20 {
///     scene.step(1.0 / 60.0)?;
///     for event in scene.fracture_events() {
///         assert!(event.body == jug && event.impulse > 0.5);
///         scene.body(event.piece)?; // to be drawn from now on
///     }
/// }
/// assert!(scene.body_count() > 4);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub struct FractureEvent {
    /// The body that broke, and is the heaviest piece now.
    pub body: BodyKey,
    /// Another piece, which is new.
    pub piece: BodyKey,
    /// Point at which it was hit.
    pub point: Point,
    /// The impulse of the impact.
    pub impulse: Real,
}

impl FractureEvent {
    #[doc(hidden)]
    pub fn new(body: BodyKey, piece: BodyKey, point: Point, impulse: Real) -> Self {
        Self { body, piece, point, impulse }
    }
}

/// Sensor event: a collider began or ended to overlap a sensor.
///
/// Ends caused by calls since the last step, which removed or disabled a collider, come first, in
/// the order of the calls. The rest is in the order of the keys of sensors, then of visitors. Every
/// begin has one end.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let coin = Collider::circle(0.3).sensor(true);
/// # let coin = scene.add(Body::fixed().position([0.0, -2.0]), [coin])?;
/// # let player = Body::dynamic().position([0.0, 0.0]);
/// # let player = scene.add(player, [Collider::circle(0.5)])?;
/// let mut collected = Vec::new();
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
///     for event in scene.sensor_events() {
///         if let SensorEvent::Begin { sensor_body, visitor_body, .. } = *event {
///             if visitor_body == player {
///                 collected.push(sensor_body);
///             }
///         }
///     }
/// }
/// assert_eq!(collected, [coin]);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum SensorEvent {
    /// The visitor overlaps the sensor and did not before.
    Begin {
        /// The sensor.
        sensor: ColliderKey,
        /// Collider that overlaps the sensor. It is a sensor itself only if the first one sees
        /// sensors.
        visitor: ColliderKey,
        /// The body of the sensor.
        sensor_body: BodyKey,
        /// The body of the visitor.
        visitor_body: BodyKey,
    },
    /// The visitor overlapped the sensor and does not any more, or one of them was removed,
    /// disabled or switched. A visitor that crosses the sensor within one step gives both events in
    /// that step.
    End {
        /// The sensor. It may be in the scene no longer, or a sensor no longer.
        sensor: ColliderKey,
        /// Collider that overlapped the sensor. It may have been removed from the scene.
        visitor: ColliderKey,
        /// The body of the sensor.
        sensor_body: BodyKey,
        /// The body of the visitor.
        visitor_body: BodyKey,
    },
}

impl SensorEvent {
    /// The sensor, whatever happened.
    pub fn sensor(&self) -> ColliderKey {
        match *self {
            Self::Begin { sensor, .. } | Self::End { sensor, .. } => sensor,
        }
    }

    /// The visitor, whatever happened.
    pub fn visitor(&self) -> ColliderKey {
        match *self {
            Self::Begin { visitor, .. } | Self::End { visitor, .. } => visitor,
        }
    }

    /// The bodies of the sensor and of the visitor.
    pub fn bodies(&self) -> [BodyKey; 2] {
        match *self {
            Self::Begin { sensor_body, visitor_body, .. }
            | Self::End { sensor_body, visitor_body, .. } => [sensor_body, visitor_body],
        }
    }
}

/// Something happened to a body.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let block = Body::dynamic().position([0.0, 1.0]);
/// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
/// let mut events = Vec::new();
/// for step in 0..120 {
///     if step == 90 {
///         scene.body_mut(block)?.apply_impulse([0.0, 1.0])?; // it sleeps by then
///     }
///     scene.step(1.0 / 60.0)?;
///     events.extend_from_slice(scene.body_events());
/// }
/// let [body] = [block];
/// assert_eq!(events, [BodyEvent::FellAsleep { body }, BodyEvent::Woke { body }]);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyEvent {
    /// The body would have got a position or a velocity that is not finite, or too far away to
    /// compute with. It stays where it was before the step, at rest and disabled.
    Disabled {
        /// The body.
        body: BodyKey,
    },
    /// The body and all that it touches have been still for long enough, or it was put to sleep.
    FellAsleep {
        /// The body.
        body: BodyKey,
    },
    /// The body slept, and something touched or changed it or one of those it slept with.
    Woke {
        /// The body.
        body: BodyKey,
    },
}

/// Joint event: a joint was removed by the step.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let a = Body::dynamic().position([0.0, 0.0]);
/// # let a = scene.add(a, [Collider::circle(0.5)])?;
/// # let b = Body::dynamic().position([1.0, 0.0]);
/// # let b = scene.add(b, [Collider::circle(0.5)])?;
/// let glue = scene.add_joint(Joint::weld(a, b, [0.5, 0.0]))?;
/// scene.remove_body(b)?;
/// scene.step(1.0 / 60.0)?;
/// let gone = JointEvent::Removed { joint: glue, body_a: a, body_b: b };
/// assert_eq!(scene.joint_events(), [gone]);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum JointEvent {
    /// Its force or torque exceeded its limit.
    Broken {
        /// The joint. It is not in the scene any more.
        joint: JointKey,
        /// Its first body.
        body_a: BodyKey,
        /// Its second body.
        body_b: BodyKey,
        /// The force on the second body.
        force: Vector,
        /// The torque on the second body.
        torque: Real,
    },
    /// One of its bodies was removed, or a joint that it geared.
    Removed {
        /// The joint. It is not in the scene any more.
        joint: JointKey,
        /// Its first body.
        body_a: BodyKey,
        /// Its second body.
        body_b: BodyKey,
    },
}

impl JointEvent {
    /// The joint, whatever happened to it.
    pub fn joint(&self) -> JointKey {
        match *self {
            Self::Broken { joint, .. } | Self::Removed { joint, .. } => joint,
        }
    }
}
