//! Cars seen from above.
use umbra::vehicle::{Controls, Grip, TopDownCar, TopDownSettings, Tyre};
use wasm_bindgen::prelude::*;

use super::car::{CONTROLS, drive};
use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::{Key, Values};
use crate::world::RawWorld;

/// A tyre.
pub const TYRE: &Options<Tyre> = &[
    ("at:v", |it, v| Tyre { at: [v.real(0), v.real(1)], ..it }),
    ("grip:o(peak,peakSlip,slide)", |it, v| {
        let grip = Grip { peak: v.real(0), peak_slip: v.real(1), slide: v.real(2) };
        Tyre { grip, ..it }
    }),
    ("steer:n", |it, v| Tyre { steer: v.real(0), ..it }),
    ("drive:D?", |it, v| Tyre { drive: drive(v), ..it }),
    ("brake:n", |it, v| Tyre { brake: v.real(0), ..it }),
    ("handbrake:b", |it, v| Tyre { handbrake: v.flag(0), ..it }),
];

/// A car. `units` scales what went before it.
pub const SETTINGS: &Options<TopDownSettings> = &[
    ("units:n", |it, v| it.in_units(v.real(0))),
    ("body:nnn", |it, v| TopDownSettings { body: [0, 1, 2].map(|at| v.real(at)), ..it }),
    ("tyres:L(tyre)", |it, v| {
        let tyre = |it: Values<'_>| apply(TYRE, Tyre::default(), it.0);
        TopDownSettings { tyres: v.lists().map(tyre).collect(), ..it }
    }),
    ("gravity:n", |it, v| TopDownSettings { gravity: v.real(0), ..it }),
    ("maxSteer:n", |it, v| TopDownSettings { most_steer: v.real(0), ..it }),
    ("steerSpeed:n", |it, v| TopDownSettings { steer_speed: v.real(0), ..it }),
    ("rolling:n", |it, v| TopDownSettings { rolling: v.real(0), ..it }),
    ("filter:f", |it, v| TopDownSettings { filter: v.filter(0), ..it }),
];

/// A car seen from above.
#[wasm_bindgen]
pub struct RawTopDownCar(TopDownCar);

#[wasm_bindgen]
impl RawTopDownCar {
    /// A car with a body of its own.
    pub fn spawn(
        world: &mut RawWorld,
        x: f32,
        y: f32,
        angle: f32,
        settings: &[f64],
    ) -> Answer<RawTopDownCar> {
        let settings = apply(SETTINGS, TopDownSettings::default(), settings);
        let car = TopDownCar::spawn(&mut world.scene, [x, y], angle, &settings)?;
        world.changed(Ok(Self(car)))
    }

    /// A car on a body that is there.
    pub fn on(world: &RawWorld, body: f64, settings: &[f64]) -> Answer<RawTopDownCar> {
        let settings = apply(SETTINGS, TopDownSettings::default(), settings);
        Ok(Self(TopDownCar::new(&world.scene, Key::of_number(body), &settings)?))
    }

    /// Drives for a step, before it.
    pub fn drive(&mut self, world: &mut RawWorld, controls: &[f64], dt: f32) -> Answer {
        let controls = apply(CONTROLS, Controls::default(), controls);
        Ok(self.0.drive(&mut world.scene, controls, dt)?)
    }

    /// The body.
    pub fn body(&self) -> f64 {
        self.0.body().to_number()
    }

    /// The angle of the steered wheels.
    pub fn steer(&self) -> f32 {
        self.0.steer()
    }

    /// Velocity in the frame of the car: forwards and to the left.
    pub fn velocity(&self, world: &RawWorld) -> Answer<u32> {
        let velocity = self.0.velocity(&world.scene)?;
        Ok(world.give(velocity))
    }

    /// Tyres: force, load, slip and whether it slides, of each.
    pub fn tyres(&self) -> Vec<f64> {
        let numbers = |it: &umbra::vehicle::TyreState| {
            let [along, across] = it.force;
            let slides = f64::from(u8::from(it.slides));
            [along.into(), across.into(), it.load.into(), it.slip.into(), slides]
        };
        self.0.tyres().iter().flat_map(numbers).collect()
    }

    /// Removes the car.
    pub fn remove(&self, world: &mut RawWorld) {
        self.0.remove(&mut world.scene);
        world.changed(());
    }
}
