//! Bad input is refused with the name of the parameter, and changes nothing.

use umbra_play::vehicle::{Car, CarSettings, Controls, Drive, TopDownCar, TopDownSettings};

use crate::assert_refused;
use crate::common::{ground, scene};
use crate::prelude::*;

const NAN: Real = Real::NAN;
const INFINITE: Real = Real::INFINITY;

fn world() -> Scene {
    scene(9.81, SolverConfig::default())
}

#[test]
fn of_cars() {
    let car = |name: &str, change: fn(&mut CarSettings)| {
        let mut scene = world();
        let mut settings = CarSettings::default();
        change(&mut settings);
        assert_refused(name, Car::spawn(&mut scene, [0.0, 1.0], &settings));
        assert_eq!((scene.body_count(), scene.joint_count()), (0, 0), "{name}");
    };
    car("`ride_height`", |it| it.ride_height = 0.0);
    car("`axles`", |it| it.axles.clear());
    car("`axles`", |it| it.axles = vec![it.axles[0].clone(); 65]);
    car("`anti_pitch`", |it| it.anti_pitch = -1.0);
    car("`air_torque`", |it| it.air_torque = NAN);
    car("`chassis.mass`", |it| it.chassis[2] = 0.0);
    car("must be", |it| it.chassis[0] = -1.0);
    car("`axle.x`", |it| it.axles[0].x = INFINITE);
    car("`axle.radius`", |it| it.axles[1].radius = 0.0);
    car("`axle.mass`", |it| it.axles[1].mass = -1.0);
    car("`axle.friction`", |it| it.axles[1].friction = -1.0);
    car("`axle.hertz`", |it| it.axles[1].hertz = 0.0);
    car("`axle.damping_ratio`", |it| it.axles[1].damping_ratio = NAN);
    car("`axle.travel`", |it| it.axles[1].travel = [0.1, -0.1]);
    car("`axle.brake`", |it| it.axles[1].brake = -0.1);
    car("`axle.handbrake`", |it| it.axles[1].handbrake = -0.1);
    car("`axle.drag`", |it| it.axles[1].drag = -0.1);
    car("`drive.most`", |it| it.axles[1].drive = Some(Drive::new(-1.0, 1.0)));
    car("`drive.top_speed`", |it| it.axles[1].drive = Some(Drive::new(1.0, 0.0)));
    car("`drive.curve`", |it| {
        let curve = vec![[0.5, 1.0], [0.2, 1.0]];
        it.axles[1].drive = Some(Drive { curve, ..Drive::new(1.0, 1.0) });
    });
    car("center of mass", |it| it.axles[0].x = 0.5);
    let mut scene = world();
    assert_refused("`position`", Car::spawn(&mut scene, [NAN, 0.0], &CarSettings::default()));
    let fixed = ground(&mut scene, |it| it);
    assert_refused("not dynamic", Car::new(&mut scene, fixed, &CarSettings::default()));
    scene.remove_body(fixed).unwrap();
    assert_refused("there is no body", Car::new(&mut scene, fixed, &CarSettings::default()));
}

#[test]
fn of_controls_and_steps() {
    let mut scene = world();
    ground(&mut scene, |it| it);
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    let above = TopDownSettings::default();
    let mut above = TopDownCar::spawn(&mut scene, [0.0, 50.0], 0.0, &above).unwrap();
    let before = (scene.state_hash(), car.clone(), above.clone());
    let good = Controls::default();
    for (name, controls, dt) in [
        ("`throttle`", Controls { throttle: 1.5, ..good }, 0.01),
        ("`throttle`", Controls { throttle: NAN, ..good }, 0.01),
        ("`brake`", Controls { brake: -0.5, ..good }, 0.01),
        ("`steer`", Controls { steer: -1.1, ..good }, 0.01),
        ("`dt`", good, 0.0),
        ("`dt`", good, -0.01),
        ("`dt`", good, NAN),
        ("`dt`", good, 2.0),
    ] {
        assert_refused(name, car.drive(&mut scene, controls, dt));
        assert_refused(name, above.drive(&mut scene, controls, dt));
    }
    assert_eq!((scene.state_hash(), car, above), before);
}

#[test]
fn of_cars_that_lost_a_part() {
    let mut scene = world();
    let dt = 1.0 / 60.0;
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    scene.remove_joint(car.joints()[1]).unwrap();
    let full = Controls { throttle: 1.0, ..Controls::default() };
    assert_refused("is no longer held to", car.drive(&mut scene, full, dt));
    // The wheel that is left was not told anything.
    let motor = scene.joint(car.joints()[0]).unwrap().motor().unwrap();
    assert_eq!(motor[0], 0.0);
    assert_refused("is no longer held to", car.wheels(&scene));
    scene.remove_body(car.wheel_bodies()[0]).unwrap();
    assert_refused("there is no body", car.drive(&mut scene, full, dt));
    scene.remove_body(car.chassis()).unwrap();
    assert_refused("there is no body", car.speed(&scene));
    car.remove(&mut scene);
    assert_eq!(scene.body_count(), 0);

    let mut above = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.0, &Default::default()).unwrap();
    scene.body_mut(above.body()).unwrap().set_kind(BodyKind::Kinematic).unwrap();
    assert_refused("not dynamic", above.drive(&mut scene, full, dt));
    above.remove(&mut scene);
    assert_refused("there is no body", above.drive(&mut scene, full, dt));
    assert_refused("there is no body", above.velocity(&scene));
    assert_refused("there is no body", TopDownCar::new(&scene, above.body(), &Default::default()));
}

/// What is refused has changed nothing: no motor, no force, and not the car.
#[test]
fn of_cars_half_way() {
    let dt = 1.0 / 60.0;
    let full = Controls { throttle: 1.0, brake: 1.0, ..Controls::default() };
    let mut settings = CarSettings::default();
    (settings.axles[1].brake, settings.axles[1].drag) = (1e15, 1e15);
    for (name, settings) in
        [("not dynamic", CarSettings::default()), ("`motor.max_force`", settings)]
    {
        let mut scene = world();
        let mut car = Car::spawn(&mut scene, [0.0, 0.65], &settings).unwrap();
        if name == "not dynamic" {
            let wheel = car.wheel_bodies()[1];
            scene.body_mut(wheel).unwrap().set_kind(BodyKind::Kinematic).unwrap();
        }
        let before = (scene.state_hash(), car.clone());
        let motor = scene.joint(car.joints()[0]).unwrap().motor();
        assert_refused(name, car.drive(&mut scene, full, dt));
        assert_eq!((scene.state_hash(), car.clone()), before, "{name}");
        assert_eq!(scene.joint(car.joints()[0]).unwrap().motor(), motor, "{name}");
    }
}

#[test]
fn of_cars_in_pieces() {
    let dt = 1.0 / 60.0;
    let mut scene = world();
    ground(&mut scene, |it| it);
    let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default()).unwrap();
    let pieces = scene.split_body(car.chassis(), [[0.1, -5.0], [0.1, 5.0]]).unwrap();
    assert_eq!(pieces.len(), 2);
    let whose = car.joints().iter().map(|key| scene.joint(*key).unwrap().body_a());
    let lost = whose.zip(0..).find(|(body, _)| *body != car.chassis()).unwrap().1;
    let (wheel, joint) = (car.wheel_bodies()[lost], car.joints()[lost]);
    let before = car.clone();
    let off = Error::WheelOff { wheel, chassis: car.chassis(), joint };
    let told = off.to_string();
    assert!(told.contains("no longer held") && !told.contains("there is no joint"), "{told}");
    assert_eq!(car.drive(&mut scene, Controls::default(), dt), Err(off.clone()));
    assert_eq!(car.wheels(&scene), Err(off));
    assert_eq!(car, before);
}

#[test]
fn of_cars_whose_wheel_breaks_off() {
    let dt = 1.0 / 120.0;
    let mut scene = world();
    ground(&mut scene, |it| it);
    let mut car = Car::spawn(&mut scene, [0.0, 3.0], &CarSettings::default()).unwrap();
    let weak = car.joints()[1];
    scene.joint_mut(weak).unwrap().set_break_force(1e4).unwrap();
    let full = Controls { throttle: 0.5, ..Controls::default() };
    let mut told = Ok(());
    for _ in 0..240 {
        told = car.drive(&mut scene, full, dt);
        if told.is_err() {
            break;
        }
        scene.step(dt).unwrap();
    }
    let (wheel, chassis) = (car.wheel_bodies()[1], car.chassis());
    assert_eq!(told, Err(Error::WheelOff { wheel, chassis, joint: weak }));
}

#[test]
fn of_cars_seen_from_above() {
    let car = |name: &str, change: fn(&mut TopDownSettings)| {
        let mut scene = world();
        let mut settings = TopDownSettings::default();
        change(&mut settings);
        assert_refused(name, TopDownCar::spawn(&mut scene, [0.0, 1.0], 0.0, &settings));
        assert_eq!(scene.body_count(), 0, "{name}");
    };
    car("`tyres`", |it| it.tyres.clear());
    car("`most_steer`", |it| it.most_steer = 2.0);
    car("`steer_speed`", |it| it.steer_speed = -1.0);
    car("`gravity`", |it| it.gravity = -1.0);
    car("`rolling`", |it| it.rolling = NAN);
    car("`body.mass`", |it| it.body[2] = -1.0);
    car("`tyre.at`", |it| it.tyres[0].at[1] = NAN);
    car("`tyre.steer`", |it| it.tyres[0].steer = 1.5);
    car("`tyre.brake`", |it| it.tyres[0].brake = -1.5);
    car("`grip.peak`", |it| it.tyres[0].grip.peak = 0.0);
    car("`grip.peak_slip`", |it| it.tyres[0].grip.peak_slip = 0.0);
    car("`grip.slide`", |it| it.tyres[0].grip.slide = 2.0);
    car("`drive.most`", |it| it.tyres[0].drive = Some(Drive::new(NAN, 1.0)));
    let mut scene = world();
    assert_refused("`angle`", TopDownCar::spawn(&mut scene, [0.0, 0.0], NAN, &Default::default()));
}
