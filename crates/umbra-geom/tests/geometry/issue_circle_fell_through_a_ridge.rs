//! Over a joint that bends away by less than some degrees, or past a free end, a circle was past
//! the face of one link and before that of the next, and no link held it.

use umbra_geom::math::pose;
use umbra_geom::{ChainSegment, Circle, Pose, Shape, collide};

#[test]
fn a_circle_over_a_ridge_is_held_by_one_link_or_another() {
    let ball: Shape = Circle::new(0.5).unwrap().into();
    for bend in [0.0_f32, -1e-6, -1e-4, -0.005, -0.02, -0.06] {
        let (sin, cos) = bend.sin_cos();
        let points = [[-6.0, 0.0], [-3.0, 0.0], [0.0, 0.0], [3.0 * cos, 3.0 * sin]];
        let links: Vec<Shape> =
            ChainSegment::chain(points).unwrap().into_iter().map(Shape::from).collect();
        for step in -4000_i32..4000 {
            // Finest at the joint.
            let x = 2.5e-9 * (step * step.abs()) as f32;
            for y in [0.496, -0.504] {
                let at = pose([x, y], 0.0);
                let held = links
                    .iter()
                    .any(|link| !collide(link, &Pose::identity(), &ball, &at, 0.02).is_empty());
                assert!(held, "bend {bend}, at {x}, {y}");
            }
        }
    }
}

#[test]
fn a_circle_a_little_past_a_free_end_is_held_by_it() {
    let ball: Shape = Circle::new(0.5).unwrap().into();
    let link: Shape = ChainSegment::new(None, [-1.0, 0.0], [1.0, 0.0], None).unwrap().into();
    for step in 0..100 {
        let past = 1.0 + 1e-3 * step as f32;
        for x in [past, -past] {
            for y in [0.48, -0.48] {
                let contact = collide(&link, &Pose::identity(), &ball, &pose([x, y], 0.0), 0.0);
                assert_eq!(contact.points().len(), 1, "at {x}, {y}");
            }
        }
    }
}
