//! Hooks change the contacts that they edit, for one step, and nothing else.

use crate::common::{DT, add, at, scene};
use umbra::prelude::*;

struct Nothing;
impl Hooks for Nothing {}

#[test]
fn a_hook_that_does_nothing_leaves_every_bit_as_it_is() {
    for name in ["card_house", "zoo", "piles", "table", "sleepers", "terrain", "projection", "arch"]
    {
        let def = umbra_scenes::find(name).unwrap();
        let mut plain = def.set_up(SceneConfig::default()).unwrap().scene;
        let mut hooked = plain.clone();
        for step in 1..=300 {
            plain.step(DT).unwrap();
            hooked.step_with(DT, &Nothing).unwrap();
            assert_eq!(plain.state_hash(), hooked.state_hash(), "{name}, step {step}");
            assert_eq!(plain.contact_events(), hooked.contact_events(), "{name}, step {step}");
            assert_eq!(plain.body_events(), hooked.body_events(), "{name}, step {step}");
        }
    }
}

/// Edits the contacts of one collider.
struct Edit(ColliderKey, fn(&mut ContactMut<'_>));

impl Hooks for Edit {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        if contact.pair().colliders.contains(&self.0) {
            self.1(contact);
        }
    }
}

#[test]
fn an_edit_of_one_contact_changes_nothing_elsewhere() {
    let edits: [fn(&mut ContactMut<'_>); 4] = [
        |contact| contact.set_friction(0.05).unwrap(),
        |contact| contact.set_surface_speed(1.0).unwrap(),
        |contact| contact.disable(),
        |contact| {
            let mut first = true;
            contact.retain_points(|_| core::mem::take(&mut first));
        },
    ];
    for edit in edits {
        // Cards stand only because their manifolds are kept.
        let def = umbra_scenes::find("card_house").unwrap();
        let mut plain = def.set_up(SceneConfig::default()).unwrap().scene;
        let cards: Vec<_> = plain.bodies().collect();
        let far = add(
            &mut plain,
            Body::fixed().position([500.0, 0.0]).angle(0.1),
            Collider::cuboid(50.0, 0.5),
        );
        let body = plain.add_body(Body::dynamic().position([500.0, 2.0])).unwrap();
        let collider = plain.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
        let mut edited = plain.clone();
        for step in 0..300 {
            plain.step(DT).unwrap();
            edited.step_with(DT, &Edit(collider, edit)).unwrap();
            for card in &cards {
                assert_eq!(at(&plain, *card).pose(), at(&edited, *card).pose(), "step {step}");
            }
        }
        assert_ne!(at(&plain, body).pose(), at(&edited, body).pose());
        assert!(plain.body(far).is_ok());
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Removal {
    None,
    OnePoint,
    All,
}

/// Edits every contact, and panics at the last one.
struct EditsThenPanics {
    /// How many contacts are left before the panic.
    left: std::cell::Cell<usize>,
    removal: Removal,
}

impl Hooks for EditsThenPanics {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let mut kept = self.removal != Removal::OnePoint;
        contact.retain_points(|_| core::mem::replace(&mut kept, true));
        if self.removal == Removal::All {
            contact.disable();
        }
        contact.set_friction(0.0).unwrap();
        contact.set_surface_speed(3.0).unwrap();
        self.left.set(self.left.get() - 1);
        assert!(self.left.get() > 0, "on purpose");
    }
}

#[test]
fn edits_made_before_a_hook_panicked_are_undone() {
    for removal in [Removal::None, Removal::OnePoint, Removal::All] {
        let def = umbra_scenes::find("card_house").unwrap();
        let mut scene = def.set_up(SceneConfig::default()).unwrap().scene;
        for _ in 0..30 {
            scene.step(DT).unwrap();
        }
        let mut untouched = scene.clone();
        let solved = scene.stats().solved_contacts;
        assert!(solved > 10);
        for _ in 0..3 {
            let left = std::cell::Cell::new(solved - 2);
            assert!(scene.step_with(DT, &EditsThenPanics { left, removal }).is_err());
        }
        for step in 0..60 {
            scene.step(DT).unwrap();
            untouched.step(DT).unwrap();
            assert_eq!(scene.state_hash(), untouched.state_hash(), "{removal:?}, step {step}");
        }
    }
}

/// A hook made of a closure.
struct Modify<F>(F);

impl<F: Fn(&mut ContactMut<'_>)> Hooks for Modify<F> {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        self.0(contact);
    }
}

#[test]
fn a_hook_sees_all_there_is_to_a_contact() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = Collider::cuboid(5.0, 1.0).friction(0.9).rolling_resistance(0.1).surface_speed(0.5);
    add(&mut scene, Body::fixed().position([0.0, -1.0]), floor);
    let tile = Collider::cuboid(0.5, 0.25).friction(0.4).restitution(0.3);
    add(&mut scene, Body::dynamic().position([2.0, 0.24]), tile);
    let seen = std::cell::RefCell::new(vec![]);
    let look = Modify(|contact: &mut ContactMut<'_>| {
        let mut points: Vec<_> = contact.points().collect();
        points.sort_by(|a, b| a.position.x.total_cmp(&b.position.x));
        assert_eq!(contact.separation(), points[0].separation.min(points[1].separation));
        let material = [
            contact.friction(),
            contact.restitution(),
            contact.rolling_resistance(),
            contact.surface_speed().abs(),
        ];
        seen.borrow_mut().push((points, material));
    });
    scene.step_with(DT, &look).unwrap();
    let seen = seen.into_inner();
    let [(points, material)] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!(*material, [(0.9_f32 * 0.4).sqrt(), 0.3, 0.1, 0.5]);
    for (point, x) in points.iter().zip([1.5, 2.5]) {
        assert!((point.position - Point::new(x, -0.005)).norm() < 1e-4, "{point:?}");
        assert!((point.separation + 0.01).abs() < 1e-4, "{point:?}");
    }
}

#[test]
fn a_box_without_contact_points_on_one_side_tips_over_to_that_side() {
    let run = |keeps_left: bool| {
        let mut scene = scene(10.0, SolverConfig::default());
        crate::common::ground(&mut scene, |collider| collider);
        let tile =
            add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
        let hook = Modify(|contact: &mut ContactMut<'_>| {
            contact.retain_points(|point| (point.position.x < 0.0) == keeps_left);
        });
        for _ in 0..10 {
            scene.step_with(DT, &hook).unwrap();
        }
        assert!(scene.contacts().all(|contact| contact.points().count() == 1));
        // Both points are back at once.
        let angle = at(&scene, tile).angle();
        scene.step(DT).unwrap();
        (angle, scene.contacts().map(|contact| contact.points().count()).sum::<usize>())
    };
    let ((right, points), (left, _)) = (run(true), run(false));
    assert!(right < -0.01 && left > 0.01 && (right + left).abs() < 1e-3, "{right} {left}");
    assert_eq!(points, 2);
}

#[test]
fn a_box_that_keeps_its_impulses_at_the_point_that_a_hook_leaves_it_does_not_jump() {
    // One point is removed in every step; the other one keeps its impulse, or the box would sink in and jump.
    let mut scene = scene(10.0, SolverConfig::default());
    crate::common::ground(&mut scene, |collider| collider);
    let tile = Body::dynamic().position([0.0, 0.5]).lock_rotation();
    let tile = add(&mut scene, tile, Collider::cuboid(0.5, 0.5));
    let hook = Modify(|contact: &mut ContactMut<'_>| {
        contact.retain_points(|point| point.position.x > 0.0);
    });
    for step in 0..120 {
        scene.step_with(DT, &hook).unwrap();
        let velocity = at(&scene, tile).velocity();
        assert!(step < 20 || velocity.norm() < 1e-4, "step {step}: {velocity:?}");
    }
}

#[test]
fn a_hook_makes_a_wheel_hard_to_roll() {
    let run = |rolling: Real| {
        let mut scene = scene(10.0, SolverConfig::default());
        add(&mut scene, Body::fixed().angle(-0.1), Collider::cuboid(50.0, 0.5));
        let at_rest = Body::dynamic().position([0.1, 1.0]);
        let wheel = add(&mut scene, at_rest, Collider::circle(0.5));
        let hook = Modify(move |contact: &mut ContactMut<'_>| {
            contact.set_rolling_resistance(rolling).unwrap();
            assert!(contact.set_rolling_resistance(-1.0).is_err());
            assert_eq!(contact.rolling_resistance(), rolling);
        });
        for _ in 0..60 {
            scene.step_with(DT, &hook).unwrap();
        }
        at(&scene, wheel).velocity().x
    };
    assert!(run(0.0) > 0.3 && run(0.2).abs() < 0.01, "{} {}", run(0.0), run(0.2));
}

/// Refuses pairs of which one is marked 1, and panics at those marked 2.
struct Bouncer(std::cell::RefCell<Vec<ContactPair>>);

impl Hooks for Bouncer {
    fn should_sense(&self, pair: &ContactPair) -> bool {
        self.0.borrow_mut().push(*pair);
        assert!(!pair.user_data.contains(&2), "on purpose");
        !pair.user_data.contains(&1)
    }
}

impl Bouncer {
    fn new() -> Self {
        Self(std::cell::RefCell::new(vec![]))
    }
}

#[test]
fn hooks_decide_what_a_sensor_sees() {
    let mut scene = scene(0.0, SolverConfig::default());
    let zone = scene.add_body(Body::fixed()).unwrap();
    let zone =
        scene.add_collider(zone, Collider::cuboid(5.0, 5.0).sensor(true).user_data(9)).unwrap();
    let visitor = |scene: &mut Scene, x: Real, data: u64| {
        let body = Body::dynamic().position([x, 0.0]).can_sleep(false);
        let body = scene.add_body(body).unwrap();
        (body, scene.add_collider(body, Collider::circle(0.1).user_data(data)).unwrap())
    };
    let ((_, a), (ghost, b)) = (visitor(&mut scene, 0.0, 0), visitor(&mut scene, 1.0, 1));
    let bouncer = Bouncer::new();
    scene.step_with(DT, &bouncer).unwrap();
    let asked: Vec<_> =
        bouncer.0.take().iter().map(|pair| (pair.colliders, pair.user_data)).collect();
    assert_eq!(asked, [([zone, a], [9, 0]), ([zone, b], [9, 1])]);
    assert!(scene.collider(zone).unwrap().overlaps().eq([a]));
    // Nobody asks again while nothing moves, and what began needs no leave to stay.
    scene.step_with(DT, &bouncer).unwrap();
    scene.body_mut(ghost).unwrap().set_velocity([0.1, 0.0]).unwrap();
    scene.step_with(DT, &bouncer).unwrap();
    scene.step_with(DT, &bouncer).unwrap();
    assert_eq!(bouncer.0.take().len(), 2);
    scene.step(DT).unwrap();
    assert!(scene.collider(zone).unwrap().overlaps().eq([a, b]));
}

#[test]
fn a_panic_about_a_sensor_costs_nothing_but_the_begins_of_the_step() {
    let mut scene = scene(10.0, SolverConfig::default());
    crate::common::ground(&mut scene, |collider| collider);
    let zone = add(
        &mut scene,
        Body::fixed().position([0.0, 2.0]),
        Collider::cuboid(5.0, 1.0).sensor(true),
    );
    let inside =
        add(&mut scene, Body::dynamic().position([0.0, 2.0]).sleeping(true), Collider::circle(0.1));
    scene.step(DT).unwrap();
    let falls =
        add(&mut scene, Body::dynamic().position([1.0, 2.0]), Collider::circle(0.1).user_data(2));
    // It stands still: what is missed now would never be looked at again.
    let rests = add(&mut scene, Body::fixed().position([2.0, 2.0]), Collider::circle(0.1));
    let mut plain = scene.clone();
    for scene in [&mut scene, &mut plain] {
        scene.body_mut(inside).unwrap().set_position([0.0, 9.0]).unwrap();
    }
    plain.step(DT).unwrap();
    let error = scene.step_with(DT, &Bouncer::new()).unwrap_err();
    assert_eq!(error.to_string(), "the hook `should_sense` panicked: on purpose");
    assert_eq!(scene.state_hash(), plain.state_hash(), "bodies have moved");
    let told = |scene: &Scene| {
        let events = scene.sensor_events().iter();
        events
            .map(|event| (event.bodies()[1], matches!(event, SensorEvent::Begin { .. })))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(&scene), [(inside, false)]);
    assert_eq!(told(&plain), [(inside, false), (falls, true), (rests, true)]);
    scene.step(DT).unwrap();
    assert_eq!(told(&scene), [(falls, true), (rests, true)]);
    assert!(scene.body(zone).is_ok());
    scene.validate().unwrap();
}
