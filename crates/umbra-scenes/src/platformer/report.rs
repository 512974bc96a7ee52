//! Plays the level and measures the player.

use std::collections::BTreeMap;

use umbra::Error;
use umbra::character::Ground;
use umbra::prelude::*;

use super::level::{CELL, FERRY_PERIOD, HALF, Level, RADIUS};
use super::plan::{Memory, has_reached_the_goal};
use super::player::find_ground;
use super::{DT, STEPS, script};
use crate::verdict::Verdict;
use crate::{Roles, find};

/// The number of steps in one state before the player is measured.
const SETTLED: u32 = 15;
/// The same for belts, where friction alone stops the player: it takes a third of a second.
const ON_BELT: u32 = 30;
/// The same for running over flat ground.
const RUNNING: u32 = 5;

/// The measurements of a play of the level, in metres and seconds.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The step that brought the player to the goal.
    pub goal: Option<u32>,
    /// The hash of the state after that step.
    pub hash: u64,
    /// The positions of the player after each step.
    pub trail: Vec<Point>,
    /// The number of coins, and of those left.
    pub coins: [usize; 2],
    /// The numbers of sensor events that began and ended, and of those out of order.
    pub sensors: [u32; 3],
    /// The number of seams between cells of flat ground that the player ran over.
    pub seams: u32,
    /// The greatest vertical speed there.
    pub hop: Real,
    /// The height of the player's ride on the lift.
    pub ride: Option<Span>,
    /// The change of the gap between the player and the lift.
    pub dip: Option<Span>,
    /// The number of steps that the player stood on the ferry, and its position on it.
    pub ferry: (u32, Option<Span>),
    /// For the belt of a box and the one of cells: the number of steps that the player stood there,
    /// and its speed minus that of the belt.
    pub belts: [(u32, Option<Span>); 2],
    /// The numbers of one-way cells and shelves that the player landed on from below, and fell
    /// through.
    pub platforms: [u32; 2],
    /// The numbers of steps that the player ran up and down: slopes of 45 degrees, then of 1 in 2.
    pub slopes: [[u32; 2]; 2],
    /// The greatest distance that it slid while standing on a slope.
    pub slide: Real,
    /// The number of steps without ground while it ran, and the greatest distance to the ground
    /// below.
    pub lost: (u32, Real),
    /// The least distance by which a crate was pushed.
    pub pushed: Real,
    /// The greatest opening of the door before the player came to it, and the opening when it
    /// passed.
    pub door: [Real; 2],
}

/// The least and the greatest value of something.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The least.
    pub least: Real,
    /// The greatest.
    pub most: Real,
}

impl Span {
    /// The difference of the two.
    pub fn width(self) -> Real {
        self.most - self.least
    }

    /// The greater of the two absolute values.
    pub fn magnitude(self) -> Real {
        self.most.max(-self.least)
    }
}

fn widen(span: &mut Option<Span>, value: Real) {
    let old = span.unwrap_or(Span { least: value, most: value });
    *span = Some(Span { least: old.least.min(value), most: old.most.max(value) });
}

/// The state of the player in the step before, and its duration.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    body: Option<BodyKey>,
    normal: Vector,
    belt: Real,
    idle: bool,
    steps: u32,
    column: i32,
    at: Point,
    /// The position at which it came to rest on this ground.
    rest: Point,
    /// The height at which it last stood, and true if on a platform.
    stood: Option<(Real, bool)>,
}

/// Plays the level to the goal, leaves it, and measures.
///
/// # Errors
/// When there is a mistake here.
pub fn play() -> Result<Report, Error> {
    let mut report = Report::default();
    let Some(def) = find("platformer") else { return Ok(report) };
    let mut scene = def.set_up(SceneConfig::default())?.scene;
    let Some(start) = Level::find(&scene) else { return Ok(report) };
    report.coins[0] = start.coins.len();
    let crates: Vec<_> = start.crates.iter().filter_map(|key| x_of(&scene, *key)).collect();
    let roles = Roles { marked: Some(start.player), driven: None };
    let mut before = Before::default();
    let mut open = BTreeMap::new();
    for step in 0..STEPS {
        script(&mut scene, &roles, step)?;
        scene.step(DT)?;
        report.count(&scene, &mut open);
        before = report.measure(&scene, &start, before)?;
        if has_reached_the_goal(&scene) {
            (report.goal, report.hash) = (Some(step), scene.state_hash());
            break;
        }
    }
    let ways = start.crates.iter().zip(crates);
    let ways = ways.filter_map(|(key, from)| Some(x_of(&scene, *key)? - from));
    report.pushed = ways.fold(Real::INFINITY, Real::min);
    report.coins[1] = Level::find(&scene).map_or(0, |level| level.coins.len());
    // What is still in a sensor leaves it.
    scene.remove_body(start.player)?;
    scene.step(DT)?;
    report.count(&scene, &mut open);
    report.sensors[2] += open.values().filter(|count| **count != 0).count() as u32;
    Ok(report)
}

fn x_of(scene: &Scene, body: BodyKey) -> Option<Real> {
    scene.body(body).map(|body| body.position().x).ok()
}

impl Report {
    /// Matches begin and end events.
    fn count(&mut self, scene: &Scene, open: &mut BTreeMap<(ColliderKey, ColliderKey), i32>) {
        for event in scene.sensor_events() {
            let count = open.entry((event.sensor(), event.visitor())).or_default();
            let change = if matches!(event, SensorEvent::Begin { .. }) { 1 } else { -1 };
            self.sensors[usize::from(change < 0)] += 1;
            *count += change;
            self.sensors[2] += u32::from(!(0..=1).contains(count));
        }
    }

    /// Measures the player after a step, and its ground.
    fn measure(&mut self, scene: &Scene, level: &Level, before: Before) -> Result<Before, Error> {
        let Ok(body) = scene.body(level.player) else { return Ok(before) };
        let at = body.position();
        self.trail.push(at);
        if at.x < 54.5 {
            self.door[0] = self.door[0].max(level.door_is_open(scene));
        } else if at.x < 59.5 && at.y < 5.0 {
            self.door[1] = level.door_is_open(scene);
        }
        let memory = Memory::read(scene, level.player);
        let ground = find_ground(scene, level.player)?.filter(|_| !memory.in_air);
        let column = (at.x / CELL).floor() as i32;
        let mut now = Before { at, column, stood: before.stood, ..Before::default() };
        let Some((ground, gap)) = ground else {
            self.lost.0 += u32::from(memory.runs());
            return Ok(now);
        };
        (now.body, now.normal, now.belt) = (Some(ground.body), ground.normal, ground.belt);
        now.idle = memory.idle;
        let is_same = before.body == now.body
            && before.idle == now.idle
            && before.belt.to_bits() == now.belt.to_bits()
            && (before.normal - now.normal).norm() < 1e-3;
        (now.steps, now.rest) = if is_same { (before.steps + 1, before.rest) } else { (0, at) };
        if memory.runs() {
            self.lost.1 = self.lost.1.max(gap);
            self.on_slope(&now, at - before.at);
        }
        if now.steps < if now.idle { SETTLED } else { RUNNING } {
            now.rest = at;
        } else {
            self.on_ground(scene, level, &ground, &now, &before);
            now.stood = Some((at.y, is_one_way(scene, &ground)));
            self.on_platform(before.stood, now.stood);
        }
        Ok(now)
    }

    /// Measures a player who has been on the ground for a while.
    fn on_ground(
        &mut self,
        scene: &Scene,
        level: &Level,
        ground: &Ground,
        now: &Before,
        before: &Before,
    ) {
        let Ok(velocity) = scene.body(level.player).map(|body| body.velocity()) else { return };
        let above = scene.body(ground.body).map_or(Vector::zeros(), |it| now.at - it.position());
        let is_flat_run =
            now.normal.y > 0.9999 && now.belt == 0.0 && is_flat(scene, ground, now.at);
        match now.body {
            Some(body) if body == level.lift && now.idle => {
                widen(&mut self.ride, now.at.y);
                widen(&mut self.dip, above.y);
            }
            Some(body) if body == level.ferry && now.idle => {
                self.ferry.0 += 1;
                widen(&mut self.ferry.1, above.x);
            }
            _ if now.belt != 0.0 && now.idle && now.steps < ON_BELT => {}
            _ if now.belt != 0.0 && now.idle => {
                let belt = &mut self.belts[usize::from(now.belt < 0.0)];
                belt.0 += 1;
                widen(&mut belt.1, velocity.x - now.belt);
            }
            _ if now.normal.y < 0.95 && now.idle => {
                self.slide = self.slide.max((now.at - now.rest).norm());
            }
            _ if is_flat_run => {
                self.seams += u32::from(now.column != before.column);
                self.hop = self.hop.max(velocity.y.abs());
            }
            _ => {}
        }
    }

    /// Counts steps on a slope of 45 degrees or of 1 in 2, up or down.
    fn on_slope(&mut self, now: &Before, moved: Vector) {
        let is_steep = (now.normal.y - 0.5_f32.sqrt()).abs() < 1e-3;
        let is_gentle = (now.normal.y - 0.8_f32.sqrt()).abs() < 1e-3;
        if is_steep || is_gentle {
            self.slopes[usize::from(is_gentle)][usize::from(moved.y < 0.0)] += 1;
        }
    }

    /// Counts landings on a platform from below, and falls through one.
    fn on_platform(&mut self, before: Option<(Real, bool)>, now: Option<(Real, bool)>) {
        if let (Some((from, was_platform)), Some((to, is_platform))) = (before, now) {
            self.platforms[0] += u32::from(is_platform && to > from + 0.5);
            self.platforms[1] += u32::from(was_platform && to < from - 0.5);
        }
    }

    /// Judges the figures, and prints them.
    pub fn judge(&self, verdict: &mut Verdict) {
        let millimetres = |span: Option<Span>| 1000.0 * span.map_or(Real::NAN, Span::width);
        verdict.at_least("seams of flat ground run over", self.seams as Real, 200.0, "");
        verdict.at_most("vertical speed there", 100.0 * self.hop, 1.0, "cm/s");
        let [[up, down], [gently_up, gently_down]] = self.slopes;
        verdict.at_least("steps up 45 degrees", up as Real, 30.0, "");
        verdict.at_least("steps down 45 degrees", down as Real, 15.0, "");
        verdict.at_least("steps up 1 in 2", gently_up as Real, 15.0, "");
        verdict.at_least("steps down 1 in 2", gently_down as Real, 40.0, "");
        verdict.at_most("steps without ground on a run", self.lost.0 as Real, 0.0, "");
        verdict.at_most("distance of the ground on a run", 100.0 * self.lost.1, 6.0, "cm");
        verdict.at_most("slides on a slope where it stands", 1000.0 * self.slide, 1.0, "mm");
        verdict.at_least("the lift carries it up", self.ride.map_or(0.0, Span::width), 5.9, "m");
        verdict.at_most("the gap to the lift changes", millimetres(self.dip), 1.0, "mm");
        let periods = self.ferry.0 as Real / FERRY_PERIOD as Real;
        verdict.at_least("rides the ferry", periods, 1.0, "periods");
        let slip = millimetres(self.ferry.1) / periods.max(1.0);
        verdict.at_most("slips there", slip, 1.0, "mm per period");
        for ((steps, error), belt) in self.belts.iter().zip(["of a box", "of cells"]) {
            verdict.at_least(&format!("stands on the belt {belt}"), *steps as Real * DT, 1.5, "s");
            let error = 100.0 * error.map_or(Real::NAN, Span::magnitude);
            verdict.at_most("differs from its speed", error, 0.1, "cm/s");
        }
        verdict.at_least("jumps up through platforms", self.platforms[0] as Real, 3.0, "");
        verdict.at_least("drops through platforms", self.platforms[1] as Real, 3.0, "");
        verdict.at_least("both crates are pushed", self.pushed, 3.0, "m");
        verdict.at_most("the door is open before the zone", self.door[0], 0.0, "");
        verdict.at_least("the door is open when it passes", self.door[1], 0.99, "");
        let [coins, left] = self.coins;
        verdict.say(coins > 0 && left == 0, &format!("{left} of {coins} coins are left"));
        let [begins, ends, odd] = self.sensors;
        let all_end = begins > coins as u32 && begins == ends && odd == 0;
        verdict.say(all_end, &format!("sensors saw {begins} begins and {ends} ends, {odd} odd"));
        let goal = self.goal.map_or("never".to_owned(), |step| format!("in step {step}"));
        verdict.say(self.goal.is_some(), &format!("the goal is reached {goal}"));
    }
}

/// True if the ground is the top of a row of full cells with nothing on them.
fn is_flat(scene: &Scene, ground: &Ground, at: Point) -> bool {
    let Ok(map) = scene.collider(ground.collider) else { return false };
    let foot = at - Vector::new(0.0, HALF + RADIUS);
    let is = |x: Real, y: Real, what: Cell| {
        let cell = map.cell_at(foot + Vector::new(x, y)).and_then(|at| map.cell(at));
        cell.is_some_and(|tile| tile.cell == what)
    };
    let places = [-CELL, 0.0, CELL];
    places.iter().all(|x| is(*x, -0.1, Cell::Full) && is(*x, 0.1, Cell::Empty))
}

/// True if the ground is a one-way platform or cell.
fn is_one_way(scene: &Scene, ground: &Ground) -> bool {
    let Ok(collider) = scene.collider(ground.collider) else { return false };
    let cell = collider.cell_at(ground.point - ground.normal * 0.01);
    let cell = cell.and_then(|at| collider.cell(at));
    collider.one_way().is_some() || cell.is_some_and(|tile| tile.cell == Cell::OneWay)
}
