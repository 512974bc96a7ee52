//! Effect of a moving wall on a body that it hit.

use core::ops::ControlFlow;

use umbra_geom::query::cast_circle;
use umbra_geom::{Aabb, Point, Real, Vector};

use super::walls::{MovingWall, pose_of};
use super::{FastMotion, FastPath, Hit, hit_fixed, may_collide, slide, stop_at};
use crate::World;
use crate::store::{Piece, Placement};

/// End pose of a body whose piece hit a moving wall at this part of the step: the pose at the
/// impact, carried by the wall for the rest of the step. If they touched before, and the wall is
/// the only shape of its body, it slides along the wall.
///
/// `None` if the body stays where its contacts have left it. Nothing makes room for a carried body,
/// so in a crowd it would be pushed into its neighbours, deeper in every step. There, the contacts
/// of the next step push it back, unless its centre is in the wall or behind it. No moving wall
/// carries a body through a fixed one.
pub(super) fn stop(
    world: &World,
    motion: &FastMotion,
    wall: &MovingWall,
    path: &FastPath,
    hit: Hit,
) -> Option<Placement> {
    let pieces = &world.colliders.pieces;
    let piece = &pieces[motion.piece as usize];
    let moved = world.bodies.motion_of(piece.body as usize);
    let stop = if let Some(normal) = hit.along {
        slid(&moved.to, wall, path, (hit.fraction, normal))
    } else {
        let stop = stop_at(moved, hit.fraction);
        let carry = pose_of(&wall.motion.to) * pose_of(&wall.motion.at(hit.fraction)).inverse();
        Placement { center: carry * stop.center, rotation: carry.rotation * stop.rotation }
    };

    let middle = piece.pose_with(&stop) * piece.shape().core().center;
    let carried = FastPath { displacement: middle - path.middle, ..*path };
    let from = path.middle + path.displacement;
    let back = middle - from;
    let is_before_wall = || {
        let wall = &pieces[wall.piece as usize];
        cast_circle(wall.shape(), &wall.pose, from, 0.0, back).is_none()
    };
    let stays = hit_fixed(world, motion.piece, &carried).is_some()
        || is_before_wall()
            && !has_room(world, [motion.piece, wall.piece], from, back, path.radius);
    (!stays).then_some(stop)
}

/// The place of a body that touched the wall before the step: where it would be, but no deeper, as
/// the wall sees it. Taken along as it is, a disc on a bar that turns fast would keep its place
/// there for ever, and be struck anew in every step.
fn slid(end: &Placement, wall: &MovingWall, path: &FastPath, hit: (Real, Vector)) -> Placement {
    let [from, to] = wall.views;
    let way = to * (path.middle + path.displacement) - from * path.middle;
    let out = slide::out(path.radius, way, hit);
    Placement { center: end.center + to.rotation.inverse() * out, ..*end }
}

/// True if the path back is free: a disc around the centre of the piece, as it is now, hits nothing
/// but the wall.
fn has_room(
    world: &World,
    [piece, wall]: [u32; 2],
    from: Point,
    back: Vector,
    radius: Real,
) -> bool {
    let pieces = &world.colliders.pieces;
    let (info, wall) = (&pieces[piece as usize], &pieces[wall as usize]);
    let around = Aabb { min: from, max: from }.grown(radius).swept(back);
    let may_touch = |other: &Piece| {
        info.proxy.zip(other.proxy).is_some_and(|(a, b)| world.broad.may_touch(a, b))
    };
    let is_in_the_way = |index: u32| {
        let other = &pieces[index as usize];
        other.body != wall.body
            && cast_circle(other.shape(), &other.pose, from, radius, back).is_some()
            && may_touch(other)
            && may_collide(world, piece, index)
    };
    let found = world.broad.query_aabb(&around, u64::MAX, |_, other| {
        if is_in_the_way(other) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_continue()
}
