//! Rays one by one and in batches, interleaved: `cargo run --release -p umbra-versus --bin batches
//! -- [--docs FILE]`.
//!
//! Nanoseconds per ray, the median of the rounds, with one call for each ray, one call for all on
//! one thread, and the same on two threads.

use std::f32::consts::TAU;
use std::fmt::Write;
use std::time::Instant;

use umbra::geom::math;
use umbra::prelude::*;
use umbra_scenes::growth::{FIELD, FIELD_SIDE, PILES, Random};
use umbra_versus::options::Options;
use umbra_versus::output;
use umbra_versus::timing::{DT, median};

/// Rays of each kind.
const COUNT: usize = 4096;
const ROUNDS: usize = 25;

/// Rays from one point in all directions, or strewn.
const KINDS: [(&str, usize, Real); 8] = [
    ("16 from a point", 16, 50.0),
    ("64 from a point", 64, 50.0),
    ("256 from a point", 256, 50.0),
    ("1,000 from a point", 1000, 50.0),
    ("256 from a point, long", 256, 200.0),
    ("1,000 from a point, long", 1000, 200.0),
    ("strewn", 1, 50.0),
    ("strewn, long", 1, 200.0),
];

/// A scene, and the square in which rays begin.
struct Place {
    name: &'static str,
    scene: Scene,
    from: Point,
    side: Real,
    /// The factor on the lengths of rays.
    shrink: Real,
}

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let pools = [1, 2].map(|count| rayon::ThreadPoolBuilder::new().num_threads(count).build());
    let [one, two] = pools;
    let pools = [one, two].map(|pool| pool.map_err(|error| error.to_string()));
    let [one, two] = pools;
    let pools = [one?, two?];
    let places = pools[0].install(places).map_err(|error| error.to_string())?;
    let mut text = "| rays | among | one by one | batch | | two threads | |\n\
                    |---|---|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for place in &places {
        for (name, fan, length) in KINDS {
            let rays = rays(place, fan, length * place.shrink);
            let [single, batch, shared] = race(&place.scene, &rays, &pools)?;
            let _ = writeln!(
                text,
                "| {name} | {} | {single:.0} | {batch:.0} | **{:.2}** | {shared:.0} | {:.2} |",
                place.name,
                single / batch,
                single / shared,
            );
        }
    }
    options.publish("batches", &text)
}

fn places() -> Result<Vec<Place>, umbra::Error> {
    let mut field = FIELD.set_up(SceneConfig::default())?.scene;
    let (mut mixed, mut dense) = (strewn(FIELD_SIDE)?, strewn(0.2 * FIELD_SIDE)?);
    for scene in [&mut field, &mut mixed, &mut dense] {
        scene.step(DT)?;
    }
    let mut pile = PILES[1].set_up(SceneConfig::default())?;
    for _ in 0..60 {
        pile.step(DT)?;
    }
    let corner = Point::new(0.0, 0.0);
    let far = |name, scene| Place { name, scene, from: corner, side: FIELD_SIDE, shrink: 1.0 };
    Ok(vec![
        far("10,000 boxes", field),
        far("10,000 of all shapes", mixed),
        Place {
            name: "10,000 of all shapes, dense",
            scene: dense,
            from: corner,
            side: 0.2 * FIELD_SIDE,
            shrink: 0.2,
        },
        Place {
            name: "3,000 boxes that tumble",
            scene: pile.scene,
            from: Point::new(-10.0, -10.0),
            side: 20.0,
            shrink: 0.2,
        },
    ])
}

/// Fixed shapes of five kinds, strewn over a square.
fn strewn(side: Real) -> Result<Scene, umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let mut random = Random(3);
    for index in 0..10_000 {
        let at = [random.within(0.0, side), random.within(0.0, side)];
        let angle = random.within(0.0, TAU);
        let [a, b] = [0, 1].map(|_| random.within(0.1, 1.0));
        let collider = match index % 5 {
            0 => Collider::cuboid(a, b),
            1 => Collider::circle(a),
            2 => Collider::capsule([-a, 0.0], [a, 0.0], 0.5 * b),
            3 => Collider::segment([-a, 0.0], [a, 0.1 * b]),
            _ => Collider::polygon([[-a, -b], [a, -0.5 * b], [0.8 * a, b], [-a, 0.6 * b]]),
        };
        let body = scene.add_body(Body::fixed().position(at).angle(angle))?;
        scene.add_collider(body, collider)?;
    }
    Ok(scene)
}

fn rays(place: &Place, fan: usize, length: Real) -> Vec<Ray> {
    let mut random = Random(7);
    let mut rays = Vec::new();
    while rays.len() < COUNT {
        let at = [0, 1].map(|_| random.within(0.0, place.side));
        let (eye, turn) = (place.from + Vector::from(at), random.within(0.0, TAU));
        for line in 0..fan {
            let angle = turn + TAU * line as Real / fan as Real;
            rays.push(Ray::new(eye, math::rotation(angle) * Vector::new(length, 0.0)));
        }
    }
    rays.truncate(COUNT);
    rays
}

/// Nanoseconds per ray, one by one, in a batch, and in a batch on two threads.
fn race(scene: &Scene, rays: &[Ray], pools: &[rayon::ThreadPool; 2]) -> Result<[f64; 3], String> {
    let all = QueryFilter::default();
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let cast = |ray: &Ray| scene.cast_ray(ray.origin, ray.translation, all);
        let single: Vec<_> = rays.iter().map(cast).collect();
        times[0].push(start.elapsed().as_secs_f64());
        for (pool, times) in pools.iter().zip(&mut times[1..]) {
            let start = Instant::now();
            let batch = pool.install(|| scene.cast_rays(rays, all));
            times.push(start.elapsed().as_secs_f64());
            if batch != single {
                return Err("a batch answers something else".into());
            }
        }
    }
    Ok(times.map(|times| 1e9 * median(times) / rays.len() as f64))
}
