//! Pairs of pieces whose fat boxes overlap.

use std::collections::BTreeMap;

use umbra_broad::ProxyId;
use umbra_geom::{FeatureId, Real, Vector};
use umbra_solver::Contact as SolverContact;

use crate::ColliderKey;

use super::Piece;

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

/// All contacts, in the order in which they were found. The two arrays are parallel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) records: Vec<ContactRecord>,
    /// What the solver is given. A row without points is not solved.
    pub(crate) rows: Vec<SolverContact>,
    /// For colliders of several pieces, how many pairs of their pieces touch: the first makes a
    /// begin event and the last an end event. Ordered, so that nothing depends on a hash.
    pub(crate) shared: BTreeMap<[ColliderKey; 2], u32>,
    /// A material was changed, or a hook changed rows: all have to be mixed again.
    pub(crate) mix_all: bool,
}

impl Contacts {
    pub(crate) fn push(&mut self, record: ContactRecord, row: SolverContact) {
        self.records.push(record);
        self.rows.push(row);
    }

    /// Drops the contacts that are gone and keeps the order of the others.
    pub(crate) fn drop_gone(&mut self) {
        let gone = self.records.iter().position(|record| record.gone);
        let first = gone.unwrap_or(self.records.len());
        let mut kept = first;
        for index in first..self.records.len() {
            if !self.records[index].gone {
                self.records[kept] = self.records[index];
                self.rows[kept] = self.rows[index];
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
    let (a, b) = (&a.material, &b.material);
    let greater = |a, b| if b > a { b } else { a };
    row.friction = (a.friction * b.friction).sqrt();
    row.restitution = greater(a.restitution, b.restitution);
    row.rolling_resistance = greater(a.rolling_resistance, b.rolling_resistance);
    row.surface_speed = a.surface_speed + b.surface_speed;
}
