//! Rays, and circles that move like rays.
//!
//! The method is one walk. First the separating axis test: the only axis that can separate a line
//! from a convex shape is the one across it, so every vertex is measured across the ray. These
//! measures also locate the entry: the vertices that face the ray form a chain along which they
//! fall, and the ray enters where they change sign. The entry is on one outer edge, or on exactly
//! one corner circle; nothing else is intersected.

use super::answers::RayHit;
use super::point::project_point;
use super::ray_special as special;
use crate::frame::Frame;
use crate::math::{cross, dot};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// The hit of a ray that starts inside of a shape.
///
/// ```
/// use umbra_geom::{Circle, Shape, math::pose};
/// use umbra_geom::query::{Interior, cast_ray};
/// let dome = Shape::from(Circle::new(2.0)?);
/// let from_within = |interior| {
///     cast_ray(&dome, &pose([0.0, 0.0], 0.0), [0.0, 0.0], [4.0, 0.0], interior).unwrap().fraction
/// };
/// assert_eq!((from_within(Interior::Solid), from_within(Interior::Hollow)), (0.0, 0.5));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interior {
    /// The shape is solid: the ray hits at once, at fraction 0.
    #[default]
    Solid,
    /// The shape is a hollow skin: the ray hits where it leaves the shape.
    Hollow,
}

/// The first hit of a ray from `origin` to `origin + translation` on a shape.
///
/// Segments and chain segments are hit from both sides. A ray that touches the surface hits it; a
/// ray without length hits a shape that it starts inside of. `None` when it misses, and when a
/// number is not finite.
///
/// ```
/// use umbra_geom::{Polygon, Shape, Vector, math::pose};
/// use umbra_geom::query::{Interior, cast_ray};
///
/// let wall = Shape::from(Polygon::cuboid(1.0, 3.0)?);
/// let at = pose([5.0, 0.0], 0.0);
/// let hit = cast_ray(&wall, &at, [0.0, 1.0], [8.0, 0.0], Interior::Solid).unwrap();
/// assert_eq!((hit.fraction, hit.point), (0.5, [4.0, 1.0].into()));
/// assert_eq!(hit.normal, Vector::new(-1.0, 0.0));
///
/// let out = cast_ray(&wall, &at, [5.0, 1.0], [8.0, 0.0], Interior::Hollow).unwrap();
/// assert_eq!((out.fraction, out.normal), (0.125, Vector::new(1.0, 0.0)));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[inline]
pub fn cast_ray(
    shape: &Shape,
    pose: &Pose,
    origin: impl Into<Point>,
    translation: impl Into<Vector>,
    interior: Interior,
) -> Option<RayHit> {
    let (origin, translation) = (origin.into(), translation.into());
    match special::cast(shape, pose, origin, translation) {
        Some(found) => found,
        None => in_general(shape, pose, origin, translation, interior),
    }
}

/// Out of line, so that everyday rays do not pay for its registers.
#[inline(never)]
fn in_general(
    shape: &Shape,
    pose: &Pose,
    origin: Point,
    translation: Vector,
    interior: Interior,
) -> Option<RayHit> {
    cast(shape, &shape.core(), pose, origin, translation, interior, 0.0)
}

/// The first point at which a circle that moves from `center` by `translation` hits a shape.
///
/// A circle that moves along a ray touches the shape where the ray itself hits the shape grown by
/// the circle: the radius moves from one term of the Minkowski sum to the other, and the rest is a
/// ray. The point and normal of the result are those of the shape's own surface. When the two
/// overlap from the start, the fraction is 0 and the point is the nearest one of the surface.
///
/// `None` when it misses, when a number is not finite, and when `radius` is negative.
///
/// ```
/// use umbra_geom::{Polygon, Shape, math::pose};
/// use umbra_geom::query::cast_circle;
///
/// let floor = Shape::from(Polygon::cuboid(10.0, 0.5)?);
/// let hit = cast_circle(&floor, &pose([0.0, -0.5], 0.0), [1.0, 5.0], 0.5, [0.0, -6.0]).unwrap();
/// assert_eq!(hit.fraction, 0.75);
/// assert_eq!((hit.point, hit.normal), ([1.0, 0.0].into(), [0.0, 1.0].into()));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[inline]
pub fn cast_circle(
    shape: &Shape,
    pose: &Pose,
    center: impl Into<Point>,
    radius: Real,
    translation: impl Into<Vector>,
) -> Option<RayHit> {
    if !(radius >= 0.0 && radius.is_finite()) {
        return None;
    }
    let core = shape.core();
    let core = ConvexCore { radius: core.radius + radius, ..core };
    cast(shape, &core, pose, center.into(), translation.into(), Interior::Solid, radius)
}

/// Casts a ray at `core`, the core of `shape` grown by `margin`.
#[inline]
fn cast(
    shape: &Shape,
    core: &ConvexCore<'_>,
    pose: &Pose,
    origin: Point,
    translation: Vector,
    interior: Interior,
    margin: Real,
) -> Option<RayHit> {
    let frame = Frame::from_pose(pose);
    let start = frame.inward(origin);
    let way = frame.turn_back(translation);
    let squared_length = dot(way, way);
    // Sharp edges need no unit vector: without the root and the quotient before anything else can
    // begin, a ray takes three quarters of the time.
    let (along, length, scale) = if core.radius == 0.0 && (1e-16..1e16).contains(&squared_length) {
        (way, squared_length, 1.0 / squared_length)
    } else {
        match way_of(way) {
            Some((along, length)) => (along, length, 1.0),
            None if way == Vector::zeros() => (Vector::new(1.0, 0.0), 0.0, 1.0),
            None => return None,
        }
    };
    let entry = line_enters(core, start, along)?;
    if !is_at_most(entry.distance, length) {
        return None;
    }
    if entry.distance >= 0.0 {
        let point = start + along * (entry.distance * scale) - entry.normal * margin;
        let fraction = if length > 0.0 { entry.distance / length } else { 0.0 };
        let (point, normal) = (frame.outward_point(point), frame.turn(entry.normal));
        return Some(RayHit { fraction, point, normal });
    }
    let exit = line_enters(core, start, -along)?;
    let leaves = -exit.distance;
    if !is_at_most(0.0, leaves) {
        return None;
    }
    match interior {
        Interior::Solid => {
            let surface = project_point(shape, pose, origin);
            let point = if margin > 0.0 { surface.point } else { origin };
            Some(RayHit { fraction: 0.0, point, normal: surface.normal })
        }
        Interior::Hollow if leaves <= length && length > 0.0 => {
            let point = frame.outward_point(start + along * (leaves * scale));
            Some(RayHit { fraction: leaves / length, point, normal: frame.turn(exit.normal) })
        }
        Interior::Hollow => None,
    }
}

/// True if `value <= most`. It has a name because callers negate it: NaN is not at most anything,
/// and misses.
#[inline]
pub(super) fn is_at_most(value: Real, most: Real) -> bool {
    value <= most
}

/// The unit direction of a displacement and its length; `None` without length or if not finite.
#[inline]
pub(super) fn way_of(way: Vector) -> Option<(Vector, Real)> {
    let squared = dot(way, way);
    if (1e-24..1e36).contains(&squared) {
        let length = squared.sqrt();
        return Some((way / length, length));
    }
    // Too small or too large to be squared: a ray as long as an f32 can say is still a ray.
    let most = way.amax();
    if !(most > 0.0 && most.is_finite()) {
        return None;
    }
    let scaled = way / most;
    let length = dot(scaled, scaled).sqrt();
    let total = most * length;
    total.is_finite().then(|| (scaled / length, total))
}

/// The entry of a line into a rounded core.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The distance along the line from its origin; negative before it.
    pub(super) distance: Real,
    /// The outward unit normal.
    pub(super) normal: Vector,
}

/// The point at which the line through `origin` along `along` enters the rounded core, if any.
///
/// `along` is a unit vector, unless the radius is zero; then the distance is in units of its
/// length.
#[inline]
pub(super) fn line_enters(core: &ConvexCore<'_>, origin: Vector, along: Vector) -> Option<Entry> {
    if core.radius == 0.0 {
        enters_sharp(core, origin, along)
    } else {
        enters_rounded(core, origin, along)
    }
}

/// Without a radius, the ray enters where the vertices change from its left to its right.
#[inline]
fn enters_sharp(core: &ConvexCore<'_>, origin: Vector, along: Vector) -> Option<Entry> {
    let vertices = core.vertices;
    let aside = |index: usize| cross(along, vertices[index].coords - origin);
    let last = vertices.len() - 1;
    let mut edge = usize::MAX;
    let mut before = aside(last);
    let (mut any_left, mut any_right) = (before > 0.0, before < 0.0);
    let mut previous = last;
    for index in 0..vertices.len() {
        let here = aside(index);
        edge = if (before >= 0.0) & (here < 0.0) { previous } else { edge };
        any_left |= here > 0.0;
        any_right |= here < 0.0;
        (previous, before) = (index, here);
    }
    if let Some(&normal) = core.normals.get(edge) {
        let (p, q) = (vertices[edge].coords - origin, vertices[core.next(edge)].coords - origin);
        let (near, far) = (dot(along, p), dot(along, q));
        let (left, right) = (cross(along, p), cross(along, q));
        let distance = near + (far - near) * (left / (left - right));
        return Some(Entry { distance, normal });
    }
    if any_left == any_right && !(any_left || any_right) {
        // All on the line: a segment hit end on.
        return enters_end_on(core, origin, along);
    }
    if any_right || !any_left {
        return None;
    }
    // Everything lies on the left; touching counts, so look for vertices on the line itself.
    let touching = (0..vertices.len()).filter(|&index| aside(index) == 0.0);
    let reach = |index: usize| dot(along, vertices[index].coords - origin);
    let index = touching.reduce(|a, b| if reach(b) < reach(a) { b } else { a })?;
    let normal = facing(core, index, along);
    Some(Entry { distance: reach(index), normal })
}

/// The normal of the edges at a vertex that faces the ray most.
fn facing(core: &ConvexCore<'_>, index: usize, along: Vector) -> Vector {
    let (before, after) = (core.normals[core.previous(index)], core.normals[index]);
    if dot(before, along) < dot(after, along) { before } else { after }
}

/// The line runs along a segment, through both of its ends. `None` when a number is not finite.
fn enters_end_on(core: &ConvexCore<'_>, origin: Vector, along: Vector) -> Option<Entry> {
    let reach = |v: &Point| dot(along, v.coords - origin);
    let first = reach(&core.vertices[0]);
    let nearest = core.vertices.iter().map(reach).fold(first, |a, b| if b < a { b } else { a });
    let (normal, _) = crate::math::direction(-along)?;
    nearest.is_finite().then_some(Entry { distance: nearest, normal })
}

fn enters_rounded(core: &ConvexCore<'_>, origin: Vector, along: Vector) -> Option<Entry> {
    let (vertices, radius) = (core.vertices, core.radius);
    let aside = |index: usize| cross(along, vertices[index].coords - origin);
    let reach = |index: usize| dot(along, vertices[index].coords - origin);
    if vertices.len() == 1 {
        let meets = aside(0).abs() <= radius;
        return if meets { enters_circle(aside(0), reach(0), radius, along) } else { None };
    }
    // Of the edges that face the ray and begin on its left, the last one. Without such an edge,
    // the ray can only meet the circle of the corner at which the facing edges begin.
    let (mut edge, mut edge_begin) = (None, Real::INFINITY);
    let (mut corner, mut corner_aside) = (0, Real::NEG_INFINITY);
    let (mut least, mut most) = (Real::INFINITY, Real::NEG_INFINITY);
    let mut here = aside(0);
    for index in 0..vertices.len() {
        let next = aside(core.next(index));
        least = if here < least { here } else { least };
        most = if here > most { here } else { most };
        if next < here {
            let begin = here + radius * cross(along, core.normals[index]);
            if begin >= 0.0 && begin < edge_begin {
                (edge, edge_begin) = (Some((index, here, next)), begin);
            }
            if here > corner_aside {
                (corner, corner_aside) = (index, here);
            }
        }
        here = next;
    }
    if !(is_at_most(least, radius) && is_at_most(-radius, most)) {
        return None;
    }
    let Some((index, begin, end)) = edge else {
        if corner_aside == Real::NEG_INFINITY {
            // No edge faces the ray: a capsule hit end on.
            corner = if reach(1) < reach(0) { 1 } else { 0 };
        }
        return enters_circle(aside(corner), reach(corner), radius, along);
    };
    let next = core.next(index);
    let normal = core.normals[index];
    let edge_end = edge_begin - (begin - end);
    if edge_end > 0.0 {
        return enters_circle(aside(next), reach(next), radius, along);
    }
    let (near, far) = (reach(index), reach(next));
    let distance = near + radius * dot(along, normal) + (far - near) * (edge_begin / (begin - end));
    Some(Entry { distance, normal })
}

/// The entry of a line into a circle whose centre lies `aside` to its left and `reach` along it.
///
/// The caller knows that the line meets the circle, so a miss by rounding is ignored.
#[inline]
pub(super) fn enters_circle(
    aside: Real,
    reach: Real,
    radius: Real,
    along: Vector,
) -> Option<Entry> {
    // (r - s)(r + s), because r² - s² loses the digits of a grazing ray.
    let squared = (radius - aside) * (radius + aside);
    let half_chord = if squared > 0.0 { squared.sqrt() } else { 0.0 };
    // From the centre to the entry: back by half of the chord, and to the right by what the
    // centre lies to the left.
    let from_center = -along * half_chord - crate::math::left_of(along) * aside;
    let distance = reach - half_chord;
    let normal = match crate::math::direction(from_center) {
        Some((normal, _)) => normal,
        None => -along,
    };
    distance.is_finite().then_some(Entry { distance, normal })
}
