//! Tables of failures.
#![allow(clippy::print_stdout, reason = "it is asked for")]

use std::collections::BTreeMap;

use umbra_scenes::meetings::World;
use umbra_scenes::meetings::dimensions::{DIMENSIONS, describe as values_of};

use super::in_parallel;
use super::known::{KNOWN, Known};
use super::laws::NAMES;
use super::shrink::{describe, shrink};
use super::watch::Breach;

/// Prints how often each law fails, with which values it fails most, and the first `shrunk`
/// failures of each law that are not known, as small as they can be.
pub fn report(worlds: &[(usize, World)], breaches: &[(usize, Breach)], shrunk: usize) {
    println!("{} worlds, {} breaches", worlds.len(), breaches.len());
    for law in NAMES {
        let all: Vec<_> = breaches.iter().filter(|(_, breach)| breach.law == law).collect();
        if all.is_empty() {
            continue;
        }
        let rate = all.len() as f64 / worlds.len() as f64;
        println!("\n== {law}: {} worlds, {:.2} %", all.len(), 100.0 * rate);
        let mut values = vec![];
        for (dimension, it) in DIMENSIONS.iter().enumerate() {
            for (value, name) in it.values.iter().enumerate() {
                let has = |world: &World| usize::from(world.values[dimension]) == value;
                let of = worlds.iter().filter(|(_, world)| has(world)).count();
                let failed = all.iter().filter(|(index, _)| has(&worlds[*index].1)).count();
                if failed > 0 {
                    let own = failed as f64 / of as f64;
                    values.push((own / rate, own, failed, of, it.name, *name));
                }
            }
        }
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (times, own, failed, of, dimension, name) in values.iter().take(14) {
            let percent = 100.0 * own;
            println!("  {times:5.1} x  {percent:6.2} % ({failed} of {of})  {dimension}={name}");
        }
        for (index, breach) in &all {
            let (number, world) = &worlds[*index];
            let known = KNOWN.iter().find(|it| it.law == law && it.fits(world));
            let known = known.map_or("", |it| it.fault);
            let values = values_of(&world.values);
            println!("  #{number} step {}: {} | {values} | {known}", breach.step, breach.text);
        }
    }
    println!();
    let mut counts = vec![0; KNOWN.len()];
    for (index, breach) in breaches {
        let of = |it: &Known| it.law == breach.law && it.fits(&worlds[*index].1);
        if let Some(known) = KNOWN.iter().position(of) {
            counts[known] += 1;
        }
    }
    for (known, count) in KNOWN.iter().zip(counts) {
        let met = worlds.iter().filter(|(_, world)| known.fits(world)).count();
        let (rate, most) = (count as f64 / met.max(1) as f64, known.most(met));
        let Known { law, values, fault, .. } = known;
        println!("{law}: {count} of {met}, {rate:.4}, may be {most}: {values}: {fault}");
    }
    let is_new = |(index, breach): &&(usize, Breach)| {
        !KNOWN.iter().any(|it| it.law == breach.law && it.fits(&worlds[*index].1))
    };
    let mut chosen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, breach) in breaches.iter().filter(is_new) {
        let of_law = chosen.entry(breach.law).or_default();
        if of_law.len() < shrunk {
            of_law.push(*index);
        }
    }
    let jobs: Vec<(&str, usize)> =
        chosen.iter().flat_map(|(law, all)| all.iter().map(|index| (*law, *index))).collect();
    let small = in_parallel(&jobs, |(law, index)| {
        let law = NAMES.into_iter().find(|name| name == law).unwrap_or("panic");
        shrink(&worlds[*index].1, law)
    });
    // Failures that come down to the same values are one.
    let mut groups: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (job, ((law, _), (world, _))) in jobs.iter().zip(&small).enumerate() {
        groups.entry((law, values_of(&world.values))).or_default().push(job);
    }
    println!("\nwhat is left of them:");
    for ((law, values), all) in &groups {
        let numbers: Vec<_> = all.iter().map(|job| worlds[jobs[*job].1].0).collect();
        let text = &small[all[0]].1.text;
        println!("  {law}: {values}: {} {numbers:?}: {text}", all.len());
    }
    for all in groups.values() {
        let (number, (world, breach)) = (worlds[jobs[all[0]].1].0, &small[all[0]]);
        println!("\n---- world {number}\n{}", describe(world, breach));
    }
}
