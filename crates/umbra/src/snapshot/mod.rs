//! What steps change of a scene, saved to be put back: rollback, rewind, looking ahead.
//!
//! A scene is what it is *made of* (bodies and their masses, shapes, materials, filters, the static tree) and how that *moves*
//! (places, velocities, contacts, joints, sleep, events). Steps change the motion only, with few exceptions, and so do the
//! edits that games make in every frame. A [`Snapshot`] holds the motion, and shares a copy of the rest, the [`Base`], with
//! all snapshots that were taken of the same things.
//!
//! Whoever changes what a scene is made of calls [`Scene::forget_base`]; the next snapshot makes another one.
//!
//! - `mod.rs`: snapshots, saving and restoring;
//! - `motion.rs`: what is saved of bodies and their pieces;
//! - `keys.rs`: keys that were given out since are not given out again.

mod keys;
mod motion;

use std::sync::{Arc, OnceLock};

use umbra_broad::SavedBoxes;
use umbra_geom::Real;
use umbra_solver::{Solver, Structure};

use crate::store::{Contacts, Fields, Joints, Pending, Sensors, Streams};
use crate::{Error, Revision, Scene, SceneConfig};
use keys::GivenOut;
pub(crate) use keys::{no_collider, no_joint};
use motion::SavedMotion;

/// A copy of a scene for what it is made of, and the name of that. Clones of a scene share both.
#[derive(Clone, Default)]
pub(crate) struct Base(Option<Arc<Scene>>, OnceLock<Revision>);

impl Base {
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.0 = None;
        if self.1.get().is_some() {
            self.1 = OnceLock::new();
        }
    }

    /// The name of what the scene is made of now. Made when it is first asked for.
    pub(crate) fn revision(&self) -> Revision {
        self.1.get_or_init(Revision::another).clone()
    }
}

impl core::fmt::Debug for Base {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Base")
    }
}

/// A moment of a scene, to go back to: see [`Scene::save_into`].
///
/// It holds what steps change. What the scene is made of is shared by all snapshots between which nothing was added, removed
/// or made anew, and costs neither time nor memory for each of them, however large a level is.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let ball = scene.add(Body::dynamic().position([0.0, 5.0]), [Collider::circle(0.5)])?;
///
/// let mut saved = Snapshot::default();
/// scene.save_into(&mut saved)?;
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let first = scene.state_hash();
///
/// scene.restore(&saved)?; // the ball is up there again
/// assert_eq!(scene.state_hash(), saved.hash());
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert_eq!(scene.state_hash(), first);
/// assert!(scene.body(ball).is_ok());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Nothing before the first call of [`Scene::save_into`].
    base: Base,
    motion: SavedMotion,
    boxes: SavedBoxes,
    contacts: Contacts,
    joints: Joints,
    fields: Fields,
    /// Nothing in a scene without sensors.
    sensors: Option<Sensors>,
    pending: Pending,
    events: Streams,
    solver: Solver,
    config: [SceneConfig; 2],
    search_pause: Real,
    structure: Arc<Structure>,
}

impl Snapshot {
    /// How many bytes it fills, without what it shares with others.
    pub fn size(&self) -> usize {
        let sensors = self.sensors.as_ref().map_or(0, Sensors::size);
        size_of::<Self>()
            + self.motion.size()
            + self.boxes.size()
            + self.contacts.size()
            + self.joints.size()
            + self.fields.size()
            + sensors
    }

    /// Whether both share one copy of what their scene is made of. [`size`](Self::size) counts that copy for neither.
    pub fn shares_with(&self, other: &Self) -> bool {
        match (&self.base.0, &other.base.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }

    /// The [`state_hash`](Scene::state_hash) of the scene as it was; that of an empty scene before the first call of
    /// [`Scene::save_into`]. Worked out when it is asked for.
    pub fn hash(&self) -> u64 {
        let Some(base) = &self.base.0 else { return Scene::EMPTY_HASH };
        let places = self.motion.places(base);
        let states = base.bodies.keys.iter().map(|(key, index)| {
            let saved = places.get(key).map(|place| &self.motion.states[*place as usize]);
            saved.unwrap_or(&base.bodies.states[*index as usize])
        });
        Scene::hash_of(states, &self.joints)
    }
}

impl Snapshot {
    /// A scene of this moment; `None` before the first call of [`Scene::save_into`].
    #[cfg(feature = "serde")]
    pub(crate) fn scene(&self) -> Option<Scene> {
        let mut scene = Scene::clone(self.base.0.as_deref()?);
        scene.put_back(self).ok().map(|()| scene)
    }
}

impl Scene {
    /// Saves the scene as it is now, in the memory of an older moment.
    ///
    /// The first call after something was added, removed or made anew (a shape, a mass, a filter, a cell of a tile map; also
    /// cells that bodies came near) copies the scene. Others copy what moves.
    ///
    /// # Errors
    /// Never, so far.
    pub fn save_into(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        if self.base.0.is_none() {
            self.broad.refresh();
            let copy = Self { base: Base::default(), ..self.clone() };
            self.base.0 = Some(Arc::new(copy));
        }
        let Snapshot {
            base,
            motion,
            boxes,
            contacts,
            joints,
            fields,
            sensors,
            pending,
            events,
            solver,
            config,
            search_pause,
            structure,
        } = snapshot;
        base.clone_from(&self.base);
        motion.save(self);
        self.broad.save_boxes(boxes);
        contacts.clone_from(&self.contacts);
        joints.clone_from(&self.joints);
        fields.clone_from(&self.fields);
        if self.sensors.is_empty() {
            *sensors = None;
        } else {
            sensors.get_or_insert_with(|| self.sensors.clone()).clone_from(&self.sensors);
        }
        pending.clone_from(&self.pending);
        events.clone_from(&self.events);
        solver.clone_from(&self.solver);
        *config = [self.config, self.applied];
        *search_pause = self.search_pause;
        structure.clone_from(&self.structure);
        Ok(())
    }

    /// Goes back to a moment of this scene or of a copy: every bit is as it was, and so is every bit of the steps that follow.
    ///
    /// Keys are as they were, too. What was added since is gone, and what is added next gets the keys that were given out
    /// then, as netcode wants that repeats what happened. To go on differently, and to keep keys of what is gone from naming
    /// something else, there is [`restore_as_branch`](Self::restore_as_branch).
    ///
    /// # Errors
    /// [`Error::EmptySnapshot`] if nothing was saved into it.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.noted_restore(snapshot, false, |scene| scene.put_back(snapshot))
    }

    fn put_back(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        let Some(base) = &snapshot.base.0 else { return Err(Error::EmptySnapshot) };
        let is_same = self.base.0.as_ref().is_some_and(|own| Arc::ptr_eq(own, base));
        if !is_same {
            self.clone_from(base);
            self.base.clone_from(&snapshot.base);
        }
        [self.config, self.applied] = snapshot.config;
        snapshot.motion.restore(self, &snapshot.contacts);
        self.broad.restore_boxes(&snapshot.boxes);
        self.contacts.clone_from(&snapshot.contacts);
        self.joints.clone_from(&snapshot.joints);
        self.fields.clone_from(&snapshot.fields);
        if let Some(sensors) = &snapshot.sensors {
            self.sensors.clone_from(sensors);
        }
        self.pending.clone_from(&snapshot.pending);
        self.events.clone_from(&snapshot.events);
        self.solver.clone_from(&snapshot.solver);
        self.search_pause = snapshot.search_pause;
        self.awake_pieces.forget();
        self.moves.forget();
        self.structure.clone_from(&snapshot.structure);
        Ok(())
    }

    /// [`restore`](Self::restore) for tools that go on differently from there: keys that were given out since the moment name
    /// nothing for ever. So a key that the caller has kept never leads to another body than it did.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let mut saved = Snapshot::default();
    /// scene.save_into(&mut saved)?;
    /// let first = scene.add_body(Body::dynamic())?;
    ///
    /// scene.restore(&saved)?; // what is done again gets the same keys
    /// assert_eq!(scene.add_body(Body::dynamic())?, first);
    ///
    /// scene.restore_as_branch(&saved)?; // and what is something else gets others
    /// assert!(scene.body(first).is_err());
    /// assert_ne!(scene.add_body(Body::dynamic())?, first);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::EmptySnapshot`] if nothing was saved into it.
    pub fn restore_as_branch(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.noted_restore(snapshot, true, |scene| scene.branch_off(snapshot))
    }

    fn branch_off(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        if snapshot.base.0.is_none() {
            return Err(Error::EmptySnapshot);
        }
        let given_out = GivenOut::of(self);
        self.forget_base();
        self.put_back(snapshot)?;
        given_out.retire(self);
        self.forget_base();
        Ok(())
    }

    /// Something that a scene is made of changes.
    #[inline]
    pub(crate) fn forget_base(&mut self) {
        self.base.forget();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::prelude::*;

    /// Lifts that start and stop, forces, sleep and joints are motion: nothing is copied for them.
    #[test]
    fn what_moves_does_not_make_another_base() {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5)]).unwrap();
        let lift = Body::kinematic().position([20.0, 0.0]);
        let lift = scene.add(lift, [Collider::cuboid(1.0, 0.5)]).unwrap();
        let map = Collider::tiles(0.5, [[Cell::Full; 4]; 2]);
        let cart = scene.add(Body::kinematic().position([40.0, 0.0]), [map]).unwrap();
        let ball = Body::dynamic().position([0.0, 1.2]);
        let ball = scene.add(ball, [Collider::circle(0.5)]).unwrap();
        scene.add_joint(Joint::target(ball, [0.0, 1.5]).max_force(40.0)).unwrap();
        let mut saved = Snapshot::default();
        // Cells and seams are looked for in the first steps.
        for _ in 0..3 {
            scene.step(1.0 / 60.0).unwrap();
        }
        scene.save_into(&mut saved).unwrap();
        let base = saved.base.0.clone().unwrap();
        for step in 0..90_u8 {
            // They stand apart from all else: what comes to or leaves neighbours has other seams.
            let speed = if step % 30 < 20 { 0.0 } else { 1.0 };
            for key in [cart, lift] {
                scene.body_mut(key).unwrap().set_velocity([0.0, speed]).unwrap();
            }
            scene.body_mut(ball).unwrap().apply_force([1.0, 0.0]).unwrap();
            scene.step(1.0 / 60.0).unwrap();
            scene.save_into(&mut saved).unwrap();
            assert!(Arc::ptr_eq(&base, saved.base.0.as_ref().unwrap()), "{step}");
        }
        let mut other = Snapshot::default();
        assert!(!saved.shares_with(&other) && !other.shares_with(&other.clone()));
        scene.save_into(&mut other).unwrap();
        assert!(saved.shares_with(&other));
        scene.add_body(Body::dynamic()).unwrap();
        scene.save_into(&mut other).unwrap();
        assert!(!saved.shares_with(&other));
    }
}
