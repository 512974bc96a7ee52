//! Cars and what was built, beside their scene in files.

use umbra_play::build::{self, Assembly, RopeSettings, SoftBody};
use umbra_play::vehicle::{Car, CarSettings, Controls, TopDownCar, TopDownSettings};

use crate::common::{DT, ground, scene};
use crate::prelude::*;

fn through_text<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[test]
fn they_go_on_to_the_same_bits() {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    let mut car = Car::spawn(&mut scene, [0.0, 0.8], &CarSettings::default()).unwrap();
    let above = TopDownSettings::default();
    let mut above = TopDownCar::spawn(&mut scene, [0.0, 30.0], 0.4, &above).unwrap();
    scene.body_mut(above.body()).unwrap().set_gravity_scale(0.0).unwrap();
    let rope = build::rope(&mut scene, [-9.0, 6.0], [-6.0, 6.0]).unwrap();
    let blob = build::blob(&mut scene, [-4.0, 2.0], 0.5).unwrap();
    let controls = Controls { throttle: 0.8, steer: 0.3, ..Controls::default() };
    let run = |scene: &mut Scene, car: &mut Car, above: &mut TopDownCar| {
        for _ in 0..60 {
            car.drive(scene, controls, DT).unwrap();
            above.drive(scene, controls, DT).unwrap();
            scene.step(DT).unwrap();
        }
    };
    run(&mut scene, &mut car, &mut above);
    let file: SceneFile = through_text(&scene.to_file());
    let mut other = Scene::from_file(&file).unwrap();
    let (mut car_too, mut above_too): (Car, TopDownCar) =
        (through_text(&car), through_text(&above));
    assert_eq!((&car_too, &above_too), (&car, &above));
    let (rope_too, blob_too): (Assembly, SoftBody) = (through_text(&rope), through_text(&blob));
    assert_eq!((&rope_too, &blob_too), (&rope, &blob));
    run(&mut scene, &mut car, &mut above);
    run(&mut other, &mut car_too, &mut above_too);
    assert_eq!(scene.state_hash(), other.state_hash());
    assert_eq!((car, above), (car_too, above_too));
    assert_eq!(blob.area(&scene), blob_too.area(&other));
}

#[test]
fn settings_may_leave_out_what_is_usual() {
    let rope: RopeSettings =
        serde_json::from_str(r#"{ "links": 30, "ends": ["world", "free"] }"#).unwrap();
    assert_eq!(rope, RopeSettings { links: 30, ..RopeSettings::default() });
    let car: CarSettings = serde_json::from_str(r#"{ "ride_height": 0.8 }"#).unwrap();
    assert_eq!(car, CarSettings { ride_height: 0.8, ..CarSettings::default() });
    assert!(serde_json::from_str::<CarSettings>(r#"{ "ride_hight": 0.8 }"#).is_err());
    let screen = Screen::new(800.0, 600.0, 50.0).unwrap();
    assert_eq!(through_text(&screen), screen);
}

#[test]
fn damaged_cars_are_refused() {
    let mut scene = scene(9.81, SolverConfig::default());
    let car = Car::spawn(&mut scene, [0.0, 0.8], &CarSettings::default()).unwrap();
    let above =
        TopDownCar::spawn(&mut scene, [0.0, 9.0], 0.0, &TopDownSettings::default()).unwrap();
    let told = |value: serde_json::Value, car: bool| {
        let refused = if car {
            serde_json::from_value::<Car>(value).map(drop)
        } else {
            serde_json::from_value::<TopDownCar>(value).map(drop)
        };
        refused.unwrap_err().to_string()
    };
    let car = serde_json::to_value(&car).unwrap();
    let changes: [(&str, serde_json::Value, &str); 6] = [
        ("wheels", serde_json::json!([]), "wheels"),
        ("joints", serde_json::json!([]), "joints"),
        ("springs", serde_json::json!([]), "springs"),
        ("up", serde_json::json!(0.5), "up"),
        ("dt", serde_json::json!(-1.0), "dt"),
        ("dt", serde_json::json!(1e30), "dt"),
    ];
    for (field, value, named) in changes {
        let mut damaged = car.clone();
        damaged[field] = value;
        assert!(told(damaged, true).contains(named), "{field}");
    }
    let mut damaged = car.clone();
    damaged["settings"]["axles"][0]["radius"] = serde_json::json!(-1.0);
    assert!(told(damaged, true).contains("radius"));
    let mut damaged = car;
    damaged["springs"][0]["stiffness"] = serde_json::json!(-1.0);
    assert!(told(damaged, true).contains("stiffness"));
    let above = serde_json::to_value(&above).unwrap();
    for field in ["shares", "tyres"] {
        let mut damaged = above.clone();
        damaged[field] = serde_json::json!([]);
        assert!(told(damaged, false).contains(field));
    }
    let mut damaged = above.clone();
    damaged["steer"] = serde_json::json!(40.0);
    assert!(told(damaged, false).contains("steer"));
    let mut damaged = above;
    damaged["shares"][1] = serde_json::json!(-0.5);
    assert!(told(damaged, false).contains("shares"));
}
