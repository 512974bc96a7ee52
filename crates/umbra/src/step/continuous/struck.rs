//! Pieces that a moving wall struck, which need not have moved far themselves.

use umbra_geom::math::dot;
use umbra_geom::{Point, Pose};

use super::FastMotion;
use super::walls::pose_of;
use crate::Scene;

/// Adds the pieces that touch something kinematic and moved far beside it for their size. A wall stops what comes along
/// slowly, or takes it along; seen from the wall it may have passed through.
pub(in crate::step) fn add_struck(scene: &Scene, fast_motions: &mut Vec<FastMotion>) {
    let known = fast_motions.len();
    let states = &scene.bodies.states[..scene.bodies.awake];
    let is_driven: Vec<_> = states.iter().map(|state| !state.is_dynamic()).collect();
    let of = |body: u32| is_driven.get(body as usize).copied().unwrap_or(false);
    for (info, contact) in scene.contacts.infos.iter().zip(&scene.contacts.solver_contacts) {
        let (struck, wall) = match [of(contact.body_a), of(contact.body_b)] {
            [true, false] => (info.pieces[1], info.pieces[0]),
            [false, true] => (info.pieces[0], info.pieces[1]),
            _ => continue,
        };
        fast_motions.extend(motion_beside(scene, struck, wall));
    }
    if fast_motions.len() > known {
        fast_motions.sort_by_key(|motion| motion.piece);
        fast_motions.dedup_by_key(|motion| motion.piece);
    }
}

/// The motion of a piece in this step, if it is fast beside a wall but not in the world.
fn motion_beside(scene: &Scene, struck: u32, wall: u32) -> Option<FastMotion> {
    let Scene { bodies, colliders, .. } = scene;
    let piece = &colliders.pieces[struck as usize];
    if piece.body as usize >= bodies.awake {
        return None;
    }
    let size = colliders.outlines.poses[struck as usize].size;
    let local = Pose::from_parts(piece.local_arm.into(), piece.offset.rotation);
    let from = pose_of(&bodies.previous[piece.body as usize]) * local;
    let start = from.translation.vector;
    let way = piece.pose.translation.vector - start;
    let taken = colliders.outlines.poses[wall as usize].displacement_at(Point::from(start));
    let beside = way - taken;
    let is_fast = dot(beside, beside) > 0.25 * size * size;
    (is_fast && !FastMotion::is_one(&from, &piece.pose, size))
        .then_some(FastMotion { piece: struck, from })
}
