//! Scenes, snapshots, recordings and builders in files, which `umbra-files` reads and writes.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use umbra_files::{
    BodyValue, BuildScene, ColliderValue, JointValue, List, RecordingFile, SceneFile, VERSION, at,
};
use umbra_geom::Real;
use umbra_world::World;
use umbra_world::body::BodyDef;
use umbra_world::collider::NewPiece;
use umbra_world::joint::JointDef;
use umbra_world::world::ColliderDef;

use crate::record::{Entry, Keyframe};
use crate::{
    Body, BodyEdit, BodyKey, Collider, ColliderEdit, Error, Field, FractureConfig, JointBuilder,
    JointKey, Portal, Recorder, Recording, Scene, SceneConfig, Snapshot,
};

impl Scene {
    /// Describes the scene as it is now, to be written to a file.
    ///
    /// The file contains everything: settings, the state that steps have made, unread events, and
    /// the next keys. Left out are [`profile`](Self::profile), counts of the last step, a recording
    /// in progress, and the [`simd`](SceneConfig::simd) level, which belongs to this machine.
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
        umbra_files::save(&self.world)
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
        umbra_files::describe(&self.world)
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
    /// [`Error::UnknownVersion`] if the file is of a newer version; [`Error::InFile`] with the
    /// place, if something in it is refused; [`Error::Corrupt`] if its parts do not fit together.
    pub fn from_file(file: &SceneFile) -> Result<Self, Error> {
        umbra_files::load(file)
    }
}

impl BuildScene for Scene {
    fn empty(config: SceneConfig) -> Result<Self, Error> {
        Self::new(config)
    }

    fn world(&mut self) -> &mut World {
        &mut self.world
    }

    fn add_body(&mut self, body: BodyDef) -> Result<BodyKey, Error> {
        body.check()?;
        self.add_body(Body::from_def(body))
    }

    fn finish_body(
        &mut self,
        key: BodyKey,
        body: &BodyDef,
        drops_through: bool,
    ) -> Result<(), Error> {
        self.finish_body(key, body, drops_through)
    }

    fn set_toughness(&mut self, body: BodyKey, toughness: Real) -> Result<(), Error> {
        self.edit_body(body, BodyEdit::Fracture(Some(toughness)))
    }

    fn add_collider(
        &mut self,
        body: BodyKey,
        collider: &ColliderDef,
        pieces: Vec<NewPiece>,
        enabled: bool,
    ) -> Result<(), Error> {
        let key = self.insert_collider(body, collider, pieces)?;
        if enabled { Ok(()) } else { self.edit_collider(key, &ColliderEdit::Enabled(false)) }
    }

    fn add_joint(&mut self, joint: &JointDef) -> Result<JointKey, Error> {
        self.insert_joint(joint)
    }

    fn add_portal(&mut self, portal: Portal) -> Result<(), Error> {
        Self::add_portal(self, portal).map(drop)
    }

    fn add_field(&mut self, field: Field) -> Result<(), Error> {
        self.add_field(field).map(drop)
    }
}

/// Values that are in files as other ones.
macro_rules! as_record {
    ($($type:ty, $record:ty: |$value:ident| $to:expr, |$read:ident| $from:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                <$record>::serialize(&$to, to)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let $read = <$record>::deserialize(from)?;
                let read: Result<Self, Error> = $from;
                read.map_err(de::Error::custom)
            }
        }
    )*};
}
as_record! {
    Body, BodyValue: |body| BodyValue::from_def(&body.def), |read| read.def().map(Self::from_def);
    Collider, ColliderValue: |collider| ColliderValue::from_def(&collider.def), |read| read.def().map(Self::from_def);
    JointBuilder, JointValue: |joint| JointValue::from_def(&joint.def), |read| read.def().map(Self::from_def);
    Scene, SceneFile: |scene| scene.to_file(), |file| Self::from_file(&file);
    Snapshot, Option<SceneFile>: |moment| moment.0.world().as_ref().map(umbra_files::save), |file| Self::from_file(file);
    Recording, RecordingFile<Recorder, Entry>: |recording| recording.file(), |file| Self::from_file(file);
}

impl Snapshot {
    /// With all that the scene is made of, for those who join late.
    fn from_file(file: Option<SceneFile>) -> Result<Self, Error> {
        let mut snapshot = Self::default();
        if let Some(file) = file {
            Scene::from_file(&file)?.save_into(&mut snapshot)?;
        }
        Ok(snapshot)
    }
}

impl Recording {
    /// With the moment in which it began, and without those in between.
    fn file(&self) -> RecordingFile<Recorder, Entry> {
        let start = self.keyframes.first().and_then(|first| first.moment.0.world());
        RecordingFile {
            version: VERSION,
            recorder: self.recorder,
            config: self.config,
            start: start.as_ref().map(umbra_files::save).unwrap_or_default(),
            entries: List(self.entries.clone()),
            hashes: List(self.hashes.clone()),
            bodies: self.bodies.iter().cloned().map(List).collect(),
        }
    }

    fn from_file(file: RecordingFile<Recorder, Entry>) -> Result<Self, Error> {
        file.check(|entry| matches!(entry, Entry::Step { .. }))?;
        let mut moment = Snapshot::default();
        let mut scene = Scene::from_file(&file.start).map_err(|error| at("start".into(), error))?;
        scene.save_into(&mut moment)?;
        let mut config = file.config;
        let bounds = file.entries.iter().rev().find_map(Entry::fracture);
        config.fracture = bounds.unwrap_or(scene.world.config.fracture);
        Ok(Self {
            recorder: file.recorder,
            entries: file.entries.0,
            hashes: file.hashes.0,
            bodies: file.bodies.0.into_iter().map(|bodies| bodies.0).collect(),
            keyframes: vec![Keyframe { step: 0, entry: 0, moment }],
            config,
        })
    }
}

impl Entry {
    /// The bounds of fractures that it leaves in the configuration, if it is about that.
    fn fracture(&self) -> Option<FractureConfig> {
        match self {
            Self::Config(config) => Some(config.fracture),
            Self::Fracture(bounds) => Some(*bounds),
            Self::Edit(_) | Self::Step { .. } | Self::Restore { .. } => None,
        }
    }
}
