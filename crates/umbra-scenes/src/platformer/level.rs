//! The level: a map of cells, drawn in a text file, and all moving bodies and sensors in it.

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::place;

/// The map, the highest row first.
///
/// `#` full, `/` up to the right by 45 degrees, `c` and `d` down to the right by 1 in 2, `a` the
/// first half of a rise, `_` and `"` the lower and the upper half, `[` and `]` the left and the
/// right half, `=` one-way, `<` a belt that runs to the left, `o` a coin, `C` a crate, `P` the
/// player.
const MAP: &str = include_str!("level.txt");
/// The side of a cell.
pub(super) const CELL: Real = 0.5;

/// The speed of the lower storey's belt to the right.
pub(super) const BELT: Real = 2.0;
/// The speed of the upper storey's belt to the left.
const CELL_BELT: Real = 1.5;

/// The radius of the player's capsule.
pub(super) const RADIUS: Real = 0.3;
/// The distance of the capsule's end centres from its middle.
pub(super) const HALF: Real = 0.3;

/// The category of coins and zones, which only the player meets.
const PLAYER: u64 = 2;

/// The kinds of sensors, in their user data.
const COIN: u64 = 1;
const ZONE: u64 = 2;
const GOAL: u64 = 3;
/// The kinds of moving bodies, in their user data. The door has two numbers: closed, or opening.
const LIFT: u64 = 1 << 8;
const FERRY: u64 = 2 << 8;
const CLOSED: u64 = 3 << 8;
const OPEN: u64 = 4 << 8;
const CRATE: u64 = 5 << 8;
/// A bit of the player's user data that identifies it; the rest belongs to the plan.
pub(super) const IS_PLAYER: u64 = 1 << 63;

/// The thickness of the lift and of the ferry.
const THICKNESS: Real = 0.5;
/// The lift: its position, half of its width, and the range of its top.
const LIFT_X: Real = 75.5;
const LIFT_HALF: Real = 1.45;
const LIFT_TOP: [Real; 2] = [1.5, 7.5];
/// The steps that the lift waits below and above, and those that it moves in between.
const LIFT_WAITS: u32 = 120;
const LIFT_TAKES: u32 = 240;
/// The ferry: the middle of its path, its amplitude, half of its width.
const FERRY_X: Real = 64.0;
const FERRY_REACH: Real = 4.75;
const FERRY_HALF: Real = 1.2;
/// The number of steps of the ferry's path there and back.
pub const FERRY_PERIOD: u32 = 480;
/// The door: its closed position, and its displacement when open.
const DOOR: [Real; 2] = [59.25, 2.5];
const DOOR_RISES: Real = 2.0;
/// The displacement of the door in a step.
const DOOR_SPEED: Real = 0.05;

/// The parts of the level that a program may want to know.
#[derive(Clone, Debug)]
pub struct Level {
    /// The player.
    pub player: BodyKey,
    /// The lift.
    pub lift: BodyKey,
    /// The platform that moves back and forth.
    pub ferry: BodyKey,
    /// The door.
    pub door: BodyKey,
    /// The coins that nobody has collected.
    pub coins: Vec<BodyKey>,
    /// The crates, from left to right.
    pub crates: Vec<BodyKey>,
}

/// Fills a scene with the level.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<Level, Error> {
    let ground = scene.add_body(Body::fixed())?;
    let rows: Vec<Vec<char>> = MAP.lines().rev().map(|line| line.chars().collect()).collect();
    let cells = rows.iter().map(|row| row.iter().enumerate().map(|(column, it)| tile(*it, column)));
    scene.add_collider(ground, Collider::tiles(CELL, cells).friction(0.8))?;
    // In a trough of the map, level with it.
    let belt = Collider::cuboid(4.0, 0.25).surface_speed(BELT).friction(0.8);
    scene.add_collider(ground, belt.at([49.0, 1.25]))?;
    let shelf = Collider::cuboid(1.5, 0.1).one_way([0.0, 1.0]).friction(0.8);
    scene.add_collider(ground, shelf.at([53.5, 8.9]))?;
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let at = [CELL * (column as Real + 0.5), CELL * (row as Real + 0.5)];
            object(scene, *cell, at)?;
        }
    }
    let (lift, ferry) = (Body::kinematic().user_data(LIFT), Body::kinematic().user_data(FERRY));
    let plate = |half: Real| Collider::cuboid(half, 0.5 * THICKNESS).friction(0.8);
    let lift = place(scene, lift.pose(lift_at(0)), plate(LIFT_HALF))?;
    place(scene, ferry.pose(ferry_at(0)), plate(FERRY_HALF))?;
    let door = Body::kinematic().position(DOOR).user_data(CLOSED);
    place(scene, door, Collider::cuboid(0.2, 1.0))?;
    place(scene, Body::fixed().position([58.5, 2.5]), sensor(Collider::cuboid(3.5, 1.0), ZONE))?;
    place(scene, Body::fixed().position([2.5, 8.5]), sensor(Collider::cuboid(0.5, 1.0), GOAL))?;
    for _ in 0..3 {
        // Of which the user data are what the player has to remember.
        scene.add_body(Body::fixed().enabled(false))?;
    }
    Level::find(scene).ok_or(Error::NoSuchBody(lift))
}

/// A sensor that detects only the player.
fn sensor(shape: Collider, what: u64) -> Collider {
    let filter = Filter { mask: PLAYER, ..Filter::default() };
    shape.sensor(true).filter(filter).user_data(what)
}

/// The cell of a letter of the map. Cells side by side have different numbers, so that each is a
/// shape of its own.
fn tile(letter: char, column: usize) -> Tile {
    let slope = |rises: Side, ramp: Ramp| Cell::Slope { rises, ramp, ceiling: false };
    let half = |half: Half| Cell::Half { half };
    let cell = match letter {
        '#' => Cell::Full,
        '/' => slope(Side::Right, Ramp::Steep),
        'a' => slope(Side::Right, Ramp::GentleStart),
        'c' => slope(Side::Left, Ramp::GentleEnd),
        'd' => slope(Side::Left, Ramp::GentleStart),
        '_' => half(Half::Bottom),
        '"' => half(Half::Top),
        '[' => half(Half::Left),
        ']' => half(Half::Right),
        '=' => Cell::OneWay,
        '<' => {
            let mut belt = Material::default();
            (belt.friction, belt.surface_speed) = (0.8, -CELL_BELT);
            return Cell::Full.material(belt).user_data(column as u64 % 2);
        }
        _ => Cell::Empty,
    };
    cell.user_data(column as u64 % 2)
}

/// Adds the object of a letter of the map, if it is no cell. Crates and the player stand on the
/// cell below.
fn object(scene: &mut Scene, letter: char, at: [Real; 2]) -> Result<(), Error> {
    let floor = at[1] - 0.5 * CELL;
    match letter {
        'o' => {
            place(scene, Body::fixed().position(at), sensor(Collider::circle(0.2), COIN))?;
        }
        'C' => {
            let body = Body::dynamic().position([at[0], floor + 0.4]).user_data(CRATE);
            place(scene, body, Collider::cuboid(0.4, 0.4).mass(20.0).friction(0.5))?;
        }
        'P' => {
            // What sensors and crates see of the character.
            let body = Body::kinematic().position([at[0], floor + HALF + RADIUS]);
            let body = body.can_sleep(false).user_data(IS_PLAYER);
            let shape = Collider::capsule([0.0, -HALF], [0.0, HALF], RADIUS);
            let filter = Filter { category: PLAYER, ..Filter::default() };
            place(scene, body, shape.friction(0.0).filter(filter))?;
        }
        _ => {}
    }
    Ok(())
}

/// A smooth oscillation from 0 to 1 and back to 0, in one turn, starting and ending without speed.
fn swing(turn: Real) -> Real {
    0.5 - 0.5 * math::rotation(std::f32::consts::TAU * turn).re
}

/// The height of the lift at the end of a step, from 0 to 1.
fn lift_rise(step: u32) -> Real {
    let half = LIFT_WAITS + LIFT_TAKES;
    let (step, is_back) = (step % half, step / half % 2 == 1);
    let way = step.saturating_sub(LIFT_WAITS) as Real / LIFT_TAKES as Real;
    let rise = swing(0.5 * way);
    if is_back { 1.0 - rise } else { rise }
}

/// The pose of the lift at the end of a step.
pub fn lift_at(step: u32) -> Pose {
    let [low, high] = LIFT_TOP;
    pose([LIFT_X, low + (high - low) * lift_rise(step) - 0.5 * THICKNESS], 0.0)
}

/// True if the lift waits at this height, 0 or 1, and will for another second.
pub(super) fn lift_waits(step: u32, rise: u8) -> bool {
    [0, 60].iter().all(|later| (lift_rise(step + later) - Real::from(rise)).abs() < 1e-6)
}

/// The pose of the ferry at the end of a step: it starts at the right end.
pub fn ferry_at(step: u32) -> Pose {
    let way = swing((step % FERRY_PERIOD) as Real / FERRY_PERIOD as Real);
    let x = FERRY_X + FERRY_REACH * (1.0 - 2.0 * way);
    pose([x, LIFT_TOP[1] - 0.5 * THICKNESS], 0.0)
}

impl Level {
    /// Finds all parts of the level in a scene.
    pub fn find(scene: &Scene) -> Option<Self> {
        let mut sorted: [Vec<BodyKey>; 6] = Default::default();
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            if !body.is_enabled() {
                continue;
            }
            let is_coin = || {
                let mut colliders = body.colliders().filter_map(|key| scene.collider(key).ok());
                colliders.any(|it| it.is_sensor() && it.user_data() == COIN)
            };
            let place = match body.user_data() {
                LIFT => 1,
                FERRY => 2,
                CLOSED | OPEN => 3,
                CRATE => 4,
                number if number & IS_PLAYER != 0 => 0,
                _ if is_coin() => 5,
                _ => continue,
            };
            sorted[place].push(body.key());
        }
        let [player, lift, ferry, door, crates, coins] = sorted;
        let (player, lift) = (*player.first()?, *lift.first()?);
        Some(Self { player, lift, ferry: *ferry.first()?, door: *door.first()?, coins, crates })
    }

    /// Reacts to the sensor events of the last step: removes coins that the player touched, and
    /// opens the door while the player is in its zone.
    pub(super) fn listen(&self, scene: &mut Scene) -> Result<(), Error> {
        let mut collected = vec![];
        let mut door = None;
        for event in scene.sensor_events() {
            let what = scene.collider(event.sensor()).map(|it| it.user_data());
            match (event, what) {
                (SensorEvent::Begin { sensor_body, .. }, Ok(COIN)) => {
                    collected.push(*sensor_body);
                }
                (SensorEvent::Begin { .. }, Ok(ZONE)) => door = Some(OPEN),
                (SensorEvent::End { .. }, Ok(ZONE)) => door = Some(CLOSED),
                _ => {}
            }
        }
        for coin in collected {
            scene.remove_body(coin)?;
        }
        if let (Some(told), Ok(mut body)) = (door, scene.body_mut(self.door)) {
            body.set_user_data(told);
        }
        Ok(())
    }

    /// Moves the lift, the ferry and the door to their poses at the end of a step.
    pub(super) fn move_all(&self, scene: &mut Scene, step: u32) -> Result<(), Error> {
        for (key, to) in [(self.lift, lift_at(step)), (self.ferry, ferry_at(step))] {
            if let Ok(mut body) = scene.body_mut(key) {
                body.move_to(to, super::DT)?;
            }
        }
        if let Ok(mut door) = scene.body_mut(self.door) {
            let rises = if door.view().user_data() == OPEN { DOOR_SPEED } else { -DOOR_SPEED };
            let y = (door.view().position().y + rises).clamp(DOOR[1], DOOR[1] + DOOR_RISES);
            door.move_to(pose([DOOR[0], y], 0.0), super::DT)?;
        }
        Ok(())
    }

    /// The opening of the door, from 0 to 1.
    pub fn door_is_open(&self, scene: &Scene) -> Real {
        scene.body(self.door).map_or(0.0, |door| (door.position().y - DOOR[1]) / DOOR_RISES)
    }
}

/// True if a sensor is the goal.
pub(super) fn is_goal(scene: &Scene, sensor: ColliderKey) -> bool {
    scene.collider(sensor).is_ok_and(|it| it.is_sensor() && it.user_data() == GOAL)
}
