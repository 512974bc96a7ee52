//! Conversions between Bevy's transforms and the poses of the engine.
//!
//! A rotation about z is a quaternion (0, 0, z, w) in Bevy, and a complex number in the engine. Both
//! directions need no trigonometric function, so the bits are the same on every machine.
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_transform::components::Transform;
use umbra::geom::nalgebra::{Complex, Unit};
use umbra::prelude::{Point, Pose, Rotation, Vector};

/// Position and rotation of a `Transform` in the plane: what physics reads and writes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    pub x: f32,
    pub y: f32,
    /// Sine and cosine of half the angle: a quaternion without its zeros.
    pub z: f32,
    pub w: f32,
}

impl Default for Placement {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }
    }
}

impl Placement {
    pub fn of(transform: &Transform) -> Self {
        let [x, y, z, w] = transform.rotation.to_array();
        let [z, w] = if x == 0.0 && y == 0.0 {
            [z, w]
        } else {
            half_angle(&unit(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w)))
        };
        Self { x: transform.translation.x, y: transform.translation.y, z, w }
    }

    pub fn of_pose(pose: &Pose) -> Self {
        let [z, w] = half_angle(&pose.rotation);
        Self { x: pose.translation.x, y: pose.translation.y, z, w }
    }

    /// The pose in the engine. NaN and a zero quaternion give NaN, which the engine refuses.
    pub fn pose(self) -> Pose {
        let square = self.z * self.z + self.w * self.w;
        let cos = (self.w * self.w - self.z * self.z) / square;
        let sin = 2.0 * self.z * self.w / square;
        pose(Vec2::new(self.x, self.y), Unit::new_unchecked(Complex { re: cos, im: sin }))
    }

    /// Writes the placement; depth and scale stay as they are.
    pub fn write(self, transform: &mut Transform) {
        transform.translation.x = self.x;
        transform.translation.y = self.y;
        transform.rotation = Quat::from_xyzw(0.0, 0.0, self.z, self.w);
    }

    /// The placement between this one and the next: a straight line and the shorter turn.
    pub fn between(self, next: Self, fraction: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * fraction;
        let sign = if self.z * next.z + self.w * next.w < 0.0 { -1.0 } else { 1.0 };
        let [z, w] = [mix(self.z, sign * next.z), mix(self.w, sign * next.w)];
        let length = (z * z + w * w).sqrt();
        Self { x: mix(self.x, next.x), y: mix(self.y, next.y), z: z / length, w: w / length }
    }
}

/// Sine and cosine of half the angle of a rotation; the cosine is not negative.
fn half_angle(rotation: &Rotation) -> [f32; 2] {
    let Complex { re: cos, im: sin } = **rotation;
    if cos >= 0.0 {
        let w = (0.5 + 0.5 * cos).sqrt();
        [0.5 * sin / w, w]
    } else {
        let z = (0.5 - 0.5 * cos).sqrt().copysign(sin);
        [z, 0.5 * sin / z]
    }
}

fn unit(cos: f32, sin: f32) -> Rotation {
    let length = (cos * cos + sin * sin).sqrt();
    Unit::new_unchecked(Complex { re: cos / length, im: sin / length })
}

pub(crate) fn pose(position: Vec2, rotation: Rotation) -> Pose {
    Pose::from_parts([position.x, position.y].into(), rotation)
}

pub(crate) fn point(point: Vec2) -> Point {
    Point::new(point.x, point.y)
}

pub(crate) fn vector(vector: Vec2) -> Vector {
    Vector::new(vector.x, vector.y)
}

pub(crate) fn vec2(vector: Vector) -> Vec2 {
    Vec2::new(vector.x, vector.y)
}

pub(crate) fn position(point: Point) -> Vec2 {
    Vec2::new(point.x, point.y)
}

/// Where an entity is in the world, with all of its parents, and how much it is scaled.
///
/// Scales multiply along the axes of the entity. Skew, from scales that differ along turned axes, is
/// left out, as 2D shapes have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    pub pose: Pose,
    pub scale: Vec2,
}

impl Placed {
    pub const fn identity() -> Placed {
        let rotation = Unit::new_unchecked(Complex { re: 1.0, im: 0.0 });
        let translation = umbra::geom::nalgebra::Translation { vector: Vector::new(0.0, 0.0) };
        Placed { pose: Pose { rotation, translation }, scale: Vec2::ONE }
    }

    /// The placement of an entity; it walks up through the parents.
    pub fn of(world: &World, entity: Entity) -> Self {
        let local = world.get::<Transform>(entity).copied().unwrap_or_default();
        match world.get::<ChildOf>(entity) {
            None => Self { pose: Placement::of(&local).pose(), scale: local.scale.truncate() },
            Some(child_of) => Self::of(world, child_of.parent()).child(&local),
        }
    }

    /// The placement of the parent, or of the world.
    pub fn of_parent(world: &World, entity: Entity) -> Option<Self> {
        world.get::<ChildOf>(entity).map(|child_of| Self::of(world, child_of.parent()))
    }

    pub fn child(&self, local: &Transform) -> Self {
        let placement = Placement::of(local).pose();
        let offset = vector(self.scale).component_mul(&placement.translation.vector);
        let rotation = self.turned(placement.rotation);
        let translation = self.pose * Point::from(offset);
        Self {
            pose: Pose::from_parts(translation.into(), self.pose.rotation * rotation),
            scale: self.scale * local.scale.truncate(),
        }
    }

    /// A rotation as seen through the scale: mirrored parents turn the other way.
    fn turned(&self, rotation: Rotation) -> Rotation {
        if self.scale.x * self.scale.y < 0.0 { rotation.inverse() } else { rotation }
    }

    /// What to write into the `Transform` of a child that is to be at a pose of the world.
    pub fn local(&self, pose: &Pose) -> Placement {
        let offset = self.pose.inverse() * Point::from(pose.translation.vector);
        let rotation = self.turned(self.pose.rotation.inverse() * pose.rotation);
        let at = position(offset) / self.scale;
        Placement::of_pose(&self::pose(at, rotation))
    }
}
