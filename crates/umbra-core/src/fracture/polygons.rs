//! Shapes as polygons, and what holes leave of them.

use umbra_geom::math::cross;
use umbra_geom::{Point, Polygon, Pose, Real, Shape, Vector, cut, math, query};

use crate::Error;

/// Number of corners of the polygon that replaces a disc. If rounded polygons were cut instead,
/// pieces would be round at the cut, too, and lose the area of the corners.
const CORNERS: u32 = 32;

/// Subtracts convex polygons from a polygon; `None` if they do not overlap it.
pub(super) fn without(
    polygon: &Polygon,
    holes: &[&Polygon],
) -> Result<Option<Vec<Polygon>>, Error> {
    let mut left = vec![polygon.clone()];
    let mut misses = true;
    for hole in holes {
        let mut next = Vec::new();
        for part in left {
            match without_one(&part, hole)? {
                None => next.push(part),
                Some(rest) => {
                    misses = false;
                    next.extend(rest);
                }
            }
        }
        left = next;
    }
    Ok((!misses).then_some(left))
}

/// Subtracts a convex polygon from a polygon; `None` if they do not overlap.
fn without_one(part: &Polygon, hole: &Polygon) -> Result<Option<Vec<Polygon>>, Error> {
    let place = Pose::identity();
    let (a, b) = (Shape::from(part.clone()), Shape::from(hole.clone()));
    if !query::overlaps(&a, &place, &b, &place) {
        return Ok(None);
    }
    let mut rest = Vec::new();
    let mut inside = part.clone();
    for (vertex, normal) in lines_around(part, hole) {
        let halves = cut::split(&inside, vertex, normal)?;
        let Some(behind) = halves.behind else { return Ok(None) };
        rest.extend(halves.ahead);
        inside = behind;
    }
    Ok(Some(rest))
}

/// The lines to cut a hole out along: at each end of it straight across the part first, if that
/// goes on for long, so that what lies beside the hole is not cut by slanting lines and cut again
/// for the next hole; then its edges.
fn lines_around(part: &Polygon, hole: &Polygon) -> Vec<(Point, Vector)> {
    let [around, of_hole] = [part, hole].map(|it| it.aabb(&Pose::identity()));
    let half = around.half_extents();
    let axis = usize::from(half.y > half.x);
    let mut across = Vector::zeros();
    across[axis] = 1.0;
    let size = of_hole.max[axis] - of_hole.min[axis];
    let before = (of_hole.min[axis] - around.min[axis] > size).then_some((of_hole.min, -across));
    let behind = (around.max[axis] - of_hole.max[axis] > size).then_some((of_hole.max, across));
    let edges = hole.vertices().iter().copied().zip(hole.normals().iter().copied());
    before.into_iter().chain(behind).chain(edges).collect()
}

/// A shape that has an area, as a polygon of the same area in the frame of its body.
pub(super) fn polygon_of(shape: &Shape, offset: &Pose) -> Result<Polygon, Error> {
    if let Shape::Polygon(polygon) = shape
        && polygon.radius() == 0.0
    {
        return Ok(polygon.transformed(offset)?);
    }
    let core = shape.core();
    let ends: Vec<_> = core.vertices.iter().map(|at| offset * at).collect();
    if core.radius == 0.0 {
        return Ok(Polygon::hull(ends)?);
    }
    round(&ends, core.radius, shape.area_properties().area)
}

/// The polygon of an area around discs at these ends.
fn round(ends: &[Point], radius: Real, area: Real) -> Result<Polygon, Error> {
    let turn = math::rotation(core::f32::consts::TAU / CORNERS as Real);
    let around = |radius: Real| {
        let (mut arm, mut corners) = (Vector::new(radius, 0.0), Vec::new());
        for _ in 0..CORNERS {
            corners.extend(ends.iter().map(|end| end + arm));
            arm = turn * arm;
        }
        Polygon::hull(corners)
    };
    // A regular polygon of the area of a disc, which is a little too large around several ends.
    let wedge = 0.5 * cross(Vector::x(), turn * Vector::x());
    let of_discs = radius * (core::f32::consts::PI / (CORNERS as Real * wedge)).sqrt();
    let first = around(of_discs)?;
    if ends.len() == 1 {
        return Ok(first);
    }
    // The area is `square * r * r + straight * r + inner`.
    let next = ends.iter().skip(1).chain(ends.first());
    let twice: Real = ends.iter().zip(next).map(|(a, b)| cross(a.coords, b.coords)).sum();
    let (square, inner) = (CORNERS as Real * wedge, 0.5 * twice.abs());
    let straight = (first.area_properties().area - inner) / of_discs - square * of_discs;
    let wanted = area - inner;
    let root = (straight * straight + 4.0 * square * wanted).sqrt();
    Ok(around(2.0 * wanted / (straight + root))?)
}
