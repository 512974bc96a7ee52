//! Contacts of two boxes, in closed form.
//!
//! Boxes are the most frequent shapes in games, and a box needs no loop over its faces: in the
//! frame of either one, the extent of the other along an axis is a sum of two products
//! (Gottschalk's test, which Randy Gaul derives for two and three dimensions). The same is true of
//! everything after it, so that the whole path to the manifold is one run of arithmetic, without a
//! branch that depends on the pair. The steps are those in [`clip`](super::clip), in the same
//! order of preference; rounded boxes included.

use super::batch::contact_lanes::{ManifoldLanes, PointLanes, id_of_numbers};
use super::manifold::Manifold;
use super::sat::{AXIS_BIAS, COINCIDENT, good_enough};
use super::second_comes_first_lanes;
use crate::one_pair::one_pair;
use crate::{Polygon, Pose, Real, Vector};
use umbra_lanes::{Lanes, Simd, Vec2, f32x4, is_first_set, select2, turn, turn_back};

/// A box as the kernel reads it.
#[derive(Clone, Copy)]
pub(super) struct Cuboid<L> {
    /// Cosine and sine of its angle.
    pub(super) rotation: Vec2<L>,
    pub(super) half: Vec2<L>,
    /// The radius that rounds its corners.
    pub(super) radius: L,
    /// The distance from its centre to its farthest point.
    pub(super) size: L,
}

/// Two boxes and the vector from the first to the second.
#[derive(Clone, Copy)]
pub(super) struct CuboidPair<L> {
    pub(super) a: Cuboid<L>,
    pub(super) b: Cuboid<L>,
    pub(super) way: Vec2<L>,
}

/// The separations of two boxes along their four face normals.
#[derive(Clone, Copy)]
pub(super) struct Axes<L> {
    /// The rotation of B relative to A.
    turn: Vec2<L>,
    /// The vector from A to B, in the frame of A and in the frame of B.
    way_a: Vec2<L>,
    way_b: Vec2<L>,
    /// The separations along A's axes and along B's.
    along_a: Vec2<L>,
    along_b: Vec2<L>,
    /// The largest of the four.
    pub(super) best: L,
}

impl<L: Lanes> CuboidPair<L> {
    /// The first half of the work: after it, boxes out of reach are known.
    #[inline(always)]
    pub(super) fn axes(&self) -> Axes<L> {
        let (a, b) = (&self.a, &self.b);
        let relative = turn_back(a.rotation, b.rotation);
        let [cos, sin] = [relative[0].abs(), relative[1].abs()];
        let way_a = turn_back(a.rotation, self.way);
        let way_b = turn_back(b.rotation, self.way);
        let along_a = [
            way_a[0].abs() - a.half[0] - (b.half[0] * cos + b.half[1] * sin),
            way_a[1].abs() - a.half[1] - (b.half[0] * sin + b.half[1] * cos),
        ];
        let along_b = [
            way_b[0].abs() - b.half[0] - (a.half[0] * cos + a.half[1] * sin),
            way_b[1].abs() - b.half[1] - (a.half[0] * sin + a.half[1] * cos),
        ];
        let best = along_b[1].greater(along_b[0]).greater(along_a[1].greater(along_a[0]));
        Axes { turn: relative, way_a, way_b, along_a, along_b, best }
    }

    /// The second half: the contact from the reference box to the other, with points up to a gap of
    /// `speculative`. The mask is set where B is the reference box.
    #[inline(always)]
    pub(super) fn manifold(&self, axes: &Axes<L>, speculative: L) -> (ManifoldLanes<L>, L::Mask) {
        let reference = self.reference(axes);
        let incident = reference.incident();
        let radii = self.a.radius + self.b.radius;
        let (low, high) = reference.clipped(&incident);
        let mut normal = [radii.all(1.0), radii.all(0.0)];
        let mut second_is_real = radii.ge(radii.all(0.0));
        let mut points = [low, high];
        let corner = reference.corner(&incident);
        if L::any(corner.applies) {
            let pick = |yes: L, no: L| L::select(corner.applies, yes, no);
            normal = select2::<L>(corner.applies, corner.normal, normal);
            points[0] = Foot {
                along: pick(corner.foot.along, low.along),
                gap: pick(corner.foot.gap, low.gap),
                feature_r: pick(corner.foot.feature_r, low.feature_r),
                feature_i: pick(corner.foot.feature_i, low.feature_i),
            };
            second_is_real = !corner.applies;
        }
        let world = turn(reference.out, normal);
        let way = select2::<L>(reference.is_b, [-self.way[0], -self.way[1]], self.way);
        // Not by the library's `map`: what that is given is not always compiled into here, and then
        // without the instructions of the level (18 ns per pair of boxes in a batch, not 8).
        let first = reference.place(normal, world, way, points[0], radii).within(speculative);
        let second = reference.place(normal, world, way, points[1], radii).within(speculative);
        let infinite = radii.all(Real::INFINITY);
        let second = PointLanes {
            separation: L::select(second_is_real, second.separation, infinite),
            ..second
        };
        (ManifoldLanes { normal: world, points: [first, second] }, reference.is_b)
    }

    /// Chooses the reference face: the first that is as good as the best within the bias, A
    /// before B and x before y. Where the boxes are apart, the best face of A or B.
    #[inline(always)]
    fn reference(&self, axes: &Axes<L>) -> Reference<L> {
        let (a, b) = (&self.a, &self.b);
        let zero = axes.best.all(0.0);
        let bias = L::select(a.size.gt(b.size), b.size, a.size) * AXIS_BIAS;
        let enough = good_enough(axes.best, bias);
        let apart = axes.best.gt(zero);
        let is_b = !axes.along_a[1].greater(axes.along_a[0]).ge(enough);
        let y_axis = (is_b & y_first(axes.along_b, enough, apart))
            | (!is_b & y_first(axes.along_a, enough, apart));
        // From here on the reference box is at rest, and the incident one is seen from it.
        let way_b = [-axes.way_b[0], -axes.way_b[1]];
        let [x, y] = select2::<L>(is_b, way_b, axes.way_a);
        let half = select2::<L>(is_b, b.half, a.half);
        let incident_half = select2::<L>(is_b, a.half, b.half);
        let [cos, sin] = select2::<L>(is_b, [axes.turn[0], -axes.turn[1]], axes.turn);
        let rotation = select2::<L>(is_b, b.rotation, a.rotation);
        // Turned so that the reference face looks along u.
        let along = L::select(y_axis, y, x);
        let one = zero + 1.0;
        let sign = one.with_sign_of(along);
        let across = L::select(y_axis, -x, y) * sign;
        let out = select2::<L>(y_axis, [-rotation[1], rotation[0]], rotation);
        let turn = select2::<L>(y_axis, [sin, -cos], [cos, sin]);
        // The faces of a box: 0 below, 1 right, 2 above, 3 left.
        let positive = along.ge(zero);
        let below_or_above = L::select(positive, zero + 2.0, zero);
        let right_or_left = L::select(positive, one, zero + 3.0);
        Reference {
            is_b,
            bias,
            apart,
            way: [along.abs(), across],
            half: select2::<L>(y_axis, [half[1], half[0]], half),
            out: [out[0] * sign, out[1] * sign],
            face: L::select(y_axis, below_or_above, right_or_left),
            incident_turn: [turn[0] * sign, turn[1] * sign],
            incident_half,
            radius: L::select(is_b, b.radius, a.radius),
        }
    }
}

/// True where a box's y axis comes before its x axis: where it is the better one if the boxes are
/// apart, else only if x is not good enough.
// Functions rather than closures, here and below: those a compiler may leave out of line, with the
// instructions of the lowest level.
#[inline(always)]
fn y_first<L: Lanes>(along: Vec2<L>, enough: L, apart: L::Mask) -> L::Mask {
    let better = along[1].gt(along[0]);
    (better & apart) | (!along[0].ge(enough) & !apart)
}

/// The reference box in the frame of its reference face: u looks out of the face, v runs along
/// it, counter-clockwise around the box.
struct Reference<L: Lanes> {
    /// The lanes in which B is the reference box.
    is_b: L::Mask,
    bias: L,
    /// The lanes in which no axis shows an overlap.
    apart: L::Mask,
    /// The vector from the centre of the reference box to that of the incident one.
    way: Vec2<L>,
    /// Half extents of the reference box along u and v.
    half: Vec2<L>,
    /// The direction of u in the world.
    out: Vec2<L>,
    /// The number of the face.
    face: L,
    /// The rotation and half extents of the incident box.
    incident_turn: Vec2<L>,
    incident_half: Vec2<L>,
    radius: L,
}

/// The incident edge: its ends in order of v, relative to the middle of the reference face.
struct Incident<L> {
    low: Vec2<L>,
    high: Vec2<L>,
    /// The change of the edge's distance from the face per unit along the face.
    slope: L,
    /// The number of the edge, of its end at the high side, and of its end at the low side.
    edge: L,
    high_vertex: L,
    low_vertex: L,
}

/// One end of the incident edge, and the end of the reference face on its side.
struct End<L> {
    vertex: Vec2<L>,
    /// The number of the vertex.
    name: L,
    /// The distance of the vertex beyond the end of the face.
    past: L,
    /// The end of the face, and the number of its vertex there.
    stop: L,
    corner: L,
    /// The change of the edge's distance from the face per unit inwards from there.
    slope: L,
}

/// A point on the reference face and the gap between it and the incident box.
#[derive(Clone, Copy)]
struct Foot<L> {
    along: L,
    gap: L,
    /// The features of reference box and incident box.
    feature_r: L,
    feature_i: L,
}

/// The contact between two corners, and a mask of the lanes to which it applies.
struct Corner<L: Lanes> {
    applies: L::Mask,
    normal: Vec2<L>,
    foot: Foot<L>,
}

/// The number of the vertex or edge after this one.
#[inline(always)]
fn next<L: Lanes>(feature: L) -> L {
    L::select(feature.ge(feature.all(3.0)), feature.all(0.0), feature + 1.0)
}

/// The offset of feature numbers of edges: see [`FeatureId`].
const EDGE: Real = 32768.0;

impl<L: Lanes> Reference<L> {
    /// The edge of the incident box that faces the reference face most squarely.
    #[inline(always)]
    fn incident(&self) -> Incident<L> {
        let [cos, sin] = self.incident_turn;
        let zero = cos.all(0.0);
        // The x face of the incident box unless its y face is clearly better.
        let y_face = sin.abs().gt(cos.abs() + 1e-3);
        let x_normal = [-cos.abs(), (-sin).with_sign_of(cos)];
        let y_normal = [-sin.abs(), cos.with_sign_of(sin)];
        let [nu, nv] = select2::<L>(y_face, y_normal, x_normal);
        let depth = L::select(y_face, self.incident_half[1], self.incident_half[0]);
        let reach = L::select(y_face, self.incident_half[0], self.incident_half[1]);
        let middle = [self.way[0] + depth * nu - self.half[0], self.way[1] + depth * nv];
        // Along the edge towards higher v; nu is negative.
        let [tu, tv] = [nv * reach, -(nu * reach)];
        let right_or_left = L::select(cos.ge(zero), zero + 3.0, zero + 1.0);
        let above_or_below = L::select(sin.ge(zero), zero + 2.0, zero);
        let edge = L::select(y_face, above_or_below, right_or_left);
        Incident {
            low: [middle[0] - tu, middle[1] - tv],
            high: [middle[0] + tu, middle[1] + tv],
            slope: -(nv / nu),
            edge,
            high_vertex: edge,
            low_vertex: next(edge),
        }
    }

    /// The incident edge clipped to the width of the reference face. A vertex keeps its id while
    /// it sticks out by no more than the bias.
    #[inline(always)]
    fn clipped(&self, incident: &Incident<L>) -> (Foot<L>, Foot<L>) {
        let width = self.half[1];
        let low = End {
            vertex: incident.low,
            name: incident.low_vertex,
            past: -width - incident.low[1],
            stop: -width,
            slope: incident.slope,
            corner: self.face,
        };
        let high = End {
            vertex: incident.high,
            name: incident.high_vertex,
            past: incident.high[1] - width,
            stop: width,
            slope: -incident.slope,
            corner: next(self.face),
        };
        (self.clipped_end(incident, &low), self.clipped_end(incident, &high))
    }

    #[inline(always)]
    fn clipped_end(&self, incident: &Incident<L>, end: &End<L>) -> Foot<L> {
        let cut = end.past.gt(self.bias);
        let [gap, along] = end.vertex;
        Foot {
            along: L::select(cut, end.stop, along),
            gap: L::select(cut, gap + end.slope * end.past, gap),
            feature_r: L::select(cut, end.corner, self.face + EDGE),
            feature_i: L::select(cut, incident.edge + EDGE, end.name),
        }
    }

    /// The corner-to-corner contact: for boxes that are apart if the nearest vertex is past the end
    /// of the face, and for all boxes if no part of the incident edge is over the face.
    #[inline(always)]
    fn corner(&self, incident: &Incident<L>) -> Corner<L> {
        let zero = self.bias.all(0.0);
        let (low, high) = (incident.low, incident.high);
        let width = self.half[1];
        let low_is_nearest = high[0].ge(low[0]);
        let nearest = select2::<L>(low_is_nearest, low, high);
        let other = select2::<L>(low_is_nearest, high, low);
        let past = nearest[1].abs().gt(width + self.bias);
        let to_corner = [-nearest[0], width.with_sign_of(nearest[1]) - nearest[1]];
        let edge_way = [other[0] - nearest[0], other[1] - nearest[1]];
        let turns_away = zero.ge(to_corner[0] * edge_way[0] + to_corner[1] * edge_way[1]);
        let by_vertex = self.apart & past & turns_away;
        let all_below = (-width).gt(high[1]);
        let none_over = all_below | low[1].gt(width);
        // With nothing over the face, the end that is nearer to it along the face.
        let by_end = select2::<L>(all_below, high, low);
        let vertex = select2::<L>(by_vertex, nearest, by_end);
        let is_low = (by_vertex & low_is_nearest) | !(by_vertex | all_below);
        let at_start = zero.gt(vertex[1]);
        let along = width.with_sign_of(vertex[1]);
        let way = [vertex[0], vertex[1] - along];
        let distance = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let has_direction = distance.gt((self.half[0] + self.half[1]) * COINCIDENT);
        let divisor = L::select(has_direction, distance, zero + 1.0);
        let direction = [way[0] / divisor, way[1] / divisor];
        Corner {
            applies: by_vertex | none_over,
            normal: select2::<L>(has_direction, direction, [zero + 1.0, zero]),
            foot: Foot {
                along,
                gap: distance,
                feature_r: L::select(at_start, self.face, next(self.face)),
                feature_i: L::select(is_low, incident.low_vertex, incident.high_vertex),
            },
        }
    }

    /// A contact point in the world, from its foot on the face; A is the reference box here.
    /// `world` is the normal in the world, and `way` the vector to the other box.
    #[inline(always)]
    fn place(
        &self,
        normal: Vec2<L>,
        world: Vec2<L>,
        way: Vec2<L>,
        foot: Foot<L>,
        radii: L,
    ) -> PointLanes<L> {
        let separation = foot.gap - radii;
        let on_r = [self.half[0] + normal[0] * self.radius, foot.along + normal[1] * self.radius];
        let anchor_a = turn(self.out, on_r);
        PointLanes {
            anchor_a,
            anchor_b: [
                anchor_a[0] + world[0] * separation - way[0],
                anchor_a[1] + world[1] * separation - way[1],
            ],
            separation,
            feature_a: foot.feature_r,
            feature_b: foot.feature_i,
        }
    }
}

/// The contact of two boxes around their origins.
#[inline(never)]
pub(super) fn collide_boxes(
    a: &Polygon,
    half_a: Vector,
    pose_a: &Pose,
    b: &Polygon,
    half_b: Vector,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let (a, b) = (numbers(a, half_a), numbers(b, half_b));
    one_pair!(simd => collide_cuboids(simd, a, pose_a, b, pose_b, speculative))
}

/// The half extents of a box, its radius, and the distance from its centre to its farthest point.
type Numbers = ([Real; 2], Real, Real);

/// The numbers of a box with half extents `half`.
#[inline(always)]
fn numbers(polygon: &Polygon, half: Vector) -> Numbers {
    (half.into(), polygon.radius(), polygon.outer_radius() + polygon.radius())
}

/// The contact of two boxes, given half extents, radius and size of each.
#[inline(always)]
pub(super) fn collide_cuboids<S: Simd>(
    simd: S,
    a: Numbers,
    pose_a: &Pose,
    b: Numbers,
    pose_b: &Pose,
    speculative: Real,
) -> Manifold {
    let single = |value: Real| simd.single(value);
    let cuboid = |(half, radius, size): Numbers, pose: &Pose| Cuboid {
        rotation: [single(pose.rotation.re), single(pose.rotation.im)],
        half: [single(half[0]), single(half[1])],
        radius: single(radius),
        size: single(size),
    };
    let (a, b) = (cuboid(a, pose_a), cuboid(b, pose_b));
    let way = |from: &Pose, to: &Pose| {
        let way = to.translation.vector - from.translation.vector;
        [single(way.x), single(way.y)]
    };
    let (way, back) = (way(pose_a, pose_b), way(pose_b, pose_a));
    let flip = second_comes_first_lanes(way);
    let pair = CuboidPair {
        a: a.or(flip, &b),
        b: b.or(flip, &a),
        // Not the negative of the way there: that has another sign where it is zero.
        way: select2::<f32x4<S>>(flip, back, way),
    };
    let axes: Axes<f32x4<S>> = pair.axes();
    let speculative = single(speculative);
    let in_reach = (pair.a.radius + pair.b.radius + speculative).ge(axes.best);
    if !is_first_set(in_reach) {
        return Manifold::EMPTY;
    }
    let (contact, is_b) = pair.manifold(&axes, speculative);
    Manifold::of_first_lane(&contact, is_b ^ flip, id_of_numbers)
}

impl<L: Lanes> Cuboid<L> {
    /// The box `other` where the mask is set.
    #[inline(always)]
    pub(super) fn or(&self, mask: L::Mask, other: &Self) -> Self {
        let pick = |mine: [L; 2], others: [L; 2]| {
            [L::select(mask, others[0], mine[0]), L::select(mask, others[1], mine[1])]
        };
        Self {
            rotation: pick(self.rotation, other.rotation),
            half: pick(self.half, other.half),
            radius: L::select(mask, other.radius, self.radius),
            size: L::select(mask, other.size, self.size),
        }
    }
}
