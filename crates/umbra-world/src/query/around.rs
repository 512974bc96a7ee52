//! What a character asks: which surfaces are near a shape, and what stops it on a way.
//!
//! These differ from the queries of callers in what one-way platforms and overlaps are to them. A shape that overlaps
//! something where it starts is not stopped by it on the way out, and a platform that comes up to meet a shape holds it.

use core::ops::ControlFlow;

use umbra_broad::Cast;
use umbra_geom::math::dot;
use umbra_geom::query::{self, DistanceCache};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use super::best::Best;
use super::met::{self, Met};
use super::tiles::Path;
use super::{CastHit, GO_ON, Platforms, Target, TargetId, Wanted};
use crate::tuning::{HELD_BY_PLATFORM, ON_PLATFORM};
use crate::{BodyKey, BodyKind, ColliderKey, ColliderPart, World};

/// A face beside a corner that is met is no higher above the shape than this, in length units.
const OVERLAP: Real = 0.0025;

/// What such a query leaves out, and how long the step is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// These bodies are not there.
    pub without: [Option<BodyKey>; 2],
    /// Platforms let everything pass.
    pub drops: bool,
    /// There is no room: what is overlapped already stops nothing, unless it is fixed and solid.
    pub is_squeezed: bool,
    /// Only dynamic bodies are there.
    pub only_dynamic: bool,
    /// In which time bodies have moved to where they are.
    pub dt: Real,
}

/// A surface near a shape.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    pub collider: ColliderKey,
    pub body: BodyKey,
    pub kind: BodyKind,
    pub part: ColliderPart,
    /// The surface's point.
    pub point: Point,
    /// From the surface to the shape.
    pub normal: Vector,
    /// How far apart the two are along the normal. Negative where they overlap.
    pub gap: Real,
    /// Whether it is a one-way platform.
    pub is_platform: bool,
    /// Surfaces come in the order of these numbers, whatever tree they are found in.
    pub order: (u32, [i32; 2]),
}

impl Near {
    /// What a cast has met, as it is when the shape is so far from it.
    pub fn of_cast(hit: &CastHit, kind: BodyKind, is_platform: bool, gap: Real) -> Self {
        let &CastHit { collider, body, part, point, normal, .. } = hit;
        Self { collider, body, kind, part, point, normal, gap, is_platform, order: (0, [0; 2]) }
    }
}

impl Target<'_> {
    fn order(&self) -> (u32, [i32; 2]) {
        match self.id {
            TargetId::Piece(index) => (index, [0; 2]),
            TargetId::Cell(_, at) => (self.id.number(), at),
        }
    }
}

impl World {
    /// Calls `visit` with every surface that is no farther from a shape than `reach`, in no order that means anything.
    pub fn surfaces_around(
        &self,
        (shape, pose): (&Shape, &Pose),
        reach: Real,
        filter: &Wanted<'_>,
        around: Around,
        mut visit: impl FnMut(Near),
    ) {
        let aabb = shape.aabb(pose).grown(reach);
        self.parts_in(&aabb, filter, |target| {
            if !self.is_left_out(target, around) {
                self.surface((shape, pose), reach, target, filter, around).map(&mut visit);
            }
            GO_ON
        });
    }

    fn surface(
        &self,
        (shape, pose): (&Shape, &Pose),
        reach: Real,
        target: &Target<'_>,
        filter: &Wanted<'_>,
        around: Around,
    ) -> Option<Near> {
        let mut cache = DistanceCache::default();
        let found = query::distance(target.shape, &target.pose, shape, pose, &mut cache);
        let apart = found.distance;
        if apart > reach || apart.is_nan() {
            return None;
        }
        let depth = if apart > 0.0 { 0.0 } else { (found.point_a - found.point_b).norm() };
        let (point, normal) = (found.point_a, found.normal);
        let met = Met { fraction: 0.0, point, normal, pose: *pose, depth };
        let seam = self.seam_normal(target, &met, filter);
        if !self.holds(target, shape, &met, seam, filter, around) {
            return None;
        }
        let own = if apart > 0.0 { apart } else { -depth };
        // Seen from a face beside it, the surface is that face's; but not from below that.
        let gap = gap_along(seam, shape, &met);
        let (normal, gap) =
            if seam == normal || gap < own.min(0.0) - OVERLAP * self.config.length_unit {
                (normal, own)
            } else {
                (seam, gap)
            };
        let info = &self.bodies.infos[target.body as usize];
        Some(Near {
            collider: target.collider,
            body: info.key,
            kind: info.kind,
            part: self.part(target),
            point,
            normal,
            gap,
            is_platform: target.one_way.is_some(),
            order: target.order(),
        })
        .filter(|near| near.gap <= reach)
    }

    /// The first surface that stops a shape on its way. What it overlaps where it starts stops it from going deeper only.
    pub fn cast_around(
        &self,
        (shape, pose): (&Shape, &Pose),
        translation: Vector,
        filter: &Wanted<'_>,
        around: Around,
    ) -> Option<(CastHit, BodyKind, bool)> {
        let aabb = shape.aabb(pose);
        let cast = Cast::moving_box(&aabb, translation, 1.0).ok()?;
        let path = Path::moving_box(&aabb, translation);
        let (mut best, mut first) = (Best::NONE, None);
        let _ = self.parts_on_way(&cast, &path, filter, |target, enter| {
            if !self.is_left_out(target, around)
                && let Some(met) = met::shape(target.shape, &target.pose, shape, pose, translation)
                && self.stops(target, shape, &met, translation, filter, around)
                && best.update(target.id.number(), enter, &met)
            {
                first = Some(*target);
            }
            ControlFlow::<(), Real>::Continue(best.limit())
        });
        let (target, met) = (first?, best.met?);
        let kind = self.bodies.infos[target.body as usize].kind;
        Some((self.hit(&target, &met, filter), kind, target.one_way.is_some()))
    }

    fn is_left_out(&self, target: &Target<'_>, around: Around) -> bool {
        let info = &self.bodies.infos[target.body as usize];
        around.without.contains(&Some(info.key))
            || around.drops && target.one_way.is_some()
            || around.only_dynamic && info.kind != BodyKind::Dynamic
    }

    /// Whether a hit stops the shape.
    fn stops(
        &self,
        target: &Target<'_>,
        shape: &Shape,
        met: &Met,
        translation: Vector,
        filter: &Wanted<'_>,
        around: Around,
    ) -> bool {
        if met.fraction > 0.0 && target.one_way.is_none() {
            return true;
        }
        if met.fraction == 0.0 && around.is_squeezed && met.depth > 0.0 {
            let kind = self.bodies.infos[target.body as usize].kind;
            if kind != BodyKind::Fixed || target.one_way.is_some() {
                return false;
            }
        }
        let seam = self.seam_normal(target, met, filter);
        let goes_in = met.fraction > 0.0 || dot(seam, translation) < 0.0;
        goes_in && self.holds(target, shape, met, seam, filter, around)
    }

    /// Whether a platform holds the shape; all else does.
    fn holds(
        &self,
        target: &Target<'_>,
        shape: &Shape,
        met: &Met,
        seam: Vector,
        filter: &Wanted<'_>,
        around: Around,
    ) -> bool {
        let lets_pass = filter.platforms != Platforms::Solid;
        let Some(way) = target.one_way.filter(|_| lets_pass) else { return true };
        // What a platform did to come here, the shape did not do to get into it.
        let speed = self.bodies.velocity_at(target.body as usize, met.point);
        let came = (dot(speed, way) * around.dt).max(0.0);
        let deepest = ON_PLATFORM * self.config.length_unit + came;
        dot(way, met.normal) >= HELD_BY_PLATFORM && met.depth <= deepest
            || dot(way, seam) >= HELD_BY_PLATFORM && gap_along(seam, shape, met) >= -deepest
    }
}

/// How far a shape is above the point where it meets something, along a direction.
fn gap_along(normal: Vector, shape: &Shape, met: &Met) -> Real {
    lowest(shape, &met.pose, normal) - dot(normal, met.point.coords)
}

/// How far along a direction the lowest point of a shape is.
pub fn lowest(shape: &Shape, pose: &Pose, direction: Vector) -> Real {
    let core = shape.core();
    let local = pose.rotation.inverse() * -direction;
    let vertex = core.vertices[core.support(local)];
    dot((pose * vertex).coords, direction) - core.radius
}
