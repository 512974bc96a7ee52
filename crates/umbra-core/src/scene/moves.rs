//! List of the bodies that the last step moved.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use umbra_geom::{Pose, Real};
use umbra_solver::Body;

use crate::{BodyEvent, BodyKey, BodyRef, Scene};
use umbra_world::store::Bodies;

/// A body that a step moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyMove {
    /// The body.
    pub body: BodyKey,
    /// Pose of the body now.
    pub pose: Pose,
    /// True if it fell asleep in the step, or was put to sleep before it. It keeps this pose until
    /// it wakes.
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
    /// Writes the poses of all bodies into an array, each at its [`BodyKey::index`]: for renderers
    /// and other languages, which read many at once. The array grows as needed; elements without a
    /// body are left unchanged.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let crates: Vec<_> = (0..3)
    ///     .map(|x| scene.add_body(Body::dynamic().position([x as f32, 5.0])))
    ///     .collect::<Result<_, _>>()?;
    /// let (mut poses, mut motions) = (Vec::new(), Vec::new());
    /// for _ in 0..10 {
    ///     scene.step(1.0 / 60.0)?;
    ///     scene.write_poses(&mut poses);
    ///     scene.write_velocities(&mut motions);
    /// }
    /// assert_eq!(poses[crates[2].index()], scene.body(crates[2])?.pose());
    /// let [_, y, spin] = motions[crates[2].index()];
    /// assert!(y < -1.0 && spin == 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn write_poses(&self, poses: &mut Vec<Pose>) {
        self.write_each(poses, Pose::identity(), Bodies::pose);
    }

    /// Writes the velocities of all bodies into an array, that of each at [`BodyKey::index`]: along
    /// x and y, and how fast it turns. See [`write_poses`](Self::write_poses).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.body_mut(ball)?.set_velocity([3.0, 1.0])?;
    /// let mut velocities = Vec::new(); // kept from frame to frame
    /// scene.write_velocities(&mut velocities);
    /// assert_eq!(velocities[ball.index()], [3.0, 1.0, 0.0]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn write_velocities(&self, velocities: &mut Vec<[Real; 3]>) {
        self.write_each(velocities, [0.0; 3], |bodies, index| {
            let Body { velocity, angular_velocity, .. } = &bodies.states[index];
            [velocity.x, velocity.y, *angular_velocity]
        });
    }

    fn write_each<T: Clone>(
        &self,
        array: &mut Vec<T>,
        none: T,
        value: impl Fn(&Bodies, usize) -> T,
    ) {
        let places = self.world.bodies.infos.iter().map(|info| info.key.index());
        let length = places.clone().max().map_or(0, |last| last + 1);
        if array.len() < length {
            array.resize(length, none);
        }
        for (index, place) in places.enumerate() {
            array[place] = value(&self.world.bodies, index);
        }
    }

    /// List of the bodies that the last step moved, for a game to copy to its drawn objects. Bodies
    /// that fell asleep come last.
    ///
    /// The first call after a step gathers the list, so read it before changing bodies. Scenes that
    /// never call it have no cost; [`moved_bodies`](Self::moved_bodies) returns the same without a
    /// list.
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
        let bodies = &self.world.bodies;
        let moved = |index: &usize| {
            bodies.infos[*index].image_of.is_none() && !bodies.motion_of(*index).is_none()
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
