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
//! - [`quality`]: small scenes that are hard to get right;
//! - [`examples`]: those of the examples, and what several of them need;
//! - [`determinism`]: small scenes whose results have to be the same everywhere;
//! - [`small`]: scenes with little to do in them, to measure what a step costs at least;
//! - [`ragdoll`]: a human to let fall;
//! - [`growth`]: the same in several sizes, to measure how times grow;
//! - [`joints`]: every kind of joint at work;
//! - [`chains`]: links joined to ropes and loops;
//! - [`machines`], [`verdict`]: parts of machines, and how examples judge figures.

pub mod benchmark;
pub mod chains;
pub mod determinism;
pub mod examples;
pub mod growth;
pub mod joints;
pub mod machines;
pub mod quality;
pub mod ragdoll;
mod sensors;
pub mod small;
pub mod verdict;

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
        Self { name, about, fill, steps: 600, driver, sleeping: false, bounds: everywhere }
    }

    /// Sets the scene up.
    ///
    /// # Errors
    /// When `config` is refused.
    pub fn set_up(&self, mut config: SceneConfig) -> Result<RunningScene, Error> {
        config.sleep.enabled &= self.sleeping;
        let mut scene = Scene::new(config)?;
        let roles = (self.fill)(&mut scene)?;
        let starts = match self.driver {
            Driver::Respawn(_) => scene.bodies().filter_map(|key| start(&scene, key)).collect(),
            _ => vec![],
        };
        Ok(RunningScene { scene, roles, driver: self.driver, starts, steps_done: 0 })
    }
}

/// A scene that was set up, ready to be stepped.
#[derive(Clone, Debug)]
pub struct RunningScene {
    /// The scene itself.
    pub scene: Scene,
    /// Bodies that play a part.
    pub roles: Roles,
    driver: Driver,
    /// Where bodies began, if they are put back.
    starts: Vec<(BodyKey, Pose)>,
    steps_done: u32,
}

impl RunningScene {
    /// Does what the driver has to do, and one step.
    ///
    /// # Errors
    /// When the step is refused.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        match self.driver {
            Driver::None => {}
            Driver::Target(target) => {
                if let Some(mut body) = self.roles.driven.and_then(|key| self.scene.body_mut(key)) {
                    body.move_to(target(self.steps_done), dt)?;
                }
            }
            Driver::Respawn(which) => {
                for (key, pose) in &self.starts[which(self.steps_done)] {
                    respawn(&mut self.scene, *key, *pose)?;
                }
            }
            Driver::Script(script) => script(&mut self.scene, &self.roles, self.steps_done)?,
        }
        self.steps_done += 1;
        self.scene.step(dt)
    }
}

fn start(scene: &Scene, key: BodyKey) -> Option<(BodyKey, Pose)> {
    Some((key, scene.body(key)?.pose()))
}

/// Puts a body there without velocity, and lets it take part.
///
/// # Errors
/// When there is no room for more.
pub fn respawn(scene: &mut Scene, key: BodyKey, pose: Pose) -> Result<(), Error> {
    let Some(mut body) = scene.body_mut(key) else { return Ok(()) };
    body.set_pose(pose)?;
    body.set_velocity(Vector::zeros())?;
    body.set_angular_velocity(0.0)?;
    body.set_enabled(true)
}

/// All plans, in the order in which tables list them.
pub fn all() -> impl Iterator<Item = &'static SceneDef> {
    let small = quality::SCENES.iter().chain(&examples::SCENES).chain(&determinism::SCENES);
    let sizes = growth::PYRAMIDS.iter().chain(&growth::PILES).chain([&growth::FIELD]);
    benchmark::SCENES.iter().chain(small).chain(&small::SCENES).chain(sizes)
}

/// The scene of this name.
pub fn find(name: &str) -> Option<&'static SceneDef> {
    all().find(|def| def.name == name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().map(|def| def.name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
