//! The calls of a scene by which a file is loaded.

use umbra_geom::Real;
use umbra_world::body::BodyDef;
use umbra_world::collider::NewPiece;
use umbra_world::joint::JointDef;
use umbra_world::world::ColliderDef;
use umbra_world::{BodyKey, Error, Field, JointKey, Portal, SceneConfig, World};

/// Scene that can be built from a file: the calls that users make, so that a file brings in nothing that these refuse.
pub trait BuildScene: Sized {
    /// Scene without bodies.
    ///
    /// # Errors
    /// When a value of the configuration makes no sense.
    fn empty(config: SceneConfig) -> Result<Self, Error>;

    /// World of the scene, which takes over the state.
    fn world(&mut self) -> &mut World;

    /// Adds a body.
    ///
    /// # Errors
    /// When a number makes no sense.
    fn add_body(&mut self, body: BodyDef) -> Result<BodyKey, Error>;

    /// Gives a body what adding it cannot, once its colliders are there. The velocity is that of
    /// the centre of mass.
    ///
    /// # Errors
    /// When an edit is refused.
    fn finish_body(
        &mut self,
        key: BodyKey,
        body: &BodyDef,
        drops_through: bool,
    ) -> Result<(), Error>;

    /// Sets the impulse that breaks a body.
    ///
    /// # Errors
    /// When there is no such body, or the number makes no sense.
    fn set_toughness(&mut self, body: BodyKey, toughness: Real) -> Result<(), Error>;

    /// Adds a collider that is made of these pieces.
    ///
    /// # Errors
    /// When there is no such body, or a tile map gets a dynamic one.
    fn add_collider(
        &mut self,
        body: BodyKey,
        collider: &ColliderDef,
        pieces: Vec<NewPiece>,
        enabled: bool,
    ) -> Result<(), Error>;

    /// Adds a joint.
    ///
    /// # Errors
    /// When one of its bodies or joints is not there, or cannot be joined.
    fn add_joint(&mut self, joint: &JointDef) -> Result<JointKey, Error>;

    /// Adds a field, and wakes what sleeps in it.
    ///
    /// # Errors
    /// When a number makes no sense, or there is no such body.
    fn add_field(&mut self, field: Field) -> Result<(), Error>;

    /// Adds a portal, and wakes what sleeps at it.
    ///
    /// # Errors
    /// When a number makes no sense.
    fn add_portal(&mut self, portal: Portal) -> Result<(), Error>;
}
