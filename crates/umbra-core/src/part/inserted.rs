//! Keys of an inserted part: the new ones, by the old ones.

use crate::{BodyKey, ColliderKey, Error, FieldKey, JointKey};
use umbra_geom::sort::Arrange;

/// Keys of all that [`Scene::insert`](crate::Scene::insert) has added, in the order of the part,
/// found by the old keys, too.
///
/// A rope, soft body, car or character that was extracted with its bodies is found again by them:
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut here = Scene::new(SceneConfig::default())?;
/// let blob = build::blob(&mut here, [0.0, 2.0], 0.5)?;
/// let bodies: Vec<_> = blob.bodies().collect();
/// let part = here.extract(&bodies)?;
///
/// let mut there = Scene::new(SceneConfig::default())?;
/// let inserted = there.insert(&part)?;
/// let blob = blob.after_insert(&inserted)?;
/// assert!((blob.center(&there)?.y - 2.0).abs() < 1e-3);
/// assert!(there.body(inserted.body(bodies[0])?).is_ok());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inserted {
    /// The bodies: see [`Part::bodies`](crate::Part::bodies).
    pub bodies: Vec<BodyKey>,
    /// Their colliders.
    pub colliders: Vec<ColliderKey>,
    /// The joints between them.
    pub joints: Vec<JointKey>,
    /// The fields on them.
    pub fields: Vec<FieldKey>,
    pub(super) renamed: Renamed,
}

/// Pairs of an old and a new key, in the order of the old ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Renamed {
    bodies: Vec<(BodyKey, BodyKey)>,
    colliders: Vec<(ColliderKey, ColliderKey)>,
    joints: Vec<(JointKey, JointKey)>,
    fields: Vec<(FieldKey, FieldKey)>,
}

/// The old keys of what a part holds, in its order.
pub(super) struct OldKeys<B, C, J, F> {
    pub(super) bodies: B,
    pub(super) colliders: C,
    pub(super) joints: J,
    pub(super) fields: F,
}

impl Inserted {
    /// The new key of a body that had this one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let door = Body::dynamic().position([0.0, 0.0]);
    /// # let door = scene.add(door, [Collider::circle(0.5)])?;
    /// // Two copies of a house, with its door:
    /// let house = scene.part_of(&[door])?;
    /// let first = scene.insert(&house)?;
    /// let second = scene.insert(&house)?;
    /// assert_ne!(first.body(door)?, second.body(door)?);
    /// assert!(first.body(second.body(door)?).is_err()); // no key of the part
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchBody`] if the part did not hold it.
    pub fn body(&self, old: BodyKey) -> Result<BodyKey, Error> {
        found(&self.renamed.bodies, old).ok_or(Error::NoSuchBody(old))
    }

    /// The new key of a collider that had this one.
    ///
    /// # Errors
    /// [`Error::NoSuchCollider`] if the part did not hold it.
    pub fn collider(&self, old: ColliderKey) -> Result<ColliderKey, Error> {
        found(&self.renamed.colliders, old).ok_or(Error::NoSuchCollider(old))
    }

    /// The new key of a joint that had this one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let arm = Body::dynamic().position([0.0, 0.0]);
    /// # let arm = scene.add(arm, [Collider::circle(0.5)])?;
    /// # let hand = Body::dynamic().position([1.0, 0.0]);
    /// # let hand = scene.add(hand, [Collider::circle(0.5)])?;
    /// let wrist = Joint::revolute(arm, hand, [0.5, 0.0]).motor(0.0, 5.0);
    /// let wrist = scene.add_joint(wrist)?;
    /// let copy = scene.insert(&scene.part_of(&[arm, hand])?)?;
    /// scene.joint_mut(copy.joint(wrist)?)?.set_motor(2.0, 5.0)?; // only the copy waves
    /// assert_eq!(scene.joint(wrist)?.motor(), Some([0.0, 5.0]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchJoint`] if the part did not hold it: only joints between bodies of the part
    /// are in it.
    pub fn joint(&self, old: JointKey) -> Result<JointKey, Error> {
        found(&self.renamed.joints, old).ok_or(Error::NoSuchJoint(old))
    }

    /// The new key of a field that had this one.
    ///
    /// # Errors
    /// [`Error::NoSuchField`] if the part did not hold it: only fields on bodies of the part are in
    /// it.
    pub fn field(&self, old: FieldKey) -> Result<FieldKey, Error> {
        found(&self.renamed.fields, old).ok_or(Error::NoSuchField(old))
    }

    /// The new keys of several bodies.
    ///
    /// # Errors
    /// As [`body`](Self::body).
    pub fn all_bodies(&self, old: &[BodyKey]) -> Result<Vec<BodyKey>, Error> {
        old.iter().map(|key| self.body(*key)).collect()
    }

    /// The new keys of several joints.
    ///
    /// # Errors
    /// As [`joint`](Self::joint).
    pub fn all_joints(&self, old: &[JointKey]) -> Result<Vec<JointKey>, Error> {
        old.iter().map(|key| self.joint(*key)).collect()
    }

    /// Notes which keys all of it had before.
    pub(super) fn note_old_keys<B, C, J, F>(&mut self, old: OldKeys<B, C, J, F>)
    where
        B: Iterator<Item = BodyKey>,
        C: Iterator<Item = ColliderKey>,
        J: Iterator<Item = JointKey>,
        F: Iterator<Item = FieldKey>,
    {
        self.renamed = Renamed {
            bodies: pairs(old.bodies, &self.bodies),
            colliders: pairs(old.colliders, &self.colliders),
            joints: pairs(old.joints, &self.joints),
            fields: pairs(old.fields, &self.fields),
        };
    }
}

fn pairs<K: Copy + Ord>(old: impl Iterator<Item = K>, new: &[K]) -> Vec<(K, K)> {
    let mut pairs: Vec<_> = old.zip(new.iter().copied()).collect();
    pairs.arrange();
    pairs
}

fn found<K: Copy + Ord>(pairs: &[(K, K)], old: K) -> Option<K> {
    let place = pairs.binary_search_by_key(&old, |pair| pair.0).ok()?;
    Some(pairs[place].1)
}
