//! `gym_pusht/PushT-v0` with observations of the state.
use std::sync::atomic::{AtomicBool, Ordering};

use umbra::prelude::pose;
use umbra::{
    Body, BodyKey, Collider, CombineRule, ContactMut, Error, Filter, Hooks, MassProperties, Scene,
    SceneConfig,
};

use super::joined::{point, vector};
use super::random::Random;
use super::task::{Outcome, Sizes, Task};
use super::tee::{self, BOXES};

const DT: f64 = 0.01;
/// Steps of the space for an action.
const STEPS: usize = 10;
/// Gains of the controller of the agent: position, velocity.
const GAINS: [f64; 2] = [100.0, 20.0];
const SUCCESS: f64 = 0.95;
/// `collision_slop` of the space: what is nearer touches.
const SLOP: f64 = 0.1;
/// Centre of gravity of the block.
const CENTER: [f64; 2] = [0.0, 45.0];
const RADIUS: f64 = 15.0;
const WALLS: [[[f64; 2]; 2]; 4] = [
    [[5.0, 506.0], [5.0, 5.0]],
    [[5.0, 5.0], [506.0, 5.0]],
    [[506.0, 5.0], [506.0, 506.0]],
    [[5.0, 506.0], [506.0, 506.0]],
];

/// Push-T.
pub struct PushT;

/// A body as `umbra2d.pymunk` sees it: in double precision until the engine moves it.
#[derive(Clone, Copy, Default)]
struct Seen {
    key: BodyKey,
    at: [f64; 2],
    angle: f64,
    /// Position and angle when the engine was last read.
    raw: [f64; 3],
}

impl Seen {
    fn read(self, scene: &Scene) -> Result<[f64; 3], Error> {
        let body = scene.body(self.key)?;
        let at = body.position();
        Ok([at.x.into(), at.y.into(), body.unwrapped_angle().into()])
    }

    /// Puts the body where it is said to be.
    fn write(&mut self, scene: &mut Scene) -> Result<(), Error> {
        let angle = libm::remainder(self.angle, std::f64::consts::TAU);
        let pose = pose([self.at[0] as f32, self.at[1] as f32], angle as f32);
        scene.body_mut(self.key)?.set_pose(pose)?;
        self.raw = self.read(scene)?;
        Ok(())
    }

    /// Takes what the engine has changed.
    fn pull(&mut self, scene: &Scene) -> Result<(), Error> {
        let new = self.read(scene)?;
        if new[..2] != self.raw[..2] {
            self.at = [new[0], new[1]];
        }
        if new[2] != self.raw[2] {
            self.angle += new[2] - self.raw[2];
        }
        self.raw = new;
        Ok(())
    }

    fn rotated(self, [x, y]: [f64; 2]) -> [f64; 2] {
        if self.angle == 0.0 {
            return [x, y];
        }
        let (sin, cos) = (self.angle.sin(), self.angle.cos());
        [x * cos - y * sin, x * sin + y * cos]
    }
}

/// An episode of Push-T.
#[derive(Clone, Default)]
pub struct World {
    agent: Seen,
    velocity: [f64; 2],
    block: Seen,
    /// True if anything touched the block or a wall in this step.
    touched: bool,
}

fn config() -> SceneConfig {
    let mut config = SceneConfig { length_unit: 20.0, ..SceneConfig::default() };
    config.gravity = vector([0.0, 0.0]);
    config.friction_rule = CombineRule::Multiply;
    config.restitution_rule = CombineRule::Multiply;
    config.solver.restitution_threshold = 0.0;
    config.sleep.enabled = false;
    config
}

/// A shape with the number that `umbra2d.pymunk` gives it.
fn material(collider: Collider, number: u64) -> Collider {
    let filter = Filter { category: 0xffff_ffff, mask: 0xffff_ffff, group: 0 };
    collider.density(0.0).friction(0.0).restitution(0.0).filter(filter).user_data(number)
}

/// Mass, moment and centre of the block.
fn mass() -> MassProperties {
    let inertia = 2.0 * tee::moment(&BOXES[0]);
    MassProperties { mass: 1.0, center: point(CENTER), inertia: inertia as f32 }
}

impl World {
    fn build(&mut self, scene: &mut Scene) -> Result<(), Error> {
        let ground = scene.add(Body::fixed(), [])?;
        for (number, [a, b]) in (1..).zip(WALLS) {
            let wall = Collider::capsule(point(a), point(b), 2.0);
            scene.add_collider(ground, material(wall, number))?;
        }
        let agent = Body::kinematic().position(point([256.0, 400.0]));
        self.agent.key = scene.add(agent, [])?;
        let disc = Collider::circle(RADIUS as f32).at(point([0.0; 2]));
        scene.add_collider(self.agent.key, material(disc, 5))?;
        let block = Body::dynamic().position(point([256.0, 300.0]));
        self.block.key = scene.add(block, [])?;
        scene.body_mut(self.block.key)?.set_mass_properties(Some(mass()))?;
        for (number, corners) in (6..).zip(BOXES) {
            let corners = corners.map(point).to_vec();
            scene.add_collider(self.block.key, material(Collider::polygon(corners), number))?;
        }
        Ok(())
    }

    /// Draws and sets where agent and block are.
    fn place(&mut self, random: &mut Random, scene: &mut Scene) -> Result<(), Error> {
        let mut draw = |low, high| random.integer(low, high) as f64;
        self.agent.at = [draw(50, 450), draw(50, 450)];
        let at = [draw(100, 400), draw(100, 400)];
        self.block.angle = random.uniform(-std::f64::consts::PI, std::f64::consts::PI);
        // Setting the angle turns the block about its centre of gravity.
        let [x, y] = self.block.rotated(CENTER);
        let before = [at[0] + CENTER[0], at[1] + CENTER[1]];
        let after = [at[0] + x, at[1] + y];
        self.block.at = [at[0] + (before[0] - after[0]), at[1] + (before[1] - after[1])];
        self.agent.write(scene)?;
        self.block.write(scene)
    }

    /// A step of the space: without damping everything stops first.
    fn advance(&mut self, scene: &mut Scene) -> Result<(), Error> {
        let mut block = scene.body_mut(self.block.key)?;
        block.set_angular_velocity(0.0)?;
        block.set_velocity(vector([0.0, 0.0]))?;
        let watch = Watch { agent: self.agent.key, velocity: self.velocity, met: false.into() };
        scene.step_with(DT as f32, &watch)?;
        self.touched |= watch.met.load(Ordering::Relaxed);
        self.agent.pull(scene)?;
        self.block.pull(scene)
    }

    /// The controller moves the agent toward the action.
    fn control(&mut self, scene: &mut Scene, action: &[f64]) -> Result<(), Error> {
        let at = self.agent.at;
        for ((velocity, at), action) in self.velocity.iter_mut().zip(at).zip(action) {
            let acceleration = GAINS[0] * (action - at) + (0.0 - *velocity) * GAINS[1];
            *velocity += acceleration * DT;
        }
        let mut agent = scene.body_mut(self.agent.key)?;
        agent.set_velocity(vector(self.velocity))?;
        agent.set_angular_velocity(0.0)
    }

    fn observe(&self, out: &mut Outcome<'_>) {
        let (agent, block) = (self.agent.at, self.block);
        let turn = std::f64::consts::TAU;
        let mut angle = block.angle % turn;
        if angle < 0.0 {
            angle += turn;
        }
        out.observation.copy_from_slice(&[agent[0], agent[1], block.at[0], block.at[1], angle]);
        let coverage = tee::coverage([block.at[0], block.at[1], block.angle]);
        let [vx, vy] = self.velocity;
        let touched = if self.touched { 1.0 } else { 0.0 };
        let info = [agent[0], agent[1], vx, vy, block.at[0], block.at[1], block.angle];
        out.info[..7].copy_from_slice(&info);
        out.info[7..].copy_from_slice(&[touched, coverage]);
    }
}

/// Finds out if anything touches in a step, as `umbra2d.pymunk` does for its callbacks.
struct Watch {
    agent: BodyKey,
    velocity: [f64; 2],
    met: AtomicBool,
}

impl Hooks for Watch {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let normal = contact.normal();
        let speed = f64::from(normal.x) * self.velocity[0] + f64::from(normal.y) * self.velocity[1];
        let [a, b] = contact.pair().bodies;
        let away = if b == self.agent {
            speed
        } else if a == self.agent {
            -speed
        } else {
            0.0
        };
        let separation = f64::from(contact.separation());
        if separation <= SLOP || separation + away * DT <= 0.0 {
            self.met.store(true, Ordering::Relaxed);
        }
    }
}

impl Task for PushT {
    type World = World;
    const SIZES: Sizes = Sizes { observation: 5, action: 2, info: 9, single: false };

    fn reset(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        *world = World::default();
        let mut fresh = Scene::new(config())?;
        world.build(&mut fresh)?;
        world.place(random, &mut fresh)?;
        scene.clone_from(&fresh);
        world.advance(scene)?;
        world.observe(out);
        Ok(())
    }

    fn step(
        &self,
        world: &mut World,
        _: &mut Random,
        scene: &mut Scene,
        action: &[f64],
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        world.touched = false;
        for _ in 0..STEPS {
            world.control(scene, action)?;
            world.advance(scene)?;
        }
        world.observe(out);
        let coverage = out.info[8];
        out.reward = (coverage / SUCCESS).clamp(0.0, 1.0);
        out.terminated = coverage > SUCCESS;
        Ok(())
    }
}
