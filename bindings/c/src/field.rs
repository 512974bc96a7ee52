//! Fields: wind, water, gravity of a place.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{add, edit, given, read, run};
use crate::shape::points;
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraFieldKey, UmbraFilter, UmbraPose, UmbraScene, UmbraVec2, keys};

/// Kind of a field. A comment names the numbers of `UmbraFieldDef` that count.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraFieldKind {
    /// Gravity instead of that of the scene: `vector`, an acceleration.
    Gravity = 0,
    /// A pull to the position: `strength`, an acceleration at the distance `range`.
    Attraction = 1,
    /// A force to the position: `strength`, over a distance of `range`.
    Magnet = 2,
    /// Wind: `vector`, its velocity; `density`, `drag`, `lift`.
    Wind = 3,
    /// Water: `density`, `drag`; `vector`, the velocity of its current.
    Water = 4,
}

/// Area in which a field acts.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraFieldArea {
    /// Everywhere.
    Everywhere = 0,
    /// Below its position.
    Below = 1,
    /// A box around its position: `half_extents`.
    Cuboid = 2,
    /// A convex polygon around its position: `points`.
    Polygon = 3,
}

/// A field: see `umbra_field_def_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraFieldDef {
    /// One of `UmbraFieldKind`.
    pub kind: u32,
    /// An acceleration, or a velocity.
    pub vector: UmbraVec2,
    /// An acceleration, or a force.
    pub strength: f32,
    /// Distance at which `strength` counts.
    pub range: f32,
    /// Density of wind or water. 1 by default.
    pub density: f32,
    /// Drag of wind or water. 1 by default.
    pub drag: f32,
    /// Lift of wind. 0.5 by default.
    pub lift: f32,
    /// One of `UmbraFieldArea`.
    pub area: u32,
    /// Half of width and height of a box.
    pub half_extents: UmbraVec2,
    /// Points of a polygon, counter-clockwise.
    pub points: *const UmbraVec2,
    /// Number of points.
    pub point_count: usize,
    /// Position, in the world or on a body.
    pub position: UmbraVec2,
    /// Angle, in radians.
    pub angle: f32,
    /// Body on which it lies; 0 for the world.
    pub body: UmbraBodyKey,
    /// Filter: it acts on what such an object would collide with. Everything by default.
    pub filter: UmbraFilter,
    /// True if it acts. The default.
    pub enabled: bool,
}

/// A field of one of `UmbraFieldKind`, everywhere.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_def_default(kind: u32) -> UmbraFieldDef {
    let zero = UmbraVec2::default();
    UmbraFieldDef {
        kind,
        vector: zero,
        strength: 0.0,
        range: 1.0,
        density: 1.0,
        drag: 1.0,
        lift: 0.5,
        area: UmbraFieldArea::Everywhere as u32,
        half_extents: zero,
        points: std::ptr::null(),
        point_count: 0,
        position: zero,
        angle: 0.0,
        body: 0,
        filter: Filter::ALL.into(),
        enabled: true,
    }
}

impl UmbraFieldDef {
    /// The field that is told here.
    ///
    /// # Safety
    /// The points can be read, as the header demands.
    unsafe fn get(&self) -> Result<Field, Fault> {
        let field = match self.kind {
            0 => Field::gravity(self.vector),
            1 => Field::attraction(self.strength, self.range),
            2 => Field::magnet(self.strength, self.range),
            3 => {
                let wind = Field::wind(self.vector).density(self.density);
                wind.drag(self.drag).lift(self.lift)
            }
            4 => Field::water(self.density).drag(self.drag).velocity(self.vector),
            other => return Err(Fault::Name("kind", other)),
        };
        let field = match self.area {
            0 => field,
            1 => field.below(),
            2 => field.cuboid(self.half_extents.x, self.half_extents.y),
            // SAFETY: the caller of this function vouches for it.
            3 => field.polygon(unsafe { points("points", self.points, self.point_count)? }),
            other => return Err(Fault::Name("area", other)),
        };
        let field = field.at_pose(self.position, self.angle).filter(self.filter.into());
        let field = field.enabled(self.enabled);
        Ok(match keys::body_or_none(self.body) {
            Some(body) => field.on(body),
            None => field,
        })
    }
}

/// Adds a field. A null `out` is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_add_field(
    scene: Option<&mut UmbraScene>,
    def: Option<&UmbraFieldDef>,
    out: Option<&mut MaybeUninit<UmbraFieldKey>>,
) -> UmbraStatus {
    add(scene, out, |scene| {
        // SAFETY: the points are the caller's, as the header demands.
        Ok(scene.add_field(unsafe { given("def", def)?.get()? })?.to_bits())
    })
}

/// Replaces a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_field_set(
    scene: Option<&mut UmbraScene>,
    field: UmbraFieldKey,
    def: Option<&UmbraFieldDef>,
) -> UmbraStatus {
    edit(scene, |scene| {
        // SAFETY: the points are the caller's, as the header demands.
        let def = unsafe { given("def", def)?.get()? };
        Ok(scene.field_mut(keys::field(field))?.set(def)?)
    })
}

/// Moves a field.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_set_position(
    scene: Option<&mut UmbraScene>,
    field: UmbraFieldKey,
    position: UmbraVec2,
) -> UmbraStatus {
    edit(scene, |scene| {
        let position = position.position("position")?;
        Ok(scene.field_mut(keys::field(field))?.set_position(position)?)
    })
}

/// Turns a field.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_set_angle(
    scene: Option<&mut UmbraScene>,
    field: UmbraFieldKey,
    angle: f32,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.field_mut(keys::field(field))?.set_angle(angle)?))
}

/// Switches a field on or off.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_set_enabled(
    scene: Option<&mut UmbraScene>,
    field: UmbraFieldKey,
    enabled: bool,
) -> UmbraStatus {
    edit(scene, |scene| {
        scene.field_mut(keys::field(field))?.set_enabled(enabled);
        Ok(())
    })
}

/// Removes a field.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_remove_field(
    scene: Option<&mut UmbraScene>,
    field: UmbraFieldKey,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.remove_field(keys::field(field))?))
}

/// Pose of a field in the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_pose(
    scene: Option<&UmbraScene>,
    field: UmbraFieldKey,
    out: Option<&mut MaybeUninit<UmbraPose>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.field_pose(keys::field(field))?.into()))
}

/// Lists the keys of all fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_fields(
    scene: Option<&UmbraScene>,
    out: *mut UmbraFieldKey,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.fields().map(FieldKey::to_bits))
    })
}

/// Gravity at a point, for an object with a filter.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_gravity_at(
    scene: Option<&UmbraScene>,
    point: UmbraVec2,
    filter: UmbraFilter,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.gravity_at(point.position("point")?, filter.into())?.into()))
}

/// Area of a body that lies in a field, such as below water.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_field_submerged_area(
    scene: Option<&UmbraScene>,
    field: UmbraFieldKey,
    body: UmbraBodyKey,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.submerged(keys::field(field), keys::body(body))?.area))
}
