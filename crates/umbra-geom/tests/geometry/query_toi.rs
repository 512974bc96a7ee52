//! Times of impact against dense sampling of the motions, in f64.

use crate::common::oracle::{Solid, V, gap};
use crate::common::{between, body, cases, config, extent, many, rounding};
use proptest::prelude::*;
use umbra_geom::math::pose;
use umbra_geom::nalgebra;
use umbra_geom::query::{Impact, Sweep, TimeOfImpact, time_of_impact};
use umbra_geom::{Circle, Point, Polygon, Pose, Real, Segment, Shape, Vector};

const TARGET: Real = 0.005;
const TOLERANCE: Real = 0.00125;

/// A moving shape of the oracle, independent of [`Sweep`].
#[derive(Clone, Debug)]
struct Moving {
    shape: Shape,
    start: Pose,
    center: Point,
    translation: Vector,
    angle: Real,
}

impl Moving {
    fn sweep(&self) -> Sweep {
        Sweep::new(self.start, self.center, self.translation, self.angle)
    }

    fn at(&self, fraction: f64) -> Solid {
        let rotation = self.start.rotation;
        let (cos, sin) = (f64::from(rotation.re), f64::from(rotation.im));
        let (turn_sin, turn_cos) = (f64::from(self.angle) * fraction).sin_cos();
        let turn = [turn_cos * cos - turn_sin * sin, turn_sin * cos + turn_cos * sin];
        let pivot: V = self.center.coords.cast();
        let place = V::new(cos * pivot.x - sin * pivot.y, sin * pivot.x + cos * pivot.y)
            + self.start.translation.vector.cast::<f64>()
            + self.translation.cast::<f64>() * fraction;
        Solid::turned(&self.shape, turn, pivot, place)
    }

    fn extent(&self) -> Real {
        extent(&self.shape, &self.start) + self.translation.norm() + 2.0 * self.center.coords.norm()
    }
}

/// A random motion of a body in one step; spins of up to `spin` radians.
fn moving(spin: Real) -> BoxedStrategy<Moving> {
    let way = ([between(-1.0, 1.0), between(-1.0, 1.0)], between(0.0, 30.0));
    let center = ([between(-1.0, 1.0), between(-1.0, 1.0)], prop::bool::ANY);
    (body(), way, between(-spin, spin), center, 0..4)
        .prop_map(|((shape, start), ([x, y], reach), angle, ([cx, cy], off), still)| Moving {
            center: if off { Point::new(cx, cy) } else { shape.core().center },
            shape,
            start,
            // One in four does not move, one in four does not turn.
            translation: Vector::new(x, y) * if still == 0 { 0.0 } else { reach },
            angle: if still <= 1 { 0.0 } else { angle },
        })
        .boxed()
}

fn meet(a: &Moving, b: &Moving) -> TimeOfImpact {
    time_of_impact(&a.shape, &a.sweep(), &b.shape, &b.sweep(), TARGET, TOLERANCE)
}

/// The least gap on [0, most]: dense samples, then a finer search around the least of them.
fn least_gap(a: &Moving, b: &Moving, most: f64, samples: u32) -> f64 {
    let at = |t: f64| gap(&a.at(t), &b.at(t));
    let step = most / f64::from(samples);
    let sampled = (0..=samples).map(|i| (at(step * f64::from(i)), step * f64::from(i)));
    let (coarse, time) = sampled.fold((f64::INFINITY, 0.0), |a, b| if b.0 < a.0 { b } else { a });
    let fine = (-20..=20).map(|i| at((time + step * f64::from(i) / 20.0).clamp(0.0, most)));
    fine.fold(coarse, f64::min)
}

fn check(a: &Moving, b: &Moving, samples: u32) -> Result<(), TestCaseError> {
    let met = meet(a, b);
    let slack = 2.0 * rounding(&[a.extent(), b.extent()]);
    let fraction = f64::from(met.fraction);
    let gap_there = gap(&a.at(fraction), &b.at(fraction));
    let tolerance = f64::from(TOLERANCE) + slack;
    prop_assert!((met.normal.norm() - 1.0).abs() < 1e-5);
    match met.impact {
        Impact::Overlapping => {
            prop_assert!(met.fraction == 0.0);
            prop_assert!(gap_there <= slack, "not overlapping but {gap_there} apart");
            return Ok(());
        }
        Impact::Separated => prop_assert!(met.fraction == 1.0),
        Impact::Hit => {
            let most = f64::from(TARGET) + tolerance;
            prop_assert!(gap_there <= most, "hit, but {gap_there} apart");
        }
        Impact::Unresolved => prop_assert!(false, "unresolved: {met:?}"),
    }
    if met.fraction > 0.0 {
        let least = least_gap(a, b, fraction, samples);
        prop_assert!(least >= f64::from(TARGET) - slack, "{met:?}, but came as near as {least}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(0x6d5a_0201))]

    #[test]
    fn an_impact_is_a_lower_bound_and_never_missed(a in moving(1.0), b in moving(1.0)) {
        check(&a, &b, 200)?;
    }

    #[test]
    fn an_impact_of_fast_spinning_shapes_is_never_missed(a in moving(20.0), b in moving(20.0)) {
        check(&a, &b, 400)?;
    }
}

#[test]
fn a_propeller_that_ends_where_it_began_hits_what_it_swept() {
    // Both end poses are apart: looking at them alone, nothing happens.
    let blade = Polygon::cuboid(5.0, 0.05).unwrap();
    let turning = |angle| Moving {
        shape: blade.clone().into(),
        start: pose([0.0, 0.0], 0.0),
        center: Point::origin(),
        translation: Vector::zeros(),
        angle,
    };
    let post = Moving {
        shape: Circle::new(0.1).unwrap().into(),
        start: pose([0.0, 4.0], 0.0),
        center: Point::origin(),
        translation: Vector::zeros(),
        angle: 0.0,
    };
    for angle in [core::f32::consts::PI, core::f32::consts::TAU, -core::f32::consts::PI, 60.0] {
        let met = meet(&turning(angle), &post);
        assert_eq!(met.impact, Impact::Hit, "{angle}");
        check(&turning(angle), &post, 1000).unwrap();
    }
    assert_eq!(meet(&turning(0.5), &post).impact, Impact::Separated);
}

#[test]
fn a_bullet_does_not_pass_a_thin_wall() {
    let wall = Shape::from(Segment::new([0.0, -5.0], [0.0, 5.0]).unwrap());
    let bullet = Shape::from(Polygon::cuboid(0.02, 0.01).unwrap());
    let still = Sweep::still(pose([0.0, 0.0], 0.0));
    for speed in [1.0, 10.0, 1e3, 1e5] {
        let flight = Sweep::new(pose([-0.5, 0.3], 0.1), [0.0, 0.0], [speed, 0.0], 3.0);
        let met = time_of_impact(&wall, &still, &bullet, &flight, TARGET, TOLERANCE);
        assert_eq!(met.impact, Impact::Hit, "at {speed}");
        assert!(met.fraction * speed < 0.5);
        assert!(met.fraction * speed > 0.46);
    }
}

#[test]
fn no_random_motion_takes_many_distances() {
    let (mut most, mut total) = (0, 0);
    let count = cases().saturating_mul(10);
    for (a, b) in many(0x6d5a_0202, count, (moving(6.0), moving(6.0))) {
        let met = meet(&a, &b);
        assert_ne!(met.impact, Impact::Unresolved, "{a:?} {b:?}");
        most = most.max(met.iterations);
        total += met.iterations;
    }
    println!("iterations: most {most}, mean {}", total as f32 / count as f32);
}

#[test]
fn a_long_way_to_go_takes_few_distances() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.25).unwrap());
    let still = Sweep::still(pose([0.0, 0.0], 0.0));
    let mut total = 0;
    for turned in 0..20 {
        let start = pose([20.0, 0.3], 0.3 * turned as Real);
        let flight = Sweep::new(start, [0.0, 0.0], [-21.0, 0.0], 0.5);
        let met = time_of_impact(&tile, &still, &tile, &flight, TARGET, TOLERANCE);
        assert_eq!(met.impact, Impact::Hit);
        total += met.iterations;
    }
    // Two and a half each. From the start of the motion, it is three and a half.
    assert!(total <= 50, "{total}");
}

#[test]
fn a_motion_from_pose_to_pose_ends_there() {
    let (from, to) = (pose([1.0, 2.0], 0.5), pose([-3.0, 4.0], 3.5));
    let sweep = Sweep::between(from, to, [0.7, -0.2]);
    let (start, end) = (sweep.pose_at(0.0), sweep.pose_at(1.0));
    for (found, expected) in [(start, from), (end, to)] {
        assert!((found.translation.vector - expected.translation.vector).norm() < 1e-5);
        assert!(found.rotation.angle_to(&expected.rotation).abs() < 1e-6);
    }
    let center = |pose: Pose| pose * Point::new(0.7, -0.2);
    let half_way = nalgebra::center(&center(from), &center(to));
    assert!((center(sweep.pose_at(0.5)) - half_way).norm() < 1e-5);
}

#[test]
fn shapes_that_overlap_at_the_start_say_so() {
    let tile = Shape::from(Polygon::cuboid(0.5, 0.5).unwrap());
    let still = Sweep::still(pose([0.0, 0.0], 0.0));
    let away = Sweep::new(pose([0.8, 0.0], 0.0), [0.0, 0.0], [5.0, 0.0], 0.0);
    let met = time_of_impact(&tile, &still, &tile, &away, TARGET, TOLERANCE);
    assert_eq!((met.impact, met.fraction), (Impact::Overlapping, 0.0));
}

#[test]
fn bad_numbers_end_and_are_no_impact() {
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e38, 1e-30, 0.0];
    for (a, b) in many(31, 50, (moving(3.0), moving(3.0))) {
        for x in values {
            for sweep in [
                Sweep::new(pose([x, 1.0], 0.0), b.center, b.translation, b.angle),
                Sweep::new(b.start, b.center, [x, 1.0], b.angle),
                Sweep::new(b.start, b.center, b.translation, x),
                Sweep::new(b.start, [x, x], b.translation, b.angle),
                Sweep::between(pose([x, 1.0], x), b.start, b.center),
            ] {
                for (target, tolerance) in [(TARGET, TOLERANCE), (x, TOLERANCE), (TARGET, x)] {
                    let met =
                        time_of_impact(&a.shape, &a.sweep(), &b.shape, &sweep, target, tolerance);
                    assert!((0.0..=1.0).contains(&met.fraction), "{met:?}");
                    time_of_impact(&b.shape, &sweep, &a.shape, &a.sweep(), target, tolerance);
                }
            }
        }
    }
}
