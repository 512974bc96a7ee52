//! Values that many calls have: vectors, poses, filters, materials.

use umbra::geom::limits as check;
use umbra::prelude::*;

use crate::status::Fault;

/// A point, or a direction and a length.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraVec2 {
    /// Along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
}

/// A rotation as cosine and sine of its angle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraRotation {
    /// Cosine of the angle.
    pub cos: f32,
    /// Sine of the angle.
    pub sin: f32,
}

/// Position and rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraPose {
    /// Position.
    pub position: UmbraVec2,
    /// Rotation.
    pub rotation: UmbraRotation,
}

/// Velocity of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraVelocity {
    /// Velocity of the centre of mass.
    pub linear: UmbraVec2,
    /// Radians per second, counter-clockwise.
    pub angular: f32,
}

/// A force and a torque, or an impulse and an angular impulse.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraForce {
    /// Force at the centre of mass, or impulse.
    pub force: UmbraVec2,
    /// Torque, or angular impulse.
    pub torque: f32,
}

/// A box along the axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraAabb {
    /// Lower left corner.
    pub min: UmbraVec2,
    /// Upper right corner.
    pub max: UmbraVec2,
}

/// Collision filter: categories, and which categories to collide with.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UmbraFilter {
    /// The categories that the object belongs to. 1 by default.
    pub category: u64,
    /// The categories that the object collides with. All by default.
    pub mask: u64,
    /// Two objects of the same group, other than 0, always collide when it is positive and never
    /// when it is negative.
    pub group: i32,
}

/// Stiffness of a constraint, as that of a damped spring.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraSoftness {
    /// Frequency, in hertz.
    pub hertz: f32,
    /// Damping ratio; 1 is critical.
    pub damping_ratio: f32,
}

/// Rule that combines the friction or the restitution of two colliders.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraCombineRule {
    /// The rule of the scene.
    Usual = 0,
    /// Mean of both.
    Average = 1,
    /// Square root of the product.
    GeometricMean = 2,
    /// The smaller one.
    Minimum = 3,
    /// The larger one.
    Maximum = 4,
    /// Product of both.
    Multiply = 5,
}

/// Material of a surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraMaterial {
    /// Friction. 0.6 by default.
    pub friction: f32,
    /// Restitution: the fraction of an impact's speed that is given back. 0 by default.
    pub restitution: f32,
    /// Rolling resistance, as a length. 0 by default.
    pub rolling_resistance: f32,
    /// Speed of the surface along itself, as that of a conveyor belt. 0 by default.
    pub surface_speed: f32,
    /// One of `UmbraCombineRule`.
    pub friction_rule: u32,
    /// One of `UmbraCombineRule`.
    pub restitution_rule: u32,
}

/// Shape or cell of a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UmbraPart {
    /// True for a cell of a tile map.
    pub is_cell: bool,
    /// Index of the shape; 0 for a cell.
    pub shape: usize,
    /// Column of the cell.
    pub column: i32,
    /// Row of the cell, from below.
    pub row: i32,
}

impl UmbraVec2 {
    pub(crate) fn point(self) -> Point {
        Point::new(self.x, self.y)
    }

    pub(crate) fn vector(self) -> Vector {
        Vector::new(self.x, self.y)
    }

    /// A position that is finite and not absurdly far away.
    pub(crate) fn position(self, parameter: &'static str) -> Result<Point, Fault> {
        Ok(check::position(parameter, self.point())?)
    }

    /// A vector of finite numbers.
    pub(crate) fn finite(self, parameter: &'static str) -> Result<Vector, Fault> {
        Ok(check::vector(parameter, self.vector())?)
    }
}

impl From<Point> for UmbraVec2 {
    fn from(point: Point) -> Self {
        Self { x: point.x, y: point.y }
    }
}

impl From<Vector> for UmbraVec2 {
    fn from(vector: Vector) -> Self {
        Self { x: vector.x, y: vector.y }
    }
}

impl From<UmbraVec2> for Point {
    fn from(point: UmbraVec2) -> Self {
        point.point()
    }
}

impl From<UmbraVec2> for Vector {
    fn from(vector: UmbraVec2) -> Self {
        vector.vector()
    }
}

impl From<Rotation> for UmbraRotation {
    fn from(rotation: Rotation) -> Self {
        Self { cos: rotation.re, sin: rotation.im }
    }
}

impl UmbraPose {
    pub(crate) const IDENTITY: Self = Self {
        position: UmbraVec2 { x: 0.0, y: 0.0 },
        rotation: UmbraRotation { cos: 1.0, sin: 0.0 },
    };

    /// The pose as it was given; the engine checks it.
    pub(crate) fn raw(self) -> Pose {
        let rotation = Rotation::from_cos_sin_unchecked(self.rotation.cos, self.rotation.sin);
        Pose::from_parts(self.position.point().into(), rotation)
    }

    /// A pose that is finite, with a rotation of unit length.
    pub(crate) fn checked(self, parameter: &'static str) -> Result<Pose, Fault> {
        Ok(check::pose(parameter, self.raw())?)
    }
}

impl From<Pose> for UmbraPose {
    fn from(pose: Pose) -> Self {
        Self { position: pose.translation.vector.into(), rotation: pose.rotation.into() }
    }
}

impl From<UmbraPose> for Pose {
    fn from(pose: UmbraPose) -> Self {
        pose.raw()
    }
}

impl From<(Vector, f32)> for UmbraForce {
    fn from((force, torque): (Vector, f32)) -> Self {
        Self { force: force.into(), torque }
    }
}

impl From<Aabb> for UmbraAabb {
    fn from(aabb: Aabb) -> Self {
        Self { min: aabb.min.into(), max: aabb.max.into() }
    }
}

impl UmbraAabb {
    pub(crate) fn checked(self) -> Result<Aabb, Fault> {
        Ok(Aabb::new(self.min.position("aabb")?, self.max.position("aabb")?)?)
    }
}

impl From<Filter> for UmbraFilter {
    fn from(filter: Filter) -> Self {
        Self { category: filter.category, mask: filter.mask, group: filter.group }
    }
}

impl From<UmbraFilter> for Filter {
    fn from(filter: UmbraFilter) -> Self {
        Self { category: filter.category, mask: filter.mask, group: filter.group }
    }
}

impl From<Softness> for UmbraSoftness {
    fn from(softness: Softness) -> Self {
        Self { hertz: softness.hertz, damping_ratio: softness.damping_ratio }
    }
}

impl From<UmbraSoftness> for Softness {
    fn from(softness: UmbraSoftness) -> Self {
        Self { hertz: softness.hertz, damping_ratio: softness.damping_ratio }
    }
}

pub(crate) fn combine_rule(parameter: &'static str, rule: u32) -> Result<CombineRule, Fault> {
    Ok(match rule {
        0 => CombineRule::Usual,
        1 => CombineRule::Average,
        2 => CombineRule::GeometricMean,
        3 => CombineRule::Minimum,
        4 => CombineRule::Maximum,
        5 => CombineRule::Multiply,
        _ => return Err(Fault::Name(parameter, rule)),
    })
}

pub(crate) fn combine_rule_number(rule: CombineRule) -> u32 {
    (match rule {
        CombineRule::Usual => UmbraCombineRule::Usual,
        CombineRule::Average => UmbraCombineRule::Average,
        CombineRule::GeometricMean => UmbraCombineRule::GeometricMean,
        CombineRule::Minimum => UmbraCombineRule::Minimum,
        CombineRule::Maximum => UmbraCombineRule::Maximum,
        CombineRule::Multiply => UmbraCombineRule::Multiply,
    }) as u32
}

impl From<Material> for UmbraMaterial {
    fn from(material: Material) -> Self {
        Self {
            friction: material.friction,
            restitution: material.restitution,
            rolling_resistance: material.rolling_resistance,
            surface_speed: material.surface_speed,
            friction_rule: combine_rule_number(material.friction_rule),
            restitution_rule: combine_rule_number(material.restitution_rule),
        }
    }
}

impl UmbraMaterial {
    pub(crate) fn get(self) -> Result<Material, Fault> {
        Ok(Material {
            friction: self.friction,
            restitution: self.restitution,
            rolling_resistance: self.rolling_resistance,
            surface_speed: self.surface_speed,
            friction_rule: combine_rule("friction_rule", self.friction_rule)?,
            restitution_rule: combine_rule("restitution_rule", self.restitution_rule)?,
        })
    }
}

impl From<ColliderPart> for UmbraPart {
    fn from(part: ColliderPart) -> Self {
        match part {
            ColliderPart::Shape(shape) => Self { shape, ..Self::default() },
            ColliderPart::Cell([column, row]) => Self { is_cell: true, column, row, shape: 0 },
        }
    }
}

impl UmbraPart {
    pub(crate) fn get(self) -> ColliderPart {
        if self.is_cell {
            ColliderPart::Cell([self.column, self.row])
        } else {
            ColliderPart::Shape(self.shape)
        }
    }
}

/// A vector of two numbers.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_vec2(x: f32, y: f32) -> UmbraVec2 {
    UmbraVec2 { x, y }
}

/// The rotation by an angle in radians, with the same bits on every platform.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_rotation(angle: f32) -> UmbraRotation {
    umbra::geom::math::rotation(angle).into()
}

/// Angle of a rotation, from -pi to pi, with the same bits on every platform.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_angle(rotation: UmbraRotation) -> f32 {
    libm::atan2f(rotation.sin, rotation.cos)
}

/// The pose at a position, turned by an angle in radians.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_pose(x: f32, y: f32, angle: f32) -> UmbraPose {
    UmbraPose { position: UmbraVec2 { x, y }, rotation: umbra_rotation(angle) }
}

/// The filter of colliders that say nothing: category 1, collides with everything.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_filter_default() -> UmbraFilter {
    Filter::default().into()
}

/// The filter that accepts everything: for queries, fields and characters.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_filter_all() -> UmbraFilter {
    Filter::ALL.into()
}

/// True if objects with these filters may collide.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_filter_accepts(a: UmbraFilter, b: UmbraFilter) -> bool {
    Filter::from(a).accepts(&b.into())
}

/// The material of colliders that say nothing.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_material_default() -> UmbraMaterial {
    Material::default().into()
}
