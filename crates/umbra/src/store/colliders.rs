//! Colliders and the pieces they are made of.

use std::sync::Arc;

use slotmap::SlotMap;
use umbra_broad::{Filter, ProxyId};
use umbra_geom::mass::Mass;
use umbra_geom::{Aabb, Pose, Shape, Vector};
use umbra_solver::Body as SolverBody;

use crate::collider::{Material, Weight};
use crate::{BodyKey, ColliderKey, Error};

use super::{Bodies, Few, Outlines};

/// A piece is compared with so many before it, to share what is alike.
const KINDS_IN_TURN: usize = 8;

/// What only the interface and the events read of a collider.
#[derive(Clone, Debug)]
pub(crate) struct ColliderRecord {
    pub(crate) body: BodyKey,
    pub(crate) offset: Pose,
    pub(crate) weight: Weight,
    pub(crate) filter: Filter,
    pub(crate) user_data: u64,
    pub(crate) hit_events: bool,
    /// Whether it meets anybody.
    pub(crate) enabled: bool,
    /// One for each shape.
    pub(crate) pieces: Few<u32>,
}

/// One shape of a collider in the world: what the narrow phase walks.
///
/// A chain or a compound is one collider to the caller and many pieces to the engine, each with a
/// proxy of its own.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Piece {
    // All that a step needs to move a box comes first.
    /// The index of its body.
    pub(crate) body: u32,
    /// The broad phase knows it by this; `None` while its body is disabled, or the slot is free.
    pub(crate) proxy: Option<ProxyId>,
    /// Where it is on the body, seen from the centre of mass.
    pub(crate) local_arm: Vector,
    /// Where it is on the body, seen from the body's origin.
    pub(crate) offset: Pose,
    /// Where it is in the world.
    pub(crate) pose: Pose,
    /// From the body's centre of mass to the piece, in world directions. Not the difference of
    /// the two positions: far from the origin that has no digits.
    pub(crate) arm: Vector,
    // What follows is read when a shape other than a box moves, and more rarely.
    pub(crate) substance: Arc<Substance>,
    pub(crate) collider: ColliderKey,
    /// The end of its first parked contact: see [`Parked`](super::parked::Parked).
    pub(crate) parked: u32,
}

/// What seldom changes of a piece. Pieces that are alike, and those of copies of a scene, share it:
/// with it in place, a piece took 320 bytes, all of which had to be copied with the scene.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Substance {
    pub(crate) shape: Shape,
    pub(crate) material: Material,
    pub(crate) mass: Mass,
}

impl Piece {
    #[inline]
    pub(crate) fn shape(&self) -> &Shape {
        &self.substance.shape
    }

    /// Takes its place on a body whose centre of mass may be another now.
    pub(crate) fn place(&mut self, body: &SolverBody, local_center: umbra_geom::Point) {
        self.local_arm = self.offset.translation.vector - local_center.coords;
        self.follow(body);
    }

    /// Follows the body. Returns its new pose and arm, which are at hand here: to read them back from
    /// where they were just written in parts takes a while.
    #[inline]
    pub(crate) fn follow(&mut self, body: &SolverBody) -> (Pose, Vector) {
        let arm = body.rotation * self.local_arm;
        let rotation = body.rotation * self.offset.rotation;
        let pose = Pose::from_parts((body.center.coords + arm).into(), rotation);
        (self.pose, self.arm) = (pose, arm);
        (pose, arm)
    }

    /// The box that the piece fills until the end of the next step, if its body keeps its velocity.
    ///
    /// With the motion in the box, the fat box never lags behind a fast body, and a contact is
    /// found before the surfaces meet, not after.
    pub(crate) fn reach(&self, displacement: Vector) -> Aabb {
        self.shape().aabb(&self.pose).swept(displacement)
    }
}

/// All colliders. Pieces keep their index for life, because proxies and contacts name it; free
/// indices are used again, the last one freed first.
#[derive(Debug, Default)]
pub(crate) struct Colliders {
    pub(crate) records: SlotMap<ColliderKey, ColliderRecord>,
    pub(crate) pieces: Vec<Piece>,
    /// What the narrow phase reads of the same pieces.
    pub(crate) outlines: Outlines,
    pub(crate) free: Vec<u32>,
    /// Those that were removed since the last step, and their bodies: the events of the next one name them.
    pub(crate) removed: Vec<(ColliderKey, BodyKey)>,
}

impl Colliders {
    pub(crate) fn record(&self, key: ColliderKey) -> Result<&ColliderRecord, Error> {
        self.records.get(key).ok_or(Error::NoSuchCollider(key))
    }

    /// The body of a collider that is there or was removed since the last step.
    pub(crate) fn body_of(&self, key: ColliderKey) -> BodyKey {
        let removed = || self.removed.iter().find(|(removed, _)| *removed == key);
        let there = self.records.get(key).map(|record| record.body);
        there.or_else(|| removed().map(|(_, body)| *body)).unwrap_or_default()
    }

    pub(crate) fn insert_piece(&mut self, mut piece: Piece) -> u32 {
        // Games add many that are alike, one after the other or a few kinds in turn. What is shared
        // stays in the cache.
        let mut latest = self.pieces.iter().rev().take(KINDS_IN_TURN);
        if let Some(like) = latest.find(|other| other.substance == piece.substance) {
            piece.substance = Arc::clone(&like.substance);
        }
        let index = self.free.pop().unwrap_or(self.pieces.len() as u32);
        self.outlines.set(index, &piece);
        match self.pieces.get_mut(index as usize) {
            Some(place) => *place = piece,
            None => self.pieces.push(piece),
        }
        self.outlines.make_cores_for(index, &self.pieces);
        index
    }

    /// The pieces of a collider; none when there is no such collider.
    pub(crate) fn pieces_of(&self, key: ColliderKey) -> impl Iterator<Item = &Piece> {
        let indices = self.records.get(key).map_or(&[][..], |record| &record.pieces[..]);
        indices.iter().map(|&index| &self.pieces[index as usize])
    }

    /// Calls `change` with every piece of the body at `index`.
    pub(crate) fn change_pieces_of(
        &mut self,
        bodies: &Bodies,
        index: usize,
        mut change: impl FnMut(u32, &mut Piece),
    ) {
        for key in &bodies.records[index].colliders {
            let Some(record) = self.records.get(*key) else { continue };
            for &piece in &record.pieces {
                change(piece, &mut self.pieces[piece as usize]);
                self.outlines.update(piece, &self.pieces[piece as usize]);
            }
        }
    }

    /// Tells the pieces of the body at `index` that this is where it is now. Nothing else about them has changed.
    pub(crate) fn renumber_body(&mut self, bodies: &Bodies, index: usize) {
        for key in &bodies.records[index].colliders {
            let Some(record) = self.records.get(*key) else { continue };
            for &piece in &record.pieces {
                self.pieces[piece as usize].body = index as u32;
                self.outlines.rows[piece as usize].body = index as u32;
            }
        }
    }
}

/// The pieces of awake bodies, in ascending order: what a step moves.
#[derive(Debug, Default)]
pub(crate) struct AwakePieces {
    list: Vec<u32>,
    known: bool,
}

/// The list is gathered from the awake bodies when they are fewer than one piece in so many.
const FEW: usize = 16;

impl AwakePieces {
    /// Other bodies are awake now, or they have other pieces.
    pub(crate) fn forget(&mut self) {
        self.known = false;
    }

    pub(crate) fn list(
        &mut self,
        bodies: &Bodies,
        records: &SlotMap<ColliderKey, ColliderRecord>,
        pieces: &[Piece],
    ) -> &[u32] {
        if !self.known {
            self.known = true;
            self.list.clear();
            if bodies.awake * FEW < pieces.len() {
                let keys = bodies.records[..bodies.awake].iter().flat_map(|r| &r.colliders);
                let records = keys.filter_map(|key| records.get(*key));
                self.list.extend(records.flat_map(|record| &record.pieces));
                self.list.sort_unstable();
            } else {
                let awake =
                    |piece: &Piece| piece.proxy.is_some() && (piece.body as usize) < bodies.awake;
                let each = (0..).zip(pieces);
                self.list.extend(each.filter(|(_, piece)| awake(piece)).map(|(index, _)| index));
            }
        }
        &self.list
    }
}

impl Clone for Piece {
    fn clone(&self) -> Self {
        Self { substance: Arc::clone(&self.substance), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten. To count the sharers would
        // take longer than all the rest.
        let Self { body, proxy, local_arm, offset, pose, arm, substance, collider, parked } =
            source;
        if !Arc::ptr_eq(&self.substance, substance) {
            self.substance = Arc::clone(substance);
        }
        (self.body, self.proxy, self.collider) = (*body, *proxy, *collider);
        (self.local_arm, self.offset, self.arm) = (*local_arm, *offset, *arm);
        (self.pose, self.parked) = (*pose, *parked);
    }
}

impl Clone for AwakePieces {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.known = source.known;
        self.list.clone_from(&source.list);
    }
}

impl Clone for Colliders {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten.
        let Self { records, pieces, outlines, free, removed } = source;
        self.records.clone_from(records);
        self.pieces.clone_from(pieces);
        self.outlines.copy_from(outlines);
        self.free.clone_from(free);
        self.removed.clone_from(removed);
    }
}
