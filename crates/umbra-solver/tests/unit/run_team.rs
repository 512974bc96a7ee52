//! Tests of `src/run/team.rs` that need its private parts.

use super::*;
use crate::block::filling::Filling;
use crate::kernel::bounce::BounceParams;
use crate::run::arrays::Arrays;
use crate::run::executor::StepContext;
use crate::run::stage::{kinds, stages};
use crate::{
    Body, ConstraintForm, Contact, ContactPoint, FIXED, Hold, JointConstraint, Motor, Softness,
    SolverConfig, Stiffness, Structure,
};
use umbra_lanes::{SimdLevel, dispatch};

/// A pile of discs in a lattice, each touching its neighbours, above a kinematic floor: both
/// kinds of blocks, bounces, cold blocks, locks and a hub.
fn pile(columns: u32, layers: u32) -> (Vec<Body>, Vec<Contact>) {
    let mut bodies = vec![Body::default(); (columns * layers) as usize + 1];
    let (floor, mut contacts) = (columns * layers, vec![]);
    let mut touch = |a: u32, b: u32, normal: [f32; 2]| {
        let normal = umbra_geom::Vector::from(normal);
        let point = ContactPoint {
            anchor_a: normal * 0.5,
            anchor_b: normal * -0.5,
            separation: -0.01 * (a % 3) as f32,
            ..ContactPoint::default()
        };
        contacts.push(Contact {
            body_a: a,
            body_b: b,
            normal,
            point_count: 1,
            points: [point; 2],
            restitution: if a.is_multiple_of(4) { 0.5 } else { 0.0 },
            rolling_resistance: if b.is_multiple_of(5) { 0.1 } else { 0.0 },
            ..Contact::default()
        });
    };
    for layer in 0..layers {
        for column in 0..columns {
            let disc = layer * columns + column;
            let body = &mut bodies[disc as usize];
            (body.inv_mass, body.inv_inertia) = (1.0, 8.0);
            body.center = [column as f32, layer as f32].into();
            body.velocity = [(disc % 5) as f32 - 2.0, -((disc % 7) as f32)].into();
            body.locks.x = disc % 11 == 3;
            if column > 0 {
                touch(disc - 1, disc, [1.0, 0.0]);
            }
            touch(if layer > 0 { disc - columns } else { floor }, disc, [0.0, 1.0]);
            // The first disc reaches far.
            if disc > 1 && disc < 30 {
                touch(disc, 0, [-1.0, 0.0]);
            }
        }
    }
    bodies[floor as usize].velocity.x = 1.0;
    touch(FIXED, 1, [0.0, 1.0]);
    (bodies, contacts)
}

/// Chains through four layers, and motors on the lowest one. Few under Miri, which takes
/// minutes for each.
fn nets(columns: u32) -> Vec<JointConstraint> {
    let hold = Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE };
    let up = umbra_geom::Vector::new(0.0, 0.5);
    let mut joints = vec![];
    for column in 0..if cfg!(miri) { 2 } else { columns } {
        for layer in 1..4 {
            let (body_a, body_b) = (layer * columns + column, (layer + 1) * columns + column);
            joints.push(JointConstraint {
                body_a,
                body_b,
                hold,
                anchor_a: up,
                anchor_b: -up,
                between: 2.0 * up,
                ..JointConstraint::default()
            });
        }
        let form = ConstraintForm::Angle {
            start: 0.0,
            ratios: [1.0; 2],
            lines: [umbra_geom::Vector::zeros(); 2],
        };
        let motor = Motor { speed: 3.0, max_force: 5.0 };
        let (body_a, body_b) = (FIXED, column);
        joints.push(JointConstraint { body_a, body_b, form, motor, ..JointConstraint::default() });
    }
    joints
}

/// One step by a team of `members`, or by one thread without a team.
fn step(members: Option<usize>, config: &SolverConfig) -> Vec<Body> {
    let (mut bodies, contacts) = if cfg!(miri) { pile(10, 5) } else { pile(40, 20) };
    let mut structure = Structure::new();
    let joints = nets(if cfg!(miri) { 10 } else { 40 });
    structure
        .rebuild_with(&bodies, &mut contacts.clone(), &joints, crate::JointSolving::Trees)
        .unwrap();
    assert!(structure.statistics().hubs > 0);
    let mut list = vec![];
    stages(config, 1.0 / 60.0, &mut list);
    let mut numbers = vec![];
    kinds(&list, &mut numbers);
    let h = 1.0 / 60.0 / config.substeps as f32;
    let mut arrays = Arrays::default();
    arrays.make_room(&structure);
    let context = StepContext {
        stages: &list,
        kinds: &numbers,
        bodies: &bodies,
        contacts: &contacts,
        known: &[],
        joints: &joints,
        keeps_joints: false,
        filling: Filling { impulse_scale: 1.0, bounce_speed: 0.0, reach: 1.0 },
        dt: 1.0 / 60.0,
        h,
        max_speed: 100.0,
        slowed: &AtomicU32::new(0),
        calm_speed: 1.0,
        params: BounceParams { h, threshold: 0.5 },
    };
    for task in arrays.tasks(&structure, context) {
        if let Some(members) = members {
            let team = &Team::new(task, members as u32);
            std::thread::scope(|scope| {
                for index in 0..members as u32 {
                    scope.spawn(move || dispatch(SimdLevel::best(), Member { team, index }));
                }
            });
        } else {
            dispatch(SimdLevel::best(), task);
        }
    }
    let bounds = crate::body::Bounds { speed: 400.0, spin: 94.0 };
    arrays.write_bodies(&structure, &mut bodies, &bounds, &mut vec![]);
    bodies
}

#[test]
fn a_team_of_any_size_does_what_one_thread_does() {
    let projection = SolverConfig {
        substeps: 1,
        correction: crate::Correction::LINEAR_PROJECTION,
        ..SolverConfig::default()
    };
    let two = SolverConfig { substeps: 2, ..SolverConfig::default() };
    for config in [projection, two] {
        let expected = step(None, &config);
        for members in if cfg!(miri) { 2..3 } else { 1..5 } {
            assert!(step(Some(members), &config) == expected, "{members} members");
        }
    }
}
