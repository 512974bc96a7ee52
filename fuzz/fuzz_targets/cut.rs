//! Raw bytes to the functions that cut polygons: areas add up, and nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use umbra_fuzz::Bytes;
use umbra_geom::cut::{clip_to_half_plane, convex_hull, decompose, shatter, split};
use umbra_geom::{Point, Polygon};

fn area(ring: &[Point]) -> f64 {
    let wide = |p: Point| [f64::from(p.x), f64::from(p.y)];
    let [x, y] = wide(ring[0]);
    let corner = |i: usize| {
        let p = wide(ring[i % ring.len()]);
        [p[0] - x, p[1] - y]
    };
    let doubled = (0..ring.len()).map(|i| {
        let (p, q) = (corner(i), corner(i + 1));
        p[0] * q[1] - p[1] * q[0]
    });
    0.5 * doubled.sum::<f64>()
}

fn sum_of(pieces: &[Polygon]) -> f64 {
    pieces.iter().map(|piece| area(piece.vertices())).sum()
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    while !bytes.is_empty() {
        match bytes.byte() % 4 {
            0 => {
                let points = bytes.points(64);
                let hull = convex_hull(&points);
                assert!(hull.len() <= points.len());
                clip_to_half_plane(&hull, bytes.vector(), bytes.number());
            }
            1 => {
                let outline = bytes.points(48);
                let holes: Vec<Vec<Point>> =
                    (0..bytes.byte() % 4).map(|_| bytes.points(8)).collect();
                if let Ok(pieces) = decompose(&outline, &holes) {
                    let whole = area(&outline).abs()
                        - holes.iter().map(|hole| area(hole).abs()).sum::<f64>();
                    let sum = sum_of(&pieces);
                    // The shoelace formula rounds: in the last bits of the whole extent.
                    let size = |p: &Point| f64::from(p.x.abs().max(p.y.abs()));
                    let extent = outline.iter().map(size).fold(0.0, f64::max);
                    let off = (sum - whole).abs();
                    assert!(off <= 1e-5 * whole + 1e-12 * extent * extent, "{sum} of {whole}");
                }
            }
            2 => {
                let Ok(polygon) = Polygon::hull(bytes.points(12)) else { continue };
                if let Ok(halves) = split(&polygon, bytes.point(), bytes.vector()) {
                    let pieces: Vec<Polygon> =
                        halves.behind.into_iter().chain(halves.ahead).collect();
                    assert!(sum_of(&pieces) <= lenient(&polygon), "{polygon:?} {pieces:?}");
                }
            }
            _ => {
                let Ok(polygon) = Polygon::hull(bytes.points(12)) else { continue };
                let Ok(polygon) = polygon.grown(bytes.byte().into()) else { continue };
                let seeds = bytes.points(24);
                if let Ok(pieces) = shatter(&polygon, &seeds) {
                    assert!(pieces.len() <= seeds.len());
                    assert!(sum_of(&pieces) <= lenient(&polygon), "{polygon:?} {pieces:?}");
                }
            }
        }
    }
});

/// The area of a polygon, and what rounding new points to the grid of `f32` may add all around.
fn lenient(polygon: &Polygon) -> f64 {
    let size = |p: &Point| f64::from(p.x.abs().max(p.y.abs()));
    let farthest = polygon.vertices().iter().map(size).fold(0.0, f64::max);
    let reach = f64::from(polygon.core().outer_radius);
    area(polygon.vertices()) + 100.0 * reach * farthest * f64::from(f32::EPSILON)
}
