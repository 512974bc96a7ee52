//! What queries answer with, and what they keep from one call to the next.

use crate::{Point, Real, Vector};

/// How two shapes lie to each other: the answer of [`distance`](super::distance).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The length of the shortest way from surface to surface; zero when the shapes overlap.
    pub distance: Real,
    /// The unit vector along that way, from A to B.
    ///
    /// When the shapes overlap: a direction in which B can be pushed to part them. Not always the
    /// shortest such way; for that, ask for a manifold.
    pub normal: Vector,
    /// The point of A nearest to B.
    pub point_a: Point,
    /// The point of B nearest to A. When the shapes overlap, B has to be pushed from here to
    /// `point_a`.
    pub point_b: Point,
    /// How many corners of the Minkowski difference were looked at: at most two more than the
    /// shapes have vertices.
    pub iterations: u32,
}

/// Where a ray or a moving circle hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// How much of the way lies before the hit, from 0 to 1.
    pub fraction: Real,
    /// The point that was hit.
    pub point: Point,
    /// The outward unit normal of the surface there.
    pub normal: Vector,
}

/// What the last distance between two shapes ended with, to start the next one from.
///
/// Keep one per pair of shapes. Between two frames of a simulation the nearest vertices and edges
/// seldom change, and then there is nothing left to do but confirm them. A cache filled by other
/// shapes costs time and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceCache {
    pub(super) nearest: Option<(Feature, u16, u16)>,
    /// Of two small cores.
    pub(super) place: Option<Place>,
}

/// What the normal of a distance belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// It joins two vertices.
    Vertices,
    /// It is that of an edge of A.
    EdgeOfA,
    /// It is that of an edge of B.
    EdgeOfB,
}

/// Where a walk ended: the feature, and the vertices of A and B at which it starts.
pub(super) type End = (Feature, usize, usize);

/// A vertex of one core and the edge of the other, the holder, that it is nearest to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// 0 when A is the holder, 1 for B.
    pub(super) holder: u8,
    pub(super) edge: u8,
    pub(super) vertex: u8,
    /// Whether the two overlap: the vertex is the one that is farthest behind the edge.
    pub(super) is_overlap: bool,
}
