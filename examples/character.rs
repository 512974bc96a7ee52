//! Two kinds of characters on one course: one that is moved by queries, and one that is a body on a spring.
//!
//! `cargo run --release --example character` sends both over a ramp, stairs, rough ground, crates, under a beam and up a lift,
//! prints a verdict on each thing that players notice, and draws the course and both ways into out/character.svg.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;

use umbra::Error;
use umbra::character::{Character, CharacterInput};
use umbra::prelude::*;
use umbra_scenes::characters::{self, DT, FLOATS, LENGTH, LIFT, STAIR, WALL, lift_at};
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

/// So long at most.
const STEPS: u32 = 3000;
/// From the middle of the character to its feet.
const FEET: Real = 0.6;
/// Where it stops.
const GOAL: Real = LENGTH - 2.0;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("Two kinds of characters on one course; draws out/character.svg.");
    let (exact, again, floats) = (run()?, run()?, float()?);
    let mut verdict = Verdict::default();
    exact.judge(&mut verdict);
    let is_same = exact.trail == again.trail;
    verdict.say(is_same, "a second run goes the same way to the last bit");
    floats.judge(&mut verdict);
    draw(&exact, &floats)?;
    Ok(verdict.exit_code())
}

/// What happened to the character that is moved by queries.
#[derive(Default)]
struct Exact {
    trail: Vec<Point>,
    /// When it was at the goal.
    goal: Option<u32>,
    /// How much it slowed down on the stairs at most, in parts of its speed.
    slowed: Real,
    /// How many steps it was in the air where it walked.
    lost: u32,
    /// How far it came in a step when it stood still.
    trembled: Real,
    /// How much its height above the lift changed.
    dip: Real,
    /// How far the crates were pushed.
    pushed: Real,
    /// Whether it crouched under the beam, and stood up behind it.
    crouched: [bool; 2],
}

/// What the character wants: it runs to the right, crouches under the beam, and waits for the lift.
struct Plan {
    crouches: bool,
    waits: bool,
}

impl Plan {
    fn input(&mut self, player: &Character, step: u32) -> CharacterInput {
        let at = player.position();
        let on_lift = (at.x - LIFT).abs() < 0.8;
        let lift = lift_at(step).translation.y + 0.25;
        self.waits = match at.x {
            x if (34.0..34.5).contains(&x) => lift > 0.01,
            _ if on_lift => lift < WALL - 0.001,
            _ => false,
        };
        self.crouches = (28.8..32.2).contains(&at.x) && at.y < 2.0;
        let run = if self.waits || at.x > GOAL { 0.0 } else { 1.0 };
        CharacterInput { run, crouch: self.crouches, ..Default::default() }
    }
}

/// Sends a [`Character`] over the course.
fn run() -> Result<Exact, Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let course = characters::build(&mut scene)?;
    let start = course.crates.map(|key| scene.body(key).map(|body| body.position().x));
    let mut player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
    player.crouched_shape = Some(Capsule::new([0.0, -0.3], [0.0, -0.2], 0.3)?.into());
    player.set_position([0.0, FEET])?;
    player.settings.run_speed = 4.0;
    let (mut told, mut plan) = (Exact::default(), Plan { crouches: false, waits: false });
    let mut above: Option<Real> = None;
    for step in 0..STEPS {
        scene.body_mut(course.lift)?.move_to(lift_at(step), DT)?;
        scene.step(DT)?;
        let input = plan.input(&player, step);
        let was_still = input.run == 0.0 && player.velocity == Vector::zeros();
        let before = player.position();
        let moved = player.step(&scene, &input, DT)?;
        let own = (moved.translation - moved.carried).norm();
        moved.push(&mut scene)?;
        told.trail.push(player.position());
        told.measure(&player, before, (was_still, own));
        match player.ground.filter(|ground| ground.body == course.lift && plan.waits) {
            Some(_) => {
                let height = player.position().y - scene.body(course.lift)?.position().y;
                told.dip = told.dip.max((height - *above.get_or_insert(height)).abs());
            }
            None => above = None,
        }
        if told.goal.is_none() && player.position().x > GOAL && player.is_on_ground() {
            told.goal = Some(step);
        }
        if told.goal.is_some_and(|goal| step > goal + 60) {
            break;
        }
    }
    let mut pushed = Real::INFINITY;
    for (key, start) in course.crates.iter().zip(start) {
        pushed = pushed.min(scene.body(*key)?.position().x - start?);
    }
    told.pushed = pushed;
    Ok(told)
}

impl Exact {
    fn measure(&mut self, player: &Character, before: Point, (was_still, own): (bool, Real)) {
        let at = player.position();
        if (2.0..16.5).contains(&at.x) {
            self.lost += u32::from(!player.is_on_ground());
        }
        if (10.0..16.0).contains(&at.x) {
            let speed = (at.x - before.x) / DT;
            self.slowed = self.slowed.max(1.0 - speed / player.settings.run_speed);
        }
        if was_still {
            self.trembled = self.trembled.max(own);
        }
        self.crouched[0] |= player.is_crouched && (30.0..32.0).contains(&at.x);
        self.crouched[1] |= !player.is_crouched && at.x > 33.0;
    }

    fn judge(&self, verdict: &mut Verdict) {
        println!("moved by queries:");
        let goal = self.goal.map_or(Real::INFINITY, |step| step as Real * DT);
        verdict.at_most("is at the goal after", goal, 40.0, "s");
        verdict.at_most("steps in the air on ramp and stairs", self.lost as Real, 0.0, "");
        let stairs = format!("slows down on stairs of {STAIR} m");
        verdict.at_most(&stairs, 100.0 * self.slowed, 5.0, "%");
        verdict.at_most("moves by itself where it stands", 1000.0 * self.trembled, 0.1, "mm");
        verdict.at_most("the gap to the lift changes", 1000.0 * self.dip, 0.1, "mm");
        verdict.at_least("both crates are pushed", self.pushed, 1.0, "m");
        verdict.say(self.crouched == [true; 2], "crouches under the beam, and stands up behind it");
    }
}

/// What happened to the character on a spring.
#[derive(Default)]
struct Floats {
    trail: Vec<Point>,
    /// How far it was off its height on flat ground.
    sways: Real,
    /// How far it leaned at most, in degrees.
    leans: Real,
    /// How far it came.
    farthest: Real,
    /// How fast it rises on the stairs at most.
    hops: Real,
    /// How far it leaned after it was hit.
    hit: Real,
    /// How far it leaned two seconds later.
    upright: Real,
}

/// Sends a body on a spring over the course, and throws a ball at it.
fn float() -> Result<Floats, Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let course = characters::build(&mut scene)?;
    let body = characters::floating(&mut scene, [0.0, FLOATS])?;
    let mut told = Floats::default();
    for step in 0..900 {
        scene.body_mut(course.lift)?.move_to(lift_at(step), DT)?;
        let run = if step < 600 { 1.0 } else { 0.0 };
        characters::carry(&mut scene, body, run, false)?;
        if step == 660 {
            let at = scene.body(body)?.position() + Vector::new(-2.0, 0.4);
            let ball = Body::dynamic().position(at).velocity([15.0, 0.0]);
            scene.add(ball, [Collider::circle(0.2).mass(10.0)])?;
        }
        scene.step(DT)?;
        let it = scene.body(body)?;
        let (at, degrees) = (it.position(), it.angle().to_degrees().abs());
        told.trail.push(at);
        told.farthest = told.farthest.max(at.x);
        match step {
            20..60 => told.sways = told.sways.max((it.center_of_mass().y - FLOATS).abs()),
            60..600 => told.leans = told.leans.max(degrees),
            660..780 => told.hit = told.hit.max(degrees),
            _ => {}
        }
        if (11.0..14.0).contains(&at.x) {
            told.hops = told.hops.max(it.velocity().y);
        }
        told.upright = degrees;
    }
    Ok(told)
}

impl Floats {
    fn judge(&self, verdict: &mut Verdict) {
        println!("a body on a spring:");
        verdict.at_most("is off its height on flat ground", 100.0 * self.sways, 2.0, "cm");
        verdict.at_most("leans on the way", self.leans, 15.0, "degrees");
        verdict.at_most("rises on stairs with", self.hops, 4.0, "m/s");
        verdict.at_least("comes as far as", self.farthest, 26.0, "m");
        verdict.at_least("leans when a ball hits it", self.hit, 1.0, "degrees");
        verdict.at_most("leans two seconds later", self.upright, 0.5, "degrees");
    }
}

fn draw(exact: &Exact, floats: &Floats) -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(SceneConfig::default())?;
    characters::build(&mut scene)?;
    let view = Aabb::new([-4.2, -1.6], [LENGTH + 0.2, 5.4])?;
    let mut picture = SvgDraw::new().view(view)?.scale(28.0)?;
    scene.debug_draw(&mut picture, DebugOptions::default())?;
    let ways = [(&exact.trail, 0xd06060), (&floats.trail, 0x4080d0)];
    for (trail, color) in ways {
        for ends in examples::corners(trail).windows(2) {
            picture.segment(ends[0], ends[1], DebugColor::hex(color));
        }
    }
    let capsule = Shape::from(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?);
    for at in exact.trail.iter().step_by(45) {
        picture.shape(&capsule, &pose(*at, 0.0), DebugColor::hex(0xd06060));
    }
    let labels = [
        (0.0, 4.8, "red: moved by queries", 0xd06060),
        (0.0, 4.3, "blue: a body on a spring", 0x4080d0),
        (12.0, 2.4, "stairs", 0x303030),
        (20.0, 1.6, "rough ground", 0x303030),
        (25.5, 1.6, "crates", 0x303030),
        (30.2, 2.8, "crouch", 0x303030),
        (35.4, 4.6, "lift", 0x303030),
    ];
    for (x, y, text, color) in labels {
        picture.text(Point::new(x, y), text, DebugColor::hex(color));
    }
    picture.save("out/character.svg")?;
    println!("drawn in out/character.svg");
    Ok(())
}
