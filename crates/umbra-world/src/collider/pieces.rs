//! Shapes that a collider gets, with their masses.

use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Real, Shape};

use super::{Material, Weight};
use crate::Error;

/// A shape that a collider gets.
#[derive(Clone, Debug)]
pub struct NewPiece {
    /// Pose of the piece on the body.
    pub offset: Pose,
    pub shape: Shape,
    pub mass: Mass,
    /// Its own, if it is not that of the collider.
    pub material: Option<Material>,
}

/// The masses of the shapes of a collider.
pub fn masses<'a>(
    shapes: impl Iterator<Item = &'a Shape>,
    weight: Weight,
) -> Result<Vec<Mass>, Error> {
    let areas: Vec<_> = shapes.map(Shape::area_properties).collect();
    let density = match weight {
        Weight::Density(density) => density,
        Weight::Mass(mass) => {
            let area: Real = areas.iter().map(|properties| properties.area).sum();
            if area > 0.0 { mass / area } else { 0.0 }
        }
    };
    areas.iter().map(|properties| properties.mass(density).map_err(Error::from)).collect()
}
