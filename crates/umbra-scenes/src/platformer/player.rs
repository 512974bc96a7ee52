//! A player: a capsule that does not turn, moved by its velocity.
//!
//! While the player runs or is in the air it has no friction, so that walls do not hold it, and its velocity relative to
//! the ground is set in every step. While it stands still it has friction and is left alone: what it stands on carries
//! it.

use umbra::Error;
use umbra::geom::{Circle, math};
use umbra::prelude::*;

use super::DT;
use super::level::{HALF, RADIUS};

/// How fast the player runs.
const RUN: Real = 4.0;
/// How fast it leaves the ground.
const JUMP: Real = 6.5;
/// How fast it changes its speed on the ground and in the air.
const ACCELERATION: Real = 30.0;
const AIR_ACCELERATION: Real = 20.0;
/// Slower than this, friction stops it.
const STILL: Real = 0.05;
/// The friction of a player that stands: enough for slopes of 45 degrees.
const FRICTION: Real = 2.0;
/// The steepest ground that it stands on has a normal with this height: 50 degrees.
const STEEPEST: Real = 0.64;
/// Ground that is no farther away than this is not left by running.
const REACH: Real = 0.12;
/// A foot that is no farther from the ground than this, or no deeper in it, touches it.
const TOUCH: Real = 0.02;
/// How fast it is drawn to such ground at most.
const SNAP: Real = 3.0;

/// What the player wants in this step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input {
    /// How fast it wants to run to the right, from -1 to 1.
    pub run: Real,
    /// Whether it wants to jump.
    pub jump: bool,
    /// Whether it wants to fall through a one-way platform.
    pub drop: bool,
}

/// What a player stands on.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The body that it is part of.
    pub body: BodyKey,
    /// Its collider.
    pub collider: ColliderKey,
    /// Where the foot meets it.
    pub point: Point,
    /// Its normal.
    pub normal: Vector,
    /// How far below the foot it is.
    pub gap: Real,
    /// How fast it carries the player, belts included.
    pub velocity: Vector,
    /// How fast its surface runs.
    pub belt: Real,
}

/// The ground within reach of the player's foot.
///
/// # Errors
/// When there is a mistake here.
pub fn find_ground(scene: &Scene, player: BodyKey) -> Result<Option<Ground>, Error> {
    let Ok(body) = scene.body(player) else { return Ok(None) };
    // A disc a little narrower than the foot, so that it touches no walls, from a little above it.
    let (radius, lift) = (RADIUS - 0.02, 0.05);
    let start = pose(body.position() + Vector::new(0.0, lift - HALF), 0.0);
    let down = lift + REACH;
    let filter = QueryFilter::default().exclude(player);
    let hit = scene.cast_shape(&Circle::new(radius)?.into(), start, [0.0, -down], filter);
    let Some(hit) = hit.filter(|hit| hit.normal.y > STEEPEST) else { return Ok(None) };
    let gap = (down * hit.fraction - lift) * hit.normal.y + radius - RADIUS;
    let (Ok(carrier), Ok(collider)) = (scene.body(hit.body), scene.collider(hit.collider)) else {
        return Ok(None);
    };
    // Cells have belts of their own.
    let belt = collider.material_of(hit.part).map_or(0.0, |material| material.surface_speed);
    let velocity = carrier.velocity_at(hit.point) + math::right_of(hit.normal) * belt;
    let (body, collider, point, normal) = (hit.body, hit.collider, hit.point, hit.normal);
    Ok(Some(Ground { body, collider, point, normal, gap, velocity, belt }))
}

/// Whether a player stands on the ground that was found: on the way through a platform it does not, and when it was in the air
/// it has to come down to it first. One that runs over an edge within reach of the ground does.
pub fn is_standing(scene: &Scene, player: BodyKey, ground: &Ground, was_in_air: bool) -> bool {
    let velocity = scene.body(player).map_or(Vector::zeros(), |body| body.velocity());
    let leaves = math::dot(velocity - ground.velocity, ground.normal);
    ground.gap > -TOUCH && (!was_in_air || leaves < 0.5 && ground.gap < TOUCH)
}

/// Moves a player as it wants to, on the ground or in the air.
///
/// # Errors
/// When there is a mistake here.
pub fn steer(
    scene: &mut Scene,
    player: BodyKey,
    ground: Option<&Ground>,
    input: Input,
) -> Result<(), Error> {
    let Ok(body) = scene.body(player) else { return Ok(()) };
    let velocity = body.velocity();
    let foot = body.colliders().next();
    let (mut stays, mut is_still) = (false, false);
    let wanted = match ground {
        None => {
            let change = AIR_ACCELERATION * DT;
            Vector::new(approach(velocity.x, RUN * input.run, change), velocity.y)
        }
        Some(ground) => {
            let along = math::right_of(ground.normal);
            let slides = math::dot(velocity - ground.velocity, along);
            stays = input.run == 0.0 && !input.jump && !input.drop;
            // On a belt friction does it all.
            is_still = slides.abs() < STILL || ground.belt != 0.0;
            let speed = approach(slides, RUN * input.run, ACCELERATION * DT);
            let snap = if ground.gap > 0.002 { (ground.gap / DT).min(SNAP) } else { 0.0 };
            let mut wanted = ground.velocity + along * speed - ground.normal * snap;
            if input.jump {
                wanted.y = ground.velocity.y + JUMP;
            }
            wanted
        }
    };
    if let Ok(mut body) = scene.body_mut(player) {
        if !(stays && is_still) {
            body.set_velocity(wanted)?;
        }
        body.drop_through(input.drop);
    }
    let friction = if stays { FRICTION } else { 0.0 };
    // Only when it changes: the contacts of a collider whose material changes are looked at anew.
    let changes = |foot: &ColliderRef<'_>| foot.friction().to_bits() != friction.to_bits();
    let foot = foot.filter(|key| scene.collider(*key).as_ref().is_ok_and(changes));
    if let Some(mut foot) = foot.and_then(|key| scene.collider_mut(key).ok()) {
        foot.set_friction(friction)?;
    }
    Ok(())
}

/// The number, brought nearer to a target by no more than this.
fn approach(from: Real, to: Real, change: Real) -> Real {
    from + (to - from).clamp(-change, change)
}
