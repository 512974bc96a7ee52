//! Colliders come and go, and give their bodies mass.

use umbra_world::collider::NewPiece;
use umbra_world::world::ColliderDef;

use crate::{BodyKey, Collider, ColliderKey, ColliderMut, ColliderRef, Edit, Error, Scene};

impl Scene {
    /// Adds a collider to a body, and its mass to the body's.
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
        let new = collider.to_insert(pieces);
        self.world.empty_images_of(body);
        self.world.insert_colliders(body, [new]).map(|keys| keys[0])
    }

    /// Takes a collider out, and its mass from its body's.
    ///
    /// # Errors
    /// When there is no such collider.
    pub fn remove_collider(&mut self, key: ColliderKey) -> Result<(), Error> {
        self.noted(|| Edit::RemoveCollider(key), |scene| scene.world.take_out_collider(key))
    }

    /// A collider to be read.
    ///
    /// # Errors
    /// When there is no such collider; it may have been removed.
    pub fn collider(&self, key: ColliderKey) -> Result<ColliderRef<'_>, Error> {
        ColliderRef::new(self, key).ok_or(Error::NoSuchCollider(key))
    }

    /// A collider to be changed.
    ///
    /// # Errors
    /// When there is no such collider; it may have been removed.
    pub fn collider_mut(&mut self, key: ColliderKey) -> Result<ColliderMut<'_>, Error> {
        self.world.colliders.info(key)?;
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
