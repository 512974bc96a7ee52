//! Area, centre and moment of inertia of rounded convex shapes, exact.
//!
//! A core of area *A* and perimeter *P* grown by a disc of radius *r* falls apart into three kinds
//! of pieces that only share edges: the core itself, a rectangle of depth *r* on every edge, and a
//! circular sector of radius *r* at every vertex, as wide as the angle by which the outline turns
//! there. All three have closed forms; `docs/design/mass.md` derives them. Turning angles sum to a
//! full turn, so the total area is *A + P r + π r²* (Steiner's formula).
//!
//! The sums run in `f64` about the first vertex, so that neither a far-away nor a thin shape
//! loses digits.

use crate::{ConvexCore, Error, Point, Real, check, math};

mod within;

pub use within::HalfPlane;

/// Area, centre of area, and second moment of area: mass properties at density one.
///
/// ```
/// use umbra_geom::Polygon;
/// let triangle = Polygon::new([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])?.area_properties();
/// assert_eq!((triangle.area, triangle.center), (4.5, [1.0, 1.0].into()));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaProperties {
    /// The area. Zero for segments.
    pub area: Real,
    /// The centre of area, which is the centre of mass at uniform density.
    pub center: Point,
    /// The polar second moment of area about `center`: the integral of the squared distance.
    pub second_moment: Real,
}

/// Mass, centre of mass and rotational inertia of a shape at a uniform density.
///
/// ```
/// use umbra_geom::Polygon;
/// let beam = Polygon::cuboid(2.0, 0.5)?.area_properties().mass(10.0)?;
/// assert_eq!(beam.mass, 40.0);
/// assert!((beam.inertia - 40.0 * (16.0 + 1.0) / 12.0).abs() < 1e-4); // m (w² + h²) / 12
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// The mass.
    pub mass: Real,
    /// The centre of mass.
    pub center: Point,
    /// The rotational inertia about `center`.
    pub inertia: Real,
}

impl Mass {
    /// The mass of nothing: zero.
    pub const NONE: Self = Self { mass: 0.0, center: Point::new(0.0, 0.0), inertia: 0.0 };
}

impl AreaProperties {
    /// The mass properties at this density (mass per area).
    ///
    /// # Errors
    /// When `density` is not finite, negative, or so large that mass or inertia overflow.
    ///
    /// ```
    /// use umbra_geom::Circle;
    /// let disc = Circle::new(2.0)?.area_properties().mass(3.0)?;
    /// assert!((disc.inertia / disc.mass - 2.0).abs() < 1e-6); // r²/2
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn mass(&self, density: Real) -> Result<Mass, Error> {
        if check::finite("density", density)? < 0.0 {
            return Err(Error::Negative { parameter: "density", value: density });
        }
        let (mass, inertia) = (self.area * density, self.second_moment * density);
        if !(mass.is_finite() && inertia.is_finite()) {
            let most = Real::MAX / self.area.max(self.second_moment);
            return Err(Error::OutOfRange {
                parameter: "density",
                value: density,
                least: 0.0,
                most,
            });
        }
        Ok(Mass { mass, center: self.center, inertia })
    }

    /// The properties of the union of this and another region, which must not overlap.
    ///
    /// ```
    /// use umbra_geom::Polygon;
    /// let [left, right] = [-1.0, 1.0].map(|x| {
    ///     let corners = [[x - 1.0, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x - 1.0, 1.0]];
    ///     Polygon::new(corners).map(|half| half.area_properties())
    /// });
    /// let both = left?.with(&right?);
    /// assert_eq!((both.area, both.center.x), (4.0, 0.0));
    /// assert!((both.second_moment - 4.0 * (16.0 + 1.0) / 12.0).abs() < 1e-5);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let area = self.area + other.area;
        let part = if area > 0.0 { other.area / area } else { 0.0 };
        let way = other.center - self.center;
        let moments = self.second_moment + other.second_moment;
        Self {
            area,
            center: self.center + way * part,
            second_moment: moments + self.area * part * math::dot(way, way),
        }
    }

    /// The properties of a core grown by its disc.
    pub fn of_core(core: &ConvexCore<'_>) -> Self {
        let sum = Moments::of_core(core);
        let origin = core.vertices[0];
        if sum.area <= 0.0 {
            return Self { area: 0.0, center: core.center, second_moment: 0.0 };
        }
        sum.properties([f64::from(origin.x), f64::from(origin.y)])
    }
}

/// The integrals of 1, (x, y) and x² + y² over a region, about some origin.
#[derive(Clone, Copy, Default)]
struct Moments {
    area: f64,
    first: [f64; 2],
    second: f64,
}

impl Moments {
    /// Properties of a region with an area, from moments about the point `origin`.
    fn properties(&self, origin: [f64; 2]) -> AreaProperties {
        let (x, y) = (self.first[0] / self.area, self.first[1] / self.area);
        AreaProperties {
            area: self.area as Real,
            center: Point::new((origin[0] + x) as Real, (origin[1] + y) as Real),
            // The axis moves from the origin to the centre (Steiner, Huygens).
            second_moment: (self.second - self.area * (x * x + y * y)) as Real,
        }
    }

    /// Adds a piece, given its moments about its own reference point `at`.
    fn add_about(&mut self, at: [f64; 2], piece: Self) {
        let [x, y] = at;
        let [fx, fy] = piece.first;
        self.area += piece.area;
        self.first[0] += fx + x * piece.area;
        self.first[1] += fy + y * piece.area;
        self.second += piece.second + 2.0 * (x * fx + y * fy) + (x * x + y * y) * piece.area;
    }

    /// The moments of core and disc about the core's first vertex.
    fn of_core(core: &ConvexCore<'_>) -> Self {
        let r = f64::from(core.radius);
        let n = core.vertices.len();
        let origin = core.vertices[0];
        let corner = |i: usize| {
            let v = core.vertices[i % n];
            [f64::from(v.x) - f64::from(origin.x), f64::from(v.y) - f64::from(origin.y)]
        };
        if n == 1 {
            return Self::sector(r, [1.0, 0.0], [1.0, 0.0], core::f64::consts::TAU);
        }
        let mut sum = Self::default();
        for i in 0..n {
            let (p, q, next) = (corner(i), corner(i + 1), corner(i + 2));
            sum.add_about([0.0, 0.0], Self::triangle(p, q));
            if r == 0.0 {
                continue;
            }
            let (normal, length) = edge(p, q);
            sum.add_about(p, Self::skin(normal, length, r));
            // The outline turns at q by the angle between this edge's normal and the next one's.
            let (after, _) = edge(q, next);
            let turned = normal[0] * after[1] - normal[1] * after[0];
            let along = normal[0] * after[0] + normal[1] * after[1];
            // A segment turns back on itself: half a turn, not minus half a turn.
            let angle = if n == 2 { core::f64::consts::PI } else { libm::atan2(turned, along) };
            sum.add_about(q, Self::sector(r, normal, after, angle));
        }
        sum
    }

    /// The triangle from the origin to the edge `p` `q`, negative when it is clockwise.
    fn triangle(p: [f64; 2], q: [f64; 2]) -> Self {
        let area = 0.5 * (p[0] * q[1] - p[1] * q[0]);
        let dots =
            p[0] * p[0] + p[1] * p[1] + q[0] * q[0] + q[1] * q[1] + p[0] * q[0] + p[1] * q[1];
        Self {
            area,
            first: [area * (p[0] + q[0]) / 3.0, area * (p[1] + q[1]) / 3.0],
            second: area * dots / 6.0,
        }
    }

    /// The rectangle of depth `r` that lies on an edge of this outward `normal` and `length`,
    /// about the edge's start.
    fn skin(normal: [f64; 2], length: f64, r: f64) -> Self {
        let area = length * r;
        // The middle, half the length along the edge and half the depth out.
        let [nx, ny] = normal;
        let (along, out) = (0.5 * length, 0.5 * r);
        Self {
            area,
            first: [area * (nx * out - ny * along), area * (ny * out + nx * along)],
            second: area * (length * length + r * r) / 3.0,
        }
    }

    /// The circular sector of radius `r` from unit direction `from` counter-clockwise to `to`,
    /// which are `angle` apart, about its tip.
    fn sector(r: f64, from: [f64; 2], to: [f64; 2], angle: f64) -> Self {
        let cube = r * r * r / 3.0;
        Self {
            area: 0.5 * angle * r * r,
            // The integral of (cos, sin) over the angle, from the directions at its ends.
            first: [cube * (to[1] - from[1]), cube * (from[0] - to[0])],
            second: 0.25 * angle * r * r * r * r,
        }
    }
}

/// The outward unit normal and the length of the edge from `p` to `q`.
fn edge(p: [f64; 2], q: [f64; 2]) -> ([f64; 2], f64) {
    let (x, y) = (q[0] - p[0], q[1] - p[1]);
    let length = libm::sqrt(x * x + y * y);
    ([y / length, -x / length], length)
}

/// The area inside of a ring of vertices, computed in `f64` about its first vertex: negative when
/// the ring is clockwise.
pub(crate) fn signed_area(vertices: &[Point]) -> f64 {
    let n = vertices.len();
    let at = |i: usize| {
        let (p, origin) = (vertices[i % n], vertices[0]);
        [f64::from(p.x) - f64::from(origin.x), f64::from(p.y) - f64::from(origin.y)]
    };
    let triangle = |i: usize| Moments::triangle(at(i), at(i + 1)).area;
    (0..n).map(triangle).sum()
}

/// The centre of area of a convex polygon, computed in `f64` about its first vertex.
pub(crate) fn centroid(vertices: &[Point]) -> Point {
    let core = ConvexCore {
        vertices,
        normals: &[],
        center: nalgebra::center(&vertices[0], &vertices[vertices.len() / 2]),
        inner_radius: 0.0,
        outer_radius: 0.0,
        radius: 0.0,
    };
    AreaProperties::of_core(&core).center
}
