//! Corners that pass one another.

use super::manifold::{ContactPoint, Manifold};
use crate::frame::Frame;
use crate::math::{cross, dot, left_of};
use crate::{ConvexCore, Point, Pose, Real, Shape, Vector};

/// A point within this fraction of the core's size of a corner counts as the corner.
const AT_CORNER: Real = 1e-3;

impl Manifold {
    /// The contact of two separated shapes that move, as it will be when they meet.
    ///
    /// A contact stops its shapes at a line between them. The line continues where the shapes end,
    /// and a shape that flies past a corner would be stopped in the air. So the normal is rotated:
    /// to be perpendicular to the motion if the shapes pass one another; otherwise, with two
    /// corners, to the direction in which they meet, but not beyond those of the faces there.
    ///
    /// `motion` returns the displacement of a point of B relative to a point of A, in the world.
    /// The rotation may add up to `slack` to the separation of any point.
    ///
    /// ```
    /// use umbra_geom::{Circle, Polygon, Shape, Vector, collide, math::pose};
    ///
    /// // A ball flies past the corner of a box, 1 cm above it.
    /// let ball: Shape = Circle::new(0.3)?.into();
    /// let block: Shape = Polygon::cuboid(1.0, 1.0)?.into();
    /// let (there, here) = (pose([-1.2, 1.31], 0.0), pose([0.0, 0.0], 0.0));
    /// let found = collide(&block, &here, &ball, &there, 0.5);
    /// assert!(found.normal.x < -0.5); // from the corner to the ball
    /// let motion = |_| Vector::new(0.2, 0.0);
    /// let aside = found.turned_aside((&block, &here), (&ball, &there), 0.0, motion);
    /// assert!((aside.normal - Vector::y()).norm() < 1e-3); // nothing holds it back
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn turned_aside(
        &self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        slack: Real,
        motion: impl FnOnce([Point; 2]) -> Vector,
    ) -> Self {
        self.turned(a, b, motion, |pair, motion| {
            let only = || if self.count == 1 { pair.meeting(motion) } else { None };
            pair.passing(motion, slack).or_else(only)
        })
        .unwrap_or(*self)
    }

    /// The contact perpendicular to the motion of two shapes that pass one another; `None` for
    /// others. See [`turned_aside`](Self::turned_aside).
    #[doc(hidden)]
    pub fn passing(
        &self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        slack: Real,
        motion: impl FnOnce([Point; 2]) -> Vector,
    ) -> Option<Self> {
        self.turned(a, b, motion, |pair, motion| pair.passing(motion, slack))
    }

    /// The contact that `find` returns for shapes that approach each other.
    fn turned(
        &self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        motion: impl FnOnce([Point; 2]) -> Vector,
        find: impl FnOnce(&Pair<'_>, Vector) -> Option<(Vector, ContactPoint)>,
    ) -> Option<Self> {
        let nearest = self
            .points()
            .iter()
            .reduce(|best, point| if point.separation < best.separation { point } else { best });
        let point = *nearest?;
        let cores = [a.0.core(), b.0.core()];
        let frames = [a.1, b.1].map(Frame::from_pose);
        let pair = Pair { cores: &cores, frames, normal: self.normal, point };
        let motion = motion([point.on_a(a.1), point.on_b(b.1)]);
        if dot(self.normal, motion) >= 0.0 {
            return None;
        }
        let (normal, point) = find(&pair, motion)?;
        Some(Self { normal, points: [point; 2], count: 1 })
    }
}

/// Two cores, and their nearest point.
struct Pair<'a> {
    cores: &'a [ConvexCore<'a>; 2],
    frames: [Frame; 2],
    normal: Vector,
    point: ContactPoint,
}

impl Pair<'_> {
    /// Their contact perpendicular to the motion, if they never meet.
    fn passing(&self, motion: Vector, slack: Real) -> Option<(Vector, ContactPoint)> {
        let across = left_of(motion) / motion.norm();
        let across = if dot(across, self.normal) < 0.0 { -across } else { across };
        let farthest = [self.farthest(0, across), self.farthest(1, -across)];
        let (normal, mut point) = self.between(farthest, across);
        if point.separation <= slack {
            return None;
        }
        // Of points that are as far, those at the contact.
        let near = self.corners();
        let is_as_far = |side: usize| {
            let by = dot(across, farthest[side] - near[side]).abs();
            by <= AT_CORNER * self.cores[side].outer_radius
        };
        let places = [0, 1].map(|side| if is_as_far(side) { near[side] } else { farthest[side] });
        let at_contact = self.between(places, across).1;
        (point.anchor_a, point.anchor_b) = (at_contact.anchor_a, at_contact.anchor_b);
        Some((normal, point))
    }

    /// Their contact where two corners meet, if they do.
    fn meeting(&self, motion: Vector) -> Option<(Vector, ContactPoint)> {
        let places = self.corners();
        let [a, b] =
            [0, 1].map(|side| Corner::at(&self.cores[side], self.frames[side], places[side]));
        let (a, b) = (a?, b?.flipped());
        let radius = self.cores[0].radius + self.cores[1].radius;
        let gap = self.normal * (self.point.separation + radius);
        let wanted = latest(gap, radius, motion)?;
        let normal = b.limit(self.normal, a.limit(self.normal, wanted));
        Some(self.between(places, normal))
    }

    /// The nearest points of the cores, each relative to its shape's origin.
    fn corners(&self) -> [Vector; 2] {
        let [a, b] = self.cores;
        let ContactPoint { anchor_a, anchor_b, .. } = self.point;
        [anchor_a - self.normal * a.radius, anchor_b + self.normal * b.radius]
    }

    /// The vertex of a core that is farthest along a direction, relative to its shape's origin.
    fn farthest(&self, side: usize, direction: Vector) -> Vector {
        let (core, frame) = (&self.cores[side], &self.frames[side]);
        let vertex = core.vertices[core.support(frame.turn_back(direction))];
        frame.turn(vertex.coords)
    }

    /// The contact between two points of the cores, along a normal.
    fn between(&self, [on_a, on_b]: [Vector; 2], normal: Vector) -> (Vector, ContactPoint) {
        let [a, b] = [self.cores[0].radius, self.cores[1].radius];
        let gap = (self.frames[1].at - self.frames[0].at) + (on_b - on_a);
        let point = ContactPoint {
            anchor_a: on_a + normal * a,
            anchor_b: on_b - normal * b,
            separation: dot(normal, gap) - (a + b),
            id: self.point.id,
        };
        (normal, point)
    }
}

/// The direction along which a disc around the origin and a point stay apart longest, if there is
/// one.
fn latest(from: Vector, radius: Real, motion: Vector) -> Option<Vector> {
    let squared = dot(motion, motion);
    // The point's place when it is nearest to the disc's centre.
    let nearest = from - motion * (dot(from, motion) / squared);
    let beside = dot(nearest, nearest);
    let half_chord = radius * radius - beside;
    let meeting =
        if half_chord > 0.0 { nearest - motion * (half_chord / squared).sqrt() } else { nearest };
    let distance = meeting.norm();
    (distance > 0.0).then(|| meeting / distance)
}

/// A corner of a core, in world directions.
struct Corner {
    /// The normals of the faces before and after the corner; none for a point.
    faces: Option<[Vector; 2]>,
}

impl Corner {
    /// The corner at a position relative to the shape's origin; `None` if there is none.
    fn at(core: &ConvexCore<'_>, frame: Frame, place: Vector) -> Option<Self> {
        if core.normals.is_empty() {
            return Some(Self { faces: None });
        }
        let local = frame.turn_back(place);
        let near = AT_CORNER * core.outer_radius;
        let is_here = |corner: &usize| (core.vertices[*corner].coords - local).norm() <= near;
        let corner = (0..core.vertices.len()).find(is_here)?;
        let faces = [core.previous(corner), corner].map(|face| frame.turn(core.normals[face]));
        Some(Self { faces: Some(faces) })
    }

    /// The corner with its face normals negated, so that they point towards it.
    fn flipped(self) -> Self {
        Self { faces: self.faces.map(|faces| faces.map(|face| -face)) }
    }

    /// The direction `wanted`, but rotated from `from` no further than to the normal of the next
    /// face.
    fn limit(&self, from: Vector, wanted: Vector) -> Vector {
        let Some([clockwise, other]) = self.faces else { return wanted };
        let sense = cross(from, wanted);
        let face = if sense < 0.0 { clockwise } else { other };
        let is_beyond = dot(from, face) > 0.0 && cross(face, wanted) * sense > 0.0;
        if is_beyond { face } else { wanted }
    }
}
