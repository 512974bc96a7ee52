//! Scenes in files: a loaded scene equals the saved one, and continues identically.

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
use umbra_scenes::flippers::Dice;

fn cases() -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

/// Writes a value in one of three formats, and reads it.
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

/// The differences between the files of two scenes.
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
        let mut moment = Snapshot::default();
        scene.save_into(&mut moment).unwrap();
        let mut restored = Scene::new(SceneConfig::default()).unwrap();
        restored.restore(&of_file(format, &moment)).unwrap();
        alike(&restored, &scene)?;
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
            make(&mut restored, call, &mut Ledger::default());
            prop_assert_eq!(loaded.validate(), Ok(()), "after {:?}", call);
            alike(&loaded, &scene)?;
            prop_assert_eq!(restored.state_hash(), scene.state_hash(), "after {:?}", call);
        }
        for _ in 0..30 {
            loaded.step(DT).unwrap();
            scene.step(DT).unwrap();
            restored.step(DT).unwrap();
            alike(&loaded, &scene)?;
        }
        prop_assert_eq!(restored.state_hash(), scene.state_hash());
        prop_assert_eq!(first_difference(&loaded, &scene), None, "they are the same to the last bit");
    }
}

/// A body of one to four shapes, light and heavy ones, at an odd angle.
fn floating(scene: &mut Scene, dice: &mut Dice) -> BodyKey {
    let place = [dice.between(-3.0, 3.0), dice.between(-0.5, 2.0)];
    let body = Body::dynamic()
        .position(place)
        .angle(dice.between(-3.0, 3.0))
        .angular_velocity(dice.between(-4.0, 4.0));
    let key = scene.add_body(body).unwrap();
    let is_compound = dice.below(2) == 0;
    let shapes: Vec<(Pose, Shape)> = (0..=dice.below(4))
        .map(|_| {
            let [long, wide] = [dice.between(0.1, 0.7), dice.between(0.05, 0.3)];
            let shape: Shape = match dice.below(5) {
                0 => Circle::new(wide).unwrap().into(),
                1 => Capsule::new([-long, wide], [long, 0.0], wide).unwrap().into(),
                2 => Polygon::new([[-long, -wide], [long, -0.1], [0.2, wide]]).unwrap().into(),
                3 => Polygon::rounded_cuboid(long, wide, 0.04).unwrap().into(),
                _ => Polygon::cuboid(long, wide).unwrap().into(),
            };
            let at = [dice.between(-0.6, 0.6), dice.between(-0.4, 0.4)];
            (pose(at, dice.between(-2.0, 2.0)), shape)
        })
        .collect();
    let density = [0.05, 0.8, 9.0][dice.below(3) as usize];
    let mut add = |collider: Collider| scene.add_collider(key, collider.density(density)).unwrap();
    if is_compound {
        add(Collider::compound(shapes));
    } else {
        for (offset, shape) in shapes {
            add(Collider::new(shape).offset(offset));
        }
    }
    key
}

/// Water, wind, gravity, magnets, and bodies of all shapes in them that are cut now and then.
fn pond(dice: &mut Dice) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let bed = Collider::chain([[-6.0, 3.0], [-5.0, -3.0], [5.0, -3.5], [6.0, 3.0]]);
    scene.add(Body::fixed(), [bed]).unwrap();
    let bodies: Vec<_> = (0..=dice.below(5)).map(|_| floating(&mut scene, dice)).collect();
    for _ in 0..=dice.below(3) {
        let density = [1.5, 20.0, 100.0, 700.0][dice.below(4) as usize];
        let field = match dice.below(8) {
            0 => Field::wind([dice.between(-9.0, 9.0), 1.0]).drag(1.1).lift(0.4),
            1 => Field::magnet(5.0, 4.0).at([1.0, 1.0]),
            2 => Field::gravity([0.3, dice.between(-20.0, -3.0)]).cuboid(2.0, 3.0),
            3 => Field::attraction(4.0, 0.8).on(bodies[0]),
            4 | 5 => Field::water(density).drag(dice.between(0.0, 5.0)).cuboid(2.0, 1.0),
            _ => Field::water(density).velocity([dice.between(-1.0, 1.0), 0.0]).below(),
        };
        scene.add_field(field).unwrap();
    }
    for _ in 0..dice.below(60) {
        if dice.below(40) == 0 {
            let body = scene.bodies().last().unwrap();
            let at = scene.body(body).unwrap().position();
            // Nothing is cut where nothing is.
            let _ = scene.split_body(body, [at, at + Vector::new(0.8, 0.6)]);
        }
        scene.step(DT).unwrap();
    }
    scene
}

#[test]
fn what_floats_goes_on_alike() {
    let count = 400;
    let mut differ = Vec::new();
    for seed in 0..count {
        let mut scene = pond(&mut Dice::new(seed));
        let mut loaded: Vec<_> = (0..3).map(|format| through(format, &scene)).collect();
        let mut moment = Snapshot::default();
        scene.save_into(&mut moment).unwrap();
        let mut restored = Scene::new(SceneConfig::default()).unwrap();
        restored.restore(&of_file(2, &moment)).unwrap();
        loaded.push(restored);
        for _ in 0..60 {
            scene.step(DT).unwrap();
            loaded.iter_mut().for_each(|it| it.step(DT).unwrap());
        }
        if loaded.iter().any(|it| it.state_hash() != scene.state_hash()) {
            differ.push(seed);
        }
    }
    assert!(differ.is_empty(), "{} of {count} differ: {differ:?}", differ.len());
}

/// A room that wraps around, in which bodies, some of them joined, are on their way through its
/// edges.
fn ring(dice: &mut Dice) -> Scene {
    let config = SceneConfig { gravity: Vector::new(0.0, -2.0), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let [right, left] = [4.0, -4.0].map(|x| [[x, -4.0], [x, 4.0]]);
    let [top, bottom] = [4.0, -4.0].map(|y| [[4.0, y], [-4.0, y]]);
    scene.add_portal(Portal::new(right, left)).unwrap();
    scene.add_portal(Portal::new(top, bottom)).unwrap();
    scene.add(Body::fixed(), [Collider::cuboid(1.0, 0.2)]).unwrap();
    let mut last = None;
    for number in 0..12 {
        let at = [dice.between(-3.9, 3.9), dice.between(-3.9, 3.9)];
        let velocity = [dice.between(-9.0, 9.0), dice.between(-9.0, 9.0)];
        let collider =
            if number % 2 == 0 { Collider::circle(0.35) } else { Collider::cuboid(0.3, 0.4) };
        let body = Body::dynamic().position(at).velocity(velocity);
        let body = scene.add(body, [collider.restitution(0.4)]).unwrap();
        if let Some(last) = last.filter(|_| number % 4 == 1) {
            let start = scene.body(last).unwrap().position();
            let length = (start - Point::from(at)).norm() + 0.5;
            scene.add_joint(Joint::rope(last, body, start, at, length)).unwrap();
        }
        last = Some(body);
    }
    for _ in 0..dice.below(60) {
        scene.step(DT).unwrap();
    }
    scene
}

#[test]
fn what_is_on_its_way_through_a_portal_goes_on_alike() {
    let count = 100;
    let (mut differ, mut images) = (Vec::new(), 0);
    for seed in 0..count {
        let mut scene = ring(&mut Dice::new(seed));
        images += scene.images().count();
        let mut loaded: Vec<_> = (0..3).map(|format| through(format, &scene)).collect();
        let level = Scene::from_file(&scene.to_level()).unwrap();
        assert_eq!(level.body_count(), scene.body_count());
        assert_eq!((level.portal_count(), level.images().count()), (2, 0));
        for _ in 0..60 {
            scene.step(DT).unwrap();
            loaded.iter_mut().for_each(|it| it.step(DT).unwrap());
        }
        if loaded.iter().any(|it| it.state_hash() != scene.state_hash()) {
            differ.push(seed);
        }
    }
    assert!(images > 200, "{images}");
    assert!(differ.is_empty(), "{} of {count} differ: {differ:?}", differ.len());
}

/// The solver of a joint follows from its settings, not from how far its bodies yield in a pose.
#[test]
fn joints_are_solved_alike_after_loading() {
    for stiffness in [0.0, 1e-40, 2.0] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed()).unwrap();
        // Without a shape it has no inertia to yield with.
        let bare = scene.add_body(Body::dynamic()).unwrap();
        let solid = scene.add(Body::dynamic(), [Collider::circle(0.5)]).unwrap();
        for body in [bare, solid] {
            let weld = scene.add_joint(Joint::weld(ground, body, [0.0, 0.0])).unwrap();
            scene.joint_mut(weld).unwrap().set_angular_spring_stiffness(stiffness, 0.5).unwrap();
        }
        scene.step(DT).unwrap();
        for format in 0..3 {
            let loaded = through(format, &scene);
            assert_eq!(first_difference(&loaded, &scene), None, "{stiffness}");
        }
    }
}

/// Indices of shapes that a file lists in any order, or twice, name the same shapes.
#[test]
fn kept_shapes_in_any_order() {
    let [mut scene, mut other] = [0, 1].map(|_| Scene::new(SceneConfig::default()).unwrap());
    for (scene, kept) in [(&mut scene, "[0,2]"), (&mut other, "[2,0,2]")] {
        let body = scene.add_body(Body::dynamic()).unwrap();
        let parts =
            [0.0, 1.0, 2.0].map(|x| (pose([x, 0.0], 0.0), Circle::new(0.4).unwrap().into()));
        let collider = scene.add_collider(body, Collider::compound(parts)).unwrap();
        let edit = Edit::ExchangeShapes(body, vec![NewShapes::new(collider).keep([0, 2])]);
        let text = serde_json::to_string(&edit).unwrap();
        assert!(text.contains("[0,2]"), "{text}");
        scene.edit(serde_json::from_str(&text.replace("[0,2]", kept)).unwrap()).unwrap();
        scene.step(DT).unwrap();
        assert_eq!(scene.validate(), Ok(()));
    }
    assert_eq!(first_difference(&scene, &other), None);
}

/// A gear whose bodies have turned since it was made.
fn geared(number: u8) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let [a, b] = [0.0, 2.0].map(|x| {
        let body = Body::dynamic().position([x, 0.0]);
        scene.add(body, [Collider::circle(0.4)]).unwrap()
    });
    let gear = scene.add_joint(Joint::gear(a, b, 1.5)).unwrap();
    scene.body_mut(a).unwrap().set_angle(0.03 * Real::from(number)).unwrap();
    scene.joint_mut(gear).unwrap().set_ratio(-1.4).unwrap();
    scene
}

/// The value that a gear holds has more digits than most readers of JSON read to the last bit.
#[test]
fn gears_hold_the_same_value_after_loading() {
    for number in 0..100 {
        let scene = geared(number);
        for format in 0..3 {
            let loaded = through(format, &scene);
            assert_eq!(first_difference(&loaded, &scene), None, "{number}");
        }
    }
    // Older files have a number where there is text.
    let scene = geared(7);
    let text = ron::to_string(&scene.to_file()).unwrap();
    let (start, rest) = text.split_once("gear_value:\"").unwrap();
    let (digits, end) = rest.split_once('"').unwrap();
    let old: SceneFile = ron::from_str(&format!("{start}gear_value:{digits}{end}")).unwrap();
    assert!(old == scene.to_file());
}

/// While a scene is built from a file, colliders without a place in the broad phase have one for a
/// moment. Contacts of others that get it are theirs.
#[test]
fn contacts_beside_a_disabled_collider_end_for_their_own_colliders() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add(Body::fixed(), [Collider::cuboid(6.0, 1.0)]).unwrap();
    let bodies = [3.0, 4.0].map(|y| {
        let body = Body::dynamic().position([0.0, y]);
        scene.add(body, [Collider::circle(0.6)]).unwrap()
    });
    scene.step(DT).unwrap();
    assert_eq!(scene.contacts().filter(ContactRef::is_touching).count(), 1);
    let disabled = scene.body(ground).unwrap().colliders().next().unwrap();
    scene.collider_mut(disabled).unwrap().set_enabled(false).unwrap();
    let mut loaded = through(0, &scene);
    for scene in [&mut scene, &mut loaded] {
        scene.remove_body(bodies[0]).unwrap();
        scene.step(DT).unwrap();
    }
    assert_eq!(scene.contact_events().len(), 1);
    assert_eq!(loaded.contact_events(), scene.contact_events());
}
