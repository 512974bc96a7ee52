//! Normals that are valid among the shapes around a corner.

use umbra_geom::collide::around::CornerSectors;
use umbra_geom::math::pose;
use umbra_geom::{Point, Polygon, Pose, Real, Segment, Shape, Vector};

const TOLERANCE: Real = 0.005;

/// The valid normal for one that was found at the origin on the first shape.
fn judged(shapes: &[Shape], at: &Pose, normal: Vector) -> Vector {
    let place = at * Point::origin();
    let mut around = CornerSectors::at_corner(&shapes[0], at, place, TOLERANCE).unwrap();
    shapes[1..].iter().for_each(|shape| around.add(shape, at));
    at.rotation.inverse() * around.normal(at.rotation * normal)
}

/// Ground from the origin to one side, the surface of which rises by that angle.
fn slope(side: Real, rise: Real) -> Shape {
    let end = Point::new(side * rise.cos(), rise.sin());
    Polygon::new([Point::origin(), end, Point::new(end.x, -2.0), Point::new(0.0, -2.0)])
        .unwrap()
        .into()
}

#[test]
fn each_slope_keeps_its_normal_and_hidden_sides_get_the_nearest() {
    for turned in [0.0, 0.7, -2.0] {
        let at = pose([3.0, -1.0], turned);
        for rise in [-1.2, -0.3, -0.004, -1e-5, 0.0, 1e-5, 0.004, 0.3, 1.2] {
            for side in [1.0, -1.0] {
                let shapes = [slope(side, rise), slope(-side, rise)];
                let face = Vector::new(-side * rise.sin(), rise.cos());
                let other = Vector::new(-face.x, face.y);
                // The other slope hides the inner side.
                let beyond = if rise < 0.0 { other } else { face };
                for (found, expected) in [(face, face), (Vector::new(-side, 0.0), beyond)] {
                    let normal = judged(&shapes, &at, found);
                    let case = format!("{turned} {rise} {side} {found}: {normal}");
                    assert!((normal - expected).norm() < 3e-5, "{case}");
                }
                let up = judged(&shapes, &at, Vector::y());
                let is_kept = (up - Vector::y()).norm() < 1e-6;
                assert!(is_kept || rise > -0.01, "{turned} {rise} {side}: {up}");
            }
        }
    }
}

#[test]
fn a_line_through_a_corner_leaves_the_side_below_it() {
    let line: Shape = Segment::new([-1.0, 0.0], [2.0, 0.0]).unwrap().into();
    let shapes = [slope(1.0, 0.0), line];
    let normal = |found: Vector| judged(&shapes, &Pose::identity(), found);
    assert_eq!(normal(Vector::new(-1.0, 0.0)), Vector::new(-1.0, 0.0));
    assert_eq!(normal(Vector::new(-0.6, -0.8)), Vector::new(0.0, -1.0));
}

#[test]
fn rounded_shapes_have_no_corners_and_far_points_are_at_none() {
    let at = Pose::identity();
    let round = Shape::from(Polygon::rounded_cuboid(1.0, 1.0, 0.1).unwrap());
    assert!(CornerSectors::at_corner(&round, &at, Point::new(0.9, 0.9), TOLERANCE).is_none());
    let tile = Shape::from(Polygon::cuboid(1.0, 1.0).unwrap());
    assert!(CornerSectors::at_corner(&tile, &at, Point::new(1.0, 0.996), TOLERANCE).is_some());
    assert!(CornerSectors::at_corner(&tile, &at, Point::new(1.0, 0.99), TOLERANCE).is_none());
}
