//! `LunarLander-v3`.
use umbra::{Body, BodyKey, Error, Scene};

use super::joined::{
    Fixture, Hinge, Joined, Open, Turning, add_body, close, config, point, vector,
};
use super::random::Random;
use super::task::{Outcome, Sizes, Task};
use super::touches::listen;

const FPS: f64 = 50.0;
const SCALE: f64 = 30.0;
const WIDTH: f64 = 600.0 / SCALE;
const HEIGHT: f64 = 400.0 / SCALE;
const MAIN_POWER: f64 = 13.0;
const SIDE_POWER: f64 = 0.6;
const LEG_DOWN: f64 = 18.0;
const CHUNKS: usize = 11;
const HULL: [[f64; 2]; 6] =
    [[-14.0, 17.0], [-17.0, 0.0], [-17.0, -10.0], [17.0, -10.0], [17.0, 0.0], [14.0, 17.0]];

/// Rules of the lander.
pub struct Lander {
    pub continuous: bool,
    pub gravity: f64,
    /// Power of the wind and of the turbulence.
    pub wind: Option<[f64; 2]>,
}

/// An episode of the lander.
#[derive(Clone, Default)]
pub struct World {
    hull: Turning,
    legs: [BodyKey; 2],
    touching: [bool; 2],
    crashed: bool,
    shaping: Option<f64>,
    wind: [i64; 2],
}

/// What the engines do in a step.
#[derive(Clone, Copy, Default)]
struct Engines {
    main: f64,
    side: f64,
    direction: f64,
}

/// Heights of the ground, with the helipad in the middle.
fn terrain(random: &mut Random) -> [f64; CHUNKS] {
    let mut height = [0.0; CHUNKS + 1];
    height.fill_with(|| random.uniform(0.0, HEIGHT / 2.0));
    height[CHUNKS / 2 - 2..CHUNKS / 2 + 3].fill(HEIGHT / 4.0);
    core::array::from_fn(|i| {
        let before = height[if i == 0 { CHUNKS } else { i - 1 }];
        0.33 * (before + height[i] + height[i + 1])
    })
}

fn build_ground(scene: &mut Scene, random: &mut Random) -> Result<(), Error> {
    let smooth = terrain(random);
    let moon = scene.add(Body::fixed(), [])?;
    scene.add_collider(moon, Fixture::ground(0.2).edge([0.0, 0.0], [WIDTH, 0.0]))?;
    let x = |i: usize| WIDTH / (CHUNKS - 1) as f64 * i as f64;
    for i in 0..CHUNKS - 1 {
        let ends = [[x(i), smooth[i]], [x(i + 1), smooth[i + 1]]];
        scene.add_collider(moon, Fixture::ground(0.1).edge(ends[0], ends[1]))?;
    }
    Ok(())
}

impl Lander {
    fn build(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
    ) -> Result<(), Error> {
        build_ground(scene, random)?;
        let outline = HULL.map(|[x, y]| [x / SCALE, y / SCALE]);
        let collider = Fixture::moving(5.0, 0.1, 0x10).polygon(&outline);
        let hull = add_body(scene, [WIDTH / 2.0, HEIGHT], 0.0, collider)?;
        let push = [random.uniform(-1000.0, 1000.0), random.uniform(-1000.0, 1000.0)];
        scene.body_mut(hull.key)?.apply_force(vector(push))?;
        if self.wind.is_some() {
            world.wind = [random.integer(-9999, 9999), random.integer(-9999, 9999)];
        }
        let mut bodies = [hull; 3];
        let mut joints = Vec::with_capacity(2);
        for (index, i) in [-1.0, 1.0].into_iter().enumerate() {
            let (leg, joint) = build_leg(scene, hull, i)?;
            bodies[index + 1] = leg;
            world.legs[index] = leg.key;
            joints.push(Open { bodies: [0, index + 1], ..joint });
        }
        close(scene, &mut bodies, &joints)?;
        world.hull = bodies[0];
        Ok(())
    }

    /// The wind blows while no leg is on the ground.
    fn blow(&self, world: &mut World, scene: &mut Scene) -> Result<(), Error> {
        let Some([power, turbulence]) = self.wind else { return Ok(()) };
        if world.touching != [false; 2] {
            return Ok(());
        }
        let gust = |index: &mut i64, power: f64| {
            let at = *index as f64;
            *index += 1;
            ((0.02 * at).sin() + (std::f64::consts::PI * 0.01 * at).sin()).tanh() * power
        };
        let force = gust(&mut world.wind[0], power);
        let mut hull = scene.body_mut(world.hull.key)?;
        hull.apply_force(vector([force, 0.0]))?;
        hull.apply_torque(gust(&mut world.wind[1], turbulence) as f32)
    }

    /// What an action asks for.
    fn engines(&self, action: &[f64]) -> Engines {
        if !self.continuous {
            let action = action[0];
            return Engines {
                main: if action == 2.0 { 1.0 } else { 0.0 },
                side: if action == 1.0 || action == 3.0 { 1.0 } else { 0.0 },
                direction: action - 2.0,
            };
        }
        let [main, side] = [action[0], action[1]].map(|it| it.clamp(-1.0, 1.0));
        let mut engines = Engines::default();
        if main > 0.0 {
            engines.main = (main.clamp(0.0, 1.0) + 1.0) * 0.5;
        }
        if side.abs() > 0.5 {
            engines.direction = side.signum();
            engines.side = side.abs().clamp(0.5, 1.0);
        }
        engines
    }

    fn advance(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
        action: &[f64],
    ) -> Result<Engines, Error> {
        self.blow(world, scene)?;
        let engines = self.engines(action);
        let angle = world.hull.angle(scene)?;
        let dispersion = [(); 2].map(|()| random.uniform(-1.0, 1.0) / SCALE);
        fire(world, scene, engines, angle, dispersion)?;
        scene.step((1.0 / FPS) as f32)?;
        world.crashed |= listen(scene, world.hull.key, &world.legs, &mut world.touching);
        Ok(engines)
    }
}

fn build_leg(scene: &mut Scene, hull: Turning, i: f64) -> Result<(Turning, Open), Error> {
    let at = [WIDTH / 2.0 - i * 20.0 / SCALE, HEIGHT];
    let collider = Fixture::moving(1.0, 0.2, 0x20).cuboid(2.0 / SCALE, 8.0 / SCALE);
    let leg = add_body(scene, at, i * 0.05, collider)?;
    let hinge = Hinge {
        anchors: [[0.0, 0.0], [i * 20.0 / SCALE, LEG_DOWN / SCALE]],
        limits: if i < 0.0 { [0.9 - 0.5, 0.9] } else { [-0.9, -0.9 + 0.5] },
        speed: 0.3 * i,
        torque: 40.0,
    };
    let joint = Joined::add(scene, [hull, leg], &hinge)?;
    Ok((leg, Open { bodies: [0, 0], hinge, joint: joint.key }))
}

/// Impulses of the main engine and of the side engines.
fn fire(
    world: &World,
    scene: &mut Scene,
    engines: Engines,
    angle: f64,
    dispersion: [f64; 2],
) -> Result<(), Error> {
    let tip = [angle.sin(), angle.cos()];
    let side = [-tip[1], tip[0]];
    let at = scene.body(world.hull.key)?.position();
    let at = [f64::from(at.x), f64::from(at.y)];
    let mut hull = scene.body_mut(world.hull.key)?;
    if engines.main > 0.0 {
        let along = 4.0 / SCALE + 2.0 * dispersion[0];
        let ox = tip[0] * along + side[0] * dispersion[1];
        let oy = -tip[1] * along - side[1] * dispersion[1];
        let impulse = [-ox * MAIN_POWER * engines.main, -oy * MAIN_POWER * engines.main];
        hull.apply_impulse_at(vector(impulse), point([at[0] + ox, at[1] + oy]))?;
    }
    if engines.side > 0.0 {
        let across = 3.0 * dispersion[1] + engines.direction * 12.0 / SCALE;
        let ox = tip[0] * dispersion[0] + side[0] * across;
        let oy = -tip[1] * dispersion[0] - side[1] * across;
        let from = [at[0] + ox - tip[0] * 17.0 / SCALE, at[1] + oy + tip[1] * 14.0 / SCALE];
        let impulse = [-ox * SIDE_POWER * engines.side, -oy * SIDE_POWER * engines.side];
        hull.apply_impulse_at(vector(impulse), point(from))?;
    }
    Ok(())
}

impl World {
    fn observe(&self, scene: &Scene, out: &mut [f64]) -> Result<bool, Error> {
        let body = scene.body(self.hull.key)?;
        let (at, velocity) = (body.position(), body.linear_velocity());
        let helipad = HEIGHT / 4.0;
        let touching = self.touching.map(|touching| if touching { 1.0 } else { 0.0 });
        out.copy_from_slice(&[
            (f64::from(at.x) - WIDTH / 2.0) / (WIDTH / 2.0),
            (f64::from(at.y) - (helipad + LEG_DOWN / SCALE)) / (HEIGHT / 2.0),
            f64::from(velocity.x) * (WIDTH / 2.0) / FPS,
            f64::from(velocity.y) * (HEIGHT / 2.0) / FPS,
            self.hull.angle(scene)?,
            20.0 * f64::from(body.angular_velocity()) / FPS,
            touching[0],
            touching[1],
        ]);
        Ok(body.is_awake())
    }
}

fn shaping(state: &[f64]) -> f64 {
    -100.0 * (state[0] * state[0] + state[1] * state[1]).sqrt()
        - 100.0 * (state[2] * state[2] + state[3] * state[3]).sqrt()
        - 100.0 * state[4].abs()
        + 10.0 * state[6]
        + 10.0 * state[7]
}

impl Task for Lander {
    type World = World;
    const SIZES: Sizes = Sizes { observation: 8, action: 2, info: 0, single: true };

    fn action_length(&self) -> usize {
        if self.continuous { 2 } else { 1 }
    }

    fn check(&self, action: &[f64]) -> Result<(), &'static str> {
        if self.continuous {
            let finite = action.iter().all(|number| number.is_finite());
            return if finite { Ok(()) } else { Err("must be finite") };
        }
        let known = [0.0, 1.0, 2.0, 3.0].contains(&action[0]);
        if known { Ok(()) } else { Err("must be from 0 to 3") }
    }

    fn reset(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        *world = World::default();
        let mut fresh = Scene::new(config(self.gravity))?;
        self.build(world, random, &mut fresh)?;
        scene.clone_from(&fresh);
        self.step(world, random, scene, &[0.0, 0.0], out)
    }

    fn step(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
        action: &[f64],
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        let engines = self.advance(world, random, scene, action)?;
        let awake = world.observe(scene, out.observation)?;
        let now = shaping(out.observation);
        out.reward = world.shaping.map_or(0.0, |before| now - before);
        world.shaping = Some(now);
        out.reward -= engines.main * 0.30;
        out.reward -= engines.side * 0.03;
        out.terminated = false;
        if world.crashed || out.observation[0].abs() >= 1.0 {
            (out.terminated, out.reward) = (true, -100.0);
        }
        if !awake {
            (out.terminated, out.reward) = (true, 100.0);
        }
        Ok(())
    }
}
