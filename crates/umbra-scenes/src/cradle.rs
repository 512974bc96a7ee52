//! Newton's cradle: five balls hang side by side, and the first is released.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::Roles;

const RADIUS: Real = 0.25;
/// The length of the strings.
pub const STRING: Real = 2.0;
/// The angle of the first ball at the start, in radians.
const DRAWN: Real = 0.7;

/// Fills a scene with the balls, the first of them drawn back. Impacts have to propagate for it to
/// work.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Vec<BodyKey>, Error> {
    let frame = scene.add_body(Body::fixed())?;
    let mut balls = vec![];
    for i in 0..5_u8 {
        let x = 2.0 * RADIUS * Real::from(i) - 4.0 * RADIUS;
        let turn = rotation(if i == 0 { DRAWN } else { 0.0 });
        let center = [x - STRING * turn.im, -STRING * turn.re];
        let ball = scene.add_body(Body::dynamic().position(center))?;
        let steel = Collider::circle(RADIUS).mass(1.0).restitution(1.0).friction(0.0);
        scene.add_collider(ball, steel)?;
        scene.add_joint(Joint::distance(frame, ball, [x, 0.0], center))?;
        balls.push(ball);
    }
    Ok(balls)
}

/// The scene of the catalogue. The last ball is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: build(scene)?.last().copied(), driven: None })
}
