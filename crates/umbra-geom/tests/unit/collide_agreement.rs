//! The fast paths against the general one, which is in [`clip`](super::clip).
//!
//! Where two choices are equally good, rounding decides, and each path rounds in its own way. So a
//! fast path has to agree with the general path for the same pair, or else for a pair whose second
//! shape is moved or rotated by a tiny amount. That amount is the permitted difference.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::one_pair::levels::assert_same_at_all_levels;
use proptest::prelude::*;

use super::common::config;
use super::common::pairs::{cuboid, pair, pair_of};
use super::{boxes, point, small};
use crate::{Circle, Manifold, Pose, Shape, Vector};

/// A pair, and the permitted difference.
struct Asked<'a> {
    a: &'a Shape,
    pose_a: &'a Pose,
    b: &'a Shape,
    pose_b: &'a Pose,
    speculative: f32,
    /// The distances by which B is moved, and the angles by which it is rotated.
    hairs: Vec<(f32, f32)>,
}

impl<'a> Asked<'a> {
    /// Coordinates are at most some 40 units here, where an `f32` step is 4e-6.
    fn new(
        a: &'a Shape,
        pose_a: &'a Pose,
        b: &'a Shape,
        pose_b: &'a Pose,
        speculative: f32,
    ) -> Self {
        let turn = |hair: f32| (hair, hair / b.core().reach_from_origin().clamp(0.05, 1.0));
        Self { a, pose_a, b, pose_b, speculative, hairs: vec![turn(4e-6), turn(2e-5)] }
    }

    fn general(&self, pose_b: &Pose, speculative: f32) -> Manifold {
        small::in_general(&self.a.core(), self.pose_a, &self.b.core(), pose_b, speculative)
    }

    /// True if the general path gives this manifold too, for a practically equal pair.
    fn gives(&self, fast: &Manifold) -> bool {
        if same(fast, &self.general(self.pose_b, self.speculative), 2e-5) {
            return true;
        }
        self.hairs.iter().any(|&(shift, turn)| {
            let allowed = 2e-5 + 8.0 * shift + 2.0 * turn * self.b.core().reach_from_origin();
            let signs = [0.0, -1.0, 1.0];
            let ways = signs.iter().flat_map(|&x| signs.map(|y| Vector::new(x, y)));
            let ways = ways.flat_map(|way| signs.map(|sense| (way * shift, sense * turn)));
            ways.into_iter().any(|(way, turn)| {
                let rotation = crate::math::rotation(turn) * self.pose_b.rotation;
                let at = self.pose_b.translation.vector + way;
                let moved = Pose::from_parts(at.into(), rotation);
                signs.iter().any(|&sign| {
                    let speculative = self.speculative + sign * shift;
                    same(fast, &self.general(&moved, speculative), allowed)
                })
            })
        })
    }
}

/// True if two manifolds have the same points with the same names, up to rounding.
fn same(a: &Manifold, b: &Manifold, allowed: f32) -> bool {
    let near = |v: Vector, w: Vector| (v - w).norm() <= allowed;
    a.points().len() == b.points().len()
        && (a.normal - b.normal).norm() <= 10.0 * allowed
        && a.points().iter().zip(b.points()).all(|(p, q)| {
            p.id == q.id
                && (p.separation - q.separation).abs() <= allowed
                && near(p.anchor_a, q.anchor_a)
                && near(p.anchor_b, q.anchor_b)
        })
}

fn is_point(shape: &Shape) -> bool {
    shape.core().normals.is_empty()
}

/// The same bits with the instructions of every level. The text of a float includes the sign of a
/// zero.
fn assert_same_bits(collide: impl Fn() -> Manifold) {
    assert_same_at_all_levels(|| format!("{:?}", collide()));
}

proptest! {
    #![proptest_config(config(2026))]

    #[test]
    fn small_cores_collide_as_in_general((a, pose_a, b, pose_b) in pair()) {
        if is_point(&a) || is_point(&b) {
            return Ok(());
        }
        let fast = small::collide_cores(&a, &pose_a, &b, &pose_b, 0.1);
        let asked = Asked::new(&a, &pose_a, &b, &pose_b, 0.1);
        let general = asked.general(&pose_b, 0.1);
        prop_assert!(asked.gives(&fast), "{fast:?}\nin general {general:?}");
    }

    #[test]
    fn newer_instructions_give_the_same_bits((a, pose_a, b, pose_b) in pair()) {
        if is_point(&a) || is_point(&b) {
            return Ok(());
        }
        assert_same_bits(|| small::collide_cores(&a, &pose_a, &b, &pose_b, 0.1));
    }

    #[test]
    fn newer_instructions_give_the_same_bits_for_boxes(
        (a, pose_a, b, pose_b) in pair_of(cuboid),
    ) {
        let (Shape::Polygon(p), Shape::Polygon(q)) = (&a, &b) else { return Ok(()) };
        let (half_p, half_q) = (p.half_extents().unwrap(), q.half_extents().unwrap());
        assert_same_bits(|| boxes::collide_boxes(p, half_p, &pose_a, q, half_q, &pose_b, 0.1));
    }

    #[test]
    fn newer_instructions_give_the_same_bits_for_circles(
        (shape, pose, _, pose_circle) in pair(),
        radius in 0.05_f32..2.0,
    ) {
        if is_point(&shape) {
            return Ok(());
        }
        let circle = Circle::new(radius).unwrap();
        assert_same_bits(|| point::collide_core(&shape, &pose, &circle, &pose_circle, 0.1));
    }

    #[test]
    fn circles_collide_as_in_general((a, pose_a, _, pose_b) in pair(), radius in 0.05_f32..2.0) {
        if is_point(&a) {
            return Ok(());
        }
        let circle = Circle::new(radius).unwrap();
        let b = Shape::from(circle);
        let fast = point::collide_core(&a, &pose_a, &circle, &pose_b, 0.1);
        let asked = Asked::new(&a, &pose_a, &b, &pose_b, 0.1);
        let general = asked.general(&pose_b, 0.1);
        prop_assert!(asked.gives(&fast), "{fast:?}\nin general {general:?}");
    }

    /// The formula numbers faces by axis, x before y, and the general path by index, so each has
    /// its own first among axes that are equally good within the bias: there, moving the box by
    /// about the bias has to give the other's result.
    #[test]
    fn boxes_collide_as_in_general((a, pose_a, b, pose_b) in pair_of(cuboid), gap in 0.0_f32..0.2) {
        let (Shape::Polygon(p), Shape::Polygon(q)) = (&a, &b) else { return Ok(()) };
        let (Some(half_p), Some(half_q)) = (p.half_extents(), q.half_extents()) else {
            return Ok(());
        };
        let fast = boxes::collide_boxes(p, half_p, &pose_a, q, half_q, &pose_b, gap);
        let mut asked = Asked::new(&a, &pose_a, &b, &pose_b, gap);
        let bias = super::sat::axis_bias(&a.core(), &b.core());
        // From one axis, or one incident edge, better by the bias to the other so is the way of
        // twice that.
        asked.hairs.extend([(0.3 * bias, 0.0), (1.1 * bias, 1e-3), (2.2 * bias, 2e-3)]);
        let general = asked.general(&pose_b, gap);
        prop_assert!(asked.gives(&fast), "{fast:?}\nin general {general:?}");
    }
}
