//! Moments of a scene to go back to.

use std::collections::HashSet;

use umbra::Error;
use umbra_scenes::flippers::Dice;

use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::prelude::*;

fn saved(scene: &mut Scene) -> Snapshot {
    let mut saved = Snapshot::default();
    scene.save_into(&mut saved).unwrap();
    saved
}

/// Whether a scene goes back to a moment, and on from there as a copy does, whatever happened in
/// between.
fn goes_back(mut scene: Scene, between: impl Fn(&mut Scene), after: impl Fn(&mut Scene)) {
    let moment = saved(&mut scene);
    let mut copy = scene.clone();
    between(&mut scene);
    scene.restore(&moment).unwrap();
    assert_eq!(scene.validate(), Ok(()));
    for _ in 0..90 {
        assert_eq!(scene.state_hash(), copy.state_hash());
        assert_eq!(scene.stats(), copy.stats());
        assert_eq!(scene.contact_events(), copy.contact_events());
        assert_eq!(scene.sensor_events(), copy.sensor_events());
        for scene in [&mut scene, &mut copy] {
            after(scene);
            scene.step(DT).unwrap();
        }
    }
}

#[test]
fn nothing_saved_is_an_error_and_changes_nothing() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let before = format!("{scene:?}");
    let none = Snapshot::default();
    assert_eq!(scene.restore(&none), Err(Error::EmptySnapshot));
    assert_eq!(scene.restore_as_branch(&none), Err(Error::EmptySnapshot));
    assert_eq!(none.hash(), Scene::new(SceneConfig::default()).unwrap().state_hash());
    assert_eq!(format!("{scene:?}"), before);
}

#[test]
fn what_sleeps_wakes_falls_and_is_struck_goes_back() {
    let pile = |sleeps: bool| {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it);
        stack(&mut scene, 0.0, 5);
        stack(&mut scene, 4.0, 3);
        run(&mut scene, if sleeps { 200 } else { 7 });
        scene
    };
    for sleeps in [false, true] {
        let shoot = |scene: &mut Scene| {
            for key in scene.bodies().collect::<Vec<_>>() {
                if at(scene, key).position().x > 3.0 {
                    scene.body_mut(key).unwrap().set_velocity([-9.0, 2.0]).unwrap();
                }
            }
            run(scene, 40);
        };
        goes_back(pile(sleeps), shoot, |_| ());
        goes_back(pile(sleeps), |scene| run(scene, 300), shoot);
    }
}

/// What scenes are made of may be another one in between: the snapshot has all of it.
#[test]
fn what_is_added_removed_and_made_anew_goes_back() {
    let world = || {
        let mut scene = scene(10.0, SolverConfig::default());
        let floor = ground(&mut scene, |it| it);
        stack(&mut scene, 0.0, 4);
        let wheel = Body::dynamic().position([5.0, 2.0]);
        let wheel = add(&mut scene, wheel, Collider::circle(0.5).restitution(0.6));
        let hinge = Joint::revolute(floor, wheel, [4.0, 2.0]).motor(2.0, 30.0);
        scene.add_joint(hinge).unwrap();
        let area = Collider::cuboid(1.0, 3.0).sensor(true).at([-0.5, 2.0]);
        scene.add_collider(floor, area).unwrap();
        run(&mut scene, 30);
        scene
    };
    let remove = |scene: &mut Scene| {
        for key in scene.bodies().collect::<Vec<_>>() {
            scene.remove_body(key).unwrap();
        }
        run(scene, 3);
    };
    let change = |scene: &mut Scene| {
        for key in scene.colliders().collect::<Vec<_>>() {
            let mut collider = scene.collider_mut(key).unwrap();
            collider.set_friction(0.0).unwrap();
            collider.set_density(7.0).unwrap();
            collider.set_filter(Filter { mask: 2, ..Filter::default() });
        }
        for key in scene.joints().collect::<Vec<_>>() {
            scene.remove_joint(key).unwrap();
        }
        scene.config_mut().gravity = Vector::new(3.0, 1.0);
        scene.config_mut().solver.substeps = 2;
        run(scene, 20);
    };
    let add_more = |scene: &mut Scene| {
        for i in 0..9_u8 {
            let body = Body::dynamic().position([Real::from(i) - 4.0, 6.0]);
            add(scene, body, Collider::circle(0.4));
        }
        run(scene, 50);
    };
    goes_back(world(), remove, |_| ());
    goes_back(world(), change, |_| ());
    goes_back(world(), add_more, |_| ());
    goes_back(world(), |scene| run(scene, 10), add_more);
    let both = |scene: &mut Scene| {
        add_more(scene);
        remove(scene);
    };
    goes_back(world(), both, |_| ());
}

/// Cells of maps get pieces where bodies come, and lifts lose their seams with the floor when they
/// leave.
#[test]
fn levels_go_back() {
    let level = || {
        let mut scene = scene(10.0, SolverConfig::default());
        let map = Collider::tiles(0.5, [[Cell::Full; 40]; 2]).at([-10.0, -1.0]);
        let map = scene.add(Body::fixed(), [map]).unwrap();
        let body = Body::kinematic().position([2.0, 0.3]).velocity([0.5, 0.0]);
        let cart = Collider::tiles(0.25, [[Cell::Full; 6]; 1]).at([-0.75, 0.0]);
        let cart = scene.add(body, [cart]).unwrap();
        for i in 0..6_u8 {
            let ball = Body::dynamic().position([Real::from(i) - 3.0, 1.0]).velocity([3.0, 0.0]);
            add(&mut scene, ball, Collider::circle(0.2));
        }
        run(&mut scene, 12);
        (scene, map, cart)
    };
    let (scene, ..) = level();
    goes_back(scene, |scene| run(scene, 60), |_| ());
    let (scene, map, cart) = level();
    let dig = move |scene: &mut Scene| {
        let key = at(scene, map).colliders().next().unwrap();
        scene.collider_mut(key).unwrap().set_cell([20, 1], Cell::Empty).unwrap();
        scene.body_mut(cart).unwrap().set_velocity([0.0, 0.0]).unwrap();
        run(scene, 9);
    };
    goes_back(scene, dig, |_| ());
    let (scene, ..) = level();
    goes_back(scene, |scene| run(scene, 5), dig);
}

/// A snapshot belongs to all copies of its scene: for a second world that predicts, or another
/// thread.
#[test]
fn copies_go_back_to_the_same_moment() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    stack(&mut scene, 0.0, 4);
    let moment = saved(&mut scene);
    let mut copy = scene.clone();
    run(&mut scene, 25);
    let mut other = Scene::new(SceneConfig::default()).unwrap();
    for scene in [&mut copy, &mut other] {
        scene.restore(&moment).unwrap();
        run(scene, 25);
    }
    assert_eq!(scene.state_hash(), copy.state_hash());
    assert_eq!(scene.state_hash(), other.state_hash());
}

/// A level costs nothing, and memory is used again.
#[test]
fn a_snapshot_is_as_large_as_what_moves() {
    let size = |level: u16| {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it);
        for i in 0..level {
            let place = Body::fixed().position([100.0 + 3.0 * Real::from(i), 0.0]);
            add(&mut scene, place, Collider::cuboid(1.0, 1.0));
        }
        stack(&mut scene, 0.0, 20);
        run(&mut scene, 5);
        let moment = saved(&mut scene);
        run(&mut scene, 30);
        assert!(saved(&mut scene).size() < 2 * moment.size());
        moment.size()
    };
    assert_eq!(size(0), size(3000));
    assert!(size(0) < 20 * 800, "{}", size(0));
}

#[test]
fn keys_come_again_unless_it_is_a_branch() {
    let mut dice = Dice::new(5);
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |it| it);
    let mut chance = move |most: u32| dice.below(most);
    let mut given_out = HashSet::new();
    let mut there: Vec<BodyKey> = Vec::new();
    let mut moment = (saved(&mut scene), there.clone());
    let note = |scene: &Scene, key: BodyKey, given_out: &mut HashSet<u64>| {
        let body = scene.body(key).unwrap();
        let keys = [key.to_bits()]
            .into_iter()
            .chain(body.colliders().map(|key| key.to_bits() | 1 << 63))
            .chain(body.joints().map(|key| key.to_bits() | 1 << 62));
        for bits in keys.collect::<Vec<_>>() {
            assert!(given_out.insert(bits), "{bits:x} was given out before");
        }
    };
    for round in 0..400 {
        match chance(8) {
            0..4 => {
                let key = add(&mut scene, Body::dynamic(), Collider::circle(0.1));
                scene.add_joint(Joint::weld(floor, key, [0.0, 0.0])).unwrap();
                note(&scene, key, &mut given_out);
                there.push(key);
            }
            4..6 if !there.is_empty() => {
                let which = chance(there.len() as u32) as usize;
                scene.remove_body(there.swap_remove(which)).unwrap();
            }
            6 => moment = (saved(&mut scene), there.clone()),
            _ => {
                scene.restore_as_branch(&moment.0).unwrap();
                there.clone_from(&moment.1);
                assert_eq!(scene.validate(), Ok(()), "round {round}");
            }
        }
        for key in &there {
            assert!(scene.body(*key).is_ok(), "round {round}");
        }
        assert_eq!(scene.body_count(), there.len() + 1);
    }
    // And without branches, all again is the same again.
    let moment = saved(&mut scene);
    let keys = |scene: &mut Scene| [(); 5].map(|()| scene.add_body(Body::dynamic()).unwrap());
    let first = keys(&mut scene);
    scene.restore(&moment).unwrap();
    assert_eq!(keys(&mut scene), first);
}
