//! Islands in shared batches: random ones alone, and beside others, give the same results.

use umbra_geom::math::left_of;
use umbra_geom::{Real, Vector};
use umbra_solver::{
    Body, Contact, ContactPoint, FIXED, Hold, JointConstraint, JointSolving, Motor, Softness,
    Solver, SolverConfig, StepArrays, Stiffness, Structure,
};

/// Random numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(count)) as u32
    }

    fn between(&mut self, least: Real, most: Real) -> Real {
        least + (most - least) * self.below(10_000) as Real / 10_000.0
    }

    fn vector(&mut self, most: Real) -> Vector {
        Vector::new(self.between(-most, most), self.between(-most, most))
    }
}

#[derive(Clone, Default)]
struct World {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    joints: Vec<JointConstraint>,
}

impl World {
    /// Adds bodies that touch, collide, are joined and are locked; one of them touches many.
    fn add(&mut self, dice: &mut Dice) {
        let first = self.bodies.len() as u32;
        let count = 6 + dice.below(30);
        for _ in 0..count {
            let heavy = if dice.below(6) == 0 { 0.002 } else { 1.0 };
            let mut body = Body { inv_mass: heavy, inv_inertia: 8.0 * heavy, ..Body::default() };
            (body.velocity, body.angular_velocity) = (dice.vector(4.0), dice.between(-2.0, 2.0));
            body.acceleration = Vector::new(0.0, -10.0);
            body.locks.x = dice.below(6) == 0;
            self.bodies.push(body);
        }
        let has_high_restitution = dice.below(2) == 0;
        for _ in 0..count + dice.below(2 * count) {
            let ends = [first + dice.below(count), first + dice.below(count)];
            self.touch(ends, has_high_restitution, dice);
        }
        if dice.below(2) == 0 {
            for _ in 0..30 + dice.below(40) {
                self.touch([first, FIXED], has_high_restitution, dice);
            }
        }
        // Chains of some that touch, or of others that nothing touches.
        let start = if dice.below(2) == 0 { first } else { self.bodies.len() as u32 };
        for link in 0..dice.below(5) {
            while self.bodies.len() as u32 <= start + link + 1 {
                let velocity = dice.vector(4.0);
                self.bodies.push(Body {
                    velocity,
                    inv_mass: 1.0,
                    inv_inertia: 8.0,
                    ..Body::default()
                });
            }
            let [body_a, body_b] = [start + link, start + link + 1];
            let hold = Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE };
            let (anchor_a, anchor_b) = (dice.vector(0.5), dice.vector(0.5));
            let joint = JointConstraint {
                body_a,
                body_b,
                hold,
                anchor_a,
                anchor_b,
                ..JointConstraint::default()
            };
            let motor = Motor { speed: 3.0, max_force: 5.0 };
            let is_driven = dice.below(3) == 0;
            self.joints.push(JointConstraint {
                motor: if is_driven { motor } else { joint.motor },
                ..joint
            });
        }
    }

    fn touch(&mut self, [a, b]: [u32; 2], has_high_restitution: bool, dice: &mut Dice) {
        if a == b {
            return;
        }
        let normal = dice.vector(1.0) + Vector::new(0.0, 0.01);
        let normal = normal / normal.norm();
        let along = left_of(normal) * dice.between(-0.4, 0.4);
        let point = |shift: Vector, separation| ContactPoint {
            anchor_a: normal * 0.5 + shift,
            anchor_b: normal * -0.5 + shift,
            separation,
            ..ContactPoint::default()
        };
        let separation = dice.between(-0.01, 0.05);
        let restitution =
            [0.0, 0.3, 0.9][dice.below(if has_high_restitution { 3 } else { 2 }) as usize];
        self.contacts.push(Contact {
            body_a: a,
            body_b: b,
            normal,
            restitution,
            point_count: 1 + dice.below(2) as u8,
            points: [point(along, separation), point(-along, separation)],
            ahead: if dice.below(5) == 0 { 9_000 } else { 0 },
            discs: [dice.below(4) == 0, false],
            rolling_resistance: dice.between(0.0, 0.1) * dice.below(2) as Real,
            priority: Contact::priority_of([a, b]),
            ..Contact::default()
        });
    }

    /// The result of a few steps.
    fn run(&self, config: &SolverConfig, solving: JointSolving) -> Self {
        let mut structure = Structure::new();
        structure
            .rebuild_with(&self.bodies, &mut self.contacts.clone(), &self.joints, solving)
            .unwrap();
        self.run_in(&structure, config)
    }

    /// The same in slots that were given already.
    fn run_in(&self, structure: &Structure, config: &SolverConfig) -> Self {
        let World { mut bodies, mut contacts, mut joints } = self.clone();
        let mut solver = Solver::new();
        for _ in 0..4 {
            let arrays = StepArrays {
                bodies: &mut bodies,
                contacts: &mut contacts,
                known: &[],
                joints: &mut joints,
            };
            solver.step_with(config, 1.0 / 60.0, structure, arrays).unwrap();
        }
        World { bodies, contacts, joints }
    }
}

/// The bits of an island depend on nothing else: joints, locks, splits, heavy loads and bounces of
/// others in its batch change none.
#[test]
fn islands_go_their_way_whoever_is_in_their_batch() {
    let cases = std::env::var("UMBRA_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(2_000);
    // In the last one, a crowd of the other island uses up its visits.
    for seed in (0..cases).chain([4_514]) {
        let mut dice = Dice(seed);
        let mut alone = World::default();
        alone.add(&mut dice);
        let mut beside = alone.clone();
        beside.add(&mut dice);
        let solving = if seed % 2 == 0 { JointSolving::Trees } else { JointSolving::Rows };
        let config =
            SolverConfig { velocity_iterations: 1 + dice.below(2), ..SolverConfig::default() };
        let (alone, beside) = (alone.run(&config, solving), beside.run(&config, solving));
        let differing = alone.bodies.iter().zip(&beside.bodies).position(|(a, b)| a != b);
        assert_eq!(differing, None, "seed {seed}: bodies");
        let differing = alone.contacts.iter().zip(&beside.contacts).position(|(a, b)| a != b);
        assert_eq!(differing, None, "seed {seed}: contacts");
        let differing = alone.joints.iter().zip(&beside.joints).position(|(a, b)| a != b);
        assert_eq!(differing, None, "seed {seed}: joints");
    }
}

/// The order of slots and lanes in a large batch follows from where bodies are. That changes no
/// bit, not even of a crowd that uses up its visits, or in which an impact is followed from one to
/// the other.
#[test]
fn bodies_go_their_way_whatever_slots_they_have() {
    for seed in 0..8 {
        let mut dice = Dice(seed);
        let mut world = World::default();
        for _ in 0..900 {
            let (center, velocity) = (dice.vector(20.0).into(), dice.vector(4.0));
            let mass = 1.0 + dice.below(4) as Real;
            let (inv_mass, inv_inertia) = (1.0 / mass, 8.0 / mass);
            world.bodies.push(Body { center, velocity, inv_mass, inv_inertia, ..Body::default() });
        }
        for body in 1..900 {
            world.touch([dice.below(body), body], true, &mut dice);
            world.touch([body, dice.below(900)], true, &mut dice);
        }
        let mut elsewhere = world.bodies.clone();
        for body in &mut elsewhere {
            body.center = dice.vector(20.0).into();
        }
        let config = SolverConfig::default();
        let [one, other] = [&world.bodies, &elsewhere].map(|bodies| {
            let mut structure = Structure::new();
            structure.rebuild(bodies, &mut world.contacts.clone()).unwrap();
            world.run_in(&structure, &config)
        });
        let differing = one.bodies.iter().zip(&other.bodies).position(|(a, b)| a != b);
        assert_eq!(differing, None, "seed {seed}: bodies");
        let differing = one.contacts.iter().zip(&other.contacts).position(|(a, b)| a != b);
        assert_eq!(differing, None, "seed {seed}: contacts");
    }
}
