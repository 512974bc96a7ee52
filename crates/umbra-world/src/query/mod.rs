//! Queries of a scene: rays, casts, overlaps, points. Between steps, from any thread.
//!
//! The broad phase names the pieces whose fat boxes are met, the geometry answers for each. Fat
//! boxes hold their pieces at all times, so nothing is missed.
//!
//! - this file: what is answered, and which pieces a query is about;
//! - `rays.rs`: rays and moving shapes; `hits.rs`: how they meet one piece; `best.rs`: which hit is
//!   the first;
//! - `batch.rs`: many rays at once;
//! - `through.rs`: ways through portals;
//! - `tiles.rs`: tile maps, whose cells have pieces only where a step needs them;
//! - `seams.rs`: normals where shapes stand side by side;
//! - `overlaps.rs` and `points.rs`: what is at a place, and what is near it;
//! - `around.rs`: what characters ask;
//! - `filter.rs`: which colliders a query is about.
#![allow(clippy::needless_pass_by_value, reason = "a filter is small, and made for one query")]

use core::ops::ControlFlow;

use umbra_broad::{BroadPhase, Cast, Filter, ProxyId};
use umbra_geom::{Aabb, Point, Pose, Real, Vector};

use crate::store::Piece;
use crate::world::{Part, PartId};
use crate::{BodyKey, ColliderKey, ColliderPart, World};

mod around;
mod batch;
mod best;
mod filter;
mod hits;
mod overlaps;
mod points;
mod rays;
mod seams;
mod through;
mod tiles;

use crate::tuning::ON_PLATFORM;
pub use around::{MoverHit, MoverRules, Surface};
pub use batch::Ray;
pub use filter::{BodyKinds, DynFilter, Everything, Platforms, Predicate, QueryFilter};
use hits::Met;
use tiles::Path;

/// Hit of a ray on a collider.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let laser = scene.cast_ray([-4.0, 4.5], [8.0, -8.0], QueryFilter::default()).unwrap();
/// assert_eq!((laser.body, laser.point, laser.fraction), (ground, Point::new(0.0, 0.5), 0.5));
/// // Its mirror image goes on from there.
/// let ray = Vector::new(8.0, -8.0);
/// let mirrored = ray - 2.0 * ray.dot(&laser.normal) * laser.normal;
/// assert!((mirrored - Vector::new(8.0, 8.0)).norm() < 1e-4);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Shape or cell of the collider.
    pub part: ColliderPart,
    /// Point at which the ray hits the collider.
    pub point: Point,
    /// The collider's unit normal there. If the ray begins inside, against its direction.
    pub normal: Vector,
    /// Fraction of the ray before the hit, from 0 to 1.
    pub fraction: Real,
}

/// Hit of a moving shape on a collider.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let ball = Shape::from(Circle::new(0.5)?);
/// let from = pose([0.0, 4.0], 0.0);
/// let hit = scene.cast_shape(&ball, from, [0.0, -6.0], QueryFilter::default()).unwrap();
/// assert!((hit.pose.translation.y - 1.0).abs() < 1e-4); // where its ghost is drawn
/// assert!((hit.point - Point::new(0.0, 0.5)).norm() < 1e-4);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CastHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Shape or cell of the collider.
    pub part: ColliderPart,
    /// Point at which the shape hits the collider.
    pub point: Point,
    /// The collider's unit normal there. If the shape begins inside, a way out.
    pub normal: Vector,
    /// Fraction of the translation before the hit, from 0 to 1.
    pub fraction: Real,
    /// Pose of the cast shape when it hits the collider.
    pub pose: Pose,
}

impl CastHit {
    fn of_ray(self) -> RayHit {
        let Self { collider, body, part, point, normal, fraction, .. } = self;
        RayHit { collider, body, part, point, normal, fraction }
    }
}

/// The point of a collider that is nearest to another point.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let near = scene.closest_point([3.0, 2.0], 5.0, QueryFilter::default()).unwrap();
/// assert_eq!((near.body, near.distance), (ground, 1.5));
/// assert_eq!(near.normal, Vector::new(0.0, 1.0)); // away from the ground
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PointHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Shape or cell of the collider.
    pub part: ColliderPart,
    /// The nearest point of its surface.
    pub point: Point,
    /// The unit normal there.
    pub normal: Vector,
    /// Distance to it; negative when the asked point lies inside.
    pub distance: Real,
}

impl World {
    /// Calls `visit` with every part that the query is about and that may be in a box, until it
    /// breaks.
    #[inline]
    fn parts_in<'a>(
        &'a self,
        aabb: &Aabb,
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>) -> ControlFlow<(), Next>,
    ) {
        if self.pieces_in(aabb, filter, &mut visit).is_break() {
            return;
        }
        for map in self.maps_asked_in(aabb, filter) {
            let of_map = map.each_in(aabb, |cell| match visit(&cell) {
                ControlFlow::Continue(Next::Part) => ControlFlow::Continue(()),
                ControlFlow::Continue(Next::Map) => ControlFlow::Break(true),
                ControlFlow::Break(()) => ControlFlow::Break(false),
            });
            if of_map == ControlFlow::Break(false) {
                return;
            }
        }
    }

    /// The same for pieces alone: maps are not asked.
    #[inline]
    fn pieces_in<'a, N>(
        &'a self,
        aabb: &Aabb,
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>) -> ControlFlow<(), N>,
    ) -> ControlFlow<()> {
        self.asked(filter).try_for_each(|broad| {
            broad.query_aabb(aabb, broad_mask(filter), |proxy, index| {
                if self.found(broad, proxy, index, filter).is_some() {
                    visit(&self.colliders.part(index))?;
                }
                ControlFlow::Continue(())
            })
        })
    }

    /// Calls `visit` with every part that the query is about and that may be on the way of a ray or
    /// a moving shape, and with the fraction at which its box is entered. It answers with the
    /// fraction to go on to.
    #[inline]
    fn parts_on_way<'a, B>(
        &'a self,
        cast: &Cast,
        path: &Path,
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let mut limit = cast.max_fraction();
        for broad in self.asked(filter) {
            let cast = cast.with_max_fraction(limit);
            broad.cast(&cast, broad_mask(filter), |proxy, index, enter| {
                if self.found(broad, proxy, index, filter).is_some() {
                    limit = visit(&self.colliders.part(index), enter)?;
                }
                ControlFlow::Continue(limit)
            })?;
        }
        self.cells_on_way((&cast.with_max_fraction(limit), path), filter, visit)
    }

    /// Calls `visit` with every part that the query is about and that may be no farther from a
    /// point than `limit`, and with how far its box is. It answers with the distance to go on to.
    fn parts_near<'a>(
        &'a self,
        point: Point,
        mut limit: Real,
        filter: &DynFilter,
        mut visit: impl FnMut(&Part<'a>, Real) -> Real,
    ) {
        for broad in self.asked(filter) {
            let _ = broad.nearest(point, limit, broad_mask(filter), |proxy, index, of_box| {
                if self.found(broad, proxy, index, filter).is_some() {
                    limit = visit(&self.colliders.part(index), of_box);
                }
                ControlFlow::<(), Real>::Continue(limit)
            });
        }
        self.cells_by_distance(point, limit, filter, visit);
    }

    /// The broad phases that a query asks: sensors have one of their own.
    fn asked(&self, filter: &DynFilter) -> impl Iterator<Item = &BroadPhase> {
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
        filter: &DynFilter,
    ) -> Option<&Piece> {
        // The broad phase has the filter at hand; that of the collider's record is far away, and
        // to fetch it took a sixth of the time of a query.
        let own = broad.filter(proxy)?;
        let piece = &self.colliders.pieces[index as usize];
        let is_asked = self.is_asked(&own, piece.collider, piece.body, filter);
        // Maps are asked for their cells, whether these have pieces or not.
        (is_asked && !piece.is_cell).then_some(piece)
    }

    /// True if the filter of a query accepts a collider with this filter.
    #[inline]
    fn is_asked(&self, own: &Filter, collider: ColliderKey, body: u32, filter: &DynFilter) -> bool {
        let body = || &self.bodies.infos[body as usize];
        filter.filter.accepts(own)
            && filter.exclude.is_none_or(|excluded| body().original() != excluded)
            && (filter.kinds == BodyKinds::ALL || filter.kinds.contains(body().kind))
            && filter.predicate.is_none_or(|accepts| accepts(collider))
    }

    /// True if a hit counts, by the rules of one-way platforms.
    #[inline]
    fn counts(&self, target: &Part<'_>, met: &Met, filter: &DynFilter) -> bool {
        if self.is_elsewhere(target, met, filter) {
            return false;
        }
        if filter.platforms == Platforms::Solid || target.sides.one_way.is_none() {
            return true;
        }
        let deepest = ON_PLATFORM * self.config.length_unit;
        let holds = |normal: Vector| target.sides.hold(normal, met.depth, deepest);
        // Where platforms stand side by side, one may be met at its side.
        holds(met.normal) || holds(self.seam_normal(target, met, filter))
    }

    /// True if a body is not there where it is met, because of a portal.
    #[inline]
    fn is_elsewhere(&self, target: &Part<'_>, met: &Met, filter: &DynFilter) -> bool {
        (!self.portals.is_idle() && self.is_hidden(target.body, met.point))
            || self.is_beyond_portal(met, filter)
    }

    #[cold]
    fn is_hidden(&self, body: u32, point: Point) -> bool {
        self.portals.hides(self.bodies.infos[body as usize].key, point, 0.0)
    }

    /// Hit as the query returns it.
    #[inline]
    fn hit(&self, target: &Part<'_>, met: &Met, filter: &DynFilter) -> CastHit {
        let normal = self.seam_normal(target, met, filter);
        let body = self.bodies.infos[target.body as usize].original();
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
    fn part(&self, target: &Part<'_>) -> ColliderPart {
        match target.id {
            PartId::Piece(index) => ColliderPart::Shape(self.colliders.number_of(index)),
            PartId::Cell(_, at) => ColliderPart::Cell(at),
        }
    }
}

/// Continuation of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// With the next part.
    Part,
    /// With the next map, if this was a cell of one.
    Map,
}

const GO_ON: ControlFlow<(), Next> = ControlFlow::Continue(Next::Part);

/// Mask of categories for the trees, which they can check by themselves. A group may let through
/// more than categories do.
fn broad_mask(filter: &DynFilter) -> u64 {
    if filter.filter.group == 0 { filter.filter.mask } else { u64::MAX }
}
