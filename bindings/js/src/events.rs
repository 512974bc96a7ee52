//! Events of the last step, as numbers.
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::query::part_numbers;
use crate::wire::Key;
use crate::world::RawWorld;

/// Numbers of an event: kind, two colliders (or a joint), two bodies, point, normal, speed,
/// tangent speed, impulse (or torque), and the parts of both colliders.
const LENGTH: usize = 18;

/// Kinds of events, in the order of `js/events.ts`.
#[derive(Clone, Copy)]
enum Kind {
    ContactBegin,
    ContactEnd,
    ContactHit,
    SensorBegin,
    SensorEnd,
    JointBroken,
    JointRemoved,
    Fracture,
    Impact,
    FellAsleep,
    Woke,
    Disabled,
}

/// An event that is being written.
struct Row([f64; LENGTH]);

impl Row {
    fn new(kind: Kind, things: [f64; 2], bodies: [f64; 2]) -> Self {
        let mut row = [0.0; LENGTH];
        row[0] = f64::from(kind as u8);
        row[1..3].copy_from_slice(&things);
        row[3..5].copy_from_slice(&bodies);
        Self(row)
    }
    fn pair(kind: Kind, colliders: [ColliderKey; 2], bodies: [BodyKey; 2]) -> Self {
        Self::new(kind, colliders.map(Key::to_number), bodies.map(Key::to_number))
    }
    fn with(mut self, from: usize, numbers: &[Real]) -> Self {
        for (place, &number) in self.0[from..].iter_mut().zip(numbers) {
            *place = number.into();
        }
        self
    }
    fn parts(mut self, parts: [ColliderPart; 2]) -> Self {
        self.0[12..15].copy_from_slice(&part_numbers(parts[0]));
        self.0[15..18].copy_from_slice(&part_numbers(parts[1]));
        self
    }
}

fn contact(event: &ContactEvent) -> Row {
    match *event {
        ContactEvent::Begin { colliders, bodies, .. } => {
            Row::pair(Kind::ContactBegin, colliders, bodies)
        }
        ContactEvent::End { colliders, bodies, .. } => {
            Row::pair(Kind::ContactEnd, colliders, bodies)
        }
        ContactEvent::Hit {
            colliders,
            bodies,
            parts,
            point,
            normal,
            speed,
            tangent_speed,
            impulse,
            ..
        } => {
            let numbers = [point.x, point.y, normal.x, normal.y, speed, tangent_speed, impulse];
            Row::pair(Kind::ContactHit, colliders, bodies).with(5, &numbers).parts(parts)
        }
    }
}

fn impact(it: &ImpactEvent) -> Row {
    let (point, normal) = (it.point, it.normal);
    let numbers = [point.x, point.y, normal.x, normal.y, it.speed, it.tangent_speed, it.impulse];
    Row::pair(Kind::Impact, it.colliders, it.bodies).with(5, &numbers).parts(it.parts)
}

fn sensor(event: &SensorEvent) -> Row {
    let kind = match event {
        SensorEvent::Begin { .. } => Kind::SensorBegin,
        SensorEvent::End { .. } => Kind::SensorEnd,
    };
    Row::pair(kind, [event.sensor(), event.visitor()], event.bodies())
}

fn joint(event: &JointEvent) -> Row {
    let row = |kind, joint: JointKey, a: BodyKey, b: BodyKey| {
        Row::new(kind, [joint.to_number(), 0.0], [a, b].map(Key::to_number))
    };
    match *event {
        JointEvent::Broken { joint, body_a, body_b, force, torque } => {
            let broken = row(Kind::JointBroken, joint, body_a, body_b);
            broken.with(7, &[force.x, force.y]).with(11, &[torque])
        }
        JointEvent::Removed { joint, body_a, body_b } => {
            row(Kind::JointRemoved, joint, body_a, body_b)
        }
    }
}

fn fracture(it: &FractureEvent) -> Row {
    let row = Row::new(Kind::Fracture, [0.0; 2], [it.body, it.piece].map(Key::to_number));
    row.with(5, &[it.point.x, it.point.y]).with(11, &[it.impulse])
}

fn body(event: &BodyEvent) -> Row {
    let (kind, body) = match *event {
        BodyEvent::FellAsleep { body } => (Kind::FellAsleep, body),
        BodyEvent::Woke { body } => (Kind::Woke, body),
        BodyEvent::Disabled { body } => (Kind::Disabled, body),
    };
    Row::new(kind, [0.0; 2], [body.to_number(), 0.0])
}

#[wasm_bindgen]
impl RawWorld {
    /// Events of the last step, one after the other. `kinds` has a bit for each group: contacts,
    /// sensors, joints, fractures, impacts, bodies.
    pub fn events(&self, kinds: u32) -> Vec<f64> {
        let mut all = Vec::new();
        let mut add = |row: Row| all.extend(row.0);
        let wanted = |group: u32| kinds >> group & 1 == 1;
        let scene = &self.scene;
        if wanted(0) {
            scene.contact_events().iter().map(contact).for_each(&mut add);
        }
        if wanted(1) {
            scene.sensor_events().iter().map(sensor).for_each(&mut add);
        }
        if wanted(2) {
            scene.joint_events().iter().map(joint).for_each(&mut add);
        }
        if wanted(3) {
            scene.fracture_events().iter().map(fracture).for_each(&mut add);
        }
        if wanted(4) {
            scene.impact_events().iter().map(impact).for_each(&mut add);
        }
        if wanted(5) {
            scene.body_events().iter().map(body).for_each(&mut add);
        }
        all
    }
}
