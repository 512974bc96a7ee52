//! Pieces that a moving wall struck, which need not have moved far themselves.

use umbra_geom::math::dot;
use umbra_geom::{Point, Real};

use super::{FastMotion, start_of};
use crate::World;

/// Adds the pieces that touch something kinematic and moved far beside it for their size. A wall
/// stops what comes along slowly, or takes it along; seen from the wall it may have passed through.
pub(in crate::step) fn add_struck(
    world: &World,
    is_driven: &mut Vec<bool>,
    fast_motions: &mut Vec<FastMotion>,
) {
    let known = fast_motions.len();
    let states = &world.bodies.states[..world.bodies.awake];
    is_driven.clear();
    is_driven.extend(states.iter().map(|state| !state.is_dynamic()));
    let of = |body: u32| is_driven.get(body as usize).copied().unwrap_or(false);
    let contacts = world.contacts.infos.iter().zip(&world.contacts.solver_contacts);
    for (index, (info, contact)) in contacts.enumerate() {
        let (struck, wall) = match [of(contact.body_a), of(contact.body_b)] {
            [true, false] => (info.pieces[1], info.pieces[0]),
            [false, true] => (info.pieces[0], info.pieces[1]),
            _ => continue,
        };
        let depth = -world.separation(index).min(0.0);
        fast_motions.extend(motion_beside(world, struck, wall, depth));
    }
    if fast_motions.len() > known {
        fast_motions.sort_unstable_by_key(|motion| (motion.piece, !motion.is_deep));
        fast_motions.dedup_by_key(|motion| motion.piece);
    }
}

/// The motion of a piece in this step, if it is fast beside a wall but not in the world.
fn motion_beside(world: &World, struck: u32, wall: u32, depth: Real) -> Option<FastMotion> {
    let World { bodies, colliders, .. } = world;
    let piece = &colliders.pieces[struck as usize];
    if piece.body as usize >= bodies.awake {
        return None;
    }
    let size = colliders.outlines.poses[struck as usize].size;
    let from = start_of(world, piece);
    let start = from.translation.vector;
    let way = piece.pose.translation.vector - start;
    let taken = colliders.outlines.poses[wall as usize].displacement_at(Point::from(start));
    let beside = way - taken;
    // So far it may still come until its middle is in the wall.
    let left = 0.5 * size - depth;
    let is_fast = left <= 0.0 || dot(beside, beside) > left * left;
    let is_known = FastMotion::is_one(&from, &piece.pose, size);
    (is_fast && !is_known).then_some(FastMotion { piece: struck, is_deep: depth > 0.0 })
}
