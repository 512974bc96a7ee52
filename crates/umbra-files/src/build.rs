//! The calls of a scene by which a file is loaded.

use umbra_geom::Real;
use umbra_world::body::BodyDef;
use umbra_world::collider::NewPiece;
use umbra_world::joint::JointDef;
use umbra_world::world::ColliderDef;
use umbra_world::{BodyKey, Error, Field, JointKey, Portal, SceneConfig, World};

/// Scene that can be built from a file: the calls that users make, so that a file brings in nothing
/// that these refuse. Each returns the error that users get.
pub trait BuildScene: Sized {
    /// Scene without bodies.
    fn empty(config: SceneConfig) -> Result<Self, Error>;

    /// World of the scene, which takes over the state.
    fn world(&mut self) -> &mut World;

    /// Adds a body.
    fn add_body(&mut self, body: BodyDef) -> Result<BodyKey, Error>;

    /// Gives a body what adding it cannot, once its colliders are there. The velocity is that of
    /// the centre of mass.
    fn finish_body(
        &mut self,
        key: BodyKey,
        body: &BodyDef,
        drops_through: bool,
    ) -> Result<(), Error>;

    /// Sets the impulse that breaks a body.
    fn set_toughness(&mut self, body: BodyKey, toughness: Real) -> Result<(), Error>;

    /// Adds a collider that is made of these pieces.
    fn add_collider(
        &mut self,
        body: BodyKey,
        collider: &ColliderDef,
        pieces: Vec<NewPiece>,
        enabled: bool,
    ) -> Result<(), Error>;

    /// Adds a joint.
    fn add_joint(&mut self, joint: &JointDef) -> Result<JointKey, Error>;

    /// Adds a field, and wakes what sleeps in it.
    fn add_field(&mut self, field: Field) -> Result<(), Error>;

    /// Adds a portal, and wakes what sleeps at it.
    ///
    /// # Errors
    /// When a number makes no sense.
    fn add_portal(&mut self, portal: Portal) -> Result<(), Error>;
}
