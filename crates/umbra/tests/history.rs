//! Random histories of calls: whatever is called, every link holds, and copies go on alike.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;

use common::DT;
use common::ledger::{SensorLedger, overlapping, polled};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra::geom::math::pose;
use umbra::prelude::*;

/// A call. Numbers choose among what there is, and where things go.
#[derive(Clone, Copy, Debug)]
enum Call {
    AddBody {
        kind: u8,
        shape: u8,
        x: Real,
        y: Real,
        asleep: bool,
    },
    RemoveBody(usize),
    AddCollider(usize, Real),
    RemoveCollider(usize),
    Push(usize, Real, Real),
    Place(usize, Real, Real),
    MoveTo(usize, Real),
    SetKind(usize, u8),
    Enable(usize, bool),
    Wake(usize),
    Sleep(usize),
    CanSleep(usize, bool),
    Filter(usize, bool),
    Friction(usize, Real),
    Shape(usize, bool),
    Offset(usize, Real),
    EnableCollider(usize, bool),
    AddSensor(usize, u8, Real),
    Sensor(usize, bool),
    SeesSensors(usize, bool),
    SetCell(usize, [i32; 2], u8),
    Gravity(Real),
    SleepEnabled(bool),
    JointSolving(JointSolving),
    Join {
        kind: u8,
        bodies: [usize; 2],
        at: [Real; 2],
    },
    EditJoint(usize, u8, Real),
    RemoveJoint(usize),
    Clear,
    Clone,
    Step(u8),
    StepWithHooks,
    /// With hooks that panic when they are asked so many times.
    StepWithPanic(usize),
}

/// Refuses every contact of colliders that are marked, and changes the others.
struct Picky;

impl Hooks for Picky {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        pair.user_data != [1, 1]
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let _ = contact.set_friction(0.1);
    }
}

/// Panics at a call.
struct Panics(std::cell::Cell<usize>);

impl Panics {
    fn count(&self) {
        self.0.set(self.0.get().wrapping_sub(1));
        assert!(self.0.get() != 0, "on purpose");
    }
}

impl Hooks for Panics {
    fn should_collide(&self, _: &ContactPair) -> bool {
        self.count();
        true
    }

    fn should_sense(&self, _: &ContactPair) -> bool {
        self.count();
        true
    }
}

fn call() -> impl Strategy<Value = Call> {
    let which = 0_usize..40;
    let (x, y) = (-4.0_f32..4.0, 0.0_f32..5.0);
    let body = (0_u8..6, 0_u8..6, x.clone(), y.clone(), any::<bool>());
    prop_oneof![
        6 => body.prop_map(|(kind, shape, x, y, asleep)| {
            Call::AddBody { kind, shape, x, y, asleep }
        }),
        2 => which.clone().prop_map(Call::RemoveBody),
        1 => (which.clone(), x.clone()).prop_map(|(i, x)| Call::AddCollider(i, x)),
        1 => which.clone().prop_map(Call::RemoveCollider),
        2 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::Push(i, x, y)),
        2 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::Place(i, x, y)),
        1 => (which.clone(), x.clone()).prop_map(|(i, x)| Call::MoveTo(i, x)),
        1 => (which.clone(), 0_u8..3).prop_map(|(i, kind)| Call::SetKind(i, kind)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Enable(i, on)),
        2 => which.clone().prop_map(Call::Wake),
        3 => which.clone().prop_map(Call::Sleep),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::CanSleep(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Filter(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, box_)| Call::Shape(i, box_)),
        1 => (which.clone(), -1.0_f32..1.0).prop_map(|(i, x)| Call::Offset(i, x)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::EnableCollider(i, on)),
        3 => (which.clone(), 0_u8..6, -1.0_f32..1.0)
            .prop_map(|(i, shape, x)| Call::AddSensor(i, shape, x)),
        2 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Sensor(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::SeesSensors(i, on)),
        1 => (1_usize..30).prop_map(Call::StepWithPanic),
        1 => (which.clone(), [-2_i32..6, -1_i32..4], 0_u8..4)
            .prop_map(|(i, place, cell)| Call::SetCell(i, place, cell)),
        1 => (which.clone(), y.clone()).prop_map(|(i, friction)| Call::Friction(i, friction)),
        1 => (-10.0_f32..0.0).prop_map(Call::Gravity),
        1 => any::<bool>().prop_map(Call::SleepEnabled),
        1 => prop_oneof![
            Just(JointSolving::Auto),
            Just(JointSolving::Rows),
            Just(JointSolving::Trees)
        ]
        .prop_map(Call::JointSolving),
        4 => (0_u8..20, [which.clone(), which.clone()], [x.clone(), y.clone()])
            .prop_map(|(kind, bodies, at)| Call::Join { kind, bodies, at }),
        2 => (which.clone(), 0_u8..9, -1.0_f32..4.0).prop_map(|(i, what, x)| Call::EditJoint(i, what, x)),
        1 => which.clone().prop_map(Call::RemoveJoint),
        1 => Just(Call::Clone),
        8 => (1_u8..40).prop_map(Call::Step),
        2 => Just(Call::StepWithHooks),
        1 => prop_oneof![9 => Just(Call::Clone), 1 => Just(Call::Clear)],
    ]
}

fn shape(which: u8) -> Collider {
    match which {
        0 => Collider::circle(0.4),
        1 => Collider::cuboid(0.5, 0.3),
        2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).user_data(1),
        3 => Collider::compound([
            (pose([-0.3, 0.0], 0.0), Circle::new(0.25).unwrap().into()),
            (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.3, 0.15).unwrap().into()),
        ]),
        4 => Collider::chain([[-1.0, 0.2], [0.0, 0.0], [1.0, 0.2]]).user_data(1),
        _ => Collider::tiles(0.4, [[Cell::Full, Cell::Empty, Cell::Full, cell(2)]; 2]),
    }
}

fn cell(which: u8) -> Cell {
    match which {
        0 => Cell::Empty,
        1 => Cell::Full,
        2 => Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false },
        _ => Cell::OneWay,
    }
}

fn kind(which: u8) -> BodyKind {
    match which {
        0 => BodyKind::Fixed,
        1 => BodyKind::Kinematic,
        _ => BodyKind::Dynamic,
    }
}

/// A joint of each kind, with what it may have.
fn joint(which: u8, [a, b]: [BodyKey; 2], joints: &[JointKey], [x, y]: [Real; 2]) -> JointBuilder {
    let (at, beside) = ([x, y], [x + 1.0, y]);
    match which {
        0 => Joint::revolute(a, b, at),
        1 => Joint::revolute(a, b, at).limits(-0.5, 0.5).motor(2.0, 10.0),
        2 => Joint::prismatic(a, b, at, [1.0, 0.5]).limits(-1.0, 1.0),
        3 => Joint::wheel(a, b, at, [0.0, 1.0]).spring(4.0, 0.7).motor(5.0, 3.0),
        4 => Joint::groove(a, b, at, beside, at),
        5 => Joint::weld(a, b, at).break_force(100.0),
        6 => Joint::weld(a, b, at).angular_spring(3.0, 0.5).collide_connected(true),
        7 => Joint::distance(a, b, at, beside),
        8 => Joint::distance(a, b, at, beside).limits(0.5, 2.0).spring(2.0, 0.3),
        9 => Joint::rope(a, b, at, beside, 1.5),
        10 => Joint::spring(a, b, at, beside, 3.0, 0.2),
        11 => Joint::motor(a, b).max_force(30.0),
        12 => Joint::motor(a, b).velocity([0.5, 0.0]).max_force(5.0),
        13 => Joint::target(b, at).max_force(50.0),
        14 => Joint::friction(a, b, at).max_force(3.0).max_torque(1.0),
        15 => Joint::gear(a, b, 1.5),
        16 => Joint::pulley(a, b, at, beside, [x, y - 2.0], [x + 1.0, y - 2.0], 1.5),
        17 => Joint::ratchet(a, b, 0.1, 0.4),
        18 if joints.len() > 1 => Joint::gear_between(joints[0], joints[joints.len() - 1], -2.0),
        _ => Joint::filter(a, b),
    }
}

/// Who touches whom, by the events alone.
#[derive(Default)]
struct Ledger {
    touching: BTreeSet<[ColliderKey; 2]>,
    sensors: SensorLedger,
    /// What was told wrong.
    faults: Vec<String>,
}

impl Ledger {
    fn listen(&mut self, scene: &Scene) {
        self.sensors.listen(scene);
        self.faults.append(&mut self.sensors.faults);
        for event in scene.contact_events() {
            let [a, b] = event.colliders();
            let pair = if a < b { [a, b] } else { [b, a] };
            let right = match event {
                ContactEvent::Begin { .. } => self.touching.insert(pair),
                ContactEvent::End { .. } => self.touching.remove(&pair),
                _ => true,
            };
            if !right {
                self.faults.push(format!("{event:?}"));
            }
            for (collider, body) in [a, b].into_iter().zip(event.bodies()) {
                if scene.collider(collider).is_some_and(|collider| collider.body() != body) {
                    self.faults.push(format!("not its body: {event:?}"));
                }
            }
        }
        for pair in &self.touching {
            if !pair.iter().all(|key| scene.collider(*key).is_some()) {
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
    let (polled, overlapping) = (polled(scene), overlapping(scene));
    if polled != overlapping {
        ledger.faults.push(format!("{overlapping:?} overlap, polled {polled:?}"));
    }
}

fn make(scene: &mut Scene, call: Call, ledger: &mut Ledger) {
    let bodies: Vec<_> = scene.bodies().collect();
    let colliders: Vec<_> = scene.colliders().collect();
    let joints: Vec<_> = scene.joints().collect();
    let body = |which: usize| (!bodies.is_empty()).then(|| bodies[which % bodies.len()]);
    let collider =
        |which: usize| (!colliders.is_empty()).then(|| colliders[which % colliders.len()]);
    let edit = |scene: &mut Scene, which, change: &dyn Fn(&mut BodyMut<'_>)| {
        if let Some(key) = body(which) {
            change(&mut scene.body_mut(key).unwrap());
        }
    };
    match call {
        Call::AddBody { kind, shape: which, x, y, asleep } => {
            let body = match kind {
                0 => Body::fixed(),
                1 => Body::kinematic(),
                _ => Body::dynamic(),
            };
            let body = scene.add_body(body.position([x, y]).sleeping(asleep)).unwrap();
            scene.add_collider(body, shape(which)).unwrap();
        }
        Call::RemoveBody(which) => {
            if let Some(key) = body(which) {
                scene.remove_body(key).unwrap();
            }
        }
        Call::AddCollider(which, x) => {
            if let Some(key) = body(which) {
                scene.add_collider(key, Collider::circle(0.2).offset(pose([x, 0.0], 0.0))).unwrap();
            }
        }
        Call::RemoveCollider(which) => {
            if let Some(key) = collider(which) {
                scene.remove_collider(key).unwrap();
            }
        }
        Call::Push(which, x, y) => edit(scene, which, &|b| b.apply_impulse([x, y]).unwrap()),
        Call::Place(which, x, y) => edit(scene, which, &|b| b.set_position([x, y]).unwrap()),
        Call::MoveTo(which, x) => {
            edit(scene, which, &|b| b.move_to(pose([x, 1.0], 0.1 * x), 0.5).unwrap());
        }
        Call::SetKind(which, other) => edit(scene, which, &|b| b.set_kind(kind(other))),
        Call::Enable(which, on) => edit(scene, which, &|b| b.set_enabled(on).unwrap()),
        Call::Wake(which) => edit(scene, which, &|b| b.wake()),
        Call::Sleep(which) => edit(scene, which, &|b| b.sleep()),
        Call::CanSleep(which, on) => edit(scene, which, &|b| b.set_can_sleep(on)),
        Call::Filter(which, on) => {
            if let Some(key) = collider(which) {
                let mask = if on { u64::MAX } else { 0 };
                let filter = Filter { mask, ..Filter::default() };
                scene.collider_mut(key).unwrap().set_filter(filter);
            }
        }
        Call::Friction(which, friction) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_friction(friction).unwrap();
            }
        }
        Call::Shape(which, is_box) => {
            if let Some(key) = collider(which) {
                let mut collider = scene.collider_mut(key).unwrap();
                if is_box {
                    collider.set_shape(Polygon::cuboid(0.3, 0.2).unwrap()).unwrap();
                } else {
                    collider.set_shape(Circle::new(0.35).unwrap()).unwrap();
                }
            }
        }
        Call::Offset(which, x) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_offset(pose([x, 0.1], x)).unwrap();
            }
        }
        Call::EnableCollider(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_enabled(on).unwrap();
            }
        }
        Call::Join { kind, bodies: [a, b], at } => {
            if let (Some(a), Some(b)) = (body(a), body(b)) {
                // Some are refused: a body with itself, gears between what has no angle.
                let before = scene.state_hash();
                let refused = scene.add_joint(joint(kind, [a, b], &joints, at)).is_err();
                assert!(!refused || scene.state_hash() == before);
            }
        }
        Call::EditJoint(which, what, x) if !joints.is_empty() => {
            let mut joint = scene.joint_mut(joints[which % joints.len()]).unwrap();
            let _ = match what {
                0 => joint.set_motor(x, 5.0),
                1 => joint.set_limits(-x.abs(), x.abs()),
                2 => joint.set_spring(x.abs(), 0.5),
                3 => joint.set_velocity([x, 0.0]),
                4 => joint.set_target_point([x, 1.0]),
                5 => joint.set_break_force(10.0 * x.abs()),
                _ => Ok(()),
            };
            match what {
                6 => joint.set_enabled(x < 1.0),
                7 => joint.set_collide_connected(x < 1.0),
                8 => joint.remove_limits(),
                _ => {}
            }
        }
        Call::EditJoint(..) => {}
        Call::RemoveJoint(which) => {
            if !joints.is_empty() {
                scene.remove_joint(joints[which % joints.len()]).unwrap();
            }
        }
        Call::Gravity(gravity) => scene.config_mut().gravity.y = gravity,
        Call::SleepEnabled(on) => scene.config_mut().sleep.enabled = on,
        Call::JointSolving(solving) => scene.config_mut().solver.joints = solving,
        Call::AddSensor(which, shape_of, x) => {
            if let Some(key) = body(which) {
                let sensor = shape(shape_of).sensor(true).sees_sensors(x > 0.5);
                scene.add_collider(key, sensor.offset(pose([x, 0.0], x))).unwrap();
            }
        }
        Call::Sensor(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_sensor(on).unwrap();
            }
        }
        Call::SeesSensors(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_sees_sensors(on);
            }
        }
        Call::SetCell(which, place, kind) => {
            let is_map = |key: &ColliderKey| scene.collider(*key).unwrap().cell([0, 0]).is_some();
            let maps: Vec<_> = colliders.iter().copied().filter(is_map).collect();
            if !maps.is_empty() {
                let map = maps[which % maps.len()];
                scene.collider_mut(map).unwrap().set_cell(place, cell(kind)).unwrap();
            }
        }
        Call::Clear => scene.clear(),
        Call::Clone => {}
        Call::Step(steps) => (0..steps).for_each(|_| step(scene, ledger)),
        Call::StepWithHooks => {
            scene.step_with(DT, &Picky).unwrap();
            ledger.listen(scene);
        }
        Call::StepWithPanic(calls) => {
            match scene.step_with(DT, &Panics(calls.into())) {
                // Nothing has moved, and what ended is told by the next step.
                Err(umbra::Error::HookPanicked { hook: "should_collide", .. }) => {}
                Ok(()) | Err(_) => ledger.listen(scene),
            }
        }
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
        for call in calls {
            if let Call::Clone = call {
                copy.clone_from(&scene);
            }
            make(&mut scene, call, &mut ledger);
            make(&mut copy, call, &mut Ledger::default());
            prop_assert_eq!(&ledger.faults, &Vec::<String>::new(), "after {:?}", call);
            prop_assert_eq!(scene.validate(), Ok(()), "after {:?}", call);
            prop_assert_eq!(scene.state_hash(), copy.state_hash(), "after {:?}", call);
            prop_assert_eq!(scene.stats(), copy.stats());
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
        prop_assert_eq!(scene.validate(), Ok(()));
        prop_assert_eq!(&ledger.faults, &Vec::<String>::new());
    }
}
