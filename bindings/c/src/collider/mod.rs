//! Colliders: added, removed, listed.

mod tiles;
mod view;

pub use tiles::*;
pub use view::*;

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, input, room};
use crate::call::{add, edit, given, run};
use crate::shape::UmbraPlacedShape;
use crate::status::{Fault, UmbraStatus};
use crate::{
    UmbraBodyKey, UmbraColliderKey, UmbraFilter, UmbraMaterial, UmbraOptionPair, UmbraOptionReal,
    UmbraPose, UmbraScene, UmbraShape, keys,
};

/// Everything of a collider but its shape: see `umbra_collider_def_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraColliderDef {
    /// Material of its surface.
    pub material: UmbraMaterial,
    /// Mass per area, if it is set. 1 by default.
    pub density: UmbraOptionReal,
    /// Mass, instead of a density, if it is set.
    pub mass: UmbraOptionReal,
    /// Pose on the body.
    pub offset: UmbraPose,
    /// Filter.
    pub filter: UmbraFilter,
    /// True for a collider that only reports overlaps.
    pub sensor: bool,
    /// True if, as a sensor, it reports other sensors.
    pub sees_sensors: bool,
    /// True if its impacts give events.
    pub hit_events: bool,
    /// True if its lines collide from their left only.
    pub one_sided: bool,
    /// Direction from which a one-way platform holds bodies, if it is set.
    pub one_way: UmbraOptionPair,
    /// A number for the caller.
    pub user_data: u64,
}

impl UmbraColliderDef {
    /// The collider with everything that is told here.
    pub(crate) fn apply(&self, collider: Collider) -> Result<Collider, Fault> {
        let material = self.material.get()?;
        let mut collider = collider
            .friction(material.friction)
            .restitution(material.restitution)
            .rolling_resistance(material.rolling_resistance)
            .surface_speed(material.surface_speed)
            .friction_rule(material.friction_rule)
            .restitution_rule(material.restitution_rule)
            .offset(self.offset.raw())
            .filter(self.filter.into())
            .sensor(self.sensor)
            .sees_sensors(self.sees_sensors)
            .hit_events(self.hit_events)
            .one_sided(self.one_sided)
            .user_data(self.user_data);
        if let Some(density) = self.density.get() {
            collider = collider.density(density);
        }
        if let Some(mass) = self.mass.get() {
            collider = collider.mass(mass);
        }
        if let Some(direction) = self.one_way.get() {
            collider = collider.one_way(direction);
        }
        Ok(collider)
    }
}

/// A collider of density 1 with the usual material. A null `def` of other calls means this.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_def_default() -> UmbraColliderDef {
    UmbraColliderDef {
        material: Material::default().into(),
        density: UmbraOptionReal::default(),
        mass: UmbraOptionReal::default(),
        offset: UmbraPose::IDENTITY,
        filter: Filter::default().into(),
        sensor: false,
        sees_sensors: false,
        hit_events: false,
        one_sided: false,
        one_way: UmbraOptionPair::default(),
        user_data: 0,
    }
}

/// Adds a collider to a body. A null `out` is allowed.
fn add_collider(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
    collider: impl FnOnce() -> Result<Collider, Fault>,
) -> UmbraStatus {
    add(scene, out, |scene| {
        let collider = collider()?;
        let collider =
            def.map_or_else(|| Ok(collider.clone()), |def| def.apply(collider.clone()))?;
        Ok(scene.add_collider(keys::body(body), collider)?.to_bits())
    })
}

/// Adds a collider of a shape to a body. A null `def` is the default one; a null `out` is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_collider(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    shape: Option<&UmbraShape>,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
) -> UmbraStatus {
    // SAFETY: the points of the shape are the caller's, as the header demands.
    add_collider(scene, body, def, out, || unsafe { given("shape", shape)?.collider() })
}

/// Adds a collider of several shapes, which move together. A null `def` is the default one; a null
/// `out` is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_compound(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    shapes: *const UmbraPlacedShape,
    shape_count: usize,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
) -> UmbraStatus {
    add_collider(scene, body, def, out, || {
        // SAFETY: the caller's array, as the header demands.
        let shapes = unsafe { input("shapes", shapes, shape_count)? };
        let mut placed = Vec::with_capacity(shapes.len());
        for part in shapes {
            // SAFETY: the points of the shape are the caller's, as the header demands.
            placed.push((part.pose.raw(), unsafe { part.shape.single()? }));
        }
        Ok(Collider::compound(placed))
    })
}

/// Adds terrain: heights at equal distances over `width`, centred at the body's origin. A null
/// `def` is the default one; a null `out` is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_heightfield(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    heights: *const f32,
    height_count: usize,
    width: f32,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
) -> UmbraStatus {
    add_collider(scene, body, def, out, || {
        // SAFETY: the caller's array, as the header demands.
        let heights = unsafe { input("heights", heights, height_count)? };
        Ok(Collider::heightfield(heights.iter().copied(), width))
    })
}

/// Adds a tile map: `rows * columns` tiles, row by row from below, with its lower left corner at
/// the body's origin. A null `def` is the default one; a null `out` is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_tiles(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    size: f32,
    tiles: *const UmbraTile,
    columns: usize,
    rows: usize,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
) -> UmbraStatus {
    add_collider(scene, body, def, out, || {
        let count = columns.checked_mul(rows);
        let count = count.ok_or(Fault::Value("columns", "times `rows` is too large".to_owned()))?;
        // SAFETY: the caller's array, as the header demands.
        let tiles = unsafe { input("tiles", tiles, count)? };
        let tiles = tiles.iter().map(UmbraTile::get).collect::<Result<Vec<Tile>, Fault>>()?;
        Ok(Collider::tiles(size, tiles.chunks(columns.max(1)).map(|row| row.iter().copied())))
    })
}

/// Adds a tile map of solid tiles: rows of text from the top, divided by line feeds, in which dots
/// and spaces are empty and everything else is full. A null `def` is the default one; a null `out`
/// is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_body_add_tiles_from_text(
    scene: Option<&mut UmbraScene>,
    body: UmbraBodyKey,
    def: Option<&UmbraColliderDef>,
    size: f32,
    text: *const std::ffi::c_char,
    out: Option<&mut MaybeUninit<UmbraColliderKey>>,
) -> UmbraStatus {
    add_collider(scene, body, def, out, || {
        // SAFETY: the caller's text, as the header demands.
        let text = unsafe { crate::array::text("text", text)? };
        let cell = |letter| if matches!(letter, '.' | ' ') { Cell::Empty } else { Cell::Full };
        Ok(Collider::tiles_from_str(size, text, cell))
    })
}

/// Adds a body with one collider. A null `collider_def` is the default one; a null `out` is
/// allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_add(
    scene: Option<&mut UmbraScene>,
    body_def: Option<&crate::UmbraBodyDef>,
    collider_def: Option<&UmbraColliderDef>,
    shape: Option<&UmbraShape>,
    out: Option<&mut MaybeUninit<UmbraBodyKey>>,
) -> UmbraStatus {
    add(scene, out, |scene| {
        let body = given("body_def", body_def)?.get()?;
        // SAFETY: the points of the shape are the caller's, as the header demands.
        let collider = unsafe { given("shape", shape)?.collider()? };
        let collider = match collider_def {
            Some(def) => def.apply(collider)?,
            None => collider,
        };
        Ok(scene.add(body, [collider])?.to_bits())
    })
}

/// Removes a collider.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_remove_collider(
    scene: Option<&mut UmbraScene>,
    collider: UmbraColliderKey,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.remove_collider(keys::collider(collider))?))
}

/// True if the collider is in the scene. False if the scene is null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_has_collider(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
) -> bool {
    scene.is_some_and(|scene| scene.0.collider(keys::collider(collider)).is_ok())
}

/// Lists the keys of all colliders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_colliders(
    scene: Option<&UmbraScene>,
    out: *mut UmbraColliderKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.colliders().map(ColliderKey::to_bits))
    })
}
