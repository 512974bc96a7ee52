//! A ray from far away at a small disc: the normal was computed from the end of the ray, whose
//! rounding left few digits of the radius, and was no unit vector (1.3 % off for a disc of a
//! millimetre a hundred metres away).

use umbra_geom::math::pose;
use umbra_geom::query::{Interior, cast_ray};
use umbra_geom::{Circle, Shape, Vector};

#[test]
fn the_normal_is_a_unit_vector_and_the_point_on_the_disc() {
    for radius in [1e-6, 1e-3, 1.0, 10.0] {
        let disc = Shape::from(Circle::new(radius).unwrap());
        for reach in [2.0, 100.0, 1e4, 1e6] {
            for aside in [0.0, 0.3, -0.9] {
                for turn in [0.0_f32, 0.7, 2.0, 4.0] {
                    let (sin, cos) = turn.sin_cos();
                    let along = Vector::new(cos, sin);
                    let across = Vector::new(-sin, cos);
                    let origin = along * (-reach * radius) + across * (aside * radius);
                    let way = along * (2.0 * reach * radius);
                    for (origin, interior) in
                        [(origin, Interior::Solid), (across * (aside * radius), Interior::Hollow)]
                    {
                        let at = pose([0.0, 0.0], 0.0);
                        let hit = cast_ray(&disc, &at, [origin.x, origin.y], way, interior);
                        // What is lost is the place of the ray itself, to the side.
                        let Some(hit) = hit else {
                            assert!(reach >= 1e6, "missed from {reach} radii");
                            continue;
                        };
                        assert!((hit.normal.norm() - 1.0).abs() < 1e-5, "{radius} {reach} {hit:?}");
                        let off = hit.point.coords.norm() - radius;
                        assert!(off.abs() < 1e-5 * radius, "{radius} {reach} {hit:?}");
                    }
                }
            }
        }
    }
}
