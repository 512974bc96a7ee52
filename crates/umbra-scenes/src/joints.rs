//! Every kind of joint at work, each in a cell of its own.

use core::f32::consts::TAU;

use umbra::Error;
use umbra::geom::math::{pose, rotation};
use umbra::prelude::*;

use crate::machines::{gear_wheel, saw_wheel};
use crate::{Roles, place};

/// Half of the width and half of the height of a cell, in metres.
pub const CELL: [Real; 2] = [2.0, 1.75];
/// The number of cells in a row of the picture.
const COLUMNS: u8 = 5;

/// A joint at work.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The kind, as the name of the function of `Joint`.
    pub name: &'static str,
    /// The middle of the cell.
    pub center: Point,
    /// The joint that the cell is about.
    pub joint: JointKey,
    /// A body that moves, and the point of it that draws a trail.
    tracked: (BodyKey, Point),
}

impl Cell {
    /// The position of the tracked point.
    pub fn tracked_point(&self, scene: &Scene) -> Option<Point> {
        scene.body(self.tracked.0).map(|body| body.world_point(self.tracked.1)).ok()
    }

    /// The view of a picture of it.
    pub fn view(&self) -> Aabb {
        let size = Vector::from(CELL);
        Aabb { min: self.center - size, max: self.center + size }
    }
}

type Fill = fn(&mut Site<'_>) -> Result<Filled, Error>;
/// The joint, the driven one, the tracked body and its point.
type Filled = (JointKey, Option<JointKey>, BodyKey, [Real; 2]);

const KINDS: [(&str, Fill); 15] = [
    ("revolute", revolute),
    ("prismatic", prismatic),
    ("wheel", wheel),
    ("groove", groove),
    ("weld", weld),
    ("distance", distance),
    ("rope", rope),
    ("spring", spring),
    ("motor", motor),
    ("target", target),
    ("friction", friction),
    ("gear", gear),
    ("pulley", pulley),
    ("ratchet", ratchet),
    ("filter", filter),
];

/// Fills a scene with a cell for each of the 15 kinds, in rows of five.
///
/// # Errors
/// When there is a mistake here.
pub fn fill(scene: &mut Scene) -> Result<Vec<Cell>, Error> {
    let cell = |(index, (name, fill)): (u8, (&'static str, Fill))| {
        let center = center(index);
        let frame = scene.add_body(Body::fixed().position(center))?;
        let site = &mut Site { scene, frame, center };
        let (joint, driven, body, point) = fill(site)?;
        if let Some(mut driven) = driven.and_then(|key| scene.joint_mut(key).ok()) {
            // `drive` finds it by this.
            driven.set_user_data(u64::from(index) + 1);
        }
        Ok(Cell { name, center, joint, tracked: (body, point.into()) })
    };
    (0..).zip(KINDS).map(cell).collect()
}

/// The name of each cell, and the position of its label.
pub(crate) fn labels() -> impl Iterator<Item = (&'static str, Point)> {
    let below = Vector::new(0.0, -CELL[1]);
    (0..).zip(KINDS).map(move |(index, (name, _))| (name, center(index) + below))
}

/// The middle of a cell.
fn center(index: u8) -> Point {
    let [x, y] = [index % COLUMNS, index / COLUMNS].map(Real::from);
    Point::new(2.2 * CELL[0] * x, -2.3 * CELL[1] * y)
}

/// Moves the driven parts to their positions at a time: the goals of the motor and of the target,
/// the lever of the ratchet.
///
/// # Errors
/// When the scene was not filled by [`fill`].
pub fn drive(scene: &mut Scene, seconds: Real) -> Result<(), Error> {
    let number = |key: &JointKey| {
        let number = scene.joint(*key).ok()?.user_data().checked_sub(1)?;
        Some((*key, u8::try_from(number).ok()?))
    };
    let driven: Vec<_> = scene.joints().filter_map(|key| number(&key)).collect();
    for (key, index) in driven {
        let Ok(mut joint) = scene.joint_mut(key) else { continue };
        let turn = rotation(seconds * TAU / 4.0);
        match joint.view().kind() {
            JointKind::Motor => joint.set_target(pose([-0.8 * turn.re, -0.3], 0.15 * turn.im))?,
            JointKind::Target => {
                joint
                    .set_target_point(center(index) + Vector::new(0.8 * turn.re, 0.8 * turn.im))?;
            }
            _ => joint.set_motor(if seconds % 1.0 < 0.5 { 2.5 } else { -2.5 }, 200.0)?,
        }
    }
    Ok(())
}

/// The scene of the catalogue.
pub(crate) fn fill_roles(scene: &mut Scene) -> Result<Roles, Error> {
    fill(scene).map(|_| Roles::default())
}

/// The script before each step.
pub(crate) fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    drive(scene, (step + 1) as Real / 60.0)
}

/// A cell while it is filled. Positions are relative to its middle.
struct Site<'a> {
    scene: &'a mut Scene,
    frame: BodyKey,
    center: Point,
}

impl Site<'_> {
    fn at(&self, [x, y]: [Real; 2]) -> Point {
        self.center + Vector::new(x, y)
    }

    fn block(&mut self, at: [Real; 2], half: [Real; 2]) -> Result<(), Error> {
        let block = Collider::cuboid(half[0], half[1]).at(at);
        self.scene.add_collider(self.frame, block).map(|_| ())
    }

    fn floor(&mut self) -> Result<(), Error> {
        self.block([0.0, -1.5], [1.8, 0.1])
    }

    fn body(&mut self, at: [Real; 2], collider: Collider) -> Result<BodyKey, Error> {
        place(self.scene, Body::dynamic().position(self.at(at)), collider)
    }
}

fn revolute(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([0.0, 1.2], [0.3, 0.12])?;
    let arm = site.body([0.8, 1.0], Collider::cuboid(0.8, 0.1))?;
    let hinge = Joint::revolute(site.frame, arm, site.at([0.0, 1.0]));
    Ok((site.scene.add_joint(hinge)?, None, arm, [0.8, 0.0]))
}

fn prismatic(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([-1.1, 1.0], [0.2, 0.2])?;
    let cart = site.body([-0.6, 0.6], Collider::cuboid(0.4, 0.25))?;
    let slide = Joint::prismatic(site.frame, cart, site.at([-0.6, 0.6]), [1.0, -0.8]);
    let slide = slide.limits(-0.5, 1.9).spring(0.6, 0.02);
    Ok((site.scene.add_joint(slide)?, None, cart, [0.0, 0.0]))
}

/// A wheel on a spring runs over a cam.
fn wheel(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([0.0, 1.3], [0.5, 0.12])?;
    let cam = Body::kinematic().position(site.at([0.0, -0.95])).angular_velocity(-1.5);
    place(site.scene, cam, Collider::rounded_cuboid(0.6, 0.3, 0.25))?;
    let tyre = site.body([0.0, 0.35], Collider::circle(0.45))?;
    let axle = Joint::wheel(site.frame, tyre, site.at([0.0, 0.35]), [0.0, 1.0]);
    let axle = axle.limits(-0.6, 0.6).spring(2.0, 0.5).motor(2.0, 2.0);
    Ok((site.scene.add_joint(axle)?, None, tyre, [0.0, 0.0]))
}

/// A pendulum whose pin slides.
fn groove(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([-1.5, 1.0], [0.1, 0.2])?;
    site.block([1.5, 1.0], [0.1, 0.2])?;
    let pendulum = site.body([-0.4, 0.0], Collider::capsule([0.0, 0.9], [0.0, -0.6], 0.15))?;
    let [from, to, pin] = [[-1.4, 1.0], [1.4, 1.0], [-0.4, 1.0]].map(|point| site.at(point));
    site.scene.body_mut(pendulum).map_or(Ok(()), |mut body| body.set_velocity([2.0, 0.0]))?;
    let groove = Joint::groove(site.frame, pendulum, from, to, pin);
    Ok((site.scene.add_joint(groove)?, None, pendulum, [0.0, -0.6]))
}

/// A board of four planks that bends under a weight.
fn weld(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([-1.6, 0.0], [0.2, 0.6])?;
    let mut last = site.frame;
    let mut joint = None;
    for x in [-1.1, -0.5, 0.1, 0.7] {
        let plank = site.body([x, 0.2], Collider::cuboid(0.3, 0.08).friction(1.0))?;
        let weld = Joint::weld(last, plank, site.at([x - 0.3, 0.2])).angular_spring(25.0, 0.5);
        joint.get_or_insert(site.scene.add_joint(weld)?);
        last = plank;
    }
    let weight = site.body([0.3, 0.6], Collider::cuboid(0.25, 0.2).friction(1.0))?;
    Ok((joint.unwrap_or_default(), None, weight, [0.0, 0.0]))
}

/// A double pendulum of two rods.
fn distance(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([0.0, 1.0], [0.3, 0.12])?;
    let [upper, lower] = [[0.7, 0.4], [1.3, 0.9]];
    let ball = |site: &mut Site<'_>, at| site.body(at, Collider::circle(0.18));
    let (a, b) = (ball(site, upper)?, ball(site, lower)?);
    let rods = [([0.0, 0.88], site.frame, upper, a), (upper, a, lower, b)];
    let [first, _] = rods.map(|(from, body_a, to, body_b)| {
        site.scene.add_joint(Joint::distance(body_a, body_b, site.at(from), site.at(to)))
    });
    Ok((first?, None, b, [0.0, 0.0]))
}

/// A ball that is thrown until its rope is taut.
fn rope(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([0.0, 1.4], [0.3, 0.12])?;
    let ball = site.body([-0.3, 0.6], Collider::circle(0.22))?;
    site.scene.body_mut(ball).map_or(Ok(()), |mut body| body.set_velocity([3.0, 1.5]))?;
    let [a, b] = [[0.0, 1.28], [-0.3, 0.6]].map(|point| site.at(point));
    Ok((site.scene.add_joint(Joint::rope(site.frame, ball, a, b, 1.8))?, None, ball, [0.0, 0.0]))
}

fn spring(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.block([0.0, 1.5], [0.6, 0.12])?;
    let weight = site.body([0.3, 0.4], Collider::cuboid(0.35, 0.25))?;
    let [a, b] = [[0.0, 1.38], [0.3, 0.65]].map(|point| site.at(point));
    let spring = Joint::spring(site.frame, weight, a, b, 0.7, 0.01);
    Ok((site.scene.add_joint(spring)?, None, weight, [0.0, 0.0]))
}

/// A tray that is moved and tilted, and a crate on it.
fn motor(site: &mut Site<'_>) -> Result<Filled, Error> {
    let tray = site.body([-0.8, -0.3], Collider::cuboid(0.7, 0.1).friction(1.0))?;
    site.body([-0.8, 0.1], Collider::cuboid(0.3, 0.3).density(0.5).friction(1.0))?;
    let motor = Joint::motor(site.frame, tray).target(pose([-0.8, -0.3], 0.0));
    let motor = site.scene.add_joint(motor)?;
    Ok((motor, Some(motor), tray, [0.0, 0.0]))
}

/// A crate that is dragged around by a corner.
fn target(site: &mut Site<'_>) -> Result<Filled, Error> {
    let crate_ = site.body([0.4, -0.3], Collider::cuboid(0.4, 0.3))?;
    let target = Joint::target(crate_, site.at([0.8, 0.0])).spring(5.0, 0.7).max_force(200.0);
    let target = site.scene.add_joint(target)?;
    Ok((target, Some(target), crate_, [0.4, 0.3]))
}

/// A bar on the ground, seen from above.
fn friction(site: &mut Site<'_>) -> Result<Filled, Error> {
    let body = Body::dynamic().position(site.at([-1.2, -0.9])).gravity_scale(0.0);
    let body = body.velocity([2.6, 1.9]).angular_velocity(4.0);
    let bar = place(site.scene, body, Collider::capsule([-0.4, 0.0], [0.4, 0.0], 0.15).mass(1.0))?;
    let friction = Joint::friction(site.frame, bar, site.at([-1.2, -0.9]));
    let friction = friction.max_force(2.0).max_torque(0.2);
    Ok((site.scene.add_joint(friction)?, None, bar, [0.0, 0.0]))
}

/// Wheels of 8 and 16 teeth.
fn gear(site: &mut Site<'_>) -> Result<Filled, Error> {
    const MODULE: Real = 0.125;
    let wheels = [(8, -0.9), (16, 0.6)].map(|(teeth, x)| {
        let wheel = site.body([x, 0.0], gear_wheel(teeth, MODULE)?)?;
        let axle = Joint::revolute(site.frame, wheel, site.at([x, 0.0]));
        Ok::<_, Error>((wheel, site.scene.add_joint(axle)?))
    });
    let [(small, axle), (large, _)] = [wheels[0].clone()?, wheels[1].clone()?];
    let half_a_tooth = TAU / 32.0;
    site.scene.body_mut(large).map_or(Ok(()), |mut body| body.set_angle(half_a_tooth))?;
    if let Ok(mut axle) = site.scene.joint_mut(axle) {
        axle.set_motor(2.0, 50.0)?;
    }
    Ok((site.scene.add_joint(Joint::gear(small, large, 2.0))?, None, large, [1.0, 0.0]))
}

/// Two weights, one a little heavier.
fn pulley(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.floor()?;
    for x in [-0.9, 0.9] {
        let wheel = Collider::circle(0.12).at([x, 1.3]);
        site.scene.add_collider(site.frame, wheel)?;
    }
    let light = site.body([-0.9, -0.9], Collider::cuboid(0.3, 0.3).mass(1.0))?;
    let heavy = site.body([0.9, 0.4], Collider::cuboid(0.33, 0.33).mass(1.04))?;
    let [ground_a, ground_b, a, b] =
        [[-0.9, 1.3], [0.9, 1.3], [-0.9, -0.6], [0.9, 0.73]].map(|point| site.at(point));
    let pulley = Joint::pulley(light, heavy, ground_a, ground_b, a, b, 1.0);
    Ok((site.scene.add_joint(pulley)?, None, heavy, [0.33, 0.0]))
}

/// A lever that rocks advances a wheel, like a spanner: one ratchet drives the wheel, another one
/// holds it.
fn ratchet(site: &mut Site<'_>) -> Result<Filled, Error> {
    let step = TAU / 16.0;
    let wheel = site.body([0.0, 0.0], saw_wheel(16, 0.9)?)?;
    let body = Body::dynamic().position(site.at([0.0, 0.0])).angle(-0.6);
    let lever = place(site.scene, body, Collider::cuboid(0.8, 0.1).at([0.8, 0.0]))?;
    let axle = site.at([0.0, 0.0]);
    site.scene.add_joint(Joint::revolute(site.frame, wheel, axle))?;
    let motor = site.scene.add_joint(Joint::revolute(site.frame, lever, axle).motor(2.5, 200.0))?;
    site.scene.add_joint(Joint::ratchet(lever, wheel, 0.0, step))?;
    let keeper = site.scene.add_joint(Joint::ratchet(site.frame, wheel, 0.0, step))?;
    Ok((keeper, Some(motor), wheel, [-0.9, 0.0]))
}

/// Two crates that do not collide, and a third that collides with both.
fn filter(site: &mut Site<'_>) -> Result<Filled, Error> {
    site.floor()?;
    let a = site.body([-0.25, -0.6], Collider::cuboid(0.6, 0.4))?;
    let b = site.body([0.45, 0.3], Collider::cuboid(0.5, 0.5))?;
    let ball = site.body([0.1, 1.2], Collider::circle(0.3))?;
    Ok((site.scene.add_joint(Joint::filter(a, b))?, None, ball, [0.0, 0.0]))
}
