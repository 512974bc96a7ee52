//! Costs of a scene in every frame of a game, on one thread: `cargo bench -p umbra-benches --bench
//! scene`.
//!
//! - *step*: small scenes, and one that sleeps, in the steps that follow the first 300;
//! - *query*: rays, boxes and points among 1,000 boxes in a heap;
//! - *shatter*: a body that breaks into 1,000 pieces;
//! - *predict*: the path of a ball above 1,000 boxes that sleep;
//! - *clone*: a copy of a scene, and a copy into the memory of an older one, as rollback makes
//!   them.

#![allow(missing_docs, reason = "criterion's macros make public functions")]
#![allow(clippy::unwrap_used, reason = "a program that prints figures")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use umbra::prelude::*;
use umbra_scenes::RunningScene;

const DT: Real = 1.0 / 60.0;

/// The scene of a name after 300 steps, when everything has settled.
fn rested(name: &str) -> RunningScene {
    // The first to ask decides; later ones are told so, and change nothing.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    let mut running = umbra_scenes::find(name).unwrap().set_up(SceneConfig::default()).unwrap();
    for _ in 0..300 {
        running.step(DT).unwrap();
    }
    running
}

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    for def in &umbra_scenes::small::SCENES {
        let mut running = rested(def.name);
        group.bench_function(def.name, |bencher| bencher.iter(|| running.step(DT)));
    }
    let mut sleeping = rested("pile_1000").scene;
    let keys: Vec<_> = sleeping.bodies().collect();
    for key in keys {
        sleeping.body_mut(key).unwrap().sleep();
    }
    group.bench_function("1000 asleep", |bencher| bencher.iter(|| sleeping.step(DT)));
}

fn query(criterion: &mut Criterion) {
    let scene = rested("pile_1000").scene;
    let places: Vec<Point> = (0..100)
        .map(|index| Point::new(0.2 * (index % 10) as Real - 1.0, 0.7 * (index / 10) as Real))
        .collect();
    let all = QueryFilter::default();
    let mut group = criterion.benchmark_group("query");
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    group.bench_function("100 rays from above", |bencher| {
        bencher.iter(|| {
            let above = |place: &Point| Point::new(10.0 * place.x, 20.0);
            let cast = |place| scene.cast_ray(above(place), [0.0, -30.0], all);
            places.iter().filter_map(cast).map(|hit| hit.fraction).sum::<Real>()
        });
    });
    group.bench_function("100 boxes", |bencher| {
        bencher.iter(|| {
            let mut found = 0;
            for place in &places {
                let aabb = Aabb { min: *place, max: place + Vector::new(1.0, 1.0) };
                found += scene.overlap_aabb(&aabb, all).len();
            }
            found
        });
    });
    group.bench_function("100 nearest places", |bencher| {
        let nearest = |place: &Point| scene.closest_point(*place, 1.0, all);
        bencher.iter(|| places.iter().filter_map(nearest).count());
    });
}

/// A pane of glass of 10 m that breaks into a thousand pieces.
fn shatter(criterion: &mut Criterion) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let pane = Body::dynamic().position([0.0, 20.0]);
    let pane = scene.add(pane, [Collider::cuboid(5.0, 5.0)]).unwrap();
    let mut group = criterion.benchmark_group("shatter");
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(2));
    group.bench_function("1000 pieces", |bencher| {
        let whole = || scene.clone();
        let break_it =
            |mut scene: Scene| scene.shatter_body(pane, [1.0, 21.0], 1000).map(|it| (it, scene));
        bencher.iter_batched(whole, break_it, BatchSize::LargeInput);
    });
    group.finish();
}

fn clone(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clone");
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    for name in ["pile_100", "pile_1000"] {
        let scene = rested(name).scene;
        group.bench_function(format!("clone {name}"), |bencher| {
            bencher.iter_batched(|| (), |()| scene.clone(), BatchSize::SmallInput);
        });
        let mut copy = scene.clone();
        group.bench_function(format!("clone_from {name}"), |bencher| {
            bencher.iter(|| black_box(&mut copy).clone_from(&scene));
        });
    }
}

/// The path of a ball in the next 120 steps, above 1,000 boxes that sleep.
fn predict(criterion: &mut Criterion) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(1000.0, 0.5)]).unwrap();
    for index in 0..1000 {
        let at = [5.0 + 1.5 * (index / 5) as Real, 0.5 + (index % 5) as Real];
        scene.add(Body::dynamic().position(at), [Collider::cuboid(0.5, 0.5)]).unwrap();
    }
    let ball = Collider::circle(0.3).restitution(0.5);
    let ball = scene.add(Body::dynamic().position([0.0, 0.3]), [ball]).unwrap();
    for _ in 0..400 {
        scene.step(DT).unwrap();
    }
    let mut group = criterion.benchmark_group("predict");
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    for (name, velocity) in [("bounces", [-6.0, 8.0]), ("strikes boxes", [6.0, 4.0])] {
        for exact in [false, true] {
            let ask = Predict::new(120, DT).body(ball).velocity(ball, velocity).exact(exact);
            let mut predictor = Predictor::new();
            let name = if exact { format!("{name}, exact") } else { name.into() };
            group.bench_function(name, |bencher| {
                bencher.iter(|| predictor.predict_with(&scene, &ask).unwrap().bodies().len());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, step, query, shatter, clone, predict);
criterion_main!(benches);
