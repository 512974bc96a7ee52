//! Large tile maps and many sensors:
//! `cargo run --release -p umbra-versus --bin world -- [--docs FILE]`.

use std::fmt::Write;

use umbra::prelude::*;
use umbra_versus::options::Options;
use umbra_versus::timing::{DT, median, timed};
use umbra_versus::{memory, output};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

const COLUMNS: i32 = 10_000;
const ROWS: i32 = 1_000;
/// The number of changes of cells, and of rays.
const MANY: i32 = 100_000;
const ROUNDS: usize = 101;

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let mut rows = String::from("| what | cost |\n|---|---:|\n");
    maps(&mut rows).map_err(|error| error.to_string())?;
    for (name, moving) in [("that sleep", false), ("that fall", true)] {
        let micros = sensors(moving).map_err(|error| error.to_string())?;
        let _ =
            writeln!(rows, "| step: 1,000 sensors over 10,000 bodies {name} | {micros:.1} us |");
    }
    options.publish("world", &rows)
}

/// Numbers that jump over a range.
fn strewn(index: i32, range: i32) -> i32 {
    (i64::from(index) * 104_729).rem_euclid(i64::from(range)) as i32
}

fn maps(rows: &mut String) -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let land = scene.add_body(Body::fixed())?;
    let cell =
        |x: i32, y: i32| if strewn(31 * x + 17 * y, 7) < 3 { Cell::Full } else { Cell::Empty };
    let cells = (0..ROWS).map(|y| (0..COLUMNS).map(move |x| cell(x, y)));
    let before = memory::live_bytes();
    let map = scene.add_collider(land, Collider::tiles(1.0, cells))?;
    let megabytes = (memory::live_bytes() - before) as f64 * 1e-6;
    let _ = writeln!(rows, "| memory of a map of ten million cells | {megabytes:.1} MB |");

    let mut refused = None;
    let mut round = 0;
    let millis = timed(5, || {
        round += 1;
        for index in 0..MANY {
            let at = [strewn(index, COLUMNS), strewn(7 * index, ROWS)];
            // Another one than in the round before.
            let tile = if (index + round) % 2 == 0 { Cell::Empty } else { Cell::Full };
            let Ok(mut map) = scene.collider_mut(map) else { return };
            refused = map.set_cell(at, tile).err().or(refused.take());
        }
    });
    refused.map_or(Ok(()), Err)?;
    let nanos = millis * 1e6 / f64::from(MANY);
    let _ = writeln!(rows, "| change of a cell, anywhere in it | {nanos:.0} ns |");

    let ray = |index: i32| {
        let from = Point::new(strewn(index, COLUMNS) as Real, ROWS as Real + 500.0);
        scene.cast_ray(from, [0.3, -1000.0], QueryFilter::default()).is_some()
    };
    let mut hits = 0;
    let millis = timed(5, || hits = (0..MANY).filter(|index| ray(*index)).count());
    let nanos = millis * 1e6 / f64::from(MANY);
    let _ =
        writeln!(rows, "| ray of 1,000 m down to the map ({hits} of {MANY} hit) | {nanos:.0} ns |");
    Ok(())
}

/// Microseconds per step for sensors: the time with them minus that without.
fn sensors(moving: bool) -> Result<f64, umbra::Error> {
    let mut with = field(moving, true)?;
    let mut without = field(moving, false)?;
    let mut refused = None;
    let mut differences = Vec::new();
    for _ in 0..ROUNDS {
        let [with, without] = [&mut with, &mut without]
            .map(|scene| timed(1, || refused = scene.step(DT).err().or(refused.take())));
        differences.push((with - without) * 1e3);
    }
    refused.map_or(Ok(()), Err)?;
    Ok(median(differences))
}

/// Two layers of boxes, asleep on the ground or falling, and sensors strewn over them.
fn field(moving: bool, has_sensors: bool) -> Result<Scene, umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let ground = scene.add_body(Body::fixed().position([0.0, -1.0]))?;
    scene.add_collider(ground, Collider::cuboid(6000.0, 1.0))?;
    let lift = if moving { 100.0 } else { 0.0 };
    for index in 0..10_000_u16 {
        let (column, row) = (Real::from(index % 5000), Real::from(index / 5000));
        let at = [column - 2500.0, 0.4 + 0.81 * row + lift];
        let body = scene.add_body(Body::dynamic().position(at))?;
        scene.add_collider(body, Collider::cuboid(0.4, 0.4))?;
    }
    let count = if has_sensors { 1000_u16 } else { 0 };
    for index in 0..count {
        let at = [5.0 * Real::from(index) - 2500.0, 0.5 + lift];
        let body = scene.add_body(Body::fixed().position(at))?;
        scene.add_collider(body, Collider::cuboid(2.0, 2.0).sensor(true))?;
    }
    let settling = if moving { 1 } else { 240 };
    (0..settling).try_for_each(|_| scene.step(DT))?;
    Ok(scene)
}
