//! A copy goes on as the original does to the last bit, whatever the original had been through.

use crate::common::{DT, add, run, scene};
use umbra::prelude::*;

fn ball(scene: &mut Scene, at: [Real; 2], velocity: [Real; 2]) {
    let body = Body::dynamic().position(at).velocity(velocity);
    add(scene, body, Collider::circle(0.5).restitution(0.8));
}

/// `first` is made, then many balls on the ground, so that what follows is solved in another batch:
/// a tall plank that falls flat. In the third step the ground is taken away, and few contacts are
/// left.
fn copies_go_on(first: impl Fn(&mut Scene)) {
    let mut scene = scene(0.0, SolverConfig::default());
    scene.config_mut().sleep.enabled = false;
    first(&mut scene);
    let ground = scene.add_body(Body::fixed().position([2000.0, -1.0])).unwrap();
    let under = scene.add_collider(ground, Collider::cuboid(1500.0, 1.0)).unwrap();
    for i in 0..1100 {
        ball(&mut scene, [1000.0 + 1.5 * i as Real, 0.499], [0.0, 0.0]);
    }
    add(&mut scene, Body::fixed().position([-100.0, -1.0]), Collider::cuboid(10.0, 1.0));
    let plank = Body::dynamic().position([-100.0, 2.0 + 22.5 * DT]).velocity([0.3, -5.0]);
    add(&mut scene, plank, Collider::cuboid(0.05, 2.0).restitution(0.5));
    run(&mut scene, 2);
    let mut older = scene.clone();
    scene.remove_collider(under).unwrap();
    run(&mut scene, 1);
    older.clone_from(&scene);
    let mut copy = scene.clone();
    for step in 0..10 {
        let hashes = [&mut scene, &mut copy, &mut older].map(|scene| {
            scene.step(DT).unwrap();
            scene.state_hash()
        });
        assert_eq!(hashes, [hashes[0]; 3], "step {step}");
    }
}

#[test]
fn while_two_bounce_in_a_batch_that_was_merged() {
    copies_go_on(|scene| {
        let way = 13.5 * DT;
        ball(scene, [0.0, 50.0], [3.0, 0.0]);
        ball(scene, [1.0 + 2.0 * way, 50.0], [-3.0, 0.0]);
    });
}

#[test]
fn while_a_body_of_many_contacts_is_in_a_batch_that_was_merged() {
    copies_go_on(|scene| {
        let plate = Body::dynamic().position([0.0, 50.0]).velocity([0.123, 1.217]);
        add(scene, plate.angular_velocity(0.0131), Collider::cuboid(100.0, 0.5));
        for i in 0..190 {
            ball(scene, [-96.0 + 1.01 * i as Real, 50.999], [0.1, -0.3]);
        }
    });
}
