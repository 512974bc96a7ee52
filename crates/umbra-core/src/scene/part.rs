//! Parts of scenes: some bodies with all that belongs to them, taken out and put into the same or another scene.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use umbra_broad::ProxyId;
use umbra_geom::{FeatureId, Real, Rotation, Vector};
use umbra_solver::{Contact, ContactPoint};

use super::inserted::{Inserted, OldKeys};
use crate::body::Body;
use crate::joint::JointBuilder;
use crate::{
    BodyEdit, BodyKey, BodyKind, Collider, ColliderEdit, ColliderKey, Edit, Error, Field, FieldKey,
    JointKey, JointKind, Material, Scene, check,
};
use umbra_world::store::{CandidatePair, ContactInfo, FieldInfo, JointInfo, JointMotion};

/// Some bodies of a scene with their colliders, the joints and the contacts between them: see [`Scene::extract`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    bodies: Vec<PartBody>,
    joints: Vec<PartJoint>,
    contacts: Vec<PartContact>,
    /// Fields on the bodies, each with its key and the place of its body.
    fields: Vec<(FieldKey, usize, Field)>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct PartBody {
    key: BodyKey,
    /// With the velocity of the centre of mass.
    body: Body,
    /// The impulse that breaks it: as the body was told, which files do not tell of it.
    toughness: Option<Real>,
    /// If it came of a body that broke: to how many pieces it may come.
    pieces_left: Option<u32>,
    drops_through: bool,
    /// Each with its key, and with whether it is enabled.
    colliders: Vec<(ColliderKey, Collider, bool)>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct PartJoint {
    key: JointKey,
    /// By their places among the bodies.
    bodies: [usize; 2],
    /// Of a gear, by their places among the joints.
    geared: Option<[usize; 2]>,
    joint: JointBuilder,
    reference: [Rotation; 2],
    motion: JointMotion,
}

/// What a contact gave, to begin with: found again by the two pieces and the features.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct PartContact {
    /// By the places of their bodies, of the colliders on these, and of the pieces of these.
    pieces: [PiecePlace; 2],
    features: [FeatureId; 2],
    normal: Vector,
    rolling_impulse: Real,
    point_count: u8,
    points: [ContactPoint; 2],
}

/// The places of a body in a part, of a collider on it, and of a piece of that.
type PiecePlace = [u32; 3];

impl Part {
    /// The keys that the bodies had, in the order in which [`Scene::insert`] lists those that they get.
    pub fn bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        self.bodies.iter().map(|body| body.key)
    }

    /// Has all of it lie elsewhere, by so much: in a scene with another origin, or as another one of the same kind.
    pub fn shift(&mut self, by: impl Into<Vector>) {
        let by = by.into();
        for body in &mut self.bodies {
            body.body.def.pose.translation.vector += by;
        }
        for PartJoint { joint, .. } in &mut self.joints {
            let settings = &mut joint.settings;
            settings.grounds = settings.grounds.map(|ground| ground + by);
            if settings.kind == JointKind::Target {
                settings.anchors[0] += by;
            }
        }
    }
}

impl Scene {
    /// The bodies that contacts and joints join to this one, itself among them, as they fall asleep together. Bodies that are
    /// not dynamic join nothing: what hangs on them or lies on them is not asked for.
    ///
    /// # Errors
    /// When there is no such body.
    pub fn island_of(&self, body: BodyKey) -> Result<Vec<BodyKey>, Error> {
        let index = self.world.bodies.index(body)?;
        if index >= self.world.bodies.moving || !self.world.bodies.is_dynamic(index) {
            return Ok(vec![body]);
        }
        let mut islands = self.world.islands(self.world.bodies.moving);
        let root = islands.root(index as u32);
        let all = (0..self.world.bodies.moving as u32).filter(|other| islands.root(*other) == root);
        Ok(all.map(|other| self.world.bodies.infos[other as usize].key).collect())
    }

    /// All dynamic bodies, in the groups that contacts and joints join, awake or asleep. Bodies that are not dynamic belong to
    /// none, and join none. See [`island_of`](Self::island_of).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// for (x, y) in [(0.0, 1.0), (0.0, 2.0), (5.0, 1.0)] {
    ///     scene.add(Body::dynamic().position([x, y]), [Collider::cuboid(0.5, 0.5)])?;
    /// }
    /// scene.step(1.0 / 60.0)?;
    /// let mut sizes: Vec<_> = scene.islands().iter().map(Vec::len).collect();
    /// sizes.sort();
    /// assert_eq!(sizes, [1, 2]); // a stack, and a box beside it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn islands(&self) -> Vec<Vec<BodyKey>> {
        let bodies = &self.world.bodies;
        let mut islands = self.world.islands(bodies.infos.len());
        let mut groups: BTreeMap<u32, Vec<BodyKey>> = BTreeMap::new();
        for index in (0..bodies.infos.len()).filter(|body| bodies.is_dynamic(*body)) {
            groups.entry(islands.root(index as u32)).or_default().push(bodies.infos[index].key);
        }
        groups.into_values().collect()
    }

    /// A copy of some bodies with all that belongs to them, for other scenes or as a model for more of their kind: see
    /// [`extract`](Self::extract). The scene stays as it is.
    ///
    /// # Errors
    /// When there is no such body.
    pub fn part_of(&self, bodies: &[BodyKey]) -> Result<Part, Error> {
        let mut part = Part::default();
        let mut places = BTreeMap::new();
        let mut pieces = BTreeMap::new();
        for key in bodies {
            let index = self.world.bodies.index(*key)?;
            // Lists of islands may name a body twice.
            if let Entry::Vacant(place) = places.entry(*key) {
                let place = *place.insert(part.bodies.len());
                part.bodies.push(self.body_of_part(index, place, &mut pieces));
            }
        }
        let among = |info: &JointInfo| {
            let [a, b] = info.bodies.map(|body| places.get(&body).copied());
            a.zip(b).map(|(a, b)| [a, b])
        };
        let mut joints = BTreeMap::new();
        let plain = self.world.joints.infos.iter().filter(|(_, info)| info.geared.is_none());
        for (key, info) in plain {
            let Some(bodies) = among(info) else { continue };
            joints.insert(key, part.joints.len());
            part.joints.push(self.joint_of_part(key, info, bodies));
        }
        // Gears come after what they gear.
        for (key, info) in &self.world.joints.infos {
            let places = info.geared.map(|both| both.map(|key| joints.get(&key).copied()));
            let Some([Some(a), Some(b)]) = places else { continue };
            let Some(bodies) = among(info) else { continue };
            let geared = Some([a, b]);
            part.joints.push(PartJoint { geared, ..self.joint_of_part(key, info, bodies) });
        }
        for (info, contact) in self.world.contacts.iter() {
            let [a, b] = info.pieces.map(|piece| pieces.get(&piece).copied());
            let is_alive = info.is_alive(&self.world.colliders.pieces);
            if let Some((a, b)) = a.zip(b).filter(|_| is_alive && contact.point_count > 0) {
                let (pieces, features) = ([a, b], info.features);
                let Contact { normal, rolling_impulse, point_count, points, .. } = *contact;
                let contact =
                    PartContact { pieces, features, normal, rolling_impulse, point_count, points };
                part.contacts.push(contact);
            }
        }
        let on_bodies = |info: &FieldInfo| {
            let place = *places.get(&info.field.body?)?;
            Some((info.key, place, info.field.clone()))
        };
        part.fields = self.world.fields.list.iter().filter_map(on_bodies).collect();
        // Parts are kept for long, and in numbers.
        part.bodies.shrink_to_fit();
        part.joints.shrink_to_fit();
        part.contacts.shrink_to_fit();
        Ok(part)
    }

    fn body_of_part(
        &self,
        index: usize,
        place: usize,
        pieces: &mut BTreeMap<u32, PiecePlace>,
    ) -> PartBody {
        let info = &self.world.bodies.infos[index];
        let mut colliders = Vec::with_capacity(info.colliders.len());
        let known = |key: &ColliderKey| Some((*key, self.world.colliders.infos.get(*key)?));
        let infos = info.colliders.iter().filter_map(known);
        for (which, (key, collider)) in infos.enumerate() {
            for (number, piece) in collider.pieces.iter().enumerate() {
                pieces.insert(*piece, [place, which, number].map(|it| it as u32));
            }
            let own =
                collider.pieces.iter().map(|piece| &self.world.colliders.pieces[*piece as usize]);
            let mut copy = Collider::like(collider, own);
            let is_usual = |material: &Material| *material == collider.material;
            copy.materials = copy.materials.filter(|all| !all.iter().all(is_usual));
            colliders.push((key, copy, collider.enabled));
        }
        PartBody {
            key: info.key,
            body: Body::copy_of(&self.world.bodies, index),
            toughness: info.toughness,
            pieces_left: info.pieces_left,
            drops_through: info.drops_through,
            colliders,
        }
    }

    fn joint_of_part(&self, key: JointKey, info: &JointInfo, bodies: [usize; 2]) -> PartJoint {
        PartJoint {
            key,
            bodies,
            geared: None,
            joint: JointBuilder::like(info),
            reference: info.reference,
            motion: JointMotion::of(&self.world.joints, info),
        }
    }

    /// Takes some bodies out of the scene with all that belongs to them: colliders, fields, the joints and contacts between them, with
    /// their impulses. [`insert`](Self::insert) puts them into this or another scene, where they go on as they did: for worlds
    /// that are loaded piece by piece, and servers that hand bodies over.
    ///
    /// What joins or touches them from outside ends, as if they were removed, and so do forces that wait for the next step.
    /// [`island_of`](Self::island_of) tells what has to go together. With the feature `serde`, a part can be written to a file or sent.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut here = Scene::new(SceneConfig::default())?;
    /// let cart = here.add(Body::dynamic().position([0.0, 2.0]), [Collider::cuboid(1.0, 0.2)])?;
    /// let wheel = here.add(Body::dynamic().position([0.0, 1.5]), [Collider::circle(0.4)])?;
    /// here.add_joint(Joint::revolute(cart, wheel, [0.0, 1.5]))?;
    ///
    /// let mut part = here.extract(&here.island_of(cart)?)?;
    /// assert_eq!((here.body_count(), here.joint_count()), (0, 0));
    /// part.shift([-100.0, 0.0]);
    /// let mut there = Scene::new(SceneConfig::default())?;
    /// let inserted = there.insert(&part)?;
    /// assert_eq!(there.body(inserted.body(cart)?)?.position(), Point::new(-100.0, 2.0));
    /// assert_eq!(there.joint_count(), 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body. Nothing has changed then.
    pub fn extract(&mut self, bodies: &[BodyKey]) -> Result<Part, Error> {
        let part = self.part_of(bodies)?;
        for key in part.bodies() {
            self.remove_body(key)?;
        }
        Ok(part)
    }

    /// Adds a part of this or another scene. Its bodies, colliders and joints get keys of their own, which [`Inserted`] tells by
    /// the old ones; contacts begin with the impulses that they had, and what slept sleeps.
    ///
    /// # Errors
    /// When a number in it makes no sense, which only one that was read from a file or shifted too far can have. Nothing
    /// has changed then.
    pub fn insert(&mut self, part: &Part) -> Result<Inserted, Error> {
        part.check()?;
        // Whatever is refused of it is refused by an empty scene, too.
        let mut trial = Self::new(self.world.applied)?;
        trial.insert_all(part)?;
        self.noted(|| Edit::Insert(Box::new(part.clone())), |scene| scene.insert_all(part))
    }

    fn insert_all(&mut self, part: &Part) -> Result<Inserted, Error> {
        let mut inserted = Inserted::default();
        let mut colliders = Vec::new();
        for told in &part.bodies {
            let PartBody { body, toughness, pieces_left, drops_through, colliders: own, .. } = told;
            let key = self.add_body(body.clone())?;
            if toughness.is_some() {
                self.edit_body(key, BodyEdit::Fracture(*toughness))?;
            }
            inserted.bodies.push(key);
            let mut keys = Vec::new();
            for (_, collider, enabled) in own {
                let collider = self.add_collider(key, collider.clone())?;
                if !enabled {
                    self.edit_collider(collider, &ColliderEdit::Enabled(false))?;
                }
                keys.push(collider);
            }
            self.finish_body(key, body, *drops_through)?;
            let index = self.world.bodies.index(key)?;
            self.world.bodies.infos[index].pieces_left = *pieces_left;
            inserted.colliders.extend(&keys);
            colliders.push(keys);
        }
        for joint in &part.joints {
            let bodies = joint.bodies.map(|place| inserted.bodies[place]);
            let geared = joint.geared.map(|both| both.map(|place| inserted.joints[place]));
            let joint = self.insert_joint_of_part(joint, bodies, geared)?;
            inserted.joints.push(joint);
        }
        for (_, place, field) in &part.fields {
            let field = field.clone().on(inserted.bodies[*place]);
            inserted.fields.push(self.add_field(field)?);
        }
        for contact in &part.contacts {
            self.insert_contact(contact, &colliders);
        }
        inserted.note_old_keys(OldKeys {
            bodies: part.bodies(),
            colliders: part.bodies.iter().flat_map(|body| &body.colliders).map(|it| it.0),
            joints: part.joints.iter().map(|joint| joint.key),
            fields: part.fields.iter().map(|it| it.0),
        });
        Ok(inserted)
    }

    /// Does what adding a body cannot, once its colliders are there. The velocity is that of the centre of mass.
    pub(crate) fn finish_body(
        &mut self,
        key: BodyKey,
        body: &Body,
        drops_through: bool,
    ) -> Result<(), Error> {
        // Adding it took the velocity for that of the origin, and colliders have moved the centre of mass.
        if !body.def.sleeping && body.def.kind != BodyKind::Fixed {
            self.edit_body(key, BodyEdit::Velocity(body.def.velocity))?;
        }
        if drops_through {
            self.edit_body(key, BodyEdit::DropThrough(true))?;
        }
        // Changes have woken it.
        let is_awake = self.world.bodies.index(key)? < self.world.bodies.awake;
        if body.def.sleeping && is_awake { self.edit_body(key, BodyEdit::Sleep) } else { Ok(()) }
    }

    fn insert_joint_of_part(
        &mut self,
        told: &PartJoint,
        bodies: [BodyKey; 2],
        geared: Option<[JointKey; 2]>,
    ) -> Result<JointKey, Error> {
        let mut joint = told.joint.clone();
        (joint.bodies, joint.geared) = (bodies, geared);
        let key = self.add_joint(joint)?;
        let info = &mut self.world.joints.infos[key];
        info.reference = told.reference;
        told.motion.put(info);
        Ok(key)
    }

    /// Has a contact begin with what it gave. The search for pairs finds it, and knows it then.
    fn insert_contact(&mut self, told: &PartContact, colliders: &[Vec<ColliderKey>]) {
        let find = |place: PiecePlace| {
            let [body, collider, number] = place.map(|it| it as usize);
            let key = *colliders.get(body)?.get(collider)?;
            let piece = *self.world.colliders.infos.get(key)?.pieces.get(number)?;
            Some((piece, self.world.colliders.pieces[piece as usize].proxy?))
        };
        let [a, b] = told.pieces.map(find);
        let Some(((a, of_a), (b, of_b))) = a.zip(b) else { return };
        // Of two proxies the one of the lesser slot comes first.
        let swaps = ProxyId::parts(of_a) > ProxyId::parts(of_b);
        let told = if swaps { told.turned() } else { *told };
        let (pair, proxies) = if swaps { ([b, a], [of_b, of_a]) } else { ([a, b], [of_a, of_b]) };
        let candidate = CandidatePair { pieces: pair, proxies };
        let (info, fresh) =
            candidate.contact(&self.world.colliders.pieces, self.world.contacts.rules);
        let PartContact { features, normal, rolling_impulse, point_count, points, .. } = told;
        let info = ContactInfo { features, ..info };
        let contact = Contact { normal, point_count, points, rolling_impulse, ..fresh };
        self.world.contacts.push(info, contact);
        self.world.pending.all_pairs = true;
        self.world.pending.structure = true;
    }
}

impl PartContact {
    /// With its two sides exchanged.
    fn turned(&self) -> Self {
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
    fn numbers(&self) -> impl Iterator<Item = Real> + use<> {
        let Self { normal, rolling_impulse, points, .. } = *self;
        let contact = Contact { normal, rolling_impulse, points, ..Contact::default() };
        contact.numbers()
    }
}

impl Part {
    /// Whether places in it are those of what it has, as they are unless it was read from a file.
    fn check(&self) -> Result<(), Error> {
        let broken = || Error::Corrupt("a part names what it has".into());
        for (place, joint) in self.joints.iter().enumerate() {
            let bodies = joint.bodies.iter().all(|body| *body < self.bodies.len());
            let geared = joint.geared.iter().flatten().all(|other| *other < place);
            let unit = |turn: &Rotation| (turn.into_inner().norm_sqr() - 1.0).abs() < 1e-5;
            if !(bodies && geared && joint.reference.iter().all(unit)) {
                return Err(broken());
            }
            joint.motion.check()?;
        }
        if self.fields.iter().any(|(_, place, _)| *place >= self.bodies.len()) {
            return Err(broken());
        }
        let mut pairs = BTreeSet::new();
        for contact in &self.contacts {
            let [a, b] = contact.pieces;
            check::all_finite("a contact", contact.numbers())?;
            let is_new = pairs.insert(if a < b { [a, b] } else { [b, a] }) && a[0] != b[0];
            if contact.point_count > 2 || !is_new {
                return Err(broken());
            }
        }
        Ok(())
    }
}
