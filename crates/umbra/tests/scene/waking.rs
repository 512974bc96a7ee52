//! Waking: causes that wake sleeping bodies, and causes that do not.

use crate::common::sleepers::{Sleepers, awake, collider_of, fall_asleep, sleepers, woken};
use crate::common::{DT, add, at, ground, scene, stack};
use umbra::prelude::*;

/// Makes a change, which has to wake all of the left stack and nobody of the right one.
fn wakes_left(what: &str, change: impl Fn(&mut Sleepers)) {
    let mut world = sleepers();
    change(&mut world);
    world.scene.step(DT).unwrap();
    world.scene.validate().unwrap();
    let there = world.left.iter().filter(|key| world.scene.body(**key).is_ok());
    let there: Vec<_> = there.copied().collect();
    let dynamic = |key: &&BodyKey| at(&world.scene, **key).kind() == BodyKind::Dynamic;
    let enabled = |key: &&BodyKey| at(&world.scene, **key).is_enabled();
    let expected = there.iter().filter(dynamic).filter(enabled).count();
    assert_eq!(awake(&world.scene, &there), expected, "{what} wakes the island");
    assert_eq!(awake(&world.scene, &world.right), 0, "{what} wakes nobody else");
    for key in there.iter().filter(dynamic).filter(enabled) {
        assert!(woken(&world.scene).contains(key), "{what} is reported");
    }
}

/// Makes a change, which must not wake anybody.
fn wakes_nobody(what: &str, change: impl Fn(&mut Sleepers)) {
    let mut world = sleepers();
    change(&mut world);
    world.scene.step(DT).unwrap();
    world.scene.validate().unwrap();
    let all = [world.left.clone(), world.right.clone()].concat();
    assert_eq!((awake(&world.scene, &all), woken(&world.scene)), (0, vec![]), "{what}");
}

fn body_change(what: &str, change: impl Fn(&mut BodyMut<'_>)) {
    for row in 0..3 {
        wakes_left(what, |world| {
            let mut body = world.scene.body_mut(world.left[row]).unwrap();
            change(&mut body);
            assert!(body.view().is_awake(), "{what} wakes at once");
        });
    }
}

#[test]
fn changes_of_a_body_wake_its_island_and_no_other() {
    body_change("a force", |body| body.apply_force([0.0, 1.0]).unwrap());
    body_change("a force at a point", |body| body.apply_force_at([1.0, 0.0], [0.0, 0.0]).unwrap());
    body_change("a torque", |body| body.apply_torque(1.0).unwrap());
    body_change("an impulse", |body| body.apply_impulse([0.1, 0.0]).unwrap());
    body_change("an angular impulse", |body| body.apply_angular_impulse(0.1).unwrap());
    body_change("a velocity", |body| body.set_velocity([0.1, 0.0]).unwrap());
    body_change("an angular velocity", |body| body.set_angular_velocity(0.1).unwrap());
    body_change("a position", |body| {
        let position = body.view().position();
        body.set_position(position + Vector::new(0.01, 0.0)).unwrap();
    });
    body_change("a mass", |body| body.set_additional_mass(2.0).unwrap());
    body_change("a gravity scale", |body| body.set_gravity_scale(0.5).unwrap());
    body_change("a lock of rotation", |body| body.set_lock_rotation(true));
    body_change("a lock of translation", |body| body.set_lock_translation(true, false));
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general enough"
    )]
    body_change("a call", |body| body.wake());
    for row in 0..3 {
        let change = |world: &mut Sleepers, kind| {
            world.scene.body_mut(world.left[row]).unwrap().set_kind(kind).unwrap();
        };
        wakes_left("fixing", |world| change(world, BodyKind::Fixed));
        wakes_left("disabling", |world| {
            world.scene.body_mut(world.left[row]).unwrap().set_enabled(false).unwrap();
        });
        wakes_left("removal", |world| world.scene.remove_body(world.left[row]).unwrap());
    }
}

#[test]
fn changes_of_a_collider_wake_its_island_and_no_other() {
    for row in 0..3 {
        let change = |what: &str, change: &dyn Fn(&mut ColliderMut<'_>)| {
            wakes_left(what, |world| {
                let key = collider_of(&world.scene, world.left[row]);
                change(&mut world.scene.collider_mut(key).unwrap());
            });
        };
        change("friction", &|collider| collider.set_friction(0.1).unwrap());
        change("restitution", &|collider| collider.set_restitution(0.1).unwrap());
        change("rolling resistance", &|collider| collider.set_rolling_resistance(0.1).unwrap());
        change("surface speed", &|collider| collider.set_surface_speed(0.1).unwrap());
        change("density", &|collider| collider.set_density(3.0).unwrap());
        change("mass", &|collider| collider.set_mass(3.0).unwrap());
        change("filter", &|collider| {
            collider.set_filter(Filter { mask: 0, ..Filter::default() });
        });
        wakes_left("a collider added", |world| {
            world.scene.add_collider(world.left[row], Collider::circle(0.1)).unwrap();
        });
        wakes_left("a collider removed", |world| {
            let key = collider_of(&world.scene, world.left[row]);
            world.scene.remove_collider(key).unwrap();
        });
    }
}

#[test]
fn what_changes_nothing_for_a_sleeper_wakes_nobody() {
    wakes_nobody("reading and marking", |world| {
        let mut body = world.scene.body_mut(world.left[0]).unwrap();
        body.set_user_data(3);
        body.set_linear_damping(0.5).unwrap();
        body.set_velocity([0.0, 0.0]).unwrap();
        body.apply_force([0.0, 0.0]).unwrap();
        assert!(body.set_velocity([Real::NAN, 0.0]).is_err());
        assert!(body.apply_impulse([Real::NAN, 0.0]).is_err());
        let key = collider_of(&world.scene, world.left[0]);
        let mut collider = world.scene.collider_mut(key).unwrap();
        collider.set_hit_events(true);
        collider.set_user_data(4);
        assert!(collider.set_friction(-1.0).is_err());
        assert!(collider.set_restitution(5.0).is_err());
    });
    wakes_nobody("configuration that only reports", |world| {
        world.scene.config_mut().hit_speed = 2.0;
        world.scene.config_mut().simd = Some(SimdLevel::Scalar);
    });
    wakes_nobody("a neighbour beside it", |world| {
        add(&mut world.scene, Body::fixed().position([-3.95, 0.5]), Collider::cuboid(0.5, 0.5));
    });
    wakes_nobody("a neighbour that sleeps on it", |world| {
        let body = Body::dynamic().position([-5.0, 3.49]).sleeping(true);
        let body = add(&mut world.scene, body, Collider::cuboid(0.5, 0.5));
        assert!(!at(&world.scene, body).is_awake());
    });
    wakes_nobody("another collider of the ground", |world| {
        let collider = Collider::cuboid(1.0, 1.0).at([20.0, 2.0]);
        world.scene.add_collider(world.ground, collider).unwrap();
    });
    wakes_nobody("a body born asleep elsewhere", |world| {
        let body = Body::dynamic().position([0.0, 5.0]).sleeping(true).velocity([3.0, 0.0]);
        let body = add(&mut world.scene, body, Collider::cuboid(0.5, 0.5));
        assert_eq!(at(&world.scene, body).velocity(), Vector::zeros());
    });
}

#[test]
fn what_all_feel_wakes_all() {
    let changes: [&dyn Fn(&mut SceneConfig); 4] = [
        &|config| config.gravity.y = -5.0,
        &|config| config.solver.substeps = 8,
        &|config| config.length_unit = 2.0,
        &|config| config.sleep.enabled = false,
    ];
    for change in changes {
        let mut world = sleepers();
        change(world.scene.config_mut());
        world.scene.step(DT).unwrap();
        assert_eq!(world.scene.stats().awake_bodies, 6);
        assert_eq!(woken(&world.scene).len(), 6);
    }
}

#[test]
fn a_changed_ground_wakes_those_that_rest_on_it() {
    let all = |what: &str, change: &dyn Fn(&mut Sleepers)| {
        let mut world = sleepers();
        change(&mut world);
        world.scene.step(DT).unwrap();
        world.scene.validate().unwrap();
        let all = [world.left, world.right].concat();
        assert_eq!(awake(&world.scene, &all), 6, "{what}");
    };
    all("removal", &|world| world.scene.remove_body(world.ground).unwrap());
    all("removal of the collider", &|world| {
        let key = collider_of(&world.scene, world.ground);
        world.scene.remove_collider(key).unwrap();
    });
    all("disabling", &|world| {
        world.scene.body_mut(world.ground).unwrap().set_enabled(false).unwrap();
    });
    all("kind", &|world| {
        world.scene.body_mut(world.ground).unwrap().set_kind(BodyKind::Kinematic).unwrap();
    });
    all("pose", &|world| {
        world.scene.body_mut(world.ground).unwrap().set_position([0.0, -1.001]).unwrap();
    });
    all("surface", &|world| {
        let key = collider_of(&world.scene, world.ground);
        world.scene.collider_mut(key).unwrap().set_surface_speed(1.0).unwrap();
    });
    all("filter", &|world| {
        let key = collider_of(&world.scene, world.ground);
        world.scene.collider_mut(key).unwrap().set_filter(Filter { mask: 0, ..Filter::default() });
    });
}

#[test]
fn a_collider_of_the_ground_wakes_what_stood_on_it_and_what_it_is_put_into() {
    wakes_left("a pedestal taken away", |world| {
        // Put under the sleepers as if it had been there: nobody wakes for it.
        let pedestal = Collider::cuboid(0.5, 0.5).at([-5.0, 0.5]);
        let pedestal = world.scene.add_collider(world.ground, pedestal).unwrap();
        world.scene.step(DT).unwrap();
        assert_eq!(awake(&world.scene, &world.left), 3, "it is in the way");
        fall_asleep(&mut world.scene);
        world.scene.remove_collider(pedestal).unwrap();
    });
    wakes_left("a wall put into it", |world| {
        add(&mut world.scene, Body::fixed().position([-5.8, 1.5]), Collider::cuboid(0.5, 0.5));
    });
    wakes_left("a wall moved into it", |world| {
        let wall = Body::fixed().position([-6.005, 1.5]);
        let wall = add(&mut world.scene, wall, Collider::cuboid(0.5, 0.5));
        fall_asleep(&mut world.scene);
        world.scene.step(DT).unwrap();
        assert_eq!(awake(&world.scene, &world.left), 0);
        world.scene.body_mut(wall).unwrap().set_position([-5.9, 1.5]).unwrap();
    });
    wakes_left("a filter that lets a wall be met", |world| {
        let wall = Collider::cuboid(0.5, 0.5).filter(Filter { mask: 0, ..Filter::default() });
        let wall = add(&mut world.scene, Body::fixed().position([-5.8, 1.5]), wall);
        world.scene.step(DT).unwrap();
        assert_eq!(awake(&world.scene, &world.left), 0);
        let key = collider_of(&world.scene, wall);
        world.scene.collider_mut(key).unwrap().set_filter(Filter::default());
    });
}

#[test]
fn a_ball_wakes_what_it_hits_in_the_step_in_which_it_hits() {
    let mut world = sleepers();
    let ball = Body::dynamic().position([-12.0, 0.6]).velocity([10.0, 1.0]);
    let ball = add(&mut world.scene, ball, Collider::circle(0.5).friction(0.0));
    while awake(&world.scene, &world.left) == 0 {
        assert!(at(&world.scene, ball).velocity().x > 9.0, "nobody was in its way");
        world.scene.step(DT).unwrap();
    }
    assert_eq!(awake(&world.scene, &world.left), 3);
    assert_eq!(awake(&world.scene, &world.right), 0);
    // Those woken took part in the impact: it was not against a wall.
    let left = &world.left;
    assert!(left.iter().any(|key| at(&world.scene, *key).velocity().x > 1.0));
    assert!(woken(&world.scene).len() == 3);
}

#[test]
fn a_sleeper_beside_another_island_is_not_woken_with_it() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    // The fat boxes overlap, the surfaces are a centimetre apart.
    let (left, right) = (stack(&mut scene, 0.0, 3), stack(&mut scene, 1.01, 3));
    fall_asleep(&mut scene);
    let contacts = scene.stats().contacts;
    assert!(contacts > 6, "{contacts}");
    scene.body_mut(left[2]).unwrap().wake();
    assert_eq!((awake(&scene, &left), awake(&scene, &right)), (3, 0));
    scene.step(DT).unwrap();
    assert_eq!((awake(&scene, &left), awake(&scene, &right)), (3, 0));
    fall_asleep(&mut scene);
    // Pushed towards them, the lower box reaches them.
    scene.body_mut(left[0]).unwrap().apply_impulse([6.0, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!((awake(&scene, &left), awake(&scene, &right)), (3, 3));
}
