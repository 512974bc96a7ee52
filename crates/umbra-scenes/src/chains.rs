//! Links joined to ropes and loops, with heavy loads.

use umbra::Error;
use umbra::prelude::*;

use crate::place;

/// The length of a link.
pub const LINK: Real = 0.5;

/// Links in a row.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The links, from the first joint on.
    pub links: Vec<BodyKey>,
    /// The joints, one before each link, and one after the last of a chain that is held at both
    /// ends.
    pub joints: Vec<JointKey>,
}

fn link(mass: Real) -> Collider {
    Collider::cuboid(0.5 * LINK, 0.05).mass(mass)
}

/// A horizontal chain of 1 kg links from a body; the last link has the mass `load`.
///
/// # Errors
/// When a number is invalid.
pub fn level(
    scene: &mut Scene,
    from: BodyKey,
    [left, y]: [Real; 2],
    count: u8,
    heavy: Real,
) -> Result<Chain, Error> {
    let (mut chain, mut before) = (Chain::default(), from);
    for i in 0..count {
        let x = left + LINK * Real::from(i);
        let mass = if i + 1 == count { heavy } else { 1.0 };
        let body = Body::dynamic().position([x + 0.5 * LINK, y]);
        let key = place(scene, body, link(mass))?;
        chain.joints.push(scene.add_joint(Joint::revolute(before, key, [x, y]))?);
        chain.links.push(key);
        before = key;
    }
    Ok(chain)
}

/// A zigzag of links of 1 kg between two points at a distance relative to its length, with a heavy
/// link in the middle.
///
/// # Errors
/// When a number is invalid.
pub fn between_two_points(
    scene: &mut Scene,
    count: u8,
    taut: Real,
    heavy: Real,
) -> Result<Chain, Error> {
    let ground = scene.add_body(Body::fixed())?;
    let (mut chain, mut before) = (Chain::default(), ground);
    let rise = 0.5 * LINK * (1.0 - taut * taut).sqrt();
    let side = |i: u8| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    for i in 0..count {
        let x = LINK * taut * Real::from(i);
        let body = Body::dynamic().position([x + 0.5 * LINK * taut, 0.0]);
        let mass = if i == count / 2 { heavy } else { 1.0 };
        let key = place(scene, body.angle(side(i) * taut.acos()), link(mass))?;
        chain.joints.push(scene.add_joint(Joint::revolute(before, key, [x, -side(i) * rise]))?);
        chain.links.push(key);
        before = key;
    }
    let end = [LINK * taut * Real::from(count), -side(count) * rise];
    chain.joints.push(scene.add_joint(Joint::revolute(before, ground, end))?);
    Ok(chain)
}
