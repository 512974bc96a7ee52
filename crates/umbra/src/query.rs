//! What can be asked about a scene: rays, casts, overlaps, points. Between steps, from any thread.
//!
//! The broad phase names the pieces whose fat boxes are met, the geometry answers for each. Fat
//! boxes hold their pieces at all times, so nothing is missed.
#![allow(clippy::needless_pass_by_value, reason = "a filter is small, and made for one query")]

use core::ops::ControlFlow;

use umbra_broad::{BroadPhase, Cast, ProxyId};
use umbra_geom::query::{self, Interior};
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use crate::store::Piece;
use crate::{BodyKey, ColliderKey, Scene};

mod filter;

use filter::Wanted;
pub use filter::{BodyKinds, Everything, Predicate, QueryFilter};

/// Where a ray or a moving shape meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// Where the collider is met.
    pub point: Point,
    /// The collider's unit normal there. When the query begins inside, the direction from which
    /// it came, or the way out.
    pub normal: Vector,
    /// How much of the way lies before the hit, from 0 to 1.
    pub fraction: Real,
    /// Where the cast shape stood when it met the collider; of a ray, the point on it.
    pub pose: Pose,
}

/// The point of a collider that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointHit {
    /// The collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// The nearest point of its surface.
    pub point: Point,
    /// The unit normal there.
    pub normal: Vector,
    /// How far it is; negative when the asked point lies inside.
    pub distance: Real,
}

impl Scene {
    /// The first collider on the way from `origin` to `origin + translation`.
    ///
    /// `None` when there is none, or a number is not finite or beyond 1e18.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    /// let hit = scene.cast_ray([0.0, 0.0], [8.0, 0.0], QueryFilter::default()).unwrap();
    /// assert_eq!((hit.body, hit.fraction), (wall, 0.5));
    /// assert_eq!(hit.normal, Vector::new(-1.0, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cast_ray(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<RayHit> {
        let (origin, translation) = (origin.into(), translation.into());
        let cast = Cast::ray(origin, translation, 1.0).ok()?;
        self.first_hit(&cast, &filter.wanted(), |piece| ray_meets(piece, origin, translation))
    }

    /// Every collider on the way, in no order that means anything, until `visit` breaks. A
    /// collider of several shapes is visited for each that is met. Finds nothing where a number is
    /// not finite or beyond 1e18.
    pub fn cast_ray_all(
        &self,
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(RayHit) -> ControlFlow<()>,
    ) {
        let (origin, translation) = (origin.into(), translation.into());
        let Ok(cast) = Cast::ray(origin, translation, 1.0) else { return };
        self.all_hits(
            &cast,
            &filter.wanted(),
            |piece| ray_meets(piece, origin, translation),
            visit,
        );
    }

    /// The first collider that `shape` meets on its way from `pose` by `translation`.
    ///
    /// `None` when there is none, or a number is not finite or beyond 1e18.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<RayHit> {
        let translation = translation.into();
        let cast = Cast::moving_box(&shape.aabb(&pose), translation, 1.0).ok()?;
        self.first_hit(&cast, &filter.wanted(), |piece| {
            shape_meets(piece, shape, &pose, translation)
        })
    }

    /// Every collider that `shape` meets on its way, in no order that means anything, until `visit`
    /// breaks. A collider of several shapes is visited for each that is met. Finds nothing where a
    /// number is not finite or beyond 1e18.
    pub fn cast_shape_all(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vector>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(RayHit) -> ControlFlow<()>,
    ) {
        let translation = translation.into();
        let Ok(cast) = Cast::moving_box(&shape.aabb(&pose), translation, 1.0) else { return };
        self.all_hits(
            &cast,
            &filter.wanted(),
            |piece| shape_meets(piece, shape, &pose, translation),
            visit,
        );
    }

    /// The colliders of which the boxes overlap `aabb`, in the order of their keys. Finds nothing
    /// where a number is NaN or the box is inverted.
    pub fn overlap_aabb(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        in_order(|found| self.overlap_aabb_each(aabb, filter, found))
    }

    /// The colliders of which the boxes overlap `aabb`, in no order that means anything, until `visit`
    /// breaks: without a list, and without looking at more than it takes. A collider of several
    /// shapes is visited for each. Finds nothing where a number is NaN or the box is inverted.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wall = scene.add_body(Body::fixed())?;
    /// scene.add_collider(wall, Collider::cuboid(1.0, 3.0))?;
    /// let around = Aabb { min: Point::new(0.5, 0.5), max: Point::new(2.0, 2.0) };
    /// let mut is_free = true;
    /// scene.overlap_aabb_each(&around, QueryFilter::default(), |_| {
    ///     is_free = false;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(!is_free);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn overlap_aabb_each(
        &self,
        aabb: &Aabb,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        // What is inverted may seem to overlap a box that holds both of its corners.
        if !(aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y) {
            return;
        }
        // Each has its box at hand; to work it out from the shape took most of the time of a query.
        let poses = &self.colliders.outlines.poses;
        let holds = |index: u32, _: &Piece| poses[index as usize].tight.overlaps(aabb);
        self.colliders_in(aabb, &filter.wanted(), holds, visit);
    }

    /// The colliders that share a point with `shape` at `pose`, in the order of their keys.
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        in_order(|found| self.overlap_shape_each(shape, pose, filter, found))
    }

    /// The colliders that share a point with `shape` at `pose`, in no order that means anything,
    /// until `visit` breaks. A collider of several shapes is visited for each.
    pub fn overlap_shape_each(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        let holds = |_, piece: &Piece| query::overlaps(piece.shape(), &piece.pose, shape, &pose);
        self.colliders_in(&shape.aabb(&pose), &filter.wanted(), holds, visit);
    }

    /// The colliders that hold `point`, in the order of their keys.
    pub fn colliders_at(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
    ) -> Vec<ColliderKey> {
        let point = point.into();
        in_order(|found| self.colliders_at_each(point, filter, found))
    }

    /// The colliders that hold `point`, in no order that means anything, until `visit` breaks. A
    /// collider of several shapes is visited for each.
    pub fn colliders_at_each(
        &self,
        point: impl Into<Point>,
        filter: QueryFilter<impl Predicate>,
        visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        let point = point.into();
        let holds = |_, piece: &Piece| query::contains_point(piece.shape(), &piece.pose, point);
        self.colliders_in(&Aabb { min: point, max: point }, &filter.wanted(), holds, visit);
    }

    /// The point nearest to `point` on the surface of any collider not farther than
    /// `max_distance`. Of colliders that hold the point, the one in which it lies deepest. Finds
    /// nothing where a number is NaN or the point is not finite.
    pub fn closest_point(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Option<PointHit> {
        let point = point.into();
        let around = Aabb { min: point, max: point }.grown(max_distance);
        let mut best: Option<(u32, PointHit)> = None;
        self.visit(&around, &filter.wanted(), |index, piece| {
            let near = query::project_point(piece.shape(), &piece.pose, point);
            let distance = near.signed_distance;
            let nearer = match &best {
                None => distance <= max_distance,
                Some((other, best)) => {
                    distance < best.distance || (distance == best.distance && index < *other)
                }
            };
            if nearer {
                let collider = piece.collider;
                let body = self.bodies.infos[piece.body as usize].key;
                let hit =
                    PointHit { collider, body, point: near.point, normal: near.normal, distance };
                best = Some((index, hit));
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, hit)| hit)
    }

    /// The hit with the least fraction; of equal ones, that of the piece with the least index, so
    /// that the shape of the tree does not decide.
    fn first_hit(
        &self,
        cast: &Cast,
        filter: &Wanted,
        meets: impl Fn(&Piece) -> Option<Met>,
    ) -> Option<RayHit> {
        let mut best: Option<(u32, Met)> = None;
        for broad in self.asked(filter) {
            let _ = broad.cast(cast, broad_mask(filter), |proxy, index, _| {
                if let Some(met) = self.found(broad, proxy, index, filter).and_then(&meets) {
                    let nearer = best.as_ref().is_none_or(|(other, best)| {
                        met.fraction < best.fraction
                            || (met.fraction == best.fraction && index < *other)
                    });
                    if nearer {
                        best = Some((index, met));
                    }
                }
                let limit = best.as_ref().map_or(1.0, |(_, met)| met.fraction);
                ControlFlow::<(), Real>::Continue(limit)
            });
        }
        best.map(|(index, met)| self.hit(index, met))
    }

    /// Every hit, until `visit` breaks.
    fn all_hits(
        &self,
        cast: &Cast,
        filter: &Wanted,
        meets: impl Fn(&Piece) -> Option<Met>,
        mut visit: impl FnMut(RayHit) -> ControlFlow<()>,
    ) {
        let _ = self.asked(filter).try_for_each(|broad| {
            broad.cast(cast, broad_mask(filter), |proxy, index, _| {
                if let Some(met) = self.found(broad, proxy, index, filter).and_then(&meets) {
                    visit(self.hit(index, met))?;
                }
                ControlFlow::Continue(1.0)
            })
        });
    }

    fn hit(&self, index: u32, met: Met) -> RayHit {
        let piece = &self.colliders.pieces[index as usize];
        let body = self.bodies.infos[piece.body as usize].key;
        let Met { point, normal, fraction, pose } = met;
        RayHit { collider: piece.collider, body, point, normal, fraction, pose }
    }

    fn colliders_in(
        &self,
        aabb: &Aabb,
        filter: &Wanted,
        holds: impl Fn(u32, &Piece) -> bool,
        mut visit: impl FnMut(ColliderKey) -> ControlFlow<()>,
    ) {
        self.visit(aabb, filter, |index, piece| {
            if holds(index, piece) { visit(piece.collider) } else { ControlFlow::Continue(()) }
        });
    }

    fn visit(
        &self,
        aabb: &Aabb,
        filter: &Wanted,
        mut visit: impl FnMut(u32, &Piece) -> ControlFlow<()>,
    ) {
        let _ = self.asked(filter).try_for_each(|broad| {
            broad.query_aabb(aabb, broad_mask(filter), |proxy, index| {
                match self.found(broad, proxy, index, filter) {
                    Some(piece) => visit(index, piece),
                    None => ControlFlow::Continue(()),
                }
            })
        });
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
        let accepted = filter.filter.accepts(&broad.filter(proxy)?);
        let piece = &self.colliders.pieces[index as usize];
        let body = || &self.bodies.infos[piece.body as usize];
        let accepted = accepted
            && filter.exclude.is_none_or(|excluded| body().key != excluded)
            && (filter.kinds == BodyKinds::ALL || filter.kinds.contains(body().kind))
            && filter.predicate.is_none_or(|accepts| accepts(piece.collider));
        accepted.then_some(piece)
    }
}

/// Where a piece is met.
#[derive(Clone, Copy)]
struct Met {
    point: Point,
    normal: Vector,
    fraction: Real,
    pose: Pose,
}

fn ray_meets(piece: &Piece, origin: Point, translation: Vector) -> Option<Met> {
    let interior = Interior::Solid;
    let hit = query::cast_ray(piece.shape(), &piece.pose, origin, translation, interior)?;
    let pose = Pose::translation(hit.point.x, hit.point.y);
    Some(Met { point: hit.point, normal: hit.normal, fraction: hit.fraction, pose })
}

fn shape_meets(piece: &Piece, shape: &Shape, pose: &Pose, displacement: Vector) -> Option<Met> {
    let hit = query::cast_shape(piece.shape(), &piece.pose, shape, pose, displacement)?;
    let place = pose.translation.vector + displacement * hit.fraction;
    let pose = Pose::from_parts(place.into(), pose.rotation);
    Some(Met { point: hit.point, normal: hit.normal, fraction: hit.fraction, pose })
}

/// What the trees can sort out by themselves. A group may let through what categories do not.
fn broad_mask(filter: &Wanted) -> u64 {
    if filter.filter.group == 0 { filter.filter.mask } else { u64::MAX }
}

/// All keys that a query visits, in their order, each once.
fn in_order(
    query: impl FnOnce(&mut dyn FnMut(ColliderKey) -> ControlFlow<()>),
) -> Vec<ColliderKey> {
    let mut found = Vec::new();
    query(&mut |key| {
        found.push(key);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found.dedup();
    found
}
