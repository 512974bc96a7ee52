//! Scenes shared by tests, benchmarks and examples.
//!
//! A [`SceneDef`] is a row of a table: a name, a description, a function that fills a [`Scene`],
//! and the number of steps worth watching. A new scene is one function and one row.
//!
//! ```
//! use umbra::SceneConfig;
//!
//! let def = umbra_scenes::find("large_pyramid").unwrap();
//! let mut running = def.set_up(SceneConfig::default())?;
//! running.step(1.0 / 60.0)?;
//! assert_eq!(running.scene.stats().bodies, 5051);
//! # Ok::<(), umbra::Error>(())
//! ```
//!
//! - [`benchmark`]: whole scenes to measure speed with;
//! - [`bouncing`]: crowds that bounce;
//! - [`quality`]: small scenes that are hard to get right;
//! - [`examples`]: the scenes of the examples, and their common code;
//! - [`determinism`]: small scenes whose results have to be the same everywhere;
//! - [`small`]: scenes with little in them, to measure the least cost of a step;
//! - [`ragdoll`]: a human figure to drop; [`puppets`]: figures that are driven to poses;
//! - [`depth`]: depths of overlaps, measured in `f64`;
//! - [`growth`]: one scene in several sizes, to measure the growth of times;
//! - [`joints`]: every kind of joint at work;
//! - [`chains`]: links joined to ropes and loops;
//! - [`bridge`], [`bullets`], [`car`], [`clock`], [`cradle`], [`flippers`], [`pinball`], [`shots`],
//!   [`wrecking_ball`]: machines at work;
//! - [`characters`]: a course for characters, and one that floats on a spring;
//! - [`elements`]: fields, and breaking bodies;
//! - [`portals`]: rooms joined by portals, and a world that wraps around;
//! - [`builders`], [`vehicles`]: the products of `umbra::build` and `umbra::vehicle`;
//! - [`platformer`]: a level of a platform game, and a player in it;
//! - [`machines`], [`verdict`]: parts of machines, and checks of figures for examples;
//! - [`mechanisms`]: machines whose exact motion is known;
//! - [`controls`]: the buttons that a player holds down;
//! - [`play`]: interactive scenes;
//! - [`GROUPS`], [`all`], [`find`]: the catalogue.

pub mod benchmark;
pub mod bouncing;
pub mod bridge;
pub mod builders;
pub mod bullets;
pub mod car;
mod catalogue;
pub mod chains;
pub mod characters;
pub mod clock;
pub mod controls;
pub mod cradle;
pub mod depth;
pub mod determinism;
pub mod elements;
pub mod examples;
pub mod flippers;
mod ground;
pub mod growth;
pub mod joints;
pub mod machines;
pub mod mechanisms;
pub mod meetings;
pub mod pinball;
pub mod platformer;
pub mod play;
pub mod portals;
pub mod puppets;
pub mod quality;
pub mod ragdoll;
mod sensors;
pub mod shots;
pub mod small;
mod surfaces;
pub mod vehicles;
pub mod verdict;
pub mod wrecking_ball;

pub use catalogue::{GROUPS, Group, all, find};
pub use controls::{Button, Controls};

use std::ops::Range;

use umbra::Error;
use umbra::prelude::*;

/// The definition of a scene: its name and description, and the function that fills it.
#[derive(Clone, Copy, Debug)]
pub struct SceneDef {
    /// The name, for command lines.
    pub name: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
    /// A suggestion for the user, in one sentence; empty for that of its group.
    pub tries: &'static str,
    /// Fills an empty scene. May change the scene's configuration: gravity, for one.
    pub fill: fn(&mut Scene) -> Result<Roles, Error>,
    /// The number of steps of a sixtieth of a second that are worth watching.
    pub steps: u32,
    /// The driver, which acts on the scene besides physics.
    pub driver: Driver,
    /// True if bodies at rest may fall asleep.
    pub sleeping: bool,
    /// The region of its bodies: one that is found outside has been lost. Everywhere by default.
    pub bounds: Aabb,
    /// The initial view of a window.
    pub framing: Framing,
    /// The buttons that the scene uses, and their meaning. A bar ends the part that stands on a
    /// button itself.
    pub buttons: &'static [(Button, &'static str)],
    /// The controls of a demonstration before a step of this number.
    pub demo: fn(u32) -> Controls,
    /// The numbers that it can be set up with.
    pub numbers: Option<Numbers>,
    /// A function that draws over it, besides the usual drawing of scenes.
    pub marks: Option<Marks>,
}

/// Draws the thoughts of a driver over a scene: rays, a score, a player's aim.
pub type Marks = fn(&Scene, &Roles, u32, &mut dyn DebugDraw);

/// Setup of a scene with other numbers than the usual ones.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The descriptions of the numbers.
    pub parameters: &'static [Parameter],
    /// Fills an empty scene. The numbers are in the order of the parameters, and within their
    /// limits.
    pub fill: fn(&mut Scene, &[u32]) -> Result<Roles, Error>,
}

/// A number that a scene is set up with, such as a count or a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in a link.
    pub name: &'static str,
    /// The meaning, in a sentence.
    pub about: &'static str,
    /// The least and the greatest value.
    pub limits: [u32; 2],
    /// The default.
    pub usual: u32,
}

/// The initial view of a window.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    /// Everything that can move.
    Moving,
    /// A rectangle.
    View(Aabb),
    /// The marked body, which is followed; the number is the width of the view.
    Follow(Real),
}

/// Bodies with special roles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// The body whose drift measures the quality of the scene.
    pub marked: Option<BodyKey>,
    /// The body that the driver moves.
    pub driven: Option<BodyKey>,
}

/// The action on a scene before each step.
#[derive(Clone, Copy, Debug)]
pub enum Driver {
    /// Nothing.
    None,
    /// Moves the driven body so that it arrives, at the end of the step of this number, at the pose
    /// returned. Every engine can do that.
    Target(fn(u32) -> Pose),
    /// Puts bodies, by their index, back to their start before the step of a number, without
    /// velocity, and enables them. Every engine can do that.
    Respawn(fn(u32) -> Range<usize>),
    /// Acts on the scene in any way, before the step of this number.
    Script(fn(&mut Scene, &Roles, u32) -> Result<(), Error>),
    /// The same, with the controls of a player.
    Play(fn(&mut Scene, &Roles, u32, Controls) -> Result<(), Error>),
}

impl SceneDef {
    /// A scene without a driver, of ten seconds, without sleep and without bounds.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        fill: fn(&mut Scene) -> Result<Roles, Error>,
    ) -> Self {
        let everywhere = Aabb {
            min: Point::new(Real::NEG_INFINITY, Real::NEG_INFINITY),
            max: Point::new(Real::INFINITY, Real::INFINITY),
        };
        let driver = Driver::None;
        Self {
            name,
            about,
            tries: "",
            fill,
            steps: 600,
            driver,
            sleeping: false,
            bounds: everywhere,
            framing: Framing::Moving,
            buttons: &[],
            demo: |_| Controls::from_bits(0),
            numbers: None,
            marks: None,
        }
    }

    /// The usual numbers of its parameters.
    pub fn usual_numbers(&self) -> Vec<u32> {
        self.parameters().iter().map(|parameter| parameter.usual).collect()
    }

    /// The parameters that it can be set up with.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.numbers.map_or(&[], |it| it.parameters)
    }

    /// The same scene with a suggestion for the user.
    pub const fn tries(mut self, tries: &'static str) -> Self {
        self.tries = tries;
        self
    }

    /// Sets the scene up.
    ///
    /// # Errors
    /// When `config` is refused.
    pub fn set_up(&self, config: SceneConfig) -> Result<RunningScene, Error> {
        self.set_up_with(config, &[])
    }

    /// Sets the scene up with numbers in the order of its parameters. Missing numbers get their
    /// defaults, and numbers beyond the limits are clamped.
    ///
    /// # Errors
    /// When `config` is refused.
    pub fn set_up_with(
        &self,
        mut config: SceneConfig,
        numbers: &[u32],
    ) -> Result<RunningScene, Error> {
        config.sleep.enabled &= self.sleeping;
        let mut scene = Scene::new(config)?;
        let roles = match self.numbers {
            None => (self.fill)(&mut scene)?,
            Some(it) => {
                let number = |(index, parameter): (usize, &Parameter)| {
                    let [least, most] = parameter.limits;
                    numbers.get(index).map_or(parameter.usual, |it| (*it).clamp(least, most))
                };
                let all: Vec<u32> = it.parameters.iter().enumerate().map(number).collect();
                (it.fill)(&mut scene, &all)?
            }
        };
        let starts = match self.driver {
            Driver::Respawn(_) => scene.bodies().filter_map(|key| start(&scene, key)).collect(),
            _ => vec![],
        };
        let controls = Controls::default();
        Ok(RunningScene { scene, roles, controls, driver: self.driver, starts, steps_done: 0 })
    }
}

/// A scene that was set up, ready to be stepped. `clone_from` reuses memory, as that of a scene
/// does.
#[derive(Debug)]
pub struct RunningScene {
    /// The scene itself.
    pub scene: Scene,
    /// Bodies with special roles.
    pub roles: Roles,
    /// The controls of the player.
    pub controls: Controls,
    driver: Driver,
    /// The initial poses of bodies, if they are put back.
    starts: Vec<(BodyKey, Pose)>,
    steps_done: u32,
}

impl Clone for RunningScene {
    fn clone(&self) -> Self {
        let Self { scene, roles, controls, driver, starts, steps_done } = self;
        Self {
            scene: scene.clone(),
            roles: *roles,
            controls: *controls,
            driver: *driver,
            starts: starts.clone(),
            steps_done: *steps_done,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { scene, roles, controls, driver, starts, steps_done } = source;
        self.scene.clone_from(scene);
        self.roles = *roles;
        self.controls = *controls;
        self.driver = *driver;
        self.starts.clone_from(starts);
        self.steps_done = *steps_done;
    }
}

impl From<Scene> for RunningScene {
    /// A scene without roles and without a driver.
    fn from(scene: Scene) -> Self {
        let roles = Roles::default();
        let controls = Controls::default();
        Self { scene, roles, controls, driver: Driver::None, starts: vec![], steps_done: 0 }
    }
}

impl RunningScene {
    /// The number of steps done, which is the number of the next one.
    pub fn steps_done(&self) -> u32 {
        self.steps_done
    }

    /// Sets the number of steps done, after the scene was restored to another step.
    pub fn set_steps_done(&mut self, steps_done: u32) {
        self.steps_done = steps_done;
    }

    /// Runs the driver, and one step.
    ///
    /// # Errors
    /// When the step is refused.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        match self.driver {
            Driver::None => {}
            Driver::Target(target) => {
                if let Some(mut body) =
                    self.roles.driven.and_then(|key| self.scene.body_mut(key).ok())
                {
                    body.move_to(target(self.steps_done), dt)?;
                }
            }
            Driver::Respawn(which) => {
                for (key, pose) in &self.starts[which(self.steps_done)] {
                    respawn(&mut self.scene, *key, *pose)?;
                }
            }
            Driver::Script(script) => script(&mut self.scene, &self.roles, self.steps_done)?,
            Driver::Play(play) => {
                play(&mut self.scene, &self.roles, self.steps_done, self.controls)?;
            }
        }
        self.steps_done += 1;
        self.scene.step(dt)
    }
}

fn start(scene: &Scene, key: BodyKey) -> Option<(BodyKey, Pose)> {
    Some((key, scene.body(key).ok()?.pose()))
}

/// Moves a body to a pose without velocity, and enables it.
///
/// # Errors
/// When there is no room for more.
pub fn respawn(scene: &mut Scene, key: BodyKey, pose: Pose) -> Result<(), Error> {
    let Ok(mut body) = scene.body_mut(key) else { return Ok(()) };
    body.set_pose(pose)?;
    body.set_velocity(Vector::zeros())?;
    body.set_angular_velocity(0.0)?;
    body.set_enabled(true)
}

/// Adds a body with one collider.
///
/// # Errors
/// When a number of the body or the collider is invalid.
pub fn place(scene: &mut Scene, body: Body, collider: Collider) -> Result<BodyKey, Error> {
    let key = scene.add_body(body)?;
    scene.add_collider(key, collider)?;
    Ok(key)
}
