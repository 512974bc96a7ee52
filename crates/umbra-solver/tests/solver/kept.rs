//! Contacts and joints with which the solver goes on where it left them.

use crate::common::{Shape, World};
use umbra_geom::Vector;
use umbra_geom::math::dot;
use umbra_solver::{
    Body, Contact, Error, EventThresholds, FIXED, Hold, JointConstraint, JointSolving, Known,
    SimdLevel, Softness, Solver, SolverConfig, StepArrays, Stiffness, Structure,
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
fn look_again(world: &mut World, step: usize) -> Vec<Known> {
    let velocity = |body: u32, bodies: &[Body]| match bodies.get(body as usize) {
        Some(body) => body.velocity,
        None => Vector::zeros(),
    };
    let bodies = &world.bodies;
    let look = |(index, contact): (usize, &mut Contact)| {
        let [a, b] = [contact.body_a, contact.body_b].map(|body| velocity(body, bodies));
        let closing = DT * dot(b - a, contact.normal);
        contact.set_separations(contact.separations().map(|separation| separation + closing));
        let separations = contact.separations();
        if (index + step).is_multiple_of(7) {
            contact.friction = if contact.friction > 0.5 { 0.4 } else { 0.6 };
            contact.points[0].normal_impulse = 0.0;
            return Known::NOTHING;
        }
        Known::separations(separations)
    };
    world.contacts.iter_mut().enumerate().map(look).collect()
}

fn step(world: &mut World, known: &[Known]) -> Result<(), Error> {
    let World { config, bodies, contacts, structure, solver, .. } = world;
    let arrays = StepArrays { bodies, contacts, known, joints: &mut [] };
    solver.step_with(config, DT, structure, arrays)
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
        let known = look_again(&mut told, count);
        look_again(&mut not_told, count);
        step(&mut told, &known).unwrap();
        step(&mut not_told, &[]).unwrap();
        assert_eq!(bits(&told), bits(&not_told), "step {count}");
        if count == 20 {
            // The memory of a copy is empty, and that of a rebuilt structure of no use.
            told = told.clone();
            told.structure.rebuild(&told.bodies, &mut told.contacts).unwrap();
        }
    }
}

/// Looks again at the contacts of two worlds alike, of which the second one has its results in the
/// contacts, and the first one, as far as the solver holds them, in their lanes.
fn look_at_both(worlds: &mut [World; 2], step: usize) -> Vec<Known> {
    let known = look_again(&mut worlds[1], step);
    let [in_lanes, written] = worlds;
    let each = known.into_iter().zip(&written.contacts).enumerate();
    each.map(|(index, (known, written))| {
        let World { structure, solver, contacts, .. } = &mut *in_lanes;
        let contact = &mut contacts[index];
        if (index + step).is_multiple_of(7) {
            solver.read(structure, index, contact);
            assert_eq!(contact.impulse, written.impulse);
            contact.friction = written.friction;
            contact.points[0].normal_impulse = 0.0;
            for (point, of_written) in contact.points.iter_mut().zip(written.points) {
                point.separation = of_written.separation;
                assert_eq!(point.normal_impulse, of_written.normal_impulse);
            }
        } else if (index + step).is_multiple_of(5) {
            // It has other points with the same features, or its points in the other order.
            contact.set_separations(written.separations());
            contact.friction = 0.5 + 0.01 * (step % 3) as f32;
            return match contact.point_count {
                2 if step.is_multiple_of(2) => {
                    contact.points.swap(0, 1);
                    Known::impulses_of([Some(1), Some(0)])
                }
                2 if step.is_multiple_of(3) => Known::impulses_of([None, Some(1)]),
                _ => Known::OTHER_PLACES,
            };
        } else {
            // What is told of a contact in its lane need not be written.
            let are_in_lanes = solver.holds_results();
            contact.set_separations(if are_in_lanes { [7.0; 2] } else { written.separations() });
        }
        known
    })
    .collect()
}

#[test]
fn results_that_stay_in_lanes_are_those_that_are_written() {
    let mut worlds = [settled(), settled()];
    let thresholds = EventThresholds { hit_speed: 1.0, apart: 0.0 };
    for count in 0..40 {
        let known = look_at_both(&mut worlds, count);
        let [in_lanes, written] = &mut worlds;
        for (index, contact) in written.contacts.iter_mut().enumerate() {
            if (index + count).is_multiple_of(7) || !(index + count).is_multiple_of(5) {
                continue;
            }
            let points = &mut contact.points;
            contact.friction = 0.5 + 0.01 * (count % 3) as f32;
            match contact.point_count {
                2 if count.is_multiple_of(2) => points.swap(0, 1),
                2 if count.is_multiple_of(3) => {
                    (points[0].normal_impulse, points[0].tangent_impulse) = (0.0, 0.0);
                }
                _ => {}
            }
            for (point, of_lanes) in points.iter_mut().zip(in_lanes.contacts[index].points) {
                point.separation = of_lanes.separation;
            }
        }
        let World { config, bodies, contacts, structure, solver, .. } = in_lanes;
        let arrays = StepArrays { bodies, contacts, known: &known, joints: &mut [] };
        solver.step_in_lanes(config, DT, structure, arrays, thresholds).unwrap();
        step(written, &[]).unwrap();
        let mut read = in_lanes.clone();
        let World { structure, solver, contacts, .. } = &mut read;
        assert!(count == 0 || solver.holds_results(), "a copy has them too");
        solver.write_contacts(structure, contacts, &[], &[]);
        assert_eq!(bits(&read), bits(written), "step {count}");
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
            let known = look_again(world, count);
            step(world, &known).unwrap();
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
    let refused = step(&mut world, &vec![Known::separations([0.0; 2]); count - 1]);
    let stale = Error::StaleStructure { parameter: "known", value: count - 1, expected: count };
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
            let arrays = StepArrays { bodies, contacts: &mut [], known: &[], joints };
            solver.step_with(&config, dt, structure, arrays).unwrap();
        }
        let [one, other] = &worlds;
        assert_eq!(one.1, other.1, "step {count}");
    }
}
