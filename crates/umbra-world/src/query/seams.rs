//! Normals where shapes stand side by side.
//!
//! A floor of boxes is flat, but each box alone has corners. What comes down where two of them meet
//! may touch one a rounding error before the other, and there at its corner, or at a side that the
//! other one hides. So a normal that was found within millimetres of a corner is judged together
//! with the other shapes [around](CornerSectors) the corner.
//!
//! What contacts know of seams ([`umbra_geom::collide::Seams`]) is found once in the next step;
//! queries see bodies that were added or moved since the last one.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use arrayvec::ArrayVec;
use umbra_geom::collide::around::CornerSectors;
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use super::hits::Met;
use super::{DynFilter, GO_ON};
use crate::store::Traits;
use crate::world::{Part, PartId};
use crate::{BodyKind, ColliderKey, World};

/// Places are known up to this part of their coordinates.
const ROUNDING: Real = 4.0 * Real::EPSILON;

impl World {
    /// The normal of a hit: that of the shape, unless others adjoin the corner that was hit.
    #[inline]
    pub(super) fn seam_normal(&self, target: &Part<'_>, met: &Met, filter: &DynFilter) -> Vector {
        // Places are rounded.
        let tolerance = self.applied.joined_distance() + ROUNDING * met.point.coords.amax();
        let Part { shape, pose, .. } = target;
        if is_near_corner(shape, pose, met.point, tolerance)
            && let Some(around) = CornerSectors::at_corner(shape, pose, met.point, tolerance)
            && self.may_adjoin(target)
        {
            return self.normal_at_seam(target, around, met.normal, filter);
        }
        met.normal
    }

    /// True if others may adjoin a shape. For pieces that stand still, the last step has found out.
    fn may_adjoin(&self, target: &Part<'_>) -> bool {
        let outlines = &self.colliders.outlines;
        let body = &self.bodies.infos[target.body as usize];
        match (body.kind, target.shape, target.id) {
            (_, Shape::ChainSegment(_), _) | (.., PartId::Cell(..)) => true,
            (BodyKind::Dynamic, ..) => {
                let collider = self.colliders.infos.get(target.collider);
                body.colliders.len() > 1 || collider.is_some_and(|info| info.pieces.len() > 1)
            }
            (.., PartId::Piece(index)) => {
                outlines.poses[index as usize].traits.has(Traits::HAS_SEAMS)
                    || outlines.any_changed()
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn normal_at_seam(
        &self,
        target: &Part<'_>,
        mut around: CornerSectors,
        normal: Vector,
        filter: &DynFilter,
    ) -> Vector {
        let mut others = ArrayVec::<Part<'_>, { CornerSectors::MOST }>::new();
        self.parts_in(&around.aabb(), filter, |other| {
            let adjoins = other.id != target.id && self.stands_with(target, other);
            match adjoins {
                true if others.try_push(*other).is_err() => ControlFlow::Break(()),
                _ => GO_ON,
            }
        });
        // The order in which a tree finds them is that of its history.
        others.arrange_by_key(|other| other.id.number());
        for other in others {
            around.add(other.shape, &other.pose);
        }
        around.normal(normal)
    }

    /// True if a shape and one of that collider are both solid, or parts of the same sensor: others
    /// are no part of a surface.
    fn is_surface(&self, a: &Part<'_>, b: ColliderKey) -> bool {
        let is_solid = |key| self.colliders.infos.get(key).is_some_and(|it| it.sensor.is_none());
        a.collider == b || (is_solid(a.collider) && is_solid(b))
    }

    /// True if two shapes are parts of one surface: they belong to one body, or to fixed ones.
    /// Platforms join solid ground, and platforms with the same direction.
    fn stands_with(&self, a: &Part<'_>, b: &Part<'_>) -> bool {
        let kind = |target: &Part<'_>| self.bodies.infos[target.body as usize].kind;
        let as_one = a.body == b.body || [kind(a), kind(b)] == [BodyKind::Fixed; 2];
        as_one && self.is_surface(a, b.collider) && a.sides.join(&b.sides)
    }
}

/// True if a point on the surface of a piece may be within the tolerance of a corner; most are not.
/// Rounded shapes have no corners.
#[inline]
fn is_near_corner(shape: &Shape, pose: &Pose, point: Point, tolerance: Real) -> bool {
    let Shape::Polygon(polygon) = shape else {
        return shape.line().is_some();
    };
    match polygon.half_extents() {
        Some(half) => {
            let point = pose.inverse_transform_point(&point);
            let (x, y) = (half.x - point.x.abs(), half.y - point.y.abs());
            (x.abs() <= tolerance) & (y.abs() <= tolerance)
        }
        None => polygon.radius() == 0.0,
    }
}
