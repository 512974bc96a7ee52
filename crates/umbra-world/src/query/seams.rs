//! Normals where shapes stand side by side.
//!
//! A floor of boxes is flat, but each box alone has corners. What comes down where two of them meet may touch one a rounding
//! error before the other, and there at its corner, or at a side that the other one hides. So where something is met within
//! millimetres of a corner, the others that adjoin the corner are looked at: together with the piece they leave a gap of
//! directions that are free, and the normal has to be one of a surface on both sides of the gap, or between the two. On a flat
//! seam the gap is half a turn, and only the normal of the face is left.
//!
//! What contacts know of seams ([`umbra_geom::collide::Seams`]) is found once in the next step; queries see bodies that were
//! added or moved since the last one.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use umbra_geom::math::{cross, dot};
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use super::hits::Met;
use super::{DynFilter, GO_ON};
use crate::store::Traits;
use crate::world::{Part, PartId};
use crate::{BodyKind, ColliderKey, World};

/// The most sectors around a corner. What adjoins it beyond that is not looked at.
const MOST: usize = 16;
/// Turns that differ by less, in parts of a right angle, are the same.
const SAME: Real = 1e-4;
/// A gap that is narrower than half a turn by less than this counts as half a turn.
const FLAT: Real = 0.01;
/// Angle above a side at which its gap is searched for, in radians.
const ABOVE: Real = 0.01;
/// Half a turn, in right angles.
const HALF: Real = 2.0;
/// Places are known up to this part of their coordinates.
const ROUNDING: Real = 4.0 * Real::EPSILON;

impl World {
    /// The normal of a hit: that of the shape, unless others adjoin the corner that was hit.
    #[inline]
    pub(super) fn seam_normal(&self, target: &Part<'_>, met: &Met, filter: &DynFilter) -> Vector {
        // Places are rounded.
        let tolerance = crate::step::seam_tolerance(self) + ROUNDING * met.point.coords.amax();
        let Part { shape, pose, .. } = target;
        if is_near_corner(shape, pose, met.point, tolerance)
            && let Some(corner) = corner_at(shape, pose, met.point, tolerance)
            && self.may_adjoin(target)
        {
            return self.normal_at_seam(target, corner, tolerance, met.normal, filter);
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
        corner: usize,
        tolerance: Real,
        normal: Vector,
        filter: &DynFilter,
    ) -> Vector {
        let at = target.pose * target.shape.core().vertices[corner];
        let mut sectors = ArrayVec::<Sector, MOST>::new();
        sectors.push(Sector::at_corner(target.shape, &target.pose, corner));
        let around = Aabb { min: at, max: at }.grown(1.5 * tolerance);
        let mut others = ArrayVec::<Part<'_>, MOST>::new();
        self.parts_in(&around, filter, |other| {
            let adjoins = other.id != target.id && self.stands_with(target, other);
            match adjoins {
                true if others.try_push(*other).is_err() => ControlFlow::Break(()),
                _ => GO_ON,
            }
        });
        // The order in which a tree finds them is that of its history.
        others.sort_by_key(|other| other.id.number());
        for other in others {
            Sector::around(other.shape, &other.pose, at, tolerance, &mut sectors);
        }
        if sectors.len() < 2 { normal } else { normal_in_gap(normal, &sectors) }
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
        return matches!(shape, Shape::Segment(_) | Shape::ChainSegment(_));
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

/// The corner of a piece that is nearest to a point, if one is as near as that. Rounded shapes have none.
fn corner_at(shape: &Shape, pose: &Pose, point: Point, tolerance: Real) -> Option<usize> {
    let core = shape.core();
    if core.radius > 0.0 {
        return None;
    }
    let point = pose.inverse_transform_point(&point);
    let (mut nearest, mut least) = (None, tolerance * tolerance);
    for (index, vertex) in core.vertices.iter().enumerate() {
        let squared = (vertex - point).norm_squared();
        if squared <= least {
            (nearest, least) = (Some(index), squared);
        }
    }
    nearest
}

/// The directions in which a piece lies, seen from a point of it: from one, counter-clockwise, to the other.
#[derive(Clone, Copy, Debug)]
struct Sector {
    from: Vector,
    to: Vector,
    /// The normals of the edges that bound it.
    normals: [Vector; 2],
}

impl Sector {
    fn at_corner(shape: &Shape, pose: &Pose, corner: usize) -> Self {
        let core = shape.core();
        let (before, after) = (core.previous(corner), core.next(corner));
        let turn = |v: Vector| pose.rotation * v;
        Self {
            from: turn(core.vertices[after] - core.vertices[corner]),
            to: turn(core.vertices[before] - core.vertices[corner]),
            normals: [turn(core.normals[corner]), turn(core.normals[before])],
        }
    }

    /// True if a direction leads into the piece.
    fn holds(&self, direction: Vector) -> bool {
        let (from, to) = (turn(self.from, direction), turn(self.from, self.to));
        from > SAME && from < to - SAME
    }

    /// Direction from which something hits the piece with that normal: just above one of its sides,
    /// even where the normal itself points across a narrow valley, or along the normal if it is
    /// that of the corner.
    fn above(&self, normal: Vector) -> Vector {
        let sides = [self.from, self.to].into_iter().zip(self.normals);
        for (along, of_side) in sides {
            if turn_of(normal, of_side).abs() <= SAME {
                return along / along.norm() + normal * ABOVE;
            }
        }
        normal
    }

    /// Adds what a piece has around a point: a corner, a face, or nothing. A segment has two sides.
    fn around(
        shape: &Shape,
        pose: &Pose,
        at: Point,
        tolerance: Real,
        sectors: &mut ArrayVec<Self, MOST>,
    ) {
        let core = shape.core();
        if core.radius > 0.0 {
            return;
        }
        // A corner may be as far aside as its shape may be apart and aside of the other.
        if let Some(corner) = corner_at(shape, pose, at, 1.5 * tolerance) {
            let _ = sectors.try_push(Self::at_corner(shape, pose, corner));
            return;
        }
        let point = pose.inverse_transform_point(&at);
        for (edge, normal) in core.normals.iter().enumerate() {
            let start = core.vertices[edge];
            let way = core.vertices[core.next(edge)] - start;
            let (out, along) = (dot(point - start, *normal), dot(point - start, way));
            if out.abs() <= tolerance && along >= 0.0 && along <= dot(way, way) {
                let [way, normal] = [way, *normal].map(|v| pose.rotation * v);
                if core.vertices.len() > 2 {
                    let _ = sectors.try_push(Self { from: way, to: -way, normals: [normal; 2] });
                } else {
                    let _ =
                        sectors.try_push(Self { from: way, to: way, normals: [normal, -normal] });
                    let _ =
                        sectors.try_push(Self { from: -way, to: -way, normals: [-normal, normal] });
                }
                return;
            }
        }
    }
}

/// Angle from `from` to `to`, counter-clockwise, in right angles: from 0 to 4, exact for whole
/// ones.
fn turn(from: Vector, to: Vector) -> Real {
    let (x, y) = (dot(from, to), cross(from, to));
    let part = y / (x.abs() + y.abs());
    let turn = match (x >= 0.0, y >= 0.0) {
        (true, true) => part,
        (true, false) => 4.0 + part,
        (false, _) => 2.0 - part,
    };
    // All but a whole turn is none.
    if turn > 4.0 - SAME { 0.0 } else { turn }
}

/// The normal that is nearest to one of the first sector and belongs to the gap that the sectors leave there.
fn normal_in_gap(normal: Vector, sectors: &[Sector]) -> Vector {
    // A narrow valley is above its side, wherever the normal points to. A side that others hide has a normal that points into
    // them: the way out of them is where the gap is.
    let above = sectors[0].above(normal);
    let start = if sectors.iter().any(|sector| sector.holds(above)) { normal } else { above };
    let Some(free) = way_out(start, sectors) else { return normal };
    let (mut left, mut right) = ((4.0, normal), (4.0, normal));
    for sector in sectors {
        let (to_left, to_right) = (turn(free, sector.from), turn(sector.to, free));
        if to_left < left.0 {
            left = (to_left, sector.normals[0]);
        }
        if to_right < right.0 {
            right = (to_right, sector.normals[1]);
        }
    }
    // How far the surfaces on both sides are from the normal itself.
    let [to_left, to_right] = [turn_of(normal, left.1), -turn_of(normal, right.1)];
    if left.0 + right.0 >= HALF - FLAT {
        // Flat, or a ridge: what lies between the normals of both sides is one.
        return if to_left < -SAME {
            left.1
        } else if to_right < -SAME {
            right.1
        } else {
            normal
        };
    }
    // A hollow: each side has its own.
    if to_left.abs() <= to_right.abs() { left.1 } else { right.1 }
}

/// A turn as it is the shorter way round: positive if counter-clockwise.
fn turn_of(from: Vector, to: Vector) -> Real {
    let turned = turn(from, to);
    if turned > HALF { turned - 4.0 } else { turned }
}

/// The direction nearest to one that leads out of all sectors, along the edge of one; `None` if everything around is full.
fn way_out(direction: Vector, sectors: &[Sector]) -> Option<Vector> {
    let mut free = direction;
    for _ in 0..=sectors.len() {
        let Some(sector) = sectors.iter().find(|sector| sector.holds(free)) else {
            return Some(free);
        };
        let (back, on) = (turn(sector.from, free), turn(free, sector.to));
        free = if back <= on { sector.from } else { sector.to };
    }
    None
}
