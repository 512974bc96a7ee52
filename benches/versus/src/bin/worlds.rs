//! Landers by the thousand: `cargo run --release -p umbra-versus --bin worlds -- [--docs FILE]`.
//!
//! Microseconds of a step of one world, the median of the rounds. All engines in this program,
//! interleaved; each world begins anew after two seconds, which is not timed. Box2D has no more
//! than 128 worlds.

use std::fmt::Write;
use std::time::Instant;

use rayon::ThreadPool;
use umbra::{Batch, Scene, SceneConfig};
use umbra_scenes::small::LANDER;
use umbra_versus::description::Description;
use umbra_versus::engines::{Engine, Kind};
use umbra_versus::options::Options;
use umbra_versus::output;
use umbra_versus::timing::{DT, median};

/// Steps of a world before it begins anew.
const EPISODE: usize = 120;
/// Steps of all worlds in a round.
const STEPS: usize = 64 * EPISODE;
const ROUNDS: usize = 15;
/// Worlds of other engines.
const FEW: usize = 64;

/// Worlds that are stepped one after the other, or as one batch.
enum Worlds {
    Each(Vec<Box<dyn Engine>>),
    /// With the scene that each begins as.
    Batch(Batch, Box<Scene>),
}

struct Row {
    name: String,
    worlds: Worlds,
    pool: usize,
    times: Vec<f64>,
}

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let pool = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| error.to_string())
    };
    let pools = [pool(1)?, pool(2)?];
    options.publish("worlds", &pools[0].install(|| measure(&pools))?)
}

fn measure(pools: &[ThreadPool; 2]) -> Result<String, String> {
    let mut rows = rows()?;
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let time = row.worlds.play(&pools[row.pool])?;
            row.times.push(time);
        }
    }
    Ok(table(&rows))
}

fn rows() -> Result<Vec<Row>, String> {
    let (description, scene) = Description::from_def(&LANDER, SceneConfig::default())?;
    let row = |name: &str, worlds, pool| Row { name: name.into(), worlds, pool, times: vec![] };
    let mut rows = vec![];
    for kind in [Kind::Umbra, Kind::Box2d, Kind::Rapier] {
        let worlds =
            (0..FEW).map(|_| kind.load(&description, &scene, 1)).collect::<Result<_, _>>()?;
        rows.push(row(&format!("{}, {FEW} worlds", kind.name()), Worlds::Each(worlds), 0));
    }
    for count in [FEW, 1024, 4096] {
        for (pool, threads) in [(0, "1 thread"), (1, "2 threads")] {
            let batch = Worlds::Batch(Batch::new(&scene, count), Box::new(scene.clone()));
            rows.push(row(&format!("Umbra's `Batch`, {count} worlds, {threads}"), batch, pool));
        }
    }
    Ok(rows)
}

impl Worlds {
    fn count(&self) -> usize {
        match self {
            Self::Each(worlds) => worlds.len(),
            Self::Batch(batch, _) => batch.len(),
        }
    }

    /// Microseconds of a step of one world.
    fn play(&mut self, pool: &ThreadPool) -> Result<f64, String> {
        let steps = (STEPS / self.count()).max(2);
        let count = self.count();
        let mut seconds = 0.0;
        for step in 0..steps {
            if step % EPISODE == 0 {
                self.begin_anew();
            }
            let start = Instant::now();
            self.step(pool)?;
            seconds += start.elapsed().as_secs_f64();
        }
        Ok(seconds * 1e6 / (steps * count) as f64)
    }

    fn step(&mut self, pool: &ThreadPool) -> Result<(), String> {
        match self {
            Self::Each(worlds) => worlds.iter_mut().for_each(|world| world.step(DT)),
            Self::Batch(batch, _) => {
                return pool.install(|| batch.step(DT)).map_err(|error| error.to_string());
            }
        }
        Ok(())
    }

    fn begin_anew(&mut self) {
        match self {
            // The ground is the first body.
            Self::Each(worlds) => worlds.iter_mut().for_each(|world| world.respawn(1..4)),
            Self::Batch(batch, start) => {
                (0..batch.len()).for_each(|index| batch.reset(index, start));
            }
        }
    }
}

fn table(rows: &[Row]) -> String {
    let mut text =
        "| | us per world and step | steps per second | |\n|---|---:|---:|---:|\n".to_owned();
    let times: Vec<f64> = rows.iter().map(|row| median(row.times.clone())).collect();
    let of_box2d = times.get(1).copied().unwrap_or(f64::NAN);
    for (row, time) in rows.iter().zip(&times) {
        let (rate, ratio) = (1e3 / time, of_box2d / time);
        let _ = writeln!(text, "| {} | {time:.2} | {rate:.0},000 | {ratio:.2} |", row.name);
    }
    text
}
