//! Moving a shape along what it meets.
//!
//! A slide goes in rounds. Each looks at the surfaces that the shape touches, takes the motion
//! nearest to the wanted one that keeps clear of them ([`planes`](super::planes)), and goes along
//! it until something else is met. Surfaces are kept off by a *skin*, so a shape that slides along
//! a floor never touches the tiles of it with its own outline.

use arrayvec::ArrayVec;
use umbra_geom::math::{direction, dot};
use umbra_geom::sort::Arrange;
use umbra_geom::{Pose, Real, Shape, Vector};

use super::planes::{Plane, least_violating, nearest};
use super::report::{Hit, HitKind, Hits};
use super::settings::level;
use crate::tuning::{NEAR_ENOUGH, SKIN, TOO_NEAR, TOUCHED};
use umbra_core::{BodyKind, DynFilter, MoverHit, MoverRules, Scene, Surface};

/// The most surfaces that are looked at at once: the nearest ones.
pub(super) const MOST_FACES: usize = 16;
/// The most rounds of a slide.
const ROUNDS: u32 = 8;
/// Shorter motions than this part of the skin are none.
const NO_WAY: Real = 1e-4;
/// Speed at which it moves out of dynamic bodies that have come over it, in length units per
/// second.
const MOVES_OUT: Real = 6.0;
/// At grazing angles a shape is stopped no farther than this many skins before a surface.
const MOST_BACK: Real = 8.0;

/// Surfaces that are touched.
pub(super) type Faces = ArrayVec<Surface, MOST_FACES>;

/// Effect of steep surfaces on a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Surfaces like all others.
    Free,
    /// Vertical walls.
    Walk,
    /// Surfaces that it slides down, and not up.
    Air,
}

/// Moving shape, its scene and the rules of its motion.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) scene: &'a Scene,
    pub(super) filter: DynFilter<'a>,
    pub(super) around: MoverRules,
    pub(super) shape: &'a Shape,
    pub(super) up: Vector,
    /// Minimum upward part of the normal of ground.
    pub(super) least_up: Real,
}

/// Result of a slide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slid {
    /// Distance and direction that it moved.
    pub(super) moved: Vector,
    /// True if a wall stopped it.
    pub(super) met_wall: bool,
    /// True if it overlapped something on its path.
    pub(super) overlapped: bool,
}

impl Mover<'_> {
    /// The first surface that stops a shape on its path, by the rules of this mover.
    pub(super) fn cast(&self, shape: &Shape, from: &Pose, path: Vector) -> Option<MoverHit> {
        self.scene.cast_mover(shape, *from, path, self.filter, self.around)
    }

    pub(super) fn skin(&self) -> Real {
        SKIN * self.scene.config().length_unit
    }

    pub(super) fn kind_of(&self, normal: Vector) -> HitKind {
        let rise = dot(normal, self.up);
        if rise >= self.least_up {
            HitKind::Ground
        } else if rise <= -self.least_up {
            HitKind::Ceiling
        } else {
            HitKind::Wall
        }
    }

    /// The surfaces within so many skins of the shape, in a fixed order.
    pub(super) fn faces(&self, pose: &Pose, skins: Real) -> Faces {
        let mut faces = Faces::new();
        let rank = |near: &Surface| (near.gap, near.order);
        self.scene.surfaces_near(
            self.shape,
            *pose,
            skins * self.skin(),
            self.filter,
            self.around,
            |near| {
                if faces.try_push(near).is_err()
                    && let Some(farthest) = faces.iter_mut().max_by(|a, b| {
                        let (a, b) = (rank(a), rank(b));
                        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
                    })
                    && rank(&near) < rank(farthest)
                {
                    *farthest = near;
                }
            },
        );
        faces.arrange_by_key(|near| (near.order, near.collider));
        faces
    }

    /// Moves a shape, and notes what it presses on.
    pub(super) fn slide(
        &self,
        pose: &mut Pose,
        wanted: Vector,
        mode: Mode,
        hits: &mut Hits,
    ) -> Slid {
        let start = pose.translation.vector;
        let (mut rest, mut slid) = (wanted, Slid::default());
        let mut last: Option<Surface> = None;
        for _ in 0..ROUNDS {
            let faces = self.faces(pose, TOUCHED);
            self.press(&faces, rest, mode, &mut slid, hits);
            let is_ground = |face: &Surface| {
                self.kind_of(face.normal) == HitKind::Ground && dot(face.normal, rest) < 0.0
            };
            if mode == Mode::Air && faces.iter().chain(last.iter()).any(is_ground) {
                // It has landed: what is left of the fall does not lead down the slope.
                rest -= self.up * dot(rest, self.up).min(0.0);
            }
            let solved = self.solve(rest, &faces, last.take(), mode);
            let Some((left, met)) = self.advance(pose, solved) else { break };
            if dot(met.normal, left) < 0.0 {
                slid.met_wall |= self.kind_of(met.normal) == HitKind::Wall;
                note(hits, self.hit(&met));
            }
            (rest, last) = (left, Some(met));
        }
        slid.moved = pose.translation.vector - start;
        slid
    }

    /// Notes the surfaces that a motion presses on.
    fn press(&self, faces: &Faces, wanted: Vector, mode: Mode, slid: &mut Slid, hits: &mut Hits) {
        slid.overlapped |= faces.iter().any(|face| face.gap < 0.0);
        for face in faces {
            let plane = self.plane(face, mode);
            if dot(plane.normal, wanted) < plane.least - NO_WAY * self.skin() {
                slid.met_wall |= self.kind_of(face.normal) == HitKind::Wall;
                note(hits, self.hit(face));
            }
        }
    }

    /// Goes along a motion up to a skin before what it meets. What is left of the motion then, and
    /// what was met; `None` at the end of the motion.
    fn advance(
        &self,
        pose: &mut Pose,
        (motion, is_squeezed): (Vector, bool),
    ) -> Option<(Vector, Surface)> {
        let skin = self.skin();
        let (along, length) = direction(motion).filter(|it| it.1 > NO_WAY * skin)?;
        let around = MoverRules { is_squeezed, ..self.around };
        let met = self.scene.cast_mover(self.shape, *pose, motion, self.filter, around);
        let Some(met) = met else {
            pose.translation.vector += motion;
            return None;
        };
        let head_on = -dot(met.hit.normal, along);
        let back = (skin / head_on.max(1.0 / MOST_BACK)).min(MOST_BACK * skin);
        let advance = (met.hit.fraction * length - back).max(0.0);
        pose.translation.vector += along * advance;
        Some((along * (length - advance), met.surface(skin)))
    }

    /// The motion that keeps clear of all surfaces; or of some, if there is none: dynamic bodies
    /// give way, then platforms, then kinematic bodies. Whether any did.
    fn solve(
        &self,
        wanted: Vector,
        faces: &Faces,
        last: Option<Surface>,
        mode: Mode,
    ) -> (Vector, bool) {
        let tolerance = NO_WAY * self.skin();
        let all = || faces.iter().chain(last.iter());
        let mut planes = ArrayVec::<Plane, { MOST_FACES + 2 }>::new();
        planes.extend(all().map(|face| self.plane(face, mode)));
        let is_slope = |face: &&Surface| {
            self.kind_of(face.normal) == HitKind::Wall && dot(face.normal, self.up) > 0.0
        };
        if mode == Mode::Air && all().any(|face| is_slope(&face)) {
            let pushed = all()
                .filter(|face| !is_slope(face))
                .fold(0.0, |sum: Real, face| sum + self.plane(face, mode).least.max(0.0));
            let most = dot(wanted, self.up).max(0.0) + pushed;
            planes.push(Plane { normal: -self.up, least: -most });
        }
        if let Some(motion) = nearest(wanted, &planes, tolerance) {
            return (motion, false);
        }
        for hardest in (0..3).rev() {
            planes.clear();
            let is_left = |face: &&Surface| softness(face) <= hardest;
            planes.extend(all().filter(is_left).map(|face| self.plane(face, Mode::Free)));
            if let Some(motion) = nearest(wanted, &planes, tolerance) {
                return (motion, true);
            }
        }
        (least_violating(wanted, &mut planes, tolerance), true)
    }

    /// Plane by which a surface limits motions.
    pub(super) fn plane(&self, face: &Surface, mode: Mode) -> Plane {
        let skin = self.skin();
        let least = if face.gap > skin {
            skin - face.gap
        } else if face.gap >= TOO_NEAR * skin {
            0.0
        } else {
            self.way_out(face, NEAR_ENOUGH * skin - face.gap)
        };
        let rise = dot(face.normal, self.up);
        let is_steep = rise > 0.0 && rise < self.least_up;
        match level(face.normal, self.up).filter(|_| mode == Mode::Walk && is_steep) {
            Some((normal, part)) => Plane { normal, least: least / part },
            None => Plane { normal: face.normal, least },
        }
    }

    /// Distance by which it moves out of a surface that is too near: all of the way, but what is
    /// dynamic throws it no farther than that came itself.
    fn way_out(&self, face: &Surface, way: Real) -> Real {
        let dt = self.around.dt;
        if face.kind != BodyKind::Dynamic || dt == 0.0 {
            return way;
        }
        let comes = self.scene.body(face.body).map(|body| body.velocity_at(face.point));
        let comes = comes.map_or(0.0, |speed| dot(speed, face.normal).max(0.0));
        way.min((comes + MOVES_OUT * self.scene.config().length_unit) * dt)
    }

    pub(super) fn hit(&self, near: &Surface) -> Hit {
        let kind = self.kind_of(near.normal);
        let &Surface { body, collider, part, point, normal, .. } = near;
        Hit { kind, body, collider, part, point, normal }
    }
}

/// Rank of a surface among those that give way if there is no room.
fn softness(face: &Surface) -> u32 {
    match face.kind {
        BodyKind::Dynamic => 3,
        _ if face.is_platform && face.gap < 0.0 => 2,
        BodyKind::Kinematic => 1,
        BodyKind::Fixed => 0,
    }
}

/// Adds a hit, unless the part was hit before.
pub(super) fn note(hits: &mut Hits, hit: Hit) {
    let is_same =
        |it: &Hit| it.collider == hit.collider && it.part == hit.part && it.kind == hit.kind;
    if !hits.iter().any(is_same) {
        // Beyond the room that there is, a game learns nothing new.
        let _ = hits.try_push(hit);
    }
}
