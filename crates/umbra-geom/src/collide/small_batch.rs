//! Many pairs of cores of up to four vertices at once: capsules, segments, triangles, boxes and
//! other quadrangles, rounded or not.

use fearless_simd::{Level, Simd, prelude::*};

use super::batch::{BatchPair, ManifoldRows, Manifolds, NOTHING, Rows, collide_all, visit_all};
use super::box_batch::pose_of;
use super::contact_lanes::ManifoldLanes;
use super::lanes::{LANES, Lanes, Vec2, Wide, greater, select2, transposed, turn_back};
use super::meeting::{Bodies, Meeting, Names};
use super::relative::RelativeLanes;
use super::sat::{AXIS_BIAS, FACING_BIAS, good_enough};
use super::{second_comes_first_lanes, small};
use crate::{Aabb, ConvexCore, Error, Manifold, Point, Pose, Real, Shape, Vector};

/// A core of two to four vertices in the world, as the batch reads it: a row of 128 bytes, of which the kernel
/// reads 96.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct SmallCore {
    position: [Real; 2],
    rotation: [Real; 2],
    radius: Real,
    outer_radius: Real,
    /// How many vertices there are; beyond the last, it is repeated.
    count: Real,
    /// One for a box around the origin, else zero.
    is_box: Real,
    vertices: [[Real; 2]; 4],
    normals: [[Real; 2]; 4],
    /// For the pairs that go one by one.
    center: [Real; 2],
    inner_radius: Real,
}

impl SmallCore {
    /// The core of `shape` at `pose`, or `None` for circles, links of chains and polygons of more
    /// than four vertices.
    #[inline]
    pub fn new(shape: &Shape, pose: &Pose) -> Option<Self> {
        let core = shape.core();
        let is_box = match shape {
            Shape::Circle(_) | Shape::ChainSegment(_) => return None,
            Shape::Polygon(polygon) => polygon.half_extents().is_some(),
            Shape::Capsule(_) | Shape::Segment(_) => false,
        };
        let count = core.vertices.len();
        if count > 4 {
            return None;
        }
        let last = |index: usize| index.min(count - 1);
        Some(Self {
            position: pose.translation.vector.into(),
            rotation: [pose.rotation.re, pose.rotation.im],
            radius: core.radius,
            outer_radius: core.outer_radius,
            count: count as Real,
            is_box: Real::from(u8::from(is_box)),
            vertices: std::array::from_fn(|index| core.vertices[last(index)].coords.into()),
            normals: std::array::from_fn(|index| core.normals[last(index)].into()),
            center: core.center.coords.into(),
            inner_radius: core.inner_radius,
        })
    }

    /// Moves the core.
    #[inline]
    pub fn set_pose(&mut self, pose: &Pose) {
        self.position = pose.translation.vector.into();
        self.rotation = [pose.rotation.re, pose.rotation.im];
    }

    /// The bounding box: what [`ConvexCore::aabb`] gives.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let ([cos, sin], at) = (self.rotation, self.position);
        let turned = self.vertices.map(|[x, y]| [cos * x - sin * y, sin * x + cos * y]);
        let [mut min, mut max] = [[Real::INFINITY; 2], [-Real::INFINITY; 2]];
        for vertex in turned {
            for axis in 0..2 {
                min[axis] = if vertex[axis] < min[axis] { vertex[axis] } else { min[axis] };
                max[axis] = if vertex[axis] > max[axis] { vertex[axis] } else { max[axis] };
            }
        }
        let place = |corner: [Real; 2]| Point::new(corner[0] + at[0], corner[1] + at[1]);
        Aabb { min: place(min), max: place(max) }.grown(self.radius)
    }

    fn pose(&self) -> Pose {
        pose_of(self.position, self.rotation)
    }
}

/// The contacts of many pairs of small cores: for each, what [`collide`](super::collide) gives,
/// bit for bit, at a fraction of the price. Pairs of two boxes are better off in
/// [`collide_boxes`](super::collide_boxes); here they go one by one.
///
/// # Errors
/// When a pair names a core that is not there; `out` is then left as it was.
///
/// ```
/// use umbra_geom::collide::{Manifolds, SimdLevel, SmallCore, collide_small};
/// use umbra_geom::{Capsule, Polygon, Shape, math::pose};
/// let ground: Shape = Polygon::cuboid(5.0, 0.5)?.into();
/// let log: Shape = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.25)?.into();
/// let at = |shape: &Shape, y: f32| SmallCore::new(shape, &pose([0.0, y], 0.0));
/// let cores: Vec<SmallCore> = [at(&ground, 0.0), at(&log, 0.74)].into_iter().flatten().collect();
/// let mut contacts = Manifolds::default();
/// collide_small(SimdLevel::new(), &cores, &[[0, 1]], 0.0, &mut contacts)?;
/// assert_eq!(contacts.get(0).map(|m| m.points().len()), Some(2));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn collide_small(
    level: Level,
    cores: &[SmallCore],
    pairs: &[[u32; 2]],
    speculative: Real,
    out: &mut Manifolds,
) -> Result<(), Error> {
    collide_all(level, cores, pairs, speculative, out)
}

/// [`collide_small`] for pairs that each have their own speculative distance, without memory of
/// its own: `visit` gets every pair's index and its manifold, in order.
///
/// # Errors
/// When a pair names a core that is not there; nothing is visited then.
pub fn visit_small_contacts(
    level: Level,
    cores: &[SmallCore],
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error> {
    visit_all(level, cores, pairs, visit)
}

impl Rows for [SmallCore] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldRows) {
        let gap = Wide::<S>::from_slice(simd, &pairs.map(|pair| pair.speculative));
        let of = |lane: usize, side: usize| &self[pairs[lane].shapes[side] as usize];
        let a = Columns::of(simd, |lane| of(lane, 0));
        let b = Columns::of(simd, |lane| of(lane, 1));
        let zero = gap.splat(0.0);
        let boxes = a.is_box.gt(zero) & b.is_box.gt(zero);
        let mut alone = boxes.to_bitmask();
        match contacts(&a, &b, gap) {
            Some((contact, undecided)) => {
                out.store(&contact);
                alone |= undecided.to_bitmask();
            }
            None => *out = NOTHING,
        }
        for lane in (0..LANES).filter(|lane| (alone >> lane) & 1 != 0) {
            out.set_lane(lane, &one_by_one(of(lane, 0), of(lane, 1), pairs[lane].speculative));
        }
    }

    fn one(&self, pair: &BatchPair) -> Manifold {
        let [a, b] = pair.shapes.map(|index| &self[index as usize]);
        one_by_one(a, b, pair.speculative)
    }
}

/// What the wide kernel leaves open, and pairs of boxes, which have a kernel of their own.
#[cold]
#[inline(never)]
fn one_by_one(a: &SmallCore, b: &SmallCore, speculative: Real) -> Manifold {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    if a.is_box > 0.0 && b.is_box > 0.0 {
        let cuboid =
            |core: &SmallCore| (core.vertices[2], core.radius, core.outer_radius + core.radius);
        return super::boxes::collide_cuboids(cuboid(a), &pose_a, cuboid(b), &pose_b, speculative);
    }
    let arrays =
        |core: &SmallCore| (core.vertices.map(Point::from), core.normals.map(Vector::from));
    let (arrays_a, arrays_b) = (arrays(a), arrays(b));
    fn core<'a>(row: &SmallCore, arrays: &'a ([Point; 4], [Vector; 4])) -> ConvexCore<'a> {
        let count = row.count as usize;
        ConvexCore {
            vertices: &arrays.0[..count],
            normals: &arrays.1[..count],
            center: row.center.into(),
            inner_radius: row.inner_radius,
            outer_radius: row.outer_radius,
            radius: row.radius,
        }
    }
    let (core_a, core_b) = (core(a, &arrays_a), core(b, &arrays_b));
    small::collide_fours((core_a, &arrays_a), &pose_a, (core_b, &arrays_b), &pose_b, speculative)
}

/// A core per lane.
#[derive(Clone, Copy)]
struct Columns<L> {
    position: Vec2<L>,
    rotation: Vec2<L>,
    radius: L,
    outer: L,
    count: L,
    is_box: L,
    vertices: [Vec2<L>; 4],
    normals: [Vec2<L>; 4],
}

impl<S: Simd> Columns<Wide<S>> {
    #[inline(always)]
    fn of<'a>(simd: S, row: impl Fn(usize) -> &'a SmallCore) -> Self {
        let rows: [&SmallCore; LANES] = std::array::from_fn(row);
        let head = rows.map(|r| {
            let ([x, y], [c, s]) = (r.position, r.rotation);
            [x, y, c, s, r.radius, r.outer_radius, r.count, r.is_box]
        });
        let [x, y, c, s, radius, outer, count, is_box] = transposed(simd, &head);
        let pairs = |v: [Wide<S>; 8]| [[v[0], v[1]], [v[2], v[3]], [v[4], v[5]], [v[6], v[7]]];
        let flat = |v: [[Real; 2]; 4]| {
            [v[0][0], v[0][1], v[1][0], v[1][1], v[2][0], v[2][1], v[3][0], v[3][1]]
        };
        Self {
            position: [x, y],
            rotation: [c, s],
            radius,
            outer,
            count,
            is_box,
            vertices: pairs(transposed(simd, &rows.map(|r| flat(r.vertices)))),
            normals: pairs(transposed(simd, &rows.map(|r| flat(r.normals)))),
        }
    }
}

#[inline(always)]
fn dot<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> L {
    a[0] * b[0] + a[1] * b[1]
}

impl<L: Lanes> Columns<L> {
    /// The shape of `other` where the mask is set.
    #[inline(always)]
    fn or(&self, mask: L::Mask, other: &Self) -> Self {
        let mut picked = *self;
        for i in 0..4 {
            picked.vertices[i] = select2::<L>(mask, other.vertices[i], self.vertices[i]);
            picked.normals[i] = select2::<L>(mask, other.normals[i], self.normals[i]);
        }
        picked.rotation = select2::<L>(mask, other.rotation, self.rotation);
        picked.radius = L::select(mask, other.radius, self.radius);
        picked.outer = L::select(mask, other.outer, self.outer);
        picked.count = L::select(mask, other.count, self.count);
        picked
    }

    #[inline(always)]
    fn way_to(&self, other: &Self) -> Vec2<L> {
        [other.position[0] - self.position[0], other.position[1] - self.position[1]]
    }

    /// How far `q` lies in front of each face.
    #[inline(always)]
    fn in_front(&self, q: &Self, q_in_p: &RelativeLanes<L>) -> [L; 4] {
        let mut in_front = [q_in_p.shift[0]; 4];
        for (face, separation) in in_front.iter_mut().enumerate() {
            let (normal, vertex) = (self.normals[face], self.vertices[face]);
            let axis = turn_back(q_in_p.turn, normal);
            let mut least = dot(axis, q.vertices[0]);
            for v in &q.vertices[1..] {
                let along = dot(axis, *v);
                least = L::select(least.gt(along), along, least);
            }
            let offset = [q_in_p.shift[0] - vertex[0], q_in_p.shift[1] - vertex[1]];
            *separation = least + dot(normal, offset);
        }
        in_front
    }

    /// The first of the vertices least far along `axis`.
    #[inline(always)]
    fn support(&self, axis: Vec2<L>) -> L {
        let mut least = dot(axis, self.vertices[0]);
        let mut support = least.splat(0.0);
        for (index, v) in self.vertices.iter().enumerate().skip(1) {
            let along = dot(axis, *v);
            let nearer = least.gt(along);
            least = L::select(nearer, along, least);
            support = L::select(nearer, least.splat(index as Real), support);
        }
        support
    }

    #[inline(always)]
    fn next(&self, index: L) -> L {
        let after = index + 1.0;
        L::select(self.count.gt(after), after, after.splat(0.0))
    }

    #[inline(always)]
    fn previous(&self, index: L) -> L {
        let one = index.splat(1.0);
        L::select(index.ge(one), index - one, self.count - one)
    }
}

/// The vector of this index.
#[inline(always)]
fn pick<L: Lanes>(vectors: &[Vec2<L>; 4], index: L) -> Vec2<L> {
    let low = select2::<L>(index.ge(index.splat(1.0)), vectors[1], vectors[0]);
    let high = select2::<L>(index.ge(index.splat(3.0)), vectors[3], vectors[2]);
    select2::<L>(index.ge(index.splat(2.0)), high, low)
}

#[inline(always)]
fn best_of<L: Lanes>(faces: &[L; 4]) -> L {
    greater(greater(faces[0], faces[1]), greater(faces[2], faces[3]))
}

/// The first face with at least this separation.
#[inline(always)]
fn first_at_least<L: Lanes>(faces: &[L; 4], enough: L) -> L {
    let mut face = enough.splat(3.0);
    for index in [2, 1, 0] {
        face = L::select(faces[index].ge(enough), enough.splat(index as Real), face);
    }
    face
}

/// The reference core `p` and the incident core `q` with what is common to both views.
struct View<L> {
    p: Columns<L>,
    q: Columns<L>,
    q_in_p: RelativeLanes<L>,
    way: Vec2<L>,
    speculative: L,
    bias: L,
}

impl<L: Lanes> View<L> {
    /// As for one pair: see `Sides::meeting`.
    #[inline(always)]
    fn meeting(&self, edge: L) -> (Bodies<L>, Meeting<L>) {
        const EDGE: Real = 32768.0;
        let (p, q) = (&self.p, &self.q);
        let bodies = Bodies {
            q_in_p: self.q_in_p,
            rotation: p.rotation,
            way: self.way,
            radius_p: p.radius,
            radius_q: q.radius,
            outer_p: p.outer,
            speculative: self.speculative,
            bias: self.bias,
        };
        let normal = pick(&p.normals, edge);
        let axis = turn_back(self.q_in_p.turn, normal);
        let nearest = q.support(axis);
        let before = q.previous(nearest);
        let facing = dot(pick(&q.normals, nearest), axis);
        let facing_before = dot(pick(&q.normals, before), axis);
        let is_before = (facing - facing.splat(FACING_BIAS)).gt(facing_before);
        let incident = L::select(is_before, before, nearest);
        let other = L::select(is_before, before, q.next(nearest));
        let end = p.next(edge);
        let names = Names {
            edge: edge + EDGE,
            start: edge,
            end,
            incident: incident + EDGE,
            nearest,
            other,
        };
        let meeting = Meeting {
            start: pick(&p.vertices, edge),
            end: pick(&p.vertices, end),
            normal,
            nearest: pick(&q.vertices, nearest),
            other: pick(&q.vertices, other),
            names,
        };
        (bodies, meeting)
    }
}

/// The one core and the other, as each sees the other.
struct Both<'a, L> {
    a: &'a Columns<L>,
    b: &'a Columns<L>,
    b_in_a: RelativeLanes<L>,
    a_in_b: RelativeLanes<L>,
    way: Vec2<L>,
    back: Vec2<L>,
    from_a: [L; 4],
    from_b: [L; 4],
    speculative: L,
    bias: L,
}

// Functions where closures would do: a closure may be compiled on its own, and then without the
// instructions of the level that it is for (94 ns per pair).
impl<L: Lanes> Both<'_, L> {
    /// Seen from B where the mask is set, else from A.
    #[inline(always)]
    fn view(&self, b_is_p: L::Mask) -> View<L> {
        View {
            p: self.a.or(b_is_p, self.b),
            q: self.b.or(b_is_p, self.a),
            q_in_p: RelativeLanes {
                turn: select2::<L>(b_is_p, self.a_in_b.turn, self.b_in_a.turn),
                shift: select2::<L>(b_is_p, self.a_in_b.shift, self.b_in_a.shift),
            },
            way: select2::<L>(b_is_p, self.back, self.way),
            speculative: self.speculative,
            bias: self.bias,
        }
    }

    /// The separations of that one's faces.
    #[inline(always)]
    fn faces(&self, b_is_p: L::Mask) -> [L; 4] {
        let mut faces = self.from_a;
        for (face, from_b) in faces.iter_mut().zip(self.from_b) {
            *face = L::select(b_is_p, from_b, *face);
        }
        faces
    }
}

/// The contacts of a block, and where they are still open; `None` where all are out of reach.
#[inline(always)]
fn contacts<L: Lanes>(
    a: &Columns<L>,
    b: &Columns<L>,
    speculative: L,
) -> Option<(ManifoldLanes<L>, L::Mask)> {
    let zero = speculative.splat(0.0);
    let (way, back) = (a.way_to(b), b.way_to(a));
    let b_in_a = RelativeLanes::new(a.rotation, b.rotation, way);
    let a_in_b = RelativeLanes::new(b.rotation, a.rotation, back);
    let (from_a, from_b) = (a.in_front(b, &b_in_a), b.in_front(a, &a_in_b));
    let (best_a, best_b) = (best_of(&from_a), best_of(&from_b));
    let best = greater(best_a, best_b);
    let in_reach = (a.radius + b.radius + speculative).ge(best) & b_in_a.is_finite();
    if !L::any(in_reach) {
        return None;
    }
    let (size_a, size_b) = (a.outer + a.radius, b.outer + b.radius);
    let bias = L::select(size_a.gt(size_b), size_b, size_a) * AXIS_BIAS;
    let second_first = second_comes_first_lanes(way);
    let apart = best.gt(zero);
    let b_is_ahead = best_b.gt(best_a) | (best_a.ge(best_b) & best_b.ge(best_a) & second_first);
    let enough = good_enough(best, bias);
    let b_is_p = (best_b.ge(enough) & second_first) | !best_a.ge(enough);

    let both = Both { a, b, b_in_a, a_in_b, way, back, from_a, from_b, speculative, bias };
    let best_p = L::select(b_is_p, best_b, best_a);
    let at_least = L::select(best_p.gt(zero), best_p, enough);
    let reference = both.view(b_is_p);
    let (bodies, meeting) = reference.meeting(first_at_least(&both.faces(b_is_p), at_least));
    let placed = meeting.place(&bodies);
    let mut corner = meeting.corner(&bodies, &placed);
    let other_is_ahead = b_is_ahead ^ b_is_p;
    corner.applies = corner.applies & apart & !other_is_ahead;
    let contact = meeting.contact(&bodies, &placed, Some(&corner));
    let mut lanes = contact.lanes.flipped_where(b_is_p);
    let mut undecided = contact.undecided & in_reach;
    let ask_other = other_is_ahead & apart & in_reach;
    if L::any(ask_other) {
        let best_ahead = L::select(b_is_ahead, best_b, best_a);
        let ahead = both.view(b_is_ahead);
        let (bodies, meeting) = ahead.meeting(first_at_least(&both.faces(b_is_ahead), best_ahead));
        let corner = meeting.corner(&bodies, &meeting.place(&bodies));
        let applies = corner.applies & ask_other;
        lanes = lanes.or(applies, &bodies.at_corner(&corner).flipped_where(b_is_ahead));
        undecided = undecided & !applies;
    }
    Some((lanes.only_where(in_reach), undecided))
}
