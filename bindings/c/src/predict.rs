//! Predictions: where bodies will be if nothing else is done.

use std::mem::MaybeUninit;

use umbra::prelude::*;
use umbra::{Touch, geom::limits as check};

use crate::array::{fill, input, room};
use crate::call::{given, read, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraColliderKey, UmbraPose, UmbraScene, UmbraVec2, keys};

/// Predicted paths of bodies. Opaque.
#[derive(Debug)]
pub struct UmbraPrediction(Prediction);

/// A body will begin to touch something.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraTouch {
    /// Step in which it does, from 1.
    pub step: u32,
    /// Seconds from now.
    pub time: f32,
    /// Its collider; 0 if it is not known.
    pub collider: UmbraColliderKey,
    /// The other collider; 0 if it is not known.
    pub other: UmbraColliderKey,
    /// Body of the other collider; 0 if it is not known.
    pub other_body: UmbraBodyKey,
    /// The point.
    pub point: UmbraVec2,
    /// Normal of the surface.
    pub normal: UmbraVec2,
}

impl From<&Touch> for UmbraTouch {
    fn from(touch: &Touch) -> Self {
        Self {
            step: touch.step,
            time: touch.time,
            collider: touch.collider.map_or(0, ColliderKey::to_bits),
            other: touch.other.map_or(0, ColliderKey::to_bits),
            other_body: touch.other_body.map_or(0, BodyKey::to_bits),
            point: touch.point.into(),
            normal: touch.normal.into(),
        }
    }
}

/// Predicts `count` bodies for so many steps of `dt` seconds. If `impulses` is not null, each body
/// gets its impulse first. The scene does not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_predict(
    scene: Option<&UmbraScene>,
    bodies: *const UmbraBodyKey,
    impulses: *const UmbraVec2,
    count: usize,
    steps: u32,
    dt: f32,
    out: Option<&mut MaybeUninit<Option<Box<UmbraPrediction>>>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        // SAFETY: the caller's arrays, as the header demands.
        let (bodies, impulses) = unsafe {
            let given = if impulses.is_null() { 0 } else { count };
            (input("bodies", bodies, count)?, input("impulses", impulses, given)?)
        };
        let bodies = keys::bodies(bodies);
        let mut ask = Predict::new(steps, dt).bodies(&bodies);
        for (body, impulse) in bodies.iter().zip(impulses) {
            ask = ask.impulse(*body, check::vector("impulses", impulse.vector())?);
        }
        let mut predictor = Predictor::new();
        Ok(Some(Box::new(UmbraPrediction(predictor.predict_with(scene, &ask)?.clone()))))
    })
}

/// Frees a prediction. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_prediction_free(prediction: Option<Box<UmbraPrediction>>) {
    value((), || drop(prediction));
}

/// True in `out` if the scene will go exactly like this, as long as nothing else is done.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_prediction_is_exact(
    prediction: Option<&UmbraPrediction>,
    out: Option<&mut MaybeUninit<bool>>,
) -> UmbraStatus {
    write(out, || Ok(given("prediction", prediction)?.0.is_exact()))
}

fn path_of(prediction: Option<&UmbraPrediction>, body: UmbraBodyKey) -> Result<&Predicted, Fault> {
    let none = || Fault::Value("body", "was not predicted".to_owned());
    given("prediction", prediction)?.0.body(keys::body(body)).ok_or_else(none)
}

/// Lists the poses of a body: the one now, and the one after each step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_prediction_poses(
    prediction: Option<&UmbraPrediction>,
    body: UmbraBodyKey,
    out: *mut UmbraPose,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let poses = path_of(prediction, body)?.poses();
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, poses.iter().map(|pose| UmbraPose::from(*pose)))
    })
}

/// Lists what a body will begin to touch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_prediction_touches(
    prediction: Option<&UmbraPrediction>,
    body: UmbraBodyKey,
    out: *mut UmbraTouch,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let touches = path_of(prediction, body)?.touches();
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, touches.iter().map(UmbraTouch::from))
    })
}
