//! Predictions: questions about where bodies will be, and the answers as numbers.
use umbra::prelude::*;
use umbra::{BodyEdit, Inexact, Predict, Predicted, Prediction, Predictor, Touch};
use wasm_bindgen::prelude::*;

use crate::body::{build, kind};
use crate::collider;
use crate::error::Answer;
use crate::table::{Options, apply};
use crate::wire::{Key, Values, keys};
use crate::world::RawWorld;

/// Changes of one body.
pub struct Changes {
    ask: Predict,
    body: BodyKey,
}

impl Changes {
    fn edit(self, edit: BodyEdit) -> Self {
        Self { ask: self.ask.edit(self.body, edit), body: self.body }
    }

    fn push(self, impulse: bool, vector: Vector, turning: Real) -> Self {
        self.edit(if impulse {
            BodyEdit::Impulse { impulse: vector, angular_impulse: turning, wakes: true }
        } else {
            BodyEdit::Force { force: vector, torque: turning, wakes: true }
        })
    }
}

/// What can be changed of a body before it is predicted. `body` comes first.
pub const CHANGES: &Options<Changes> = &[
    ("body:k", |it, v| Changes { body: v.key(0), ..it }),
    ("type:e(fixed,kinematic,dynamic)", |it, v| it.edit(BodyEdit::Kind(kind(v)))),
    ("pose:p", |it, v| it.edit(BodyEdit::Pose(v.pose(0)))),
    ("velocity:v", |it, v| it.edit(BodyEdit::Velocity(v.vector(0)))),
    ("angularVelocity:n", |it, v| it.edit(BodyEdit::AngularVelocity(v.real(0)))),
    ("impulse:v", |it, v| it.push(true, v.vector(0), 0.0)),
    ("angularImpulse:n", |it, v| it.push(true, Vector::zeros(), v.real(0))),
    ("force:v", |it, v| it.push(false, v.vector(0), 0.0)),
    ("torque:n", |it, v| it.push(false, Vector::zeros(), v.real(0))),
    ("constantForce:w", |it, v| it.edit(BodyEdit::ConstantForce(v.vector(0), v.real(2)))),
    ("linearDamping:n", |it, v| it.edit(BodyEdit::LinearDamping(v.real(0)))),
    ("angularDamping:n", |it, v| it.edit(BodyEdit::AngularDamping(v.real(0)))),
    ("gravityScale:n", |it, v| it.edit(BodyEdit::GravityScale(v.real(0)))),
    ("bullet:b", |it, v| it.edit(BodyEdit::Bullet(v.flag(0)))),
    ("enabled:b", |it, v| it.edit(BodyEdit::Enabled(v.flag(0)))),
    ("lockRotation:b", |it, v| it.edit(BodyEdit::LockRotation(v.flag(0)))),
];

/// Options of a question.
pub const PREDICT: &Options<Predict> = &[
    ("changes:L(change)", |ask, v| {
        v.lists().fold(ask, |ask, list| {
            let nobody = BodyKey::of_number(0.0);
            apply(CHANGES, Changes { ask, body: nobody }, list.0).ask
        })
    }),
    ("exact:b", |ask, v| ask.exact(v.flag(0))),
    ("mostBodies:i", |ask, v| ask.most_bodies(v.index(0))),
];

/// Reasons why a prediction may differ, in the order of `js/predict.ts`.
const REASONS: [Inexact; 6] = [
    Inexact::OthersMove,
    Inexact::Tied,
    Inexact::Order,
    Inexact::Start,
    Inexact::TooMany,
    Inexact::TooFar,
];

/// Predicts, and keeps memory for the next prediction.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawPredictor(Predictor);

#[wasm_bindgen]
impl RawPredictor {
    /// A predictor without memory.
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawPredictor {
        Self::default()
    }

    /// Predicts bodies. `added` has lists behind their lengths: of each body its type and the
    /// count of its colliders, its options, and of each collider shape and options.
    pub fn predict(
        &mut self,
        world: &RawWorld,
        bodies: &[f64],
        steps: u32,
        dt: f32,
        options: &[f64],
        added: &[f64],
    ) -> Answer<Vec<f64>> {
        let mut ask = apply(PREDICT, Predict::new(steps, dt).bodies(&keys(bodies)), options);
        let mut lists = Values(added).lists();
        while let (Some(head), Some(options)) = (lists.next(), lists.next()) {
            let mut colliders = Vec::new();
            for _ in 0..head.count(1) {
                let (Some(shape), Some(options)) = (lists.next(), lists.next()) else { break };
                colliders.push(collider::build(shape.0, options.0)?);
            }
            ask = ask.add(build(head.count(0), options.0), colliders);
        }
        Ok(numbers(self.0.predict_with(&world.scene, &ask)?))
    }
}

/// The reasons, each as 0 or 1, then the paths.
fn numbers(prediction: &Prediction) -> Vec<f64> {
    let given = |reason: &Inexact| f64::from(u8::from(prediction.reasons().contains(reason)));
    let mut all: Vec<f64> = REASONS.iter().map(given).collect();
    for path in prediction.bodies() {
        write_path(&mut all, path);
    }
    all
}

/// Body or 0, velocity, angular velocity, step of rest or -1, counts of poses and touches, three
/// numbers for each pose and nine for each touch.
fn write_path(all: &mut Vec<f64>, path: &Predicted) {
    let velocity = path.velocity();
    all.extend([
        path.body().map_or(0.0, Key::to_number),
        velocity.x.into(),
        velocity.y.into(),
        path.angular_velocity().into(),
        path.rest_step().map_or(-1.0, f64::from),
        path.poses().len() as f64,
        path.touches().len() as f64,
    ]);
    for pose in path.poses() {
        let at = pose.translation.vector;
        all.extend([at.x, at.y, pose.rotation.angle()].map(f64::from));
    }
    for Touch { step, time, collider, other, other_body, point, normal, .. } in path.touches() {
        all.extend([
            f64::from(*step),
            f64::from(*time),
            collider.map_or(0.0, Key::to_number),
            other.map_or(0.0, Key::to_number),
            other_body.map_or(0.0, Key::to_number),
        ]);
        all.extend([point.x, point.y, normal.x, normal.y].map(f64::from));
    }
}
