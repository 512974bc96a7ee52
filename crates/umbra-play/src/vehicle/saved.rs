//! Cars as they are read from files: what is damaged is refused, before a car of it can be driven.

use umbra_geom::Real;

use super::suspension::Spring;
use super::tyre::TyreState;
use super::{Car, CarSettings, TopDownCar, TopDownSettings};
use crate::check;
use umbra_core::{BodyKey, Error, JointKey};

/// A [`Car`] that has not been checked.
#[derive(Deserialize)]
pub(super) struct SavedCar {
    chassis: BodyKey,
    wheels: Vec<BodyKey>,
    joints: Vec<JointKey>,
    settings: CarSettings,
    springs: Vec<Spring>,
    up: Real,
    dt: Real,
}

/// A [`TopDownCar`] that has not been checked.
#[derive(Deserialize)]
pub(super) struct SavedTopDownCar {
    body: BodyKey,
    settings: TopDownSettings,
    shares: Vec<Real>,
    steer: Real,
    tyres: Vec<TyreState>,
}

/// Checks that a list has an entry for each axle or tyre.
fn one_for_each(parameter: &'static str, count: usize, expected: usize) -> Result<(), Error> {
    if count == expected { Ok(()) } else { Err(Error::WrongCount { parameter, count, expected }) }
}

impl TryFrom<SavedCar> for Car {
    type Error = Error;

    fn try_from(saved: SavedCar) -> Result<Self, Error> {
        let SavedCar { chassis, wheels, joints, settings, springs, up, dt } = saved;
        settings.check()?;
        let axles = settings.axles.len();
        one_for_each("wheels", wheels.len(), axles)?;
        one_for_each("joints", joints.len(), axles)?;
        one_for_each("springs", springs.len(), axles)?;
        for Spring { share, stiffness, damping, sag } in &springs {
            check::range("springs.share", *share, 0.0, 1.0)?;
            check::amount("springs.stiffness", *stiffness)?;
            check::amount("springs.damping", *damping)?;
            check::amount("springs.sag", *sag)?;
        }
        if up.abs() != 1.0 {
            check::range("up", up, 1.0, 1.0)?;
        }
        check::range("dt", dt, 0.0, 1.0)?;
        Ok(Self { chassis, wheels, joints, settings, springs, up, dt })
    }
}

impl TryFrom<SavedTopDownCar> for TopDownCar {
    type Error = Error;

    fn try_from(saved: SavedTopDownCar) -> Result<Self, Error> {
        let SavedTopDownCar { body, settings, shares, steer, tyres } = saved;
        settings.check()?;
        one_for_each("shares", shares.len(), settings.tyres.len())?;
        one_for_each("tyres", tyres.len(), settings.tyres.len())?;
        shares.iter().try_for_each(|share| check::range("shares", *share, 0.0, 1.0).map(drop))?;
        check::range("steer", steer, -settings.most_steer, settings.most_steer)?;
        for TyreState { load, slip, slides: _, force: [ahead, aside] } in &tyres {
            for number in [load, slip, ahead, aside] {
                check::number("tyres", *number)?;
            }
        }
        Ok(Self { body, settings, shares, steer, tyres })
    }
}
