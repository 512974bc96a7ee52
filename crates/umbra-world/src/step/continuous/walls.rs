//! Walls that move, or could: pieces of kinematic bodies, or, beside bullets, of dynamic ones, and
//! where they go in a step.

use umbra_geom::{Aabb, Pose, Real};

use crate::store::{BodyMotion, Placement, piece_indices};
use crate::{BodyKind, World};

/// So many walls, which mostly are side by side, share a box.
const SIDE_BY_SIDE: usize = 16;

/// A piece that may move in this step.
#[derive(Debug)]
pub(in crate::step) struct MovingWall {
    pub(super) piece: u32,
    /// Motion of its body in this step.
    pub(super) motion: BodyMotion,
    /// Size of its turn: the chord of the angle.
    pub(super) turn: Real,
    /// The world as seen from it, then and now.
    pub(super) views: [Pose; 2],
    /// The box that it sweeps.
    pub(super) swept: Aabb,
}

impl MovingWall {
    /// The motion of a piece in this step; `None` for one that touches nothing.
    fn new(world: &World, piece: u32) -> Option<Self> {
        let World { bodies, colliders, .. } = world;
        let info = &colliders.pieces[piece as usize];
        info.proxy?;
        let motion = bodies.motion_of(info.body as usize);
        let ends = [motion.from, motion.to].map(|body| info.pose_with(&body));
        let [start, end] = ends.map(|pose| info.shape().aabb(&pose));
        let turn = motion.chord_squared();
        // The middle of an arc lies outside of both boxes.
        let bulge = 0.125 * turn * colliders.outlines.poses[piece as usize].extent;
        let swept = start.union(&end).grown(bulge);
        let views = ends.map(|pose| pose.inverse());
        Some(Self { piece, motion, turn: turn.sqrt(), views, swept })
    }

    /// Motion of a piece that bullets must not pass, although it can be pushed.
    pub(super) fn of_dynamic(world: &World, piece: u32) -> Option<Self> {
        let body = world.colliders.pieces[piece as usize].body as usize;
        let is_one = world.bodies.states[body].is_dynamic() && !world.bodies.infos[body].is_bullet;
        if is_one { Self::new(world, piece) } else { None }
    }
}

/// Pieces that may move. There are few in most games, and looking through their boxes is cheaper
/// than asking a tree in which all dynamic bodies are.
#[derive(Debug, Default)]
pub(in crate::step) struct MovingWalls {
    walls: Vec<MovingWall>,
    /// The box around each [`SIDE_BY_SIDE`] of them.
    boxes: Vec<Aabb>,
}

impl MovingWalls {
    /// Lists the pieces of kinematic bodies. Those that rest and those that sleep are walls like
    /// fixed ones, but the tree of what is fixed does not know them.
    pub(super) fn find_kinematic(&mut self, world: &World) {
        let World { bodies, colliders, .. } = world;
        self.walls.clear();
        for index in (0..bodies.moving).filter(|index| !bodies.states[*index].is_dynamic()) {
            if bodies.infos[index].kind != BodyKind::Kinematic {
                continue;
            }
            let pieces = piece_indices(&colliders.infos, &bodies.infos[index]);
            self.walls.extend(pieces.filter_map(|piece| MovingWall::new(world, piece)));
        }
        self.put_boxes();
    }

    /// Lists those of these pieces that bullets are kept from passing, although they can be pushed.
    pub(super) fn find_dynamic(&mut self, world: &World, pieces: &[u32]) {
        self.walls.clear();
        let walls = pieces.iter().filter_map(|piece| MovingWall::of_dynamic(world, *piece));
        self.walls.extend(walls);
        self.put_boxes();
    }

    fn put_boxes(&mut self) {
        let around = |walls: &[MovingWall]| {
            walls.iter().fold(walls[0].swept, |all, wall| all.union(&wall.swept))
        };
        self.boxes.clear();
        self.boxes.extend(self.walls.chunks(SIDE_BY_SIDE).map(around));
    }

    /// Those that sweep over a box.
    #[inline]
    pub(super) fn near(&self, aabb: &Aabb) -> impl Iterator<Item = &MovingWall> {
        let parts = self.boxes.iter().zip(self.walls.chunks(SIDE_BY_SIDE));
        let near = parts.filter(|(around, _)| around.overlaps(aabb));
        near.flat_map(|(_, walls)| walls).filter(|wall| wall.swept.overlaps(aabb))
    }
}

/// The pose of a body, with its origin in the centre of mass.
pub(super) fn pose_of(placement: &Placement) -> Pose {
    Pose::from_parts(placement.center.coords.into(), placement.rotation)
}
