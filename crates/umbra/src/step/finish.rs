//! Stage 8: colliders follow their bodies, and boxes follow colliders.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::{BroadPhase, Move};
use umbra_geom::collide::{BoxState, SmallCore};
use umbra_geom::math::left_of;
use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::{Bodies, Colliders, Form, Outlines, Piece, PieceRow};
use crate::{BodyEvent, Scene};

use super::ahead::{Bursts, box_ahead};
use super::hold::{self, Leap};

/// How many pieces a thread takes at least.
#[cfg(feature = "parallel")]
const SHARE: usize = 512;

/// Moves pieces and proxies to where their bodies are now; how many proxies got another box.
pub(super) fn follow_bodies(scene: &mut Scene, dt: Real) -> usize {
    // From the last to the first: taking a body out moves a later one into its place.
    for index in scene.solver.non_finite_bodies().to_vec().into_iter().rev() {
        disable(scene, index as usize);
    }
    let mut followed = core::mem::take(&mut scene.scratch.followed);
    followed.clear();
    let mut each = core::mem::take(&mut scene.scratch.followed_shares);
    move_pieces(scene, dt, &mut followed, &mut each);
    scene.scratch.followed_shares = each;
    let held = hold::hold_back(scene, &followed.leaps);
    let mut bad = Vec::new();
    let Scene { broad, bodies, colliders, .. } = scene;
    let bursts = &mut followed.bursts;
    bursts.tell(broad, &mut colliders.outlines, &mut bad);
    let grown_boxes = bursts.pieces.len() + held.len();
    if !held.is_empty() {
        list_held(bodies, colliders, &held, dt, bursts);
        bursts.tell(broad, &mut colliders.outlines, &mut bad);
    }
    // Queries between this step and the next ask the trees. The next search would do it anyway.
    broad.refresh();
    let body = |piece: &u32| colliders.pieces[*piece as usize].body;
    let mut lost: Vec<_> = bad.iter().map(body).collect();
    scene.scratch.followed = followed;
    lost.sort_unstable();
    lost.dedup();
    for index in lost.into_iter().rev() {
        disable(scene, index as usize);
    }
    grown_boxes
}

/// Lists pieces that were held back in place of what `bursts` held.
fn list_held(bodies: &Bodies, colliders: &Colliders, held: &[u32], dt: Real, bursts: &mut Bursts) {
    bursts.clear();
    for &index in held {
        let piece = &colliders.pieces[index as usize];
        let Some(proxy) = piece.proxy else { continue };
        let body = &bodies.states[piece.body as usize];
        let displacement = displacement(body, piece.arm, dt);
        let row = &colliders.outlines.rows[index as usize];
        let angle = body.angular_velocity * dt;
        let aabb = box_ahead(piece, row, &row.tight, displacement, angle);
        bursts.push(index, Move { proxy, aabb, displacement });
    }
}

/// Puts a body and its pieces back where they were, stops it and takes it out of the simulation.
fn disable(scene: &mut Scene, index: usize) {
    let Scene { bodies, colliders, .. } = scene;
    let previous = bodies.previous[index];
    let state = &mut bodies.states[index];
    (state.center, state.rotation) = (previous.center, previous.rotation);
    (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
    let (state, local_center) = (*state, bodies.records[index].local_center);
    colliders.change_pieces_of(bodies, index, |_, piece| piece.place(&state, local_center));
    let body = scene.bodies.records[index].key;
    scene.body_events.push(BodyEvent::Disabled { body });
    scene.disable_body(index);
}

/// What was noticed while pieces followed their bodies.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// Those that left their fat boxes, in their order.
    pub(super) bursts: Bursts,
    /// Those that came far for their size, in their order.
    leaps: Vec<Leap>,
}

impl Followed {
    fn clear(&mut self) {
        self.bursts.clear();
        self.leaps.clear();
    }
}

/// Moves all pieces of awake bodies. Several threads fill the lists of `each`, which are put together in
/// their order.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables, clippy::ptr_arg))]
fn move_pieces(scene: &mut Scene, dt: Real, followed: &mut Followed, each: &mut Vec<Followed>) {
    let Scene { bodies, colliders, broad, awake_pieces, .. } = scene;
    let (bodies, broad) = (&*bodies, &*broad);
    let Colliders { records, pieces, outlines, .. } = colliders;
    let Outlines { rows, boxes, cores, eights, .. } = outlines;
    let awake = awake_pieces.list(bodies, records, pieces);
    let arrays = Arrays { pieces, rows, boxes, cores, eights };
    #[cfg(feature = "parallel")]
    if awake.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let shares = shares(awake, arrays);
        if each.len() < shares.len() {
            each.resize_with(shares.len(), Followed::default);
        }
        let each = &mut each[..shares.len()];
        let shared = shares.into_par_iter().zip(&mut *each).with_max_len(1);
        shared.for_each(|(share, followed)| {
            followed.clear();
            share.follow_bodies(bodies, broad, dt, followed);
        });
        for found in each {
            followed.bursts.append(&found.bursts);
            followed.leaps.extend_from_slice(&found.leaps);
        }
        return;
    }
    Share { indices: awake, arrays, first: 0 }.follow_bodies(bodies, broad, dt, followed);
}

/// What is kept of pieces, as parallel arrays.
struct Arrays<'a> {
    pieces: &'a mut [Piece],
    rows: &'a mut [PieceRow],
    boxes: &'a mut [BoxState],
    /// These are empty when no piece needs one.
    cores: &'a mut [SmallCore],
    eights: &'a mut [SmallCore<8>],
}

/// Some awake pieces, and the part of the arrays in which they are.
struct Share<'a> {
    indices: &'a [u32],
    arrays: Arrays<'a>,
    /// The index with which the arrays begin.
    first: u32,
}

/// Cuts the arrays so that each part holds as many awake pieces.
#[cfg(feature = "parallel")]
fn shares<'a>(awake: &'a [u32], mut arrays: Arrays<'a>) -> Vec<Share<'a>> {
    let mut first = 0;
    let cut = |indices: &'a [u32]| {
        let end = indices.last().map_or(first, |last| last + 1);
        let share = Share { indices, arrays: arrays.take((end - first) as usize), first };
        first = end;
        share
    };
    awake.chunks(SHARE).map(cut).collect()
}

#[cfg(feature = "parallel")]
impl<'a> Arrays<'a> {
    /// Takes the first `count` of all arrays.
    fn take(&mut self, count: usize) -> Self {
        fn first<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            let whole = core::mem::take(rest);
            let (first, others) = whole.split_at_mut(count.min(whole.len()));
            *rest = others;
            first
        }
        Self {
            pieces: first(&mut self.pieces, count),
            rows: first(&mut self.rows, count),
            boxes: first(&mut self.boxes, count),
            cores: first(&mut self.cores, count),
            eights: first(&mut self.eights, count),
        }
    }
}

impl Share<'_> {
    fn follow_bodies(self, bodies: &Bodies, broad: &BroadPhase, dt: Real, followed: &mut Followed) {
        let Arrays { pieces, rows, boxes, cores, eights } = self.arrays;
        for &index in self.indices {
            let at = (index - self.first) as usize;
            let piece = &mut pieces[at];
            let body = &bodies.states[piece.body as usize];
            let from = piece.pose;
            let (pose, arm) = piece.follow(body);
            if Leap::is_one(&from, &pose, rows[at].size) {
                followed.leaps.push(Leap { piece: index, from });
            }
            // Each shape has its rows where batches look for them, and no others are touched.
            let core = match rows[at].form {
                Form::Eight | Form::Other => None,
                Form::Box | Form::Small | Form::Circle => cores.get_mut(at),
            };
            let core = core.map(|core| {
                core.set_pose(&pose);
                &*core
            });
            if rows[at].form != Form::Other
                && let Some(core) = eights.get_mut(at)
            {
                core.set_pose(&pose);
            }
            let aabb = match (rows[at].form, core) {
                (Form::Box, _) => {
                    boxes[at].set_pose(&pose);
                    boxes[at].aabb()
                }
                (Form::Small, Some(core)) => core.aabb(),
                // Pieces that are alike share their corners, which makes them near at hand.
                _ => piece.shape().aabb(&pose),
            };
            rows[at].follow(&pose, arm, aabb);
            let displacement = displacement(body, arm, dt);
            let angle = body.angular_velocity * dt;
            let aabb = box_ahead(piece, &rows[at], &aabb, displacement, angle);
            let Some(proxy) = piece.proxy else { continue };
            if broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
                followed.bursts.push(index, Move { proxy, aabb, displacement });
            }
        }
    }
}

/// How far the origin of a piece will come in the next step, if its body keeps its velocity.
#[inline]
fn displacement(body: &Body, arm: Vector, dt: Real) -> Vector {
    (body.velocity + left_of(arm) * body.angular_velocity) * dt
}
