//! A pinball table of real size: plunger, bumpers, slingshots, lanes, targets, two flippers, three
//! balls, and a scripted player.
//!
//! Everything is found by its user data, and the score is kept in that of the table: a copy of the
//! scene continues the same game.

use core::f32::consts::PI;

use umbra::Error;
use umbra::geom::math::{direction, rotation};
use umbra::prelude::*;

use crate::flippers::{BALL_RADIUS, Flipper, GRAVITY, UNIT, ball};
use crate::{Button, Controls, Roles, place, respawn};

/// The kinds of colliders, as their user data.
const TABLE: u64 = 1;
const BALL: u64 = 2;
const BUMPER: u64 = 3;
const SLINGSHOT: u64 = 4;
const LANE: u64 = 5;
const TARGET: u64 = 6;
const DRAIN: u64 = 7;
/// The kinds of joints.
const LEFT: u64 = 1;
const RIGHT: u64 = 2;
const PLUNGER: u64 = 3;

/// The number of balls in a game.
const BALLS: u64 = 3;
/// The middle between the flippers, which is off centre because of the plunger's lane at the right.
const MIDDLE: Real = -0.025;
/// The distance from the middle to the side walls of the field.
const HALF: Real = 0.235;
/// The wall between the field and the lane of the plunger.
const LANE_WALL: Real = 0.214;
/// The positions of the flippers' pivots, left and right of the middle.
const PIVOT: [Real; 2] = [0.105, -0.37];
/// The position at which a ball waits for the plunger.
const START: [Real; 2] = [0.238, -0.42 + BALL_RADIUS];
/// The speed at which bumpers and slingshots kick the ball away.
const KICK: Real = 1.2;

/// The view of the table in a window or a picture.
pub const VIEW: Aabb = Aabb { min: Point::new(-0.3, -0.53), max: Point::new(0.3, 0.54) };

/// The score of a game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The points.
    pub points: u64,
    /// The number of lost balls.
    pub lost: u64,
}

impl Score {
    /// The score of a scene: zero if there is no table.
    pub fn read(scene: &Scene) -> Self {
        let data =
            table(scene).and_then(|key| scene.body(key).ok()).map_or(0, |body| body.user_data());
        Self { points: data / 16, lost: data % 16 }
    }

    /// True if all balls are lost.
    pub fn is_over(&self) -> bool {
        self.lost >= BALLS
    }

    fn keep(&self, scene: &mut Scene) {
        if let Some(mut table) = table(scene).and_then(|key| scene.body_mut(key).ok()) {
            table.set_user_data(16 * self.points + self.lost);
        }
    }
}

/// The body of a collider of this kind.
fn body_of(scene: &Scene, kind: u64) -> Option<BodyKey> {
    let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
    colliders.filter(|it| it.user_data() == kind).map(|it| it.body()).next()
}

fn table(scene: &Scene) -> Option<BodyKey> {
    body_of(scene, TABLE)
}

/// Fills a scene with the table, and returns the ball.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<BodyKey, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -GRAVITY);
    scene.config_mut().length_unit = UNIT;
    let table = scene.add_body(Body::fixed())?;
    walls(scene, table)?;
    toys(scene, table)?;
    for (side, name) in [(1.0, LEFT), (-1.0, RIGHT)] {
        let pivot = Point::new(MIDDLE - side * PIVOT[0], PIVOT[1]);
        let (_, hinge) = Flipper::new(side).add(scene, table, pivot)?;
        if let Ok(mut hinge) = scene.joint_mut(hinge) {
            hinge.set_user_data(name);
        }
    }
    plunger(scene, table)?;
    let (body, shape) = ball(1.0);
    place(scene, body.position(START), shape.hit_events(true).user_data(BALL))
}

/// The scene of the catalogue. The ball is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(build(scene)?), driven: None })
}

/// The walls around the field, and the guides of the ball.
fn walls(scene: &mut Scene, table: BodyKey) -> Result<(), Error> {
    let mut outline = vec![Point::new(-0.26, -0.5)];
    outline.extend((0..=24_u8).map(|i| {
        let turn = rotation(PI * (1.0 - Real::from(i) / 24.0));
        Point::new(0.26 * turn.re, 0.26 + 0.26 * turn.im)
    }));
    outline.push(Point::new(0.26, -0.5));
    let smooth = |shape: Collider| shape.friction(0.1).restitution(0.3).user_data(TABLE);
    scene.add_collider(table, smooth(Collider::chain(outline)))?;
    let mut bar = |a: [Real; 2], b: [Real; 2]| {
        scene.add_collider(table, smooth(Collider::capsule(a, b, 0.004)))
    };
    bar([LANE_WALL, -0.5], [LANE_WALL, 0.2])?;
    for side in [-1.0, 1.0] {
        let at = |x: Real, y: Real| [MIDDLE + side * x, y];
        // From the outlane down to the pivot.
        bar(at(0.19, -0.22), at(0.19, -0.322))?;
        bar(at(0.19, -0.322), at(PIVOT[0] + 0.016, PIVOT[1] + 0.014))?;
        for x in [0.03, 0.09] {
            bar(at(x, 0.31), at(x, 0.36))?;
        }
    }
    // What goes round the arch falls into the lanes, and what comes down the sides has to bounce to be lost.
    bar([-0.11, 0.49], [-0.09, 0.44])?;
    for side in [-1.0, 1.0] {
        let points = [[HALF, -0.06], [HALF - 0.03, -0.13], [HALF, -0.15]];
        let points = points.map(|[x, y]| [MIDDLE + side * x, y]);
        scene.add_collider(table, smooth(Collider::polygon(points)))?;
    }
    // A gate, over which a ball leaves the lane and does not come back. It slopes towards the field.
    let gate = [[LANE_WALL, 0.2], [0.26, 0.235], [0.26, 0.231], [LANE_WALL, 0.196]];
    scene.add_collider(table, smooth(Collider::polygon(gate).one_way([-0.6, 0.8])))?;
    Ok(())
}

/// The parts that give points.
fn toys(scene: &mut Scene, table: BodyKey) -> Result<(), Error> {
    for (x, y) in [(-0.09, 0.17), (0.07, 0.18), (-0.01, 0.06)] {
        let bumper = Collider::circle(0.028).restitution(0.5).user_data(BUMPER);
        place(scene, Body::fixed().position([MIDDLE + x, y]), bumper)?;
    }
    for side in [-1.0, 1.0] {
        let points = [[0.145, -0.19], [0.145, -0.27], [0.1, -0.3]];
        let points = points.map(|[x, y]| [MIDDLE + side * x, y]);
        let slingshot = Collider::rounded_polygon(points, 0.006).restitution(0.5);
        scene.add_collider(table, slingshot.user_data(SLINGSHOT))?;
        let target = Collider::cuboid(0.006, 0.03).sensor(true).user_data(TARGET);
        let x = MIDDLE + side * (HALF - 0.006);
        place(scene, Body::fixed().position([x, -0.03]), target)?;
    }
    for x in [-0.06, 0.0, 0.06] {
        let lane = Collider::cuboid(0.02, 0.003).sensor(true).user_data(LANE);
        place(scene, Body::fixed().position([MIDDLE + x, 0.335]), lane)?;
    }
    let drain = Collider::cuboid(HALF, 0.01).sensor(true).user_data(DRAIN);
    place(scene, Body::fixed().position([MIDDLE, -0.49]), drain)?;
    Ok(())
}

/// A rod on a spring, which a motor pulls back.
fn plunger(scene: &mut Scene, table: BodyKey) -> Result<(), Error> {
    let rod = Body::dynamic().position([START[0], -0.445]);
    let rod = place(scene, rod, Collider::cuboid(0.014, 0.025).mass(0.3))?;
    let slide = Joint::prismatic(table, rod, [START[0], -0.445], [0.0, 1.0]);
    scene.add_joint(slide.limits(-0.06, 0.0).spring(10.0, 0.1).user_data(PLUNGER))?;
    Ok(())
}

/// Applies the rules of the game and the actions of the scripted player, before each step.
///
/// # Errors
/// When there is a mistake here.
pub fn play(scene: &mut Scene, step: u32) -> Result<(), Error> {
    match judge(scene)? {
        Some(ball) => work(scene, ball, step),
        None => Ok(()),
    }
}

/// Applies the rules of the game and the player's controls, before each step: left and right for
/// the flippers, down for the plunger. When all balls are lost, any button starts another game.
///
/// # Errors
/// When there is a mistake here.
pub fn play_by_hand(scene: &mut Scene, controls: Controls) -> Result<(), Error> {
    if judge(scene)?.is_none() {
        let Some(ball) = body_of(scene, BALL).filter(|_| controls != Controls::default()) else {
            return Ok(());
        };
        Score::default().keep(scene);
        respawn(scene, ball, Pose::from_parts(START.into(), Rotation::identity()))?;
    }
    for (key, name) in parts(scene) {
        match name {
            PLUNGER => {
                let Ok(mut plunger) = scene.joint_mut(key) else { continue };
                if controls.is_down(Button::Down) {
                    plunger.set_motor(-0.1, 100.0)?;
                } else {
                    plunger.remove_motor();
                }
            }
            LEFT => {
                let raised = controls.is_down(Button::Left);
                Flipper::new(1.0).set_raised(scene, key, raised)?;
            }
            RIGHT => {
                let raised = controls.is_down(Button::Right);
                Flipper::new(-1.0).set_raised(scene, key, raised)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The joints and their kinds.
fn parts(scene: &Scene) -> Vec<(JointKey, u64)> {
    scene.joints().filter_map(|key| Some((key, scene.joint(key).ok()?.user_data()))).collect()
}

/// Applies the rules of the game. Returns the ball, if there is one left.
fn judge(scene: &mut Scene) -> Result<Option<BodyKey>, Error> {
    let before = Score::read(scene);
    let Some(ball) = body_of(scene, BALL).filter(|_| !before.is_over()) else { return Ok(None) };
    let mut score = before;
    kick(scene, ball, &mut score)?;
    for event in scene.sensor_events() {
        let SensorEvent::Begin { sensor, visitor_body, .. } = event else { continue };
        let kind = scene.collider(*sensor).map_or(0, |sensor| sensor.user_data());
        match kind {
            _ if *visitor_body != ball => {}
            LANE => score.points += 500,
            TARGET => score.points += 250,
            DRAIN => score.lost += 1,
            _ => {}
        }
    }
    score.keep(scene);
    if score.lost > before.lost {
        let start = Pose::from_parts(START.into(), Rotation::identity());
        respawn(scene, ball, start)?;
    }
    if score.is_over() {
        if let Ok(mut ball) = scene.body_mut(ball) {
            ball.set_enabled(false)?;
        }
        return Ok(None);
    }
    Ok(Some(ball))
}

/// Kicks a ball away from bumpers and slingshots that it hits.
fn kick(scene: &mut Scene, ball: BodyKey, score: &mut Score) -> Result<(), Error> {
    let mut kicks = Vector::zeros();
    for event in scene.contact_events() {
        let ContactEvent::Hit { bodies, colliders, normal, .. } = event else { continue };
        let other = if bodies[0] == ball { 1 } else { 0 };
        let away = if other == 0 { *normal } else { -*normal };
        match scene.collider(colliders[other]).map_or(0, |toy| toy.user_data()) {
            BUMPER => score.points += 100,
            SLINGSHOT => score.points += 10,
            _ => continue,
        }
        kicks += away;
    }
    if let (Some((away, _)), Ok(mut ball)) = (direction(kicks), scene.body_mut(ball)) {
        let mass = ball.view().mass();
        ball.apply_impulse(away * (KICK * mass))?;
    }
    Ok(())
}

/// The scripted player: works the plunger and the flippers, and nudges a ball that lies still.
fn work(scene: &mut Scene, ball: BodyKey, step: u32) -> Result<(), Error> {
    let Ok(body) = scene.body(ball) else { return Ok(()) };
    let (at, velocity) = (body.position(), body.velocity());
    let is_waiting = at.x > LANE_WALL && at.y < -0.3;
    for (key, name) in parts(scene) {
        match name {
            PLUNGER => {
                let Ok(mut plunger) = scene.joint_mut(key) else { continue };
                if is_waiting && step % 90 < 60 {
                    plunger.set_motor(-0.1, 100.0)?;
                } else {
                    plunger.remove_motor();
                }
            }
            LEFT | RIGHT => {
                let side = if name == LEFT { 1.0 } else { -1.0 };
                // How far the ball is along the flipper, from its pivot.
                let along = side * (at.x - MIDDLE) + PIVOT[0];
                let above = at.y - PIVOT[1];
                let is_near = (0.02..0.09).contains(&along) && (-0.06..0.03).contains(&above);
                let raised = is_near && velocity.y < 0.5;
                Flipper::new(side).set_raised(scene, key, raised)?;
            }
            _ => {}
        }
    }
    if step.is_multiple_of(120)
        && !is_waiting
        && velocity.norm() < 0.02
        && let Ok(mut ball) = scene.body_mut(ball)
    {
        let mass = ball.view().mass();
        ball.apply_impulse(Vector::new(0.2, 0.4) * mass)?;
    }
    Ok(())
}

/// The script before each step.
pub(crate) fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    play(scene, step)
}
