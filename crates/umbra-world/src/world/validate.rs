//! Checks the links between the arrays: for tests, and in the engine's own ones after every stage.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_solver::FIXED;

use crate::error::{broken, rule};
use crate::store::{Colliders, Contacts, IS_FAR, IS_SEEN, JointInfo, Piece};
use crate::{BodyKind, ColliderKey, Error, World};

impl World {
    /// [`validate`](Self::validate) without the trees of the broad phase.
    pub(crate) fn validate_links(&self) -> Result<(), Error> {
        self.validate_bodies()?;
        self.validate_colliders()?;
        self.validate_sensors()?;
        self.validate_joints()?;
        self.validate_fields()?;
        self.validate_contacts()
    }

    /// Checks that fields lie on bodies that are there, in the order of their keys.
    fn validate_fields(&self) -> Result<(), Error> {
        let list = &self.fields.list;
        rule(list.is_sorted_by(|a, b| a.key < b.key), "fields are in the order of their keys")?;
        let mut bodies = list.iter().filter_map(|info| info.field.body);
        rule(
            bodies.all(|body| self.bodies.index(body).is_ok()),
            "a field lies on a body that is there",
        )
    }

    /// Checks that no two pieces have more than one contact.
    pub(crate) fn validate_pairs(&self) -> Result<(), Error> {
        let Contacts { infos, candidates, sleeping, .. } = &self.contacts;
        let sleeping = sleeping.iter().map(|contact| contact.info.proxies);
        let walked = infos.iter().map(|info| info.proxies);
        let candidates = candidates.iter().map(|pair| pair.proxies);
        let mut pairs: Vec<_> = walked.chain(candidates).chain(sleeping).collect();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.arrange();
        rule(pairs.is_sorted_by(|a, b| a < b), "a pair has one contact")
    }

    /// Checks that a piece which counts as far from all sensors is.
    pub(crate) fn validate_nearness(&self) -> Result<(), Error> {
        let Colliders { pieces, outlines, .. } = &self.colliders;
        let slack = self.applied.speculative_distance();
        for (index, piece) in (0..).zip(pieces) {
            let is_far = outlines.marks_of(index) & IS_FAR != 0;
            let Some(proxy) = piece.proxy.filter(|_| is_far) else { continue };
            let Some(fat) = self.broad.fat_aabb(proxy) else { continue };
            let near = |_, sensor: u32| {
                // The next step looks at changed sensors.
                let waits = outlines.is_changed(sensor) || outlines.remade.contains(&sensor);
                if waits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let around = fat.grown(slack);
            let is_near = self.sensors.broad.query_aabb(&around, u64::MAX, near).is_break();
            rule(!is_near, "a piece that is near a sensor is marked")?;
        }
        Ok(())
    }

    /// True if the next step looks for seams.
    pub(crate) fn seams_wait(&self) -> bool {
        // Maps that came or moved are looked at in the next step, too.
        let waits = |key: ColliderKey| {
            let before = self.colliders.maps.placed.get(key).copied();
            self.map(key).is_some_and(|map| {
                map.map.has_grown || before != map.is_solid().then_some(map.frame)
            })
        };
        let Colliders { outlines, maps, .. } = &self.colliders;
        outlines.any_changed() || !self.pending.seams.is_empty() || maps.all().any(waits)
    }

    fn validate_bodies(&self) -> Result<(), Error> {
        let bodies = &self.bodies;
        let count = bodies.infos.len();
        rule(bodies.have_length(count), "the arrays of bodies are of one length")?;
        rule(bodies.keys.len() == count, "every body has a key")?;
        rule(bodies.awake <= bodies.moving, "those that sleep come after those that do not")?;
        rule(bodies.moving <= count, "those that move are bodies")?;
        for (index, info) in bodies.infos.iter().enumerate() {
            let named = bodies.keys.get(info.key) == Some(&(index as u32));
            rule(named, "the key of a body leads to it")?;
            let moves = info.enabled && info.kind != BodyKind::Fixed;
            rule(moves == (index < bodies.moving), "a body is on its side of the boundary")?;
            let added_asleep = !bodies.marks[index].added_asleep || bodies.is_asleep(index);
            rule(added_asleep, "a body added asleep sleeps until it is woken")?;
            let rotation = bodies.states[index].rotation.into_inner();
            let is_off = (rotation.norm_sqr() - 1.0).abs() > 1e-5;
            rule(!is_off, "a rotation has a length of 1")?;
            if bodies.is_asleep(index) {
                let state = &bodies.states[index];
                let spin = state.angular_velocity;
                rule(state.velocity.norm() == 0.0 && spin == 0.0, "what sleeps does not move")?;
            }
        }
        Ok(())
    }

    fn validate_colliders(&self) -> Result<(), Error> {
        let colliders = &self.colliders;
        let mut pieces = colliders.free.len();
        let mut listed = 0;
        for (index, body) in self.bodies.infos.iter().enumerate() {
            for key in &body.colliders {
                let Some(info) = colliders.infos.get(*key) else {
                    return Err(broken("a body's collider is in the scene"));
                };
                listed += 1;
                rule(info.body == body.key, "a collider belongs to the body that lists it")?;
                for place in &info.pieces {
                    pieces += 1;
                    let piece = &colliders.pieces[*place as usize];
                    let named = self.portals.original(*key);
                    rule(colliders.infos.contains_key(named), "a copy has an original")?;
                    rule(piece.collider == named, "a piece names the collider that lists it")?;
                    rule(piece.body as usize == index, "a piece knows where its body is")?;
                    rule(!piece.is_free, "a piece in use knows that it is")?;
                    let known = piece.proxy.and_then(|proxy| self.broad.data(proxy));
                    let is_solid = info.sensor.is_none();
                    let expected = (body.enabled && info.enabled && is_solid).then_some(*place);
                    rule(known == expected, "the proxy of a piece leads to it")?;
                    rule(piece.is_sensor != is_solid, "a piece of a sensor knows that it is one")?;
                }
            }
        }
        let mut free = colliders.free.iter();
        let is_free = |piece: &Piece| piece.is_free && !piece.is_sensor;
        let known = free.all(|piece| is_free(&colliders.pieces[*piece as usize]));
        rule(known, "a free piece knows that it is free, and is no sensor")?;
        rule(listed == colliders.infos.len(), "every collider is listed by a body")?;
        rule(pieces == colliders.pieces.len(), "every piece is in use or free")
    }

    fn validate_sensors(&self) -> Result<(), Error> {
        let (sensors, infos) = (&self.sensors, &self.colliders.infos);
        let outlines = &self.colliders.outlines;
        let count = infos.values().filter(|info| info.sensor.is_some()).count();
        rule(count == sensors.list.len(), "every sensor is listed")?;
        rule(outlines.is_watched == (count > 0), "changes are noted for sensors")?;
        let mut proxies = 0;
        for (index, sensor) in (0..).zip(&sensors.list) {
            let info = infos.get(sensor.key).filter(|info| info.sensor == Some(index));
            let Some(info) = info else {
                return Err(broken("a sensor knows its place"));
            };
            let body = &self.bodies.infos[self.bodies.index(info.body)?];
            let pieces = if info.enabled && body.enabled { &info.pieces[..] } else { &[] };
            let known = sensor.proxies.iter().map(|proxy| sensors.broad.data(*proxy));
            rule(known.eq(pieces.iter().map(|piece| Some(*piece))), "a sensor has its proxies")?;
            proxies += pieces.len();
            let in_order = sensor.visitors.is_sorted_by(|a, b| a < b);
            rule(in_order, "visitors are in order")?;
            for visitor in &sensor.visitors {
                let lists = sensors.seen_by(*visitor).contains(&sensor.key);
                rule(lists, "a visitor lists its sensors")?;
            }
        }
        rule(proxies == sensors.broad.len(), "the broad phase of sensors has nothing else")?;
        let mut overlaps = 0;
        for (visitor, listed) in &sensors.seen_by {
            rule(listed.is_sorted_by(|a, b| a < b), "the sensors of a visitor are in order")?;
            overlaps += listed.len();
            let Some(info) = infos.get(visitor) else {
                return Err(broken("a visitor is in the scene"));
            };
            let body = &self.bodies.infos[self.bodies.index(info.body)?];
            let takes_part = info.enabled && body.enabled;
            rule(listed.is_empty() || takes_part, "a visitor takes part")?;
            // The pieces of a map come and go; maps are compared as a whole.
            let pieces = if self.map(visitor).is_some() { &[] } else { &info.pieces[..] };
            for piece in pieces {
                let waits = outlines.is_changed(*piece) || outlines.remade.contains(piece);
                let is_seen = outlines.marks_of(*piece) & IS_SEEN != 0;
                let knows = is_seen != listed.is_empty();
                rule(knows || waits, "a piece knows that it is seen")?;
            }
        }
        rule(overlaps == sensors.overlaps(), "a sensor lists its visitors")
    }

    fn validate_joints(&self) -> Result<(), Error> {
        let joints = &self.joints;
        for crossing in &self.portals.crossings {
            let linked = joints.infos.get(crossing.link).map(|link| link.bodies);
            let has = |body| linked.is_some_and(|linked| linked.contains(&body));
            rule(has(crossing.body) && has(crossing.image), "an image is linked to its body")?;
        }
        let mut ends = 0;
        for (key, info) in &joints.infos {
            let [a, b] = info.bodies;
            ends += if a == b { 1 } else { 2 };
            for body in [a, b] {
                let listed = self.bodies.index(body).map(|index| &self.bodies.infos[index].joints);
                rule(listed.is_ok_and(|list| list.contains(&key)), "a body lists its joints")?;
            }
            let geared = info.geared.iter().flatten().all(|key| joints.infos.contains_key(*key));
            rule(geared, "the joints of a gear are in the scene")?;
            self.validate_sleep_of(info)?;
        }
        let lists = self.bodies.infos.iter().map(|body| body.joints.len());
        rule(lists.sum::<usize>() == ends, "a body lists no other joints, and none twice")?;
        for (place, listed) in (0..).zip(&joints.listed) {
            let known = joints.infos.get(listed.key).is_none_or(|info| info.listed == place);
            rule(known, "a listed joint knows its place")?;
        }
        Ok(())
    }

    /// Checks that the bodies of a joint sleep together.
    fn validate_sleep_of(&self, joint: &JointInfo) -> Result<(), Error> {
        let sleeps = joint.bodies.map(|key| {
            let index = self.bodies.index(key).ok()?;
            let info = &self.bodies.infos[index];
            let takes_part = info.enabled
                && self.bodies.is_dynamic(index)
                && !self.bodies.marks[index].added_asleep;
            takes_part.then_some(self.bodies.is_asleep(index))
        });
        let [Some(a), Some(b)] = sleeps else { return Ok(()) };
        rule(a == b || !joint.joins(), "bodies that a joint joins sleep together")
    }

    fn validate_contacts(&self) -> Result<(), Error> {
        let (contacts, pieces) = (&self.contacts, &self.colliders.pieces);
        rule(
            contacts.infos.len() == contacts.solver_contacts.len(),
            "a solver contact for every contact",
        )?;
        let body = |piece: u32| pieces[piece as usize].body as usize;
        for contact in contacts.sleeping.iter() {
            let info = &contact.info;
            rule(info.is_alive(pieces), "the pieces of a sleeping contact are in the scene")?;
            let idle = info.pieces.iter().all(|piece| body(*piece) >= self.bodies.awake);
            rule(idle, "no body of a sleeping contact is awake")?;
        }
        // A list that leads in a circle is cut off, and counts too many.
        let most = 2 * contacts.sleeping.len();
        let mut ends = 0;
        for (index, piece) in (0..).zip(pieces) {
            for (contact, side) in contacts.sleeping.contacts(piece).take(most + 1) {
                rule(contact.info.pieces[side] == index, "a sleeping contact is in its lists")?;
                ends += 1;
            }
        }
        rule(ends == most, "both ends of a sleeping contact are listed once")
    }

    /// Checks what holds from waking to the end of the solver: contacts have the right body
    /// indices, and an awake body.
    pub(crate) fn validate_solver_contacts(&self) -> Result<(), Error> {
        for (info, contact) in self.contacts.infos.iter().zip(&self.contacts.solver_contacts) {
            let name = |side: usize| {
                let piece = &self.colliders.pieces[info.pieces[side] as usize];
                self.bodies.solver_index(piece.body)
            };
            let named = contact.body_a == name(0) && contact.body_b == name(1);
            rule(named, "a contact names its bodies")?;
            let concerns = contact.body_a != FIXED || contact.body_b != FIXED;
            rule(concerns, "a contact that is not asleep has an awake body")?;
        }
        for pair in &self.contacts.candidates {
            let pieces = pair.pieces.map(|piece| self.colliders.pieces[piece as usize].body);
            let concerns = pieces.iter().any(|body| (*body as usize) < self.bodies.awake);
            rule(concerns, "a candidate pair that is not asleep has an awake body")?;
        }
        Ok(())
    }
}
