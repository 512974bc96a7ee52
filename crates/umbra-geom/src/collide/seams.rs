//! Shapes that stand side by side, and what slides over them.
//!
//! A floor of boxes is flat, but each box alone has corners and sides. What slides over the floor sinks into it a little,
//! and to push it out of the next box through that box's side is as near as to lift it: it stops at a seam that nobody
//! sees. So a shape that stands still knows its *seams*: which of its edges others hide, and where the surface goes on
//! at the ends of the others. A contact found as if the shape stood alone is then put right:
//!
//! - a normal of a hidden edge is not one: the shape pushes along an edge that can be reached;
//! - a corner where the surface goes on straight, or bends upwards, cannot be touched: the face pushes instead;
//! - a corner where it bends away pushes in directions between those of the two faces.
//!
//! That is what the ghosts of a [chain](crate::ChainSegment) say of its links, for shapes that know nothing of each other.

use super::clip::Pair;
use super::manifold::Manifold;
use super::sat::{axis_bias, face_separation};
use crate::frame::Frame;
use crate::math::{cross, dot, right_of};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// The sine of the bend below which a surface counts as flat: about half a degree.
const FLAT: Real = 0.01;
/// A normal this near to that of a face, by its sine, is the face's. One that differs by up to [`FLAT`] is that of a face of the
/// other shape that lies along this one, and what hides the one hides the other.
const OF_FACE: Real = 2e-6;
/// How deep bodies sink into what they slide on, in tolerances.
const SUNK: Real = 2.0;
/// What is deeper than this is not just sunk in, in tolerances.
const DEEP: Real = 4.0;
/// Turns that differ by less, in parts of a right angle, are the same.
const SAME_TURN: Real = 0.01;

/// What is at an edge of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeamEdge {
    /// How much of it others hide at its start and at its end, in lengths; both endless if they hide all of it.
    pub covered: [Real; 2],
    /// The outward normal of the surface that comes before the edge, if that is another shape's.
    pub before: Option<Vector>,
    /// The outward normal of the surface that comes after it, if that is another shape's.
    pub after: Option<Vector>,
}

impl SeamEdge {
    /// An edge that others hide from end to end.
    pub const HIDDEN: Self = Self { covered: [Real::INFINITY; 2], before: None, after: None };

    /// Whether others hide it from end to end.
    pub fn is_hidden(&self) -> bool {
        self.covered[0] == Real::INFINITY
    }
}

/// Where a shape adjoins others. Normals are seen from the shape.
///
/// ```
/// use umbra_geom::collide::Seams;
/// use umbra_geom::{Polygon, Shape, Vector, collide, math::pose};
///
/// // A box on two tiles, 1 mm deep in both and almost wholly on the left one.
/// let tile: Shape = Polygon::cuboid(1.0, 1.0)?.into();
/// let [left, right] = [-1.0, 1.0].map(|x| pose([x, -1.0], 0.0));
/// let small: Shape = Polygon::cuboid(0.2, 0.2)?.into();
/// let place = pose([-0.1995, 0.199], 0.0);
///
/// let alone = collide(&tile, &right, &small, &place, 0.0);
/// assert_eq!(alone.normal, Vector::new(-1.0, 0.0)); // the side of the right tile pushes it back
/// let seams = Seams::find(&tile, &right, [(&tile, &left)], 0.005).unwrap();
/// let flush = seams.correct(&alone, (&tile, &right), (&small, &place), 0.0);
/// assert_eq!(flush.normal, Vector::new(0.0, 1.0));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Seams {
    edges: Box<[SeamEdge]>,
    /// What is nearer than this counts as joined.
    tolerance: Real,
}

/// What to do with a contact.
enum Verdict {
    /// It is real.
    Keep,
    /// It belongs to the face that the other shape is most in front of, and that is none of these, which are hidden there.
    Face([Option<usize>; 2]),
    /// It belongs to a neighbour.
    Leave,
}

impl Seams {
    /// The seams of a shape with others that stand around it; `None` if nothing adjoins it. Surfaces nearer than
    /// `tolerance` count as joined.
    ///
    /// Polygons and segments without rounding have seams, and the ends of chains. Others have none, but any link of a chain
    /// is something to adjoin.
    pub fn find<'a>(
        shape: &Shape,
        pose: &Pose,
        others: impl IntoIterator<Item = (&'a Shape, &'a Pose)>,
        tolerance: Real,
    ) -> Option<Self> {
        if !Self::may_have(shape) {
            return None;
        }
        let around = others.into_iter().filter(|(other, _)| adjoins(other));
        let around: Vec<_> = around.map(|(other, at)| Neighbour::new(other, at, pose)).collect();
        let core = shape.core();
        let mut edges: Box<[_]> = (0..core.normals.len())
            .map(|edge| seam_edge(&core, edge, &around, tolerance))
            .collect();
        if let (Shape::ChainSegment(link), [there, back]) = (shape, &mut edges[..]) {
            // The next links are known better.
            if link.before().is_some() {
                (there.before, back.after) = (None, None);
            }
            if link.after().is_some() {
                (there.after, back.before) = (None, None);
            }
        }
        Self::of_edges(edges, tolerance)
    }

    /// Seams that are known: one entry for each edge of the shape. `None` if nothing adjoins any.
    pub fn of_edges(edges: impl Into<Box<[SeamEdge]>>, tolerance: Real) -> Option<Self> {
        let edges = edges.into();
        let any = edges.iter().any(|edge| *edge != SeamEdge::default());
        any.then_some(Self { edges, tolerance })
    }

    /// Whether a shape of this kind can have seams.
    pub fn may_have(shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(polygon) => polygon.radius() == 0.0,
            Shape::Segment(_) => true,
            Shape::ChainSegment(link) => link.before().is_none() || link.after().is_none(),
            _ => false,
        }
    }

    /// What is at each edge.
    pub fn edges(&self) -> &[SeamEdge] {
        &self.edges
    }

    /// Puts a contact of the shape right that was found as if it stood alone. `a` is the shape with its pose, `b` the
    /// other one, and the normal points from `a` to `b`.
    #[must_use]
    pub fn correct(
        &self,
        manifold: &Manifold,
        (a, pose_a): (&Shape, &Pose),
        (b, pose_b): (&Shape, &Pose),
        speculative: Real,
    ) -> Manifold {
        let core = a.core();
        let normal = Frame::of(pose_a).turn_back(manifold.normal);
        if manifold.is_empty() || self.edges.len() != core.normals.len() {
            return *manifold;
        }
        let (other, q_in_p) = (b.core(), Frame::between(pose_a, pose_b));
        let center = q_in_p.outward_point(other.center.coords);
        let lowest_above = |surface: Vector, at: Point| {
            let height = |vertex: &Point| dot(surface, q_in_p.outward_point(vertex.coords) - at);
            let heights = other.vertices.iter().map(height);
            heights.fold(Real::INFINITY, |least, it| if it < least { it } else { least })
                - other.radius
        };
        let verdict = self.verdict(&core, pose_a, manifold, (normal, center), lowest_above);
        let bias = axis_bias(&core, &other);
        let pair = Pair { p: &core, q: &other, q_in_p, pose_p: pose_a, speculative, bias };
        let hidden_here = match verdict {
            Verdict::Keep => return *manifold,
            Verdict::Leave => return Manifold::EMPTY,
            Verdict::Face(hidden) => hidden,
        };
        let frame = Frame::of(pose_a);
        let is_on = |edge: usize| {
            manifold.points().iter().all(|point| {
                let place = frame.turn_back(point.anchor_a) - core.vertices[edge].coords;
                dot(core.normals[edge], place).abs() <= self.tolerance
            })
        };
        let is_hidden_there =
            |edge: usize| is_on(edge) && self.hides(&core, edge, pose_a, manifold, center);
        let is_hidden = |edge: &usize| {
            hidden_here.contains(&Some(*edge))
                || self.edges[*edge].is_hidden()
                || is_hidden_there(*edge)
        };
        let is_exposed = |edge: &usize| !is_hidden(edge);
        let exposed = (0..core.normals.len()).filter(is_exposed);
        let faces = exposed.map(|edge| face_separation(&core, edge, &other, &q_in_p));
        let best =
            faces.reduce(|best, face| if face.separation > best.separation { face } else { best });
        // All around it are others: whatever got in here has to get out.
        let Some(best) = best else { return *manifold };
        // What lies in a hollow between two hidden edges is the neighbours', not the far side's.
        let deep = -DEEP * self.tolerance;
        let depth = manifold.separation().unwrap_or(0.0);
        if depth > deep && best.separation < depth + deep {
            return Manifold::EMPTY;
        }
        pair.face_contact_beyond(best, self.longer(best.edge)).unwrap_or(Manifold::EMPTY)
    }

    /// Whether the whole of a contact lies where an edge is hidden.
    fn hides(
        &self,
        core: &ConvexCore<'_>,
        edge: usize,
        pose: &Pose,
        manifold: &Manifold,
        center: Point,
    ) -> bool {
        let [at_start, at_end] = self.covered_from(core, edge, center);
        if at_start == 0.0 && at_end == 0.0 {
            return false;
        }
        let start = core.vertices[edge];
        let way = core.vertices[core.next(edge)] - start;
        let length = way.norm();
        let frame = Frame::of(pose);
        manifold.points().iter().all(|point| {
            let along = dot(frame.turn_back(point.anchor_a) - start.coords, way) / length;
            along < at_start || along > length - at_end
        })
    }

    /// How much of an edge is hidden at its ends from a shape with this centre. A line hides nothing of a side that it
    /// leads to; but what is on the line sinks in, and is not to be stopped by the side.
    fn covered_from(&self, core: &ConvexCore<'_>, edge: usize, center: Point) -> [Real; 2] {
        let (last, next) = (core.previous(edge), core.next(edge));
        let [start, end] = [edge, next].map(|corner| core.vertices[corner]);
        let (before, after) = (&self.edges[last], &self.edges[next]);
        let is_on = |corner: Point, own: usize, surface: Option<Vector>, outward: Vector| {
            surface.is_some_and(|surface| {
                let to_center = center - corner;
                let is_hollow = dot(surface, outward) < 0.0;
                let is_before_own = dot(core.normals[own], to_center) > 0.0;
                dot(surface, to_center) > 0.0 && (is_before_own || !is_hollow)
            })
        };
        let on_last = before.covered[1] == 0.0
            && is_on(start, last, before.after, start - core.vertices[last]);
        let on_next = after.covered[0] == 0.0
            && is_on(end, next, after.before, end - core.vertices[core.next(next)]);
        let [at_start, at_end] = self.edges[edge].covered;
        let sunk = SUNK * self.tolerance;
        [
            at_start.max(if on_last { sunk } else { 0.0 }),
            at_end.max(if on_next { sunk } else { 0.0 }),
        ]
    }

    /// By how much a face counts as longer at both ends: where the surface goes on, gaps are closed.
    fn longer(&self, edge: usize) -> [Real; 2] {
        let SeamEdge { before, after, .. } = self.edges[edge];
        [before, after].map(|joined| if joined.is_some() { self.tolerance } else { 0.0 })
    }

    fn verdict(
        &self,
        core: &ConvexCore<'_>,
        pose: &Pose,
        manifold: &Manifold,
        (normal, center): (Vector, Point),
        lowest_above: impl Fn(Vector, Point) -> Real,
    ) -> Verdict {
        let count = core.normals.len();
        let turned = |face: usize| cross(core.normals[face], normal).abs();
        // Where two corners all but meet, any normal may be found, and only the place tells.
        let frame = Frame::of(pose);
        let place = match manifold.points() {
            [point] => Some(frame.turn_back(point.anchor_a)),
            _ => None,
        };
        let is_on = |face: usize, place: Vector| {
            dot(core.normals[face], place - core.vertices[face].coords) > -self.tolerance
        };
        let is_along = |face: &usize| {
            turned(*face) < FLAT
                && dot(core.normals[*face], normal) > 0.0
                && place.is_none_or(|place| is_on(*face, place))
        };
        let along = (0..count).filter(is_along);
        let face = along.min_by(|a, b| turned(*a).total_cmp(&turned(*b)));
        if let Some(face) = face {
            if self.hides(core, face, pose, manifold, center) {
                return Verdict::Face([Some(face), None]);
            }
            if turned(face) < OF_FACE {
                return Verdict::Keep;
            }
        }
        // The corner between two edges of which the normals have this one between them.
        let between = (0..count).find(|&edge| {
            let last = core.normals[core.previous(edge)];
            cross(last, normal) > 0.0 && cross(normal, core.normals[edge]) > 0.0
        });
        let corner = place.map(|place| nearest_corner(core, place)).or(between);
        let Some(edge) = corner else { return Verdict::Keep };
        let reach = DEEP * self.tolerance;
        let is_near =
            |anchor| (frame.turn_back(anchor) - core.vertices[edge].coords).norm() <= reach;
        if place.is_none() && !manifold.points().iter().any(|point| is_near(point.anchor_a)) {
            // The other shape lies along a face, far from the corner.
            return if face.is_some() { Verdict::Face([None; 2]) } else { Verdict::Keep };
        }
        let last = core.previous(edge);
        let [before, after] = [&self.edges[last], &self.edges[edge]];
        // Which of the two faces a segment turns to the other shape is not to be told from the normal at its end.
        let front = |edge: usize| dot(core.normals[edge], center - core.vertices[edge]);
        let last_faces = front(last) >= front(edge);
        // What is deep in a line that leads to the corner was let pass by it: then the corner is one. A side that nothing hides
        // is one that a line leads to.
        let corner = core.vertices[edge];
        let is_through = |surface: Option<Vector>, covered: Real, side: &SeamEdge| {
            surface.is_some_and(|surface| {
                covered == 0.0
                    && side.covered == [0.0; 2]
                    && dot(surface, center - corner) > 0.0
                    && lowest_above(surface, corner) < -SUNK * self.tolerance
            })
        };
        let is_let_pass = is_through(before.after, before.covered[1], after)
            || is_through(after.before, after.covered[0], before);
        if count > 2 && is_let_pass {
            return Verdict::Keep;
        }
        // Others may hide only the part of an edge that is next to the corner.
        let last_is_hidden = self.covered_from(core, last, center)[1] > 0.0;
        let is_hidden = self.covered_from(core, edge, center)[0] > 0.0;
        let hidden = [last_is_hidden.then_some(last), is_hidden.then_some(edge)];
        let judge = |face, next, along| judge(face, normal, next, along, hidden);
        match (last_is_hidden, is_hidden) {
            (true, true) => Verdict::Face(hidden),
            (false, hidden) if before.after.is_some() && (hidden || last_faces) => {
                let along = core.vertices[edge] - core.vertices[last];
                judge(core.normals[last], before.after, along)
            }
            (_, false) if after.before.is_some() => {
                let along = core.vertices[edge] - core.vertices[core.next(edge)];
                judge(core.normals[edge], after.before, along)
            }
            _ => Verdict::Keep,
        }
    }
}

/// The corner that is nearest to a point.
fn nearest_corner(core: &ConvexCore<'_>, point: Vector) -> usize {
    let distance = |corner: usize| (core.vertices[corner].coords - point).norm_squared();
    (1..core.vertices.len()).fold(0, |nearest, corner| {
        if distance(corner) < distance(nearest) { corner } else { nearest }
    })
}

/// Judges a normal at the end of an edge, where the surface goes on with another normal. `outward` leads along the edge
/// to its end; of the two edges there, `hidden` are hidden.
fn judge(
    face: Vector,
    normal: Vector,
    next: Option<Vector>,
    outward: Vector,
    hidden: [Option<usize>; 2],
) -> Verdict {
    let Some(next) = next else { return Verdict::Keep };
    if dot(next, outward) <= FLAT * outward.norm() {
        return Verdict::Face(hidden);
    }
    let sense = cross(face, outward);
    let within = cross(face, normal) * sense >= 0.0 && cross(normal, next) * sense >= -FLAT;
    if within { Verdict::Keep } else { Verdict::Leave }
}

/// Whether a shape can adjoin another.
fn adjoins(shape: &Shape) -> bool {
    Seams::may_have(shape) || matches!(shape, Shape::ChainSegment(_))
}

/// A shape beside another one, seen from that.
struct Neighbour {
    vertices: Vec<Point>,
    /// Whether it has an inside.
    is_solid: bool,
}

impl Neighbour {
    fn new(shape: &Shape, at: &Pose, seen_from: &Pose) -> Self {
        let core = shape.core();
        let frame = Frame::between(seen_from, at);
        let vertices: Vec<_> =
            core.vertices.iter().map(|vertex| frame.outward_point(vertex.coords)).collect();
        Self { is_solid: vertices.len() > 2, vertices }
    }

    /// Its edges: where they begin, and their ways.
    fn edges(&self) -> impl Iterator<Item = (Point, Vector)> {
        let next = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(next).map(|(start, end)| (*start, end - start))
    }

    /// The directions between which it lies at a point, counter-clockwise; `None` if it does not reach there.
    fn sector(&self, at: Point, tolerance: Real) -> Option<Sector> {
        // A corner may be as far aside as its shape may be apart and aside of the other.
        let is_near = |vertex: &Point| (vertex - at).norm() <= 1.5 * tolerance;
        if let Some(index) = self.vertices.iter().position(is_near) {
            let count = self.vertices.len();
            let vertex = self.vertices[index];
            let next = self.vertices[if index + 1 < count { index + 1 } else { 0 }];
            let last = self.vertices[if index > 0 { index - 1 } else { count - 1 }];
            return Some(Sector::Between(next - vertex, last - vertex));
        }
        let mut inside = self.is_solid;
        for (start, way) in self.edges() {
            let length = way.norm();
            let out = cross(at - start, way) / length;
            let along = dot(at - start, way) / length;
            if out.abs() <= tolerance && along >= 0.0 && along <= length {
                return Some(Sector::Between(way, -way));
            }
            inside &= out < 0.0;
        }
        inside.then_some(Sector::All)
    }

    /// Between which two parts of a line from `from` along `way` it covers the line.
    fn covers(&self, from: Point, way: Vector) -> Option<[Real; 2]> {
        let (mut first, mut last) = (0.0, 1.0);
        for (start, edge) in self.edges() {
            // How far outside of the edge the line is, and how fast that grows along it.
            let (out, slope) = (cross(from - start, edge), cross(way, edge));
            if slope == 0.0 {
                if out > 0.0 {
                    return None;
                }
                continue;
            }
            let crossing = -out / slope;
            if slope > 0.0 {
                last = if crossing < last { crossing } else { last };
            } else {
                first = if crossing > first { crossing } else { first };
            }
        }
        (first < last).then_some([first, last])
    }
}

/// Where a neighbour lies around a point.
#[derive(Clone, Copy)]
enum Sector {
    Between(Vector, Vector),
    All,
}

/// How far `to` is turned from `from`, counter-clockwise, in parts of a right angle up to four. Grows with the angle.
fn turn(from: Vector, to: Vector) -> Real {
    let (x, y) = (dot(from, to), cross(from, to));
    let part = y / (x.abs() + y.abs());
    match (x >= 0.0, y >= 0.0) {
        (true, true) => part,
        (true, false) => 4.0 + part,
        (false, _) => 2.0 - part,
    }
}

/// What is at an edge of a core.
fn seam_edge(
    core: &ConvexCore<'_>,
    edge: usize,
    around: &[Neighbour],
    tolerance: Real,
) -> SeamEdge {
    let (start, end) = (core.vertices[edge], core.vertices[core.next(edge)]);
    let way = end - start;
    let covered = covered(start, way, core.normals[edge], around, tolerance);
    if covered[0] == Real::INFINITY {
        return SeamEdge::HIDDEN;
    }
    let previous = core.vertices[core.previous(edge)];
    let next = core.vertices[core.next(core.next(edge))];
    SeamEdge {
        covered,
        before: surface_at(start, way, previous - start, around, tolerance, false),
        after: surface_at(end, -way, next - end, around, tolerance, true),
    }
}

/// The normal of the surface that goes on at the end of an edge, if it is not the shape's own. `back` leads along the edge,
/// `own` along the shape's next edge. Of everything that adjoins the end, what is met first on the way through the
/// outside, from the edge on, is the surface.
fn surface_at(
    at: Point,
    back: Vector,
    own: Vector,
    around: &[Neighbour],
    tolerance: Real,
    is_end: bool,
) -> Option<Vector> {
    // From the end of an edge the outside is counter-clockwise, from its start clockwise.
    let through_outside = |to: Vector| if is_end { turn(back, to) } else { turn(to, back) };
    // A segment has both of its sides in one place: the whole turn is outside.
    let is_thin = cross(back, own) == 0.0 && dot(back, own) > 0.0;
    let (mut least, mut surface) = (if is_thin { 4.0 } else { through_outside(own) }, None);
    for neighbour in around {
        let nearest = match neighbour.sector(at, tolerance) {
            None => continue,
            Some(Sector::All) => back,
            Some(Sector::Between(first, last)) => {
                let (near, far) = if is_end { (first, last) } else { (last, first) };
                let [to_near, to_far] = [near, far].map(through_outside);
                // The edge itself lies within, or along it.
                let holds_edge = to_far < to_near && to_near > SAME_TURN && to_far > SAME_TURN;
                if holds_edge || to_near > 4.0 - SAME_TURN { back } else { near }
            }
        };
        let turned = if nearest == back { 0.0 } else { through_outside(nearest) };
        if turned < least - SAME_TURN {
            (least, surface) = (turned, Some(nearest));
        }
    }
    let along = surface?;
    // Walked with the inside on the left, the surface leads away from an end and up to a start.
    let normal = if is_end { right_of(along) } else { right_of(-along) };
    // Where something stands on the edge itself, nothing can lean out.
    Some(if along == back { back.normalize() } else { normal.normalize() })
}

/// How much of an edge others hide at both ends: see [`SeamEdge::covered`].
fn covered(
    start: Point,
    way: Vector,
    normal: Vector,
    around: &[Neighbour],
    tolerance: Real,
) -> [Real; 2] {
    // A line beside the edge, farther off than a gap may be wide.
    let beside = start + normal * (2.0 * tolerance);
    let mut parts: Vec<_> = around
        .iter()
        .filter(|neighbour| neighbour.is_solid)
        .filter_map(|neighbour| neighbour.covers(beside, way))
        .collect();
    let length = way.norm();
    let gap = tolerance / length;
    let mut reached = 0.0;
    parts.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
    for [first, last] in &parts {
        if *first <= reached + gap && *last > reached {
            reached = *last;
        }
    }
    if reached >= 1.0 - gap {
        return [Real::INFINITY; 2];
    }
    let mut back = 1.0;
    parts.sort_unstable_by(|a, b| b[1].total_cmp(&a[1]));
    for [first, last] in &parts {
        if *last >= back - gap && *first < back {
            back = *first;
        }
    }
    [reached * length, (1.0 - back) * length]
}
