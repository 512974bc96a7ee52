//! Stage 8: colliders follow their bodies, and boxes follow colliders.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::{BroadPhase, Move};
use umbra_geom::collide::{BoxState, SmallCore};
use umbra_geom::math::left_of;
use umbra_geom::sort::Arrange;
use umbra_geom::{Real, Vector};
use umbra_solver::Body;

use crate::store::{Bodies, Colliders, Form, Piece, PieceCache, PoseCache, Traits};
use crate::{BodyEvent, Continuous, World};

use super::continuous::{self, FastMotion, MovingWalls};
use super::portals;
use super::predict::{BoxUpdates, predicted_box};

/// The smallest number of pieces for a thread.
#[cfg(feature = "parallel")]
const CHUNK: usize = 512;

/// Result of this stage.
pub(super) struct Finished {
    /// Number of proxies that got another box.
    pub(super) grown_boxes: usize,
    /// Bodies were disabled. What was noted of contacts and bodies by index is stale.
    pub(super) any_disabled: bool,
}

/// Memory of this stage, filled anew in every step.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// Result of moving all pieces.
    pub(super) followed: Followed,
    /// Results per chunk; joined into `followed` when several threads move pieces.
    followed_chunks: Vec<Followed>,
    /// Kinematic pieces.
    moving_walls: MovingWalls,
    /// Per awake body: true if it cannot be pushed.
    is_driven: Vec<bool>,
}

/// Moves pieces and proxies with their bodies.
pub(super) fn follow_bodies(world: &mut World, buffers: &mut Buffers, dt: Real) -> Finished {
    let non_finite = world.solver.non_finite_bodies().to_vec();
    // In descending order: disabling a body moves a later one into its slot.
    for &index in non_finite.iter().rev() {
        disable(world, index as usize);
    }
    let Buffers { followed, followed_chunks, moving_walls, is_driven } = buffers;
    followed.clear();
    move_pieces(world, dt, followed, followed_chunks);
    if followed.any_driven && world.config.continuous != Continuous::Off {
        continuous::add_struck(world, is_driven, &mut followed.fast_motions);
    }
    let unclamped = portals::note_places(world);
    let Followed { box_updates, fast_motions, bullets, .. } = followed;
    let left_boxes = &box_updates.pieces;
    let clamped =
        continuous::clamp_to_time_of_impact(world, moving_walls, fast_motions, bullets, left_boxes);
    let mut bad = Vec::new();
    let World { broad, bodies, colliders, .. } = world;
    box_updates.tell(broad, &mut colliders.outlines, &mut bad);
    let grown_boxes = box_updates.pieces.len() + clamped.len();
    if !clamped.is_empty() {
        let updated = box_updates.pieces.clone();
        list_clamped(bodies, colliders, &clamped, dt, box_updates);
        box_updates.tell(broad, &mut colliders.outlines, &mut bad);
        box_updates.pieces.extend(updated);
    }
    world.activate_near(&box_updates.pieces, dt);
    portals::finish(world, &unclamped, dt);
    portals::catch_struck(world);
    let World { broad, colliders, .. } = world;
    // Queries between two steps ask the trees. The next search would refresh them anyway.
    broad.refresh();
    let body = |piece: &u32| colliders.pieces[*piece as usize].body;
    let mut lost: Vec<_> = bad.iter().map(body).collect();
    lost.arrange();
    lost.dedup();
    for &index in lost.iter().rev() {
        disable(world, index as usize);
    }
    Finished { grown_boxes, any_disabled: !(non_finite.is_empty() && lost.is_empty()) }
}

/// Replaces the updates by those of clamped pieces.
fn list_clamped(
    bodies: &Bodies,
    colliders: &Colliders,
    clamped: &[u32],
    dt: Real,
    box_updates: &mut BoxUpdates,
) {
    box_updates.clear();
    for &index in clamped {
        let piece = &colliders.pieces[index as usize];
        let Some(proxy) = piece.proxy else { continue };
        let body = &bodies.states[piece.body as usize];
        let displacement = displacement(body, piece.arm, dt);
        let cache = &colliders.outlines.poses[index as usize];
        let angle = body.angular_velocity * dt;
        let aabb = predicted_box(piece, cache, &cache.tight, displacement, angle);
        box_updates.push(index, Move { proxy, aabb, displacement });
    }
}

/// Restores a body and its pieces to where they were before the step, stops and disables it.
fn disable(world: &mut World, index: usize) {
    let World { bodies, colliders, .. } = world;
    let previous = bodies.motion_of(index).from;
    let state = &mut bodies.states[index];
    state.center = previous.center;
    state.turn_back_to(previous.rotation);
    (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
    let (state, local_center) = (*state, bodies.infos[index].local_center);
    colliders.change_pieces_of(bodies, index, |_, piece| piece.place(&state, local_center));
    world.tell_of_body(index, |body| BodyEvent::Disabled { body });
    // What leaves the broad phases needs no room.
    world.disable_body(index);
}

/// Findings while the pieces were moved.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// Pieces that left their fat boxes, in ascending order.
    pub(super) box_updates: BoxUpdates,
    /// Pieces that moved far for their size, in ascending order.
    fast_motions: Vec<FastMotion>,
    /// Pieces of bullets, fast or not, in ascending order.
    bullets: Vec<FastMotion>,
    /// Pieces of awake sensors, in ascending order.
    pub(super) sensors: Vec<u32>,
    /// Some pieces are of awake bodies that cannot be pushed.
    any_driven: bool,
}

impl Followed {
    fn clear(&mut self) {
        self.box_updates.clear();
        self.fast_motions.clear();
        self.bullets.clear();
        self.sensors.clear();
        self.any_driven = false;
    }
}

/// Moves all pieces of awake bodies. Each thread fills lists of its own; they are joined in order.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables, clippy::ptr_arg))]
fn move_pieces(world: &mut World, dt: Real, followed: &mut Followed, each: &mut Vec<Followed>) {
    let World { bodies, colliders, broad, awake_pieces, .. } = world;
    let (bodies, broad) = (&*bodies, &*broad);
    let Colliders { infos, pieces, outlines, .. } = colliders;
    let PieceCache { poses, boxes, cores, eights, .. } = outlines;
    let awake = awake_pieces.list(bodies, infos, pieces);
    let arrays = Arrays { pieces, poses, boxes, cores, eights };
    #[cfg(feature = "parallel")]
    if awake.len() >= 2 * CHUNK && umbra_lanes::threads::count() > 1 {
        let chunks = chunks(awake, arrays);
        if each.len() < chunks.len() {
            each.resize_with(chunks.len(), Followed::default);
        }
        let each = &mut each[..chunks.len()];
        let shared = chunks.into_par_iter().zip(&mut *each).with_max_len(1);
        shared.for_each(|(chunk, followed)| {
            followed.clear();
            chunk.follow_bodies(bodies, broad, dt, followed);
        });
        for found in each {
            followed.box_updates.append(&found.box_updates);
            followed.fast_motions.extend_from_slice(&found.fast_motions);
            followed.bullets.extend_from_slice(&found.bullets);
            followed.sensors.extend_from_slice(&found.sensors);
            followed.any_driven |= found.any_driven;
        }
        return;
    }
    Chunk { indices: awake, arrays, first: 0 }.follow_bodies(bodies, broad, dt, followed);
}

/// The arrays of pieces.
struct Arrays<'a> {
    pieces: &'a mut [Piece],
    poses: &'a mut [PoseCache],
    boxes: &'a mut [BoxState],
    /// Empty when no piece needs one.
    cores: &'a mut [SmallCore],
    eights: &'a mut [SmallCore<8>],
}

/// A chunk of the awake pieces, with its part of the arrays.
struct Chunk<'a> {
    indices: &'a [u32],
    arrays: Arrays<'a>,
    /// The index of the first element of the arrays.
    first: u32,
}

/// Splits the arrays into chunks of equally many awake pieces.
#[cfg(feature = "parallel")]
fn chunks<'a>(awake: &'a [u32], mut arrays: Arrays<'a>) -> Vec<Chunk<'a>> {
    let mut first = 0;
    let cut = |indices: &'a [u32]| {
        let end = indices.last().map_or(first, |last| last + 1);
        let chunk = Chunk { indices, arrays: arrays.split_off((end - first) as usize), first };
        first = end;
        chunk
    };
    awake.chunks(CHUNK).map(cut).collect()
}

#[cfg(feature = "parallel")]
impl<'a> Arrays<'a> {
    /// Splits off the first `count` elements of all arrays.
    fn split_off(&mut self, count: usize) -> Self {
        fn first<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
        }
        Self {
            pieces: first(&mut self.pieces, count),
            poses: first(&mut self.poses, count),
            boxes: first(&mut self.boxes, count),
            cores: first(&mut self.cores, count),
            eights: first(&mut self.eights, count),
        }
    }
}

impl Chunk<'_> {
    fn follow_bodies(self, bodies: &Bodies, broad: &BroadPhase, dt: Real, followed: &mut Followed) {
        let Arrays { pieces, poses, boxes, cores, eights } = self.arrays;
        for &index in self.indices {
            let at = (index - self.first) as usize;
            let piece = &mut pieces[at];
            let body = &bodies.states[piece.body as usize];
            let from = piece.pose;
            let (pose, arm) = piece.follow(body);
            followed.any_driven |= !body.is_dynamic();
            if FastMotion::is_one(&from, &pose, poses[at].size) {
                followed.fast_motions.push(FastMotion { piece: index, is_deep: false });
            }
            if poses[at].traits.has(Traits::IS_SWEPT) && bodies.infos[piece.body as usize].is_bullet
            {
                followed.bullets.push(FastMotion { piece: index, is_deep: false });
            }
            // Each form has its pose in the array that its batches read; the others stay untouched.
            let core = match poses[at].form {
                Form::Eight | Form::Other => None,
                Form::Box | Form::Small | Form::Circle => cores.get_mut(at),
            };
            let core = core.map(|core| {
                core.set_pose(&pose);
                &*core
            });
            if poses[at].form != Form::Other
                && let Some(core) = eights.get_mut(at)
            {
                core.set_pose(&pose);
            }
            let aabb = match (poses[at].form, core) {
                (Form::Box, _) => {
                    boxes[at].set_pose(&pose);
                    boxes[at].aabb()
                }
                (Form::Small, Some(core)) => core.aabb(),
                // Pieces of equal shape share their vertices, which are likely to be in the cache.
                _ => piece.shape().aabb(&pose),
            };
            poses[at].follow(&pose, arm, aabb);
            let displacement = displacement(body, arm, dt);
            let angle = body.angular_velocity * dt;
            let aabb = predicted_box(piece, &poses[at], &aabb, displacement, angle);
            let Some(proxy) = piece.proxy else {
                if piece.is_sensor {
                    followed.sensors.push(index);
                }
                continue;
            };
            if broad.fat_aabb(proxy).is_some_and(|fat| !fat.contains(&aabb)) {
                followed.box_updates.push(index, Move { proxy, aabb, displacement });
            }
        }
    }
}

/// The displacement of a piece in the next step if its body keeps its velocity.
#[inline]
fn displacement(body: &Body, arm: Vector, dt: Real) -> Vector {
    (body.velocity + left_of(arm) * body.angular_velocity) * dt
}
