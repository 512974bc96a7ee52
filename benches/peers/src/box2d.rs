//! Box2D: our shapes and poses as its structs, and safe wrappers of its functions.
//!
//! Every function here does the same as the engine's own caller. Where the engine takes a relative
//! transform, its caller computes it per pair, and so it is computed here.

use boxdd_sys::ffi;
use umbra_geom::{Point, Pose, Shape};

pub use ffi::{
    b2Capsule, b2CastOutput, b2Circle, b2DistanceInput, b2DistanceOutput, b2LocalManifold,
    b2Polygon, b2RayCastInput, b2ShapeCastPairInput, b2ShapeProxy, b2SimplexCache, b2Sweep,
    b2TOIInput, b2TOIOutput, b2Transform, b2Vec2,
};

/// A shape in the engine's own form.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A circle.
    Circle(b2Circle),
    /// A capsule.
    Capsule(b2Capsule),
    /// A polygon, sharp or rounded.
    Polygon(b2Polygon),
}

/// A point or a vector.
pub fn vector(x: f32, y: f32) -> b2Vec2 {
    b2Vec2 { x, y }
}

fn point(p: &Point) -> b2Vec2 {
    vector(p.x, p.y)
}

/// A pose.
pub fn transform(pose: &Pose) -> b2Transform {
    let at = pose.translation.vector;
    b2Transform {
        p: vector(at.x, at.y),
        q: ffi::b2Rot { c: pose.rotation.re, s: pose.rotation.im },
    }
}

/// A circle; `None` for any other shape.
pub fn circle(shape: &Shape) -> Option<b2Circle> {
    let Shape::Circle(circle) = shape else { return None };
    Some(b2Circle { center: vector(0.0, 0.0), radius: circle.radius() })
}

/// A capsule; `None` for any other shape.
pub fn capsule(shape: &Shape) -> Option<b2Capsule> {
    let Shape::Capsule(capsule) = shape else { return None };
    let (a, b) = (capsule.segment().a(), capsule.segment().b());
    Some(b2Capsule { center1: point(&a), center2: point(&b), radius: capsule.radius() })
}

/// A polygon; `None` for any other shape, and for one with more vertices than the engine takes.
pub fn polygon(shape: &Shape) -> Option<b2Polygon> {
    let Shape::Polygon(polygon) = shape else { return None };
    if let Some(half) = polygon.half_extents() {
        // SAFETY: a pure function of numbers, which are positive and finite for any cuboid.
        return Some(unsafe { ffi::b2MakeRoundedBox(half.x, half.y, polygon.radius()) });
    }
    let points: Vec<b2Vec2> = polygon.vertices().iter().map(point).collect();
    if points.len() > 8 {
        return None;
    }
    // SAFETY: pointer and count belong to the same live vector, of at most the eight points that
    // the engine's hull has room for.
    let hull = unsafe { ffi::b2ComputeHull(points.as_ptr(), points.len() as i32) };
    // SAFETY: a hull that holds points is what the engine's constructor asks for.
    (hull.count > 2).then(|| unsafe { ffi::b2MakePolygon(&hull, polygon.radius()) })
}

/// Any shape; `None` for those that the engine does not have.
pub fn form(shape: &Shape) -> Option<Form> {
    circle(shape)
        .map(Form::Circle)
        .or_else(|| capsule(shape).map(Form::Capsule))
        .or_else(|| polygon(shape).map(Form::Polygon))
}

/// The points and the radius on which its distance functions work.
pub fn proxy(shape: &Shape) -> b2ShapeProxy {
    let core = shape.core();
    let points: Vec<b2Vec2> = core.vertices.iter().take(8).map(point).collect();
    // SAFETY: pointer and count belong to the same live vector, of one to eight points.
    unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, core.radius) }
}

/// A sweep between two poses; shapes rotate about their origin.
pub fn sweep(from: &Pose, to: &Pose) -> b2Sweep {
    let (from, to) = (transform(from), transform(to));
    b2Sweep { localCenter: vector(0.0, 0.0), c1: from.p, c2: to.p, q1: from.q, q2: to.q }
}

/// The transform of `b` in the frame of `a`.
#[inline]
pub fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let (x, y) = (b.p.x - a.p.x, b.p.y - a.p.y);
    b2Transform {
        p: vector(a.q.c * x + a.q.s * y, a.q.c * y - a.q.s * x),
        q: ffi::b2Rot { c: a.q.c * b.q.c + a.q.s * b.q.s, s: a.q.c * b.q.s - a.q.s * b.q.c },
    }
}

/// A vector rotated from the world into the frame of `to`.
#[inline]
pub fn into_frame(to: &b2Transform, v: b2Vec2) -> b2Vec2 {
    vector(to.q.c * v.x + to.q.s * v.y, to.q.c * v.y - to.q.s * v.x)
}

#[inline]
fn out_of_frame(from: &b2Transform, v: b2Vec2) -> b2Vec2 {
    vector(from.q.c * v.x - from.q.s * v.y, from.q.s * v.x + from.q.c * v.y)
}

#[inline]
fn point_out_of_frame(from: &b2Transform, p: b2Vec2) -> b2Vec2 {
    let turned = out_of_frame(from, p);
    vector(turned.x + from.p.x, turned.y + from.p.y)
}

/// A contact of two shapes, with anchors in the world's directions, as the engine stores it.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// The direction from the first shape to the second.
    pub normal: b2Vec2,
    /// The points; those up to `count` are set.
    pub points: [ContactPoint; 2],
    /// The number of points: none, one or two.
    pub count: i32,
}

/// One of the points at which two shapes touch.
#[derive(Clone, Copy, Debug)]
pub struct ContactPoint {
    /// The vector from the position of the first shape.
    pub anchor_a: b2Vec2,
    /// The vector from the position of the second shape.
    pub anchor_b: b2Vec2,
    /// The separation; negative in an overlap.
    pub separation: f32,
    /// The id of the features that touch.
    pub id: u16,
}

/// A manifold transformed from the frame of `a` to the world, as the engine does with every
/// manifold at once; ours are already in that form.
#[inline]
pub fn in_world(local: &b2LocalManifold, a: &b2Transform, b: &b2Transform) -> Contact {
    let zero = vector(0.0, 0.0);
    let none = ContactPoint { anchor_a: zero, anchor_b: zero, separation: 0.0, id: 0 };
    let mut contact = Contact {
        normal: out_of_frame(a, local.normal),
        points: [none; 2],
        count: local.pointCount,
    };
    let way = vector(a.p.x - b.p.x, a.p.y - b.p.y);
    let count = local.pointCount as usize;
    for (point, found) in contact.points.iter_mut().zip(&local.points).take(count) {
        let anchor_a = out_of_frame(a, found.point);
        let anchor_b = vector(anchor_a.x + way.x, anchor_a.y + way.y);
        *point = ContactPoint { anchor_a, anchor_b, separation: found.separation, id: found.id };
    }
    contact
}

/// The manifold of two polygons, in the frame of `a`.
#[inline]
pub fn collide_polygons(a: &b2Polygon, b: &b2Polygon, b_in_a: b2Transform) -> b2LocalManifold {
    // SAFETY: the function reads two live structs and keeps nothing.
    unsafe { ffi::b2CollidePolygons(a, b, b_in_a) }
}

/// The manifold of a polygon and a capsule, in the frame of the polygon.
#[inline]
pub fn collide_polygon_and_capsule(
    a: &b2Polygon,
    b: &b2Capsule,
    b_in_a: b2Transform,
) -> b2LocalManifold {
    // SAFETY: the function reads two live structs and keeps nothing.
    unsafe { ffi::b2CollidePolygonAndCapsule(a, b, b_in_a) }
}

/// The manifold of a polygon and a circle, in the frame of the polygon.
#[inline]
pub fn collide_polygon_and_circle(
    a: &b2Polygon,
    b: &b2Circle,
    b_in_a: b2Transform,
) -> b2LocalManifold {
    // SAFETY: the function reads two live structs and keeps nothing.
    unsafe { ffi::b2CollidePolygonAndCircle(a, b, b_in_a) }
}

/// The least separation among a manifold's points.
pub fn deepest(contact: &Contact) -> Option<f32> {
    let points = &contact.points[..contact.count as usize];
    points.iter().map(|p| p.separation).reduce(f32::min)
}

/// The distance of two shapes, and the nearest points; `cache` is read and written. Points and
/// normal are in the frame of the first shape.
#[inline]
pub fn distance(input: &b2DistanceInput, cache: &mut b2SimplexCache) -> b2DistanceOutput {
    // SAFETY: two live structs, one of them borrowed mutably; no simplexes are asked for, and so
    // the array for them may be null.
    unsafe { ffi::b2ShapeDistance(input, cache, core::ptr::null_mut(), 0) }
}

/// A ray against a shape at a pose, as the engine's world does it: transforms the ray into the
/// shape's frame, casts it, and transforms the result back.
#[inline]
pub fn ray_cast(form: &Form, at: &b2Transform, ray: &b2RayCastInput) -> b2CastOutput {
    let away = vector(ray.origin.x - at.p.x, ray.origin.y - at.p.y);
    let local = b2RayCastInput {
        origin: into_frame(at, away),
        translation: into_frame(at, ray.translation),
        maxFraction: ray.maxFraction,
    };
    // SAFETY: each function reads two live structs and keeps nothing.
    let mut hit = unsafe {
        match form {
            Form::Circle(circle) => ffi::b2RayCastCircle(circle, &local),
            Form::Capsule(capsule) => ffi::b2RayCastCapsule(capsule, &local),
            Form::Polygon(polygon) => ffi::b2RayCastPolygon(polygon, &local),
        }
    };
    hit.point = point_out_of_frame(at, hit.point);
    hit.normal = out_of_frame(at, hit.normal);
    hit
}

/// A shape moved in a straight line against another at rest.
#[inline]
pub fn shape_cast(input: &b2ShapeCastPairInput) -> b2CastOutput {
    // SAFETY: the function reads one live struct and keeps nothing.
    unsafe { ffi::b2ShapeCast(input) }
}

/// The time at which two moving and rotating shapes touch.
#[inline]
pub fn time_of_impact(input: &b2TOIInput) -> b2TOIOutput {
    // SAFETY: the function reads one live struct and keeps nothing.
    unsafe { ffi::b2TimeOfImpact(input) }
}

/// True if a time of impact found the shapes touching, at the start or later.
pub fn touched(output: &b2TOIOutput) -> bool {
    matches!(output.state, ffi::b2TOIState_b2_toiStateHit | ffi::b2TOIState_b2_toiStateOverlapped)
}
