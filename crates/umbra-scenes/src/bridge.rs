//! A bridge of planks, and a truck that drives over it.

use umbra::Error;
use umbra::geom::math::direction;
use umbra::prelude::*;

use crate::Roles;

/// The number of planks.
const PLANKS: u16 = 30;
/// The mass of a plank; the truck is twenty times as heavy.
const PLANK: Real = 10.0;
/// The sag of the middle.
const BOW: Real = 1.5;

/// The parts that a program may want to watch.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The joints between planks and banks, from left to right.
    pub joints: Vec<JointKey>,
    /// The chassis of the truck.
    pub truck: BodyKey,
}

/// Fills a scene with the bridge and the truck. A joint of the bridge breaks at `break_force`, if
/// there is one.
///
/// # Errors
/// When the force is refused.
pub fn build(scene: &mut Scene, break_force: Option<Real>) -> Result<Bridge, Error> {
    Ok(Bridge { joints: bridge(scene, break_force)?, truck: truck(scene)? })
}

/// The scene of the catalogue. The truck is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(build(scene, None)?.truck), driven: None })
}

/// Planks from one bank to the other, in a bow.
fn bridge(scene: &mut Scene, break_force: Option<Real>) -> Result<Vec<JointKey>, Error> {
    let half = 0.5 * Real::from(PLANKS);
    let mut banks = vec![];
    for x in [-half - 4.0, half + 4.0] {
        let bank = scene.add_body(Body::fixed().position([x, -4.0]))?;
        scene.add_collider(bank, Collider::cuboid(4.0, 4.0))?;
        banks.push(bank);
    }
    let at = |i: u16| {
        let x = Real::from(i) - half;
        Point::new(x, -0.1 - BOW * (1.0 - (x / half) * (x / half)))
    };
    let (mut before, mut joints) = (banks[0], vec![]);
    for i in 0..=PLANKS {
        let next = if i == PLANKS {
            banks[1]
        } else {
            let (start, along) = (at(i), at(i + 1) - at(i));
            // Neighbours are a metre apart, so there is a direction.
            let (unit, length) = direction(along).unwrap_or((Vector::x(), 1.0));
            let middle = start + along * 0.5;
            let plank = scene.add_body(Body::dynamic().pose(turned(middle, unit)))?;
            scene.add_collider(plank, Collider::cuboid(0.5 * length, 0.1).mass(PLANK))?;
            plank
        };
        let joint = Joint::revolute(before, next, at(i));
        let joint = match break_force {
            Some(force) => joint.break_force(force),
            None => joint,
        };
        joints.push(scene.add_joint(joint)?);
        before = next;
    }
    Ok(joints)
}

/// The pose at a point whose x axis has the direction of a unit vector. Without trigonometry: the
/// same bits on every platform.
pub(crate) fn turned(at: Point, unit: Vector) -> Pose {
    let turn = Rotation::from_cos_sin_unchecked(unit.x, unit.y);
    Pose::from_parts(at.into(), turn)
}

/// A chassis on two driven wheels, twenty times as heavy as a plank.
fn truck(scene: &mut Scene) -> Result<BodyKey, Error> {
    let chassis = scene.add_body(Body::dynamic().position([-18.0, 0.95]))?;
    scene.add_collider(chassis, Collider::rounded_cuboid(1.4, 0.25, 0.1).mass(16.0 * PLANK))?;
    for x in [-19.0, -17.0] {
        let wheel = scene.add_body(Body::dynamic().position([x, 0.4]))?;
        scene.add_collider(wheel, Collider::circle(0.4).mass(2.0 * PLANK).friction(1.2))?;
        let axle = Joint::wheel(chassis, wheel, [x, 0.4], [0.0, 1.0]);
        scene.add_joint(axle.spring(4.0, 0.7).motor(-8.0, 40.0 * PLANK))?;
    }
    Ok(chassis)
}
