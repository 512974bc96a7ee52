//! Prints the table of whole scenes; `--help` says how to choose.

#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use umbra_versus::contest::Contest;
use umbra_versus::options::Options;
use umbra_versus::report;

fn main() -> Result<(), String> {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            println!("{message}");
            std::process::exit(2);
        }
    };
    let mut csv = String::new();
    for &threads in &options.threads {
        let contest = Contest {
            kinds: options.kinds.clone(),
            threads,
            repeat: options.repeat,
            steps: options.steps,
        };
        let mut scenes = Vec::new();
        for plan in &options.plans {
            let outcomes = contest.run(plan)?;
            if options.remarks {
                for outcome in &outcomes {
                    println!("{}, {}: {}", plan.name, outcome.kind.name(), outcome.remarks);
                }
            }
            scenes.push((plan.name, outcomes));
        }
        println!("\n{threads} thread(s), milliseconds per step: mean over all steps, and median\n");
        println!("{}", report::speed_table(&scenes, &options.kinds));
        println!("{}", report::quality_table(&scenes));
        csv += &report::csv(&scenes, threads, csv.is_empty());
    }
    if let Some(path) = options.csv {
        std::fs::write(&path, csv).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}
