//! The results of queries, and the cache that they keep between calls.

use crate::{Point, Real, Vector};

/// The distance between two shapes and their nearest points: the result of
/// [`distance`](super::distance).
///
/// ```
/// use umbra_geom::{Circle, Polygon, Shape, math::pose};
/// use umbra_geom::query::{DistanceCache, distance};
/// let mut cache = DistanceCache::default(); // kept for the pair
/// let house = Shape::from(Polygon::cuboid(2.0, 2.0)?);
/// let tree = Shape::from(Circle::new(1.0)?);
/// let (here, there) = (pose([0.0, 0.0], 0.0), pose([6.0, 0.0], 0.0));
/// let apart = distance(&house, &here, &tree, &there, &mut cache);
/// assert_eq!((apart.distance, apart.point_a.x, apart.point_b.x), (3.0, 2.0, 5.0));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The shortest distance from surface to surface; zero when the shapes overlap.
    pub distance: Real,
    /// The unit vector along the shortest distance, from A to B.
    ///
    /// When the shapes overlap: a direction in which B can be pushed out of A. It is not always the
    /// direction of the shortest push; a manifold has that one.
    pub normal: Vector,
    /// The point of A nearest to B.
    pub point_a: Point,
    /// The point of B nearest to A. When the shapes overlap, B has to be pushed from here to
    /// `point_a`.
    pub point_b: Point,
    /// The number of corners of the Minkowski difference visited: at most two more than the shapes
    /// have vertices.
    pub iterations: u32,
}

/// The hit of a ray or a moving circle on a shape.
///
/// ```
/// use umbra_geom::{Circle, Shape, math::pose};
/// use umbra_geom::query::{Interior, cast_ray};
/// let ball = Shape::from(Circle::new(1.0)?);
/// let at = pose([5.0, 0.0], 0.0);
/// let hit = cast_ray(&ball, &at, [0.0, 0.0], [10.0, 0.0], Interior::Solid).unwrap();
/// assert_eq!((hit.point, hit.normal), ([4.0, 0.0].into(), [-1.0, 0.0].into()));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The fraction of the translation before the hit, from 0 to 1.
    pub fraction: Real,
    /// The point that was hit.
    pub point: Point,
    /// The outward unit normal of the surface there.
    pub normal: Vector,
}

/// The nearest features of two shapes at the last call, from which the next one starts.
///
/// Keep one per pair of shapes. The nearest vertices and edges seldom change between two frames of
/// a simulation, so the next call mostly only confirms them. A cache filled by other shapes costs
/// time and does not change the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceCache {
    pub(super) nearest: Option<(Feature, u16, u16)>,
    /// The nearest features of two small cores.
    pub(super) place: Option<Place>,
}

/// The feature that the normal of a distance belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// The normal joins two vertices.
    Vertices,
    /// The normal is that of an edge of A.
    EdgeOfA,
    /// The normal is that of an edge of B.
    EdgeOfB,
}

/// The end of a walk: the feature, and the vertices of A and B at which it starts.
pub(super) type End = (Feature, usize, usize);

/// A vertex of one core, and the nearest edge of the other core (the holder).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// 0 when A is the holder, 1 for B.
    pub(super) holder: u8,
    pub(super) edge: u8,
    pub(super) vertex: u8,
    /// True if the cores overlap: the vertex is then the deepest one behind the edge.
    pub(super) is_overlap: bool,
}
