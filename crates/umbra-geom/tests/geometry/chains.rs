//! Chains of segments are smooth: shapes slide and roll over their joints without a bump.

use umbra_geom::math::pose;
use umbra_geom::{Capsule, ChainSegment, Circle, Manifold, Polygon, Pose, Shape, Vector, collide};

fn chain(points: &[[f32; 2]]) -> Vec<Shape> {
    ChainSegment::chain(points.iter().copied()).unwrap().into_iter().map(Shape::from).collect()
}

/// The contacts of a shape with all links.
fn contacts(links: &[Shape], shape: &Shape, at: &Pose) -> Vec<Manifold> {
    let origin = Pose::identity();
    let all = links.iter().map(|link| collide(link, &origin, shape, at, 0.02));
    all.filter(|contact| !contact.is_empty()).collect()
}

/// A box, a disc, a capsule and a rounded hexagon that all extend half a unit down when upright.
fn sliders() -> [Shape; 4] {
    [
        Polygon::cuboid(0.5, 0.5).unwrap().into(),
        Circle::new(0.5).unwrap().into(),
        Capsule::new([-0.6, 0.0], [0.6, 0.0], 0.5).unwrap().into(),
        Polygon::cuboid(0.7, 0.5).unwrap().rounded(0.2).unwrap().into(),
    ]
}

#[test]
fn sliding_over_a_flat_chain_meets_only_the_face_from_above_and_from_below() {
    let links =
        chain(&[[-6.0, 0.0], [-3.0, 0.0], [-1.0, 0.0], [0.0, 0.0], [0.25, 0.0], [6.0, 0.0]]);
    for shape in sliders() {
        for side in [1.0, -1.0] {
            for step in 0..=800 {
                let x = -4.0 + 0.01 * step as f32;
                // Sunk in by up to a tenth, which is more than the width by which it often
                // overlaps the next link.
                for sunk in [0.0, 0.005, 0.1] {
                    for tilt in [0.0, 0.01, -0.02] {
                        let at = pose([x, side * (0.5 - sunk)], tilt);
                        let found = contacts(&links, &shape, &at);
                        assert!(!found.is_empty(), "falls through at {x}");
                        for contact in &found {
                            let up = Vector::new(0.0, side);
                            assert!(
                                (contact.normal - up).norm() < 1e-6,
                                "{x} {sunk} {tilt} {contact:?}"
                            );
                        }
                        // Sunk along the normal, never more than it is.
                        let depth =
                            found.iter().filter_map(Manifold::separation).fold(0.0, f32::min);
                        assert!(depth > -sunk - 0.03, "{depth} at {x}");
                    }
                }
            }
        }
    }
}

#[test]
fn in_a_hollow_only_the_faces_push() {
    // A floor that turns up into a wall.
    let links = chain(&[[-5.0, 0.0], [0.0, 0.0], [0.0, 5.0]]);
    for shape in sliders() {
        for step in 0..100 {
            let gap = -0.02 + 0.001 * step as f32;
            let at = pose([-1.1 + gap.max(0.0), 0.5 - 0.01], 0.0);
            for contact in contacts(&links, &shape, &at) {
                let n = contact.normal;
                let on_floor = (n - Vector::new(0.0, 1.0)).norm() < 1e-5;
                let on_wall = (n - Vector::new(-1.0, 0.0)).norm() < 1e-5;
                assert!(on_floor || on_wall, "{contact:?}");
            }
        }
    }
}

#[test]
fn a_ridge_is_touched_once_with_a_normal_between_the_faces() {
    let roof = chain(&[[-4.0, -4.0], [0.0, 0.0], [4.0, -4.0]]);
    let ball: Shape = Circle::new(0.5).unwrap().into();
    for step in -7..=7 {
        let lean = 0.1 * step as f32;
        let normal = Vector::new(lean.sin(), lean.cos());
        let found = contacts(&roof, &ball, &Pose::translation(0.49 * normal.x, 0.49 * normal.y));
        assert_eq!(found.len(), 1, "the two links share one corner, lean {lean}");
        assert!((found[0].normal - normal).norm() < 1e-4, "{:?}", found[0]);
    }
    // Off the ridge, the slopes themselves.
    let slope = std::f32::consts::FRAC_1_SQRT_2;
    for side in [-1.0, 1.0] {
        let at = Pose::translation(side * (2.0 + 0.49 * slope), -2.0 + 0.49 * slope);
        let found = contacts(&roof, &ball, &at);
        assert_eq!(found.len(), 1);
        assert!((found[0].normal - Vector::new(side * slope, slope)).norm() < 1e-4);
    }
}

#[test]
fn behind_a_step_a_box_on_top_is_not_pushed_off() {
    // Up a riser and along a tread; the box overhangs the riser by ever more.
    let links = chain(&[[-5.0, -3.0], [0.0, -3.0], [0.0, 0.0], [5.0, 0.0]]);
    let brick: Shape = Polygon::cuboid(0.5, 0.5).unwrap().into();
    for step in 0..40 {
        let x = 0.8 - 0.02 * step as f32;
        for sunk in [0.002, 0.05] {
            for contact in contacts(&links, &brick, &pose([x, 0.5 - sunk], 0.0)) {
                let up = Vector::new(0.0, 1.0);
                assert!((contact.normal - up).norm() < 1e-4, "at {x}, {sunk}: {contact:?}");
                assert!(contact.separation().unwrap() > -sunk - 1e-4);
            }
        }
    }
}

#[test]
fn beside_a_step_a_box_is_held_by_the_riser_alone() {
    let links = chain(&[[0.0, -3.0], [0.0, 0.0], [5.0, 0.0]]);
    let brick: Shape = Polygon::cuboid(0.5, 0.5).unwrap().into();
    for step in 0..60 {
        let y = -1.0 + 0.02 * step as f32;
        for contact in contacts(&links, &brick, &pose([-0.495, y], 0.0)) {
            assert!((contact.normal - Vector::new(-1.0, 0.0)).norm() < 1e-4, "at {y}: {contact:?}");
        }
    }
}

#[test]
fn the_free_end_of_an_open_chain_is_a_corner() {
    let links = chain(&[[0.0, 0.0], [2.0, 0.0]]);
    let ball: Shape = Circle::new(0.5).unwrap().into();
    let found = contacts(&links, &ball, &Pose::translation(2.3, 0.3));
    let diagonal = Vector::new(1.0, 1.0).normalize();
    assert!((found[0].normal - diagonal).norm() < 1e-5);
}

#[test]
fn a_link_and_a_shape_mirror_when_exchanged() {
    let links = chain(&[[-3.0, -1.0], [-1.0, 0.0], [1.0, 0.2], [3.0, -1.0]]);
    for shape in sliders() {
        for step in 0..500 {
            let s = step as f32;
            let at = pose([-2.5 + 0.01 * s, 0.3 * (0.7 * s).sin() + 0.3], 0.37 * s);
            for link in &links {
                let there = collide(link, &Pose::identity(), &shape, &at, 0.02);
                let back = collide(&shape, &at, link, &Pose::identity(), 0.02);
                assert_eq!(there, back.flipped());
            }
        }
    }
}
