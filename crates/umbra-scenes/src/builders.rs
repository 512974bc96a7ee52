//! The assemblies of `umbra::build`, side by side.

use umbra::Error;
use umbra::build::{self, Assembly, BridgeSettings, End, RopeSettings, SoftBody};
use umbra::prelude::*;

use crate::Roles;

/// The parts that a program may want to watch.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// A rope with a weight at its end, horizontal at first.
    pub rope: Assembly,
    /// The weight, a hundred times as heavy as a link.
    pub load: BodyKey,
    /// A bridge with crates on it.
    pub bridge: Assembly,
    /// A chain over a peg with a crate at each end.
    pub chain: Assembly,
    /// A strip of cloth.
    pub cloth: Assembly,
    /// A ragdoll that falls.
    pub ragdoll: Assembly,
    /// A blob and a box, each under a crate of its own weight.
    pub soft: [SoftBody; 2],
}

/// Fills a scene with one of each.
///
/// # Errors
/// When there is a mistake here.
pub fn workshop(scene: &mut Scene) -> Result<Workshop, Error> {
    let ground = Body::fixed().position([0.0, -0.5]);
    scene.add(ground, [Collider::cuboid(30.0, 0.5)])?;
    let settings = RopeSettings { links: 20, ..RopeSettings::default() };
    let rope = build::rope_with(scene, [-12.0, 5.5], [-16.0, 5.5], &settings)?;
    let link = scene.body(rope.bodies[0])?.mass();
    let load = Body::dynamic().position([-16.0, 5.5]);
    let load = scene.add(load, [Collider::circle(0.3).mass(100.0 * link)])?;
    scene.add_joint(Joint::revolute(rope.bodies[19], load, [-16.0, 5.5]))?;
    let bridge = bridge(scene)?;
    let chain = chain(scene)?;
    let cloth = build::cloth_strip(scene, [6.5, 4.5], [8.5, 4.5], 1.6)?;
    let ball = Body::dynamic().position([9.8, 3.4]).velocity([-2.0, 2.0]);
    scene.add(ball, [Collider::circle(0.15).density(2.0)])?;
    let ragdoll = build::ragdoll(scene, [10.2, 1.0])?;
    ragdoll.set_velocity(scene, [1.0, 0.0])?;
    let soft = soft(scene)?;
    Ok(Workshop { rope, load, bridge, chain, cloth, ragdoll, soft })
}

fn bridge(scene: &mut Scene) -> Result<Assembly, Error> {
    let banks = [-7.5, 0.5].map(|x| Body::fixed().position([x, 1.0]));
    let mut ends = [End::World; 2];
    for (bank, end) in banks.into_iter().zip(&mut ends) {
        *end = End::Body(scene.add(bank, [Collider::cuboid(0.5, 1.0)])?);
    }
    let settings = BridgeSettings { planks: 14, ends, ..BridgeSettings::default() };
    let bridge = build::bridge_with(scene, [-7.0, 1.9], [0.0, 1.9], &settings)?;
    for i in 0..5_u8 {
        let place = [Real::from(i % 3) * 1.1 - 4.6, 2.6 + Real::from(i / 3)];
        scene.add(Body::dynamic().position(place), [Collider::cuboid(0.3, 0.3)])?;
    }
    Ok(bridge)
}

/// Two crates on a chain over a peg.
fn chain(scene: &mut Scene) -> Result<Assembly, Error> {
    let peg = Body::fixed().position([3.5, 5.0]);
    scene.add(peg, [Collider::circle(0.45).friction(0.1)])?;
    let mut crates = vec![];
    for (x, half) in [(2.0, 0.3), (5.0, 0.35)] {
        let body = Body::dynamic().position([x, 4.2]);
        crates.push(scene.add(body, [Collider::cuboid(half, half)])?);
    }
    // Flat above the peg; the crates draw it over it.
    let settings = RopeSettings { links: 24, thickness: Some(0.08), ..RopeSettings::default() };
    let ends = [[2.0, 5.55], [5.0, 5.55]];
    scene.body_mut(crates[0])?.set_position([2.0, 5.25])?;
    scene.body_mut(crates[1])?.set_position([5.0, 5.2])?;
    build::chain_between_with(scene, crates[0], crates[1], ends[0], ends[1], &settings)
}

fn soft(scene: &mut Scene) -> Result<[SoftBody; 2], Error> {
    let blob = build::blob(scene, [13.5, 1.2], 0.7)?;
    let soft_box = build::soft_box(scene, [16.0, 1.0], 0.7, 0.5)?;
    for (body, top) in [(&blob, 2.8), (&soft_box, 2.4)] {
        let mut mass = 0.0;
        for key in body.bodies() {
            mass += scene.body(key)?.mass();
        }
        let x = body.center(scene)?.x;
        let place = Body::dynamic().position([x, top + 0.5]);
        scene.add(place, [Collider::cuboid(0.6, 0.3).mass(mass)])?;
    }
    Ok([blob, soft_box])
}

/// The scene of the catalogue. The weight on the rope is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(workshop(scene)?.load), driven: None })
}
