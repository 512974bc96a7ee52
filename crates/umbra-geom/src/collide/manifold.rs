//! Contact manifolds: the points at which two shapes touch, and the normal.

use crate::{Point, Pose, Real, Vector};

/// The pair of features of two shapes that made a contact point. It stays the same from frame to
/// frame while the same corner rests on the same edge, so that a solver can keep its impulse.
///
/// Each half names a vertex or an edge by its index. Only the lowest 15 bits of an index are
/// kept, which is enough to distinguish the two points of one manifold in any polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct FeatureId(u32);

/// Set in a half that names an edge.
pub(super) const EDGE: u32 = 0x8000;

impl FeatureId {
    /// Vertex `a` of A against vertex `b` of B.
    #[inline]
    pub(crate) fn vertices(a: usize, b: usize) -> Self {
        Self::halves(a as u32 & !EDGE, b as u32 & !EDGE)
    }

    /// Edge `a` of A against vertex `b` of B.
    #[inline]
    pub(crate) fn edge_vertex(a: usize, b: usize) -> Self {
        Self::halves(a as u32 | EDGE, b as u32 & !EDGE)
    }

    /// Vertex `a` of A against edge `b` of B.
    #[inline]
    pub(crate) fn vertex_edge(a: usize, b: usize) -> Self {
        Self::halves(a as u32 & !EDGE, b as u32 | EDGE)
    }

    #[inline]
    fn halves(a: u32, b: u32) -> Self {
        Self(((a & 0xffff) << 16) | (b & 0xffff))
    }

    /// The id from a number returned by [`FeatureId::to_bits`].
    #[inline]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The id as a number, for storage.
    #[inline]
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The id of the same contact with A and B exchanged.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        Self(self.0.rotate_left(16))
    }
}

/// One point at which two shapes touch, or may touch soon.
///
/// The points on the two surfaces are kept as *anchors*, in world directions but relative to each
/// shape's own position: far from the origin of the world, coordinates have too few digits to
/// hold a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// The vector from A's position to the point on A's surface.
    pub anchor_a: Vector,
    /// The vector from B's position to the point on B's surface.
    pub anchor_b: Vector,
    /// The gap between the surfaces along the normal; negative when they overlap.
    pub separation: Real,
    /// The features that touch.
    pub id: FeatureId,
}

impl ContactPoint {
    /// The point on A's surface, in the world.
    ///
    /// ```
    /// use umbra_geom::{Circle, Shape, collide, math::pose};
    /// let ball = Shape::from(Circle::new(0.5)?);
    /// let (left, right) = (pose([10.0, 0.0], 0.0), pose([10.75, 0.0], 0.0));
    /// let point = collide(&ball, &left, &ball, &right, 0.0).points()[0];
    /// assert_eq!((point.on_a(&left).x, point.on_b(&right).x), (10.5, 10.25)); // they overlap
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn on_a(&self, pose_a: &Pose) -> Point {
        Point::from(pose_a.translation.vector + self.anchor_a)
    }

    /// The point on B's surface, in the world.
    #[inline]
    pub fn on_b(&self, pose_b: &Pose) -> Point {
        Point::from(pose_b.translation.vector + self.anchor_b)
    }
}

/// The contact of two shapes: one direction, and at most two points.
///
/// Two points keep a box from rocking: a face that rests on a face touches at both ends of their
/// common stretch.
///
/// ```
/// use umbra_geom::{Polygon, Shape, collide, math::pose};
/// let ground = Shape::from(Polygon::cuboid(5.0, 0.5)?);
/// let brick = Shape::from(Polygon::cuboid(0.5, 0.5)?);
/// let on_it = pose([2.0, 0.9], 0.0);
/// let touch = collide(&ground, &pose([0.0, 0.0], 0.0), &brick, &on_it, 0.0);
/// assert_eq!((touch.normal.y, touch.points().len()), (1.0, 2)); // both of its lower corners
/// assert!((touch.separation().unwrap() + 0.1).abs() < 1e-6);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// The unit normal, from A to B. Zero when there are no points.
    pub normal: Vector,
    pub(super) points: [ContactPoint; 2],
    pub(super) count: usize,
}

impl Manifold {
    /// The manifold of shapes that do not touch.
    pub const EMPTY: Self = Self {
        normal: Vector::new(0.0, 0.0),
        points: [ContactPoint {
            anchor_a: Vector::new(0.0, 0.0),
            anchor_b: Vector::new(0.0, 0.0),
            separation: 0.0,
            id: FeatureId(0),
        }; 2],
        count: 0,
    };

    /// The manifold of two shapes that touch in one point of the world, with `normal` from A to B.
    pub fn of_touch(point: Point, normal: Vector, pose_a: &Pose, pose_b: &Pose) -> Self {
        let mut touch = Self { normal, count: 1, ..Self::EMPTY };
        touch.points[0].anchor_a = point.coords - pose_a.translation.vector;
        touch.points[0].anchor_b = point.coords - pose_b.translation.vector;
        touch
    }

    /// The contact points: none, one or two.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// True if there is no contact.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The least separation of the points, if there are any: the negative of the penetration.
    #[inline]
    pub fn separation(&self) -> Option<Real> {
        self.points()
            .iter()
            .map(|p| p.separation)
            .reduce(|least, s| if s < least { s } else { least })
    }

    /// The contact with only the points for which `keep` is true.
    #[must_use]
    pub fn retained(&self, keep: impl Fn(&ContactPoint) -> bool) -> Self {
        let mut retained = Self { normal: self.normal, ..Self::EMPTY };
        self.points().iter().filter(|point| keep(point)).for_each(|point| retained.push(*point));
        if retained.is_empty() { Self::EMPTY } else { retained }
    }

    /// The same contact with A and B exchanged: the normal is negated, nothing else changes.
    ///
    /// ```
    /// use umbra_geom::{Circle, Shape, collide, math::pose};
    /// let ball = Shape::from(Circle::new(0.5)?);
    /// let (left, right) = (pose([0.0, 0.0], 0.0), pose([0.9, 0.0], 0.0));
    /// let touch = collide(&ball, &left, &ball, &right, 0.0);
    /// assert_eq!(touch.flipped(), collide(&ball, &right, &ball, &left, 0.0));
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn flipped(mut self) -> Self {
        if self.is_empty() {
            return self;
        }
        self.normal = -self.normal;
        for point in &mut self.points[..self.count] {
            std::mem::swap(&mut point.anchor_a, &mut point.anchor_b);
            point.id = point.id.flipped();
        }
        self
    }

    /// The manifold, if there is contact.
    #[inline]
    pub(super) fn or_none(self) -> Option<Self> {
        (!self.is_empty()).then_some(self)
    }

    #[inline]
    pub(super) fn push(&mut self, point: ContactPoint) {
        self.points[self.count] = point;
        self.count += 1;
    }
}
