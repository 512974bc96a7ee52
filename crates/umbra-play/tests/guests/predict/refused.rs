//! Questions that make no sense.

use super::{asking, throw};
use crate::common::{DT, add, ground, scene};
use crate::prelude::*;

fn small() -> (Scene, BodyKey) {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let ball = add(&mut scene, Body::dynamic().position([0.0, 5.0]), Collider::circle(0.5));
    (scene, ball)
}

#[test]
fn removed_bodies() {
    let (mut scene, ball) = small();
    let other = add(&mut scene, Body::dynamic().position([9.0, 5.0]), Collider::circle(0.5));
    scene.remove_body(other).unwrap();
    let mut predictor = Predictor::new();
    for exact in [false, true] {
        let asks = [
            Predict::new(9, DT).bodies(&[ball, other]),
            Predict::new(9, DT).body(ball).velocity(other, [1.0, 0.0]),
        ];
        for ask in asks {
            let refused = predictor.predict_with(&scene, &ask.exact(exact)).unwrap_err();
            assert_eq!(refused, Error::NoSuchBody(other));
            assert!(predictor.prediction().bodies().is_empty());
        }
    }
    assert!(predictor.predict(&scene, &[ball], 9, DT).is_ok());
}

#[test]
fn no_steps_no_bodies_and_too_many() {
    let (scene, ball) = small();
    let mut predictor = Predictor::new();
    let none = predictor.predict_with(&scene, &asking(&[ball], &[throw(ball, [3.0, 1.0])], 0));
    let path = none.unwrap().bodies()[0].clone();
    assert_eq!(path.poses(), [scene.body(ball).unwrap().pose()]);
    assert_eq!(path.velocity(), Vector::new(3.0, 1.0));
    assert!(predictor.predict(&scene, &[], 60, DT).unwrap().bodies().is_empty());
    for steps in [36_001, u32::MAX] {
        let refused = predictor.predict(&scene, &[ball], steps, DT).unwrap_err().to_string();
        assert!(refused.starts_with("`steps` must be"), "{refused}");
    }
    let refused = predictor.predict(&scene, &[ball; 1_000], 30_000, DT).unwrap_err();
    assert_eq!(refused, Error::Full { what: "predicted poses", most: 4_000_000 });
    // The same body twice is two answers.
    let twice = predictor.predict(&scene, &[ball, ball], 30, DT).unwrap();
    assert_eq!(twice.bodies()[0], twice.bodies()[1]);
}

#[test]
fn numbers_that_make_no_sense() {
    let (scene, ball) = small();
    let hash = scene.state_hash();
    let mut predictor = Predictor::new();
    for dt in [Real::NAN, Real::INFINITY, -0.1, 11.0] {
        for steps in [0, 5] {
            let refused = predictor.predict(&scene, &[ball], steps, dt).unwrap_err().to_string();
            assert!(refused.contains("`dt`"), "{refused}");
        }
    }
    assert!(predictor.predict(&scene, &[ball], 5, 0.0).is_ok());
    for bad in [Real::NAN, Real::NEG_INFINITY, 1e30] {
        for exact in [false, true] {
            let ask = || Predict::new(5, DT).body(ball).exact(exact);
            let asks = [
                ask().velocity(ball, [bad, 0.0]),
                ask().impulse(ball, [0.0, bad]),
                ask().angular_velocity(ball, bad),
                ask().edit(ball, BodyEdit::GravityScale(bad)),
                ask().add(Body::dynamic().position([bad, 0.0]), [Collider::circle(0.5)]),
                ask().add(Body::dynamic(), [Collider::circle(bad)]),
            ];
            for ask in asks {
                let refused = predictor.predict_with(&scene, &ask).unwrap_err();
                assert!(matches!(refused, Error::BadValue(_)), "{refused}");
            }
        }
    }
    assert_eq!(scene.state_hash(), hash);
    assert!(predictor.predict(&scene, &[ball], 5, DT).is_ok());
}

#[test]
fn edits_that_cannot_be_done() {
    let (mut scene, ball) = small();
    for far in 0..9 {
        add(&mut scene, Body::dynamic().position([far as Real, 9.0]), Collider::circle(0.1));
    }
    let wall = add(&mut scene, Body::fixed().position([4.0, 0.0]), Collider::cuboid(0.5, 0.5));
    let mut predictor = Predictor::new();
    for exact in [false, true] {
        let ask = Predict::new(5, DT).body(ball).impulse(wall, [1.0, 0.0]).exact(exact);
        let refused = predictor.predict_with(&scene, &ask).unwrap_err();
        assert_eq!(refused, Error::NotDynamic(wall));
    }
}

/// A configuration that the next step would refuse.
#[test]
fn a_bad_configuration() {
    let (mut scene, ball) = small();
    scene.config_mut().gravity.y = Real::NAN;
    let mut predictor = Predictor::new();
    for exact in [false, true] {
        let ask = Predict::new(5, DT).body(ball).exact(exact);
        let refused = predictor.predict_with(&scene, &ask).unwrap_err().to_string();
        assert!(refused.contains("gravity"), "{refused}");
    }
}

/// A body that would fly out of the world is stopped where it is disabled, as in the scene.
#[test]
fn out_of_the_world() {
    let (scene, ball) = small();
    let mut predictor = Predictor::new();
    let ask = Predict::new(60, DT).body(ball).velocity(ball, [4e6, 0.0]);
    let real = super::stepped(&scene, &[throw(ball, [4e6, 0.0])], &[ball], 60);
    let prediction = predictor.predict_with(&scene, &ask).unwrap();
    assert_eq!(prediction.bodies()[0].poses(), real[0]);
}

/// Fixed bodies, kinematic ones and disabled ones may be asked for.
#[test]
fn bodies_that_do_not_fall() {
    let (mut scene, _) = small();
    let wall = add(&mut scene, Body::fixed().position([4.0, 0.0]), Collider::cuboid(0.5, 0.5));
    let chain = Collider::chain((0..40).map(|at| [at as Real, 20.0]));
    let level = add(&mut scene, Body::fixed(), chain);
    let lift = Body::kinematic().position([9.0, 9.0]).velocity([0.0, 1.0]);
    let lift = add(&mut scene, lift, Collider::cuboid(0.5, 0.5));
    let ghost = add(&mut scene, Body::dynamic().enabled(false), Collider::circle(0.5));
    let bare = scene.add_body(Body::dynamic().position([0.0, 50.0])).unwrap();
    let bodies = [wall, level, lift, ghost, bare];
    let real = super::stepped(&scene, &[], &bodies, 60);
    let mut predictor = Predictor::new();
    for exact in [false, true] {
        let ask = Predict::new(60, DT).bodies(&bodies).exact(exact);
        let prediction = predictor.predict_with(&scene, &ask).unwrap();
        for (path, real) in prediction.bodies().iter().zip(&real) {
            assert_eq!(path.poses(), real, "{:?}", path.body());
        }
        assert!(!prediction.reasons().contains(&Inexact::TooFar));
    }
}
