//! What can be asked about a scene: rays, casts, overlaps, points. Between steps, from any thread.
//!
//! The broad phase names the pieces whose fat boxes are met, the geometry answers for each. Fat
//! boxes hold their pieces at all times, so nothing is missed.
//!
//! - this file: what is answered, and which pieces a query is about;
//! - `rays.rs`: rays and moving shapes; `met.rs`: how they meet one piece; `best.rs`: which hit is the first;
//! - `batch.rs`: many rays at once;
//! - `tiles.rs`: tile maps, whose cells have pieces only where a step needs them;
//! - `seams.rs`: normals where shapes stand side by side;
//! - `overlaps.rs` and `points.rs`: what is at a place, and what is near it;
//! - `filter.rs`: which colliders a query is about.
#![allow(clippy::needless_pass_by_value, reason = "a filter is small, and made for one query")]

use core::ops::ControlFlow;

use umbra_broad::{BroadPhase, Filter, ProxyId};
use umbra_geom::math::dot;
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use crate::store::Piece;
use crate::{BodyKey, ColliderKey, ColliderPart, Scene};

mod batch;
mod best;
mod filter;
mod met;
mod overlaps;
mod points;
mod rays;
mod seams;
mod tiles;

pub use batch::Ray;
use filter::Wanted;
pub use filter::{BodyKinds, Everything, Predicate, QueryFilter};
use met::Met;

/// What is no deeper in a one-way platform than this stands on it, in length units.
const ON_PLATFORM: Real = 0.01;

/// Where a ray meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Which of its shapes or cells.
    pub part: ColliderPart,
    /// Where the collider is met.
    pub point: Point,
    /// The collider's unit normal there. If the ray begins inside, against its direction.
    pub normal: Vector,
    /// How much of the way lies before the hit, from 0 to 1.
    pub fraction: Real,
}

/// Where a shape that moves meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Which of its shapes or cells.
    pub part: ColliderPart,
    /// Where the collider is met.
    pub point: Point,
    /// The collider's unit normal there. If the shape begins inside, a way out.
    pub normal: Vector,
    /// How much of the way lies before the hit, from 0 to 1.
    pub fraction: Real,
    /// Where the cast shape stood when it met the collider.
    pub pose: Pose,
}

impl CastHit {
    fn of_ray(self) -> RayHit {
        let Self { collider, body, part, point, normal, fraction, .. } = self;
        RayHit { collider, body, part, point, normal, fraction }
    }
}

/// The point of a collider that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Which of its shapes or cells.
    pub part: ColliderPart,
    /// The nearest point of its surface.
    pub point: Point,
    /// The unit normal there.
    pub normal: Vector,
    /// How far it is; negative when the asked point lies inside.
    pub distance: Real,
}

impl Scene {
    /// Calls `visit` with every piece that the query is about and whose fat box overlaps `aabb`, until it breaks.
    fn pieces_in(
        &self,
        aabb: &Aabb,
        filter: &Wanted,
        mut visit: impl FnMut(u32, &Piece) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ask = |broad: &BroadPhase| {
            broad.query_aabb(aabb, broad_mask(filter), |proxy, index| {
                match self.found(broad, proxy, index, filter) {
                    Some(piece) => visit(index, piece),
                    None => ControlFlow::Continue(()),
                }
            })
        };
        ask(&self.broad)?;
        if filter.sensors { ask(&self.sensors.broad) } else { ControlFlow::Continue(()) }
    }

    /// The broad phases that a query asks: sensors have one of their own.
    fn asked(&self, filter: &Wanted) -> impl Iterator<Item = &BroadPhase> {
        let sensors = filter.sensors.then_some(&self.sensors.broad);
        core::iter::once(&self.broad).chain(sensors)
    }

    /// The piece at `index`, if the query is about it.
    #[inline]
    fn found(
        &self,
        broad: &BroadPhase,
        proxy: ProxyId,
        index: u32,
        filter: &Wanted,
    ) -> Option<&Piece> {
        // The broad phase has the filter at hand; that of the collider's record is far away, and
        // to fetch it took a sixth of the time of a query.
        let own = broad.filter(proxy)?;
        let piece = &self.colliders.pieces[index as usize];
        let is_asked = self.is_asked(&own, piece.collider, piece.body, filter);
        // Maps are asked for their cells, whether these have pieces or not.
        (is_asked && !piece.is_cell).then_some(piece)
    }

    /// Whether a query is about a collider with this filter.
    #[inline]
    fn is_asked(&self, own: &Filter, collider: ColliderKey, body: u32, filter: &Wanted) -> bool {
        let body = || &self.bodies.infos[body as usize];
        filter.filter.accepts(own)
            && filter.exclude.is_none_or(|excluded| body().key != excluded)
            && (filter.kinds == BodyKinds::ALL || filter.kinds.contains(body().kind))
            && filter.predicate.is_none_or(|accepts| accepts(collider))
    }

    /// Whether a hit counts: the rules about how something is met. The way is that out of a platform.
    #[inline]
    fn counts<'a>(
        &self,
        way: Option<Vector>,
        target: impl FnOnce() -> Target<'a>,
        met: &Met,
        filter: &Wanted,
    ) -> bool {
        let Some(way) = way.filter(|_| filter.one_way != Some(false)) else { return true };
        let stands_on_it = met.depth <= ON_PLATFORM * self.config.length_unit;
        let holds = |normal: Vector| dot(way, normal) >= crate::step::HELD;
        // Where platforms stand side by side, one may be met at its side.
        stands_on_it && (holds(met.normal) || holds(self.seam_normal(&target(), met, filter)))
    }

    /// What a query answers of a hit.
    #[inline]
    fn hit(&self, target: &Target<'_>, met: &Met, filter: &Wanted) -> CastHit {
        let normal = self.seam_normal(target, met, filter);
        let body = self.bodies.infos[target.body as usize].key;
        let Met { point, fraction, pose, .. } = *met;
        CastHit {
            collider: target.collider,
            body,
            part: self.part(target),
            point,
            normal,
            fraction,
            pose,
        }
    }

    /// The part of a collider that was met.
    #[inline]
    fn part(&self, target: &Target<'_>) -> ColliderPart {
        match target.id {
            TargetId::Piece(index) => ColliderPart::Shape(self.colliders.number_of(index)),
            TargetId::Cell(_, at) => ColliderPart::Cell(at),
        }
    }

    /// The piece at an index.
    #[inline]
    fn target(&self, index: u32) -> Target<'_> {
        let piece = &self.colliders.pieces[index as usize];
        let (shape, pose, one_way) = (piece.shape(), piece.pose, piece.one_way());
        let (collider, body, id) = (piece.collider, piece.body, TargetId::Piece(index));
        Target { shape, pose, one_way, collider, body, id }
    }
}

/// A shape that was met.
#[derive(Clone, Copy)]
struct Target<'a> {
    shape: &'a Shape,
    pose: Pose,
    /// The way out of a one-way platform, in the world.
    one_way: Option<Vector>,
    collider: ColliderKey,
    body: u32,
    id: TargetId,
}

/// What the shape belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetId {
    /// The piece with this index.
    Piece(u32),
    /// This cell of a map.
    Cell(ColliderKey, [i32; 2]),
}

/// What the trees can sort out by themselves. A group may let through what categories do not.
fn broad_mask(filter: &Wanted) -> u64 {
    if filter.filter.group == 0 { filter.filter.mask } else { u64::MAX }
}
