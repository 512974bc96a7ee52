//! In a pile that rests, contacts are known to keep their points without a look at them. A copy of
//! a scene does not know, and looks at each: both have to go on to the same bits, whatever is done
//! to the pile meanwhile.

use crate::common::{DT, add, run, scene};
use umbra::prelude::*;

/// A pile at rest, with bodies of two colliders and discs among its boxes.
struct Pile {
    ground: BodyKey,
    belt: BodyKey,
    bodies: Vec<BodyKey>,
}

fn pile() -> (Scene, Pile) {
    let mut scene = scene(10.0, SolverConfig::default());
    scene.config_mut().sleep.enabled = false;
    let ground = add(&mut scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(40.0, 1.0));
    let belt = add(&mut scene, Body::kinematic().position([30.0, 0.5]), Collider::cuboid(4.0, 0.5));
    let mut bodies = vec![];
    for column in 0..12 {
        for row in 0..6 {
            let at = [-20.0 + 1.5 * column as Real, 0.5 + 1.001 * row as Real];
            let body = Body::dynamic().position(at);
            let collider = match row {
                5 => Collider::circle(0.5),
                _ => Collider::cuboid(0.5, 0.5),
            };
            bodies.push(add(&mut scene, body, collider));
        }
    }
    for row in 0..3 {
        let body = Body::dynamic().position([30.0, 1.5 + 1.001 * row as Real]);
        bodies.push(add(&mut scene, body, Collider::cuboid(1.0, 0.5)));
        let key = *bodies.last().unwrap();
        scene.add_collider(key, Collider::cuboid(0.3, 0.5).at([1.4, 0.0])).unwrap();
    }
    // A plate that rises towards something that nothing can push.
    let plate = Body::kinematic().position([55.0, 3.0]).velocity([0.0, 0.004]);
    add(&mut scene, plate, Collider::cuboid(1.0, 0.1));
    let locked = Body::dynamic().position([55.0, 3.61]).lock_rotation();
    let locked = locked.lock_translation_x().lock_translation_y();
    bodies.push(add(&mut scene, locked, Collider::cuboid(0.5, 0.5)));
    run(&mut scene, 120);
    (scene, Pile { ground, belt, bodies })
}

fn go_on_alike(mut scene: Scene, mut copy: Scene) {
    for step in 0..12 {
        run(&mut scene, 1);
        run(&mut copy, 1);
        assert_eq!(scene.state_hash(), copy.state_hash(), "step {step}");
    }
}

/// Takes a copy of a pile, changes both and goes on.
fn goes_on_after(change: impl Fn(&mut Scene, &Pile)) {
    let (mut scene, pile) = pile();
    let mut copy = scene.clone();
    change(&mut scene, &pile);
    change(&mut copy, &pile);
    go_on_alike(scene, copy);
}

#[test]
fn a_pile_goes_on_as_its_copy() {
    goes_on_after(|_, _| ());
}

#[test]
fn when_the_ground_is_moved() {
    goes_on_after(|scene, pile| {
        scene.body_mut(pile.ground).unwrap().set_position([0.0, -1.3]).unwrap();
    });
    goes_on_after(|scene, pile| {
        scene.body_mut(pile.ground).unwrap().set_angle(0.01).unwrap();
    });
}

#[test]
fn when_something_is_moved_by_a_hair() {
    goes_on_after(|scene, pile| {
        for index in [7, 73] {
            let at = scene.body(pile.bodies[index]).unwrap().position() + Vector::new(0.002, 0.0);
            scene.body_mut(pile.bodies[index]).unwrap().set_position(at).unwrap();
        }
    });
}

#[test]
fn when_bodies_come_and_go() {
    goes_on_after(|scene, pile| {
        scene.remove_body(pile.bodies[0]).unwrap();
    });
    goes_on_after(|scene, _| {
        let body = Body::dynamic().position([-20.0, 6.6]).velocity([0.0, -3.0]);
        add(scene, body, Collider::cuboid(0.5, 0.5));
        run(scene, 8);
    });
}

#[test]
fn when_something_is_struck_or_driven() {
    goes_on_after(|scene, pile| {
        scene.body_mut(pile.bodies[26]).unwrap().apply_impulse([2.0, 0.5]).unwrap();
    });
    goes_on_after(|scene, _| {
        let ball = Body::dynamic().position([-25.0, 2.5]).velocity([60.0, 0.0]);
        add(scene, ball, Collider::circle(0.2).restitution(0.9).density(20.0));
    });
    goes_on_after(|scene, pile| {
        scene.body_mut(pile.belt).unwrap().set_velocity([0.3, 0.4]).unwrap();
    });
}

#[test]
fn when_colliders_are_edited() {
    goes_on_after(|scene, pile| {
        let key = scene.body(pile.bodies[31]).unwrap().colliders().next().unwrap();
        let mut collider = scene.collider_mut(key).unwrap();
        collider.set_shape(Polygon::cuboid(0.52, 0.5).unwrap()).unwrap();
    });
    goes_on_after(|scene, pile| {
        let key = scene.body(pile.ground).unwrap().colliders().next().unwrap();
        scene.collider_mut(key).unwrap().set_friction(0.0).unwrap();
    });
}

#[test]
fn when_a_hook_takes_points_away() {
    struct Picky;
    impl Hooks for Picky {
        fn modify_contact(&self, contact: &mut ContactMut<'_>) {
            contact.retain_points(|point| point.position.x < -10.2);
        }
    }
    goes_on_after(|scene, _| {
        scene.step_with(DT, &Picky).unwrap();
        run(scene, 1);
        scene.step_with(DT, &Picky).unwrap();
    });
}

#[test]
fn when_an_earlier_state_comes_back() {
    let (mut scene, pile) = pile();
    let mut snapshot = Snapshot::default();
    scene.save_into(&mut snapshot).unwrap();
    let copy = scene.clone();
    for index in [2, 40] {
        scene.body_mut(pile.bodies[index]).unwrap().apply_impulse([3.0, 1.0]).unwrap();
    }
    run(&mut scene, 20);
    scene.restore(&snapshot).unwrap();
    go_on_alike(scene, copy);
}

#[test]
fn when_the_configuration_is_edited() {
    goes_on_after(|scene, _| scene.config_mut().gravity = [0.5, -9.0].into());
    goes_on_after(|scene, _| {
        scene.config_mut().length_unit = 0.3;
        run(scene, 2);
        scene.config_mut().length_unit = 1.0;
    });
    goes_on_after(|scene, _| scene.step(DT / 3.0).unwrap());
}

#[test]
fn when_it_falls_asleep_and_wakes() {
    goes_on_after(|scene, pile| {
        scene.config_mut().sleep.enabled = true;
        run(scene, 60);
        scene.body_mut(pile.bodies[12]).unwrap().wake();
        run(scene, 3);
        scene.body_mut(pile.bodies[12]).unwrap().apply_impulse([1.0, 0.0]).unwrap();
    });
}

#[test]
fn separations_are_told_that_nobody_looked_at() {
    let (mut scene, pile) = pile();
    let mut copy = scene.clone();
    run(&mut scene, 3);
    run(&mut copy, 1);
    let told = |scene: &Scene| -> Vec<_> {
        let contacts = pile.bodies.iter().flat_map(|body| scene.body(*body).unwrap().contacts());
        let points = contacts.flat_map(|contact| contact.points().collect::<Vec<_>>());
        points.map(|point| point.separation.to_bits()).collect()
    };
    run(&mut copy, 2);
    assert!(told(&scene).len() > 100);
    assert_eq!(told(&scene), told(&copy));
}
