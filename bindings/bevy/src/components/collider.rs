//! Colliders: shapes on bodies.
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_transform::components::Transform;

use super::link::{BodyLink, ColliderLink, ShapeScale};
use super::shape::Outline;
use crate::sync::pending;

/// A shape. It belongs to the body of its entity or, without one, to the nearest body above it. A
/// collider without any body is fixed where it stands.
///
/// Lengths are scaled by the `Transform`s of the entity and of all its parents. Sizes are checked
/// when the collider goes into the scene: a bad one is an error in the log and a
/// [`PhysicsError`](crate::PhysicsError).
///
/// ```
/// use bevy_math::Vec2;
/// use bevy_umbra::prelude::*;
///
/// let wheel = Collider::circle(0.4);
/// let plank = Collider::rectangle(3.0, 0.2); // full lengths
/// let hill = Collider::polyline(vec![Vec2::ZERO, Vec2::new(2.0, 1.0), Vec2::new(4.0, 0.0)], None);
/// let hammer = Collider::compound(vec![
///     (Vec2::ZERO, 0.0, Collider::rectangle(0.1, 1.2)),
///     (Vec2::new(0.0, 0.6), 0.0, Collider::rectangle(0.6, 0.3)),
/// ]);
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[component(summary_tick, on_add = on_add, on_remove = pending::collider_removed)]
#[require(Transform, BodyLink, ColliderLink, ShapeScale)]
pub struct Collider(pub(crate) Outline);

fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
    pending::push_collider(&mut world, context.entity);
}

impl Default for Collider {
    /// A circle of radius 0.5.
    fn default() -> Self {
        Self::circle(0.5)
    }
}

impl Collider {
    /// A disc.
    pub fn circle(radius: f32) -> Self {
        Self(Outline::Circle(radius))
    }

    /// A disc: the name in bevy_rapier.
    pub fn ball(radius: f32) -> Self {
        Self::circle(radius)
    }

    /// An ellipse with these half axes, as a polygon.
    pub fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self(Outline::Ellipse(Vec2::new(half_width, half_height)))
    }

    /// A box with these full lengths.
    pub fn rectangle(x_length: f32, y_length: f32) -> Self {
        Self::cuboid(x_length * 0.5, y_length * 0.5)
    }

    /// A box with these **half** lengths: the name in bevy_rapier.
    pub fn cuboid(half_width: f32, half_height: f32) -> Self {
        Self(Outline::Cuboid { half: Vec2::new(half_width, half_height), radius: 0.0 })
    }

    /// A box with round corners and these full outer lengths.
    pub fn round_rectangle(x_length: f32, y_length: f32, radius: f32) -> Self {
        Self(Outline::Cuboid { half: Vec2::new(x_length, y_length) * 0.5, radius })
    }

    /// An upright capsule. `length` is that of the straight part.
    pub fn capsule(radius: f32, length: f32) -> Self {
        let half = Vec2::new(0.0, length * 0.5);
        Self::capsule_endpoints(radius, -half, half)
    }

    /// All points within the radius of a segment.
    pub fn capsule_endpoints(radius: f32, a: Vec2, b: Vec2) -> Self {
        Self(Outline::Capsule { a, b, radius })
    }

    /// A straight line without thickness or mass.
    pub fn segment(a: Vec2, b: Vec2) -> Self {
        Self(Outline::Segment(a, b))
    }

    /// A triangle.
    pub fn triangle(a: Vec2, b: Vec2, c: Vec2) -> Self {
        Self(Outline::Polygon { points: vec![a, b, c], radius: 0.0 })
    }

    /// A polygon with equal sides inside a circle.
    pub fn regular_polygon(circumradius: f32, sides: u32) -> Self {
        Self(Outline::Regular { radius: circumradius, sides: sides as usize })
    }

    /// A convex polygon from its corners, in either order. Points that are not convex are refused.
    pub fn convex_polygon(points: Vec<Vec2>) -> Self {
        Self(Outline::Polygon { points, radius: 0.0 })
    }

    /// A convex polygon with round corners, of the same outer size.
    pub fn round_convex_polygon(points: Vec<Vec2>, radius: f32) -> Self {
        Self(Outline::Polygon { points, radius })
    }

    /// The convex polygon around some points.
    pub fn convex_hull(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self(Outline::Hull(points.into_iter().collect()))
    }

    /// The inside of an outline that does not cross itself, as convex pieces.
    pub fn concave(points: Vec<Vec2>) -> Self {
        Self(Outline::Concave(points))
    }

    /// A line through points, smooth from both sides. With `indices`, each pair is a segment; pairs
    /// that follow one another become one chain, closed if it ends where it began.
    pub fn polyline(points: Vec<Vec2>, indices: Option<Vec<[u32; 2]>>) -> Self {
        Self(match indices {
            None => Outline::Chain { points, closed: false },
            Some(pairs) => Outline::chain_of(points, &pairs),
        })
    }

    /// A closed line through points.
    pub fn polyline_loop(points: Vec<Vec2>) -> Self {
        Self(Outline::Chain { points, closed: true })
    }

    /// Hills: heights at equal distances. `scale.x` is the whole width, `scale.y` scales heights.
    pub fn heightfield(heights: Vec<f32>, scale: Vec2) -> Self {
        Self(Outline::Heights { heights, scale })
    }

    /// Several solid shapes, each at a position and an angle, as one collider.
    pub fn compound(shapes: Vec<(Vec2, f32, Collider)>) -> Self {
        Self(Outline::Compound(shapes))
    }
}
