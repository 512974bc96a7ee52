//! Rooms: floor, walls and ceiling of every kind of collider.

use umbra::geom::math;
use umbra::prelude::*;

use super::dice::Dice;
use super::plan::{BodyPlan, ColliderPlan, Edit, Form, Part, Place};

/// Half of the width and of the height of a room inside.
pub(super) const HALF: [Real; 2] = [4.0, 3.0];

/// A room.
pub(super) struct Room {
    /// The bodies; the first of them moves the others along, if it moves.
    pub(super) bodies: Vec<BodyPlan>,
    /// The region that contains the centres of all bodies inside.
    pub(super) bounds: Option<Aabb>,
    /// The region of starting positions.
    pub(super) inner: Aabb,
    /// The edits that move the room.
    pub(super) edits: Vec<(u32, Edit)>,
}

fn aabb(min: [Real; 2], max: [Real; 2]) -> Aabb {
    Aabb { min: min.into(), max: max.into() }
}

fn rectangle(half: [Real; 2], at: [Real; 2]) -> ColliderPlan {
    ColliderPlan::new(Form::Cuboid(half, 0.0)).at([at[0], at[1], 0.0])
}

/// Floor, ceiling and walls of boxes that overlap by `into`, or touch.
fn walls(thick: Real, into: Real, radius: Real) -> Vec<ColliderPlan> {
    let ([w, h], half) = (HALF, 0.5 * thick);
    let slab = |half: [Real; 2], at: [Real; 2]| {
        ColliderPlan::new(Form::Cuboid(half, radius)).at([at[0], at[1], 0.0])
    };
    vec![
        slab([w + thick, half], [0.0, -h - half]),
        slab([w + thick, half], [0.0, h + half]),
        slab([half, h + into], [-w - half, 0.0]),
        slab([half, h + into], [w + half, 0.0]),
    ]
}

/// Rows of cells around a room of cells of half a metre.
fn cells(corners: bool) -> Vec<String> {
    let (width, height) = (18, 14);
    let letter = |x: usize, y: usize| match (x, y) {
        _ if x == 0 || y == 0 || x == width - 1 || y == height - 1 => '#',
        (1, 1) if corners => '\\',
        (16, 1) if corners => '/',
        (4, 1) if corners => '/',
        (5, 1) if corners => '#',
        (6, 1) if corners => '\\',
        (9 | 10, 1) if corners => '_',
        (12, 2) if corners => '^',
        _ => '.',
    };
    (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect()).collect()
}

fn bricks() -> Vec<ColliderPlan> {
    let mut all = vec![];
    for (y, row) in cells(false).iter().enumerate() {
        for (x, _) in row.char_indices().filter(|(_, letter)| *letter == '#') {
            let at = [0.5 * x as Real - 4.25, 0.5 * y as Real - 3.25];
            all.push(rectangle([0.25, 0.25], at));
        }
    }
    all
}

/// Overlapping stones along the floor.
fn rocks(dice: &mut Dice) -> Vec<ColliderPlan> {
    let mut all = walls(1.0, 0.3, 0.0);
    let mut x = -4.0;
    while x < 4.2 {
        let (corners, size) = (dice.one_of(&[5_u16, 6, 8]), dice.between(0.4, 0.7));
        let turn = core::f32::consts::TAU / Real::from(corners);
        let corner = |index| {
            let at = math::rotation(Real::from(index) * turn) * Vector::new(size, 0.0);
            [at.x, at.y]
        };
        let form = Form::Polygon((0..corners).map(corner).collect(), 0.0);
        let at = [x, dice.between(-3.1, -2.9), dice.between(0.0, 1.0)];
        all.push(ColliderPlan::new(form).at(at));
        x += size * dice.between(0.8, 1.2);
    }
    all
}

fn outline(points: &[[Real; 2]], one_sided: bool) -> Vec<ColliderPlan> {
    vec![ColliderPlan::new(Form::Chain(points.to_vec(), true, one_sided))]
}

/// Boxes in a ring, each rotated further than the one before it.
fn ring(dice: &mut Dice) -> Vec<ColliderPlan> {
    let (turn, thick) = (dice.between(0.0, 0.7), dice.between(0.1, 0.4));
    let side = |index: u16| {
        let angle = turn + core::f32::consts::FRAC_PI_4 * Real::from(index);
        let at = math::rotation(angle) * Vector::new(4.0 + thick, 0.0);
        ColliderPlan::new(Form::Cuboid([thick, 1.9], 0.0)).at([at.x, at.y, angle])
    };
    (0..8).map(side).collect()
}

/// The time scale of a world.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// The number of steps.
    pub(super) steps: u32,
    /// The number of steps in a second of the unscaled world.
    pub(super) second: Real,
}

impl Pace {
    /// Moves a body back and forth: reverses its velocity at this interval; the last one stays.
    fn swing(self, body: usize, velocity: [Real; 2], seconds: Real) -> Vec<(u32, Edit)> {
        let each = (seconds * self.second) as u32 + 1;
        let back = |(turn, step): (usize, u32)| {
            let sign = if turn % 2 == 0 { 1.0 } else { -1.0 };
            (step, Edit::Velocity(body, velocity.map(|it| sign * it), 0.0))
        };
        (0..self.steps).step_by(each as usize).enumerate().skip(1).map(back).collect()
    }
}

/// The room of a name.
pub(super) fn room(name: &str, dice: &mut Dice, pace: Pace) -> Room {
    let [w, h] = HALF;
    let thick = dice.one_of(&[0.2, 0.5, 1.0]);
    let inside = aabb([-w, -h], [w, h]);
    let above = |floor: Real| aabb([-w, floor], [w, h]);
    let corners = [[-w, -h], [0.5, -h], [w, -h], [w, 1.0], [w, h], [-w, h]];
    let (colliders, bounds, inner) = match name {
        "none" => (vec![], None, inside),
        "touching" => (walls(thick, 0.0, 0.0), Some(inside), inside),
        "overlapping" => {
            let into = dice.one_of(&[0.01, 0.05, 0.2, thick]);
            (walls(thick, into, 0.0), Some(inside), inside)
        }
        "turned" => (ring(dice), Some(aabb([-4.35; 2], [4.35; 2])), aabb([-2.7; 2], [2.7; 2])),
        "bricks" => (bricks(), Some(inside), inside),
        "segments" => {
            let ends = [[-w, -h], [w, -h], [w, h], [-w, h], [-w, -h]];
            let sides =
                ends.windows(2).map(|ends| ColliderPlan::new(Form::Segment(ends[0], ends[1])));
            (sides.collect(), Some(inside), inside)
        }
        "chain" => (outline(&corners, false), Some(inside), inside),
        "one-sided" => (outline(&corners, true), Some(inside), inside),
        "tiles" | "slopes" => {
            let rows = Form::Tiles(0.5, cells(name == "slopes"));
            let map = ColliderPlan::new(rows).at([-4.5, -3.5, 0.0]);
            (vec![map], Some(inside), if name == "slopes" { above(-1.9) } else { inside })
        }
        "heightfield" | "swaying" => {
            let heights = (0..13).map(|_| dice.between(-h, -2.4)).collect();
            let mut all = walls(thick, 0.5, 0.0);
            all[0] = ColliderPlan::new(Form::Heights(heights, 2.0 * w + 0.4));
            (all, Some(inside), above(-2.3))
        }
        "compound" => {
            let parts = walls(thick, 0.1, 0.0).into_iter().map(|part| (part.at, part.form));
            (vec![ColliderPlan::new(Form::Compound(parts.collect()))], Some(inside), inside)
        }
        "concave" => {
            let (x, y) = (w + thick, h + thick);
            let cup = vec![[-x, -y], [x, -y], [x, h], [w, h], [w, -h], [-w, -h], [-w, h], [-x, h]];
            let lid = rectangle([x, 0.5 * thick], [0.0, h + 0.5 * thick]);
            (vec![ColliderPlan::new(Form::Concave(cup)), lid], Some(inside), inside)
        }
        "rounded" => (walls(thick, 0.4 * thick, 0.08), Some(inside), inside),
        "rocks" => (rocks(dice), Some(inside), above(-2.1)),
        "turning" => (walls(thick, 0.1, 0.0), Some(inside), inside),
        other => panic!("no terrain {other}"),
    };
    let mut body =
        BodyPlan { part: Part::Room, kind: BodyKind::Fixed, colliders, ..BodyPlan::default() };
    let mut edits = vec![];
    match name {
        "turning" => {
            body.kind = BodyKind::Kinematic;
            body.spin = dice.one_of(&[-1.0, 1.0]) * dice.between(0.2, 1.5);
        }
        "swaying" => {
            body.kind = BodyKind::Kinematic;
            let speed = [dice.between(-1.0, 1.0), dice.between(-0.5, 0.5)];
            body.velocity = speed;
            edits = pace.swing(0, speed, 0.33);
        }
        _ => {}
    }
    let bodies = match name {
        "none" => vec![],
        // Each wall of a body of its own.
        "touching" | "overlapping" | "segments" | "rounded" if dice.below(2) == 0 => {
            let walls = std::mem::take(&mut body.colliders);
            walls.into_iter().map(|it| BodyPlan { colliders: vec![it], ..body.clone() }).collect()
        }
        _ => vec![body],
    };
    Room { bodies, bounds, inner, edits }
}

/// The object that stands in a room on a floor at this height, and the edits that move it.
pub(super) fn obstacle(
    name: &str,
    dice: &mut Dice,
    floor: Real,
    index: usize,
    pace: Pace,
) -> (Option<BodyPlan>, Vec<(u32, Edit)>) {
    let side = dice.one_of(&[-1.0, 1.0]);
    let x = dice.between(-2.0, 1.0);
    let fixed = |colliders, place: Place| BodyPlan {
        part: Part::Obstacle,
        kind: BodyKind::Fixed,
        place,
        colliders,
        ..BodyPlan::default()
    };
    let plain = |half| vec![ColliderPlan::new(Form::Cuboid(half, 0.0))];
    let moved = |half, place, velocity: [Real; 2], spin| BodyPlan {
        kind: BodyKind::Kinematic,
        velocity,
        spin,
        ..fixed(plain(half), place)
    };
    match name {
        "none" => (None, vec![]),
        "wall" => {
            let (half, height) = (dice.between(0.05, 0.3), dice.between(0.3, 0.8));
            let into = dice.one_of(&[0.0, 0.01, 0.1]);
            (Some(fixed(plain([half, height + into]), [x, floor + height - into, 0.0])), vec![])
        }
        "ramp" => {
            let place = [x, floor + 0.1, side * dice.between(0.2, 0.7)];
            (Some(fixed(plain([1.0, 0.2]), place)), vec![])
        }
        "platform" => {
            let mut board = plain([1.2, 0.08]);
            board[0].one_way = Some([0.0, 1.0]);
            (Some(fixed(board, [x, floor + dice.between(0.8, 1.6), 0.0])), vec![])
        }
        "pegs" => {
            let peg = |at: [Real; 2]| ColliderPlan::new(Form::Circle(0.15)).at([at[0], at[1], 0.0]);
            let pegs = [[-0.8, 0.3], [0.0, 1.2], [0.8, 0.3], [1.6, 1.2]].map(peg);
            (Some(fixed(pegs.to_vec(), [x, floor, 0.0])), vec![])
        }
        "line" => {
            let line = ColliderPlan::new(Form::Segment([-1.0, 0.0], [1.0, 0.5 * side]));
            (Some(fixed(vec![line], [x, floor + 0.8, 0.0])), vec![])
        }
        "belt" => {
            let mut belt = plain([1.4, 0.3]);
            belt[0].belt = 2.0 * side;
            (Some(fixed(belt, [x, floor, 0.0])), vec![])
        }
        "sensor" => {
            let mut area = plain([1.0, 0.8]);
            area[0].sensor = true;
            (Some(fixed(area, [x, floor + 0.8, 0.0])), vec![])
        }
        "paddle" => {
            let spin = side * dice.between(1.0, 12.0);
            (Some(moved([1.0, 0.1], [x, floor + 1.2, 0.0], [0.0; 2], spin)), vec![])
        }
        "lift" => {
            let velocity = [0.0, dice.between(0.5, 2.0)];
            let board = moved([0.8, 0.1], [x, floor - 0.1, 0.0], velocity, 0.0);
            (Some(board), pace.swing(index, velocity, 0.5))
        }
        "ram" => {
            let velocity = [dice.between(3.0, 20.0), 0.0];
            (
                Some(moved([0.1, 0.9], [-3.6, floor + 0.95, 0.0], velocity, 0.0)),
                pace.swing(index, velocity, 3.0 / velocity[0]),
            )
        }
        other => panic!("no obstacle {other}"),
    }
}
