//! Checks of the properties of colliders, by the names that the table has for them.

use umbra_geom::{Error, Real, Vector};

pub use crate::body::checks::any;
pub use crate::check::{amount, number};

pub fn restitution(_: &'static str, restitution: Real) -> Result<Real, Error> {
    crate::check::restitution(restitution)
}

/// Checks the direction of a one-way platform, and brings it to length one.
pub fn one_way(_: &'static str, direction: Option<Vector>) -> Result<Option<Vector>, Error> {
    direction.map(|direction| crate::check::direction("direction", direction)).transpose()
}
