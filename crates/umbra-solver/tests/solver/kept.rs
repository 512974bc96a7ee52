//! Contacts and joints with which the solver goes on where it left them.

use crate::common::{Shape, World};
use umbra_geom::Vector;
use umbra_geom::math::dot;
use umbra_solver::{
    Body, Contact, Error, FIXED, Hold, JointConstraint, JointSolving, SimdLevel, Softness, Solver,
    SolverConfig, StepArrays, Stiffness, Structure,
};

const DT: f32 = 1.0 / 60.0;

/// A pyramid at rest, and discs that land on it; some contacts roll, some belong to a belt.
fn settled() -> World {
    let mut world = World::pyramid(14);
    for i in 0..12_u8 {
        let disc = world.add(Shape::Disc(0.4), -6.0 + f32::from(i), 17.0 + f32::from(i % 3));
        world.materials[disc].restitution = 0.6;
        world.materials[disc].rolling_resistance = 0.01;
    }
    world.materials[3].surface_speed = 0.2;
    for _ in 0..90 {
        world.step(DT);
    }
    world.collide();
    world
}

/// Separations by the motion of the bodies; of every seventh contact, more than that has changed.
fn look_again(world: &mut World, step: usize) -> Vec<[f32; 2]> {
    let velocity = |body: u32, bodies: &[Body]| match bodies.get(body as usize) {
        Some(body) => body.velocity,
        None => Vector::zeros(),
    };
    let bodies = &world.bodies;
    let look = |(index, contact): (usize, &mut Contact)| {
        let [a, b] = [contact.body_a, contact.body_b].map(|body| velocity(body, bodies));
        for point in &mut contact.points {
            point.separation += DT * dot(b - a, contact.normal);
        }
        let separations = contact.points.map(|point| point.separation);
        if (index + step).is_multiple_of(7) {
            contact.friction = if contact.friction > 0.5 { 0.4 } else { 0.6 };
            contact.points[0].normal_impulse = 0.0;
            return [f32::NAN; 2];
        }
        separations
    };
    world.contacts.iter_mut().enumerate().map(look).collect()
}

fn step(world: &mut World, unchanged: &[[f32; 2]]) -> Result<(), Error> {
    let World { config, bodies, contacts, structure, solver, .. } = world;
    let arrays = StepArrays { bodies, contacts, unchanged, joints: &mut [] };
    solver.step_and_select(config, DT, structure, arrays, |_| false)
}

fn bits(world: &World) -> Vec<u32> {
    let of_body = |body: &Body| {
        [body.center.x, body.center.y, body.velocity.x, body.velocity.y, body.angular_velocity]
    };
    let bodies = world.bodies.iter().flat_map(of_body);
    let contacts = world.contacts.iter().flat_map(Contact::numbers);
    bodies.chain(contacts).map(f32::to_bits).collect()
}

#[test]
fn contacts_that_are_kept_have_the_bits_of_filled_ones() {
    let mut told = settled();
    told.solver.set_level(SimdLevel::best()).unwrap();
    let mut not_told = told.clone();
    for count in 0..40 {
        // A step of another length scales the impulses.
        let unchanged = look_again(&mut told, count);
        look_again(&mut not_told, count);
        step(&mut told, &unchanged).unwrap();
        step(&mut not_told, &[]).unwrap();
        assert_eq!(bits(&told), bits(&not_told), "step {count}");
        if count == 20 {
            // The memory of a copy is empty, and that of a rebuilt structure of no use.
            told = told.clone();
            told.structure.rebuild(&told.bodies, &mut told.contacts).unwrap();
        }
    }
}

#[test]
fn memory_of_another_solver_is_not_gone_on_with() {
    let mut one = settled();
    let mut other = one.clone();
    for body in &mut other.bodies {
        body.velocity.x += 0.5;
    }
    let mut alone = other.clone();
    let mut scratch = Solver::new();
    for count in 0..5 {
        for world in [&mut one, &mut other] {
            world.solver.swap_scratch(&mut scratch);
            let unchanged = look_again(world, count);
            step(world, &unchanged).unwrap();
            world.solver.swap_scratch(&mut scratch);
        }
        look_again(&mut alone, count);
        step(&mut alone, &[]).unwrap();
        assert_eq!(bits(&other), bits(&alone));
    }
}

#[test]
fn separations_of_other_contacts_are_refused() {
    let mut world = settled();
    let before = bits(&world);
    let count = world.contacts.len();
    let refused = step(&mut world, &vec![[0.0; 2]; count - 1]);
    let stale = Error::StaleStructure { parameter: "unchanged", value: count - 1, expected: count };
    assert_eq!(refused, Err(stale));
    assert_eq!(bits(&world), before);
}

/// A chain of twenty bodies between two fixed points.
fn chain() -> (Vec<Body>, Vec<JointConstraint>) {
    let body = |i: u8| Body {
        center: [f32::from(i), 0.0].into(),
        inv_mass: 1.0,
        inv_inertia: 6.0,
        acceleration: [0.0, -10.0].into(),
        ..Body::default()
    };
    let rigid = Stiffness::Rigid(Softness { hertz: 60.0, damping_ratio: 2.0 });
    let joint = |i: u8| JointConstraint {
        body_a: if i == 0 { FIXED } else { u32::from(i) - 1 },
        body_b: if i == 20 { FIXED } else { u32::from(i) },
        priority: u16::from(i) * 7,
        hold: Hold { stiffness: rigid, ..Hold::FREE },
        ..JointConstraint::default()
    };
    ((0..20).map(body).collect(), (0..=20).map(joint).collect())
}

fn place_anchors(bodies: &[Body], joints: &mut [JointConstraint]) {
    for joint in joints {
        let end = |body: u32, side: f32, from: f32| match bodies.get(body as usize) {
            Some(body) => (body.rotation * Vector::new(side, 0.0), body.center.coords),
            None => (Vector::zeros(), Vector::new(from, 0.0)),
        };
        let (a, b) = (end(joint.body_a, 0.5, -0.5), end(joint.body_b, -0.5, 19.5));
        (joint.anchor_a, joint.anchor_b, joint.between) = (a.0, b.0, b.1 - a.1);
    }
}

#[test]
fn joints_that_are_kept_have_the_bits_of_filled_ones() {
    let solving = JointSolving::Rows;
    let mut worlds = [true, false].map(|keeps| {
        let ((bodies, joints), mut structure) = (chain(), Structure::new());
        structure.rebuild_with(&bodies, &mut [], &joints, solving).unwrap();
        (keeps, bodies, joints, structure, Solver::new())
    });
    for count in 0..60 {
        // Another length of the step is another stiffness.
        let dt = if count == 30 { 0.5 * DT } else { DT };
        for (keeps, bodies, joints, structure, solver) in &mut worlds {
            place_anchors(bodies, joints);
            if count % 10 == 5 {
                joints[7].hold.velocity.y = 0.1;
                joints[7].changed = true;
            }
            let was_read = joints.iter().filter(|joint| !joint.changed).count();
            assert_eq!(was_read > 0, count > 0);
            if !*keeps {
                joints.iter_mut().for_each(|joint| joint.changed = true);
            }
            let config = SolverConfig { joints: solving, ..SolverConfig::default() };
            let arrays = StepArrays { bodies, contacts: &mut [], unchanged: &[], joints };
            solver.step_and_select(&config, dt, structure, arrays, |_| false).unwrap();
        }
        let [one, other] = &worlds;
        assert_eq!(one.1, other.1, "step {count}");
    }
}
