//! The shapes around a point of a surface, and the normals that are valid there.
//!
//! Each shape takes up a sector of directions around the point. Together they leave a gap that is
//! free, and the surfaces on both sides of the gap make up a `Corner`.

use arrayvec::ArrayVec;

use super::corner::{Corner, FLAT};
use crate::math::{cross, dot};
use crate::{Aabb, Point, Pose, Real, Shape, Vector};

/// The distance up to which a corner adjoins another one, in tolerances: as far aside as its shape
/// may be apart and aside of the other.
const ASIDE: Real = 1.5;
/// Directions that differ by less than this part of a right angle are the same.
const SAME: Real = 1e-4;
/// The angle above a side at which its gap is searched for, in radians.
const ABOVE: Real = 0.01;

/// The directions that an outline takes up around a point.
pub(super) enum Span {
    /// From one direction, counter-clockwise, to the other, each along an edge.
    Between([(Vector, usize); 2]),
    /// The point is inside.
    All,
}

impl Span {
    /// The span at a corner or an edge within the tolerance of a point, or of an inside there.
    pub(super) fn find(vertices: &[Point], at: Point, tolerance: Real) -> Option<Self> {
        let count = vertices.len();
        let way = |from: usize, by: usize| vertices[(from + by) % count] - vertices[from];
        let corner = nearest_corner(vertices, at);
        if (vertices[corner] - at).norm() <= ASIDE * tolerance {
            let last = (corner + count - 1) % count;
            let sides = [(way(corner, 1), corner), (way(corner, count - 1), last)];
            return Some(Self::Between(sides));
        }
        let mut inside = count > 2;
        for (edge, start) in vertices.iter().enumerate() {
            let way = way(edge, 1);
            let length = way.norm();
            let out = cross(at - start, way) / length;
            let along = dot(at - start, way) / length;
            if out.abs() <= tolerance && along >= 0.0 && along <= length {
                return Some(Self::Between([(way, edge), (-way, edge)]));
            }
            inside &= out < 0.0;
        }
        inside.then_some(Self::All)
    }
}

/// The corner that is nearest to a point.
pub(super) fn nearest_corner(vertices: &[Point], point: Point) -> usize {
    let distance = |corner: &usize| (vertices[*corner] - point).norm_squared();
    (0..vertices.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}

/// The turn from `from` to `to`, counter-clockwise, in right angles from 0 to 4: exact for whole
/// ones, and growing with the angle.
pub(super) fn turn(from: Vector, to: Vector) -> Real {
    let (x, y) = (dot(from, to), cross(from, to));
    let part = y / (x.abs() + y.abs());
    match (x >= 0.0, y >= 0.0) {
        (true, true) => part,
        (true, false) => 4.0 + part,
        (false, _) => 2.0 - part,
    }
}

/// Counter-clockwise turn in right angles; one within [`SAME`] of a full circle counts as zero.
fn rounded_turn(from: Vector, to: Vector) -> Real {
    let turn = turn(from, to);
    if turn > 4.0 - SAME { 0.0 } else { turn }
}

/// A side of a sector: the direction along it, away from the point, and its normal.
#[derive(Clone, Copy, Debug)]
struct Side {
    along: Vector,
    normal: Vector,
}

/// The directions from one side of a shape, counter-clockwise, to the other.
#[derive(Clone, Copy, Debug)]
struct Sector {
    from: Side,
    to: Side,
}

impl Sector {
    /// True if a direction leads into the shape.
    fn holds(&self, direction: Vector) -> bool {
        let from = rounded_turn(self.from.along, direction);
        from > SAME && from < rounded_turn(self.from.along, self.to.along) - SAME
    }
}

/// The shapes around a corner of one of them.
#[derive(Clone, Debug)]
pub struct CornerSectors {
    at: Point,
    /// Surfaces nearer than this count as joined.
    tolerance: Real,
    sectors: ArrayVec<Sector, { Self::MOST }>,
}

impl CornerSectors {
    /// The most sectors. Shapes beyond that are ignored.
    pub const MOST: usize = 16;

    /// A shape alone around its corner nearest to a point, if that is within the tolerance. Rounded
    /// shapes have no corners.
    pub fn at_corner(shape: &Shape, pose: &Pose, point: Point, tolerance: Real) -> Option<Self> {
        let core = shape.core();
        let point = pose.inverse_transform_point(&point);
        let corner = core.vertices[nearest_corner(core.vertices, point)];
        if core.radius > 0.0 || (corner - point).norm_squared() > tolerance * tolerance {
            return None;
        }
        let mut around = Self { at: pose * corner, tolerance, sectors: ArrayVec::new() };
        around.add(shape, pose);
        Some(around)
    }

    /// The box into which all shapes at the corner reach.
    pub fn aabb(&self) -> Aabb {
        Aabb { min: self.at, max: self.at }.grown(ASIDE * self.tolerance)
    }

    /// Adds a shape, if it is at the corner.
    pub fn add(&mut self, shape: &Shape, pose: &Pose) {
        let core = shape.core();
        let at = pose.inverse_transform_point(&self.at);
        let span = Span::find(core.vertices, at, self.tolerance);
        let (Some(Span::Between(sides)), true) = (span, core.radius == 0.0) else { return };
        let [from, to] = sides.map(|(along, edge)| {
            let [along, normal] = [along, core.normals[edge]].map(|v| pose.rotation * v);
            Side { along, normal }
        });
        if core.vertices.len() == 2 && sides[0].1 == sides[1].1 {
            // Within a line, its two directions alone are taken.
            let behind = |side: Side| Side { normal: -side.normal, ..side };
            _ = self.sectors.try_push(Sector { from, to: behind(from) });
            _ = self.sectors.try_push(Sector { from: behind(to), to });
        } else {
            _ = self.sectors.try_push(Sector { from, to });
        }
    }

    /// The valid normal for one of the first shape: that nearest to it in the gap that the shapes
    /// leave there.
    pub fn normal(&self, normal: Vector) -> Vector {
        let Some([left, right]) = self.gap(normal) else { return normal };
        // The surface that is nearer to the normal is the face, and goes on with the other one.
        let [to_left, to_right] = [left, right].map(|side| (side.normal - normal).norm_squared());
        let (face, next) = if to_left <= to_right { (left, right) } else { (right, left) };
        let outward = -face.along.normalize();
        let corner = Corner { face: face.normal, next: next.normal, outward };
        let is_valid = corner.bend() >= -FLAT && corner.holds(normal, [SAME; 2]);
        if is_valid { normal } else { corner.face }
    }

    /// The sides of the gap into which a normal of the first shape points, the left one first;
    /// `None` if no other shape is there, or everything around is full.
    fn gap(&self, normal: Vector) -> Option<[Side; 2]> {
        let [Sector { from, to }, _, ..] = self.sectors[..] else { return None };
        // What hits a side comes from just above it, even where the normal points across a narrow
        // valley. A side that others hide has a normal that points into them: the way out of them
        // is where the gap is.
        let side = [from, to].into_iter().find(|side| (side.normal - normal).norm() <= SAME);
        let above = side.map(|it| it.along.normalize() + normal * ABOVE);
        let is_free = |direction: &Vector| !self.sectors.iter().any(|it| it.holds(*direction));
        let free = self.way_out(above.filter(is_free).unwrap_or(normal))?;
        let first = |turned: &dyn Fn(&Sector) -> Real| {
            self.sectors.iter().min_by(|a, b| turned(a).total_cmp(&turned(b)))
        };
        let left = first(&|sector| rounded_turn(free, sector.from.along))?;
        let right = first(&|sector| rounded_turn(sector.to.along, free))?;
        Some([left.from, right.to])
    }

    /// The direction nearest to one that leads out of all sectors, along a side of one.
    fn way_out(&self, direction: Vector) -> Option<Vector> {
        let mut free = direction;
        for _ in 0..=self.sectors.len() {
            let Some(Sector { from, to }) = self.sectors.iter().find(|it| it.holds(free)) else {
                return Some(free);
            };
            let (back, on) = (rounded_turn(from.along, free), rounded_turn(free, to.along));
            free = if back <= on { from.along } else { to.along };
        }
        None
    }
}
