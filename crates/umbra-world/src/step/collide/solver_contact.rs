//! Writes manifolds into the contacts that the solver reads.

use umbra_geom::{FeatureId, Manifold, Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use crate::store::{ContactInfo, Form, PoseCache};

/// A manifold, and where it is on the two bodies.
pub(super) struct PlacedManifold<'a> {
    pub(super) manifold: &'a Manifold,
    /// From the centre of mass of A's body to A, and of B's to B.
    pub(super) arm_a: Vector,
    pub(super) arm_b: Vector,
    /// The distance that the pieces cover before they reach the place of the manifold.
    pub(super) travel: Real,
    /// When the manifold is that of a later place, to which both bodies move: the part of the step
    /// until then. B's lever arm is then relative to where B is now.
    pub(super) ahead: Option<Real>,
}

impl<'a> PlacedManifold<'a> {
    /// A manifold found where the pieces are now.
    pub(super) fn near(manifold: &'a Manifold, arm_a: Vector, arm_b: Vector) -> Self {
        Self { manifold, arm_a, arm_b, travel: 0.0, ahead: None }
    }
}

/// True if both pieces are discs around the centres of their bodies.
pub(super) fn are_discs(pieces: [&PoseCache; 2]) -> bool {
    pieces.into_iter().all(|piece| piece.form == Form::Circle) && are_centered(pieces)
}

/// True if both pieces have their origins at the centres of their bodies.
pub(super) fn are_centered(pieces: [&PoseCache; 2]) -> bool {
    pieces.into_iter().all(|piece| piece.arm == Vector::new(0.0, 0.0))
}

/// The impulses of a point, if it was among the old ones.
#[inline(always)]
fn impulses_of(
    (count, features, points): (u8, [FeatureId; 2], [ContactPoint; 2]),
    id: FeatureId,
) -> [Real; 2] {
    let impulses = |of: usize| [points[of].normal_impulse, points[of].tangent_impulse];
    if count > 0 && features[0] == id {
        impulses(0)
    } else if count > 1 && features[1] == id {
        impulses(1)
    } else {
        [0.0; 2]
    }
}

/// Writes a manifold into its contact. Points with known features keep their impulses. Returns
/// whether the contact got its first point or lost its last one. Not `is_final` in steps with
/// hooks: then stage 4 finds out.
#[inline]
pub(super) fn write(
    info: &mut ContactInfo,
    contact: &mut Contact,
    seen: &PlacedManifold<'_>,
    is_final: bool,
) -> bool {
    let points = seen.manifold.points();
    let old = (contact.point_count, info.features, contact.points);
    contact.point_count = points.len() as u8;
    contact.normal = seen.manifold.normal;
    contact.reserve = false;
    // A meeting right away is ahead, too.
    contact.ahead = seen.ahead.map_or(0, |time| (time * Real::from(u16::MAX)).max(1.0) as u16);
    for (index, point) in points.iter().enumerate() {
        let middle = seen.manifold.normal * (0.5 * point.separation);
        let [normal_impulse, tangent_impulse] = impulses_of(old, point.id);
        contact.points[index] = ContactPoint {
            anchor_a: seen.arm_a + point.anchor_a + middle,
            anchor_b: seen.arm_b + point.anchor_b - middle,
            separation: point.separation + seen.travel,
            normal_impulse,
            tangent_impulse,
        };
        info.features[index] = point.id;
    }
    for point in &mut contact.points[points.len()..] {
        point.separation = 0.0;
    }
    if points.is_empty() {
        contact.rolling_impulse = 0.0;
    }
    let in_structure = !points.is_empty();
    let changed = is_final && in_structure != info.in_structure;
    if is_final {
        info.in_structure = in_structure;
    }
    changed
}
