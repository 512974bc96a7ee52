//! Depths of overlaps: an exact test in `f64`, from poses alone.
//!
//! The engines' own overlaps cannot be compared: distances may be stale, and every engine has its
//! own idea of a contact. Here the overlap of two convex cores is the least distance that one has
//! to be moved to separate them, which for polygons is along the normal of one of their edges; the
//! distance of separated cores is that of their nearest vertex and edge. The radii of discs around
//! the cores are subtracted from that.

use std::collections::BTreeSet;

use umbra::geom::ConvexCore;
use umbra::prelude::*;

/// A shape in the world, in `f64`.
#[derive(Clone, Debug)]
pub struct Placed {
    vertices: Vec<[f64; 2]>,
    radius: f64,
    min: [f64; 2],
    max: [f64; 2],
}

/// The overlaps of a scene, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// The deepest overlap.
    pub deepest: f64,
    /// The 99th percentile.
    pub most: f64,
    /// The mean of all pairs of shapes that overlap.
    pub mean: f64,
    /// The number of pairs of shapes that overlap.
    pub pairs: usize,
    /// The number of pairs of shapes that overlap or are closer than a centimetre: about the
    /// contacts that every engine has to process, however it counts them.
    pub near: usize,
}

/// Shapes closer than this are near, in metres.
const NEAR: f64 = 0.01;

impl Placed {
    /// A shape at `pose` on a body at `body`.
    pub fn new(shape: &Shape, pose: &Pose, body: &Pose) -> Self {
        let ConvexCore { vertices, radius, .. } = shape.core();
        let place = |v: &Point| turned(body, turned(pose, [f64::from(v.x), f64::from(v.y)]));
        let vertices: Vec<[f64; 2]> = vertices.iter().map(place).collect();
        let radius = f64::from(radius);
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for v in &vertices {
            for axis in 0..2 {
                min[axis] = min[axis].min(v[axis] - radius);
                max[axis] = max[axis].max(v[axis] + radius);
            }
        }
        Self { vertices, radius, min, max }
    }

    /// The distance from `other`; the negative depth if they overlap.
    pub fn separation(&self, other: &Self) -> f64 {
        let along_edges = self.beyond_edges(other).max(other.beyond_edges(self));
        let cores = if along_edges > 0.0 || along_edges == f64::NEG_INFINITY {
            self.distance_to_edges(other).min(other.distance_to_edges(self))
        } else {
            along_edges
        };
        cores - self.radius - other.radius
    }

    /// Edges there and, for a segment, back.
    fn edges(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        let count = self.vertices.len();
        let edges = if count < 2 { 0 } else { count };
        (0..edges).map(move |i| [self.vertices[i], self.vertices[(i + 1) % count]])
    }

    /// The greatest distance by which all of `other` is beyond one of the edges.
    fn beyond_edges(&self, other: &Self) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for [a, b] in self.edges() {
            let along = sub(b, a);
            let length = dot(along, along).sqrt();
            let normal = [along[1] / length, -along[0] / length];
            let beyond = |v: &[f64; 2]| dot(normal, sub(*v, a));
            most = most.max(other.vertices.iter().map(beyond).fold(f64::INFINITY, f64::min));
        }
        most
    }

    /// The least distance of a vertex of `other` from an edge.
    fn distance_to_edges(&self, other: &Self) -> f64 {
        let mut least = f64::INFINITY;
        for v in &other.vertices {
            for [a, b] in self.edges() {
                let (along, arm) = (sub(b, a), sub(*v, a));
                let fraction = (dot(arm, along) / dot(along, along)).clamp(0.0, 1.0);
                let gap = [arm[0] - fraction * along[0], arm[1] - fraction * along[1]];
                least = least.min(dot(gap, gap).sqrt());
            }
            if let [center] = self.vertices[..] {
                let gap = sub(*v, center);
                least = least.min(dot(gap, gap).sqrt());
            }
        }
        least
    }
}

fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn turned(pose: &Pose, v: [f64; 2]) -> [f64; 2] {
    let (c, s) = (f64::from(pose.rotation.re), f64::from(pose.rotation.im));
    let at = pose.translation.vector;
    [c * v[0] - s * v[1] + f64::from(at.x), s * v[0] + c * v[1] + f64::from(at.y)]
}

/// A shape in the world, and its collision rules.
#[derive(Clone, Debug)]
pub struct Member {
    /// The shape.
    pub placed: Placed,
    /// The index of its body.
    pub body: usize,
    /// True if the body is dynamic.
    pub is_dynamic: bool,
    /// The collision filter.
    pub filter: Filter,
}

/// All overlaps between shapes of different bodies that may collide. `joined` has the pairs of
/// bodies, the lesser index first, that do not collide because of joints.
pub fn measure(mut members: Vec<Member>, joined: &BTreeSet<[usize; 2]>) -> Overlap {
    members.retain(|Member { placed: Placed { min, max, .. }, .. }| {
        min.iter().chain(max).all(|x| x.is_finite())
    });
    members.sort_by(|a, b| a.placed.min[0].total_cmp(&b.placed.min[0]));
    // Wide shapes would make every sweep long: they are asked one by one.
    let (wide, narrow): (Vec<Member>, Vec<Member>) =
        members.into_iter().partition(|Member { placed, .. }| placed.max[0] - placed.min[0] > 5.0);
    let mut separations = Vec::new();
    for (index, a) in narrow.iter().enumerate() {
        let end = a.placed.max[0] + NEAR;
        for b in narrow[index + 1..].iter().take_while(|b| b.placed.min[0] <= end) {
            separations.extend(separation(a, b, joined));
        }
    }
    for (index, a) in wide.iter().enumerate() {
        let others = wide[index + 1..].iter().chain(&narrow);
        separations.extend(others.filter_map(|b| separation(a, b, joined)));
    }
    let near = separations.len();
    let overlapping = separations.into_iter().filter(|separation| *separation < 0.0);
    let mut depths: Vec<f64> = overlapping.map(|separation| -separation).collect();
    depths.sort_by(f64::total_cmp);
    let pairs = depths.len();
    Overlap {
        deepest: depths.last().copied().unwrap_or(0.0),
        most: depths.get((pairs * 99) / 100).copied().unwrap_or(0.0),
        // An empty sum is -0.
        mean: (0.0 + depths.iter().sum::<f64>()) / pairs.max(1) as f64,
        pairs,
        near,
    }
}

/// The separation of two shapes, if they are near and may collide.
fn separation(a: &Member, b: &Member, joined: &BTreeSet<[usize; 2]>) -> Option<f64> {
    let reaches = |a: &Placed, b: &Placed, axis: usize| a.min[axis] <= b.max[axis] + NEAR;
    let meets =
        |axis: usize| reaches(&a.placed, &b.placed, axis) && reaches(&b.placed, &a.placed, axis);
    if a.body == b.body || !(a.is_dynamic || b.is_dynamic) || !meets(0) || !meets(1) {
        return None;
    }
    let pair = [a.body.min(b.body), a.body.max(b.body)];
    if !a.filter.accepts(&b.filter) || joined.contains(&pair) {
        return None;
    }
    let separation = a.placed.separation(&b.placed);
    (separation < NEAR).then_some(separation)
}

#[cfg(test)]
mod tests {

    use super::*;

    fn placed(shape: impl Into<Shape>, at: [f32; 2], angle: f32) -> Placed {
        Placed::new(&shape.into(), &Pose::identity(), &pose(at, angle))
    }

    fn unit_box() -> Polygon {
        Polygon::cuboid(0.5, 0.5).unwrap()
    }

    #[test]
    fn separations_are_exact() {
        let still = placed(unit_box(), [0.0, 0.0], 0.0);
        let (quarter, diagonal) = (std::f32::consts::FRAC_PI_4, 0.5 * 2.0_f64.sqrt());
        for (other, expected) in [
            (placed(unit_box(), [0.9, 0.3], 0.0), -0.1),
            (placed(unit_box(), [1.5, 0.0], 0.0), 0.5),
            (placed(unit_box(), [1.3, 1.4], 0.0), 0.5), // corner to corner: 3, 4, 5
            (placed(unit_box(), [1.0, 0.0], quarter), 0.5 - diagonal),
            (placed(Circle::new(0.25).unwrap(), [0.8, 0.9], 0.0), 0.25),
            (placed(Circle::new(0.25).unwrap(), [0.3, 0.0], 0.0), -0.45),
            (placed(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.25).unwrap(), [0.0, 0.7], 0.0), -0.05),
            (placed(Segment::new([-9.0, 0.0], [9.0, 0.0]).unwrap(), [0.0, -0.4], 0.0), -0.1),
        ] {
            for separation in [still.separation(&other), other.separation(&still)] {
                assert!((separation - expected).abs() < 1e-6, "{other:?}: {separation}");
            }
        }
        let discs = [0.0, 0.9].map(|x| placed(Circle::new(0.5).unwrap(), [x, 0.0], 0.0));
        assert!((discs[0].separation(&discs[1]) + 0.1).abs() < 1e-6);
    }

    /// A unit box at `at`, on body `body`.
    fn box_at(at: [f32; 2], body: usize, is_dynamic: bool) -> Member {
        Member { placed: placed(unit_box(), at, 0.0), body, is_dynamic, filter: Filter::default() }
    }

    fn measure_all(members: Vec<Member>) -> Overlap {
        measure(members, &BTreeSet::new())
    }

    #[test]
    fn only_pairs_with_a_dynamic_body_count() {
        let row = |dynamic: fn(usize) -> bool| {
            measure_all((0..10).map(|i| box_at([0.9 * i as f32, 0.0], i, dynamic(i))).collect())
        };
        assert_eq!(row(|_| true).pairs, 9);
        assert_eq!(row(|i| i == 4).pairs, 2);
        assert_eq!(row(|i| i == 4).near, 2);
        assert_eq!(row(|_| false), Overlap::default());
        assert!((row(|_| true).mean - 0.1).abs() < 1e-6);
    }

    #[test]
    fn pairs_that_never_meet_do_not_count() {
        let row = |filter: fn(usize) -> Filter, joined: &[[usize; 2]]| {
            let member =
                |i: usize| Member { filter: filter(i), ..box_at([0.9 * i as f32, 0.0], i, true) };
            measure((0..10).map(member).collect(), &joined.iter().copied().collect()).pairs
        };
        assert_eq!(row(|_| Filter::default(), &[]), 9);
        assert_eq!(row(|_| Filter::default(), &[[0, 1], [4, 5], [2, 9]]), 7);
        assert_eq!(row(|_| Filter { category: 2, mask: !2, ..Filter::default() }, &[]), 0);
        let kept_out = |i| Filter { group: if i < 4 { -1 } else { 0 }, ..Filter::default() };
        assert_eq!(row(kept_out, &[]), 6);
    }

    #[test]
    fn what_is_less_than_a_centimetre_apart_is_near() {
        let overlap =
            measure_all((0..10).map(|i| box_at([1.007 * i as f32, 0.0], i, true)).collect());
        assert_eq!((overlap.pairs, overlap.near), (0, 9));
    }

    #[test]
    fn wide_shapes_meet_all_others() {
        let floor = placed(Polygon::cuboid(50.0, 0.5).unwrap(), [0.0, -0.99], 0.0);
        let mut members = vec![Member { placed: floor, ..box_at([0.0, 0.0], 0, false) }];
        members.extend((1..30).map(|i| box_at([2.0 * i as f32 - 30.0, 0.0], i, true)));
        let overlap = measure_all(members);
        assert_eq!(overlap.pairs, 29);
        assert!((overlap.deepest - 0.01).abs() < 1e-6);
    }
}
