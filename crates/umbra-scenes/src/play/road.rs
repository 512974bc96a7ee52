//! A car, and the course of `vehicles.rs` to drive it over.

use std::sync::OnceLock;

use umbra::Error;
use umbra::prelude::*;
use umbra::vehicle::{Car, CarSettings, Controls as Pedals, Drive};

use crate::{Button, Controls, Roles, respawn, vehicles};

/// The width of the course that is visible around the car.
pub const WIDTH: Real = 26.0;
const DT: Real = 1.0 / 60.0;

/// The car of every set-up scene: keys are assigned in the same order. With the starting poses of
/// its bodies.
struct Garage {
    car: Car,
    starts: Vec<(BodyKey, Pose)>,
}

fn garage() -> Option<&'static Garage> {
    static GARAGE: OnceLock<Option<Garage>> = OnceLock::new();
    let build = || {
        let mut scene = Scene::new(SceneConfig::default()).ok()?;
        let car = build(&mut scene).ok()?;
        let bodies = car.wheel_bodies().iter().copied().chain([car.chassis()]);
        let starts = bodies.filter_map(|key| Some((key, scene.body(key).ok()?.pose()))).collect();
        Some(Garage { car, starts })
    };
    GARAGE.get_or_init(build).as_ref()
}

fn build(scene: &mut Scene) -> Result<Car, Error> {
    vehicles::course(scene)?;
    let mut settings = CarSettings { air_torque: 2500.0, ..CarSettings::default() };
    settings.axles.iter_mut().for_each(|axle| axle.drive = Some(Drive::new(1400.0, 16.0)));
    Car::spawn(scene, [0.0, 0.65], &settings)
}

pub(super) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let chassis = build(scene)?.chassis();
    Ok(Roles { marked: Some(chassis), driven: Some(chassis) })
}

pub(super) fn play(scene: &mut Scene, _: &Roles, _: u32, controls: Controls) -> Result<(), Error> {
    let Some(Garage { car, starts }) = garage() else { return Ok(()) };
    if controls.is_down(Button::Second) {
        return starts.iter().try_for_each(|(key, pose)| respawn(scene, *key, *pose));
    }
    let pedals = Pedals {
        throttle: Real::from(controls.axis(Button::Left, Button::Right)),
        steer: Real::from(controls.axis(Button::Down, Button::Up)),
        handbrake: controls.is_down(Button::First),
        ..Pedals::default()
    };
    // A car of which somebody took a wheel is one no more.
    let _ = car.clone().drive(scene, pedals, DT);
    Ok(())
}

/// Draws the speed of the car, and its distance.
pub(super) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let Some(body) = roles.driven.and_then(|key| scene.body(key).ok()) else { return };
    let (speed, at) = (3.6 * body.velocity().norm(), body.position());
    let text = format!("{speed:.0} km/h, {:.0} m", at.x);
    drawer.text(at + Vector::new(-1.4, 2.2), &text, DebugColor::hex(0x888888));
}

#[cfg(test)]
mod tests {
    use crate::{Button, Controls, find};
    use umbra::prelude::*;

    #[test]
    fn the_car_is_driven_and_put_back() {
        let mut running = find("play_car").unwrap().set_up(SceneConfig::default()).unwrap();
        let car = running.roles.driven.unwrap();
        let x = |scene: &Scene| scene.body(car).unwrap().position().x;
        running.controls = Controls::default().with(Button::Right, true);
        (0..240).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!(x(&running.scene) > 15.0, "{}", x(&running.scene));
        running.controls = Controls::default().with(Button::Second, true);
        running.step(1.0 / 60.0).unwrap();
        assert!(x(&running.scene).abs() < 0.1);
        running.controls = Controls::default().with(Button::Left, true);
        (0..120).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!(x(&running.scene) < -2.0, "{}", x(&running.scene));
    }
}
