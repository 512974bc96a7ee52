//! A clock: a pendulum turns a wheel on by a tooth per swing, and gears drive the hands.
//!
//! `cargo run --release --example clock` runs three minutes, prints how exact the clock is and draws out/clock.svg.
//!
//! The pendulum carries a pawl, which takes the wheel along one way; a second pawl on the case keeps the wheel when the
//! pendulum swings back. Both are ratchet joints. When its swing has become small, the pendulum is pushed as it passes
//! the middle, as Matthäus Hipp's electric clocks of 1842 did. The wheel has the hand of the seconds on its axle; gears
//! drive the other two hands, and a rack, which lifts a weight over a pulley as the minutes go by.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use core::f32::consts::TAU;
use std::process::ExitCode;

use umbra::geom::math::pose;
use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::machines::saw_wheel;
use umbra_scenes::verdict::Verdict;

const RATE: u16 = 60;
const MINUTES: u16 = 3;
const TEETH: u8 = 60;
/// One second of a hand that goes round in a minute. Clockwise is negative.
const TOOTH: Real = -TAU / 60.0;
/// Where the pendulum hangs.
const PIVOT: [Real; 2] = [0.0, -1.3];
/// The slowest it may pass the middle, in rad/s: it swings by 4.5 degrees to each side.
const SLOWEST: Real = 0.5;
/// How fast it is after a push.
const PUSHED: Real = 1.1 * SLOWEST;
const BOB_MASS: Real = 2.0;

struct Clock {
    pendulum: BodyKey,
    swing: JointKey,
    seconds: JointKey,
    minutes: JointKey,
    hours: JointKey,
    rope: JointKey,
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A clock with pendulum, ratchets, gears and a pulley: prints how exact it is, draws out/clock.svg.",
    );
    let mut scene = Scene::new(SceneConfig::default())?;
    let clock = build(&mut scene)?;
    let angle =
        |scene: &Scene, joint| f64::from(scene.joint(joint).map_or(0.0, |view| view.angle()));

    let (mut swings, mut least_ticks, mut ticks) = (vec![], f64::MAX, 0.0);
    let mut pushes = u16::from(push(&mut scene, clock.pendulum)?);
    let mut before = angle(&scene, clock.swing);
    for step in 1..=60 * MINUTES * RATE {
        scene.step(1.0 / Real::from(RATE))?;
        let now = angle(&scene, clock.swing);
        if before > 0.0 && now <= 0.0 {
            // When it passed the middle on its way left, to a part of a step.
            swings.push((f64::from(step) - now / (now - before)) / f64::from(RATE));
            pushes += u16::from(push(&mut scene, clock.pendulum)?);
        }
        before = now;
        if step % (60 * RATE) == 0 {
            let all = angle(&scene, clock.seconds) / f64::from(TOOTH);
            least_ticks = f64::min(least_ticks, all - ticks);
            ticks = all;
            println!("after {} s the second hand shows {all:.2} s", step / RATE);
        }
    }
    draw(&scene)?;

    let [seconds, minutes, hours] =
        [clock.seconds, clock.minutes, clock.hours].map(|hand| angle(&scene, hand));
    let period = (swings[swings.len() - 1] - swings[0]) / (swings.len() - 1) as f64;
    println!("{} swings of {period:.4} s, {pushes} pushes", swings.len());
    let rope = scene.joint(clock.rope).map_or(0.0, |rope| rope.separation());
    let mut verdict = Verdict::default();
    verdict.at_most("error of the period", 100.0 * (period - 1.0).abs(), 0.5, "%");
    verdict.at_least("ticks of the worst minute", least_ticks, 59.0, "");
    let error = |fast: f64, slow: f64, ratio: f64| (fast / ratio - slow).to_degrees().abs();
    verdict.at_most("error of the minute hand", error(seconds, minutes, 60.0), 0.01, "degrees");
    verdict.at_most("error of the hour hand", error(minutes, hours, 12.0), 0.01, "degrees");
    verdict.at_most("stretch of the rope", 1000.0 * rope.abs(), 1.0, "mm");
    Ok(verdict.exit_code())
}

/// Pushes the pendulum to the left if it has become slow. Whether it did.
fn push(scene: &mut Scene, pendulum: BodyKey) -> Result<bool, umbra::Error> {
    let Some(mut body) = scene.body_mut(pendulum) else { return Ok(false) };
    let speed = -body.view().angular_velocity();
    if speed >= SLOWEST {
        return Ok(false);
    }
    let length = (body.view().center_of_mass() - Point::from(PIVOT)).norm();
    let missing = length * (PUSHED - speed);
    body.apply_impulse([-BOB_MASS * missing, 0.0])?;
    Ok(true)
}

/// Parts of a clock lie in layers and do not touch: joints alone connect them.
fn part(collider: Collider, mass: Real) -> Collider {
    collider.mass(mass).filter(Filter { mask: 0, ..Filter::default() })
}

fn build(scene: &mut Scene) -> Result<Clock, umbra::Error> {
    let case = scene.add_body(Body::fixed())?;
    let mut turning = |collider: Collider, mass: Real| {
        let body = scene.add_body(Body::dynamic().can_sleep(false))?;
        scene.add_collider(body, part(collider, mass))?;
        Ok::<_, umbra::Error>((body, scene.add_joint(Joint::revolute(case, body, [0.0, 0.0]))?))
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

/// A rod with a bob, as long as one swing to and fro takes a second.
fn hang_pendulum(scene: &mut Scene, case: BodyKey) -> Result<(BodyKey, JointKey), umbra::Error> {
    const BOB: Real = 0.06;
    // The bob's own inertia makes it a little slower: l + r^2 / 2l = g / (2 pi)^2.
    let ideal = 9.81 / (TAU * TAU);
    let length = 0.5 * (ideal + (ideal * ideal - 2.0 * BOB * BOB).sqrt());
    let pendulum = scene.add_body(Body::dynamic().position(PIVOT).can_sleep(false))?;
    let bob = Collider::circle(BOB).offset(pose([0.0, -length], 0.0));
    scene.add_collider(pendulum, part(bob, BOB_MASS))?;
    let rod = Collider::capsule([0.0, 0.0], [0.0, -length], 0.01);
    scene.add_collider(pendulum, part(rod, 0.001))?;
    Ok((pendulum, scene.add_joint(Joint::revolute(case, pendulum, PIVOT))?))
}

fn draw(scene: &Scene) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-1.7, -1.8), max: Point::new(1.7, 1.8) };
    let mut picture = SvgDraw::new().view(view)?.scale(180.0)?.opacity(0.9)?;
    for mark in 0..TEETH {
        let (sin, cos) = (TAU * Real::from(mark) / Real::from(TEETH)).sin_cos();
        let inner = if mark % 5 == 0 { 0.92 } else { 0.98 };
        let [from, to] = [inner, 1.02].map(|radius| Point::new(radius * cos, radius * sin));
        picture.segment(from, to, DebugColor::hex(0x404040));
    }
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    picture.save("out/clock.svg")?;
    println!("drawn in out/clock.svg");
    Ok(())
}
