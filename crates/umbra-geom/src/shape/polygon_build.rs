//! Constructors of polygons: from an outline, from any cloud of points, regular, and rounded.

use super::Polygon;
use crate::cut::{convex_hull, exact_hull, inset};
use crate::math::right_of;
use crate::predicate::orientation;
use crate::{Error, Point, Real, check};

/// A polygon thinner than this fraction of its length counts as a line.
///
/// An `f32` holds a coordinate to 1 part in 1.7e7; a width of ten such steps is the least that
/// still has a direction.
const THINNEST: Real = 1e-6;

impl Polygon {
    /// The polygon with these vertices, in order, clockwise or counter-clockwise.
    ///
    /// This is the strict constructor: the vertices become the polygon exactly as they are given.
    /// [`Polygon::hull`] takes any points and keeps the outermost.
    ///
    /// # Errors
    /// When there are fewer than three points, one is not finite or absurd, two neighbours are
    /// the same, all lie on one line, or the outline is not strictly convex.
    ///
    /// ```
    /// use umbra_geom::{Error, Polygon};
    /// let triangle = Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])?;
    /// assert_eq!(triangle.vertices().len(), 3);
    /// let dart = Polygon::new([[0.0, 0.0], [2.0, -1.0], [1.0, 0.0], [2.0, 1.0]]);
    /// assert_eq!(dart, Err(Error::NotConvex { parameter: "points", index: 2 }));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(points: impl IntoIterator<Item = impl Into<Point>>) -> Result<Self, Error> {
        let mut points = check::points("points", points, 3)?;
        let n = points.len();
        for first in 0..n {
            let second = (first + 1) % n;
            if nalgebra::distance(&points[first], &points[second]) < check::MIN_SIZE {
                return Err(Error::DuplicatePoints { parameter: "points", first, second });
            }
        }
        turn_left("points", &mut points)?;
        thick_enough(&points, Self::from_vertices(&points))
    }

    /// The polygon with exactly these vertices, which may be nearer together than
    /// [`new`](Self::new) accepts: hulls and cuts produce such.
    #[cfg(feature = "serde")]
    pub(super) fn with_vertices(vertices: Vec<Point>) -> Result<Self, Error> {
        let mut points = check::points("vertices", vertices, 3)?;
        turn_left("vertices", &mut points)?;
        let polygon = Self::from_vertices(&points);
        let center = polygon.center();
        if !(center.x.is_finite() && center.y.is_finite() && polygon.core().inner_radius > 0.0) {
            return Err(Error::Collinear { parameter: "vertices", count: points.len() });
        }
        Ok(polygon)
    }

    /// The convex hull of any points: the tolerant constructor.
    ///
    /// Points within 1e-5 of the cloud's largest extent of the hull's boundary are dropped, so
    /// that near-duplicates are welded and near-collinear points removed; no point given ends up
    /// farther outside of the polygon than that.
    ///
    /// ```
    /// use umbra_geom::Polygon;
    /// let dents = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0], [4.0, 4.0], [0.0, 4.0], [1.0, 2.0]];
    /// assert!(Polygon::new(dents).is_err()); // not convex
    /// assert_eq!(Polygon::hull(dents)?.vertices().len(), 4);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are fewer than three points, one is not finite or absurd, all of them together
    /// are absurdly small, or all lie on one line.
    pub fn hull(points: impl IntoIterator<Item = impl Into<Point>>) -> Result<Self, Error> {
        let points = check::points("points", points, 3)?;
        check::extent("points", &points)?;
        let hull = convex_hull(&points);
        if hull.len() < 3 {
            return Err(Error::Collinear { parameter: "points", count: points.len() });
        }
        thick_enough(&hull, Self::from_vertices(&hull))
    }

    /// The regular polygon of `sides` sides whose corners lie on the circle of this radius around
    /// the origin; the first corner is at the right.
    ///
    /// ```
    /// use umbra_geom::Polygon;
    /// let nut = Polygon::regular(6, 0.5)?;
    /// assert_eq!(nut.vertices()[0], [0.5, 0.0].into());
    /// assert!(Polygon::regular(2, 0.5).is_err());
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `sides` is less than three or so large that neighbouring corners can no longer be
    /// told apart, or `radius` is not finite, not greater than zero, or of an absurd size.
    pub fn regular(sides: usize, radius: Real) -> Result<Self, Error> {
        check::size("radius", radius)?;
        // Beyond this the corners of a polygon in `f32` are no longer strictly convex.
        let sides = check::range("sides", sides as Real, 3.0, 2048.0)? as usize;
        // Sides shorter than the smallest size would be refused as one point given twice.
        let sine = libm::sin(core::f64::consts::PI / sides as f64) as Real;
        check::range("radius", radius, 1.001 * check::MIN_SIZE / (2.0 * sine), check::MAX_SIZE)?;
        let radius = f64::from(radius);
        let corner = |i: usize| {
            let angle = core::f64::consts::TAU * i as f64 / sides as f64;
            let (sin, cos) = libm::sincos(angle);
            Point::new((radius * cos) as Real, (radius * sin) as Real)
        };
        Self::new((0..sides).map(corner))
    }

    /// The box around the origin with these outer half extents, its corners rounded by `radius`.
    ///
    /// ```
    /// use umbra_geom::{Polygon, math::pose};
    /// let soap = Polygon::rounded_cuboid(2.0, 1.0, 0.5)?;
    /// assert_eq!(soap.aabb(&pose([0.0, 0.0], 0.0)).max, [2.0, 1.0].into());
    /// let corners = 1.0 - core::f32::consts::FRAC_PI_4; // of a square of side one
    /// assert!((soap.area_properties().area - (8.0 - corners)).abs() < 1e-5);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, negative or absurd, or `radius` is not less than both half
    /// extents.
    pub fn rounded_cuboid(
        half_width: Real,
        half_height: Real,
        radius: Real,
    ) -> Result<Self, Error> {
        Self::cuboid(half_width, half_height)?.rounded(radius)
    }

    /// This polygon with its corners rounded off and its size kept: the core shrinks by `radius`,
    /// then grows by the disc again, so that every face stays where it is.
    ///
    /// # Errors
    /// When `radius` is not finite, negative or absurd, or the core would vanish.
    ///
    /// ```
    /// use umbra_geom::{Polygon, math::pose};
    /// let sharp = Polygon::cuboid(1.0, 0.5)?;
    /// let round = sharp.clone().rounded(0.25)?;
    /// let at = pose([0.0, 0.0], 0.0);
    /// assert_eq!(sharp.aabb(&at), round.aabb(&at));
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn rounded(self, radius: Real) -> Result<Self, Error> {
        check::size_or_zero("radius", radius)?;
        if radius == 0.0 {
            return Ok(self);
        }
        // A core cannot shrink by as much as the radius of the largest disc that fits into it.
        let vanishes = |limit| Error::TooLarge { parameter: "radius", value: radius, limit };
        if let Some(half) = self.half_extents() {
            let (x, y) = (half.x - radius, half.y - radius);
            let least = half.x.min(half.y);
            // Just below the limit, what is left is smaller than a shape may be.
            let limit = if radius < least { least - check::MIN_SIZE } else { least };
            let core = Self::cuboid(x, y).map_err(|_| vanishes(limit))?;
            return core.grown(self.radius() + radius);
        }
        let core = |radius: Real| polygon_of_rounded(&inset(self.vertices(), f64::from(radius)));
        let core =
            core(radius).ok_or_else(|| vanishes(self.least_refused_rounding(radius, core)))?;
        core.grown(self.radius() + radius)
    }

    /// The least radius, up to one that is too large, by which the core cannot shrink. Bisection
    /// finds it; only a refused call pays for that.
    fn least_refused_rounding(&self, too_large: Real, core: impl Fn(Real) -> Option<Self>) -> Real {
        let (mut most, mut least_refused) = (0.0, too_large.min(self.core().outer_radius));
        for _ in 0..24 {
            let middle = 0.5 * (most + least_refused);
            if core(middle).is_some() {
                most = middle;
            } else {
                least_refused = middle;
            }
        }
        least_refused
    }
}

/// True if all points lie on one line, as far as `f32` can tell: the strip around them, along the
/// vector from the first point to the farthest one, is too thin to hold a polygon.
pub(super) fn lie_on_a_line(points: &[Point]) -> bool {
    let from = points[0];
    let way = |p: &Point| [f64::from(p.x) - f64::from(from.x), f64::from(p.y) - f64::from(from.y)];
    let square = |[x, y]: [f64; 2]| x * x + y * y;
    let ways = || points.iter().map(way);
    let far = ways().fold([0.0; 2], |far, way| if square(way) > square(far) { way } else { far });
    // Distances from the line through both, times the distance of both.
    let areas = ways().map(|[x, y]| far[0] * y - far[1] * x);
    let (least, most) =
        areas.fold((0.0, 0.0), |(least, most): (f64, f64), area| (least.min(area), most.max(area)));
    most - least < f64::from(THINNEST) * square(far)
}

/// Brings an outline into the order of a polygon, if it is strictly convex.
fn turn_left(parameter: &'static str, points: &mut [Point]) -> Result<(), Error> {
    if let Some(index) = first_turn_that_is_not_convex(points)? {
        return Err(Error::NotConvex { parameter, index });
    }
    if orientation(points[points.len() - 1], points[0], points[1]) < 0 {
        points.reverse();
    }
    Ok(())
}

/// The polygon, unless it is so thin that it has no inside.
fn thick_enough(points: &[Point], polygon: Polygon) -> Result<Polygon, Error> {
    let extent = polygon.core().outer_radius;
    if polygon.core().inner_radius < THINNEST * extent {
        return Err(Error::Collinear { parameter: "points", count: points.len() });
    }
    Ok(polygon)
}

/// The first point at which a closed outline is not strictly convex, if there is one.
///
/// Strictly convex means: it turns to the same side at every point, and goes around only once.
fn first_turn_that_is_not_convex(points: &[Point]) -> Result<Option<usize>, Error> {
    let n = points.len();
    let turn = |i: usize| orientation(points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
    let Some(way) = (0..n).map(turn).find(|&t| t != 0) else {
        return Err(Error::Collinear { parameter: "points", count: n });
    };
    // Most turns decide which way round the outline goes, so that the odd one is blamed.
    let left_turns = (0..n).filter(|&i| turn(i) > 0).count();
    let way = if 2 * left_turns == n {
        way
    } else if 2 * left_turns > n {
        1
    } else {
        -1
    };
    if let Some(wrong) = (0..n).find(|&i| turn(i) != way) {
        return Ok(Some(wrong));
    }
    // Around once: the edges' directions pass from the lower half circle to the upper only once.
    let upwards = |i: usize| {
        let outward = right_of(points[(i + 1) % n] - points[i % n]);
        outward.x > 0.0 || (outward.x == 0.0 && outward.y < 0.0)
    };
    let mut rounds = (0..n).filter(|&i| upwards(i + 1) && !upwards(i)).map(|i| (i + 1) % n);
    rounds.next();
    Ok(rounds.next())
}

/// The polygon of a strictly convex outline; `None` for a sliver.
pub(crate) fn polygon_of(outline: &[Point]) -> Option<Polygon> {
    Polygon::new(apart(outline)).ok()
}

/// The polygon of an outline that was computed and rounded; `None` when nothing or a sliver is
/// left.
///
/// Rounded, an outline may bend inwards by its last bit; the exact hull corrects that.
pub(crate) fn polygon_of_rounded(outline: &[Point]) -> Option<Polygon> {
    polygon_of(&exact_hull(outline))
}

/// [`polygon_of_rounded`] for an outline that is still in `f64`.
pub(crate) fn polygon_of_wide(outline: &[[f64; 2]]) -> Option<Polygon> {
    let rounded: Vec<Point> =
        outline.iter().map(|p| Point::new(p[0] as f32, p[1] as f32)).collect();
    polygon_of_rounded(&rounded)
}

/// The outline without the vertices that are nearer than the smallest size to the one before.
///
/// The rest of a strictly convex outline is strictly convex.
fn apart(outline: &[Point]) -> Vec<Point> {
    let is_near = |p: &Point, q: &Point| nalgebra::distance(p, q) < check::MIN_SIZE;
    let mut kept: Vec<Point> = Vec::with_capacity(outline.len());
    for point in outline {
        if kept.last().is_none_or(|last| !is_near(last, point)) {
            kept.push(*point);
        }
    }
    while let [first, .., last] = &kept[..]
        && is_near(first, last)
    {
        kept.pop();
    }
    kept
}
