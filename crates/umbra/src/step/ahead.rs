//! Parts of stages 1 and 8: how far boxes look ahead.
//!
//! A box covers what its piece fills and the way that it will come in the next step, so that whatever
//! it may meet on that way is a pair by then.

use umbra_broad::{BroadPhase, Move};
use umbra_geom::{Aabb, Pose, Real, Vector, math};

use crate::Scene;
use crate::store::{Change, Form, Outlines, Piece, PieceRow};

/// What turns by more than this in a step, in radians, may be anywhere in the circle about where its
/// origin will be.
const WILD_TURN: Real = 0.5;

/// Pieces that get another fat box, and what the broad phase is told of them.
#[derive(Debug, Default)]
pub(super) struct Bursts {
    pub(super) pieces: Vec<u32>,
    pub(super) moves: Vec<Move>,
}

impl Bursts {
    pub(super) fn push(&mut self, piece: u32, to: Move) {
        self.pieces.push(piece);
        self.moves.push(to);
    }

    #[cfg(feature = "parallel")]
    pub(super) fn append(&mut self, other: &Self) {
        self.pieces.extend_from_slice(&other.pieces);
        self.moves.extend_from_slice(&other.moves);
    }

    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.moves.clear();
    }

    /// Gives these pieces their boxes. Lists those whose numbers are no good.
    pub(super) fn tell(&self, broad: &mut BroadPhase, outlines: &mut Outlines, bad: &mut Vec<u32>) {
        if broad.move_many(&self.moves).is_err() {
            // One after the other, to learn whose numbers are no good.
            for (piece, to) in self.pieces.iter().zip(&self.moves) {
                if broad.move_proxy(to.proxy, to.aabb, to.displacement).is_err() {
                    bad.push(*piece);
                }
            }
        }
        for piece in &self.pieces {
            outlines.note_change(*piece, Change::Box);
        }
    }
}

/// Gives bodies that the caller added, set in motion or put elsewhere since the last step boxes that foresee it. Rows know the
/// ways that their pieces will come in this step.
pub(super) fn look_where_redirected(scene: &mut Scene) {
    if scene.redirected.is_empty() {
        return;
    }
    let mut bursts = core::mem::take(&mut scene.scratch.followed.bursts);
    bursts.clear();
    let Scene { bodies, colliders, broad, .. } = scene;
    for key in scene.redirected.drain(..) {
        let Ok(index) = bodies.index(key) else { continue };
        let record = &mut bodies.records[index];
        record.redirected = false;
        let keys = record.colliders.iter();
        let records = keys.filter_map(|key| colliders.records.get(*key));
        for &index in records.flat_map(|record| &record.pieces) {
            let (row, piece) =
                (&colliders.outlines.rows[index as usize], &colliders.pieces[index as usize]);
            let Some(proxy) = piece.proxy else { continue };
            let aabb = box_ahead(piece, row, &row.tight, row.way, row.angle());
            if broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
                bursts.push(index, Move { proxy, aabb, displacement: row.way });
            }
        }
    }
    // What is refused here is so far away that stage 8 will find out.
    bursts.tell(broad, &mut colliders.outlines, &mut Vec::new());
    scene.scratch.followed.bursts = bursts;
}

/// The box of a piece that fills `now` and comes by `displacement` while its body turns by `angle`.
///
/// Turning counts where it brings an end so far that a thin piece, a bar or a flipper, would have more
/// than half of itself beyond something small within the step.
#[inline]
pub(super) fn box_ahead(
    piece: &Piece,
    row: &PieceRow,
    now: &Aabb,
    displacement: Vector,
    angle: Real,
) -> Aabb {
    let ahead = now.swept(displacement);
    if angle.abs() * row.reach > row.size && row.form != Form::Circle {
        ahead.union(&turned(piece, row, displacement, angle))
    } else {
        ahead
    }
}

/// What a piece fills when it has come by `displacement` and turned by `angle`.
#[cold]
fn turned(piece: &Piece, row: &PieceRow, displacement: Vector, angle: Real) -> Aabb {
    let place = piece.pose.translation.vector + displacement;
    if angle.abs() > WILD_TURN {
        let middle = place.into();
        return Aabb { min: middle, max: middle }.grown(row.reach);
    }
    let rotation = math::rotation(angle) * piece.pose.rotation;
    piece.shape().aabb(&Pose::from_parts(place.into(), rotation))
}
