//! Saved motion of bodies and their pieces.

use slotmap::SecondaryMap;
use umbra_geom::{Aabb, Pose, Real, Vector};
use umbra_solver::Body;

use crate::clone::write_over;
use crate::store::{Bodies, Change, Contacts, SavedBodies, piece_indices};
use crate::{BodyKey, ColliderKey, World};

/// Of all bodies that can move, those that sleep among them, in the order of their arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct SavedMotion {
    pub(super) bodies: SavedBodies,
    /// The key of each.
    keys: Vec<BodyKey>,
    /// Of their pieces, body by body, how each was predicted to move.
    predicted: Vec<(Vector, Real)>,
    /// The pieces that are marked as changed, in the order in which they were.
    changed: Vec<(u32, Change, bool)>,
    /// What sensors have to know of pieces.
    marks: Vec<u8>,
    remade: Vec<u32>,
    remade_maps: Vec<ColliderKey>,
    /// Boxes of kinematic bodies' pieces when their neighbours were last searched for.
    placed: Vec<(u32, Aabb)>,
    /// The same of tile maps of kinematic bodies.
    placed_maps: Vec<(ColliderKey, Option<Pose>)>,
}

impl SavedMotion {
    pub(super) fn size(&self) -> usize {
        let SavedBodies { states, previous, forces, sleep_timers, marks, awake: _ } = &self.bodies;
        size_of_val(&states[..])
            + size_of_val(&previous[..])
            + size_of_val(&forces[..])
            + size_of_val(&sleep_timers[..])
            + size_of_val(&marks[..])
            + size_of_val(&self.keys[..])
            + size_of_val(&self.predicted[..])
            + size_of_val(&self.changed[..])
            + size_of_val(&self.marks[..])
            + size_of_val(&self.remade[..])
            + size_of_val(&self.remade_maps[..])
            + size_of_val(&self.placed[..])
            + size_of_val(&self.placed_maps[..])
    }

    /// Index in the arrays of each body that can move.
    pub(super) fn places(&self, base: &World) -> SecondaryMap<BodyKey, u32> {
        let mut places = SecondaryMap::with_capacity(base.bodies.keys.capacity());
        places.extend(self.keys.iter().copied().zip(0..));
        places
    }

    pub(super) fn save(&mut self, world: &World) {
        let Bodies { infos, moving, .. } = &world.bodies;
        let outlines = &world.colliders.outlines;
        self.bodies.save(&world.bodies, *moving);
        self.keys.clear();
        self.keys.extend(infos[..*moving].iter().map(|info| info.key));
        self.predicted.clear();
        self.placed.clear();
        for info in &infos[..*moving] {
            for piece in piece_indices(&world.colliders.infos, info) {
                let cache = &outlines.poses[piece as usize];
                self.predicted.push((cache.displacement, cache.turn));
                let placed = world.colliders.seams.placed(piece);
                self.placed.extend(placed.map(|placed| (piece, placed)));
            }
        }
        let maps = &world.colliders.maps;
        write_over(&mut self.remade_maps, &maps.remade);
        let placed = |key: &ColliderKey| (*key, maps.placed.get(*key).copied());
        self.placed_maps.clear();
        self.placed_maps.extend(maps.loose().iter().map(placed));
        outlines.save_changes(&mut self.changed, &mut self.marks, &mut self.remade);
    }

    /// Puts bodies and pieces where they were. The contacts that scene has are still those from
    /// before.
    pub(super) fn restore(&self, world: &mut World, saved: &Contacts) {
        for (index, &key) in self.keys.iter().enumerate() {
            if world.bodies.infos[index].key != key
                && let Ok(other) = world.bodies.index(key)
            {
                world.swap_bodies(index, other);
            }
        }
        let World { bodies, colliders, contacts, .. } = world;
        contacts.sleeping.unlink(&mut colliders.pieces);
        saved.sleeping.link(&mut colliders.pieces);
        let mut predicted = self.predicted.iter();
        for (index, state) in self.bodies.states.iter().enumerate() {
            let is_elsewhere = place_of(&bodies.states[index]) != place_of(state);
            let info = &bodies.infos[index];
            for piece in piece_indices(&colliders.infos, info) {
                if is_elsewhere {
                    let place = &mut colliders.pieces[piece as usize];
                    place.follow(state);
                    colliders.outlines.follow(piece, place);
                }
                if let Some(entry) = colliders.seams.entry(piece) {
                    entry.placed = None;
                }
                let cache = &mut colliders.outlines.poses[piece as usize];
                if let Some((displacement, turn)) = predicted.next() {
                    (cache.displacement, cache.turn) = (*displacement, *turn);
                }
            }
        }
        self.bodies.restore(bodies);
        for (piece, placed) in &self.placed {
            colliders.seams.make_entry(*piece).placed = Some(*placed);
        }
        write_over(&mut colliders.maps.remade, &self.remade_maps);
        for (key, placed) in &self.placed_maps {
            colliders.maps.place(*key, *placed);
        }
        colliders.outlines.restore_changes(&self.changed, &self.marks, &self.remade);
    }
}

/// Placement of a body, to the last bit.
fn place_of(body: &Body) -> [u32; 4] {
    let Body { center, rotation, .. } = body;
    [center.x, center.y, rotation.re, rotation.im].map(Real::to_bits)
}
