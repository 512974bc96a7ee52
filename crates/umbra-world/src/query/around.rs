//! Queries of shapes that a game moves by itself: surfaces near a shape, and the surface that stops
//! it on a path.
//!
//! These differ from the queries of callers in what one-way platforms and overlaps are to them. A
//! shape that overlaps something where it starts is not stopped by it on the way out, and a
//! platform that comes up to meet a shape holds it.

use core::ops::ControlFlow;

use umbra_broad::Cast;
use umbra_geom::math::dot;
use umbra_geom::query::{self, DistanceCache};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use super::best::Best;
use super::hits::{self, Met};
use super::tiles::Path;
use super::{CastHit, DynFilter, GO_ON, Platforms};
use crate::tuning::ON_PLATFORM;
use crate::world::{Part, PartId};
use crate::{BodyKey, BodyKind, ColliderKey, ColliderPart, World};

/// A face beside a corner that is met is no higher above the shape than this, in length units.
const OVERLAP: Real = 0.0025;

/// Rules of a shape that a game moves by itself, as a character: bodies and platforms that it
/// passes, and the length of the step. See [`Scene::surfaces_near`](crate::World::surfaces_near)
/// and `Scene::cast_mover`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(5.0, 0.1).one_way([0.0, 1.0])])?;
/// # let feet = Shape::from(Circle::new(0.5)?);
/// # let above = pose([0.0, 1.0], 0.0);
/// let fall = |rules| scene.cast_mover(&feet, above, [0.0, -3.0], QueryFilter::default(), rules);
/// assert!(fall(MoverRules::default()).unwrap().is_platform); // it lands
/// assert!(fall(MoverRules { drops: true, ..Default::default() }).is_none());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverRules {
    /// Bodies that are ignored.
    pub without: [Option<BodyKey>; 2],
    /// True if one-way platforms let the shape pass.
    pub drops: bool,
    /// True if there is no room: colliders that the shape overlaps already do not stop it, unless
    /// they are fixed and solid.
    pub is_squeezed: bool,
    /// True if all bodies but dynamic ones are ignored.
    pub only_dynamic: bool,
    /// Length of the last step, in seconds: a platform that rose into the shape within it holds the
    /// shape.
    pub dt: Real,
}

impl MoverRules {
    /// Depth, in length units, to which a shape may be in a one-way platform that holds it.
    pub const PLATFORM_DEPTH: Real = ON_PLATFORM;
}

/// A surface near a moving shape.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let foot = Shape::from(Circle::new(0.5)?);
/// let (all, rules) = (QueryFilter::default(), MoverRules::default());
/// let mut ground_normal = None;
/// scene.surfaces_near(&foot, pose([0.0, 1.01], 0.0), 0.05, all, rules, |surface| {
///     if surface.normal.y > 0.7 && surface.kind != BodyKind::Dynamic {
///         ground_normal = Some(surface.normal);
///     }
/// });
/// assert_eq!(ground_normal, Some(Vector::new(0.0, 1.0)));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Surface {
    /// Its collider.
    pub collider: ColliderKey,
    /// Its body.
    pub body: BodyKey,
    /// The kind of that body.
    pub kind: BodyKind,
    /// The shape or the cell of the collider.
    pub part: ColliderPart,
    /// The point of the surface that is nearest to the shape.
    pub point: Point,
    /// Unit normal, from the surface to the shape.
    pub normal: Vector,
    /// Distance between the two along the normal; negative where they overlap.
    pub gap: Real,
    /// True for a one-way platform.
    pub is_platform: bool,
    /// Sorting by this number puts surfaces into an order that depends on nothing but the scene.
    pub order: (u32, [i32; 2]),
}

/// The surface that stopped a moving shape: see `Scene::cast_mover`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed().position([3.0, 0.0]), [Collider::cuboid(1.0, 5.0)])?;
/// # let shape = Shape::from(Circle::new(0.5)?);
/// let (all, rules) = (QueryFilter::default(), MoverRules::default());
/// let met = scene.cast_mover(&shape, Pose::identity(), [6.0, 0.0], all, rules).unwrap();
/// assert!(met.kind == BodyKind::Fixed && !met.is_platform);
/// assert!((6.0 * met.hit.fraction - 1.5).abs() < 1e-4); // goes 1.5 m
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoverHit {
    /// Collider, place and fraction of the path.
    pub hit: CastHit,
    /// The kind of the body that was hit.
    pub kind: BodyKind,
    /// True for a one-way platform.
    pub is_platform: bool,
}

impl MoverHit {
    /// The surface as it is when the shape has this gap to it.
    pub fn surface(&self, gap: Real) -> Surface {
        let CastHit { collider, body, part, point, normal, .. } = self.hit;
        let (kind, is_platform, order) = (self.kind, self.is_platform, (0, [0; 2]));
        Surface { collider, body, kind, part, point, normal, gap, is_platform, order }
    }
}

impl Part<'_> {
    fn order(&self) -> (u32, [i32; 2]) {
        match self.id {
            PartId::Piece(index) => (index, [0; 2]),
            PartId::Cell(_, at) => (self.id.number(), at),
        }
    }
}

impl World {
    /// See `Scene::surfaces_near`.
    ///
    /// Calls `visit` with every surface that is no farther from a shape than `reach`, in no order
    /// that means anything.
    pub fn surfaces_near(
        &self,
        (shape, pose): (&Shape, &Pose),
        reach: Real,
        filter: &DynFilter<'_>,
        rules: MoverRules,
        mut visit: impl FnMut(Surface),
    ) {
        let aabb = shape.aabb(pose).grown(reach);
        self.parts_in(&aabb, filter, |target| {
            if !self.is_left_out(target, rules) {
                self.surface((shape, pose), reach, target, filter, rules).map(&mut visit);
            }
            GO_ON
        });
    }

    fn surface(
        &self,
        (shape, pose): (&Shape, &Pose),
        reach: Real,
        target: &Part<'_>,
        filter: &DynFilter<'_>,
        rules: MoverRules,
    ) -> Option<Surface> {
        let mut cache = DistanceCache::default();
        let found = query::distance(target.shape, &target.pose, shape, pose, &mut cache);
        let apart = found.distance;
        if apart > reach || apart.is_nan() {
            return None;
        }
        let depth = if apart > 0.0 { 0.0 } else { (found.point_a - found.point_b).norm() };
        let (point, normal) = (found.point_a, found.normal);
        let met = Met { fraction: 0.0, point, normal, pose: *pose, depth };
        if self.is_elsewhere(target, &met, filter) {
            return None;
        }
        let seam = self.seam_normal(target, &met, filter);
        if !self.holds(target, shape, &met, seam, filter, rules) {
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
        Some(Surface {
            collider: target.collider,
            body: info.original(),
            kind: info.kind,
            part: self.part(target),
            point,
            normal,
            gap,
            is_platform: target.sides.one_way.is_some(),
            order: target.order(),
        })
        .filter(|near| near.gap <= reach)
    }

    /// First surface that stops a shape on its path. A collider that it overlaps at the start only
    /// keeps it from going deeper.
    pub fn cast_mover(
        &self,
        (shape, pose): (&Shape, &Pose),
        translation: Vector,
        filter: &DynFilter<'_>,
        rules: MoverRules,
    ) -> Option<MoverHit> {
        let aabb = shape.aabb(pose);
        let cast = Cast::moving_box(&aabb, translation, 1.0).ok()?;
        let path = Path::moving_box(&aabb, translation);
        let (mut best, mut first) = (Best::NONE, None);
        let _ = self.parts_on_way(&cast, &path, filter, |target, enter| {
            if !self.is_left_out(target, rules)
                && let Some(met) = hits::shape(target.shape, &target.pose, shape, pose, translation)
                && !self.is_elsewhere(target, &met, filter)
                && self.stops(target, shape, &met, translation, filter, rules)
                && best.update(target.id.number(), enter, &met)
            {
                first = Some(*target);
            }
            ControlFlow::<(), Real>::Continue(best.limit())
        });
        let (target, met) = (first?, best.met?);
        let kind = self.bodies.infos[target.body as usize].kind;
        let (hit, is_platform) = (self.hit(&target, &met, filter), target.sides.one_way.is_some());
        Some(MoverHit { hit, kind, is_platform })
    }

    fn is_left_out(&self, target: &Part<'_>, rules: MoverRules) -> bool {
        let info = &self.bodies.infos[target.body as usize];
        rules.without.contains(&Some(info.original()))
            || rules.drops && target.sides.one_way.is_some()
            || rules.only_dynamic && info.kind != BodyKind::Dynamic
    }

    /// True if a hit stops the shape.
    fn stops(
        &self,
        target: &Part<'_>,
        shape: &Shape,
        met: &Met,
        translation: Vector,
        filter: &DynFilter<'_>,
        rules: MoverRules,
    ) -> bool {
        if met.fraction > 0.0 && target.sides.one_way.is_none() {
            return true;
        }
        if met.fraction == 0.0 && rules.is_squeezed && met.depth > 0.0 {
            let kind = self.bodies.infos[target.body as usize].kind;
            if kind != BodyKind::Fixed || target.sides.one_way.is_some() {
                return false;
            }
        }
        let seam = self.seam_normal(target, met, filter);
        let goes_in = met.fraction > 0.0 || dot(seam, translation) < 0.0;
        goes_in && self.holds(target, shape, met, seam, filter, rules)
    }

    /// True unless the target is a one-way platform that lets the shape pass.
    fn holds(
        &self,
        target: &Part<'_>,
        shape: &Shape,
        met: &Met,
        seam: Vector,
        filter: &DynFilter<'_>,
        rules: MoverRules,
    ) -> bool {
        let Some(way) = target.sides.one_way else { return true };
        if filter.platforms == Platforms::Solid {
            return true;
        }
        // What a platform did to come here, the shape did not do to get into it.
        let speed = self.bodies.velocity_at(target.body as usize, met.point);
        let came = (dot(speed, way) * rules.dt).max(0.0);
        let deepest = ON_PLATFORM * self.config.length_unit + came;
        target.sides.hold(met.normal, met.depth, deepest)
            || target.sides.hold(seam, -gap_along(seam, shape, met), deepest)
    }
}

/// Height of a shape above the point of a hit, along a direction.
fn gap_along(normal: Vector, shape: &Shape, met: &Met) -> Real {
    query::lowest_along(shape, &met.pose, normal) - dot(normal, met.point.coords)
}
