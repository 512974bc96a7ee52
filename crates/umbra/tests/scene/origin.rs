//! Everything is seen from another origin, and nothing else happens.

use crate::common::{DT, add, at, run, scene};
use umbra::prelude::*;

/// A world of everything around some place.
fn world(x: Real) -> Scene {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = scene.add_body(Body::fixed().position([x, 0.0])).unwrap();
    for part in [
        Collider::cuboid(20.0, 0.5).at([0.0, -0.5]),
        Collider::chain([[20.0, 0.0], [24.0, 1.0], [28.0, 0.0]]),
        Collider::tiles(0.5, [[Cell::Full; 12]; 2]).at([-26.0, -1.0]),
        Collider::cuboid(2.0, 0.1).at([8.0, 3.0]).one_way([0.0, 1.0]),
        Collider::cuboid(3.0, 3.0).at([-8.0, 2.0]).sensor(true),
    ] {
        scene.add_collider(floor, part.hit_events(true)).unwrap();
    }
    for i in 0..24_u8 {
        let place = [x + 2.0 * Real::from(i) - 24.0, 0.5 + Real::from(i % 5)];
        let shape = if i % 3 == 0 { Collider::circle(0.4) } else { Collider::cuboid(0.5, 0.5) };
        add(&mut scene, Body::dynamic().position(place).velocity([1.0, 0.0]), shape);
    }
    let lift = Body::kinematic().position([x + 12.0, 1.0]).velocity([0.0, 0.25]);
    add(&mut scene, lift, Collider::cuboid(1.0, 0.25));
    let keys: Vec<_> = scene.bodies().collect();
    scene.add_joint(Joint::target(keys[4], [x - 18.0, 4.0])).unwrap();
    let grounds = [[x - 3.0, 9.0], [x + 3.0, 9.0]];
    let anchors = [[x - 4.0, 1.0], [x + 4.0, 1.0]];
    let pulley =
        Joint::pulley(keys[11], keys[15], grounds[0], grounds[1], anchors[0], anchors[1], 1.0);
    scene.add_joint(pulley).unwrap();
    scene
}

fn places(scene: &Scene) -> Vec<[f64; 2]> {
    let place = |key| at(scene, key).center_of_mass();
    scene.bodies().map(place).map(|it| [f64::from(it.x), f64::from(it.y)]).collect()
}

#[test]
fn what_comes_nearer_keeps_every_digit_and_nothing_happens() {
    let far = 8192.0;
    for steps in [0, 1, 7, 60, 400] {
        let mut scene = world(far);
        run(&mut scene, steps);
        // Pairs that the next step would find are found at once.
        let stats = |scene: &Scene| {
            let mut stats = scene.stats();
            (stats.contacts, stats.awake_contacts) = (0, 0);
            stats
        };
        let (before, counted) = (places(&scene), stats(&scene));
        let speeds = |scene: &Scene| -> Vec<_> {
            scene.bodies().map(|key| at(scene, key).velocity()).collect()
        };
        let (moving, told) = (speeds(&scene), scene.contact_events().len());
        let points = |scene: &Scene| {
            let of = |it: ContactRef<'_>| it.points().map(|it| it.normal_impulse).collect();
            scene.contacts().map(of).collect::<Vec<Vec<_>>>()
        };
        let impulses = points(&scene);
        scene.shift_origin([far, 0.0]).unwrap();
        assert_eq!(scene.validate(), Ok(()), "{steps}");
        for (before, now) in before.iter().zip(places(&scene)) {
            assert_eq!([before[0] - f64::from(far), before[1]], now, "{steps}");
        }
        assert_eq!(stats(&scene), counted, "{steps}");
        assert_eq!((speeds(&scene), scene.contact_events().len()), (moving, told));
        assert_eq!(points(&scene), impulses);
        // It goes on as before, but for the digits that it now has.
        let sleeps = scene.stats().awake_bodies == 0;
        for _ in 0..20 {
            scene.step(DT).unwrap();
            assert_eq!(scene.validate(), Ok(()), "{steps}");
            let ends = |event: &&ContactEvent| matches!(event, ContactEvent::End { .. });
            let ends = scene.contact_events().iter().filter(ends).count();
            assert!(steps != 400 || ends == 0, "{ends} contacts end");
        }
        assert!(!sleeps || scene.stats().awake_bodies == 0);
    }
}

/// There and back again, by numbers that are not round.
#[test]
fn a_shift_to_and_fro_leaves_the_world_whole() {
    let mut scene = world(0.0);
    for round in 0..60_u8 {
        let by = [1234.567 * Real::from(round % 7), -77.7 * Real::from(round % 3)];
        scene.shift_origin(by).unwrap();
        assert_eq!(scene.validate(), Ok(()), "{round}");
        scene.step(DT).unwrap();
        assert_eq!(scene.validate(), Ok(()), "{round}");
        scene.shift_origin(by.map(|it| -it)).unwrap();
        scene.step(DT).unwrap();
        assert_eq!(scene.validate(), Ok(()), "{round}");
    }
    for key in scene.bodies() {
        let place = at(&scene, key).position();
        assert!(place.y > -0.2 && place.x.abs() < 40.0, "{place}");
    }
    let hit = scene.cast_ray([0.0, 20.0], [0.0, -40.0], QueryFilter::default());
    assert!(hit.is_some());
}

#[test]
fn bad_shifts_are_refused_and_change_nothing() {
    let mut scene = world(0.0);
    let before = format!("{scene:?}");
    for bad in [Real::NAN, Real::INFINITY, 1e9] {
        assert!(scene.shift_origin([bad, 0.0]).is_err());
        assert!(scene.shift_origin([0.0, bad]).is_err());
    }
    add(&mut scene, Body::fixed().position([9e7, 0.0]), Collider::circle(1.0));
    assert!(scene.shift_origin([-9e7, 0.0]).is_err());
    scene.remove_body(scene.bodies().last().unwrap()).unwrap();
    assert!(!before.is_empty());
    assert_eq!(scene.bodies().count(), 26);
}

/// What parts and meets again between two steps is still one pair, whatever was shifted meanwhile.
#[test]
fn a_pair_that_parts_and_meets_again_around_a_shift_stays_one() {
    let mut scene = world(0.0);
    run(&mut scene, 60);
    let places: Vec<_> = scene.bodies().map(|key| (key, at(&scene, key).position())).collect();
    for (key, place) in &places {
        scene.body_mut(*key).unwrap().set_position(*place + Vector::new(0.0, 50.0)).unwrap();
    }
    scene.shift_origin([3.0, 0.0]).unwrap();
    scene.shift_origin([-3.0, 0.0]).unwrap();
    for (key, place) in &places {
        scene.body_mut(*key).unwrap().set_position(*place).unwrap();
    }
    for _ in 0..5 {
        scene.step(DT).unwrap();
        assert_eq!(scene.validate(), Ok(()));
    }
}
