//! Fixed steps in frames of any length.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::call::{given, value, write};
use crate::status::UmbraStatus;

/// Turns frames of any length into steps of a fixed one. Opaque.
#[derive(Debug)]
pub struct UmbraTimestep(FixedTimestep);

/// Makes one with `rate` steps per second, of which a frame has at most `max_steps`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_timestep_new(
    rate: f32,
    max_steps: u32,
    out: Option<&mut MaybeUninit<Option<Box<UmbraTimestep>>>>,
) -> UmbraStatus {
    write(out, || {
        let timestep = FixedTimestep::new(rate)?.with_max_steps(max_steps);
        Ok(Some(Box::new(UmbraTimestep(timestep))))
    })
}

/// Frees it. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_timestep_free(timestep: Option<Box<UmbraTimestep>>) {
    value((), || drop(timestep));
}

/// Adds the time of a frame, and gives the number of steps to do now, each of
/// `umbra_timestep_dt` seconds.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_timestep_advance(
    timestep: Option<&mut UmbraTimestep>,
    frame_dt: f32,
    out: Option<&mut MaybeUninit<u32>>,
) -> UmbraStatus {
    write(out, || Ok(given("timestep", timestep)?.0.advance(frame_dt, |_| Ok(()))?))
}

/// Length of a step, in seconds.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_timestep_dt(
    timestep: Option<&UmbraTimestep>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    write(out, || Ok(given("timestep", timestep)?.0.dt()))
}

/// Fraction of a step by which the frame is past the last one, for `umbra_body_interpolated_pose`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_timestep_alpha(
    timestep: Option<&UmbraTimestep>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    write(out, || Ok(given("timestep", timestep)?.0.alpha()))
}
