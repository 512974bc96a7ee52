//! From the very centre of a disc, or from a corner of a rounded core, every direction is as good
//! as another; but the point and the normal have to agree on one.

use umbra_geom::query::project_point;
use umbra_geom::{Capsule, Circle, Point, Polygon, Real, Shape, Vector, math};

fn shapes() -> Vec<(Shape, Vec<Point>)> {
    let corners = [[-0.5, -0.3], [0.5, -0.3], [0.5, 0.3], [-0.5, 0.3], [0.5, 0.0], [0.0, 0.3]];
    let ends = [[-0.4, 0.0], [0.4, 0.0], [0.1, 0.0]];
    let centre = [[0.0, 0.0]];
    vec![
        (Circle::new(0.5).unwrap().into(), centre.map(Point::from).to_vec()),
        (Capsule::new(ends[0], ends[1], 0.3).unwrap().into(), ends.map(Point::from).to_vec()),
        (Polygon::rounded_cuboid(0.7, 0.5, 0.2).unwrap().into(), corners.map(Point::from).to_vec()),
    ]
}

#[test]
fn the_way_to_the_nearest_point_is_along_the_normal() {
    for (shape, places) in shapes() {
        for step in 0..4_000 {
            let far = [0.0, 3.0, 300.0, 10_000.0][step % 4];
            let (angle, way) = (0.37 * step as Real, 0.61 * step as Real);
            let pose = math::pose(Point::from(Vector::new(way.cos(), way.sin()) * far), angle);
            for &place in &places {
                let asked = pose * place;
                let near = project_point(&shape, &pose, asked);
                let reached = asked + near.normal * -near.signed_distance;
                let off = (reached - near.point).norm();
                // As fine as numbers are out there, a few times.
                let fine = 4.0 * Real::EPSILON * (far + 1.0);
                assert!(
                    off <= fine,
                    "{shape:?} at {pose:?} from {asked}: {near:?} is off by {off}"
                );
                assert!((near.normal.norm() - 1.0).abs() < 1e-5, "{near:?}");
            }
        }
    }
}

/// Far beyond an edge, near its end, the squared distances to the end and to the edge are the same
/// number.
#[test]
fn near_the_end_of_an_edge_the_way_is_along_the_normal_too() {
    let corners = [[-2.9, -0.1], [0.7, 0.2], [-2.8, 0.05]];
    let shape = Shape::from(Polygon::new(corners).unwrap().grown(0.02).unwrap());
    for step in 0..20_000 {
        let (edge, height) = (step % 3, [1.0, 4.0, 9.0, 30.0][step % 4]);
        let [from, to] = [corners[edge], corners[(edge + 1) % 3]].map(Vector::from);
        let along = (to - from).normalize();
        let beside = 1e-6 * (step / 12) as Real;
        let asked = Point::from(to - along * beside + Vector::new(along.y, -along.x) * height);
        let near = project_point(&shape, &math::pose([0.0, 0.0], 0.0), asked);
        let off = (asked - near.normal * near.signed_distance - near.point).norm();
        assert!(off <= 4.0 * Real::EPSILON * (height + 3.0), "{asked}: {near:?} is off by {off}");
    }
}
