//! Events of the last step.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{given, run};
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraColliderKey, UmbraJointKey, UmbraMaterial, UmbraPart, UmbraPose, UmbraScene,
    UmbraVec2,
};

/// Kind of a contact event or of a sensor event.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraEventKind {
    /// They touch or overlap and did not before.
    Begin = 0,
    /// They touched or overlapped and do not any more, or one was removed.
    End = 1,
    /// They hit one another, and one of them has `hit_events` on.
    Hit = 2,
}

/// Two colliders began to touch, ended it, or hit one another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraContactEvent {
    /// One of `UmbraEventKind`. What follows `bodies` counts for hits only.
    pub kind: u32,
    /// The two. After an end, one or both may be removed.
    pub colliders: [UmbraColliderKey; 2],
    /// Their bodies, in the same order.
    pub bodies: [UmbraBodyKey; 2],
    /// Shape or cell of each.
    pub parts: [UmbraPart; 2],
    /// Material of each.
    pub materials: [UmbraMaterial; 2],
    /// Point of the hit.
    pub point: UmbraVec2,
    /// From the first to the second.
    pub normal: UmbraVec2,
    /// Speed of approach along the normal.
    pub speed: f32,
    /// Speed of sliding along the surface.
    pub tangent_speed: f32,
    /// Impulse along the normal in the whole step.
    pub impulse: f32,
}

/// An impact of two colliders is over: its whole impulse, over one or more steps.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraImpactEvent {
    /// The two.
    pub colliders: [UmbraColliderKey; 2],
    /// Their bodies, in the same order.
    pub bodies: [UmbraBodyKey; 2],
    /// Shape or cell of each.
    pub parts: [UmbraPart; 2],
    /// Point at which it began.
    pub point: UmbraVec2,
    /// From the first to the second.
    pub normal: UmbraVec2,
    /// Speed of approach when it began.
    pub speed: f32,
    /// Speed of sliding when it began.
    pub tangent_speed: f32,
    /// Impulse of the whole impact.
    pub impulse: f32,
}

/// A collider began or ended to overlap a sensor.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UmbraSensorEvent {
    /// `UMBRA_EVENT_KIND_BEGIN` or `UMBRA_EVENT_KIND_END`.
    pub kind: u32,
    /// The sensor.
    pub sensor: UmbraColliderKey,
    /// Collider that overlaps it.
    pub visitor: UmbraColliderKey,
    /// Body of the sensor.
    pub sensor_body: UmbraBodyKey,
    /// Body of the visitor.
    pub visitor_body: UmbraBodyKey,
}

/// Kind of a body event.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraBodyEventKind {
    /// It would have got a pose or a velocity that is not finite, and was disabled.
    Disabled = 0,
    /// It fell asleep.
    FellAsleep = 1,
    /// It woke.
    Woke = 2,
}

/// Something happened to a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UmbraBodyEvent {
    /// One of `UmbraBodyEventKind`.
    pub kind: u32,
    /// The body.
    pub body: UmbraBodyKey,
}

/// Kind of a joint event.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraJointEventKind {
    /// Its force or torque exceeded its limit.
    Broken = 0,
    /// One of its bodies was removed, or a joint that it geared.
    Removed = 1,
}

/// A joint was removed by the step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraJointEvent {
    /// One of `UmbraJointEventKind`.
    pub kind: u32,
    /// The joint. It is not in the scene any more.
    pub joint: UmbraJointKey,
    /// Its first body.
    pub body_a: UmbraBodyKey,
    /// Its second body.
    pub body_b: UmbraBodyKey,
    /// Force on the second body, if it broke.
    pub force: UmbraVec2,
    /// Torque on the second body, if it broke.
    pub torque: f32,
}

/// A body broke, and this piece came of it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraFractureEvent {
    /// The body that broke, and is the heaviest piece now.
    pub body: UmbraBodyKey,
    /// Another piece, which is new.
    pub piece: UmbraBodyKey,
    /// Point at which it was hit.
    pub point: UmbraVec2,
    /// Impulse of the impact.
    pub impulse: f32,
}

/// A body that the last step moved.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraBodyMove {
    /// The body.
    pub body: UmbraBodyKey,
    /// Pose of the body now.
    pub pose: UmbraPose,
    /// True if it fell asleep.
    pub fell_asleep: bool,
}

impl From<&ContactEvent> for UmbraContactEvent {
    fn from(event: &ContactEvent) -> Self {
        let material = UmbraMaterial::from(Material::default());
        let mut to = Self {
            kind: UmbraEventKind::Begin as u32,
            colliders: event.colliders().map(ColliderKey::to_bits),
            bodies: event.bodies().map(BodyKey::to_bits),
            parts: [UmbraPart::default(); 2],
            materials: [material; 2],
            point: UmbraVec2::default(),
            normal: UmbraVec2::default(),
            speed: 0.0,
            tangent_speed: 0.0,
            impulse: 0.0,
        };
        match *event {
            ContactEvent::Begin { .. } => {}
            ContactEvent::End { .. } => to.kind = UmbraEventKind::End as u32,
            ContactEvent::Hit {
                parts,
                materials,
                point,
                normal,
                speed,
                tangent_speed,
                impulse,
                ..
            } => {
                to.kind = UmbraEventKind::Hit as u32;
                to.parts = parts.map(Into::into);
                to.materials = materials.map(Into::into);
                (to.point, to.normal) = (point.into(), normal.into());
                (to.speed, to.tangent_speed, to.impulse) = (speed, tangent_speed, impulse);
            }
        }
        to
    }
}

impl From<&ImpactEvent> for UmbraImpactEvent {
    fn from(event: &ImpactEvent) -> Self {
        Self {
            colliders: event.colliders.map(ColliderKey::to_bits),
            bodies: event.bodies.map(BodyKey::to_bits),
            parts: event.parts.map(Into::into),
            point: event.point.into(),
            normal: event.normal.into(),
            speed: event.speed,
            tangent_speed: event.tangent_speed,
            impulse: event.impulse,
        }
    }
}

impl From<&SensorEvent> for UmbraSensorEvent {
    fn from(event: &SensorEvent) -> Self {
        let kind = match event {
            SensorEvent::Begin { .. } => UmbraEventKind::Begin,
            SensorEvent::End { .. } => UmbraEventKind::End,
        };
        let [sensor_body, visitor_body] = event.bodies().map(BodyKey::to_bits);
        Self {
            kind: kind as u32,
            sensor: event.sensor().to_bits(),
            visitor: event.visitor().to_bits(),
            sensor_body,
            visitor_body,
        }
    }
}

impl From<&BodyEvent> for UmbraBodyEvent {
    fn from(event: &BodyEvent) -> Self {
        let (kind, body) = match *event {
            BodyEvent::Disabled { body } => (UmbraBodyEventKind::Disabled, body),
            BodyEvent::FellAsleep { body } => (UmbraBodyEventKind::FellAsleep, body),
            BodyEvent::Woke { body } => (UmbraBodyEventKind::Woke, body),
        };
        Self { kind: kind as u32, body: body.to_bits() }
    }
}

impl From<&JointEvent> for UmbraJointEvent {
    fn from(event: &JointEvent) -> Self {
        let (kind, [a, b], force, torque) = match *event {
            JointEvent::Broken { body_a, body_b, force, torque, .. } => {
                (UmbraJointEventKind::Broken, [body_a, body_b], force, torque)
            }
            JointEvent::Removed { body_a, body_b, .. } => {
                (UmbraJointEventKind::Removed, [body_a, body_b], Vector::zeros(), 0.0)
            }
        };
        Self {
            kind: kind as u32,
            joint: event.joint().to_bits(),
            body_a: a.to_bits(),
            body_b: b.to_bits(),
            force: force.into(),
            torque,
        }
    }
}

impl From<&FractureEvent> for UmbraFractureEvent {
    fn from(event: &FractureEvent) -> Self {
        Self {
            body: event.body.to_bits(),
            piece: event.piece.to_bits(),
            point: event.point.into(),
            impulse: event.impulse,
        }
    }
}

impl From<&BodyMove> for UmbraBodyMove {
    fn from(moved: &BodyMove) -> Self {
        Self { body: moved.body.to_bits(), pose: moved.pose.into(), fell_asleep: moved.fell_asleep }
    }
}

/// Lists events.
///
/// # Safety
/// `out` is an array of the caller with room for `capacity` events.
unsafe fn list<'a, E: 'a, T: From<&'a E>>(
    scene: Option<&'a UmbraScene>,
    out: *mut T,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
    events: impl FnOnce(&'a Scene) -> &'a [E],
) -> UmbraStatus {
    run(|| -> Result<(), Fault> {
        let events = events(&given("scene", scene)?.0);
        // SAFETY: the caller of this function vouches for it.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, events.iter().map(T::from))
    })
}

/// Contact events of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_contact_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraContactEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::contact_events) }
}

/// Impacts that ended in the last step, of colliders with `hit_events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_impact_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraImpactEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::impact_events) }
}

/// Sensor events of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_sensor_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraSensorEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::sensor_events) }
}

/// Bodies that woke, fell asleep or were disabled in the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_body_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraBodyEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::body_events) }
}

/// Joints that broke or were removed with their bodies in the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_joint_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraJointEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::joint_events) }
}

/// Bodies that broke in the last step, piece by piece.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_fracture_events(
    scene: Option<&UmbraScene>,
    out: *mut UmbraFractureEvent,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::fracture_events) }
}

/// Bodies that the last step moved, with their poses. Those that fell asleep come last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_body_moves(
    scene: Option<&UmbraScene>,
    out: *mut UmbraBodyMove,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    // SAFETY: the caller's array, as the header demands.
    unsafe { list(scene, out, capacity, count, Scene::body_moves) }
}
