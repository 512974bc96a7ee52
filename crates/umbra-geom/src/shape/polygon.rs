//! The convex polygon, sharp or rounded.

use super::outline::{Outline, SmallOutline};
use super::polygon_build::polygon_of_rounded;
use crate::math::dot;
use crate::{Aabb, AreaProperties, ConvexCore, Error, Point, Pose, Real, Vector, check};

/// A convex polygon of any number of vertices, with an optional rounding radius.
///
/// The vertices are those of the *core*; with a radius, the shape is the core grown by a disc of
/// that radius. There are two ways to round: [`grown`](Self::grown) adds a layer around the
/// polygon, [`rounded`](Self::rounded) shrinks the core first, so that the faces stay where they
/// are and only the corners go.
///
/// ```
/// use umbra_geom::Polygon;
/// let hexagon = Polygon::regular(6, 1.0)?;
/// assert_eq!((hexagon.vertices().len(), hexagon.normals().len()), (6, 6));
/// assert!((hexagon.area_properties().area - 1.5 * 3.0_f32.sqrt()).abs() < 1e-5);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    outline: Outline,
    center: Point,
    inner_radius: Real,
    radius: Real,
    /// Set for boxes around the origin: they have formulas of their own.
    half_extents: Option<Vector>,
}

impl Polygon {
    /// A polygon of strictly convex, counter-clockwise vertices without repetition.
    ///
    /// The constructors in `polygon_build` are the callers, and guarantee this.
    pub(super) fn from_vertices(vertices: &[Point]) -> Self {
        let n = vertices.len();
        let edge_normal = |i: usize| {
            let (p, q) =
                (vertices[i].coords.cast::<f64>(), vertices[(i + 1) % n].coords.cast::<f64>());
            let along = (q - p) / (q - p).norm();
            Vector::new(along.y as Real, -along.x as Real)
        };
        let normals: Vec<Vector> = (0..n).map(edge_normal).collect();
        let center = crate::mass::centroid(vertices);
        let to_edge = |(v, normal): (&Point, &Vector)| dot(*v - center, *normal);
        let inner_radius =
            vertices.iter().zip(&normals).map(to_edge).fold(Real::INFINITY, Real::min).max(0.0);
        let outer_radius =
            vertices.iter().map(|v| nalgebra::distance(v, &center)).fold(0.0, Real::max);
        Self {
            outline: Outline::new(vertices, &normals, outer_radius),
            center,
            inner_radius,
            radius: 0.0,
            half_extents: None,
        }
    }

    /// The box around the origin with these half extents.
    ///
    /// # Errors
    /// When a half extent is not finite, not greater than zero, or of an absurd size.
    ///
    /// ```
    /// use umbra_geom::Polygon;
    /// let brick = Polygon::cuboid(1.0, 0.5)?;
    /// assert_eq!(brick.vertices()[2], [1.0, 0.5].into());
    /// assert_eq!(brick.area_properties().area, 2.0);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn cuboid(half_width: Real, half_height: Real) -> Result<Self, Error> {
        let x = check::size("half_width", half_width)?;
        let y = check::size("half_height", half_height)?;
        let corners = [[-x, -y], [x, -y], [x, y], [-x, y]].map(Point::from);
        Ok(Self { half_extents: Some(Vector::new(x, y)), ..Self::from_vertices(&corners) })
    }

    /// This polygon grown by a disc: every face moves outwards by `radius`, and corners become
    /// arcs. Adds to an existing radius.
    ///
    /// ```
    /// use umbra_geom::{Polygon, math::pose};
    /// let tile = Polygon::cuboid(1.0, 0.5)?.grown(0.25)?;
    /// assert_eq!(tile.aabb(&pose([0.0, 0.0], 0.0)).max, [1.25, 0.75].into());
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `radius` is not finite, negative, or of an absurd size.
    pub fn grown(mut self, radius: Real) -> Result<Self, Error> {
        check::size_or_zero("radius", radius)?;
        self.radius = check::size_or_zero("radius", self.radius + radius)?;
        Ok(self)
    }

    /// The vertices of the core, counter-clockwise.
    #[inline]
    pub fn vertices(&self) -> &[Point] {
        self.outline.vertices()
    }

    /// The outward unit normals of the edges; edge `i` starts from vertex `i`.
    #[inline]
    pub fn normals(&self) -> &[Vector] {
        self.outline.normals()
    }

    /// Vertices and normals of a polygon of up to eight corners.
    #[inline(always)]
    pub(crate) fn small(&self) -> Option<&SmallOutline> {
        self.outline.small()
    }

    /// The centre of area of the core.
    #[inline]
    pub fn center(&self) -> Point {
        self.center
    }

    /// The radius of the disc that rounds the corners; zero for a sharp polygon.
    #[inline]
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// The distance from the centre to the farthest vertex of the core.
    #[inline]
    pub(crate) fn outer_radius(&self) -> Real {
        self.outline.outer_radius()
    }

    /// The half extents of the core, if this was made as a box around the origin.
    ///
    /// ```
    /// use umbra_geom::{Polygon, Vector};
    /// assert_eq!(Polygon::cuboid(2.0, 1.0)?.half_extents(), Some(Vector::new(2.0, 1.0)));
    /// assert_eq!(Polygon::regular(5, 1.0)?.half_extents(), None);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn half_extents(&self) -> Option<Vector> {
        self.half_extents
    }

    /// The polygon, and the disc that rounds it.
    #[inline]
    pub fn core(&self) -> ConvexCore<'_> {
        ConvexCore {
            vertices: self.vertices(),
            normals: self.normals(),
            center: self.center,
            inner_radius: self.inner_radius,
            outer_radius: self.outer_radius(),
            radius: self.radius,
        }
    }

    /// The smallest axis-aligned box around the shape at `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let Some(half) = self.half_extents else { return self.core().aabb(pose) };
        let (cos, sin) = (pose.rotation.re.abs(), pose.rotation.im.abs());
        let reach = Vector::new(cos * half.x + sin * half.y, sin * half.x + cos * half.y);
        let at = Point::from(pose.translation.vector);
        Aabb { min: at - reach, max: at + reach }.grown(self.radius)
    }

    /// Area, centre and second moment, exact, rounded corners included.
    pub fn area_properties(&self) -> AreaProperties {
        AreaProperties::of_core(&self.core())
    }

    /// The same polygon, moved and rotated within its own frame: for compounds.
    ///
    /// Corners that are straight once the vertices are rounded to `f32` at their new position, or
    /// that can no longer be told apart there, are left out.
    ///
    /// ```
    /// use umbra_geom::{Polygon, math::pose};
    /// let blade = Polygon::cuboid(1.0, 0.1)?.transformed(&pose([3.0, 0.0], 0.0))?;
    /// assert_eq!(blade.center(), [3.0, 0.0].into());
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the moved vertices are not finite or absurd, or so far out that rounding leaves no
    /// polygon.
    pub fn transformed(&self, pose: &Pose) -> Result<Self, Error> {
        let moved = self.vertices().iter().map(|v| check::point("pose", pose * v));
        let moved: Vec<Point> = moved.collect::<Result<_, _>>()?;
        let polygon = polygon_of_rounded(&moved)
            .ok_or(Error::Collinear { parameter: "pose", count: moved.len() })?;
        polygon.grown(self.radius)
    }
}
