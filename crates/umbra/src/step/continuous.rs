//! Part of stage 8: bodies that passed through something fixed are clamped to their time of impact.
//!
//! Contacts are predicted from the velocities at the start of a step. A body that is struck within the step
//! may leave in another direction: a ball rolls along a wall until something drives it into the wall at
//! ninety metres a second. So for a piece that has moved farther than half its size, a disc of half that
//! size around its centre is cast against what is fixed. If it hits, the body stops where the whole piece
//! first touches, and keeps its velocity: the next step predicts the impact, and lets it bounce.
//!
//! Only the centre counts, so a piece can slide along an uneven wall at any speed.

use core::ops::ControlFlow;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::math::dot;
use umbra_geom::query::{cast_circle, cast_shape};
use umbra_geom::{Aabb, Point, Pose, Real, Vector};

use crate::Scene;
use crate::store::{Piece, Placement};

use super::collide::HELD;
use super::pairs::PairRules;

/// With fewer fast pieces, a second thread is not worth waking.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// A piece that moved far for its size in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastMotion {
    pub(super) piece: u32,
    /// Its pose before the step.
    pub(super) from: Pose,
}

impl FastMotion {
    /// Whether a piece moved so far that it might have passed through something.
    ///
    /// Predicted motion counts too: a box squeezed into a chain at full speed may have contacts and still
    /// slip through between two links.
    #[inline]
    pub(super) fn is_one(from: &Pose, to: &Pose, size: Real) -> bool {
        let displacement = to.translation.vector - from.translation.vector;
        dot(displacement, displacement) > 0.25 * size * size
    }
}

/// A body to be clamped.
#[derive(Clone, Copy)]
struct Clamped {
    body: u32,
    /// The part of its displacement that it keeps.
    fraction: Real,
}

/// Moves bodies back to where they hit something fixed. Returns the pieces that moved.
pub(super) fn clamp_to_time_of_impact(scene: &mut Scene, fast_motions: &[FastMotion]) -> Vec<u32> {
    let mut clamped = find_clamped(scene, fast_motions);
    clamped.sort_unstable_by(|a, b| a.body.cmp(&b.body).then(a.fraction.total_cmp(&b.fraction)));
    clamped.dedup_by_key(|clamped| clamped.body);
    let mut pieces = Vec::new();
    let Scene { bodies, colliders, .. } = scene;
    for Clamped { body, fraction } in clamped {
        let index = body as usize;
        let state = &mut bodies.states[index];
        let end = Placement { center: state.center, rotation: state.rotation };
        let stop = bodies.previous[index].interpolate(&end, fraction);
        (state.center, state.rotation) = (stop.center, stop.rotation);
        let state = *state;
        colliders.change_pieces_of(bodies, index, |piece, info| {
            info.follow(&state);
            pieces.push(piece);
        });
    }
    pieces
}

fn find_clamped(scene: &Scene, fast_motions: &[FastMotion]) -> Vec<Clamped> {
    #[cfg(feature = "parallel")]
    if fast_motions.len() >= WORTH_SHARING && rayon::current_num_threads() > 1 {
        return fast_motions.par_iter().filter_map(|motion| clamped_by(scene, motion)).collect();
    }
    fast_motions.iter().filter_map(|motion| clamped_by(scene, motion)).collect()
}

/// A quick test with the bounding disc: whether nothing fixed is near the path of a piece.
fn is_alone(scene: &Scene, piece: &Piece, motion: &FastMotion) -> bool {
    let Some(proxy) = piece.proxy else { return true };
    let from = Point::from(motion.from.translation.vector);
    let displacement = piece.pose.translation.vector - from.coords;
    let radius = scene.colliders.outlines.poses[motion.piece as usize].bounding_radius;
    let around = Aabb { min: from, max: from }.grown(radius).swept(displacement);
    scene.broad.query_static(proxy, &around, |_| ControlFlow::Break(())).is_continue()
}

/// How the body of a piece is to be clamped, if the piece hit something fixed.
fn clamped_by(scene: &Scene, motion: &FastMotion) -> Option<Clamped> {
    let pieces = &scene.colliders.pieces;
    let piece = &pieces[motion.piece as usize];
    if !scene.bodies.states[piece.body as usize].is_dynamic() {
        return None;
    }
    if is_alone(scene, piece, motion) {
        return None;
    }
    let core = piece.shape().core();
    let middle = motion.from * core.center;
    let radius = 0.5 * (core.radius + core.inner_radius);
    let displacement = piece.pose * core.center - middle;
    let swept = Aabb { min: middle, max: middle }.grown(radius).swept(displacement);
    let mut least: Option<Real> = None;
    let _ = scene.broad.query_static(piece.proxy?, &swept, |other| {
        let wall = &pieces[other as usize];
        let pair = [piece.collider, wall.collider];
        let is_pair = |disabled: &[_; 2]| *disabled == pair || [disabled[1], disabled[0]] == pair;
        let disabled = || scene.scratch.disabled_pairs.iter().any(is_pair);
        let rules = PairRules::of(scene);
        let may_collide = || {
            rules.bodies_may_collide([motion.piece, other])
                && !disabled()
                && is_held(scene, piece, wall, motion, displacement)
        };
        let meets = |radius| cast_circle(wall.shape(), &wall.pose, middle, radius, displacement);
        if let Some(hit) = meets(radius)
            && may_collide()
        {
            let fraction = if hit.fraction > 0.0 {
                let whole =
                    cast_shape(wall.shape(), &wall.pose, piece.shape(), &motion.from, displacement);
                let whole = whole.map_or(0.0, |hit| hit.fraction);
                Some(if whole > 0.0 { whole } else { hit.fraction })
            } else {
                // The disc starts inside the wall: cast the centre alone, and stop the body where it is. A
                // piece with its centre inside may move, or it would stay clamped for ever.
                meets(0.0).filter(|hit| hit.fraction > 0.0).map(|_| 0.0)
            };
            if let Some(fraction) = fraction
                && least.is_none_or(|least| fraction < least)
            {
                least = Some(fraction);
            }
        }
        ControlFlow::<()>::Continue(())
    });
    least.map(|fraction| Clamped { body: piece.body, fraction })
}

/// Whether a wall holds a piece: all do, but one-way platforms only what comes from their side and is not on its way
/// through.
fn is_held(
    scene: &Scene,
    piece: &Piece,
    wall: &Piece,
    motion: &FastMotion,
    displacement: Vector,
) -> bool {
    let Some(way) = wall.one_way() else { return true };
    if dot(way, displacement) >= 0.0 || scene.bodies.infos[piece.body as usize].drops_through {
        return false;
    }
    let hit = cast_shape(wall.shape(), &wall.pose, piece.shape(), &motion.from, displacement);
    hit.is_some_and(|hit| hit.fraction > 0.0 && dot(way, hit.normal) >= HELD)
}
