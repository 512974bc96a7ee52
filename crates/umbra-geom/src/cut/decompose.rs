//! Decomposes an outline with holes into convex polygons.

use super::contours::Contours;
use super::mesh::Mesh;
use super::monotone::triangulate;
use crate::mass::signed_area;
use crate::shape::polygon_of;
use crate::{Error, Point, Polygon};

/// The fraction of the area that may be lost to slivers too thin to be polygons.
const AREA_TOLERANCE: f64 = 1e-5;

/// Convex polygons that together cover exactly the region inside of `outline` and outside of
/// `holes`.
///
/// Outline and holes may be clockwise or counter-clockwise; points that repeat, or lie on a
/// straight edge, are tolerated. No new points are made: every vertex of a piece is one of the
/// points given, so pieces meet without gaps or overlaps. The number of vertices of a piece is not
/// limited. Without holes there are at most 2 r + 1 pieces for r reflex corners, and at most four
/// times the least possible number; random outlines yield 1.5 times the lower bound of r / 2 + 1.
///
/// Slivers too thin to be a [`Polygon`] are left out, up to 1e-5 of the area.
///
/// The time is O(n log n): a sweep looks for crossings, a second one cuts the region into pieces
/// that a vertical line crosses once, those become triangles, and triangles are joined for as
/// long as they stay convex. See `docs/design/cutting.md`.
///
/// # Errors
/// When a coordinate is not finite or absurd, a ring has fewer than three points or lies on one
/// line, two edges cross or touch (naming both), a hole does not lie inside the outline, or lies
/// inside another hole, or the region is so thin that slivers are more than 1e-5 of it.
///
/// ```
/// use umbra_geom::{Error, Point, cut::decompose};
/// let corner = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// let pieces = decompose(&corner.map(Point::from), &[])?;
/// assert_eq!(pieces.len(), 2);
/// let area: f32 = pieces.iter().map(|piece| piece.area_properties().area).sum();
/// assert_eq!(area, 3.0);
///
/// let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
/// assert_eq!(
///     decompose(&bow_tie.map(Point::from), &[]),
///     Err(Error::SelfIntersecting { parameter: "outline", first: 0, second: 2 })
/// );
/// # Ok::<(), Error>(())
/// ```
pub fn decompose(outline: &[Point], holes: &[Vec<Point>]) -> Result<Vec<Polygon>, Error> {
    let contours = Contours::new(outline, holes)?;
    contours.check_simple()?;
    let contours = contours.oriented();
    let triangles = triangulate(&contours)?;
    let mut mesh = Mesh::new(&contours, &triangles);
    mesh.shorten_diagonals();
    mesh.merge_convex();
    let pieces: Vec<Polygon> =
        mesh.outlines().iter().filter_map(|outline| polygon_of(outline)).collect();
    let covered: f64 = pieces.iter().map(|piece| signed_area(piece.vertices())).sum();
    let area = contours.area();
    // An area below the rounding of its own sum comes out as anything: no piece is no answer.
    if pieces.is_empty() || (covered - area).abs() > AREA_TOLERANCE * area {
        return Err(Error::Collinear { parameter: "outline", count: outline.len() });
    }
    Ok(pieces)
}
