//! Pairs of pieces whose fat boxes overlap: those that are near one another are *contacts*, with
//! all that it takes to find points and to solve them; of the others, which are most among fast
//! bodies, only the names are kept ([`DistantPair`]).

use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::hash::DefaultHasher;
use std::sync::OnceLock;

use umbra_broad::ProxyId;
use umbra_geom::{FeatureId, Real, Vector};
use umbra_solver::Contact as SolverContact;

use crate::ColliderKey;
use crate::step::both;

use super::by_piece::ByPiece;
use super::parked::Parked;
use super::{DistantPair, ParkedContact, Piece};

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
    /// Whether there were points when the structure was built.
    pub(crate) seated: bool,
    /// A hook edited it: the next step has to mix the materials again.
    pub(crate) edited: bool,
}

/// Where two bodies were when the manifold of their pieces was built. In this order, so that eight
/// numbers are read at once.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
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

    /// What is left of it when the two are no longer near.
    pub(crate) fn pair(&self) -> DistantPair {
        DistantPair { pieces: self.pieces, proxies: self.proxies }
    }

    /// Whether both pieces still are those that the contact was made for.
    pub(crate) fn is_alive(&self, pieces: &[Piece]) -> bool {
        self.pair().is_alive(pieces)
    }
}

/// All contacts. `records` and `rows` are parallel and hold those that a step walks: contacts with
/// an awake body, in the order in which they came near or were woken. The others are parked.
///
/// Between two steps a few contacts and distant pairs without an awake body may be among the first:
/// those that the next step has to look at because something about them was changed.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) records: Vec<ContactRecord>,
    /// What the solver is given. A row without points is not solved.
    pub(crate) rows: Vec<SolverContact>,
    /// Pairs with an awake body that are not near one another.
    pub(crate) distant: Vec<DistantPair>,
    /// Those of which no body is awake.
    pub(crate) parked: Parked,
    /// For colliders of several pieces, how many pairs of their pieces touch: the first makes a
    /// begin event and the last an end event. It is looked up, never walked, so that nothing depends
    /// on the order in it; and it asks for memory only when there are more pairs than ever before.
    pub(crate) shared: HashMap<[ColliderKey; 2], u32, BuildHasherDefault<DefaultHasher>>,
    /// A material was changed: all have to be mixed again.
    pub(crate) materials_changed: bool,
    /// Some are marked as edited.
    pub(crate) any_edited: bool,
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
        if !indices.is_empty() {
            self.by_piece.take();
            let Self { records, rows, .. } = self;
            both(
                records.len(),
                || drop_at(records, indices.iter().copied()),
                || drop_at(rows, indices.iter().copied()),
            );
        }
    }

    /// Parks the contacts and the distant pairs for both of whose pieces `is_idle` holds, and keeps the order of
    /// the others. Those are in the scene of which both proxies are.
    pub(crate) fn park(&mut self, pieces: &mut [Piece], is_idle: impl Fn(u32, &Piece) -> bool) {
        let idle = |pair: DistantPair, pieces: &[Piece]| {
            pair.is_alive(pieces)
                && pair.pieces.into_iter().all(|piece| is_idle(piece, &pieces[piece as usize]))
        };
        self.retain(|parked, record, row| {
            let idle = idle(record.pair(), pieces);
            if idle {
                parked.insert(pieces, *record, *row);
            }
            !idle
        });
        let parked = &mut self.parked;
        self.distant.retain(|pair| {
            let idle = idle(*pair, pieces);
            if idle {
                let (record, row) = pair.contact(pieces);
                parked.insert(pieces, record, row);
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

    /// Whether several pieces of two colliders touch.
    pub(crate) fn is_counted(&self, [a, b]: [ColliderKey; 2]) -> bool {
        let key = if a <= b { [a, b] } else { [b, a] };
        !self.shared.is_empty() && self.shared.contains_key(&key)
    }

    /// How many there are of which a step walks all, distant pairs among them.
    pub(crate) fn awake_len(&self) -> usize {
        self.records.len() + self.distant.len()
    }

    /// How many there are, distant pairs among them.
    pub(crate) fn len(&self) -> usize {
        self.awake_len() + self.parked.len()
    }

    /// All contacts but distant pairs: those that a step walks, then the parked ones.
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

    /// Mixes the materials anew of contacts that a hook edited, or of all when a material was changed.
    pub(crate) fn mix(&mut self, pieces: &[Piece]) {
        if !self.materials_changed && !self.any_edited {
            return;
        }
        for (record, row) in self.records.iter_mut().zip(&mut self.rows) {
            if self.materials_changed || record.edited {
                mix_materials(row, record.pieces.map(|piece| &pieces[piece as usize]));
                record.edited = false;
            }
        }
        (self.materials_changed, self.any_edited) = (false, false);
    }
}

/// Drops the elements at these indices, which ascend, and keeps the order of the others.
pub(crate) fn drop_at<T: Copy>(list: &mut Vec<T>, mut indices: impl Iterator<Item = usize>) {
    let Some(mut kept) = indices.next() else { return };
    let mut from = kept + 1;
    for end in indices.chain([list.len()]) {
        // What lies between two of them moves as a whole.
        list.copy_within(from..end, kept);
        kept += end - from;
        from = end + 1;
    }
    list.truncate(kept);
}

/// Whether two bodies belong to one island if both are dynamic: they touch, or are so near that a blow
/// would go through both within one step.
pub(crate) fn joins(row: &SolverContact, apart: Real) -> bool {
    row.touching || row.points().iter().any(|point| point.separation <= apart)
}

/// Mixes the materials of two pieces into the row of their contact.
pub(crate) fn mix_materials(row: &mut SolverContact, [a, b]: [&Piece; 2]) {
    let (a, b) = (&a.substance.material, &b.substance.material);
    let greater = |a, b| if b > a { b } else { a };
    let rule = a.friction_rule.max(b.friction_rule);
    row.friction = rule.combine(a.friction, b.friction, |a, b| (a * b).sqrt());
    let rule = a.restitution_rule.max(b.restitution_rule);
    row.restitution = rule.combine(a.restitution, b.restitution, greater);
    row.rolling_resistance = greater(a.rolling_resistance, b.rolling_resistance);
    row.surface_speed = a.surface_speed + b.surface_speed;
}

impl Clone for Contacts {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten; the last one is made anew.
        let Self {
            records,
            rows,
            distant,
            parked,
            shared,
            materials_changed,
            any_edited,
            by_piece: _,
        } = source;
        (self.materials_changed, self.any_edited) = (*materials_changed, *any_edited);
        self.records.clone_from(records);
        self.rows.clone_from(rows);
        self.distant.clone_from(distant);
        self.parked.clone_from(parked);
        self.shared.clone_from(shared);
        self.by_piece.take();
    }
}
