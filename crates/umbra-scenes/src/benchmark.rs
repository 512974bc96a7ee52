//! Scenes of Box2D's own benchmark, in its sizes.
//!
//! `spinner_kinematic` and `tumbler_kinematic` replace the motors of two scenes by kinematic
//! bodies. Sizes, counts, materials and positions are those of Box2D, so that figures can be
//! compared; the code is ours.

use std::f32::consts::{PI, TAU};
use std::ops::Range;

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::ragdoll::{Stiffness, ragdoll};
use crate::{Driver, Framing, Roles, SceneDef, place};

/// The gravity of Box2D's benchmark.
pub(crate) const GRAVITY: Vector = Vector::new(0.0, -10.0);

/// The scenes, in alphabetical order.
pub static SCENES: [SceneDef; 12] = [
    SceneDef {
        steps: 500,
        sleeping: true,
        bounds: bounds([-41.0, -1.0], [41.0, 400.0]),
        ..SceneDef::new(
            "compounds",
            "3,000 bodies of two triangles each fall into a box.",
            compounds,
        )
        .tries("Bomb the pile once it has settled, or drag a body out from below.")
    },
    SceneDef {
        steps: 500,
        bounds: bounds([-60.0, -160.0], [160.0, 40.0]),
        ..SceneDef::new(
            "joint_grid",
            "A net of 100 x 100 discs hangs by the middle of its edge.",
            joint_grid,
        )
        .tries("Drag a corner of the net and let go; raise the substeps and see it stiffen.")
    },
    SceneDef {
        steps: 800,
        driver: Driver::Target(pusher),
        sleeping: true,
        bounds: bounds([-81.0, -1.0], [81.0, 200.0]),
        ..SceneDef::new("junkyard", "A pusher ploughs through 8,000 pentagons.", junkyard)
            .tries("Switch the islands on and watch them merge in front of the pusher.")
    },
    SceneDef {
        steps: 500,
        bounds: bounds([-100.0, 0.0], [100.0, 110.0]),
        ..SceneDef::new("large_pyramid", "5,050 boxes stand as one pyramid.", large_pyramid)
            .tries("Throw a disc at the top. Compare 1 and 8 substeps side by side.")
    },
    SceneDef {
        steps: 200,
        bounds: bounds([-120.0, 0.0], [120.0, 230.0]),
        ..SceneDef::new("many_pyramids", "22,000 boxes stand as 400 pyramids.", many_pyramids)
            .tries("Zoom out, bomb one pyramid, and see that only its neighbours wake.")
    },
    SceneDef {
        steps: 1000,
        driver: Driver::Respawn(rained),
        sleeping: true,
        bounds: bounds([-130.0, -10.0], [130.0, 240.0]),
        framing: Framing::View(bounds([-124.0, -2.0], [124.0, 226.0])),
        ..SceneDef::new("rain", "1,000 ragdolls rain upon five floors, again and again.", rain)
            .tries("Change the joint solving to trees and watch the knees.")
    },
    SceneDef {
        steps: 300,
        sleeping: true,
        framing: Framing::View(bounds([-26.0, -45.0], [112.0, 45.0])),
        ..SceneDef::new("smash", "A heavy block flies into 9,600 boxes that sleep.", smash)
            .tries("Scrub back to the impact and step through it.")
    },
    SceneDef {
        steps: 500,
        sleeping: true,
        bounds: bounds([-40.5, -8.5], [40.5, 72.5]),
        ..SceneDef::new("spinner", "A motor whirls a bar through 6,076 bodies.", spinner)
            .tries("Select the motor's joint and change its speed and torque.")
    },
    SceneDef {
        steps: 500,
        sleeping: true,
        bounds: bounds([-40.5, -8.5], [40.5, 72.5]),
        ..SceneDef::new(
            "spinner_kinematic",
            "A bar whirls 6,076 bodies about in a round pit.",
            spinner_kinematic,
        )
        .tries("Spawn boxes in the way of the bar.")
    },
    SceneDef {
        steps: 750,
        sleeping: true,
        bounds: bounds([-15.0, -5.0], [15.0, 25.0]),
        ..SceneDef::new("tumbler", "2,025 boxes tumble in a drum that a motor turns.", tumbler)
            .tries("Change the gravity, or the friction of a wall.")
    },
    SceneDef {
        steps: 750,
        sleeping: true,
        bounds: bounds([-15.0, -5.0], [15.0, 25.0]),
        ..SceneDef::new(
            "tumbler_kinematic",
            "2,025 boxes tumble in a turning square drum.",
            tumbler_kinematic,
        )
        .tries("Switch the impulses on and look at the corner that lifts the pile.")
    },
    SceneDef {
        steps: 500,
        sleeping: true,
        bounds: bounds([-18.5, -8.5], [18.5, 28.5]),
        ..SceneDef::new("washer", "8,100 boxes tumble in a turning round drum with ribs.", washer)
            .tries("Watch the time of the solver as the pile collapses.")
    },
];

const fn bounds(min: [Real; 2], max: [Real; 2]) -> Aabb {
    Aabb { min: Point::new(min[0], min[1]), max: Point::new(max[0], max[1]) }
}

/// 20 columns of 150 bodies, each made of two crossing triangles, over a tiled floor.
fn compounds(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let ground = tiled_box(scene, 40, 100)?;
    // Below everything, for those that get out.
    scene.add_collider(ground, Collider::segment([-800.0, -80.0], [800.0, -80.0]))?;
    let left = [[-1.0, 0.0], [0.5, 1.0], [0.0, 2.0]];
    let right = [[1.0, 0.0], [-0.5, 1.0], [0.0, 2.0]];
    let mut roles = Roles::default();
    for (index, (column, row)) in columns(20, 150).enumerate() {
        let at = [2.0 * column - 19.0 + sway(index, 0.25), 2.25 * row + 5.575];
        let body = scene.add_body(Body::dynamic().position(at))?;
        for triangle in [left, right] {
            scene.add_collider(body, Collider::polygon(triangle).friction(0.5))?;
        }
        roles.marked = Some(body);
    }
    Ok(roles)
}

/// 200 columns of 40 pentagons above a wide box, in which a block moves back and forth.
fn junkyard(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    tiled_box(scene, 80, 50)?;
    let radius = 0.25;
    // Five steps of the golden angle, in the order in which they lie: an irregular pentagon.
    let corner = |i: usize| math::rotation(PI * (5.0_f32.sqrt() - 1.0) * i as f32);
    let corners: Vec<Point> = [0, 2, 4, 1, 3].map(|i| corner(i) * Point::new(radius, 0.0)).into();
    let pentagon = Collider::polygon(corners);
    let mut roles = Roles::default();
    for (index, (column, row)) in columns(200, 40).enumerate() {
        let x = 1.5 * (2.0 * column - 200.0) * radius - sway(index, 0.1);
        let at = [x, 4.0 * row * radius + 15.0];
        let body = Body::dynamic().position(at);
        roles.marked = Some(place(scene, body, pentagon.clone())?);
    }
    let block = Collider::cuboid(2.0, 4.0).at([0.0, 4.0]);
    roles.driven = Some(place(scene, Body::kinematic(), block)?);
    Ok(roles)
}

/// The pose of the junkyard's block after a step.
fn pusher(step: u32) -> Pose {
    let turn = math::rotation(0.2 * step as f32 / 60.0);
    pose([60.0 * turn.im, 0.0], 0.0)
}

/// A pyramid of 100 rows.
fn large_pyramid(scene: &mut Scene) -> Result<Roles, Error> {
    pyramid(scene, 100)
}

/// A pyramid of unit boxes with `base` boxes in the lowest row, on wide ground. The box at the top
/// is marked.
///
/// # Errors
/// Never, unless `base` is so large that positions are absurd.
pub fn pyramid(scene: &mut Scene, base: u32) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let width = if base > 100 { base as Real } else { 100.0 };
    place(scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(width, 1.0))?;
    let marked = pile_pyramid(scene, base, [0.5 - 0.5 * base as f32, 0.5])?;
    Ok(Roles { marked, driven: None })
}

/// 20 floors with 20 pyramids of ten rows each.
fn many_pyramids(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let ground = scene.add_body(Body::fixed())?;
    let mut roles = Roles::default();
    for floor in 0..20 {
        let y = 11.0 * floor as f32;
        scene.add_collider(ground, Collider::segment([-110.0, y], [110.0, y]))?;
    }
    for (floor, column) in columns(20, 20) {
        let left = -110.0 + 11.0 * column + 1.0;
        roles.marked = pile_pyramid(scene, 10, [left, 11.0 * floor + 0.5])?;
    }
    Ok(roles)
}

/// Adds a pyramid of unit boxes with `base` in the lowest row, the leftmost of which is at
/// `corner`. Returns the box at the top.
fn pile_pyramid(scene: &mut Scene, base: u32, corner: [Real; 2]) -> Result<Option<BodyKey>, Error> {
    let brick = Collider::cuboid(0.5, 0.5);
    let mut top = None;
    for row in 0..base {
        for column in 0..base - row {
            let x = corner[0] + column as f32 + 0.5 * row as f32;
            let body = Body::dynamic().position([x, corner[1] + row as f32]);
            top = Some(place(scene, body, brick.clone())?);
        }
    }
    Ok(top)
}

/// A block of 512 kg flies at 40 m/s into a wall of 120 x 80 boxes, without gravity.
fn smash(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let block = Body::dynamic().position([-20.0, 0.0]).velocity([40.0, 0.0]);
    let marked = Some(place(scene, block, Collider::cuboid(4.0, 4.0).density(8.0))?);
    let brick = Collider::cuboid(0.2, 0.2);
    for (column, row) in columns(120, 80) {
        let at = [0.4 * column + 30.0, 0.4 * (row - 40.0)];
        place(scene, Body::dynamic().position(at).sleeping(true), brick.clone())?;
    }
    Ok(Roles { marked, driven: None })
}

/// 100 x 100 discs, each joined to the one above and the one before it; seven of the first column
/// hold the net. Discs do not collide.
fn joint_grid(scene: &mut Scene) -> Result<Roles, Error> {
    net(scene, 100)
}

/// A net of discs, each joined to its neighbours halfway, which hangs from up to seven fixed discs
/// in the middle of its upper edge.
pub(crate) fn net(scene: &mut Scene, side: u8) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let disc = Collider::circle(0.4).filter(Filter { category: 2, mask: !2, ..Filter::default() });
    let mut keys = Vec::new();
    let middle = Real::from(side / 2);
    for (column, row) in columns(u32::from(side), u32::from(side)) {
        let holds = row == 0.0 && (column - middle).abs() <= 3.0;
        let body = if holds { Body::fixed() } else { Body::dynamic() };
        let (x, y) = (column, -row);
        let key = place(scene, body.position([x, y]), disc.clone())?;
        if let Some(above) = keys.last().filter(|_| row > 0.0) {
            scene.add_joint(Joint::revolute(*above, key, [x, y + 0.5]))?;
        }
        if column > 0.0 {
            let before = keys[keys.len() - usize::from(side)];
            scene.add_joint(Joint::revolute(before, key, [x - 0.5, y]))?;
        }
        keys.push(key);
    }
    Ok(Roles { marked: keys.last().copied(), driven: None })
}

const RAIN_ROWS: usize = 5;
const RAIN_COLUMNS: usize = 40;
/// The number of ragdolls that fall at once in each row.
const RAIN_GROUP: usize = 5;

/// Ragdolls that hang above floors of 501 tiles, disabled until it is their turn.
///
/// Box2D's benchmark adds and removes them; here they are put back, which all engines can do in the
/// same way.
fn rain(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let ground = scene.add_body(Body::fixed())?;
    for row in 0..RAIN_ROWS {
        for tile in 0..=500_u16 {
            let at = [0.5 * Real::from(tile) - 125.0, 45.0 * row as Real];
            let tile = Collider::cuboid(0.25, 0.25).at(at);
            scene.add_collider(ground, tile)?;
        }
    }
    let (mut group, mut roles) = (0, Roles::default());
    for (column, row) in columns(RAIN_COLUMNS as u32, RAIN_ROWS as u32) {
        for place in 0..RAIN_GROUP {
            group += 1;
            let x = 6.25 * (column + 0.5) - 125.0 + 0.5 * place as Real;
            let feet = Point::new(x, 40.0 + 45.0 * row);
            let body = Body::dynamic().enabled(false);
            let (bones, _) = ragdoll(scene, feet, group, Stiffness::default(), &body)?;
            roles.marked = bones.first().copied();
        }
    }
    Ok(roles)
}

/// The bodies to put back: a column of groups every eighth step, from left to right and then from
/// the left again.
fn rained(step: u32) -> Range<usize> {
    if !step.is_multiple_of(8) {
        return 0..0;
    }
    let column = (step / 8) as usize % RAIN_COLUMNS;
    let bones = RAIN_ROWS * RAIN_GROUP * 11;
    1 + column * bones..1 + (column + 1) * bones
}

/// A motor turns a bar of 40 m at 5 rad/s in a round pit with capsules, discs and boxes.
fn spinner(scene: &mut Scene) -> Result<Roles, Error> {
    let pit = spinner_pit(scene)?;
    let bar = spinner_bar(scene, Body::dynamic().can_sleep(false))?;
    scene.add_joint(Joint::revolute(pit, bar, SPINNER_AXLE).motor(5.0, 40_000.0))?;
    spun(scene)
}

/// The same with a kinematic bar.
fn spinner_kinematic(scene: &mut Scene) -> Result<Roles, Error> {
    spinner_pit(scene)?;
    spinner_bar(scene, Body::kinematic().angular_velocity(5.0))?;
    spun(scene)
}

const SPINNER_AXLE: [Real; 2] = [0.0, 12.0];

fn spinner_bar(scene: &mut Scene, bar: Body) -> Result<BodyKey, Error> {
    place(scene, bar.position(SPINNER_AXLE), Collider::rounded_cuboid(0.6, 20.2, 0.2).friction(0.0))
}

fn spinner_pit(scene: &mut Scene) -> Result<BodyKey, Error> {
    scene.config_mut().gravity = GRAVITY;
    // Clockwise: chains of Box2D are solid to one side only, and this way it is the inside.
    let corner = |i| math::rotation(-TAU * i as f32 / 360.0) * Vector::new(40.0, 0.0);
    let pit = (0..360).map(|i| Point::new(0.0, 32.0) + corner(i));
    place(scene, Body::fixed(), Collider::chain_loop(pit).friction(0.1))
}

/// The bodies that the bar stirs.
fn spun(scene: &mut Scene) -> Result<Roles, Error> {
    let of = |collider: Collider| collider.friction(0.1).restitution(0.1).density(0.25);
    let kinds = [
        of(Collider::capsule([-0.25, 0.0], [0.25, 0.0], 0.25)),
        of(Collider::circle(0.35)),
        of(Collider::cuboid(0.35, 0.35)),
    ];
    let mut roles = Roles::default();
    for index in 0..6076 {
        let at = [-23.0 + 0.5 * (index % 92) as f32, 2.0 + 0.5 * (index / 92) as f32];
        let body = Body::dynamic().position(at);
        roles.marked = Some(place(scene, body, kinds[index % 3].clone())?);
    }
    Ok(roles)
}

/// 45 x 45 small boxes in a square drum that a motor turns at 25 degrees per second.
fn tumbler(scene: &mut Scene) -> Result<Roles, Error> {
    let ground = scene.add_body(Body::fixed())?;
    let drum = tumbler_drum(scene, Body::dynamic())?;
    let motor = Joint::revolute(ground, drum, TUMBLER_AXLE).motor(TUMBLER_SPEED, 1e8);
    scene.add_joint(motor)?;
    tumbled(scene)
}

/// The same with a kinematic drum.
fn tumbler_kinematic(scene: &mut Scene) -> Result<Roles, Error> {
    tumbler_drum(scene, Body::kinematic().angular_velocity(TUMBLER_SPEED))?;
    tumbled(scene)
}

const TUMBLER_AXLE: [Real; 2] = [0.0, 10.0];
const TUMBLER_SPEED: Real = 25.0 * PI / 180.0;

fn tumbler_drum(scene: &mut Scene, drum: Body) -> Result<BodyKey, Error> {
    scene.config_mut().gravity = GRAVITY;
    let drum = scene.add_body(drum.position(TUMBLER_AXLE))?;
    for (half, at) in [
        ([0.5, 10.0], [10.0, 0.0]),
        ([0.5, 10.0], [-10.0, 0.0]),
        ([10.0, 0.5], [0.0, 10.0]),
        ([10.0, 0.5], [0.0, -10.0]),
    ] {
        let wall = Collider::cuboid(half[0], half[1]).density(50.0);
        scene.add_collider(drum, wall.at(at))?;
    }
    Ok(drum)
}

fn tumbled(scene: &mut Scene) -> Result<Roles, Error> {
    let grid = Grid { count: 45, corner: [-9.0, 1.0], pitch: 0.4, half: 0.125 };
    grid.fill(scene, &Collider::cuboid(grid.half, grid.half))
}

/// 90 x 90 small boxes in a round drum with four ribs that turns at 25 degrees per second.
fn washer(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let drum = Body::kinematic().position([0.0, 10.0]).angular_velocity(25.0 * PI / 180.0);
    let drum = scene.add_body(drum.velocity([0.001, -0.002]))?;
    let (rib, inside, outside) = (14.0, 16.0, 18.0);
    let at = |degrees: i32, radius: Real| {
        math::rotation(TAU * degrees as f32 / 360.0) * Point::new(radius, 0.0)
    };
    for sector in 0..36 {
        // Ten degrees, and one more to either side: the staves overlap.
        let (from, to) = (10 * sector, 10 * sector + 10);
        let stave =
            [at(from - 1, inside), at(from - 1, outside), at(to + 1, outside), at(to + 1, inside)];
        scene.add_collider(drum, Collider::polygon(stave))?;
        if sector % 9 == 0 {
            let rib = [at(from, rib), at(from, inside), at(to, inside), at(to, rib)];
            scene.add_collider(drum, Collider::polygon(rib))?;
        }
    }
    let grid = Grid { count: 90, corner: [-9.9, 0.1], pitch: 0.21, half: 0.1 };
    grid.fill(scene, &Collider::cuboid(grid.half, grid.half).hit_events(true))
}

/// Boxes in rows and columns.
struct Grid {
    count: u32,
    corner: [Real; 2],
    pitch: Real,
    half: Real,
}

impl Grid {
    /// Adds the boxes row by row; the last one is marked.
    fn fill(&self, scene: &mut Scene, brick: &Collider) -> Result<Roles, Error> {
        let mut roles = Roles::default();
        for (row, column) in columns(self.count, self.count) {
            let at = [self.corner[0] + self.pitch * column, self.corner[1] + self.pitch * row];
            roles.marked = Some(place(scene, Body::dynamic().position(at), brick.clone())?);
        }
        Ok(roles)
    }
}

/// A floor and two walls of overlapping tiles of a metre, from `-half` to `half`.
fn tiled_box(scene: &mut Scene, half: i32, height: i32) -> Result<BodyKey, Error> {
    let ground = scene.add_body(Body::fixed())?;
    let mut tile = |half_size: [Real; 2], x: i32, y: i32| {
        let at = pose([x as f32, y as f32], 0.0);
        let tile = Collider::cuboid(half_size[0], half_size[1]).offset(at);
        scene.add_collider(ground, tile).map(drop)
    };
    for x in -half..=half {
        tile([0.55, 0.5], x, 0)?;
    }
    for x in [-half, half] {
        for y in 1..=height {
            tile([0.5, 0.55], x, y)?;
        }
    }
    Ok(ground)
}

/// All pairs of a column and a row, column by column, as numbers to compute positions with.
fn columns(columns: u32, rows: u32) -> impl Iterator<Item = (Real, Real)> {
    (0..columns).flat_map(move |column| (0..rows).map(move |row| (column as Real, row as Real)))
}

/// Alternates between `by` and `-by`, so that columns do not stand.
fn sway(index: usize, by: Real) -> Real {
    if index.is_multiple_of(2) { by } else { -by }
}

#[cfg(test)]
#[path = "../tests/unit/benchmark.rs"]
mod tests;
