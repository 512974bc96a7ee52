//! Hooks change the contacts that they edit, for one step, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{DT, add, at};
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
    let edits: [fn(&mut ContactMut<'_>); 3] = [
        |contact| contact.set_friction(0.05).unwrap(),
        |contact| contact.set_surface_speed(1.0).unwrap(),
        |contact| contact.disable(),
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
        assert!(plain.body(far).is_some());
    }
}

/// Edits every contact, and panics at the last one.
struct EditsThenPanics {
    /// How many contacts are left before the panic.
    left: std::cell::Cell<usize>,
    disables: bool,
}

impl Hooks for EditsThenPanics {
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        if self.disables {
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
    for disables in [false, true] {
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
            assert!(scene.step_with(DT, &EditsThenPanics { left, disables }).is_err());
        }
        for step in 0..60 {
            scene.step(DT).unwrap();
            untouched.step(DT).unwrap();
            assert_eq!(scene.state_hash(), untouched.state_hash(), "{disables}, step {step}");
        }
    }
}
