//! Cars made by `umbra::vehicle`: one seen from the side on a course, one seen from above.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;
use umbra::vehicle::{Car, CarSettings, Controls, Drive, TopDownCar, TopDownSettings};

use crate::Roles;

/// Adds the course: waves, a slope of 30 degrees, a table, and a ramp to jump from.
///
/// # Errors
/// When there is no room for more.
pub fn course(scene: &mut Scene) -> Result<(), Error> {
    let mut points = vec![Point::new(-20.0, 0.0), Point::new(8.0, 0.0)];
    // Waves, from level to level.
    points.extend((1..=72_i16).map(|i| {
        let x = 0.5 * Real::from(i);
        let height = 0.2 * (1.0 - rotation(x * core::f32::consts::TAU / 9.0).re);
        Point::new(8.0 + x, height)
    }));
    // The tangent of 30 degrees.
    const RISE: Real = 0.577_350_3;
    for [way, up] in [[6.0, 0.0], [14.0, 14.0 * RISE], [16.0, 0.0], [6.0, 1.2]] {
        let last = points.last().copied().unwrap_or_default();
        points.push(last + Vector::new(way, up));
    }
    let edge = points.last().copied().unwrap_or_default();
    let land = edge + Vector::new(0.0, -1.2);
    let ground = scene.add_body(Body::fixed())?;
    scene.add_collider(ground, Collider::chain(points).friction(1.0))?;
    let below = [land, land + Vector::new(120.0, 0.0)];
    scene.add_collider(ground, Collider::chain(below).friction(1.0))?;
    Ok(())
}

/// The x coordinate of the jump's edge.
pub const EDGE: Real = 86.0;

/// The course and the car on it.
///
/// # Errors
/// When there is a mistake here.
pub fn side(scene: &mut Scene) -> Result<Car, Error> {
    course(scene)?;
    let mut settings = CarSettings::default();
    // As fast as keeps it on the ground where the slope ends.
    settings.axles.iter_mut().for_each(|axle| axle.drive = Some(Drive::new(1200.0, 9.0)));
    Car::spawn(scene, [0.0, 0.65], &settings)
}

/// The opening of the throttle on the course.
pub const THROTTLE: Real = 0.75;

/// The scene of the catalogue. A car keeps its last controls, so they are set once.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let mut car = side(scene)?;
    let controls = Controls { throttle: THROTTLE, ..Controls::default() };
    car.drive(scene, controls, 1.0 / 60.0)?;
    Ok(Roles { marked: Some(car.chassis()), driven: None })
}

/// A car seen from above, in a scene without gravity, at this speed.
///
/// # Errors
/// When there is a mistake here.
pub fn above(scene: &mut Scene, speed: Real) -> Result<TopDownCar, Error> {
    let car = TopDownCar::spawn(scene, [0.0, 0.0], 0.0, &TopDownSettings::default())?;
    scene.body_mut(car.body())?.set_velocity([speed, 0.0])?;
    Ok(car)
}

/// The controls of the driver at a time: out of a bend, and around with the handbrake.
pub fn stunt(time: Real) -> Controls {
    let steer = |steer: Real| Controls { steer, ..Controls::default() };
    match time {
        time if time < 1.5 => Controls { throttle: 1.0, ..Controls::default() },
        time if time < 3.0 => Controls { throttle: 0.3, ..steer(0.12) },
        time if time < 4.2 => Controls { throttle: 0.3, ..steer(-0.15) },
        time if time < 5.6 => Controls { handbrake: true, ..steer(0.9) },
        _ => Controls { brake: 1.0, ..Controls::default() },
    }
}
