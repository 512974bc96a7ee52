//! Planar mechanisms whose exact motion is known, to measure joints with.
//!
//! A [`Mechanism`] has functions that build and push it. Its error and its energy follow from the
//! motions of its bodies alone, so that any engine can be measured. Bodies have masses and inertias
//! but no colliders: nothing collides. The exact motions are those of the mechanism's one degree of
//! freedom, integrated in steps of a tenth of a millisecond, and for the squeezer the published
//! one.
//!
//! - [`FOUR_BAR`], [`FOUR_BARS_2`], [`FOUR_BARS_40`]: four-bar linkages side by side (IFToMM A02);
//! - [`SQUEEZER`]: Andrews' squeezing mechanism (IFToMM A03, and the DAE test set);
//! - [`PENDULUM`]: a point at the end of a rod (IFToMM A01);
//! - [`SLIDER_CRANK`]: a crank that moves a slider by a rod.

mod squeezer;

pub use squeezer::SQUEEZER;

use core::f64::consts::PI;

use umbra::Error;
use umbra::prelude::*;

/// A force and a torque on a body, for one step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push {
    /// The index of the body among the moved ones.
    pub body: usize,
    /// The force, in newtons.
    pub force: [f64; 2],
    /// The point of the world at which the force acts.
    pub at: [f64; 2],
    /// The torque in addition to that of the force, in newton metres.
    pub torque: f64,
}

/// A machine of one degree of freedom.
#[derive(Clone, Copy, Debug)]
pub struct Mechanism {
    /// Its name.
    pub name: &'static str,
    /// The simulated time, in seconds.
    pub time: f64,
    /// Fills an empty scene. The moved bodies are added in the order in which their motions are
    /// read.
    pub fill: fn(&mut Scene) -> Result<(), Error>,
    /// Forces other than gravity for the next step, from the motions before it.
    pub pushes: fn(&[Moving]) -> Vec<Push>,
    /// The energy, which should stay constant, from the motions and masses of its bodies.
    pub energy: fn(&[Moving]) -> f64,
    /// The error after [`time`](Self::time): the distance of a body from its exact position, or for
    /// the squeezer the worst angle.
    pub error: fn(&[Moving]) -> f64,
    /// Unit of the error: m or rad.
    pub unit: &'static str,
}

/// The motion of a body.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    /// The mass.
    pub mass: f64,
    /// The inertia about the centre of mass.
    pub inertia: f64,
    /// The centre of mass, which is the origin.
    pub at: [f64; 2],
    /// The angle, including whole turns.
    pub angle: f64,
    /// The velocity.
    pub velocity: [f64; 2],
    /// Angular velocity, in radians per second.
    pub spin: f64,
}

/// All mechanisms.
pub const ALL: [Mechanism; 6] =
    [PENDULUM, SLIDER_CRANK, FOUR_BAR, FOUR_BARS_2, FOUR_BARS_40, SQUEEZER];

/// A kilogramme at the end of a rod of a metre without mass, let go from level.
pub const PENDULUM: Mechanism = Mechanism {
    name: "pendulum",
    time: 10.0,
    fill: pendulum,
    pushes: no_pushes,
    energy: in_gravity,
    error: |bodies| {
        let angle = pendulum_angle(POINT_INERTIA as f64);
        away(bodies, 0, [angle.cos(), angle.sin()])
    },
    unit: "m",
};

/// A crank of half a metre, a rod of a metre and a slider, 1 kg each.
pub const SLIDER_CRANK: Mechanism = Mechanism {
    name: "slider crank",
    time: 10.0,
    fill: slider_crank,
    pushes: no_pushes,
    energy: in_gravity,
    error: |bodies| {
        let [angle, _] = follow(CRANK_START, SLIDER_CRANK.time, crank_acceleration);
        away(bodies, 0, [0.25 * angle.cos(), 0.25 * angle.sin()])
    },
    unit: "m",
};

/// One four-bar of rods of a metre and a kilogramme.
pub const FOUR_BAR: Mechanism = Mechanism {
    name: "four-bar",
    time: 10.0,
    fill: |scene| four_bars(scene, 1),
    pushes: no_pushes,
    energy: in_gravity,
    error: |bodies| four_bars_away(bodies, 1.0),
    unit: "m",
};

/// Two of them, which share an upright.
pub const FOUR_BARS_2: Mechanism = Mechanism {
    name: "2 four-bars",
    fill: |scene| four_bars(scene, 2),
    error: |bodies| four_bars_away(bodies, 2.0),
    ..FOUR_BAR
};

/// Forty of them.
pub const FOUR_BARS_40: Mechanism = Mechanism {
    name: "40 four-bars",
    fill: |scene| four_bars(scene, 40),
    error: |bodies| four_bars_away(bodies, 40.0),
    ..FOUR_BAR
};

const GRAVITY: f64 = 9.81;

impl Mechanism {
    /// A scene with the mechanism.
    ///
    /// # Errors
    /// When the configuration is invalid.
    pub fn set_up(&self, config: SceneConfig) -> Result<Scene, Error> {
        let sleep = SleepConfig { enabled: false, ..config.sleep };
        let mut scene = Scene::new(SceneConfig { sleep, ..config })?;
        (self.fill)(&mut scene)?;
        Ok(scene)
    }

    /// One step.
    ///
    /// # Errors
    /// When the length of the step is invalid.
    pub fn step(&self, scene: &mut Scene, dt: Real) -> Result<(), Error> {
        let pushes = (self.pushes)(&moving(scene));
        let keys = moved(scene);
        for Push { body, force, at, torque } in pushes {
            let mut body = scene.body_mut(keys[body])?;
            body.apply_force_at(force.map(|x| x as Real), at.map(|x| x as Real))?;
            body.apply_torque(torque as Real)?;
        }
        scene.step(dt)
    }

    /// All steps, at `steps_per_second`.
    ///
    /// # Errors
    /// When the configuration or the number of steps is invalid.
    pub fn run(&self, config: SceneConfig, steps_per_second: u32) -> Result<Run, Error> {
        let mut scene = self.set_up(config)?;
        let start = (self.energy)(&moving(&scene));
        let mut run = Run::default();
        for _ in 0..(self.time * f64::from(steps_per_second)).round() as u32 {
            self.step(&mut scene, 1.0 / steps_per_second as Real)?;
            run.note((self.energy)(&moving(&scene)) - start, widest_gap(&scene));
        }
        run.error = (self.error)(&moving(&scene));
        Ok(run)
    }
}

/// Result of a mechanism.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// The error at the end.
    pub error: f64,
    /// Differences of the energy from that of the start: the least, the greatest, and the last, in
    /// joules.
    pub energy: [f64; 3],
    /// The widest gap of a joint.
    pub gap: f64,
}

impl Run {
    /// Records the energy's difference from that of the start, and the widest gap, after a step.
    pub fn note(&mut self, change: f64, gap: f64) {
        self.energy = [self.energy[0].min(change), self.energy[1].max(change), change];
        self.gap = self.gap.max(gap);
    }
}

/// The moved bodies, in the order in which they were added.
fn moved(scene: &Scene) -> Vec<BodyKey> {
    let is_moved = |key: &BodyKey| scene.body(*key).is_ok_and(|it| it.kind() == BodyKind::Dynamic);
    scene.bodies().filter(is_moved).collect()
}

/// The motions of all moved bodies.
pub fn moving(scene: &Scene) -> Vec<Moving> {
    let bodies = moved(scene).into_iter().filter_map(|key| scene.body(key).ok());
    let of = |body: BodyRef| {
        let pair = |x: Real, y: Real| [f64::from(x), f64::from(y)];
        let (center, velocity) = (body.center_of_mass(), body.velocity());
        Moving {
            mass: f64::from(body.mass()),
            inertia: f64::from(body.inertia()),
            at: pair(center.x, center.y),
            angle: f64::from(body.unwrapped_angle()),
            velocity: pair(velocity.x, velocity.y),
            spin: f64::from(body.angular_velocity()),
        }
    };
    bodies.map(of).collect()
}

fn no_pushes(_: &[Moving]) -> Vec<Push> {
    vec![]
}

fn widest_gap(scene: &Scene) -> f64 {
    let joints = scene.joints().filter_map(|key| scene.joint(key).ok());
    joints.map(|joint| f64::from(joint.separation())).fold(0.0, f64::max)
}

/// The kinetic energy.
pub(crate) fn kinetic(bodies: &[Moving]) -> f64 {
    let of = |body: &Moving| {
        let [x, y] = body.velocity;
        0.5 * (body.mass * (x * x + y * y) + body.inertia * body.spin * body.spin)
    };
    bodies.iter().map(of).sum()
}

fn in_gravity(bodies: &[Moving]) -> f64 {
    kinetic(bodies) + bodies.iter().map(|body| body.mass * GRAVITY * body.at[1]).sum::<f64>()
}

fn away(bodies: &[Moving], body: usize, [x, y]: [f64; 2]) -> f64 {
    bodies.get(body).map_or(f64::NAN, |body| (body.at[0] - x).hypot(body.at[1] - y))
}

/// The angle and its speed after a time, with their acceleration as a function.
fn follow(
    [mut angle, mut spin]: [f64; 2],
    time: f64,
    acceleration: fn(f64, f64) -> f64,
) -> [f64; 2] {
    let steps = (1e4 * time).round();
    let h = time / steps;
    // Runge and Kutta's method of fourth order.
    for _ in 0..steps as u64 {
        let rate = |angle, spin| [spin, acceleration(angle, spin)];
        let [a, b] = rate(angle, spin);
        let [c, d] = rate(angle + 0.5 * h * a, spin + 0.5 * h * b);
        let [e, f] = rate(angle + 0.5 * h * c, spin + 0.5 * h * d);
        let [g, i] = rate(angle + h * e, spin + h * f);
        angle += h / 6.0 * (a + 2.0 * (c + e) + g);
        spin += h / 6.0 * (b + 2.0 * (d + f) + i);
    }
    [angle, spin]
}

/// Inertia of the pendulum's point, which no engine accepts as zero: that of a disc of a
/// centimetre.
const POINT_INERTIA: Real = 5e-5;

fn pendulum(scene: &mut Scene) -> Result<(), Error> {
    scene.config_mut().gravity = Vector::new(0.0, -GRAVITY as Real);
    let ground = scene.add_body(Body::fixed())?;
    let point = scene.add_body(solid(Body::dynamic().position([-1.0, 0.0]), POINT_INERTIA))?;
    scene.add_joint(Joint::revolute(ground, point, [0.0, 0.0]))?;
    Ok(())
}

/// The final angle of the pendulum, for a point with some inertia.
fn pendulum_angle(inertia: f64) -> f64 {
    // Scaled time makes the acceleration the same for all: `angle'' = -cos(angle)`.
    let time = PENDULUM.time * (GRAVITY / (1.0 + inertia)).sqrt();
    follow([PI, 0.0], time, |angle, _| -angle.cos())[0]
}

/// A body of a kilogramme with an inertia about its origin.
fn solid(body: Body, inertia: Real) -> Body {
    body.mass_properties(MassProperties { mass: 1.0, inertia, center: Point::origin() })
}

/// A rod of a kilogramme between two points, as it starts.
fn rod(
    scene: &mut Scene,
    [[ax, ay], [bx, by]]: [[Real; 2]; 2],
    velocity: [Real; 2],
    spin: Real,
) -> Result<BodyKey, Error> {
    let (x, y) = (bx - ax, by - ay);
    let length = (x * x + y * y).sqrt();
    let body = Body::dynamic()
        .position([0.5 * (ax + bx), 0.5 * (ay + by)])
        .angle(y.atan2(x))
        .velocity(velocity)
        .angular_velocity(spin);
    scene.add_body(solid(body, length * length / 12.0))
}

/// Uprights of a metre on the ground, a metre apart, with rods from head to head, which begin to
/// fall at 1 m/s.
fn four_bars(scene: &mut Scene, count: u8) -> Result<(), Error> {
    scene.config_mut().gravity = Vector::new(0.0, -GRAVITY as Real);
    let ground = scene.add_body(Body::fixed())?;
    let mut last: Option<BodyKey> = None;
    for i in 0..=count {
        let x = Real::from(i);
        let upright = rod(scene, [[x, 0.0], [x, 1.0]], [0.5, 0.0], -1.0)?;
        scene.add_joint(Joint::revolute(ground, upright, [x, 0.0]))?;
        if let Some(last) = last {
            let across = rod(scene, [[x - 1.0, 1.0], [x, 1.0]], [1.0, 0.0], 0.0)?;
            scene.add_joint(Joint::revolute(last, across, [x - 1.0, 1.0]))?;
            scene.add_joint(Joint::revolute(across, upright, [x, 1.0]))?;
        }
        last = Some(upright);
    }
    Ok(())
}

/// Distance of the head of the first upright from its exact position.
fn four_bars_away(bodies: &[Moving], count: f64) -> f64 {
    let factor = GRAVITY * (0.5 * (count + 1.0) + count) / ((count + 1.0) / 3.0 + count);
    let [angle, _] = follow_from_upright(factor);
    bodies.first().map_or(f64::NAN, |first| {
        let head = [first.at[0] + 0.5 * first.angle.cos(), first.at[1] + 0.5 * first.angle.sin()];
        (head[0] - angle.sin()).hypot(head[1] - angle.cos())
    })
}

/// The angle from upright, starting at a radian per second, with the acceleration `factor
/// sin(angle)`.
fn follow_from_upright(factor: f64) -> [f64; 2] {
    // Scaled time makes the acceleration the same for all: `angle'' = sin(angle)`.
    let scale = factor.sqrt();
    let [angle, spin] = follow([0.0, 1.0 / scale], FOUR_BAR.time * scale, |angle, _| angle.sin());
    [angle, spin * scale]
}

/// The crank's initial angle, and its speed.
const CRANK_START: [f64; 2] = [PI / 3.0, 2.0];
/// The length of the crank; the rod has a metre.
const CRANK: f64 = 0.5;

fn slider_crank(scene: &mut Scene) -> Result<(), Error> {
    scene.config_mut().gravity = Vector::new(0.0, -GRAVITY as Real);
    let [angle, spin] = CRANK_START;
    let [crank, rod, slider] = crank_motion(angle).map(|of| of.map(|value| value as Real));
    let speeds = crank_motion_speed(angle, spin).map(|of| of.map(|value| value as Real));
    let ground = scene.add_body(Body::fixed())?;
    let pin = [2.0 * crank[0], 2.0 * crank[1]];
    // The slider does not turn: its inertia makes no difference.
    let bodies = [(crank, CRANK * CRANK), (rod, 1.0), (slider, 0.1)];
    let mut keys = [ground; 3];
    for (i, (at, square)) in bodies.into_iter().enumerate() {
        let [x, y, spin] = speeds[i];
        let body = Body::dynamic().position([at[0], at[1]]).angle(at[2]);
        let body = body.velocity([x, y]).angular_velocity(spin);
        keys[i] = scene.add_body(solid(body, square as Real / 12.0))?;
    }
    let [a, b, c] = keys;
    scene.add_joint(Joint::revolute(ground, a, [0.0, 0.0]))?;
    scene.add_joint(Joint::revolute(a, b, pin))?;
    scene.add_joint(Joint::revolute(b, c, [slider[0], 0.0]))?;
    scene.add_joint(Joint::prismatic(ground, c, [slider[0], 0.0], [1.0, 0.0]))?;
    Ok(())
}

/// Poses of crank, rod and slider for an angle of the crank.
fn crank_motion(angle: f64) -> [[f64; 3]; 3] {
    let (sin, cos) = angle.sin_cos();
    let slope = -(CRANK * sin).asin();
    let [x, y] = [CRANK * cos, CRANK * sin];
    let end = x + slope.cos();
    [[0.5 * x, 0.5 * y, angle], [0.5 * (x + end), 0.5 * y, slope], [end, 0.0, 0.0]]
}

/// Speeds of the bodies.
fn crank_motion_speed(angle: f64, spin: f64) -> [[f64; 3]; 3] {
    let d = 1e-5;
    let (before, after) = (crank_motion(angle - d), crank_motion(angle + d));
    core::array::from_fn(|body| {
        core::array::from_fn(|i| spin * (after[body][i] - before[body][i]) / (2.0 * d))
    })
}

/// The acceleration of the crank, by Lagrange's equation.
fn crank_acceleration(angle: f64, spin: f64) -> f64 {
    let inertias = [CRANK * CRANK, 1.0, 0.0].map(|square| square / 12.0);
    // Twice the energy at a speed of one, and the energy in gravity.
    let inertia = |angle: f64| -> f64 {
        let speeds = crank_motion_speed(angle, 1.0);
        let of = |([x, y, turn], inertia): ([f64; 3], f64)| x * x + y * y + inertia * turn * turn;
        speeds.into_iter().zip(inertias).map(of).sum()
    };
    let height = |angle: f64| -> f64 { crank_motion(angle).iter().map(|at| at[1]).sum() };
    let d = 1e-4;
    let slope = |of: &dyn Fn(f64) -> f64| (of(angle + d) - of(angle - d)) / (2.0 * d);
    -(0.5 * slope(&inertia) * spin * spin + GRAVITY * slope(&height)) / inertia(angle)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]
    use super::*;

    #[test]
    fn exact_motions_are_those_that_were_published() {
        let angle = pendulum_angle(0.0);
        assert!((angle.cos() + 0.275_087_462_576).abs() < 1e-6, "{angle}");
        assert!((angle.sin() + 0.961_419_205_099).abs() < 1e-6, "{angle}");
        let [angle, spin] = follow_from_upright(11.445);
        assert!((angle - 31.750_597_187).abs() < 1e-6, "{angle}");
        assert!((spin * angle.cos() - 1.423_051_47).abs() < 1e-6);
        let [angle, _] = follow_from_upright(11.059_099_378_9);
        assert!((angle - 31.597_433_744).abs() < 1e-6, "{angle}");
    }

    #[test]
    fn machines_begin_closed_and_keep_their_energy_over_short_steps() {
        let solver = SolverConfig { joints: JointSolving::Rows, ..SolverConfig::default() };
        for mechanism in [PENDULUM, SLIDER_CRANK, FOUR_BAR, SQUEEZER] {
            let mut scene =
                mechanism.set_up(SceneConfig { solver, ..SceneConfig::default() }).unwrap();
            let start = (mechanism.energy)(&moving(&scene));
            assert!(widest_gap(&scene) < 1e-6, "{}", mechanism.name);
            for _ in 0..200 {
                mechanism.step(&mut scene, 1.0 / 2000.0).unwrap();
            }
            let change = (mechanism.energy)(&moving(&scene)) - start;
            assert!(change.abs() < 2e-3, "{}: {change} J of {start}", mechanism.name);
            assert!(widest_gap(&scene) < 1e-4, "{}", mechanism.name);
        }
    }
}
