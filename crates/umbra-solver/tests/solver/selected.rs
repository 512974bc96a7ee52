//! Contacts that the solver selects while it writes them.

use crate::common::{Shape, World};
use umbra_solver::{Contact, StepArrays};

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

fn select(contact: &Contact) -> bool {
    contact.impulse > 0.0
        || contact.approach_speed > 0.1
        || contact.points().iter().any(|point| point.normal_impulse > 0.05)
}

#[test]
fn those_are_noted_that_are_news_when_all_is_written() {
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut world = pile();
        let (mut bounces, mut quiet) = (0, 0);
        for _ in 0..40 {
            world.collide();
            let World { config, bodies, contacts, structure, solver, .. } = &mut world;
            structure.rebuild(bodies, contacts).unwrap();
            pool.install(|| {
                let arrays = StepArrays { bodies, contacts, unchanged: &[], joints: &mut [] };
                solver.step_and_select(config, 1.0 / 60.0, structure, arrays, select)
            })
            .unwrap();
            let news = contacts.iter().enumerate().filter(|(_, contact)| select(contact));
            let expected: Vec<usize> = news.map(|(index, _)| index).collect();
            assert_eq!(solver.selected_contacts().collect::<Vec<_>>(), expected);
            bounces += contacts.iter().filter(|contact| contact.impulse > 0.0).count();
            quiet += contacts.len() - expected.len();
        }
        assert!(world.contacts.len() > 2048, "too few for two threads");
        assert!(bounces > 300 && quiet > 50, "{bounces} bounce, {quiet} do nothing");
        world.solve(0.0);
        assert_eq!(world.solver.selected_contacts().count(), 0, "of a step that does nothing");
    }
}
