//! Limits of values that users pass in, and checks of them: every refusal reads alike.
//!
//! Each check returns the value, or an error that names the parameter.

pub use crate::check::{finite, range};
use crate::{Error, Point, Pose, Real, Rotation, Vector, math};

/// The farthest from the origin that a body can be placed.
pub const MAX_POSITION: Real = 1e8;

/// Forces, speeds and the like may not be larger, so that sums and products of them stay finite.
pub const MAX_MAGNITUDE: Real = 1e15;

/// Longer steps, in seconds, are taken for mistakes.
pub const LONGEST_STEP: Real = 10.0;

/// A good value; of a bad one the error, if it is the first that a builder met.
pub fn keep_first<T>(refused: &mut Option<Error>, value: Result<T, Error>) -> Option<T> {
    value.map_err(|error| refused.get_or_insert(error)).ok()
}

/// A number of either sign that is not absurd.
///
/// # Errors
/// When it is another one.
pub fn number(parameter: &'static str, value: Real) -> Result<Real, Error> {
    range(parameter, value, -MAX_MAGNITUDE, MAX_MAGNITUDE)
}

/// A number that is not negative and not absurd.
///
/// # Errors
/// When it is another one.
pub fn amount(parameter: &'static str, value: Real) -> Result<Real, Error> {
    range(parameter, value, 0.0, MAX_MAGNITUDE)
}

/// A number that is greater than zero, and not absurd.
///
/// # Errors
/// When it is another one.
pub fn positive(parameter: &'static str, value: Real) -> Result<Real, Error> {
    positive_within(parameter, value, 0.0, MAX_MAGNITUDE)
}

/// A length of something that is built.
///
/// # Errors
/// When it is another one.
pub fn length(parameter: &'static str, value: Real) -> Result<Real, Error> {
    positive_within(parameter, value, 1e-5, 1e6)
}

/// A number that is greater than zero, and within a range.
///
/// # Errors
/// When it is another one.
pub fn positive_within(
    parameter: &'static str,
    value: Real,
    least: Real,
    most: Real,
) -> Result<Real, Error> {
    if finite(parameter, value)? <= 0.0 {
        return Err(Error::NotPositive { parameter, value });
    }
    range(parameter, value, least, most)
}

/// A vector of which both components are not absurd.
///
/// # Errors
/// When it is another one.
pub fn vector(parameter: &'static str, value: Vector) -> Result<Vector, Error> {
    number(parameter, value.x)?;
    number(parameter, value.y)?;
    Ok(value)
}

/// A direction, brought to length one.
///
/// # Errors
/// When it is another one.
pub fn direction(parameter: &'static str, value: Vector) -> Result<Vector, Error> {
    let value = vector(parameter, value)?;
    math::direction(value).map_or(Err(Error::NoDirection { parameter }), |it| Ok(it.0))
}

/// A place where a body can be.
///
/// # Errors
/// When it is another one.
pub fn position(parameter: &'static str, value: Point) -> Result<Point, Error> {
    range(parameter, value.x, -MAX_POSITION, MAX_POSITION)?;
    range(parameter, value.y, -MAX_POSITION, MAX_POSITION)?;
    Ok(value)
}

/// A pose whose position a body can have; its rotation is brought to unit length.
///
/// # Errors
/// When it is another one.
pub fn pose(parameter: &'static str, value: Pose) -> Result<Pose, Error> {
    position(parameter, Point::from(value.translation.vector))?;
    let (re, im) = (value.rotation.re, value.rotation.im);
    let length = (re * re + im * im).sqrt();
    // A unit complex number, but for rounding; anything else was not made by a rotation.
    range(parameter, length, 0.5, 2.0)?;
    Ok(Pose::from_parts(value.translation, unit(value.rotation)))
}

/// A rotation with its length put right: products of many lose it.
pub fn unit(rotation: Rotation) -> Rotation {
    let (re, im) = (rotation.re, rotation.im);
    let length = (re * re + im * im).sqrt();
    Rotation::new_unchecked(nalgebra::Complex::new(re / length, im / length))
}
