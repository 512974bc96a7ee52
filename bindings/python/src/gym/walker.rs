//! `BipedalWalker-v3`.
use umbra::prelude::QueryFilter;
use umbra::{Body, BodyKey, Error, Filter, Scene};

use super::joined::{
    Fixture, Hinge, Joined, Open, Turning, add_body, close, config, point, vector,
};
use super::random::Random;
use super::task::{Outcome, Sizes, Task};
use super::terrain::{self, Terrain};
use super::touches::listen;

const FPS: f64 = 50.0;
const SCALE: f64 = 30.0;
const TORQUE: f64 = 80.0;
/// Greatest speeds of hips and knees.
const SPEEDS: [f64; 4] = [4.0, 6.0, 4.0, 6.0];
const LIDAR_RANGE: f64 = 160.0 / SCALE;
const LEG_DOWN: f64 = -8.0 / SCALE;
const LEG_WIDTH: f64 = 8.0 / SCALE;
const LEG_HEIGHT: f64 = 34.0 / SCALE;
const FRICTION: f64 = 2.5;
const HULL: [[f64; 2]; 5] = [[-30.0, 9.0], [6.0, 9.0], [34.0, 1.0], [34.0, -8.0], [-30.0, -8.0]];

/// Rules of the walker.
pub struct Walker {
    pub hardcore: bool,
}

/// An episode of the walker.
#[derive(Clone, Default)]
pub struct World {
    hull: Turning,
    /// The lower halves of the legs.
    feet: [BodyKey; 2],
    touching: [bool; 2],
    joints: [Joined; 4],
    fallen: bool,
    shaping: Option<f64>,
}

fn build_ground(scene: &mut Scene, ground: &Terrain) -> Result<(), Error> {
    let fixture = Fixture::ground(FRICTION);
    for corners in &ground.boxes {
        let body = scene.add(Body::fixed(), [])?;
        scene.add_collider(body, fixture.polygon(corners))?;
    }
    let x = |i: usize| i as f64 * terrain::STEP;
    for (i, y) in ground.heights.windows(2).enumerate() {
        let body = scene.add(Body::fixed(), [])?;
        scene.add_collider(body, fixture.edge([x(i), y[0]], [x(i + 1), y[1]]))?;
    }
    Ok(())
}

impl World {
    fn build(&mut self, random: &mut Random, scene: &mut Scene) -> Result<(), Error> {
        let x = terrain::STEP * terrain::START_PAD as f64 / 2.0;
        let y = terrain::HEIGHT + 2.0 * LEG_HEIGHT;
        let outline = HULL.map(|[x, y]| [x / SCALE, y / SCALE]);
        let collider = Fixture::moving(5.0, 0.1, 0x20).polygon(&outline);
        let hull = add_body(scene, [x, y], 0.0, collider)?;
        let push = [random.uniform(-5.0, 5.0), 0.0];
        scene.body_mut(hull.key)?.apply_force(vector(push))?;
        let mut bodies = vec![hull];
        let mut open = Vec::with_capacity(4);
        for (index, i) in [-1.0, 1.0].into_iter().enumerate() {
            self.build_leg(scene, [x, y], i, &mut bodies, &mut open)?;
            self.feet[index] = bodies[2 + 2 * index].key;
        }
        close(scene, &mut bodies, &open)?;
        self.hull = bodies[0];
        Ok(())
    }

    fn build_leg(
        &mut self,
        scene: &mut Scene,
        [x, y]: [f64; 2],
        i: f64,
        bodies: &mut Vec<Turning>,
        open: &mut Vec<Open>,
    ) -> Result<(), Error> {
        let fixture = Fixture::moving(1.0, 0.2, 0x20);
        let half = LEG_HEIGHT / 2.0;
        let upper = (LEG_WIDTH / 2.0, y - LEG_HEIGHT / 2.0 - LEG_DOWN);
        let lower = (0.8 * LEG_WIDTH / 2.0, y - LEG_HEIGHT * 3.0 / 2.0 - LEG_DOWN);
        let hip = Hinge {
            anchors: [[0.0, LEG_DOWN], [0.0, half]],
            limits: [-0.8, 1.1],
            speed: i,
            torque: TORQUE,
        };
        let knee = Hinge {
            anchors: [[0.0, -LEG_HEIGHT / 2.0], [0.0, half]],
            limits: [-1.6, -0.1],
            speed: 1.0,
            torque: TORQUE,
        };
        for ((width, height), hinge) in [(upper, hip), (lower, knee)] {
            let leg = add_body(scene, [x, height], i * 0.05, fixture.cuboid(width, half))?;
            // A knee joins what was added last.
            let first = if open.len().is_multiple_of(2) { 0 } else { bodies.len() - 1 };
            let joint = Joined::add(scene, [bodies[first], leg], &hinge)?;
            self.joints[open.len()] = joint;
            open.push(Open { bodies: [first, bodies.len()], hinge, joint: joint.key });
            bodies.push(leg);
        }
        Ok(())
    }

    fn advance(&mut self, scene: &mut Scene, action: &[f64]) -> Result<(), Error> {
        for ((joint, speed), action) in self.joints.iter_mut().zip(SPEEDS).zip(action) {
            let sign = if *action == 0.0 { 0.0 } else { action.signum() };
            // Torques have single precision, as actions have.
            let torque = TORQUE as f32 * (action.abs() as f32).min(1.0);
            joint.drive(scene, speed * sign, torque.into())?;
        }
        scene.step((1.0 / FPS) as f32)?;
        self.fallen |= listen(scene, self.hull.key, &self.feet, &mut self.touching);
        Ok(())
    }

    fn observe(&self, scene: &Scene, out: &mut [f64]) -> Result<[f64; 2], Error> {
        let body = scene.body(self.hull.key)?;
        let (at, velocity) = (body.position(), body.linear_velocity());
        let at = [f64::from(at.x), f64::from(at.y)];
        out[0] = self.hull.angle(scene)?;
        out[1] = 2.0 * f64::from(body.angular_velocity()) / FPS;
        out[2] = 0.3 * f64::from(velocity.x) * (600.0 / SCALE) / FPS;
        out[3] = 0.3 * f64::from(velocity.y) * (400.0 / SCALE) / FPS;
        for (leg, rows) in out[4..14].chunks_exact_mut(5).enumerate() {
            for half in 0..2 {
                let joined = &self.joints[2 * leg + half];
                let joint = scene.joint(joined.key)?;
                let bend = if half == 0 { 0.0 } else { 1.0 };
                rows[2 * half] = f64::from(joint.angle()) + joined.offset + bend;
                rows[2 * half + 1] = f64::from(joint.speed()) / SPEEDS[half];
            }
            rows[4] = if self.touching[leg] { 1.0 } else { 0.0 };
        }
        for (i, out) in out[14..].iter_mut().enumerate() {
            *out = lidar(scene, at, i);
        }
        Ok(at)
    }
}

/// Fraction of a ray before it meets the ground.
fn lidar(scene: &Scene, at: [f64; 2], i: usize) -> f64 {
    let turn = 1.5 * i as f64 / 10.0;
    let to = [at[0] + turn.sin() * LIDAR_RANGE, at[1] - turn.cos() * LIDAR_RANGE];
    let along = vector([to[0] - at[0], to[1] - at[1]]);
    let filter = Filter { category: u64::MAX, mask: 1, group: 0 };
    let filter = QueryFilter { filter, ..QueryFilter::default() };
    let mut nearest = 1.0_f32;
    // What the ray starts in is not seen, as in Box2D.
    scene.cast_ray_each(point(at), along, filter, |hit| {
        if hit.fraction > 0.0 {
            nearest = nearest.min(hit.fraction);
        }
        core::ops::ControlFlow::Continue(nearest)
    });
    nearest.into()
}

impl Task for Walker {
    type World = World;
    const SIZES: Sizes = Sizes { observation: 24, action: 4, info: 0, single: true };

    fn reset(
        &self,
        world: &mut World,
        random: &mut Random,
        scene: &mut Scene,
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        *world = World::default();
        let mut fresh = Scene::new(config(-10.0))?;
        build_ground(&mut fresh, &terrain::generate(self.hardcore, random))?;
        world.build(random, &mut fresh)?;
        scene.clone_from(&fresh);
        self.step(world, random, scene, &[0.0; 4], out)
    }

    fn step(
        &self,
        world: &mut World,
        _: &mut Random,
        scene: &mut Scene,
        action: &[f64],
        out: &mut Outcome<'_>,
    ) -> Result<(), Error> {
        world.advance(scene, action)?;
        let at = world.observe(scene, out.observation)?;
        let now = 130.0 * at[0] / SCALE - 5.0 * out.observation[0].abs();
        let mut reward = world.shaping.map_or(0.0, |before| now - before) as f32;
        world.shaping = Some(now);
        let cost = (0.00035 * TORQUE) as f32;
        for action in action {
            reward -= cost * (action.abs() as f32).min(1.0);
        }
        out.reward = reward.into();
        out.terminated = at[0] > (terrain::LENGTH as i64 - terrain::GRASS) as f64 * terrain::STEP;
        if world.fallen || at[0] < 0.0 {
            (out.terminated, out.reward) = (true, -100.0);
        }
        Ok(())
    }
}
