//! Reading a collider.

use umbra_broad::Filter;
use umbra_geom::{Aabb, Pose, Real, Shape, Vector};

use crate::collider::{CombineRule, Weight};
use crate::store::{ColliderInfo, Piece};
use crate::{BodyKey, ColliderKey, Scene};

/// A collider of a scene, to be read.
#[derive(Clone, Copy, Debug)]
pub struct ColliderRef<'a> {
    scene: &'a Scene,
    key: ColliderKey,
    info: &'a ColliderInfo,
    /// A collider has one piece at least.
    first: &'a Piece,
}

impl<'a> ColliderRef<'a> {
    pub(crate) fn new(scene: &'a Scene, key: ColliderKey) -> Option<Self> {
        let info = scene.colliders.infos.get(key)?;
        let first = scene.colliders.pieces_of(key).next()?;
        Some(Self { scene, key, info, first })
    }

    /// Its key.
    pub fn key(&self) -> ColliderKey {
        self.key
    }

    /// The body that it belongs to.
    pub fn body(&self) -> BodyKey {
        self.info.body
    }

    /// Where it is on its body.
    pub fn offset(&self) -> Pose {
        self.info.offset
    }

    /// Its shapes with their poses in the world; one, except for chains and compounds.
    pub fn shapes(&self) -> impl Iterator<Item = (&'a Shape, Pose)> + use<'a> {
        self.scene.colliders.pieces_of(self.key).map(|piece| (piece.shape(), piece.pose))
    }

    /// Its shapes with their poses on the body; one, except for chains and compounds.
    pub fn local_shapes(&self) -> impl Iterator<Item = (&'a Shape, Pose)> + use<'a> {
        self.scene.colliders.pieces_of(self.key).map(|piece| (piece.shape(), piece.offset))
    }

    /// The smallest box around it in the world.
    pub fn aabb(&self) -> Aabb {
        self.shapes().fold(Aabb::EMPTY, |aabb, (shape, pose)| aabb.union(&shape.aabb(&pose)))
    }

    /// Its mass.
    pub fn mass(&self) -> Real {
        self.scene.colliders.pieces_of(self.key).map(|piece| piece.substance.mass.mass).sum()
    }

    /// Its mass per area; zero when it has no area.
    pub fn density(&self) -> Real {
        match self.info.weight {
            Weight::Density(density) => density,
            Weight::Mass(mass) => {
                let areas = self.shapes().map(|(shape, _)| shape.area_properties().area);
                let area: Real = areas.sum();
                if area > 0.0 { mass / area } else { 0.0 }
            }
        }
    }

    /// How much it resists sliding.
    pub fn friction(&self) -> Real {
        self.first.substance.material.friction
    }

    /// How much of an impact's speed it gives back.
    pub fn restitution(&self) -> Real {
        self.first.substance.material.restitution
    }

    /// How much it resists rolling, as the length of a lever.
    pub fn rolling_resistance(&self) -> Real {
        self.first.substance.material.rolling_resistance
    }

    /// How fast its surface runs, clockwise around it.
    pub fn surface_speed(&self) -> Real {
        self.first.substance.material.surface_speed
    }

    /// How its friction and that of what it meets make one.
    pub fn friction_rule(&self) -> CombineRule {
        self.first.substance.material.friction_rule
    }

    /// How its restitution and that of what it meets make one.
    pub fn restitution_rule(&self) -> CombineRule {
        self.first.substance.material.restitution_rule
    }

    /// Whether it collides, if its body is enabled.
    pub fn is_enabled(&self) -> bool {
        self.info.enabled
    }

    /// What it collides with.
    pub fn filter(&self) -> Filter {
        self.info.filter
    }

    /// Whether its impacts are reported.
    pub fn hit_events(&self) -> bool {
        self.info.hit_events
    }

    /// The way through it, as it sees it, if it is a one-way platform.
    pub fn one_way(&self) -> Option<Vector> {
        self.info.one_way
    }

    /// The number that the caller attached.
    pub fn user_data(&self) -> u64 {
        self.info.user_data
    }
}
