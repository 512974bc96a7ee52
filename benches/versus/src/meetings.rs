//! Small worlds that combine two features, in all engines: the results of each law in them.
//!
//! The worlds are those of [`umbra_scenes::meetings`] with features that all engines have: no
//! sensors, platforms, belts and edits, no joints but hinges, rooms of solid shapes and of
//! segments, one unit of length.

use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::depth::Placed;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::covering::rows;
use umbra_scenes::meetings::dimensions::{DIMENSIONS, Values, index};
use umbra_scenes::meetings::plan::{Part, Plan};

use crate::description::{BodyDescription, Description};
use crate::engines::{BodyState, Kind};
use crate::meter::{Member, measure};
use crate::quality::{Look, Quality, joined};

/// The engines that are compared, Umbra first.
pub const ENGINES: [Kind; 3] = [Kind::Umbra, Kind::Box2d, Kind::Rapier];

/// A body is lost when its centre is this far outside of its room.
const OUTSIDE: Real = 0.05;

/// A world is slow if a step of Umbra takes this many times as long as one of Box2D, and more than
/// this many microseconds.
const SLOW: (f64, f64) = (5.0, 20.0);

/// The number of worlds that a report names for each measure.
const SHOWN: usize = 12;

/// The results of one engine with one world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The number of bodies that were ever out of the room.
    pub lost: usize,
    /// The deepest penetration of a wall, in metres.
    pub deepest: f64,
    /// The deepest penetration at the end.
    pub at_end: f64,
    /// The greatest energy above that at the start, as a fraction of the world's available energy.
    /// 0 for driven worlds.
    pub energy: f64,
    /// The widest gap of a hinge.
    pub open: f64,
    /// The deepest overlap of two bodies at the end.
    pub merged: f64,
    /// The greatest speed of a body.
    pub fastest: f64,
    /// True if a number was not finite.
    pub broken: bool,
    /// The mean time of a step, in microseconds.
    pub time: f64,
}

/// A compared quantity: its name, its function, and the greatest harmless value.
pub type Measure = (&'static str, fn(&Outcome) -> f64, f64);

/// All measures.
pub const MEASURES: [Measure; 8] = [
    ("bodies lost", |it| it.lost as f64, 0.5),
    ("deepest in a wall, m", |it| it.deepest, 0.05),
    ("deepest in a wall at the end, m", |it| it.at_end, 0.02),
    ("deepest in a body at the end, m", |it| it.merged, 0.03),
    ("energy gained", |it| it.energy, 0.02),
    ("hinges open, m", |it| it.open, 0.05),
    ("fastest, m/s", |it| it.fastest, 50.0),
    ("not a number", |it| f64::from(u8::from(it.broken)), 0.5),
];

/// The values with those that some engine does not have replaced by the simplest.
fn comparable(mut values: Values) -> Values {
    let left_out = [
        ("terrain", "none,chain,one-sided,heightfield,swaying"),
        ("obstacle", "platform,belt,sensor,lift,ram"),
        ("freedom", "locked rotation,locked x"),
        ("lying", "overlapping"),
        ("role", "bullet,sensor,one-way"),
        ("friction", "rolling"),
    ];
    for (name, out) in left_out {
        let dimension = index(name);
        let value = DIMENSIONS[dimension].values[usize::from(values[dimension])];
        if out.split(',').any(|other| other == value) {
            values[dimension] = 0;
        }
    }
    for name in ["continuous", "substeps", "correction", "solving", "unit", "edit", "place"] {
        values[index(name)] = 0;
    }
    let joint = index("joint");
    let has = |name: &str| DIMENSIONS[joint].values.iter().position(|value| *value == name);
    let hinges = ["revolute", "revolute limits", "revolute motor"].map(has);
    let is_hinge = hinges.contains(&Some(usize::from(values[joint])));
    // A third of the worlds has hinges.
    let hinge = match values[joint] % 9 {
        turn @ 0..3 => hinges[usize::from(turn)].unwrap_or(0) as u8,
        _ => 0,
    };
    values[joint] = if is_hinge { values[joint] } else { hinge };
    // Here bounces that lose nothing below any threshold, or propagate, are Umbra's alone.
    let bounce = index("bounce");
    values[bounce] = values[bounce].min(2);
    values
}

/// Worlds from a seed.
fn worlds(seed: u64, count: usize) -> Vec<World> {
    let arrays = (0..).flat_map(|array| rows(seed.wrapping_mul(1_000).wrapping_add(array)));
    let world = |(number, values): (u64, Values)| {
        World::new(seed.wrapping_mul(1_000_003).wrapping_add(number), comparable(values))
    };
    (0..).zip(arrays).map(world).take(count).collect()
}

/// A world, and the results of each of [`ENGINES`].
pub type Played = (World, [Outcome; 3]);

/// Plays `count` worlds, without those that a peer refuses: Box2D has no corners a few millimetres
/// apart.
pub fn play(seed: u64, count: usize) -> Vec<Played> {
    let all = worlds(seed, count).into_iter();
    all.filter_map(|world| compare(&world).ok().map(|outcomes| (world, outcomes))).collect()
}

/// The results of each of [`ENGINES`] with a world.
///
/// # Errors
/// When one has no counterpart for something in it.
fn compare(world: &World) -> Result<[Outcome; 3], String> {
    let plan = world.plan();
    let filled = plan.fill().map_err(|error| error.to_string())?;
    let bounds = plan.room.unwrap_or(Aabb::EMPTY);
    let description = Description::read("meeting", &filled.scene, bounds)?;
    let mut outcomes = [Outcome::default(); 3];
    for (kind, outcome) in ENGINES.into_iter().zip(&mut outcomes) {
        let mut engine = kind.load(&description, &filled.scene, 1)?;
        let mut quality = Quality::new(&description, &engine.bodies());
        let start = Look::at(&description, &engine.bodies()).energy;
        let (mut most, scale) = (start, at_hand(&description));
        for step in 1..=plan.steps {
            let begin = Instant::now();
            engine.step(plan.dt);
            let time = begin.elapsed().as_secs_f64() * 1e6;
            outcome.time += (time - outcome.time) / f64::from(step);
            let bodies = engine.bodies();
            if !look(&plan, &description, &bodies, outcome) {
                break;
            }
            quality.look(&description, &bodies);
            most = most.max(quality.last.energy);
        }
        let bodies = engine.bodies();
        let is_driven = plan.bodies.iter().any(|body| body.kind == BodyKind::Kinematic)
            || plan.joints.iter().any(|joint| joint.motor.is_some());
        outcome.energy = if is_driven { 0.0 } else { (most - start) / scale };
        outcome.open = quality.widest_gap;
        if !outcome.broken && plan.joints.is_empty() {
            outcome.merged = deepest(&plan, &description, &bodies, false);
        }
    }
    Ok(outcomes)
}

/// The available energy of a world: motion, and a fall through the room, of all moving bodies.
fn at_hand(description: &Description) -> f64 {
    let moves = description.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic);
    let of = |body: &BodyDescription| {
        let (v, spin) = (f64::from(body.velocity.norm()), f64::from(body.angular_velocity));
        let height = 2.0 * f64::from(description.bounds.half_extents().y);
        let fall = f64::from(description.gravity.norm()) * height;
        body.mass * (0.5 * v * v + fall + 0.5) + 0.5 * body.inertia * spin * spin
    };
    moves.map(of).sum()
}

/// Measures a world. False when it is broken.
fn look(
    plan: &Plan,
    description: &Description,
    bodies: &[BodyState],
    outcome: &mut Outcome,
) -> bool {
    let is_number = |state: &BodyState| {
        let (at, v) = (state.pose.translation.vector, state.velocity);
        [at.x, at.y, v.x, v.y].iter().all(|number| number.is_finite())
    };
    if !bodies.iter().all(is_number) {
        outcome.broken = true;
        return false;
    }
    let frame = bodies[0].pose.inverse();
    let is_out = |(body, state): (&BodyDescription, &BodyState)| {
        let place = frame * (state.pose * body.local_center);
        let outside = (place - description.bounds.max).sup(&(description.bounds.min - place));
        body.kind == BodyKind::Dynamic && outside.x.max(outside.y) > OUTSIDE
    };
    let lost = description.bodies.iter().zip(bodies).filter(|it| is_out(*it)).count();
    outcome.lost = outcome.lost.max(lost);
    outcome.fastest = outcome.fastest.max(Look::at(description, bodies).top_speed);
    // What is pressed between a wall that turns and another one has nowhere to go.
    outcome.at_end = deepest(plan, description, bodies, true);
    outcome.deepest = outcome.deepest.max(outcome.at_end);
    true
}

/// The greatest depth of moving bodies in walls, or in other moving bodies.
fn deepest(plan: &Plan, description: &Description, bodies: &[BodyState], in_walls: bool) -> f64 {
    let mut members: Vec<Member> = vec![];
    for (index, (body, state)) in description.bodies.iter().zip(bodies).enumerate() {
        let part = plan.bodies[index].part;
        let is_mover = part == Part::Mover;
        if !is_mover && !in_walls {
            continue;
        }
        // Measured are pairs of bodies of which one is dynamic; what moves counts as one body, where walls are asked for.
        let name = if in_walls && is_mover { usize::MAX } else { index };
        for collider in &body.colliders {
            members.extend(collider.shapes.iter().map(|(shape, pose)| Member {
                placed: Placed::new(shape, pose, &state.pose),
                body: name,
                is_dynamic: is_mover,
                filter: collider.filter,
            }));
        }
    }
    measure(members, &joined(description)).deepest
}

/// True if Umbra's result is not harmless, and more than 1.5 times that of the worse peer.
fn is_worse(outcome: &[Outcome; 3], of: fn(&Outcome) -> f64, harmless: f64) -> bool {
    let [umbra, box2d, rapier] = outcome.map(|it| of(&it));
    umbra > harmless && umbra > 1.5 * box2d.max(rapier)
}

/// The number of worlds in which an engine exceeds the harmless value.
pub fn count(played: &[Played], engine: usize, (_, of, harmless): Measure) -> usize {
    played.iter().filter(|(_, it)| of(&it[engine]) > harmless).count()
}

/// A table of all measures, and for each some worlds in which Umbra is worse than both peers.
pub fn report(played: &[Played]) -> String {
    let titles = ENGINES.map(Kind::title).join(" | ");
    let mut text = format!(
        "{} worlds: how many are beyond what is harmless, and the worst\n\n\
         | | harmless | {titles} | Umbra alone |\n|---|---:|---:|---:|---:|---:|\n",
        played.len()
    );
    for measure @ (name, of, harmless) in MEASURES {
        let cell = |engine: usize| {
            let worst = played.iter().map(|(_, it)| of(&it[engine])).fold(0.0, f64::max);
            format!("{} ({worst:.3})", count(played, engine, measure))
        };
        let alone = played.iter().filter(|(_, it)| is_worse(it, of, harmless)).count();
        let cells = [0, 1, 2].map(cell).join(" | ");
        text += &format!("| {name} | {harmless} | {cells} | {alone} |\n");
    }
    for (name, of, harmless) in MEASURES {
        let worse = played.iter().filter(|(_, it)| is_worse(it, of, harmless));
        text += &format!("\n{name}: worse than both peers\n");
        for (world, outcome) in worse.take(SHOWN) {
            let [umbra, box2d, rapier] = outcome.map(|it| of(&it));
            text += &format!("  {umbra:.3} ({box2d:.3}, {rapier:.3}): {}\n", world.name());
        }
    }
    let is_slow =
        |[umbra, box2d, _]: &[Outcome; 3]| umbra.time > SLOW.0 * box2d.time && umbra.time > SLOW.1;
    let slow: Vec<_> = played.iter().filter(|(_, it)| is_slow(it)).collect();
    text +=
        &format!("\n{} worlds take more than {} times as long as in Box2D\n", slow.len(), SLOW.0);
    for (world, [umbra, box2d, _]) in slow.into_iter().take(SHOWN) {
        text += &format!("  {:.0} us ({:.0}): {}\n", umbra.time, box2d.time, world.name());
    }
    text
}
