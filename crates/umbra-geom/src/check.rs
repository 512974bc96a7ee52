//! Validation of parameters, in one place for all crates, so that every refusal reads alike.

use crate::{Error, Point, Real, Vector};

/// The smallest size (radius, half extent, edge) that a shape may have.
///
/// Moments of inertia are fourth powers of a size: this keeps them far from underflow.
pub(crate) const MIN_SIZE: Real = 1e-6;
/// The largest coordinate or size that a shape may have; its fourth power still fits an `f32`.
pub(crate) const MAX_SIZE: Real = 1e8;

/// A finite number.
///
/// # Errors
/// When it is not finite.
pub fn finite(parameter: &'static str, value: Real) -> Result<Real, Error> {
    if value.is_finite() { Ok(value) } else { Err(Error::NotFinite { parameter, value }) }
}

/// A finite number from `least` to `most`.
///
/// # Errors
/// When it is not finite, negative though the least is zero, or outside of the range.
pub fn range(parameter: &'static str, value: Real, least: Real, most: Real) -> Result<Real, Error> {
    let value = finite(parameter, value)?;
    if least == 0.0 && value < 0.0 {
        Err(Error::Negative { parameter, value })
    } else if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(Error::OutOfRange { parameter, value, least, most })
    }
}

/// A size: finite, greater than zero, and within the range that the engine computes with.
pub(crate) fn size(parameter: &'static str, value: Real) -> Result<Real, Error> {
    if finite(parameter, value)? <= 0.0 {
        return Err(Error::NotPositive { parameter, value });
    }
    range(parameter, value, MIN_SIZE, MAX_SIZE)
}

/// A size that may also be zero.
pub(crate) fn size_or_zero(parameter: &'static str, value: Real) -> Result<Real, Error> {
    if value == 0.0 {
        return Ok(0.0);
    }
    if finite(parameter, value)? < 0.0 {
        return Err(Error::Negative { parameter, value });
    }
    range(parameter, value, MIN_SIZE, MAX_SIZE)
}

/// A point whose coordinates are finite and not larger than [`MAX_SIZE`].
pub(crate) fn point(parameter: &'static str, point: Point) -> Result<Point, Error> {
    range(parameter, point.x, -MAX_SIZE, MAX_SIZE)?;
    range(parameter, point.y, -MAX_SIZE, MAX_SIZE)?;
    Ok(point)
}

/// A vector whose coordinates are finite.
pub(crate) fn vector(parameter: &'static str, vector: Vector) -> Result<Vector, Error> {
    finite(parameter, vector.x)?;
    finite(parameter, vector.y)?;
    Ok(vector)
}

/// A list of at least `least` points, one or more, each finite and not larger than [`MAX_SIZE`].
pub(crate) fn points(
    parameter: &'static str,
    points: impl IntoIterator<Item = impl Into<Point>>,
    least: usize,
) -> Result<Vec<Point>, Error> {
    let points: Vec<Point> = points.into_iter().map(Into::into).collect();
    for (index, p) in points.iter().enumerate() {
        if !(p.x.is_finite() && p.y.is_finite()) {
            return Err(Error::PointNotFinite { parameter, index, point: [p.x, p.y] });
        }
        point(parameter, *p)?;
    }
    if points.is_empty() && least == 1 {
        return Err(Error::Empty { parameter });
    }
    if points.len() < least {
        return Err(Error::TooFewPoints { parameter, count: points.len(), least });
    }
    Ok(points)
}

/// A list of points that together are not absurdly small. Coinciding points pass: the caller
/// reports them with a more specific error.
pub(crate) fn extent(parameter: &'static str, points: &[Point]) -> Result<(), Error> {
    let extent = crate::cut::extent(points) as Real;
    if extent > 0.0 { size(parameter, extent).map(drop) } else { Ok(()) }
}
