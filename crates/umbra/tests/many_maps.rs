//! A step, a ray and whatever else is asked cost what is near, however many tile maps there are.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use umbra::geom::Aabb;
use umbra::prelude::*;

const DT: Real = 1.0 / 60.0;
/// Cells of a map.
const WIDTH: usize = 32;
const HEIGHT: usize = 8;

/// So many maps in rows of forty, a floor in each, with a thousand bodies on the first ten. A sensor is there too.
fn world(maps: usize) -> Scene {
    let sleep = SleepConfig { enabled: false, ..SleepConfig::default() };
    let mut scene = Scene::new(SceneConfig { sleep, ..SceneConfig::default() }).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    for map in 0..maps {
        let (column, row) = ((map % 40) as Real, (map / 40) as Real);
        let rows = (0..HEIGHT).map(|y| vec![if y == 0 { Cell::Full } else { Cell::Empty }; WIDTH]);
        let at = pose(Point::new(33.0 * column, 9.0 * row), 0.0);
        scene.add_collider(level, Collider::tiles(1.0, rows).offset(at)).unwrap();
    }
    for body in 0..1000 {
        let (column, row) = ((body % 330) as Real, (body / 330) as Real);
        let body = Body::dynamic().position([0.5 + 0.98 * column, 1.5 + 1.1 * row]);
        let body = scene.add_body(body).unwrap();
        scene.add_collider(body, Collider::circle(0.3)).unwrap();
    }
    scene.add_collider(level, Collider::circle(1.0).sensor(true)).unwrap();
    scene
}

/// The least time of several runs.
fn least(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..15).map(time).min().unwrap()
}

#[test]
fn what_is_far_away_costs_nothing() {
    let times = [10, 1600].map(|maps| {
        let mut scene = world(maps);
        // What came is looked at in the first step.
        scene.step(DT).unwrap();
        let steps = least(|| (0..10).for_each(|_| scene.step(DT).unwrap()));
        let down =
            |x: usize| scene.cast_ray([0.3 * x as Real, 8.0], [0.0, -8.0], QueryFilter::default());
        let rays = least(|| (0..1000).for_each(|x| _ = black_box(down(x))));
        let around = |x: usize| {
            let min = Point::new(0.3 * x as Real, 0.5);
            let aabb = Aabb { min, max: min + Vector::new(1.0, 1.0) };
            scene.overlap_aabb(&aabb, QueryFilter::default())
        };
        let boxes = least(|| (0..1000).for_each(|x| _ = black_box(around(x))));
        let near = |x: usize| {
            scene.closest_point([0.3 * x as Real, 4.0], Real::INFINITY, QueryFilter::default())
        };
        let points = least(|| (0..1000).for_each(|x| _ = black_box(near(x))));
        [steps, rays, boxes, points]
    });
    let [few, many] = times;
    let names = ["a step", "a ray", "a box", "the nearest point"];
    for ((few, many), what) in few.into_iter().zip(many).zip(names) {
        // It is 1.0 to 1.15. It was 44 for a step, and 160 for a ray, when all maps were asked.
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        assert!(ratio < 1.6, "{what} takes {ratio:.2} times as long with 1,600 maps as with 10");
    }
}
