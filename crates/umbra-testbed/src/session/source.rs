//! Source of a session's scene: the catalogue, or a file.

use std::path::Path;
use std::sync::Arc;

use umbra::{Recording, Scene};
use umbra_replay::{Content, FileError};
use umbra_scenes::{Framing, Parameter, SceneDef};

use super::World;

/// A scene that can be set up as often as it is wanted.
#[derive(Clone, Debug)]
pub enum Source {
    /// One of the catalogue, set up with numbers in the order of its parameters.
    Catalogue(&'static SceneDef, Arc<[u32]>),
    /// One that was read from a file of this name.
    Scene(Arc<str>, Arc<Scene>),
    /// A recording that was read from a file of this name, to be played.
    Recording(Arc<str>, Arc<Recording>),
}

impl From<&'static SceneDef> for Source {
    fn from(def: &'static SceneDef) -> Self {
        Self::Catalogue(def, def.usual_numbers().into())
    }
}

impl Source {
    /// Reads a file of a scene or of a recording, in the format that its name ends with: `.json`,
    /// `.ron` or `.bin`.
    ///
    /// # Errors
    /// When it is neither, or is refused.
    pub fn read(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let content = umbra_replay::read(path, bytes)?;
        // It becomes a part of names of files and of JSON.
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_. ".contains(letter);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' });
        let name = Arc::from(name.collect::<String>());
        Ok(match content {
            Content::Scene(scene) => Self::Scene(name, Arc::new(*scene)),
            Content::Recording(recording) => Self::Recording(name, Arc::new(*recording)),
        })
    }

    /// Name: that of a file without its extension.
    pub fn name(&self) -> &str {
        match self {
            Self::Catalogue(def, _) => def.name,
            Self::Scene(name, _) | Self::Recording(name, _) => name,
        }
    }

    /// Its entry in the catalogue, if it has one.
    pub fn def(&self) -> Option<&'static SceneDef> {
        match self {
            Self::Catalogue(def, _) => Some(def),
            _ => None,
        }
    }

    /// The parameters it can be set up with, and the numbers it is.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static Parameter, u32)> {
        let (parameters, numbers): (&'static [Parameter], &[u32]) = match self {
            Self::Catalogue(def, numbers) => (def.parameters(), numbers),
            _ => (&[], &[]),
        };
        parameters.iter().zip(numbers.iter().copied())
    }

    /// Description of the scene, in a sentence.
    pub fn about(&self) -> &str {
        match self {
            Self::Catalogue(def, _) => def.about,
            Self::Scene(..) => "A scene from a file.",
            Self::Recording(..) => "A recording from a file is played.",
        }
    }

    /// Suggestion to try, in a sentence.
    pub fn what_to_try(&self) -> &str {
        match self {
            Self::Catalogue(def, _) => def.what_to_try(),
            Self::Scene(..) => "Restart goes back to what the file holds.",
            Self::Recording(..) => {
                "Drag a body: from there on it goes another way. Restart plays it again."
            }
        }
    }

    /// First view that a window shows of it.
    pub fn framing(&self) -> Framing {
        match self {
            Self::Catalogue(def, _) => def.framing,
            _ => Framing::Moving,
        }
    }

    /// The world at its start.
    pub(crate) fn set_up(&self) -> Result<World, umbra::Error> {
        match self {
            Self::Catalogue(def, numbers) => World::new(def, numbers),
            Self::Scene(_, scene) => Ok(World::of_scene(Scene::clone(scene))),
            Self::Recording(_, recording) => World::of_recording(Recording::clone(recording)),
        }
    }
}
