//! Cost of the plugin beside the plain scene: 5,000 bodies that fall into a bin, and 20,000 fixed
//! ones that do not move.
//!
//! `cargo run --release --example many`, or `cargo run --release --ignore-rust-version --bin many`
//! in `bench/`, with all the features of Bevy that games have. Arguments: the number of rounds and
//! the number of steps in a round.
#![allow(clippy::print_stdout, reason = "the example prints what it shows")]

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use umbra::{Body, Scene};

const BODIES: u16 = 5000;
const COLUMNS: u16 = 100;
const FIXED: u16 = 20_000;

/// Half extents and places of the walls of the bin.
const WALLS: [([f32; 2], [f32; 2]); 3] =
    [([60.0, 0.5], [0.0, -0.5]), ([0.5, 60.0], [-56.0, 60.0]), ([0.5, 60.0], [56.0, 60.0])];

/// Bodies in a loose grid, every second one a disc.
fn places() -> impl Iterator<Item = ([f32; 2], bool)> {
    (0..BODIES).map(|index| {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let shift = if row % 2 == 0 { 0.0 } else { 0.4 };
        ([f32::from(column) * 1.1 - 54.5 + shift, 0.6 + f32::from(row) * 1.1], index % 2 == 0)
    })
}

/// Fixed boxes far from the rest.
fn fixed_places() -> impl Iterator<Item = [f32; 2]> {
    (0..FIXED).map(|index| [f32::from(index % 200) * 2.0, -100.0 - f32::from(index / 200) * 2.0])
}

fn plain() -> Result<Scene, umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    for ([hx, hy], at) in WALLS {
        scene.add(Body::fixed().position(at), [umbra::Collider::cuboid(hx, hy)])?;
    }
    for (at, is_disc) in places() {
        let shape = if is_disc {
            umbra::Collider::circle(0.5)
        } else {
            umbra::Collider::cuboid(0.45, 0.45)
        };
        scene.add(Body::dynamic().position(at), [shape])?;
    }
    Ok(scene)
}

fn at(place: [f32; 2]) -> Transform {
    Transform::from_xyz(place[0], place[1], 0.0)
}

fn spawn(mut commands: Commands) {
    for ([hx, hy], place) in WALLS {
        commands.spawn((RigidBody::Static, Collider::cuboid(hx, hy), at(place)));
    }
    for (place, is_disc) in places() {
        let shape = if is_disc { Collider::circle(0.5) } else { Collider::cuboid(0.45, 0.45) };
        commands.spawn((RigidBody::Dynamic, shape, at(place)));
    }
}

fn spawn_fixed(mut commands: Commands) {
    for place in fixed_places() {
        commands.spawn((RigidBody::Static, Collider::cuboid(0.5, 0.5), at(place)));
    }
}

/// A game with one step in each update, ready to be timed.
fn game(fixed: bool, dynamic: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, UmbraPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    if dynamic {
        app.add_systems(Startup, spawn);
    }
    if fixed {
        app.add_systems(Startup, spawn_fixed);
    }
    app.finish();
    app
}

/// A game with the fixed boxes as mere transforms, without bodies and without colliders.
fn transforms() -> App {
    let mut app = game(false, false);
    app.add_systems(Startup, |mut commands: Commands| {
        for place in fixed_places() {
            commands.spawn(at(place));
        }
    });
    app
}

/// A game without the plugin in which a system moves as many transforms as there are bodies: the
/// part of the cost that is Bevy's own.
fn moved_by_hand() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, |mut commands: Commands| {
            for (place, _) in places() {
                commands.spawn(at(place));
            }
        })
        .add_systems(FixedUpdate, |mut bodies: Query<&mut Transform>| {
            for mut transform in &mut bodies {
                transform.translation.y -= 0.01;
            }
        });
    app.finish();
    app
}

/// Milliseconds of a call.
fn time(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1e3
}

/// Shortest times of each step: all rounds do the same work, so what is longer is noise.
type Times<const N: usize> = Vec<[f64; N]>;

fn shorten<const N: usize>(shortest: &mut Times<N>, step: usize, times: [f64; N]) {
    if shortest.len() <= step {
        shortest.resize(step + 1, [f64::INFINITY; N]);
    }
    for (shortest, time) in shortest[step].iter_mut().zip(times) {
        *shortest = shortest.min(time);
    }
}

fn mean<const N: usize>(times: &Times<N>) -> [f64; N] {
    std::array::from_fn(|of| times.iter().map(|step| step[of]).sum::<f64>() / times.len() as f64)
}

fn main() -> Result<(), umbra::Error> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().ok());
    let rounds = arguments.next().flatten().unwrap_or(5);
    let steps = arguments.next().flatten().unwrap_or(300);
    let mut times = Times::new();
    for _ in 0..rounds {
        falling(&mut times, steps)?;
    }
    println!(
        "5,000 bodies that fall: ms per step, mean of {steps} steps, each the least of {rounds}"
    );
    let [plain, inside, bare, update, fixed] = mean(&times);
    let percent = |time: f64| (time / plain - 1.0) * 100.0;
    println!("  plain scene                       {plain:.3}");
    println!("  scene inside of the app           {inside:.3}");
    println!("  5,000 moving transforms, no scene {bare:.3}");
    println!("  whole App::update                 {update:.3}  {:+.1} %", percent(update));
    println!(
        "    without Bevy's own share        {:.3}  {:+.1} %",
        update - bare,
        percent(update - bare)
    );
    println!("  with 20,000 fixed bodies          {fixed:.3}  {:+.1} %", percent(fixed));
    let mut times = Times::new();
    for _ in 0..rounds {
        only_fixed(&mut times, steps);
    }
    let [empty, transforms, fixed, scene] = mean(&times);
    println!("App::update of a game in which nothing moves, ms");
    println!("  empty                             {empty:.4}");
    println!("  20,000 transforms, no physics     {transforms:.4}");
    println!("  20,000 fixed bodies               {fixed:.4}");
    println!("    their scene                     {scene:.4}");
    Ok(())
}

/// Times of the plain scene, of the scene inside of an app, of an app that moves as many transforms
/// by itself, of the app, and of one that has the fixed bodies, too.
fn falling(shortest: &mut Times<5>, steps: usize) -> Result<(), umbra::Error> {
    let (mut scene, mut bare) = (plain()?, moved_by_hand());
    let (mut app, mut with_fixed) = (game(false, true), game(true, true));
    // The first update spawns. No time has passed in it, so it makes no step.
    app.update();
    with_fixed.update();
    bare.update();
    // One after the other, so that noise meets all alike.
    for step in 0..steps {
        let mut stepped = Ok(());
        let plain = time(|| stepped = scene.step(1.0 / 60.0));
        stepped?;
        let update = time(|| app.update());
        let inside = app.world().resource::<PhysicsScene>().profile().total().as_secs_f64() * 1e3;
        let fixed = time(|| with_fixed.update());
        let bare = time(|| bare.update());
        shorten(shortest, step, [plain, inside, bare, update, fixed]);
    }
    let hash = app.world().resource::<PhysicsScene>().state_hash();
    assert_eq!(scene.state_hash(), hash, "the same bits");
    Ok(())
}

/// Times of an empty game, of one with transforms alone, of one with fixed bodies, and of the step of
/// the scene in it.
fn only_fixed(shortest: &mut Times<4>, steps: usize) {
    let mut games = [game(false, false), transforms(), game(true, false)];
    games.iter_mut().for_each(App::update);
    for step in 0..steps {
        let [empty, transforms, fixed] = games.each_mut().map(|game| time(|| game.update()));
        let profile = games[2].world().resource::<PhysicsScene>().profile();
        let scene = profile.total().as_secs_f64() * 1e3;
        shorten(shortest, step, [empty, transforms, fixed, scene]);
    }
}
