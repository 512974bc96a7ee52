//! parry: our shapes and poses as its own.

use parry2d::math::Rotation;
pub use parry2d::math::{Pose as ParryPose, Vector as ParryVector};
use parry2d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry2d::shape::{ConvexPolygon, Cuboid, RoundShape, Shape as ParryShape, SharedShape};
use umbra_geom::{Pose, Shape};

/// A manifold without user data.
pub type Manifold = ContactManifold<(), ()>;

/// A pose.
pub fn pose(pose: &Pose) -> ParryPose {
    let at = pose.translation.vector;
    let rotation = Rotation { re: pose.rotation.re, im: pose.rotation.im };
    ParryPose::from_parts(ParryVector::new(at.x, at.y), rotation)
}

/// A shape; boxes become a `Cuboid`, for which parry has fast paths; `None` for those it does not
/// have.
pub fn shape(shape: &Shape) -> Option<SharedShape> {
    let core = shape.core();
    let vertices: Vec<_> = core.vertices.iter().map(|v| ParryVector::new(v.x, v.y)).collect();
    match shape {
        Shape::Circle(circle) => Some(SharedShape::ball(circle.radius())),
        Shape::Capsule(capsule) => {
            Some(SharedShape::capsule(vertices[0], vertices[1], capsule.radius()))
        }
        Shape::Polygon(polygon) => {
            let radius = polygon.radius();
            if let Some(half) = polygon.half_extents() {
                return Some(rounded(Cuboid::new(ParryVector::new(half.x, half.y)), radius));
            }
            Some(rounded(ConvexPolygon::from_convex_polyline_unmodified(vertices)?, radius))
        }
        _ => None,
    }
}

fn rounded<S>(inner_shape: S, border_radius: f32) -> SharedShape
where
    S: ParryShape,
    RoundShape<S>: ParryShape,
{
    if border_radius == 0.0 {
        SharedShape::new(inner_shape)
    } else {
        SharedShape::new(RoundShape { inner_shape, border_radius })
    }
}

/// Updates `manifold`, recycling its points where parry finds that good enough.
///
/// The dispatcher's inner function: the outer one would add a vector of manifolds and a workspace
/// that convex shapes do not need.
#[inline]
pub fn update_manifold(
    b_in_a: &ParryPose,
    a: &SharedShape,
    b: &SharedShape,
    speculative: f32,
    manifold: &mut Manifold,
) {
    let update = DefaultQueryDispatcher.contact_manifold_convex_convex(
        b_in_a,
        &**a,
        &**b,
        None,
        None,
        speculative,
        manifold,
    );
    debug_assert!(update.is_ok());
}

/// The least separation among a manifold's points.
pub fn deepest(manifold: &Manifold) -> Option<f32> {
    manifold.points.iter().map(|p| p.dist).reduce(f32::min)
}
