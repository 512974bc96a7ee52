//! A motion that is not finite was reported as `Unresolved` at the start, which a solver treats as
//! a hit: the body would have stuck. The documentation promises `Separated`.

use umbra_geom::math::pose;
use umbra_geom::query::{Impact, Sweep, time_of_impact};
use umbra_geom::{Circle, Polygon, Shape};

#[test]
fn a_motion_that_is_not_finite_meets_nothing() {
    let tile = Shape::from(Polygon::cuboid(1.0, 0.5).unwrap());
    let ball = Shape::from(Circle::new(0.5).unwrap());
    let still = Sweep::still(pose([0.0, 0.0], 0.0));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let start = pose([3.0, 0.0], 0.0);
        for sweep in [
            Sweep::new(start, [0.0, 0.0], [bad, 0.0], 0.0),
            Sweep::new(start, [0.0, 0.0], [-5.0, bad], 1.0),
            Sweep::new(start, [0.0, 0.0], [-5.0, 0.0], bad),
            Sweep::new(start, [0.0, bad], [-5.0, 0.0], 0.0),
            Sweep::new(pose([0.0, bad], 0.0), [0.0, 0.0], [-5.0, 0.0], 0.0),
            Sweep::new(pose([0.0, 0.0], bad), [0.0, 0.0], [-5.0, 0.0], 0.0),
        ] {
            for shape in [&tile, &ball] {
                for met in [
                    time_of_impact(&tile, &still, shape, &sweep, 0.0, 1e-3),
                    time_of_impact(shape, &sweep, &tile, &still, 0.0, 1e-3),
                ] {
                    assert_eq!((met.impact, met.fraction), (Impact::Separated, 1.0), "{sweep:?}");
                }
            }
        }
    }
}
