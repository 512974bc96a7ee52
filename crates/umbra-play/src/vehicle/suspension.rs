//! Springs of a car: which part of its mass each axle bears, and how stiff it has to be.

use core::f32::consts::TAU;

use umbra_geom::Real;

use umbra_core::Error;

/// A spring of an axle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(super) struct Spring {
    /// The part of the car's mass that it bears at rest.
    pub(super) share: Real,
    pub(super) stiffness: Real,
    pub(super) damping: Real,
    /// Compression of the spring by the car's weight.
    pub(super) sag: Real,
}

impl Spring {
    /// The spring on which a mass swings so often, under this gravity.
    pub(super) fn new(mass: Real, share: Real, [hertz, ratio]: [Real; 2], gravity: Real) -> Self {
        let omega = TAU * hertz;
        let borne = share * mass;
        Self {
            share,
            stiffness: borne * omega * omega,
            damping: 2.0 * ratio * borne * omega,
            sag: gravity / (omega * omega),
        }
    }
}

/// Share of a weight that each support bears. Of all possible distributions, the most even one.
pub(super) fn shares(places: &[Real], center: Real) -> Result<Vec<Real>, Error> {
    let count = places.len() as Real;
    let mean = places.iter().sum::<Real>() / count;
    let spread: Real = places.iter().map(|place| (place - mean) * (place - mean)).sum();
    let slope = if spread > 0.0 { (center - mean) / spread } else { 0.0 };
    let shares: Vec<_> = places.iter().map(|place| 1.0 / count + slope * (place - mean)).collect();
    if shares.iter().all(|share| *share > 0.0) {
        return Ok(shares);
    }
    // The car would tip over, or an axle hang in the air.
    let least = places.iter().copied().fold(Real::INFINITY, Real::min);
    let most = places.iter().copied().fold(Real::NEG_INFINITY, Real::max);
    let (parameter, value) = ("center of mass between axles", center);
    Err(umbra_geom::Error::OutOfRange { parameter, value, least, most }.into())
}

#[cfg(test)]
#[path = "../../tests/unit/vehicle_suspension.rs"]
mod tests;
