//! Prints every contest as a Markdown table and as CSV, or checks that the engines agree: fails
//! when no other engine has the same answers as ours.
//!
//! ```text
//! geom_table [--check] [part of a contest's name]
//! ```
//!
//! The engines take turns round by round, so that other load on the machine affects all of them
//! alike. The table has the medians over the rounds, and the median of the rounds' own ratios: a
//! clock that changes between rounds cancels there.
#![allow(clippy::print_stdout)] // printing is what it is for

use std::process::ExitCode;

use umbra_peers::contest::Contest;
use umbra_peers::contests;

/// Rounds per contest; each engine goes through all the pairs once in each. Many short rounds, as
/// with few long ones a change of the processor's clock affects one engine and not the next.
const ROUNDS: usize = 121;
/// The name of our entry.
const OURS: &str = "umbra";
/// The number of pairs per permitted difference from the engine that agrees best with ours.
///
/// Others cast with a slop, miss spinning bodies, and find grazing hits or not. That makes 2.5 % of
/// the times of impact and less elsewhere; an error of ours would make more.
const PAIRS_PER_DISPUTE: usize = 32;

fn main() -> ExitCode {
    let (flags, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let mut wanted = contests::all();
    wanted.retain(|contest| names.iter().all(|name| contest.name.contains(name.as_str())));
    if flags.iter().any(|flag| flag == "--check") {
        check(&mut wanted)
    } else {
        table(&mut wanted);
        ExitCode::SUCCESS
    }
}

/// The number of different answers of two engines, for each two of them.
fn check(contests: &mut [Contest]) -> ExitCode {
    let mut alone = Vec::new();
    println!("| contest | engines | answers apart | of | largest difference |");
    println!("|---|---|---:|---:|---:|");
    for contest in contests {
        let mut fewest: Option<usize> = None;
        for b in 1..contest.entries.len() {
            for a in 0..b {
                let (count, worst) = contest.disagreements(a, b);
                let is_ours = |index: usize| contest.entries[index].engine == OURS;
                if is_ours(a) || is_ours(b) {
                    fewest = Some(fewest.map_or(count, |fewest| fewest.min(count)));
                }
                let (first, second) = (&contest.entries[a], &contest.entries[b]);
                println!(
                    "| {} | {} : {} | {count} | {} | {worst:.2e} |",
                    contest.name, first.engine, second.engine, first.pairs
                );
            }
        }
        let allowed = contest.entries.first().map_or(0, |entry| entry.pairs / PAIRS_PER_DISPUTE);
        if fewest.is_some_and(|fewest| fewest > allowed) {
            alone.push(contest.name);
        }
    }
    if alone.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("\nNo other engine agrees with {OURS} on: {}", alone.join(", "));
    ExitCode::FAILURE
}

fn table(contests: &mut [Contest]) {
    let mut csv = String::from("contest,engine,ns_per_pair\n");
    println!("| contest | engine: ns per pair, median of {ROUNDS} rounds | times faster |");
    println!("|---|---|---:|");
    for contest in contests {
        let times = times(contest);
        let engines = contest.entries.iter().map(|entry| entry.engine);
        let medians: Vec<(&str, f64)> = engines.zip(times.iter().map(|t| median(t))).collect();
        let of = |(engine, ns): &(&str, f64)| format!("{engine}: {ns:.1}");
        let cells: Vec<String> = medians.iter().map(of).collect();
        let ours = medians.iter().position(|(engine, _)| *engine == OURS);
        let theirs = (0..medians.len())
            .filter(|&i| is_like_for_like(medians[i].0))
            .min_by(|&i, &j| medians[i].1.total_cmp(&medians[j].1));
        let ratio = ours.zip(theirs).map_or_else(
            || "-".into(),
            |(ours, theirs)| {
                let rounds = times[theirs].iter().zip(&times[ours]);
                format!("{:.2}", median(&rounds.map(|(t, o)| t / o).collect::<Vec<_>>()))
            },
        );
        println!("| {} | {} | {ratio} |", contest.name, cells.join(", "));
        for (engine, ns) in medians {
            csv += &format!("{},\"{engine}\",{ns:.2}\n", contest.name);
        }
    }
    println!("\n{csv}");
}

/// Entries whose name has a comma use another call; they are shown but not compared with.
fn is_like_for_like(engine: &str) -> bool {
    engine != OURS && !engine.contains(',')
}

/// For each engine, nanoseconds per pair in every round.
fn times(contest: &mut Contest) -> Vec<Vec<f64>> {
    let mut times = vec![Vec::with_capacity(ROUNDS); contest.entries.len()];
    for entry in &mut contest.entries {
        entry.run(); // the caches, and what an engine keeps between rounds
    }
    for _ in 0..ROUNDS {
        for (entry, times) in contest.entries.iter_mut().zip(&mut times) {
            times.push(entry.time(1));
        }
    }
    times
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
