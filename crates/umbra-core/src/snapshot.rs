//! Moments of a scene, to go back to.

use umbra_world::snapshot::Saved;

/// Saved moment of a scene, to be restored: see [`Scene::save_into`](crate::Scene::save_into).
///
/// It holds the state that steps change. The rest, such as shapes, is shared by all snapshots
/// between which nothing was added, removed or rebuilt. It costs neither time nor memory per
/// snapshot, however large a level is.
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
pub struct Snapshot(pub(crate) Saved);

impl Snapshot {
    /// Size in bytes, without the data that it shares with other snapshots.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::tiles(1.0, vec![vec![Cell::Full; 500]; 100])])?;
    /// # let ball = Body::dynamic().position([50.0, 200.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut frame = Snapshot::default();
    /// scene.save_into(&mut frame)?;
    /// assert!(frame.size() < 10_000); // the map does not count: all snapshots share it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// True if both share one copy of the data that steps do not change. [`size`](Self::size)
    /// counts that copy for neither.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let [mut first, mut second] = [Snapshot::default(), Snapshot::default()];
    /// scene.save_into(&mut first)?;
    /// scene.step(1.0 / 60.0)?;
    /// scene.save_into(&mut second)?;
    /// assert!(first.shares_with(&second)); // nothing was added in between
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn shares_with(&self, other: &Self) -> bool {
        self.0.shares_with(&other.0)
    }

    /// The [`state_hash`](crate::Scene::state_hash) of the saved scene; that of an empty scene
    /// before the first call of [`Scene::save_into`](crate::Scene::save_into). Computed on demand.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut sent = Snapshot::default(); // to a player who joins
    /// scene.save_into(&mut sent)?;
    /// assert_eq!(sent.hash(), scene.state_hash());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }
}
