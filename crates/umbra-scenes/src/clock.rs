//! A clock: a pendulum advances a wheel by a tooth per swing, and gears drive the hands.
//!
//! The pendulum carries a pawl, which drives the wheel in one direction; a second pawl on the case
//! holds the wheel when the pendulum swings back. Both are ratchet joints. When its swing has
//! become small, the pendulum is pushed as it passes the middle, like in the electric clocks of
//! Matthäus Hipp (1842). The wheel has the second hand on its axle; gears drive the other two
//! hands, and a rack, which lifts a weight over a pulley as the minutes go by.

use core::f32::consts::TAU;

use umbra::Error;
use umbra::prelude::*;

use crate::Roles;
use crate::machines::saw_wheel;

/// The number of teeth of the wheel.
pub const TEETH: u8 = 60;
/// The angle of a second hand in one second. Clockwise is negative.
pub const TOOTH: Real = -TAU / 60.0;
/// The pivot of the pendulum.
const PIVOT: [Real; 2] = [0.0, -1.3];
/// The least speed of the pendulum in the middle, in rad/s: a swing of 4.5 degrees to each side.
const SLOWEST: Real = 0.5;
/// The speed of the pendulum after a push.
const PUSHED: Real = 1.1 * SLOWEST;
const BOB_MASS: Real = 2.0;

/// The parts that a program may want to watch.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The pendulum.
    pub pendulum: BodyKey,
    /// The joint that it swings on.
    pub swing: JointKey,
    /// The axle of the second hand.
    pub seconds: JointKey,
    /// The axle of the minute hand.
    pub minutes: JointKey,
    /// The axle of the hour hand.
    pub hours: JointKey,
    /// The rope that lifts the weight.
    pub rope: JointKey,
}

/// Pushes the pendulum to the left if it has become slow. Returns true if it did.
///
/// # Errors
/// When the push is refused.
pub fn push(scene: &mut Scene, pendulum: BodyKey) -> Result<bool, Error> {
    let Ok(mut body) = scene.body_mut(pendulum) else { return Ok(false) };
    let speed = -body.view().angular_velocity();
    if speed >= SLOWEST {
        return Ok(false);
    }
    let length = (body.view().center_of_mass() - Point::from(PIVOT)).norm();
    let missing = length * (PUSHED - speed);
    body.apply_impulse([-BOB_MASS * missing, 0.0])?;
    Ok(true)
}

/// A part of the clock. Parts lie in layers and do not touch: joints alone connect them.
fn part(collider: Collider, mass: Real) -> Collider {
    collider.mass(mass).filter(Filter { mask: 0, ..Filter::default() })
}

/// Fills a scene with the clock.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Clock, Error> {
    let case = scene.add_body(Body::fixed())?;
    let mut turning = |collider: Collider, mass: Real| {
        let body = scene.add_body(Body::dynamic().can_sleep(false))?;
        scene.add_collider(body, part(collider, mass))?;
        Ok::<_, Error>((body, scene.add_joint(Joint::revolute(case, body, [0.0, 0.0]))?))
    };
    let (wheel, seconds) = turning(saw_wheel(TEETH, 0.6)?, 0.01)?;
    let (minute_hand, minutes) = turning(Collider::capsule([0.0, 0.0], [0.0, 0.85], 0.025), 0.05)?;
    let (hour_hand, hours) = turning(Collider::capsule([0.0, 0.0], [0.0, 0.55], 0.04), 0.05)?;
    let hand = Collider::capsule([0.0, -0.2], [0.0, 0.95], 0.01);
    scene.add_collider(wheel, part(hand, 0.001))?;
    // What the pendulum does not take along stops soon.
    scene.add_joint(Joint::friction(case, wheel, [0.0, 0.0]).max_torque(0.01))?;
    // Hands turn the same way, so the ratios are negative.
    scene.add_joint(Joint::gear(wheel, minute_hand, -60.0))?;
    scene.add_joint(Joint::gear(minute_hand, hour_hand, -12.0))?;

    let (pendulum, swing) = hang_pendulum(scene, case)?;
    // The pawl is half a tooth off, so that it changes teeth at half a tooth's swing to each side.
    scene.add_joint(Joint::ratchet(pendulum, wheel, 0.5 * TOOTH, TOOTH))?;
    scene.add_joint(Joint::ratchet(case, wheel, 0.0, TOOTH))?;

    // Every minute the rack goes 10 cm to the left, and lifts the weight as far.
    let rack = scene.add_body(Body::dynamic().position([-0.6, 1.6]).can_sleep(false))?;
    scene.add_collider(rack, part(Collider::cuboid(0.2, 0.04), 0.1))?;
    let slide = scene.add_joint(Joint::prismatic(case, rack, [-0.6, 1.6], [-1.0, 0.0]))?;
    scene.add_joint(Joint::gear_between(seconds, slide, TAU / 0.1))?;
    let weight = scene.add_body(Body::dynamic().position([1.4, 0.0]).can_sleep(false))?;
    scene.add_collider(weight, part(Collider::cuboid(0.08, 0.14), 0.02))?;
    let [end, pin, hook] = [[-0.4, 1.6], [1.4, 1.6], [1.4, 0.14]];
    let rope = scene.add_joint(Joint::pulley(rack, weight, pin, pin, end, hook, 1.0))?;
    Ok(Clock { pendulum, swing, seconds, minutes, hours, rope })
}

/// A rod with a bob, of such a length that a full swing takes a second.
fn hang_pendulum(scene: &mut Scene, case: BodyKey) -> Result<(BodyKey, JointKey), Error> {
    const BOB: Real = 0.06;
    // The bob's own inertia makes it a little slower: l + r^2 / 2l = g / (2 pi)^2.
    let ideal = 9.81 / (TAU * TAU);
    let length = 0.5 * (ideal + (ideal * ideal - 2.0 * BOB * BOB).sqrt());
    let pendulum = scene.add_body(Body::dynamic().position(PIVOT).can_sleep(false))?;
    let bob = Collider::circle(BOB).at([0.0, -length]);
    scene.add_collider(pendulum, part(bob, BOB_MASS))?;
    let rod = Collider::capsule([0.0, 0.0], [0.0, -length], 0.01);
    scene.add_collider(pendulum, part(rod, 0.001))?;
    Ok((pendulum, scene.add_joint(Joint::revolute(case, pendulum, PIVOT))?))
}

/// The scene of the catalogue. The pendulum is marked and driven.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let pendulum = build(scene)?.pendulum;
    push(scene, pendulum)?;
    Ok(Roles { marked: Some(pendulum), driven: Some(pendulum) })
}

/// Pushes the pendulum when it has passed the middle to the left since the step before.
pub(crate) fn keep_going(scene: &mut Scene, roles: &Roles, _: u32) -> Result<(), Error> {
    let Some(key) = roles.driven else { return Ok(()) };
    let Ok(mut body) = scene.body_mut(key) else { return Ok(()) };
    // A script has no memory of its own; the pendulum carries the angle of the step before.
    let now = body.view().angle();
    let before = Real::from_bits(body.view().user_data() as u32);
    body.set_user_data(u64::from(now.to_bits()));
    if before > 0.0 && now <= 0.0 {
        push(scene, key)?;
    }
    Ok(())
}
