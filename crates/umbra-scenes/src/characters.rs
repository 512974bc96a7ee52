//! A course for characters: a ramp, stairs, rough ground, crates, a beam, a lift and a one-way
//! platform; and a character that is a dynamic body.
//!
//! A [`Character`](umbra::character::Character) is no rigid body: it is exact and obeys its input,
//! and the world does not push it. A dynamic body is part of the world: an impact sends it flying.
//! So that it does not trip over every edge, it *floats*: a spring carries it above the ground that
//! a disc below it hits.

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::{Roles, place};

/// The length of a step.
pub const DT: Real = 1.0 / 60.0;
/// The distance between the ends of the course.
pub const LENGTH: Real = 46.0;
/// The height of the wall that the lift leads onto.
pub const WALL: Real = 3.0;
/// The position of the lift, half its width, and the number of steps it takes up and down.
pub const LIFT: Real = 36.0;
const LIFT_HALF: Real = 1.2;
const LIFT_PERIOD: u32 = 480;
/// The height of a stair, and the number of stairs.
pub const STAIR: Real = 0.2;
const STAIRS: u16 = 6;

/// The moving bodies of the course.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The lift.
    pub lift: BodyKey,
    /// Two crates, the heavier one first.
    pub crates: [BodyKey; 2],
}

/// Builds the course.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Course, Error> {
    let level = scene.add_body(Body::fixed())?;
    let mut add = |collider: Collider| scene.add_collider(level, collider.friction(0.8));
    let half = 0.5 * (LIFT - LIFT_HALF + 4.0);
    add(Collider::cuboid(half, 0.5).at([half - 4.0, -0.5]))?;
    add(Collider::cuboid(0.5, 4.0).at([-3.5, 4.0]))?;
    // A ramp of 30 degrees, a flat top, and one of 45 degrees down.
    add(Collider::polygon([[4.0, 0.0], [8.5, 0.0], [7.0, 1.5], [6.6, 1.5]]))?;
    for stair in 0..STAIRS {
        let (height, from) = (STAIR * Real::from(stair + 1), 11.0 + 0.5 * Real::from(stair));
        let half = 0.5 * (17.0 - from);
        add(Collider::cuboid(half, 0.5 * height).at([from + half, 0.5 * height]))?;
    }
    let rough = (0..=30).map(|i: u16| {
        let x = 18.0 + 0.2 * Real::from(i);
        let bump = [0.0, 0.12, 0.05, 0.16, 0.02][usize::from(i % 5)];
        [x, if i == 0 || i == 30 { 0.0 } else { bump }]
    });
    add(Collider::chain(rough.rev()))?;
    // One to crouch under, and one to jump on.
    add(Collider::cuboid(1.0, 0.8).at([31.0, 1.7]))?;
    add(Collider::cuboid(1.0, 0.1).one_way([0.0, 1.0]).at([31.0, 3.4]))?;
    let top = 0.5 * (LENGTH - LIFT - LIFT_HALF);
    add(Collider::cuboid(top, 0.5 * WALL + 0.5).at([LENGTH - top, 0.5 * WALL - 0.5]))?;
    let pit = Collider::cuboid(LIFT_HALF, 0.25).at([LIFT, -1.25]);
    add(pit)?;
    let plate = Collider::cuboid(LIFT_HALF - 0.02, 0.25).friction(0.8);
    let lift = place(scene, Body::kinematic().pose(lift_at(0)), plate)?;
    let mut crate_at = |x: Real, half: Real, mass: Real| {
        let body = Body::dynamic().position([x, half]);
        place(scene, body, Collider::cuboid(half, half).mass(mass).friction(0.5))
    };
    let crates = [crate_at(25.5, 0.45, 40.0)?, crate_at(27.0, 0.4, 20.0)?];
    Ok(Course { lift, crates })
}

/// The pose of the lift at the end of a step.
pub fn lift_at(step: u32) -> Pose {
    let turn = (step % LIFT_PERIOD) as Real / LIFT_PERIOD as Real;
    let rise = 0.5 - 0.5 * math::rotation(core::f32::consts::TAU * turn).re;
    // It waits a little at both ends.
    let rise = (1.3 * rise - 0.15).clamp(0.0, 1.0);
    pose([LIFT, WALL * rise - 0.25], 0.0)
}

/// The height of a floating character's centre above the ground.
pub const FLOATS: Real = 0.9;
/// The distance below that at which it still searches for ground.
const LOOKS: Real = 0.35;
/// Its spring, as a frequency, and its damping ratio.
const HERTZ: Real = 4.0;
const DAMPING: Real = 0.8;
/// The spring that keeps it upright.
const UPRIGHT_HERTZ: Real = 5.0;
/// Its running speed, and its acceleration to that.
const RUN: Real = 4.0;
const ACCELERATION: Real = 30.0;

/// A body for a floating character: a capsule, as short as its legs are long.
///
/// # Errors
/// When there is a mistake here.
pub fn floating(scene: &mut Scene, at: [Real; 2]) -> Result<BodyKey, Error> {
    let shape = Collider::capsule([0.0, -0.2], [0.0, 0.4], 0.3).mass(70.0).friction(0.0);
    place(scene, Body::dynamic().position(at).can_sleep(false), shape)
}

/// Carries a floating character for a step: a spring and a damper between it and the ground, a
/// force along the ground towards the wanted speed, from -1 to 1, and a torque that turns it
/// upright. Returns true if there is ground.
///
/// # Errors
/// When the body was removed or is not dynamic.
pub fn carry(scene: &mut Scene, key: BodyKey, run: Real, jump: bool) -> Result<bool, Error> {
    let body = scene.body(key)?;
    let (at, velocity, mass) = (body.center_of_mass(), body.velocity(), body.mass());
    let (angle, spin, inertia) = (body.angle(), body.angular_velocity(), body.inertia());
    let foot = Circle::new(0.2)?.into();
    let start = pose(at, 0.0);
    let filter = QueryFilter::default().exclude(key);
    let reach = FLOATS + LOOKS - 0.2;
    let ground = scene.cast_shape(&foot, start, [0.0, -reach], filter);
    let ground = ground.filter(|hit| hit.normal.y > 0.6);
    let omega = core::f32::consts::TAU * HERTZ;
    let mut force = Vector::zeros();
    let mut below = Vector::zeros();
    if let Some(hit) = ground {
        below = scene.body(hit.body)?.velocity_at(hit.point);
        let height = reach * hit.fraction + 0.2;
        let rises = velocity.y - below.y;
        let gravity = scene.config().gravity.y;
        // Of ground that falls away it lets go: a spring that pulls would be glue.
        let spring = omega * omega * (FLOATS - height) - 2.0 * DAMPING * omega * rises - gravity;
        force.y = mass * spring.max(0.0);
        if scene.body(hit.body)?.is_dynamic() {
            let mut carrier = scene.body_mut(hit.body)?;
            carrier.apply_force_at([0.0, -force.y], hit.point)?;
        }
    }
    let wanted = (below.x + RUN * run - velocity.x) / DT;
    let most = if ground.is_some() { ACCELERATION } else { 0.5 * ACCELERATION };
    force.x = mass * wanted.clamp(-most, most);
    let omega = core::f32::consts::TAU * UPRIGHT_HERTZ;
    let torque = -inertia * (omega * omega * angle + 2.0 * omega * spin);
    let mut body = scene.body_mut(key)?;
    body.apply_force(force)?;
    body.apply_torque(torque)?;
    if jump && ground.is_some() {
        body.apply_impulse([0.0, mass * (below.y + 6.5 - velocity.y)])?;
    }
    Ok(ground.is_some())
}

/// The scene of the catalogue: a floating character runs back and forth.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let course = build(scene)?;
    let body = floating(scene, [0.0, FLOATS])?;
    Ok(Roles { marked: Some(body), driven: Some(course.lift) })
}

/// The script before each step.
pub(crate) fn script(scene: &mut Scene, roles: &Roles, step: u32) -> Result<(), Error> {
    if let Some(lift) = roles.driven.filter(|key| scene.body(*key).is_ok()) {
        scene.body_mut(lift)?.move_to(lift_at(step), DT)?;
    }
    let Some(body) = roles.marked.filter(|key| scene.body(*key).is_ok()) else { return Ok(()) };
    let run = if (step / 540).is_multiple_of(2) { 1.0 } else { -1.0 };
    carry(scene, body, run, false)?;
    Ok(())
}
