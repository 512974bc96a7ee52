//! Small worlds in which every two features meet, and laws that hold in all of them. See
//! `docs/design/meetings.md`.
//!
//! - `UMBRA_WORLDS`: how many worlds; `UMBRA_SEED`: which ones; `UMBRA_WORLD`: only the one of this
//!   number;
//! - `UMBRA_WORLDS_REPORT=3`: tables of what fails instead of the first failure, and the first
//!   three new failures of each law as small as they can be.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod known;
mod laws;
#[path = "../common/ledger.rs"]
#[allow(dead_code, reason = "each test file uses its own part of this")]
mod ledger;
mod report;
mod shrink;
mod watch;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use known::KNOWN;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::covering::{Pairs, rows};
use umbra_scenes::meetings::dimensions::{ordinary, parse};
use umbra_scenes::meetings::more::{LATER, MORE};
use watch::{Breach, check};

/// Of ledgers that step by themselves.
#[allow(dead_code, reason = "here they do not")]
const DT: umbra::prelude::Real = 1.0 / 60.0;
/// How many worlds there are by default.
const WORLDS: usize = 4_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// The worlds from a number on: one array of rows that cover all pairs after the other, each with
/// seeds of its own.
fn worlds(seed: u64, numbers: std::ops::Range<usize>) -> Vec<(usize, World)> {
    let (mut all, mut first) = (vec![], 0);
    for array in 0.. {
        let rows = rows(seed.wrapping_mul(1_000).wrapping_add(array));
        let count = rows.len();
        for (number, values) in (first..).zip(rows) {
            if numbers.contains(&number) {
                let own = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
                all.push((number, World::new(own, values)));
            }
        }
        first += count;
        if first >= numbers.end {
            break;
        }
    }
    all
}

/// The worlds that are asked for, of a seed that lies so far from the one asked for: all, or this
/// part of them.
fn asked(shift: u64, part: usize) -> Vec<(usize, World)> {
    let count = number("UMBRA_WORLDS").map_or(WORLDS, |count| count as usize) / part;
    let numbers = match number("UMBRA_WORLD") {
        Some(one) => one as usize..one as usize + 1,
        None => 0..count,
    };
    worlds(number("UMBRA_SEED").unwrap_or(0) + shift, numbers)
}

/// Does something with all of them, as many at a time as there are processors. Each world is
/// stepped on one thread.
fn in_parallel<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let run = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(one) = all.get(index) else { break };
                let result = work(one);
                done.lock().unwrap().push((index, result));
            }
        });
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(run))));
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// What does not hold in them, each with the index of its world.
fn check_all(worlds: &[(usize, World)]) -> Vec<(usize, Breach)> {
    let found = in_parallel(worlds, |(_, world)| check(world, None));
    let with_index =
        |(index, all): (usize, Vec<Breach>)| all.into_iter().map(move |it| (index, it));
    found.into_iter().enumerate().flat_map(with_index).collect()
}

#[test]
fn worlds_keep_the_laws() {
    let worlds = asked(0, 1);
    let breaches = check_all(&worlds);
    if let Some(shrunk) = number("UMBRA_WORLDS_REPORT") {
        return report::report(&worlds, &breaches, shrunk as usize);
    }
    // What is known is let pass, as often as it is known to happen.
    let mut counts = vec![0_usize; KNOWN.len()];
    for (index, breach) in &breaches {
        let (number, world) = &worlds[*index];
        let fits = KNOWN.iter().position(|it| it.law == breach.law && it.fits(world));
        if let Some(known) = fits {
            counts[known] += 1;
            continue;
        }
        let (small, breach) = shrink::shrink(world, breach.law);
        panic!("world {number}: {}", shrink::describe(&small, &breach));
    }
    for (known, count) in KNOWN.iter().zip(counts) {
        let met = worlds.iter().filter(|(_, world)| known.fits(world)).count();
        let most = known.most(met);
        let (law, values) = (known.law, known.values);
        assert!(count <= most, "{law} fails in {count} of {met} worlds with {values}");
    }
}

/// Worlds as games have them keep the laws, but for what `known::ORDINARY` counts.
#[test]
fn ordinary_worlds_keep_the_laws() {
    let mut worlds = asked(80, 2);
    worlds.iter_mut().for_each(|(_, world)| world.values = ordinary(&world.values));
    let breaches = check_all(&worlds);
    if let Some(shrunk) = number("UMBRA_WORLDS_REPORT") {
        return report::report(&worlds, &breaches, shrunk as usize);
    }
    for law in laws::NAMES {
        let all: Vec<_> = breaches.iter().filter(|(_, breach)| breach.law == law).collect();
        let known = known::ORDINARY.iter().find(|(name, _)| *name == law);
        let most = known.map_or(0, |(_, rate)| known::most(*rate, worlds.len()));
        if all.len() > most {
            let (number, world) = &worlds[all[most].0];
            let (small, breach) = shrink::shrink(world, law);
            let (count, text) = (all.len(), shrink::describe(&small, &breach));
            panic!("{count} worlds break {law}, {most} may; world {number}: {text}");
        }
    }
}

/// Fields, cuts, explosions, and what games build and drive, one of them in each world: what they
/// drive is not counted, but all that is told and kept is.
#[test]
fn worlds_with_more_in_them_keep_the_laws() {
    keep_the_laws(asked(40, 2), 1..MORE.len() - LATER);
}

/// The same of worlds that wrap around and of stacks half in a portal.
#[test]
fn worlds_with_passing_bodies_keep_the_laws() {
    keep_the_laws(asked(120, 4), MORE.len() - LATER..MORE.len());
}

/// Worlds that broke a law until that was mended, by seed and number: a copy went another way,
/// because a bullet met two bodies at once, and the first in the tree counted.
const MENDED: [(u64, usize); 1] = [(41, 19_915)];

#[test]
fn worlds_that_were_mended_keep_the_laws() {
    let found = MENDED.iter().flat_map(|(seed, number)| worlds(*seed, *number..number + 1));
    keep_the_laws(found.collect(), 1..MORE.len() - LATER);
}

/// Checks worlds with one of these additional features in each.
#[allow(clippy::print_stdout, reason = "a report is asked for")]
fn keep_the_laws(mut worlds: Vec<(usize, World)>, features: std::ops::Range<usize>) {
    for (number, world) in &mut worlds {
        world.more = (features.start + *number % features.len()) as u8;
    }
    let breaches = check_all(&worlds);
    if number("UMBRA_WORLDS_REPORT").is_some() {
        let mut counts = std::collections::BTreeMap::<(&str, &str), usize>::new();
        for (index, breach) in &breaches {
            let (number, world) = &worlds[*index];
            println!("{number}: {} in step {}: {}", world.name(), breach.step, breach.text);
            *counts.entry((breach.law, MORE[usize::from(worlds[*index].1.more)])).or_default() += 1;
        }
        println!("{counts:#?}");
    }
    // What joints alone do is counted by the other test.
    let is_known = |world: &World, law| KNOWN.iter().any(|it| it.law == law && it.fits(world));
    let mut new = breaches.iter().filter(|(index, it)| !is_known(&worlds[*index].1, it.law));
    if let Some((index, breach)) = new.next() {
        let (number, world) = &worlds[*index];
        let (small, breach) = shrink::shrink(world, breach.law);
        panic!("world {number}: {}", shrink::describe(&small, &breach));
    }
}

#[test]
fn the_worlds_of_a_run_cover_every_pair() {
    let mut pairs = Pairs::default();
    worlds(0, 0..WORLDS).iter().for_each(|(_, world)| pairs.meet(&world.values));
    assert_eq!(pairs.missing(), 0);
}

#[test]
fn every_world_can_be_filled_and_printed() {
    for (number, mut world) in worlds(3, 0..600) {
        world.more = (number % MORE.len()) as u8;
        let plan = world.plan();
        let filled =
            plan.fill().unwrap_or_else(|error| panic!("{number}: {error}, {}", world.name()));
        assert!(plan.mirrored().fill().is_ok() && plan.shifted([9.0, 2.0]).fill().is_ok());
        let text = plan.program();
        assert!(text.matches("add_collider").count() >= filled.scene.stats().colliders);
        assert_eq!(text.matches("let joint_").count(), filled.joints.len());
    }
}

/// What has nothing to do with a failure goes; what has stays.
#[test]
fn a_failure_shrinks() {
    let text = "terrain=chain, shape=hexagon, count=8, joint=rope, joining=star, friction=rough, \
                bounce=half, obstacle=ramp, motion=slow, edit=push";
    let world = World::new(1, parse(text).unwrap());
    let breaks = |world: &World| {
        let plan = world.plan();
        let joints = plan.joints.len();
        let found = joints > 1 && world.value("obstacle") == "ramp";
        found.then(|| Breach { law: "room", step: 17, text: format!("{joints} joints") })
    };
    let (small, breach) = shrink::shrink_by(&world, "room", breaks);
    assert_eq!(small.values, parse("count=4, joint=rope, obstacle=ramp").unwrap());
    assert_eq!((breach.text.as_str(), small.steps), ("2 joints", Some(18)));
    let text = shrink::describe(&small, &breach);
    assert_eq!(text.matches("let joint_").count(), 2, "{text}");
}
