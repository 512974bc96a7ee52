//! Reading a recording.

use umbra_geom::Real;

use super::{Entry, Recording};
use crate::{Edit, FractureConfig, SceneConfig};

/// Change of a recorded scene: see [`Recording::entries`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordedEntry<'a> {
    /// A change.
    Edit(&'a Edit),
    /// [`Scene::config_mut`](crate::Scene::config_mut) was written to.
    Config(&'a SceneConfig),
    /// The bounds of fractures in the configuration, if they are not the usual ones.
    Fracture(&'a FractureConfig),
    /// A step.
    Step {
        /// Length, in seconds.
        dt: Real,
        /// True if hooks were asked: what they decided is recorded with it.
        with_hooks: bool,
    },
    /// The scene went back to a [`Snapshot`](crate::Snapshot).
    Restore {
        /// True if by [`Scene::restore_as_branch`](crate::Scene::restore_as_branch).
        as_branch: bool,
    },
}

impl Recording {
    /// All that was done, in its order.
    ///
    /// ```
    /// use umbra::RecordedEntry;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.record(Recorder::default())?;
    /// let ball = scene.add_body(Body::dynamic())?;
    /// scene.step(0.01)?;
    /// scene.body_mut(ball)?.set_gravity_scale(0.0)?;
    /// scene.step(0.02)?;
    /// let recording = scene.take_recording().unwrap();
    /// let long = RecordedEntry::Step { dt: 0.02, with_hooks: false };
    /// assert_eq!(recording.entries().last(), Some(long));
    /// let edit = Edit::Body(ball, BodyEdit::GravityScale(0.0));
    /// assert_eq!(recording.edits().last(), Some((2, &edit)));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = RecordedEntry<'_>> {
        self.entries.iter().map(|entry| match entry {
            Entry::Edit(edit) => RecordedEntry::Edit(edit),
            Entry::Config(config) => RecordedEntry::Config(config),
            Entry::Fracture(bounds) => RecordedEntry::Fracture(bounds),
            Entry::Step { dt, decisions } => {
                RecordedEntry::Step { dt: *dt, with_hooks: decisions.is_some() }
            }
            Entry::Restore { as_branch, .. } => RecordedEntry::Restore { as_branch: *as_branch },
        })
    }

    /// The edits, each with the step that it comes before, counted from one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.record(Recorder::default())?;
    /// let ball = scene.add_body(Body::dynamic())?;
    /// scene.step(0.1)?;
    /// scene.body_mut(ball)?.set_user_data(9);
    /// let recording = scene.take_recording().unwrap();
    /// let steps = recording.edits().map(|(step, _)| step);
    /// assert!(steps.eq([1, 2])); // before the first step, and before the second
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn edits(&self) -> impl Iterator<Item = (u32, &Edit)> {
        let mut step = 1;
        self.entries.iter().filter_map(move |entry| match entry {
            Entry::Edit(edit) => Some((step, &**edit)),
            Entry::Step { .. } => {
                step += 1;
                None
            }
            Entry::Config(_) | Entry::Fracture(_) | Entry::Restore { .. } => None,
        })
    }
}
