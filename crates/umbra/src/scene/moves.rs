//! Which bodies the last step moved.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use umbra_geom::Pose;

use crate::{BodyEvent, BodyKey, BodyRef, Scene};

/// A body that a step moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyMove {
    /// The body.
    pub body: BodyKey,
    /// Where it is now.
    pub pose: Pose,
    /// Whether it fell asleep in the step, or was put to sleep before it: it stays there until it wakes.
    pub fell_asleep: bool,
}

/// The list, gathered when it is asked for. A clone begins without.
#[derive(Debug, Default)]
pub(crate) struct Moves(OnceLock<Vec<BodyMove>>);

impl Moves {
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }
}

impl Clone for Moves {
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {
        self.forget();
    }
}

impl Scene {
    /// The bodies that the last step moved, as a list: what a game copies to whatever it draws. Those that fell asleep
    /// come last.
    ///
    /// The first call after a step gathers the list, so read it before changing bodies. Scenes that never ask for it
    /// pay nothing; [`moved_bodies`](Self::moved_bodies) gives the same without a list.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let falls = scene.add_body(Body::dynamic())?;
    /// scene.add_body(Body::fixed())?;
    /// scene.step(1.0 / 60.0)?;
    /// let [moved] = scene.body_moves() else { panic!() };
    /// assert_eq!((moved.body, moved.fell_asleep), (falls, false));
    /// assert!(moved.pose.translation.y < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn body_moves(&self) -> &[BodyMove] {
        let gather = |body: BodyRef<'_>| {
            let (body, pose, fell_asleep) = (body.key(), body.pose(), !body.is_awake());
            BodyMove { body, pose, fell_asleep }
        };
        self.moves.0.get_or_init(|| self.moved_bodies().map(gather).collect())
    }

    /// The bodies that the last step moved, read where they are kept: nothing is gathered for this.
    /// Those that fell asleep in it come last.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let body = scene.add_body(Body::dynamic())?;
    /// scene.add_body(Body::kinematic())?; // and does not move
    /// scene.step(1.0 / 60.0)?;
    /// let moved: Vec<_> = scene.moved_bodies().map(|body| body.key()).collect();
    /// assert_eq!(moved, [body]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn moved_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        let bodies = &self.bodies;
        let moved = |index: &usize| {
            let (state, previous) = (&bodies.states[*index], &bodies.previous[*index]);
            state.center != previous.center || state.rotation != previous.rotation
        };
        let awake = (0..bodies.awake).filter(moved).map(|index| BodyRef::new(self, index));
        let asleep = self.body_events().iter().filter_map(|event| match event {
            BodyEvent::FellAsleep { body } => self.body(*body).ok(),
            _ => None,
        });
        // What woke in between fell asleep twice.
        let may_repeat =
            self.body_events().iter().any(|event| matches!(event, BodyEvent::Woke { .. }));
        let mut listed = BTreeSet::new();
        let is_new = move |body: &BodyRef<'_>| !may_repeat || listed.insert(body.key());
        awake.chain(asleep.filter(|body| !body.is_awake()).filter(is_new))
    }
}
