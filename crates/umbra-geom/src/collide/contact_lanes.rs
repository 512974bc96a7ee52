//! What a kernel leaves: a manifold per lane.

use super::four::{Four, splat, yes};
use super::lanes::{Lanes, Vec2};
use super::manifold::{ContactPoint, FeatureId, Manifold};
use crate::{Real, Vector};

/// A contact point per lane. Features are kept as floats, which a kernel picks
/// from: see [`id_of_numbers`].
#[derive(Clone, Copy)]
pub(super) struct PointLanes<L> {
    pub(super) anchor_a: Vec2<L>,
    pub(super) anchor_b: Vec2<L>,
    /// Infinite where there is no such point.
    pub(super) separation: L,
    pub(super) feature_a: L,
    pub(super) feature_b: L,
}

/// A manifold per lane.
#[derive(Clone, Copy)]
pub(super) struct ManifoldLanes<L> {
    pub(super) normal: Vec2<L>,
    pub(super) points: [PointLanes<L>; 2],
}

impl<L: Lanes> ManifoldLanes<L> {
    /// A and B exchanged where the mask is set.
    #[inline(always)]
    pub(super) fn flipped_where(&self, mask: L::Mask) -> Self {
        let pick = |yes: L, no: L| L::select(mask, yes, no);
        let point = |p: &PointLanes<L>| PointLanes {
            anchor_a: [pick(p.anchor_b[0], p.anchor_a[0]), pick(p.anchor_b[1], p.anchor_a[1])],
            anchor_b: [pick(p.anchor_a[0], p.anchor_b[0]), pick(p.anchor_a[1], p.anchor_b[1])],
            separation: p.separation,
            feature_a: pick(p.feature_b, p.feature_a),
            feature_b: pick(p.feature_a, p.feature_b),
        };
        Self {
            normal: self.normal.map(|n| pick(-n, n)),
            points: [point(&self.points[0]), point(&self.points[1])],
        }
    }

    /// Without points where the mask is not set.
    #[inline(always)]
    pub(super) fn only_where(&self, mask: L::Mask) -> Self {
        let point = |p: &PointLanes<L>| PointLanes {
            separation: L::select(mask, p.separation, p.separation.splat(Real::INFINITY)),
            ..*p
        };
        Self { normal: self.normal, points: [point(&self.points[0]), point(&self.points[1])] }
    }
}

/// The id of features that are named by the bits of a float.
#[inline(always)]
pub(super) fn id_of_bits(a: Real, b: Real) -> FeatureId {
    FeatureId::from_bits((a.to_bits() << 16) | b.to_bits())
}

/// The id of features that are small whole numbers, as a kernel counts them.
#[inline(always)]
pub(super) fn id_of_numbers(a: Real, b: Real) -> FeatureId {
    // Next to this number a float counts in ones, in its lowest bits.
    const ONES: Real = 8_388_608.0;
    let bits = |number: Real| (number + ONES).to_bits() & 0xffff;
    FeatureId::from_bits((bits(a) << 16) | bits(b))
}

impl Manifold {
    /// The manifold of one lane of a kernel's result; `lane` reads that lane, and `id` the
    /// names of the features.
    #[inline(always)]
    pub(super) fn of_lane<L: Copy>(
        normal: [L; 2],
        points: &[PointLanes<L>; 2],
        lane: impl Fn(L) -> Real,
        id: impl Fn(Real, Real) -> FeatureId,
    ) -> Self {
        let mut manifold =
            Self { normal: Vector::new(lane(normal[0]), lane(normal[1])), ..Self::EMPTY };
        for point in points {
            let separation = lane(point.separation);
            if separation < Real::INFINITY {
                manifold.push(ContactPoint {
                    anchor_a: Vector::new(lane(point.anchor_a[0]), lane(point.anchor_a[1])),
                    anchor_b: Vector::new(lane(point.anchor_b[0]), lane(point.anchor_b[1])),
                    separation,
                    id: id(lane(point.feature_a), lane(point.feature_b)),
                });
            }
        }
        if manifold.is_empty() { Self::EMPTY } else { manifold }
    }
}

impl Manifold {
    /// The manifold of the first lane, without a jump: whether there are no, one or two points is
    /// as good as random.
    #[inline(always)]
    pub(super) fn of_first_lane(
        contact: &ManifoldLanes<Four>,
        id: impl Fn(Real, Real) -> FeatureId,
    ) -> Self {
        let [first, second] = &contact.points;
        let infinite = splat(Real::INFINITY);
        let (has_first, has_second) =
            (infinite.gt(first.separation), infinite.gt(second.separation));
        let (some, both) = (has_first | has_second, has_first & has_second);
        let zero = splat(0.0);
        let keep = |mask, v: Four| Lanes::select(mask, v, zero)[0];
        let front = |f: Four, s: Four| Lanes::select(has_first, f, s);
        let point = |mask, p: &PointLanes<Four>| ContactPoint {
            anchor_a: Vector::new(keep(mask, p.anchor_a[0]), keep(mask, p.anchor_a[1])),
            anchor_b: Vector::new(keep(mask, p.anchor_b[0]), keep(mask, p.anchor_b[1])),
            separation: keep(mask, p.separation),
            id: id(keep(mask, p.feature_a), keep(mask, p.feature_b)),
        };
        let in_front = PointLanes {
            anchor_a: [0, 1].map(|i| front(first.anchor_a[i], second.anchor_a[i])),
            anchor_b: [0, 1].map(|i| front(first.anchor_b[i], second.anchor_b[i])),
            separation: front(first.separation, second.separation),
            feature_a: front(first.feature_a, second.feature_a),
            feature_b: front(first.feature_b, second.feature_b),
        };
        Self {
            normal: Vector::new(keep(some, contact.normal[0]), keep(some, contact.normal[1])),
            points: [point(some, &in_front), point(both, second)],
            count: usize::from(yes(has_first)) + usize::from(yes(has_second)),
        }
    }
}
