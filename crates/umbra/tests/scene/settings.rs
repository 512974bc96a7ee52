//! Promises of the settings of a scene and of its solver, also when they change from step to step.

use crate::common::{DT, run, scene};
use umbra::prelude::*;

#[test]
fn a_step_of_no_length_leaves_events_alone() {
    let mut scene = scene(9.81, SolverConfig::default());
    let ground = scene.add_body(Body::fixed()).unwrap();
    scene.add_collider(ground, Collider::cuboid(5.0, 0.5)).unwrap();
    let ball = scene.add_body(Body::dynamic().position([0.0, 1.0])).unwrap();
    scene.add_collider(ball, Collider::circle(0.5)).unwrap();
    while scene.contact_events().is_empty() {
        scene.step(DT).unwrap();
    }
    let events = scene.contact_events().to_vec();
    scene.step(0.0).unwrap();
    assert_eq!(scene.contact_events(), events);
}

#[test]
fn nothing_is_faster_than_allowed_when_a_step_ends() {
    let mut config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
    config.solver.max_speed = 10.0;
    let mut scene = Scene::new(config).unwrap();
    let key = scene.add_body(Body::dynamic().position([0.0, 0.0])).unwrap();
    scene.add_collider(key, Collider::circle(0.1).restitution(1.0)).unwrap();
    // A bat that comes at 9 m/s sends it off at 18.
    let bat = scene.add_body(Body::kinematic().position([-1.0, 0.0]).velocity([9.0, 0.0])).unwrap();
    scene.add_collider(bat, Collider::cuboid(0.2, 1.0).restitution(1.0)).unwrap();
    let mut fastest: Real = 0.0;
    for _ in 0..20 {
        scene.step(DT).unwrap();
        fastest = fastest.max(scene.body(key).unwrap().velocity().norm());
    }
    assert!(fastest > 9.9 && fastest <= 10.0 + 1e-5, "{fastest}");
}

#[test]
fn a_pile_stays_when_substeps_change() {
    // Impulses are kept from step to step: those of one long step are not those of eight short ones.
    let mut scene = scene(9.81, SolverConfig::classic(10));
    crate::common::ground(&mut scene, |collider| collider);
    let heights = (0..3).map(|i| 0.5 + i as Real);
    let boxes: Vec<BodyKey> = heights
        .map(|y| {
            let body = Body::dynamic().position([0.0, y]).can_sleep(false);
            crate::common::add(&mut scene, body, Collider::cuboid(0.5, 0.5))
        })
        .collect();
    run(&mut scene, 120);
    for solver in [SolverConfig::precise(), SolverConfig::classic(10), SolverConfig::precise()] {
        scene.config_mut().solver = solver;
        for _ in 0..5 {
            scene.step(DT).unwrap();
            for key in &boxes {
                let speed = scene.body(*key).unwrap().velocity().norm();
                assert!(speed < 0.05, "{speed} m/s");
            }
        }
    }
}

/// Balls of any size, in any units, on a table seen from above: nothing is fast enough to be slowed
/// down.
#[test]
fn no_game_of_billiards_is_slowed_down() {
    // What a metre is called, and how large the things are that the game is about.
    for (metre, unit) in
        [(1.0, 0.0285), (1.0, 0.057), (1.0, 1e-3), (100.0, 5.7), (0.4, 0.01), (30.0, 2.0)]
    {
        let mut scene = Scene::new(SceneConfig {
            gravity: Vector::zeros(),
            length_unit: unit,
            ..SceneConfig::default()
        })
        .unwrap();
        let ball = Collider::circle(0.0285 * metre).restitution(1.0).friction(0.0);
        let cue = Body::dynamic().velocity([22.9 * metre, 0.0]).bullet(true);
        let cue = scene.add(cue, [ball.clone()]).unwrap();
        let struck = scene.add(Body::dynamic().position([0.9 * metre, 0.0]), [ball]).unwrap();
        for _ in 0..30 {
            scene.step(DT).unwrap();
            assert_eq!(scene.stats().slowed, 0);
        }
        let speeds = [cue, struck].map(|key| scene.body(key).unwrap().velocity().norm() / metre);
        assert!((speeds[0] + speeds[1] - 22.9).abs() < 0.02, "{metre} {unit}: {speeds:?}");
    }
}

#[test]
fn what_is_slowed_down_is_counted() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let most = scene.config().solver.max_speed;
    let fast = |scene: &mut Scene, factor: Real| {
        let body = Body::dynamic().velocity([factor * most, 0.0]).position([0.0, 9.0 * factor]);
        scene.add(body, [Collider::circle(0.3)]).unwrap()
    };
    fast(&mut scene, 0.9);
    scene.step(DT).unwrap();
    assert_eq!(scene.stats().slowed, 0);
    let key = fast(&mut scene, 1.5);
    scene.step(DT).unwrap();
    assert!(scene.stats().slowed > 0);
    assert!(scene.body(key).unwrap().velocity().norm() <= 1.00001 * most);
    scene.body_mut(key).unwrap().set_velocity([0.0, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.stats().slowed, 0);
}
