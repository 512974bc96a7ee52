//! Bodies fall asleep and wake by islands.
//!
//! An island is a set of dynamic bodies joined by joints, and by contacts that touch, or nearly do.
//! It sleeps as a whole or not at all. Kinematic and fixed bodies join no island, because nothing
//! pushes them; a kinematic body sleeps by itself. Contacts without an awake body sleep too, and
//! wake with one of their bodies.

use umbra_geom::Vector;

use super::ActiveField;
use crate::store::{Colliders, Few, Placement, piece_indices};
use crate::{BodyEvent, BodyKey, ColliderKey, FieldKey, World};

impl World {
    /// Wakes the island of a sleeping body, or the body alone when it is kinematic. Does nothing to
    /// other bodies.
    pub(crate) fn wake(&mut self, index: usize) {
        if !self.bodies.is_asleep(index) {
            return;
        }
        self.pending.structure = true;
        // Woken bodies are appended to the awake ones: that is the queue of the flood fill.
        let mut next = self.make_awake(index);
        while next < self.bodies.awake {
            self.bodies.sleep_timers[next].time = 0.0;
            self.bodies.marks[next].added_asleep = false;
            self.tell_of_body(next, |body| BodyEvent::Woke { body });
            let joins_others = self.bodies.is_dynamic(next);
            for piece in self.pieces_of_body(next).collect::<Few<_>>() {
                let island = if joins_others { self.sleepers_at(piece) } else { Vec::new() };
                // Boxes may have stopped overlapping in the step in which it fell asleep.
                self.recheck_contacts(piece);
                for key in island {
                    let other = self.bodies.index(key).ok();
                    if let Some(other) = other.filter(|other| self.bodies.is_asleep(*other)) {
                        self.make_awake(other);
                    }
                }
            }
            if joins_others {
                let joined = self.joined_bodies(next).map(|body| self.bodies.infos[body].key);
                for key in joined.collect::<Vec<_>>() {
                    let other = self.bodies.index(key).ok();
                    if let Some(other) = other.filter(|other| self.bodies.is_asleep(*other)) {
                        self.make_awake(other);
                    }
                }
            }
            next += 1;
        }
    }

    /// Notes an event of a body. Images are not told of.
    pub(crate) fn tell_of_body(&mut self, index: usize, event: impl Fn(BodyKey) -> BodyEvent) {
        let info = &self.bodies.infos[index];
        if info.image_of.is_none() {
            self.events.bodies.next.push(event(info.key));
        }
    }

    /// Wakes whatever a change of a body could set in motion: its island, or what rests on it when
    /// it is not dynamic. Returns its new index.
    pub fn disturb(&mut self, index: usize) -> usize {
        let key = self.bodies.infos[index].key;
        if !self.fields.is_empty() {
            self.wake_in_fields_on(key);
        }
        if !self.bodies.is_dynamic(index) {
            let pieces: Few<_> = self.pieces_of_body(index).collect();
            self.disturb_pieces(&pieces);
            self.disturb_joined(index);
        }
        // The body is in the scene.
        let place = |world: &Self| world.bodies.index(key).unwrap_or(index);
        self.wake(place(self));
        let index = place(self);
        self.bodies.sleep_timers[index].time = 0.0;
        index
    }

    /// Wakes sleeping bodies in the fields that lie on a body, because it changes.
    pub fn wake_in_fields_on(&mut self, body: BodyKey) {
        for key in self.fields.on(body).map(|info| info.key).collect::<Vec<_>>() {
            self.wake_in_field(key);
        }
    }

    /// Wakes sleeping bodies where a field acts.
    pub fn wake_in_field(&mut self, key: FieldKey) {
        if let Ok(index) = self.fields.index(key) {
            self.wake_in_field_at(index);
        }
    }

    /// Wakes the bodies that sleep in the area of a field, which has this index.
    pub(crate) fn wake_in_field_at(&mut self, index: usize) {
        let Some(active) = ActiveField::new(self, &self.fields.list[index], 0.0) else { return };
        let bodies = &self.bodies;
        let sleeping = bodies.awake..bodies.moving;
        let feels = |body: &usize| {
            let is_dynamic = bodies.is_dynamic(*body) && !bodies.marks[*body].added_asleep;
            is_dynamic && active.may_act_on(self, *body)
        };
        let keys: Vec<_> = sleeping.filter(feels).map(|body| bodies.infos[body].key).collect();
        for key in keys {
            // Islands wake as a whole.
            if let Ok(body) = self.bodies.index(key) {
                self.wake(body);
            }
        }
    }

    /// Wakes the dynamic bodies that joints join to a body.
    pub fn disturb_joined(&mut self, index: usize) {
        let joined = self.joined_bodies(index).map(|body| self.bodies.infos[body].key);
        for key in joined.collect::<Vec<_>>() {
            if let Ok(body) = self.bodies.index(key) {
                self.wake(body);
            }
        }
    }

    /// Wakes whatever a change of a collider could set in motion.
    pub fn disturb_collider(&mut self, key: ColliderKey) {
        if self.is_weightless_sensor(key) {
            return;
        }
        let Ok(info) = self.colliders.info(key) else { return };
        let (body, pieces) = (info.body, info.pieces.clone());
        let Ok(index) = self.bodies.index(body) else { return };
        if self.bodies.is_dynamic(index) {
            self.disturb(index);
        } else {
            self.disturb_pieces(&pieces);
        }
    }

    /// Wakes what touches these pieces, and has the next step check the other contacts.
    pub fn disturb_pieces(&mut self, pieces: &[u32]) {
        for &piece in pieces {
            for key in self.sleepers_at(piece) {
                if let Ok(body) = self.bodies.index(key) {
                    self.wake(body);
                }
            }
            self.recheck_contacts(piece);
        }
    }

    /// Has the next step check the contacts of a piece, without waking bodies.
    pub(super) fn recheck_contacts(&mut self, piece: u32) {
        self.colliders.outlines.note_stale_contacts(piece);
        while self.contacts.wake_first(&mut self.colliders.pieces, piece).is_some() {}
    }

    /// Wakes a dynamic body that gets another collider. Other bodies do not mind, but their centre
    /// of mass moves, and lever arms of contacts with it.
    pub(super) fn make_room_for_collider(&mut self, index: usize) -> usize {
        if self.bodies.marks[index].added_asleep {
            return index;
        }
        if self.bodies.is_dynamic(index) {
            return self.disturb(index);
        }
        for piece in self.pieces_of_body(index).collect::<Few<_>>() {
            self.recheck_contacts(piece);
        }
        index
    }

    /// Puts a new body among the sleeping ones.
    pub fn add_asleep(&mut self, index: usize) {
        let index = self.make_moving(index);
        self.bodies.marks[index].added_asleep = true;
        self.pending.added_asleep.push(self.bodies.infos[index].key);
    }

    /// Wakes everything, except what was added asleep since the last step.
    pub(crate) fn wake_all(&mut self) {
        let sleeping = self.bodies.awake..self.bodies.moving;
        let bodies = &self.bodies;
        let old = sleeping.filter(|index| !bodies.marks[*index].added_asleep);
        let old = old.map(|index| bodies.infos[index].key);
        for key in old.collect::<Vec<_>>() {
            // The keys are valid, but some bodies have woken with others before them.
            if let Ok(index) = self.bodies.index(key) {
                self.wake(index);
            }
        }
    }

    /// Puts awake bodies to sleep, given by ascending indices. The dynamic ones have to be whole
    /// islands.
    pub(crate) fn put_to_sleep(&mut self, indices: &[u32]) {
        for &index in indices {
            self.tell_of_body(index as usize, |body| BodyEvent::FellAsleep { body });
        }
        // In descending order: the body that takes the index stays awake, or is done.
        for &index in indices.iter().rev() {
            let index = index as usize;
            let state = &mut self.bodies.states[index];
            (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
            self.bodies.previous[index] = Placement::from_body(state);
            self.bodies.forces[index].set(&self.bodies.marks[index].constant_force);
            // For contacts with an awake body, it stands still now.
            let Colliders { infos, pieces, outlines, .. } = &mut self.colliders;
            for piece in piece_indices(infos, &self.bodies.infos[index]) {
                outlines.follow(piece, &pieces[piece as usize]);
            }
            self.make_asleep(index);
        }
        self.put_unchanged_contacts_to_sleep();
        self.pending.structure = true;
    }

    /// Wakes a body on request: it has to be still for all of the time anew.
    pub fn wake_up(&mut self, index: usize) {
        let key = self.bodies.infos[index].key;
        self.wake(index);
        if let Ok(index) = self.bodies.index(key) {
            self.bodies.sleep_timers[index].time = 0.0;
        }
    }

    /// Puts a body to sleep if it is awake, with its island when it is dynamic.
    pub fn put_island_to_sleep(&mut self, index: usize) {
        if index >= self.bodies.awake {
            return;
        }
        let island = self.awake_island(index);
        // What the caller put elsewhere loses contacts in the next step, and gets others: those do not wake it.
        for &index in &island {
            let is_placed = |piece| self.colliders.outlines.is_placed(piece);
            if self.pieces_of_body(index as usize).any(is_placed) {
                self.bodies.marks[index as usize].added_asleep = true;
                self.pending.added_asleep.push(self.bodies.infos[index as usize].key);
            }
        }
        self.put_to_sleep(&island);
    }

    /// Puts contacts without an awake body to sleep, in a step that has checked them.
    pub(crate) fn put_idle_contacts_to_sleep(&mut self) {
        self.write_contacts();
        let Self { bodies, colliders, contacts, .. } = self;
        let pieces = &mut colliders.pieces;
        contacts.put_to_sleep(pieces, |_, piece| piece.body as usize >= bodies.awake);
    }

    /// Puts contacts without an awake body to sleep, except changed ones, which the next step has
    /// to check.
    fn put_unchanged_contacts_to_sleep(&mut self) {
        self.write_contacts();
        let Self { bodies, colliders, contacts, .. } = self;
        let Colliders { pieces, outlines, .. } = colliders;
        contacts.put_to_sleep(pieces, |place, piece| {
            piece.body as usize >= bodies.awake && !outlines.is_changed(place)
        });
    }
}
