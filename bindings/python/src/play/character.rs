//! Characters: players and others that walk, jump and climb.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::character::{
    Character as Engine, CharacterInput, CharacterSettings, Ground, move_and_slide,
};
use umbra::geom::Shape;
use umbra::prelude::{Point, Pose, Vector};
use umbra::{BodyKey, Filter};

use super::character_found::{Moved, OwnedReport, Slide, checked_pose};
use crate::errors::{bad_value, raise};
use crate::query::Asked;
use crate::record::{apply_options, unknown_option};
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Give, Take, TakeIn};

settings! {
    /// Settings of the motion of a `Character`. Lengths are in the units of the game.
    ///
    /// >>> import umbra2d
    /// >>> umbra2d.CharacterSettings(run_speed=7).in_units(50).run_speed
    /// 350.0
    character_settings(CharacterSettings) = CharacterSettings::default(), "CharacterSettings"; {
        /// Direction away from the ground.
        up: Vector,
        /// True if right is `up` turned counter-clockwise: for worlds whose y points down.
        mirrored: bool,
        /// Speed of running, along the ground.
        run_speed: f32,
        /// Speed while it crouches.
        crouch_speed: f32,
        /// Speed on a ladder.
        climb_speed: f32,
        /// Acceleration on the ground, up to its speed.
        acceleration: f32,
        /// Deceleration on the ground, when it stops.
        deceleration: f32,
        /// Acceleration in the air.
        air_acceleration: f32,
        /// Gravity of the character; that of the scene does not count.
        gravity: f32,
        /// Maximum speed of falling.
        max_fall_speed: f32,
        /// Height of a jump while jump is held.
        jump_height: f32,
        /// Height of a jump that is let go at once.
        min_jump_height: f32,
        /// Seconds after leaving the ground in which it can still jump.
        coyote_time: f32,
        /// Seconds for which a jump that was pressed too early waits for the ground.
        jump_buffer: f32,
        /// Steepest ground that it stands on, in radians.
        max_slope: f32,
        /// Highest step that it walks up.
        step_up: f32,
        /// Maximum depth of ground below it that it follows while it walks.
        step_down: f32,
        /// True if dynamic bodies can be steps.
        steps_on_dynamic: bool,
        /// Mass with which it pushes dynamic bodies; 0 pushes nothing.
        mass: f32,
        /// Filter that it has as an object.
        filter: Filter,
    }
}

#[pymethods]
impl character_settings::Settings {
    /// The same for a game with so many units to the metre.
    fn in_units(&self, length_unit: f64) -> Self {
        Self(self.0.clone().in_units(length_unit as f32))
    }

    /// Speed at which it has to leave the ground to reach a height.
    fn jump_speed(&self, height: f64) -> f32 {
        self.0.jump_speed(height as f32)
    }
}

kept! {
    /// A character that walks, jumps, climbs and is carried by the ground. It is no body: it keeps
    /// its state beside the scene.
    ///
    /// The shape is a `Shape` with an inside, best a rounded one. Keywords: `position`, `pose`,
    /// `velocity`, `body`, `crouched_shape`, `settings`, and the attributes of
    /// `CharacterSettings`.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(50, 0.5))
    /// >>> shape = umbra2d.Shape.capsule((0, -0.3), (0, 0.3), 0.3)
    /// >>> player = umbra2d.Character(scene, shape, position=(0, 1.2), run_speed=6)
    /// >>> for _ in range(60):
    /// ...     scene.step(1 / 60)
    /// ...     moved = player.step(1 / 60, run=1)
    /// >>> player.is_on_ground, player.position.x > 4
    /// (True, True)
    Character(Engine), "a Character"
}

attributes! { Character;
    /// Settings of its motion, a `CharacterSettings`.
    settings |it| it.settings, set_settings(it, value: CharacterSettings) it.settings = value;
    /// Shape in the frame of `pose`.
    shape |it| it.shape, set_shape(it, value: Shape) it.shape = value;
    /// Shape while it crouches, with the feet in the same position, or `None`.
    crouched_shape |it| it.crouched_shape,
        set_crouched_shape(it, value: Option<Shape>) it.crouched_shape = value;
    /// Kinematic body that stands for it, or `None`: see `move_body`.
    body |it| it.body, set_body(it, value: Option<BodyKey>) it.body = value;
    /// Pose in the world.
    pose |it| it.pose, set_pose(it, value: Pose) it.pose = value;
    /// Position of its origin. Assigning teleports it, into the air.
    position |it| it.position(), set_position(it, value: Point) it.set_position(value);
    /// Velocity: on the ground, relative to the ground.
    velocity |it| it.velocity, set_velocity(it, value: Vector) it.velocity = value;
    /// Velocity that is added in its next step, as by a jump pad or an explosion.
    knock |it| it.knock, set_knock(it, value: Vector) it.knock = value;
    /// Ground that it stands on, a `Ground`, or `None`, which can be assigned.
    ground |it| it.ground, set_ground(it, value: Nothing) it.ground = value.0;
    /// True if it crouches.
    is_crouched |it| it.is_crouched, set_is_crouched(it, value: bool) it.is_crouched = value;
    /// True if it is on a ladder.
    is_climbing |it| it.is_climbing, set_is_climbing(it, value: bool) it.is_climbing = value;
    /// True if it falls through one-way platforms.
    is_dropping |it| it.is_dropping, set_is_dropping(it, value: bool) it.is_dropping = value;
    /// True if it is in the air because it jumped or dropped.
    has_jumped |it| it.has_jumped, set_has_jumped(it, value: bool) it.has_jumped = value;
    /// True if it rises by a jump that can still be cut short.
    is_rising |it| it.is_rising, set_is_rising(it, value: bool) it.is_rising = value;
    /// True if jump was held in the last step.
    jump_was_held |it| it.jump_was_held,
        set_jump_was_held(it, value: bool) it.jump_was_held = value;
    /// Seconds for which a pressed jump still counts; negative if none waits.
    jump_wait |it| it.jump_wait, set_jump_wait(it, value: f32) it.jump_wait = value;
    /// Seconds since it left the ground.
    air_time |it| it.air_time, set_air_time(it, value: f32) it.air_time = value;
    /// Velocity of the ground that it left last.
    inherited |it| it.inherited, set_inherited(it, value: Vector) it.inherited = value;
    /// Displacement of the ground that it left, in the step after that.
    ahead |it| it.ahead, set_ahead(it, value: Vector) it.ahead = value;
    /// Shape that it has now: the crouched one or the other.
    current_shape |it| it.current_shape().clone();
    /// True if it stands on something.
    is_on_ground |it| it.is_on_ground();
    /// Velocity in the world: its own and that of the ground.
    world_velocity |it| it.world_velocity();
    /// Surfaces that it pressed on in the last step, a list of `CharacterHit`.
    hits |it| it.hits().to_vec();
    /// Pushes of the last step, a list of `Push`.
    pushes |it| it.pushes().to_vec();
}

/// `None`, the only thing that `ground` can be set to.
struct Nothing(Option<Ground>);

impl Take for Nothing {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_none() {
            Ok(Self(None))
        } else {
            Err(crate::errors::bad_type(parameter, "None"))
        }
    }
}

/// Keywords of a character besides those of its settings.
const OWN: [&str; 6] = ["position", "pose", "velocity", "body", "crouched_shape", "settings"];

fn apply(mut it: Engine, scene: &Shared, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Engine> {
    match name {
        "position" => it.set_position(Point::take(name, value)?).map_err(raise)?,
        "pose" => it.pose = Take::take(name, value)?,
        "velocity" => it.velocity = Take::take(name, value)?,
        "body" => it.body = TakeIn::take_in(name, value, scene)?,
        "crouched_shape" => it.crouched_shape = Take::take(name, value)?,
        "settings" => it.settings = Take::take(name, value)?,
        _ if character_settings::NAMES.contains(&name) => {
            it.settings = character_settings::option(it.settings, scene, name, value)?;
        }
        _ => return Err(unknown_option(name, &[&OWN, character_settings::NAMES].concat())),
    }
    Ok(it)
}

#[pymethods]
impl Character {
    #[new]
    #[pyo3(signature = (scene, shape, **options))]
    fn new(
        scene: &Bound<'_, Scene>,
        shape: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let shared = &scene.get().shared;
        let start = Engine::new(Shape::take("shape", shape)?).map_err(raise)?;
        let each = |it, name: &str, value: &Bound<'_, PyAny>| apply(it, shared, name, value);
        Ok(Self::wrap(shared, apply_options(start, options, each)?))
    }

    /// Moves it by `dt` seconds among the bodies as they are now, and returns a `Moved`. Call it
    /// after each step of the scene. `run` and `climb` are from -1 to 1. With `push`, it pushes the
    /// dynamic bodies that it ran into, and weighs on the one that it stands on. Further keywords
    /// are those of queries.
    #[pyo3(signature = (
        dt, *, run=0.0, jump=false, drop=false, crouch=false, ladder=false, climb=0.0, push=true,
        **options
    ))]
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        dt: f64,
        run: f64,
        jump: bool,
        drop: bool,
        crouch: bool,
        ladder: bool,
        climb: f64,
        push: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Moved> {
        let (run, climb) = (run as f32, climb as f32);
        let input = CharacterInput { run, jump, drop, crouch, ladder, climb };
        let asked = Asked::new(&self.scene, options)?;
        let mut next = self.get();
        let engine = &mut next;
        let moved = asked.ask(py, |scene, filter| {
            let engine = engine;
            engine.step_with(scene, &input, dt as f32, filter)
        })?;
        let moved = moved.map_err(raise)?;
        if push {
            self.scene.write(py, |scene| moved.push(scene))?;
        }
        let report = OwnedReport::from(&moved);
        self.set(next);
        Ok(Moved::wrap(&self.scene, report))
    }

    /// Moves its kinematic `body` so that it arrives at the character at the end of the next step
    /// of the scene. Call it after `step`.
    fn move_body(&self, py: Python<'_>, dt: f64) -> PyResult<()> {
        let it = self.get();
        if it.body.is_none() {
            return Err(bad_value("body", "is None: the character has no body to be moved"));
        }
        self.scene.write(py, |scene| it.move_body(scene, dt as f32))
    }

    /// True if there is room to stand.
    fn can_stand(&self, py: Python<'_>) -> PyResult<bool> {
        let it = self.get();
        self.scene.read(py, |scene| it.can_stand(scene))
    }

    /// True if there is room for another shape with the feet in the same position.
    fn fits(&self, shape: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (it, other) = (self.get(), Shape::take("shape", shape)?);
        self.scene.read(shape.py(), |scene| it.fits(scene, &other))
    }

    /// Ground within a distance below it, and how far below: `(Ground, distance)`, or `None`.
    fn ground_below<'py>(&self, py: Python<'py>, reach: f64) -> PyResult<Bound<'py, PyAny>> {
        let it = self.get();
        let ground = self.scene.read(py, |scene| it.ground_below(scene, reach as f32))?;
        ground.give(py, &self.scene)
    }

    /// Stops it: clears its velocity, its knock and its jump.
    fn stop(&self) {
        let mut it = self.get();
        it.stop();
        self.set(it);
    }

    /// Shifts it to another origin, as `Scene.shift_origin` does.
    fn shift(&self, by: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut it = self.get();
        it.shift(Vector::take("by", by)?).map_err(raise)?;
        self.set(it);
        Ok(())
    }

    fn __repr__(&self) -> String {
        let at = self.get().position();
        format!("<Character at ({:.3}, {:.3})>", at.x, at.y)
    }
}

/// Moving a shape that is no character.
#[pymethods]
impl Scene {
    /// Moves a shape by a translation, sliding along the surfaces in its path, and returns a
    /// `Slide`. The scene does not change. Keywords are those of queries.
    #[pyo3(signature = (shape, pose, translation, **options))]
    fn move_and_slide<'py>(
        &self,
        shape: &Bound<'py, PyAny>,
        pose: &Bound<'py, PyAny>,
        translation: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Slide> {
        let (py, shape) = (shape.py(), Shape::take("shape", shape)?);
        let (pose, way) = (checked_pose(pose)?, Vector::take("translation", translation)?);
        let asked = Asked::new(&self.shared, options)?;
        let slide = |scene: &umbra::Scene, filter: umbra::DynFilter<'_>| {
            move_and_slide(scene, &shape, pose, way, filter)
        };
        Ok(Slide::wrap(&self.shared, asked.ask(py, slide)?.map_err(raise)?))
    }
}
