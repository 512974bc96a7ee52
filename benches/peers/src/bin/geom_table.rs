//! Prints every contest as a Markdown table and as CSV, or checks that the engines agree.
//!
//! ```text
//! geom_table [--check] [part of a contest's name]
//! ```
//!
//! The engines take turns round by round, so that whatever else the machine does hits all of them
//! alike; the medians over the rounds are what is printed.
#![allow(clippy::print_stdout)] // printing is what it is for

use umbra_peers::contest::Contest;
use umbra_peers::contests;

/// Rounds per contest; each engine is timed once in each.
const ROUNDS: usize = 30;
/// How often an engine goes through all the pairs in a round: long enough for the clock.
const PASSES: usize = 4;
/// Ours, among the entries.
const OURS: &str = "umbra";

fn main() {
    let (flags, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let mut wanted = contests::all();
    wanted.retain(|contest| names.iter().all(|name| contest.name.contains(name.as_str())));
    if flags.iter().any(|flag| flag == "--check") {
        check(&mut wanted);
    } else {
        table(&mut wanted);
    }
}

/// How often two engines give different answers, for each two of them.
fn check(contests: &mut [Contest]) {
    println!("| contest | engines | answers apart | of | largest difference |");
    println!("|---|---|---:|---:|---:|");
    for contest in contests {
        for b in 1..contest.entries.len() {
            for a in 0..b {
                let (count, worst) = contest.disagreements(a, b);
                let (first, second) = (&contest.entries[a], &contest.entries[b]);
                println!(
                    "| {} | {} : {} | {count} | {} | {worst:.2e} |",
                    contest.name, first.engine, second.engine, first.pairs
                );
            }
        }
    }
}

fn table(contests: &mut [Contest]) {
    let mut csv = String::from("contest,engine,ns_per_pair\n");
    println!("| contest | engine: ns per pair, median of {ROUNDS} rounds | times faster |");
    println!("|---|---|---:|");
    for contest in contests {
        let medians = medians(contest);
        let of = |(engine, ns): &(&str, f64)| format!("{engine}: {ns:.1}");
        let cells: Vec<String> = medians.iter().map(of).collect();
        let ours = medians.iter().find(|(engine, _)| *engine == OURS).map(|(_, ns)| *ns);
        let theirs = medians
            .iter()
            .filter(|(engine, _)| is_like_for_like(engine))
            .map(|(_, ns)| *ns)
            .fold(f64::INFINITY, f64::min);
        let ratio = ours.map_or_else(|| "-".into(), |ours| format!("{:.2}", theirs / ours));
        println!("| {} | {} | {ratio} |", contest.name, cells.join(", "));
        for (engine, ns) in medians {
            csv += &format!("{},\"{engine}\",{ns:.2}\n", contest.name);
        }
    }
    println!("\n{csv}");
}

/// Entries whose name has a comma are another way of asking, shown but not raced against.
fn is_like_for_like(engine: &str) -> bool {
    engine != OURS && !engine.contains(',')
}

fn medians(contest: &mut Contest) -> Vec<(&'static str, f64)> {
    let mut times = vec![Vec::with_capacity(ROUNDS); contest.entries.len()];
    for entry in &mut contest.entries {
        entry.time(1); // the caches, and what an engine keeps between rounds
    }
    for _ in 0..ROUNDS {
        for (entry, times) in contest.entries.iter_mut().zip(&mut times) {
            times.push(entry.time(PASSES));
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    contest.entries.iter().map(|entry| entry.engine).zip(times.iter_mut().map(median)).collect()
}
