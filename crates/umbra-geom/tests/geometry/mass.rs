//! Area, centre and second moment against a quadrature that knows nothing of the formulas.

use std::f64::consts::PI;

use crate::common_outlines::{config, wide};
use proptest::prelude::*;
use umbra_geom::math::pose;
use umbra_geom::{AreaProperties, Capsule, Circle, ConvexCore, Point, Polygon, Segment, Shape};

/// Area, centre and polar second moment about the centre.
struct Integrals {
    area: f64,
    center: [f64; 2],
    second_moment: f64,
}

/// Integrates over a core grown by its disc, one horizontal line at a time.
///
/// On each line the shape is one interval. Its right end is the rightmost of all candidates: the
/// discs around the vertices, and the edges moved outwards. The interval's own integrals are
/// polynomials. Up the lines, the ends are smooth but for square roots where an arc begins, and
/// there the range is divided. Lines crowd towards the ends of a range as tanh(pi / 2 sinh t)
/// does (Takahasi and Mori, 1974), so that roots at an end or near it do no harm: the sum
/// converges faster than any power of the number of lines.
fn integrate(core: &ConvexCore<'_>, samples: usize) -> Integrals {
    let r = f64::from(core.radius);
    let n = core.vertices.len();
    // About a vertex: the integrals of a far-away shape would cancel.
    let origin = wide(core.vertices[0]);
    let vertices: Vec<[f64; 2]> =
        core.vertices.iter().map(|&v| [wide(v)[0] - origin[0], wide(v)[1] - origin[1]]).collect();
    // The edges, moved outwards by the radius.
    let edges: Vec<[[f64; 2]; 2]> = (0..if n > 1 { n } else { 0 })
        .map(|i| {
            let (p, q) = (vertices[i], vertices[(i + 1) % n]);
            let length = (q[0] - p[0]).hypot(q[1] - p[1]);
            let (x, y) = (r * (q[1] - p[1]) / length, r * (p[0] - q[0]) / length);
            [[p[0] + x, p[1] + y], [q[0] + x, q[1] + y]]
        })
        .collect();
    let mut breaks: Vec<f64> = vertices.iter().flat_map(|v| [v[1] - r, v[1], v[1] + r]).collect();
    breaks.extend(edges.iter().flatten().map(|p| p[1]));
    breaks.sort_by(f64::total_cmp);
    breaks.dedup();
    // The end of the interval at y, on the right (side 1) or the left (side -1), times the side.
    let end = |y: f64, side: f64| {
        let discs = vertices.iter().filter_map(|v| {
            let square = r * r - (y - v[1]) * (y - v[1]);
            (square >= 0.0).then(|| side * v[0] + square.sqrt())
        });
        let lines = edges.iter().filter_map(|[p, q]| {
            let t = (y - p[1]) / (q[1] - p[1]);
            (0.0..=1.0).contains(&t).then(|| side * (p[0] + t * (q[0] - p[0])))
        });
        discs.chain(lines).fold(f64::MIN, f64::max)
    };
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for range in breaks.windows(2) {
        let (a, height) = (range[0], range[1] - range[0]);
        for k in 0..samples {
            let t = 6.4 * ((k as f64 + 0.5) / samples as f64 - 0.5);
            let squeezed = (0.5 * PI * t.sinh()).tanh();
            let y = a + 0.5 * height * (1.0 + squeezed);
            let slope = 0.5 * PI * t.cosh() * (1.0 - squeezed * squeezed);
            let weight = 0.5 * height * slope * 6.4 / samples as f64;
            let (right, left) = (end(y, 1.0), -end(y, -1.0));
            let width = right - left;
            area += weight * width;
            first[0] += weight * 0.5 * (right * right - left * left);
            first[1] += weight * y * width;
            second += weight * ((right.powi(3) - left.powi(3)) / 3.0 + y * y * width);
        }
    }
    let center = [first[0] / area, first[1] / area];
    Integrals {
        area,
        center: [origin[0] + center[0], origin[1] + center[1]],
        second_moment: second - area * (center[0] * center[0] + center[1] * center[1]),
    }
}

/// Checks the formulas to 1e-6 of the shape's scale, and its centre to that or to the grid of
/// `f32` at the shape's position.
fn check(shape: &Shape, samples: usize) {
    let core = shape.core();
    let (found, wanted) = (shape.area_properties(), integrate(&core, samples));
    let size = f64::from(core.outer_radius + core.radius);
    let off = |found: f32, wanted: f64| (f64::from(found) - wanted).abs();
    assert!(off(found.area, wanted.area) < 1e-6 * wanted.area, "{found:?} of {shape:?}");
    for axis in 0..2 {
        let grid = wanted.center[axis].abs() * f64::from(f32::EPSILON);
        let center = off(found.center[axis], wanted.center[axis]);
        assert!(center < 1e-6 * size + grid, "centre is {center:e} off in {shape:?}");
    }
    assert!(
        off(found.second_moment, wanted.second_moment) < 1e-6 * wanted.second_moment,
        "{found:?} is not {} of {shape:?}",
        wanted.second_moment
    );
}

fn polygon() -> impl Strategy<Value = Polygon> {
    let cloud = prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 3..16);
    let scale = prop::sample::select(vec![1e-3_f32, 0.1, 1.0, 50.0, 1e4]);
    (cloud, scale, 0.02_f32..1.0).prop_filter_map("flat", |(cloud, scale, thin)| {
        Polygon::hull(cloud.iter().map(|&(x, y)| [scale * x, scale * thin * y])).ok()
    })
}

fn shape() -> impl Strategy<Value = Shape> {
    let radius = 1e-3_f32..10.0;
    let ends = ([-5.0_f32..5.0, -5.0_f32..5.0], [-5.0_f32..5.0, -5.0_f32..5.0]);
    prop_oneof![
        radius.clone().prop_map(|r| Circle::new(r).unwrap().into()),
        (ends, radius.clone()).prop_filter_map("no capsule", |((a, b), r)| {
            Some(Capsule::new(a, b, r).ok()?.into())
        }),
        polygon().prop_map(Shape::from),
        (polygon(), 0.01_f32..3.0).prop_map(|(polygon, share)| {
            let radius = share * polygon.core().outer_radius;
            polygon.grown(radius.max(1e-6)).unwrap().into()
        }),
        (polygon(), 0.05_f32..0.95).prop_filter_map("no core left", |(polygon, share)| {
            let radius = share * polygon.core().inner_radius;
            Some(polygon.rounded(radius).ok()?.into())
        }),
        (0.1_f32..3.0, 0.1_f32..3.0, 0.01_f32..0.09).prop_map(|(x, y, r)| Polygon::rounded_cuboid(
            x, y, r
        )
        .unwrap()
        .into()),
    ]
}

#[test]
fn a_million_samples_agree() {
    // Twelve to thirty ranges of 50,000 lines each.
    let hexagon = Polygon::regular(6, 1.5).unwrap();
    for shape in [
        Shape::from(Circle::new(0.7).unwrap()),
        Capsule::new([-1.0, 0.5], [2.0, 1.0], 0.4).unwrap().into(),
        hexagon.clone().into(),
        hexagon.clone().grown(0.3).unwrap().into(),
        hexagon.rounded(0.3).unwrap().into(),
        Polygon::new([[0.0, 0.0], [3.0, 0.1], [0.4, 1.0]]).unwrap().grown(0.25).unwrap().into(),
    ] {
        check(&shape, 50_000);
    }
}

#[test]
fn textbook_shapes() {
    let close = |found: AreaProperties, area: f64, center: [f64; 2], second: f64| {
        assert!((f64::from(found.area) - area).abs() < 1e-6 * area, "{found:?}, not {area}");
        assert!((f64::from(found.center.x) - center[0]).abs() < 1e-6, "{found:?}");
        assert!((f64::from(found.center.y) - center[1]).abs() < 1e-6, "{found:?}");
        let off = (f64::from(found.second_moment) - second).abs();
        assert!(off < 1e-6 * second, "{found:?}, not {second}");
    };
    close(Circle::new(2.0).unwrap().area_properties(), 4.0 * PI, [0.0, 0.0], 8.0 * PI);
    close(Polygon::cuboid(2.0, 1.0).unwrap().area_properties(), 8.0, [0.0, 0.0], 40.0 / 3.0);
    let triangle = Polygon::new([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]]).unwrap();
    close(triangle.area_properties(), 4.5, [1.0, 1.0], 4.5);
    // A capsule of straight length 4 and radius 1: a box, and two half-discs whose own centres
    // are 4 / (3 pi) outside of the ends.
    let (half_disc, out) = (PI / 2.0, 4.0 / (3.0 * PI));
    let about_own_center = PI / 4.0 - half_disc * out * out;
    let second = 8.0 * (16.0 + 4.0) / 12.0
        + 2.0 * (about_own_center + half_disc * (2.0 + out) * (2.0 + out));
    let capsule = Capsule::new([-2.0, 0.0], [2.0, 0.0], 1.0).unwrap();
    close(capsule.area_properties(), 8.0 + PI, [0.0, 0.0], second);
    // Rounding the corners of a box takes (4 - pi) r² off its area.
    let round = Polygon::rounded_cuboid(2.0, 1.0, 0.5).unwrap().area_properties();
    assert!((f64::from(round.area) - (8.0 - (4.0 - PI) * 0.25)).abs() < 1e-6);
    // And growing it adds the perimeter times r, and a disc.
    let grown = Polygon::cuboid(2.0, 1.0).unwrap().grown(0.5).unwrap().area_properties();
    assert!((f64::from(grown.area) - (8.0 + 12.0 * 0.5 + PI * 0.25)).abs() < 1e-5);
}

#[test]
fn segments_weigh_nothing() {
    let found = Segment::new([1.0, 0.0], [3.0, 2.0]).unwrap().area_properties();
    assert_eq!(
        found,
        AreaProperties { area: 0.0, center: Point::new(2.0, 1.0), second_moment: 0.0 }
    );
}

#[test]
fn pieces_weigh_what_the_whole_does() {
    // The parts of a decomposition have the mass of the whole: an L of three unit squares.
    let corner = [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]].map(Point::from);
    let pieces = umbra_geom::cut::decompose(&corner, &[]).unwrap();
    let parts: Vec<AreaProperties> = pieces.iter().map(Polygon::area_properties).collect();
    let area: f32 = parts.iter().map(|p| p.area).sum();
    let x = parts.iter().map(|p| p.area * p.center.x).sum::<f32>() / area;
    assert!((area - 3.0).abs() < 1e-6 && (x - 5.0 / 6.0).abs() < 1e-6);
    let about_center = |p: &AreaProperties| {
        let (dx, dy) = (p.center.x - x, p.center.y - x);
        p.second_moment + p.area * (dx * dx + dy * dy)
    };
    // Each square has 1/6 about its own middle; the middles are 1/3 + 1/3 and twice 1/2 off.
    let second: f32 = parts.iter().map(about_center).sum();
    let squares = [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5]];
    let wanted: f32 = squares
        .iter()
        .map(|[a, b]| {
            1.0 / 6.0 + (a - 5.0 / 6.0) * (a - 5.0 / 6.0) + (b - 5.0 / 6.0) * (b - 5.0 / 6.0)
        })
        .sum();
    assert!((second - wanted).abs() < 1e-5, "{second} {wanted}");
}

proptest! {
    #![proptest_config(config(0x3A55, 1))]

    #[test]
    fn the_quadrature_agrees(shape in shape()) {
        check(&shape, 64);
    }

    #[test]
    fn moving_and_turning_change_nothing_but_the_centre(
        polygon in polygon(),
        share in 0.0_f32..1.0,
        angle in -3.2_f32..3.2,
        at in [-100.0_f32..100.0, -100.0_f32..100.0],
    ) {
        let radius = share * polygon.core().outer_radius;
        let polygon = polygon.grown(radius.max(1e-6)).unwrap();
        let pose = pose(at, angle);
        let Ok(moved) = polygon.transformed(&pose) else { return Ok(()) };
        let (before, after) = (polygon.area_properties(), moved.area_properties());
        // The vertices of the moved polygon are rounded to the grid of f32 out there: 200 of
        // them, times the boundary, which is at most 7 radii, for the area.
        let size = f64::from(polygon.core().outer_radius + polygon.radius());
        let grid = (200.0 + 2.0 * size) * f64::from(f32::EPSILON);
        let off = |a: f32, b: f32| f64::from(a) - f64::from(b);
        prop_assert!(off(before.area, after.area).abs() < 7.0 * size * grid + 1e-6 * size * size);
        let second = off(before.second_moment, after.second_moment).abs();
        prop_assert!(second < 20.0 * size.powi(3) * grid + 1e-6 * size.powi(4), "{second:e}");
        let center = (pose * before.center - after.center).norm();
        // A thin polygon's centre moves with its vertices by at most as much, plus once more.
        prop_assert!(f64::from(center) < 4.0 * grid + 1e-6 * size, "{center:e} of {size:e}");
    }

    #[test]
    fn far_away_nothing_is_lost(
        polygon in polygon(),
        share in 0.0_f32..1.0,
        away in prop::sample::select(vec![1e4_f32, 1e6, 1e7]),
    ) {
        // Whatever the vertices are once they are rounded out there, the formulas are exact.
        let moved = polygon.vertices().iter().map(|v| Point::new(v.x + away, v.y - away));
        let Ok(moved) = Polygon::hull(moved) else { return Ok(()) };
        let radius = share * moved.core().outer_radius;
        if let Ok(round) = moved.grown(radius) {
            check(&round.into(), 64);
        }
    }
}
