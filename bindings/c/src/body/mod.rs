//! Bodies: added, removed, listed.

mod edit;
mod view;

pub use edit::*;
pub use view::*;

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, input, room};
use crate::call::{add, edit, given, read, run};
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraForce, UmbraMassProperties, UmbraOptionReal, UmbraPose, UmbraRotation,
    UmbraScene, UmbraVec2, keys,
};

/// Kind of a body.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraBodyKind {
    /// Never moves by itself.
    Fixed = 0,
    /// Moves with the velocity that the caller gives it, whatever is in its way.
    Kinematic = 1,
    /// Moved by forces, contacts and joints.
    Dynamic = 2,
}

/// A body to be added: see `umbra_body_def_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraBodyDef {
    /// One of `UmbraBodyKind`. Dynamic by default.
    pub kind: u32,
    /// Position. (0, 0) by default.
    pub position: UmbraVec2,
    /// Rotation: see `umbra_rotation`. None by default.
    pub rotation: UmbraRotation,
    /// Velocity of the centre of mass.
    pub linear_velocity: UmbraVec2,
    /// Radians per second, counter-clockwise.
    pub angular_velocity: f32,
    /// Damping of the velocity, per second.
    pub linear_damping: f32,
    /// Damping of the angular velocity, per second.
    pub angular_damping: f32,
    /// Factor on the gravity of the scene. 1 by default.
    pub gravity_scale: f32,
    /// Force and torque that act in every step.
    pub constant_force: UmbraForce,
    /// Mass besides that of the colliders.
    pub additional_mass: f32,
    /// Mass, inertia and centre, instead of those of the colliders.
    pub mass_properties: UmbraMassProperties,
    /// Impulse per area at which the body breaks; none for never.
    pub fracture: UmbraOptionReal,
    /// Factor on the speed below which the body is still. 1 by default.
    pub sleep_tolerance: f32,
    /// True if the body does not turn.
    pub lock_rotation: bool,
    /// True if the body does not move along x.
    pub lock_translation_x: bool,
    /// True if the body does not move along y.
    pub lock_translation_y: bool,
    /// True if the body is swept past all others.
    pub bullet: bool,
    /// True if the body may fall asleep. The default.
    pub can_sleep: bool,
    /// True if the body begins asleep.
    pub sleeping: bool,
    /// True if the body takes part in the simulation. The default.
    pub enabled: bool,
    /// A number for the caller.
    pub user_data: u64,
}

pub(crate) fn body_kind(parameter: &'static str, kind: u32) -> Result<BodyKind, Fault> {
    Ok(match kind {
        0 => BodyKind::Fixed,
        1 => BodyKind::Kinematic,
        2 => BodyKind::Dynamic,
        other => return Err(Fault::Name(parameter, other)),
    })
}

pub(crate) fn body_kind_number(kind: BodyKind) -> u32 {
    (match kind {
        BodyKind::Fixed => UmbraBodyKind::Fixed,
        BodyKind::Kinematic => UmbraBodyKind::Kinematic,
        BodyKind::Dynamic => UmbraBodyKind::Dynamic,
    }) as u32
}

impl UmbraBodyDef {
    pub(crate) fn get(&self) -> Result<Body, Fault> {
        let body = match body_kind("kind", self.kind)? {
            BodyKind::Fixed => Body::fixed(),
            BodyKind::Kinematic => Body::kinematic(),
            BodyKind::Dynamic => Body::dynamic(),
        };
        let mut body = body
            .position(self.position)
            .pose(UmbraPose { position: self.position, rotation: self.rotation }.raw())
            .velocity(self.linear_velocity)
            .angular_velocity(self.angular_velocity)
            .linear_damping(self.linear_damping)
            .angular_damping(self.angular_damping)
            .gravity_scale(self.gravity_scale)
            .constant_force(self.constant_force.force, self.constant_force.torque)
            .additional_mass(self.additional_mass)
            .sleep_tolerance(self.sleep_tolerance)
            .bullet(self.bullet)
            .can_sleep(self.can_sleep)
            .sleeping(self.sleeping)
            .enabled(self.enabled)
            .user_data(self.user_data);
        if let Some(properties) = self.mass_properties.get() {
            body = body.mass_properties(properties);
        }
        if let Some(toughness) = self.fracture.get() {
            body = body.fracture(toughness);
        }
        if self.lock_rotation {
            body = body.lock_rotation();
        }
        if self.lock_translation_x {
            body = body.lock_translation_x();
        }
        if self.lock_translation_y {
            body = body.lock_translation_y();
        }
        Ok(body)
    }
}

/// A dynamic body at the origin, at rest.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_def_default() -> UmbraBodyDef {
    UmbraBodyDef {
        kind: UmbraBodyKind::Dynamic as u32,
        position: UmbraVec2::default(),
        rotation: UmbraPose::IDENTITY.rotation,
        linear_velocity: UmbraVec2::default(),
        angular_velocity: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        gravity_scale: 1.0,
        constant_force: UmbraForce::default(),
        additional_mass: 0.0,
        mass_properties: UmbraMassProperties::default(),
        fracture: UmbraOptionReal::default(),
        sleep_tolerance: 1.0,
        lock_rotation: false,
        lock_translation_x: false,
        lock_translation_y: false,
        bullet: false,
        can_sleep: true,
        sleeping: false,
        enabled: true,
        user_data: 0,
    }
}

/// Adds a body. A null `out` is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_add_body(
    scene: Option<&mut UmbraScene>,
    def: Option<&UmbraBodyDef>,
    out: Option<&mut MaybeUninit<UmbraBodyKey>>,
) -> UmbraStatus {
    add(scene, out, |scene| Ok(scene.add_body(given("def", def)?.get()?)?.to_bits()))
}

/// Adds `count` bodies and writes their keys to `out`, which may be null. Adds all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_add_bodies(
    scene: Option<&mut UmbraScene>,
    defs: *const UmbraBodyDef,
    count: usize,
    out: *mut UmbraBodyKey,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the caller's arrays, as the header demands.
        let (defs, out) = unsafe {
            let capacity = if out.is_null() { 0 } else { count };
            (input("defs", defs, count)?, room("out", out, capacity)?)
        };
        let bodies = defs.iter().map(UmbraBodyDef::get).collect::<Result<Vec<Body>, Fault>>()?;
        // What one of them is refused for is found on another scene, before this one is changed.
        let mut rehearsal = Scene::new(SceneConfig::default())?;
        for body in &bodies {
            rehearsal.add_body(body.clone())?;
        }
        let mut keys = Vec::with_capacity(count);
        for body in bodies {
            keys.push(scene.add_body(body)?);
        }
        for (place, key) in out.iter_mut().zip(keys) {
            place.write(key.to_bits());
        }
        Ok(())
    })
}

/// Removes a body with its colliders and joints.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_remove_body(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.remove_body(keys::body(body))?))
}

/// True if the body is in the scene. False if the scene is null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_has_body(scene: Option<&UmbraScene>, body: UmbraBodyKey) -> bool {
    scene.is_some_and(|scene| scene.0.body(keys::body(body)).is_ok())
}

/// Lists the keys of all bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_bodies(
    scene: Option<&UmbraScene>,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.bodies().map(BodyKey::to_bits))
    })
}

/// Lists the keys of the moving bodies that do not sleep.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_awake_bodies(
    scene: Option<&UmbraScene>,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.awake_bodies().map(BodyKey::to_bits))
    })
}

/// Lists the bodies that touch this one or hang together with it, with itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_island_of(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.island_of(keys::body(body))?.into_iter().map(BodyKey::to_bits))
    })
}

/// Kind of the body: one of `UmbraBodyKind`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_kind(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    out: Option<&mut MaybeUninit<u32>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(body_kind_number(scene.body(keys::body(body))?.kind())))
}
