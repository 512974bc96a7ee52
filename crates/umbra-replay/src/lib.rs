//! Files of scenes and recordings: reads and writes them in the format of their extension, and
//! compares recordings.
//!
//! | extension | format |
//! |---|---|
//! | `.json` | JSON |
//! | `.ron` | RON, with the feature `ron`, which is a default one |
//! | anything else | postcard: compact, and fast to read |

use std::fmt;
use std::path::Path;

use umbra::{Error, Recording, Scene, SceneFile};

/// The contents of a file.
#[derive(Debug)]
pub enum Content {
    /// A scene.
    Scene(Box<Scene>),
    /// A recording.
    Recording(Box<Recording>),
}

/// The reason why a file could not be read or written.
#[derive(Debug)]
pub enum FileError {
    /// An error of the file system.
    Io(std::io::Error),
    /// The file is neither a scene nor a recording in the format of its extension: the errors of
    /// reading it as a scene, and as a recording.
    Format(String, String),
    /// The scene in the file was refused.
    Scene(Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(to),
            Self::Format(scene, recording) => {
                write!(to, "no scene ({scene}), and no recording ({recording})")
            }
            Self::Scene(error) => error.fmt(to),
        }
    }
}

impl std::error::Error for FileError {}

impl From<std::io::Error> for FileError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        Self::Scene(error)
    }
}

#[cfg(not(feature = "ron"))]
const NO_RON: &str = "RON is not read here, but JSON is";

fn ending(name: &Path) -> &str {
    name.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

fn parse<T: serde::de::DeserializeOwned>(name: &Path, bytes: &[u8]) -> Result<T, String> {
    match ending(name) {
        "json" => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
        #[cfg(feature = "ron")]
        "ron" => ron::de::from_bytes(bytes).map_err(|error| error.to_string()),
        #[cfg(not(feature = "ron"))]
        "ron" => Err(NO_RON.to_owned()),
        _ => match postcard::take_from_bytes(bytes) {
            Ok((value, [])) => Ok(value),
            Ok((_, rest)) => Err(format!("{} bytes too many", rest.len())),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// Reads the contents of a file; `name` decides the format.
///
/// # Errors
/// When it is neither a scene nor a recording, or a scene that is refused.
pub fn read(name: &Path, bytes: &[u8]) -> Result<Content, FileError> {
    let no_scene = match parse::<SceneFile>(name, bytes) {
        Ok(file) => return Ok(Content::Scene(Box::new(Scene::from_file(&file)?))),
        Err(error) => error,
    };
    match parse::<Recording>(name, bytes) {
        Ok(recording) => Ok(Content::Recording(Box::new(recording))),
        Err(error) => Err(FileError::Format(no_scene, error)),
    }
}

/// Writes a value in the format of a file name.
///
/// # Errors
/// When the value has a number that the format cannot hold.
pub fn write<T: serde::Serialize>(name: &Path, value: &T) -> Result<Vec<u8>, FileError> {
    let bytes = match ending(name) {
        "json" => serde_json::to_vec_pretty(value).map_err(|error| error.to_string()),
        #[cfg(not(feature = "ron"))]
        "ron" => Err(NO_RON.to_owned()),
        #[cfg(feature = "ron")]
        "ron" => {
            let text = ron::ser::to_string_pretty(value, ron::ser::PrettyConfig::new());
            text.map(String::into_bytes).map_err(|error| error.to_string())
        }
        _ => postcard::to_allocvec(value).map_err(|error| error.to_string()),
    };
    bytes.map_err(|error| FileError::Format(error.clone(), error))
}

/// Loads a file.
///
/// # Errors
/// The errors of [`read`], and when the file cannot be read at all.
pub fn load(path: &Path) -> Result<Content, FileError> {
    read(path, &std::fs::read(path)?)
}

/// Saves a value as a file.
///
/// # Errors
/// The errors of [`write()`], and when the file cannot be written.
pub fn save<T: serde::Serialize>(path: &Path, value: &T) -> Result<(), FileError> {
    Ok(std::fs::write(path, write(path, value)?)?)
}

/// The first step after which two recordings have different bits, or that only one of them has.
pub fn first_difference(a: &Recording, b: &Recording) -> Option<u32> {
    let steps = 1..=a.steps().max(b.steps());
    steps.into_iter().find(|step| a.hash_after(*step) != b.hash_after(*step))
}
