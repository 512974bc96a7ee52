//! Contacts of each piece, for queries about single bodies.

use std::sync::OnceLock;

use super::ContactInfo;

/// The table, built on demand and dropped when contacts change. A clone begins without.
#[derive(Debug, Default)]
pub(super) struct ByPiece(OnceLock<Table>);

impl ByPiece {
    pub(super) fn forget(&mut self) {
        self.0.take();
    }

    /// The awake contacts of `piece`, of so many pieces and all of these contacts.
    pub(super) fn contacts(&self, piece: u32, pieces: usize, infos: &[ContactInfo]) -> &[u32] {
        self.0.get_or_init(|| Table::new(pieces, infos)).contacts(piece)
    }
}

impl Clone for ByPiece {
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {
        self.forget();
    }
}

/// The awake contacts of each piece: twice the index, plus one when the piece is the second.
#[derive(Debug)]
struct Table {
    /// The first element in `ends` of each piece, and the length of `ends`.
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Table {
    fn new(pieces: usize, infos: &[ContactInfo]) -> Self {
        let mut starts = vec![0; pieces + 1];
        for piece in infos.iter().flat_map(|info| info.pieces) {
            starts[piece as usize + 1] += 1;
        }
        for piece in 0..pieces {
            starts[piece + 1] += starts[piece];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; infos.len() * 2];
        for (index, info) in (0..).zip(infos) {
            for (side, piece) in (0..).zip(info.pieces) {
                let place = &mut next[piece as usize];
                ends[*place as usize] = index * 2 + side;
                *place += 1;
            }
        }
        Self { starts, ends }
    }

    /// Empty for a piece that was added later: it has no contacts yet.
    fn contacts(&self, piece: u32) -> &[u32] {
        let piece = piece as usize;
        if piece + 1 < self.starts.len() {
            &self.ends[self.starts[piece] as usize..self.starts[piece + 1] as usize]
        } else {
            &[]
        }
    }
}
