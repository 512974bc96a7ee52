//! Groups the pairs of a chunk by the forms of their two pieces, and collides each group as a
//! batch.
//!
//! The next kind is unpredictable. So a table maps two forms to a group, and there is no branch to
//! mispredict.

use arrayvec::ArrayVec;
use umbra_geom::collide::{
    BatchPair, visit_box_contacts, visit_circle_contacts, visit_small_contacts,
};
use umbra_geom::{Manifold, collide};
use umbra_lanes::Level;

use super::CHUNK;
use crate::store::{Form, Piece, PieceCache};

/// Kind of collision test of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Two boxes.
    Boxes,
    /// Two of up to four vertices each.
    Small,
    /// Two of up to eight vertices each.
    Eights,
    /// Two circles.
    Discs,
    /// A circle and something of up to four vertices.
    CircleAndSmall,
    /// A circle and something of up to eight vertices.
    CircleAndEight,
    /// One pair at a time.
    Alone,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Boxes,
        Self::Small,
        Self::Eights,
        Self::Discs,
        Self::CircleAndSmall,
        Self::CircleAndEight,
        Self::Alone,
    ];
}

/// Pairs that are collided in the same way.
#[derive(Default)]
struct Group {
    pairs: ArrayVec<BatchPair, CHUNK>,
    /// The index of each pair in the chunk.
    contacts: ArrayVec<u16, CHUNK>,
}

/// The pairs of a chunk that have to be collided.
#[derive(Default)]
pub(super) struct Groups([Group; Kind::ALL.len()]);

/// A pair that was collided.
pub(super) struct Collided {
    pub(super) contact: usize,
    pub(super) pair: BatchPair,
    /// Both are circles.
    pub(super) are_circles: bool,
}

/// The kind of a pair of these forms.
const fn kind_of(a: Form, b: Form) -> Kind {
    match (a, b) {
        (Form::Other, _) | (_, Form::Other) => Kind::Alone,
        (Form::Box, Form::Box) => Kind::Boxes,
        (Form::Circle, Form::Circle) => Kind::Discs,
        (Form::Circle, Form::Eight) | (Form::Eight, Form::Circle) => Kind::CircleAndEight,
        (Form::Circle, _) | (_, Form::Circle) => Kind::CircleAndSmall,
        (Form::Eight, _) | (_, Form::Eight) => Kind::Eights,
        (Form::Box | Form::Small, Form::Box | Form::Small) => Kind::Small,
    }
}

/// [`kind_of`] for all forms.
const KIND_OF: [[Kind; Form::ALL.len()]; Form::ALL.len()] = {
    let mut table = [[Kind::Alone; Form::ALL.len()]; Form::ALL.len()];
    let mut a = 0;
    while a < Form::ALL.len() {
        let mut b = 0;
        while b < Form::ALL.len() {
            table[Form::ALL[a] as usize][Form::ALL[b] as usize] =
                kind_of(Form::ALL[a], Form::ALL[b]);
            b += 1;
        }
        a += 1;
    }
    table
};

impl Groups {
    /// Adds a pair to its group.
    #[inline]
    pub(super) fn push(&mut self, contact: usize, forms: [Form; 2], pair: BatchPair) {
        let [a, b] = forms.map(|form| form as usize);
        let group = &mut self.0[KIND_OF[a][b] as usize];
        group.pairs.push(pair);
        group.contacts.push(contact as u16);
    }

    /// Collides all groups; pair by pair when `level` is `None`.
    pub(super) fn collide(
        &self,
        level: Option<Level>,
        outlines: &PieceCache,
        pieces: &[Piece],
        mut take: impl FnMut(&Collided, &Manifold),
    ) {
        for (kind, Group { pairs, contacts }) in Kind::ALL.into_iter().zip(&self.0) {
            if pairs.is_empty() {
                continue;
            }
            let each = |index: usize, manifold: &Manifold| {
                let (contact, pair) = (contacts[index] as usize, pairs[index]);
                take(&Collided { contact, pair, are_circles: kind == Kind::Discs }, manifold);
            };
            let PieceCache { boxes, cores, eights, .. } = outlines;
            let Some(level) = level else {
                one_by_one(pairs, pieces, each);
                continue;
            };
            // The indices are valid, so no batch is refused.
            let _ = match kind {
                Kind::Boxes => visit_box_contacts(level, boxes, pairs, each),
                Kind::Small => visit_small_contacts(level, cores, pairs, each),
                Kind::Eights => visit_small_contacts(level, eights, pairs, each),
                Kind::Discs | Kind::CircleAndSmall => {
                    visit_circle_contacts(level, cores, pairs, each)
                }
                Kind::CircleAndEight => visit_circle_contacts(level, eights, pairs, each),
                Kind::Alone => {
                    one_by_one(pairs, pieces, each);
                    Ok(())
                }
            };
        }
    }
}

fn one_by_one(pairs: &[BatchPair], pieces: &[Piece], mut each: impl FnMut(usize, &Manifold)) {
    for (index, pair) in pairs.iter().enumerate() {
        let [a, b] = pair.shapes.map(|piece| &pieces[piece as usize]);
        each(index, &collide(a.shape(), &a.pose, b.shape(), &b.pose, pair.speculative));
    }
}
