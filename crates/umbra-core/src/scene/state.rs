//! Copying, hashing, saving and restoring a scene.

use umbra_world::clone_by_field;

use crate::{Error, Scene, Snapshot};

impl Scene {
    /// A number over all poses and velocities, and the impulses of joints: equal for scenes that are the same to the last bit,
    /// and hardly ever for others.
    ///
    /// Two machines that simulate the same game compare it to know that they still agree.
    pub fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    /// Saves the scene as it is now, in the memory of an older moment.
    ///
    /// The first call after something was added, removed or made anew (a shape, a mass, a filter, a cell of a tile map; also
    /// cells that bodies came near) copies the scene. Others copy what moves.
    ///
    /// # Errors
    /// Never, so far.
    pub fn save_into(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        self.world.save_into(&mut snapshot.0)
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
        self.noted_restore(snapshot, false, |scene| {
            scene.moves.forget();
            scene.world.put_back(&snapshot.0)
        })
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
        self.noted_restore(snapshot, true, |scene| {
            scene.moves.forget();
            scene.world.branch_off(&snapshot.0)
        })
    }

    /// Makes anew what follows from the rest: trees, outlines, seams, islands and colours, lists. Nothing that can be seen
    /// changes, and the scene goes on with the same bits. For tests, and for those who store scenes without all that.
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
