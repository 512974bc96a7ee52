//! Bars that turn let nothing through, and deflect nothing that they do not meet.

use crate::common::{DT, add, at, scene};
use umbra::prelude::*;

const RADIUS: Real = 0.05;

/// A ball that flies at a bar that turns about its middle.
#[derive(Clone, Copy, Debug)]
struct Throw {
    speed: Real,
    spin: Real,
    angle: Real,
    height: Real,
    distance: Real,
}

impl Throw {
    fn for_case(case: u32, speed: Real, most_spin: Real) -> Self {
        let share = |factor: f64| ((f64::from(case) * factor).fract()) as Real;
        Self {
            speed,
            spin: most_spin * (2.0 * share(0.618_033_988_7) - 1.0),
            angle: 6.3 * share(0.414_213_562_3),
            height: 3.4 * share(0.732_050_807_5) - 1.7,
            distance: 2.0 + 3.0 * share(0.236_067_977_5),
        }
    }

    /// How near the two come to one another if neither yields; 0 if they meet. From one time to the
    /// next at which they could meet at all.
    fn nearest(self) -> f64 {
        let (radius, seconds) = (f64::from(RADIUS), 2.0 * f64::from(self.distance / self.speed));
        let [speed, spin, angle, height, distance] =
            [self.speed, self.spin, self.angle, self.height, self.distance].map(f64::from);
        let apart_at = |time: f64| {
            let (x, y) = (speed * time - distance, height);
            let (sin, cos) = (angle + spin * time).sin_cos();
            // As the bar sees the ball.
            let (along, across) = ((x * cos + y * sin).abs(), (y * cos - x * sin).abs());
            let (beyond, above) = ((along - 1.5).max(0.0), (across - 0.025).max(0.0));
            (beyond.hypot(above) - radius, x.hypot(y))
        };
        let (mut time, mut nearest) = (0.0, f64::INFINITY);
        while time < seconds {
            let (apart, away) = apart_at(time);
            nearest = nearest.min(apart);
            if apart < 1e-5 {
                // How deep they would come: what only grazes may go either way.
                let after = (0..400).map(|step| apart_at(time + 1e-5 * f64::from(step)).0);
                return after.fold(0.0, f64::min);
            }
            time += apart / (speed + spin.abs() * away.min(1.6 + apart));
        }
        nearest
    }

    /// Whether the ball was deflected.
    fn deflects(self, kind: Body) -> bool {
        let mut scene = scene(0.0, SolverConfig::default());
        let bar = kind.angle(self.angle).angular_velocity(self.spin);
        add(&mut scene, bar, Collider::cuboid(1.5, 0.025).density(1e4).friction(0.0));
        let ball = Body::dynamic()
            .position([-self.distance, self.height])
            .velocity([self.speed, 0.0])
            .bullet(true);
        let ball = add(&mut scene, ball, Collider::circle(RADIUS).friction(0.0));
        let steps = (2.0 * self.distance / (self.speed * DT)) as usize + 1;
        for _ in 0..steps {
            scene.step(DT).unwrap();
        }
        (at(&scene, ball).velocity() - Vector::new(self.speed, 0.0)).norm() > 1e-3 * self.speed
    }
}

fn cases() -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

#[test]
fn a_turning_bar_meets_what_it_meets() {
    for kind in [Body::kinematic(), Body::dynamic()] {
        for (speed, spin) in [(5.0, 60.0), (20.0, 60.0), (150.0, 9.0), (300.0, 30.0), (300.0, 60.0)]
        {
            let mut met = 0;
            for case in 0..cases() {
                let throw = Throw::for_case(case, speed, spin);
                let (nearest, deflected) = (throw.nearest(), throw.deflects(kind.clone()));
                assert!(nearest > -1e-3 || deflected, "passes, {nearest} m deep: {throw:?}");
                // Contacts act over a gap of half the distance at which points are looked for.
                assert!(nearest < 1e-2 || !deflected, "met nobody, {nearest} m off: {throw:?}");
                met += u32::from(nearest < -1e-3);
            }
            assert!(met > cases() / 2, "{met}");
        }
    }
}

/// A bar that turns fast throws a disc no faster than one that slides to its end: `sqrt(2)` times
/// as fast as the end, and what one more impact gives.
#[test]
fn a_fast_bar_does_not_wind_up_what_it_pushes() {
    for (hz, turn) in [(60.0, 35.0), (60.0, 22.0), (120.0, 45.0), (30.0, 18.0)] {
        for friction in [0.0, 0.4] {
            for case in 0_u8..12 {
                let mut scene = scene(0.0, SolverConfig::default());
                let bar = Collider::cuboid(2.9, 0.12).friction(friction);
                let spun = Body::kinematic().angular_velocity(turn).angle(0.4 * Real::from(case));
                add(&mut scene, spun, bar);
                let (way, far) = (0.45 * Real::from(case), 0.6 + 0.16 * Real::from(case));
                let place = Body::dynamic().position([far * way.cos(), far * way.sin()]);
                let disc = add(&mut scene, place, Collider::circle(0.17).friction(friction));
                let mut fastest: Real = 0.0;
                for _ in 0..hz as u32 {
                    scene.step(1.0 / hz).unwrap();
                    fastest = fastest.max(at(&scene, disc).velocity().norm());
                }
                let end = 2.9 * turn;
                assert!(fastest < 1.7 * end, "{fastest} of {end} at {hz} Hz, case {case}");
            }
        }
    }
}
