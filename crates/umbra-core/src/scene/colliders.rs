//! Colliders come and go, and give their bodies mass.

use umbra_world::collider::NewPiece;
use umbra_world::world::ColliderDef;

use crate::value::CheckedCollider;
use crate::{
    BodyKey, BodyRef, Collider, ColliderKey, ColliderMut, ColliderRef, Edit, Error, Scene,
};

impl Scene {
    /// Adds a collider to a body, and its mass to the body's.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let tank = scene.add_body(Body::dynamic())?;
    /// let hull = scene.add_collider(tank, Collider::cuboid(2.0, 0.5).density(8.0))?;
    /// let eye = scene.add_collider(tank, Collider::circle(9.0).sensor(true))?;
    /// assert!(scene.body(tank)?.colliders().eq([hull, eye]));
    /// assert_eq!(scene.body(tank)?.mass(), 32.0); // sensors weigh nothing
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, the builder got an invalid value (its error is returned here),
    /// or the body is dynamic and the collider a tile map, which has no mass.
    #[allow(clippy::needless_pass_by_value, reason = "a builder is used up")]
    pub fn add_collider(
        &mut self,
        body: BodyKey,
        collider: Collider,
    ) -> Result<ColliderKey, Error> {
        self.noted(
            || Edit::AddCollider(body, collider.clone()),
            |scene| scene.insert_collider(body, &collider.def, collider.pieces()?),
        )
    }

    /// Adds a collider that is made of these.
    pub(crate) fn insert_collider(
        &mut self,
        body: BodyKey,
        collider: &ColliderDef,
        pieces: Vec<NewPiece>,
    ) -> Result<ColliderKey, Error> {
        self.world.body(body)?;
        let new = collider.to_insert(pieces);
        let keys = self.world.insert_colliders(body, [new])?;
        self.world.empty_images_of(body);
        Ok(keys[0])
    }

    /// Adds colliders that were checked to a body, and sums up its mass once.
    pub(crate) fn add_checked(
        &mut self,
        body: BodyKey,
        colliders: Vec<CheckedCollider>,
    ) -> Result<(), Error> {
        let new = colliders.into_iter().map(|it| it.collider.def.to_insert(it.pieces));
        self.world.insert_colliders(body, new).map(drop)
    }

    /// The body of a collider that is there.
    pub(crate) fn body_of(&self, collider: ColliderKey) -> Option<BodyRef<'_>> {
        self.body(self.world.colliders.infos.get(collider)?.body).ok()
    }

    /// Takes a collider out, and its mass from its body's.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let parts = [2.0, 1.0].map(|mass| Collider::circle(0.5).mass(mass).at([mass, 0.0]));
    /// let robot = scene.add(Body::dynamic(), parts)?;
    /// let arm = scene.body(robot)?.colliders().last().unwrap();
    /// scene.remove_collider(arm)?; // shot off
    /// assert_eq!(scene.body(robot)?.mass(), 2.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such collider.
    pub fn remove_collider(&mut self, key: ColliderKey) -> Result<(), Error> {
        self.world.collider(key)?;
        self.noted(|| Edit::RemoveCollider(key), |scene| scene.world.take_out_collider(key))
    }

    /// A collider to be read.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let block = Body::dynamic().position([0.0, 0.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let key = scene.body(block)?.colliders().next().unwrap();
    /// assert_eq!(scene.collider(key)?.density(), 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such collider; it may have been removed.
    pub fn collider(&self, key: ColliderKey) -> Result<ColliderRef<'_>, Error> {
        self.world.collider(key)?;
        ColliderRef::new(self, key).ok_or(Error::NoSuchCollider(key))
    }

    /// A collider to be changed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// let key = scene.body(ground)?.colliders().next().unwrap();
    /// scene.collider_mut(key)?.set_user_data(7);
    /// assert_eq!(scene.collider(key)?.user_data(), 7);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such collider; it may have been removed.
    pub fn collider_mut(&mut self, key: ColliderKey) -> Result<ColliderMut<'_>, Error> {
        self.world.collider(key)?;
        Ok(ColliderMut::new(self, key))
    }

    /// Number of colliders.
    pub fn collider_count(&self) -> usize {
        self.world.colliders.infos.len() - self.world.portals.originals.len()
    }

    /// Keys of all colliders, in an order that depends on the history of additions and removals.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderKey> + '_ {
        // Those of images are copies.
        let copies = &self.world.portals.originals;
        self.world.colliders.infos.keys().filter(|key| !copies.contains_key(*key))
    }
}
