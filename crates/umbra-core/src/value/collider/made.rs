//! Checked colliders and the new pieces that they consist of.

use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Shape};

use super::builder::Collider;
use crate::Error;
use umbra_world::collider::{NewPiece, masses};
use umbra_world::store::{ColliderInfo, Piece, TileMap};
use umbra_world::world::NewCollider;

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
        Self::with_shapes(Ok(Vec::new()))
    }

    /// A tile map.
    #[cfg(feature = "serde")]
    pub(crate) fn of_map(map: TileMap) -> Self {
        Self { tiles: Some(map), ..Self::of_nothing() }
    }

    /// The collider with its pieces, as the world takes it.
    pub(crate) fn to_insert(&self, pieces: Vec<NewPiece>) -> NewCollider {
        let info = ColliderInfo {
            offset: self.offset,
            weight: self.weight(),
            filter: self.filter,
            material: self.material,
            tiles: self.tiles.clone().map(Box::new),
            user_data: self.user_data,
            hit_events: self.hit_events,
            one_way: self.one_way,
            one_sided: self.one_sided,
            sees_sensors: self.sees_sensors,
            ..ColliderInfo::vacant()
        };
        NewCollider { info, is_sensor: self.sensor, pieces }
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
