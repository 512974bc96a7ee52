//! Nothing that is passed in panics; what is refused changes nothing.

use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;

const BAD: [Real; 3] = [Real::NAN, Real::INFINITY, Real::NEG_INFINITY];

#[test]
fn a_time_that_makes_no_sense_is_refused_and_zero_does_nothing() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    stack(&mut scene, 0.0, 3);
    run(&mut scene, 5);
    let hash = scene.state_hash();
    for dt in BAD.into_iter().chain([-1.0, -1e-9, 1e9, Real::MAX]) {
        assert!(scene.step(dt).is_err(), "{dt}");
    }
    let refused = scene.step(-1.0).unwrap_err().to_string();
    assert_eq!(refused, "`dt` must not be negative, but is -1");
    scene.step(0.0).unwrap();
    assert_eq!(scene.state_hash(), hash);
    for dt in [1e-30, 1e-6, 1.0, 10.0] {
        scene.step(dt).unwrap();
    }
    for key in scene.bodies() {
        assert!(at(&scene, key).position().coords.norm().is_finite());
    }
}

#[test]
fn bodies_and_colliders_with_bad_numbers_are_refused() {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = scene.add_body(Body::dynamic()).unwrap();
    for bad in BAD {
        for body in [
            Body::dynamic().position([bad, 0.0]),
            Body::dynamic().angle(bad),
            Body::dynamic().pose(pose([0.0, bad], 0.0)),
            Body::dynamic().velocity([0.0, bad]),
            Body::dynamic().angular_velocity(bad),
            Body::dynamic().linear_damping(bad),
            Body::dynamic().angular_damping(bad),
            Body::dynamic().gravity_scale(bad),
            Body::dynamic().additional_mass(bad),
        ] {
            assert!(scene.add_body(body).is_err());
        }
        let disc = || Collider::circle(1.0);
        for collider in [
            Collider::circle(bad),
            Collider::cuboid(1.0, bad),
            Collider::rounded_cuboid(1.0, 1.0, bad),
            Collider::capsule([0.0, 0.0], [bad, 0.0], 1.0),
            Collider::segment([0.0, bad], [1.0, 0.0]),
            Collider::polygon([[0.0, 0.0], [1.0, 0.0], [0.0, bad]]),
            Collider::rounded_polygon([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], bad),
            Collider::chain([[0.0, 0.0], [bad, 0.0]]),
            Collider::concave([[0.0, 0.0], [1.0, 0.0], [0.0, bad]]),
            Collider::compound([(pose([bad, 0.0], 0.0), Circle::new(1.0).unwrap().into())]),
            disc().density(bad),
            disc().mass(bad),
            disc().friction(bad),
            disc().restitution(bad),
            disc().rolling_resistance(bad),
            disc().surface_speed(bad),
            disc().at([0.0, bad]),
        ] {
            assert!(scene.add_collider(body, collider).is_err());
        }
        let hash = scene.state_hash();
        let mut edit = scene.body_mut(body).unwrap();
        assert!(edit.set_pose(pose([bad, 0.0], 0.0)).is_err());
        assert!(edit.set_position([bad, 0.0]).is_err());
        assert!(edit.set_angle(bad).is_err());
        assert!(edit.set_velocity([bad, 0.0]).is_err());
        assert!(edit.set_angular_velocity(bad).is_err());
        assert!(edit.apply_force([bad, 0.0]).is_err());
        assert!(edit.apply_force_at([1.0, 0.0], [bad, 0.0]).is_err());
        assert!(edit.apply_torque(bad).is_err());
        assert!(edit.apply_impulse([bad, 0.0]).is_err());
        assert!(edit.apply_angular_impulse(bad).is_err());
        assert!(edit.move_to(pose([0.0, 0.0], 0.0), bad).is_err());
        assert_eq!(scene.state_hash(), hash);
    }
    let empty: [[Real; 2]; 0] = [];
    for collider in [
        Collider::circle(0.0),
        Collider::circle(-1.0),
        Collider::polygon(empty),
        Collider::polygon([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]),
        Collider::chain(empty),
        Collider::chain_loop([[0.0, 0.0], [1.0, 0.0]]),
        Collider::concave([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),
        Collider::compound([]),
        Collider::circle(1.0).density(-1.0),
        Collider::circle(1.0).restitution(4.5),
    ] {
        assert!(scene.add_collider(body, collider).is_err());
    }
    let first = Collider::circle(-1.0).density(-1.0).friction(Real::NAN);
    let refused = scene.add_collider(body, first).unwrap_err().to_string();
    assert_eq!(refused, "`radius` must be greater than zero, but is -1", "the first error counts");
    let stats = scene.stats();
    assert_eq!((stats.bodies, stats.colliders), (1, 0));
}

#[test]
fn keys_of_what_was_removed_are_refused_for_ever() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let body = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::circle(0.5));
    let collider = at(&scene, body).colliders().next().unwrap();
    run(&mut scene, 10);
    scene.remove_body(body).unwrap();
    assert!(scene.body(body).is_err() && scene.body_mut(body).is_err());
    assert!(scene.collider(collider).is_err() && scene.collider_mut(collider).is_err());
    assert!(matches!(scene.remove_body(body), Err(umbra::Error::NoSuchBody(key)) if key == body));
    assert!(scene.remove_collider(collider).is_err());
    assert!(scene.add_collider(body, Collider::circle(1.0)).is_err());
    // Slots are used again, keys are not, and contacts of the dead are gone.
    assert_eq!(scene.contacts().count(), 0);
    let other = add(&mut scene, Body::dynamic().position([0.0, 50.0]), Collider::circle(0.5));
    assert_ne!(other, body);
    assert!(scene.body(body).is_err());
    scene.step(DT).unwrap();
    assert_eq!(scene.contact_events().len(), 1, "the end of the contact");

    scene.clear();
    assert_eq!(scene.stats(), Stats::default());
    assert!(scene.body(other).is_err());
    run(&mut scene, 3);
}

#[test]
fn a_configuration_that_makes_no_sense_is_refused_when_it_is_used() {
    let good = SceneConfig::default();
    let none = SolverConfig { substeps: 0, ..SolverConfig::default() };
    for config in [
        SceneConfig { gravity: Vector::new(Real::NAN, 0.0), ..good },
        SceneConfig { length_unit: -1.0, ..good },
        SceneConfig { hit_speed: Real::NAN, ..good },
        SceneConfig { solver: none, ..good },
        SceneConfig { solver: SolverConfig::classic(0), ..good },
    ] {
        assert!(Scene::new(config).is_err());
        let mut scene = scene(10.0, SolverConfig::default());
        let body = add(&mut scene, Body::dynamic(), Collider::circle(0.5));
        *scene.config_mut() = config;
        assert!(scene.step(DT).is_err());
        assert_eq!(at(&scene, body).position(), Point::origin());
        *scene.config_mut() = good;
        scene.step(DT).unwrap();
    }
}

#[test]
fn absurd_masses_and_speeds_break_nothing() {
    for density in [0.0, 1e-30, 1e-12, 1e12] {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        let absurd = Body::dynamic().position([0.0, 0.5]);
        let absurd = add(&mut scene, absurd, Collider::cuboid(0.5, 0.5).density(density));
        let fast = Body::dynamic().position([-30.0, 1.5]).velocity([-1e15, -1e15]);
        add(&mut scene, fast.angular_velocity(1e15), Collider::cuboid(0.5, 0.5));
        stack(&mut scene, 10.0, 3);
        for _ in 0..120 {
            scene.step(DT).unwrap();
        }
        for key in scene.bodies() {
            let position = at(&scene, key).position();
            assert!(position.x.is_finite() && position.y.is_finite(), "{density}: {position}");
        }
        assert!(at(&scene, absurd).position().y > 0.0, "{}", at(&scene, absurd).position());
    }
}

#[test]
fn what_is_pushed_beyond_all_bounds_stays_finite_or_is_disabled() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let victim = add(&mut scene, Body::dynamic().position([9.0, 5.0]), Collider::circle(1e-4));
    // A torque within bounds on an inertia of 1e-17 is an acceleration without bounds.
    scene.body_mut(victim).unwrap().apply_torque(1e15).unwrap();
    scene.body_mut(victim).unwrap().apply_torque(-1e10).unwrap();
    let mut events = vec![];
    for _ in 0..10 {
        for _ in 0..3 {
            let _ = scene.body_mut(victim).unwrap().apply_torque(1e15);
            let _ = scene.body_mut(victim).unwrap().apply_force([1e15, 0.0]);
        }
        scene.step(DT).unwrap();
        events.extend_from_slice(scene.body_events());
        for key in scene.bodies() {
            let body = at(&scene, key);
            assert!(body.position().x.is_finite() && body.velocity().norm().is_finite());
            assert!(body.angular_velocity().is_finite());
        }
    }
    assert!((at(&scene, boxes[2]).position().y - 2.5).abs() < 0.1);
    assert!(events.len() <= 1, "{events:?}");
    assert_eq!(events.is_empty(), at(&scene, victim).is_enabled());
}

#[test]
fn a_hook_that_panics_leaves_the_scene_as_it_was() {
    struct Broken;
    impl Hooks for Broken {
        fn modify_contact(&self, _: &mut ContactMut<'_>) {
            panic!("on purpose");
        }
    }
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 5);
    run(&mut scene, 10);
    let hash = scene.state_hash();
    let refused = scene.step_with(DT, &Broken).unwrap_err().to_string();
    assert_eq!(refused, "the hook `modify_contact` panicked: on purpose");
    assert_eq!(scene.state_hash(), hash);
    run(&mut scene, 60);
    assert!((at(&scene, boxes[4]).position().y - 4.5).abs() < 0.05);
}
