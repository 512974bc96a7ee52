//! Parts that overlap: a piece, or a cell of a tile map, which may have no piece.

use umbra_geom::query::overlaps;
use umbra_geom::{Aabb, Pose, Shape, Vector};

use super::maps::MapPlace;
use super::path::{BodyMotion, Mounting, Path, have_met};
use super::search::{Meeting, Search};
use crate::store::Form;

/// A piece, or a map with all of its cells.
#[derive(Clone, Copy, Debug)]
pub(super) enum PieceOrMap {
    Piece(u32),
    Map(MapPlace),
}

/// A piece, or a cell of a map.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'a> {
    Piece(u32),
    Cell {
        shape: &'a Shape,
        /// On the body, and in the world.
        offset: Pose,
        pose: Pose,
        body: u32,
    },
}

impl<'a> Search<'a> {
    pub(super) fn body_of(&self, whole: &PieceOrMap) -> u32 {
        match whole {
            PieceOrMap::Piece(piece) => self.colliders.outlines.poses[*piece as usize].body,
            PieceOrMap::Map(place) => place.body,
        }
    }

    /// The box of all places where it was in the step.
    pub(super) fn around(&self, whole: &PieceOrMap) -> Aabb {
        match whole {
            PieceOrMap::Piece(piece) => self.path_box(Part::Piece(*piece)),
            PieceOrMap::Map(place) => place.around,
        }
    }

    /// Overlap of two: at the end of the step, or earlier in it. Any cell of a map counts. Maps do
    /// not see one another.
    pub(super) fn meeting_of(
        &self,
        pair: [&PieceOrMap; 2],
        overlapped_before: bool,
    ) -> Option<Meeting> {
        let with_map = |place, piece: u32, in_order: fn([Part<'a>; 2]) -> [Part<'a>; 2]| {
            let mut best = None;
            for cell in self.cells_near(place, piece) {
                let parts = in_order([cell, Part::Piece(piece)]);
                match self.meeting(parts, overlapped_before) {
                    None => {}
                    Some(Meeting::Overlapping) => return Some(Meeting::Overlapping),
                    passed => best = passed,
                }
            }
            best
        };
        match pair {
            [PieceOrMap::Piece(a), PieceOrMap::Piece(b)] => {
                self.meeting([Part::Piece(*a), Part::Piece(*b)], overlapped_before)
            }
            [PieceOrMap::Map(map), PieceOrMap::Piece(piece)] => {
                with_map(map, *piece, |parts| parts)
            }
            [PieceOrMap::Piece(piece), PieceOrMap::Map(map)] => {
                with_map(map, *piece, |[a, b]| [b, a])
            }
            [PieceOrMap::Map(_), PieceOrMap::Map(_)] => None,
        }
    }

    /// Overlap of two parts: at the end of the step, or earlier in it. The latter does not matter
    /// for pairs that overlapped before.
    fn meeting(&self, parts: [Part<'a>; 2], overlapped_before: bool) -> Option<Meeting> {
        let [(shape_a, pose_a), (shape_b, pose_b)] = parts.map(|part| self.placed(part));
        let [box_a, box_b] = parts.map(|part| self.tight_box(part));
        if box_a.overlaps(&box_b) && overlaps(shape_a, &pose_a, shape_b, &pose_b) {
            return Some(Meeting::Overlapping);
        }
        if overlapped_before {
            return None;
        }
        let [box_a, box_b] = parts.map(|part| self.path_box(part));
        if !box_a.overlaps(&box_b) {
            return None;
        }
        let [path_a, path_b] = parts.map(|part| self.path(part));
        have_met([shape_a, shape_b], [&path_a, &path_b]).then_some(Meeting::Passed)
    }

    fn placed(&self, part: Part<'a>) -> (&'a Shape, Pose) {
        match part {
            Part::Piece(piece) => {
                let piece = &self.colliders.pieces[piece as usize];
                (piece.shape(), piece.pose)
            }
            Part::Cell { shape, pose, .. } => (shape, pose),
        }
    }

    fn tight_box(&self, part: Part<'a>) -> Aabb {
        match part {
            Part::Piece(piece) => self.colliders.outlines.poses[piece as usize].tight,
            Part::Cell { shape, pose, .. } => shape.aabb(&pose),
        }
    }

    /// Motion of the body of a part.
    fn motion_of(&self, part: Part<'a>) -> Option<BodyMotion> {
        match part {
            Part::Piece(piece) => self.motion(piece),
            Part::Cell { body, .. } => BodyMotion::new(self.bodies, body as usize, self.dt),
        }
    }

    /// The box of all places where a part was in the step.
    pub(super) fn path_box(&self, part: Part<'a>) -> Aabb {
        let tight = self.tight_box(part);
        let Some(motion) = self.motion_of(part) else { return tight };
        match part {
            Part::Piece(piece) => motion.path_box(&self.colliders.outlines.poses[piece as usize]),
            Part::Cell { shape, .. } => {
                let reach = self.mounting(part).local_arm.norm() + shape.core().reach_from_origin();
                motion.straight_box(&tight, reach)
            }
        }
    }

    fn path(&self, part: Part<'a>) -> Path {
        let (shape, pose) = self.placed(part);
        let motion = self.motion_of(part);
        match part {
            Part::Piece(piece) => {
                let cache = &self.colliders.outlines.poses[piece as usize];
                let still = Path::still(pose, cache.extent, cache.size);
                let bend = motion.as_ref().and_then(|motion| motion.bend(cache));
                motion.map_or(still, |motion| still.with(&self.mounting(part), &motion, bend))
            }
            Part::Cell { .. } => {
                let (core, mounting) = (shape.core(), self.mounting(part));
                let reach = mounting.local_arm.norm() + core.reach_from_origin();
                let still = Path::still(pose, reach, core.radius + core.inner_radius);
                motion.map_or(still, |motion| still.with(&mounting, &motion, None))
            }
        }
    }

    fn mounting(&self, part: Part<'a>) -> Mounting {
        match part {
            Part::Piece(piece) => {
                let cache = &self.colliders.outlines.poses[piece as usize];
                let piece = &self.colliders.pieces[piece as usize];
                // A disc turns within itself.
                let turns = cache.form != Form::Circle || cache.arm != Vector::zeros();
                Mounting { offset: piece.offset, local_arm: piece.local_arm, turns }
            }
            Part::Cell { offset, body, .. } => {
                let center = self.bodies.infos[body as usize].local_center;
                let local_arm = offset.translation.vector - center.coords;
                Mounting { offset, local_arm, turns: true }
            }
        }
    }
}
