//! Parts of scenes: some bodies with all that belongs to them, taken out and put into the same or
//! another scene.

use std::collections::BTreeSet;

use umbra_geom::{FeatureId, Real, Rotation, Vector};
use umbra_solver::{Contact, ContactPoint};

use crate::value::Body;
use crate::value::JointBuilder;
use crate::{BodyKey, Collider, ColliderKey, Error, Field, FieldKey, JointKey, JointKind, check};
use umbra_world::store::JointMotion;

/// Some bodies of a scene with their colliders, the joints and the contacts between them: see
/// `Scene::extract`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let luggage = Body::dynamic().position([3.0, 0.0]);
/// # let luggage = scene.add(luggage, [Collider::circle(0.5)])?;
/// # let mut next_level = Scene::new(SceneConfig::default())?;
/// let part = scene.extract(&[luggage])?;
/// assert!(part.bodies().eq([luggage]) && scene.body_count() == 0);
/// next_level.insert(&part)?;
/// assert_eq!(next_level.body_count(), 1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Part {
    pub(crate) bodies: Vec<PartBody>,
    pub(crate) joints: Vec<PartJoint>,
    pub(crate) contacts: Vec<PartContact>,
    /// Fields on the bodies, each with its key and the place of its body.
    pub(crate) fields: Vec<(FieldKey, usize, Field)>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct PartBody {
    pub(crate) key: BodyKey,
    /// With the velocity of the centre of mass.
    pub(crate) body: Body,
    /// The impulse that breaks it. Repeated here because `BodyRecord` in files has no field for it.
    pub(crate) toughness: Option<Real>,
    /// If it came of a body that broke: to how many pieces it may come.
    pub(crate) pieces_left: Option<u32>,
    pub(crate) drops_through: bool,
    /// Each with its key, and with whether it is enabled.
    pub(crate) colliders: Vec<(ColliderKey, Collider, bool)>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct PartJoint {
    pub(crate) key: JointKey,
    /// Indices of its two bodies in the part.
    pub(crate) bodies: [usize; 2],
    /// Indices of the two joints of a gear, in the part.
    pub(crate) geared: Option<[usize; 2]>,
    pub(crate) joint: JointBuilder,
    pub(crate) reference: [Rotation; 2],
    pub(crate) motion: JointMotion,
}

/// Impulses of a contact for warm starting. The pair of pieces and the features identify it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct PartContact {
    /// Indices of both pieces, by body, collider and piece.
    pub(crate) pieces: [PiecePlace; 2],
    pub(crate) features: [FeatureId; 2],
    pub(crate) normal: Vector,
    pub(crate) rolling_impulse: Real,
    pub(crate) point_count: u8,
    pub(crate) points: [ContactPoint; 2],
}

/// The places of a body in a part, of a collider on it, and of a piece of that.
pub(crate) type PiecePlace = [u32; 3];

impl Part {
    /// The keys that the bodies had, in the order in which `Scene::insert` lists those that they
    /// get.
    pub fn bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        self.bodies.iter().map(|body| body.key)
    }

    /// Moves all of it by a displacement: for a scene with another origin, or to insert a copy in
    /// another place.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let tree = Body::dynamic().position([3.0, 0.0]);
    /// # let tree = scene.add(tree, [Collider::circle(0.5)])?;
    /// let mut part = scene.part_of(&[tree])?;
    /// part.shift([10.0, 0.5]);
    /// let copy = scene.insert(&part)?.bodies[0];
    /// assert_eq!(scene.body(copy)?.position(), Point::new(13.0, 0.5));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn shift(&mut self, by: impl Into<Vector>) {
        let by = by.into();
        for body in &mut self.bodies {
            body.body.def.pose.translation.vector += by;
        }
        for PartJoint { joint, .. } in &mut self.joints {
            let settings = &mut joint.def.settings;
            settings.grounds = settings.grounds.map(|ground| ground + by);
            if settings.kind == JointKind::Target {
                settings.anchors[0] += by;
            }
        }
    }
}

impl PartContact {
    /// With its two sides exchanged.
    pub(crate) fn turned(&self) -> Self {
        let mut turned = *self;
        turned.normal = -self.normal;
        turned.pieces.reverse();
        turned.features = self.features.map(FeatureId::flipped);
        for point in &mut turned.points {
            core::mem::swap(&mut point.anchor_a, &mut point.anchor_b);
        }
        turned
    }

    /// All numbers in it, which are finite unless it was read from a file.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Real> + use<> {
        let Self { normal, rolling_impulse, points, .. } = *self;
        let contact = Contact { normal, rolling_impulse, points, ..Contact::default() };
        contact.numbers()
    }
}

impl Part {
    /// Checks that all indices are in range, which a part read from a corrupt file may violate.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let broken = |fault: &str| Err(Error::Corrupt(fault.into()));
        for (place, joint) in self.joints.iter().enumerate() {
            let bodies = joint.bodies.iter().all(|body| *body < self.bodies.len());
            let geared = joint.geared.iter().flatten().all(|other| *other < place);
            let unit = |turn: &Rotation| (turn.into_inner().norm_sqr() - 1.0).abs() < 1e-5;
            if !(bodies && geared) {
                return broken(
                    "a joint of a part refers to a body or joint that the part does not contain",
                );
            }
            if !joint.reference.iter().all(unit) {
                return broken("a joint of a part counts from a rotation that is none");
            }
            joint.motion.check()?;
        }
        if self.fields.iter().any(|(_, place, _)| *place >= self.bodies.len()) {
            return broken("a field of a part refers to a body that the part does not contain");
        }
        let mut pairs = BTreeSet::new();
        for contact in &self.contacts {
            let [a, b] = contact.pieces;
            check::all_finite("a contact", contact.numbers())?;
            let is_new = pairs.insert(if a < b { [a, b] } else { [b, a] }) && a[0] != b[0];
            if contact.point_count > 2 || !is_new {
                return broken("a contact of a part is listed twice, or has more than two points");
            }
        }
        Ok(())
    }
}
