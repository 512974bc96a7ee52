//! Memory, copies and allocations: the costs of a scene besides the time of its steps.
//! `--docs` and `--charts` are those of `umbra-versus`.

use std::fmt::Write;

use umbra::prelude::*;
use umbra_versus::chart::Bars;
use umbra_versus::description::Description;
use umbra_versus::engines::{CopyCost, Kind};
use umbra_versus::options::Options;
use umbra_versus::quality::Look;
use umbra_versus::timing::DT;
use umbra_versus::{memory, output, pictures};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

const SCENES: [&str; 4] = ["pile_100", "pile_1000", "large_pyramid", "many_pyramids"];
const KINDS: [Kind; 3] = [Kind::Umbra, Kind::Box2d, Kind::Rapier];
/// Steps before the counts begin, and steps in which allocations are counted.
const SETTLING: usize = 120;
const COUNTED: usize = 60;
/// The number of copies, whose median counts.
const COPIES: usize = 31;

/// The costs of a scene in an engine.
struct Cost {
    bytes: usize,
    bodies: usize,
    contacts: usize,
    allocations: f64,
    copy: CopyCost,
}

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let rows = pool.map_err(|error| error.to_string())?.install(measure)?;
    options.publish("costs", &table(&rows))?;
    options.show(&chart(&rows))
}

/// The costs of each scene in each engine.
fn measure() -> Result<Vec<(&'static str, Vec<Cost>)>, String> {
    let of = |name: &'static str| {
        let costs = KINDS.iter().map(|kind| cost(name, *kind));
        Ok((name, costs.collect::<Result<_, String>>()?))
    };
    SCENES.into_iter().map(of).collect()
}

fn cost(name: &str, kind: Kind) -> Result<Cost, String> {
    let def = umbra_scenes::find(name).ok_or("a scene is gone")?;
    let (description, scene) = Description::from_def(def, SceneConfig::default())?;
    let before = memory::live_bytes();
    let mut engine = kind.load(&description, &scene, 1)?;
    for _ in 0..SETTLING {
        engine.step(DT);
    }
    let bytes = memory::live_bytes() - before + engine.foreign_bytes();
    let calls = memory::calls();
    for _ in 0..COUNTED {
        engine.step(DT);
    }
    Ok(Cost {
        bytes,
        bodies: description.bodies.len(),
        allocations: (memory::calls() - calls) as f64 / COUNTED as f64,
        contacts: Look::at(&description, &engine.bodies()).overlap.near,
        copy: engine.copy_cost(COPIES),
    })
}

fn table(rows: &[(&'static str, Vec<Cost>)]) -> String {
    let mut text =
        "| scene | engine | memory, MB | bytes per body | bytes per contact | copy, ms | \
                    back, ms | copy, MB | allocations per step |\n\
                    |---|---|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for (name, costs) in rows {
        for (kind, cost) in KINDS.iter().zip(costs) {
            // Box2D allocates in C, where this does not see it.
            let seen = *kind != Kind::Box2d;
            let _ = writeln!(
                text,
                "| {name} | {} | {:.2} | {} | {} | {:.3} | {:.3} | {:.2} | {} |",
                kind.title(),
                cost.bytes as f64 / 1e6,
                cost.bytes / cost.bodies,
                cost.bytes / cost.contacts.max(1),
                cost.copy.save,
                cost.copy.restore,
                cost.copy.bytes as f64 / 1e6,
                if seen { format!("{:.1}", cost.allocations) } else { "-".to_owned() },
            );
        }
    }
    text
}

fn chart(rows: &[(&'static str, Vec<Cost>)]) -> pictures::Picture {
    let per_body = |cost: &Cost| cost.bytes as f64 / cost.bodies as f64;
    let chart = Bars {
        title: "Memory (less is better)".to_owned(),
        axis: "bytes per body, contacts and all else included".to_owned(),
        groups: rows.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series: pictures::each(&KINDS, |index| {
            rows.iter().map(|(_, costs)| per_body(&costs[index])).collect()
        }),
        goal: None,
    };
    ("memory.svg".to_owned(), chart.draw())
}
