//! Scenes in files: what is loaded is what was saved, and goes on alike.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../umbra/tests/history/alike.rs"]
mod alike;
#[path = "../../umbra/tests/history/ask.rs"]
mod ask;
#[path = "../../umbra/tests/history/call.rs"]
mod call;
#[path = "../../umbra/tests/common/mod.rs"]
mod common;
#[path = "../../umbra/tests/history/hooks.rs"]
mod hooks;
#[path = "../../umbra/tests/history/ledger.rs"]
mod ledger;
#[path = "../../umbra/tests/history/make.rs"]
mod make;
#[path = "../../umbra/tests/history/parts.rs"]
mod parts;
#[path = "../../umbra/tests/history/refused.rs"]
mod refused;

use alike::alike;
use call::{Call, call};
use common::DT;
use ledger::Ledger;
use make::make;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra::SceneFile;
use umbra::prelude::*;

fn cases() -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

/// Writes something in one of three formats, and reads it.
fn of_file<T: serde::Serialize + serde::de::DeserializeOwned>(format: u8, value: &T) -> T {
    match format {
        0 => serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap(),
        1 => ron::from_str(&ron::to_string(value).unwrap()).unwrap(),
        _ => postcard::from_bytes(&postcard::to_allocvec(value).unwrap()).unwrap(),
    }
}

/// Writes a scene in one of three formats, and reads it.
fn through(format: u8, scene: &Scene) -> Scene {
    let file = scene.to_file();
    let read: SceneFile = of_file(format, &file);
    assert!(read == file, "what is read is what was written");
    Scene::from_file(&read).unwrap()
}

/// Where the files of two scenes differ.
fn first_difference(a: &Scene, b: &Scene) -> Option<String> {
    let files = [a, b].map(Scene::to_file);
    let [a, b] = files.each_ref().map(|file| postcard::to_allocvec(file).unwrap());
    if a == b {
        return None;
    }
    let [a, b] = files.map(|file| serde_json::to_value(&file).unwrap());
    Some(difference("", &a, &b).unwrap_or_else(|| "only in the binary format".into()))
}

fn difference(place: &str, a: &serde_json::Value, b: &serde_json::Value) -> Option<String> {
    use serde_json::Value::{Array, Null, Object};
    match (a, b) {
        (Array(a), Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(index, (a, b))| difference(&format!("{place}[{index}]"), a, b))
        }
        (Object(a), Object(b)) => a.keys().chain(b.keys()).find_map(|name| {
            let [a, b] = [a, b].map(|map| map.get(name).unwrap_or(&Null));
            difference(&format!("{place}.{name}"), a, b)
        }),
        _ => (a != b).then(|| format!("{place}: {a} and {b}")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        rng_seed: RngSeed::Fixed(17),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_loaded_goes_on_as_what_was_saved(
        before in proptest::collection::vec(call(), 1..60),
        after in proptest::collection::vec(call(), 1..20),
        format in 0..3_u8,
    ) {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
        scene.add_collider(ground, Collider::cuboid(6.0, 1.0)).unwrap();
        scene.record(Recorder::default().keyframe_every(7).each_body(true)).unwrap();
        for call in before {
            make(&mut scene, call, &mut Ledger::default());
        }
        let recording = scene.take_recording().unwrap();
        let mut replay = Replay::new(of_file(format, &recording)).unwrap();
        prop_assert_eq!(replay.check(), Ok(()));
        alike(replay.scene(), &scene)?;
        replay.seek(recording.steps() / 2).unwrap();
        while replay.step().unwrap() {}
        alike(replay.scene(), &scene)?;
        let mut loaded = through(format, &scene);
        prop_assert_eq!(loaded.validate(), Ok(()));
        alike(&loaded, &scene)?;
        prop_assert_eq!(first_difference(&loaded, &scene), None, "what is saved again is the same");
        for call in after {
            match call {
                Call::Refused(which, what, number) => {
                    refused::try_it(&mut loaded, which, what, number);
                }
                Call::Ask { from, to, turn, options } => ask::ask(&loaded, from, to, turn, options),
                _ => {}
            }
            make(&mut loaded, call, &mut Ledger::default());
            make(&mut scene, call, &mut Ledger::default());
            prop_assert_eq!(loaded.validate(), Ok(()), "after {:?}", call);
            alike(&loaded, &scene)?;
        }
        for _ in 0..30 {
            loaded.step(DT).unwrap();
            scene.step(DT).unwrap();
            alike(&loaded, &scene)?;
        }
        prop_assert_eq!(first_difference(&loaded, &scene), None, "they are the same to the last bit");
    }
}
