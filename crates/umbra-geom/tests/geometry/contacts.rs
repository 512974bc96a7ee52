//! Contacts against a slow oracle: every pair of shapes, in all arrangements.

use crate::common::config;
use crate::common::oracle::{Solid, gap, to_f64};
use crate::common::pairs::{bits, pair};
use proptest::prelude::*;
use umbra_geom::collide::{AxisTest, separating_axis};
use umbra_geom::{Manifold, Pose, Shape, collide, math::pose};

/// The errors allowed for choosing a nearly as good axis, and for rounding.
///
/// The bias is a thousandth of the smaller shape's reach. Coordinates are at most some 40 units,
/// where an `f32` step is 4e-6, and a handful of them add up in a separation.
fn allowance(a: &Shape, b: &Shape) -> f64 {
    let reach = |s: &Shape| s.core().outer_radius + s.core().radius;
    f64::from(1e-3 * reach(a).min(reach(b))) + 4e-5
}

proptest! {
    #![proptest_config(config(2026))]

    #[test]
    fn the_normal_is_the_axis_of_least_overlap((a, pose_a, b, pose_b) in pair()) {
        let (a_solid, b_solid) = (Solid::new(&a, &pose_a), Solid::new(&b, &pose_b));
        let truth = gap(&a_solid, &b_solid);
        let allowed = allowance(&a, &b);
        let contact = collide(&a, &pose_a, &b, &pose_b, 0.1);
        if contact.is_empty() {
            prop_assert!(truth > 0.1 - allowed, "missed {truth}");
            return Ok(());
        }
        let normal = to_f64(contact.normal);
        prop_assert!((normal.norm_squared() - 1.0).abs() < 1e-6);
        let along_normal = Solid::gap_along(normal, &a_solid, &b_solid);
        prop_assert!((along_normal - truth).abs() <= allowed, "{along_normal}, truth {truth}");
    }

    #[test]
    fn the_separating_axis_test_agrees_with_the_obvious_one((a, pose_a, b, pose_b) in pair()) {
        let (a_solid, b_solid) = (Solid::new(&a, &pose_a), Solid::new(&b, &pose_b));
        let truth = gap(&a_solid, &b_solid);
        let test = separating_axis(&a, &pose_a, &b, &pose_b);
        let (axis, found) = match test {
            AxisTest::Gap { axis, gap } => (to_f64(axis), f64::from(gap)),
            AxisTest::Overlap { axis, depth } => (to_f64(axis), f64::from(-depth)),
        };
        // The same handful of roundings as in a contact, and no bias.
        prop_assert!(truth.abs() < 4e-5 || test.overlaps() == (truth < 0.0), "{test:?}, {truth}");
        // Along its axis it measures right; of an overlap it names the least, of gaps the first.
        prop_assert!((axis.norm_squared() - 1.0).abs() < 1e-6);
        let along = Solid::gap_along(axis, &a_solid, &b_solid);
        prop_assert!((along - found).abs() < 4e-5, "{test:?}, along its axis {along}");
        prop_assert!(!test.overlaps() || (found - truth).abs() < 4e-5, "{test:?}, truly {truth}");
        prop_assert!(found <= truth + 4e-5, "{test:?}, truly {truth}");
    }

    #[test]
    fn no_point_is_deeper_than_the_overlap_and_shallow_ones_are_as_deep(
        (a, pose_a, b, pose_b) in pair()
    ) {
        let truth = gap(&Solid::new(&a, &pose_a), &Solid::new(&b, &pose_b));
        let contact = collide(&a, &pose_a, &b, &pose_b, 0.1);
        if contact.is_empty() {
            return Ok(());
        }
        let found = f64::from(contact.separation().unwrap());
        let allowed = allowance(&a, &b);
        prop_assert!(found >= truth - allowed, "found {found}, truth {truth}");
        // Deep inside, the deepest vertex may lie past the end of the reference face.
        let cores = truth + f64::from(a.radius() + b.radius());
        if cores > -allowed {
            prop_assert!(found <= truth + allowed, "found {found}, truth {truth}");
        }
    }

    #[test]
    fn points_lie_on_the_shapes_and_measure_their_gap((a, pose_a, b, pose_b) in pair()) {
        let contact = collide(&a, &pose_a, &b, &pose_b, 0.1);
        let (a_solid, b_solid) = (Solid::new(&a, &pose_a), Solid::new(&b, &pose_b));
        let depth = -contact.separation().unwrap_or(0.0).min(0.0);
        for p in contact.points() {
            let at = |pose: &Pose, anchor| to_f64(pose.translation.vector) + to_f64(anchor);
            let (on_a, on_b) = (at(&pose_a, p.anchor_a), at(&pose_b, p.anchor_b));
            let gap = (on_b - on_a).dot(&to_f64(contact.normal));
            prop_assert!((gap - f64::from(p.separation)).abs() < 4e-5, "{gap} is not {}", p.separation);
            // A vertex counts as over a face that it overhangs by no more than the bias.
            prop_assert!(a_solid.signed_distance(on_a) <= allowance(&a, &b));
            prop_assert!(b_solid.signed_distance(on_b) <= allowance(&a, &b));
            prop_assert!(-p.separation <= depth);
        }
        if let [p, q] = contact.points() {
            prop_assert_ne!(p.id, q.id);
        }
    }

    #[test]
    fn exchanging_the_shapes_mirrors_the_contact_bit_for_bit((a, pose_a, b, pose_b) in pair()) {
        if pose_a.translation == pose_b.translation {
            return Ok(());
        }
        let there = collide(&a, &pose_a, &b, &pose_b, 0.1);
        let back = collide(&b, &pose_b, &a, &pose_a, 0.1);
        prop_assert_eq!(bits(&there), bits(&back.flipped()));
    }

    #[test]
    fn far_from_the_origin_a_contact_is_the_same((a, pose_a, b, pose_b) in pair()) {
        // Positions on a grid that an f32 still resolves ten thousand units out.
        let grid = |p: &Pose, by: f32| {
            let snap = |v: f32| (v * 256.0).round() / 256.0 + by;
            Pose::from_parts([snap(p.translation.x), snap(p.translation.y)].into(), p.rotation)
        };
        let near = collide(&a, &grid(&pose_a, 0.0), &b, &grid(&pose_b, 0.0), 0.1);
        let far = collide(&a, &grid(&pose_a, 1e4), &b, &grid(&pose_b, 1e4), 0.1);
        // The way from A to B is the same number in both places, and nothing else enters.
        prop_assert_eq!(bits(&near), bits(&far));
    }
}

/// A square resting on another, at every quarter turn: two axes of each are equally good.
#[test]
fn noise_in_the_last_bit_never_changes_a_symmetric_contact() {
    let square: Shape = umbra_geom::Polygon::cuboid(0.5, 0.5).unwrap().into();
    let hexagon: Shape = umbra_geom::Polygon::regular(6, 0.5).unwrap().into();
    let mut state = 1_u64;
    let mut noise = move |value: f32| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        match (state >> 60) % 3 {
            0 => value.next_up(),
            1 => value.next_down(),
            _ => value,
        }
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    for shape in [&square, &hexagon] {
        for (x, y, turn) in [
            (0.0, 0.99, 0.0),
            (0.99, 0.0, quarter),
            (0.98, 0.98, 0.0),
            (-0.98, 0.98, quarter),
            (0.0, 1.1, quarter / 2.0),
            (0.0, 0.8, quarter / 3.0),
            (0.0, -0.5, 2.0 * quarter),
        ] {
            let place = |x: f32, y: f32, turn: f32| pose([x, y], turn);
            let reference = collide(shape, &place(0.0, 0.0, 0.0), shape, &place(x, y, turn), 0.02);
            let ids = |m: &Manifold| m.points().iter().map(|p| p.id).collect::<Vec<_>>();
            for frame in 0..1000 {
                let at = place(noise(x), noise(y), noise(turn));
                let now = collide(shape, &place(0.0, 0.0, noise(0.0)), shape, &at, 0.02);
                assert_eq!(ids(&now), ids(&reference), "frame {frame} at ({x}, {y}, {turn})");
                assert!((now.normal - reference.normal).norm() < 1e-4);
            }
        }
    }
}
