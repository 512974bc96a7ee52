//! Colliders that are changed while they are in a scene, and keep their keys.

use crate::common::{add, at, ground, run, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

fn tile(scene: &mut Scene, place: [Real; 2]) -> (BodyKey, ColliderKey) {
    let body = scene.add_body(Body::dynamic().position(place)).unwrap();
    (body, scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap())
}

/// How many touches began and ended in a step.
fn step(scene: &mut Scene) -> [usize; 2] {
    run(scene, 1);
    assert_eq!(scene.validate(), Ok(()));
    let count = |which: fn(&ContactEvent) -> bool| {
        scene.contact_events().iter().filter(|event| which(event)).count()
    };
    [
        count(|event| matches!(event, ContactEvent::Begin { .. })),
        count(|event| matches!(event, ContactEvent::End { .. })),
    ]
}

#[test]
fn another_shape_weighs_and_touches_what_it_should() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let (body, key) = tile(&mut scene, [0.0, 0.5]);
    run(&mut scene, 120);
    assert!(!at(&scene, body).is_awake());
    scene.collider_mut(key).unwrap().set_shape(Circle::new(0.5).unwrap()).unwrap();
    assert!(at(&scene, body).is_awake());
    let area = core::f32::consts::PI * 0.25;
    assert!((at(&scene, body).mass() - area).abs() < 1e-5);
    assert!((at(&scene, body).inertia() - area * 0.125).abs() < 1e-5);
    assert_eq!(step(&mut scene), [1, 1]);
    let shapes: Vec<_> =
        scene.collider(key).unwrap().shapes().map(|(shape, _)| shape.clone()).collect();
    assert_eq!(shapes, [Shape::from(Circle::new(0.5).unwrap())]);
    run(&mut scene, 120);
    assert!((at(&scene, body).position().y - 0.5).abs() < 0.01);

    // One of several pieces becomes one of one: each touch still ends once.
    let both = [-0.3, 0.3].map(|x| (pose([x, 0.0], 0.0), Circle::new(0.25).unwrap().into()));
    let pair = add(&mut scene, Body::dynamic().position([5.0, 0.25]), Collider::compound(both));
    let pair_key = at(&scene, pair).colliders().next().unwrap();
    run(&mut scene, 10);
    scene.collider_mut(pair_key).unwrap().set_shape(Polygon::cuboid(0.5, 0.25).unwrap()).unwrap();
    assert_eq!(step(&mut scene), [1, 1]);
}

#[test]
fn an_offset_moves_the_shape_and_the_centre_of_mass() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |collider| collider);
    let floor_key = at(&scene, floor).colliders().next().unwrap();
    let (body, key) = tile(&mut scene, [0.0, 0.5]);
    run(&mut scene, 120);
    scene.collider_mut(key).unwrap().set_offset(pose([0.0, 1.0], 0.3)).unwrap();
    assert_eq!(
        at(&scene, body).center_of_mass(),
        Point::new(0.0, 1.5) + (at(&scene, body).position() - Point::new(0.0, 0.5))
    );
    assert_eq!(scene.collider(key).unwrap().offset(), pose([0.0, 1.0], 0.3));
    assert_eq!(scene.validate(), Ok(()));
    run(&mut scene, 240);
    // It has fallen by what it was lifted, onto one of its sides.
    let lowest = scene.collider(key).unwrap().aabb().min.y;
    assert!(lowest.abs() < 0.02, "{lowest}");

    // The floor of a sleeper goes down.
    run(&mut scene, 120);
    assert!(!at(&scene, body).is_awake());
    scene.collider_mut(floor_key).unwrap().set_offset(pose([0.0, -2.0], 0.0)).unwrap();
    run(&mut scene, 120);
    let lowest = scene.collider(key).unwrap().aabb().min.y;
    assert!((lowest + 2.0).abs() < 0.02, "{lowest}");

    let before = scene.state_hash();
    for bad in [pose([Real::NAN, 0.0], 0.0), pose([0.0, Real::INFINITY], 0.0)] {
        let refused = scene.collider_mut(key).unwrap().set_offset(bad).unwrap_err();
        assert!(refused.to_string().contains("offset"), "{refused}");
    }
    assert_eq!((scene.state_hash(), scene.validate()), (before, Ok(())));
}

#[test]
fn a_disabled_collider_meets_nobody_and_weighs_the_same() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |collider| collider);
    let floor_key = at(&scene, floor).colliders().next().unwrap();
    let (body, key) = tile(&mut scene, [0.0, 0.5]);
    run(&mut scene, 120);
    let mass = at(&scene, body).mass();
    scene.collider_mut(key).unwrap().set_enabled(false).unwrap();
    assert!(!scene.collider(key).unwrap().is_enabled());
    assert_eq!(scene.colliders_at([0.0, 0.5], QueryFilter::default()).len(), 0);
    assert_eq!((step(&mut scene), at(&scene, body).mass()), ([0, 1], mass));
    run(&mut scene, 30);
    assert!(at(&scene, body).position().y < 0.0);

    // Its body's coming back does not bring it back.
    scene.body_mut(body).unwrap().set_enabled(false).unwrap();
    scene.body_mut(body).unwrap().set_enabled(true).unwrap();
    assert_eq!(scene.validate(), Ok(()));
    scene.body_mut(body).unwrap().set_position([0.0, 0.5]).unwrap();
    scene.body_mut(body).unwrap().set_velocity([0.0, 0.0]).unwrap();
    scene.collider_mut(key).unwrap().set_enabled(true).unwrap();
    assert_eq!(step(&mut scene), [1, 0]);

    // A floor that is switched off under a sleeper.
    run(&mut scene, 120);
    assert!(!at(&scene, body).is_awake());
    scene.collider_mut(floor_key).unwrap().set_enabled(false).unwrap();
    run(&mut scene, 30);
    assert!(at(&scene, body).position().y < 0.0);
}

#[test]
fn a_collider_that_was_moved_on_its_body_is_found_where_it_is_before_the_next_step() {
    let mut scene = scene(10.0, SolverConfig::default());
    let disc = scene.add_body(Body::fixed()).unwrap();
    let disc = scene.add_collider(disc, Collider::circle(0.4)).unwrap();
    run(&mut scene, 1);
    scene.collider_mut(disc).unwrap().set_offset(pose([7.0, 0.0], 0.0)).unwrap();
    assert_eq!(scene.colliders_at([7.0, 0.0], QueryFilter::default()), [disc]);
}

#[test]
fn a_collider_that_is_enabled_again_goes_with_its_body() {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = scene.add_body(Body::dynamic()).unwrap();
    let disc = scene.add_collider(body, Collider::circle(0.4)).unwrap();
    for on in [false, true] {
        scene.collider_mut(disc).unwrap().set_enabled(on).unwrap();
        run(&mut scene, 20);
    }
    let (center, body) = (scene.collider(disc).unwrap().aabb().center(), at(&scene, body));
    assert!((center - body.position()).norm() < 1e-5, "{center} {}", body.position());
}

#[test]
fn a_collider_goes_with_its_body_while_it_is_disabled() {
    for crowd in [0, 40] {
        for kind in [Body::dynamic(), Body::kinematic()] {
            let mut scene = scene(0.0, SolverConfig::default());
            let ground = scene.add_body(Body::fixed().position([50.0, 0.0])).unwrap();
            // Many fixed pieces, or none: those of few awake bodies are listed in another way.
            for _ in 0..crowd {
                scene.add_collider(ground, Collider::circle(0.1)).unwrap();
            }
            let body = scene.add_body(kind.velocity([0.0, -5.0])).unwrap();
            let key = scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
            scene.collider_mut(key).unwrap().set_enabled(false).unwrap();
            run(&mut scene, 60);
            let place = at(&scene, body).position();
            let shape = |scene: &Scene| {
                let (_, pose) = scene.collider(key).unwrap().shapes().next().unwrap();
                Point::from(pose.translation.vector)
            };
            assert_eq!(shape(&scene), place);
            scene.collider_mut(key).unwrap().set_enabled(true).unwrap();
            assert_eq!(shape(&scene), place);
            assert_eq!(scene.colliders_at(place, QueryFilter::default()), [key]);
            assert_eq!(scene.colliders_at([0.0, 0.0], QueryFilter::default()), []);
            assert_eq!(scene.validate(), Ok(()));
        }
    }
}

#[test]
fn materials_combine_as_they_ask() {
    // How far a box slides, and how high a ball bounces.
    let outcome = |rule: CombineRule, of_scene: CombineRule| {
        let mut scene = scene(10.0, SolverConfig::default());
        scene.config_mut().friction_rule = of_scene;
        scene.config_mut().restitution_rule = of_scene;
        ground(&mut scene, |collider| collider.friction(0.8).restitution(0.1));
        let rules = |collider: Collider| collider.friction_rule(rule).restitution_rule(rule);
        let sliding = Body::dynamic().position([0.0, 0.25]).velocity([4.0, 0.0]);
        let sliding = add(&mut scene, sliding, rules(Collider::cuboid(0.5, 0.25).friction(0.2)));
        let falling = Body::dynamic().position([-5.0, 2.5]);
        let ball = add(&mut scene, falling, rules(Collider::circle(0.5).restitution(0.7)));
        let (mut apex, mut rises): (Real, bool) = (0.0, false);
        for _ in 0..240 {
            run(&mut scene, 1);
            let ball = at(&scene, ball);
            rises |= ball.velocity().y > 0.1;
            if rises {
                apex = Real::max(apex, ball.position().y - 0.5);
            }
        }
        let friction = 16.0 / (20.0 * at(&scene, sliding).position().x);
        (friction, (apex / 2.0).sqrt())
    };
    for (rule, friction, restitution) in [
        (CombineRule::Usual, 0.4, 0.7),
        (CombineRule::GeometricMean, 0.4, 0.265),
        (CombineRule::Average, 0.5, 0.4),
        (CombineRule::Minimum, 0.2, 0.1),
        (CombineRule::Multiply, 0.16, 0.07),
        (CombineRule::Maximum, 0.8, 0.7),
    ] {
        // What a collider asks for counts more than what the scene says, and that more than nothing.
        let of_scenes = match rule {
            CombineRule::Usual => &[(rule, rule)][..],
            _ => &[
                (rule, CombineRule::Usual),
                (rule, CombineRule::Maximum),
                (CombineRule::Usual, rule),
            ],
        };
        for (rule, of_scene) in of_scenes {
            let found = outcome(*rule, *of_scene);
            let what = format!("{rule:?}, {of_scene:?}: {found:?}");
            assert!((found.0 / friction - 1.0).abs() < 0.03, "{what}");
            // What bounces back slower than the threshold does not bounce again, but it has once.
            assert!((found.1 - restitution).abs() < 0.03, "{what}");
        }
    }
    assert!(CombineRule::Maximum > CombineRule::Minimum, "of two rules the later one counts");
}

#[test]
fn another_rule_of_the_scene_counts_for_what_touches_already_and_wakes_what_sleeps() {
    // It rests on a slope, asleep, until materials are mixed in another way.
    let mut scene = scene(10.0, SolverConfig::default());
    add(&mut scene, Body::fixed().angle(-0.3), Collider::cuboid(20.0, 0.5).friction(0.9));
    let up = Body::dynamic().position([0.25, 0.8]).angle(-0.3);
    let tile = add(&mut scene, up, Collider::cuboid(0.5, 0.25).friction(0.2));
    run(&mut scene, 120);
    assert!(!at(&scene, tile).is_awake());
    let before = at(&scene, tile).position();
    run(&mut scene, 60);
    assert_eq!(at(&scene, tile).position(), before);
    scene.config_mut().friction_rule = CombineRule::Minimum;
    run(&mut scene, 60);
    assert!((at(&scene, tile).position() - before).norm() > 0.3);
    // The scene is another one after it was cleared, but its rules are not.
    scene.clear();
    add(&mut scene, Body::fixed().angle(-0.3), Collider::cuboid(20.0, 0.5).friction(0.9));
    let tile = Body::dynamic().position([0.25, 0.8]).angle(-0.3);
    let tile = add(&mut scene, tile, Collider::cuboid(0.5, 0.25).friction(0.2));
    run(&mut scene, 60);
    assert!((at(&scene, tile).position() - before).norm() > 0.3);
}

#[test]
fn mass_can_be_given_by_hand() {
    let given = MassProperties { mass: 4.0, center: Point::new(0.5, 0.0), inertia: 2.0 };
    let mut scene = scene(0.0, SolverConfig::default());
    let body = add(&mut scene, Body::dynamic().mass_properties(given), Collider::circle(1.0));
    let read = |scene: &Scene| {
        (at(scene, body).mass(), at(scene, body).center_of_mass(), at(scene, body).inertia())
    };
    assert_eq!(read(&scene), (4.0, Point::new(0.5, 0.0), 2.0));
    // Colliders that come do not change it.
    scene.add_collider(body, Collider::circle(2.0)).unwrap();
    assert_eq!(read(&scene), (4.0, Point::new(0.5, 0.0), 2.0));
    scene.body_mut(body).unwrap().apply_impulse_at([0.0, 4.0], [1.5, 0.0]).unwrap();
    assert!((at(&scene, body).velocity().y - 1.0).abs() < 1e-6);
    assert!((at(&scene, body).angular_velocity() - 2.0).abs() < 1e-6);
    for bad in [
        MassProperties { mass: -1.0, ..given },
        MassProperties { mass: Real::NAN, ..given },
        MassProperties { inertia: Real::INFINITY, ..given },
        MassProperties { center: Point::new(Real::NAN, 0.0), ..given },
    ] {
        let refused = scene.body_mut(body).unwrap().set_mass_properties(Some(bad)).unwrap_err();
        assert!(refused.to_string().contains("mass_properties."), "{refused}");
        assert!(scene.add_body(Body::dynamic().mass_properties(bad)).is_err());
        assert_eq!(read(&scene), (4.0, Point::new(0.5, 0.0), 2.0));
    }
    scene.body_mut(body).unwrap().set_mass_properties(None).unwrap();
    let area = 5.0 * core::f32::consts::PI;
    assert!((at(&scene, body).mass() - area).abs() < 1e-4);
}
