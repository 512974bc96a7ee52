//! Part of stage 8: bodies that came through something fixed are held back on their side of it.
//!
//! Contacts are found for the velocities with which a step begins, and hold however fast those are.
//! But a body that is struck within the step may leave in a direction in which nobody has looked:
//! a ball that runs along a wall, until something drives it into the wall at ninety metres a
//! second. So a piece that has come farther than half its size is asked whether its middle, with a
//! disc around it of half that size, has met anything fixed on its way. If so, its body stays where
//! the whole piece first touched, and keeps its velocity: the next step sees it coming, and makes it
//! bounce.
//!
//! That it takes the middle to be stopped lets a piece slide along an uneven wall at any speed.

use core::ops::ControlFlow;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::math::dot;
use umbra_geom::query::{cast_circle, cast_shape};
use umbra_geom::{Aabb, Point, Pose, Real};

use crate::Scene;
use crate::store::{Piece, Placement};

/// With fewer leaps than this it is faster not to wake a second thread.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// A piece that came far for its size in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leap {
    pub(super) piece: u32,
    /// Where it was.
    pub(super) from: Pose,
}

impl Leap {
    /// Whether a piece came so far from there that it might have passed through something.
    ///
    /// Also if it came just as its contacts had foreseen: a box that is squeezed into a chain at
    /// full speed may have contacts on its way and still slip through between two links.
    #[inline]
    pub(super) fn is_one(from: &Pose, to: &Pose, size: Real) -> bool {
        let way = to.translation.vector - from.translation.vector;
        dot(way, way) > 0.25 * size * size
    }
}

/// A body that has to stay behind.
#[derive(Clone, Copy)]
struct Held {
    body: u32,
    /// How much of its way it may go.
    fraction: Real,
}

/// Puts bodies back to where they met something fixed. Which pieces that moved.
pub(super) fn hold_back(scene: &mut Scene, leaps: &[Leap]) -> Vec<u32> {
    let mut held = find_held(scene, leaps);
    held.sort_unstable_by(|a, b| a.body.cmp(&b.body).then(a.fraction.total_cmp(&b.fraction)));
    held.dedup_by_key(|held| held.body);
    let mut pieces = Vec::new();
    let Scene { bodies, colliders, .. } = scene;
    for Held { body, fraction } in held {
        let index = body as usize;
        let state = &mut bodies.states[index];
        let end = Placement { center: state.center, rotation: state.rotation };
        let stop = bodies.previous[index].toward(&end, fraction);
        (state.center, state.rotation) = (stop.center, stop.rotation);
        let state = *state;
        colliders.change_pieces_of(bodies, index, |piece, record| {
            record.follow(&state);
            pieces.push(piece);
        });
    }
    pieces
}

fn find_held(scene: &Scene, leaps: &[Leap]) -> Vec<Held> {
    #[cfg(feature = "parallel")]
    if leaps.len() >= WORTH_SHARING && rayon::current_num_threads() > 1 {
        return leaps.par_iter().filter_map(|leap| held_by(scene, leap)).collect();
    }
    leaps.iter().filter_map(|leap| held_by(scene, leap)).collect()
}

/// Whether nothing fixed is on the way of a piece, as its origin tells with all of it around: that is
/// at hand, and mostly it is so.
fn is_alone(scene: &Scene, piece: &Piece, leap: &Leap) -> bool {
    let Some(proxy) = piece.proxy else { return true };
    let from = Point::from(leap.from.translation.vector);
    let way = piece.pose.translation.vector - from.coords;
    let reach = scene.colliders.outlines.rows[leap.piece as usize].reach;
    let around = Aabb { min: from, max: from }.grown(reach).swept(way);
    scene.broad.query_static(proxy, &around, |_| ControlFlow::Break(())).is_continue()
}

/// What becomes of the body of a piece, if that met something fixed.
fn held_by(scene: &Scene, leap: &Leap) -> Option<Held> {
    let pieces = &scene.colliders.pieces;
    let piece = &pieces[leap.piece as usize];
    if !scene.bodies.states[piece.body as usize].is_dynamic() {
        return None;
    }
    if is_alone(scene, piece, leap) {
        return None;
    }
    let core = piece.shape().core();
    let middle = leap.from * core.center;
    let radius = 0.5 * (core.radius + core.inner_radius);
    let way = piece.pose * core.center - middle;
    let swept = Aabb { min: middle, max: middle }.grown(radius).swept(way);
    let mut least: Option<Real> = None;
    let _ = scene.broad.query_static(piece.proxy?, &swept, |other| {
        let wall = &pieces[other as usize];
        let pair = [piece.collider, wall.collider];
        let is_pair = |passed: &[_; 2]| *passed == pair || [passed[1], passed[0]] == pair;
        let meets = |radius| cast_circle(wall.shape(), &wall.pose, middle, radius, way);
        if let Some(hit) = meets(radius)
            && !scene.scratch.let_pass.iter().any(is_pair)
        {
            let fraction = if hit.fraction > 0.0 {
                let whole = cast_shape(wall.shape(), &wall.pose, piece.shape(), &leap.from, way);
                let whole = whole.map_or(0.0, |hit| hit.fraction);
                Some(if whole > 0.0 { whole } else { hit.fraction })
            } else {
                // So deep in the wall already that the disc tells nothing: the middle alone, which
                // stays where it is. What is deeper still may go, or it would be held for ever.
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
    least.map(|fraction| Held { body: piece.body, fraction })
}
