//! What colliders are made of: pieces to be, and the colliders that are made of pieces.

use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Real, Shape};

use super::{Collider, Material, Weight};
use crate::Error;
use crate::store::{ColliderInfo, Piece, TileMap};

impl Collider {
    /// Like one of a scene, which is made of these.
    pub(crate) fn like<'a>(info: &ColliderInfo, pieces: impl Iterator<Item = &'a Piece>) -> Self {
        let own = |piece: &Piece| {
            let is_there = piece.offset == info.offset;
            let pose =
                if is_there { Pose::identity() } else { info.offset.inverse() * piece.offset };
            ((pose, piece.shape().clone()), piece.substance.material)
        };
        let (shapes, materials) = match &info.tiles {
            Some(_) => (Vec::new(), None),
            None => {
                // No larger than they have to be: parts keep them.
                let count = pieces.size_hint().0;
                let (mut shapes, mut materials) =
                    (Vec::with_capacity(count), Vec::with_capacity(count));
                for (shape, material) in pieces.map(own) {
                    shapes.push(shape);
                    materials.push(material);
                }
                (shapes, Some(materials))
            }
        };
        let map = info.tiles.as_deref().map(TileMap::without_pieces);
        Self {
            shapes,
            tiles: map,
            offset: info.offset,
            weight: Some(info.weight),
            material: info.material,
            materials,
            filter: info.filter,
            user_data: info.user_data,
            hit_events: info.hit_events,
            one_way: info.one_way,
            one_sided: info.one_sided,
            sensor: info.sensor.is_some(),
            sees_sensors: info.sees_sensors,
            refused: None,
        }
    }

    /// Without shapes, for those who give it some.
    #[cfg(feature = "serde")]
    pub(crate) fn of_nothing() -> Self {
        Self::of(Ok(Vec::new()))
    }

    /// A tile map.
    #[cfg(feature = "serde")]
    pub(crate) fn of_map(map: TileMap) -> Self {
        Self { tiles: Some(map), ..Self::of_nothing() }
    }

    /// The shapes as they are on the body.
    pub(crate) fn pieces(&self) -> Result<Vec<NewPiece>, Error> {
        if let Some(error) = &self.refused {
            return Err(error.clone().into());
        }
        self.check_surfaces()?;
        let masses = masses(self.shapes.iter().map(|(_, shape)| shape), self.weight())?;
        let placed = self.shapes.iter().zip(masses).enumerate();
        let new = |(index, ((pose, shape), mass)): (usize, (&(Pose, Shape), Mass))| NewPiece {
            offset: self.offset * pose,
            shape: shape.clone(),
            mass,
            material: self.materials.as_ref().and_then(|materials| materials.get(index)).copied(),
        };
        Ok(placed.map(new).collect())
    }
}

/// A shape that a collider gets.
#[derive(Clone, Debug)]
pub(crate) struct NewPiece {
    /// Where it is on the body.
    pub(crate) offset: Pose,
    pub(crate) shape: Shape,
    pub(crate) mass: Mass,
    /// Its own, if it is not that of the collider.
    pub(crate) material: Option<Material>,
}

/// The masses of the shapes of a collider.
pub(crate) fn masses<'a>(
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
