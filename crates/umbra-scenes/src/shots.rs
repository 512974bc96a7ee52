//! A pyramid that is hit by three balls.

use umbra::Error;
use umbra::prelude::*;

use crate::{Roles, place};

/// The top of the ground.
pub const GROUND: Real = 0.6;
/// Half of a box.
pub const HALF: Real = 0.4;
/// The radius of a ball.
pub const BALL: Real = 0.55;
/// The number of boxes in the lowest row.
const ROWS: u16 = 8;
/// The position of the balls, outside of the picture, until they are shot.
const WAIT: [Real; 2] = [-14.0, 2.0];
/// The steps at which the balls are shot.
const SHOTS: [u32; 3] = [20, 90, 160];

/// The parts that a program may want to draw.
#[derive(Clone, Debug)]
pub struct Shots {
    /// The boxes, and the row of each.
    pub boxes: Vec<(BodyKey, u16)>,
    /// The balls, in the order in which they are shot.
    pub balls: Vec<BodyKey>,
}

/// Fills a scene with the ground, the pyramid, and disabled balls.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Shots, Error> {
    let ground = Body::fixed().position([0.0, GROUND - 2.0]);
    place(scene, ground, Collider::cuboid(200.0, 2.0))?;
    let mut boxes = vec![];
    for row in 0..ROWS {
        for column in 0..ROWS - row {
            let x = 1.5 + HALF * Real::from(2 * column + row) - HALF * Real::from(ROWS - 1);
            let y = GROUND + HALF * Real::from(2 * row + 1);
            let body = Body::dynamic().position([x, y]);
            boxes.push((place(scene, body, Collider::cuboid(HALF, HALF))?, row));
        }
    }
    let mut balls = vec![];
    for number in 1..=SHOTS.len() as u64 {
        // `shoot` finds them by their number.
        let ball = Body::dynamic().position(WAIT).enabled(false).user_data(number);
        let shape = Collider::circle(BALL).density(4.0).restitution(0.2);
        balls.push(place(scene, ball, shape)?);
    }
    Ok(Shots { boxes, balls })
}

/// Shoots a ball if it is time to.
///
/// # Errors
/// When there is no room for the ball.
pub fn shoot(scene: &mut Scene, step: u32) -> Result<(), Error> {
    let Some(shot) = SHOTS.iter().position(|start| *start == step) else { return Ok(()) };
    let is_next =
        |key: &BodyKey| scene.body(*key).is_ok_and(|body| body.user_data() == shot as u64 + 1);
    let Some(ball) = scene.bodies().find(is_next) else { return Ok(()) };
    if let Ok(mut ball) = scene.body_mut(ball) {
        ball.set_enabled(true)?;
        ball.set_velocity([19.0, 4.5 + shot as Real])?;
    }
    Ok(())
}

/// The scene of the catalogue. The box at the top is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let top = build(scene)?.boxes.last().map(|(key, _)| *key);
    Ok(Roles { marked: top, driven: None })
}

/// The script before each step.
pub(crate) fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    shoot(scene, step)
}
