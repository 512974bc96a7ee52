//! Pairs whose fat boxes overlap, and that are not near one another.
//!
//! Among fast bodies most pairs are of this kind, because boxes foresee motion. They are asked once
//! per step whether they have come near; nothing else walks them.

use umbra_broad::{Pair, ProxyId};
use umbra_geom::FeatureId;
use umbra_solver::Contact as SolverContact;

use super::Piece;
use super::contacts::{Built, ContactRecord, mix_materials};

/// What is known of two pieces whose fat boxes overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistantPair {
    pub(crate) pieces: [u32; 2],
    /// Unlike the indices of pieces, these tell a piece from another one in the same slot.
    pub(crate) proxies: [ProxyId; 2],
}

impl DistantPair {
    /// Whether both pieces still are those that were found to overlap.
    pub(crate) fn is_alive(&self, pieces: &[Piece]) -> bool {
        let mut sides = self.pieces.iter().zip(&self.proxies);
        sides.all(|(piece, proxy)| pieces[*piece as usize].proxy == Some(*proxy))
    }

    /// A contact of the two, without points.
    pub(crate) fn contact(&self, pieces: &[Piece]) -> (ContactRecord, SolverContact) {
        let both = self.pieces.map(|piece| &pieces[piece as usize]);
        let record = ContactRecord {
            pieces: self.pieces,
            proxies: self.proxies,
            colliders: both.map(|piece| piece.collider),
            features: [FeatureId::default(); 2],
            built: Built::NEVER,
            seated: false,
            edited: false,
        };
        let mut row = SolverContact {
            priority: SolverContact::priority_of(self.pieces),
            ..SolverContact::default()
        };
        mix_materials(&mut row, both);
        (record, row)
    }
}

impl From<&Pair> for DistantPair {
    fn from(pair: &Pair) -> Self {
        Self { pieces: pair.data, proxies: pair.proxies }
    }
}
