//! Edits in files: bodies, colliders and joints that are yet to be added, to the last bit. What is read is checked as by a
//! builder.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use umbra_geom::Shape;

use super::bodies::BodyRecord;
use super::joints::JointRecord;
use super::record::{List, Number, Pair, PoseRecord, one_way, pair};
use super::tiles::TilesRecord;
use crate::{Body, BodyKey, Collider, Error, Filter, JointBuilder, JointKey, Material};
use umbra_world::collider::Weight;

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        BodyRecord::of_builder(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        BodyRecord::deserialize(from)?.builder(true).map_err(de::Error::custom)
    }
}

/// A collider that is yet to be added.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Collider")]
struct ColliderValue {
    shapes: List<(PoseRecord, Shape)>,
    tiles: Option<TilesRecord>,
    offset: PoseRecord,
    weight: Option<Weight>,
    material: Material,
    materials: Option<List<Material>>,
    filter: Filter,
    user_data: u64,
    hit_events: bool,
    one_way: Option<Pair>,
    one_sided: bool,
    sensor: bool,
    sees_sensors: bool,
}

impl ColliderValue {
    fn from_collider(collider: &Collider) -> Self {
        let shapes = collider.shapes.iter();
        Self {
            shapes: shapes
                .map(|(pose, shape)| (PoseRecord::from_pose(pose), shape.clone()))
                .collect(),
            tiles: collider.tiles.as_ref().map(TilesRecord::from_map),
            offset: PoseRecord::from_pose(&collider.offset),
            weight: collider.weight,
            material: collider.material,
            materials: collider.materials.clone().map(List),
            filter: collider.filter,
            user_data: collider.user_data,
            hit_events: collider.hit_events,
            one_way: collider.one_way.map(|way| pair(way.into())),
            one_sided: collider.one_sided,
            sensor: collider.sensor,
            sees_sensors: collider.sees_sensors,
        }
    }

    fn collider(self) -> Result<Collider, Error> {
        let mut collider = match &self.tiles {
            Some(tiles) => Collider::of_map(tiles.map()?),
            None => Collider::of_nothing(),
        };
        collider = match self.weight {
            Some(Weight::Density(density)) => collider.density(density),
            Some(Weight::Mass(mass)) => collider.mass(mass),
            None => collider,
        };
        collider = one_way(collider, self.one_way);
        for (pose, shape) in self.shapes.0 {
            collider.shapes.push((pose.pose()?, shape));
        }
        let materials = self.materials.map(|materials| materials.0);
        for material in materials.iter().flatten().chain([&self.material]) {
            material.check()?;
        }
        collider.offset = self.offset.pose()?;
        (collider.material, collider.materials) = (self.material, materials);
        (collider.filter, collider.user_data) = (self.filter, self.user_data);
        (collider.hit_events, collider.one_sided) = (self.hit_events, self.one_sided);
        (collider.sensor, collider.sees_sensors) = (self.sensor, self.sees_sensors);
        if collider.shapes.is_empty() && collider.tiles.is_none() {
            return Err(umbra_geom::Error::Empty { parameter: "shapes" }.into());
        }
        // The first error that a builder met.
        collider.pieces().map(drop)?;
        Ok(collider)
    }
}

impl Serialize for Collider {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ColliderValue::from_collider(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Collider {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        ColliderValue::deserialize(from)?.collider().map_err(de::Error::custom)
    }
}

/// A joint that is yet to be added.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Joint")]
struct JointValue {
    bodies: [BodyKey; 2],
    geared: Option<[JointKey; 2]>,
    is_local: bool,
    joint: JointRecord,
}

impl Serialize for JointBuilder {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let joint = JointRecord::of_settings(&self.settings);
        let Self { bodies, geared, is_local, .. } = *self;
        JointValue { bodies, geared, is_local, joint }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for JointBuilder {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let JointValue { bodies, geared, is_local, joint } = JointValue::deserialize(from)?;
        let mut joint = joint.builder(&[bodies[0]], &[]).map_err(de::Error::custom)?;
        (joint.bodies, joint.geared, joint.is_local) = (bodies, geared, is_local);
        Ok(joint)
    }
}

impl BodyRecord {
    /// Of a body that is yet to be added.
    pub(super) fn of_builder(body: &Body) -> Self {
        let def = &body.def;
        Self {
            kind: def.kind,
            position: pair(def.pose.translation.vector.into()),
            rotation: super::record::turned(&def.pose),
            velocity: pair(def.velocity.into()),
            angular_velocity: Number(def.angular_velocity),
            linear_damping: Number(def.linear_damping),
            angular_damping: Number(def.angular_damping),
            gravity_scale: Number(def.gravity_scale),
            constant_force: pair(def.constant_force.force.into()),
            constant_torque: Number(def.constant_force.torque),
            locks: def.locks,
            lock_rotation: def.lock_rotation,
            additional_mass: Number(def.additional_mass),
            mass_properties: def.mass_properties,
            user_data: def.user_data,
            enabled: def.enabled,
            bullet: def.is_bullet,
            can_sleep: def.can_sleep,
            sleep_tolerance: Number(def.sleep_tolerance),
            asleep: def.sleeping,
            ..Self::default()
        }
    }
}
