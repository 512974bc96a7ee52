//! The JSON schema of what is described in a file, made from the records.
//! `UMBRA_WRITE=1 cargo test -p umbra-files --lib schema` writes it anew.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use umbra_geom::Shape;
use umbra_solver::Locks;

use crate::parts::Parts;
use crate::portals::StateSince4;
use crate::record::{List, Number, Pair, PoseRecord};
use crate::state::{StateRecord, StateSince2};
use crate::state3::StateSince3;
use crate::state5::StateSince5;
use crate::{BodyKind, Filter, JointKind, MassProperties, Material, SceneConfig, Softness};
use umbra_world::collider::Tile;
use umbra_world::file::FieldRecord;
use umbra_world::joint::Spring;
use umbra_world::{FieldKind, Portal};

/// JSON Schema of a value.
pub(crate) trait Schema {
    fn schema() -> Value;
}

/// An object of these fields, each with what it is about.
pub(crate) fn object(about: &str, fields: Vec<(&str, String, Value)>) -> Value {
    let fields = fields.into_iter().map(|(name, about, mut schema)| {
        if !about.is_empty() {
            schema["description"] = about.into();
        }
        (name.to_string(), schema)
    });
    let fields: serde_json::Map<String, Value> = fields.collect();
    json!({
        "type": "object",
        "description": about,
        "properties": fields,
        "additionalProperties": false,
    })
}

macro_rules! plain {
    ($($type:ty: $schema:tt),* $(,)?) => {$(
        impl Schema for $type {
            fn schema() -> Value {
                json!($schema)
            }
        }
    )*};
}
plain! {
    bool: { "type": "boolean" },
    u8: { "type": "integer", "minimum": 0 },
    u16: { "type": "integer", "minimum": 0 },
    u32: { "type": "integer", "minimum": 0 },
    u64: { "type": "integer", "minimum": 0 },
    i32: { "type": "integer" },
    Number: { "type": "number" },
    String: { "type": "string" },
    BodyKind: { "enum": ["dynamic", "kinematic", "fixed"] },
    JointKind: { "enum": [
        "revolute", "prismatic", "wheel", "groove", "weld", "distance", "rope", "spring", "motor", "target",
        "friction", "gear", "pulley", "ratchet", "filter"
    ] },
    StateRecord: { "type": "object", "description": "Written by Scene::to_file, and not by hand." },
    StateSince2: { "type": "object", "description": "Written by Scene::to_file, and not by hand." },
    StateSince3: { "type": "object", "description": "Written by Scene::to_file, and not by hand." },
    StateSince4: { "type": "object", "description": "Written by Scene::to_file, and not by hand." },
    StateSince5: { "type": "object", "description": "Written by Scene::to_file, and not by hand." },
    PoseRecord: { "type": "object", "required": ["position", "rotation"] },
    MassProperties: { "type": "object", "required": ["mass", "center", "inertia"] },
    Softness: { "type": "object", "required": ["hertz", "damping_ratio"] },
    Spring: { "anyOf": [
        { "type": "object", "required": ["swings"] },
        { "type": "object", "required": ["stiff"] }
    ] },
}

/// Only the state has these.
macro_rules! of_the_state {
    ($($type:ty),*) => {
        plain! { $($type: {}),* }
    };
}
of_the_state!(
    crate::ColliderKey,
    umbra_world::store::Built,
    umbra_world::store::Passage,
    crate::state::Before,
    umbra_broad::ProxyKind,
    umbra_geom::FeatureId,
    umbra_geom::collide::Seams
);

impl<A: Schema, B: Schema> Schema for (A, B) {
    fn schema() -> Value {
        json!({ "type": "array" })
    }
}

impl Schema for FieldRecord {
    fn schema() -> Value {
        let values = [
            FieldKind::schema(),
            <Option<Pair>>::schema(),
            <List<Pair>>::schema(),
            bool::schema(),
            Pair::schema(),
            Number::schema(),
            <Option<Pair>>::schema(),
            <Option<u32>>::schema(),
            Filter::schema(),
            bool::schema(),
        ];
        let fields = Self::FIELDS.iter().zip(values);
        let fields = fields.map(|((name, about), value)| (*name, about.trim().to_string(), value));
        object("", fields.collect())
    }
}

impl Schema for Portal {
    fn schema() -> Value {
        let ends = <[[Number; 2]; 2]>::schema();
        let fields = [
            ("from", "Segment that is entered from its left side.", ends.clone()),
            ("to", "Segment at whose right side bodies come out: equally long.", ends),
            ("one_way", "Nothing goes back.", bool::schema()),
            ("enabled", "It is open.", bool::schema()),
        ];
        let fields = fields.map(|(name, about, value)| (name, about.to_string(), value));
        let mut schema = object("A portal: two segments that are one place.", fields.into());
        schema["required"] = json!(["from", "to"]);
        schema
    }
}

impl Schema for char {
    fn schema() -> Value {
        json!({ "type": "string", "minLength": 1, "maxLength": 1 })
    }
}

impl<T: Schema> Schema for Option<T> {
    fn schema() -> Value {
        json!({ "anyOf": [T::schema(), { "type": "null" }] })
    }
}

impl<T: Schema> Schema for List<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema(), "minItems": N, "maxItems": N })
    }
}

impl<T: Schema> Schema for BTreeMap<char, T> {
    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": T::schema() })
    }
}

/// One kind of several, by its name, with its fields.
fn kind(name: &str, fields: Value, required: &[&str]) -> Value {
    let mut shape = json!({ "type": "object", "additionalProperties": false });
    (shape["properties"], shape["required"]) = (fields, required.into());
    json!({ "type": "object", "properties": { name: shape }, "required": [name] })
}

impl Schema for FieldKind {
    fn schema() -> Value {
        let (number, way) = (Number::schema, <[Number; 2]>::schema);
        json!({ "anyOf": [
            kind("gravity", json!({ "acceleration": way() }), &["acceleration"]),
            kind(
                "attraction",
                json!({ "acceleration": number(), "radius": number() }),
                &["acceleration", "radius"],
            ),
            kind("magnet", json!({ "force": number(), "range": number() }), &["force", "range"]),
            kind(
                "wind",
                json!({ "velocity": way(), "density": number(), "drag": number(), "lift": number() }),
                &["velocity"],
            ),
            kind(
                "water",
                json!({ "density": number(), "drag": number(), "velocity": way() }),
                &["density"],
            ),
        ] })
    }
}

impl Schema for Shape {
    fn schema() -> Value {
        let place = <[Number; 2]>::schema;
        let number = Number::schema;
        json!({ "anyOf": [
            kind("circle", json!({ "radius": number() }), &["radius"]),
            kind("capsule", json!({ "a": place(), "b": place(), "radius": number() }), &["a", "b", "radius"]),
            kind("segment", json!({ "a": place(), "b": place() }), &["a", "b"]),
            kind(
                "chain_segment",
                json!({
                    "before": Option::<[Number; 2]>::schema(), "a": place(), "b": place(),
                    "after": Option::<[Number; 2]>::schema()
                }),
                &["a", "b"],
            ),
            kind("cuboid", json!({ "half_extents": place(), "radius": number() }), &["half_extents"]),
            kind(
                "polygon",
                json!({ "vertices": List::<[Number; 2]>::schema(), "radius": number() }),
                &["vertices"],
            ),
        ] })
    }
}

/// Types whose fields may all be left out: what they look like is told by what they are then.
macro_rules! by_default {
    ($($type:ty),*) => {$(
        impl Schema for $type {
            fn schema() -> Value {
                of_value(&serde_json::to_value(<$type>::default()).unwrap())
            }
        }
    )*};
}
by_default!(SceneConfig, Material, Filter, Locks, Tile);

fn of_value(value: &Value) -> Value {
    match value {
        Value::Bool(_) => bool::schema(),
        Value::Number(number) if number.is_u64() => u64::schema(),
        Value::Number(number) if number.is_i64() => i32::schema(),
        Value::Number(_) => Number::schema(),
        Value::Array(list) => json!({ "type": "array", "items": of_value(&list[0]) }),
        // A struct; an enum is named by one of its kinds, and there are others.
        Value::Object(fields) if fields.keys().all(|name| name != "soft") => {
            let fields =
                fields.iter().map(|(name, value)| (&name[..], String::new(), of_value(value)));
            let mut object = object("", fields.collect());
            object.as_object_mut().unwrap().remove("description");
            object
        }
        _ => json!({}),
    }
}

/// Checks a value against a schema, in as much of the language as is used here; the error names the
/// difference.
fn check(place: &str, value: &Value, schema: &Value) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place}: {what}: {value}"));
    let is_of_type = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("null") => value.is_null(),
        _ => true,
    };
    if !is_of_type {
        return wrong("is of another type");
    }
    if schema["enum"].as_array().is_some_and(|list| !list.contains(value)) {
        return wrong("is none of those that there are");
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let faults: Vec<_> = ways.iter().map(|way| check(place, value, way)).collect();
        if faults.iter().all(Result::is_err) {
            return wrong(&format!("{faults:?}"));
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        check(&format!("{place}[{index}]"), item, &schema["items"])?;
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            return wrong(&format!("{name} is missing"));
        }
    }
    for (name, field) in value.as_object().into_iter().flatten() {
        let known = schema["properties"].get(name);
        let schema = known.unwrap_or(&schema["additionalProperties"]);
        if *schema == Value::Bool(false) {
            return wrong(&format!("{name} is not known"));
        }
        check(&format!("{place}.{name}"), field, schema)?;
    }
    Ok(())
}

#[test]
fn the_schema_is_that_of_the_records() {
    let mut schema = Parts::schema();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "A scene of the physics engine Umbra".into();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene.schema.json");
    if std::env::var("UMBRA_WRITE").is_ok() {
        std::fs::write(path, &text).unwrap();
    }
    assert!(text == std::fs::read_to_string(path).unwrap(), "write docs/scene.schema.json anew");
    // What was written by hand, and what scenes write, is as it says.
    let level = include_str!("../../../../examples/levels/courtyard.json");
    let level: Value = serde_json::from_str(level).unwrap();
    assert_eq!(check("level", &level, &schema), Ok(()));
    let scene = umbra::Scene::from_file(&serde_json::from_value(level).unwrap()).unwrap();
    for file in [scene.to_file(), scene.to_level()] {
        assert_eq!(check("saved", &serde_json::to_value(file).unwrap(), &schema), Ok(()));
    }
    let unknown = json!({ "bodies": [{ "colour": 3 }] });
    assert!(check("level", &unknown, &schema).is_err());
    assert!(serde_json::from_value::<umbra::SceneFile>(unknown).is_err());
}
