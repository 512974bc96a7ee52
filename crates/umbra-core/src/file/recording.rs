//! Recordings in files: the moment in which one began, what was done since, and the hashes. Moments in between are made anew.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::record::List;
use super::{SceneFile, VERSION, at};
use crate::record::{Entry, Keyframe, Recording};
use crate::{Error, FractureConfig, Recorder, Scene, SceneConfig, Snapshot};

/// A recording as it is in a file.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Recording")]
struct RecordingFile {
    version: u32,
    recorder: Recorder,
    /// The configuration at the end.
    #[serde(with = "super::old_config")]
    config: SceneConfig,
    start: SceneFile,
    entries: List<Entry>,
    hashes: List<u64>,
    bodies: List<List<u32>>,
}

/// With the moment in which it began, and without those in between.
impl Serialize for Recording {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let start = self.keyframes.first().and_then(|first| first.moment.scene());
        let file = RecordingFile {
            version: VERSION,
            recorder: self.recorder,
            config: self.config,
            start: start.as_ref().map(Scene::to_file).unwrap_or_default(),
            entries: List(self.entries.clone()),
            hashes: List(self.hashes.clone()),
            bodies: self.bodies.iter().cloned().map(List).collect(),
        };
        file.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Recording {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let file = RecordingFile::deserialize(from)?;
        file.recording().map_err(de::Error::custom)
    }
}

impl RecordingFile {
    fn recording(self) -> Result<Recording, Error> {
        if self.version == 0 || self.version > VERSION {
            return Err(Error::UnknownVersion { version: self.version, newest: VERSION });
        }
        let steps = self.entries.iter().filter(|entry| matches!(entry, Entry::Step { .. })).count();
        let (count, expected) = (self.hashes.len(), steps);
        if count != expected {
            return Err(Error::WrongCount { parameter: "hashes", count, expected });
        }
        let mut moment = Snapshot::default();
        let mut scene = Scene::from_file(&self.start).map_err(|error| at("start".into(), error))?;
        scene.save_into(&mut moment)?;
        let mut config = self.config;
        config.fracture = self
            .entries
            .iter()
            .rev()
            .find_map(Entry::fracture)
            .unwrap_or(scene.world.config.fracture);
        Ok(Recording {
            recorder: self.recorder,
            entries: self.entries.0,
            hashes: self.hashes.0,
            bodies: self.bodies.0.into_iter().map(|bodies| bodies.0).collect(),
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
