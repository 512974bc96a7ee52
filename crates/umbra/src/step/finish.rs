//! Stage 7: colliders follow their bodies, and boxes follow colliders.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::BroadPhase;
use umbra_geom::collide::BoxState;
use umbra_geom::math::left_of;
use umbra_geom::{Aabb, Real, Vector};

use crate::store::{Bodies, Colliders, Outlines, Piece, PieceRow};
use crate::{BodyEvent, Scene};

/// How many pieces a thread takes at least.
#[cfg(feature = "parallel")]
const SHARE: usize = 512;

/// A piece that has left its fat box.
struct Burst {
    piece: u32,
    aabb: Aabb,
    displacement: Vector,
}

/// Moves pieces and proxies to where their bodies are now.
pub(super) fn follow_bodies(scene: &mut Scene, dt: Real) {
    // From the last to the first: taking a body out moves a later one into its place.
    for index in scene.solver.non_finite_bodies().to_vec().into_iter().rev() {
        disable(scene, index as usize);
    }
    let mut lost = Vec::new();
    let bursts = move_pieces(scene, dt);
    move_cores(scene);
    for burst in bursts {
        let piece = &scene.colliders.pieces[burst.piece as usize];
        let Some(proxy) = piece.proxy else { continue };
        if scene.broad.move_proxy(proxy, burst.aabb, burst.displacement).is_err() {
            lost.push(piece.body as usize);
        }
        scene.colliders.outlines.note_change(burst.piece);
    }
    // Queries between this step and the next ask the trees. The next search would do it anyway.
    scene.broad.refresh();
    lost.sort_unstable();
    lost.dedup();
    for index in lost.into_iter().rev() {
        let previous = scene.bodies.previous[index];
        let state = &mut scene.bodies.states[index];
        (state.center, state.rotation) = (previous.center, previous.rotation);
        disable(scene, index);
    }
}

fn disable(scene: &mut Scene, index: usize) {
    let state = &mut scene.bodies.states[index];
    state.velocity = Vector::zeros();
    state.angular_velocity = 0.0;
    let body = scene.bodies.records[index].key;
    scene.body_events.push(BodyEvent::Disabled { body });
    scene.disable_body(index);
}

/// Moves all pieces of bodies that move; returns those that left their fat boxes, in their order.
fn move_pieces(scene: &mut Scene, dt: Real) -> Vec<Burst> {
    let Scene { bodies, colliders, broad, .. } = scene;
    let (bodies, broad) = (&*bodies, &*broad);
    let Colliders { pieces, outlines, .. } = colliders;
    let Outlines { rows, boxes, .. } = outlines;
    let follow =
        |(index, (piece, (row, state)))| follow_body(index, piece, (row, state), bodies, broad, dt);
    #[cfg(feature = "parallel")]
    if pieces.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let outlines = rows.par_iter_mut().zip(boxes);
        let each = pieces.par_iter_mut().zip(outlines).enumerate().with_min_len(SHARE);
        return each.filter_map(follow).collect();
    }
    let outlines = rows.iter_mut().zip(boxes);
    pieces.iter_mut().zip(outlines).enumerate().filter_map(follow).collect()
}

/// Moves the rows of small shapes, if there are any, after their pieces.
fn move_cores(scene: &mut Scene) {
    let Colliders { pieces, outlines, .. } = &mut scene.colliders;
    for (piece, core) in pieces.iter().zip(&mut outlines.cores) {
        if (piece.body as usize) < scene.bodies.awake {
            core.set_pose(&piece.pose);
        }
    }
}

fn follow_body(
    index: usize,
    piece: &mut Piece,
    (row, state): (&mut PieceRow, &mut BoxState),
    bodies: &Bodies,
    broad: &BroadPhase,
    dt: Real,
) -> Option<Burst> {
    let body = piece.body as usize;
    let proxy = piece.proxy?;
    if body >= bodies.awake {
        return None;
    }
    let moved = &bodies.states[body];
    piece.place(moved, bodies.records[body].local_center);
    row.arm = piece.arm;
    state.set_pose(&piece.pose);
    let displacement = (moved.velocity + left_of(piece.arm) * moved.angular_velocity) * dt;
    let aabb = piece.reach(displacement);
    let burst = !broad.fat_aabb(proxy)?.contains(&aabb);
    burst.then_some(Burst { piece: index as u32, aabb, displacement })
}
