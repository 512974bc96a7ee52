//! Checks of values that users pass in, so that every refusal reads alike.

pub use umbra_geom::limits::*;
use umbra_geom::{Error, Real};

/// How much of an impact's speed a surface gives back.
pub fn restitution(value: Real) -> Result<Real, Error> {
    range("restitution", value, 0.0, umbra_solver::MOST_RESTITUTION)
}

/// Whether numbers that steps have made are ones: they may be larger than what callers may tell.
pub fn all_finite(
    of: &'static str,
    numbers: impl IntoIterator<Item = Real>,
) -> Result<(), crate::Error> {
    if numbers.into_iter().all(Real::is_finite) {
        return Ok(());
    }
    Err(crate::Error::Corrupt(format!("the numbers of {of} are finite")))
}
