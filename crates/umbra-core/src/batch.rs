//! Many scenes, stepped together: for learning, planning and search.
//!
//! Threads take the scenes in groups. The memory that a step fills anew belongs to the group, not
//! to the scene: a scene that waits keeps what it is made of, and no more.

use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::SearchMemory;
use umbra_geom::Real;
use umbra_solver::{Solver, StructureScratch};
use umbra_world::step::Stepper;

use crate::{Error, Scene, Snapshot};

/// Number of scenes that a thread steps with the same scratch memory before it takes other ones.
const GROUP: usize = 16;

/// Many scenes that are stepped together, on all threads of the current rayon pool.
///
/// Each scene comes to the same bits as if it were stepped alone. Scenes need not be alike, but
/// most often they are copies of one. Their profiles ([`Scene::profile`]) are not kept.
///
/// One thread steps a scene from its begin to its end, unless the scene has more than a thousand
/// contacts. Without the feature `parallel`, one thread steps all of them.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let ball = scene.add(Body::dynamic().position([0.0, 5.0]), [Collider::circle(0.5)])?;
/// let mut batch = Batch::new(&scene, 64);
/// for (index, scene) in batch.scenes_mut().iter_mut().enumerate() {
///     scene.body_mut(ball)?.set_velocity([index as f32, 0.0])?; // 64 throws at once
/// }
/// for _ in 0..60 {
///     batch.step(1.0 / 60.0)?;
/// }
/// let reach = batch.scenes()[63].body(ball)?.position().x;
/// assert!(reach > 60.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug, Default)]
#[doc(alias("vectorized", "environments", "worlds"))]
pub struct Batch {
    scenes: Vec<Scene>,
    /// Memory for steps that no thread uses now.
    scratch: Mutex<Vec<Scratch>>,
}

/// Memory that a step fills anew.
#[derive(Debug)]
struct Scratch {
    stepper: Option<Box<Stepper>>,
    solver: Solver,
    structure: StructureScratch,
    search: SearchMemory,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            stepper: Some(Box::new(Stepper::untimed())),
            solver: Solver::default(),
            structure: StructureScratch::default(),
            search: SearchMemory::default(),
        }
    }
}

impl Scratch {
    /// Gives the memory to a scene, or takes it back.
    fn swap(&mut self, scene: &mut Scene) {
        core::mem::swap(&mut self.stepper, &mut scene.stepper);
        let world = &mut scene.world;
        world.write_contacts();
        self.solver.swap_scratch(&mut world.solver);
        world.broad.swap_memory(&mut self.search);
        // A structure that scenes share is copied when it is built anew, and gets memory of its own.
        if let Some(structure) = Arc::get_mut(&mut world.structure) {
            structure.swap_scratch(&mut self.structure);
        }
    }

    /// Takes the memory back from a scene, which keeps none.
    fn take_back(&mut self, scene: &mut Scene) {
        self.swap(scene);
        if let Some(structure) = Arc::get_mut(&mut scene.world.structure) {
            structure.swap_scratch(&mut StructureScratch::default());
        }
    }
}

impl Clone for Batch {
    fn clone(&self) -> Self {
        Self { scenes: self.scenes.clone(), scratch: Mutex::default() }
    }
}

impl FromIterator<Scene> for Batch {
    /// A batch of scenes that are there already.
    fn from_iter<I: IntoIterator<Item = Scene>>(scenes: I) -> Self {
        let scenes = scenes.into_iter().map(|scene| Scene { stepper: None, ..scene });
        Self { scenes: scenes.collect(), scratch: Mutex::default() }
    }
}

impl Batch {
    /// Batch of `count` copies of a scene.
    pub fn new(scene: &Scene, count: usize) -> Self {
        core::iter::repeat_with(|| scene.clone()).take(count).collect()
    }

    /// Number of scenes.
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// True if there is no scene.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// The scenes.
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// The scenes, to be changed.
    pub fn scenes_mut(&mut self) -> &mut [Scene] {
        &mut self.scenes
    }

    /// Advances all scenes by `dt` seconds.
    ///
    /// # Errors
    /// The errors of [`Scene::step`], of the first scene that has one. Scenes of the same group
    /// that come after it are not stepped; other ones are.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        self.each(|_, scene| scene.step(dt))
    }

    /// Calls a function with the index of each scene and the scene, on all threads. It may step
    /// the scene more than once.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// # let mut batch = Batch::new(&scene, 8);
    /// batch.each(|index, scene| {
    ///     scene.body_mut(ball)?.apply_impulse([index as f32, 0.0])?; // the action
    ///     (0..4).try_for_each(|_| scene.step(1.0 / 240.0))
    /// })?;
    /// # assert!(batch.scenes()[7].body(ball)?.velocity().x > 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the first scene that has one, as with [`step`](Self::step).
    pub fn each(
        &mut self,
        visit: impl Fn(usize, &mut Scene) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let indices = 0..self.scenes.len();
        self.each_with(indices, |index, scene| visit(index, scene))
    }

    /// Calls a function with an item for each scene and the scene, on all threads: for example
    /// rows of an array into which observations are written. Scenes without an item are left
    /// alone.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// # let mut batch = Batch::new(&scene, 8);
    /// let mut heights = [0.0; 8];
    /// batch.each_with(&mut heights, |height, scene| {
    ///     scene.step(1.0)?;
    ///     *height = scene.body(ball)?.position().y;
    ///     Ok(())
    /// })?;
    /// assert!(heights.iter().all(|height| *height < -4.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the first scene that has one, as with [`step`](Self::step).
    pub fn each_with<T: Send>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        visit: impl Fn(T, &mut Scene) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let Self { scenes, scratch } = self;
        let mut pairs: Vec<_> = items.into_iter().map(Some).zip(scenes).collect();
        let group = |pairs: &mut [(Option<T>, &mut Scene)]| with_scratch(scratch, pairs, &visit);
        let size = group_of(pairs.len());
        #[cfg(feature = "parallel")]
        let groups = pairs.par_chunks_mut(size);
        #[cfg(not(feature = "parallel"))]
        let groups = pairs.chunks_mut(size);
        let results: Vec<_> = groups.map(group).collect();
        results.into_iter().collect()
    }

    /// Makes a scene a copy of another one, in the memory that it has. The keys of `scene` name
    /// the same things in the copy.
    ///
    /// # Panics
    /// When there is no scene of this index.
    pub fn reset(&mut self, index: usize, scene: &Scene) {
        self.scenes[index].clone_from(scene);
        self.scenes[index].stepper = None;
    }

    /// Puts a scene back to a snapshot, which may be one of another scene of the batch.
    ///
    /// # Errors
    /// The errors of [`Scene::restore`].
    ///
    /// # Panics
    /// When there is no scene of this index.
    pub fn restore(&mut self, index: usize, snapshot: &Snapshot) -> Result<(), Error> {
        self.scenes[index].restore(snapshot)
    }

    /// State hash of each scene: see [`Scene::state_hash`].
    pub fn hashes(&self) -> Vec<u64> {
        #[cfg(feature = "parallel")]
        let scenes = self.scenes.par_iter();
        #[cfg(not(feature = "parallel"))]
        let scenes = self.scenes.iter();
        scenes.map(Scene::state_hash).collect()
    }
}

/// Number of scenes in a group: fewer if there would be too few groups for all threads.
fn group_of(scenes: usize) -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    scenes.div_ceil(4 * threads).clamp(1, GROUP)
}

/// Visits the scenes of a group, lending them the same memory for their steps.
fn with_scratch<T>(
    unused: &Mutex<Vec<Scratch>>,
    group: &mut [(Option<T>, &mut Scene)],
    visit: &impl Fn(T, &mut Scene) -> Result<(), Error>,
) -> Result<(), Error> {
    let lock = || unused.lock().unwrap_or_else(PoisonError::into_inner);
    let mut scratch = lock().pop().unwrap_or_default();
    let result = group.iter_mut().try_for_each(|(item, scene)| {
        let Some(item) = item.take() else { return Ok(()) };
        scratch.swap(scene);
        let result = visit(item, scene);
        scratch.take_back(scene);
        result
    });
    lock().push(scratch);
    result
}

#[cfg(test)]
#[path = "../tests/unit/batch.rs"]
mod tests;
