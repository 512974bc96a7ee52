//! Part of stage 1: finds the seams between pieces that stand side by side.
//!
//! Pieces of fixed bodies all stand in one frame, whichever body they belong to, and those of
//! kinematic bodies that do not move stand with them. Those of a kinematic body that moves have a
//! frame of their own. What stands still seldom changes, so seams are looked for when a piece
//! comes, goes or is changed, and for what adjoins it. Only pieces that collide with the same
//! things have seams with each other.
//!
//! When shapes are added to a body or cut from it, its centre of mass moves, and all its pieces are
//! placed anew around that. They stay where they are but for rounding, and rounding is not to have
//! a whole hill looked at after each crater. So how two pieces of one body stand to each other is
//! told by their offsets in the body, which do not change; only what is beside pieces of another
//! body or cells of a map is looked at.
//!
//! Platforms join what lets pass the same way. Beside solid ground they join that too, but a
//! platform hides nothing of a wall from what passes through it: the wall sees only the faces that
//! hold.

use core::ops::ControlFlow;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use umbra_geom::sort::Arrange;

use umbra_geom::collide::Seams;
use umbra_geom::{Aabb, Pose, Segment, Shape};

use crate::store::{Bodies, CellShape, Change, Colliders, Piece, Traits, moves, piece_indices};
use crate::world::{MapView, Sides, faces, placed};
use crate::{BodyKind, World};

/// Group of pieces that move as one: all pieces that stand, or one kinematic body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Standing,
    Moving(u32),
}

/// Notes which kinematic bodies came to a stand or began to move since the last step: they gain or
/// lose neighbours.
pub(super) fn note_starts_and_stops(world: &mut World) {
    let World { bodies, colliders, pending, .. } = world;
    for key in &pending.redirected {
        let Ok(index) = bodies.index(*key) else { continue };
        let (state, info) = (&bodies.states[index], &bodies.infos[index]);
        let stands = info.kind == BodyKind::Kinematic && !moves(state);
        if bodies.marks[index].stands == stands {
            continue;
        }
        bodies.marks[index].stands = stands;
        for piece in piece_indices(&colliders.infos, info) {
            colliders.outlines.note_change(piece, Change::All);
        }
    }
}

/// Updates the seams of what was changed since the last step, and of what adjoins it.
pub(super) fn update(world: &mut World) {
    if !world.colliders.outlines.any_changed() && world.pending.seams.is_empty() {
        return;
    }
    for piece in take_changes(world) {
        let seams = find(world, piece);
        if world.colliders.seams.get(piece) == seams.as_ref() {
            continue;
        }
        world.generation.change();
        let Colliders { seams: list, outlines, .. } = &mut world.colliders;
        outlines.poses[piece as usize].traits.set(Traits::HAS_SEAMS, seams.is_some());
        list.make_entry(piece).seams = seams.map(Arc::new);
        // Its manifolds were built with other seams.
        outlines.note_change(piece, Change::All);
    }
}

/// Pieces to update: those that were changed since the last step, and their neighbours.
pub fn take_changes(world: &mut World) -> Vec<u32> {
    let mut changed = places_of_changes(world);
    changed.append(&mut places_beside_others(world));
    changed.append(&mut world.pending.seams);
    let mut concerned: Vec<_> = changed.iter().flat_map(|place| pieces_in(world, place)).collect();
    concerned.arrange();
    concerned.dedup();
    concerned
}

/// Has the next update look at everything: what counts as joined has changed.
pub(super) fn note_all(world: &mut World) {
    let World { bodies, colliders, .. } = world;
    let Colliders { pieces, outlines, .. } = colliders;
    for (index, piece) in (0..).zip(pieces.iter()) {
        if frame_of(bodies, piece).is_some() {
            outlines.note_change(index, Change::All);
        }
    }
}

/// Boxes, before and now, of pieces that were added, removed or changed.
fn places_of_changes(world: &mut World) -> Vec<Aabb> {
    let World { bodies, colliders, generation, .. } = world;
    let Colliders { infos: _, pieces, outlines, seams, .. } = colliders;
    let mut places = Vec::new();
    for index in outlines.changed_wholly() {
        let piece = &pieces[index as usize];
        let place = frame_of(bodies, piece).map(|_| outlines.poses[index as usize].tight);
        let before = seams.entry(index).and_then(|entry| entry.placed.take());
        let is_rounded = outlines.poses[index as usize].traits.has(Traits::KEEPS_SEAMS);
        let keeps_seams = is_rounded && before.is_some() && place.is_some();
        places.extend(before.filter(|_| !keeps_seams));
        // Snapshots hold where bodies that can move were.
        if before != place && (piece.is_free || piece.body as usize >= bodies.moving) {
            generation.change();
        }
        if place.is_some() {
            seams.make_entry(index).placed = place;
            places.extend(place.filter(|_| !keeps_seams));
        } else if let Some(entry) = seams.entry(index) {
            // The slot may have another piece now.
            if entry.seams.take().is_some() {
                generation.change();
            }
        }
    }
    for index in outlines.changed_wholly().collect::<Vec<_>>() {
        let has_seams = seams.get(index).is_some();
        let traits = &mut outlines.poses[index as usize].traits;
        // A new piece may find those of the one that had its slot before.
        if traits.has(Traits::HAS_SEAMS) != has_seams {
            generation.change();
            traits.set(Traits::HAS_SEAMS, has_seams);
        }
    }
    places
}

/// Places where pieces that were only rounded anew with their body are beside those of other
/// bodies, or cells of maps.
fn places_beside_others(world: &World) -> Vec<Aabb> {
    let Colliders { pieces, outlines, maps, .. } = &world.colliders;
    let mut places = Vec::new();
    let mut bodies = BTreeMap::<u32, Aabb>::new();
    let is_rounded = |piece: u32| outlines.poses[piece as usize].traits.has(Traits::KEEPS_SEAMS);
    for index in outlines.changed_wholly().filter(|index| is_rounded(*index)) {
        let piece = &pieces[index as usize];
        if frame_of(&world.bodies, piece).is_none() {
            continue;
        }
        let tight = outlines.poses[index as usize].tight;
        bodies.entry(piece.body).and_modify(|all| *all = all.union(&tight)).or_insert(tight);
        if !maps.is_empty() && !maps.near(&tight.grown(world.applied.joined_distance())).is_empty()
        {
            places.push(tight);
        }
    }
    for (body, around) in bodies {
        for other in pieces_in(world, &around) {
            let place = outlines.poses[other as usize].tight;
            let is_beside = || {
                let mut beside = pieces_in(world, &place).into_iter();
                beside.any(|piece| pieces[piece as usize].body == body && is_rounded(piece))
            };
            if pieces[other as usize].body != body && is_beside() {
                places.push(place);
            }
        }
    }
    places
}

/// Pieces that the next update may change. The seams of all others are up to date.
pub fn concerned(world: &World) -> BTreeSet<u32> {
    let Colliders { pieces, outlines, seams, maps, .. } = &world.colliders;
    let mut places = world.pending.seams.clone();
    for index in outlines.changed_wholly() {
        let frame = frame_of(&world.bodies, &pieces[index as usize]);
        places.extend(frame.map(|_| outlines.poses[index as usize].tight));
        places.extend(seams.placed(index));
    }
    for map in maps.all().filter_map(|key| world.map(key)) {
        let place = map.is_solid().then_some(map.frame);
        let before = maps.placed.get(map.key).copied();
        let Some(bounds) = map.map.bounds().filter(|_| before != place) else { continue };
        places.extend([before, place].into_iter().flatten().map(|frame| placed(&bounds, &frame)));
    }
    let around = places.iter().flat_map(|place| pieces_in(world, place));
    let mut concerned = BTreeSet::new();
    concerned.extend(around.chain(outlines.changed_wholly()));
    concerned
}

/// The frame that a piece stands in, if it can have seams or be part of one.
fn frame_of(bodies: &Bodies, piece: &Piece) -> Option<Frame> {
    piece.proxy?;
    if !(Seams::may_have(piece.shape()) || matches!(piece.shape(), Shape::ChainSegment(_))) {
        return None;
    }
    frame_of_body(bodies, piece.body as usize)
}

fn frame_of_body(bodies: &Bodies, body: usize) -> Option<Frame> {
    let info = &bodies.infos[body];
    match info.kind {
        BodyKind::Kinematic if !bodies.marks[body].stands => Some(Frame::Moving(body as u32)),
        BodyKind::Fixed | BodyKind::Kinematic => Some(Frame::Standing),
        BodyKind::Dynamic => None,
    }
}

/// The pieces that may have a seam in a box.
fn pieces_in(world: &World, place: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    // A little more than what joins: what finds another one has to be found by it.
    let reach = 2.0 * world.applied.joined_distance();
    let _ = world.broad.query_aabb(&place.grown(reach), u64::MAX, |_, piece| {
        if frame_of(&world.bodies, &world.colliders.pieces[piece as usize]).is_some() {
            found.push(piece);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

/// The seams of a piece.
pub fn find(world: &World, index: u32) -> Option<Seams> {
    let Colliders { pieces, outlines, .. } = &world.colliders;
    let piece = &pieces[index as usize];
    let frame = frame_of(&world.bodies, piece)?;
    if !Seams::may_have(piece.shape()) {
        return None;
    }
    let filter = world.broad.filter(piece.proxy?);
    let sides = Sides::in_world(piece);
    let around = outlines.poses[index as usize].tight;
    let mut others = pieces_in(world, &around);
    let near = around.grown(world.applied.joined_distance());
    let own_box = piece.shape().aabb(&Pose::identity()).grown(world.applied.joined_distance());
    // The order in which a tree finds them is that of its history.
    others.arrange();
    others.retain(|other| {
        let other_piece = &pieces[*other as usize];
        *other != index
            // Cells are asked for below, whether they have pieces or not.
            && !other_piece.is_cell
            // The boxes in the tree may be wider, and what is changed beside a piece is looked for by tight ones.
            && if other_piece.body == piece.body {
                own_box.overlaps(&other_piece.shape().aabb(&seen_from(piece, other_piece)))
            } else {
                near.overlaps(&outlines.poses[*other as usize].tight)
            }
            && frame_of(&world.bodies, other_piece) == Some(frame)
            && other_piece.proxy.and_then(|proxy| world.broad.filter(proxy)) == filter
    });
    let mut seen = Vec::new();
    for other in others.iter().map(|other| &pieces[*other as usize]) {
        let pose = seen_from(piece, other);
        add_seen(&sides, &Sides::in_world(other), (other.shape(), other.pose), pose, &mut seen);
    }
    let stands_with = |map: &MapView<'_>| {
        let in_frame = frame_of_body(&world.bodies, map.body as usize) == Some(frame);
        map.is_solid() && in_frame && Some(map.info.filter) == filter
    };
    for map in world.maps_in(&near).into_iter().filter(stands_with) {
        // Cells of the row itself are no neighbours. Platforms have no height.
        let own = (map.key == piece.collider).then(|| {
            let row = piece.shape().aabb(&(map.info.offset.inverse() * piece.offset));
            row.grown(0.25 * map.map.size())
        });
        let is_own = |cell: &CellShape<'_>| {
            own.is_some_and(|own| own.contains_point(cell.shape.aabb(&cell.pose).center()))
        };
        let range = map.range_in(&near).filter(|range| is_few(*range));
        let cells = range.into_iter().flat_map(|range| map.map.shapes_in(range));
        for cell in cells.filter(|cell| !is_own(cell)).map(|cell| map.part(cell)) {
            let from_piece = piece.pose.inv_mul(&cell.pose);
            add_seen(&sides, &cell.sides, (cell.shape, cell.pose), from_piece, &mut seen);
        }
    }
    let others = seen.iter().map(|(shape, pose)| (shape.as_ref(), pose));
    Seams::find(piece.shape(), &Pose::identity(), others, world.applied.joined_distance())
}

/// The pose of a piece as another one sees it. Within one body it is the same wherever that is.
fn seen_from(piece: &Piece, other: &Piece) -> Pose {
    if other.body == piece.body {
        piece.offset.inv_mul(&other.offset)
    } else {
        piece.pose.inv_mul(&other.pose)
    }
}

/// Adds what a piece with such sides sees of another shape beside it, which is there in the world.
fn add_seen<'a>(
    from: &Sides,
    sides: &Sides,
    (shape, in_world): (&'a Shape, Pose),
    pose: Pose,
    seen: &mut Vec<(Cow<'a, Shape>, Pose)>,
) {
    let is_line = shape.line().is_some();
    match (from.one_way, sides.one_way) {
        (Some(_), Some(_)) if !from.join(sides) => {}
        // Platforms that have an inside.
        (None, Some(way)) if !is_line => {
            let core = shape.core();
            let way = in_world.rotation.inverse() * way;
            let holds = |edge: &usize| faces(way, core.normals[*edge]);
            for edge in (0..core.normals.len()).filter(holds) {
                let (start, end) = (core.vertices[edge], core.vertices[core.next(edge)]);
                seen.extend(Segment::new(start, end).map(|face| (Cow::Owned(face.into()), pose)));
            }
        }
        _ => seen.push((Cow::Borrowed(shape), pose)),
    }
}

/// True if a range has few cells. Of shapes that are larger than any that stands beside a map, too
/// many would be asked for: they have no seams with it.
fn is_few([from, to]: [[i32; 2]; 2]) -> bool {
    let count = [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]) + 1);
    count[0] * count[1] <= MOST_CELLS
}

/// A shape with more cells beside it has no seams with them.
const MOST_CELLS: i64 = 4096;
