//! Going back in a recording that is under way.

use crate::record::Recording;
use crate::{Error, Scene};

impl Scene {
    /// Goes back by this many steps of the recording in progress, to the last bit, and continues
    /// recording from there; the later part of the recording is dropped. Edits since the last step
    /// are undone, too, and keys are given out again as they were.
    ///
    /// The nearest keyframe before it is restored, and the steps after the keyframe are computed
    /// again. A minute of a game thus takes the memory of a few snapshots: keep the last steps with
    /// `Recorder::keep_last`, and choose the maximum number of steps to compute again with
    /// `Recorder::keyframe_every`.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.record(Recorder::default().keyframe_every(30).keep_last(600))?;
    /// let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// for _ in 0..100 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let fallen = scene.body(ball)?.position().y;
    /// scene.rewind(60)?; // a second
    /// assert!(scene.body(ball)?.position().y > fallen);
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert_eq!(scene.body(ball)?.position().y, fallen);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecorded`] if fewer steps are kept, or none because nothing is recorded.
    pub fn rewind(&mut self, steps: u32) -> Result<(), Error> {
        let kept = self.recorded.0.as_ref().map_or(0, |recording| recording.steps());
        let Some(target) = kept.checked_sub(steps).filter(|_| self.is_recording()) else {
            return Err(Error::NotRecorded { steps, kept });
        };
        let Some(mut recording) = self.recorded.0.take() else { return Ok(()) };
        let result = self.go_back(&mut recording, target);
        self.recorded.0 = Some(recording);
        result
    }

    fn go_back(&mut self, recording: &mut Recording, target: u32) -> Result<(), Error> {
        recording.note_config(self);
        let kept = recording.keyframes.iter().rfind(|kept| kept.step <= target);
        let Some(kept) = kept else { return Ok(()) };
        let (mut step, mut entry) = (kept.step, kept.entry);
        self.restore(&kept.moment)?;
        let mut result = Ok(());
        while step < target && result.is_ok() {
            result = recording.entries[entry].do_again(self).map(|is_step| {
                step += u32::from(is_step);
                entry += 1;
            });
        }
        // As far as it came.
        recording.forget_after(step, entry);
        recording.config = self.world.config;
        result
    }
}
