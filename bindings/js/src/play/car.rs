//! Cars seen from the side.
use umbra::vehicle::{Axle, Car, CarSettings, Controls, Drive};
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::{Key, Values, numbers};
use crate::world::RawWorld;

/// What a driver does.
pub const CONTROLS: &Options<Controls> = &[
    ("throttle:n", |it, v| Controls { throttle: v.real(0), ..it }),
    ("brake:n", |it, v| Controls { brake: v.real(0), ..it }),
    ("steer:n", |it, v| Controls { steer: v.real(0), ..it }),
    ("handbrake:b", |it, v| Controls { handbrake: v.flag(0), ..it }),
];

/// A drive: its greatest torque or force, the top speed, and the points of its curve, if any.
pub(super) fn drive(v: Values<'_>) -> Option<Drive> {
    if v.is_null() {
        return None;
    }
    let mut drive = Drive::new(v.real(0), v.real(1));
    let curve: Vec<_> = v.from(2).points().map(|it| [it.x, it.y]).collect();
    if !curve.is_empty() {
        drive.curve = curve;
    }
    Some(drive)
}

/// An axle.
pub const AXLE: &Options<Axle> = &[
    ("x:n", |it, v| Axle { x: v.real(0), ..it }),
    ("radius:n", |it, v| Axle { radius: v.real(0), ..it }),
    ("mass:n", |it, v| Axle { mass: v.real(0), ..it }),
    ("friction:n", |it, v| Axle { friction: v.real(0), ..it }),
    ("hertz:n", |it, v| Axle { hertz: v.real(0), ..it }),
    ("dampingRatio:n", |it, v| Axle { damping_ratio: v.real(0), ..it }),
    ("travel:nn", |it, v| Axle { travel: [v.real(0), v.real(1)], ..it }),
    ("drive:D?", |it, v| Axle { drive: drive(v), ..it }),
    ("brake:n", |it, v| Axle { brake: v.real(0), ..it }),
    ("handbrake:n", |it, v| Axle { handbrake: v.real(0), ..it }),
    ("drag:n", |it, v| Axle { drag: v.real(0), ..it }),
];

/// A car. `units` scales what went before it.
pub const SETTINGS: &Options<CarSettings> = &[
    ("units:n", |it, v| it.in_units(v.real(0))),
    ("chassis:nnn", |it, v| CarSettings { chassis: [0, 1, 2].map(|at| v.real(at)), ..it }),
    ("rideHeight:n", |it, v| CarSettings { ride_height: v.real(0), ..it }),
    ("axles:L(axle)", |it, v| {
        let axle = |it: Values<'_>| apply(AXLE, Axle::default(), it.0);
        CarSettings { axles: v.lists().map(axle).collect(), ..it }
    }),
    ("antiPitch:n", |it, v| CarSettings { anti_pitch: v.real(0), ..it }),
    ("airTorque:n", |it, v| CarSettings { air_torque: v.real(0), ..it }),
    ("filter:f", |it, v| CarSettings { filter: v.filter(0), ..it }),
];

/// A car.
#[wasm_bindgen]
pub struct RawCar(Car);

#[wasm_bindgen]
impl RawCar {
    /// A car with a chassis of its own.
    pub fn spawn(world: &mut RawWorld, x: f32, y: f32, settings: &[f64]) -> Answer<RawCar> {
        let settings = apply(SETTINGS, CarSettings::default(), settings);
        let car = Car::spawn(&mut world.scene, [x, y], &settings)?;
        world.changed(Ok(Self(car)))
    }

    /// A car on a body that is there.
    pub fn on(world: &mut RawWorld, chassis: f64, settings: &[f64]) -> Answer<RawCar> {
        let settings = apply(SETTINGS, CarSettings::default(), settings);
        let car = Car::new(&mut world.scene, Key::of_number(chassis), &settings)?;
        world.changed(Ok(Self(car)))
    }

    /// Drives for a step, before it.
    pub fn drive(&mut self, world: &mut RawWorld, controls: &[f64], dt: f32) -> Answer {
        let controls = apply(CONTROLS, Controls::default(), controls);
        Ok(self.0.drive(&mut world.scene, controls, dt)?)
    }

    /// The chassis, and the bodies of the wheels.
    pub fn bodies(&self) -> Vec<f64> {
        let mut all = vec![self.0.chassis().to_number()];
        all.extend(numbers(self.0.wheel_bodies().iter().copied()));
        all
    }

    /// The joints of the wheels.
    pub fn joints(&self) -> Vec<f64> {
        numbers(self.0.joints().iter().copied())
    }

    /// Speed forwards.
    pub fn speed(&self, world: &RawWorld) -> Answer<f32> {
        Ok(self.0.speed(&world.scene)?)
    }

    /// Wheels: contact, compression, load, slip and speed of the tread of each.
    pub fn wheels(&self, world: &RawWorld) -> Answer<Vec<f64>> {
        let mut all = Vec::new();
        for it in self.0.wheels(&world.scene)? {
            let rest = [it.compression, it.load, it.slip, it.tread_speed];
            all.push(f64::from(u8::from(it.contact)));
            all.extend(rest.map(f64::from));
        }
        Ok(all)
    }

    /// Removes the car.
    pub fn remove(&self, world: &mut RawWorld) {
        self.0.remove(&mut world.scene);
        world.changed(());
    }
}
