//! Random histories of calls: whatever is called, every link holds, and copies go on alike.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "history/ask.rs"]
mod ask;
#[path = "history/call.rs"]
mod call;
mod common;
#[path = "history/hooks.rs"]
mod hooks;
#[path = "history/make.rs"]
mod make;
#[path = "history/parts.rs"]
mod parts;
#[path = "history/refused.rs"]
mod refused;

use std::collections::BTreeSet;

use call::{Call, call};
use common::DT;
use common::ledger::{SensorLedger, overlapping, polled};
use make::make;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra::prelude::*;

/// Who touches whom, by the events alone.
#[derive(Default)]
pub struct Ledger {
    touching: BTreeSet<[ColliderKey; 2]>,
    sensors: SensorLedger,
    /// Visitors that hooks refused: they are asked about again only when something moves or is changed.
    refused: BTreeSet<[ColliderKey; 2]>,
    /// What was told wrong.
    faults: Vec<String>,
}

impl Ledger {
    /// Reads the events of a step, and compares them with the contacts there are.
    pub fn listen(&mut self, scene: &Scene) {
        self.sensors.listen(scene);
        let mut struck = BTreeSet::new();
        self.faults.append(&mut self.sensors.faults);
        for event in scene.contact_events() {
            let [a, b] = event.colliders();
            let pair = if a < b { [a, b] } else { [b, a] };
            let right = match event {
                ContactEvent::Begin { .. } => self.touching.insert(pair),
                ContactEvent::End { .. } => self.touching.remove(&pair),
                // One for each pair, of two that touch.
                _ => struck.insert(pair) && self.touching.contains(&pair),
            };
            if !right {
                self.faults.push(format!("{event:?}"));
            }
            for (collider, body) in [a, b].into_iter().zip(event.bodies()) {
                if scene.collider(collider).is_ok_and(|collider| collider.body() != body) {
                    self.faults.push(format!("not its body: {event:?}"));
                }
            }
        }
        for pair in &self.touching {
            if !pair.iter().all(|key| scene.collider(*key).is_ok()) {
                self.faults.push(format!("{pair:?} touch, but one is gone"));
            }
        }
        let touches = scene.contacts().filter(ContactRef::is_touching);
        let touches: BTreeSet<_> = touches
            .map(|contact| contact.colliders())
            .map(|[a, b]| if a < b { [a, b] } else { [b, a] })
            .collect();
        // What a body touched that was disabled in this step ends in the next one.
        let is_disabled = |event: &BodyEvent| matches!(event, BodyEvent::Disabled { .. });
        if touches != self.touching && !scene.body_events().iter().any(is_disabled) {
            self.faults.push(format!("{touches:?} touch, told were {:?}", self.touching));
        }
    }
}

fn step(scene: &mut Scene, ledger: &mut Ledger) {
    scene.step(DT).unwrap();
    ledger.listen(scene);
    let moved: Vec<_> = scene.moved_bodies().map(|body| (body.key(), body.pose())).collect();
    let listed: Vec<_> = scene.body_moves().iter().map(|it| (it.body, it.pose)).collect();
    if moved != listed {
        ledger.faults.push(format!("{moved:?} moved, listed are {listed:?}"));
    }
    let (polled, overlapping) = (polled(scene), overlapping(scene));
    let missing: BTreeSet<_> = overlapping.difference(&polled).copied().collect();
    if !polled.is_subset(&overlapping) || !missing.is_subset(&ledger.refused) {
        ledger.faults.push(format!("{overlapping:?} overlap, polled {polled:?}"));
    }
}

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

/// What there is. Batches and solved joints are those of the last step, or of when all was made anew.
fn counts(scene: &Scene) -> Stats {
    let mut stats = scene.stats();
    (stats.batches, stats.solved_joints) = (0, 0);
    stats
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
        let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
        prop_assert_eq!(replay.check(), Ok(()));
        alike(replay.scene(), &scene)?;
    }
}

/// Whether two scenes are the same as far as they can be read.
fn alike(a: &Scene, b: &Scene) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.state_hash(), b.state_hash());
    prop_assert_eq!(counts(a), counts(b));
    prop_assert_eq!(a.config(), b.config());
    prop_assert_eq!(a.body_events(), b.body_events());
    prop_assert_eq!(a.contact_events(), b.contact_events());
    prop_assert_eq!(a.joint_events(), b.joint_events());
    prop_assert_eq!(a.sensor_events(), b.sensor_events());
    let moved = |scene: &Scene| scene.moved_bodies().map(|body| body.key()).collect::<Vec<_>>();
    prop_assert_eq!(moved(a), moved(b));
    prop_assert_eq!(overlapping(a), overlapping(b));
    let contacts = |scene: &Scene| {
        scene
            .contacts()
            .map(|it| format!("{:?}", it.points().collect::<Vec<_>>()))
            .collect::<Vec<_>>()
    };
    prop_assert_eq!(contacts(a), contacts(b));
    let joints = |scene: &Scene| {
        let read = |key| {
            let joint = scene.joint(key).unwrap();
            format!("{key:?} {:?} {:?}", joint.reaction_force(), joint.is_enabled())
        };
        scene.joints().map(read).collect::<Vec<_>>()
    };
    prop_assert_eq!(joints(a), joints(b));
    for key in a.bodies() {
        prop_assert_eq!(format!("{:?}", read(a, key)), format!("{:?}", read(b, key)));
    }
    Ok(())
}

/// What can be read of a body.
fn read(scene: &Scene, key: BodyKey) -> impl std::fmt::Debug {
    let body = scene.body(key).unwrap();
    let kept = (body.kind(), body.is_awake(), body.is_enabled(), body.drops_through(), body.mass());
    (kept, body.constant_force(), body.sleep_tolerance(), body.unwrapped_angle(), body.aabb())
}
