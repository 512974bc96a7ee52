//! Contacts of axis-aligned boxes, for worlds without rotation.

use super::manifold::{ContactPoint, FeatureId, Manifold};
use crate::aabb::{greater, lesser};
use crate::math::direction;
use crate::{Aabb, Error, Point, Real, Vector, check};

/// The contact of two axis-aligned boxes, with points up to a gap of `speculative`.
///
/// The overlap of the two is a box itself, from the greater of the lower corners to the lesser of
/// the upper ones. The shorter of its two sides gives the axis, the ends of the other the points.
/// Anchors are relative to each box's centre. Where both sides are equally short, the
/// normal is along x. A box that is not [valid](Aabb::is_valid) touches nothing.
///
/// ```
/// use umbra_geom::{Aabb, collide::collide_aabbs};
/// let ground = Aabb::new([0.0, -1.0], [10.0, 0.0])?;
/// let brick = Aabb::new([4.0, -0.1], [6.0, 1.0])?;
/// let contact = collide_aabbs(&ground, &brick, 0.0);
/// assert_eq!((contact.normal.x, contact.normal.y), (0.0, 1.0));
/// assert_eq!(contact.points().len(), 2);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn collide_aabbs(a: &Aabb, b: &Aabb, speculative: Real) -> Manifold {
    let low = Vector::new(greater(a.min.x, b.min.x), greater(a.min.y, b.min.y));
    let high = Vector::new(lesser(a.max.x, b.max.x), lesser(a.max.y, b.max.y));
    let separation = low - high;
    let axis = usize::from(separation.y > separation.x);
    let other = 1 - axis;
    // Beside the face there is nothing to rest on: one common corner still counts.
    let touches = separation[axis] <= speculative && separation[other] <= 0.0;
    // The fields of a box are open to all, and a box that is no box touches nothing.
    if !touches || !a.is_valid() || !b.is_valid() {
        return Manifold::EMPTY;
    }
    let (center_a, center_b) = (a.center(), b.center());
    let forward = center_b[axis] >= center_a[axis];
    let mut manifold = Manifold::EMPTY;
    manifold.normal[axis] = if forward { 1.0 } else { -1.0 };
    let (face_a, face_b) =
        if forward { (a.max[axis], b.min[axis]) } else { (a.min[axis], b.max[axis]) };
    for (index, along) in [low[other], high[other]].into_iter().enumerate() {
        let on = |face: Real| {
            let mut point = Point::origin();
            point[axis] = face;
            point[other] = along;
            point
        };
        manifold.push(ContactPoint {
            anchor_a: on(face_a) - center_a,
            anchor_b: on(face_b) - center_b,
            separation: separation[axis],
            id: FeatureId::vertices(index, index),
        });
    }
    manifold
}

/// The contact of an axis-aligned box with a circle, with a point up to a gap of `speculative`.
///
/// The normal points from the box to the circle. With the circle's centre inside the box, it is
/// that of the face nearest to the centre. Anchors are relative to the two centres.
///
/// # Errors
/// When `center` is not finite, or `radius` is not finite, not greater than zero, or absurd.
pub fn collide_aabb_circle(
    aabb: &Aabb,
    center: impl Into<Point>,
    radius: Real,
    speculative: Real,
) -> Result<Manifold, Error> {
    let center = center.into();
    check::vector("center", center.coords)?;
    check::size("radius", radius)?;
    let clamp = |axis: usize| lesser(greater(center[axis], aabb.min[axis]), aabb.max[axis]);
    let mut nearest = Point::new(clamp(0), clamp(1));
    let (normal, gap) = if let Some(found) = direction(center - nearest) {
        found
    } else {
        // Inside: out through the nearest face; the first of left, right, below, above.
        let depths = [
            center.x - aabb.min.x,
            aabb.max.x - center.x,
            center.y - aabb.min.y,
            aabb.max.y - center.y,
        ];
        let face = (0..4).fold(0, |best, f| if depths[f] < depths[best] { f } else { best });
        let sign = if face % 2 == 0 { -1.0 } else { 1.0 };
        let axis = face / 2;
        let mut normal = Vector::zeros();
        normal[axis] = sign;
        nearest[axis] += sign * depths[face];
        (normal, -depths[face])
    };
    let mut manifold = Manifold { normal, ..Manifold::EMPTY };
    let separation = gap - radius;
    let touches = separation <= speculative && separation.is_finite() && aabb.is_valid();
    if !touches {
        return Ok(Manifold::EMPTY);
    }
    manifold.push(ContactPoint {
        anchor_a: nearest - aabb.center(),
        anchor_b: normal * -radius,
        separation,
        id: FeatureId::vertices(0, 0),
    });
    Ok(manifold)
}
