//! Ropes, bridges, cloths, soft bodies and ragdolls.

mod settings;
mod soft;

pub use settings::*;
pub use soft::*;

use std::mem::MaybeUninit;

use umbra::build::{self, Assembly, Bone};
use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{edit, given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraJointKey, UmbraScene, UmbraVec2, keys};

/// Keys of the bodies and joints of something that was built. Opaque.
#[derive(Debug)]
pub struct UmbraAssembly(Assembly);

/// Bone of a ragdoll.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraBone {
    /// Pelvis.
    Pelvis = 0,
    /// Chest.
    Chest = 1,
    /// Head.
    Head = 2,
    /// Left upper arm.
    LeftUpperArm = 3,
    /// Left forearm.
    LeftForearm = 4,
    /// Right upper arm.
    RightUpperArm = 5,
    /// Right forearm.
    RightForearm = 6,
    /// Left thigh.
    LeftThigh = 7,
    /// Left shin.
    LeftShin = 8,
    /// Right thigh.
    RightThigh = 9,
    /// Right shin.
    RightShin = 10,
}

fn bone(number: u32) -> Result<Bone, Fault> {
    const BONES: [Bone; 11] = [
        Bone::Pelvis,
        Bone::Chest,
        Bone::Head,
        Bone::LeftUpperArm,
        Bone::LeftForearm,
        Bone::RightUpperArm,
        Bone::RightForearm,
        Bone::LeftThigh,
        Bone::LeftShin,
        Bone::RightThigh,
        Bone::RightShin,
    ];
    BONES.get(number as usize).copied().ok_or(Fault::Name("bone", number))
}

/// Builds something and gives its keys to the caller.
fn build(
    scene: Option<&mut UmbraScene>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
    build: impl FnOnce(&mut Scene) -> Result<Assembly, Fault>,
) -> UmbraStatus {
    write(out, || Ok(Some(Box::new(UmbraAssembly(build(&mut given("scene", scene)?.0)?)))))
}

/// Builds a rope. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_rope(
    scene: Option<&mut UmbraScene>,
    from: UmbraVec2,
    to: UmbraVec2,
    settings: Option<&UmbraRopeSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
) -> UmbraStatus {
    build(scene, out, |scene| {
        let settings = UmbraRopeSettings::get(settings)?;
        Ok(build::rope_with(scene, from, to, &settings)?)
    })
}

/// Builds a chain between points of two bodies. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_chain_between(
    scene: Option<&mut UmbraScene>,
    body_a: UmbraBodyKey,
    body_b: UmbraBodyKey,
    from: UmbraVec2,
    to: UmbraVec2,
    settings: Option<&UmbraRopeSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
) -> UmbraStatus {
    build(scene, out, |scene| {
        let settings = UmbraRopeSettings::get(settings)?;
        let (a, b) = (keys::body(body_a), keys::body(body_b));
        Ok(build::chain_between_with(scene, a, b, from, to, &settings)?)
    })
}

/// Builds a bridge of planks. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_bridge(
    scene: Option<&mut UmbraScene>,
    from: UmbraVec2,
    to: UmbraVec2,
    settings: Option<&UmbraBridgeSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
) -> UmbraStatus {
    build(scene, out, |scene| {
        let settings = UmbraBridgeSettings::get(settings)?;
        Ok(build::bridge_with(scene, from, to, &settings)?)
    })
}

/// Builds a cloth that hangs from a line by its `drop`. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_cloth(
    scene: Option<&mut UmbraScene>,
    from: UmbraVec2,
    to: UmbraVec2,
    drop: f32,
    settings: Option<&UmbraClothSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
) -> UmbraStatus {
    build(scene, out, |scene| {
        let settings = UmbraClothSettings::get(settings)?;
        Ok(build::cloth_strip_with(scene, from, to, drop, &settings)?)
    })
}

/// Builds a ragdoll. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_build_ragdoll(
    scene: Option<&mut UmbraScene>,
    position: UmbraVec2,
    settings: Option<&UmbraRagdollSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraAssembly>>>>,
) -> UmbraStatus {
    build(scene, out, |scene| {
        let settings = UmbraRagdollSettings::get(settings)?;
        Ok(build::ragdoll_with(scene, position, &settings)?)
    })
}

/// Frees the keys. The bodies stay in the scene. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_assembly_free(assembly: Option<Box<UmbraAssembly>>) {
    value((), || drop(assembly));
}

/// Removes its bodies and joints from the scene. It is still to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_assembly_remove(
    assembly: Option<&UmbraAssembly>,
    scene: Option<&mut UmbraScene>,
) -> UmbraStatus {
    edit(scene, |scene| {
        given("assembly", assembly)?.0.remove(scene);
        Ok(())
    })
}

/// Gives all of its bodies a velocity.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_assembly_set_velocity(
    assembly: Option<&UmbraAssembly>,
    scene: Option<&mut UmbraScene>,
    velocity: UmbraVec2,
) -> UmbraStatus {
    edit(scene, |scene| Ok(given("assembly", assembly)?.0.set_velocity(scene, velocity)?))
}

/// Lists its bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_assembly_bodies(
    assembly: Option<&UmbraAssembly>,
    out: *mut UmbraBodyKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let bodies = &given("assembly", assembly)?.0.bodies;
        // SAFETY: the caller's array, as the header demands.
        fill(unsafe { room("out", out, capacity)? }, count, bodies.iter().map(|key| key.to_bits()))
    })
}

/// Lists its joints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_assembly_joints(
    assembly: Option<&UmbraAssembly>,
    out: *mut UmbraJointKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let joints = &given("assembly", assembly)?.0.joints;
        // SAFETY: the caller's array, as the header demands.
        fill(unsafe { room("out", out, capacity)? }, count, joints.iter().map(|key| key.to_bits()))
    })
}

/// Body of a bone of a ragdoll: one of `UmbraBone`. 0 if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_ragdoll_bone(
    assembly: Option<&UmbraAssembly>,
    bone: u32,
    out: Option<&mut MaybeUninit<UmbraBodyKey>>,
) -> UmbraStatus {
    write(out, || {
        let body = self::bone(bone)?.body(&given("assembly", assembly)?.0);
        Ok(body.map_or(0, BodyKey::to_bits))
    })
}
