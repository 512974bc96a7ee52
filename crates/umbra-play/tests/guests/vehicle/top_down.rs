//! A car seen from above: circles, drifts, braking.

use umbra_play::vehicle::{Controls, Drive, TopDownCar, TopDownSettings, Tyre};

use crate::common::{add, at, scene};
use crate::prelude::*;

const RATES: [Real; 4] = [30.0, 60.0, 120.0, 240.0];
const NONE: Controls = Controls { throttle: 0.0, brake: 0.0, steer: 0.0, handbrake: false };

fn car(speed: Real, settings: &TopDownSettings) -> (Scene, TopDownCar) {
    let mut scene = scene(0.0, SolverConfig::default());
    let car = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.0, settings).unwrap();
    scene.body_mut(car.body()).unwrap().set_velocity([speed, 0.0]).unwrap();
    (scene, car)
}

fn drive(scene: &mut Scene, car: &mut TopDownCar, controls: Controls, rate: Real, seconds: Real) {
    for _ in 0..(seconds * rate).round() as usize {
        car.drive(scene, controls, 1.0 / rate).unwrap();
        scene.step(1.0 / rate).unwrap();
    }
}

/// Keeps a speed.
fn cruise(car: &TopDownCar, scene: &Scene, speed: Real, steer: Real) -> Controls {
    let now = car.velocity(scene).unwrap().x;
    Controls { throttle: (speed - now).clamp(-1.0, 1.0), steer, ..NONE }
}

#[test]
fn it_turns_on_the_circle_of_its_wheels() {
    for rate in RATES {
        let (mut scene, mut car) = car(3.0, &TopDownSettings::default());
        let mut places = vec![];
        for step in 0..(12.0 * rate) as usize {
            let controls = cruise(&car, &scene, 3.0, 1.0);
            drive(&mut scene, &mut car, controls, rate, 1.0 / rate);
            if step as Real > 2.0 * rate {
                places.push(at(&scene, car.body()).position());
            }
        }
        let box_ = Aabb::around(places);
        let radius = 0.25 * (box_.max - box_.min).sum();
        // Of the middle of the car, which is half a wheelbase before the rear axle.
        let rear = 2.6 / (0.6_f32).tan();
        let told = (rear * rear + 1.3 * 1.3).sqrt();
        println!("radius {radius} of {told} at {rate}");
        assert!((radius / told - 1.0).abs() < 0.03, "{radius} m of {told} at {rate}");
        assert!(car.tyres().iter().all(|tyre| !tyre.slides));
    }
}

#[test]
fn it_drifts_when_the_peak_is_passed() {
    for rate in RATES {
        let (mut scene, mut car) = car(18.0, &TopDownSettings::default());
        // Within its grip it follows its wheels.
        drive(&mut scene, &mut car, Controls { steer: 0.08, ..NONE }, rate, 1.0);
        let held = car.velocity(&scene).unwrap();
        assert!((held.y / held.x).abs() < 0.12, "{held} at {rate}");
        // The handbrake takes the grip of its rear.
        drive(&mut scene, &mut car, Controls { steer: 0.6, handbrake: true, ..NONE }, rate, 0.7);
        let drift = car.velocity(&scene).unwrap();
        println!("drift {drift} at {rate}");
        assert!(-drift.y > 0.25 * drift.x.abs(), "{drift} at {rate}");
        let [.., left, right] = car.tyres() else { panic!() };
        for tyre in [left, right] {
            assert!(tyre.slides, "{tyre:?}");
            let force = Vector::from(tyre.force).norm();
            assert!(force < 0.85 * tyre.load, "{tyre:?}");
        }
        let forces = car.tyres().iter().map(|tyre| Vector::from(tyre.force).norm() / tyre.load);
        assert!(forces.fold(0.0, Real::max) < 1.56, "more than both peaks together");
    }
}

#[test]
fn too_much_steering_at_speed_slides_over_the_front() {
    let (mut scene, mut car) = car(30.0, &TopDownSettings::default());
    drive(&mut scene, &mut car, Controls { steer: 1.0, ..NONE }, 60.0, 0.4);
    let [front, ..] = car.tyres() else { panic!() };
    assert!(front.slides && front.slip.abs() > 0.12, "{front:?}");
    // Less than the peak.
    assert!(front.force[1].abs() < 1.05 * front.load, "{front:?}");
}

#[test]
fn it_stops_straight() {
    for rate in RATES {
        let (mut scene, mut car) = car(25.0, &TopDownSettings::default());
        scene.body_mut(car.body()).unwrap().set_angular_velocity(0.05).unwrap();
        let brake = Controls { brake: 1.0, ..NONE };
        drive(&mut scene, &mut car, brake, rate, 6.0);
        let body = at(&scene, car.body());
        assert!(body.velocity().norm() < 1e-3, "{} at {rate}", body.velocity());
        // 11 kN stop 1200 kg; rolling adds a little.
        let told = 0.5 * 1200.0 * 25.0 * 25.0 / (11_000.0 + 0.015 * 1200.0 * 9.81);
        let way = body.position();
        println!("stopped after {way} of {told} at {rate}");
        assert!((way.x / told - 1.0).abs() < 0.03, "{way} m of {told} at {rate}");
        assert!(way.y.abs() < 0.5 && body.angle().abs() < 0.05, "{} at {rate}", body.pose());
        assert!(!body.is_awake(), "a car that stands sleeps");
    }
}

#[test]
fn brakes_that_are_too_strong_lock_and_take_longer() {
    let stop = |brake: Real| {
        let mut settings = TopDownSettings::default();
        settings.tyres.iter_mut().for_each(|tyre| tyre.brake = brake);
        let (mut scene, mut car) = car(25.0, &settings);
        drive(&mut scene, &mut car, Controls { brake: 1.0, ..NONE }, 60.0, 6.0);
        at(&scene, car.body()).position().x
    };
    let [good, locked] = [3200.0, 10_000.0].map(stop);
    assert!(locked > 1.2 * good, "{locked} {good}");
}

#[test]
fn its_way_is_the_same_at_60_and_120_steps_per_second() {
    let ways = [60.0, 120.0].map(|rate| {
        let (mut scene, mut car) = car(0.0, &TopDownSettings::default());
        let mut places = vec![];
        for (controls, seconds) in [
            (Controls { throttle: 0.8, ..NONE }, 3.0),
            (Controls { throttle: 0.3, steer: 0.15, ..NONE }, 3.0),
            (Controls { throttle: 0.3, steer: -0.2, ..NONE }, 2.0),
            (Controls { brake: 0.5, ..NONE }, 1.0),
        ] {
            drive(&mut scene, &mut car, controls, rate, seconds);
            places.push(at(&scene, car.body()).position());
        }
        places
    });
    println!("{ways:?}");
    let mut long = 0.0;
    let mut before = Point::origin();
    for (one, other) in ways[0].iter().zip(&ways[1]) {
        long += (one - before).norm();
        before = *one;
        assert!((one - other).norm() < 0.02 * long, "{ways:?}");
    }
}

#[test]
fn it_is_stable_with_light_bodies_and_much_grip() {
    for rate in RATES {
        let mut settings = TopDownSettings { body: [0.5, 0.3, 2.0], ..Default::default() };
        for tyre in &mut settings.tyres {
            tyre.at = tyre.at.map(|x| 0.3 * x);
            (tyre.grip.peak, tyre.grip.peak_slip) = (8.0, 0.02);
        }
        let (mut scene, mut car) = car(12.0, &settings);
        scene.body_mut(car.body()).unwrap().set_angular_velocity(6.0).unwrap();
        let mut before = at(&scene, car.body()).kinetic_energy();
        for _ in 0..(3.0 * rate) as usize {
            drive(&mut scene, &mut car, NONE, rate, 1.0 / rate);
            let energy = at(&scene, car.body()).kinetic_energy();
            assert!(energy <= before * 1.0001, "{energy} of {before} at {rate}");
            before = energy;
        }
    }
}

#[test]
fn gravity_of_the_scene_does_not_count_and_walls_do() {
    let (mut scene, mut car) = car(0.0, &TopDownSettings::default());
    add(&mut scene, Body::fixed().position([30.0, 0.0]), Collider::cuboid(1.0, 20.0));
    drive(&mut scene, &mut car, Controls { throttle: 1.0, ..NONE }, 60.0, 6.0);
    let x = at(&scene, car.body()).position().x;
    assert!((26.0..27.0).contains(&x), "{x}");
    let loads: Real = car.tyres().iter().map(|tyre| tyre.load).sum();
    assert!((loads / (1200.0 * 9.81) - 1.0).abs() < 1e-3);
}

#[test]
fn a_motorbike_and_a_car_with_one_tyre_drive() {
    for places in [vec![[0.7, 0.0], [-0.7, 0.0]], vec![[0.0, 0.0]]] {
        let tyre = |at: &[Real; 2]| Tyre {
            at: *at,
            drive: Some(Drive::new(2000.0, 20.0)),
            ..Tyre::default()
        };
        let tyres = places.iter().map(tyre).collect();
        let settings = TopDownSettings { tyres, body: [1.0, 0.3, 250.0], ..Default::default() };
        let (mut scene, mut car) = car(0.0, &settings);
        drive(&mut scene, &mut car, Controls { throttle: 0.5, ..NONE }, 60.0, 2.0);
        assert!(car.velocity(&scene).unwrap().x > 5.0);
    }
}

#[test]
fn a_copy_of_scene_and_car_goes_on_alike() {
    let (mut scene, mut car) = car(15.0, &TopDownSettings::default());
    let controls = Controls { throttle: 0.5, steer: 0.7, ..NONE };
    drive(&mut scene, &mut car, controls, 60.0, 0.5);
    let (mut other, mut copy) = (scene.clone(), car.clone());
    drive(&mut scene, &mut car, controls, 60.0, 0.5);
    drive(&mut other, &mut copy, controls, 60.0, 0.5);
    assert_eq!(scene.state_hash(), other.state_hash());
    assert_eq!(car, copy);
}

#[test]
fn in_pixels_it_goes_the_same_way() {
    let [metres, pixels] = [1.0, 20.0].map(|unit: Real| {
        let config = SceneConfig { length_unit: unit, ..SceneConfig::default() };
        let mut scene = Scene::new(config).unwrap();
        scene.config_mut().gravity = Vector::zeros();
        let settings = TopDownSettings::default().in_units(unit);
        let mut car = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.0, &settings).unwrap();
        let full = Controls { throttle: 1.0, steer: 0.2, ..NONE };
        drive(&mut scene, &mut car, full, 60.0, 3.0);
        let braking = Controls { brake: 0.5, steer: -0.5, ..NONE };
        drive(&mut scene, &mut car, braking, 60.0, 0.5);
        at(&scene, car.body()).position() / unit
    });
    assert!(metres.coords.norm() > 5.0, "{metres}");
    assert!((metres - pixels).norm() < 0.01 * metres.coords.norm(), "{metres} {pixels}");
}
