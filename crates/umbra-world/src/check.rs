//! Checks of values that users pass in, so that every refusal reads alike.

pub use umbra_geom::limits::*;
use umbra_geom::{Error, Real};

/// Checks a restitution: the fraction of an impact's speed that a surface gives back.
pub fn restitution(value: Real) -> Result<Real, Error> {
    range("restitution", value, 0.0, umbra_solver::MOST_RESTITUTION)
}

/// Checks that numbers made by steps are finite. They may be larger than those that callers may
/// set.
pub fn all_finite(
    of: &'static str,
    numbers: impl IntoIterator<Item = Real>,
) -> Result<(), crate::Error> {
    if numbers.into_iter().all(Real::is_finite) {
        return Ok(());
    }
    Err(crate::Error::Corrupt(format!("{of} has a number that is not finite")))
}
