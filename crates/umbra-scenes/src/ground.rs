//! Scenes about ground: tile maps, one-way platforms, conveyors, seams.

use umbra::Error;
use umbra::prelude::*;

use crate::{Driver, Framing, Roles, SceneDef, place};

/// The scenes, in the order in which they are listed.
pub(crate) static SCENES: [SceneDef; 4] = [
    SceneDef {
        driver: Driver::Script(dig),
        framing: Framing::View(view([-1.0, -1.0], [33.0, 16.0])),
        steps: 900,
        ..SceneDef::new("tiles", "Things roll over a tile map of slopes, which is dug away.", tiles)
            .tries("Throw a ball along the slopes: nothing catches at the edge of a cell.")
    },
    SceneDef {
        driver: Driver::Script(hop),
        framing: Framing::View(view([-9.0, -1.5], [9.0, 10.5])),
        ..SceneDef::new("one_way", "Players jump up through platforms and drop down.", one_way)
            .tries("Select a body and switch Drops through on: it falls to the ground.")
    },
    SceneDef {
        framing: Framing::View(view([-9.5, -1.0], [19.5, 10.5])),
        steps: 1500,
        ..SceneDef::new(
            "conveyors",
            "Belts carry loads down in a zigzag and up into a bin.",
            conveyors,
        )
        .tries("Select a belt and turn its surface speed round, or make it as slippery as ice.")
    },
    SceneDef {
        framing: Framing::View(view([-17.0, -1.5], [17.0, 9.5])),
        steps: 720,
        ..SceneDef::new("seams", "Things slide over floors of many small boxes.", seams)
            .tries("Move a tile a little up: what slides stumbles there, and only there.")
    },
];

const fn view(min: [Real; 2], max: [Real; 2]) -> Aabb {
    Aabb { min: Point::new(min[0], min[1]), max: Point::new(max[0], max[1]) }
}

/// The map of the scene `tiles`, the highest row first: `#` is full, `/` and `\` are steep slopes,
/// `<`, `(` and `)`, `>` the two halves of gentle ones, and `-` is a platform.
const MAP: [&str; 12] = [
    "#                              #",
    "#                              #",
    "#\\                            /#",
    "##\\                 ---      /##",
    "###)>                       /###",
    "#####)>        ---        <(####",
    "#######\\                <(######",
    "########\\    --       /#########",
    "#########\\           /##########",
    "##########\\         /###########",
    "###########)>  <(###############",
    "################################",
];

fn cell(letter: char) -> Cell {
    let slope = |rises, ramp| Cell::Slope { rises, ramp, ceiling: false };
    match letter {
        '#' => Cell::Full,
        '/' => slope(Side::Right, Ramp::Steep),
        '\\' => slope(Side::Left, Ramp::Steep),
        '<' => slope(Side::Right, Ramp::GentleStart),
        '(' => slope(Side::Right, Ramp::GentleEnd),
        ')' => slope(Side::Left, Ramp::GentleEnd),
        '>' => slope(Side::Left, Ramp::GentleStart),
        '-' => Cell::OneWay,
        _ => Cell::Empty,
    }
}

fn tiles(scene: &mut Scene) -> Result<Roles, Error> {
    let rows = MAP.iter().rev().map(|row| row.chars().map(cell));
    let map = Collider::tiles(1.0, rows).friction(0.5);
    let level = place(scene, Body::fixed(), map)?;
    for i in 0..24_u8 {
        let at = [2.5 + 1.2 * Real::from(i), 12.5 + 0.8 * Real::from(i % 3)];
        let shape = match i % 3 {
            0 => Collider::circle(0.4),
            1 => Collider::cuboid(0.35, 0.3).friction(0.1),
            _ => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.25),
        };
        place(scene, Body::dynamic().position(at), shape)?;
    }
    Ok(Roles { marked: None, driven: Some(level) })
}

/// From step 300 on, removes a cell of the map every 15 steps, row by row from above.
fn dig(scene: &mut Scene, roles: &Roles, step: u32) -> Result<(), Error> {
    let Some(turn) = step.checked_sub(300).filter(|since| since.is_multiple_of(15)) else {
        return Ok(());
    };
    let level = roles.driven.and_then(|key| scene.body(key).ok());
    let Some(map) = level.and_then(|body| body.colliders().next()) else { return Ok(()) };
    // A shaft two cells wide, in the middle of the valley's right side.
    let (row, column) = ((turn / 15 / 2) as i32, (turn / 15 % 2) as i32);
    match scene.collider_mut(map) {
        Ok(mut map) if row < 5 => map.set_cell([24 + column, 5 - row], Cell::Empty),
        _ => Ok(()),
    }
}

fn one_way(scene: &mut Scene) -> Result<Roles, Error> {
    place(scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(9.0, 1.0))?;
    for side in [-1.0, 1.0] {
        let wall = Body::fixed().position([9.5 * side, 5.0]);
        place(scene, wall, Collider::cuboid(0.5, 7.0).friction(0.0))?;
    }
    for row in 0..4_u8 {
        let y = 2.0 + 2.0 * Real::from(row);
        for x in [-5.5, 0.0, 5.5] {
            let x = x + if row % 2 == 0 { -0.8 } else { 0.8 };
            let platform = Collider::cuboid(1.9, 0.08).one_way([0.0, 1.0]).friction(0.9);
            place(scene, Body::fixed().position([x, y]), platform)?;
        }
    }
    let mut marked = None;
    for i in 0..9_u8 {
        let body = Body::dynamic().position([1.8 * Real::from(i) - 7.2, 0.6]).lock_rotation();
        let player = Collider::capsule([0.0, -0.25], [0.0, 0.25], 0.3).friction(0.4);
        marked = Some(place(scene, body, player)?);
    }
    Ok(Roles { marked, driven: None })
}

/// Players that stand jump up four times, and then let themselves fall for a while.
fn hop(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    let players: Vec<BodyKey> = scene.bodies().collect();
    let is_player = |key: &BodyKey| scene.body(*key).is_ok_and(|it| it.kind() == BodyKind::Dynamic);
    let players: Vec<BodyKey> = players.into_iter().filter(is_player).collect();
    for (index, key) in players.into_iter().enumerate() {
        let turn = (step + 17 * index as u32) % 400;
        let Ok(mut player) = scene.body_mut(key) else { continue };
        if turn == 300 || turn == 360 {
            player.drop_through(turn == 300);
        } else if turn < 300 && turn % 75 == 40 {
            let x = player.view().velocity().x;
            player.set_velocity([x, 7.5])?;
        }
    }
    Ok(())
}

/// Conveyor belts in a zigzag, the last of which goes up to a bin.
fn conveyors(scene: &mut Scene) -> Result<Roles, Error> {
    for (at, angle, half, speed) in [
        ([-2.0, 8.0], 0.0, 6.0, 2.0),
        ([2.0, 5.5], 0.0, 6.0, -2.5),
        ([0.0, 3.0], 0.0, 7.0, 3.0),
        ([10.7, 4.55], 0.45, 4.0, 3.0),
    ] {
        let belt = Collider::cuboid(half, 0.25).surface_speed(speed).friction(0.9);
        place(scene, Body::fixed().position(at).angle(angle), belt)?;
    }
    let bin = [[14.4, 5.9], [14.4, 0.0], [18.5, 0.0], [18.5, 8.5]];
    place(scene, Body::fixed(), Collider::chain(bin))?;
    // What falls off the second belt must not miss the third.
    place(scene, Body::fixed().position([-7.2, 4.2]), Collider::cuboid(0.1, 1.5).friction(0.0))?;
    for i in 0..16_u8 {
        let at = [0.7 * Real::from(i % 8) - 7.0, 8.6 + 0.6 * Real::from(i / 8)];
        let load = match i % 4 {
            3 => Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.2).rolling_resistance(0.05),
            _ => Collider::cuboid(0.3, 0.25),
        };
        place(scene, Body::dynamic().position(at), load.friction(0.9))?;
    }
    Ok(Roles::default())
}

/// Three floors of tiles: of one body, of a body each, and a slope of segments.
fn seams(scene: &mut Scene) -> Result<Roles, Error> {
    let tile = || Collider::cuboid(0.25, 0.25).friction(0.0);
    let one = scene.add_body(Body::fixed().position([0.0, 0.0]))?;
    for i in 0..64_u8 {
        let x = 0.5 * Real::from(i) - 15.75;
        scene.add_collider(one, tile().at([x, -0.25]))?;
        place(scene, Body::fixed().position([x, 3.75]), tile())?;
        let [a, b] = [x - 0.25, x + 0.25].map(|x| [x, 7.0 + 0.02 * x]);
        place(scene, Body::fixed(), Collider::segment(a, b).friction(0.0))?;
    }
    for floor in 0..3_u8 {
        for i in 0..4_u8 {
            let at = [-15.0 + 1.4 * Real::from(i), 0.3 + 4.0 * Real::from(floor)];
            let at = if floor == 2 { [at[0], 7.35 + 0.02 * at[0]] } else { at };
            let shape = match i {
                0 => Collider::cuboid(0.4, 0.3),
                1 => Collider::circle(0.3),
                2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.3),
                _ => Collider::polygon([[-0.4, -0.3], [0.4, -0.3], [0.0, 0.4]]),
            };
            let body = Body::dynamic().position(at).velocity([4.0 + Real::from(i), 0.0]);
            place(scene, body, shape.friction(0.0))?;
        }
    }
    for side in [-1.0, 1.0] {
        let wall = Body::fixed().position([16.3 * side, 4.0]);
        place(scene, wall, Collider::cuboid(0.3, 5.0).restitution(1.0).friction(0.0))?;
    }
    Ok(Roles::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str, steps: u32) -> crate::RunningScene {
        let mut running = crate::find(name).unwrap().set_up(SceneConfig::default()).unwrap();
        (0..steps).for_each(|_| running.step(1.0 / 60.0).unwrap());
        running
    }

    fn moving(scene: &Scene) -> Vec<BodyRef<'_>> {
        let all = scene.bodies().filter_map(|key| scene.body(key).ok());
        all.filter(|body| body.kind() == BodyKind::Dynamic).collect()
    }

    #[test]
    fn nothing_leaves_the_map_and_the_shaft_is_dug() {
        let running = run("tiles", 900);
        for body in moving(&running.scene) {
            let at = body.position();
            assert!((0.0..32.0).contains(&at.x) && (0.0..16.0).contains(&at.y), "{at}");
        }
        let map = running.scene.body(running.roles.driven.unwrap()).unwrap().colliders().next();
        let map = running.scene.collider(map.unwrap()).unwrap();
        assert_eq!(map.cell([24, 3]), Some(Cell::Empty.into()));
        assert_eq!(map.cell([23, 3]), Some(Cell::Full.into()));
    }

    #[test]
    fn players_climb_to_the_platforms_and_come_down_again() {
        let mut running = run("one_way", 0);
        let (mut highest, mut back): (Real, _) = (0.0, 0);
        for _ in 0..800 {
            running.step(1.0 / 60.0).unwrap();
            let ys: Vec<_> = moving(&running.scene).iter().map(|it| it.position().y).collect();
            highest = ys.iter().copied().fold(highest, Real::max);
            back += usize::from(highest > 6.0) * ys.iter().filter(|y| **y < 0.7).count();
        }
        assert!(highest > 6.0 && back > 100, "{highest} {back}");
    }

    #[test]
    fn every_load_comes_to_the_bin() {
        let running = run("conveyors", 1500);
        let loads = moving(&running.scene);
        assert_eq!(loads.len(), 16);
        for load in loads {
            let at = load.position();
            assert!((14.4..18.5).contains(&at.x) && (0.0..6.0).contains(&at.y), "{at}");
        }
    }

    #[test]
    fn what_slides_over_seams_keeps_its_speed_and_does_not_turn() {
        let mut running = run("seams", 0);
        for _ in 0..90 {
            running.step(1.0 / 60.0).unwrap();
            for (index, body) in moving(&running.scene).iter().enumerate().take(8) {
                let speed = 4.0 + (index % 4) as Real;
                assert!((body.velocity().x - speed).abs() < 0.05, "{index} {}", body.velocity());
                let (rise, turn) = (body.velocity().y.abs(), body.angular_velocity().abs());
                assert!(rise < 0.1 && turn < 0.1, "{index}: {rise} {turn}");
            }
        }
    }
}
