//! Prints tables of Umbra beside its peers; `--help` lists the options.

use std::io::{BufReader, stdin, stdout};

use umbra_scenes::small;
use umbra_versus::growth::{FAMILIES, Growth};
use umbra_versus::options::{Options, Part};
use umbra_versus::output::{say, write};
use umbra_versus::pictures;
use umbra_versus::precision;
use umbra_versus::race::ask_all;
use umbra_versus::remote::SERVE;
use umbra_versus::report::{self, Run};
use umbra_versus::serve::serve;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == SERVE) {
        return serve(&arguments[1..], BufReader::new(stdin()), stdout());
    }
    let options = match Options::parse(arguments) {
        Ok(options) => options,
        Err(message) => {
            say(&message);
            std::process::exit(2);
        }
    };
    for part in &options.parts {
        match part {
            Part::Scenes => whole_scenes(&options)?,
            Part::Small => small_scenes(&options)?,
            Part::Growth => growth(&options)?,
            Part::Queries => queries(&options)?,
            Part::Precision => precision(&options)?,
        }
    }
    Ok(())
}

fn whole_scenes(options: &Options) -> Result<(), String> {
    let mut runs = Vec::new();
    for &threads in &options.threads {
        let contest = options.contest(threads);
        let mut scenes = Vec::new();
        for def in &options.defs {
            let outcomes = contest.run(def)?;
            if options.remarks {
                for outcome in &outcomes {
                    say(&format!("{}, {}: {}", def.name, outcome.kind.name(), outcome.remarks));
                }
            }
            scenes.push((def.name, outcomes));
        }
        runs.push(Run { threads, scenes });
    }
    let kinds = &options.kinds;
    say("Milliseconds per step, the mean over all steps\n");
    options.publish("times", &report::speed_table(&runs, kinds))?;
    if runs.len() > 1 {
        say("What the last number of threads gives, in times the first\n");
        options.publish("scaling", &report::scaling_table(&runs, kinds))?;
        options.show(&pictures::thread_scaling(&runs, kinds))?;
    }
    for run in &runs {
        options.show(&pictures::times(run, kinds))?;
    }
    // Threads do not change what Umbra does; peers are shown as on one thread.
    if let Some(run) = runs.first() {
        options.publish("quality", &report::quality_table(&run.scenes))?;
        options.show(&pictures::overlaps(&run.scenes, kinds))?;
    }
    match &options.csv {
        Some(path) => write(path, &report::csv(&runs)),
        None => Ok(()),
    }
}

fn small_scenes(options: &Options) -> Result<(), String> {
    let contest = options.contest(1);
    let run = |def: &'static umbra_scenes::SceneDef| Ok((def.name, contest.run(def)?));
    let scenes = small::SCENES.iter().map(run).collect::<Result<_, String>>()?;
    let runs = [Run { threads: 1, scenes }];
    options.publish("small", &report::speed_table(&runs, &options.kinds))
}

fn growth(options: &Options) -> Result<(), String> {
    for family in FAMILIES {
        let growth = Growth::measure(family, &options.contest(1))?;
        options.publish(&format!("growth-{}", family.name), &growth.table(&options.kinds))?;
        options.show(&growth.chart(&options.kinds))?;
    }
    Ok(())
}

fn precision(options: &Options) -> Result<(), String> {
    let (kinds, curves) = (&options.kinds, precision::measure(&options.contest(1))?);
    options.publish("precision", &precision::table(&curves, kinds))?;
    options.show(&precision::chart(&curves, kinds))?;
    let text = precision::csv(&curves, kinds);
    options.csv.as_ref().map_or(Ok(()), |path| write(path, &text))
}

fn queries(options: &Options) -> Result<(), String> {
    let answers = ask_all(&options.kinds, &options.best)?;
    options.publish("queries", &report::questions_table(&answers, &options.kinds))?;
    options.show(&pictures::questions(&answers, &options.kinds))
}
