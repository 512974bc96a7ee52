//! Area, centre and moment of the part of a shape within half-planes, exact for rounded shapes.
//!
//! The outline of a rounded shape is straight edges and arcs. A half-plane shortens some of them,
//! and a straight edge closes the gap. The rest is a polygon of the corners, with a circular
//! segment on every arc: both have closed forms.

use smallvec::SmallVec;

use super::Moments;
use crate::{AreaProperties, Error, Point, Pose, Real, Shape, Vector, check, math};

/// All points on one side of a line.
///
/// ```
/// use umbra_geom::{Point, mass::HalfPlane};
/// let water = HalfPlane::below([0.0, 2.0], [0.0, 1.0])?;
/// assert_eq!(water.height(Point::new(7.0, 5.0)), 3.0); // above it
/// assert_eq!(water.height(Point::new(7.0, 1.5)), -0.5); // deep
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// The unit normal of the line, away from the half-plane.
    pub normal: Vector,
    /// The distance of the line from the origin along the normal.
    pub offset: Real,
}

impl HalfPlane {
    /// The half-plane below a line through `point`, with `up` pointing away from it.
    ///
    /// # Errors
    /// When a number is not finite, or `up` has no direction.
    pub fn below(point: impl Into<Point>, up: impl Into<Vector>) -> Result<Self, Error> {
        let (point, up) = (point.into(), up.into());
        check::finite("point", point.x)?;
        check::finite("point", point.y)?;
        check::finite("up", up.x)?;
        check::finite("up", up.y)?;
        let (normal, _) = math::direction(up).ok_or(Error::NoDirection { parameter: "up" })?;
        Ok(Self { normal, offset: math::dot(normal, point.coords) })
    }

    /// The distance of a point from the half-plane; negative inside.
    pub fn height(&self, point: Point) -> Real {
        math::dot(self.normal, point.coords) - self.offset
    }

    /// The half-plane at a pose.
    ///
    /// ```
    /// use umbra_geom::{Point, mass::HalfPlane, math::pose};
    /// let floor = HalfPlane::below([0.0, 0.0], [0.0, 1.0])?;
    /// let raised = floor.at(&pose([0.0, 4.0], 0.0));
    /// assert_eq!(raised.height(Point::new(0.0, 5.0)), 1.0);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose) -> Self {
        let normal = pose.rotation * self.normal;
        Self { normal, offset: self.offset + math::dot(normal, pose.translation.vector) }
    }

    /// Normal and offset in the frame of a pose.
    fn seen_from(&self, pose: &Pose) -> ([f64; 2], f64) {
        let normal = pose.rotation.inverse_transform_vector(&self.normal);
        let along = f64::from(self.normal.x) * f64::from(pose.translation.vector.x)
            + f64::from(self.normal.y) * f64::from(pose.translation.vector.y);
        ([f64::from(normal.x), f64::from(normal.y)], f64::from(self.offset) - along)
    }
}

/// A corner of an outline, and the edge or arc to the next one.
#[derive(Clone, Copy)]
struct Corner {
    at: [f64; 2],
    /// The centre of the arc to the next corner, of no more than a right angle; `None` for an edge.
    arc: Option<[f64; 2]>,
}

/// The outline of a shape, counter-clockwise.
struct Outline {
    corners: SmallVec<[Corner; 24]>,
    radius: f64,
}

impl AreaProperties {
    /// Area, centre and second moment of the part of a shape at `pose` that lies within all of the
    /// half-planes: for example the part of a body under water. If nothing lies within, the centre
    /// is that of the shape.
    ///
    /// ```
    /// use umbra_geom::{AreaProperties, Circle, mass::HalfPlane, math::pose};
    /// let water = HalfPlane::below([0.0, 2.0], [0.0, 1.0])?;
    /// let ball = Circle::new(1.0)?.into();
    /// let under = AreaProperties::within(&ball, &pose([0.0, 2.0], 0.0), &[water]);
    /// assert!((under.area - core::f32::consts::FRAC_PI_2).abs() < 1e-6);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn within(shape: &Shape, pose: &Pose, sides: &[HalfPlane]) -> Self {
        let core = shape.core();
        let seen = |side: &HalfPlane| side.seen_from(pose);
        let mut outline = None;
        let nothing = Self { area: 0.0, center: pose * core.center, second_moment: 0.0 };
        for (normal, offset) in sides.iter().map(seen) {
            let middle = along(normal, wide(core.center)) - offset;
            let reach = f64::from(core.outer_radius) + f64::from(core.radius);
            if middle >= reach {
                return nothing;
            }
            if middle > -reach {
                outline.get_or_insert_with(|| Outline::new(shape)).cut(normal, offset);
            }
        }
        let Some(outline) = outline else {
            let whole = Self::of_core(&core);
            return Self { center: pose * whole.center, ..whole };
        };
        outline.properties().map_or(nothing, |part| Self { center: pose * part.center, ..part })
    }
}

impl Outline {
    fn new(shape: &Shape) -> Self {
        let core = shape.core();
        let radius = f64::from(core.radius);
        let mut corners = SmallVec::new();
        let mut corner = |v: Point, normal: [f64; 2], is_arc: bool| {
            let v = wide(v);
            let at = [v[0] + radius * normal[0], v[1] + radius * normal[1]];
            corners.push(Corner { at, arc: is_arc.then_some(v) });
        };
        if let [center] = core.vertices {
            for normal in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
                corner(*center, normal, true);
            }
            return Self { corners, radius };
        }
        let normal = |index: usize| {
            let Vector { data, .. } = core.normals[index];
            data.0[0].map(f64::from)
        };
        for (index, vertex) in core.vertices.iter().enumerate() {
            let (before, after) = (normal(core.previous(index)), normal(index));
            if radius > 0.0 {
                corner(*vertex, before, true);
                let turned = [-before[1], before[0]];
                if before[0] * after[0] + before[1] * after[1] < 0.0 {
                    corner(*vertex, turned, true);
                }
            }
            corner(*vertex, after, false);
        }
        Self { corners, radius }
    }

    /// Removes everything outside of a half-plane.
    fn cut(&mut self, normal: [f64; 2], offset: f64) {
        let height = |p: [f64; 2]| along(normal, p) - offset;
        let old = core::mem::take(&mut self.corners);
        for (index, &corner) in old.iter().enumerate() {
            let next = old[if index + 1 < old.len() { index + 1 } else { 0 }].at;
            let (from, to) = (height(corner.at), height(next));
            let straight = |at| Corner { at, arc: None };
            let Some(center) = corner.arc else {
                if from <= 0.0 {
                    self.corners.push(corner);
                }
                if (from <= 0.0) != (to <= 0.0) {
                    let t = from / (from - to);
                    let at =
                        [0, 1].map(|axis| corner.at[axis] + t * (next[axis] - corner.at[axis]));
                    self.corners.push(straight(at));
                }
                continue;
            };
            let [leaves, enters] = self.crossings(center, normal, -height(center));
            let is_on = |p: [f64; 2]| {
                let [a, p, b] = [corner.at, p, next].map(|p| minus(p, center));
                cross(a, p) >= 0.0 && cross(p, b) >= 0.0
            };
            let dips = |leaves: [f64; 2], enters| is_on(leaves) && is_on(enters);
            match (from <= 0.0, to <= 0.0) {
                (true, true) => {
                    self.corners.push(corner);
                    if let (Some(leaves), Some(enters)) = (leaves, enters)
                        && dips(leaves, enters)
                    {
                        self.corners.extend([straight(leaves), Corner { at: enters, ..corner }]);
                    }
                }
                (true, false) => {
                    self.corners.extend([corner, straight(leaves.unwrap_or(next))]);
                }
                (false, true) => {
                    self.corners.push(Corner { at: enters.unwrap_or(corner.at), ..corner });
                }
                (false, false) => {
                    if let (Some(leaves), Some(enters)) = (leaves, enters)
                        && dips(leaves, enters)
                    {
                        self.corners.extend([Corner { at: enters, ..corner }, straight(leaves)]);
                    }
                }
            }
        }
    }

    /// The points at which a circle leaves and enters the half-plane, counter-clockwise. `depth` is
    /// the distance of the line from the circle's centre.
    fn crossings(&self, center: [f64; 2], normal: [f64; 2], depth: f64) -> [Option<[f64; 2]>; 2] {
        let squared = self.radius * self.radius - depth * depth;
        let half = (squared > 0.0).then(|| libm::sqrt(squared));
        [-1.0, 1.0].map(|side| {
            let half = side * half?;
            let [x, y] = normal;
            Some([center[0] + x * depth - y * half, center[1] + y * depth + x * half])
        })
    }

    fn properties(&self) -> Option<AreaProperties> {
        let origin = self.corners.first()?.at;
        let mut sum = Moments::default();
        for (index, corner) in self.corners.iter().enumerate() {
            let next = self.corners.get(index + 1).unwrap_or(&self.corners[0]).at;
            let [p, q] = [corner.at, next].map(|p| minus(p, origin));
            sum.add_about([0.0, 0.0], Moments::triangle(p, q));
            if let Some(center) = corner.arc {
                let [p, q] = [corner.at, next].map(|p| minus(p, center));
                let angle = libm::atan2(cross(p, q), p[0] * q[0] + p[1] * q[1]);
                let [from, to] = [p, q].map(|p| p.map(|x| x / self.radius));
                let about = minus(center, origin);
                sum.add_about(about, Moments::sector(self.radius, from, to, angle));
                // The triangle at the centre belongs to the polygon.
                sum.add_about(about, Moments::triangle(q, p));
            }
        }
        (sum.area > 0.0).then(|| sum.properties(origin))
    }
}

fn wide(p: Point) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn along(normal: [f64; 2], p: [f64; 2]) -> f64 {
    normal[0] * p[0] + normal[1] * p[1]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
