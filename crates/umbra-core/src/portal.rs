//! Portals come, change and go.

use umbra_geom::{Point, Pose, Real, Vector};

use crate::{BodyKey, Edit, Error, Portal, PortalKey, Scene};

/// Portal of a scene, to be changed. Each change wakes the bodies that sleep where it is or was.
/// What is on its way through stays where its middle is. Setting a value that it already has
/// changes nothing.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let (from, to) = ([[0.0, 0.0], [2.0, 0.0]], [[9.0, 0.0], [7.0, 0.0]]);
/// let portal = scene.add_portal(Portal::new(from, to))?;
/// scene.portal_mut(portal)?.set_enabled(false); // closed for a while
/// assert!(!scene.portal(portal)?.is_enabled());
/// scene.portal_mut(portal)?.set(Portal::new(from, to).one_way(true))?;
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct PortalMut<'a> {
    scene: &'a mut Scene,
    key: PortalKey,
}

impl PortalMut<'_> {
    /// The portal, to be read.
    pub fn view(&self) -> &Portal {
        let portals = &self.scene.world.portals;
        // The key is of a portal of the scene.
        &portals.list[portals.index(self.key).unwrap_or_default()].portal
    }

    /// Replaces the portal by another one, which keeps the key.
    ///
    /// # Errors
    /// When a number is not finite or too large, or the two segments are not equally long.
    pub fn set(&mut self, portal: Portal) -> Result<(), Error> {
        self.scene.edit_portal(self.key, portal)
    }

    /// Opens or closes the portal.
    pub fn set_enabled(&mut self, enabled: bool) {
        let portal = self.view().enabled(enabled);
        // A portal that is there was not refused.
        let _ = self.set(portal);
    }
}

impl Scene {
    /// Adds a portal, and wakes the bodies that sleep where it is.
    ///
    /// # Errors
    /// When a number is not finite or too large, or the two segments are not equally long.
    pub fn add_portal(&mut self, portal: Portal) -> Result<PortalKey, Error> {
        let portal = portal.checked()?;
        self.noted(
            || Edit::AddPortal(portal),
            |scene| {
                scene.world.wake_at_portal(&portal);
                Ok(scene.world.portals.add(portal))
            },
        )
    }

    /// Removes a portal. What is on its way through stays where its middle is.
    ///
    /// # Errors
    /// When there is no such portal.
    pub fn remove_portal(&mut self, key: PortalKey) -> Result<(), Error> {
        let index = self.world.portals.index(key)?;
        self.noted(
            || Edit::RemovePortal(key),
            |scene| {
                scene.world.close_portal(index);
                scene.world.portals.list.remove(index);
                Ok(())
            },
        )
    }

    /// A portal to be read.
    ///
    /// # Errors
    /// When there is no such portal; it may have been removed.
    pub fn portal(&self, key: PortalKey) -> Result<&Portal, Error> {
        self.world.portals.index(key).map(|index| &self.world.portals.list[index].portal)
    }

    /// A portal to be changed.
    ///
    /// # Errors
    /// When there is no such portal; it may have been removed.
    pub fn portal_mut(&mut self, key: PortalKey) -> Result<PortalMut<'_>, Error> {
        self.world.portals.index(key).map(|_| PortalMut { scene: self, key })
    }

    /// The keys of all portals, in the order in which they were added.
    pub fn portals(&self) -> impl Iterator<Item = PortalKey> + '_ {
        self.world.portals.list.iter().map(|info| info.key)
    }

    /// Number of portals.
    pub fn portal_count(&self) -> usize {
        self.world.portals.list.len()
    }

    /// The bodies that are on their way through a portal, each with the pose at which it is seen a
    /// second time: to draw it there as well.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let [right, left] = [4.0, -4.0].map(|x| [[x, -3.0], [x, 3.0]]);
    /// scene.add_portal(Portal::new(right, left))?;
    /// let ball = scene.add(Body::dynamic().position([3.75, 0.0]), [Collider::circle(0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let [(body, pose)] = scene.images().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!((body, pose.translation.x), (ball, -4.25));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn images(&self) -> impl Iterator<Item = (BodyKey, Pose)> + '_ {
        let crossings = self.world.portals.crossings.iter();
        crossings.filter(|crossing| self.world.is_solid(crossing)).filter_map(|it| {
            let image = self.world.bodies.index(it.image).ok()?;
            Some((self.world.bodies.infos[image].original(), self.world.bodies.pose(image)))
        })
    }

    /// The motion through the first portal that a straight way enters, for what a game moves by
    /// itself: where it is, and how it moves, turns by that.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// // In at the right, out at the top.
    /// scene.add_portal(Portal::new([[4.0, -1.0], [4.0, 1.0]], [[1.0, 6.0], [-1.0, 6.0]]))?;
    /// let (mut place, mut velocity) = (Point::new(3.5, 0.0), Vector::new(1.0, 0.0));
    /// if let Some(motion) = scene.portal_on_way(place, velocity) {
    ///     place = motion * (place + velocity);
    ///     velocity = motion * velocity;
    /// }
    /// assert!((place - Point::new(0.0, 6.5)).norm() < 1e-6);
    /// assert!((velocity - Vector::new(0.0, 1.0)).norm() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn portal_on_way(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
    ) -> Option<Pose> {
        self.world.portal_on_way(origin.into(), translation.into())
    }

    /// Motions through the portals that are no farther in front of a point than `reach`.
    pub(crate) fn portals_before(&self, at: Point, reach: Real) -> impl Iterator<Item = Pose> {
        self.world.portals_before(at, reach)
    }

    /// Makes another portal of one.
    pub(crate) fn edit_portal(&mut self, key: PortalKey, portal: Portal) -> Result<(), Error> {
        let index = self.world.portals.index(key)?;
        let portal = portal.checked()?;
        if self.world.portals.list[index].portal == portal {
            return Ok(());
        }
        self.noted(
            || Edit::Portal(key, portal),
            |scene| {
                scene.world.close_portal(index);
                scene.world.portals.list[index].portal = portal;
                scene.world.wake_at_portal(&portal);
                Ok(())
            },
        )
    }
}
