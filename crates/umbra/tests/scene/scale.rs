//! The same world a hundred times smaller and a hundred times larger: `length_unit` is all that has
//! to be said.

use crate::common::{DT, add, at, run};
use umbra::prelude::*;

/// A tower, a box that slides, a ball that bounces; lengths in units.
#[derive(Debug)]
struct Outcome {
    /// How far the top of the tower has come.
    top: Vector,
    /// How far the box has slid.
    slid: Real,
    /// How high the ball rises after its first impact.
    apex: Real,
    /// The step after which nothing moves any more.
    asleep_after: usize,
}

fn outcome(unit: Real, solver: SolverConfig) -> Outcome {
    let gravity = Vector::new(0.0, -10.0 * unit);
    let config = SceneConfig { gravity, length_unit: unit, solver, ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let ground = Body::fixed().position([0.0, -unit]);
    add(&mut scene, ground, Collider::cuboid(100.0 * unit, unit).friction(0.4));
    let cube = || Collider::cuboid(0.5 * unit, 0.5 * unit).friction(0.4);
    let place = |x: Real, y: Real| Body::dynamic().position([x * unit, y * unit]);
    let tower: Vec<_> =
        (0..8).map(|row| add(&mut scene, place(0.0, row as Real + 0.5), cube())).collect();
    let slider = add(&mut scene, place(10.0, 0.5).velocity([6.0 * unit, 0.0]), cube());
    let ball = Collider::circle(0.5 * unit).restitution(0.7).rolling_resistance(0.05 * unit);
    let ball = add(&mut scene, place(-10.0, 3.5), ball);
    let (mut apex, mut rises) = (0.0, false);
    let mut asleep_after = 0;
    for step in 0..600 {
        scene.step(DT).unwrap();
        let (height, speed) = (at(&scene, ball).position().y, at(&scene, ball).velocity().y);
        rises |= speed > 0.0;
        if rises && height / unit - 0.5 > apex {
            apex = height / unit - 0.5;
        }
        if scene.stats().awake_bodies > 0 {
            asleep_after = step + 1;
        }
    }
    Outcome {
        top: at(&scene, tower[7]).position() / unit - Point::new(0.0, 7.5),
        slid: at(&scene, slider).position().x / unit - 10.0,
        apex,
        asleep_after,
    }
}

#[test]
fn a_world_a_hundred_times_smaller_or_larger_does_the_same() {
    for solver in [SolverConfig::default(), SolverConfig::classic(20)] {
        let metres = outcome(1.0, solver);
        // v² / (2 mu g) and e² h, so that all three are not wrong alike.
        assert!((metres.slid / 4.5 - 1.0).abs() < 0.02, "{metres:?}");
        // It falls at 7.7 m/s in the end: that is how finely substeps see where the ground is.
        let way = 7.746 * DT / solver.substeps as Real;
        assert!((metres.apex - 0.49 * 3.0).abs() < way, "{metres:?}");
        assert!(metres.asleep_after < 600, "{metres:?}");
        for unit in [0.01, 100.0] {
            let scaled = outcome(unit, solver);
            let both = format!("{metres:?} and with {unit}: {scaled:?}");
            assert!((scaled.top - metres.top).norm() < 2e-3, "{both}");
            assert!((scaled.slid - metres.slid).abs() < 0.01, "{both}");
            assert!((scaled.apex - metres.apex).abs() < 0.01, "{both}");
            assert!(scaled.asleep_after.abs_diff(metres.asleep_after) <= 6, "{both}");
        }
    }
}

/// By how many of their sizes ten boxes on top of one another have sunk after ten seconds, and
/// whether they sleep.
fn sunk(size: Real, unit: Real, gravity: Real, solver: SolverConfig) -> (Real, bool) {
    let gravity = Vector::new(0.0, -gravity);
    let config = SceneConfig { gravity, length_unit: unit, solver, ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let floor = Collider::cuboid(size * 50.0, size);
    add(&mut scene, Body::fixed().position([0.0, -size]), floor);
    let place = |i: u8| Body::dynamic().position([0.0, size * (Real::from(i) + 0.5)]);
    let tile = || Collider::cuboid(size * 0.5, size * 0.5);
    let boxes: Vec<_> = (0..10).map(|i| add(&mut scene, place(i), tile())).collect();
    run(&mut scene, 600);
    let top = at(&scene, boxes[9]);
    (9.5 - top.position().y / size, !top.is_awake())
}

#[test]
fn a_pile_stands_at_any_size_when_gravity_is_of_that_size() {
    for solver in [SolverConfig::default(), SolverConfig::precise(), SolverConfig::classic(10)] {
        for size in [0.001, 0.02, 0.1, 1.0, 10.0, 1000.0] {
            let (sunk, asleep) = sunk(size, size, 10.0 * size, solver);
            assert!(sunk < 0.1 && asleep, "{sunk} {asleep} at {size}: {solver:?}");
        }
    }
}

#[test]
fn the_unit_of_a_small_pile_makes_it_stand_no_worse_on_earth() {
    for size in [0.001, 0.002, 0.02, 0.1] {
        let solver = SolverConfig::default();
        let ((fitting, asleep), (usual, _)) =
            (sunk(size, size, 10.0, solver), sunk(size, 1.0, 10.0, solver));
        assert!(asleep && fitting < 1.05 * usual, "{fitting} {usual} {asleep} at {size}");
    }
    // Springs give way by what gravity does in a substep: smaller things need shorter ones.
    for (size, substeps) in [(0.2, 4), (0.1, 8), (0.02, 16), (0.01, 32)] {
        let hertz = 10.0 * substeps as Real;
        let correction = Correction::Soft { hertz, damping_ratio: 10.0, push_speed: 1.5 };
        let solver = SolverConfig { substeps, correction, ..SolverConfig::default() };
        let (sunk, asleep) = sunk(size, size, 10.0, solver);
        assert!(sunk < 0.1 && asleep, "{sunk} {asleep} at {size}");
    }
}

/// A grain far from the origin is so light, for its distance, that how it turns about the origin is
/// beyond all numbers. A ratchet has no anchors, so that does not matter.
#[test]
fn a_ratchet_turns_what_is_tiny_and_far_away() {
    for (phase, tooth) in [(0.1, 0.7), (-0.2, 0.4), (0.0, -0.3)] {
        let config = SceneConfig { length_unit: 1e-3, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        let wall = scene.add_body(Body::fixed().position([0.5, 0.4])).unwrap();
        let grain = Body::dynamic().position([0.5, 0.4]).angular_velocity(tooth);
        let grain = add(&mut scene, grain, Collider::cuboid(2e-5, 1e-5).density(0.02));
        scene.add_joint(Joint::ratchet(wall, grain, phase, tooth)).unwrap();
        for _ in 0..30 {
            scene.step(DT).unwrap();
            assert!(scene.body_events().is_empty(), "{:?}", scene.body_events());
        }
        let turned = at(&scene, grain).angle() / tooth;
        assert!((turned - 0.5).abs() < 0.01, "{turned}");
    }
}
