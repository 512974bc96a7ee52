//! Whoever calls, with whatever: no panic, no broken link, no number that is not one, and what is
//! refused changes nothing.
//!
//! `UMBRA_CALLS=10000000 cargo test --release -p umbra-physics --test hostile` makes ten million
//! calls, `UMBRA_WORLD=1000096` those of one world, and prints them.

#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "prints what it did")]

mod crowds;
mod edits;
#[path = "../common/setters.rs"]
mod setters;

use std::cell::Cell;
use std::time::{Duration, Instant};

use edits::Source;
use setters::{Target, Values};
use umbra::Error;
use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

/// Calls are made in worlds of so many, each with a seed of its own.
const CALLS_OF_A_WORLD: u32 = 2000;
const MOST_BODIES: usize = 60;

/// Refuses, changes and panics.
struct Moody(Cell<u32>);

impl Moody {
    fn mood(&self) -> u32 {
        self.0.set(self.0.get().wrapping_mul(747_796_405).wrapping_add(1));
        let mood = self.0.get() >> 24;
        assert!(mood != 200, "on purpose");
        mood
    }
}

impl Hooks for Moody {
    fn should_collide(&self, _: &ContactPair) -> bool {
        self.mood() > 20
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        match self.mood() {
            0..20 => contact.disable(),
            20..40 => drop(contact.set_restitution(9.0)),
            40..60 => drop(contact.set_friction(Real::NAN)),
            60..80 => contact.retain_points(|point| point.position.x > 0.0),
            _ => {}
        }
    }

    fn should_sense(&self, _: &ContactPair) -> bool {
        self.mood() > 20
    }
}

struct World {
    scene: Scene,
    source: Source,
    prints: bool,
    moments: [Snapshot; 2],
    accepted: u32,
    refused: u32,
    slowest: Duration,
    /// Points of contacts and joints that steps have solved.
    solved: usize,
}

impl World {
    fn new(seed: u64, strangers: &Scene) -> Self {
        let source = Source {
            dice: Dice::new(seed),
            // Of another scene: some name something here too.
            bodies: strangers.bodies().collect(),
            colliders: strangers.colliders().collect(),
            joints: strangers.joints().collect(),
            fields: vec![],
            portals: vec![],
        };
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let floor = Body::fixed().position([0.0, -2.0]);
        scene.add(floor, [Collider::cuboid(30.0, 1.0)]).unwrap();
        let mut moments: [Snapshot; 2] = Default::default();
        for moment in &mut moments {
            scene.save_into(moment).unwrap();
        }
        Self {
            scene,
            source,
            prints: false,
            moments,
            accepted: 0,
            refused: 0,
            slowest: Duration::ZERO,
            solved: 0,
        }
    }

    fn call(&mut self) {
        let what = self.source.below(100);
        if self.prints {
            println!("{what}");
        }
        // What breaks by itself would go on to.
        if self.scene.body_count() > 2 * MOST_BODIES {
            self.tidy();
        }
        match what {
            0..60 => {
                let edit = self.source.edit();
                self.edit(edit);
            }
            60..70 => self.edit_again_and_again(),
            70..94 => self.step(),
            94 => self.ask(),
            95 => {
                let moment = &mut self.moments[self.source.dice.below(2) as usize];
                self.scene.save_into(moment).unwrap();
                assert_eq!(moment.hash(), self.scene.state_hash());
            }
            96 => {
                let moment = &self.moments[self.source.dice.below(2) as usize];
                match self.source.dice.below(2) {
                    0 => self.scene.restore(moment).unwrap(),
                    _ => self.scene.restore_as_branch(moment).unwrap(),
                }
                assert_eq!(moment.hash(), self.scene.state_hash());
            }
            97 => {
                self.scene.config_mut().solver.substeps = self.source.dice.below(9);
                self.scene.config_mut().gravity = self.source.vector();
            }
            98 => self.record(),
            _ => self.tidy(),
        }
    }

    /// Setters of one thing that is there, with no step between them.
    fn edit_again_and_again(&mut self) {
        let Some(target) = Target::drawn(&self.scene, &mut self.source) else { return };
        target.edits(&mut self.source).into_iter().for_each(|edit| self.edit(edit));
    }

    fn edit(&mut self, edit: Edit) {
        let text = format!("{edit:?}");
        if self.prints {
            println!("{text}");
        }
        let counts = |scene: &Scene| {
            let counts = [scene.body_count(), scene.collider_count(), scene.joint_count()];
            (scene.state_hash(), counts)
        };
        let before = counts(&self.scene);
        match setters::make(&mut self.scene, edit) {
            Ok(added) => {
                self.accepted += 1;
                match added {
                    Added::Body(key) => {
                        self.source.bodies.push(key);
                        // Most bodies have a shape that they can be met by.
                        if self.source.below(6) > 0 {
                            let size = self.source.dice.between(0.1, 1.0);
                            let shape = Collider::cuboid(size, 0.5);
                            self.source
                                .colliders
                                .push(self.scene.add_collider(key, shape).unwrap());
                        }
                    }
                    Added::Collider(key) => self.source.colliders.push(key),
                    Added::Joint(key) => self.source.joints.push(key),
                    Added::Field(key) => self.source.fields.push(key),
                    Added::Portal(key) => self.source.portals.push(key),
                    _ => {}
                }
            }
            Err(error) => {
                self.refused += 1;
                assert!(!matches!(error, Error::Corrupt(_)), "{error} after {text}");
                assert_eq!(counts(&self.scene), before, "{error} after {text}");
            }
        }
    }

    fn step(&mut self) {
        let dt = match self.source.below(30) {
            0 => self.source.number(),
            1 => 0.0,
            2 => 0.5,
            _ => 1.0 / 60.0,
        };
        let before = self.scene.state_hash();
        let start = Instant::now();
        let result = match self.source.below(4) {
            0 => {
                let moody = Moody(Cell::new(self.source.below(u32::MAX)));
                self.scene.step_with(dt, &moody)
            }
            _ => self.scene.step(dt),
        };
        self.slowest = self.slowest.max(start.elapsed());
        let stats = self.scene.stats();
        self.solved += stats.solved_contacts + stats.solved_joints;
        match result {
            Ok(()) => {}
            Err(error @ Error::Corrupt(_)) => panic!("{error}"),
            // Within the step, so something may have moved.
            Err(Error::HookPanicked { .. }) => {}
            Err(_) => {
                assert_eq!(self.scene.state_hash(), before);
                // Else nothing would ever step again.
                let was_of_config = self.scene.config().validate().is_err();
                if was_of_config {
                    *self.scene.config_mut() = SceneConfig::default();
                }
            }
        }
        for key in self.scene.bodies() {
            let body = self.scene.body(key).unwrap();
            let (place, turn, speed) = (body.position(), body.rotation(), body.velocity());
            let numbers = [place.x, place.y, turn.re, turn.im, speed.x, speed.y];
            let is_finite = numbers.iter().all(|number| number.is_finite());
            assert!(is_finite && body.angular_velocity().is_finite(), "{key:?} {numbers:?}");
        }
    }

    /// Queries with any numbers, from two threads at once.
    fn ask(&mut self) {
        let numbers: [[Real; 2]; 4] = [(); 4].map(|()| self.source.pair());
        let distance = self.source.number();
        let circle = Circle::new(self.source.number()).map(Shape::from);
        let field = self.source.field_key();
        let scene = &self.scene;
        let look = || {
            let [a, b, c, d] = numbers;
            let all = || QueryFilter::default().sensors(true);
            let hit = scene.cast_ray(a, b, all());
            if let Some(hit) = hit {
                assert!((0.0..=1.0).contains(&hit.fraction) && scene.body(hit.body).is_ok());
            }
            let near = scene.closest_point(c, distance, all());
            if let Some(near) = near {
                assert!(near.distance <= distance);
            }
            let held = scene.colliders_at(d, all()).len();
            let cast = circle.as_ref().ok().and_then(|circle| {
                scene.cast_shape(circle, pose(a, distance), b, all()).map(|hit| hit.fraction)
            });
            let gravity = scene.gravity_at(b, Filter::ALL).unwrap_or_default();
            let bomb = Explosion::new(c, distance).impulse(d[0]).shielded(d[1] > 0.0);
            let on = |circle: &Shape| {
                let under = scene.shape_in_field(field, circle, pose(b, d[0])).ok();
                let impulse = scene.explosion_on(&bomb, circle, pose(a, distance)).ok();
                (under.map(|under| under.area), impulse.unwrap_or_default())
            };
            let (under, impulse) = circle.as_ref().ok().map(on).unwrap_or_default();
            for told in [gravity, impulse] {
                assert!(told.x.is_finite() && told.y.is_finite(), "{told:?} of {bomb:?}");
            }
            assert!(under.is_none_or(Real::is_finite));
            let found = (hit.map(|hit| hit.collider), near.map(|near| near.collider), held, cast);
            (found, gravity, under, impulse)
        };
        std::thread::scope(|threads| {
            let other = threads.spawn(look);
            let own = look();
            assert_eq!(other.join().unwrap(), own);
        });
    }

    /// Begins to record, or plays what was recorded.
    fn record(&mut self) {
        match self.scene.take_recording() {
            None => self.scene.record(Recorder::default().keyframe_every(20)).unwrap(),
            Some(recording) => {
                let mut replay = Replay::new(recording).unwrap();
                assert_eq!(replay.check(), Ok(()));
                assert_eq!(replay.scene().state_hash(), self.scene.state_hash());
            }
        }
    }

    /// Removes what there is too much of.
    fn tidy(&mut self) {
        while self.scene.body_count() > MOST_BODIES {
            let count = self.scene.body_count() as u32;
            let key = self.scene.bodies().nth(self.source.below(count) as usize).unwrap();
            self.scene.remove_body(key).unwrap();
        }
    }
}

#[test]
fn no_call_breaks_a_scene() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let calls = asked("UMBRA_CALLS").unwrap_or(100_000);
    let first = 1_000_000 * asked("UMBRA_SEED").unwrap_or(1);
    let worlds = match asked("UMBRA_WORLD") {
        Some(world) => world..world + 1,
        None => first..first + calls.div_ceil(u64::from(CALLS_OF_A_WORLD)),
    };
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload().downcast_ref::<&str>();
        if text != Some(&"on purpose") {
            usual(panic);
        }
    }));
    let mut strangers = Scene::new(SceneConfig::default()).unwrap();
    for _ in 0..9 {
        let body = Body::dynamic();
        strangers.add(body, [Collider::circle(1.0), Collider::circle(2.0)]).unwrap();
    }
    let (mut accepted, mut refused, mut solved) = (0, 0, 0);
    let mut slowest = (Duration::ZERO, first);
    for seed in worlds {
        let mut world = World::new(seed, &strangers);
        world.prints = asked("UMBRA_WORLD").is_some();
        for call in 0..CALLS_OF_A_WORLD {
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                world.call();
                if call % 8 == 0 || world.prints {
                    assert_eq!(world.scene.validate(), Ok(()));
                }
            }));
            assert!(made.is_ok(), "world {seed}, call {call}");
        }
        accepted += world.accepted;
        refused += world.refused;
        solved += world.solved;
        slowest = slowest.max((world.slowest, seed));
    }
    println!("{accepted} edits done, {refused} refused, {solved} solved, slowest step {slowest:?}");
    // Neither all nor nothing makes sense, and things meet.
    assert!(accepted > refused / 4 && refused > accepted / 20 && solved > accepted as usize);
    assert!(
        slowest.0 < Duration::from_secs(10),
        "a step of world {} took {:?}",
        slowest.1,
        slowest.0
    );
}
