//! Bodies fall asleep and wake, by islands.
//!
//! An island is what contacts join of dynamic bodies: contacts that touch, or nearly do. Either all of it sleeps or nothing.
//! A kinematic body sleeps by itself and joins nobody, because nothing pushes it; neither does a
//! fixed one. Contacts without an awake body are parked, and come back when one of their bodies
//! wakes.

use umbra_geom::Vector;

use crate::store::{Change, Colliders, ContactRecord, Placement, joins};
use crate::{BodyEvent, ColliderKey, Scene};

impl Scene {
    /// Wakes the island of a sleeping body, or the body alone when it is kinematic. Does nothing to
    /// other bodies.
    pub(crate) fn wake(&mut self, index: usize) {
        if !self.bodies.is_asleep(index) {
            return;
        }
        self.structure_changed = true;
        // What is woken is appended to what is awake: that is the queue of the flood fill.
        let mut next = self.make_awake(index);
        while next < self.bodies.awake {
            self.bodies.rests[next].time = 0.0;
            let record = &mut self.bodies.records[next];
            record.laid = false;
            self.coming_events.push(BodyEvent::Woke { body: record.key });
            for piece in self.pieces_of_body(next) {
                // Boxes may have parted in the step in which it fell asleep.
                self.colliders.outlines.note_change(piece, Change::All);
                while let Some(contact) =
                    self.contacts.unpark_first(&mut self.colliders.pieces, piece)
                {
                    if joins(&contact.row, self.config.touch_distance()) {
                        self.wake_partner(next, piece, &contact.record);
                    }
                }
            }
            next += 1;
        }
    }

    /// Makes the body awake that touches `piece` of the dynamic body at `index`.
    fn wake_partner(&mut self, index: usize, piece: u32, contact: &ContactRecord) {
        let other = self.colliders.pieces[contact.partner(piece) as usize].body as usize;
        let joined = self.bodies.is_dynamic(index) && self.bodies.is_dynamic(other);
        if joined && self.bodies.is_asleep(other) {
            self.make_awake(other);
        }
    }

    /// Wakes whatever a change of a body could set in motion: its island, or what rests on it when
    /// it is not dynamic. Where the body is then.
    pub(crate) fn disturb(&mut self, index: usize) -> usize {
        let key = self.bodies.records[index].key;
        if !self.bodies.is_dynamic(index) {
            let pieces = self.pieces_of_body(index);
            self.disturb_pieces(&pieces);
        }
        // The key is that of a body of the scene.
        let place = |scene: &Self| scene.bodies.index(key).unwrap_or(index);
        self.wake(place(self));
        let index = place(self);
        self.bodies.rests[index].time = 0.0;
        index
    }

    /// Wakes whatever a change of a collider could set in motion.
    pub(crate) fn disturb_collider(&mut self, key: ColliderKey) {
        let Ok(record) = self.colliders.record(key) else { return };
        let (body, pieces) = (record.body, record.pieces.clone());
        let Ok(index) = self.bodies.index(body) else { return };
        if self.bodies.is_dynamic(index) {
            self.disturb(index);
        } else {
            self.disturb_pieces(&pieces);
        }
    }

    /// Wakes what touches these pieces, and has the next step look at what does not touch them.
    fn disturb_pieces(&mut self, pieces: &[u32]) {
        for &piece in pieces {
            let parked = self.contacts.parked.of(&self.colliders.pieces[piece as usize]);
            let apart = self.config.touch_distance();
            let touching = parked.filter(|(contact, _)| joins(&contact.row, apart));
            let partners: Vec<u32> =
                touching.map(|(contact, side)| contact.record.pieces[1 - side]).collect();
            for partner in partners {
                let body = self.colliders.pieces[partner as usize].body as usize;
                if self.bodies.is_dynamic(body) {
                    self.wake(body);
                }
            }
            self.rouse(piece);
        }
    }

    /// Has the next step look at the contacts of a piece, without waking anybody.
    pub(super) fn rouse(&mut self, piece: u32) {
        self.colliders.outlines.note_change(piece, Change::All);
        while self.contacts.unpark_first(&mut self.colliders.pieces, piece).is_some() {}
    }

    /// Wakes a dynamic body that is given another collider. What touches any other body does not
    /// mind, but its contacts are seen from its centre of mass, and that moves.
    pub(super) fn make_room_for_collider(&mut self, index: usize) -> usize {
        if self.bodies.records[index].laid {
            return index;
        }
        if self.bodies.is_dynamic(index) {
            return self.disturb(index);
        }
        for piece in self.pieces_of_body(index) {
            self.rouse(piece);
        }
        index
    }

    /// Puts a body that was just added among those that sleep, until somebody wakes it.
    pub(super) fn lay(&mut self, index: usize) {
        let index = self.make_moving(index);
        let record = &mut self.bodies.records[index];
        record.laid = true;
        self.laid.push(record.key);
    }

    /// Wakes everything, except what was added asleep since the last step.
    pub(crate) fn wake_all(&mut self) {
        let sleeping = &self.bodies.records[self.bodies.awake..self.bodies.moving];
        let old = sleeping.iter().filter(|record| !record.laid).map(|record| record.key);
        for key in old.collect::<Vec<_>>() {
            // Keys of the scene's own bodies; some have been woken with others before them.
            if let Ok(index) = self.bodies.index(key) {
                self.wake(index);
            }
        }
    }

    /// Puts awake bodies, given by their indices in ascending order, to sleep. The dynamic ones
    /// have to be whole islands.
    pub(crate) fn put_to_sleep(&mut self, indices: &[u32]) {
        for &index in indices {
            let body = self.bodies.records[index as usize].key;
            self.coming_events.push(BodyEvent::FellAsleep { body });
        }
        // From the last to the first: the one that takes its place is not to sleep, or is done.
        for &index in indices.iter().rev() {
            let index = index as usize;
            let state = &mut self.bodies.states[index];
            (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
            self.bodies.previous[index] =
                Placement { center: state.center, rotation: state.rotation };
            self.bodies.drives[index].let_go();
            // Contacts that stay, because somebody else is awake, see it as one that stands still.
            for piece in self.pieces_of_body(index) {
                let Colliders { pieces, outlines, .. } = &mut self.colliders;
                outlines.follow(piece, &pieces[piece as usize]);
            }
            self.make_asleep(index);
        }
        self.park_unchanged();
        self.structure_changed = true;
    }

    /// Puts an awake body to sleep, with its island when it is dynamic.
    pub(crate) fn put_island_to_sleep(&mut self, index: usize) {
        let mut island = vec![index as u32];
        let mut found = vec![false; self.bodies.awake];
        found[index] = true;
        let mut next = 0;
        while let Some(&body) = island.get(next).filter(|_| self.bodies.is_dynamic(index)) {
            for piece in self.pieces_of_body(body as usize) {
                let pieces = &self.colliders.pieces;
                for (contact, row, side) in self.contacts.of_piece(pieces, piece) {
                    let other = pieces[contact.pieces[1 - side] as usize].body as usize;
                    let joined = joins(row, self.config.touch_distance())
                        && contact.is_alive(pieces)
                        && other < self.bodies.awake
                        && self.bodies.is_dynamic(other);
                    if joined && !found[other] {
                        found[other] = true;
                        island.push(other as u32);
                    }
                }
            }
            next += 1;
        }
        island.sort_unstable();
        self.put_to_sleep(&island);
    }

    /// Parks the contacts that have no awake body, in a step that has seen that they are contacts still.
    pub(crate) fn park_idle(&mut self) {
        let Self { bodies, colliders, contacts, .. } = self;
        let pieces = &mut colliders.pieces;
        contacts.park(pieces, |_, piece| piece.body as usize >= bodies.awake);
    }

    /// Parks the contacts that have no awake body, but those of which something was changed: the next step
    /// has to see whether they are contacts still.
    fn park_unchanged(&mut self) {
        let Self { bodies, colliders, contacts, .. } = self;
        let Colliders { pieces, outlines, .. } = colliders;
        contacts.park(pieces, |place, piece| {
            piece.body as usize >= bodies.awake && !outlines.is_changed(place)
        });
    }

    fn pieces_of_body(&self, index: usize) -> Vec<u32> {
        let colliders = self.bodies.records[index].colliders.iter();
        let records = colliders.filter_map(|key| self.colliders.records.get(*key));
        records.flat_map(|record| &record.pieces).copied().collect()
    }
}
