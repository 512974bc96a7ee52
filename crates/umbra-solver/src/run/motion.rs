//! Operations on the bodies of a batch, one by one: start, gain of speed, motion.

use umbra_geom::Real;
use umbra_geom::math::dot;
use umbra_lanes::{Level, Simd, f32x4, prelude::*, with_simd};

use crate::body::Forces;
use crate::body::Half;
use crate::run::squeeze::Squeeze;
use crate::run::stage::Pass;
use crate::structure::{Locked, Slot};
use crate::tuning::{MAX_TURN, SQUEEZED};
use crate::{Body, BodyState};

/// Writes the states and the forces with which slots start the step: directly to their destination,
/// because memory that is written in parts and read as a whole has to wait for the last part.
///
/// A body that [counts as heavier](Slot::Own) than it is does so less and less when it is faster
/// than `calm`: light and fast, it would hit as if it were heavy.
pub(crate) fn load(
    slots: &[Slot],
    bodies: &[Body],
    (h, calm): (Real, Real),
    states: &mut [BodyState],
    forces: &mut [Forces],
) {
    for ((slot, state), forces) in slots.iter().zip(states).zip(forces) {
        let (body, share, lightness) = match *slot {
            Slot::Empty => {
                (*state, *forces) = (BodyState::default(), Forces::NONE);
                continue;
            }
            Slot::Own { body, copies, lightness } => (body, copies as Real, lightness),
            // It only lends its velocity to contacts and yields to none.
            Slot::Kinematic { body } => (body, 0.0, 1.0),
        };
        let body = &bodies[body as usize];
        let share = if lightness < 1.0 { share * faded(lightness, body, calm) } else { share };
        *state = BodyState::from_body(body);
        state.motion[3] *= share;
        state.offset[3] *= share;
        *forces = Forces::from_body(body, h);
    }
}

/// Increases the effective mass of bodies that passed on far more in the step before than the
/// impulse that moves them, according to their [`Squeeze`].
///
/// A body that is driven against them in each step gives all of its impulse in the first substep,
/// and the impulses to start from do not show it: those of the last substep are small.
pub(crate) fn weigh_down(
    slots: &[Slot],
    squeezes: &[Squeeze],
    bodies: &[Body],
    calm: Real,
    states: &mut [BodyState],
) {
    for ((slot, squeeze), state) in slots.iter().zip(squeezes).zip(states) {
        let Slot::Own { body, copies: 1, .. } = *slot else { continue };
        let body = &bodies[body as usize];
        let speed = squeeze.passed_on() * body.inv_mass;
        if speed > SQUEEZED * calm {
            let inv_mass = body.inv_mass * faded(SQUEEZED * calm / speed, body, calm);
            let ratio = inv_mass / state.motion[3];
            if ratio < 1.0 {
                state.motion[3] *= ratio;
                state.offset[3] *= ratio;
            }
        }
    }
}

/// The fraction of its inverse mass that counts at the speed of a body: with that mass, it has no
/// more energy than at the calm speed.
#[cold]
fn faded(lightness: Real, body: &Body, calm: Real) -> Real {
    let Body { velocity, angular_velocity, inv_mass, inv_inertia, .. } = *body;
    // The square of the speed of what has the same mass and energy.
    let turning = if inv_inertia > 0.0 {
        angular_velocity * angular_velocity * inv_mass / inv_inertia
    } else {
        0.0
    };
    let times = (dot(velocity, velocity) + turning) / (calm * calm);
    match lightness * times {
        faded if faded < lightness => lightness,
        faded if faded < 1.0 => faded,
        _ => 1.0,
    }
}

/// Adds to every velocity the change by gravity and forces in a substep, and, with `reuse`, the
/// change by constraints in the one before.
///
/// A body fills one register of four numbers, at every level: otherwise the compiler computes
/// several bodies at once, and transposing blocks takes longer than everything else.
#[inline(always)]
pub(crate) fn integrate_velocities(
    states: &mut [BodyState],
    base: &mut [Half],
    forces: &[Forces],
    reuse: bool,
) {
    with_simd!(Level::baseline(), [], simd => gain(simd, states, base, forces, reuse));
}

#[inline(always)]
fn gain<S: Simd>(
    simd: S,
    states: &mut [BodyState],
    base: &mut [Half],
    forces: &[Forces],
    reuse: bool,
) {
    // The inverse mass comes out as it went in: nothing is added to it, and it is multiplied by one.
    for ((state, base), forces) in states.iter_mut().zip(base).zip(forces) {
        let motion = f32x4::load_array_ref(simd, &state.motion);
        let constrained = motion - f32x4::load_array_ref(simd, base);
        let (gain, keep) = (&forces.gain, &forces.keep);
        let free = motion + f32x4::load_array_ref(simd, gain);
        let free = free * f32x4::load_array_ref(simd, keep);
        free.store_array(base);
        let next = if reuse { free + constrained } else { free };
        next.store_array(&mut state.motion);
    }
}

/// Moves every body by its velocity, after limiting the velocity to its bounds. Returns the number
/// of bodies that were too fast.
#[inline(always)]
pub(crate) fn integrate_positions(
    states: &mut [BodyState],
    base: &mut [Half],
    h: Real,
    max_spin: Real,
    max_speed: Real,
) -> u32 {
    let max_square = max_speed * max_speed;
    let mut slowed = 0;
    for (state, base) in states.iter_mut().zip(base) {
        let [x, y, spin, _] = state.motion;
        let square = x * x + y * y;
        if square > max_square || spin > max_spin || spin < -max_spin {
            slow_down(&mut state.motion, base, square, max_square, max_spin);
            slowed += u32::from(square > max_square);
        }
        for i in 0..3 {
            state.offset[i] += h * state.motion[i];
        }
    }
    slowed
}

/// Limits the velocity of a body to the bounds. The difference is also taken from the unconstrained
/// velocity, so that it does not count as the work of a constraint.
#[cold]
fn slow_down(motion: &mut Half, base: &mut Half, square: Real, max_square: Real, max_spin: Real) {
    let old = *motion;
    if square > max_square {
        let ratio = (max_square / square).sqrt();
        motion[0] *= ratio;
        motion[1] *= ratio;
    }
    if motion[2] > max_spin {
        motion[2] = max_spin;
    } else if motion[2] < -max_spin {
        motion[2] = -max_spin;
    }
    for i in 0..3 {
        base[i] += motion[i] - old[i];
    }
}

/// The greatest angular velocity of bodies in a step of `dt`.
pub(crate) fn max_spin(dt: Real) -> Real {
    MAX_TURN / dt
}

/// Removes the velocity in locked directions, and the displacement by the correction of joints
/// there.
pub(crate) fn hold(states: &mut [BodyState], base: &mut [Half], locked: &[Locked]) {
    for &Locked { slot, locks } in locked {
        let BodyState { motion, offset } = &mut states[slot as usize];
        let base = &mut base[slot as usize];
        for (axis, locked) in [locks.x, locks.y].into_iter().enumerate() {
            if locked {
                base[axis] -= motion[axis];
                motion[axis] = 0.0;
                offset[axis] = 0.0;
            }
        }
    }
}

/// Averages a hub's copies, after a pass that changed them one by one.
pub(crate) fn average_copies(copies: &mut [BodyState], pass: Pass) {
    // The mean of equal numbers need not be that number: what had no contact in this pass stays as it was.
    if copies.iter().all(|copy| copy.has_bits_of(&copies[0])) {
        return;
    }
    if matches!(pass, Pass::Project(_)) {
        average(copies, |state| &mut state.offset);
    } else {
        average(copies, |state| &mut state.motion);
    }
}

/// Sets the first three numbers of each half to their mean over all of them.
pub(crate) fn average<T>(copies: &mut [T], half: impl Fn(&mut T) -> &mut Half) {
    let mut sum = [0.0; 3];
    for copy in &mut *copies {
        for (sum, value) in sum.iter_mut().zip(half(copy)) {
            *sum += *value;
        }
    }
    let count = copies.len() as Real;
    for copy in copies {
        for (sum, value) in sum.iter().zip(half(copy)) {
            *value = *sum / count;
        }
    }
}
