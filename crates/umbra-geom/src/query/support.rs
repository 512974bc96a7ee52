//! Extreme points of shapes.

use crate::math::dot;
use crate::{Pose, Real, Shape, Vector};

/// Coordinate of the lowest point of a shape along a direction of length one.
pub fn lowest_along(shape: &Shape, pose: &Pose, direction: Vector) -> Real {
    let core = shape.core();
    let local = pose.rotation.inverse() * -direction;
    let vertex = core.vertices[core.support(local)];
    dot((pose * vertex).coords, direction) - core.radius
}
