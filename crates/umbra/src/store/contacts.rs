//! Pairs of pieces whose fat boxes overlap.

use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::hash::DefaultHasher;
use std::sync::OnceLock;

use umbra_broad::ProxyId;
use umbra_geom::{FeatureId, Real, Vector};
use umbra_solver::Contact as SolverContact;

use crate::ColliderKey;

use super::parked::Parked;
use super::{ParkedContact, Piece};

/// What the solver does not read of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactRecord {
    pub(crate) pieces: [u32; 2],
    /// Unlike the indices of pieces, these tell a piece from another one in the same slot.
    pub(crate) proxies: [ProxyId; 2],
    pub(crate) colliders: [ColliderKey; 2],
    /// The features that make each point of the row, to carry impulses over.
    pub(crate) features: [FeatureId; 2],
    /// To tell whether the manifold is still good.
    pub(crate) built: Built,
    /// The fat boxes have parted, or one of the pieces is gone.
    pub(crate) gone: bool,
    /// Whether there were points when the structure was built.
    pub(crate) seated: bool,
    /// Whether the surfaces touch, as events have it.
    pub(crate) touching: bool,
}

/// Where two bodies were when the manifold of their pieces was built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Built {
    /// From A's centre of mass to B's.
    pub(crate) way: Vector,
    /// Cosines and sines.
    pub(crate) rotation_a: [Real; 2],
    pub(crate) rotation_b: [Real; 2],
    /// Of the points that there are.
    pub(crate) separations: [Real; 2],
    /// Points were looked for up to this gap; negative when the manifold is not to be kept.
    pub(crate) speculative: Real,
}

impl Built {
    /// Of a manifold that is not to be kept.
    pub(crate) const NEVER: Self = Self {
        way: Vector::new(0.0, 0.0),
        rotation_a: [1.0, 0.0],
        rotation_b: [1.0, 0.0],
        separations: [0.0; 2],
        speculative: -1.0,
    };
}

impl ContactRecord {
    /// The other piece.
    pub(crate) fn partner(&self, piece: u32) -> u32 {
        self.pieces[usize::from(self.pieces[0] == piece)]
    }

    /// Whether the two bodies belong to one island if both are dynamic: they touch, or are so near
    /// that a blow would go through both within one step.
    pub(crate) fn joins(&self, row: &SolverContact, apart: Real) -> bool {
        self.touching || row.points().iter().any(|point| point.separation <= apart)
    }

    /// Whether both pieces still are those that the contact was made for.
    pub(crate) fn is_alive(&self, pieces: &[Piece]) -> bool {
        let mut sides = self.pieces.iter().zip(&self.proxies);
        sides.all(|(piece, proxy)| pieces[*piece as usize].proxy == Some(*proxy))
    }
}

/// All contacts. `records` and `rows` are parallel and hold those that a step walks: contacts with
/// an awake body, in the order in which they were found or woken. The others are parked.
///
/// Between two steps a few contacts without an awake body may be among the first: those that the
/// next step has to look at because something about them was changed.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) records: Vec<ContactRecord>,
    /// What the solver is given. A row without points is not solved.
    pub(crate) rows: Vec<SolverContact>,
    /// Those of which no body is awake.
    pub(crate) parked: Parked,
    /// For colliders of several pieces, how many pairs of their pieces touch: the first makes a
    /// begin event and the last an end event. It is looked up, never walked, so that nothing depends
    /// on the order in it; and it asks for memory only when there are more pairs than ever before.
    pub(crate) shared: HashMap<[ColliderKey; 2], u32, BuildHasherDefault<DefaultHasher>>,
    /// A material was changed, or a hook changed rows: all have to be mixed again.
    pub(crate) mix_all: bool,
    /// Which of `records` each piece has. Made when it is asked for, forgotten when they change.
    by_piece: OnceLock<ByPiece>,
}

impl Contacts {
    pub(crate) fn push(&mut self, record: ContactRecord, row: SolverContact) {
        self.by_piece.take();
        self.records.push(record);
        self.rows.push(row);
    }

    /// Drops the contacts at these indices, which ascend, and keeps the order of the others.
    pub(crate) fn drop_all(&mut self, indices: &[usize]) {
        let Some(&first) = indices.first() else { return };
        self.by_piece.take();
        let ends = indices[1..].iter().copied().chain([self.records.len()]);
        let mut kept = first;
        for (index, end) in indices.iter().zip(ends) {
            // What lies between two of them moves as a whole.
            self.records.copy_within(index + 1..end, kept);
            self.rows.copy_within(index + 1..end, kept);
            kept += end - (index + 1);
        }
        self.records.truncate(kept);
        self.rows.truncate(kept);
    }

    /// Parks the contacts for which `is_idle` holds and keeps the order of the others.
    pub(crate) fn park(
        &mut self,
        pieces: &mut [Piece],
        is_idle: impl Fn(&ContactRecord, &[Piece]) -> bool,
    ) {
        self.retain(|parked, record, row| {
            let idle = is_idle(record, pieces);
            if idle {
                parked.insert(pieces, *record, *row);
            }
            !idle
        });
    }

    /// Brings back the parked contact that is first in the list of a piece; `None` when there is
    /// none.
    pub(crate) fn unpark_first(
        &mut self,
        pieces: &mut [Piece],
        piece: u32,
    ) -> Option<ParkedContact> {
        let mut contact = self.parked.remove(pieces, pieces[piece as usize].parked)?;
        // A hook may have changed the row in the last step, or a caller one of the materials since.
        mix_materials(&mut contact.row, contact.record.pieces.map(|piece| &pieces[piece as usize]));
        self.push(contact.record, contact.row);
        Some(contact)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.records.len() + self.parked.len()
    }

    /// All contacts: those that a step walks, then the parked ones.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&ContactRecord, &SolverContact)> {
        let parked = self.parked.iter().map(|contact| (&contact.record, &contact.row));
        self.records.iter().zip(&self.rows).chain(parked)
    }

    /// All contacts of a piece, each with the side that the piece is on.
    pub(crate) fn of_piece<'a>(
        &'a self,
        pieces: &'a [Piece],
        piece: u32,
    ) -> impl Iterator<Item = (&'a ContactRecord, &'a SolverContact, usize)> {
        let by_piece = self.by_piece.get_or_init(|| ByPiece::new(pieces.len(), &self.records));
        let awake = by_piece.of(piece).iter().map(|end| {
            let index = (end >> 1) as usize;
            (&self.records[index], &self.rows[index], (end & 1) as usize)
        });
        let parked = self.parked.of(&pieces[piece as usize]);
        awake.chain(parked.map(|(contact, side)| (&contact.record, &contact.row, side)))
    }

    /// Keeps those for which `keep` holds, in their order.
    fn retain(
        &mut self,
        mut keep: impl FnMut(&mut Parked, &ContactRecord, &SolverContact) -> bool,
    ) {
        self.by_piece.take();
        let mut kept = 0;
        for index in 0..self.records.len() {
            if keep(&mut self.parked, &self.records[index], &self.rows[index]) {
                if kept < index {
                    self.records[kept] = self.records[index];
                    self.rows[kept] = self.rows[index];
                }
                kept += 1;
            }
        }
        self.records.truncate(kept);
        self.rows.truncate(kept);
    }

    /// Mixes the materials of all contacts anew.
    pub(crate) fn mix(&mut self, pieces: &[Piece]) {
        for (record, row) in self.records.iter().zip(&mut self.rows) {
            mix_materials(row, record.pieces.map(|piece| &pieces[piece as usize]));
        }
        self.mix_all = false;
    }
}

/// Mixes the materials of two pieces into the row of their contact.
pub(crate) fn mix_materials(row: &mut SolverContact, [a, b]: [&Piece; 2]) {
    let (a, b) = (&a.substance.material, &b.substance.material);
    let greater = |a, b| if b > a { b } else { a };
    row.friction = (a.friction * b.friction).sqrt();
    row.restitution = greater(a.restitution, b.restitution);
    row.rolling_resistance = greater(a.rolling_resistance, b.rolling_resistance);
    row.surface_speed = a.surface_speed + b.surface_speed;
}

/// The awake contacts of each piece: twice the index, plus one when the piece is the second.
#[derive(Clone, Debug)]
struct ByPiece {
    /// Where in `ends` each piece begins, and where the last one stops.
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl ByPiece {
    fn new(pieces: usize, records: &[ContactRecord]) -> Self {
        let mut starts = vec![0; pieces + 1];
        for piece in records.iter().flat_map(|record| record.pieces) {
            starts[piece as usize + 1] += 1;
        }
        for piece in 0..pieces {
            starts[piece + 1] += starts[piece];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; records.len() * 2];
        for (index, record) in (0..).zip(records) {
            for (side, piece) in (0..).zip(record.pieces) {
                let place = &mut next[piece as usize];
                ends[*place as usize] = index * 2 + side;
                *place += 1;
            }
        }
        Self { starts, ends }
    }

    /// Nothing for a piece that was added later: it has no contacts yet.
    fn of(&self, piece: u32) -> &[u32] {
        let piece = piece as usize;
        if piece + 1 < self.starts.len() {
            &self.ends[self.starts[piece] as usize..self.starts[piece + 1] as usize]
        } else {
            &[]
        }
    }
}

impl Clone for Contacts {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten; the last one is made anew.
        let Self { records, rows, parked, shared, mix_all, by_piece: _ } = source;
        self.mix_all = *mix_all;
        self.records.clone_from(records);
        self.rows.clone_from(rows);
        self.parked.clone_from(parked);
        self.shared.clone_from(shared);
        self.by_piece.take();
    }
}
