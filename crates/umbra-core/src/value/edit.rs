//! Edits: changes of a scene as values. Each kind of thing has one function that applies them:
//! [`Scene::edit_body`], [`Scene::edit_collider`], [`Scene::edit_joint`]. [`Scene::edit`] calls
//! these.
//!
//! Each function first checks the edit and all that it depends on, and refuses it before anything
//! is changed. Then one table with a line for each edit says which derived data becomes dirty.

use umbra_geom::{Point, Vector};

use crate::{
    Body, BodyEdit, BodyKey, Carving, Collider, ColliderEdit, ColliderKey, Explosion, Field,
    FieldKey,
};
use crate::{JointBuilder, JointEdit, JointKey, NewShapes, Part, Portal, PortalKey, SceneConfig};

/// Change of a scene, as a value: for undo in tools, for bindings that send many changes in one
/// call, and for networks. `Scene::edit` applies it.
///
/// Every call that changes a scene has an edit that does the same. Calls that read the current
/// value first, such as [`BodyMut::set_angle`](crate::BodyMut::set_angle), make an edit with the
/// resulting values.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let Added::Body(ball) = scene.edit(Edit::AddBody(Body::dynamic()))? else { panic!() };
/// let edits = [
///     Edit::AddCollider(ball, Collider::circle(0.5)),
///     Edit::Body(ball, BodyEdit::GravityScale(0.0)),
///     Edit::Body(ball, BodyEdit::Velocity(Vector::new(2.0, 0.0))),
/// ];
/// for edit in edits {
///     scene.edit(edit)?;
/// }
/// scene.step(0.5)?;
/// assert!((scene.body(ball)?.position().x - 1.0).abs() < 1e-5);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Edit {
    /// `Scene::add_body`.
    AddBody(Body),
    /// `Scene::remove_body`.
    RemoveBody(BodyKey),
    /// A change of a body.
    Body(BodyKey, BodyEdit),
    /// `Scene::add_collider`.
    AddCollider(BodyKey, Collider),
    /// `Scene::remove_collider`.
    RemoveCollider(ColliderKey),
    /// A change of a collider.
    Collider(ColliderKey, ColliderEdit),
    /// `Scene::add_joint`.
    AddJoint(JointBuilder),
    /// `Scene::remove_joint`.
    RemoveJoint(JointKey),
    /// A change of a joint.
    Joint(JointKey, JointEdit),
    /// Another configuration.
    Config(SceneConfig),
    /// `Scene::clear`.
    Clear,
    /// `Scene::shift_origin`.
    ShiftOrigin(Vector),
    /// `Scene::insert`.
    Insert(Box<Part>),
    /// `Scene::add_field`.
    AddField(Field),
    /// [`FieldMut::set`](crate::FieldMut::set).
    Field(FieldKey, Field),
    /// `Scene::remove_field`.
    RemoveField(FieldKey),
    /// `Scene::split_body`.
    SplitBody(BodyKey, [Point; 2]),
    /// `Scene::shatter_body`.
    ShatterBody(BodyKey, Point, u32),
    /// `Scene::carve_body`.
    CarveBody(BodyKey, Vec<Point>),
    /// `Scene::carve`.
    Carve(Box<Carving>),
    /// `Scene::explode`.
    Explode(Explosion),
    /// `Scene::add_portal`.
    AddPortal(Portal),
    /// [`PortalMut::set`](crate::PortalMut::set).
    Portal(PortalKey, Portal),
    /// `Scene::remove_portal`.
    RemovePortal(PortalKey),
    /// `JointMut::set_bodies`.
    BindJoint(JointKey, [BodyKey; 2]),
    /// `Scene::exchange_shapes`.
    ExchangeShapes(BodyKey, Vec<NewShapes>),
}

/// Key of the thing that an [`Edit`] added to a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Added {
    /// Nothing: the edit was of another kind.
    Nothing,
    /// A body.
    Body(BodyKey),
    /// A collider.
    Collider(ColliderKey),
    /// A joint.
    Joint(JointKey),
    /// A field.
    Field(FieldKey),
    /// A portal.
    Portal(PortalKey),
}
