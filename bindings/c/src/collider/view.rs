//! Reading a collider, and changing what is no plain number.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{edit, given, read, run};
use crate::shape::shape_of;
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraAabb, UmbraColliderKey, UmbraMaterial, UmbraOptionPair, UmbraPart, UmbraPose, UmbraScene,
    UmbraShape, UmbraShapeKind, UmbraVec2, keys,
};

/// A shape as a collider has it, with its corners written to an array of the caller.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraShapeView {
    /// One of `UmbraShapeKind`: a circle, a capsule, a segment or a polygon.
    pub kind: u32,
    /// Pose in the world.
    pub pose: UmbraPose,
    /// First end of a capsule or a segment, in the shape's pose.
    pub a: UmbraVec2,
    /// Second end.
    pub b: UmbraVec2,
    /// Radius of a circle, a capsule or rounded corners.
    pub radius: f32,
    /// Number of corners of a polygon, in the shape's pose.
    pub vertex_count: usize,
}

/// Box around the collider.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_aabb(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: Option<&mut MaybeUninit<UmbraAabb>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.collider(keys::collider(collider))?.aabb().into()))
}

/// Direction from which a one-way platform holds bodies.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_one_way(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: Option<&mut MaybeUninit<UmbraOptionPair>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.collider(keys::collider(collider))?.one_way().into()))
}

/// Makes the collider a one-way platform, or solid if `direction` is not set.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_set_one_way(
    scene: Option<&mut UmbraScene>,
    collider: UmbraColliderKey,
    direction: UmbraOptionPair,
) -> UmbraStatus {
    edit(scene, |scene| {
        let direction = direction.get().map(|[x, y]| Vector::new(x, y));
        Ok(scene.collider_mut(keys::collider(collider))?.set_one_way(direction)?)
    })
}

/// Gives the collider another shape, which is convex or a line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_collider_set_shape(
    scene: Option<&mut UmbraScene>,
    collider: UmbraColliderKey,
    shape: Option<&UmbraShape>,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the points of the shape are the caller's, as the header demands.
        let shape = unsafe { shape_of("shape", shape)? };
        Ok(scene.collider_mut(keys::collider(collider))?.set_shape(shape)?)
    })
}

/// Gives one shape of the collider a material of its own.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_set_shape_material(
    scene: Option<&mut UmbraScene>,
    collider: UmbraColliderKey,
    index: usize,
    material: Option<&UmbraMaterial>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let material = given("material", material)?.get()?;
        Ok(scene.collider_mut(keys::collider(collider))?.set_shape_material(index, material)?)
    })
}

/// Material of a shape or of a cell.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_material_of(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    part: UmbraPart,
    out: Option<&mut MaybeUninit<UmbraMaterial>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let material = scene.collider(keys::collider(collider))?.material_of(part.get());
        let none = || Fault::Value("part", "is none of the collider".to_owned());
        Ok(material.ok_or_else(none)?.into())
    })
}

/// Number of shapes of the collider.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_shape_count(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.collider(keys::collider(collider))?.shapes().count()))
}

/// A shape of the collider. Corners of a polygon go to `vertices`, as many as there is room for;
/// null is allowed if `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_collider_shape(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    index: usize,
    out: Option<&mut MaybeUninit<UmbraShapeView>>,
    vertices: *mut UmbraVec2,
    capacity: usize,
) -> UmbraStatus {
    run(|| {
        let out = given("out", out)?;
        let collider = given("scene", scene)?.0.collider(keys::collider(collider))?;
        // SAFETY: the caller's array, as the header demands.
        let vertices = unsafe { room("vertices", vertices, capacity)? };
        let shape = collider.shapes().nth(index);
        let none = || Fault::Value("index", format!("is {index}, and there is no such shape"));
        let (shape, pose) = shape.ok_or_else(none)?;
        if let Shape::Polygon(polygon) = shape {
            for (place, vertex) in vertices.iter_mut().zip(polygon.vertices()) {
                place.write((*vertex).into());
            }
        }
        out.write(view_of(shape, pose));
        Ok(())
    })
}

fn view_of(shape: &Shape, pose: Pose) -> UmbraShapeView {
    let (mut kind, mut ends, mut radius) = (UmbraShapeKind::Circle, [Point::origin(); 2], 0.0);
    let mut vertex_count = 0;
    match shape {
        Shape::Circle(circle) => radius = circle.radius(),
        Shape::Capsule(capsule) => {
            kind = UmbraShapeKind::Capsule;
            ends = [capsule.segment().a(), capsule.segment().b()];
            radius = capsule.radius();
        }
        Shape::Segment(segment) => {
            kind = UmbraShapeKind::Segment;
            ends = [segment.a(), segment.b()];
        }
        Shape::ChainSegment(link) => {
            kind = UmbraShapeKind::Segment;
            ends = [link.segment().a(), link.segment().b()];
        }
        Shape::Polygon(polygon) => {
            kind = UmbraShapeKind::Polygon;
            radius = polygon.radius();
            vertex_count = polygon.vertices().len();
        }
    }
    let [a, b] = ends.map(Into::into);
    UmbraShapeView { kind: kind as u32, pose: pose.into(), a, b, radius, vertex_count }
}

/// Lists the colliders that overlap this sensor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_collider_overlaps(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let collider = given("scene", scene)?.0.collider(keys::collider(collider))?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, collider.overlaps().map(ColliderKey::to_bits))
    })
}

/// Lists the sensors that this collider overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_collider_seen_by(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let collider = given("scene", scene)?.0.collider(keys::collider(collider))?;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, collider.seen_by().map(ColliderKey::to_bits))
    })
}
