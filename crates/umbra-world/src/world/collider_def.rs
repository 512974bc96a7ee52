//! Colliders to be added, as plain values, and the new pieces that they consist of.

use umbra_broad::Filter;
use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Shape, Vector};

use super::NewCollider;
use crate::collider::{NewPiece, Weight, check_lines, masses};
use crate::features::{need_sensors, need_tiles};
use crate::store::{ColliderInfo, Piece, TileMap};
use crate::{Error, Material};

macro_rules! define_collider {
    (
        $(surface $surface:ident: $kind:ty, check($proof:ident), edit($Surface:ident) => $views:tt)*
        $(
            $(commands $commands:tt)?
            property $name:ident: $type:ty = $default:expr, check($check:ident), edit $edit:tt => $functions:tt
        )*
    ) => {
        /// All that a collider is added with. The numbers have been checked.
        #[derive(Clone, Debug, PartialEq)]
        pub struct ColliderDef {
            /// The shapes with their poses within the collider.
            pub shapes: Vec<(Pose, Shape)>,
            /// Its cells instead, if it is a tile map.
            pub tiles: Option<TileMap>,
            pub offset: Pose,
            /// Given by the caller; otherwise a solid collider has a density of one, and a sensor
            /// no mass.
            pub weight: Option<Weight>,
            pub material: Material,
            /// One for each shape, if they differ.
            pub materials: Option<Vec<Material>>,
            pub sensor: bool,
            $(pub $name: $type,)*
        }

        impl ColliderDef {
            /// The defaults, with these shapes in their poses.
            pub fn new(shapes: Vec<(Pose, Shape)>) -> Self {
                Self {
                    shapes,
                    tiles: None,
                    offset: Pose::identity(),
                    weight: None,
                    material: Material::default(),
                    materials: None,
                    sensor: false,
                    $($name: $default,)*
                }
            }

            /// Like one of a scene, but for its shapes.
            fn like_info(info: &ColliderInfo) -> Self {
                Self {
                    shapes: Vec::new(),
                    tiles: info.tiles.as_deref().map(TileMap::without_pieces),
                    offset: info.offset,
                    weight: Some(info.weight),
                    material: info.material,
                    materials: None,
                    sensor: info.sensor.is_some(),
                    $($name: info.$name,)*
                }
            }

            /// The collider with its pieces, as the world takes it.
            pub fn to_insert(&self, pieces: Vec<NewPiece>) -> NewCollider {
                let info = ColliderInfo {
                    offset: self.offset,
                    weight: self.weight(),
                    material: self.material,
                    tiles: self.tiles.clone().map(Box::new),
                    $($name: self.$name,)*
                    ..ColliderInfo::vacant()
                };
                NewCollider { info, is_sensor: self.sensor, pieces }
            }
        }
    };
}
crate::collider_properties!(define_collider);

impl ColliderDef {
    /// Like one of a scene, which is made of these.
    pub fn like<'a>(info: &ColliderInfo, pieces: impl Iterator<Item = &'a Piece>) -> Self {
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
        Self { shapes, materials, ..Self::like_info(info) }
    }

    pub fn weight(&self) -> Weight {
        self.weight.unwrap_or(Weight::Density(if self.sensor { 0.0 } else { 1.0 }))
    }

    /// The shapes as they are on the body.
    pub fn pieces(&self) -> Result<Vec<NewPiece>, Error> {
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

    /// Checks that the engine was built with what the collider needs.
    pub fn check_features(&self) -> Result<(), Error> {
        if self.sensor {
            need_sensors()?;
        }
        if self.tiles.is_some() { need_tiles() } else { Ok(()) }
    }

    /// Checks that the surfaces fit the shapes.
    fn check_surfaces(&self) -> Result<(), Error> {
        self.check_features()?;
        let expected = self.shapes.len();
        if let Some(count) =
            self.materials.as_ref().map(Vec::len).filter(|count| *count != expected)
        {
            return Err(Error::WrongCount { parameter: "materials", count, expected });
        }
        let shapes = self.shapes.iter().map(|(_, shape)| shape);
        check_lines(shapes, self.tiles.is_some(), self.one_sided)
    }
}
