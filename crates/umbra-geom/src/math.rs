//! The numbers: type names, products of vectors, and angles that give the same bits on all
//! platforms.

use core::fmt;

use nalgebra::{Complex, Unit};

/// The scalar of the engine.
pub type Real = f32;
/// A direction or a difference of points.
pub type Vector = nalgebra::Vector2<f32>;
/// A position in the plane.
pub type Point = nalgebra::Point2<f32>;
/// A rotation, kept as a unit complex number: no angle to wrap, no trigonometry to apply it.
pub type Rotation = nalgebra::UnitComplex<f32>;
/// The position and rotation of a shape.
pub type Pose = nalgebra::Isometry2<f32>;

/// A number as messages show it: in few digits, for all magnitudes.
///
/// ```
/// use umbra_geom::math::readable;
/// assert_eq!(readable(0.25).to_string(), "0.25");
/// assert_eq!(readable(-1e15).to_string(), "-1e15");
/// assert_eq!(readable(1e-6).to_string(), "1e-6");
/// ```
pub fn readable(value: Real) -> impl fmt::Display {
    Readable(value)
}

struct Readable(Real);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        let size = value.abs();
        if size.is_finite() && size != 0.0 && !(1e-4..1e7).contains(&size) {
            write!(f, "{value:e}")
        } else {
            write!(f, "{value}")
        }
    }
}

/// The z component of the cross product: positive when `b` is counter-clockwise of `a`.
///
/// ```
/// use umbra_geom::{Vector, math::cross};
/// let (arm, force) = (Vector::new(2.0, 0.0), Vector::new(0.0, 3.0));
/// assert_eq!(cross(arm, force), 6.0); // a torque, counter-clockwise
/// ```
#[inline]
pub fn cross(a: Vector, b: Vector) -> Real {
    a.x * b.y - a.y * b.x
}

/// `v` turned a quarter turn counter-clockwise.
///
/// ```
/// use umbra_geom::{Vector, math};
/// let ahead = Vector::new(3.0, 1.0);
/// assert_eq!(math::left_of(ahead), Vector::new(-1.0, 3.0));
/// assert_eq!(math::right_of(ahead), -math::left_of(ahead));
/// ```
#[inline]
pub fn left_of(v: Vector) -> Vector {
    Vector::new(-v.y, v.x)
}

/// `v` turned a quarter turn clockwise: the outward normal of a counter-clockwise edge.
#[inline]
pub fn right_of(v: Vector) -> Vector {
    Vector::new(v.y, -v.x)
}

/// `a` and `b` multiplied component by component and summed.
///
/// ```
/// use umbra_geom::{Vector, math::dot};
/// let (velocity, normal) = (Vector::new(3.0, -4.0), Vector::new(0.0, 1.0));
/// let along_the_wall = velocity - normal * dot(velocity, normal);
/// assert_eq!(along_the_wall, Vector::new(3.0, 0.0));
/// ```
#[inline]
pub fn dot(a: Vector, b: Vector) -> Real {
    a.x * b.x + a.y * b.y
}

/// The direction of `v` and its length, for any magnitude.
///
/// `None` when it is zero, and when it or its length is not finite.
///
/// ```
/// use umbra_geom::{Vector, math::direction};
/// assert_eq!(direction(Vector::new(0.0, 1e-30)), Some((Vector::new(0.0, 1.0), 1e-30)));
/// assert_eq!(direction(Vector::new(0.0, 0.0)), None);
/// ```
#[inline]
pub fn direction(v: Vector) -> Option<(Vector, Real)> {
    let squared = dot(v, v);
    if SQUARES.contains(&squared) {
        let length = squared.sqrt();
        Some((v / length, length))
    } else {
        direction_of_extreme(v)
    }
}

/// Squared lengths with full precision: smaller ones lose digits, larger ones overflow.
pub(crate) const SQUARES: core::ops::Range<Real> = 1e-36..1e38;

/// [`direction`] of a vector that is too short or too long to be squared. Scaling by a power of two
/// brings it into range and loses no digits.
#[cold]
#[inline(never)]
fn direction_of_extreme(v: Vector) -> Option<(Vector, Real)> {
    let scale = if v.amax() < 1.0 { TWO_TO_100 } else { 1.0 / TWO_TO_100 };
    let scaled = v * scale;
    let length = dot(scaled, scaled).sqrt();
    let total = length / scale;
    (length > 0.0 && total.is_finite()).then(|| (scaled / length, total))
}

const TWO_TO_100: Real = 1.267_650_6e30;

/// A rotation by `angle` radians, with the same bits on every platform.
///
/// `nalgebra` asks the platform's mathematics library for sine and cosine, and those differ in
/// the last bit; this asks `libm`.
///
/// ```
/// use umbra_geom::math::{pose, rotation};
/// let quarter = rotation(core::f32::consts::FRAC_PI_2);
/// assert!((quarter * umbra_geom::Vector::x()).y > 0.999);
/// assert_eq!(pose([3.0, 4.0], 0.0).translation.vector.y, 4.0);
/// ```
#[inline]
pub fn rotation(angle: Real) -> Rotation {
    let (sin, cos) = libm::sincosf(angle);
    Unit::new_unchecked(Complex::new(cos, sin))
}

/// A pose at `position`, turned by `angle` radians, with the same bits on every platform.
///
/// ```
/// use umbra_geom::{Point, math::pose};
/// let turret = pose([10.0, 2.0], core::f32::consts::FRAC_PI_2);
/// let muzzle = turret * Point::new(3.0, 0.0);
/// assert!((muzzle - Point::new(10.0, 5.0)).norm() < 1e-5);
/// ```
#[inline]
pub fn pose(position: impl Into<Point>, angle: Real) -> Pose {
    Pose::from_parts(position.into().into(), rotation(angle))
}
