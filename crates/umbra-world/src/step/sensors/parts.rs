//! Parts that overlap, and colliders whose parts do.

use umbra_geom::query::overlaps;
use umbra_geom::{Aabb, Vector};

use super::maps::MapPlace;
use super::path::{Mounting, Path, Travel, have_met};
use super::search::{Meeting, Search};
use crate::store::{Form, PoseCache};
use crate::world::{Part, PartId};

/// A piece, or a map with all of its cells.
#[derive(Clone, Copy, Debug)]
pub(super) enum PieceOrMap<'a> {
    Piece(u32),
    Map(MapPlace<'a>),
}

impl<'a> Search<'a> {
    pub(super) fn body_of(&self, whole: &PieceOrMap<'a>) -> u32 {
        match whole {
            PieceOrMap::Piece(piece) => self.colliders.outlines.poses[*piece as usize].body,
            PieceOrMap::Map(place) => place.map.body,
        }
    }

    /// The box of all places where it was in the step.
    pub(super) fn around(&self, whole: &PieceOrMap<'a>) -> Aabb {
        match whole {
            PieceOrMap::Piece(piece) => self.path_box(&self.colliders.part(*piece)),
            PieceOrMap::Map(place) => place.around,
        }
    }

    /// Overlap of two: at the end of the step, or earlier in it. Any cell of a map counts. Maps do
    /// not see one another.
    pub(super) fn meeting_of(
        &self,
        pair: [&PieceOrMap<'a>; 2],
        overlapped_before: bool,
    ) -> Option<Meeting> {
        let with_map = |place: &MapPlace<'a>, piece: u32, in_order: fn([Part<'a>; 2]) -> _| {
            let (mut best, own) = (None, self.colliders.part(piece));
            for cell in self.cells_near(&place.map, piece) {
                let parts: [Part<'_>; 2] = in_order([cell, own]);
                match self.meeting(&parts, overlapped_before) {
                    None => {}
                    Some(Meeting::Overlapping) => return Some(Meeting::Overlapping),
                    passed => best = passed,
                }
            }
            best
        };
        match pair {
            [PieceOrMap::Piece(a), PieceOrMap::Piece(b)] => {
                let parts = [*a, *b].map(|piece| self.colliders.part(piece));
                self.meeting(&parts, overlapped_before)
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
    fn meeting(&self, parts: &[Part<'_>; 2], overlapped_before: bool) -> Option<Meeting> {
        let [a, b] = parts;
        let [box_a, box_b] = [a, b].map(|part| self.tight_box(part));
        if box_a.overlaps(&box_b) && overlaps(a.shape, &a.pose, b.shape, &b.pose) {
            return Some(Meeting::Overlapping);
        }
        if overlapped_before {
            return None;
        }
        let [box_a, box_b] = [a, b].map(|part| self.path_box(part));
        if !box_a.overlaps(&box_b) {
            return None;
        }
        let [path_a, path_b] = [a, b].map(|part| self.path(part));
        have_met([a.shape, b.shape], [&path_a, &path_b]).then_some(Meeting::Passed)
    }

    /// The outline of a piece, as computed before; a cell has none.
    fn cache_of(&self, part: &Part<'_>) -> Option<&'a PoseCache> {
        match part.id {
            PartId::Piece(piece) => Some(&self.colliders.outlines.poses[piece as usize]),
            PartId::Cell(..) => None,
        }
    }

    fn tight_box(&self, part: &Part<'_>) -> Aabb {
        self.cache_of(part).map_or_else(|| part.shape.aabb(&part.pose), |cache| cache.tight)
    }

    /// The box of all places where a part was in the step.
    pub(super) fn path_box(&self, part: &Part<'_>) -> Aabb {
        let tight = self.tight_box(part);
        let motion = Travel::new(self.bodies, part.body as usize, self.dt);
        let Some(motion) = motion else { return tight };
        self.cache_of(part).map_or_else(
            || {
                let arm = self.mounting(part).local_arm.norm();
                motion.straight_box(&tight, arm + part.shape.core().reach_from_origin())
            },
            |cache| motion.path_box(cache),
        )
    }

    fn path(&self, part: &Part<'_>) -> Path {
        let (mounting, cache) = (self.mounting(part), self.cache_of(part));
        let (reach, size) = cache.map_or_else(
            || {
                let core = part.shape.core();
                let reach = mounting.local_arm.norm() + core.reach_from_origin();
                (reach, core.radius + core.inner_radius)
            },
            |cache| (cache.extent, cache.size),
        );
        let still = Path::still(part.pose, reach, size);
        let motion = Travel::new(self.bodies, part.body as usize, self.dt);
        motion.map_or(still, |motion| {
            still.with(&mounting, &motion, cache.and_then(|cache| motion.bend(cache)))
        })
    }

    fn mounting(&self, part: &Part<'_>) -> Mounting {
        let (offset, cache) = (part.offset, self.cache_of(part));
        let local_arm = match part.id {
            PartId::Piece(piece) => self.colliders.pieces[piece as usize].local_arm,
            PartId::Cell(..) => {
                let center = self.bodies.infos[part.body as usize].local_center;
                offset.translation.vector - center.coords
            }
        };
        // A disc turns within itself.
        let turns =
            cache.is_none_or(|cache| cache.form != Form::Circle || cache.arm != Vector::zeros());
        Mounting { offset, local_arm, turns }
    }
}
