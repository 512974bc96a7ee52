//! A shooting range, and single shots at a wall, at targets, at a rotating bar, at one another,
//! through a screen and past a sensor.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::flippers::Dice;
use crate::{Roles, place, respawn};

const DT: Real = 1.0 / 60.0;
/// The slowest and the fastest shot, in metres per second.
const SPEEDS: [Real; 2] = [100.0, 400.0];

/// The target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A fixed wall of 5 cm.
    Wall,
    /// A wall of 5 cm that moves at up to 5 m/s and rotates at up to 3 radians per second.
    MovingWall,
    /// A bar of 3 m by 5 cm that rotates at up to 60 radians per second.
    TurningBar,
    /// A crate of 60 cm that flies at up to 20 m/s.
    Crate,
    /// Another shot, from any direction.
    Shot,
    /// A one-way screen, from the solid side.
    ClosedScreen,
    /// A one-way screen, from the open side.
    OpenScreen,
    /// A sensor of 1 cm.
    Sensor,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 8] = [
        Self::Wall,
        Self::MovingWall,
        Self::TurningBar,
        Self::Crate,
        Self::Shot,
        Self::ClosedScreen,
        Self::OpenScreen,
        Self::Sensor,
    ];

    /// A description, with the expected result of a shot.
    pub fn about(self) -> &'static str {
        match self {
            Self::Wall => "a fixed wall of 5 cm holds",
            Self::MovingWall => "a moving wall of 5 cm holds",
            Self::TurningBar => "a turning bar is hit",
            Self::Crate => "a flying crate is hit",
            Self::Shot => "two shots hit one another",
            Self::ClosedScreen => "a one-way screen holds",
            Self::OpenScreen => "a one-way screen lets pass",
            Self::Sensor => "a sensor of 1 cm counts once",
        }
    }

    /// True if no shot may fail with this setting.
    pub fn is_certain(self, setting: &Setting) -> bool {
        match self {
            Self::OpenScreen | Self::Sensor => true,
            Self::Crate | Self::Shot => {
                setting.continuous == Continuous::All
                    || setting.continuous == Continuous::Fixed && setting.bullets
            }
            _ => setting.continuous != Continuous::Off,
        }
    }
}

/// A setting against tunnelling of shots.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name of the setting.
    pub name: &'static str,
    /// The setting of the scene.
    pub continuous: Continuous,
    /// True if shots are bullets.
    pub bullets: bool,
}

/// All settings that differ.
pub static SETTINGS: [Setting; 4] = [
    Setting { name: "Off", continuous: Continuous::Off, bullets: true },
    Setting { name: "Fixed", continuous: Continuous::Fixed, bullets: false },
    Setting { name: "Fixed, bullets", continuous: Continuous::Fixed, bullets: true },
    Setting { name: "All", continuous: Continuous::All, bullets: false },
];

/// The number of failures among the shots with these numbers.
///
/// # Errors
/// When there is a mistake here.
pub fn failures(
    mark: Mark,
    setting: &Setting,
    numbers: impl IntoIterator<Item = u32>,
) -> Result<u32, Error> {
    let mut failed = 0;
    for number in numbers {
        failed += u32::from(!shoot(mark, setting, number)?);
    }
    Ok(failed)
}

/// One of five shapes, from 4 to 16 cm long.
fn shape(dice: &mut Dice) -> Collider {
    let size = dice.between(0.02, 0.08);
    match dice.below(5) {
        0 => Collider::circle(size),
        1 => Collider::cuboid(size, 0.6 * size),
        2 => Collider::capsule([-0.6 * size, 0.0], [0.6 * size, 0.0], 0.4 * size),
        3 => {
            Collider::polygon([[size, 0.0], [-0.5 * size, 0.7 * size], [-0.5 * size, -0.7 * size]])
        }
        _ => Collider::rounded_cuboid(0.6 * size, 0.5 * size, 0.2 * size),
    }
}

/// A shot that would be at `to` after `time`, if nothing stopped it.
fn shot(dice: &mut Dice, setting: &Setting, to: Vector, angle: Real, time: Real) -> Body {
    let velocity = rotation(angle) * Vector::new(dice.between(SPEEDS[0], SPEEDS[1]), 0.0);
    let body = Body::dynamic().position(Point::from(to - velocity * time)).velocity(velocity);
    let turned = body.angle(dice.between(-3.0, 3.0));
    turned.angular_velocity(dice.between(-60.0, 60.0)).bullet(setting.bullets)
}

/// Shoots once. Everything about the shot follows from its number. Returns true if it had the
/// expected result.
fn shoot(mark: Mark, setting: &Setting, number: u32) -> Result<bool, Error> {
    let mut dice = Dice::new(u64::from(number));
    let continuous = setting.continuous;
    let config = SceneConfig { gravity: Vector::zeros(), continuous, ..SceneConfig::default() };
    let mut scene = Scene::new(config)?;
    // They meet after one to three steps, and when half of one has gone.
    let time = dice.between(1.5, 3.5) * DT;
    let mut to = Vector::new(0.0, dice.between(-3.0, 3.0));
    let mut angle = dice.between(-0.7, 0.7);
    let (body, other) = match mark {
        Mark::Wall => (Body::fixed(), Collider::cuboid(0.025, 8.0).restitution(0.3)),
        Mark::ClosedScreen => (Body::fixed(), Collider::cuboid(0.025, 8.0).one_way([-1.0, 0.0])),
        Mark::OpenScreen => (Body::fixed(), Collider::cuboid(0.025, 8.0).one_way([1.0, 0.0])),
        Mark::Sensor => (Body::fixed(), Collider::cuboid(0.005, 8.0).sensor(true)),
        Mark::MovingWall => {
            let velocity = Vector::new(dice.between(-5.0, 5.0), dice.between(-5.0, 5.0));
            let turn = dice.between(-3.0, 3.0);
            let body = Body::kinematic().position(Point::from(-velocity * time));
            let body = body.velocity(velocity).angle(-turn * time).angular_velocity(turn);
            (body, Collider::cuboid(0.025, 8.0))
        }
        Mark::TurningBar => {
            let turn = dice.between(-60.0, 60.0);
            let then = dice.between(-3.0, 3.0);
            to = rotation(then) * Vector::new(dice.between(-1.4, 1.4), 0.0);
            angle = dice.between(-3.0, 3.0);
            // Far enough away at first, also when the shot is slow.
            let body = Body::kinematic().angle(then - turn * 3.0 * time).angular_velocity(turn);
            (body, Collider::cuboid(1.5, 0.025))
        }
        Mark::Crate => {
            let velocity = rotation(dice.between(-3.0, 3.0)) * Vector::new(20.0, 0.0);
            let velocity = velocity * dice.between(0.0, 1.0);
            to = Vector::new(dice.between(-0.2, 0.2), dice.between(-0.2, 0.2));
            let body = Body::dynamic().position(Point::from(-velocity * time)).velocity(velocity);
            (body, Collider::cuboid(0.3, 0.3).density(0.5))
        }
        Mark::Shot => {
            to = Vector::zeros();
            let from = angle + dice.between(0.8, 5.4);
            (shot(&mut dice, setting, to, from, time), shape(&mut dice))
        }
    };
    let time = if mark == Mark::TurningBar { 3.0 * time } else { time };
    let other = place(&mut scene, body, other)?;
    let body = shot(&mut dice, setting, to, angle, time);
    let key = place(&mut scene, body, shape(&mut dice))?;
    let before = scene.body(key).map_or(Vector::zeros(), |body| body.velocity());
    let (mut begins, mut ends, mut behind) = (0, 0, false);
    for _ in 0..(time / DT) as u32 + 3 {
        scene.step(DT)?;
        for event in scene.sensor_events() {
            match event {
                SensorEvent::Begin { .. } => begins += 1,
                SensorEvent::End { .. } => ends += 1,
            }
        }
        if let (Ok(body), Ok(wall)) = (scene.body(key), scene.body(other)) {
            let seen = wall.local_point(body.center_of_mass());
            // Around its ends a shot may go, after it bounced.
            behind |= seen.x > 0.0 && seen.y.abs() < 7.0;
        }
    }
    let after = scene.body(key).map_or(Vector::zeros(), |body| body.velocity());
    let changed = (after - before).norm() > 1e-3 * before.norm();
    Ok(match mark {
        Mark::Wall | Mark::MovingWall | Mark::ClosedScreen => !behind,
        Mark::TurningBar | Mark::Crate | Mark::Shot => changed,
        Mark::OpenScreen => behind && !changed,
        Mark::Sensor => behind && begins == 1 && ends == 1,
    })
}

/// The number of shots of the range; each is shot again and again.
const SHOTS: u32 = 24;
/// The number of steps between shots.
const EVERY: u32 = 5;
/// The user data of shots, and of the sensor that counts them.
const SHOT: u64 = 1;
const COUNTER: u64 = 1000;
/// The x coordinates from which shots come, and of the last wall.
const MUZZLE: Real = -9.0;
const LAST_WALL: Real = 9.0;

/// The view of the range in a window or a picture.
pub const VIEW: Aabb = Aabb { min: Point::new(-10.0, -0.8), max: Point::new(10.5, 6.5) };

/// The parts that a program may want to know.
#[derive(Clone, Debug)]
pub struct Range {
    /// The shots: they are disabled until they are shot.
    pub shots: Vec<BodyKey>,
    /// The sensor that counts them.
    pub counter: BodyKey,
}

impl Range {
    /// True if a shot passed the last wall.
    pub fn any_passed(&self, scene: &Scene) -> bool {
        let shots = self.shots.iter().filter_map(|key| scene.body(*key).ok());
        shots.filter(BodyRef::is_enabled).any(|shot| shot.position().x > LAST_WALL)
    }
}

/// Fills a scene with a range: a counter, a one-way screen, a rotating bar, hanging plates, a thin
/// wall.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Range, Error> {
    let ground = scene.add_body(Body::fixed())?;
    scene.add_collider(ground, Collider::cuboid(12.0, 0.25).at([0.0, -0.25]))?;
    let wall = Collider::cuboid(0.025, 3.0).at([LAST_WALL, 3.0]);
    scene.add_collider(ground, wall.restitution(0.2))?;
    let roof = Collider::cuboid(9.5, 0.025).at([-0.5, 6.0]);
    scene.add_collider(ground, roof)?;
    let screen = Collider::cuboid(0.025, 1.4).at([-5.0, 4.5]);
    scene.add_collider(ground, screen.one_way([1.0, 0.0]))?;
    let counter = Collider::cuboid(0.005, 3.0).sensor(true).user_data(COUNTER);
    let counter = place(scene, Body::fixed().position([MUZZLE + 1.0, 3.0]), counter)?;
    let bar = Body::kinematic().position([-2.0, 3.0]).angular_velocity(9.0);
    place(scene, bar, Collider::cuboid(0.9, 0.025))?;
    for (x, y) in [(1.5, 4.9), (3.0, 4.0), (4.5, 4.9), (6.0, 4.0), (7.5, 4.9)] {
        let plate = Body::dynamic().position([x, y - 0.5]);
        let plate = place(scene, plate, Collider::cuboid(0.04, 0.4).density(40.0))?;
        scene.add_joint(Joint::revolute(ground, plate, [x, y]))?;
    }
    for row in 0..5_u8 {
        let crate_ = Body::dynamic().position([5.0, 0.3 + 0.6 * Real::from(row)]);
        place(scene, crate_, Collider::cuboid(0.3, 0.3).density(2.0))?;
    }
    let mut shots = vec![];
    for number in 0..SHOTS {
        let mut dice = Dice::new(u64::from(number));
        let body = Body::dynamic().position(muzzle(number).0).bullet(true).enabled(false);
        let body = body.user_data(SHOT + u64::from(number));
        shots.push(place(scene, body, shape(&mut dice).density(4.0).restitution(0.3))?);
    }
    Ok(Range { shots, counter })
}

/// The start of a shot, and its velocity.
fn muzzle(number: u32) -> (Point, Vector) {
    let mut dice = Dice::new(1000 + u64::from(number));
    let at = Point::new(MUZZLE, dice.between(0.8, 5.4));
    (at, Vector::new(dice.between(SPEEDS[0], SPEEDS[1]), 0.0))
}

/// Shoots if it is time to, and returns the shot.
///
/// # Errors
/// When there is no room for the shot.
pub fn fire(scene: &mut Scene, step: u32) -> Result<Option<BodyKey>, Error> {
    if !step.is_multiple_of(EVERY) {
        return Ok(None);
    }
    let number = step / EVERY % SHOTS;
    let is_next = |key: &BodyKey| {
        let data = scene.body(*key).map(|body| body.user_data());
        data == Ok(SHOT + u64::from(number))
    };
    let Some(key) = scene.bodies().find(is_next) else { return Ok(None) };
    let (at, velocity) = muzzle(step / EVERY);
    respawn(scene, key, Pose::from_parts(at.coords.into(), Rotation::identity()))?;
    if let Ok(mut body) = scene.body_mut(key) {
        body.set_velocity(velocity)?;
    }
    Ok(Some(key))
}

/// The scene of the catalogue.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    build(scene)?;
    Ok(Roles::default())
}

/// The script before each step.
pub(crate) fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    fire(scene, step).map(|_| ())
}
