//! Prints the hash of a scene that needs no feature, which is the same with and without them, and
//! checks that what needs one is refused without it.

use umbra::prelude::*;
use umbra::{Error, SceneFile};

const ALL: bool = cfg!(feature = "all");

/// Checks that something is refused without a feature.
#[track_caller]
fn is_told(done: Result<(), Error>, feature: &'static str) {
    let expected = if ALL { Ok(()) } else { Err(Error::WithoutFeature(feature)) };
    assert_eq!(done, expected);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = SceneConfig::default();
    config.solver.joints = JointSolving::Rows;
    let mut scene = Scene::new(config)?;
    let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    for number in 0..30_u8 {
        let place = [f32::from(number % 6) - 2.5, 1.0 + f32::from(number / 6)];
        let crate_ = scene.add(Body::dynamic().position(place), [Collider::cuboid(0.4, 0.4)])?;
        if number % 7 == 0 {
            let rope = Joint::rope(ground, crate_, [place[0], 9.0], [0.0, 0.3], 9.0);
            scene.add_joint(rope)?;
        }
    }
    for _ in 0..120 {
        scene.step(1.0 / 60.0)?;
    }
    println!("{:016x}", scene.state_hash());

    let before = scene.state_hash();
    let map = Collider::tiles(1.0, [[Cell::Full, Cell::Empty]]);
    is_told(scene.clone().add(Body::fixed(), [map]).map(drop), "tiles");
    let sensor = || Collider::circle(1.0).sensor(true);
    is_told(scene.clone().add_collider(ground, sensor()).map(drop), "sensors");
    let collider = scene.body(ground)?.colliders().next().ok_or("no collider")?;
    is_told(scene.clone().collider_mut(collider)?.set_sensor(true), "sensors");
    config.solver.joints = JointSolving::Trees;
    is_told(Scene::new(config).map(drop), "trees");
    let level = |text: &str| -> Result<(), Error> {
        let file: SceneFile = serde_json::from_str(text).expect("a file");
        Scene::from_file(&file).map(drop).map_err(|error| match error {
            Error::InFile { error, .. } => *error,
            error => error,
        })
    };
    let body = |collider: &str| {
        format!(r#"{{ "bodies": [{{ "kind": "fixed", "colliders": [{collider}] }}] }}"#)
    };
    let kinds = r#""kinds": [{ "cell": "full" }], "legend": { "x": 0 }"#;
    let map = format!(r#"{{ "tiles": {{ "size": 1, {kinds}, "rows": ["xx"] }} }}"#);
    is_told(level(&body(&map)), "tiles");
    let ring = r#"{ "shape": { "circle": { "radius": 1 } }, "sensor": true }"#;
    is_told(level(&body(ring)), "sensors");
    assert_eq!(scene.state_hash(), before);
    scene.step(1.0 / 60.0)?;
    Ok(())
}
