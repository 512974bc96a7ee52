//! Who falls asleep, who is woken by what, and who is not.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{DT, add, at, ground, pyramid, run, scene, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;

/// Two stacks of three on the ground, far from one another, asleep.
struct Sleepers {
    scene: Scene,
    ground: BodyKey,
    left: Vec<BodyKey>,
    right: Vec<BodyKey>,
}

fn sleepers() -> Sleepers {
    let mut scene = scene(10.0, SolverConfig::default());
    let ground = ground(&mut scene, |collider| collider);
    let (left, right) = (stack(&mut scene, -5.0, 3), stack(&mut scene, 5.0, 3));
    fall_asleep(&mut scene);
    Sleepers { scene, ground, left, right }
}

fn fall_asleep(scene: &mut Scene) {
    for _ in 0..180 {
        scene.step(DT).unwrap();
        if scene.stats().awake_bodies == 0 {
            return scene.validate().unwrap();
        }
    }
    panic!("{:?}", scene.stats());
}

fn awake(scene: &Scene, bodies: &[BodyKey]) -> usize {
    bodies.iter().filter(|key| at(scene, **key).is_awake()).count()
}

fn woken(scene: &Scene) -> Vec<BodyKey> {
    let woke = |event: &BodyEvent| match event {
        BodyEvent::Woke { body } => Some(*body),
        _ => None,
    };
    scene.body_events().iter().filter_map(woke).collect()
}

fn collider_of(scene: &Scene, body: BodyKey) -> ColliderKey {
    at(scene, body).colliders().next().unwrap()
}

/// Makes a change, which has to wake all of the left stack and nobody of the right one.
fn wakes_left(what: &str, change: impl Fn(&mut Sleepers)) {
    let mut world = sleepers();
    change(&mut world);
    world.scene.step(DT).unwrap();
    world.scene.validate().unwrap();
    let there = world.left.iter().filter(|key| world.scene.body(**key).is_some());
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
fn a_stack_of_ten_falls_asleep_within_three_seconds_and_stays_where_it_is() {
    for solver in [SolverConfig::default(), SolverConfig::precise()] {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let boxes = stack(&mut scene, 0.0, 10);
        run(&mut scene, 179);
        assert_eq!(awake(&scene, &boxes), 0, "{solver:?}");
        for (row, key) in boxes.iter().enumerate() {
            assert_eq!(at(&scene, *key).velocity(), Vector::zeros());
            assert!(
                (at(&scene, *key).position() - Point::new(0.0, row as Real + 0.5)).norm() < 0.03
            );
        }
        let hash = scene.state_hash();
        run(&mut scene, 600);
        assert_eq!(scene.state_hash(), hash);
    }
}

#[test]
fn an_island_falls_asleep_together_and_is_reported_once() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let ball = Body::dynamic().position([8.0, 0.5]).velocity([-1.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.5).rolling_resistance(0.0));
    let mut fell = vec![];
    for _ in 0..180 {
        scene.step(DT).unwrap();
        let now: Vec<_> = scene.body_events().to_vec();
        assert!(now.is_empty() || now.len() == 3, "{now:?}");
        fell.extend(now);
        let moved: Vec<_> = scene.moved_bodies().map(|body| body.key()).collect();
        assert!(moved.contains(&ball));
        assert_eq!(scene.stats().islands, if fell.is_empty() { 2 } else { 1 });
    }
    let expected: Vec<_> = boxes.iter().map(|key| BodyEvent::FellAsleep { body: *key }).collect();
    assert_eq!(fell, expected);
    let stats = scene.stats();
    assert_eq!((stats.moving_bodies, stats.awake_bodies), (4, 1));
    assert_eq!((stats.awake_contacts, stats.touching_contacts), (1, 4));
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
            world.scene.body_mut(world.left[row]).unwrap().set_kind(kind);
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
        assert!(collider.set_restitution(2.0).is_err());
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
        let collider = Collider::cuboid(1.0, 1.0).offset(pose([20.0, 2.0], 0.0));
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
        world.scene.body_mut(world.ground).unwrap().set_kind(BodyKind::Kinematic);
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
        let pedestal = Collider::cuboid(0.5, 0.5).offset(pose([-5.0, 0.5], 0.0));
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
    // Those woken took part in the blow: it was not against a wall.
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

#[test]
fn a_lift_keeps_its_load_awake_while_it_moves_and_wakes_it_when_it_starts() {
    let mut scene = scene(10.0, SolverConfig::default());
    let lift = add(&mut scene, Body::kinematic(), Collider::cuboid(2.0, 0.25));
    let other = Body::kinematic().position([10.0, 0.0]).can_sleep(false);
    let other = add(&mut scene, other, Collider::cuboid(2.0, 0.25));
    let load = add(&mut scene, Body::dynamic().position([0.0, 0.75]), Collider::cuboid(0.5, 0.5));
    let rest = Body::dynamic().position([10.0, 0.75]);
    let rest = add(&mut scene, rest, Collider::cuboid(0.5, 0.5));
    run(&mut scene, 120);
    assert_eq!(awake(&scene, &[lift, load, rest]), 0);
    assert!(at(&scene, other).is_awake());

    // Slower than the threshold: the lift says whether the load sleeps.
    scene.body_mut(lift).unwrap().set_velocity([0.0, 0.02]).unwrap();
    run(&mut scene, 120);
    assert_eq!(awake(&scene, &[lift, load, rest]), 2);
    let rise = at(&scene, load).position().y - 0.75;
    assert!((rise - 0.04).abs() < 0.01, "{rise}");
    scene.body_mut(lift).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run(&mut scene, 60);
    assert_eq!(awake(&scene, &[lift, load, rest]), 0);

    let target = at(&scene, lift).pose();
    scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[lift, load, rest]), 0, "it stays where it is");
    let target = pose(at(&scene, lift).position() - Vector::new(0.0, 0.1), 0.0);
    scene.body_mut(lift).unwrap().move_to(target, DT).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[lift, load, rest]), 2);
    scene.remove_body(lift).unwrap();
    scene.remove_body(other).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(awake(&scene, &[load, rest]), 2, "nothing carries them");
}

#[test]
fn a_belt_keeps_awake_what_it_carries() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider.surface_speed(0.02));
    let load = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    run(&mut scene, 300);
    assert!(at(&scene, load).is_awake());
    assert!((at(&scene, load).velocity().x - 0.02).abs() < 0.002);
}

#[test]
fn who_may_not_sleep_keeps_its_island_awake() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 2);
    let restless = Body::dynamic().position([0.0, 2.5]).can_sleep(false);
    let restless = add(&mut scene, restless, Collider::cuboid(0.5, 0.5));
    let alone = stack(&mut scene, 5.0, 1);
    run(&mut scene, 180);
    assert_eq!((awake(&scene, &boxes), awake(&scene, &alone)), (2, 0));
    scene.body_mut(restless).unwrap().set_can_sleep(true);
    run(&mut scene, 60);
    assert_eq!(scene.stats().awake_bodies, 0);
    scene.body_mut(restless).unwrap().set_can_sleep(false);
    assert_eq!(awake(&scene, &boxes), 2);
    scene.config_mut().sleep.enabled = false;
    run(&mut scene, 120);
    assert_eq!(scene.stats().awake_bodies, 4);
}

#[test]
fn threshold_and_delay_are_those_of_the_configuration() {
    for (speed, delay, asleep_after) in
        [(0.05, 0.5, 30), (0.05, 0.1, 6), (2.0, 0.5, 30), (0.05, 0.0, 1)]
    {
        let mut scene = scene(0.0, SolverConfig::default());
        scene.config_mut().sleep = SleepConfig { enabled: true, speed, delay };
        let body = Body::dynamic().velocity([speed * 0.9, 0.0]);
        let body = add(&mut scene, body, Collider::circle(0.5));
        let faster = Body::dynamic().position([0.0, 5.0]).velocity([speed * 1.1, 0.0]);
        let faster = add(&mut scene, faster, Collider::circle(0.5));
        let turning = Body::dynamic().position([0.0, 9.0]).angular_velocity(speed * 2.2);
        let turning = add(&mut scene, turning, Collider::circle(0.5));
        // Half a second is 30 steps, or one more by rounding.
        run(&mut scene, asleep_after - 1);
        assert!(at(&scene, body).is_awake(), "{speed} {delay}");
        run(&mut scene, 2);
        assert!(!at(&scene, body).is_awake(), "{speed} {delay}");
        run(&mut scene, 60);
        assert!(at(&scene, faster).is_awake() && at(&scene, turning).is_awake());
    }
    let mut scene = scene(0.0, SolverConfig::default());
    for bad in [-1.0, Real::NAN, Real::INFINITY] {
        scene.config_mut().sleep = SleepConfig { speed: bad, ..SleepConfig::default() };
        assert!(scene.step(DT).unwrap_err().to_string().contains("sleep.speed"));
        scene.config_mut().sleep = SleepConfig { delay: bad, ..SleepConfig::default() };
        assert!(scene.step(DT).unwrap_err().to_string().contains("sleep.delay"));
    }
}

#[test]
fn a_body_is_put_to_sleep_with_its_island_and_woken_at_will() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let falling = Body::dynamic().position([5.0, 9.0]);
    let falling = add(&mut scene, falling, Collider::circle(0.5));
    run(&mut scene, 10);
    scene.body_mut(falling).unwrap().sleep();
    scene.body_mut(boxes[1]).unwrap().sleep();
    assert_eq!(scene.stats().awake_bodies, 0);
    scene.validate().unwrap();
    let hash = scene.state_hash();
    scene.step(DT).unwrap();
    assert_eq!(scene.body_events().len(), 4);
    assert_eq!(scene.state_hash(), hash, "it hangs in the air");
    scene.body_mut(falling).unwrap().wake();
    scene.step(DT).unwrap();
    assert_eq!(scene.body_events(), [BodyEvent::Woke { body: falling }]);
    assert!(at(&scene, falling).velocity().y < 0.0);
}

#[test]
fn a_level_of_sleeping_piles_costs_nothing_until_it_is_touched() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let mut piles = vec![];
    for pile in 0..10 {
        let at = |row: usize| [4.0 * pile as Real, row as Real + 0.5];
        let body = |row| Body::dynamic().position(at(row)).sleeping(true);
        let bodies = (0..5).map(|row| add(&mut scene, body(row), Collider::cuboid(0.5, 0.5)));
        piles.push(bodies.collect::<Vec<_>>());
    }
    // As a program does that sets things up in its own order.
    scene.config_mut().gravity = Vector::new(0.0, -9.0);
    run(&mut scene, 5);
    let stats = scene.stats();
    assert_eq!((stats.awake_bodies, stats.awake_contacts, stats.contacts), (0, 0, 50));
    assert_eq!(scene.contacts().filter(ContactRef::is_touching).count(), 50);
    scene.body_mut(piles[3][4]).unwrap().apply_impulse([0.1, 0.0]).unwrap();
    scene.step(DT).unwrap();
    assert_eq!(scene.stats().awake_bodies, 5);
    assert_eq!(awake(&scene, &piles[3]), 5);
}

#[test]
fn contacts_are_kept_over_sleep_with_their_impulses_and_make_no_events() {
    let mut world = sleepers();
    let read = |scene: &Scene, key| -> Vec<_> {
        let contacts = at(scene, key).contacts();
        contacts.flat_map(|contact| contact.points().collect::<Vec<_>>()).collect()
    };
    let asleep = read(&world.scene, world.left[1]);
    assert_eq!(asleep.len(), 4);
    assert!(asleep.iter().all(|point| point.normal_impulse > 0.0));
    assert_eq!(at(&world.scene, world.ground).contacts().count(), 2);
    world.scene.body_mut(world.left[0]).unwrap().wake();
    let awake = read(&world.scene, world.left[1]);
    let sum = |points: &[ContactPointRef]| points.iter().map(|p| p.normal_impulse).sum::<Real>();
    assert_eq!(awake.len(), 4);
    assert!((sum(&awake) - sum(&asleep)).abs() < 1e-6);
    for _ in 0..60 {
        world.scene.step(DT).unwrap();
        assert_eq!(world.scene.contact_events(), []);
        // It goes on as if it had not slept: nothing sags and pushes itself up again.
        for key in &world.left {
            assert!(at(&world.scene, *key).velocity().norm() < 0.01);
        }
    }
    assert_eq!(at(&world.scene, world.ground).contacts().count(), 2);
    world.scene.remove_body(world.left[0]).unwrap();
    world.scene.step(DT).unwrap();
    assert_eq!(world.scene.contact_events().len(), 2, "one box ends two contacts");
}

#[test]
fn sleep_changes_no_bit_over_threads_and_copies() {
    let build = || {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        pyramid(&mut scene, 8);
        for pile in 0..8 {
            stack(&mut scene, 20.0 + 3.0 * pile as Real, 4);
        }
        let ball = Body::dynamic().position([110.0, 1.0]).velocity([-30.0, 4.0]);
        add(&mut scene, ball, Collider::circle(1.0).density(4.0));
        scene
    };
    let go_on = |scene: &mut Scene, steps: usize| {
        let mut seen = vec![];
        for _ in 0..steps {
            scene.step(DT).unwrap();
            seen.push((scene.state_hash(), scene.stats(), scene.body_events().to_vec()));
        }
        seen
    };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut scene = build();
            let seen = go_on(&mut scene, 200);
            (scene, seen)
        })
    };
    let (mut scene, truth) = run(1);
    assert!(truth.iter().any(|(_, stats, _)| stats.awake_bodies < stats.moving_bodies / 2));
    for threads in [2, 4] {
        assert!(run(threads).1 == truth, "{threads} threads");
    }
    let mut copy = build();
    copy.clone_from(&scene);
    let mut clone = scene.clone();
    for scene in [&mut scene, &mut copy, &mut clone] {
        let first = scene.bodies().nth(3).unwrap();
        scene.body_mut(first).unwrap().apply_impulse([3.0, 2.0]).unwrap();
    }
    let truth = go_on(&mut scene, 200);
    assert!(go_on(&mut copy, 200) == truth);
    assert!(go_on(&mut clone, 200) == truth);
}
