//! Interactive scenes, for keys or touch.
//!
//! - this file: the table, and the small ones: pinball by hand, a museum of joints, a drum;
//! - `siege.rs`: a cannon and a castle;
//! - `road.rs`: a car on a course;
//! - `kitchen.rs`: things to be sliced and broken;
//! - `donuts.rs`: soft bodies between pegs;
//! - `contraption.rs`: a chain of events after Rube Goldberg;
//! - `lab.rs`: rays and shapes that are cast;
//! - `pictures.rs`: a landscape and things made of pictures.
//!
//! A scene of this kind is a function that fills it, one that is called before each step with the
//! [`Controls`], a list of the buttons that it uses, and optionally a function that draws marks
//! over it. All its state is in the user data of bodies, so a copy continues like the original.

mod contraption;
mod donuts;
mod kitchen;
mod lab;
mod pictures;
mod road;
mod siege;

use umbra::Error;
use umbra::prelude::*;

use crate::{
    Button, Controls, Driver, Framing, Numbers, Parameter, Roles, SceneDef, growth, joints,
    pinball, platformer,
};

/// The scenes, in the order in which they are listed.
pub static SCENES: [SceneDef; 11] = [
    SceneDef {
        driver: Driver::Play(siege::play),
        sleeping: true,
        framing: Framing::View(siege::VIEW),
        buttons: &[
            (Button::Up, "Aim higher"),
            (Button::Down, "Aim lower"),
            (Button::Left, "Less powder"),
            (Button::Right, "More powder"),
            (Button::First, "Fire"),
        ],
        // More powder with every shot.
        demo: |step| {
            let more = step % 60 < 3;
            Controls::from_bits(0).with(Button::First, true).with(Button::Right, more)
        },
        numbers: Some(Numbers { parameters: &siege::PARAMETERS, fill: siege::fill }),
        marks: Some(siege::marks),
        steps: 1800,
        ..SceneDef::new("castle_siege", "A cannon, a castle, and guards on its towers.", |scene| {
            siege::fill(scene, &[3, 4])
        })
        .tries("Aim with the arrows and fire: bring all the guards down.")
    },
    SceneDef {
        driver: Driver::Play(|scene, _, _, controls| pinball::play_by_hand(scene, controls)),
        framing: Framing::View(pinball::VIEW),
        buttons: &[
            (Button::Left, "Flipper|: the left one"),
            (Button::Right, "Flipper|: the right one"),
            (Button::Down, "Plunger|: hold and let go"),
        ],
        demo: |step| match step {
            0..60 => Controls::from_bits(0).with(Button::Down, true),
            _ => {
                let (left, right) = (step % 40 < 12, step % 56 < 12);
                Controls::from_bits(0).with(Button::Left, left).with(Button::Right, right)
            }
        },
        marks: Some(score),
        steps: 1800,
        ..SceneDef::new("play_pinball", "A pinball table of real size, for you.", |scene| {
            Ok(Roles { marked: Some(pinball::build(scene)?), driven: None })
        })
        .tries("Hold the arrow down and let go, then play the flippers.")
    },
    SceneDef {
        driver: Driver::Play(road::play),
        framing: Framing::Follow(road::WIDTH),
        buttons: &[
            (Button::Left, "Backwards"),
            (Button::Right, "Forwards"),
            (Button::Up, "Lean back| in the air"),
            (Button::Down, "Lean ahead| in the air"),
            (Button::First, "Handbrake"),
            (Button::Second, "Reset|: back to the start"),
        ],
        demo: |step| Controls::from_bits(0).with(Button::Right, step % 200 < 160),
        marks: Some(road::marks),
        steps: 1200,
        ..SceneDef::new("play_car", "A car on a course of waves, a slope and a jump.", road::fill)
            .tries("Drive to the jump, and land on the wheels.")
    },
    SceneDef {
        driver: Driver::Play(platformer::play_by_hand),
        framing: Framing::Follow(20.0),
        buttons: &[
            (Button::Left, "Run| to the left"),
            (Button::Right, "Run| to the right"),
            (Button::Up, "Jump"),
            (Button::Down, "Drop| through a platform"),
        ],
        demo: |step| {
            let jump = step % 90 < 15;
            Controls::from_bits(0).with(Button::Right, true).with(Button::Up, jump)
        },
        marks: Some(platformer::marks),
        steps: 1200,
        ..SceneDef::new("play_platformer", "A level of a platform game, for you.", platformer::fill)
            .tries("Collect the coins, and find the way up to the goal.")
    },
    SceneDef {
        driver: Driver::Play(kitchen::play),
        framing: Framing::View(kitchen::VIEW),
        buttons: &[
            (Button::Left, "Move| the blade to the left"),
            (Button::Right, "Move| the blade to the right"),
            (Button::Up, "Turn| the blade to the left"),
            (Button::Down, "Turn| the blade to the right"),
            (Button::First, "Slice"),
            (Button::Second, "Break"),
        ],
        demo: |step| {
            let (first, second) = (step % 60 == 40, step % 300 == 280);
            let way = if step % 240 < 120 { Button::Left } else { Button::Right };
            let controls = Controls::from_bits(0).with(way, step % 6 == 0);
            controls.with(Button::First, first).with(Button::Second, second)
        },
        marks: Some(kitchen::marks),
        steps: 900,
        ..SceneDef::new("slicing", "Things fly up, to be sliced and broken.", kitchen::fill)
            .tries("Slice what flies by, and slice the pieces again.")
    },
    SceneDef {
        driver: Driver::Play(donuts::play),
        framing: Framing::View(donuts::VIEW),
        buttons: &[
            (Button::Left, "Tilt| to the left"),
            (Button::Right, "Tilt| to the right"),
            (Button::Up, "Lift| all of them"),
            (Button::First, "Another| donut"),
        ],
        demo: |step| {
            let side = if step % 360 < 180 { Button::Left } else { Button::Right };
            Controls::from_bits(0).with(side, step % 180 > 90)
        },
        numbers: Some(Numbers { parameters: &donuts::PARAMETERS, fill: donuts::fill }),
        steps: 900,
        ..SceneDef::new("donuts", "Soft donuts fall between pegs.", |scene| {
            donuts::fill(scene, &[8, 75])
        })
        .tries("Tilt the box and lift them.")
    },
    SceneDef {
        driver: Driver::Play(contraption::play),
        sleeping: true,
        framing: Framing::View(contraption::VIEW),
        buttons: &[(Button::First, "Go|: lets the first ball go")],
        marks: Some(contraption::marks),
        steps: 1200,
        ..SceneDef::new(
            "contraption",
            "A ball, dominoes, a bucket, a gate and a bell, one after the other.",
            contraption::fill,
        )
        .tries("Let the first ball go, or put something in its way.")
    },
    SceneDef {
        driver: Driver::Play(museum),
        framing: Framing::View(Aabb { min: Point::new(-2.4, -10.4), max: Point::new(20.0, 2.4) }),
        buttons: &[
            (Button::Left, "Wind| from the right"),
            (Button::Right, "Wind| from the left"),
            (Button::First, "Shake"),
        ],
        demo: |step| {
            let way = if step % 240 < 120 { Button::Left } else { Button::Right };
            Controls::from_bits(0).with(way, true).with(Button::First, step % 120 < 20)
        },
        marks: Some(museum_labels),
        ..SceneDef::new("joint_museum", "Every kind of joint, with its name.", joints::fill_roles)
            .tries("Let the wind blow, shake, or drag a part.")
    },
    SceneDef {
        driver: Driver::Play(lab::play),
        framing: Framing::View(lab::VIEW),
        buttons: &[
            (Button::Left, "Turn| to the left"),
            (Button::Right, "Turn| to the right"),
            (Button::Up, "Fewer rays"),
            (Button::Down, "More rays"),
            (Button::First, "Next|: rays, circles, capsules, what is nearest"),
        ],
        demo: |step| {
            Controls::from_bits(0).with(Button::Left, true).with(Button::First, step % 240 == 239)
        },
        marks: Some(lab::marks),
        ..SceneDef::new("query_lab", "Rays and shapes are cast among bodies that turn.", lab::fill)
            .tries("Turn with the arrows, and choose what is cast.")
    },
    SceneDef {
        driver: Driver::Play(pictures::play),
        framing: Framing::View(pictures::VIEW),
        sleeping: true,
        buttons: &[
            (Button::Left, "Aim| further left"),
            (Button::Right, "Aim| further right"),
            (Button::Up, "Aim| higher"),
            (Button::Down, "Aim| lower"),
            (Button::First, "Crater|: takes a picture out of the earth"),
            (Button::Second, "Drop| a letter, a gear or a stone"),
        ],
        demo: |step| {
            let (first, second) = (step % 90 == 60, step % 150 == 140);
            let side = if step % 360 < 180 { Button::Right } else { Button::Left };
            let is_lowered = step < 57 || (400..420).contains(&step);
            let controls = Controls::from_bits(0).with(side, step % 2 == 0);
            let controls = controls.with(Button::Down, is_lowered);
            controls.with(Button::First, first).with(Button::Second, second)
        },
        marks: Some(pictures::marks),
        steps: 900,
        ..SceneDef::new(
            "pictures",
            "Letters and gears fall onto hills with caves: all of it made of pictures.",
            pictures::fill,
        )
        .tries("Carve into the hole on the left, or undermine a hill.")
    },
    SceneDef {
        driver: Driver::Play(drum),
        buttons: &[(Button::Left, "Turn| to the left"), (Button::Right, "Turn| to the right")],
        demo: |step| Controls::from_bits(0).with(Button::Right, step % 300 > 200),
        numbers: Some(Numbers {
            parameters: &DRUM,
            fill: |scene, numbers| {
                growth::tumbling_of(scene, numbers[0], 0.01 * numbers[1] as Real)
            },
        }),
        steps: 60,
        ..SceneDef::new("drum", "10,000 boxes slide down in a drum.", |scene| {
            growth::tumbling_of(scene, 10_000, 0.12)
        })
        .tries("Turn the drum, and watch the milliseconds. Give it more boxes.")
    },
];

/// The parameters of the drum.
static DRUM: [Parameter; 2] = [
    Parameter {
        name: "count",
        about: "How many boxes there are.",
        limits: [50, 30_000],
        usual: 10_000,
    },
    Parameter { name: "size", about: "Half a side of a box, in cm.", limits: [5, 100], usual: 12 },
];

/// The greatest speed of the drum's walls, in metres per second, and the steps to reach it.
const WALLS: Real = 4.0;
const SPIN_UP: Real = 60.0;

/// Turns the drum. Without a button it keeps its speed.
fn drum(scene: &mut Scene, roles: &Roles, _: u32, controls: Controls) -> Result<(), Error> {
    let way = Real::from(controls.axis(Button::Right, Button::Left));
    let Some(key) = roles.driven.filter(|_| way != 0.0) else { return Ok(()) };
    let Some(radius) = scene.body(key)?.colliders().next() else { return Ok(()) };
    // The first wall is half a metre outside of the drum.
    let half = scene.collider(radius)?.aabb().half_extents().norm().max(1.0);
    let most = 1.5 * WALLS / half;
    let mut drum = scene.body_mut(key)?;
    let speed = drum.view().angular_velocity() + way * most / SPIN_UP;
    drum.set_angular_velocity(speed.clamp(-most, most))
}

/// The score of the pinball table.
fn score(scene: &Scene, _: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let score = pinball::Score::read(scene);
    let left = 3 - score.lost.min(3);
    let text = match left {
        0 => format!("{} points. Press a flipper for another game.", score.points),
        1 => format!("{} points, the last ball", score.points),
        _ => format!("{} points, {left} balls", score.points),
    };
    drawer.text(Point::new(0.0, 0.528), &text, DebugColor::hex(0x888888));
}

/// The strength of wind and shaking, as accelerations times the length of a step.
const WIND: Real = 0.25;
const SHAKE: Real = 3.0;

/// Applies wind and shaking, and moves the driven parts.
fn museum(scene: &mut Scene, roles: &Roles, step: u32, controls: Controls) -> Result<(), Error> {
    let side = WIND * Real::from(controls.axis(Button::Left, Button::Right));
    let is_shaken = controls.is_down(Button::First) && step.is_multiple_of(20);
    let push = Vector::new(side, if is_shaken { SHAKE } else { 0.0 });
    if push != Vector::zeros() {
        let all: Vec<BodyKey> = scene.bodies().collect();
        for key in all {
            let mut body = scene.body_mut(key)?;
            if body.view().is_dynamic() {
                let mass = body.view().mass();
                body.apply_impulse(push * mass)?;
            }
        }
    }
    joints::script(scene, roles, step)
}

fn museum_labels(_: &Scene, _: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    for (name, at) in joints::labels() {
        drawer.text(at, name, DebugColor::hex(0x888888));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a scene with some buttons, and returns its hash.
    fn played(def: &SceneDef, steps: u32, controls: fn(u32) -> Controls) -> u64 {
        let numbers = if def.name == "drum" { vec![200] } else { def.usual_numbers() };
        let mut running = def.set_up_with(SceneConfig::default(), &numbers).unwrap();
        let mut copy = None;
        for step in 0..steps {
            running.controls = controls(step);
            running.step(1.0 / 60.0).unwrap();
            if step == steps / 2 {
                copy = Some(running.clone());
            }
            if let Some(copy) = copy.as_mut().filter(|_| step > steps / 2) {
                copy.controls = controls(step);
                copy.step(1.0 / 60.0).unwrap();
            }
        }
        assert_eq!(copy.unwrap().scene.state_hash(), running.scene.state_hash(), "{}", def.name);
        running.scene.state_hash()
    }

    #[test]
    fn every_button_does_something_and_a_copy_goes_on_like_the_original() {
        for def in &SCENES {
            let idle = played(def, 90, |_| Controls::default());
            let held = played(def, 90, |step| Controls::from_bits(if step > 5 { 0x15 } else { 0 }));
            // The lab only turns what looks.
            assert!(idle != held || def.name == "query_lab", "{}", def.name);
            assert!(!def.buttons.is_empty());
        }
    }

    #[test]
    fn the_demo_of_the_siege_brings_a_guard_down() {
        let def = crate::find("castle_siege").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        for step in 0..1200 {
            running.controls = (def.demo)(step);
            running.step(1.0 / 60.0).unwrap();
        }
        let mut picture = SvgDraw::new();
        siege::marks(&running.scene, &running.roles, 0, &mut picture);
        let text = picture.to_string();
        assert!(text.contains("shots") && !text.contains("0 of 3 guards"), "{text}");
    }

    #[test]
    fn numbers_are_kept_within_their_limits() {
        let def = crate::find("drum").unwrap();
        for (wanted, count) in [(60, 60), (0, 50)] {
            let running = def.set_up_with(SceneConfig::default(), &[wanted]).unwrap();
            assert_eq!(running.scene.bodies().count(), count + 1);
        }
        assert_eq!(def.usual_numbers(), [10_000, 12]);
    }

    #[test]
    fn a_flipper_is_raised_by_its_key() {
        let def = crate::find("play_pinball").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        let angle = |scene: &Scene| {
            scene.joints().filter_map(|key| scene.joint(key).ok()).next().unwrap().angle()
        };
        (0..30).for_each(|_| running.step(1.0 / 60.0).unwrap());
        let down = angle(&running.scene);
        running.controls = Controls::default().with(Button::Left, true);
        (0..30).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!((angle(&running.scene) - down).abs() > 0.5);
        // The plunger sends the ball up.
        running.controls = Controls::default().with(Button::Down, true);
        (0..60).for_each(|_| running.step(1.0 / 60.0).unwrap());
        running.controls = Controls::default();
        (0..40).for_each(|_| running.step(1.0 / 60.0).unwrap());
        let ball = running.scene.body(running.roles.marked.unwrap()).unwrap().position();
        assert!(ball.y > 0.0, "{ball}");
    }
}
