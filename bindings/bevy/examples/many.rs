//! Cost of the plugin beside the plain scene: 5,000 bodies that fall into a bin, and 20,000 fixed
//! ones that do not move. `cargo run --release --example many`.
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
const STEPS: usize = 400;

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

/// Milliseconds of a call.
fn time(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

fn main() -> Result<(), umbra::Error> {
    let mut scene = plain()?;
    let (mut app, mut with_fixed) = (game(false, true), game(true, true));
    // The first update spawns; it steps, too, as the first step of the scene does.
    scene.step(1.0 / 60.0)?;
    app.update();
    with_fixed.update();
    let mut times = [const { Vec::new() }; 4];
    // One after the other, so that noise meets all alike.
    for _ in 0..STEPS {
        let mut stepped = Ok(());
        times[0].push(time(|| stepped = scene.step(1.0 / 60.0)));
        stepped?;
        times[1].push(time(|| app.update()));
        times[2].push(app.world().resource::<PhysicsScene>().profile().total().as_secs_f64() * 1e3);
        times[3].push(time(|| with_fixed.update()));
    }
    let hash = |app: &App| app.world().resource::<PhysicsScene>().state_hash();
    assert_eq!(scene.state_hash(), hash(&app), "the same bits");
    println!("5,000 bodies, {STEPS} steps: mean ms per step");
    let [plain, update, inside, fixed] = times.map(|times| mean(&times));
    println!("  plain scene                       {plain:.3}");
    println!("  scene inside of the app           {inside:.3}");
    println!("  whole App::update                 {update:.3}  {:.3} x", update / plain);
    println!("  with 20,000 fixed bodies          {fixed:.3}  {:.3} x", fixed / plain);
    only_fixed();
    Ok(())
}

/// Cost of fixed bodies alone.
fn only_fixed() {
    let (mut empty, mut many) = (game(false, false), game(true, false));
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..STEPS {
        times[0].push(time(|| empty.update()));
        times[1].push(time(|| many.update()));
    }
    let [empty, many] = times.map(median);
    println!("App::update of an empty game {empty:.4} ms, of 20,000 fixed bodies {many:.4} ms");
}
