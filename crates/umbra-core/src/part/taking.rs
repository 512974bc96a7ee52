//! Taking parts out of a scene.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use umbra_solver::Contact;

use crate::value::Body;
use crate::value::JointBuilder;
use crate::{BodyKey, Collider, ColliderKey, Error, JointKey, Material, Scene};
use umbra_world::store::{BodyInfo, BodyMarks, FieldInfo, JointInfo, JointMotion, SleepTimer};
use umbra_world::world::ColliderDef;

use crate::Part;
use crate::value::{PartBody, PartContact, PartJoint, PiecePlace};

impl Scene {
    /// Island of a body: the bodies, itself included, that contacts and joints connect to it, which
    /// fall asleep together. Bodies that are not dynamic connect nothing, so bodies that hang or
    /// lie on them are not followed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let lower = Body::dynamic().position([0.0, 1.0]);
    /// # let lower = scene.add(lower, [Collider::cuboid(0.5, 0.5)])?;
    /// # let upper = Body::dynamic().position([0.0, 2.0]);
    /// # let upper = scene.add(upper, [Collider::cuboid(0.5, 0.5)])?;
    /// # let other = Body::dynamic().position([9.0, 1.0]);
    /// # let other = scene.add(other, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let stack = scene.island_of(upper)?;
    /// assert!(stack.contains(&lower) && !stack.contains(&other)); // the ground joins nothing
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body.
    pub fn island_of(&self, body: BodyKey) -> Result<Vec<BodyKey>, Error> {
        let index = self.world.body(body)?;
        if index >= self.world.bodies.moving || !self.world.bodies.is_dynamic(index) {
            return Ok(vec![body]);
        }
        let mut islands = self.world.islands(self.world.bodies.moving);
        let root = islands.root(index as u32);
        let infos = &self.world.bodies.infos;
        let all = (0..self.world.bodies.moving as u32).filter(|other| {
            islands.root(*other) == root && infos[*other as usize].image_of.is_none()
        });
        Ok(all.map(|other| infos[other as usize].key).collect())
    }

    /// All dynamic bodies, in the groups that contacts and joints join, awake or asleep. Bodies
    /// that are not dynamic belong to none, and join none. See [`island_of`](Self::island_of).
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
        let is_one =
            |body: &usize| bodies.is_dynamic(*body) && bodies.infos[*body].image_of.is_none();
        for index in (0..bodies.infos.len()).filter(is_one) {
            groups.entry(islands.root(index as u32)).or_default().push(bodies.infos[index].key);
        }
        groups.into_values().collect()
    }

    /// Copies some bodies with all that belongs to them, for other scenes or as a template: see
    /// [`extract`](Self::extract). The scene stays as it is.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let kept = scene.part_of(&[ball])?; // for an undo of the removal
    /// scene.remove_body(ball)?;
    /// let back = scene.insert(&kept)?.body(ball)?;
    /// assert_eq!(scene.body(back)?.position(), Point::origin());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body.
    pub fn part_of(&self, bodies: &[BodyKey]) -> Result<Part, Error> {
        let mut part = Part::default();
        let mut places = BTreeMap::new();
        let mut pieces = BTreeMap::new();
        for key in bodies {
            let index = self.world.body(*key)?;
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
        for stored in self.world.contacts.iter() {
            let (info, contact) = (stored.info, self.world.with_results(&stored));
            let [a, b] = info.pieces.map(|piece| pieces.get(&piece).copied());
            let is_alive = info.is_alive(&self.world.colliders.pieces);
            if let Some((a, b)) = a.zip(b).filter(|_| is_alive && contact.point_count > 0) {
                let (pieces, features) = ([a, b], info.features);
                let Contact { normal, rolling_impulse, point_count, points, .. } = contact;
                let contact =
                    PartContact { pieces, features, normal, rolling_impulse, point_count, points };
                part.contacts.push(contact);
            }
        }
        let on_bodies = |info: &FieldInfo| {
            let place = *places.get(&info.field.body()?)?;
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
        let bodies = &self.world.bodies;
        let info = &bodies.infos[index];
        list_columns(info, &bodies.marks[index], &bodies.sleep_timers[index]);
        let mut colliders = Vec::with_capacity(info.colliders.len());
        let known = |key: &ColliderKey| Some((*key, self.world.colliders.infos.get(*key)?));
        let infos = info.colliders.iter().filter_map(known);
        for (which, (key, collider)) in infos.enumerate() {
            for (number, piece) in collider.pieces.iter().enumerate() {
                pieces.insert(*piece, [place, which, number].map(|it| it as u32));
            }
            let own =
                collider.pieces.iter().map(|piece| &self.world.colliders.pieces[*piece as usize]);
            let mut copy = ColliderDef::like(collider, own);
            let is_usual = |material: &Material| *material == collider.material;
            copy.materials = copy.materials.filter(|all| !all.iter().all(is_usual));
            colliders.push((key, Collider::from_def(copy), collider.enabled));
        }
        PartBody {
            key: info.key,
            body: Body::copy_of(bodies, index),
            toughness: info.toughness,
            pieces_left: info.pieces_left,
            drops_through: bodies.marks[index].drops_through,
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
            motion: JointMotion::from_info(&self.world.joints, info),
        }
    }

    /// Removes some bodies from the scene and returns them with all that belongs to them:
    /// colliders, fields, the joints and contacts between them, with their impulses.
    /// [`insert`](Self::insert) puts them into this or another scene, where they continue with the
    /// same velocities and impulses. Use it for worlds that are loaded in parts, and for servers
    /// that hand bodies over.
    ///
    /// Joints and contacts with bodies outside end as if the bodies were removed. Sleep timers,
    /// forces that wait for the next step, and the state of one-way passages are not part of it.
    /// [`island_of`](Self::island_of) returns the bodies that belong together. With the feature
    /// `serde`, a part can be written to a file or sent.
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
    /// When there is no such body. The scene is unchanged then.
    pub fn extract(&mut self, bodies: &[BodyKey]) -> Result<Part, Error> {
        let part = self.part_of(bodies)?;
        for key in part.bodies() {
            self.remove_body(key)?;
        }
        Ok(part)
    }
}

/// Lists what is kept of a body: first what a part takes, by itself or in the [`Body`]; then what
/// follows from colliders, joints and portals, or begins anew. A column that is added does not
/// compile until it is listed here.
#[rustfmt::skip]
fn list_columns(info: &BodyInfo, marks: &BodyMarks, timer: &SleepTimer) {
    let BodyInfo {
        key: _, kind: _, enabled: _, lock_rotation: _, additional_mass: _, mass_properties: _, colliders: _,
        user_data: _, is_bullet: _, toughness: _, pieces_left: _,
        local_center: _, center_of_mass: _, mass: _, inertia: _, joints: _, image_of: _,
    } = info;
    let BodyMarks { constant_force: _, drops_through: _, redirected: _, stands: _, added_asleep: _ } = marks;
    let SleepTimer { tolerance: _, can_sleep: _, time: _, extent: _, in_vain: _, pace: _ } = timer;
}
