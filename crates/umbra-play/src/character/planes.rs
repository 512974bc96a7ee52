//! The motion that is nearest to a wanted one and keeps clear of some planes.
//!
//! In the plane this needs no iteration: the answer is the wanted motion itself, its foot on one of
//! the planes, or the corner of two of them. All are tried. So the answer is exact, and the same in
//! every step: what stands in a corner stays there.

use umbra_geom::math::{cross, dot};
use umbra_geom::{Real, Vector};

/// Maximum distance of a corner of two planes, as a multiple of the penetration to be resolved.
const FARTHEST_CORNER: Real = 8.0;
/// Planes of which the normals differ by less, as a sine, have no corner.
const PARALLEL: Real = 1e-3;
/// So often the least violation is halved where no motion keeps clear of all.
const HALVINGS: u32 = 20;

/// Motions may go so far along the normal at least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: Vector,
    pub(super) least: Real,
}

impl Plane {
    fn allows(&self, motion: Vector, tolerance: Real) -> bool {
        dot(self.normal, motion) >= self.least - tolerance
    }
}

/// The allowed motion that is nearest to the wanted one; `None` if none is allowed.
pub(super) fn nearest(wanted: Vector, planes: &[Plane], tolerance: Real) -> Option<Vector> {
    let is_allowed = |motion: Vector| planes.iter().all(|plane| plane.allows(motion, tolerance));
    if is_allowed(wanted) {
        return Some(wanted);
    }
    let room = planes.iter().fold(0.0, |most: Real, plane| most.max(plane.least));
    let farthest = 2.0 * wanted.norm() + FARTHEST_CORNER * room;
    let mut best: Option<(Real, Vector)> = None;
    let mut consider = |motion: Vector| {
        let way = motion - wanted;
        let far = dot(way, way);
        let is_better = best.is_none_or(|(least, _)| far < least);
        if is_better && far <= farthest * farthest && is_allowed(motion) {
            best = Some((far, motion));
        }
    };
    for (index, a) in planes.iter().enumerate() {
        let lacks = a.least - dot(a.normal, wanted);
        if lacks > 0.0 {
            consider(wanted + a.normal * lacks);
        }
        for b in &planes[index + 1..] {
            let sine = cross(a.normal, b.normal);
            if sine.abs() > PARALLEL {
                let x = a.least * b.normal.y - b.least * a.normal.y;
                let y = a.normal.x * b.least - b.normal.x * a.least;
                consider(Vector::new(x, y) / sine);
            }
        }
    }
    best.map(|(_, motion)| motion)
}

/// Returns the same as [`nearest`], but where no motion is allowed, the one that violates planes
/// the least.
pub(super) fn least_violating(wanted: Vector, planes: &mut [Plane], tolerance: Real) -> Vector {
    if let Some(motion) = nearest(wanted, planes, tolerance) {
        return motion;
    }
    // Standing still violates none by more than this.
    let mut high = planes.iter().fold(0.0, |most: Real, plane| most.max(plane.least));
    let (mut low, mut taken) = (0.0, 0.0);
    let mut best = Vector::zeros();
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        for plane in &mut *planes {
            plane.least -= middle - taken;
        }
        taken = middle;
        match nearest(wanted, planes, tolerance) {
            Some(motion) => (high, best) = (middle, motion),
            None => low = middle,
        }
    }
    best
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
#[path = "../../tests/unit/character_planes.rs"]
mod tests;
