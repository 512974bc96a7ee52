//! Pieces that touch a wall already, or overlap it, slide along it.

use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use super::{FastMotion, FastPath, hit_fixed, stop_at};
use crate::World;
use crate::store::{Placement, piece_indices};

/// Distance by which a sliding piece is moved out of the wall in a step, as a part of the disc
/// around its centre, so that rounding does not send it into the wall, or into the next of a row.
const OUT: Real = 0.01;

/// The displacement that keeps a piece from coming deeper, which has gone this way and met a normal
/// after this part of it.
pub(super) fn out(radius: Real, way: Vector, (fraction, normal): (Real, Vector)) -> Vector {
    let sinks = (fraction - 1.0) * dot(way, normal);
    normal * (sinks.max(0.0) + OUT * radius)
}

/// End pose of a body whose piece penetrates a wall with this normal, after this part of its path:
/// its predicted pose, without further penetration. If it hits something else on that path, it
/// stops there.
///
/// A body that stopped where it is would stay there for ever, however fast it goes along the wall:
/// its weight draws it into the wall in every step.
pub(super) fn stop(
    world: &World,
    motion: &FastMotion,
    path: &FastPath,
    fraction: Real,
    normal: Vector,
) -> Placement {
    let World { bodies, colliders, .. } = world;
    let body = colliders.pieces[motion.piece as usize].body;
    let out = out(path.radius, path.displacement, (fraction, normal));
    let mut least: Real = 1.0;
    for index in piece_indices(&colliders.infos, &bodies.infos[body as usize]) {
        let motion = FastMotion { piece: index, is_deep: false };
        let mut path = FastPath::new(world, &motion, 0.5).clear(world, index);
        path.displacement += out;
        if let Some(hit) = hit_fixed(world, index, &path) {
            least = least.min(hit.fraction);
        }
    }
    let mut moved = bodies.motion_of(body as usize);
    moved.to.center += out;
    stop_at(moved, least)
}
