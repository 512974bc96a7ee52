//! Independence of islands: their results depend on their own contacts in the steps before, and not
//! on others in their batch.

use umbra_geom::{Real, Vector};
use umbra_solver::{Body, Contact, ContactPoint, FIXED, Solver, SolverConfig, Structure};

/// The number of bodies on the ground that fills a batch.
const CROWD: u32 = 1100;
/// The number of bodies in one island from which on several threads may solve it.
const LARGE_CROWD: u32 = 2500;

#[derive(Default)]
struct World {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
}

impl World {
    /// A ball of mass one, and its index.
    fn ball(&mut self, center: [Real; 2], velocity: [Real; 2]) -> u32 {
        let inertia = Body { inv_mass: 1.0, inv_inertia: 8.0, ..Body::default() };
        let velocity = Vector::from(velocity);
        self.bodies.push(Body { center: center.into(), velocity, ..inertia });
        self.bodies.len() as u32 - 1
    }

    fn contact(&mut self, bodies: [u32; 2], point: ContactPoint) -> &mut Contact {
        let [body_a, body_b] = bodies;
        let points = [point, ContactPoint::default()];
        self.contacts.push(Contact {
            body_a,
            body_b,
            point_count: 1,
            points,
            ..Contact::default()
        });
        self.contacts.last_mut().unwrap()
    }

    /// Two balls that collide.
    fn pair(&mut self) {
        let balls = [[0.0, 3.0], [1.0, -4.0]].map(|[x, speed]| self.ball([x, 0.0], [speed, 0.1]));
        let contact = self.contact(balls, point([0.5, 0.0], [-0.5, 0.0]));
        (contact.restitution, contact.round) = (0.8, true);
        contact.normal = Vector::new(1.0, 0.0);
    }

    /// A plate on which so many balls land that it is split.
    fn plate(&mut self, count: u32, restitution: Real) {
        let velocity = Vector::new(0.123, -0.217);
        let plate = Body { inv_mass: 0.01, inv_inertia: 0.0007, velocity, ..Body::default() };
        let index = self.bodies.len() as u32;
        self.bodies.push(Body { angular_velocity: 0.0131, ..plate });
        for i in 0..count {
            let x = i as Real - 0.5 * count as Real;
            let ball = self.ball([x, 1.0], [0.1, -0.3 - restitution * 3.0]);
            let contact = self.contact([index, ball], point([x, 0.5], [0.0, -0.5]));
            contact.restitution = restitution * (i % 8) as Real / 8.0;
        }
    }

    /// A tall plank that falls flat: the passes do not solve its impact completely.
    fn plank(&mut self) {
        let inertia = Body { inv_mass: 1.0, inv_inertia: 0.75, ..Body::default() };
        let index = self.bodies.len() as u32;
        self.bodies.push(Body { velocity: Vector::new(0.3, -5.0), ..inertia });
        let contact = self.contact([FIXED, index], point([-0.05, 0.0], [-0.05, -2.0]));
        (contact.restitution, contact.point_count) = (0.5, 2);
        contact.points[1] = point([0.05, 0.0], [0.05, -2.0]);
    }
}

fn point(anchor_a: [Real; 2], anchor_b: [Real; 2]) -> ContactPoint {
    ContactPoint {
        anchor_a: anchor_a.into(),
        anchor_b: anchor_b.into(),
        separation: -0.001,
        ..ContactPoint::default()
    }
}

/// Solves an island beside a plank, in a structure that was merged and in one that was rebuilt for
/// these contacts. With `in_a_row`, the bodies of the crowd have begun to touch one another, else
/// they have separated.
fn compare(island: impl Fn(&mut World), crowd: u32, in_a_row: bool) {
    let mut world = World::default();
    island(&mut world);
    let first = world.contacts.len();
    for _ in 0..crowd {
        let ball = world.ball([0.0; 2], [0.0; 2]);
        world.contact([FIXED, ball], point([0.0; 2], [0.0, -0.5]));
    }
    world.plank();
    let World { bodies, mut contacts } = world;
    let mut merged = Structure::new();
    merged.rebuild(&bodies, &mut contacts).unwrap();
    let before = merged.statistics().batches;
    for contact in &mut contacts[first..first + crowd as usize] {
        if !in_a_row {
            contact.point_count = 0;
        } else if contact.body_b as usize + 1 < bodies.len() {
            contact.body_a = contact.body_b - 1;
        }
    }
    let copy = &mut merged.clone();
    merged.rebuild(&bodies, &mut contacts).unwrap();
    copy.rebuild(&bodies, &mut contacts).unwrap();
    let mut fresh = Structure::new();
    fresh.rebuild(&bodies, &mut contacts).unwrap();
    let batches = [&merged, copy, &fresh].map(|structure| structure.statistics().batches);
    assert_eq!(batches[0], batches[1], "a copy goes on with the batches that there were");
    assert!(batches[0] != batches[2] || before > batches[0], "nothing was merged: {batches:?}");

    let config = SolverConfig::default();
    let after = |structure: &Structure| {
        let (mut bodies, mut contacts) = (bodies.clone(), contacts.clone());
        let solver = &mut Solver::new();
        solver.step(&config, 1.0 / 60.0, structure, &mut bodies, &mut contacts).unwrap();
        bodies
    };
    let (merged, fresh) = (after(&merged), after(&fresh));
    let differing = merged.iter().zip(&fresh).enumerate().find(|(_, (a, b))| a != b);
    assert!(differing.is_none(), "{differing:?}");
}

#[test]
fn a_pair_bounces_alike_whoever_shares_its_batch() {
    compare(World::pair, CROWD, false);
}

#[test]
fn a_body_that_is_split_moves_alike_whoever_shares_its_batch() {
    for count in [30, 60, 130, 400] {
        compare(|world| world.plate(count, 0.0), CROWD, false);
    }
}

#[test]
fn many_that_strike_one_bounce_alike_whoever_shares_their_batch() {
    compare(|world| world.plate(200, 0.9), LARGE_CROWD, true);
}
