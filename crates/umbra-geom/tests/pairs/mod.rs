//! Random pairs of shapes, and the slow, obvious answers in `f64` that contacts are held against.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use umbra_geom::{Capsule, Circle, Manifold, Polygon, Pose, Segment, Shape, math::pose};

/// The configuration of every property test here: a fixed seed, and as many cases as asked for.
pub fn config() -> Config {
    let cases = std::env::var("UMBRA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(4000);
    Config {
        cases,
        rng_seed: RngSeed::Fixed(2026),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    }
}

/// A size between a twentieth and five units, small ones as likely as large ones.
pub fn size() -> impl Strategy<Value = f32> {
    (-3.0_f32..1.6).prop_map(f32::exp)
}

/// A convex polygon, sharp.
pub fn polygon() -> impl Strategy<Value = Polygon> {
    let cloud = (proptest::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 3..14), size(), size());
    cloud.prop_filter_map("points on a line", |(points, w, h)| {
        Polygon::hull(points.into_iter().map(|(x, y)| [x * w, y * h])).ok()
    })
}

/// A box around the origin, sharp or rounded.
pub fn cuboid() -> impl Strategy<Value = Shape> {
    let radius = prop_oneof![Just(0.0_f32), size()];
    (size(), size(), radius)
        .prop_map(|(x, y, r)| Polygon::cuboid(x, y).unwrap().grown(r).unwrap().into())
}

/// Any solid or segment.
pub fn shape() -> impl Strategy<Value = Shape> {
    let ends = || (-1.0_f32..1.0, -1.0_f32..1.0, size());
    prop_oneof![
        size().prop_map(|r| Circle::new(r).unwrap().into()),
        (ends(), size()).prop_filter_map("too short", |((x, y, s), r)| {
            Some(Capsule::new([-x * s, -y * s], [x * s, y * s], r).ok()?.into())
        }),
        ends().prop_filter_map("too short", |(x, y, s)| {
            Some(Segment::new([-x * s, -y * s], [x * s, y * s]).ok()?.into())
        }),
        (size(), size()).prop_map(|(x, y)| Polygon::cuboid(x, y).unwrap().into()),
        (size(), size(), size()).prop_map(|(x, y, r)| Polygon::cuboid(x, y)
            .unwrap()
            .grown(r)
            .unwrap()
            .into()),
        polygon().prop_map(Shape::from),
        (polygon(), size()).prop_map(|(p, r)| p.grown(r).unwrap().into()),
        (3_usize..12, size()).prop_map(|(n, r)| Polygon::regular(n, r).unwrap().into()),
    ]
}

/// Two of any shapes, the second so placed that about half of all pairs touch.
pub fn pair() -> impl Strategy<Value = (Shape, Pose, Shape, Pose)> {
    pair_of(shape)
}

/// Two shapes of a kind, the second so placed that about half of all pairs touch.
pub fn pair_of<S: Strategy<Value = Shape>>(
    shape: impl Fn() -> S,
) -> impl Strategy<Value = (Shape, Pose, Shape, Pose)> {
    // Any angle, and often a quarter turn, where edges are parallel.
    let turn = || {
        prop_oneof![
            2 => -3.2_f32..3.2,
            1 => (0_i8..4).prop_map(|q| f32::from(q) * std::f32::consts::FRAC_PI_2),
        ]
    };
    (shape(), shape(), (turn(), turn()), -3.2_f32..3.2, 0.0_f32..1.3, -5.0_f32..5.0, -5.0_f32..5.0)
        .prop_map(|(a, b, (turn_a, turn_b), way, near, x, y)| {
            let reach = near * (a.core().reach_from_origin() + b.core().reach_from_origin());
            let (sin, cos) = way.sin_cos();
            let (pose_a, pose_b) =
                (pose([x, y], turn_a), pose([x + reach * cos, y + reach * sin], turn_b));
            (a, pose_a, b, pose_b)
        })
}

/// The bits of a manifold, so that `==` means equal to the last bit.
pub fn bits(m: &Manifold) -> Vec<u32> {
    let mut bits = vec![m.normal.x.to_bits(), m.normal.y.to_bits()];
    for p in m.points() {
        bits.extend([p.anchor_a, p.anchor_b].iter().flat_map(|v| [v.x.to_bits(), v.y.to_bits()]));
        bits.extend([p.separation.to_bits(), p.id.to_bits()]);
    }
    bits
}

/// A shape in the world: the vertices of its core and its radius, in `f64`.
#[derive(Clone, Debug)]
pub struct Solid {
    pub vertices: Vec<[f64; 2]>,
    pub radius: f64,
}

pub fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn norm(a: [f64; 2]) -> f64 {
    dot(a, a).sqrt()
}

impl Solid {
    pub fn new(shape: &Shape, pose: &Pose) -> Self {
        let (c, s) = (f64::from(pose.rotation.re), f64::from(pose.rotation.im));
        let (x, y) = (f64::from(pose.translation.x), f64::from(pose.translation.y));
        let core = shape.core();
        let place = |v: &umbra_geom::Point| {
            let (vx, vy) = (f64::from(v.x), f64::from(v.y));
            [x + c * vx - s * vy, y + s * vx + c * vy]
        };
        Self { vertices: core.vertices.iter().map(place).collect(), radius: f64::from(core.radius) }
    }

    fn edges(&self) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
        let n = self.vertices.len();
        (0..n).map(move |i| (self.vertices[i], self.vertices[(i + 1) % n]))
    }

    /// The outward unit normals of the core's edges.
    pub fn normals(&self) -> Vec<[f64; 2]> {
        if self.vertices.len() == 1 {
            return vec![];
        }
        self.edges()
            .map(|(p, q)| {
                let d = sub(q, p);
                [d[1] / norm(d), -d[0] / norm(d)]
            })
            .collect()
    }

    /// Least and greatest extent of the core along `axis`.
    pub fn interval(&self, axis: [f64; 2]) -> (f64, f64) {
        let along = self.vertices.iter().map(|v| dot(*v, axis));
        (along.clone().fold(f64::MAX, f64::min), along.fold(f64::MIN, f64::max))
    }

    /// The distance of `p` from the core; zero inside.
    pub fn core_distance(&self, p: [f64; 2]) -> f64 {
        let edge_distance = |(a, b): ([f64; 2], [f64; 2])| {
            let d = sub(b, a);
            let t =
                if dot(d, d) > 0.0 { (dot(sub(p, a), d) / dot(d, d)).clamp(0.0, 1.0) } else { 0.0 };
            norm(sub(p, [a[0] + t * d[0], a[1] + t * d[1]]))
        };
        let inside = self.vertices.len() > 2
            && self.edges().all(|(a, b)| {
                let (d, e) = (sub(b, a), sub(p, a));
                d[0] * e[1] - d[1] * e[0] >= 0.0
            });
        if inside { 0.0 } else { self.edges().map(edge_distance).fold(f64::MAX, f64::min) }
    }
}

/// The true separation of two solids: the distance of the cores when they are apart, else the
/// least overlap over all face normals; less both radii.
pub fn separation(a: &Solid, b: &Solid) -> f64 {
    let over_faces = a
        .normals()
        .into_iter()
        .map(|n| b.interval(n).0 - a.interval(n).1)
        .chain(b.normals().into_iter().map(|n| a.interval(n).0 - b.interval(n).1))
        .fold(f64::MIN, f64::max);
    let apart = a.vertices.iter().map(|v| b.core_distance(*v));
    let apart =
        apart.chain(b.vertices.iter().map(|v| a.core_distance(*v))).fold(f64::MAX, f64::min);
    let cores = if over_faces > 0.0 || over_faces == f64::MIN { apart } else { over_faces };
    cores - a.radius - b.radius
}
