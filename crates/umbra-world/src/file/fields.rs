//! Fields in files.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use umbra_broad::Filter;
use umbra_geom::Vector;

use super::record::{List, Number, Pair, pair, point, pose_of, turned};
use crate::field::FieldArea;
use crate::{BodyKey, Error, Field, FieldKind, record};

record! {
    /// Field, as files describe it.
    #[derive(PartialEq)]
    pub struct FieldRecord {
        /// Kind of the field.
        kind: FieldKind = FieldKind::Gravity { acceleration: Vector::new(0.0, 0.0) },
        /// Acts only in a box of these half extents around its place.
        half_extents: Option<Pair> = None,
        /// Acts only in the convex polygon around these points, which are relative to its place.
        polygon: List<Pair> = List::default(),
        /// Acts only below its place.
        below: bool = false,
        /// Its place, in the world or on its body.
        position: Pair = pair([0.0, 0.0]),
        /// Angle of its rotation, in radians.
        angle: Number = Number(0.0),
        /// Rotation by cosine and sine, instead of the angle.
        rotation: Option<Pair> = None,
        /// The body that it lies on, by its number in the file.
        body: Option<u32> = None,
        /// Filter of the colliders that feel it.
        filter: Filter = Filter::ALL,
        /// True if it acts.
        enabled: bool = true,
    }
}

impl FieldRecord {
    pub fn from_field(field: &Field, body: Option<u32>) -> Self {
        let mut record = Self {
            kind: field.kind,
            position: pair(field.pose.translation.vector.into()),
            rotation: turned(&field.pose),
            body,
            filter: field.filter,
            enabled: field.enabled,
            ..Self::default()
        };
        match &field.area {
            FieldArea::Everywhere => {}
            FieldArea::Below => record.below = true,
            FieldArea::Polygon(polygon) => match polygon.half_extents() {
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
    pub fn field(&self) -> Result<Field, Error> {
        let area = match (self.half_extents, &self.polygon[..], self.below) {
            (None, [], false) => FieldArea::Everywhere,
            (None, [], true) => FieldArea::Below,
            (Some([x, y]), [], false) => FieldArea::cuboid(x.0, y.0)?,
            (None, corners, false) => FieldArea::polygon(corners.iter().copied().map(point))?,
            _ => return Err(Error::Corrupt("a field has more than one area".into())),
        };
        let mut field = Field::new(self.kind).filter(self.filter).enabled(self.enabled);
        field.area = area;
        field.pose = pose_of(self.position, self.angle, self.rotation)?;
        field.checked()
    }
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
        FieldValue { body: self.body, field: FieldRecord::from_field(self, None) }.serialize(to)
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
