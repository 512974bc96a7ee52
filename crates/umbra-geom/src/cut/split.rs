//! Cutting convex outlines along a line.

use crate::shape::polygon_of_wide;
use crate::{Error, Point, Polygon, Real, Vector, check};

/// The two sides of a cut; `None` where nothing, or only a sliver, is left.
///
/// ```
/// use umbra_geom::{Polygon, cut};
/// let cake = Polygon::cuboid(1.0, 1.0)?;
/// let past_it = cut::split(&cake, [5.0, 0.0], [1.0, 0.0])?;
/// assert_eq!((past_it.behind, past_it.ahead), (Some(cake), None));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Halves {
    /// The part on the side that the normal points away from.
    pub behind: Option<Polygon>,
    /// The part on the side that the normal points to.
    pub ahead: Option<Polygon>,
}

/// Cuts a polygon along the line through `point` at right angles to `normal`, which may have any
/// length.
///
/// Both halves get the same points along the cut, so their areas add up to that of the polygon;
/// only a half too thin to be a polygon (a width below a millionth of its length) is dropped. A
/// line that misses leaves the polygon whole, on its side.
///
/// A rounded polygon is cut into rounded ones: the cores are cut one radius away from the line,
/// so that the new faces lie on the line and the new corners have the same radius as the old. The
/// area that the new roundings remove is lost, and so is a half whose core vanishes: one that
/// extends less than two radii from the cut.
///
/// # Errors
/// When a number is not finite or absurd, or `normal` is zero.
///
/// ```
/// use umbra_geom::{Polygon, cut::split};
/// let halves = split(&Polygon::cuboid(2.0, 1.0)?, [1.0, 0.0], [1.0, 0.0])?;
/// assert_eq!(halves.behind.unwrap().area_properties().area, 6.0);
/// assert_eq!(halves.ahead.unwrap().area_properties().area, 2.0);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn split(
    polygon: &Polygon,
    point: impl Into<Point>,
    normal: impl Into<Vector>,
) -> Result<Halves, Error> {
    let point = wide(&check::point("point", point.into())?);
    let normal = check::vector("normal", normal.into())?;
    let (x, y) = (f64::from(normal.x), f64::from(normal.y));
    let length = libm::sqrt(x * x + y * y);
    if length <= 0.0 {
        return Err(Error::NotPositive { parameter: "normal", value: 0.0 });
    }
    let normal = [x / length, y / length];
    let offset = normal[0] * point[0] + normal[1] * point[1];
    let half = |sign: f64| {
        let (normal, offset) = ([sign * normal[0], sign * normal[1]], sign * offset);
        cut_back(polygon, |outline, radius| clip(outline, normal, offset - radius))
    };
    Ok(Halves { behind: half(1.0), ahead: half(-1.0) })
}

/// The part of a polygon behind a cut: the cut is made through the core, a radius away from the
/// new surface, and the rounding is added again.
pub(super) fn cut_back(
    polygon: &Polygon,
    cut: impl Fn(&[[f64; 2]], f64) -> Vec<[f64; 2]>,
) -> Option<Polygon> {
    let outline: Vec<[f64; 2]> = polygon.vertices().iter().map(wide).collect();
    let left = cut(&outline, f64::from(polygon.radius()));
    if left == outline {
        return Some(polygon.clone());
    }
    polygon_of_wide(&left)?.grown(polygon.radius()).ok()
}

/// The part of a convex outline where `dot(normal, p) <= offset`, counter-clockwise like the
/// input; empty when all of it lies beyond.
///
/// Computed in `f64` and rounded once, so the outline may be concave by the last bit of its
/// coordinates.
pub fn clip_to_half_plane(outline: &[Point], normal: Vector, offset: Real) -> Vec<Point> {
    let outline: Vec<[f64; 2]> = outline.iter().map(wide).collect();
    let normal = [f64::from(normal.x), f64::from(normal.y)];
    let kept = clip(&outline, normal, f64::from(offset));
    kept.iter().map(|p| Point::new(p[0] as Real, p[1] as Real)).collect()
}

/// [`clip_to_half_plane`] without rounding.
pub(super) fn clip(outline: &[[f64; 2]], normal: [f64; 2], offset: f64) -> Vec<[f64; 2]> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    clip_into(outline, normal, offset, &mut kept);
    kept
}

/// [`clip`] into existing memory.
pub(super) fn clip_into(
    outline: &[[f64; 2]],
    normal: [f64; 2],
    offset: f64,
    kept: &mut Vec<[f64; 2]>,
) {
    kept.clear();
    let beyond = |p: &[f64; 2]| normal[0] * p[0] + normal[1] * p[1] - offset;
    let next = outline.iter().skip(1).chain(outline.first());
    for (p, q) in outline.iter().zip(next) {
        let (from, to) = (beyond(p), beyond(q));
        if from <= 0.0 {
            kept.push(*p);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            // The same bits for either side of the line: both signs flip, the quotient does not.
            let t = from / (from - to);
            kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
        }
    }
}

/// The point in `f64`.
pub(super) fn wide(p: &Point) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}
