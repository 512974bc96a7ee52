//! Exact predictions: the same bits as stepping, if nothing else moves.

use super::{assert_exact, is_exact, throw};
use crate::common::{DT, add, ground, run, scene};
use crate::prelude::*;

fn shapes() -> [Collider; 5] {
    [
        Collider::circle(0.3),
        Collider::cuboid(0.4, 0.2),
        Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.15),
        Collider::polygon([[-0.4, -0.3], [0.4, -0.3], [0.1, 0.4]]),
        Collider::rounded_cuboid(0.3, 0.2, 0.1),
    ]
    .map(|collider| collider.restitution(0.6).friction(0.4))
}

type Level = fn(&mut Scene, bool);

fn flat(scene: &mut Scene, later: bool) {
    if !later {
        ground(scene, |it| it);
    }
}

/// Ground, two walls, steps and posts, some of them added later.
fn room(scene: &mut Scene, later: bool) {
    if !later {
        ground(scene, |it| it);
        add(scene, Body::fixed().position([9.0, 3.0]), Collider::cuboid(0.5, 3.0));
        return;
    }
    add(scene, Body::fixed().position([-9.0, 3.0]), Collider::cuboid(0.5, 3.0));
    for post in 0..6 {
        let at = [-4.0 + 2.0 * post as Real, 0.2 * post as Real];
        add(
            scene,
            Body::fixed().position(at).angle(0.2 * post as Real),
            Collider::cuboid(0.3, 0.3),
        );
    }
}

fn chain(scene: &mut Scene, later: bool) {
    if !later {
        let hill = |at: i32| [at as Real * 0.5, (at % 7).abs() as Real * 0.2];
        add(scene, Body::fixed(), Collider::chain((-60..60).map(hill)));
    }
}

fn tiles(scene: &mut Scene, later: bool) {
    if later {
        let map = "#......................................#\n\
                   #...........=====.......##.............#\n\
                   #....##...............####.............#\n\
                   ########################################";
        let tile = |letter| match letter {
            '#' => Cell::Full,
            '=' => Cell::OneWay,
            _ => Cell::Empty,
        };
        let map = Collider::tiles_from_str(1.0, map, tile);
        add(scene, Body::fixed().position([-20.0, -1.0]), map);
    }
}

/// Throws a body of each shape in several directions. Of a ball, at least so many predictions have
/// to be exact, of the others so many; none may say so and differ.
fn check_level(level: Level, name: &str, height: Real, least: [usize; 2]) {
    let mut predictor = Predictor::new();
    let mut exact = [0; 2];
    for (shape, collider) in shapes().into_iter().enumerate() {
        let mut scene = scene(10.0, SolverConfig::default());
        level(&mut scene, false);
        // What is far away and sleeps has no part in it.
        for far in 0..20 {
            let body = Body::dynamic().position([60.0 + 2.0 * far as Real, 0.5]).sleeping(true);
            add(&mut scene, body, Collider::cuboid(0.5, 0.5));
        }
        let body = Body::dynamic().position([-1.0, height]).sleeping(true);
        let body = add(&mut scene, body, collider);
        level(&mut scene, true);
        for velocity in [[4.0, 6.0], [-7.0, 2.0], [12.0, 9.0], [0.5, -3.0]] {
            let name = format!("{name}, shape {shape}, {velocity:?}");
            let throw = [throw(body, velocity)];
            let is_exact = is_exact(&mut predictor, &scene, &[body], &throw, 120, &name);
            exact[shape.min(1)] += usize::from(is_exact);
        }
    }
    assert!(exact[0] >= least[0] && exact[1] >= least[1], "{name}: {exact:?} of 4 and 16");
}

#[test]
fn alone_on_flat_ground() {
    check_level(flat, "flat", 2.0, [4, 0]);
}

#[test]
fn alone_among_walls_and_posts() {
    check_level(room, "room", 3.0, [2, 0]);
}

#[test]
fn alone_on_a_chain() {
    check_level(chain, "chain", 3.0, [1, 0]);
}

#[test]
fn alone_on_a_tile_map() {
    check_level(tiles, "tiles", 3.0, [1, 0]);
}

/// A sleeping body on the ground, and its contact with it.
#[test]
fn thrown_from_where_it_lies() {
    let mut predictor = Predictor::new();
    for (shape, collider) in shapes().into_iter().enumerate() {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it);
        let body = add(&mut scene, Body::dynamic().position([0.0, 1.0]), collider);
        run(&mut scene, 900);
        assert!(!scene.body(body).unwrap().is_awake());
        let poses = scene.body(body).unwrap().pose();
        for velocity in [[3.0, 5.0], [3.0, 0.0], [-6.0, 8.0]] {
            let mut scene = scene.clone();
            // A pose as a prediction starts with it.
            scene.body_mut(body).unwrap().set_pose(poses).unwrap();
            let ask = super::asking(&[body], &[throw(body, velocity)], 90);
            let real = super::stepped(&scene, &[throw(body, velocity)], &[body], 90);
            let prediction = predictor.predict_with(&scene, &ask).unwrap();
            let path = prediction.bodies()[0].poses();
            let first = super::first_difference(path, &real[0]);
            let gap = super::greatest_distance(path, &real[0]);
            assert!(!prediction.is_exact() || first.is_none(), "shape {shape}, {velocity:?}");
            assert!(gap < 1e-2, "shape {shape}, {velocity:?}: {gap}");
        }
    }
}

/// In the middle of its flight, turning.
#[test]
fn in_flight() {
    let mut predictor = Predictor::new();
    let mut exact = 0;
    for (shape, collider) in shapes().into_iter().enumerate() {
        let mut scene = scene(10.0, SolverConfig::default());
        room(&mut scene, false);
        let body = Body::dynamic().position([0.0, 4.0]).velocity([5.0, 3.0]).angular_velocity(2.0);
        let body = add(&mut scene, body, collider);
        room(&mut scene, true);
        for step in 0..60 {
            let real = super::stepped(&scene, &[], &[body], 60);
            let prediction = predictor.predict(&scene, &[body], 60, DT).unwrap();
            let path = prediction.bodies()[0].poses();
            let first = super::first_difference(path, &real[0]);
            assert!(
                !prediction.is_exact() || first.is_none(),
                "shape {shape}, step {step}: {first:?}"
            );
            exact += usize::from(prediction.is_exact());
            scene.step(DT).unwrap();
        }
    }
    assert!(exact >= 60, "{exact} of 300 are exact");
}

/// Fields in an area, around a place and on a fixed body.
#[test]
fn in_fields() {
    let mut predictor = Predictor::new();
    let mut scene = scene(10.0, SolverConfig::default());
    let post = add(&mut scene, Body::fixed().position([6.0, 0.0]), Collider::cuboid(0.3, 1.0));
    ground(&mut scene, |it| it);
    scene.add_field(Field::gravity([0.0, 6.0]).cuboid(2.0, 4.0).at([3.0, 3.0])).unwrap();
    scene.add_field(Field::water(1.5).drag(1.0).below().at([0.0, 0.5])).unwrap();
    scene.add_field(Field::attraction(9.0, 5.0).on(post).at([0.0, 2.0])).unwrap();
    scene.add_field(Field::wind([3.0, 0.0]).drag(0.5)).unwrap();
    let sleeper = Body::dynamic().position([-40.0, 0.5]).sleeping(true);
    add(&mut scene, sleeper, Collider::cuboid(0.5, 0.5));
    let body = Body::dynamic().position([-2.0, 2.0]).sleeping(true);
    let body = add(&mut scene, body, Collider::circle(0.3).restitution(0.5));
    for velocity in [[4.0, 6.0], [6.0, 0.0], [0.0, 9.0]] {
        let throw = [throw(body, velocity)];
        assert_exact(&mut predictor, &scene, &[body], &throw, 120, &format!("{velocity:?}"));
    }
}

/// So fast that it is swept, past thin walls.
#[test]
fn fast_and_swept() {
    for continuous in [Continuous::Off, Continuous::Fixed, Continuous::All] {
        let mut predictor = Predictor::new();
        let config = SceneConfig { continuous, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        ground(&mut scene, |it| it);
        for wall in 0..4 {
            let at = [25.0 + 20.0 * wall as Real, 2.0 + wall as Real];
            add(&mut scene, Body::fixed().position(at).angle(0.3), Collider::cuboid(0.05, 3.0));
        }
        let body = Body::dynamic().position([0.0, 2.0]).bullet(true).sleeping(true);
        let body = add(&mut scene, body, Collider::circle(0.1).restitution(0.8));
        for velocity in [[200.0, 0.0], [340.0, 12.0], [90.0, -5.0]] {
            let throw = [throw(body, velocity)];
            is_exact(&mut predictor, &scene, &[body], &throw, 120, &format!("{velocity:?}"));
        }
        let throw = [throw(body, [200.0, 0.0])];
        assert_exact(&mut predictor, &scene, &[body], &throw, 20, "as long as it flies");
    }
}

/// Two that never meet.
#[test]
fn two_apart() {
    let mut predictor = Predictor::new();
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let bodies = [-10.0, 10.0].map(|x| {
        let body = Body::dynamic().position([x, 2.0]).sleeping(true);
        add(&mut scene, body, Collider::circle(0.3).restitution(0.7))
    });
    let throws = [throw(bodies[0], [-3.0, 5.0]), throw(bodies[1], [4.0, 1.0])];
    assert_exact(&mut predictor, &scene, &bodies, &throws, 120, "two");
}

/// Bodies that move too far away to come near change nothing.
#[test]
fn others_far_away_are_left_out() {
    let mut predictor = Predictor::new();
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let body = Body::dynamic().position([-90.0, 2.0]).sleeping(true);
    let body = add(&mut scene, body, Collider::circle(0.3).restitution(0.5));
    for far in 0..40 {
        let at = [60.0 + (far % 8) as Real, 0.5 + (far / 8) as Real * 1.1];
        add(&mut scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5));
    }
    run(&mut scene, 5);
    assert!(scene.stats().awake_bodies > 30);
    assert_exact(&mut predictor, &scene, &[body], &[throw(body, [3.0, 4.0])], 100, "far");
}

/// Answers do not depend on what was asked before, and follow what the caller changes of large
/// fixed bodies.
#[test]
fn terrain_is_followed() {
    let mut predictor = Predictor::new();
    let mut scene = scene(10.0, SolverConfig::default());
    let hill = |height: Real| Collider::chain((0..60).map(|at| [at as Real - 30.0, height]));
    let level = scene.add_body(Body::fixed()).unwrap();
    let first = scene.add_collider(level, hill(0.0)).unwrap();
    let body = Body::dynamic().position([0.0, 5.0]).sleeping(true);
    let body = add(&mut scene, body, Collider::circle(0.3).restitution(0.5));
    let throws = [throw(body, [2.0, 0.0])];
    let mut check = |scene: &Scene, name: &str| {
        is_exact(&mut predictor, scene, &[body], &throws, 100, name);
    };
    check(&scene, "as it is");
    scene.add_collider(level, hill(1.0)).unwrap();
    check(&scene, "another chain");
    let mut moved = scene.clone();
    moved.body_mut(level).unwrap().set_position([0.0, 1.5]).unwrap();
    check(&moved, "moved in a copy");
    check(&scene, "back in the original");
    scene.remove_collider(first).unwrap();
    check(&scene, "a chain less");
    scene.config_mut().gravity.y = -4.0;
    check(&scene, "another gravity");
    scene.remove_body(level).unwrap();
    check(&scene, "no level");
}
