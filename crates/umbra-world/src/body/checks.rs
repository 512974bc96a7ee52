//! Checks of the properties of bodies, by the names that the table has for them. Each returns the
//! value, or an error that names the parameter.

use umbra_geom::{Error, Real};

use super::{MassProperties, Push};
pub use crate::check::{amount, number, pose, vector};

/// Accepts every value.
pub fn any<T>(_: &'static str, value: T) -> Result<T, Error> {
    Ok(value)
}

pub fn push(_: &'static str, push: Push) -> Result<Push, Error> {
    push.check()
}

pub fn mass_properties(
    _: &'static str,
    given: Option<MassProperties>,
) -> Result<Option<MassProperties>, Error> {
    given.map(MassProperties::check).transpose()
}

/// Checks the impulse that breaks a body.
pub fn toughness(_: &'static str, toughness: Option<Real>) -> Result<Option<Real>, Error> {
    toughness.map(|toughness| crate::check::positive("toughness", toughness)).transpose()
}
