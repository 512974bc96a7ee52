//! Effects of fields on bodies, compared with physics.

mod flows;

use umbra::geom::math::cross;
use umbra::prelude::*;

use crate::common::{DT, add, at, ground, momentum, run, scene};

fn space() -> Scene {
    scene(0.0, SolverConfig::default())
}

fn earth() -> Scene {
    scene(10.0, SolverConfig::default())
}

/// A box of half the density of the water floats half submerged within 1 %, and turned upright.
#[test]
fn a_box_of_half_the_density_floats_half_submerged() {
    for (steps, dt) in [(1200, DT), (2400, 0.5 * DT)] {
        let mut scene = earth();
        let lake = scene.add_field(Field::water(2.0).below()).unwrap();
        let raft = Body::dynamic().position([0.0, 2.0]);
        let raft = add(&mut scene, raft, Collider::cuboid(1.0, 0.5).density(1.0));
        for _ in 0..steps {
            scene.step(dt).unwrap();
        }
        let under = scene.submerged(lake, raft).unwrap();
        assert!((under.area - 1.0).abs() < 0.01, "{}", under.area);
        assert!(!at(&scene, raft).is_awake());
    }
}

/// A boat with a keel rights itself from 60 degrees.
#[test]
fn a_boat_rights_itself() {
    let mut scene = earth();
    scene.add_field(Field::water(1.0).below()).unwrap();
    let hull = Collider::polygon([[-1.0, 0.5], [-0.7, -0.5], [0.7, -0.5], [1.0, 0.5]]).density(0.3);
    let keel = Collider::cuboid(0.1, 0.1).at([0.0, -0.8]).density(15.0);
    let boat = Body::dynamic().position([0.0, 0.3]).angle(1.05);
    let boat = scene.add(boat, [hull, keel]).unwrap();
    run(&mut scene, 900);
    assert!(at(&scene, boat).angle().abs() < 0.01, "{}", at(&scene, boat).angle());
    assert!(at(&scene, boat).position().y.abs() < 1.0);
}

/// What is of the density of water stays where it is, in any pose.
#[test]
fn what_is_as_heavy_as_water_hovers() {
    let mut scene = earth();
    scene.add_field(Field::water(1.0).below()).unwrap();
    let shapes = [
        Collider::circle(0.5),
        Collider::capsule([-0.5, 0.0], [0.5, 0.0], 0.2),
        Collider::rounded_cuboid(0.5, 0.3, 0.1),
    ];
    let bodies = shapes.into_iter().enumerate().map(|(i, shape)| {
        let body = Body::dynamic().position([3.0 * i as Real, -5.0]).angle(0.7 * i as Real);
        add(&mut scene, body, shape)
    });
    let bodies: Vec<_> = bodies.collect();
    run(&mut scene, 300);
    for body in bodies {
        assert!((at(&scene, body).position().y + 5.0).abs() < 1e-3);
    }
}

/// In a current, a float comes to move with it.
#[test]
fn a_current_takes_floats_along() {
    let mut scene = earth();
    scene.add_field(Field::water(1.0).velocity([2.0, 0.0]).below()).unwrap();
    let float = add(&mut scene, Body::dynamic(), Collider::circle(0.5).density(0.5));
    run(&mut scene, 600);
    assert!((at(&scene, float).velocity().x - 2.0).abs() < 0.02);
}

/// Drag never overshoots, however thick the water and however long the step.
#[test]
fn thick_water_stops_what_falls_into_it() {
    for drag in [1.0, 100.0, 1e6] {
        let mut scene = space();
        scene.add_field(Field::water(1000.0).drag(drag)).unwrap();
        let body = Body::dynamic().velocity([5.0, 0.0]).angular_velocity(9.0);
        let body = add(&mut scene, body, Collider::cuboid(0.5, 0.1));
        let mut before = (5.0, 9.0);
        for _ in 0..60 {
            scene.step(0.1).unwrap();
            let now = (at(&scene, body).velocity().norm(), at(&scene, body).angular_velocity());
            assert!(now.0 <= before.0 + 1e-6 && now.1.abs() <= before.1 + 1e-6, "{drag}: {now:?}");
            before = (now.0, now.1.abs());
        }
        assert!(before.0 < 1e-2 && before.1 < 1e-2, "{drag}: {before:?}");
    }
}

/// A body on an orbit is back where it began after each of ten turns, within 1 % of the radius;
/// with one substep too.
#[test]
fn an_orbit_closes_over_ten_turns() {
    for substeps in [1, 2, 4, 8] {
        let mut scene = scene(0.0, SolverConfig { substeps, ..SolverConfig::default() });
        scene.add_field(Field::attraction(10.0, 1.0)).unwrap();
        // At a distance of 5 the acceleration is 0.4: a circle takes a speed of sqrt(2).
        let body = Body::dynamic().position([5.0, 0.0]).velocity([0.0, 2.0_f32.sqrt()]);
        let moon = add(&mut scene, body, Collider::circle(0.2));
        let period = std::f32::consts::TAU * 5.0 / 2.0_f32.sqrt();
        let steps = (10.0 * period / DT).round() as usize;
        for step in 0..steps {
            scene.step(DT).unwrap();
            let distance = at(&scene, moon).position().coords.norm();
            assert!((distance - 5.0).abs() < 0.02, "{substeps}, {step}: {distance}");
        }
        let off = (at(&scene, moon).position() - Point::new(5.0, 0.0)).norm();
        assert!(off < 0.05, "{substeps}: {off}");
    }
}

/// An ellipse, which comes to half and one and a half times the mean distance, keeps its energy.
#[test]
fn an_ellipse_keeps_its_energy() {
    let mut scene = space();
    scene.add_field(Field::attraction(10.0, 1.0)).unwrap();
    let body = Body::dynamic().position([6.0, 0.0]).velocity([0.0, 0.912_87]);
    let moon = add(&mut scene, body, Collider::circle(0.2));
    let energy = |scene: &Scene| {
        let body = at(scene, moon);
        0.5 * body.velocity().norm_squared() - 10.0 / body.position().coords.norm()
    };
    let before = energy(&scene);
    run(&mut scene, 9000);
    assert!((energy(&scene) - before).abs() < 0.01 * before.abs(), "{} {before}", energy(&scene));
}

/// Two stars pull one another: momentum and angular momentum stay.
#[test]
fn two_stars_keep_their_momentum() {
    let mut scene = space();
    let stars: Vec<_> = [(-1.0, 2.0), (1.0, 1.0)]
        .map(|(side, mass)| {
            let body = Body::dynamic().position([2.0 * side, 0.0]).velocity([0.1, side]);
            add(&mut scene, body, Collider::circle(0.3).mass(mass))
        })
        .into();
    for (star, mass) in stars.iter().zip([2.0, 1.0]) {
        scene.add_field(Field::attraction(4.0 * mass, 1.0).on(*star)).unwrap();
    }
    let before = momentum(&scene);
    run(&mut scene, 1200);
    for (now, before) in momentum(&scene).into_iter().zip(before) {
        assert!((now - before).abs() < 1e-3, "{now} {before}");
    }
    let apart = (at(&scene, stars[0]).position() - at(&scene, stars[1]).position()).norm();
    assert!(apart > 0.6 && apart < 20.0, "{apart}");
}

/// A magnet pulls what is in its range, and is pulled back.
#[test]
fn a_magnet_pulls_and_is_pulled() {
    let mut scene = space();
    let magnet = add(&mut scene, Body::dynamic(), Collider::circle(0.5));
    scene.add_field(Field::magnet(20.0, 4.0).on(magnet)).unwrap();
    let near = add(&mut scene, Body::dynamic().position([2.0, 0.0]), Collider::cuboid(0.2, 0.2));
    let far = add(&mut scene, Body::dynamic().position([-6.0, 0.0]), Collider::cuboid(0.2, 0.2));
    scene.step(DT).unwrap();
    // 10 N at half of the range, on 0.16 kg.
    assert!((at(&scene, near).velocity().x + 10.0 * DT / 0.16).abs() < 0.02);
    assert_eq!(at(&scene, far).velocity(), Vector::zeros());
    run(&mut scene, 300);
    assert!(momentum(&scene).into_iter().all(|sum| sum.abs() < 1e-4));
    let gap = at(&scene, near).position().x - at(&scene, magnet).position().x;
    assert!((gap - 0.7).abs() < 0.02, "it sticks to it: {gap}");
}

/// Bodies in an area have its gravity, others the scene's.
#[test]
fn areas_have_a_gravity_of_their_own() {
    let mut scene = earth();
    let area = Field::gravity([0.0, 3.0]).cuboid(1.0, 50.0).at([5.0, 0.0]);
    scene.add_field(area).unwrap();
    let own = Body::dynamic().position([5.9, 0.0]);
    let inside = add(&mut scene, own, Collider::circle(0.3));
    let outside = add(&mut scene, Body::dynamic(), Collider::circle(0.3));
    let light = Body::dynamic().position([4.5, 3.0]).gravity_scale(0.5);
    let light = add(&mut scene, light, Collider::circle(0.3));
    run(&mut scene, 60);
    let speed = |body| at(&scene, body).velocity().y;
    assert!((speed(inside) - 3.0).abs() < 1e-4 && (speed(outside) + 10.0).abs() < 1e-4);
    assert!((speed(light) - 1.5).abs() < 1e-4);
}

/// A plate across the wind is pushed by its pressure, a disc as by its width, and neither past its
/// speed.
#[test]
fn wind_pushes_what_faces_it() {
    let mut scene = space();
    scene.add_field(Field::wind([10.0, 0.0]).density(0.5)).unwrap();
    let plate = add(&mut scene, Body::dynamic(), Collider::cuboid(0.1, 1.0).mass(1000.0));
    let disc = Body::dynamic().position([5.0, 0.0]);
    let disc = add(&mut scene, disc, Collider::circle(1.0).mass(1000.0));
    let along = Body::dynamic().position([10.0, 0.0]);
    let along =
        add(&mut scene, along, Collider::capsule([-1.0, 0.0], [1.0, 0.0], 0.25).mass(1000.0));
    let across = Body::dynamic().position([15.0, 0.0]);
    let across =
        add(&mut scene, across, Collider::capsule([0.0, -1.0], [0.0, 1.0], 0.25).mass(1000.0));
    scene.step(0.1).unwrap();
    for (body, width) in [(plate, 2.0), (disc, 2.0), (along, 0.5), (across, 2.5)] {
        let wanted = 0.5 * 0.5 * 100.0 * width * 0.1 / 1000.0;
        let body = at(&scene, body);
        assert!(
            (body.velocity().x - wanted).abs() < 1e-3 * wanted,
            "{} {wanted}",
            body.velocity().x
        );
        assert!(body.velocity().y.abs() < 1e-6 && body.angular_velocity().abs() < 1e-6);
    }
    let leaf = add(
        &mut scene,
        Body::dynamic().position([0.0, 9.0]),
        Collider::cuboid(0.01, 1.0).density(0.1),
    );
    for _ in 0..100 {
        scene.step(0.1).unwrap();
        assert!(at(&scene, leaf).velocity().norm() < 10.001);
    }
    assert!(at(&scene, leaf).velocity().x > 9.0);
}

/// An inclined plate is lifted, to the side to which its face slopes away from the wind.
#[test]
fn inclined_plates_are_lifted() {
    let mut scene = space();
    scene.add_field(Field::wind([10.0, 0.0]).lift(1.0)).unwrap();
    let plates = [0.5, -0.5].map(|angle| {
        let body = Body::dynamic().angle(angle).position([0.0, 20.0 * angle]);
        add(&mut scene, body, Collider::segment([-1.0, 0.0], [1.0, 0.0]).mass(1000.0))
    });
    run(&mut scene, 10);
    let [up, down] = plates.map(|body| at(&scene, body).velocity().y);
    assert!(up < -1e-3 && (up + down).abs() < 1e-6, "{up} {down}");
}

/// Still air slows down what spins and what flies, and never turns it around.
#[test]
fn still_air_slows_down() {
    let mut scene = space();
    scene.add_field(Field::wind([0.0, 0.0])).unwrap();
    let body = Body::dynamic().velocity([30.0, 0.0]).angular_velocity(40.0);
    let stick = add(&mut scene, body, Collider::cuboid(1.0, 0.05).density(0.2));
    let mut last = (30.0, 40.0);
    for _ in 0..600 {
        scene.step(DT).unwrap();
        let body = at(&scene, stick);
        let now = (body.velocity().norm(), body.angular_velocity());
        assert!(now.1 >= -0.5 && now.1 <= last.1 + 0.5, "{now:?} {last:?}");
        last = now;
    }
    assert!(last.0 < 2.0 && last.1.abs() < 2.0, "{last:?}");
}

/// Boxes at rest in wind, water and areas of their own gravity all fall asleep, and stay asleep.
/// They are towers that do not touch: forty that wind presses against one another rock on in two of
/// three cases.
#[test]
fn what_is_at_rest_in_fields_sleeps() {
    let fields = [
        Field::wind([3.0, 0.0]),
        Field::water(2.0).below().at([0.0, 1.0]),
        Field::gravity([1.0, -10.0]),
        Field::attraction(2.0, 1.0).at([0.0, -30.0]),
    ];
    for field in fields {
        let mut scene = earth();
        ground(&mut scene, |it| it);
        scene.add_field(field.clone()).unwrap();
        for i in 0..100 {
            let (x, y) = ((i % 20) as Real * 2.4 - 24.0, (i / 20) as Real * 1.1 + 0.6);
            add(&mut scene, Body::dynamic().position([x, y]), Collider::cuboid(0.5, 0.5));
        }
        run(&mut scene, 3000);
        assert_eq!(scene.stats().awake_bodies, 0, "{:?}", field.kind());
    }
}

/// The field of a spinning fan turns with it; torque and lever arms are right: a push beside the
/// centre turns a body.
#[test]
fn wind_in_an_area_turns_what_it_meets_at_one_end() {
    let mut scene = space();
    let wind = Field::wind([0.0, 10.0]).cuboid(1.0, 1.0).at([1.5, 0.0]);
    scene.add_field(wind).unwrap();
    let parts = [-1.0, 0.0, 1.0].map(|x| Collider::cuboid(0.5, 0.1).at([x, 0.0]).density(100.0));
    let beam = scene.add(Body::dynamic(), parts).unwrap();
    scene.step(DT).unwrap();
    let body = at(&scene, beam);
    assert!(body.angular_velocity() > 0.0 && body.velocity().y > 0.0);
    let lever = cross(Vector::new(1.0, 0.0), body.velocity() * body.mass());
    assert!((body.angular_velocity() * body.inertia() - lever).abs() < 0.02 * lever);
}
