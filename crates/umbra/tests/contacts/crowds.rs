//! Bodies pressed together keep their room: rows and crowds before walls that move fast.

use crate::common::{DT, add, at, cases, scene};
use umbra::prelude::*;
use umbra_scenes::bouncing::{Crowd, SIZE, gas, pit};
use umbra_scenes::flippers::Dice;

/// The deepest overlap of a row of bodies of this width along the x axis.
fn deepest_in_row(scene: &Scene, row: &[BodyKey], width: Real) -> Real {
    let place = |body: &BodyKey| at(scene, *body).position().x;
    let overlaps = row.windows(2).map(|pair| width - (place(&pair[1]) - place(&pair[0])));
    overlaps.fold(0.0, Real::max)
}

/// A wall that moves through so many bodies in a row gets no two of them deeper into one another
/// than it comes in a substep and a half, whether they touch or nearly do.
#[test]
fn a_row_before_a_fast_wall_does_not_merge() {
    let half = 0.4;
    let kinds = [
        Collider::circle(half),
        Collider::cuboid(half, half),
        Collider::capsule([0.0, -0.3], [0.0, 0.3], half),
    ];
    for (kind, shape) in kinds.iter().enumerate() {
        for (count, speed) in [(16, 24.0), (20, 16.0), (9, 35.0), (30, 8.0)] {
            for gap in [0.0, 1e-5, 1e-3, 4e-3] {
                let mut scene = scene(0.0, SolverConfig::default());
                let wall = Body::kinematic().position([-3.0, 0.0]).velocity([speed, 0.0]);
                add(&mut scene, wall, Collider::cuboid(0.5, 3.0));
                let place = |index: u8| {
                    Body::dynamic().position([(2.0 * half + gap) * Real::from(index), 0.0])
                };
                let row: Vec<_> =
                    (0..count).map(|index| add(&mut scene, place(index), shape.clone())).collect();
                let mut deepest: Real = 0.0;
                for _ in 0..40 {
                    scene.step(DT).unwrap();
                    deepest = deepest.max(deepest_in_row(&scene, &row, 2.0 * half));
                }
                let substep = speed * DT / 4.0;
                let case = format!("kind {kind}, {count} at {speed} m/s, {gap} m apart");
                assert!(
                    deepest < 1.6 * substep,
                    "{case}: {deepest} m, {} substeps",
                    deepest / substep
                );
            }
        }
    }
}

/// Bodies of three kinds, half a metre wide at most, five in a column.
fn crowd(scene: &mut Scene, case: u64, columns: u64) -> Vec<BodyKey> {
    let kinds = [
        Collider::circle(0.25),
        Collider::cuboid(0.25, 0.25),
        Collider::capsule([-0.1, 0.0], [0.1, 0.0], 0.15),
    ];
    let mut bodies = vec![];
    for index in 0..5 * columns {
        let place = [index / 5, index % 5].map(|at| 0.55 * at as Real);
        let shape = kinds[(case + index) as usize % 3].clone();
        let restitution = if case.is_multiple_of(2) { 0.0 } else { 0.1 };
        let body = Body::dynamic().position([place[0], place[1] - 1.1]);
        bodies.push(add(scene, body, shape.restitution(restitution)));
    }
    bodies
}

/// A wall that moves, of 5 cm to a metre, drives a crowd along a channel and leaves nobody behind.
#[test]
fn a_fast_wall_passes_through_no_crowd() {
    for case in 0..cases(40) {
        let mut dice = Dice::new(case);
        dice.between(0.0, 1.0);
        let mut scene = scene(0.0, SolverConfig::default());
        let (half, speed) = (dice.between(0.025, 0.5), dice.between(5.0, 60.0));
        let wall = Body::kinematic().position([-0.3 - half, 0.0]).velocity([speed, 0.0]);
        let wall = add(&mut scene, wall, Collider::cuboid(half, 1.6));
        let channel = scene.add_body(Body::fixed()).unwrap();
        for y in [-2.0, 2.0] {
            let side = Collider::cuboid(60.0, 0.5).at([40.0, y]);
            scene.add_collider(channel, side).unwrap();
        }
        let bodies = crowd(&mut scene, case, 20);
        for step in 0..60 {
            scene.step(DT).unwrap();
            let x = at(&scene, wall).position().x;
            for body in &bodies {
                let place = at(&scene, *body).position();
                let case = format!("case {case}, {half} m at {speed} m/s, step {step}");
                assert!(place.x > x && place.y.abs() < 1.5, "{case}: {place}, wall {x}");
            }
        }
    }
}

/// A bar that turns in a round pit drives a crowd no faster than it should, and not through the
/// pit's side.
#[test]
fn a_crowd_that_a_bar_whirls_keeps_its_room() {
    let mut scene = scene(10.0, SolverConfig::default());
    let corner = |i: u8| {
        let turn = -Real::from(i) * core::f32::consts::TAU / 120.0;
        Point::origin() + umbra::geom::math::rotation(turn) * Vector::new(12.0, 0.0)
    };
    add(&mut scene, Body::fixed(), Collider::chain_loop((0..120).map(corner)).friction(0.1));
    let bar = Body::kinematic().position([0.0, -6.0]).angular_velocity(10.0);
    add(&mut scene, bar, Collider::rounded_cuboid(0.4, 5.8, 0.1).friction(0.0));
    let kinds = [
        Collider::circle(0.3),
        Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.2),
        Collider::cuboid(0.3, 0.3),
    ];
    let bodies: Vec<_> = (0..600_u16)
        .map(|index| {
            let place = [index % 30, index / 30].map(|at| 0.45 * Real::from(at));
            let shape = kinds[usize::from(index % 3)].clone().density(0.25);
            let body = Body::dynamic().position([place[0] - 6.5, place[1] - 7.0]);
            add(&mut scene, body, shape.friction(0.1).restitution(0.1))
        })
        .collect();
    let (mut fastest, mut overlap, mut touching): (Real, f64, u32) = (0.0, 0.0, 0);
    for step in 0..300 {
        scene.step(DT).unwrap();
        for body in &bodies {
            let body = at(&scene, *body);
            let distance = body.position().coords.norm();
            assert!(distance < 12.0, "in step {step} one is {distance} m from the middle");
            if step >= 100 {
                fastest = fastest.max(body.velocity().norm());
            }
        }
        if step >= 100 {
            for point in scene.contacts().flat_map(|contact| contact.points()) {
                if point.separation < 0.0 {
                    (overlap, touching) = (overlap - f64::from(point.separation), touching + 1);
                }
            }
        }
    }
    let mean = overlap / f64::from(touching);
    // Three times as fast as the bar's tip.
    assert!(fastest < 3.0 * 10.0 * 5.9, "{fastest} m/s");
    assert!(mean < 0.06, "{mean} m");
}

/// The most that impacts ever took in a step: close looks and bounces for each contact with points,
/// and such contacts for each body.
fn most_work(scene: &mut Scene, steps: usize) -> [f64; 3] {
    let mut most = [0.0; 3];
    for _ in 0..steps {
        scene.step(DT).unwrap();
        let stats = scene.stats();
        let contacts = stats.solved_contacts.max(stats.bodies) as f64;
        let now = [
            stats.impacts.looks as f64 / contacts,
            stats.impacts.bounces as f64 / contacts,
            stats.solved_contacts as f64 / stats.bodies as f64,
        ];
        most = [0, 1, 2].map(|i: usize| f64::max(most[i], now[i]));
    }
    most
}

/// A crowd that comes to rest bounces without end, but it costs no more than its contacts account
/// for.
#[test]
fn a_pit_of_balls_costs_what_its_contacts_account_for() {
    for (crowd, count) in [(Crowd::Balls, 500), (Crowd::Both, 700), (Crowd::Boxes, 400)] {
        for restitution in [0.35, 0.5, 0.65, 0.8, 0.95, 1.0] {
            let mut scene = Scene::new(SceneConfig::default()).unwrap();
            pit(&mut scene, crowd, count, restitution).unwrap();
            let [looks, bounces, contacts] = most_work(&mut scene, 240);
            let case = format!("{count} {crowd:?}, {restitution}: {looks} {bounces} {contacts}");
            assert!(looks < 20.0 && bounces < 6.0 && contacts < 4.0, "{case}");
        }
    }
}

/// The same for a gas, which keeps its energy, and in which balls hardly overlap: by so many radii
/// in the worst pair, in the mean over time.
#[test]
fn a_gas_costs_what_its_contacts_account_for() {
    for (count, speed, overlap) in [(400, 9.0, 0.02), (600, 22.0, 0.05), (300, 60.0, 0.45)] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        gas(&mut scene, count, speed).unwrap();
        let before = scene.energy();
        let balls: Vec<BodyKey> = scene.bodies().skip(1).collect();
        let (mut most, mut sum, mut looks) = ([0.0; 3], 0.0, 0);
        for step in 0..200 {
            let now = most_work(&mut scene, 1);
            most = [0, 1, 2].map(|i: usize| f64::max(most[i], now[i]));
            if step % 10 == 0 {
                (sum, looks) = (sum + deepest(&scene, &balls), looks + 1);
            }
        }
        let (kept, mean) = (scene.energy() / before, sum / Real::from(looks as u16));
        let case = format!("{count} at {speed} m/s: {most:?}, energy {kept}, overlap {mean}");
        let [looks, bounces, contacts] = most;
        assert!(looks < 8.0 && bounces < 2.0 && contacts < 2.0, "{case}");
        assert!((kept - 1.0).abs() < 2e-3 && mean < overlap, "{case}");
    }
}

/// The deepest overlap of two balls, in radii.
fn deepest(scene: &Scene, balls: &[BodyKey]) -> Real {
    let mut places: Vec<Point> = balls.iter().map(|ball| at(scene, *ball).position()).collect();
    places.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut deepest: Real = 0.0;
    for (index, a) in places.iter().enumerate() {
        for b in places[index + 1..].iter().take_while(|b| b.x - a.x < 2.0 * SIZE) {
            deepest = deepest.max(2.0 * SIZE - (b - a).norm());
        }
    }
    deepest / SIZE
}

/// Discs that are removed while many bounce have contacts until the next step, which names nothing
/// by them.
#[test]
fn discs_may_be_removed_from_a_crowd() {
    let config = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    let mut scene = Scene::new(config).unwrap();
    let mut discs = vec![];
    for number in 0..100 {
        let place = [(number % 10) as Real * 0.41, (number / 10) as Real * 0.41];
        let angle = number as Real * 2.4;
        let body =
            Body::dynamic().position(place).velocity([60.0 * angle.cos(), 60.0 * angle.sin()]);
        discs.push(scene.add(body, [Collider::circle(0.2).restitution(1.0)]).unwrap());
    }
    for _ in 0..12 {
        scene.step(1.0 / 60.0).unwrap();
        for disc in discs.split_off(discs.len() - 8) {
            scene.remove_body(disc).unwrap();
        }
    }
    assert_eq!(scene.body_count(), 4);
}
