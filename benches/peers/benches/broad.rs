//! Umbra's broad phase beside Box2D's tree and parry's, on the same moving boxes in the same run.
//!
//! ```text
//! CFLAGS="-O3 -DNDEBUG" cargo bench -p umbra-peers --bench broad -- TABLE ...
//! ```
//!
//! Tables: `tumbling`, `resting`, `recorded`, `asleep`, `level` (together the first table of
//! `docs/benchmarks/broad-phase.md`), `growth`, `threads`, `queries`, and `alone`; all but the last
//! when none is named. They come out as they stand in that page.
//!
//! Every frame all three get the same tight boxes, follow the same rule to make them fat, and are
//! timed one after the other; the tables give means over the frames. *Bare* leaves out the hash set
//! in which the others keep their known pairs to detect new ones; *pairs* has it, as their engines
//! do. One thread.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this program prints tables")]

#[path = "broad/box2d.rs"]
mod box2d;
#[path = "broad/parry.rs"]
mod parry;
#[path = "broad/queries.rs"]
mod queries;
#[path = "broad/record.rs"]
mod record;

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Instant;
use umbra_benches::boxes::{World, thousands};
use umbra_broad::{BroadPhase, BroadPhaseConfig, FatMargin, Filter, Move, ProxyId, ProxyKind};
use umbra_geom::{Aabb, Vector};

/// A fast hasher for one number, so that the hasher costs little.
#[derive(Default)]
pub struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, value: u64) {
        let wide = u128::from(value) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        self.0 = wide as u64 ^ (wide >> 64) as u64;
    }
}

/// The known pairs of an engine.
pub type Pairs = HashSet<u64, BuildHasherDefault<Multiply>>;

/// Both indices of a pair in one number.
pub fn key(a: usize, b: usize) -> u64 {
    (a.min(b) as u64) << 32 | a.max(b) as u64
}

/// An engine that finds pairs.
pub trait Engine {
    /// Its fat boxes, static ones first.
    fn fat(&mut self) -> &mut Vec<Aabb>;

    /// Updates the fat boxes that changed, and appends pairs: all that overlap, in any order, when
    /// `known` is `None`, otherwise those that are not in it.
    fn update(&mut self, moved: &[(usize, Aabb)], known: Option<&Pairs>, found: &mut Vec<u64>);
}

/// The first part of every step: finds the boxes that have left their fat ones, and the new ones.
fn burst(engine: &mut dyn Engine, world: &World, moved: &mut Vec<(usize, Aabb)>) {
    let margin = FatMargin::default();
    let fat = engine.fat();
    moved.clear();
    for &(index, by) in &world.moves {
        if !fat[index].contains(&world.boxes[index]) {
            fat[index] = margin.fatten(&world.boxes[index], by);
            moved.push((index, fat[index]));
        }
    }
}

/// Umbra: the tight boxes go in, so the test against the fat box is part of the timed work.
struct Ours {
    broad: BroadPhase,
    ids: Vec<ProxyId>,
    moves: Vec<Move>,
}

impl Ours {
    fn new(world: &World) -> Self {
        let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
        let mut add = |(index, aabb): (usize, &Aabb)| {
            let kind = if index < world.statics { ProxyKind::Static } else { ProxyKind::Dynamic };
            broad.add(*aabb, kind, Filter::default(), index as u32).unwrap()
        };
        let ids = world.boxes.iter().enumerate().map(&mut add).collect();
        broad.rebuild();
        Self { broad, ids, moves: Vec::new() }
    }

    /// Converts the moves of a frame to the engine's form, outside of the timed work, as for the
    /// others.
    fn prepare(&mut self, world: &World) {
        self.moves.clear();
        self.moves.extend(world.moves.iter().map(|&(index, displacement)| Move {
            proxy: self.ids[index],
            aabb: world.boxes[index],
            displacement,
        }));
    }

    /// The time of an update and a search, in seconds; the pairs go into `found`.
    fn update(&mut self, found: &mut Vec<u64>) -> f64 {
        let start = Instant::now();
        self.broad.move_many(&self.moves).unwrap();
        let pairs = self.broad.find_new_pairs();
        let time = start.elapsed().as_secs_f64();
        found.clear();
        found.extend(pairs.iter().map(|pair| key(pair.data[0] as usize, pair.data[1] as usize)));
        time
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The mean of frames, in microseconds, without the first eighth and the slowest twentieth. Boxes
/// may all leave their fat ones in the same frame, so a median could miss half of the work.
fn mean(times: &mut Vec<f64>) -> f64 {
    times.drain(..(times.len() / 8).max(1));
    times.sort_by(f64::total_cmp);
    times.truncate(times.len() - times.len() / 20);
    1e6 * times.iter().sum::<f64>() / times.len() as f64
}

/// Runs `frames` frames and checks that all find the same pairs.
fn race(mut world: World, frames: usize) -> Row {
    let margin = FatMargin::default();
    let fatten = |index: usize, aabb: &Aabb, by: Vector| {
        if index < world.statics { *aabb } else { margin.fatten(aabb, by) }
    };
    let mut fat: Vec<Aabb> =
        world.boxes.iter().enumerate().map(|(i, b)| fatten(i, b, Vector::zeros())).collect();
    let mut ours = Ours::new(&world);
    let mut box2d = box2d::Box2d::new(&fat, world.statics);
    let mut parry = parry::Parry::new(&fat, world.statics);
    let mut known = Pairs::default();
    let mut found: [Vec<u64>; 5] = Default::default();
    let mut times: [Vec<f64>; 5] = Default::default();
    let mut bursts = 0;
    let mut theirs: Vec<(usize, Aabb)> = Vec::new();
    for frame in 0..frames {
        if frame > 0 {
            world.advance();
        }
        let mut moved = Vec::new();
        for &(index, by) in &world.moves {
            if !fat[index].contains(&world.boxes[index]) {
                fat[index] = margin.fatten(&world.boxes[index], by);
                moved.push((index, fat[index]));
            }
        }
        if frame == 0 {
            moved = fat.iter().copied().enumerate().skip(world.statics).collect();
        }
        bursts += if frame == 0 { 0 } else { moved.len() };
        found.iter_mut().for_each(Vec::clear);
        ours.prepare(&world);
        times[0].push(ours.update(&mut found[0]));
        let mut time =
            |which: usize, found: &mut [Vec<u64>; 5], run: &mut dyn FnMut(&mut Vec<u64>)| {
                let start = Instant::now();
                run(&mut found[which]);
                times[which].push(start.elapsed().as_secs_f64());
            };
        // The same motion twice moves nothing the second time, so one of the two ways per frame:
        // in an order that no motion keeps time with.
        let with_set = frame.count_ones() % 2 == 1 || frame == 0;
        let set = with_set.then_some(&known);
        time(if with_set { 1 } else { 2 }, &mut found, &mut |found| {
            burst(&mut box2d, &world, &mut theirs);
            box2d.update(if frame == 0 { &moved } else { &theirs }, set, found);
        });
        time(if with_set { 3 } else { 4 }, &mut found, &mut |found| {
            burst(&mut parry, &world, &mut theirs);
            parry.update(if frame == 0 { &moved } else { &theirs }, set, found);
        });
        found[0].sort_unstable();
        if with_set {
            // parry does not see the first frame as motion: its leaves are there already.
            for other in if frame == 0 { [1, 1] } else { [1, 3] } {
                found[other].sort_unstable();
                assert!(found[0] == found[other], "{}: frame {frame}, engine {other}", world.name);
            }
        }
        known.extend(&found[0]);
        known.retain(|key| fat[(key >> 32) as usize].overlaps(&fat[*key as u32 as usize]));
    }
    let movers = world.moves.len();
    let [ours, box2d, box2d_bare, parry, parry_bare] = times.map(|mut times| mean(&mut times));
    Row {
        world: world.name,
        burst: 100.0 * bursts as f64 / ((frames - 1) * movers) as f64,
        movers,
        ours,
        box2d: [box2d, box2d_bare],
        parry: [parry, parry_bare],
    }
}

/// The times of a race, in microseconds: those of the others with a set and bare.
struct Row {
    world: String,
    burst: f64,
    movers: usize,
    ours: f64,
    box2d: [f64; 2],
    parry: [f64; 2],
}

impl Row {
    /// The ratio to the faster of the others, with a set and bare.
    fn faster(&self) -> [f64; 2] {
        [0, 1].map(|way| self.box2d[way].min(self.parry[way]) / self.ours)
    }

    fn print(&self) {
        let [faster, bare] = self.faster();
        println!(
            "| {} | {:.0} % | {} ({:.0}) | {} | {} | {} | {} | {faster:.1} ({bare:.1}) |",
            self.world,
            self.burst,
            digits(self.ours),
            1e3 * self.ours / self.movers as f64,
            digits(self.box2d[0]),
            digits(self.parry[0]),
            digits(self.box2d[1]),
            digits(self.parry[1]),
        );
    }

    fn print_growth(&self) {
        let [faster, bare] = self.faster();
        println!(
            "| {} | {} | {:.0} | {} | {} | {faster:.1} ({bare:.1}) |",
            thousands(self.movers),
            digits(self.ours),
            1e3 * self.ours / self.movers as f64,
            digits(self.box2d[0]),
            digits(self.parry[0]),
        );
    }
}

/// Three digits or more, with a comma at the thousands.
fn digits(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { whole(value) }
}

/// A number without decimal places.
fn whole(value: f64) -> String {
    thousands(value.round() as usize)
}

/// Update and search without other engines in the cache; prints a row.
fn alone(mut world: World, frames: usize) {
    let mut ours = Ours::new(&world);
    let (mut found, mut times) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        if frame > 0 {
            world.advance();
        }
        ours.prepare(&world);
        times.push(ours.update(&mut found));
    }
    let (time, movers) = (mean(&mut times), world.moves.len());
    println!("| {} | {} | {:.0} |", world.name, digits(time), 1e3 * time / movers as f64);
}

/// Update and search with one thread and with two, one run after the other: interleaved, a frame
/// would find its boxes in the cache of the other processor. Prints a row.
fn threads(count: usize) {
    let runs = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::tumbling(count, 0.1);
            let mut ours = Ours::new(&world);
            let (mut found, mut all, mut times) = (Vec::new(), Vec::new(), Vec::new());
            for frame in 0..120 {
                if frame > 0 {
                    world.advance();
                }
                ours.prepare(&world);
                times.push(ours.update(&mut found));
                all.extend_from_slice(&found);
            }
            (all, mean(&mut times))
        })
    });
    assert!(runs[0].0 == runs[1].0, "the same pairs in the same order");
    let [one, two] = runs.map(|(_, time)| time);
    println!("| {} | {} | {} | {:.2} |", thousands(count), digits(one), digits(two), one / two);
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
        let named = |name: &str| only.iter().any(|only| only == name);
        let wanted = |name: &str| only.is_empty() || named(name);
        if ["tumbling", "resting", "recorded", "asleep", "level"].into_iter().any(wanted) {
            update_and_pairs(wanted);
        }
        if wanted("growth") {
            println!();
            println!("| boxes | Umbra, us | ns per box | Box2D | parry | faster by (bare) |");
            println!("|---|---|---|---|---|---|");
            for count in [1_000, 3_000, 10_000, 30_000, 100_000] {
                race(World::tumbling(count, 0.1), 60).print_growth();
            }
        }
        if wanted("threads") {
            println!();
            println!("| boxes | one thread, us | two | faster by |");
            println!("|---|---|---|---|");
            for count in [2_000, 8_000, 30_000, 100_000] {
                threads(count);
            }
        }
        if wanted("queries") {
            queries::run();
        }
        if named("alone") {
            all_alone();
        }
    });
}

fn update_and_pairs(wanted: impl Fn(&str) -> bool) {
    println!();
    println!(
        "| world | burst | Umbra (ns per mover) | Box2D with set | parry with set | Box2D bare | parry bare | faster by (bare) |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    if wanted("tumbling") {
        for count in [2_000, 8_000, 30_000] {
            for speed in [0.02, 0.1, 0.5] {
                race(World::tumbling(count, speed), if count > 10_000 { 90 } else { 200 }).print();
            }
        }
    }
    if wanted("resting") {
        for count in [2_000, 8_000, 30_000] {
            race(World::resting(count), 200).print();
        }
    }
    if wanted("recorded") {
        for (columns, frames) in [(45, 160), (90, 120)] {
            race(record::drum(columns, frames), frames).print();
        }
    }
    if wanted("asleep") {
        for count in [1_000, 10_000, 100_000] {
            race(World::asleep(count, 5), 400).print();
        }
    }
    if wanted("level") {
        race(World::level(30_000, 500), 200).print();
    }
}

/// Umbra without other engines in the cache.
fn all_alone() {
    println!();
    println!("| Umbra alone | us per frame | ns per mover |");
    println!("|---|---|---|");
    for count in [2_000, 8_000, 30_000] {
        for speed in [0.02, 0.1, 0.5] {
            alone(World::tumbling(count, speed), 200);
        }
        alone(World::resting(count), 400);
    }
    for count in [1_000, 10_000, 100_000] {
        alone(World::asleep(count, 5), 2000);
    }
    alone(World::level(30_000, 500), 400);
}
