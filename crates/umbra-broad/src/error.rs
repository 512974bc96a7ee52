//! The errors of refused calls.

use umbra_geom::{Aabb, Real};

/// The largest coordinate that a box may have. Far beyond it areas overflow an `f32`.
pub const MAX_COORDINATE: Real = 1e18;

/// The reason why a call was refused. A refused call has changed nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number was NaN, infinite or out of range, or a box was inverted.
    #[error(transparent)]
    Geometry(#[from] umbra_geom::Error),
    /// The leaf was removed from its tree, or never was in it.
    #[error("leaf {index} (generation {generation}) is not in this tree")]
    StaleLeaf {
        /// The slot of the identifier.
        index: u32,
        /// The generation of the identifier: it counts the slot's occupants.
        generation: u32,
    },
    /// The proxy was removed from its broad phase, or never was in it.
    #[error("proxy {index} (generation {generation}) is not in this broad phase")]
    StaleProxy {
        /// The slot of the identifier.
        index: u32,
        /// The generation of the identifier: it counts the slot's occupants.
        generation: u32,
    },
    /// The number of boxes would exceed 32-bit indices.
    #[error("there is no room for more than {most} boxes")]
    Full {
        /// The greatest number of boxes.
        most: u32,
    },
    /// A structure broke one of its own rules. Input is damaged, or this crate has a bug.
    #[error("node {node}: broken rule: {rule}")]
    Corrupt {
        /// The node at which the rule is broken.
        node: u32,
        /// The rule.
        rule: &'static str,
    },
}

/// A box that trees can work with: finite, not inverted, within [`MAX_COORDINATE`].
#[inline]
pub(crate) fn checked(parameter: &'static str, aabb: &Aabb) -> Result<(), Error> {
    if is_good(aabb) { Ok(()) } else { Err(refusal(parameter, aabb)) }
}

/// True if trees can work with a box.
#[inline(always)]
pub(crate) fn is_good(aabb: &Aabb) -> bool {
    // Comparisons with NaN are false, so this one test lets nothing bad through.
    (aabb.min.x >= -MAX_COORDINATE)
        & (aabb.min.y >= -MAX_COORDINATE)
        & (aabb.max.x <= MAX_COORDINATE)
        & (aabb.max.y <= MAX_COORDINATE)
        & (aabb.min.x <= aabb.max.x)
        & (aabb.min.y <= aabb.max.y)
}

/// A finite number within [`MAX_COORDINATE`].
#[inline]
pub(crate) fn bounded(parameter: &'static str, value: Real) -> Result<Real, Error> {
    if value.abs() <= MAX_COORDINATE { Ok(value) } else { Err(refused_number(parameter, value)) }
}

#[cold]
fn refused_number(parameter: &'static str, value: Real) -> Error {
    if value.is_finite() {
        let (least, most) = (-MAX_COORDINATE, MAX_COORDINATE);
        umbra_geom::Error::OutOfRange { parameter, value, least, most }.into()
    } else {
        umbra_geom::Error::NotFinite { parameter, value }.into()
    }
}

#[cold]
fn refusal(parameter: &'static str, aabb: &Aabb) -> Error {
    let corners = [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y];
    for value in corners {
        if let Err(error) = bounded(parameter, value) {
            return error;
        }
    }
    let (min, max) = (aabb.min.coords.into(), aabb.max.coords.into());
    umbra_geom::Error::InvertedBox { parameter, min, max }.into()
}

#[cfg(test)]
#[path = "../tests/unit/error.rs"]
mod tests;
