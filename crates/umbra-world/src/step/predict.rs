//! Parts of stages 1 and 8: predicted boxes.
//!
//! The fat box of a piece covers its predicted motion in the next step, so that whatever it may hit
//! is a pair by then.

use umbra_broad::{BroadPhase, Move};
use umbra_geom::{Aabb, Pose, Real, Vector, math};
use umbra_solver::Body;

use crate::World;
use crate::store::{Change, Colliders, Form, Piece, PieceCache, PoseCache, piece_indices};
use crate::tuning::WILD_TURN;

/// The smallest number of pieces for a thread in loops that do not touch contacts.
#[cfg(feature = "parallel")]
const PIECES: usize = 1024;

/// Pieces that get another fat box.
#[derive(Debug, Default)]
pub(super) struct BoxUpdates {
    pub(super) pieces: Vec<u32>,
    pub(super) moves: Vec<Move>,
}

impl BoxUpdates {
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

    /// Moves the proxies. Appends pieces to `bad` whose boxes are refused.
    pub(super) fn tell(
        &self,
        broad: &mut BroadPhase,
        outlines: &mut PieceCache,
        bad: &mut Vec<u32>,
    ) {
        if broad.move_many(&self.moves).is_err() {
            // One by one, to find those that are refused.
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

/// Updates the predicted boxes of bodies that the caller added or moved, or that got another
/// velocity, since the last step. The displacements of their pieces are known.
pub(super) fn update_redirected_boxes(world: &mut World, box_updates: &mut BoxUpdates, dt: Real) {
    if world.pending.redirected.is_empty() {
        return;
    }
    let bodies: Vec<_> =
        world.pending.redirected.iter().filter_map(|key| world.bodies.index(*key).ok()).collect();
    let near_maps: Vec<_> = bodies.iter().flat_map(|body| world.pieces_near_maps(*body)).collect();
    box_updates.clear();
    let World { bodies, colliders, broad, .. } = world;
    for key in world.pending.redirected.drain(..) {
        let Ok(index) = bodies.index(key) else { continue };
        bodies.marks[index].redirected = false;
        let info = &bodies.infos[index];
        for index in piece_indices(&colliders.infos, info) {
            let (cache, piece) =
                (&colliders.outlines.poses[index as usize], &colliders.pieces[index as usize]);
            let Some(proxy) = piece.proxy else { continue };
            let aabb = predicted_box(piece, cache, &cache.tight, cache.displacement, cache.angle());
            if broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
                box_updates.push(index, Move { proxy, aabb, displacement: cache.displacement });
            }
        }
    }
    // Boxes that are refused are so far away that stage 8 disables their bodies.
    box_updates.tell(broad, &mut colliders.outlines, &mut Vec::new());
    world.activate_near(&near_maps, dt);
}

/// The box that a piece sweeps from `now` by `displacement` while its body turns by `angle`.
///
/// Turning counts when it moves an end so far that a thin piece, a bar or a flipper, could pass a
/// small one by more than half.
#[inline]
pub(super) fn predicted_box(
    piece: &Piece,
    cache: &PoseCache,
    now: &Aabb,
    displacement: Vector,
    angle: Real,
) -> Aabb {
    let ahead = now.swept(displacement);
    if angle.abs() * cache.bounding_radius > cache.size && cache.form != Form::Circle {
        ahead.union(&turned(piece, cache, displacement, angle))
    } else {
        ahead
    }
}

/// The box of a piece moved by `displacement` and turned by `angle`.
#[cold]
fn turned(piece: &Piece, cache: &PoseCache, displacement: Vector, angle: Real) -> Aabb {
    let place = piece.pose.translation.vector + displacement;
    if angle.abs() > WILD_TURN {
        let middle = place.into();
        return Aabb { min: middle, max: middle }.grown(cache.bounding_radius);
    }
    let rotation = math::rotation(angle) * piece.pose.rotation;
    piece.shape().aabb(&Pose::from_parts(place.into(), rotation))
}

/// Predicts the displacements of the pieces of awake bodies in this step.
pub(super) fn pieces(world: &mut World, dt: Real) {
    let World { bodies, colliders, awake_pieces, .. } = world;
    let Colliders { infos, pieces, outlines, .. } = colliders;
    let awake = awake_pieces.list(bodies, infos, pieces);
    outlines.any_fast = predict_some(awake, &mut outlines.poses, 0, &bodies.states, dt);
}

/// [`pieces`] for some pieces; `poses` begins with the pose of piece `first`. Whether one moves
/// farther than its size.
fn predict_some(
    awake: &[u32],
    poses: &mut [PoseCache],
    first: u32,
    bodies: &[Body],
    dt: Real,
) -> bool {
    #[cfg(feature = "parallel")]
    if awake.len() >= 2 * PIECES && umbra_lanes::threads::count() > 1 {
        let (left, right) = awake.split_at(awake.len() / 2);
        let middle = right[0];
        let (left_poses, right_poses) = poses.split_at_mut((middle - first) as usize);
        let (left, right) = rayon::join(
            || predict_some(left, left_poses, first, bodies, dt),
            || predict_some(right, right_poses, middle, bodies, dt),
        );
        return left | right;
    }
    let mut any_fast = false;
    for &piece in awake {
        let cache = &mut poses[(piece - first) as usize];
        cache.predict(&bodies[cache.body as usize], dt);
        any_fast |= cache.is_fast();
    }
    any_fast
}
