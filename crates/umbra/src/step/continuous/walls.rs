//! Walls that move: the pieces of kinematic bodies, and where they go in a step.

use umbra_geom::{Aabb, Pose, Real};

use crate::store::{Placement, piece_indices};
use crate::{BodyKind, Scene};

/// So many walls, which mostly are side by side, share a box.
const SIDE_BY_SIDE: usize = 16;

/// A piece of a kinematic body that moves in this step.
#[derive(Debug)]
pub(in crate::step) struct MovingWall {
    pub(super) piece: u32,
    /// Where its body comes from and goes.
    pub(super) from: Placement,
    pub(super) to: Placement,
    /// From the centre of mass of the body.
    local: Pose,
    /// By how much it turns: the chord of the angle.
    pub(super) turn: Real,
    /// The world as seen from it, then and now.
    pub(super) views: [Pose; 2],
    /// The box that it sweeps.
    swept: Aabb,
}

impl MovingWall {
    /// Where it is at a part of the step.
    pub(super) fn pose_at(&self, time: Real) -> Pose {
        pose_of(&self.from.interpolate(&self.to, time)) * self.local
    }
}

/// The pieces of kinematic bodies that move. There are few in most games, and looking through their boxes is cheaper than
/// asking a tree in which all dynamic bodies are.
#[derive(Debug, Default)]
pub(in crate::step) struct MovingWalls {
    walls: Vec<MovingWall>,
    /// The box around each [`SIDE_BY_SIDE`] of them.
    boxes: Vec<Aabb>,
}

impl MovingWalls {
    /// Lists those that there are.
    pub(super) fn find(&mut self, scene: &Scene) {
        let Scene { bodies, colliders, .. } = scene;
        self.walls.clear();
        for index in (0..bodies.awake).filter(|index| !bodies.states[*index].is_dynamic()) {
            let (state, before) = (&bodies.states[index], &bodies.previous[index]);
            let now = Placement { center: state.center, rotation: state.rotation };
            if bodies.infos[index].kind != BodyKind::Kinematic || now == *before {
                continue;
            }
            for piece in piece_indices(&colliders.infos, &bodies.infos[index]) {
                let info = &colliders.pieces[piece as usize];
                if info.proxy.is_none() {
                    continue;
                }
                let local = Pose::from_parts(info.local_arm.into(), info.offset.rotation);
                let (from, to) = (*before, now);
                let ends = [from, to].map(|body| pose_of(&body) * local);
                let [start, end] = ends.map(|pose| info.shape().aabb(&pose));
                let turn = (to.rotation.into_inner() - from.rotation.into_inner()).norm_sqr();
                // The middle of an arc lies outside of both boxes.
                let bulge = 0.125 * turn * colliders.outlines.poses[piece as usize].extent;
                let swept = start.union(&end).grown(bulge);
                let turn = turn.sqrt();
                let views = ends.map(|pose| pose.inverse());
                self.walls.push(MovingWall { piece, from, to, local, turn, views, swept });
            }
        }
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
