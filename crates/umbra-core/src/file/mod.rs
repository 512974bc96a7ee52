//! Scenes in files.
//!
//! A file *describes* a scene: its configuration, bodies with their colliders, joints. That much can be written by hand, and
//! fields that are left out are what they usually are. A scene that was saved also has a *state*: what steps have made of it,
//! and the order of things, with which it goes on to the same bits. What follows from the rest (masses, trees, outlines, seams,
//! islands) is in no file.
//!
//! - `mod.rs`: saving and loading;
//! - `record.rs`: what records are made of;
//! - `bodies.rs`, `colliders.rs`, `tiles.rs`, `joints.rs`, `fields.rs`: what is described;
//! - `state.rs`, `state3.rs`, `contacts.rs`: the state; `restore/`: how a scene takes it over;
//! - `edits.rs`, `recording.rs`: what was done to a scene;
//! - `slots.rs`: keys that are taken, free, or not to come again;
//! - `traits.rs`: scenes and snapshots as values that serde writes and reads.

mod bodies;
mod colliders;
mod contacts;
mod edits;
mod fields;
mod joints;
mod record;
mod recording;
mod restore;
#[cfg(test)]
mod schema;
mod slots;
mod state;
mod state3;
mod tiles;
mod traits;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use umbra_geom::Shape;

use crate::{BodyEdit, BodyKey, Error, JointKey, Material, Scene, SceneConfig};
use bodies::BodyRecord;
use colliders::{ColliderRecord, Shared};
use joints::JointRecord;
use record::{List, Number, record};
use state::{StateRecord, StateSince2};
pub(crate) use state3::old_config;
use state3::{OldConfig, StateSince3};
use umbra_world::World;
use umbra_world::file::FieldRecord;
use umbra_world::store::BodyInfo;

/// The version of the format that is written, and the newest that is read.
///
/// - 1: the first one.
/// - 2: fields, bodies that break, and impacts that are under way.
/// - 3: what tells whether slow bodies come to rest, and bounds of how many pieces bodies break into.
const VERSION: u32 = 3;

/// Scene in a file, as serde writes and reads it.
///
/// [`Scene::to_file`] makes one, [`Scene::from_file`] reads it. JSON and RON files name the fields
/// and may omit those with default values, so levels can be written by hand. Binary formats such as
/// postcard write a few hundred bytes per body.
///
/// ```
/// use umbra::{SceneFile, prelude::*};
///
/// let level = r#"{
///     "bodies": [
///         { "kind": "fixed", "colliders": [{ "shape": { "cuboid": { "half_extents": [20, 0.5] } } }] },
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
pub struct SceneFile(Parts);

record! {
    /// The parts of a file.
    #[derive(PartialEq)]
    struct Parts {
        /// The version of the format.
        version: u32 = VERSION,
        config: SceneConfig = SceneConfig::default(),
        /// Materials that colliders name by their numbers here.
        materials: List<Material> = List::default(),
        /// Shapes that colliders name by their numbers here.
        shapes: List<Shape> = List::default(),
        bodies: List<BodyRecord> = List::default(),
        joints: List<JointRecord> = List::default(),
        /// Left out by those who write by hand. What it tells goes before what is described, and has to fit to it.
        state: Option<StateRecord> = None,
        /// Fields, which act on all bodies in an area.
        fields: List<FieldRecord> = List::default(),
        /// Bodies that break by themselves: their numbers in the file, each with the impulse of an impact that breaks it.
        toughness: List<(u32, Number)> = List::default(),
        /// State that came with version 2.
        state_since_2: Option<StateSince2> = None,
        /// Additions of version 3 to the state.
        state_since_3: Option<StateSince3> = None,
        /// Pieces of bodies that broke by themselves: their numbers in the file, each with the number of pieces that it may come to.
        pieces_left: List<(u32, u32)> = List::default(),
    }
}

impl Scene {
    /// Describes the scene as it is now, to be written to a file.
    ///
    /// The file contains everything: settings, the state that steps have made, unread events, and
    /// the next keys. Left out are only [`profile`](Self::profile), a recording in progress, and
    /// the [`simd`](SceneConfig::simd) level, which belongs to this machine.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.step(1.0)?;
    /// let saved = serde_json::to_string(&scene.to_file()).unwrap(); // or any other format
    /// let loaded = Scene::from_file(&serde_json::from_str(&saved).unwrap())?;
    /// assert_eq!(loaded.state_hash(), scene.state_hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn to_file(&self) -> SceneFile {
        let mut parts = self.described();
        let joints: Vec<_> = self.world.joints.infos.keys().collect();
        parts.state = Some(StateRecord::from_world(self.world.clone(), &joints));
        parts.state_since_2 = Some(StateSince2::from_world(&self.world));
        parts.state_since_3 = Some(StateSince3::from_world(&self.world));
        SceneFile(parts)
    }

    /// Describes the scene as it was built, without the state that steps have made: a level for an
    /// editor to write. Moving bodies start from their current poses and velocities.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.step(1.0)?;
    /// let length = |file| serde_json::to_string(&file).unwrap().len();
    /// assert!(length(scene.to_level()) < length(scene.to_file())); // without its state
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn to_level(&self) -> SceneFile {
        SceneFile(self.described())
    }

    /// Description of the scene, without its state.
    fn described(&self) -> Parts {
        let shared = Shared::new(&self.world);
        let World { bodies, colliders, joints, .. } = &self.world;
        let mut file = Parts { config: self.world.config, ..Parts::default() };
        for (index, info) in bodies.infos.iter().enumerate() {
            let mut body = BodyRecord::from_body(bodies, index);
            let infos = info.colliders.iter().filter_map(|key| colliders.infos.get(*key));
            body.colliders =
                infos.map(|info| ColliderRecord::from_info(info, colliders, &shared)).collect();
            file.bodies.0.push(body);
        }
        let keys: Vec<_> = joints.infos.keys().collect();
        let body = |key: BodyKey| bodies.index(key).map_or(u32::MAX, |index| index as u32);
        let joint = |key: JointKey| state::number_in(&keys, key);
        let records = joints.infos.values().map(|info| JointRecord::from_info(info, body, joint));
        file.joints = records.collect();
        let breaks =
            |(number, info): (usize, &BodyInfo)| Some((number as u32, Number(info.toughness?)));
        file.toughness = bodies.infos.iter().enumerate().filter_map(breaks).collect();
        let left = |(number, info): (usize, &BodyInfo)| Some((number as u32, info.pieces_left?));
        file.pieces_left = bodies.infos.iter().enumerate().filter_map(left).collect();
        file.fields = fields::records_of(&self.world).0;
        (file.materials, file.shapes) = (List(shared.materials), List(shared.shapes));
        file
    }

    /// Loads the scene that a file describes, as it was when it was saved.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// let newer: umbra::SceneFile = serde_json::from_str(r#"{ "version": 99 }"#).unwrap();
    /// let refused = Scene::from_file(&newer).unwrap_err().to_string();
    /// assert!(refused.starts_with("the file is of version 99"));
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownVersion`] if the file is of a newer version; [`Error::InFile`] with the place, if something in it is
    /// refused; [`Error::Corrupt`] if its parts do not fit together.
    pub fn from_file(file: &SceneFile) -> Result<Self, Error> {
        let SceneFile(file) = file;
        if file.version == 0 || file.version > VERSION {
            return Err(Error::UnknownVersion { version: file.version, newest: VERSION });
        }
        match &file.state {
            Some(state) => restore::load(file, state),
            None => file.build(),
        }
    }
}

impl Parts {
    /// A scene of what is described.
    fn build(&self) -> Result<Scene, Error> {
        let mut scene = Scene::new(self.config).map_err(|error| at("config".into(), error))?;
        let mut bodies = Vec::new();
        for (number, record) in self.bodies.iter().enumerate() {
            let here = |error| at(format!("bodies[{number}]"), error);
            let body = record.builder(true).map_err(here)?;
            let key = scene.add_body(body.clone()).map_err(here)?;
            bodies.push(key);
            self.add_colliders(&mut scene, number, key)?;
            scene.finish_body(key, &body, record.drops_through).map_err(here)?;
        }
        // Gears come after what they gear, wherever they are in the file.
        let mut joints = vec![JointKey::default(); self.joints.len()];
        for geared in [false, true] {
            let records = self.joints.iter().enumerate();
            for (number, record) in records.filter(|(_, record)| record.geared.is_some() == geared)
            {
                let here = |error| at(format!("joints[{number}]"), error);
                let joint = record.builder(&bodies, &joints).map_err(here)?;
                joints[number] = scene.add_joint(joint).map_err(here)?;
                record.finish(&mut scene, joints[number]).map_err(here)?;
            }
        }
        fields::add(&mut scene, self, &bodies)?;
        self.make_breakable(&mut scene, &bodies)?;
        Ok(scene)
    }

    /// Gives bodies the impulse that breaks them.
    fn make_breakable(&self, scene: &mut Scene, bodies: &[BodyKey]) -> Result<(), Error> {
        for (place, (number, toughness)) in self.toughness.iter().enumerate() {
            let here = |error| at(format!("toughness[{place}]"), error);
            let body = *colliders::entry("body", bodies, *number).map_err(here)?;
            scene.edit_body(body, BodyEdit::Fracture(Some(toughness.0))).map_err(here)?;
        }
        for (place, (number, left)) in self.pieces_left.iter().enumerate() {
            let here = |error| at(format!("pieces_left[{place}]"), error);
            let body = *colliders::entry("body", bodies, *number).map_err(here)?;
            let index = scene.world.bodies.index(body).map_err(here)?;
            let permit = scene.world.generation.change();
            scene.world.bodies.infos.write(permit)[index].pieces_left = Some(*left);
        }
        Ok(())
    }

    /// Adds the colliders of a body.
    fn add_colliders(&self, scene: &mut Scene, number: usize, key: BodyKey) -> Result<(), Error> {
        for (which, record) in self.bodies[number].colliders.iter().enumerate() {
            let here = |error| at(format!("bodies[{number}].colliders[{which}]"), error);
            let (collider, pieces) = record.made_of(&self.shapes, &self.materials).map_err(here)?;
            let collider = scene.insert_collider(key, &collider, pieces).map_err(here)?;
            record.finish(scene, collider).map_err(here)?;
        }
        Ok(())
    }
}

/// Tells where in a file something is wrong.
fn at(place: String, error: Error) -> Error {
    Error::InFile { place, error: Box::new(error) }
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
const PARTS: usize = 12;

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
        Ok(parts)
    }
}

/// The next part.
fn next<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(from: &mut A) -> Result<T, A::Error> {
    from.next_element()?.ok_or_else(|| de::Error::custom("the file is too short"))
}
