//! A car seen from the side: where it stands, how it swings, what it climbs and jumps over.

use umbra_play::vehicle::{Axle, Car, CarSettings, Controls, Drive};

use crate::common::{add, at, scene};
use crate::prelude::*;

const FULL: Controls = Controls { throttle: 1.0, brake: 0.0, steer: 0.0, handbrake: false };
const NONE: Controls = Controls { throttle: 0.0, brake: 0.0, steer: 0.0, handbrake: false };

fn world() -> Scene {
    scene(9.81, SolverConfig::default())
}

/// Ground through points.
fn road(scene: &mut Scene, points: &[[Real; 2]]) {
    let points = points.iter().copied();
    add(scene, Body::fixed(), Collider::chain(points).friction(1.0));
}

fn level(scene: &mut Scene) {
    road(scene, &[[-500.0, 0.0], [500.0, 0.0]]);
}

fn drive(scene: &mut Scene, car: &mut Car, controls: Controls, rate: Real, seconds: Real) {
    for _ in 0..(seconds * rate).round() as usize {
        car.drive(scene, controls, 1.0 / rate).unwrap();
        scene.step(1.0 / rate).unwrap();
    }
}

fn distance(scene: &Scene, car: &Car) -> Real {
    at(scene, car.chassis()).position().x
}

#[test]
fn it_stands_at_the_ride_height_that_was_asked() {
    for rate in [30.0, 60.0, 120.0] {
        for (height, hertz) in [(0.65, 1.5), (0.5, 1.0), (0.9, 3.0)] {
            let mut scene = world();
            level(&mut scene);
            let mut settings = CarSettings { ride_height: height, ..CarSettings::default() };
            settings.axles.iter_mut().for_each(|axle| axle.hertz = hertz);
            let mut car = Car::spawn(&mut scene, [0.0, height + 0.2], &settings).unwrap();
            drive(&mut scene, &mut car, NONE, rate, 10.0);
            let stands = at(&scene, car.chassis()).position().y;
            assert!((stands / height - 1.0).abs() < 0.02, "{stands} m of {height} at {rate}");
            for wheel in car.wheels(&scene).unwrap() {
                assert!(wheel.contact && wheel.compression.abs() < 0.02 * height, "{wheel:?}");
                // Half of the chassis and a wheel.
                let weight = 9.81 * (450.0 + 25.0);
                assert!((wheel.load / weight - 1.0).abs() < 0.02, "{wheel:?}");
            }
            assert!(!at(&scene, car.chassis()).is_awake(), "a car that stands sleeps");
        }
    }
}

#[test]
fn it_stands_level_with_its_mass_before_its_middle() {
    let mut scene = world();
    level(&mut scene);
    let chassis = scene.add_body(Body::dynamic().position([0.0, 0.7])).unwrap();
    scene.add_collider(chassis, Collider::cuboid(1.8, 0.3).mass(500.0)).unwrap();
    scene.add_collider(chassis, Collider::cuboid(0.3, 0.3).mass(400.0).at([1.0, 0.0])).unwrap();
    let axle = |x: Real| Axle { x, ..Axle::default() };
    let axles = vec![axle(-1.4), axle(0.2), axle(1.3)];
    let settings = CarSettings { ride_height: 0.7, axles, ..CarSettings::default() };
    let mut car = Car::new(&mut scene, chassis, &settings).unwrap();
    drive(&mut scene, &mut car, NONE, 60.0, 5.0);
    let body = at(&scene, chassis);
    assert!((body.position().y - 0.7).abs() < 0.01, "{}", body.position().y);
    assert!(body.angle().abs() < 0.01, "{}", body.angle());
}

#[test]
fn it_swings_as_often_as_was_asked() {
    for rate in [60.0, 120.0] {
        for hertz in [1.0, 1.5, 2.5] {
            let mut scene = world();
            level(&mut scene);
            let mut settings = CarSettings::default();
            for axle in &mut settings.axles {
                (axle.hertz, axle.damping_ratio, axle.travel) = (hertz, 0.03, [0.5, 0.5]);
            }
            let mut car = Car::spawn(&mut scene, [0.0, 0.65], &settings).unwrap();
            drive(&mut scene, &mut car, NONE, rate, 0.5);
            let push = [0.0, -0.4 * 900.0];
            scene.body_mut(car.chassis()).unwrap().apply_impulse(push).unwrap();
            // The times at which it goes up through where it stands.
            let (mut times, mut before) = (vec![], 0.0);
            for step in 0..(6.0 * rate) as usize {
                drive(&mut scene, &mut car, NONE, rate, 1.0 / rate);
                let y = at(&scene, car.chassis()).position().y - 0.65;
                if before < 0.0 && y >= 0.0 {
                    times.push((step as Real - y / (y - before)) / rate);
                }
                before = y;
            }
            let count = times.len() - 1;
            let measured = count as Real / (times[count] - times[0]);
            println!("{hertz} Hz at {rate}: {measured}");
            assert!((measured / hertz - 1.0).abs() < 0.05, "{measured} Hz of {hertz} at {rate}");
        }
    }
}

#[test]
fn it_climbs_thirty_degrees_from_rest() {
    for rate in [30.0, 60.0, 120.0] {
        let mut scene = world();
        let far = 200.0;
        let rise = far * 30.0_f32.to_radians().tan();
        road(&mut scene, &[[-50.0, 0.0], [2.5, 0.0], [2.5 + far, rise]]);
        // It stands on the slope.
        let slope = 30.0_f32.to_radians();
        let place = Point::new(2.5, 0.0)
            + Vector::new(slope.cos(), slope.sin()) * 5.0
            + Vector::new(-slope.sin(), slope.cos()) * 0.65;
        let chassis = Body::dynamic().position(place).angle(slope);
        let chassis = scene.add(chassis, [Collider::cuboid(1.8, 0.3).mass(900.0)]).unwrap();
        let mut car = Car::new(&mut scene, chassis, &CarSettings::default()).unwrap();
        let brake = Controls { handbrake: true, brake: 1.0, ..NONE };
        drive(&mut scene, &mut car, brake, rate, 2.0);
        let stood = (at(&scene, chassis).position() - place).norm();
        assert!(stood < 0.3, "its brakes do not hold it: {stood}");
        drive(&mut scene, &mut car, FULL, rate, 5.0);
        let climbed = at(&scene, chassis).position().y - place.y;
        println!("climbed {climbed} at {rate}");
        assert!(climbed > 8.0, "{climbed} m at {rate}");
    }
}

#[test]
fn it_jumps_over_a_ramp_and_lands_on_its_wheels() {
    for rate in [60.0, 120.0] {
        let mut scene = world();
        road(&mut scene, &[[-50.0, 0.0], [40.0, 0.0], [48.0, 1.5]]);
        road(&mut scene, &[[48.0, 0.0], [500.0, 0.0]]);
        let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
        let (mut in_the_air, mut highest): (usize, Real) = (0, 0.0);
        for _ in 0..(8.0 * rate) as usize {
            let speed = car.speed(&scene).unwrap();
            let controls = if speed < 15.0 { FULL } else { NONE };
            drive(&mut scene, &mut car, controls, rate, 1.0 / rate);
            in_the_air += usize::from(car.wheels(&scene).unwrap().iter().all(|it| !it.contact));
            highest = highest.max(at(&scene, car.chassis()).position().y);
        }
        let body = at(&scene, car.chassis());
        println!("{} s in the air at {rate}, {highest} m", in_the_air as Real / rate);
        assert!(in_the_air as Real / rate > 0.5, "it does not jump");
        assert!(body.position().x > 60.0 && body.angle().abs() < 0.1, "{}", body.pose());
        assert!(car.wheels(&scene).unwrap().iter().all(|wheel| wheel.contact));
    }
}

#[test]
fn its_way_is_the_same_at_60_and_120_steps_per_second() {
    let ways = [60.0, 120.0].map(|rate| {
        let mut scene = world();
        let hill = |i: i16| {
            let x = 0.5 * Real::from(i);
            let height = 0.25 * (0.25 * x).sin() + 0.05 * (0.9 * x).sin();
            [x, if x > 5.0 { height } else { 0.0 }]
        };
        let points: Vec<_> = (-40..800).map(hill).collect();
        road(&mut scene, &points);
        let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
        let half = Controls { throttle: 0.5, ..FULL };
        let mut ways = vec![];
        for controls in [half, NONE, FULL, Controls { brake: 0.7, ..NONE }] {
            drive(&mut scene, &mut car, controls, rate, 3.0);
            ways.push(distance(&scene, &car));
        }
        ways
    });
    println!("{ways:?}");
    for (one, other) in ways[0].iter().zip(&ways[1]) {
        assert!(*one > 10.0 && (one / other - 1.0).abs() < 0.02, "{ways:?}");
    }
}

#[test]
fn it_reaches_its_top_speed_and_no_more_and_brakes() {
    let mut scene = world();
    level(&mut scene);
    let mut settings = CarSettings::default();
    for axle in &mut settings.axles {
        let curve = vec![[0.0, 1.0], [0.5, 0.8], [1.0, 0.1]];
        axle.drive = Some(Drive { curve, ..Drive::new(1000.0, 20.0) });
    }
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &settings).unwrap();
    drive(&mut scene, &mut car, FULL, 60.0, 20.0);
    let speed = car.speed(&scene).unwrap();
    assert!((18.0..20.5).contains(&speed), "{speed}");
    let before = distance(&scene, &car);
    drive(&mut scene, &mut car, Controls { brake: 1.0, ..NONE }, 60.0, 5.0);
    assert!(car.speed(&scene).unwrap().abs() < 0.05);
    // No faster than the grip of its tyres allows.
    let grip = (1.2_f32 * 1.0).sqrt();
    let stopped = distance(&scene, &car) - before;
    let least = speed * speed / (2.0 * grip * 9.81);
    assert!((0.95 * least..2.0 * least).contains(&stopped), "{stopped} of {least}");
    // And backwards.
    drive(&mut scene, &mut car, Controls { throttle: -1.0, ..NONE }, 60.0, 3.0);
    assert!(car.speed(&scene).unwrap() < -5.0);
}

#[test]
fn its_acceleration_is_that_of_its_torque() {
    let mut scene = world();
    level(&mut scene);
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    let half = Controls { throttle: 0.5, ..FULL };
    drive(&mut scene, &mut car, half, 60.0, 1.0);
    let before = car.speed(&scene).unwrap();
    drive(&mut scene, &mut car, half, 60.0, 1.0);
    let gained = car.speed(&scene).unwrap() - before;
    // Two wheels of 600 N m; their own turning takes a little.
    let wheels = 2.0 * 25.0;
    let told = 2.0 * 600.0 / 0.35 / (900.0 + wheels + 0.5 * wheels);
    assert!((gained / told - 1.0).abs() < 0.03, "{gained} of {told}");
    for wheel in car.wheels(&scene).unwrap() {
        assert!(wheel.slip.abs() < 0.1, "{wheel:?}");
        assert!((wheel.tread_speed / car.speed(&scene).unwrap() - 1.0).abs() < 0.02);
    }
}

#[test]
fn wheels_spin_on_ice_and_lock_on_it() {
    let mut scene = world();
    let ice = Collider::segment([-500.0, 0.0], [500.0, 0.0]).friction(0.02);
    add(&mut scene, Body::fixed(), ice);
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    drive(&mut scene, &mut car, FULL, 60.0, 1.0);
    assert!(car.wheels(&scene).unwrap().iter().all(|wheel| wheel.slip > 5.0));
    let body = scene.body_mut(car.chassis()).unwrap().view().velocity();
    for key in [car.chassis(), car.wheel_bodies()[0], car.wheel_bodies()[1]] {
        scene.body_mut(key).unwrap().set_velocity([20.0, body.y]).unwrap();
    }
    drive(&mut scene, &mut car, Controls { brake: 1.0, ..NONE }, 60.0, 0.5);
    assert!(car.wheels(&scene).unwrap().iter().all(|wheel| wheel.slip < -10.0));
}

#[test]
fn anti_pitch_keeps_it_level_when_it_brakes() {
    let pitch = |anti_pitch: Real| {
        let mut scene = world();
        level(&mut scene);
        let settings = CarSettings { anti_pitch, ..CarSettings::default() };
        let mut car = Car::spawn(&mut scene, [0.0, 0.65], &settings).unwrap();
        drive(&mut scene, &mut car, FULL, 60.0, 3.0);
        let mut most: Real = 0.0;
        for _ in 0..90 {
            drive(&mut scene, &mut car, Controls { brake: 1.0, ..NONE }, 60.0, 1.0 / 60.0);
            most = most.max(at(&scene, car.chassis()).angle().abs());
        }
        most
    };
    let [soft, stiff] = [0.0, 2.0].map(pitch);
    println!("pitch {soft} {stiff}");
    assert!(stiff < 0.6 * soft, "{stiff} of {soft}");
}

#[test]
fn it_turns_in_the_air_only() {
    let mut scene = world();
    level(&mut scene);
    let settings = CarSettings { air_torque: 4000.0, ..CarSettings::default() };
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &settings).unwrap();
    let turn = Controls { steer: 1.0, ..NONE };
    drive(&mut scene, &mut car, turn, 60.0, 1.0);
    assert!(at(&scene, car.chassis()).angle().abs() < 0.01);
    for key in [car.chassis(), car.wheel_bodies()[0], car.wheel_bodies()[1]] {
        scene.body_mut(key).unwrap().set_velocity([0.0, 8.0]).unwrap();
    }
    drive(&mut scene, &mut car, turn, 60.0, 0.8);
    assert!(at(&scene, car.chassis()).angle() > 0.2);
}

#[test]
fn it_drives_in_worlds_that_point_down() {
    let config = SceneConfig { gravity: Vector::new(0.0, 9.81), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    level(&mut scene);
    let mut car = Car::spawn(&mut scene, [0.0, -0.65], &CarSettings::default()).unwrap();
    drive(&mut scene, &mut car, Controls { throttle: 0.5, ..NONE }, 60.0, 3.0);
    let body = at(&scene, car.chassis());
    assert!(body.position().x > 10.0 && (body.position().y + 0.65).abs() < 0.1, "{}", body.pose());
    let wheels = car.wheels(&scene).unwrap();
    assert!(
        wheels.iter().all(|wheel| wheel.tread_speed > 5.0 && wheel.slip.abs() < 0.5),
        "{wheels:?}"
    );
}

#[test]
fn a_copy_of_scene_and_car_goes_on_alike() {
    let mut scene = world();
    level(&mut scene);
    let mut car = Car::spawn(&mut scene, [0.0, 0.9], &CarSettings::default()).unwrap();
    drive(&mut scene, &mut car, FULL, 60.0, 1.0);
    let (mut other, mut copy) = (scene.clone(), car.clone());
    drive(&mut scene, &mut car, FULL, 60.0, 1.0);
    drive(&mut other, &mut copy, FULL, 60.0, 1.0);
    assert_eq!(scene.state_hash(), other.state_hash());
    assert_eq!(car, copy);
    car.remove(&mut scene);
    assert_eq!(scene.stats().joints, 0);
}

#[test]
fn in_pixels_it_goes_the_same_way() {
    let ways = [1.0, 50.0].map(|unit: Real| {
        let gravity = Vector::new(0.0, -9.81 * unit);
        let config = SceneConfig { gravity, length_unit: unit, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        let points = [[-100.0, 0.0], [8.0, 0.0], [14.0, 1.5], [200.0, 1.5]];
        road(&mut scene, &points.map(|point| point.map(|it| it * unit)));
        let settings = CarSettings { air_torque: 300.0, ..CarSettings::default() };
        let mut car = Car::spawn(&mut scene, [0.0, 0.65 * unit], &settings.in_units(unit)).unwrap();
        drive(&mut scene, &mut car, FULL, 60.0, 3.0);
        let braking = Controls { brake: 0.6, steer: 0.3, ..NONE };
        drive(&mut scene, &mut car, braking, 60.0, 1.0);
        let body = at(&scene, car.chassis());
        (body.position() / unit, body.angle())
    });
    let [(metres, angle), (pixels, turned)] = ways;
    assert!(metres.x > 15.0, "{metres}");
    assert!((metres - pixels).norm() < 0.02 * metres.x, "{metres} {pixels}");
    assert!((angle - turned).abs() < 0.02, "{angle} {turned}");
}

#[test]
fn in_a_field_of_gravity_it_stands_as_high() {
    let mut scene = scene(0.0, SolverConfig::default());
    scene.add_field(Field::gravity([0.0, -9.81])).unwrap();
    level(&mut scene);
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    drive(&mut scene, &mut car, NONE, 60.0, 5.0);
    let stands = at(&scene, car.chassis()).position().y;
    assert!((stands / 0.65 - 1.0).abs() < 0.02, "{stands}");
}

#[test]
fn on_a_belt_slip_counts_from_the_belt() {
    let belt = Collider::cuboid(500.0, 0.5).surface_speed(5.0);
    let cells =
        Collider::tiles(100.0, vec![vec![Cell::Full; 10]]).surface_speed(5.0).at([-500.0, -99.5]);
    for ground in [belt, cells] {
        let mut scene = world();
        add(&mut scene, Body::fixed().position([0.0, -0.5]), ground);
        let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
        drive(&mut scene, &mut car, Controls { brake: 1.0, ..NONE }, 60.0, 4.0);
        assert!((car.speed(&scene).unwrap() - 5.0).abs() < 0.1);
        for wheel in car.wheels(&scene).unwrap() {
            assert!(
                wheel.contact && (wheel.tread_speed).abs() < 0.1 && wheel.slip.abs() < 0.1,
                "{wheel:?}"
            );
        }
    }
}
