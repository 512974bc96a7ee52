//! A chain of events after Rube Goldberg: a ball rolls down, dominoes fall, the last one pushes a
//! second ball, which falls into a bucket; the bucket pulls up a gate, and a third ball rolls to a
//! bell.
//!
//! The first ball waits behind a peg, which a button removes. The user data of the bell record its
//! ringing.

use umbra::Error;
use umbra::prelude::*;

use crate::{Button, Controls, Roles, place};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-9.2, -6.2), max: Point::new(9.2, 6.0) };

const PEG: u64 = 0x7065_6700;
const BELL: u64 = 0x6265_6c6c;
const RUNG: u64 = 0x7275_6e67;
const BALL: u64 = 0x6261_6c6c;
/// The number of steps after which the peg is removed without a button.
const PATIENCE: u32 = 90;

/// The number of dominoes, and their distance.
const DOMINOES: u8 = 9;
const PITCH: Real = 0.62;

pub(super) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let frame = scene.add_body(Body::fixed())?;
    let mut bar = |a: [Real; 2], b: [Real; 2]| {
        scene.add_collider(frame, Collider::capsule(a, b, 0.08).friction(0.5))
    };
    // The first ramp, the shelf of the dominoes, the ramp behind it.
    bar([-8.6, 5.0], [-5.2, 3.6])?;
    bar([-8.6, 5.0], [-8.6, 5.8])?;
    bar([-5.2, 3.6], [-4.8, 3.55])?;
    bar([-5.0, 2.42], [1.25, 2.42])?;
    bar([1.25, 2.42], [3.6, 1.55])?;
    // The ramp of the third ball, and the floor with its bell.
    bar([7.9, -0.6], [7.9, 0.4])?;
    bar([7.9, -0.6], [6.75, -0.95])?;
    bar([6.55, -1.0], [-4.0, -4.2])?;
    bar([-4.0, -4.2], [-6.4, -4.2])?;
    let ball = |at: [Real; 2], radius: Real, density: Real| {
        let body = Body::dynamic().position(at).user_data(BALL);
        (body, Collider::circle(radius).density(density).friction(0.5))
    };
    let (body, shape) = ball([-8.1, 5.3], 0.34, 3.0);
    let marked = place(scene, body, shape)?;
    let peg = Body::fixed().position([-7.55, 4.95]).user_data(PEG);
    place(scene, peg, Collider::cuboid(0.06, 0.35))?;
    for index in 0..DOMINOES {
        let x = -4.3 + PITCH * Real::from(index);
        let body = Body::dynamic().position([x, 2.5 + 0.55]);
        place(scene, body, Collider::cuboid(0.07, 0.55).friction(0.5).density(0.8))?;
    }
    let (body, shape) = ball([1.05, 2.5 + 0.36], 0.36, 3.0);
    place(scene, body, shape)?;
    bucket(scene, frame)?;
    let (body, shape) = ball([7.35, -0.3], 0.3, 3.0);
    place(scene, body, shape)?;
    bell(scene, frame)?;
    Ok(Roles { marked: Some(marked), driven: None })
}

/// A bucket and a gate on one rope over two wheels.
fn bucket(scene: &mut Scene, frame: BodyKey) -> Result<(), Error> {
    let at = Point::new(4.6, 0.9);
    let bucket = scene.add_body(Body::dynamic().position(at).lock_rotation())?;
    let wall = |half: [Real; 2], at: [Real; 2]| {
        Collider::cuboid(half[0], half[1]).at(at).density(0.35).friction(0.5)
    };
    scene.add_collider(bucket, wall([0.7, 0.06], [0.0, -0.45]))?;
    scene.add_collider(bucket, wall([0.06, 0.5], [-0.7, 0.0]))?;
    scene.add_collider(bucket, wall([0.06, 0.5], [0.7, 0.0]))?;
    let gate = Body::dynamic().position([6.65, -0.35]).lock_rotation();
    let gate = place(scene, gate, Collider::cuboid(0.07, 0.55).mass(1.0).friction(0.1))?;
    // Both go up and down alone. The gate stands on its ramp, the bucket on nothing.
    let slide = Joint::prismatic(frame, gate, [6.65, -0.35], [0.0, 1.0]);
    scene.add_joint(slide.limits(0.0, 1.6))?;
    scene.add_joint(Joint::prismatic(frame, bucket, at, [0.0, 1.0]).limits(-0.95, 0.02))?;
    let rope = Joint::pulley(
        bucket,
        gate,
        at + Vector::new(0.0, 0.5),
        [6.65, 0.2],
        [4.6, 4.5],
        [6.65, 4.2],
        1.0,
    );
    scene.add_joint(rope)?;
    Ok(())
}

/// A plate on a hinge, which swings when it is hit.
fn bell(scene: &mut Scene, frame: BodyKey) -> Result<(), Error> {
    let body = Body::dynamic().position([-5.6, -3.4]).user_data(BELL);
    let plate = [[-0.45, -0.5], [0.45, -0.5], [0.25, 0.35], [-0.25, 0.35]];
    let bell = place(scene, body, Collider::polygon(plate).density(0.5).restitution(0.3))?;
    let hinge = Joint::revolute(frame, bell, [-5.6, -2.8]).spring(0.8, 0.1);
    scene.add_joint(hinge)?;
    Ok(())
}

/// The body with this user data.
fn carrier(scene: &Scene, data: u64) -> Option<BodyKey> {
    scene.bodies().find(|key| scene.body(*key).is_ok_and(|body| body.user_data() == data))
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    if let Some(peg) = carrier(scene, PEG)
        && (controls.is_down(Button::First) || step >= PATIENCE)
    {
        scene.remove_body(peg)?;
        if let Some(mut ball) = roles.marked.and_then(|key| scene.body_mut(key).ok()) {
            ball.wake();
        }
    }
    let Some(bell) = carrier(scene, BELL) else { return Ok(()) };
    let is_ball = |key: BodyKey| scene.body(key).is_ok_and(|body| body.user_data() == BALL);
    let rings = scene.contact_events().iter().any(|event| match event {
        ContactEvent::Begin { bodies: [a, b], .. } => {
            (*a == bell && is_ball(*b)) || (*b == bell && is_ball(*a))
        }
        _ => false,
    });
    if rings {
        scene.body_mut(bell)?.set_user_data(RUNG);
    }
    Ok(())
}

/// Draws the progress so far.
pub(super) fn marks(scene: &Scene, _: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let text = if carrier(scene, PEG).is_some() {
        "The first ball waits."
    } else if carrier(scene, RUNG).is_some() {
        "The bell has rung."
    } else {
        "It goes by itself now."
    };
    drawer.text(Point::new(-5.6, -2.5), text, DebugColor::hex(0x888888));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_leads_to_another_until_the_bell_rings() {
        let mut running =
            crate::find("contraption").unwrap().set_up(SceneConfig::default()).unwrap();
        let (mut step, mut woken) = (0, vec![]);
        while carrier(&running.scene, RUNG).is_none() && step < 1800 {
            running.step(1.0 / 60.0).unwrap();
            step += 1;
            if step % 60 == 0 {
                let all = running.scene.bodies().filter_map(|key| running.scene.body(key).ok());
                let balls = all.filter(|body| body.user_data() == BALL);
                woken.push(balls.map(|body| body.position()).collect::<Vec<_>>());
            }
        }
        assert!((300..1800).contains(&step), "{step}: {woken:?}");
    }
}
