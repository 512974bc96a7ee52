//! Recordings in files: the moment in which one began, what was done since, and the hashes. Moments
//! in between are made anew.

use serde::{Deserialize, Serialize};
use umbra_world::file::record::List;

use crate::parts::{SceneFile, check_version};
use crate::{Error, SceneConfig};

/// Recording as it is in a file, with options `R` and entries `E`.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Recording")]
pub struct RecordingFile<R, E> {
    /// Version of the format.
    pub version: u32,
    /// Options of the recording.
    pub recorder: R,
    /// The configuration at the end.
    #[serde(with = "crate::old_config", bound = "")]
    pub config: SceneConfig,
    /// The moment in which it began.
    pub start: SceneFile,
    /// Everything since.
    #[serde(bound(deserialize = "E: Deserialize<'de>"))]
    pub entries: List<E>,
    /// A hash of the scene after each step.
    pub hashes: List<u64>,
    /// A hash of each body after each step, if they were recorded.
    pub bodies: List<List<u32>>,
}

impl<R, E> RecordingFile<R, E> {
    /// Checks the version, and that there is a hash for each step.
    ///
    /// # Errors
    /// [`Error::UnknownVersion`], or [`Error::WrongCount`].
    pub fn check(&self, is_step: impl Fn(&E) -> bool) -> Result<(), Error> {
        check_version(self.version)?;
        let steps = self.entries.iter().filter(|entry| is_step(entry)).count();
        let (count, expected) = (self.hashes.len(), steps);
        if count != expected {
            return Err(Error::WrongCount { parameter: "hashes", count, expected });
        }
        Ok(())
    }
}
