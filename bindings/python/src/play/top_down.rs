//! Cars seen from above.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::Filter;
use umbra::prelude::Point;
use umbra::vehicle::{
    Drive, Grip, TopDownCar as Engine, TopDownSettings, Tyre, TyreState as State,
};

use super::vehicle::controls;
use crate::body::Body;
use crate::scene::Scene;
use crate::value::Take;
use crate::vec2::Vec2;

lists_of! {
    Tyre, "a list of Tyre";
}

settings! {
    /// Grip of a tyre. Slip is the sideways speed divided by the rolling speed.
    grip(Grip) = Grip::default(), "Grip"; {
        /// Largest force, as a part of the load.
        peak: f32,
        /// Slip at the peak.
        peak_slip: f32,
        /// Force of a sliding tyre, as a part of the load.
        slide: f32,
    }
    /// A tyre of a `TopDownCar`.
    tyre(Tyre) = Tyre::default(), "Tyre"; {
        /// Position on the car: forwards, and to the left.
        at: [f32; 2],
        /// Grip of the tyre.
        grip: Grip,
        /// Steering of this tyre, as a factor on that of the car.
        steer: f32,
        /// Drive of the wheel, or `None`.
        drive: Option<Drive>,
        /// Largest force of its brake.
        brake: f32,
        /// True if the handbrake locks it.
        handbrake: bool,
    }
    /// Settings of a `TopDownCar`.
    top_down_settings(TopDownSettings) = TopDownSettings::default(), "TopDownSettings"; {
        /// Its tyres, a list of `Tyre`.
        tyres: Vec<Tyre>,
        /// Maximum angle of the steering, in radians.
        most_steer: f32,
        /// Speed of the steering, in radians per second.
        steer_speed: f32,
        /// Acceleration with which its mass presses its tyres to the ground.
        gravity: f32,
        /// Rolling resistance of the tyres, as a part of their load.
        rolling: f32,
        /// Half length, half width and mass of a body that `TopDownCar.spawn` makes.
        body: [f32; 3],
        /// Filter of such a body.
        filter: Filter,
    }
}

#[pymethods]
impl grip::Settings {
    /// The force at a slip, as a part of the load.
    fn at(&self, slip: f64) -> f32 {
        self.0.at(slip as f32)
    }
}

#[pymethods]
impl top_down_settings::Settings {
    /// The same for a game with so many units to the metre.
    fn in_units(&self, length_unit: f64) -> Self {
        Self(self.0.clone().in_units(length_unit as f32))
    }
}

found! {
    /// State of a tyre of a `TopDownCar`.
    TyreState(State) {
        /// Part of the car's weight that it bears.
        load |it| it.load;
        /// Sideways speed divided by rolling speed, positive to the left.
        slip |it| it.slip;
        /// True if it was beyond the peak of its grip, locked, or spun.
        slides |it| it.slides;
        /// Force that it gave: forwards, and to the left.
        force |it| it.force;
    }
}

kept! {
    /// A car seen from above: a body, and tyres that are only forces, for scenes without gravity.
    /// Forwards is along x of the body.
    ///
    /// `TopDownCar(body)` puts tyres on a dynamic body, `TopDownCar.spawn` makes the body, too.
    /// Keywords: the attributes of `TopDownSettings`, which `settings` holds before.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene(gravity=(0, 0))
    /// >>> car = umbra2d.TopDownCar.spawn(scene, (0, 0))
    /// >>> for _ in range(120):
    /// ...     car.drive(1 / 60, throttle=1, steer=0.2)
    /// ...     scene.step(1 / 60)
    /// >>> car.body.position.y > 1
    /// True
    TopDownCar(Engine), "a TopDownCar"
}

attributes! { TopDownCar;
    /// Body of the car.
    body |it| it.body();
    /// Settings with which it was added, a `TopDownSettings`.
    settings |it| it.settings().clone();
    /// Angle of the steering, in radians.
    steer |it| it.steer();
    /// States of its tyres in the last step that it was driven for, a list of `TyreState`.
    tyres |it| it.tyres().to_vec();
}

fn chosen(
    settings: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<TopDownSettings> {
    let start = settings.map(|it| TopDownSettings::take("settings", it)).transpose()?;
    top_down_settings::apply(start.unwrap_or_default(), options)
}

#[pymethods]
impl TopDownCar {
    #[new]
    #[pyo3(signature = (body, settings=None, **options))]
    fn new(
        body: &Bound<'_, Body>,
        settings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (py, body, settings) = (body.py(), body.get(), chosen(settings, options)?);
        let car = body.scene.read(py, |scene| Engine::new(scene, body.key, &settings))?;
        Ok(Self::wrap(&body.scene, car))
    }

    /// A car with a body at a position.
    #[staticmethod]
    #[pyo3(signature = (scene, position, angle=0.0, settings=None, **options))]
    fn spawn(
        scene: &Bound<'_, Scene>,
        position: &Bound<'_, PyAny>,
        angle: f64,
        settings: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (shared, settings) = (&scene.get().shared, chosen(settings, options)?);
        let (at, angle) = (Point::take("position", position)?, angle as f32);
        let car = shared.write(scene.py(), |scene| Engine::spawn(scene, at, angle, &settings))?;
        Ok(Self::wrap(shared, car))
    }

    /// Drives for the next step of `dt` seconds. Call it before each step: without it, the car
    /// slides as if on ice. `throttle` and `steer` are from -1 to 1, `brake` from 0 to 1.
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

    /// Velocity in the frame of the car: forwards, and to the left, which is its drift.
    fn velocity(&self, py: Python<'_>) -> PyResult<Vec2> {
        let car = self.get();
        let velocity = self.scene.read(py, |scene| car.velocity(scene))?;
        Ok(Vec2 { x: velocity.x.into(), y: velocity.y.into() })
    }

    /// Removes its body from the scene.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        let car = self.get();
        self.scene.write(py, |scene| {
            car.remove(scene);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<TopDownCar: {} tyres>", self.get().settings().tyres.len())
    }
}
