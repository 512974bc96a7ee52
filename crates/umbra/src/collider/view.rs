//! Reading a collider.

use umbra_broad::Filter;
use umbra_geom::{Aabb, Pose, Real, Shape};

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

    /// Whether it is a sensor.
    pub fn is_sensor(&self) -> bool {
        self.info.sensor.is_some()
    }

    /// Whether it sees other sensors while it is a sensor.
    pub fn sees_sensors(&self) -> bool {
        self.info.sees_sensors
    }

    /// What overlaps this sensor: its visitors as of the last step, in the order of their keys. Those that were
    /// removed or disabled since then are left out. A collider that is no sensor has none; what it is inside of is
    /// told by [`seen_by`](Self::seen_by).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let pond = scene.add_body(Body::fixed())?;
    /// let pond = scene.add_collider(pond, Collider::cuboid(4.0, 2.0).sensor(true))?;
    /// let fish = scene.add_body(Body::dynamic().position([1.0, 0.0]))?;
    /// let fish = scene.add_collider(fish, Collider::circle(0.2))?;
    ///
    /// scene.step(1.0 / 60.0)?;
    /// assert!(scene.collider(pond).unwrap().overlaps().eq([fish]));
    /// assert!(scene.collider(fish).unwrap().seen_by().eq([pond]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn overlaps(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        let sensors = &self.scene.sensors.list;
        let sensor = self.info.sensor.and_then(|index| sensors.get(index as usize));
        sensor.into_iter().flat_map(|sensor| sensor.visitors.iter().copied())
    }

    /// The sensors that this collider overlaps, as of the last step, in the order of their keys.
    pub fn seen_by(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        self.scene.sensors.seen_by(self.key).iter().copied()
    }

    /// What it collides with.
    pub fn filter(&self) -> Filter {
        self.info.filter
    }

    /// Whether its impacts are reported.
    pub fn hit_events(&self) -> bool {
        self.info.hit_events
    }

    /// The number that the caller attached.
    pub fn user_data(&self) -> u64 {
        self.info.user_data
    }
}
