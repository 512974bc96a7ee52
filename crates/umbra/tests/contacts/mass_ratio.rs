//! Heavy boxes on light ones.

use umbra::prelude::*;

/// How deep a box sinks, in parts of its size, that carries one of so many times its density: at
/// worst, and at the end of ten seconds.
fn sag(solver: SolverConfig, ratio: Real, carriers: u32) -> (Real, Real) {
    let config = SceneConfig { gravity: Vector::new(0.0, -9.81), solver, ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let ground = scene.add_body(Body::fixed()).unwrap();
    scene.add_collider(ground, Collider::cuboid(20.0, 0.5)).unwrap();
    let mut top = ground;
    for layer in 1..=carriers + 1 {
        let density = if layer > carriers { ratio } else { 1.0 };
        top = scene.add_body(Body::dynamic().position([0.0, layer as Real])).unwrap();
        scene.add_collider(top, Collider::cuboid(0.5, 0.5).density(density)).unwrap();
    }
    let height = (carriers + 1) as Real;
    let mut worst = 0.0;
    for _ in 0..600 {
        scene.step(1.0 / 60.0).unwrap();
        let sunk = height - scene.body(top).unwrap().position().y;
        worst = if sunk > worst { sunk } else { worst };
    }
    let top = scene.body(top).unwrap();
    assert!(!top.is_awake(), "it does not come to rest");
    (worst, height - top.position().y)
}

#[test]
fn a_box_carries_a_thousand_times_its_weight() {
    let (worst, end) = sag(SolverConfig::default(), 1e3, 1);
    assert!(worst < 0.05 && end < 0.05, "{worst} {end}");
}

#[test]
fn a_box_carries_ten_thousand_times_its_weight_with_the_precise_preset() {
    let (worst, end) = sag(SolverConfig::precise(), 1e4, 1);
    assert!(worst < 0.05 && end < 0.05, "{worst} {end}");
}

#[test]
fn every_ratio_up_to_a_thousand_is_carried() {
    for ratio in [2.0, 10.0, 30.0, 60.0, 65.0, 100.0, 300.0, 1000.0] {
        let (worst, end) = sag(SolverConfig::default(), ratio, 1);
        assert!(worst < 0.05 && end < 0.05, "{ratio}: {worst} {end}");
    }
}

#[test]
fn a_tower_carries_a_hundred_times_the_weight_of_each_of_its_boxes() {
    let (worst, end) = sag(SolverConfig::default(), 100.0, 5);
    assert!(worst < 0.25 && end < 0.25, "five boxes: {worst} {end}");
}

#[test]
fn a_stack_carries_ever_heavier_boxes() {
    for densities in
        [&[1.0, 10.0, 100.0, 1000.0][..], &[1.0, 5.0, 25.0, 125.0], &[2.0, 30.0, 900.0]]
    {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed()).unwrap();
        scene.add_collider(ground, Collider::cuboid(20.0, 0.5)).unwrap();
        let mut top = ground;
        for (layer, density) in (1..).zip(densities) {
            top = scene.add_body(Body::dynamic().position([0.0, f32::from(layer as u8)])).unwrap();
            scene.add_collider(top, Collider::cuboid(0.5, 0.5).density(*density)).unwrap();
        }
        for _ in 0..600 {
            scene.step(1.0 / 60.0).unwrap();
        }
        let sunk = densities.len() as Real - scene.body(top).unwrap().position().y;
        assert!(sunk < 0.1, "{densities:?}: {sunk}");
    }
}

#[test]
fn a_great_force_presses_nothing_deeper_than_springs_give_way() {
    for (boxes, force) in [(1, 2e4), (1, 5e5), (2, 1.5e4), (3, 1.5e4)] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed()).unwrap();
        scene.add_collider(ground, Collider::cuboid(20.0, 3.0)).unwrap();
        let mut top = ground;
        for layer in 0..boxes {
            let at = [0.0, 3.35 + 0.7 * layer as Real];
            top = scene.add_body(Body::dynamic().position(at).lock_rotation()).unwrap();
            scene.add_collider(top, Collider::cuboid(0.35, 0.35)).unwrap();
        }
        scene.body_mut(top).unwrap().set_constant_force([0.0, -0.49 * force], 0.0).unwrap();
        let start = scene.body(top).unwrap().position().y;
        for step in 0..180 {
            scene.step(1.0 / 60.0).unwrap();
            let sunk = start - scene.body(top).unwrap().position().y;
            assert!(sunk < 0.2 * boxes as Real, "{boxes} under {force}: {sunk} at step {step}");
        }
    }
}

/// Where a body of so many times the density of others comes to rest on a pyramid of them, and
/// whether it sleeps then: how far aside it is and how far it sank, in parts of its half width. It
/// falls from `drop` half widths above its place.
fn carried(rows: u32, half: Real, density: Real, drop: Real, radius: Real) -> (Real, Real, bool) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
    scene.add_collider(ground, Collider::cuboid(50.0, 1.0)).unwrap();
    let mut top = ground;
    for row in 0..rows {
        let (count, is_top) = (rows - row, row + 1 == rows);
        for column in 0..count {
            let x = (2 * column) as Real - (count - 1) as Real;
            let y = (2 * row + 1) as Real + if is_top { drop } else { 0.0 };
            top = scene.add_body(Body::dynamic().position([half * x, half * y])).unwrap();
            let collider = Collider::rounded_cuboid(half, half, radius * half);
            let collider = if radius > 0.0 { collider } else { Collider::cuboid(half, half) };
            let density = if is_top { density } else { 1.0 };
            scene.add_collider(top, collider.density(density)).unwrap();
        }
    }
    for _ in 0..600 {
        scene.step(1.0 / 60.0).unwrap();
    }
    let top = scene.body(top).unwrap();
    let sunk = (2 * rows - 1) as Real - top.position().y / half;
    ((top.position().x / half).abs(), sunk, top.is_awake())
}

#[test]
fn what_falls_onto_a_light_pyramid_neither_rebounds_nor_wanders_off() {
    for (rows, half) in [(5, 0.4), (8, 0.75), (11, 1.0)] {
        for density in [80.0, 250.0, 600.0] {
            for (drop, radius) in [(0.0, 0.0), (0.7, 0.0), (1.8, 0.0), (0.7, 0.1), (1.8, 0.1)] {
                let (aside, sunk, awake) = carried(rows, half, density, drop, radius);
                assert!(
                    aside < 0.1 && (-0.02..0.06).contains(&sunk) && !awake,
                    "{rows} rows of {half} m under {density} from {drop}, radius {radius}: \
                     {aside} aside, {sunk} down, awake: {awake}"
                );
            }
        }
    }
}

/// Chips below a crate: how deep they and the crate sink, in parts of the height of a chip, and
/// whether all of it sleeps.
fn on_chips(solver: SolverConfig, density: Real, half: Real, places: &[Real]) -> (Real, bool) {
    let mut scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap();
    let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
    scene.add_collider(ground, Collider::cuboid(20.0, 1.0)).unwrap();
    for x in places {
        let chip = Body::dynamic().position([*x, half]);
        let corners = [[-half, -half], [half, -half], [0.9 * half, half], [-0.7 * half, half]];
        scene.add(chip, [Collider::polygon(corners)]).unwrap();
    }
    let heavy = Collider::cuboid(0.5, 0.45).density(density);
    let heavy = scene.add(Body::dynamic().position([0.0, 2.0 * half + 0.45]), [heavy]).unwrap();
    let mut worst: Real = 0.0;
    for _ in 0..900 {
        scene.step(1.0 / 60.0).unwrap();
        let sunk = 2.0 * half + 0.45 - scene.body(heavy).unwrap().position().y;
        worst = worst.max(sunk / (2.0 * half));
    }
    (worst, scene.bodies().all(|body| !scene.body(body).unwrap().is_awake()))
}

#[test]
fn chips_carry_whatever_lies_on_them() {
    for density in [30.0, 150.0, 500.0, 2000.0] {
        for half in [0.08, 0.05, 0.03] {
            for places in [&[0.0][..], &[-0.3, 0.25], &[-0.4, 0.0, 0.4]] {
                let (sunk, asleep) = on_chips(SolverConfig::default(), density, half, places);
                let case = format!("{density} on {places:?} of {half}: {sunk}, asleep: {asleep}");
                assert!(sunk < 0.1 && asleep, "{case}");
            }
        }
    }
}

/// The largest depth and the largest speed of a crate when a body of 70 kg is driven at `speed`
/// into crates before a wall, by a velocity that is set before each step.
fn driven_into(crates: u32, mass: Real, speed: Real, dt: Real) -> (Real, Real) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add_body(Body::fixed()).unwrap();
    scene.add_collider(ground, Collider::segment([-20.0, 0.0], [20.0, 0.0])).unwrap();
    let wall = Collider::cuboid(0.5, 5.0).offset(Pose::translation(10.5, 5.0));
    scene.add_collider(ground, wall).unwrap();
    let pushed = (0..crates).map(|place| {
        let crate_ = Body::dynamic().position([9.0 - place as Real, 0.4]);
        let crate_ = scene.add_body(crate_).unwrap();
        scene.add_collider(crate_, Collider::cuboid(0.4, 0.4).density(mass / 0.64)).unwrap();
        crate_
    });
    let pushed: Vec<_> = pushed.collect();
    let at = [6.0 - crates as Real, 0.9];
    let driven = scene.add_body(Body::dynamic().position(at).lock_rotation()).unwrap();
    let capsule = Collider::capsule([0.0, -0.5], [0.0, 0.5], 0.4).density(70.0 / 1.303);
    scene.add_collider(driven, capsule).unwrap();
    let (mut deepest, mut fastest) = (0.0, 0.0);
    for _ in 0..(5.0 / dt) as u32 {
        let falling = scene.body(driven).unwrap().velocity().y;
        scene.body_mut(driven).unwrap().set_velocity([speed, falling]).unwrap();
        scene.step(dt).unwrap();
        let separations = scene.contacts().flat_map(|contact| contact.points().collect::<Vec<_>>());
        deepest = separations.fold(deepest, |deepest: Real, it| deepest.max(-it.separation));
        let speeds = pushed.iter().map(|body| scene.body(*body).unwrap().velocity().norm());
        fastest = speeds.fold(fastest, Real::max);
    }
    (deepest, fastest)
}

#[test]
fn what_is_driven_into_crates_before_a_wall_neither_enters_nor_ejects_them() {
    for (mass, speed, dt) in [
        (0.64, 5.0, 1.0 / 60.0),
        (0.64, 5.0, 1.0 / 30.0),
        (0.64, 5.0, 1.0 / 120.0),
        (0.3, 3.0, 1.0 / 60.0),
        (1.0, 8.0, 1.0 / 60.0),
    ] {
        for crates in 1..=3 {
            let (deepest, fastest) = driven_into(crates, mass, speed, dt);
            // What meets a wall in a step may be so deep at its end.
            let most = 0.02 + 0.3 * speed * dt;
            assert!(
                deepest < most && fastest < 1.05 * speed,
                "{crates} of {mass} kg at {speed} m/s, {dt} s: {deepest} deep, {fastest} fast"
            );
        }
    }
}
