//! The named tests that the documents behind this crate require for contacts.
//!
//! `docs/checklist.md` maps every item of those documents to its test or its code.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use umbra_geom::collide::{AxisTest, collide_aabb_circle, collide_aabbs, separating_axis};
use umbra_geom::math::pose;
use umbra_geom::{
    Aabb, Capsule, ChainSegment, Circle, Error, Manifold, Polygon, Pose, Segment, Shape, Vector,
    collide,
};

fn circle(radius: f32) -> Shape {
    Circle::new(radius).unwrap().into()
}

fn cuboid(x: f32, y: f32) -> Shape {
    Polygon::cuboid(x, y).unwrap().into()
}

fn at(x: f32, y: f32) -> Pose {
    pose([x, y], 0.0)
}

fn depth(contact: &Manifold) -> f32 {
    -contact.separation().unwrap()
}

fn assert_normal(contact: &Manifold, x: f32, y: f32) {
    assert!((contact.normal - Vector::new(x, y)).norm() < 1e-5, "{contact:?}");
}

/// One of each kind.
fn kinds() -> Vec<Shape> {
    vec![
        circle(0.7),
        Capsule::new([-0.5, -0.2], [0.6, 0.3], 0.4).unwrap().into(),
        Segment::new([-1.0, 0.1], [0.9, -0.2]).unwrap().into(),
        ChainSegment::new(Some([-3.0, 1.0].into()), [-1.0, 0.0], [1.0, 0.0], None).unwrap().into(),
        cuboid(0.8, 0.6),
        Polygon::rounded_cuboid(0.9, 0.5, 0.2).unwrap().into(),
        Polygon::regular(5, 0.8).unwrap().into(),
        Polygon::regular(3, 0.6).unwrap().grown(0.3).unwrap().into(),
    ]
}

// Seed 000: the devlog on collision detection.

#[test]
fn every_pair_in_both_orders_gives_mirrored_results() {
    for a in &kinds() {
        for b in &kinds() {
            let (pose_a, pose_b) = (pose([0.3, -0.1], 0.4), pose([0.5, 0.2], -1.1));
            let there = collide(a, &pose_a, b, &pose_b, 0.0);
            let back = collide(b, &pose_b, a, &pose_a, 0.0);
            assert!(!there.is_empty(), "{a:?} and {b:?} overlap");
            assert_eq!(there, back.flipped());
            for point in there.points() {
                let gap = point.on_b(&pose_b) - point.on_a(&pose_a);
                assert!((gap.dot(&there.normal) - point.separation).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn the_normal_points_from_a_to_b_before_and_after_a_swap() {
    for a in kinds() {
        for b in kinds() {
            for way in 0..8 {
                let angle = FRAC_PI_4 * way as f32 + 0.1;
                let away = at(1.1 * angle.cos(), 1.1 * angle.sin());
                let contact = collide(&a, &at(0.0, 0.0), &b, &away, 0.5);
                if contact.is_empty() {
                    continue;
                }
                // Moving B along the normal must part the two, or part them further.
                let step = 0.5 * contact.normal;
                let further =
                    Pose::translation(away.translation.x + step.x, away.translation.y + step.y);
                let after = collide(&a, &at(0.0, 0.0), &b, &further, 10.0);
                assert!(depth(&after) < depth(&contact) + 1e-4, "{a:?} {b:?} {contact:?}");
            }
        }
    }
}

#[test]
fn coincident_circles_use_the_x_axis_every_time() {
    for (r, s) in [(1.0, 1.0), (0.5, 2.0), (2.0, 0.5)] {
        for place in [at(0.0, 0.0), at(-3.0, 7.0), pose([1.0, 1.0], 2.0)] {
            for _ in 0..3 {
                let contact = collide(&circle(r), &place, &circle(s), &place, 0.0);
                assert_eq!(contact.normal, Vector::new(1.0, 0.0));
                assert_eq!(depth(&contact), r + s);
                let point = contact.points()[0];
                assert_eq!((point.anchor_a.x, point.anchor_b.x), (r, -s));
            }
        }
    }
}

#[test]
fn circles_that_touch_exactly_are_in_contact_and_no_farther() {
    let ball = circle(1.0);
    assert_eq!(depth(&collide(&ball, &at(0.0, 0.0), &ball, &at(2.0, 0.0), 0.0)), 0.0);
    let parted = collide(&ball, &at(0.0, 0.0), &ball, &at(2.0_f32.next_up(), 0.0), 0.0);
    assert!(parted.is_empty());
}

#[test]
fn boxes_that_touch_exactly_are_in_contact() {
    let contact = collide(&cuboid(1.0, 1.0), &at(0.0, 0.0), &cuboid(1.0, 1.0), &at(0.0, 2.0), 0.0);
    assert_eq!((contact.points().len(), depth(&contact)), (2, 0.0));
}

#[test]
fn a_circle_meets_a_box_at_its_face_its_edge_and_its_corner() {
    let (ball, brick) = (circle(0.5), cuboid(1.0, 1.0));
    let face = collide(&brick, &at(0.0, 0.0), &ball, &at(0.3, 1.4), 0.0);
    assert_normal(&face, 0.0, 1.0);
    let over_corner = collide(&brick, &at(0.0, 0.0), &ball, &at(1.0, 1.4), 0.0);
    assert_normal(&over_corner, 0.0, 1.0);
    let d = 1.0 + 0.4 * std::f32::consts::FRAC_1_SQRT_2;
    let corner = collide(&brick, &at(0.0, 0.0), &ball, &at(d, d), 0.0);
    assert_normal(&corner, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);
    assert!((depth(&corner) - 0.1).abs() < 1e-6);
    let on_box = corner.points()[0].on_a(&at(0.0, 0.0));
    assert!((on_box - umbra_geom::Point::new(1.0, 1.0)).norm() < 1e-6);
}

#[test]
fn a_circle_with_its_centre_inside_or_on_a_box_is_pushed_out_through_the_nearest_face() {
    let (ball, brick) = (circle(0.5), cuboid(2.0, 1.0));
    for (x, y, nx, ny, expected) in [
        (1.0, 0.8, 0.0, 1.0, 0.7),
        (1.8, 0.1, 1.0, 0.0, 0.7),
        (-1.9, 0.0, -1.0, 0.0, 0.6),
        (0.0, -1.0, 0.0, -1.0, 0.5),
        (2.0, 0.3, 1.0, 0.0, 0.5),
    ] {
        let contact = collide(&brick, &at(0.0, 0.0), &ball, &at(x, y), 0.0);
        assert_normal(&contact, nx, ny);
        assert!((depth(&contact) - expected).abs() < 1e-5, "{contact:?}");
    }
    // On a corner and in the very middle there is no natural direction, but always one.
    for (x, y) in [(2.0, 1.0), (0.0, 0.0)] {
        let contact = collide(&brick, &at(0.0, 0.0), &ball, &at(x, y), 0.0);
        assert!((contact.normal.norm() - 1.0).abs() < 1e-6 && depth(&contact) >= 0.5);
    }
}

#[test]
fn a_resting_box_has_two_points_in_every_position() {
    let ground = cuboid(50.0, 0.5);
    for brick in [cuboid(0.5, 0.5), Polygon::rounded_cuboid(0.5, 0.5, 0.1).unwrap().into()] {
        for step in 0..2000 {
            let wobble = 1e-5 * (step % 7) as f32 - 3e-5;
            let tilt = 1e-4 * ((step % 11) as f32 - 5.0) + FRAC_PI_2 * (step % 4) as f32;
            let place = pose([-40.0 + 0.037 * step as f32, 0.999 + wobble], tilt);
            let contact = collide(&ground, &at(0.0, 0.0), &brick, &place, 0.01);
            assert_eq!(contact.points().len(), 2, "step {step}: {contact:?}");
        }
    }
}

#[test]
fn a_vertex_on_a_face_is_one_point() {
    let contact = collide(
        &cuboid(5.0, 0.5),
        &at(0.0, 0.0),
        &cuboid(0.5, 0.5),
        &pose([0.0, 1.2], FRAC_PI_4),
        0.0,
    );
    assert_eq!(contact.points().len(), 1);
    assert_normal(&contact, 0.0, 1.0);
}

#[test]
fn a_tie_between_equal_axes_goes_to_a_and_to_the_first() {
    // Two equal squares in line: A's face and B's face are equally good.
    let square = cuboid(1.0, 1.0);
    let contact = collide(&square, &at(0.0, 0.0), &square, &at(0.5, 1.9), 0.0);
    // The reference edge is named first: A's upper edge (2) against B's lower left vertex (0).
    assert!(contact.points().iter().any(|p| p.id.to_bits() == (0x8002 << 16)));
}

// Seed 002: Randy Gaul's archive.

#[test]
fn full_containment_still_has_a_way_out() {
    let (large, small) = (cuboid(5.0, 4.0), Polygon::regular(5, 0.3).unwrap().into());
    for (x, y) in [(0.0, 0.0), (2.0, 1.0), (-4.0, 0.5), (1.0, -3.9)] {
        for (outer, inner) in [(&large, &small), (&large, &circle(0.2))] {
            let contact = collide(outer, &at(0.0, 0.0), inner, &at(x, y), 0.0);
            assert!(!contact.is_empty() && depth(&contact) > 0.0);
        }
    }
    let nested = collide(&large, &at(0.0, 0.0), &large, &at(0.0, 0.0), 0.0);
    assert!((depth(&nested) - 8.0).abs() < 1e-5);
}

#[test]
fn corners_that_miss_each_other_do_not_touch() {
    // The faces' lines overlap, the faces do not.
    let contact =
        collide(&cuboid(1.0, 1.0), &at(0.0, 0.0), &cuboid(1.0, 1.0), &at(2.001, 2.0), 0.0);
    assert!(contact.is_empty());
}

#[test]
fn axis_aligned_boxes_overlap_in_a_box_whose_ends_are_the_points() {
    let a = Aabb::new([0.0, 0.0], [4.0, 2.0]).unwrap();
    let b = Aabb::new([3.0, 1.5], [6.0, 5.0]).unwrap();
    let contact = collide_aabbs(&a, &b, 0.0);
    assert_eq!(contact.normal, Vector::new(0.0, 1.0));
    let ends: Vec<f32> = contact.points().iter().map(|p| a.center().x + p.anchor_a.x).collect();
    assert_eq!((ends, depth(&contact)), (vec![3.0, 4.0], 0.5));
    let left = Aabb::new([-3.0, 0.5], [0.25, 1.5]).unwrap();
    assert_eq!(collide_aabbs(&a, &left, 0.0).normal, Vector::new(-1.0, 0.0));
    let apart = Aabb::new([4.1, 0.0], [5.0, 1.0]).unwrap();
    assert!(collide_aabbs(&a, &apart, 0.0).is_empty());
    assert_eq!(collide_aabbs(&a, &apart, 0.2).points().len(), 2);
}

#[test]
fn an_axis_aligned_box_meets_a_circle_outside_and_inside() {
    let aabb = Aabb::new([0.0, 0.0], [4.0, 2.0]).unwrap();
    let outside = collide_aabb_circle(&aabb, [5.0, 1.0], 1.5, 0.0).unwrap();
    assert_eq!((outside.normal, depth(&outside)), (Vector::new(1.0, 0.0), 0.5));
    let inside = collide_aabb_circle(&aabb, [1.0, 1.75], 0.5, 0.0).unwrap();
    assert_eq!((inside.normal, depth(&inside)), (Vector::new(0.0, 1.0), 0.75));
    let on_edge = collide_aabb_circle(&aabb, [0.0, 1.0], 0.5, 0.0).unwrap();
    assert_eq!((on_edge.normal, depth(&on_edge)), (Vector::new(-1.0, 0.0), 0.5));
    assert!(collide_aabb_circle(&aabb, [6.0, 1.0], 1.0, 0.0).unwrap().is_empty());
    let refused = collide_aabb_circle(&aabb, [6.0, 1.0], -1.0, 0.0);
    assert_eq!(refused, Err(Error::NotPositive { parameter: "radius", value: -1.0 }));
}

// Seed 003: rounding corners.

#[test]
fn rounding_that_keeps_the_size_keeps_the_outer_box() {
    for radius in [0.1, 0.25, 0.49] {
        let round = Polygon::rounded_cuboid(1.0, 0.5, radius).unwrap();
        assert_eq!(
            round.aabb(&at(0.0, 0.0)),
            Polygon::cuboid(1.0, 0.5).unwrap().aabb(&at(0.0, 0.0))
        );
        let grown = Polygon::cuboid(1.0, 0.5).unwrap().grown(radius).unwrap();
        assert_eq!(grown.aabb(&at(0.0, 0.0)).max.x, 1.0 + radius);
    }
}

#[test]
fn parallel_and_coincident_edges_give_the_clipped_overlap() {
    // One edge on another, shifted along it: the contact is the common stretch.
    let contact = collide(&cuboid(2.0, 0.5), &at(0.0, 0.0), &cuboid(1.0, 0.5), &at(1.5, 1.0), 0.0);
    let mut ends: Vec<f32> = contact.points().iter().map(|p| p.anchor_a.x).collect();
    ends.sort_by(f32::total_cmp);
    assert_eq!(ends, [0.5, 2.0]);
    assert_eq!(depth(&contact), 0.0);
    // Two segments on one line, and one on top of the other.
    let segment: Shape = Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap().into();
    for x in [0.0, 0.5, 2.0, 2.5] {
        let contact = collide(&segment, &at(0.0, 0.0), &segment, &at(x, 0.0), 0.0);
        assert_eq!(contact.is_empty(), x > 2.0, "at {x}");
    }
    // Capsules end to end on one line.
    let capsule: Shape = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5).unwrap().into();
    let contact = collide(&capsule, &at(0.0, 0.0), &capsule, &at(2.9, 0.0), 0.0);
    assert_normal(&contact, 1.0, 0.0);
    assert!((depth(&contact) - 0.1).abs() < 1e-5);
    assert!(collide(&capsule, &at(0.0, 0.0), &capsule, &at(3.1, 0.0), 0.0).is_empty());
}

#[test]
fn rounded_corners_touch_along_the_line_between_them() {
    let round: Shape = Polygon::cuboid(1.0, 1.0).unwrap().grown(0.5).unwrap().into();
    // Cores one unit apart in both directions: the corners' discs overlap by 1 - sqrt(2) + ...
    let contact = collide(&round, &at(0.0, 0.0), &round, &at(2.6, 2.6), 0.0);
    let diagonal = std::f32::consts::FRAC_1_SQRT_2;
    assert_normal(&contact, diagonal, diagonal);
    assert!((depth(&contact) - (1.0 - 0.6 * std::f32::consts::SQRT_2)).abs() < 1e-5);
    assert_eq!(contact.points().len(), 1);
}

#[test]
fn a_capsule_lying_on_a_box_has_two_points_and_standing_one() {
    let capsule: Shape = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.25).unwrap().into();
    let ground = cuboid(10.0, 1.0);
    let lying = collide(&ground, &at(0.0, 0.0), &capsule, &at(0.0, 1.24), 0.0);
    assert_eq!(lying.points().len(), 2);
    let standing = collide(&ground, &at(0.0, 0.0), &capsule, &pose([0.0, 2.24], FRAC_PI_2), 0.0);
    assert_eq!(standing.points().len(), 1);
    assert_normal(&standing, 0.0, 1.0);
}

// Seed 004: the Newcastle tutorial.

#[test]
fn the_separating_axis_test_names_the_gap_and_the_least_overlap() {
    let square = cuboid(1.0, 1.0);
    let diagonal = FRAC_PI_4;
    let reach = std::f32::consts::SQRT_2;
    match separating_axis(
        &square,
        &at(0.0, 0.0),
        &square,
        &pose([0.0, 1.0 + reach + 0.3], diagonal),
    ) {
        AxisTest::Gap { axis, gap } => {
            assert!((axis - Vector::new(0.0, 1.0)).norm() < 1e-6);
            assert!((gap - 0.3).abs() < 1e-5);
        }
        overlap => panic!("{overlap:?}"),
    }
    match separating_axis(&square, &at(0.0, 0.0), &square, &at(-1.5, 0.2)) {
        AxisTest::Overlap { axis, depth } => assert_eq!((axis.x, depth), (-1.0, 0.5)),
        gap => panic!("{gap:?}"),
    }
    // Discs: the line of centres; in one place: any axis.
    assert!(separating_axis(&circle(1.0), &at(0.0, 0.0), &circle(1.0), &at(1.0, 1.0)).overlaps());
    assert!(!separating_axis(&circle(1.0), &at(0.0, 0.0), &circle(1.0), &at(1.5, 1.5)).overlaps());
    let same = separating_axis(&circle(1.0), &at(0.0, 0.0), &circle(1.0), &at(0.0, 0.0));
    assert_eq!(same, AxisTest::Overlap { axis: Vector::new(1.0, 0.0), depth: 2.0 });
}

#[test]
fn the_axis_test_agrees_with_the_contact_for_every_pair_of_kinds() {
    for a in &kinds() {
        for b in &kinds() {
            for step in 0..60 {
                let s = step as f32;
                let away = pose([1.6 * (0.7 * s).cos(), 1.4 * (0.9 * s).sin()], 0.3 * s);
                let is_chain = |s: &Shape| matches!(s, Shape::ChainSegment(_));
                if is_chain(a) || is_chain(b) {
                    continue; // a link knows more than its own shape
                }
                let test = separating_axis(a, &at(0.0, 0.0), b, &away);
                let contact = collide(a, &at(0.0, 0.0), b, &away, 0.0);
                let found = match test {
                    AxisTest::Gap { gap, .. } if gap < 1e-3 => continue,
                    AxisTest::Overlap { depth, .. } if depth < 1e-3 => continue,
                    test => test.overlaps(),
                };
                assert_eq!(found, !contact.is_empty(), "{a:?} {b:?} step {step}");
            }
        }
    }
}

// What no document asks for and every user does.

#[test]
fn a_negative_reach_asks_for_real_overlap() {
    let ball = circle(1.0);
    for (x, speculative, touches) in [
        (1.0, -0.5, true),
        (1.8, -0.5, false),
        (1.8, -3.9, false),
        (0.0, -2.1, false),
        (5.0, -8.0, false),
    ] {
        let contact = collide(&ball, &at(0.0, 0.0), &ball, &at(x, 0.0), speculative);
        assert_eq!(!contact.is_empty(), touches, "{x} {speculative}");
        let capsule = Capsule::new([0.0, -1.0], [0.0, 1.0], 1.0).unwrap().into();
        let contact = collide(&capsule, &at(0.0, 0.0), &capsule, &at(x, 0.0), speculative);
        assert_eq!(!contact.is_empty(), touches, "{x} {speculative}");
    }
}

#[test]
fn a_pose_that_is_no_number_touches_nothing() {
    for a in &kinds() {
        for b in &kinds() {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                for place in [at(bad, 0.0), at(0.0, bad), pose([0.0, 0.0], bad)] {
                    let contact = collide(a, &at(0.0, 0.0), b, &place, 0.1);
                    let turned_circle = matches!(b, Shape::Circle(_)) && place.rotation.re.is_nan();
                    assert!(
                        contact.is_empty() || turned_circle,
                        "{a:?} {b:?} {place:?} {contact:?}"
                    );
                }
            }
        }
    }
}
