//! Neighbours of the pieces that stand still: see [`umbra_geom::collide::Seams`].

use std::sync::Arc;

use umbra_geom::Aabb;
use umbra_geom::collide::Seams;

use crate::clone_by_field;

/// The seams of one piece.
#[derive(Clone, Debug, Default)]
pub struct PieceSeams {
    /// Nothing if nothing adjoins it.
    pub seams: Option<Arc<Seams>>,
    /// Box of the piece when its neighbours were last searched for; `None` if it does not take
    /// part.
    pub placed: Option<Aabb>,
}

/// The seams of all pieces up to the last that has any.
#[derive(Debug, Default)]
pub struct SeamList {
    of_pieces: Vec<PieceSeams>,
}

impl SeamList {
    /// Those of a piece.
    pub fn get(&self, piece: u32) -> Option<&Seams> {
        self.of_pieces.get(piece as usize)?.seams.as_deref()
    }

    /// Box of a piece when its neighbours were last searched for, if it takes part.
    pub fn placed(&self, piece: u32) -> Option<Aabb> {
        self.of_pieces.get(piece as usize)?.placed
    }

    /// Boxes of pieces when their neighbours were last searched for.
    pub(crate) fn places(&mut self) -> impl Iterator<Item = &mut Aabb> {
        self.of_pieces.iter_mut().filter_map(|entry| entry.placed.as_mut())
    }

    /// The entry of a piece, if there is one.
    pub(crate) fn entry(&mut self, piece: u32) -> Option<&mut PieceSeams> {
        self.of_pieces.get_mut(piece as usize)
    }

    /// The entry of a piece, made if need be.
    pub fn make_entry(&mut self, piece: u32) -> &mut PieceSeams {
        let index = piece as usize;
        if self.of_pieces.len() <= index {
            self.of_pieces.resize_with(index + 1, PieceSeams::default);
        }
        &mut self.of_pieces[index]
    }
}

clone_by_field!(SeamList { of_pieces });
