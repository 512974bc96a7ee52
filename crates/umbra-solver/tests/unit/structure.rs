//! Invariants of every structure, for any bodies and contacts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::batches::LOOK_EVERY;
use super::*;
use crate::block::{FIXED_SLOT, LANES};
use crate::{FIXED, Hold, Softness, Stiffness};

fn bodies(kinds: &[u8]) -> Vec<Body> {
    // One kind is far heavier than some of the others, and one is in between.
    let inv_mass = |kind: u8| [0.0, 1.0, 0.5, 0.01, 0.1][kind as usize];
    kinds.iter().map(|&kind| Body { inv_mass: inv_mass(kind), ..Body::default() }).collect()
}

fn contacts(links: &[(u32, u32)]) -> Vec<Contact> {
    let one = |&(body_a, body_b): &(u32, u32)| Contact {
        body_a,
        body_b,
        // One in so many has no points.
        point_count: u8::from((body_a % 8, body_b % 8) != (3, 5)),
        priority: Contact::priority_of([body_a, body_b]),
        ..Contact::default()
    };
    links.iter().map(one).collect()
}

/// Per contact, true if one of its bodies carries a far heavier one: the number of bodies that a
/// load has passed is relaxed over all contacts until nothing changes.
fn heavily_loaded(bodies: &[Body], contacts: &[Contact]) -> Vec<bool> {
    let inv_mass = |body: u32| bodies.get(body as usize).map_or(0.0, |body| body.inv_mass);
    let solved = |contact: &&Contact| contact.point_count > 0;
    let mut distance = vec![u32::MAX; bodies.len()];
    // The heaviest that is reached by steps to ones that are more than four times as heavy.
    let mut load: Vec<_> = bodies.iter().map(|body| body.inv_mass).collect();
    for _ in 0..=bodies.len() {
        for contact in contacts.iter().filter(solved) {
            for [from, to] in [[contact.body_a, contact.body_b], [contact.body_b, contact.body_a]] {
                let [heavy, light] = [from, to].map(inv_mass);
                if heavy > 0.0 && light > 4.0 * heavy {
                    load[to as usize] = load[to as usize].min(load[from as usize]);
                }
            }
        }
    }
    for (distance, (body, load)) in distance.iter_mut().zip(bodies.iter().zip(load)) {
        if load > 0.0 && body.inv_mass > 64.0 * load {
            *distance = 0;
        }
    }
    for round in 0..=bodies.len() {
        for contact in contacts.iter().filter(solved) {
            for [from, to] in [[contact.body_a, contact.body_b], [contact.body_b, contact.body_a]] {
                let [heavy, light] = [from, to].map(inv_mass);
                if heavy == 0.0 || light == 0.0 {
                    continue;
                }
                if light > 64.0 * heavy {
                    distance[to as usize] = 0;
                } else if heavy <= 64.0 * light && round > 0 {
                    let further = distance[from as usize].saturating_add(1);
                    let next = &mut distance[to as usize];
                    *next = further.min(*next);
                }
            }
        }
    }
    let carries = |body: u32| distance.get(body as usize).is_some_and(|distance| *distance <= 12);
    contacts.iter().map(|contact| carries(contact.body_a) || carries(contact.body_b)).collect()
}

/// Checks everything that the kernels rely on.
pub(super) fn validate(structure: &Structure, bodies: &[Body], contacts: &[Contact]) {
    let mut seated = vec![0; contacts.len()];
    let heavily_loaded = heavily_loaded(bodies, contacts);
    for batch in &structure.batches {
        let slots = &structure.slots[batch.slots.clone()];
        let entries = &structure.entries[batch.lanes()];
        assert_eq!(slots[..2], [Slot::Empty; 2]);
        let colours = &structure.colours[batch.colours.clone()];
        assert!(colours.is_sorted_by_key(|colour| colour.load), "executors rely on it");
        for colour in colours {
            let mut moved = BTreeSet::new();
            for entry in &entries[colour.entries.clone()] {
                seated[entry.contact as usize] += 1;
                let contact = &contacts[entry.contact as usize];
                assert_eq!(
                    colour.is_loaded(),
                    heavily_loaded[entry.contact as usize],
                    "{contact:?}"
                );
                let (a, b) = if entry.flipped {
                    (contact.body_b, contact.body_a)
                } else {
                    (contact.body_a, contact.body_b)
                };
                for (slot, body) in [(entry.slot_a, a), (entry.slot_b, b)] {
                    match slots[slot as usize] {
                        Slot::Own { body: own, .. } | Slot::Kinematic { body: own } => {
                            assert_eq!(own, body);
                        }
                        Slot::Empty => assert!(slot == FIXED_SLOT && body == FIXED),
                    }
                }
                let is_movable = |slot: u32| matches!(slots[slot as usize], Slot::Own { body, .. } if bodies[body as usize].is_dynamic());
                assert!(is_movable(entry.slot_b) && is_movable(entry.slot_a) == colour.movable_a);
                assert!(moved.insert(entry.slot_b), "two contacts of a colour share a body");
                assert!(!colour.movable_a || moved.insert(entry.slot_a));
            }
        }
    }
    for (contact, count) in contacts.iter().zip(&seated) {
        let movable = |body: u32| body != FIXED && bodies[body as usize].is_dynamic();
        let solved = movable(contact.body_a) || movable(contact.body_b);
        assert_eq!(*count, usize::from(solved && contact.point_count > 0));
    }
    for (body, &home) in structure.home.iter().enumerate() {
        let own = |slot| matches!(slot, Slot::Own { body: own, .. } if own == body as u32);
        assert!(own(structure.slots[home as usize]));
    }
    for (contact, lane_index) in structure.lane_index.iter().enumerate() {
        assert_eq!(lane_index.block_and_lane().is_some(), seated[contact] == 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::cases(300),
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn structures_are_sound(
        kinds in proptest::collection::vec(0_u8..5, 1..60),
        links in proptest::collection::vec((0_u32..64, 0_u32..64, 0_u8..3), 0..200),
    ) {
        let bodies = bodies(&kinds);
        let count = bodies.len() as u32;
        // One contact in three is with body 0: often a hub.
        let link = |&(a, b, kind): &(u32, u32, u8)| {
            let a = if kind == 0 { 0 } else { a % count };
            let b = if b >= count { FIXED } else { b };
            (a, b)
        };
        let links: Vec<_> = links.iter().map(link).filter(|(a, b)| a != b).collect();
        let contacts = contacts(&links);
        let mut structure = Structure::new();
        structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
        validate(&structure, &bodies, &contacts);
        // The memory of an old structure leaves no trace.
        structure.rebuild(&bodies, &mut []).unwrap();
        structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
        validate(&structure, &bodies, &contacts);
    }
}

#[test]
fn many_small_islands_fill_the_lanes() {
    // 700 islands of two bodies on the ground.
    let bodies = bodies(&[1; 1400]);
    let links: Vec<_> = (0..700).flat_map(|i| [(FIXED, 2 * i), (2 * i, 2 * i + 1)]).collect();
    let contacts = contacts(&links);
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    validate(&structure, &bodies, &contacts);
    let statistics = structure.statistics();
    assert_eq!(statistics.batches, 2);
    assert!(statistics.contacts * 100 > statistics.blocks * LANES * 95, "{statistics:?}");
}

#[test]
fn a_body_that_touches_hundreds_does_not_empty_the_lanes() {
    let bodies = bodies(&[1; 401]);
    let links: Vec<_> = (1..=400).map(|other| (0, other)).collect();
    let contacts = contacts(&links);
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    validate(&structure, &bodies, &contacts);
    let statistics = structure.statistics();
    assert_eq!(statistics.hubs, 1);
    // One colour per contact of a copy, and 34 copies.
    assert!(statistics.blocks <= 36, "{statistics:?}");
}

#[test]
fn a_kinematic_body_does_not_join_islands() {
    let mut kinds = [1; 3001];
    kinds[3000] = 0;
    let bodies = bodies(&kinds);
    let links: Vec<_> = (0..3000).map(|body| (3000, body)).collect();
    let contacts = contacts(&links);
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    validate(&structure, &bodies, &contacts);
    assert_eq!(structure.statistics().batches, 3);
}

/// Bodies, some kinematic, and contacts between them: hubs, kinematic bodies of several batches,
/// contacts without points, all thoroughly mixed.
fn crowd(count: u32) -> (Vec<Body>, Vec<Contact>) {
    let kinds: Vec<u8> = (0..count).map(|body| u8::from(body % 50 != 7)).collect();
    let mut state = 1_u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(0x915f_77f5).wrapping_add(12345);
        (state >> 8) % below
    };
    let mut links = vec![];
    for _ in 0..3 * count {
        let b = random(count);
        // With a neighbour, or all would be one island.
        let a = match random(20) {
            0 => FIXED,
            1 => random(count / 50) * 50 + 7,
            2 => b / 1000 * 1000 + 40,
            _ => b / 100 * 100 + random(100),
        };
        if a != b && (a == FIXED || a < count) {
            links.push((a, b));
        }
    }
    (bodies(&kinds), contacts(&links))
}

fn same(a: &Structure, b: &Structure) -> bool {
    let all = |s: &Structure| {
        let lists = format!("{:?} {:?} {:?} {:?}", s.batches, s.colours, s.slots, s.hubs);
        (
            lists,
            format!("{:?} {:?} {:?} {} {}", s.entries, s.home, s.lane_index, s.blocks, s.bodies),
        )
    };
    all(a) == all(b)
}

#[cfg(feature = "parallel")]
#[test]
fn threads_build_what_one_builds() {
    let (bodies, contacts) = crowd(3000);
    let build = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut structure = Structure::new();
        pool.install(|| structure.rebuild(&bodies, &mut contacts.clone())).unwrap();
        structure
    };
    let alone = build(1);
    validate(&alone, &bodies, &contacts);
    let statistics = alone.statistics();
    assert!(statistics.batches > 3 && statistics.hubs > 0, "{statistics:?}");
    assert!(alone.slots.iter().any(|slot| matches!(slot, Slot::Kinematic { .. })));
    for threads in [2, 5] {
        assert!(same(&alone, &build(threads)), "{threads} threads");
    }
}

#[test]
fn a_refused_rebuild_names_the_first_mistake_and_changes_nothing() {
    let (bodies, mut contacts) = crowd(3000);
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    let before = structure.clone();
    for (contact, body) in [(8000, 5000), (4321, 3000)] {
        contacts[contact].body_b = body;
        let error = structure.rebuild(&bodies, &mut contacts.clone()).unwrap_err();
        assert_eq!(error, Error::NoSuchBody { contact, body, bodies: 3000 });
        assert!(same(&before, &structure));
    }
}

/// Bodies of a lattice in an order unrelated to their positions, and contacts of neighbours.
fn stirred(width: u32) -> (Vec<Body>, Vec<Contact>) {
    let count = width * width;
    let at = |cell: u32| cell * 577 % count;
    let mut bodies = bodies(&vec![1; count as usize]);
    let mut links = vec![];
    for cell in 0..count {
        let (x, y) = (cell % width, cell / width);
        bodies[at(cell) as usize].center = [x as f32 * 2.0, y as f32].into();
        links.extend((x > 0).then(|| (at(cell - 1), at(cell))));
        links.extend((y > 0).then(|| (at(cell), at(cell - width))));
    }
    (bodies, contacts(&links))
}

#[test]
fn large_batches_are_divided_in_the_middle_and_colours_stay() {
    let (bodies, contacts) = stirred(32);
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    validate(&structure, &bodies, &contacts);
    let [batch] = &structure.batches[..] else { panic!("one island") };
    let x_of = |slot: u32| match structure.slots[slot as usize] {
        Slot::Own { body, .. } => bodies[body as usize].center.x,
        _ => panic!("nobody"),
    };
    // The middle is looked for among some of the bodies, so it need not be that of all.
    let is_middle = |middle: &f32| {
        let beyond = (2..batch.slots.end as u32).map(|slot| x_of(slot) > *middle);
        beyond.is_sorted()
    };
    let middle = (10..50).map(|x| x as f32 + 0.5).find(is_middle).unwrap();
    for colour in &structure.colours {
        let entries = &structure.entries[colour.entries.clone()];
        assert!(entries.iter().map(|entry| x_of(entry.slot_b) > middle).is_sorted());
        for (number, entry) in entries.iter().enumerate() {
            let lane_index = (colour.blocks.start + number / LANES, number % LANES);
            assert_eq!(
                structure.lane_index[entry.contact as usize].block_and_lane(),
                Some(lane_index)
            );
        }
    }

    // With all bodies in one place there is no partition, but the same contacts in each colour.
    let together = vec![Body { inv_mass: 1.0, ..Body::default() }; bodies.len()];
    let mut whole = Structure::new();
    whole.rebuild(&together, &mut contacts.clone()).unwrap();
    assert_ne!(whole.home, structure.home);
    let colours = |structure: &Structure| -> Vec<BTreeSet<u32>> {
        let of = |colour: &Colour| {
            structure.entries[colour.entries.clone()].iter().map(|entry| entry.contact).collect()
        };
        structure.colours.iter().map(of).collect()
    };
    assert_eq!(colours(&whole), colours(&structure));
}

/// Per movable body, its contacts in the order in which they are solved.
pub(super) fn orders(
    structure: &Structure,
    bodies: &[Body],
    contacts: &[Contact],
) -> Vec<Vec<(usize, u32)>> {
    let mut orders = vec![vec![]; bodies.len()];
    for batch in &structure.batches {
        let entries = &structure.entries[batch.lanes()];
        for (number, colour) in structure.colours[batch.colours.clone()].iter().enumerate() {
            for entry in &entries[colour.entries.clone()] {
                let contact = &contacts[entry.contact as usize];
                for body in [contact.body_a, contact.body_b] {
                    if body != FIXED && bodies[body as usize].is_dynamic() {
                        orders[body as usize].push((number, entry.contact));
                    }
                }
            }
        }
    }
    for order in &mut orders {
        order.sort_unstable();
        // Which colour it is may differ, as a batch has none of a colour that no contact of it has.
        let numbers: BTreeSet<usize> = order.iter().map(|(number, _)| *number).collect();
        let lane_index = |number| numbers.iter().position(|other| *other == number).unwrap();
        order.iter_mut().for_each(|(number, _)| *number = lane_index(*number));
    }
    orders
}

#[test]
fn batches_that_were_merged_are_sound_and_solve_in_the_same_order() {
    let (bodies, contacts) = crowd(3000);
    let mut merged = Structure::new();
    let mut other = Structure::new();
    other.rebuild(&bodies, &mut contacts.clone()).unwrap();
    let (mut fewer, mut large) = (0, 0);
    for round in 0..2 * LOOK_EVERY as usize {
        // Contacts come and go; their indices stay. Now and then
        // two islands meet.
        let mut some = contacts.clone();
        for (index, contact) in some.iter_mut().enumerate() {
            contact.point_count *= u8::from((index / 7 + round) % 3 == 0);
            if index % 1000 == round && contact.body_a != FIXED {
                contact.body_a = (contact.body_b + 1500) % 3000;
            }
        }
        merged.rebuild(&bodies, &mut some.clone()).unwrap();
        validate(&merged, &bodies, &some);
        let mut fresh = Structure::new();
        fresh.rebuild(&bodies, &mut some.clone()).unwrap();
        assert!(orders(&merged, &bodies, &some) == orders(&fresh, &bodies, &some), "{round}");
        fewer += usize::from(merged.batches.len() < fresh.batches.len());
        large += merged.batches.iter().filter(|batch| batch.contacts > 1024).count();
        if round % LOOK_EVERY as usize == 0 {
            assert!(same(&merged, &fresh), "{round}");
        }
        // A copy into memory that has seen other batches.
        other.clone_from(&merged);
        other.rebuild(&bodies, &mut some.clone()).unwrap();
        validate(&other, &bodies, &some);
    }
    assert!(fewer > LOOK_EVERY as usize && large > 0, "{fewer} {large}");
}

#[test]
fn what_is_pinned_is_no_load_and_what_a_tree_holds_is_one() {
    let bodies = bodies(&[1, 3, 1, 1]);
    // A heavy body on a light one that touches another; a third hangs on the second.
    let contacts = contacts(&[(0, 1), (0, 2)]);
    let hold = Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE };
    let joint =
        |body_a, body_b| JointConstraint { body_a, body_b, hold, ..JointConstraint::default() };
    let loaded = |joints: &[JointConstraint], solving| {
        let mut structure = Structure::new();
        structure.rebuild_with(&bodies, &mut contacts.clone(), joints, solving).unwrap();
        let heavy = structure.colours.iter().filter(|colour| colour.is_loaded());
        heavy.map(|colour| colour.entries.len()).sum::<usize>()
    };
    assert_eq!(loaded(&[], JointSolving::Auto), 2);
    assert_eq!(loaded(&[joint(FIXED, 1)], JointSolving::Rows), 0);
    // A motor pins nothing.
    let motor =
        JointConstraint { hold: Hold { stiffness: Stiffness::Speed, ..hold }, ..joint(FIXED, 1) };
    assert_eq!(loaded(&[motor], JointSolving::Rows), 2);
    let tree = [joint(FIXED, 1), joint(2, 3)];
    assert_eq!(loaded(&tree, JointSolving::Auto), 0);
    // The pinned body and the hanging one are trees: each touches what has to bear them.
    assert_eq!(loaded(&tree, JointSolving::Trees), 2);
}

#[test]
fn a_tree_loads_its_contacts_heavily_if_a_body_bears_far_more_than_its_mass() {
    let hold = Hold { stiffness: Stiffness::Rigid(Softness::default()), ..Hold::FREE };
    // Ten links hang on one another, and the middle one touches the ground. The last is heavy or not.
    let load = |last: u8| {
        let mut kinds = [1; 10];
        kinds[9] = last;
        let (bodies, contacts) = (bodies(&kinds), contacts(&[(FIXED, 5)]));
        let joint = |body_b: u32| JointConstraint {
            body_a: body_b.checked_sub(1).unwrap_or(FIXED),
            body_b,
            hold,
            ..JointConstraint::default()
        };
        let joints: Vec<_> = (0..10).map(joint).collect();
        let mut structure = Structure::new();
        structure
            .rebuild_with(&bodies, &mut contacts.clone(), &joints, JointSolving::Auto)
            .unwrap();
        structure.colours[0].load
    };
    assert_eq!((load(1), load(3)), (Load::Pulled, Load::Heavy));
}

#[test]
fn bodies_keep_their_slots_while_batches_stay() {
    const COUNT: u32 = 2000;
    let mut bodies = bodies(&vec![1; COUNT as usize]);
    let links: Vec<_> = (1..COUNT).map(|body| (body - 1, body)).collect();
    let mut contacts = contacts(&links);
    contacts.iter_mut().for_each(|contact| contact.point_count = 1);
    for (x, body) in (0..).zip(&mut bodies) {
        body.center.x = (x * 7919 % COUNT) as f32;
    }
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    let home = structure.home.clone();
    // Where bodies are would give them others.
    for body in &mut bodies {
        body.center.x *= -1.0;
    }
    for round in 1..LOOK_EVERY {
        contacts[round as usize * 100].point_count = 0;
        structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
        validate(&structure, &bodies, &contacts);
        assert!(structure.home == home, "{round}");
    }
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    assert!(structure.home != home);

    // A split body needs more slots, at once.
    let home = structure.home.clone();
    let first = contacts[0];
    contacts.extend((1..40).map(|body| Contact { body_a: 5, body_b: 40 * body, ..first }));
    structure.rebuild(&bodies, &mut contacts.clone()).unwrap();
    validate(&structure, &bodies, &contacts);
    assert!(structure.hubs.len() == 1 && structure.home != home);
}
