//! Joint constraints against textbook solutions.

use umbra_geom::{Point, Real, Vector};
use umbra_solver::{
    Body, ConstraintForm, FIXED, Hold, JointConstraint, Motor, SimdLevel, Softness, Solver,
    SolverConfig, StepArrays, Stiffness, Structure,
};

const DT: Real = 1.0 / 60.0;
const GRAVITY: Real = 9.81;

/// A constraint with its anchors in the frames of the bodies.
#[derive(Clone)]
struct Local {
    constraint: JointConstraint,
    anchors: [Vector; 2],
}

#[derive(Default, Clone)]
struct World {
    bodies: Vec<Body>,
    joints: Vec<Local>,
    solver: Solver,
    config: SolverConfig,
}

fn rigid() -> Hold {
    Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE }
}

impl World {
    /// A bar of mass one, with this length and centre.
    fn bar(&mut self, center: [Real; 2], length: Real, mass: Real) -> u32 {
        let inv_inertia = 12.0 / (mass * length * length);
        let acceleration = Vector::new(0.0, -GRAVITY);
        let center = Point::from(center);
        self.bodies.push(Body {
            center,
            inv_mass: 1.0 / mass,
            inv_inertia,
            acceleration,
            ..Body::default()
        });
        self.bodies.len() as u32 - 1
    }

    fn place(&self, body: u32) -> (Point, [Real; 2]) {
        match self.bodies.get(body as usize) {
            Some(body) => (body.center, [body.rotation.re, body.rotation.im]),
            None => (Point::origin(), [1.0, 0.0]),
        }
    }

    /// A point of the world that two bodies share.
    fn pin(&mut self, a: u32, b: u32, at: [Real; 2]) -> &mut Local {
        let at = Point::from(at);
        let anchors = [a, b].map(|body| at - self.place(body).0);
        let constraint =
            JointConstraint { body_a: a, body_b: b, hold: rigid(), ..JointConstraint::default() };
        self.joints.push(Local { constraint, anchors });
        self.joints.last_mut().unwrap()
    }

    fn angle(&mut self, a: u32, b: u32) -> &mut Local {
        let form =
            ConstraintForm::Angle { start: 0.0, ratios: [1.0; 2], lines: [Vector::zeros(); 2] };
        let constraint =
            JointConstraint { body_a: a, body_b: b, form, ..JointConstraint::default() };
        self.joints.push(Local { constraint, anchors: [Vector::zeros(); 2] });
        self.joints.last_mut().unwrap()
    }

    fn step(&mut self, dt: Real) {
        let turn_of = |world: &Self, body: u32| {
            let (_, [re, im]) = world.place(body);
            im.atan2(re)
        };
        let mut constraints = vec![];
        for Local { constraint, anchors } in &self.joints {
            let places = [constraint.body_a, constraint.body_b].map(|body| self.place(body));
            let turned = |k: usize| {
                let ([re, im], anchor) = (places[k].1, anchors[k]);
                Vector::new(re * anchor.x - im * anchor.y, im * anchor.x + re * anchor.y)
            };
            let mut constraint = *constraint;
            (constraint.anchor_a, constraint.anchor_b) = (turned(0), turned(1));
            constraint.between = places[1].0 - places[0].0;
            if let ConstraintForm::Angle { start, .. } = &mut constraint.form {
                *start = turn_of(self, constraint.body_b) - turn_of(self, constraint.body_a);
            }
            constraints.push(constraint);
        }
        let mut structure = Structure::new();
        structure.rebuild_with(&self.bodies, &mut [], &constraints, self.config.joints).unwrap();
        let Self { bodies, solver, config, .. } = self;
        let arrays = StepArrays { bodies, contacts: &mut [], known: &[], joints: &mut constraints };
        solver.step_with(config, dt, &structure, arrays).unwrap();
        for (local, constraint) in self.joints.iter_mut().zip(constraints) {
            local.constraint.impulse = constraint.impulse;
        }
    }

    fn energy(&self) -> f64 {
        let of = |body: &Body| {
            let mass = 1.0 / f64::from(body.inv_mass);
            let inertia = 1.0 / f64::from(body.inv_inertia);
            let speed = f64::from(body.velocity.norm_squared());
            let spin = f64::from(body.angular_velocity).powi(2);
            0.5 * mass * speed + 0.5 * inertia * spin + mass * f64::from(GRAVITY * body.center.y)
        };
        self.bodies.iter().map(of).sum()
    }

    /// The greatest distance between anchors.
    fn gap(&self) -> Real {
        let of = |local: &Local| {
            let ends = [local.constraint.body_a, local.constraint.body_b];
            let [a, b] = [0, 1].map(|k| {
                let (center, [re, im]) = self.place(ends[k]);
                let anchor = local.anchors[k];
                center + Vector::new(re * anchor.x - im * anchor.y, im * anchor.x + re * anchor.y)
            });
            if local.constraint.form == ConstraintForm::Point { (b - a).norm() } else { 0.0 }
        };
        self.joints.iter().map(of).fold(0.0, Real::max)
    }
}

#[test]
fn a_pendulum_swings_with_its_period_and_keeps_its_energy() {
    // A bar of length 1 that hangs by its end, let go at 0.1 rad: the period is 2 pi sqrt(2 L / 3 g) (1 + a^2 / 16).
    let mut world = World::default();
    let (sin, cos) = 0.1_f32.sin_cos();
    let bar = world.bar([0.5 * sin, -0.5 * cos], 1.0, 1.0);
    world.pin(FIXED, bar, [0.0, 0.0]);
    let start = world.energy();
    let (mut crossings, mut last, mut most) = (vec![], 1.0, 0.0_f64);
    for step in 0..3600 {
        world.step(DT);
        let x = world.bodies[0].center.x;
        if last > 0.0 && x <= 0.0 {
            crossings.push(step as Real + last / (last - x));
        }
        last = x;
        most = most.max((world.energy() - start).abs());
        assert!(world.gap() < 1e-3, "{}", world.gap());
    }
    let periods = crossings.len() as Real - 1.0;
    let period = (crossings[crossings.len() - 1] - crossings[0]) / periods * DT;
    let expected = core::f32::consts::TAU * (2.0 / (3.0 * GRAVITY)).sqrt() * (1.0 + 0.01 / 16.0);
    assert!((period / expected - 1.0).abs() < 5e-3, "{period} instead of {expected}");
    // Of the energy that it swings with.
    let swing = 0.5 * f64::from(GRAVITY * (1.0 - cos));
    assert!(most < 0.3 * swing, "{most} of {swing}");
}

/// The change of energy in a minute, and the greatest energy above that of the start, relative to
/// the energy of the fall.
fn energy_of_a_fall(world: &mut World, rate: Real) -> [f64; 2] {
    let (start, mut least, mut most) = (world.energy(), 0.0_f64, 0.0_f64);
    for _ in 0..(60.0 * rate) as u32 {
        world.step(1.0 / rate);
        let change = (world.energy() - start) / f64::from(0.5 * GRAVITY);
        (least, most) = (least.min(change), most.max(change));
    }
    [least, most]
}

#[test]
fn a_pendulum_that_falls_from_level_keeps_its_energy() {
    for (rate, bound) in [(30.0, 0.08), (60.0, 0.02), (120.0, 0.01)] {
        let mut world = World::default();
        let bar = world.bar([0.5, 0.0], 1.0, 1.0);
        world.pin(FIXED, bar, [0.0, 0.0]);
        let [least, most] = energy_of_a_fall(&mut world, rate);
        assert!(-least < bound && most < bound, "{rate} Hz: {least} {most}");
        assert!(world.gap() < 1e-3);
    }
}

#[test]
fn a_weight_on_a_rod_keeps_its_energy() {
    for (rate, bound) in [(30.0, 0.08), (60.0, 0.02), (120.0, 0.01)] {
        let mut world = World::default();
        let bar = world.bar([0.75, 0.0], 0.5, 1.0);
        let rod = world.pin(FIXED, bar, [0.0, 0.0]);
        rod.constraint.form = ConstraintForm::Length;
        rod.constraint.hold.goal = 0.5;
        rod.anchors[1] = Vector::new(-0.25, 0.0);
        let [least, most] = energy_of_a_fall(&mut world, rate);
        assert!(-least < bound && most < bound, "{rate} Hz: {least} {most}");
    }
}

#[test]
fn a_motor_reaches_its_speed_with_the_torque_that_it_has() {
    let mut world = World::default();
    let bar = world.bar([0.0, 0.0], 1.0, 1.0);
    world.bodies[0].acceleration = Vector::zeros();
    world.pin(FIXED, bar, [0.0, 0.0]);
    world.angle(FIXED, bar).constraint.motor = Motor { speed: 5.0, max_force: 0.5 };
    // The inertia is 1/12: after a fifth of a second at 6 rad/s^2, 1.2 rad/s.
    for _ in 0..12 {
        world.step(DT);
    }
    let spin = world.bodies[0].angular_velocity;
    assert!((spin / 1.2 - 1.0).abs() < 1e-2, "{spin}");
    for _ in 0..120 {
        world.step(DT);
    }
    let spin = world.bodies[0].angular_velocity;
    assert!((spin / 5.0 - 1.0).abs() < 1e-2, "{spin}");
}

#[test]
fn limits_hold_a_bar_that_rests_on_them() {
    let mut world = World::default();
    let bar = world.bar([0.5, 0.0], 1.0, 1.0);
    world.pin(FIXED, bar, [0.0, 0.0]);
    world.angle(FIXED, bar).constraint.limits = [-0.5, 0.5];
    for _ in 0..300 {
        world.step(DT);
    }
    let rotation = world.bodies[0].rotation;
    let angle = rotation.im.atan2(rotation.re);
    assert!((angle + 0.5).abs() < 5e-3, "{angle}");
    assert!(world.bodies[0].angular_velocity.abs() < 1e-3);
}

#[test]
fn every_level_does_the_same() {
    let chain = |level: SimdLevel| {
        let mut world = World::default();
        world.solver.set_level(level).unwrap();
        let mut last = FIXED;
        for link in 0..40 {
            let x = link as Real * 0.5;
            let bar = world.bar([x + 0.25, 0.0], 0.5, 1.0);
            world.pin(last, bar, [x, 0.0]);
            world.angle(last, bar).constraint.limits = [-0.3, 0.4];
            last = bar;
        }
        for _ in 0..200 {
            world.step(DT);
        }
        world.bodies
    };
    let expected = chain(SimdLevel::Scalar);
    for level in SimdLevel::available() {
        assert!(chain(level) == expected, "{level:?}");
    }
}
