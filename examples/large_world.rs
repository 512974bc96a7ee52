//! What becomes of a pyramid and a rolling ball far away from the origin, and a flight of 1,000 km that shifts the origin along.
//!
//! `cargo run --release --example large_world` prints both.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::collections::VecDeque;

use umbra::prelude::*;
use umbra_scenes::examples;

const DT: f32 = 1.0 / 60.0;
/// How far the ship may get from the origin. Powers of two lose no digit of what comes nearer.
const SHIFT: f32 = 4096.0;
/// The ship sees pylons so far ahead.
const SIGHT: f32 = 2048.0;
const PYLONS: f32 = 512.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::help("usage: large_world");
    println!("without a shift, after 10 s:");
    for kilometres in [0, 1, 4, 10, 100, 1000] {
        let place = 1000.0 * kilometres as f32;
        let next = f32::from_bits(place.to_bits() + 1) - place;
        let pile = pyramid(place)?;
        println!(
            "{kilometres:>5} km out, where numbers are {:.4} mm apart: a pyramid moves by {:.1} mm and {}, a ball of 5 m/s rolls \
             {:.2} m",
            1000.0 * next,
            1000.0 * pile.moved,
            if pile.sleeps { "sleeps" } else { "never sleeps" },
            roll(place)?,
        );
    }
    fly()
}

struct Pile {
    moved: f32,
    sleeps: bool,
}

/// A pyramid of eight rows on a floor, for ten seconds: how far a box of it moved sideways at most.
fn pyramid(place: f32) -> Result<Pile, umbra::Error> {
    let mut scene = floor(place)?;
    let mut boxes = Vec::new();
    for row in 0..8 {
        for column in row..8 {
            let x = place + 1.02 * (column as f32 - 0.5 * row as f32);
            let body = Body::dynamic().position([x, 0.5 + row as f32]);
            boxes.push((scene.add(body, [Collider::cuboid(0.5, 0.5)])?, x));
        }
    }
    for _ in 0..600 {
        scene.step(DT)?;
    }
    let mut moved = 0.0_f32;
    for (key, x) in boxes {
        moved = moved.max((scene.body(key)?.position().x - x).abs());
    }
    Ok(Pile { moved, sleeps: scene.stats().awake_bodies == 0 })
}

/// How far a ball rolls in ten seconds that should come 50 m far.
fn roll(place: f32) -> Result<f32, umbra::Error> {
    let mut scene = floor(place)?;
    let ball = Body::dynamic().position([place, 0.5]).velocity([5.0, 0.0]).angular_velocity(-10.0);
    let ball = scene.add(ball, [Collider::circle(0.5)])?;
    for _ in 0..600 {
        scene.step(DT)?;
    }
    Ok(scene.body(ball)?.position().x - place)
}

fn floor(place: f32) -> Result<Scene, umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let floor = Body::fixed().position([place, -0.5]);
    scene.add(floor, [Collider::cuboid(100.0, 0.5)])?;
    Ok(scene)
}

/// A ship with cargo on its deck goes 1,000 km far, past pylons that are loaded ahead of it and dropped behind it.
fn fly() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let ship = Body::dynamic()
        .gravity_scale(0.0)
        .lock_rotation()
        .lock_translation_y()
        .velocity([250.0, 0.0]);
    let deck = Collider::cuboid(6.0, 0.5).density(50.0);
    let ship = scene.add(ship, [deck])?;
    let crates: Vec<_> = [[-3.0, 1.0], [-3.0, 2.0], [0.0, 1.0], [3.0, 1.0], [3.0, 2.0], [3.0, 3.0]]
        .into_iter()
        .map(|place| {
            let body = Body::dynamic().position(place).velocity([250.0, 0.0]);
            Ok((scene.add(body, [Collider::cuboid(0.5, 0.5)])?, place[0]))
        })
        .collect::<Result<_, umbra::Error>>()?;
    let mut pylons = VecDeque::new();
    let (mut origin, mut next, mut shifts, mut seen) = (0.0_f64, PYLONS, 0, 0);
    while origin + f64::from(scene.body(ship)?.position().x) < 1e6 {
        let x = scene.body(ship)?.position().x;
        if x >= SHIFT {
            scene.shift_origin([SHIFT, 0.0])?;
            (origin, next, shifts) = (origin + f64::from(SHIFT), next - SHIFT, shifts + 1);
        }
        let x = scene.body(ship)?.position().x;
        while next < x + SIGHT {
            let pylon = Body::fixed().position([next, -20.0]);
            pylons.push_back(scene.add(pylon, [Collider::cuboid(1.0, 15.0)])?);
            (next, seen) = (next + PYLONS, seen + 1);
        }
        while let Some(last) = pylons.front()
            && scene.body(*last)?.position().x < x - SIGHT
        {
            scene.remove_body(*last)?;
            pylons.pop_front();
        }
        scene.step(DT)?;
    }
    let mut moved = 0.0_f32;
    let x = scene.body(ship)?.position().x;
    for (key, place) in &crates {
        moved = moved.max((scene.body(*key)?.position().x - x - place).abs());
    }
    println!(
        "a flight of {:.0} km at 250 m/s, {shifts} shifts, past {seen} pylons: six crates on deck moved by {:.1} mm, {} bodies \
         at the end",
        0.001 * (origin + f64::from(x)),
        1000.0 * moved,
        scene.body_count(),
    );
    Ok(())
}
