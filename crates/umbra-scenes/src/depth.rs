//! Depths of overlaps, computed in the obvious manner: in `f64`, from shapes and poses alone.
//!
//! The overlap of two convex cores is the least distance that one has to be moved to separate
//! them, which for polygons is along the normal of one of their edges; the distance of separated
//! cores is that of their nearest vertex and edge. The radii of discs around the cores are
//! subtracted from that.

use umbra::Error;
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

    /// All shapes of a collider.
    ///
    /// # Errors
    /// When there is no such collider.
    pub fn all_of(
        scene: &Scene,
        key: ColliderKey,
    ) -> Result<impl Iterator<Item = Self> + '_, Error> {
        let collider = scene.collider(key)?;
        let body = scene.body(collider.body())?.pose();
        Ok(collider.local_shapes().map(move |(shape, pose)| Self::new(shape, &pose, &body)))
    }

    /// The box around it: the least and the greatest coordinates.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        [self.min, self.max]
    }

    /// True if the boxes around both are at most `near` apart.
    pub fn is_near(&self, other: &Self, near: f64) -> bool {
        let apart = |axis: usize| {
            self.min[axis] > other.max[axis] + near || other.min[axis] > self.max[axis] + near
        };
        !apart(0) && !apart(1)
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

    /// The same; `None` if the boxes around both are more than `near` apart.
    pub fn separation_within(&self, other: &Self, near: f64) -> Option<f64> {
        self.is_near(other, near).then(|| self.separation(other))
    }

    /// Half of the least width, about.
    pub fn half_width(&self) -> f64 {
        let mut least = f64::INFINITY;
        for [a, b] in self.edges() {
            let normal = normal(a, b);
            let depths = self.vertices.iter().map(|v| -dot(normal, sub(*v, a)));
            least = least.min(depths.fold(0.0, f64::max));
        }
        self.radius + if least.is_finite() { 0.5 * least } else { 0.0 }
    }

    /// Edges there and, for a segment, back.
    fn edges(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        let count = self.vertices.len();
        let edges = if count < 2 { 0 } else { count };
        (0..edges).map(move |i| [self.vertices[i], self.vertices[(i + 1) % count]])
    }

    /// The most by which all of `other` is beyond one of the edges.
    fn beyond_edges(&self, other: &Self) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for [a, b] in self.edges() {
            let normal = normal(a, b);
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

fn normal(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let along = sub(b, a);
    let length = dot(along, along).sqrt();
    [along[1] / length, -along[0] / length]
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

    #[test]
    fn what_is_far_apart_has_no_separation_within_a_distance() {
        let still = placed(unit_box(), [0.0, 0.0], 0.0);
        let quarter = core::f32::consts::FRAC_PI_4;
        for (other, expected) in [
            (placed(unit_box(), [0.9, 0.3], 0.0), -0.1),
            (placed(unit_box(), [1.3, 1.4], 0.0), 0.5), // corner to corner: 3, 4, 5
            (placed(unit_box(), [1.0, 0.0], quarter), 0.5 - 0.5_f64.sqrt()),
            (placed(Circle::new(0.25).unwrap(), [0.3, 0.0], 0.0), -0.45),
            (placed(Segment::new([-9.0, 0.0], [9.0, 0.0]).unwrap(), [0.0, -0.4], 0.0), -0.1),
        ] {
            for separation in
                [still.separation_within(&other, 1.0), other.separation_within(&still, 1.0)]
            {
                assert!((separation.unwrap() - expected).abs() < 1e-6, "{other:?}: {separation:?}");
            }
        }
        assert_eq!(still.separation_within(&placed(unit_box(), [1.3, 0.0], 0.0), 0.2), None);
        assert!((still.half_width() - 0.5).abs() < 1e-6);
    }
}
