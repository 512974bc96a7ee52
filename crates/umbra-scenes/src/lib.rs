//! Scenes that tests, benchmarks and examples share.
//!
//! A [`SceneDef`] is a row of a table: a name, what happens, a function that fills a [`Scene`], and how
//! long it is worth watching. A new scene is one function and one row.
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
//! - [`examples`]: those of the examples, and what several of them need;
//! - [`determinism`]: small scenes whose results have to be the same everywhere;
//! - [`small`]: scenes with little to do in them, to measure what a step costs at least;
//! - [`ragdoll`]: a human to let fall; [`puppets`]: some that stand up;
//! - [`growth`]: the same in several sizes, to measure how times grow;
//! - [`joints`]: every kind of joint at work;
//! - [`chains`]: links joined to ropes and loops;
//! - [`bridge`], [`bullets`], [`car`], [`clock`], [`cradle`], [`flippers`], [`pinball`], [`shots`], [`wrecking_ball`]: machines
//!   and what they do;
//! - [`characters`]: a course for characters, and one that floats on a spring;
//! - [`elements`]: fields, and what breaks;
//! - [`builders`], [`vehicles`]: what `umbra::build` and `umbra::vehicle` make;
//! - [`platformer`]: a level of a platform game, and a player who plays it;
//! - [`machines`], [`verdict`]: parts of machines, and how examples judge figures;
//! - [`mechanisms`]: machines whose motion is known;
//! - [`controls`]: what a player holds down;
//! - [`play`]: scenes that are played;
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

/// A scene that can be set up: what it is called, and how it is made.
#[derive(Clone, Copy, Debug)]
pub struct SceneDef {
    /// Its name, as a command line has it.
    pub name: &'static str,
    /// What happens in it, in one sentence.
    pub about: &'static str,
    /// What to try with it, in one sentence; empty for what its group says.
    pub tries: &'static str,
    /// Fills an empty scene. May change the scene's configuration: gravity, for one.
    pub fill: fn(&mut Scene) -> Result<Roles, Error>,
    /// How many steps of a sixtieth of a second it is worth watching.
    pub steps: u32,
    /// What happens to it besides physics.
    pub driver: Driver,
    /// Whether bodies at rest may fall asleep.
    pub sleeping: bool,
    /// Where bodies belong: one that is found outside has been lost. Everywhere by default.
    pub bounds: Aabb,
    /// What a window shows of it at first.
    pub framing: Framing,
    /// The buttons that do something in it, and what.
    pub buttons: &'static [(Button, &'static str)],
    /// What somebody who shows it holds down before the step of a number.
    pub demo: fn(u32) -> Controls,
    /// Numbers that it can be set up with.
    pub numbers: Option<Numbers>,
    /// What is drawn over it, besides what every scene shows.
    pub marks: Option<Marks>,
}

/// Draws over a scene what its driver sees or wants: rays, a score, how a player aims.
pub type Marks = fn(&Scene, &Roles, u32, &mut dyn DebugDraw);

/// How a scene is set up with other numbers than the usual ones.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// What the numbers are.
    pub parameters: &'static [Parameter],
    /// Fills an empty scene. The numbers are in the order of the parameters, and within their limits.
    pub fill: fn(&mut Scene, &[u32]) -> Result<Roles, Error>,
}

/// A number that a scene is set up with: how many there are, how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What a link calls it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The least and the greatest.
    pub limits: [u32; 2],
    /// What it is unless told otherwise.
    pub usual: u32,
}

/// What a window shows of a scene at first.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    /// Everything that can move.
    Moving,
    /// A rectangle.
    View(Aabb),
    /// So much to the left and right of the marked body together, which is followed.
    Follow(Real),
}

/// Bodies that play a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// The body whose drift tells how well the scene holds together.
    pub marked: Option<BodyKey>,
    /// The body that the driver moves.
    pub driven: Option<BodyKey>,
}

/// What is done to a scene before each step.
#[derive(Clone, Copy, Debug)]
pub enum Driver {
    /// Nothing.
    None,
    /// The driven body is moved so that it arrives, at the end of the step of this number, at the
    /// pose returned. Any engine can do that.
    Target(fn(u32) -> Pose),
    /// Before the step of a number, these of the bodies that were added are put back to where they began, without
    /// velocity, and take part from then on. Any engine can do that.
    Respawn(fn(u32) -> Range<usize>),
    /// Anything that can be done to a scene, before the step of this number.
    Script(fn(&mut Scene, &Roles, u32) -> Result<(), Error>),
    /// The same, with what a player holds down.
    Play(fn(&mut Scene, &Roles, u32, Controls) -> Result<(), Error>),
}

impl SceneDef {
    /// A scene that nothing is done to, of ten seconds, without sleep and without bounds.
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

    /// What it can be set up with.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.numbers.map_or(&[], |it| it.parameters)
    }

    /// The same scene with a line of what to try.
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

    /// Sets the scene up with numbers in the order of its parameters. Those that are missing are the usual ones, and
    /// those beyond the limits are the limits.
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

/// A scene that was set up, ready to be stepped. `clone_from` reuses memory, as that of a scene does.
#[derive(Debug)]
pub struct RunningScene {
    /// The scene itself.
    pub scene: Scene,
    /// Bodies that play a part.
    pub roles: Roles,
    /// What a player holds down.
    pub controls: Controls,
    driver: Driver,
    /// Where bodies began, if they are put back.
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
    /// A scene without roles, to which nothing happens besides physics.
    fn from(scene: Scene) -> Self {
        let roles = Roles::default();
        let controls = Controls::default();
        Self { scene, roles, controls, driver: Driver::None, starts: vec![], steps_done: 0 }
    }
}

impl RunningScene {
    /// How many steps it has done: the number of the next one.
    pub fn steps_done(&self) -> u32 {
        self.steps_done
    }

    /// Sets how many steps it has done, after the scene was restored to another step.
    pub fn set_steps_done(&mut self, steps_done: u32) {
        self.steps_done = steps_done;
    }

    /// Does what the driver has to do, and one step.
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

/// Puts a body there without velocity, and lets it take part.
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
/// When a number of the body or the collider makes no sense.
pub fn place(scene: &mut Scene, body: Body, collider: Collider) -> Result<BodyKey, Error> {
    let key = scene.add_body(body)?;
    scene.add_collider(key, collider)?;
    Ok(key)
}
