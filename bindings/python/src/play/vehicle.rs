//! Cars seen from the side, and what all cars have.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::Filter;
use umbra::prelude::Point;
use umbra::vehicle::{Axle, Car as Engine, CarSettings, Controls, Drive, WheelState as State};

use crate::body::Body;
use crate::scene::Scene;
use crate::value::Take;

lists_of! {
    Axle, "a list of Axle";
}

settings! {
    /// Drive of a wheel: `most` torque (or force of a tyre) up to a top speed.
    ///
    /// >>> import umbra2d
    /// >>> fading = umbra2d.Drive(most=400, top_speed=30, curve=[(0.5, 1), (1, 0)])
    /// >>> fading.at(0), fading.at(22.5)
    /// (400.0, 200.0)
    drive(Drive) = Drive::new(1200.0, 40.0), "Drive"; {
        /// Maximum torque at a wheel of a `Car`, or force at a tyre of a `TopDownCar`.
        most: f32,
        /// Speed of the car beyond which it gives nothing.
        top_speed: f32,
        /// Fraction of `most` by the fraction of `top_speed`: sorted pairs from 0 to 1.
        curve: Vec<[f32; 2]>,
    }
    /// A wheel of a `Car` and its suspension.
    axle(Axle) = Axle::default(), "Axle"; {
        /// Position along x, forwards from the chassis' origin.
        x: f32,
        /// Radius of the wheel.
        radius: f32,
        /// Mass of the wheel.
        mass: f32,
        /// Friction of the wheel.
        friction: f32,
        /// Frequency at which the chassis swings on its springs.
        hertz: f32,
        /// Damping ratio of that motion.
        damping_ratio: f32,
        /// Travel of the wheel from its position at rest: down and up.
        travel: [f32; 2],
        /// Drive of the wheel, or `None`.
        drive: Option<Drive>,
        /// Most torque of its brake.
        brake: f32,
        /// Torque of the handbrake at it.
        handbrake: f32,
        /// Torque that slows it while nothing drives it.
        drag: f32,
    }
    /// Settings of a `Car`.
    car_settings(CarSettings) = CarSettings::default(), "CarSettings"; {
        /// Height of the chassis' origin above level ground when the car stands.
        ride_height: f32,
        /// Its wheels, a list of `Axle`.
        axles: Vec<Axle>,
        /// Stiffness against pitch, as a fraction of that of the springs, from 0 to 4.
        anti_pitch: f32,
        /// Torque with which `steer` turns it in the air.
        air_torque: f32,
        /// Half width, half height and mass of a chassis that `Car.spawn` makes.
        chassis: [f32; 3],
        /// Filter of all its parts.
        filter: Filter,
    }
}

#[pymethods]
impl drive::Settings {
    /// Torque or force that it gives at a speed.
    fn at(&self, speed: f64) -> f32 {
        self.0.at(speed as f32)
    }
}

#[pymethods]
impl car_settings::Settings {
    /// The same for a game with so many units to the metre.
    fn in_units(&self, length_unit: f64) -> Self {
        Self(self.0.clone().in_units(length_unit as f32))
    }
}

found! {
    /// State of a wheel of a `Car`.
    WheelState(State) {
        /// True if it touches anything.
        contact |it| it.contact;
        /// Force that presses it to the ground.
        load |it| it.load;
        /// Compression of the spring relative to a standing car.
        compression |it| it.compression;
        /// Speed of its tread, positive forwards.
        tread_speed |it| it.tread_speed;
        /// Speed of its tread relative to the ground: positive when it spins.
        slip |it| it.slip;
    }
}

kept! {
    /// A car seen from the side: a chassis on sprung wheels. Forwards is along x of the chassis.
    ///
    /// `Car(chassis)` puts wheels on a dynamic body, `Car.spawn` makes the chassis, too. Keywords:
    /// the attributes of `CarSettings`, which `settings` holds before.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(100, 0.5))
    /// >>> car = umbra2d.Car.spawn(scene, (0, 0.7))
    /// >>> for _ in range(120):
    /// ...     car.drive(1 / 60, throttle=1)
    /// ...     scene.step(1 / 60)
    /// >>> car.speed() > 5
    /// True
    Car(Engine), "a Car"
}

attributes! { Car;
    /// Body of the chassis.
    chassis |it| it.chassis();
    /// Bodies of the wheels, in the order of the axles.
    wheel_bodies |it| it.wheel_bodies().to_vec();
    /// Joints between chassis and wheels, in the order of the axles.
    joints |it| it.joints().to_vec();
    /// Settings with which it was added, a `CarSettings`.
    settings |it| it.settings().clone();
}

/// The settings that are given, or the usual ones, with keywords.
fn chosen(
    settings: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<CarSettings> {
    let start = settings.map(|it| CarSettings::take("settings", it)).transpose()?;
    car_settings::apply(start.unwrap_or_default(), options)
}

#[pymethods]
impl Car {
    #[new]
    #[pyo3(signature = (chassis, settings=None, **options))]
    fn new(
        chassis: &Bound<'_, Body>,
        settings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (body, settings) = (chassis.get(), chosen(settings, options)?);
        let car =
            body.scene.write(chassis.py(), |scene| Engine::new(scene, body.key, &settings))?;
        Ok(Self::wrap(&body.scene, car))
    }

    /// A car with a chassis at a position.
    #[staticmethod]
    #[pyo3(signature = (scene, position, settings=None, **options))]
    fn spawn(
        scene: &Bound<'_, Scene>,
        position: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (shared, settings) = (&scene.get().shared, chosen(settings, options)?);
        let at = Point::take("position", position)?;
        let car = shared.write(scene.py(), |scene| Engine::spawn(scene, at, &settings))?;
        Ok(Self::wrap(shared, car))
    }

    /// Applies controls for the next step of `dt` seconds. Call it before each step. `throttle` and
    /// `steer`, which turns it in the air, are from -1 to 1, `brake` from 0 to 1.
    #[pyo3(signature = (dt, *, throttle=0.0, brake=0.0, steer=0.0, handbrake=false))]
    fn drive(
        &self,
        py: Python<'_>,
        dt: f64,
        throttle: f64,
        brake: f64,
        steer: f64,
        handbrake: bool,
    ) -> PyResult<()> {
        let controls = controls([throttle, brake, steer], handbrake);
        let mut car = self.get();
        self.scene.write(py, |scene| car.drive(scene, controls, dt as f32))?;
        self.set(car);
        Ok(())
    }

    /// Speed of the car, positive forwards.
    fn speed(&self, py: Python<'_>) -> PyResult<f32> {
        let car = self.get();
        self.scene.read(py, |scene| car.speed(scene))
    }

    /// States of its wheels, a list of `WheelState` in the order of the axles.
    fn wheels(&self, py: Python<'_>) -> PyResult<Vec<WheelState>> {
        let car = self.get();
        let wheels = self.scene.read(py, |scene| car.wheels(scene))?;
        Ok(wheels.into_iter().map(|wheel| WheelState::wrap(&self.scene, wheel)).collect())
    }

    /// Removes the car from the scene, with its chassis.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        let car = self.get();
        self.scene.write(py, |scene| {
            car.remove(scene);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<Car: {} wheels>", self.get().wheel_bodies().len())
    }
}

/// Input of a driver.
pub fn controls([throttle, brake, steer]: [f64; 3], handbrake: bool) -> Controls {
    let [throttle, brake, steer] = [throttle, brake, steer].map(|it| it as f32);
    Controls { throttle, brake, steer, handbrake }
}
