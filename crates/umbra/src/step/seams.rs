//! Part of stage 1: finds the seams between pieces that stand side by side.
//!
//! Pieces of fixed bodies all stand in one frame, whichever body they belong to; those of a kinematic body move together.
//! What stands still seldom changes, so seams are looked for when a piece comes, goes or is changed, and for what adjoins
//! it. Only pieces that collide with the same things have seams with each other.

use core::ops::ControlFlow;
use std::sync::Arc;

use umbra_geom::collide::Seams;
use umbra_geom::{Aabb, Shape};

use crate::store::{Bodies, Change, Colliders, Piece};
use crate::{BodyKind, Scene};

/// What moves as one: all fixed bodies, or one kinematic body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Fixed,
    Kinematic(u32),
}

/// Updates the seams of what was changed since the last step, and of what adjoins it.
pub(super) fn update(scene: &mut Scene) {
    if !scene.colliders.outlines.any_changed() {
        return;
    }
    let changed = places_of_changes(scene);
    if changed.is_empty() {
        return;
    }
    let mut concerned = Vec::new();
    for place in &changed {
        concerned.extend(pieces_in(scene, place));
    }
    concerned.sort_unstable();
    concerned.dedup();
    for piece in concerned {
        let seams = find(scene, piece);
        let Colliders { seams: list, outlines, .. } = &mut scene.colliders;
        if list.get(piece) == seams.as_ref() {
            continue;
        }
        outlines.poses[piece as usize].has_seams = seams.is_some();
        list.make_entry(piece).seams = seams.map(Arc::new);
        // Its manifolds were built with other seams.
        outlines.note_change(piece, Change::All);
    }
}

/// Where pieces were and are that came, went or were changed.
fn places_of_changes(scene: &mut Scene) -> Vec<Aabb> {
    let Scene { bodies, colliders, .. } = scene;
    let Colliders { infos: _, pieces, outlines, seams, .. } = colliders;
    let mut places = Vec::new();
    for index in outlines.changed_wholly() {
        let piece = &pieces[index as usize];
        let place = frame_of(bodies, piece).map(|_| outlines.poses[index as usize].tight);
        if let Some(entry) = seams.entry(index) {
            places.extend(entry.placed.take());
        }
        if place.is_some() {
            seams.make_entry(index).placed = place;
            places.extend(place);
        } else if let Some(entry) = seams.entry(index) {
            // The slot may have another piece now.
            entry.seams = None;
        }
    }
    for index in outlines.changed_wholly().collect::<Vec<_>>() {
        outlines.poses[index as usize].has_seams = seams.get(index).is_some();
    }
    places
}

/// The frame that a piece stands in, if it can have seams or be part of one.
fn frame_of(bodies: &Bodies, piece: &Piece) -> Option<Frame> {
    piece.proxy?;
    if piece.substance.one_way.is_some() {
        return None;
    }
    if !(Seams::may_have(piece.shape()) || matches!(piece.shape(), Shape::ChainSegment(_))) {
        return None;
    }
    match bodies.infos[piece.body as usize].kind {
        BodyKind::Fixed => Some(Frame::Fixed),
        BodyKind::Kinematic => Some(Frame::Kinematic(piece.body)),
        BodyKind::Dynamic => None,
    }
}

/// The pieces that may have a seam in a box.
fn pieces_in(scene: &Scene, place: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    let _ = scene.broad.query_aabb(&place.grown(tolerance(scene)), u64::MAX, |_, piece| {
        if frame_of(&scene.bodies, &scene.colliders.pieces[piece as usize]).is_some() {
            found.push(piece);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

/// The seams of a piece.
pub(crate) fn find(scene: &Scene, index: u32) -> Option<Seams> {
    let Colliders { pieces, outlines, .. } = &scene.colliders;
    let piece = &pieces[index as usize];
    let frame = frame_of(&scene.bodies, piece)?;
    if !Seams::may_have(piece.shape()) {
        return None;
    }
    let filter = scene.broad.filter(piece.proxy?);
    let mut others = pieces_in(scene, &outlines.poses[index as usize].tight);
    // The order in which a tree finds them is that of its history.
    others.sort_unstable();
    others.retain(|other| {
        let other_piece = &pieces[*other as usize];
        *other != index
            && frame_of(&scene.bodies, other_piece) == Some(frame)
            && other_piece.proxy.and_then(|proxy| scene.broad.filter(proxy)) == filter
    });
    let others = others.iter().map(|other| &pieces[*other as usize]);
    let others = others.map(|other| (other.shape(), &other.pose));
    Seams::find(piece.shape(), &piece.pose, others, tolerance(scene))
}

/// Surfaces nearer than this count as joined: as far as contacts let bodies sink in.
pub(crate) fn tolerance(scene: &Scene) -> umbra_geom::Real {
    JOINED * scene.config.length_unit
}

/// The same for a length unit of 1.
const JOINED: umbra_geom::Real = 0.005;
