//! The parts of a file, and the versions that have them.

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use umbra_geom::Shape;

use crate::bodies::BodyRecord;
use crate::joints::JointRecord;
use crate::portals::StateSince4;
use crate::record::{List, Number, record};
use crate::state::{StateRecord, StateSince2};
use crate::state3::{OldConfig, StateSince3};
use crate::state5::StateSince5;
use crate::{Error, Material, SceneConfig};
use umbra_world::Portal;
use umbra_world::file::FieldRecord;

/// The version of the format that is written, and the newest that is read.
///
/// - 1: the first one.
/// - 2: fields, bodies that break, and impacts that are under way.
/// - 3: what tells whether slow bodies come to rest, and bounds of how many pieces bodies break
///   into.
/// - 4: portals.
/// - 5: colours of contacts.
pub const VERSION: u32 = 5;

/// Scene in a file, as serde writes and reads it.
///
/// `Scene::to_file` makes one, `Scene::from_file` reads it. JSON and RON files name the fields
/// and may omit those with default values, so levels can be written by hand. Binary formats such as
/// postcard write a few hundred bytes per body.
///
/// ```
/// use umbra::{SceneFile, prelude::*};
///
/// let level = r#"{
///     "bodies": [
///         {
///             "kind": "fixed",
///             "colliders": [{ "shape": { "cuboid": { "half_extents": [20, 0.5] } } }]
///         },
///         { "position": [0, 4], "colliders": [{ "shape": { "circle": { "radius": 0.5 } } }] },
///         { "position": [2, 4], "colliders": [{ "shape": { "circle": { "radius": 0.5 } } }] }
///     ],
///     "joints": [{ "kind": "rope", "bodies": [1, 2], "anchors": [[0, 4], [2, 4]] }]
/// }"#;
/// let mut scene = Scene::from_file(&serde_json::from_str(level)?)?;
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
/// }
///
/// // What is saved now goes on to the same bits, on any machine.
/// let saved = serde_json::to_string(&scene.to_file())?;
/// let mut loaded = Scene::from_file(&serde_json::from_str(&saved)?)?;
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
///     loaded.step(1.0 / 60.0)?;
/// }
/// assert_eq!(loaded.state_hash(), scene.state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct SceneFile(pub(crate) Parts);

record! {
    /// The parts of a file.
    #[derive(PartialEq)]
    pub(crate) struct Parts {
        /// The version of the format.
        version: u32 = VERSION,
        config: SceneConfig = SceneConfig::default(),
        /// Materials that colliders name by their numbers here.
        materials: List<Material> = List::default(),
        /// Shapes that colliders name by their numbers here.
        shapes: List<Shape> = List::default(),
        bodies: List<BodyRecord> = List::default(),
        joints: List<JointRecord> = List::default(),
        /// Left out by those who write by hand. What it tells goes before what is described, and
        /// has to fit to it.
        state: Option<StateRecord> = None,
        /// Fields, which act on all bodies in an area.
        fields: List<FieldRecord> = List::default(),
        /// Bodies that break by themselves: their numbers in the file, each with the impulse of an
        /// impact that breaks it.
        toughness: List<(u32, Number)> = List::default(),
        /// State that came with version 2.
        state_since_2: Option<StateSince2> = None,
        /// Additions of version 3 to the state.
        state_since_3: Option<StateSince3> = None,
        /// Pieces of bodies that broke by themselves: their numbers in the file, each with the
        /// number of pieces that it may come to.
        pieces_left: List<(u32, u32)> = List::default(),
        /// Portals, which join two segments.
        portals: List<Portal> = List::default(),
        /// State that came with version 4.
        state_since_4: Option<StateSince4> = None,
        /// State that came with version 5.
        state_since_5: Option<StateSince5> = None,
    }
}

/// Refuses versions that there are not, or not yet.
pub(crate) fn check_version(version: u32) -> Result<(), Error> {
    match version {
        1..=VERSION => Ok(()),
        _ => Err(Error::UnknownVersion { version, newest: VERSION }),
    }
}

impl<'de> Deserialize<'de> for SceneFile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            return Parts::deserialize(from).map(Self);
        }
        from.deserialize_tuple(PARTS, InOrder).map(Self)
    }
}

/// Number of parts in the newest version.
const PARTS: usize = 15;

/// Reads the parts of a binary file, which has no names for them: those that its version has.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Parts;

    fn expecting(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        to.write_str("the parts of a scene")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Parts, A::Error> {
        let version = next(&mut from)?;
        let mut parts = Parts { version, ..Parts::default() };
        if !(1..=VERSION).contains(&version) {
            // What follows is not known, and the version is refused.
            return Ok(parts);
        }
        parts.config = match version {
            ..3 => next::<_, OldConfig>(&mut from)?.0,
            _ => next(&mut from)?,
        };
        parts.materials = next(&mut from)?;
        parts.shapes = next(&mut from)?;
        parts.bodies = next(&mut from)?;
        parts.joints = next(&mut from)?;
        parts.state = next(&mut from)?;
        if version >= 2 {
            parts.fields = next(&mut from)?;
            parts.toughness = next(&mut from)?;
            parts.state_since_2 = next(&mut from)?;
        }
        if version >= 3 {
            parts.state_since_3 = next(&mut from)?;
            parts.pieces_left = next(&mut from)?;
        }
        if version >= 4 {
            parts.portals = next(&mut from)?;
            parts.state_since_4 = next(&mut from)?;
        }
        if version >= 5 {
            parts.state_since_5 = next(&mut from)?;
        }
        Ok(parts)
    }
}

/// The next part.
fn next<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(from: &mut A) -> Result<T, A::Error> {
    from.next_element()?.ok_or_else(|| de::Error::custom("the file is too short"))
}
