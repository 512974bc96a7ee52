//! Tests of `src/collide/corner.rs`.

use super::*;
use crate::math::rotation;

/// A floor's right end, where the surface turns down by that angle, and a normal that leans
/// outwards by that.
fn verdict(bend: Real, lean: Real) -> Verdict {
    let turned = |angle: Real| rotation(-angle) * Vector::y();
    Corner { face: Vector::y(), next: turned(bend), outward: Vector::x() }.verdict(turned(lean))
}

#[test]
fn only_a_ridge_is_touched_and_between_its_faces() {
    for lean in [-0.5, 0.0, 0.5, 1.5, 3.0] {
        for bend in [-3.0, -1.0, -0.1, 0.0, 0.009] {
            assert_eq!(verdict(bend, lean), Verdict::UseFace, "{bend} {lean}");
        }
        for bend in [0.011, 0.5, 1.5, 2.0, 3.1] {
            let expected =
                if (0.0..=bend).contains(&lean) { Verdict::Keep } else { Verdict::Leave };
            assert_eq!(verdict(bend, lean), expected, "{bend} {lean}");
        }
    }
}

#[test]
fn a_corner_has_the_same_verdict_turned_and_mirrored() {
    let mirrored = |v: Vector| Vector::new(-v.x, v.y);
    for bend in [-0.5, 0.0, 0.3, 1.2, 2.5] {
        let (up, right) = (Vector::y(), Vector::x());
        let corner = Corner { face: up, next: rotation(-bend) * up, outward: right };
        assert_eq!(corner.flipped().bend(), -corner.bend());
        for step in 0..60_u8 {
            let normal = rotation(0.05 + 0.1 * Real::from(step)) * up;
            let expected = corner.verdict(normal);
            for by in [mirrored, |v| rotation(2.0) * v] {
                let Corner { face, next, outward } = corner;
                let other = Corner { face: by(face), next: by(next), outward: by(outward) };
                assert_eq!(other.verdict(by(normal)), expected, "{bend} {normal}");
            }
        }
    }
}
