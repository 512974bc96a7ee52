//! Two edges that face each other, in lanes: what of them is in contact.
//!
//! The same steps as in [`clip`](super::clip), without a jump: once for one pair of shapes, and
//! once for a register of pairs. What hardly ever happens is left to the general path there: see
//! [`FaceContact::undecided`].

use super::contact_lanes::PointLanes;
use super::lanes::{Lanes, Vec2, select2, turn};
use super::sat::COINCIDENT;
use crate::Real;

/// The reference core `p` and the incident core `q`.
#[derive(Clone, Copy)]
pub(super) struct Bodies<L> {
    /// The frame of `q` seen from that of `p`.
    pub(super) turn: Vec2<L>,
    pub(super) shift: Vec2<L>,
    /// How `p` is turned in the world.
    pub(super) rotation: Vec2<L>,
    pub(super) radius_p: L,
    pub(super) radius_q: L,
    /// The distance from the centre of `p` to its farthest vertex.
    pub(super) outer_p: L,
    pub(super) speculative: L,
    /// What differences in length count as none.
    pub(super) bias: L,
}

/// The reference edge of `p`, in its frame, and the incident edge of `q`, in its own.
#[derive(Clone, Copy)]
pub(super) struct Meeting<L> {
    pub(super) start: Vec2<L>,
    pub(super) end: Vec2<L>,
    pub(super) normal: Vec2<L>,
    /// The vertex that is nearest to the line of the reference edge.
    pub(super) nearest: Vec2<L>,
    /// The other end of the incident edge.
    pub(super) other: Vec2<L>,
    pub(super) names: Names<L>,
}

/// The names of the features that may touch, for the kernel to pick from.
#[derive(Clone, Copy)]
pub(super) struct Names<L> {
    pub(super) edge: L,
    pub(super) start: L,
    pub(super) end: L,
    pub(super) incident: L,
    pub(super) nearest: L,
    pub(super) other: L,
}

/// The incident edge in the frame of the reference edge: `[along, out]`.
pub(super) struct Placed<L> {
    tangent: Vec2<L>,
    length: L,
    nearest: Vec2<L>,
    other: Vec2<L>,
    /// The nearest vertex in the frame of `p`.
    nearest_in_p: Vec2<L>,
}

/// A contact at one face: `anchor_a` is that of `p`.
pub(super) struct FaceContact<L: Lanes> {
    pub(super) points: [PointLanes<L>; 2],
    /// Where nothing in reach lies over the face, so that another one has to be asked.
    pub(super) undecided: L::Mask,
}

/// A contact between two corners: `anchor_a` is that of `p`.
pub(super) struct CornerContact<L: Lanes> {
    /// Where two corners are what is nearest.
    pub(super) applies: L::Mask,
    pub(super) normal: Vec2<L>,
    pub(super) point: PointLanes<L>,
}

#[inline(always)]
fn dot<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> L {
    a[0] * b[0] + a[1] * b[1]
}

impl<L: Lanes> Meeting<L> {
    #[inline(always)]
    pub(super) fn place(&self, bodies: &Bodies<L>) -> Placed<L> {
        let tangent = [-self.normal[1], self.normal[0]];
        let length = dot(tangent, [self.end[0] - self.start[0], self.end[1] - self.start[1]]);
        let in_p = |vertex: Vec2<L>| {
            let turned = turn(bodies.turn, vertex);
            [turned[0] + bodies.shift[0], turned[1] + bodies.shift[1]]
        };
        let along_and_out = |v: Vec2<L>| {
            let offset = [v[0] - self.start[0], v[1] - self.start[1]];
            [dot(tangent, offset), dot(self.normal, offset)]
        };
        let nearest_in_p = in_p(self.nearest);
        let nearest = along_and_out(nearest_in_p);
        Placed {
            tangent,
            length,
            nearest,
            other: along_and_out(in_p(self.other)),
            nearest_in_p,
        }
    }

    /// Where two corners are nearest, for the best face of two cores that are apart.
    #[inline(always)]
    pub(super) fn corner_contact(
        &self,
        bodies: &Bodies<L>,
        placed: &Placed<L>,
    ) -> CornerContact<L> {
        let zero = bodies.bias.splat(0.0);
        let (nearest, other) = (placed.nearest, placed.other);
        // A corner that lies over the end of the face, as corners of equal boxes do, is over it.
        let before = (-bodies.bias).gt(nearest[0]);
        let after = nearest[0].gt(placed.length + bodies.bias);
        let along = L::select(before, zero, placed.length);
        let to_corner = [along - nearest[0], zero - nearest[1]];
        let edge_way = [other[0] - nearest[0], other[1] - nearest[1]];
        let turns_back = dot(to_corner, edge_way).gt(zero);

        let from = select2::<L>(before, self.start, self.end);
        let way = [placed.nearest_in_p[0] - from[0], placed.nearest_in_p[1] - from[1]];
        let distance = dot(way, way).sqrt();
        let has_direction = distance.gt(bodies.outer_p * COINCIDENT);
        let divisor = L::select(has_direction, distance, zero + 1.0);
        let direction = [way[0] / divisor, way[1] / divisor];
        let normal = select2::<L>(has_direction, direction, self.normal);
        let name = L::select(before, self.names.start, self.names.end);
        CornerContact {
            applies: (before | after) & !turns_back,
            normal,
            point: bodies.point(normal, from, distance, name, self.names.nearest),
        }
    }

    /// The incident edge clipped to the reference face.
    #[inline(always)]
    pub(super) fn face_contact(&self, bodies: &Bodies<L>, placed: &Placed<L>) -> FaceContact<L> {
        let zero = bodies.bias.splat(0.0);
        let (nearest, other) = (placed.nearest, placed.other);
        let in_order = other[0].ge(nearest[0]);
        let low = select2::<L>(in_order, nearest, other);
        let high = select2::<L>(in_order, other, nearest);
        let name_low = L::select(in_order, self.names.nearest, self.names.other);
        let name_high = L::select(in_order, self.names.other, self.names.nearest);
        let none_over = zero.gt(high[0]) | low[0].gt(placed.length);
        let slope = (high[1] - low[1]) / (high[0] - low[0]);
        // A vertex that sticks out past the end of the face by no more than the bias stays itself.
        let end = |vertex: Vec2<L>, name: L, end: L, past: L, corner: L| {
            let cut = past.gt(bodies.bias);
            let along = L::select(cut, end, vertex[0]);
            let out = L::select(cut, low[1] + slope * (end - low[0]), vertex[1]);
            let foot = [
                self.start[0] + placed.tangent[0] * along,
                self.start[1] + placed.tangent[1] * along,
            ];
            let name_p = L::select(cut, corner, self.names.edge);
            let name_q = L::select(cut, self.names.incident, name);
            bodies.point(self.normal, foot, out, name_p, name_q)
        };
        let length = placed.length;
        let first = end(low, name_low, zero, -low[0], self.names.start);
        let second = end(high, name_high, length, high[0] - length, self.names.end);
        let infinite = zero + Real::INFINITY;
        let some = infinite.gt(first.separation) | infinite.gt(second.separation);
        FaceContact { points: [first, second], undecided: none_over | !some }
    }
}

impl<L: Lanes> Bodies<L> {
    /// The contact point in the world of a foot on `p`'s core with its distance to `q`'s core.
    #[inline(always)]
    fn point(
        &self,
        normal: Vec2<L>,
        foot: Vec2<L>,
        distance: L,
        name_p: L,
        name_q: L,
    ) -> PointLanes<L> {
        let separation = distance - self.radius_p - self.radius_q;
        let on_p = [foot[0] + normal[0] * self.radius_p, foot[1] + normal[1] * self.radius_p];
        let reach = distance - self.radius_q;
        let on_q = [
            foot[0] + normal[0] * reach - self.shift[0],
            foot[1] + normal[1] * reach - self.shift[1],
        ];
        let infinite = separation.splat(Real::INFINITY);
        PointLanes {
            anchor_a: turn(self.rotation, on_p),
            anchor_b: turn(self.rotation, on_q),
            separation: L::select(self.speculative.ge(separation), separation, infinite),
            feature_a: name_p,
            feature_b: name_q,
        }
    }
}
