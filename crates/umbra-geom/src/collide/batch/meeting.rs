//! The contact of two edges that face each other, in lanes.
//!
//! The same steps as in [`clip`](super::super::clip), without a jump: once for one pair of shapes,
//! and once for a register of pairs. Rare cases are left to the general path there: see
//! [`Contact::undecided`].

use super::super::sat::COINCIDENT;
use super::contact_lanes::{ManifoldLanes, PointLanes};
use super::relative::RelativeLanes;
use crate::Real;
use umbra_lanes::{Lanes, Vec2, dot, select2, turn};

/// The reference core `p` and the incident core `q`.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Bodies<L> {
    /// The frame of `q` in that of `p`.
    pub(in crate::collide) q_in_p: RelativeLanes<L>,
    /// The rotation of `p` in the world, and the vector from `p` to `q` there.
    pub(in crate::collide) rotation: Vec2<L>,
    pub(in crate::collide) way: Vec2<L>,
    pub(in crate::collide) radius_p: L,
    pub(in crate::collide) radius_q: L,
    /// The distance from the centre of `p` to its farthest vertex.
    pub(in crate::collide) outer_p: L,
    pub(in crate::collide) speculative: L,
    /// Differences in length below this count as none.
    pub(in crate::collide) bias: L,
}

/// The reference edge of `p`, in its frame, and the incident edge of `q`, in its own.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Meeting<L> {
    pub(in crate::collide) start: Vec2<L>,
    pub(in crate::collide) end: Vec2<L>,
    pub(in crate::collide) normal: Vec2<L>,
    /// The vertex that is nearest to the line of the reference edge.
    pub(in crate::collide) nearest: Vec2<L>,
    /// The other end of the incident edge.
    pub(in crate::collide) other: Vec2<L>,
    pub(in crate::collide) names: Names<L>,
}

/// The names of the features that may touch, for the kernel to pick from.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Names<L> {
    pub(in crate::collide) edge: L,
    pub(in crate::collide) start: L,
    pub(in crate::collide) end: L,
    pub(in crate::collide) incident: L,
    pub(in crate::collide) nearest: L,
    pub(in crate::collide) other: L,
}

/// The incident edge in the frame of the reference edge, as `[along, out]`.
pub(in crate::collide) struct Placed<L> {
    tangent: Vec2<L>,
    length: L,
    nearest: Vec2<L>,
    other: Vec2<L>,
    /// The nearest vertex in the frame of `p`.
    nearest_in_p: Vec2<L>,
}

/// A point on `p`'s core and the distance of `q`'s core from there.
#[derive(Clone, Copy)]
struct Foot<L> {
    at: Vec2<L>,
    distance: L,
    /// The features of `p` and `q`.
    name_p: L,
    name_q: L,
}

/// The contact between two corners, and a mask of the lanes to which it applies.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Corner<L: Lanes> {
    pub(in crate::collide) applies: L::Mask,
    normal: Vec2<L>,
    foot: Foot<L>,
}

/// The contact from `p` (as A) to `q`.
pub(in crate::collide) struct Contact<L: Lanes> {
    pub(in crate::collide) lanes: ManifoldLanes<L>,
    /// The lanes in which nothing in reach lies over the face, so that another face has to be
    /// tried.
    pub(in crate::collide) undecided: L::Mask,
}

impl<L: Lanes> Meeting<L> {
    #[inline(always)]
    pub(in crate::collide) fn place(&self, bodies: &Bodies<L>) -> Placed<L> {
        let tangent = [-self.normal[1], self.normal[0]];
        let length = dot(tangent, [self.end[0] - self.start[0], self.end[1] - self.start[1]]);
        let nearest_in_p = bodies.q_in_p.point(self.nearest);
        let nearest = self.along_and_out(tangent, nearest_in_p);
        Placed {
            tangent,
            length,
            nearest,
            other: self.along_and_out(tangent, bodies.q_in_p.point(self.other)),
            nearest_in_p,
        }
    }

    #[inline(always)]
    fn along_and_out(&self, tangent: Vec2<L>, v: Vec2<L>) -> Vec2<L> {
        let offset = [v[0] - self.start[0], v[1] - self.start[1]];
        [dot(tangent, offset), dot(self.normal, offset)]
    }

    /// The nearest corners, for the best face of two separated cores.
    #[inline(always)]
    pub(in crate::collide) fn corner(&self, bodies: &Bodies<L>, placed: &Placed<L>) -> Corner<L> {
        let zero = bodies.bias.all(0.0);
        let (nearest, other) = (placed.nearest, placed.other);
        // A corner that lies over the end of the face, as corners of equal boxes do, is over it.
        let before = (-bodies.bias).gt(nearest[0]);
        let after = nearest[0].gt(placed.length + bodies.bias);
        let along = L::select(before, zero, placed.length);
        let to_corner = [along - nearest[0], zero - nearest[1]];
        let edge_way = [other[0] - nearest[0], other[1] - nearest[1]];
        let turns_back = dot(to_corner, edge_way).gt(zero);

        let at = select2::<L>(before, self.start, self.end);
        let way = [placed.nearest_in_p[0] - at[0], placed.nearest_in_p[1] - at[1]];
        let distance = dot(way, way).sqrt();
        let has_direction = distance.gt(bodies.outer_p * COINCIDENT);
        let divisor = L::select(has_direction, distance, zero + 1.0);
        let direction = [way[0] / divisor, way[1] / divisor];
        Corner {
            applies: (before | after) & !turns_back,
            normal: select2::<L>(has_direction, direction, self.normal),
            foot: Foot {
                at,
                distance,
                name_p: L::select(before, self.names.start, self.names.end),
                name_q: self.names.nearest,
            },
        }
    }

    /// The point at distance `along` on the reference edge.
    #[inline(always)]
    fn along(&self, placed: &Placed<L>, along: L) -> Vec2<L> {
        [self.start[0] + placed.tangent[0] * along, self.start[1] + placed.tangent[1] * along]
    }

    /// The contact at the reference face, to which the incident edge is clipped; at the corner
    /// instead, where that applies.
    #[inline(always)]
    pub(in crate::collide) fn contact(
        &self,
        bodies: &Bodies<L>,
        placed: &Placed<L>,
        corner: Option<&Corner<L>>,
    ) -> Contact<L> {
        let zero = bodies.bias.all(0.0);
        let (nearest, other) = (placed.nearest, placed.other);
        let in_order = other[0].ge(nearest[0]);
        let low = select2::<L>(in_order, nearest, other);
        let high = select2::<L>(in_order, other, nearest);
        let name_low = L::select(in_order, self.names.nearest, self.names.other);
        let name_high = L::select(in_order, self.names.other, self.names.nearest);
        let none_over = zero.gt(high[0]) | low[0].gt(placed.length);
        let slope = (high[1] - low[1]) / (high[0] - low[0]);
        // A vertex that sticks out past the end of the face by no more than the bias stays itself.
        let length = placed.length;
        let cut_low = (-low[0]).gt(bodies.bias);
        let cut_high = (high[0] - length).gt(bodies.bias);
        let at_low = low[1] + slope * (zero - low[0]);
        let at_high = low[1] + slope * (length - low[0]);
        let edge = self.names.edge;
        let first = Foot {
            at: self.along(placed, L::select(cut_low, zero, low[0])),
            distance: L::select(cut_low, at_low, low[1]),
            name_p: L::select(cut_low, self.names.start, edge),
            name_q: L::select(cut_low, self.names.incident, name_low),
        };
        let second = Foot {
            at: self.along(placed, L::select(cut_high, length, high[0])),
            distance: L::select(cut_high, at_high, high[1]),
            name_p: L::select(cut_high, self.names.end, edge),
            name_q: L::select(cut_high, self.names.incident, name_high),
        };
        let (normal, first) = match corner {
            Some(corner) => (
                select2::<L>(corner.applies, corner.normal, self.normal),
                first.unless(corner.applies, &corner.foot),
            ),
            None => (self.normal, first),
        };
        let infinite = zero + Real::INFINITY;
        let world = turn(bodies.rotation, normal);
        let first = bodies.point(normal, world, &first);
        let second = bodies.point(normal, world, &second);
        let some = infinite.gt(first.separation) | infinite.gt(second.separation);
        let mut undecided = none_over | !some;
        let mut points = [first, second];
        if let Some(corner) = corner {
            undecided = undecided & !corner.applies;
            points[1].separation = L::select(corner.applies, infinite, second.separation);
        }
        Contact { lanes: ManifoldLanes { normal: world, points }, undecided }
    }
}

impl<L: Lanes> Foot<L> {
    /// The values of `other` where the mask is set.
    #[inline(always)]
    fn unless(&self, mask: L::Mask, other: &Self) -> Self {
        Self {
            at: select2::<L>(mask, other.at, self.at),
            distance: L::select(mask, other.distance, self.distance),
            name_p: L::select(mask, other.name_p, self.name_p),
            name_q: L::select(mask, other.name_q, self.name_q),
        }
    }
}

impl<L: Lanes> Bodies<L> {
    /// The contact at a corner alone.
    #[inline(always)]
    pub(in crate::collide) fn at_corner(&self, corner: &Corner<L>) -> ManifoldLanes<L> {
        let world = turn(self.rotation, corner.normal);
        let point = self.point(corner.normal, world, &corner.foot);
        let none = PointLanes { separation: self.bias.all(Real::INFINITY), ..point };
        ManifoldLanes { normal: world, points: [point, none] }
    }

    /// The contact point in the world at a foot; `world` is the normal there.
    #[inline(always)]
    fn point(&self, normal: Vec2<L>, world: Vec2<L>, foot: &Foot<L>) -> PointLanes<L> {
        let separation = foot.distance - self.radius_p - self.radius_q;
        let on_p = [foot.at[0] + normal[0] * self.radius_p, foot.at[1] + normal[1] * self.radius_p];
        let anchor_a = turn(self.rotation, on_p);
        let point = PointLanes {
            anchor_a,
            anchor_b: [
                anchor_a[0] + world[0] * separation - self.way[0],
                anchor_a[1] + world[1] * separation - self.way[1],
            ],
            separation,
            feature_a: foot.name_p,
            feature_b: foot.name_q,
        };
        point.within(self.speculative)
    }
}
