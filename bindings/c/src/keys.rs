//! Keys as numbers.

use umbra::prelude::*;

/// Names a body of a scene. Never 0, and never used again for another body of that scene. A key of
/// another scene is not recognised as such.
pub type UmbraBodyKey = u64;
/// Names a collider of a scene. Never 0, and never used again for another one of that scene.
pub type UmbraColliderKey = u64;
/// Names a joint of a scene. Never 0, and never used again for another one of that scene.
pub type UmbraJointKey = u64;
/// Names a field of a scene. Never 0, and never used again for another one of that scene.
pub type UmbraFieldKey = u64;
/// Names a portal of a scene. Never 0, and never used again for another one of that scene.
pub type UmbraPortalKey = u64;

pub(crate) fn body(bits: UmbraBodyKey) -> BodyKey {
    BodyKey::from_bits(bits)
}

pub(crate) fn collider(bits: UmbraColliderKey) -> ColliderKey {
    ColliderKey::from_bits(bits)
}

pub(crate) fn joint(bits: UmbraJointKey) -> JointKey {
    JointKey::from_bits(bits)
}

pub(crate) fn field(bits: UmbraFieldKey) -> FieldKey {
    FieldKey::from_bits(bits)
}

pub(crate) fn portal(bits: UmbraPortalKey) -> PortalKey {
    PortalKey::from_bits(bits)
}

/// An optional body: 0 is none.
pub(crate) fn body_or_none(bits: UmbraBodyKey) -> Option<BodyKey> {
    (bits != 0).then(|| body(bits))
}

pub(crate) fn bodies(bits: &[UmbraBodyKey]) -> Vec<BodyKey> {
    bits.iter().copied().map(body).collect()
}

/// Index of the body for an array beside the scene: no two bodies that exist at the same time share
/// one, and none exceeds the largest number of bodies that ever existed at once.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_body_index(body: UmbraBodyKey) -> usize {
    self::body(body).index()
}

/// Index of the collider for an array beside the scene, as `umbra_body_index`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_index(collider: UmbraColliderKey) -> usize {
    self::collider(collider).index()
}

/// Index of the joint for an array beside the scene, as `umbra_body_index`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_joint_index(joint: UmbraJointKey) -> usize {
    self::joint(joint).index()
}
