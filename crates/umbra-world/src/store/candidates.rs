//! Candidate pairs: fat boxes overlap, shapes are not near each other.
//!
//! Most pairs of fast bodies are of this kind, because fat boxes cover predicted motion. Once per
//! step they are examined for whether they have come near; no other loop touches them.

use umbra_broad::{Pair, ProxyId};
use umbra_geom::FeatureId;
use umbra_solver::Contact as SolverContact;

use super::Piece;
use super::contacts::{Built, ContactInfo, MixRules, Passage, mix_materials};

/// Two pieces whose fat boxes overlap.
#[derive(Clone, Copy, Debug)]
pub struct CandidatePair {
    pub pieces: [u32; 2],
    /// Unlike the indices of pieces, these are unique: slots are reused.
    pub proxies: [ProxyId; 2],
}

impl CandidatePair {
    /// True if both pieces are still those of the pair.
    pub fn is_alive(&self, pieces: &[Piece]) -> bool {
        let mut sides = self.pieces.iter().zip(&self.proxies);
        sides.all(|(piece, proxy)| pieces[*piece as usize].proxy == Some(*proxy))
    }

    /// A new contact of the two, without points.
    pub fn contact(&self, pieces: &[Piece], rules: MixRules) -> (ContactInfo, SolverContact) {
        let both = self.pieces.map(|piece| &pieces[piece as usize]);
        let info = ContactInfo {
            pieces: self.pieces,
            proxies: self.proxies,
            features: [FeatureId::default(); 2],
            built: Built::NEVER,
            in_structure: false,
            edited: false,
            passage: Passage::Undecided,
        };
        let mut contact = SolverContact {
            priority: SolverContact::priority_of(self.pieces),
            ..SolverContact::default()
        };
        mix_materials(&mut contact, both, rules);
        (info, contact)
    }
}

impl From<&Pair> for CandidatePair {
    fn from(pair: &Pair) -> Self {
        Self { pieces: pair.data, proxies: pair.proxies }
    }
}
