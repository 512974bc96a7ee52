//! Memory, copies and allocations: what a scene costs besides the time of its steps.

#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use umbra::prelude::*;
use umbra_versus::contest::DT;
use umbra_versus::description::Description;
use umbra_versus::engines::Kind;
use umbra_versus::memory;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

const SCENES: [&str; 4] = ["pile_100", "pile_1000", "large_pyramid", "many_pyramids"];
/// Steps before anything is counted, and steps in which allocations are.
const SETTLING: usize = 120;
const COUNTED: usize = 60;

fn main() -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(table)
}

fn table() -> Result<(), String> {
    println!(
        "| scene | engine | memory, MB | bytes per body | copy, ms | back, ms | copy, MB | \
         allocations per step |\n|---|---|---:|---:|---:|---:|---:|---:|"
    );
    for name in SCENES {
        let plan = umbra_scenes::find(name).ok_or("a scene is gone")?;
        for kind in [Kind::Umbra, Kind::Box2d, Kind::Rapier] {
            let (description, scene) = Description::of(plan, SceneConfig::default())?;
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
            let calls = (memory::calls() - calls) as f64 / COUNTED as f64;
            let copy = engine.copy_cost(31);
            println!(
                "| {name} | {} | {:.2} | {} | {:.3} | {:.3} | {:.2} | {} |",
                kind.name(),
                bytes as f64 / 1e6,
                bytes / description.bodies.len(),
                copy.save,
                copy.restore,
                copy.bytes as f64 / 1e6,
                // Box2D allocates in C, where this does not see it.
                if kind == Kind::Box2d { "-".to_owned() } else { format!("{calls:.1}") },
            );
        }
    }
    Ok(())
}
