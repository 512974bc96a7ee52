//! Portals: a fall without an end, a throw from floor to floor, a chain that hangs in two rooms,
//! and rocks in a world that wraps around.

use umbra::Error;
use umbra::prelude::*;

use crate::{Roles, place};

/// Bodies and joints of [`stage`], for a program that watches them.
#[derive(Clone, Debug)]
pub struct Portals {
    /// Balls that fall through pegs, out of the ceiling again.
    pub falling: Vec<BodyKey>,
    /// A ball that is thrown from one floor to the other.
    pub thrown: BodyKey,
    /// Links of the chain that hangs through a portal, from the hook down.
    pub chain: Vec<BodyKey>,
    /// The joints that hold them, the first on the hook.
    pub joints: Vec<JointKey>,
    /// The box at the end of the chain.
    pub load: BodyKey,
}

/// Three rooms with portals.
///
/// # Errors
/// When there is a mistake here.
pub fn stage(scene: &mut Scene) -> Result<Portals, Error> {
    let falling = fall(scene)?;
    let thrown = throw(scene)?;
    let (chain, joints, load) = hang(scene)?;
    Ok(Portals { falling, thrown, chain, joints, load })
}

/// A shaft whose floor is a portal to its ceiling: balls fall through pegs for ever.
fn fall(scene: &mut Scene) -> Result<Vec<BodyKey>, Error> {
    let (floor, ceiling) = ([[-12.0, 0.0], [-8.0, 0.0]], [[-12.0, 7.0], [-8.0, 7.0]]);
    scene.add_portal(Portal::new(floor, ceiling))?;
    let walls = [-12.2, -7.8].map(|x| Collider::cuboid(0.2, 3.5).at([x, 3.5]));
    scene.add(Body::fixed(), walls)?;
    let mut pegs = vec![];
    for row in 0..6_u8 {
        for column in 0..4 - row % 2 {
            let x = -11.5 + Real::from(column) + 0.5 * Real::from(row % 2);
            pegs.push(Collider::circle(0.12).at([x, 1.0 + Real::from(row)]).restitution(0.4));
        }
    }
    scene.add(Body::fixed(), pegs)?;
    let mut balls = vec![];
    for number in 0..12_u8 {
        let at = [-11.4 + 0.9 * Real::from(number % 4), 2.5 + 1.5 * Real::from(number / 4)];
        let collider = match number % 3 {
            0 => Collider::cuboid(0.16, 0.16),
            _ => Collider::circle(0.14 + 0.02 * Real::from(number % 3)),
        };
        balls.push(place(scene, Body::dynamic().position(at), collider.restitution(0.3))?);
    }
    Ok(balls)
}

/// A floor with two holes that are one, both facing up: what falls into one is thrown out of the
/// other.
fn throw(scene: &mut Scene) -> Result<BodyKey, Error> {
    let floors = [(-6.2, -5.0), (-3.0, 0.6), (2.6, 3.4)];
    let floors = floors.map(|(left, right): (Real, Real)| {
        Collider::cuboid(0.5 * (right - left), 0.25).at([0.5 * (left + right), -0.25])
    });
    scene.add(Body::fixed(), floors)?;
    scene.add_portal(Portal::new([[-5.0, 0.0], [-3.0, 0.0]], [[2.6, 0.0], [0.6, 0.0]]))?;
    place(scene, Body::dynamic().position([-4.0, 4.5]), Collider::circle(0.45))
}

/// A chain that is let down through a hole, and hangs from the ceiling of the next room.
fn hang(scene: &mut Scene) -> Result<(Vec<BodyKey>, Vec<JointKey>, BodyKey), Error> {
    const LINKS: u8 = 10;
    const LENGTH: Real = 0.4;
    let (hole, ceiling) = ([[4.4, 2.5], [7.0, 2.5]], [[9.0, 6.5], [11.6, 6.5]]);
    scene.add_portal(Portal::new(hole, ceiling))?;
    let room = scene.add(Body::fixed(), [Collider::cuboid(2.2, 0.2).at([10.3, 0.0])])?;
    // It sinks slowly, as on a winch.
    let top = 7.6;
    let hook = Body::dynamic().position([5.7, top]).linear_damping(12.0);
    let hook = place(scene, hook, Collider::cuboid(0.8, 0.15).mass(60.0))?;
    let rail = Joint::prismatic(room, hook, [5.7, top], [0.0, 1.0]).limits(-2.9, 0.0);
    scene.add_joint(rail)?;
    let (mut last, mut chain, mut joints) = (hook, vec![], vec![]);
    for link in 0..LINKS {
        let start = top - LENGTH * Real::from(link);
        let body = Body::dynamic().position([5.7, start - 0.5 * LENGTH]);
        let half = 0.5 * LENGTH - 0.07;
        let key = place(scene, body, Collider::capsule([0.0, -half], [0.0, half], 0.07))?;
        joints.push(scene.add_joint(Joint::revolute(last, key, [5.7, start]))?);
        chain.push(key);
        last = key;
    }
    let end = top - LENGTH * Real::from(LINKS);
    let load = Body::dynamic().position([5.7, end - 0.4]);
    let load = place(scene, load, Collider::cuboid(0.4, 0.4).density(0.5))?;
    joints.push(scene.add_joint(Joint::revolute(last, load, [5.7, end]))?);
    for link in &chain {
        scene.body_mut(*link)?.set_linear_damping(0.05)?;
    }
    scene.body_mut(load)?.set_velocity([0.3, 0.0])?;
    Ok((chain, joints, load))
}

/// Rocks and a few long ones in a world that wraps around, without gravity.
///
/// # Errors
/// When there is a mistake here.
pub fn asteroids(scene: &mut Scene) -> Result<Vec<BodyKey>, Error> {
    const HALF: [Real; 2] = [10.0, 6.0];
    scene.config_mut().gravity = Vector::new(0.0, 0.0);
    let [x, y] = HALF;
    scene.add_portal(Portal::new([[x, -y], [x, y]], [[-x, -y], [-x, y]]))?;
    scene.add_portal(Portal::new([[x, y], [-x, y]], [[x, -y], [-x, -y]]))?;
    let mut rocks = vec![];
    for number in 0..40_u8 {
        let turn = Real::from(number) * 2.4;
        let at = [
            -8.8 + 2.5 * Real::from(number % 8),
            -4.8 + 2.4 * Real::from(number / 8) + 0.3 * Real::sin(turn),
        ];
        let speed = 1.0 + 0.2 * Real::from(number % 7);
        let velocity = [speed * Real::cos(turn), speed * Real::sin(turn)];
        let size = 0.35 + 0.08 * Real::from(number % 5);
        let corner = |corner: u8| {
            let angle = (Real::from(corner) + 0.3 * Real::sin(turn + Real::from(corner))) * 0.9;
            [size * Real::cos(angle), size * Real::sin(angle)]
        };
        let rock = Collider::polygon([0, 1, 2, 3, 4, 5, 6].map(corner)).restitution(0.9);
        let body = Body::dynamic().position(at).velocity(velocity).angular_velocity(0.5);
        rocks.push(place(scene, body, rock.friction(0.3))?);
    }
    Ok(rocks)
}

pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    stage(scene)?;
    Ok(Roles::default())
}

pub(crate) fn fill_asteroids(scene: &mut Scene) -> Result<Roles, Error> {
    asteroids(scene)?;
    Ok(Roles::default())
}
