//! Seams between shapes that stand side by side, and shapes that slide over them.
//!
//! A floor of boxes is flat, but each box alone has corners and sides. A sliding shape sinks into
//! the floor a little, and pushing it out through the side of the next box is as short as lifting
//! it: it stops at a seam that nobody sees. So a shape at rest knows its *seams*: the edges that
//! other shapes hide, and the surfaces that continue at the ends of the others. A contact found as
//! if the shape stood alone is then corrected:
//!
//! - a normal of a hidden edge is not valid: the shape pushes along an edge that can be reached;
//! - the normal at a corner is judged with the surface that continues there: see `corner.rs`.
//!
//! Seams are to shapes that do not know each other as ghosts are to the links of a
//! [chain](crate::ChainSegment).

#[cfg(feature = "serde")]
mod covered;
mod find;
mod judge;
mod replace;

use self::find::{Neighbour, seam_edge};
use self::judge::Found;
use super::clip::Pair;
use super::corner::Verdict;
use super::manifold::Manifold;
use super::sat::axis_bias;
use crate::frame::Frame;
use crate::{Pose, Real, Shape, Vector};

/// A penetration deeper than this is more than sinking in, in tolerances.
const DEEP: Real = 4.0;
/// The depth to which bodies sink into the surface that they slide on, in tolerances.
const SUNK: Real = 2.0;

/// The neighbours at an edge of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SeamEdge {
    /// The lengths that others hide at its start and at its end; both infinite if they hide all of
    /// it.
    #[cfg_attr(feature = "serde", serde(with = "covered"))]
    pub covered: [Real; 2],
    /// The outward normal of the surface before the edge, if that is another shape's.
    pub before: Option<Vector>,
    /// The outward normal of the surface after the edge, if that is another shape's.
    pub after: Option<Vector>,
}

impl SeamEdge {
    /// An edge that others hide from end to end.
    pub const HIDDEN: Self = Self { covered: [Real::INFINITY; 2], before: None, after: None };

    /// True if others hide it from end to end.
    pub fn is_hidden(&self) -> bool {
        self.covered[0] == Real::INFINITY
    }
}

/// The edges at which a shape adjoins others. Normals are in the frame of the shape.
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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Seams {
    edges: Box<[SeamEdge]>,
    /// Gaps smaller than this count as closed.
    tolerance: Real,
}

impl Seams {
    /// The seams of a shape with others around it; `None` if nothing adjoins it. Surfaces nearer
    /// than `tolerance` count as joined.
    ///
    /// Polygons and segments without rounding have seams, and the ends of chains. Other shapes have
    /// none, but any link of a chain can adjoin a shape.
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

    /// The seams from one entry for each edge of the shape. `None` if nothing adjoins any.
    pub fn of_edges(edges: impl Into<Box<[SeamEdge]>>, tolerance: Real) -> Option<Self> {
        let edges = edges.into();
        let any = edges.iter().any(|edge| *edge != SeamEdge::default());
        any.then_some(Self { edges, tolerance })
    }

    /// True if a shape of this kind can have seams.
    pub fn may_have(shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(polygon) => polygon.radius() == 0.0,
            Shape::Segment(_) => true,
            Shape::ChainSegment(link) => link.before().is_none() || link.after().is_none(),
            _ => false,
        }
    }

    /// The neighbours at each edge.
    pub fn edges(&self) -> &[SeamEdge] {
        &self.edges
    }

    /// Corrects a contact of the shape that was found as if it stood alone. `a` is the shape with
    /// its pose, `b` the other one, and the normal points from `a` to `b`.
    #[must_use]
    pub fn correct(
        &self,
        manifold: &Manifold,
        (a, pose_a): (&Shape, &Pose),
        (b, pose_b): (&Shape, &Pose),
        speculative: Real,
    ) -> Manifold {
        let (core, other) = (a.core(), b.core());
        if manifold.is_empty() || self.edges.len() != core.normals.len() {
            return *manifold;
        }
        let q_in_p = Frame::between(pose_a, pose_b);
        let found = Found::new(self, manifold, (&core, pose_a), (&other, q_in_p));
        match found.verdict() {
            Verdict::Keep => *manifold,
            Verdict::Leave => Manifold::EMPTY,
            Verdict::UseFace => {
                let bias = axis_bias(&core, &other);
                let pair = Pair { p: &core, q: &other, q_in_p, pose_p: pose_a, speculative, bias };
                found.replaced(&pair)
            }
        }
    }

    /// The lengths by which a face is extended at both ends: gaps to a continuing surface are
    /// closed.
    fn longer(&self, edge: usize) -> [Real; 2] {
        let SeamEdge { before, after, .. } = self.edges[edge];
        [before, after].map(|joined| if joined.is_some() { self.tolerance } else { 0.0 })
    }
}

/// True if a shape can adjoin another.
fn adjoins(shape: &Shape) -> bool {
    Seams::may_have(shape) || matches!(shape, Shape::ChainSegment(_))
}
