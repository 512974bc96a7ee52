//! Bodies, colliders and joints that are yet to be added, in files, to the last bit. What is read
//! is checked as by a builder.

use serde::{Deserialize, Serialize};
use umbra_geom::Shape;

use crate::bodies::BodyRecord;
use crate::joints::JointRecord;
use crate::record::{List, Pair, PoseRecord, one_way, pair};
use crate::tiles::TilesRecord;
use crate::{BodyKey, Error, Filter, JointKey, Material};
use umbra_world::body::BodyDef;
use umbra_world::collider::Weight;
use umbra_world::joint::JointDef;
use umbra_world::world::ColliderDef;

/// A body that is yet to be added.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyValue(BodyRecord);

impl BodyValue {
    /// Record of a body.
    pub fn from_def(body: &BodyDef) -> Self {
        Self(BodyRecord::from_def(body))
    }

    /// Body of the record.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn def(self) -> Result<BodyDef, Error> {
        let body = self.0.def(true)?;
        body.check()?;
        Ok(body)
    }
}

/// A collider that is yet to be added.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Collider")]
pub struct ColliderValue {
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
    /// Record of a collider.
    pub fn from_def(collider: &ColliderDef) -> Self {
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

    /// Collider of the record.
    ///
    /// # Errors
    /// When a number makes no sense, or there are no shapes.
    pub fn def(self) -> Result<ColliderDef, Error> {
        let shapes = self.shapes.0.into_iter();
        let shapes = shapes.map(|(pose, shape)| Ok((pose.pose()?, shape)));
        let materials = self.materials.map(|materials| materials.0);
        for material in materials.iter().flatten().chain([&self.material]) {
            material.check()?;
        }
        let collider = ColliderDef {
            shapes: shapes.collect::<Result<_, Error>>()?,
            tiles: self.tiles.map(|tiles| tiles.map()).transpose()?,
            offset: self.offset.pose()?,
            weight: self.weight.map(Weight::check).transpose()?,
            material: self.material,
            materials,
            filter: self.filter,
            user_data: self.user_data,
            hit_events: self.hit_events,
            one_way: one_way(self.one_way)?,
            one_sided: self.one_sided,
            sensor: self.sensor,
            sees_sensors: self.sees_sensors,
        };
        if collider.shapes.is_empty() && collider.tiles.is_none() {
            return Err(umbra_geom::Error::Empty { parameter: "shapes" }.into());
        }
        collider.pieces().map(|_| collider)
    }
}

/// A joint that is yet to be added.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Joint")]
pub struct JointValue {
    bodies: [BodyKey; 2],
    geared: Option<[JointKey; 2]>,
    is_local: bool,
    joint: JointRecord,
}

impl JointValue {
    /// Record of a joint.
    pub fn from_def(joint: &JointDef) -> Self {
        let JointDef { bodies, geared, is_local, ref settings } = *joint;
        Self { bodies, geared, is_local, joint: JointRecord::of_settings(settings) }
    }

    /// Joint of the record.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn def(self) -> Result<JointDef, Error> {
        let Self { bodies, geared, is_local, joint } = self;
        let JointDef { settings, .. } = joint.def(&bodies, &[])?;
        Ok(JointDef { bodies, settings, is_local, geared })
    }
}
