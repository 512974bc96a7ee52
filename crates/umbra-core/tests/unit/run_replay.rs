//! Tests of `src/run/replay.rs` that need its private parts.

use super::*;
use crate::*;

fn recorded() -> Recording {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.record(Recorder::default().each_body(true).keyframe_every(10)).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5)]).unwrap();
    for x in [-2.0, 0.0, 2.0] {
        let body = Body::dynamic().position([x, 3.0]);
        scene.add(body, [Collider::circle(0.5)]).unwrap();
    }
    for step in 0..60 {
        if step == 25 {
            let key = scene.bodies().nth(2).unwrap();
            scene.body_mut(key).unwrap().apply_impulse([0.0, 2.0]).unwrap();
        }
        scene.step(1.0 / 60.0).unwrap();
    }
    scene.take_recording().unwrap()
}

#[test]
fn a_replay_names_the_first_step_and_the_first_body_that_go_another_way() {
    let mut recording = recorded();
    assert_eq!(Replay::new(recording.clone()).unwrap().check(), Ok(()));
    let key = recording.keyframes[1].moment.clone();
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    scene.restore(&key).unwrap();
    let struck = scene.bodies().nth(2).unwrap();
    // The impulse is another one.
    for entry in &mut recording.entries {
        if let Entry::Edit(edit) = entry
            && let Edit::Body(_, BodyEdit::Impulse { impulse, .. }) = &mut **edit
        {
            impulse.x = 1e-3;
        }
    }
    let mut replay = Replay::new(recording.clone()).unwrap();
    let divergence = replay.check().unwrap_err();
    assert_eq!((divergence.step, divergence.body), (26, Some(struck)));
    let told = divergence.to_string();
    assert!(
        told.starts_with("step 26 came to ") && told.ends_with(&format!("{struck:?}")),
        "{told}"
    );
    let told = Divergence { body: None, ..divergence }.to_string();
    assert!(told.ends_with(&format!("recorded was {:016x}", divergence.recorded)), "{told}");
    // From a moment before it too, and not if it is passed over.
    let mut replay = Replay::new(recording.clone()).unwrap();
    replay.seek(29).unwrap();
    assert_eq!(replay.divergence().map(|it| it.step), Some(26));
    let mut replay = Replay::new(recording.clone()).unwrap();
    replay.seek(40).unwrap();
    assert_eq!((replay.divergence(), replay.steps_done()), (None, 40));
    assert_eq!([9, 10, 39, 99].map(|step| replay.keyframe_before(step)), [0, 10, 30, 60]);
    // What is refused is named too.
    recording.entries.remove(0);
    assert_eq!(Replay::new(recording).unwrap().check().unwrap_err().step, 1);
}
