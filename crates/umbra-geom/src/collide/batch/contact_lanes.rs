//! The output of a kernel: a manifold per lane.

use super::super::manifold::{ContactPoint, FeatureId, Manifold};
use crate::{Real, Vector};
use umbra_lanes::{Lanes, Vec2, f32x4, mask32x4, prelude::*, select2};

/// A contact point per lane. Features are kept as floats, so that a kernel can select among them:
/// see [`id_of_numbers`].
#[derive(Clone, Copy)]
pub(in crate::collide) struct PointLanes<L> {
    pub(in crate::collide) anchor_a: Vec2<L>,
    pub(in crate::collide) anchor_b: Vec2<L>,
    /// Infinite where there is no such point.
    pub(in crate::collide) separation: L,
    pub(in crate::collide) feature_a: L,
    pub(in crate::collide) feature_b: L,
}

/// A manifold per lane.
#[derive(Clone, Copy)]
pub(in crate::collide) struct ManifoldLanes<L> {
    pub(in crate::collide) normal: Vec2<L>,
    pub(in crate::collide) points: [PointLanes<L>; 2],
}

impl<L: Lanes> PointLanes<L> {
    /// The points whose gap is at most `speculative`; the others become infinite.
    #[inline(always)]
    pub(in crate::collide) fn within(&self, speculative: L) -> Self {
        let infinite = self.separation.all(Real::INFINITY);
        let near = speculative.ge(self.separation);
        Self { separation: L::select(near, self.separation, infinite), ..*self }
    }

    #[inline(always)]
    fn flipped_where(&self, mask: L::Mask) -> Self {
        Self {
            anchor_a: select2::<L>(mask, self.anchor_b, self.anchor_a),
            anchor_b: select2::<L>(mask, self.anchor_a, self.anchor_b),
            separation: self.separation,
            feature_a: L::select(mask, self.feature_b, self.feature_a),
            feature_b: L::select(mask, self.feature_a, self.feature_b),
        }
    }

    #[inline(always)]
    fn or(&self, mask: L::Mask, other: &Self) -> Self {
        Self {
            anchor_a: select2::<L>(mask, other.anchor_a, self.anchor_a),
            anchor_b: select2::<L>(mask, other.anchor_b, self.anchor_b),
            separation: L::select(mask, other.separation, self.separation),
            feature_a: L::select(mask, other.feature_a, self.feature_a),
            feature_b: L::select(mask, other.feature_b, self.feature_b),
        }
    }
}

impl<L: Lanes> ManifoldLanes<L> {
    /// A and B exchanged where the mask is set.
    #[inline(always)]
    pub(in crate::collide) fn flipped_where(&self, mask: L::Mask) -> Self {
        let [x, y] = self.normal;
        Self {
            normal: [L::select(mask, -x, x), L::select(mask, -y, y)],
            points: [self.points[0].flipped_where(mask), self.points[1].flipped_where(mask)],
        }
    }

    /// The points and normals of `other` where the mask is set.
    #[inline(always)]
    pub(in crate::collide) fn or(&self, mask: L::Mask, other: &Self) -> Self {
        Self {
            normal: select2::<L>(mask, other.normal, self.normal),
            points: [
                self.points[0].or(mask, &other.points[0]),
                self.points[1].or(mask, &other.points[1]),
            ],
        }
    }

    /// The same without points where the mask is not set.
    #[inline(always)]
    pub(in crate::collide) fn only_where(&self, mask: L::Mask) -> Self {
        let mut only = *self;
        for point in &mut only.points {
            let infinite = point.separation.all(Real::INFINITY);
            point.separation = L::select(mask, point.separation, infinite);
        }
        only
    }
}

/// The id of features whose numbers are the bits of a float.
#[inline(always)]
pub(in crate::collide) fn id_of_bits(a: Real, b: Real) -> FeatureId {
    FeatureId::from_bits((a.to_bits() << 16) | b.to_bits())
}

/// The id of features that are small whole numbers, as a kernel counts them.
#[inline(always)]
pub(in crate::collide) fn id_of_numbers(a: Real, b: Real) -> FeatureId {
    // Next to this number a float counts in ones, in its lowest bits.
    const ONES: Real = 8_388_608.0;
    let bits = |number: Real| (number + ONES).to_bits() & 0xffff;
    FeatureId::from_bits((bits(a) << 16) | bits(b))
}

impl Manifold {
    /// The manifold of one lane of a kernel's result; `lane` reads a register's lane, and `id`
    /// makes the id of two features.
    #[inline(always)]
    pub(in crate::collide) fn of_lane<L: Copy>(
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
    /// The manifold of the first lane, with A and B exchanged if `flip`.
    #[inline(always)]
    pub(in crate::collide) fn of_first_lane<S: Simd>(
        contact: &ManifoldLanes<f32x4<S>>,
        flip: mask32x4<S>,
        id: impl Fn(Real, Real) -> FeatureId,
    ) -> Self {
        let ManifoldLanes { normal, points } = contact.flipped_where(flip);
        Self::of_lane(normal, &points, |v| v[0], id)
    }
}
