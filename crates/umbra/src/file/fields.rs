//! Fields in files.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use umbra_geom::Vector;

use super::colliders::entry;
use super::record::{List, Number, Pair, PoseRecord, pair, point, pose_of, record};
use super::{Parts, at};
use crate::field::Area;
use crate::store::FieldInfo;
use crate::{BodyKey, Error, Field, FieldKey, FieldKind, Filter, Scene};

record! {
    /// What acts on all bodies that come into an area.
    #[derive(PartialEq)]
    pub(super) struct FieldRecord {
        /// What it does.
        kind: FieldKind = FieldKind::Gravity { acceleration: Vector::new(0.0, 0.0) },
        /// Acts only in a box of these half extents around its place.
        half_extents: Option<Pair> = None,
        /// Acts only in the convex polygon around these points, which are relative to its place.
        polygon: List<Pair> = List::default(),
        /// Acts only below its place.
        below: bool = false,
        /// Its place, in the world or on its body.
        position: Pair = pair([0.0, 0.0]),
        /// How it is turned, in radians.
        angle: Number = Number(0.0),
        /// How it is turned, by cosine and sine: instead of the angle.
        rotation: Option<Pair> = None,
        /// The body that it lies on, by its number in the file.
        body: Option<u32> = None,
        /// Which colliders feel it.
        filter: Filter = Filter::ALL,
        /// Whether it acts.
        enabled: bool = true,
    }
}

/// What is not described of fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FieldsState {
    /// How many were ever added.
    added: u32,
    /// Which of these each is, and where it last woke what slept in it.
    each: List<(u32, Option<PoseRecord>)>,
}

impl FieldRecord {
    fn of(field: &Field, body: Option<u32>) -> Self {
        let mut record = Self {
            kind: field.kind,
            position: pair(field.pose.translation.vector.into()),
            rotation: super::record::turned(&field.pose),
            body,
            filter: field.filter,
            enabled: field.enabled,
            ..Self::default()
        };
        match &field.area {
            Area::Everywhere => {}
            Area::Below => record.below = true,
            Area::Polygon(polygon) => match polygon.half_extents() {
                Some(half) => record.half_extents = Some(pair(half.into())),
                None => {
                    let corners = polygon.vertices().iter();
                    record.polygon = corners.map(|at| pair(at.coords.into())).collect();
                }
            },
        }
        record
    }

    /// The field, checked, on no body yet.
    fn field(&self) -> Result<Field, Error> {
        let area = match (self.half_extents, &self.polygon[..], self.below) {
            (None, [], false) => Area::Everywhere,
            (None, [], true) => Area::Below,
            (Some([x, y]), [], false) => Area::cuboid(x.0, y.0)?,
            (None, corners, false) => Area::polygon(corners.iter().copied().map(point))?,
            _ => return Err(Error::Corrupt("a field has one area".into())),
        };
        let mut field = Field::new(self.kind).filter(self.filter).enabled(self.enabled);
        field.area = area;
        field.pose = pose_of(self.position, self.angle, self.rotation)?;
        field.checked()
    }
}

/// The fields of a scene, as they are described, and the rest.
pub(super) fn of(scene: &Scene) -> (List<FieldRecord>, FieldsState) {
    let number = |key: BodyKey| scene.bodies.index(key).ok().map(|index| index as u32);
    let list = &scene.fields.list;
    let records =
        list.iter().map(|info| FieldRecord::of(&info.field, info.field.body.and_then(number)));
    let each =
        list.iter().map(|info| (info.key.number(), info.placed.as_ref().map(PoseRecord::of)));
    (records.collect(), FieldsState { added: scene.fields.added, each: each.collect() })
}

/// The fields that a file describes, on bodies in its order.
fn described(file: &Parts, bodies: &[BodyKey]) -> Result<Vec<Field>, Error> {
    let field = |(number, record): (usize, &FieldRecord)| {
        let here = |error| at(format!("fields[{number}]"), error);
        let mut field = record.field().map_err(here)?;
        if let Some(body) = record.body {
            field.body = Some(*entry("body", bodies, body).map_err(here)?);
        }
        Ok(field)
    };
    file.fields.iter().enumerate().map(field).collect()
}

/// Adds the fields that a file describes.
pub(super) fn add(scene: &mut Scene, file: &Parts, bodies: &[BodyKey]) -> Result<(), Error> {
    for field in described(file, bodies)? {
        scene.add_field(field)?;
    }
    Ok(())
}

/// Gives a scene the fields that it had when it was saved. Nothing wakes.
pub(super) fn take(scene: &mut Scene, file: &Parts, bodies: &[BodyKey]) -> Result<(), Error> {
    let fields = described(file, bodies)?;
    let none = FieldsState::default();
    let state = file.state_since_2.as_ref().map_or(&none, |state| &state.fields);
    let (count, expected) = (state.each.len(), fields.len());
    if count != expected {
        let error = Error::WrongCount { parameter: "fields", count, expected };
        return Err(at("state_since_2".into(), error));
    }
    let mut last = 0;
    for (field, (number, placed)) in fields.into_iter().zip(state.each.iter()) {
        if *number <= last || *number > state.added {
            return Err(Error::Corrupt("fields are in the order of their keys".into()));
        }
        last = *number;
        let placed = placed.as_ref().map(PoseRecord::pose).transpose()?;
        scene.fields.list.push(FieldInfo { key: FieldKey::numbered(*number), field, placed });
    }
    scene.fields.added = state.added;
    Ok(())
}

/// A field that is yet to be added, or takes the place of another one.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Field")]
struct FieldValue {
    body: Option<BodyKey>,
    field: FieldRecord,
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        FieldValue { body: self.body, field: FieldRecord::of(self, None) }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let FieldValue { body, field } = FieldValue::deserialize(from)?;
        let mut field = field.field().map_err(de::Error::custom)?;
        field.body = body;
        Ok(field)
    }
}
