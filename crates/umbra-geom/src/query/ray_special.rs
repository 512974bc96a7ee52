//! Rays at circles, capsules and boxes, from outside: what most rays meet, in closed form.
//!
//! Two to three times as fast as the general way, which they leave everything to that is not an
//! everyday ray: one that starts inside, has no length or a length that cannot be squared, or is
//! not finite. Property tests hold both against the same oracle.

use super::frame::Frame;
use super::ray::RayHit;
use crate::math::{cross, dot, left_of, right_of};
use crate::{Capsule, Circle, Point, Pose, Real, Shape, Vector};

/// What a special case has to say.
pub(super) enum Found {
    Hit(RayHit),
    Nothing,
    /// Not an everyday ray.
    AskInGeneral,
}

/// Between these, the square of a square is neither zero nor infinite.
const EVERYDAY: core::ops::Range<Real> = 1e-16..1e16;

/// Casts a ray at a shape of a special kind.
#[inline]
pub(super) fn cast(shape: &Shape, pose: &Pose, origin: Point, way: Vector) -> Found {
    match shape {
        Shape::Circle(circle) => at_circle(circle, pose, origin, way),
        Shape::Capsule(capsule) => at_capsule(capsule, pose, origin, way),
        Shape::Polygon(polygon) if polygon.radius() == 0.0 => match polygon.half_extents() {
            Some(half) => at_box(half, pose, origin, way),
            None => Found::AskInGeneral,
        },
        _ => Found::AskInGeneral,
    }
}

/// Where a ray enters a disc around the origin: its fraction of the way, and the point.
#[inline]
fn enters_disc(
    offset: Vector,
    way: Vector,
    squared_length: Real,
    radius: Real,
) -> Option<(Real, Vector)> {
    // Twice the area between the ray and the centre: no difference of large squares, which would
    // lose all digits of a far ray.
    let area = cross(way, offset);
    // The root of a negative number is NaN, which compares as a miss.
    let half_chord = (radius * radius * squared_length - area * area).sqrt();
    let reach = -dot(offset, way) - half_chord;
    if !(0.0..=squared_length).contains(&reach) {
        return None;
    }
    // From the centre across the ray, then back along it by half of the chord. Not the end of the
    // way from the origin: of a far ray that has no digits left for a small disc.
    let arm = (left_of(way) * area - way * half_chord) / squared_length;
    Some((reach / squared_length, arm))
}

/// A disc has no frame to turn into.
#[inline]
fn at_circle(circle: &Circle, pose: &Pose, origin: Point, way: Vector) -> Found {
    let (center, radius) = (pose.translation.vector, circle.radius());
    let offset = origin.coords - center;
    let squared_length = dot(way, way);
    let distance = dot(offset, offset);
    let is_outside = distance > radius * radius;
    if !(EVERYDAY.contains(&squared_length) && distance < EVERYDAY.end && is_outside) {
        return Found::AskInGeneral;
    }
    let Some((fraction, arm)) = enters_disc(offset, way, squared_length, radius) else {
        return Found::Nothing;
    };
    Found::Hit(RayHit { fraction, point: Point::from(center + arm), normal: arm / radius })
}

/// A strip between two parallel lines, and a disc at the end at which the ray overshoots it.
#[inline]
fn at_capsule(capsule: &Capsule, pose: &Pose, origin: Point, way: Vector) -> Found {
    let (frame, radius, segment) = (Frame::of(pose), capsule.radius(), capsule.segment());
    let way = frame.turn_back(way);
    let squared_length = dot(way, way);
    // Along the segment, and to the right of it.
    let along = segment.direction();
    let right = right_of(along);
    let offset = frame.inward(origin) - segment.a().coords;
    let (x, y) = (dot(offset, along), dot(offset, right));
    let (dx, dy) = (dot(way, along), dot(way, right));
    let everyday = EVERYDAY.contains(&squared_length) && dot(offset, offset) < EVERYDAY.end;
    if !everyday {
        return Found::AskInGeneral;
    }
    let length = segment.length();
    // Where the ray comes into the strip.
    let mut entry = x;
    if y.abs() > radius {
        let side = if y > 0.0 { radius } else { -radius };
        let fraction = (side - y) / dy;
        // Not `<`: a ray along the strip divides by zero.
        if !(0.0..=1.0).contains(&fraction) {
            return Found::Nothing;
        }
        entry = x + dx * fraction;
        if (0.0..=length).contains(&entry) {
            let point = frame.outward_point(segment.a().coords + along * entry + right * side);
            let normal = frame.turn(if y > 0.0 { right } else { -right });
            return Found::Hit(RayHit { fraction, point, normal });
        }
    } else if (-radius..=length + radius).contains(&x) {
        // In the strip, and not beyond its ends: inside, or all but.
        return Found::AskInGeneral;
    }
    let end = if entry < 0.0 { segment.a() } else { segment.b() };
    let from_end = frame.inward(origin) - end.coords;
    let Some((fraction, arm)) = enters_disc(from_end, way, squared_length, radius) else {
        return Found::Nothing;
    };
    let point = frame.outward_point(end.coords + arm);
    Found::Hit(RayHit { fraction, point, normal: frame.turn(arm / radius) })
}

/// Two strips across each other: the ray is inside from where it has entered both.
#[inline]
fn at_box(half: Vector, pose: &Pose, origin: Point, way: Vector) -> Found {
    let frame = Frame::of(pose);
    let (start, way) = (frame.inward(origin), frame.turn_back(way));
    // Two quotients instead of four: they are what takes the time.
    let per_way = Vector::new(1.0 / way.x, 1.0 / way.y);
    // Finite, and not along an axis.
    if !(start.x + start.y + way.x + way.y + per_way.x + per_way.y).is_finite() {
        return Found::AskInGeneral;
    }
    let near_side = Vector::new(-half.x.copysign(way.x), -half.y.copysign(way.y));
    let enter_x = (near_side.x - start.x) * per_way.x;
    let enter_y = (near_side.y - start.y) * per_way.y;
    let leave_x = (-near_side.x - start.x) * per_way.x;
    let leave_y = (-near_side.y - start.y) * per_way.y;
    let enters_by_x = enter_x > enter_y;
    let fraction = if enters_by_x { enter_x } else { enter_y };
    let leave = if leave_x < leave_y { leave_x } else { leave_y };
    if (fraction > leave) | (fraction > 1.0) | (leave < 0.0) {
        return Found::Nothing;
    }
    if fraction < 0.0 {
        return Found::AskInGeneral;
    }
    let (side, normal) = if enters_by_x {
        let x = near_side.x;
        (Vector::new(x, start.y + way.y * fraction), Vector::new(1.0_f32.copysign(x), 0.0))
    } else {
        let y = near_side.y;
        (Vector::new(start.x + way.x * fraction, y), Vector::new(0.0, 1.0_f32.copysign(y)))
    };
    Found::Hit(RayHit { fraction, point: frame.outward_point(side), normal: frame.turn(normal) })
}
