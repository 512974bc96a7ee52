//! From a manifold to the row that the solver is given.

use umbra_geom::{FeatureId, Manifold, Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use crate::store::{ContactRecord, Form, PieceRow};

/// A manifold as the two bodies see it.
pub(super) struct Seen<'a> {
    pub(super) manifold: &'a Manifold,
    /// From the centre of mass of A's body to A, and of B's to B.
    pub(super) arm_a: Vector,
    pub(super) arm_b: Vector,
    /// What lies between the pieces and the place where the manifold was found.
    pub(super) travel: Real,
    /// Whether that place is ahead of both, and B's arm says where it is from where B is now.
    pub(super) ahead: bool,
}

impl<'a> Seen<'a> {
    /// A manifold that was found where the pieces are.
    pub(super) fn near(manifold: &'a Manifold, arm_a: Vector, arm_b: Vector) -> Self {
        Self { manifold, arm_a, arm_b, travel: 0.0, ahead: false }
    }
}

/// Whether both pieces are discs around the centres of their bodies.
pub(super) fn are_discs(pieces: [&PieceRow; 2]) -> bool {
    pieces.into_iter().all(|piece| piece.form == Form::Circle) && are_centered(pieces)
}

/// Whether both pieces are where the centres of their bodies are.
pub(super) fn are_centered(pieces: [&PieceRow; 2]) -> bool {
    pieces.into_iter().all(|piece| piece.arm == Vector::new(0.0, 0.0))
}

/// Writes what was seen into the row of its contact. Points whose features are still there keep
/// their impulses. Returns whether the contact got its first point or lost its last one, unless
/// the row is not final.
#[inline]
pub(super) fn write(
    record: &mut ContactRecord,
    row: &mut Contact,
    seen: &Seen<'_>,
    is_final: bool,
) -> bool {
    let points = seen.manifold.points();
    let (old, old_count) = (row.points, row.point_count);
    let old_features = record.features;
    let impulses_of = |id: FeatureId| {
        if old_count > 0 && old_features[0] == id {
            [old[0].normal_impulse, old[0].tangent_impulse]
        } else if old_count > 1 && old_features[1] == id {
            [old[1].normal_impulse, old[1].tangent_impulse]
        } else {
            [0.0; 2]
        }
    };
    row.point_count = points.len() as u16;
    row.normal = seen.manifold.normal;
    row.ahead = seen.ahead;
    for (index, point) in points.iter().enumerate() {
        let middle = seen.manifold.normal * (0.5 * point.separation);
        let [normal_impulse, tangent_impulse] = impulses_of(point.id);
        row.points[index] = ContactPoint {
            anchor_a: seen.arm_a + point.anchor_a + middle,
            anchor_b: seen.arm_b + point.anchor_b - middle,
            separation: point.separation + seen.travel,
            normal_impulse,
            tangent_impulse,
        };
        record.features[index] = point.id;
    }
    if points.is_empty() {
        row.rolling_impulse = 0.0;
    }
    let seated = !points.is_empty();
    let changed = is_final && seated != record.seated;
    if is_final {
        record.seated = seated;
    }
    changed
}
