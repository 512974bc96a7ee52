//! Outlines to cut: of games, random ones, and ones made to break things; and slow, obvious
//! oracles for them.
#![allow(dead_code, unreachable_pub, reason = "each test crate uses some of the outlines")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra_geom::Point;

/// Fixed seed; `UMBRA_CASES` sets the number of cases.
pub fn config(seed: u64, share: u32) -> ProptestConfig {
    let cases = std::env::var("UMBRA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    ProptestConfig {
        cases: (cases / share).max(1),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..Default::default()
    }
}

pub fn points(list: &[[f32; 2]]) -> Vec<Point> {
    list.iter().map(|&p| p.into()).collect()
}

/// The ring of points at the given distances around `center`, evenly spread in angle.
pub fn star(center: [f32; 2], radii: &[f32]) -> Vec<Point> {
    let n = radii.len() as f64;
    let corner = |(i, r): (usize, &f32)| {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / n).sin_cos();
        Point::new(center[0] + r * cos as f32, center[1] + r * sin as f32)
    };
    radii.iter().enumerate().map(corner).collect()
}

pub fn circle(center: [f32; 2], radius: f32, n: usize) -> Vec<Point> {
    star(center, &vec![radius; n])
}

/// A gear with `teeth` teeth and a bore in the middle.
pub fn gear(teeth: usize) -> (Vec<Point>, Vec<Vec<Point>>) {
    let radii: Vec<f32> = (0..4 * teeth).map(|i| if i % 4 < 2 { 5.0 } else { 4.0 }).collect();
    (star([0.0, 0.0], &radii), vec![circle([0.0, 0.0], 1.5, 24)])
}

/// A band wound around itself `turns` times, `n` points to the turn on either side.
pub fn spiral(turns: usize, n: usize) -> Vec<Point> {
    let at = |i: usize, off: f32| {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / n as f64).sin_cos();
        let r = 1.0 + i as f32 / n as f32 + off;
        Point::new(r * cos as f32, r * sin as f32)
    };
    let outer = (0..=turns * n).map(|i| at(i, 0.5));
    outer.chain((0..=turns * n).rev().map(|i| at(i, 0.0))).collect()
}

/// A comb with `teeth` teeth: every other edge is as long as the comb is high.
pub fn comb(teeth: usize) -> Vec<Point> {
    let mut ring = vec![Point::new(2.0 * teeth as f32 - 1.0, -1.0), Point::new(0.0, -1.0)];
    ring.reverse();
    for i in (0..teeth).rev() {
        let x = 2.0 * i as f32;
        ring.extend(points(&[[x + 1.0, 0.0], [x + 1.0, 100.0], [x, 100.0], [x, 0.0]]));
    }
    ring.push(Point::new(0.0, -0.5));
    ring
}

/// An outline around the origin with random bumps, and holes with bumps.
pub fn bumpy() -> impl Strategy<Value = (Vec<Point>, Vec<Vec<Point>>)> {
    let outline = prop::collection::vec(4.0_f32..8.0, 3..40);
    let hole = (prop::collection::vec(0.1_f32..0.95, 3..12), 0_usize..5, any::<bool>());
    (outline, prop::collection::vec(hole, 0..4), any::<bool>()).prop_map(
        |(radii, holes, reversed)| {
            let mut outline = star([0.0, 0.0], &radii);
            if reversed {
                outline.reverse();
            }
            // Five places that are apart from one another, and within the narrowest triangle.
            let places = [[0.0, 0.0], [0.6, 0.0], [0.0, 0.6], [-0.6, 0.0], [0.0, -0.6]];
            let mut taken = [false; 5];
            let mut rings = Vec::new();
            for (radii, place, reversed) in holes {
                if !std::mem::replace(&mut taken[place], true) {
                    let small: Vec<f32> = radii.iter().map(|r| 0.3 * r).collect();
                    let mut ring = star(places[place], &small);
                    if reversed {
                        ring.reverse();
                    }
                    rings.push(ring);
                }
            }
            (outline, rings)
        },
    )
}

/// A skyline over small whole numbers: right angles, straight runs, repeated points.
pub fn skyline() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(1_u8..5, 1..20).prop_map(|heights| {
        let mut ring = vec![Point::new(0.0, 0.0), Point::new(heights.len() as f32, 0.0)];
        for (i, &h) in heights.iter().enumerate().rev() {
            let (x, y) = (i as f32, f32::from(h));
            ring.extend([Point::new(x + 1.0, y), Point::new(x, y)]);
        }
        ring
    })
}

/// Rings of few points on a coarse grid: mostly crossing, touching, doubling back.
pub fn scribble() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((0_i8..6, 0_i8..6), 3..9)
        .prop_map(|ring| ring.iter().map(|&(x, y)| Point::new(x.into(), y.into())).collect())
}

/// A ring through random points, untangled until no two edges cross.
pub fn untangled(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), count).prop_filter_map(
        "still crosses itself",
        |raw| {
            let mut ring: Vec<Point> = raw.iter().map(|&(x, y)| Point::new(x, y)).collect();
            let n = ring.len();
            for _ in 0..20 * n {
                let pair = (0..n)
                    .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
                    .find(|&(i, j)| edges_meet(&ring, i, j));
                let Some((i, j)) = pair else { return Some(ring) };
                ring[i + 1..=j].reverse();
            }
            None
        },
    )
}

pub fn wide(p: Point) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

pub fn cross(a: Point, b: Point, c: Point) -> f64 {
    let (a, b, c) = (wide(a), wide(b), wide(c));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The signed area by the shoelace formula.
pub fn area(ring: &[Point]) -> f64 {
    let n = ring.len();
    0.5 * (0..n).map(|i| cross(ring[0], ring[i], ring[(i + 1) % n])).sum::<f64>()
}

/// True if edges `i` and `j` of a ring share more than a common vertex. Exact on whole numbers.
pub fn edges_meet(ring: &[Point], i: usize, j: usize) -> bool {
    let n = ring.len();
    let (a, b, c, d) = (ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]);
    let dot = |p: Point, q: Point, r: Point| {
        let (p, q, r) = (wide(p), wide(q), wide(r));
        (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1])
    };
    // Neighbours share a vertex; they may not fold onto one another.
    if j == (i + 1) % n {
        return cross(a, b, d) == 0.0 && dot(b, a, d) > 0.0;
    }
    if i == (j + 1) % n {
        return cross(c, d, b) == 0.0 && dot(d, c, b) > 0.0;
    }
    segments_meet(a, b, c, d)
}

pub fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p, q, r| cross(p, q, r).partial_cmp(&0.0).unwrap() as i32;
    let on = |p: Point, q: Point, r: Point| {
        side(p, q, r) == 0
            && r.x >= p.x.min(q.x)
            && r.x <= p.x.max(q.x)
            && r.y >= p.y.min(q.y)
            && r.y <= p.y.max(q.y)
    };
    (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
        || on(a, b, c)
        || on(a, b, d)
        || on(c, d, a)
        || on(c, d, b)
}

/// True if a point is inside of a ring, by counting the edges to its right.
pub fn is_inside(ring: &[Point], p: [f64; 2]) -> bool {
    let n = ring.len();
    let crosses = |i: usize| {
        let (a, b) = (wide(ring[i]), wide(ring[(i + 1) % n]));
        (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1])
    };
    (0..n).filter(|&i| crosses(i)).count() % 2 == 1
}

/// The greatest separation of two convex rings along their edges' normals: negative when they
/// overlap.
pub fn separation(a: &[Point], b: &[Point]) -> f64 {
    let along_edges = |a: &[Point], b: &[Point]| {
        (0..a.len())
            .map(|i| {
                let (p, q) = (a[i], a[(i + 1) % a.len()]);
                let (x, y) = (wide(q)[0] - wide(p)[0], wide(q)[1] - wide(p)[1]);
                let length = x.hypot(y);
                b.iter().map(|&r| -cross(p, q, r) / length).fold(f64::MAX, f64::min)
            })
            .fold(f64::MIN, f64::max)
    };
    along_edges(a, b).max(along_edges(b, a))
}
