//! Putting parts into a scene.

use umbra_broad::ProxyId;
use umbra_solver::Contact;

use crate::{BodyEdit, BodyKey, BodyKind, ColliderEdit, ColliderKey, Edit, Error, JointKey, Scene};
use umbra_world::body::BodyDef;
use umbra_world::store::{CandidatePair, ContactInfo};

use super::inserted::{Inserted, OldKeys};
use crate::Part;
use crate::value::{PartBody, PartContact, PartJoint, PiecePlace};

impl Scene {
    /// Adds a part of this or another scene. Its bodies, colliders and joints get new keys;
    /// [`Inserted`] maps the old keys to the new ones. Contacts start with the impulses that they
    /// had, and sleeping bodies stay asleep.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let a = Body::dynamic().position([0.0, 1.0]);
    /// # let a = scene.add(a, [Collider::cuboid(0.5, 0.5)])?;
    /// # let b = Body::dynamic().position([0.0, 2.0]);
    /// # let b = scene.add(b, [Collider::cuboid(0.5, 0.5)])?;
    /// let mut tower = scene.part_of(&[a, b])?; // a template
    /// for _ in 0..3 {
    ///     tower.shift([4.0, 0.0]);
    ///     scene.insert(&tower)?;
    /// }
    /// assert_eq!(scene.body_count(), 8);
    /// assert_eq!(scene.colliders_at([12.0, 2.0], QueryFilter::default()).len(), 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number in it is invalid, which is possible only if the part was read from a file or
    /// shifted too far. The scene is unchanged then.
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
            self.finish_body(key, &body.def, *drops_through)?;
            let index = self.world.body(key)?;
            let permit = self.world.generation.change();
            self.world.bodies.infos.write(permit)[index].pieces_left = *pieces_left;
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

    /// Does what adding a body cannot, once its colliders are there. The velocity is that of the
    /// centre of mass.
    pub(crate) fn finish_body(
        &mut self,
        key: BodyKey,
        body: &BodyDef,
        drops_through: bool,
    ) -> Result<(), Error> {
        // Adding it took the velocity for that of the origin, and colliders have moved the centre of mass.
        if !body.sleeping && body.kind != BodyKind::Fixed {
            self.edit_body(key, BodyEdit::Velocity(body.velocity))?;
        }
        if drops_through {
            self.edit_body(key, BodyEdit::DropThrough(true))?;
        }
        // Changes have woken it.
        let is_awake = self.world.body(key)? < self.world.bodies.awake;
        if body.sleeping && is_awake { self.edit_body(key, BodyEdit::Sleep) } else { Ok(()) }
    }

    fn insert_joint_of_part(
        &mut self,
        told: &PartJoint,
        bodies: [BodyKey; 2],
        geared: Option<[JointKey; 2]>,
    ) -> Result<JointKey, Error> {
        let mut joint = told.joint.clone();
        (joint.def.bodies, joint.def.geared) = (bodies, geared);
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
