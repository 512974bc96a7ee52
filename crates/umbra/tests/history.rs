//! Random histories of calls: whatever is called, every link holds, and copies go on alike.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "history/alike.rs"]
mod alike;
#[path = "history/ask.rs"]
mod ask;
#[path = "history/call.rs"]
mod call;
mod common;
#[path = "history/found.rs"]
mod found;
#[path = "history/hooks.rs"]
mod hooks;
#[path = "history/ledger.rs"]
mod ledger;
#[path = "history/make.rs"]
mod make;
#[path = "history/parts.rs"]
mod parts;
#[path = "history/refused.rs"]
mod refused;

use alike::{alike, counts};
use call::{Call, call};
use common::DT;
use ledger::{Ledger, step};
use make::make;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra::prelude::*;

/// What the contacts of each body are, in an order of its own: found by looking through all.
fn contacts_by_search(scene: &Scene, body: BodyKey) -> Vec<String> {
    let of_body = scene.contacts().filter(|contact| contact.bodies().contains(&body));
    sorted(of_body)
}

fn sorted<'a>(contacts: impl Iterator<Item = ContactRef<'a>>) -> Vec<String> {
    let describe = |contact: ContactRef<'_>| {
        let points: Vec<_> = contact.points().collect();
        format!("{:?} {} {points:?}", contact.colliders(), contact.is_touching())
    };
    let mut list: Vec<_> = contacts.map(describe).collect();
    list.sort();
    list
}

/// Whether every body is where a number says, and moves as fast as one.
fn is_finite(scene: &Scene) -> bool {
    scene.bodies().map(|key| scene.body(key).unwrap()).all(|body| {
        let (at, speed, turn) = (body.pose(), body.velocity(), body.rotation());
        let numbers = [at.translation.x, at.translation.y, turn.re, turn.im, speed.x, speed.y];
        numbers.iter().all(|number| number.is_finite()) && body.angular_velocity().is_finite()
    })
}

fn cases() -> u32 {
    std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn links_hold_and_copies_go_on_alike(calls in proptest::collection::vec(call(), 1..60)) {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
        scene.add_collider(ground, Collider::cuboid(6.0, 1.0)).unwrap();
        let mut copy = Scene::new(SceneConfig::default()).unwrap();
        copy.clone_from(&scene);
        let mut ledger = Ledger::default();
        scene.record(Recorder::default().keyframe_every(7).each_body(true)).unwrap();
        for call in calls {
            if let Call::Clone = call {
                copy.clone_from(&scene);
                copy.rebuild_derived().unwrap();
            }
            match call {
                // Neither leaves a trace: the copy is not asked, and goes on alike.
                Call::Refused(which, what, number) => refused::try_it(&mut scene, which, what, number),
                Call::Ask { from, to, turn, options } => ask::ask(&scene, from, to, turn, options),
                _ => {}
            }
            make(&mut scene, call, &mut ledger);
            make(&mut copy, call, &mut Ledger::default());
            prop_assert!(is_finite(&scene), "after {:?}", call);
            prop_assert_eq!(&ledger.faults, &Vec::<String>::new(), "after {:?}", call);
            prop_assert_eq!(scene.validate(), Ok(()), "after {:?}", call);
            prop_assert_eq!(scene.state_hash(), copy.state_hash(), "after {:?}", call);
            prop_assert_eq!(counts(&scene), counts(&copy));
            prop_assert_eq!(scene.body_events(), copy.body_events());
            prop_assert_eq!(scene.contact_events(), copy.contact_events());
            prop_assert_eq!(scene.joint_events(), copy.joint_events());
            prop_assert_eq!(scene.sensor_events(), copy.sensor_events());
        }
        for body in scene.bodies() {
            let direct = sorted(scene.body(body).unwrap().contacts());
            prop_assert_eq!(direct, contacts_by_search(&scene, body));
        }
        for _ in 0..30 {
            step(&mut scene, &mut ledger);
        }
        let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
        prop_assert_eq!(replay.check(), Ok(()));
        alike(replay.scene(), &scene)?;
        replay.seek(replay.recording().steps() / 2).unwrap();
        while replay.step().unwrap() {}
        prop_assert_eq!(replay.divergence(), None);
        alike(replay.scene(), &scene)?;
        prop_assert_eq!(scene.validate(), Ok(()));
        prop_assert_eq!(&ledger.faults, &Vec::<String>::new());
    }

    #[test]
    fn what_is_put_back_goes_on_as_if_nothing_had_been(
        before in proptest::collection::vec((call(), 0..4usize), 1..50),
        way in 0..3u8,
        after in proptest::collection::vec(call(), 1..20),
    ) {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
        scene.add_collider(ground, Collider::cuboid(6.0, 1.0)).unwrap();
        // Moments are written over others, as in a ring.
        let mut ring: [Snapshot; 3] = Default::default();
        scene.save_into(&mut ring[0]).unwrap();
        let mut copies = [Some(scene.clone()), None, None];
        scene.record(Recorder::default().keyframe_every(5)).unwrap();
        for (call, slot) in before {
            make(&mut scene, call, &mut Ledger::default());
            if let Some(saved) = ring.get_mut(slot) {
                scene.save_into(saved).unwrap();
                prop_assert_eq!(saved.hash(), scene.state_hash());
                copies[slot] = Some(scene.clone());
            }
        }
        for (saved, copy) in ring.iter().zip(copies) {
            let Some(mut copy) = copy else { continue };
            let mut restored = if way == 0 { scene.clone() } else { Scene::new(*scene.config()).unwrap() };
            restored.restore(saved).unwrap();
            prop_assert_eq!(restored.validate(), Ok(()));
            alike(&restored, &copy)?;
            for call in after.iter().copied() {
                make(&mut restored, call, &mut Ledger::default());
                make(&mut copy, call, &mut Ledger::default());
                prop_assert_eq!(restored.validate(), Ok(()), "after {:?}", call);
                alike(&restored, &copy)?;
            }
            for _ in 0..15 {
                restored.step(DT).unwrap();
                copy.step(DT).unwrap();
                alike(&restored, &copy)?;
            }
            // And in the scene itself, which is recorded.
            match way {
                2 => scene.restore_as_branch(saved).unwrap(),
                _ => scene.restore(saved).unwrap(),
            }
            prop_assert_eq!(scene.validate(), Ok(()));
            prop_assert_eq!(scene.state_hash(), saved.hash());
            for call in after.iter().copied() {
                make(&mut scene, call, &mut Ledger::default());
            }
            if way != 2 {
                for _ in 0..15 {
                    scene.step(DT).unwrap();
                }
                alike(&scene, &copy)?;
            }
        }
        // Half of it is taken back: what is left of the recording comes to the same.
        if way == 1 && let Err(umbra::Error::NotRecorded { kept, .. }) = scene.rewind(u32::MAX) {
            scene.rewind(kept / 2).unwrap();
            prop_assert_eq!(scene.validate(), Ok(()));
        }
        let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
        prop_assert_eq!(replay.check(), Ok(()));
        alike(replay.scene(), &scene)?;
    }
}
