//! The distance between two shapes, and the overlap test.

use super::answers::{Distance, DistanceCache};
use super::gjk::{Cores, is_longer};
use super::nearest;
use crate::frame::Frame;
use crate::one_pair::one_pair;
use crate::{Pose, Shape};

/// The distance between two shapes, and the points nearest to each other.
///
/// `cache` carries the nearest features from one call to the next; start with
/// [`DistanceCache::default`]. It makes the next call faster and changes the result only by
/// rounding.
///
/// A pose that is not finite gives a distance that is NaN or infinite.
///
/// ```
/// use umbra_geom::{Circle, Polygon, Shape, Vector, math::pose};
/// use umbra_geom::query::{DistanceCache, distance};
///
/// let crate_ = Shape::from(Polygon::cuboid(1.0, 0.5)?);
/// let ball = Shape::from(Circle::new(0.5)?);
/// let mut cache = DistanceCache::default();
/// let (here, there) = (pose([0.0, 0.0], 0.0), pose([3.0, 0.25], 0.0));
/// let found = distance(&crate_, &here, &ball, &there, &mut cache);
/// assert_eq!(found.distance, 1.5);
/// assert_eq!(found.normal, Vector::new(1.0, 0.0));
/// assert_eq!(found.point_b, [2.5, 0.25].into());
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn distance(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    cache: &mut DistanceCache,
) -> Distance {
    one_pair!(simd => match nearest::small(simd, [a, b], [pose_a, pose_b], cache) {
        Some(found) => found,
        None => in_general(a, pose_a, b, pose_b, cache),
    })
}

/// [`distance`] of any two shapes, by a walk along the outline of their difference.
#[cold]
#[inline(never)]
pub(super) fn in_general(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    cache: &mut DistanceCache,
) -> Distance {
    let (core_a, core_b) = (a.core(), b.core());
    if is_longer(&core_b, &core_a) {
        return distance_seen_from_b(a, pose_a, b, pose_b, cache);
    }
    let (radius_a, radius_b) = (core_a.radius, core_b.radius);
    let radii = radius_a + radius_b;
    let b_in_a = Frame::between(pose_a, pose_b);
    let found = Cores { a: core_a, b: core_b, b_in_a }.distance(cache, || None);
    let frame = Frame::from_pose(pose_a);
    let point_a = found.point_a + found.normal * radius_a;
    let point_b = found.point_b - found.normal * radius_b;
    // Of places so far apart that their difference overflows, the height of an edge may be endless
    // either way. NaN stays NaN.
    let overlap = (found.distance <= radii) & found.distance.is_finite();
    Distance {
        distance: if overlap { 0.0 } else { found.distance.abs() - radii },
        normal: frame.turn(found.normal),
        point_a: frame.outward_point(point_a),
        point_b: frame.outward_point(point_b),
        iterations: found.iterations,
    }
}

/// [`distance`] with the roles exchanged, and the result flipped.
///
/// In the frame of a small shape, the far ends of a long one lose the digits that place the rest
/// of it; so the longer shape provides the frame.
#[cold]
#[inline(never)]
fn distance_seen_from_b(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    cache: &mut DistanceCache,
) -> Distance {
    let found = in_general(b, pose_b, a, pose_a, cache);
    let (point_a, point_b) = (found.point_b, found.point_a);
    Distance { normal: -found.normal, point_a, point_b, ..found }
}

/// True if two shapes share a point. Touching counts.
///
/// Faster than [`distance`], because it stops at the first separating line. False when a pose is
/// not finite.
///
/// ```
/// use umbra_geom::{Polygon, Shape, math::pose};
/// use umbra_geom::query::overlaps;
///
/// let tile = Shape::from(Polygon::cuboid(0.5, 0.5)?);
/// let at = |x, turn| pose([x, 0.0], turn);
/// assert!(overlaps(&tile, &at(0.0, 0.0), &tile, &at(1.1, core::f32::consts::FRAC_PI_4)));
/// assert!(!overlaps(&tile, &at(0.0, 0.0), &tile, &at(1.1, 0.0)));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[inline]
pub fn overlaps(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let (mut a, mut b) = ((a.core(), pose_a), (b.core(), pose_b));
    if is_longer(&b.0, &a.0) {
        (a, b) = (b, a);
    }
    let radii = a.0.radius + b.0.radius;
    Cores { a: a.0, b: b.0, b_in_a: Frame::between(a.1, b.1) }.within(radii)
}
