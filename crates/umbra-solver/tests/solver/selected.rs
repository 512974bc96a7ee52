//! Contacts that the solver selects because there may be news of them.

use crate::common::{Shape, World};
use umbra_solver::{Contact, EventThresholds, StepArrays};

const FAST: f32 = 0.5;

/// A pile of more contacts than one thread writes, and many that bounce, which are written twice.
fn pile() -> World {
    let mut world = World::pyramid(38);
    for i in 0..300_usize {
        let (x, y) = (-30.0 + (i % 30) as f32 * 2.1, 45.0 + (i / 30) as f32 * 1.9);
        let body = world.add(Shape::Disc(0.9), x, y);
        world.materials[body].restitution = 0.7;
        world.bodies[body].velocity.y = if i < 150 { 4.0 } else { -4.0 };
    }
    world
}

fn touches(contact: &Contact) -> bool {
    let meets = contact.points().iter().any(|point| point.separation <= 0.0);
    contact.point_count > 0 && (contact.impulse > 0.0 || meets)
}

fn hits(contact: &Contact) -> bool {
    touches(contact) && contact.approach_speed >= FAST
}

#[test]
fn those_are_noted_of_which_there_is_news() {
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut world = pile();
        let (mut news, mut selected, mut all) = (0, 0, 0);
        for _ in 0..40 {
            world.collide();
            let World { config, bodies, contacts, structure, solver, .. } = &mut world;
            structure.rebuild(bodies, contacts).unwrap();
            pool.install(|| {
                let arrays = StepArrays { bodies, contacts, known: &[], joints: &mut [] };
                let thresholds = EventThresholds { hit_speed: FAST, apart: 0.0 };
                solver.step_in_lanes(config, 1.0 / 60.0, structure, arrays, thresholds)
            })
            .unwrap();
            let chosen: Vec<usize> = solver.selected_contacts().collect();
            assert!(chosen.is_sorted());
            let in_lanes: Vec<Contact> = (0..contacts.len())
                .map(|index| {
                    let mut contact = contacts[index];
                    solver.read(structure, index, &mut contact);
                    contact
                })
                .collect();
            solver.write_contacts(structure, contacts, &[], &[]);
            assert_eq!(*contacts, in_lanes);
            assert!(!solver.holds_results());
            for (index, contact) in contacts.iter_mut().enumerate() {
                let now = (touches(contact), hits(contact));
                let is_new = now != (contact.touching, contact.was_hit) || now.1;
                assert!(!is_new || chosen.binary_search(&index).is_ok(), "{index}: {contact:?}");
                (contact.touching, contact.was_hit) = now;
                news += usize::from(is_new);
            }
            (selected, all) = (selected + chosen.len(), all + contacts.len());
        }
        assert!(world.contacts.len() > 2048, "too few for two threads");
        assert!(news > 300 && selected < news + all / 10, "{selected} of {all}, {news} are new");
        world.solve(0.0);
        assert_eq!(world.solver.selected_contacts().count(), 0, "of a step that does nothing");
    }
}
