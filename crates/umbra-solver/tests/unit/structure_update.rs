//! Structures that are updated are those that are built anew.

use super::super::tests::{orders, validate};
use super::*;

/// Random numbers: Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// Bodies that touch the next ones, a kinematic one, and some that touch many.
struct Crowd {
    random: Random,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    next: u32,
}

impl Crowd {
    fn new(seed: u64, count: u32, pair_of: fn(u32) -> [u32; 2]) -> Self {
        let kinematic = Body::default();
        let mut bodies = vec![Body { inv_mass: 1.0, inv_inertia: 1.0, ..kinematic }; 300];
        bodies[299] = kinematic;
        let mut crowd = Self { random: Random(seed), bodies, contacts: vec![], next: 0 };
        for _ in 0..count {
            crowd.add(pair_of);
        }
        crowd
    }

    fn add(&mut self, pair_of: fn(u32) -> [u32; 2]) {
        let [body_a, body_b] = pair_of(self.random.below(100_000));
        self.next += 1;
        self.contacts.push(Contact {
            body_a,
            body_b,
            point_count: u8::from(self.random.below(4) > 0),
            priority: Contact::priority_of([body_a, self.next]),
            ..Contact::default()
        });
    }

    /// Lets contacts begin and end, come and go. Returns the changed and the dropped ones.
    fn change(&mut self, pair_of: fn(u32) -> [u32; 2]) -> [Vec<u32>; 2] {
        let (mut changed, mut dropped) = (vec![], vec![]);
        for index in 0..self.contacts.len() {
            let contact = &mut self.contacts[index];
            match self.random.below(400) {
                0..4 => {
                    contact.point_count = 1 - contact.point_count.min(1);
                    changed.push(index as u32);
                }
                // Some are told of without need.
                4 => changed.push(index as u32),
                5..9 => dropped.push(index as u32),
                _ => {}
            }
        }
        for _ in 0..self.random.below(10) {
            changed.push(self.contacts.len() as u32);
            self.add(pair_of);
        }
        let mut index = 0;
        self.contacts.retain(|_| {
            index += 1;
            dropped.binary_search(&(index - 1)).is_err()
        });
        [changed, dropped]
    }
}

/// Updates a structure, and builds it anew. Returns how often an update was enough.
fn compare(seed: u64, count: u32, pair_of: fn(u32) -> [u32; 2]) -> u32 {
    let mut crowd = Crowd::new(seed, count, pair_of);
    let mut updated = Structure::new();
    updated.rebuild(&crowd.bodies, &mut crowd.contacts).unwrap();
    let mut updates = 0;
    for round in 0..150 {
        let [changed, dropped] = crowd.change(pair_of);
        let built = updated.built;
        let before = crowd.contacts.clone();
        let changes = ContactChanges { changed: &changed, dropped: &dropped };
        let joints = (&[][..], JointSolving::default());
        updated.update(&crowd.bodies, &mut crowd.contacts, changes, joints, |_, _, _| {}).unwrap();
        updates += u32::from(updated.built == built);
        validate(&updated, &crowd.bodies, &crowd.contacts);

        let mut fresh = Structure::new();
        let mut contacts = before;
        fresh.rebuild(&crowd.bodies, &mut contacts).unwrap();
        let places = |contacts: &[Contact]| -> Vec<GraphPlace> {
            let solved = contacts.iter().filter(|contact| contact.point_count > 0);
            solved.map(|contact| contact.in_graph).collect()
        };
        assert!(places(&crowd.contacts) == places(&contacts), "{seed}, round {round}");
        let order = |structure| orders(structure, &crowd.bodies, &crowd.contacts);
        assert!(order(&updated) == order(&fresh), "{seed}, round {round}");
        assert_eq!(updated.statistics().contacts, fresh.statistics().contacts);
        // As a step does.
        for contact in crowd.contacts.iter_mut().filter(|contact| contact.point_count == 0) {
            contact.in_graph = GraphPlace::NONE;
        }
    }
    updates
}

#[test]
fn updates_give_the_seats_of_a_rebuild() {
    for seed in 0..4 {
        let near = compare(seed, 1200, |number| {
            let body = number % 299;
            match number % 7 {
                0 => [FIXED, body],
                1 => [body, 299],
                step => [body, (body + step) % 299],
            }
        });
        assert!(near > 100, "{near} updates");
        let with_hubs = compare(seed, 1200, |number| {
            let body = number % 299;
            let other = (body + 1 + number % 4) % 299;
            match number % 5 {
                0 if body > 7 => [body % 3, body],
                0 => [body, 299],
                _ => [body, other],
            }
        });
        assert!(with_hubs > 10, "{with_hubs} updates");
    }
}

#[test]
fn islands_that_meet_are_put_into_one_batch() {
    let mut bodies = vec![Body { inv_mass: 1.0, ..Body::default() }; 4000];
    bodies.iter_mut().for_each(|body| body.inv_inertia = 1.0);
    let contact =
        |a: u32, b: u32| Contact { body_a: a, body_b: b, point_count: 1, ..Contact::default() };
    // Two chains, each longer than a batch.
    let links = (0..3999).filter(|body| *body != 1999).map(|body| contact(body, body + 1));
    let mut contacts: Vec<_> = links.collect();
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts).unwrap();
    assert_eq!(structure.batches.len(), 2);
    contacts.push(contact(1999, 2000));
    let changed = [contacts.len() as u32 - 1];
    let changes = ContactChanges { changed: &changed, dropped: &[] };
    let joints = (&[][..], JointSolving::default());
    structure.update(&bodies, &mut contacts, changes, joints, |_, _, _| {}).unwrap();
    assert_eq!(structure.batches.len(), 1);
    validate(&structure, &bodies, &contacts);
}
