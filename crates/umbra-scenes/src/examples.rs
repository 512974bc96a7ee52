//! The scenes of the examples, and their common code: solvers by name, figures, views.

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::{Driver, Framing, Roles, SceneDef, place};

/// The scenes, in the order of the README.
pub static SCENES: [SceneDef; 4] = [
    SceneDef {
        sleeping: true,
        framing: Framing::View(Aabb { min: Point::new(-1.0, -1.2), max: Point::new(8.5, 11.0) }),
        ..SceneDef::new("hello", "A ball is thrown, bounces and rolls away.", hello)
            .tries("Drag the ball up and throw it.")
    },
    SceneDef {
        sleeping: true,
        ..SceneDef::new("towers", "Towers and a pyramid stand side by side.", towers)
            .tries("Throw a box at the pyramid. Compare presets side by side.")
    },
    SceneDef::new(
        "billiards",
        "A rack is broken at 10 m/s on a table that takes nothing.",
        billiards,
    )
    .tries(
        "Draw the cue ball back and throw it, or wind back and give a ball another restitution.",
    ),
    SceneDef {
        driver: Driver::Target(lift_at),
        sleeping: true,
        ..SceneDef::new(
            "platforms",
            "A level of a game: a ramp, crates, a lift over a gap.",
            platforms,
        )
        .tries("Ride the lift: drag the player onto it.")
    },
];

/// The points of a path at which it turns: without the others it looks the same.
pub fn corners(trail: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = vec![];
    for pair in trail.windows(2) {
        let (at, next) = (pair[0], pair[1]);
        // Seen from the last point kept, the next one lies in the direction of this one.
        let is_straight = kept.last().is_some_and(|last| {
            let (to, on) = (at - last, next - at);
            let across = (to.x * on.y - to.y * on.x).abs();
            to.dot(&on) >= 0.0 && across <= 0.02 * on.norm()
        });
        if !is_straight {
            kept.push(at);
        }
    }
    kept.extend(trail.last());
    kept
}

fn hello(scene: &mut Scene) -> Result<Roles, Error> {
    place(scene, Body::fixed(), Collider::cuboid(50.0, 0.5).friction(0.6))?;
    let ball = Body::dynamic().position([0.0, 10.0]).velocity([1.0, 0.0]);
    let marked = Some(place(scene, ball, Collider::circle(0.5).restitution(0.8))?);
    Ok(Roles { marked, driven: None })
}

fn towers(scene: &mut Scene) -> Result<Roles, Error> {
    let groups = towers_and_pyramid(scene, 12)?;
    let marked = groups.last().and_then(|group| group.bodies.last().copied());
    Ok(Roles { marked, driven: None })
}

/// Bodies that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name of the group.
    pub name: &'static str,
    /// The bodies, the lowest first.
    pub bodies: Vec<BodyKey>,
}

/// Towers of 4, 6, 8, 10 and 12 unit boxes and a pyramid with `base` in its lowest row.
///
/// # Errors
/// When `base` is so large that positions are absurd.
pub fn towers_and_pyramid(scene: &mut Scene, base: u32) -> Result<Vec<Group>, Error> {
    let half = 0.5 * base as Real;
    let ground = Body::fixed().position([-5.0, -0.5]);
    place(scene, ground, Collider::cuboid(half + 8.5, 0.5))?;
    let mut groups = Vec::new();
    for tower in 0..5 {
        let x = -half - 3.0 - 2.0 * tower as Real;
        let places = (0..4 + 2 * tower).map(|row| [x, row as Real + 0.5]);
        groups.push(Group { name: "tower", bodies: boxes(scene, places)? });
    }
    let row_of = |row: u32| {
        let left = 0.5 * (row + 1) as Real - half;
        (0..base - row).map(move |column| [left + column as Real, row as Real + 0.5])
    };
    groups.push(Group { name: "pyramid", bodies: boxes(scene, (0..base).flat_map(row_of))? });
    Ok(groups)
}

/// Unit boxes at these positions.
fn boxes(
    scene: &mut Scene,
    places: impl Iterator<Item = [Real; 2]>,
) -> Result<Vec<BodyKey>, Error> {
    places
        .map(|at| place(scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5)))
        .collect()
}

/// The radius of a billiard ball, in metres.
pub const BALL_RADIUS: Real = 0.028_6;
/// Half of the length and half of the width of a billiard table.
pub const TABLE: [Real; 2] = [1.27, 0.635];

/// A table seen from above: 15 balls in a triangle, and the moving cue ball, which is marked. There
/// is no friction, and no impact loses energy.
fn billiards(scene: &mut Scene) -> Result<Roles, Error> {
    let config = scene.config_mut();
    config.gravity = Vector::zeros();
    // A ball is about this long: slow balls bounce too, and margins are a millimetre.
    config.length_unit = 2.0 * BALL_RADIUS;
    let lively = |collider: Collider| collider.restitution(1.0).friction(0.0);
    let [length, width] = TABLE;
    let cushion = 0.05;
    for side in [-1.0, 1.0] {
        let end = Body::fixed().position([side * (length + cushion), 0.0]);
        place(scene, end, lively(Collider::cuboid(cushion, width + 2.0 * cushion)))?;
        let long = Body::fixed().position([0.0, side * (width + cushion)]);
        place(scene, long, lively(Collider::cuboid(length, cushion)))?;
    }
    let ball = || lively(Collider::circle(BALL_RADIUS)).mass(0.17);
    // Not quite at the middle of the rack: struck there, it sends the two far corners away and leaves the rest where it is.
    let aside = 0.7 * BALL_RADIUS;
    let cue = Body::dynamic().position([-0.5 * length, aside]).velocity([10.0, 0.0]);
    let cue = place(scene, cue, ball())?;
    for row in 0..5 {
        for index in 0..=row {
            let y = (2 * index - row) as Real * BALL_RADIUS;
            let x = 0.5 * length + row as Real * BALL_RADIUS * 3.0_f32.sqrt();
            place(scene, Body::dynamic().position([x, y]), ball())?;
        }
    }
    Ok(Roles { marked: Some(cue), driven: None })
}

/// The start of the level's player.
pub const PLAYER_START: [Real; 2] = [-13.0, 1.0];

/// Ground with a ramp, crates, and a gap where a lift goes up to higher ground. The player, a
/// capsule that does not turn, is marked; the lift is driven.
fn platforms(scene: &mut Scene) -> Result<Roles, Error> {
    let ground = scene.add_body(Body::fixed())?;
    let mut solid = |half: [Real; 2], at: [Real; 2]| {
        let slab = Collider::cuboid(half[0], half[1]).at(at).friction(0.8);
        scene.add_collider(ground, slab)
    };
    solid([10.5, 0.5], [-5.5, -0.5])?;
    solid([6.0, 0.5], [16.0, 2.5])?;
    solid([0.5, 2.5], [-16.5, 1.5])?;
    solid([0.5, 1.0], [22.5, 3.5])?;
    let step = [[-2.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
    let step = Collider::polygon(step).at([-8.5, 0.0]).friction(0.8);
    scene.add_collider(ground, step)?;

    let player = Body::dynamic().position(PLAYER_START).lock_rotation();
    let shape = Collider::capsule([0.0, -0.4], [0.0, 0.4], 0.35).friction(0.0);
    let player = place(scene, player, shape.hit_events(true))?;
    for (x, y) in [(-3.0, 0.4), (-2.1, 0.4), (-2.5, 1.2), (17.0, 3.4), (17.9, 3.4), (17.4, 4.2)] {
        let crate_ = Collider::cuboid(0.4, 0.4).density(0.4).friction(0.5).hit_events(true);
        place(scene, Body::dynamic().position([x, y]), crate_)?;
    }
    let lift = Body::kinematic().position([7.5, -0.25]);
    let driven = Some(place(scene, lift, Collider::cuboid(2.4, 0.25).friction(0.8))?);
    Ok(Roles { marked: Some(player), driven })
}

/// The pose of the level's lift at the end of a step: up and down in 8 seconds.
pub fn lift_at(step: u32) -> Pose {
    let turn = math::rotation(std::f32::consts::TAU * step as Real / 480.0);
    pose([7.5, 1.25 - 1.5 * turn.re], 0.0)
}

/// The solver of a name: `default`, `soft`, `precise`, `fast`, `projection` or `classic:n`.
///
/// # Errors
/// A message for the command line, when there is no such solver.
pub fn solver(name: &str) -> Result<SolverConfig, String> {
    let with = |correction| SolverConfig { correction, ..SolverConfig::default() };
    let config = match name.split_once(':').unwrap_or((name, "")) {
        ("default", "") => SolverConfig::default(),
        ("precise", "") => SolverConfig::precise(),
        ("fast", "") => SolverConfig::fast(),
        ("soft", "") => with(Correction::SOFT),
        ("projection", "") => with(Correction::LINEAR_PROJECTION),
        ("classic", "") => SolverConfig::classic(10),
        ("classic", iterations) => match iterations.parse() {
            Ok(iterations) => SolverConfig::classic(iterations),
            Err(_) => return Err(format!("{name}: say classic:10, for ten iterations")),
        },
        _ => {
            let known = "default, soft, precise, fast, projection or classic:10";
            return Err(format!("there is no solver {name}; try {known}"));
        }
    };
    config.validate().map_err(|error| format!("{name}: {error}"))?;
    Ok(config)
}

/// For programs without arguments: prints a description for `--help`, and exits with code 2 when
/// there is anything else on the command line.
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "for the person at the command line")]
pub fn no_arguments(about: &str) {
    let Some(argument) = std::env::args().nth(1) else { return };
    if is_help(&argument) {
        println!("{about}\nIt takes no arguments.");
        std::process::exit(0);
    }
    eprintln!("{argument} is not known: this program takes no arguments");
    std::process::exit(2);
}

/// True if an argument asks for the usage of a program.
pub fn is_help(argument: &str) -> bool {
    matches!(argument, "--help" | "-h" | "help")
}

/// Prints the usage of a program and exits, if an argument asks for it.
#[allow(clippy::print_stdout, reason = "for the person at the command line")]
pub fn help(usage: &str) {
    if std::env::args().skip(1).any(|argument| is_help(&argument)) {
        println!("{usage}");
        std::process::exit(0);
    }
}

/// The deepest overlap of two shapes at the start of the last step.
pub fn deepest_overlap(scene: &Scene) -> Real {
    let depths = scene.contacts().flat_map(|contact| contact.points()).map(|p| -p.separation);
    depths.fold(0.0, |most, depth| if depth > most { depth } else { most })
}

/// The box around everything that can move, with a margin; `None` when nothing can.
pub fn view_of_moving(scene: &Scene) -> Option<Aabb> {
    let moving = |body: &BodyRef<'_>| body.kind() != BodyKind::Fixed && body.is_enabled();
    let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
    let around = colliders
        .filter(|collider| scene.body(collider.body()).as_ref().is_ok_and(moving))
        .fold(Aabb::EMPTY, |aabb, collider| aabb.union(&collider.aabb()));
    let size = around.half_extents();
    around.is_valid().then(|| around.grown(0.1 * if size.x > size.y { size.x } else { size.y }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_are_found_by_name_and_bad_names_are_explained() {
        assert_eq!(solver("default"), Ok(SolverConfig::default()));
        assert_eq!(solver("classic:7"), Ok(SolverConfig::classic(7)));
        assert_eq!(solver("projection").unwrap().correction, Correction::LINEAR_PROJECTION);
        for (name, says) in [
            ("magic", "there is no solver magic"),
            ("classic:many", "say classic:10"),
            ("classic:0", "velocity_iterations"),
            ("fast:3", "there is no solver fast:3"),
        ] {
            let message = solver(name).unwrap_err();
            assert!(message.contains(says), "{message}");
        }
    }

    #[test]
    fn scenes_start_without_overlap() {
        for def in &SCENES {
            let mut running = def.set_up(SceneConfig::default()).unwrap();
            running.step(1.0 / 60.0).unwrap();
            let depth = deepest_overlap(&running.scene);
            assert!(depth < 1e-4, "{}: {depth}", def.name);
            assert!(view_of_moving(&running.scene).is_some());
        }
        assert_eq!(view_of_moving(&Scene::new(SceneConfig::default()).unwrap()), None);
    }
}
