//! Copying, hashing, saving and restoring a scene.

use umbra_world::clone_by_field;

use crate::{Error, Scene, Snapshot};

impl Scene {
    /// Hash of all poses, velocities and joint impulses: equal for scenes that are the same to the
    /// last bit. It does not cover contact impulses, sleep timers, whole turns, pending forces,
    /// user data or the configuration: such differences show in later steps, if they change a
    /// motion.
    ///
    /// Two machines that simulate the same game compare it to know that they still agree.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut other = scene.clone(); // on another machine
    /// scene.step(1.0 / 60.0)?;
    /// other.step(1.0 / 60.0)?;
    /// assert_eq!(scene.state_hash(), other.state_hash());
    /// other.body_mut(ball)?.apply_impulse([1e-5, 0.0])?;
    /// assert_ne!(scene.state_hash(), other.state_hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("checksum", "desync"))]
    pub fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    /// Saves the scene as it is now, in the memory of an older snapshot.
    ///
    /// The first call after something was added, removed or rebuilt (a shape, a mass, a filter, a
    /// cell of a tile map; also cells that bodies came near) copies the scene. Other calls copy
    /// only the moving state.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut frames = vec![Snapshot::default(); 8]; // a frame is saved over an older one
    /// for frame in 0..20 {
    ///     scene.save_into(&mut frames[frame % 8])?;
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// scene.restore(&frames[15 % 8])?;
    /// assert_eq!(scene.state_hash(), frames[15 % 8].hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// Never, so far.
    #[doc(alias("save state", "serialize"))]
    pub fn save_into(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        self.world.save_into(&mut snapshot.0)
    }

    /// Restores a moment of this scene or of a copy. Every bit is as it was, and so is every bit of
    /// the steps that follow.
    ///
    /// Keys are restored, too: things added since are gone, and the next ones added get the same
    /// keys again, as netcode needs it to repeat a sequence. To continue differently, call
    /// [`restore_as_branch`](Self::restore_as_branch), which keeps old keys from naming new things.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut checkpoint = Snapshot::default();
    /// scene.save_into(&mut checkpoint)?;
    /// scene.step(1.0)?;
    /// scene.remove_body(ball)?;
    /// scene.restore(&checkpoint)?;
    /// assert_eq!(scene.body(ball)?.position().y, 5.0); // it is back, with its key
    /// assert_eq!(scene.restore(&Snapshot::default()), Err(umbra::Error::EmptySnapshot));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::EmptySnapshot`] if nothing was saved into it.
    #[doc(alias("load state", "rollback", "rewind"))]
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.noted_restore(snapshot, false, |scene| {
            scene.moves.forget();
            scene.world.put_back(&snapshot.0)
        })
    }

    /// Does the same as [`restore`](Self::restore), for tools that continue differently from there:
    /// keys issued since the saved moment are never reused. A key that the caller has kept thus
    /// never names another body.
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
        self.noted_restore(snapshot, true, |scene| {
            scene.moves.forget();
            scene.world.branch_off(&snapshot.0)
        })
    }

    /// Rebuilds derived data: trees, outlines, seams, islands and colours, lists. No result
    /// changes, and the scene continues with the same bits. For tests, and for scenes stored
    /// without derived data.
    ///
    /// # Errors
    /// When a link is broken, which is a bug.
    #[doc(hidden)]
    pub fn rebuild_derived(&mut self) -> Result<(), Error> {
        self.moves.forget();
        self.stepper = Default::default();
        self.world.rebuild_derived()
    }

    /// Checks every link between bodies, colliders, contacts and the broad phase, in time
    /// proportional to the size of the scene. For tests: a scene never fails this, whatever was
    /// called.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the first rule found broken.
    pub fn validate(&self) -> Result<(), Error> {
        self.world.validate()
    }
}

clone_by_field!(Scene { world, stepper, recorded, moves });
