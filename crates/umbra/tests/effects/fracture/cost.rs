//! Cost of cuts: it grows with the reach of a cut, not with the size of the scene.

use std::time::Instant;

use umbra::prelude::*;

use crate::common::{DT, Random, at, scene};

/// Carves so many craters side by side into the top of a hill. The time of each, in milliseconds.
fn craters(count: u16) -> (Vec<f64>, Scene, BodyKey) {
    let mut scene = scene(10.0, SolverConfig::default());
    let hill = scene.add(Body::fixed(), [Collider::cuboid(50.0, 5.0)]).unwrap();
    let hole = Polygon::regular(12, 0.6).unwrap();
    let times = (0..count).map(|i| {
        // Side by side, and again between them.
        let x = 1.1 * Real::from(i % 88) - 48.0 + 0.55 * Real::from(i / 88);
        let hole = hole.vertices().iter().map(|at| at + Vector::new(x, 5.0));
        let start = Instant::now();
        scene.carve_body(hill, hole).unwrap();
        1e3 * start.elapsed().as_secs_f64()
    });
    let times = times.collect();
    (times, scene, hill)
}

#[test]
fn a_hill_is_carved_again_and_again() {
    let (times, scene, hill) = craters(200);
    scene.validate().unwrap();
    let body = at(&scene, hill);
    let shapes: usize =
        body.colliders().map(|key| scene.collider(key).unwrap().shapes().count()).sum();
    let middle = |range: core::ops::Range<usize>| {
        let mut some = times[range].to_vec();
        some.sort_by(f64::total_cmp);
        some[some.len() / 2]
    };
    let [early, late] = [middle(5..25), middle(180..200)];
    println!("{shapes} shapes; {early:.2} ms, then {late:.2} ms");
    assert!(shapes < 2500, "{shapes}");
    // Ten times as many shapes; pair by pair it would be a hundred times as long.
    assert!(late < 40.0 * early.max(0.1), "{early} {late}");
}

/// Craters anywhere in a hill: of those that a game of artillery leaves.
#[test]
fn a_hill_is_carved_anywhere() {
    let mut scene = scene(10.0, SolverConfig::default());
    let hill = scene.add(Body::fixed(), [Collider::cuboid(20.0, 10.0)]).unwrap();
    let mut numbers = Random(7);
    let mut times = Vec::new();
    for _ in 0..200 {
        let at = Vector::new(numbers.within(-19.0, 19.0), numbers.within(4.0, 10.0));
        let hole = Polygon::regular(12, numbers.within(0.4, 1.5)).unwrap();
        let start = Instant::now();
        scene.carve_body(hill, hole.vertices().iter().map(|it| it + at)).unwrap();
        times.push(1e3 * start.elapsed().as_secs_f64());
    }
    scene.validate().unwrap();
    let shapes: usize =
        scene.colliders().map(|key| scene.collider(key).unwrap().shapes().count()).sum();
    println!(
        "{shapes} shapes, {} bodies, {:.2} ms, then {:.2} ms",
        scene.body_count(),
        times[59],
        times[199]
    );
    assert!(shapes < 3000, "{shapes}");
}

/// So many boxes in a row, each touching the next, as one body.
fn boxes(count: u16) -> (Scene, BodyKey) {
    let mut scene = scene(0.0, SolverConfig::default());
    let row = (0..count).map(|i| Collider::cuboid(0.5, 0.5).at([Real::from(i), 0.0]));
    let body = scene.add(Body::dynamic(), row).unwrap();
    (scene, body)
}

fn least(mut act: impl FnMut() -> f64) -> f64 {
    (0..3).map(|_| act()).fold(f64::INFINITY, f64::min)
}

#[test]
fn bodies_of_many_colliders_are_cut() {
    let time = |count: u16, cut: &dyn Fn(&mut Scene, BodyKey)| {
        let (scene, body) = boxes(count);
        least(|| {
            let mut scene = scene.clone();
            let start = Instant::now();
            cut(&mut scene, body);
            1e3 * start.elapsed().as_secs_f64()
        })
    };
    let split = |scene: &mut Scene, body: BodyKey| {
        let pieces = scene.split_body(body, [[20.2, -1.0], [20.2, 1.0]]).unwrap();
        assert_eq!(pieces.len(), 2);
    };
    let shatter = |scene: &mut Scene, body: BodyKey| {
        let pieces = scene.shatter_body(body, [20.2, 0.0], 100).unwrap();
        assert!(pieces.len() > 10, "{}", pieces.len());
    };
    for (name, cut) in [("split", &split as &dyn Fn(&mut Scene, BodyKey)), ("shatter", &shatter)] {
        let [few, many] = [100, 800].map(|count| time(count, cut));
        println!("{name}: {few:.2} ms of 100, {many:.2} ms of 800");
        assert!(many < 32.0 * few.max(0.2), "{name}: {few} {many}");
    }
}

/// A crater has the pieces beside it looked at. What they adjoin then is what a search from scratch
/// finds, and a file that is written before the step goes on as the scene does.
#[test]
fn what_adjoins_after_craters_is_what_is_found_anew() {
    let mut numbers = Random(23);
    for case in 0..6 {
        let mut scene = scene(10.0, SolverConfig::default());
        let turn = if case % 2 == 0 { 0.0 } else { numbers.within(-0.3, 0.3) };
        let place = [numbers.within(-90.0, 90.0), numbers.within(-20.0, 20.0)];
        let row = (0..12_u16).map(|i| Collider::cuboid(1.0, 1.5).at([2.0 * Real::from(i), 0.0]));
        let hill = scene.add(Body::fixed().position(place).angle(turn), row).unwrap();
        let pose = at(&scene, hill).pose();
        // Blocks of other bodies and cells of a map beside it, which lie as it does.
        for x in [-2.0, 24.0] {
            let body = Body::fixed().position(pose * Point::new(x, 0.3)).angle(turn);
            scene.add(body, [Collider::cuboid(1.0, 1.2)]).unwrap();
        }
        let map = Body::fixed().position(pose * Point::new(-1.0, -2.5)).angle(turn);
        scene.add(map, [Collider::tiles(1.0, [[Cell::Full; 24]])]).unwrap();
        for i in 0..20_u8 {
            let body = Body::dynamic().position(pose * Point::new(1.2 * Real::from(i), 2.0));
            scene.add(body, [Collider::cuboid(0.3, 0.3)]).unwrap();
        }
        for step in 0..40_u8 {
            let at = Vector::new(numbers.within(-2.0, 25.0), numbers.within(0.0, 1.5));
            let hole = Polygon::regular(7, numbers.within(0.2, 0.9)).unwrap();
            scene.carve_body(hill, hole.vertices().iter().map(|it| pose * (it + at))).unwrap();
            if step % 7 == 3 {
                let x = 24.0 + Real::from(step);
                scene.add_collider(hill, Collider::cuboid(0.5, 0.5).at([x, 1.0])).unwrap();
            }
            #[cfg(feature = "serde")]
            let mut copy = Scene::from_file(&scene.to_file()).unwrap();
            scene.step(DT).unwrap();
            assert_eq!(scene.validate(), Ok(()), "case {case}, step {step}");
            #[cfg(feature = "serde")]
            {
                copy.step(DT).unwrap();
                assert_eq!(copy.state_hash(), scene.state_hash(), "case {case}, step {step}");
            }
        }
    }
}
