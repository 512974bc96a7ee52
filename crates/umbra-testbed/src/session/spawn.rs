//! Bodies that can be put into a scene.

use core::f32::consts::TAU;

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;
use umbra_scenes::ragdoll::{Stiffness, ragdoll};

/// How far below the middle of a ragdoll its feet are.
const FEET: Real = 0.8;
/// How long a ragdoll is; `size` is measured against it.
const HEIGHT: Real = 1.6;

/// Something new.
#[derive(Clone, Debug, PartialEq)]
pub enum Spawn {
    /// A disc.
    Circle {
        /// Its radius.
        size: Real,
    },
    /// A square box.
    Box {
        /// Half of its side.
        size: Real,
    },
    /// A lying capsule, three times as long as thick.
    Capsule {
        /// Half of its length.
        size: Real,
    },
    /// A regular polygon.
    Polygon {
        /// The radius of its corners.
        size: Real,
        /// Number of corners.
        corners: u8,
    },
    /// A human of eleven bones, of one size.
    Ragdoll,
    /// Whatever was drawn: any outline, its corners seen from its middle.
    Outline(Vec<Point>),
}

impl Spawn {
    /// Puts it there. `group` keeps the bones of one ragdoll from colliding.
    pub(super) fn put(
        &self,
        scene: &mut Scene,
        at: Point,
        velocity: Vector,
        group: i32,
    ) -> Result<(), Error> {
        let collider = match self {
            Self::Circle { size } => Collider::circle(*size),
            Self::Box { size } => Collider::cuboid(*size, *size),
            Self::Capsule { size } => {
                let (end, radius) = (size * 2.0 / 3.0, size / 3.0);
                Collider::capsule([-end, 0.0], [end, 0.0], radius)
            }
            Self::Polygon { size, corners } => {
                let corner = |index: u8| {
                    let turn = rotation(TAU * Real::from(index) / Real::from(*corners));
                    turn * Point::new(0.0, *size)
                };
                Collider::polygon((0..*corners).map(corner))
            }
            Self::Outline(points) => Collider::concave(points.iter().copied()),
            Self::Ragdoll => {
                let feet = at - Vector::new(0.0, FEET);
                let body = Body::dynamic().velocity(velocity);
                return ragdoll(scene, feet, group, Stiffness::default(), &body).map(drop);
            }
        };
        let body = Body::dynamic().position(at).velocity(velocity);
        let key = scene.add_body(body)?;
        let added = scene.add_collider(key, collider);
        if added.is_err() {
            // Without its collider, nobody would see it.
            scene.remove_body(key)?;
        }
        added.map(drop)
    }

    /// Label of its button.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Circle { .. } => "Circle",
            Self::Box { .. } => "Box",
            Self::Capsule { .. } => "Capsule",
            Self::Polygon { .. } => "Polygon",
            Self::Ragdoll => "Ragdoll",
            Self::Outline(_) => "Drawing",
        }
    }

    /// The same in another size, if it comes in sizes.
    #[must_use]
    pub fn sized(self, size: Real) -> Self {
        match self {
            Self::Circle { .. } => Self::Circle { size },
            Self::Box { .. } => Self::Box { size },
            Self::Capsule { .. } => Self::Capsule { size },
            Self::Polygon { corners, .. } => Self::Polygon { size, corners },
            other => other,
        }
    }

    /// Radius about its middle.
    pub fn reach(&self) -> Real {
        match self {
            Self::Circle { size } | Self::Capsule { size } | Self::Polygon { size, .. } => *size,
            Self::Box { size } => 1.5 * size,
            Self::Ragdoll => 0.5 * HEIGHT,
            Self::Outline(points) => {
                points.iter().map(|point| point.coords.norm()).fold(0.0, Real::max)
            }
        }
    }
}
