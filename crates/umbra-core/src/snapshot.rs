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
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// True if both share one copy of the data that steps do not change. [`size`](Self::size)
    /// counts that copy for neither.
    pub fn shares_with(&self, other: &Self) -> bool {
        self.0.shares_with(&other.0)
    }

    /// The [`state_hash`](crate::Scene::state_hash) of the saved scene; that of an empty scene
    /// before the first call of [`Scene::save_into`](crate::Scene::save_into). Computed on demand.
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }
}
