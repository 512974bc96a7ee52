//! Slow oracles of all queries: in f64, by trying every feature.

use umbra_geom::{Pose, Shape};

pub type V = nalgebra::Vector2<f64>;
use umbra_geom::nalgebra;

/// A shape in the world: the vertices of its core, and its radius.
#[derive(Clone, Debug)]
pub struct Solid {
    pub vertices: Vec<V>,
    pub radius: f64,
}

pub fn cross(a: V, b: V) -> f64 {
    a.x * b.y - a.y * b.x
}

impl Solid {
    pub fn new(shape: &Shape, pose: &Pose) -> Self {
        let place = pose.translation.vector.cast::<f64>();
        Self::turned(shape, [pose.rotation.re.into(), pose.rotation.im.into()], V::zeros(), place)
    }

    /// The shape rotated around its own point `pivot`, which moves to `place`.
    pub fn turned(shape: &Shape, [cos, sin]: [f64; 2], pivot: V, place: V) -> Self {
        let core = shape.core();
        let turn = |v: V| V::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
        let vertices =
            core.vertices.iter().map(|v| turn(v.coords.cast::<f64>() - pivot) + place).collect();
        Self { vertices, radius: core.radius.into() }
    }

    pub fn moved(&self, by: V) -> Self {
        Self { vertices: self.vertices.iter().map(|v| v + by).collect(), radius: self.radius }
    }

    /// The edges, there and back for a segment; none for a point.
    pub fn edges(&self) -> Vec<(V, V)> {
        let n = self.vertices.len();
        let edge = |i: usize| (self.vertices[i], self.vertices[(i + 1) % n]);
        if n == 1 { Vec::new() } else { (0..n).map(edge).collect() }
    }

    /// The outward unit normals of the edges.
    pub fn normals(&self) -> Vec<V> {
        let normal = |(p, q): &(V, V)| V::new(q.y - p.y, p.x - q.x).normalize();
        self.edges().iter().map(normal).collect()
    }

    fn highest(&self, along: V) -> f64 {
        self.vertices.iter().map(|v| v.dot(&along)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The distance from the end of `a` to the start of `b` along a unit vector, radii included.
    pub fn gap_along(axis: V, a: &Self, b: &Self) -> f64 {
        -b.highest(-axis) - a.highest(axis) - a.radius - b.radius
    }

    /// The distance of a point from the surface; negative inside.
    pub fn signed_distance(&self, p: V) -> f64 {
        gap(&Self { vertices: vec![p], radius: 0.0 }, self)
    }

    /// Every fraction at which the line from `origin` crosses an outer edge or a corner circle.
    pub fn crossings(&self, origin: V, way: V) -> Vec<f64> {
        let mut found = Vec::new();
        for ((p, q), normal) in self.edges().into_iter().zip(self.normals()) {
            let (p, along) = (p + normal * self.radius, q - p);
            let parallel = cross(way, along);
            if parallel.abs() < 1e-12 * way.norm() * along.norm() {
                continue;
            }
            let on_edge = cross(p - origin, way) / parallel;
            if (0.0..=1.0).contains(&on_edge) {
                found.push(cross(p - origin, along) / parallel);
            }
        }
        for v in &self.vertices {
            let (length, offset) = (way.norm(), v - origin);
            let aside = cross(way, offset) / length;
            if aside.abs() <= self.radius {
                let half = (self.radius * self.radius - aside * aside).sqrt();
                let middle = way.dot(&offset) / length;
                found.extend([(middle - half) / length, (middle + half) / length]);
            }
        }
        found
    }
}

/// The nearest point of the segment p-q.
pub fn on_segment(point: V, (p, q): (V, V)) -> V {
    let along = q - p;
    p + along * ((point - p).dot(&along) / along.dot(&along)).clamp(0.0, 1.0)
}

/// The distance between two surfaces, by all pairs of a vertex and an edge; the negative depth, by
/// all edges, when they overlap.
pub fn gap(a: &Solid, b: &Solid) -> f64 {
    let mut deepest = f64::NEG_INFINITY;
    for normal in a.normals() {
        deepest = deepest.max(-b.highest(-normal) - a.highest(normal));
    }
    for normal in b.normals() {
        deepest = deepest.max(-a.highest(-normal) - b.highest(normal));
    }
    // Two points, or collinear segments: no normal parts them, the ends decide.
    let flat = a.vertices.len() <= 2 && b.vertices.len() <= 2;
    let near_zero = deepest > -1e-12 || (flat && deepest == f64::NEG_INFINITY);
    let core = if deepest > 0.0 || near_zero { nearest(a, b) } else { deepest };
    core - a.radius - b.radius
}

fn nearest(a: &Solid, b: &Solid) -> f64 {
    let mut least = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for v in &one.vertices {
            for w in &other.vertices {
                least = least.min((v - w).norm());
            }
            for edge in other.edges() {
                least = least.min((v - on_segment(*v, edge)).norm());
            }
        }
    }
    least
}

/// The least value of a convex function on [0, most], by ternary search.
pub fn least(most: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, most);
    let mut best = f(0.0).min(f(most));
    for _ in 0..60 {
        let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        let (at_p, at_q) = (f(p), f(q));
        best = best.min(at_p).min(at_q);
        if at_p < at_q { high = q } else { low = p }
    }
    best
}

pub fn to_f64(v: umbra_geom::Vector) -> V {
    v.cast()
}
