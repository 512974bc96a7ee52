//! A ball of a thousand times the mass of a link hangs on a chain of 60 and swings into a wall.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::bridge::turned;
use crate::{Roles, place};

const LINKS: u16 = 60;
/// The length of a link.
const LINK: Real = 0.2;

/// The parts that a program may want to watch.
#[derive(Clone, Debug)]
pub struct WreckingBall {
    /// The joints of the chain, from its top.
    pub joints: Vec<JointKey>,
    /// The ball.
    pub ball: BodyKey,
    /// The bricks of the wall, and their initial positions.
    pub bricks: Vec<(BodyKey, Point)>,
}

/// Fills a scene with a floor between two fences, the chain, the ball and the wall.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<WreckingBall, Error> {
    let floor = scene.add_body(Body::fixed())?;
    let ground = Collider::cuboid(40.0, 1.0).offset(Pose::new([0.0, -1.0].into(), 0.0));
    scene.add_collider(floor, ground)?;
    // A brick that tumbles may come farther than the floor is long.
    for x in [-38.0, 38.0] {
        let fence = Collider::cuboid(0.5, 1.5).offset(Pose::new([x, 1.5].into(), 0.0));
        scene.add_collider(floor, fence)?;
    }
    let (joints, ball) = hang(scene, floor)?;
    Ok(WreckingBall { joints, ball, bricks: wall(scene)? })
}

/// The scene of the catalogue. The ball is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(build(scene)?.ball), driven: None })
}

/// The chain, held out to the left and a little above horizontal.
fn hang(scene: &mut Scene, floor: BodyKey) -> Result<(Vec<JointKey>, BodyKey), Error> {
    let top = Point::new(0.0, 15.0);
    let along = rotation(core::f32::consts::PI * 0.95) * Vector::x();
    let (mut before, mut joints) = (floor, vec![]);
    for i in 0..LINKS {
        let is_ball = i + 1 == LINKS;
        let start = top + along * (LINK * Real::from(i));
        // The ball's centre is where its link would end.
        let center = if is_ball { start + along * LINK } else { start + along * (0.5 * LINK) };
        let link = scene.add_body(Body::dynamic().pose(turned(center, along)))?;
        // Links do not touch the wall, or one another.
        let filter = Filter { category: 2, mask: 0, ..Filter::default() };
        let collider = if is_ball {
            Collider::circle(0.9).mass(1000.0)
        } else {
            Collider::rounded_cuboid(0.5 * LINK, 0.04, 0.03).mass(1.0).filter(filter)
        };
        scene.add_collider(link, collider)?;
        joints.push(scene.add_joint(Joint::revolute(before, link, start))?);
        before = link;
    }
    Ok((joints, before))
}

/// Boxes in a wall of ten layers, and their positions.
fn wall(scene: &mut Scene) -> Result<Vec<(BodyKey, Point)>, Error> {
    let mut bricks = vec![];
    for layer in 0..10_u8 {
        for column in 0..5_u8 {
            let shift = if layer % 2 == 0 { 0.0 } else { 0.4 };
            let x = 2.0 + 0.8 * Real::from(column) + shift;
            let at = Point::new(x, 0.25 + 0.5 * Real::from(layer));
            let brick = Collider::cuboid(0.4, 0.25).density(50.0);
            bricks.push((place(scene, Body::dynamic().position(at), brick)?, at));
        }
    }
    Ok(bricks)
}
