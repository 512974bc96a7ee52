//! Things that calls add to a scene: shapes, cells, joints.

use umbra::geom::math::pose;
use umbra::prelude::*;

/// Number of kinds of colliders.
pub const SHAPES: u8 = 17;

pub fn shape(which: u8) -> Collider {
    match which {
        0 => Collider::circle(0.4),
        1 => Collider::cuboid(0.5, 0.3),
        2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).user_data(1),
        3 => Collider::compound([
            (pose([-0.3, 0.0], 0.0), Circle::new(0.25).unwrap().into()),
            (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.3, 0.15).unwrap().into()),
        ]),
        4 => Collider::chain([[-1.0, 0.2], [0.0, 0.0], [1.0, 0.2]]).user_data(1),
        5 => Collider::tiles(0.4, [[cell(1), cell(0), cell(1), cell(2)]; 2]),
        6 => Collider::cuboid(0.8, 0.1).one_way([0.0, 1.0]),
        7 => Collider::heightfield([0.5, 0.0, 0.2, -0.1, 0.4], 3.0).surface_speed(1.0),
        8 => Collider::chain([[-0.8, 0.0], [0.8, 0.1]]).one_way([0.3, 1.0]).friction(1.0),
        9 => Collider::chain_loop([[1.0, 0.9], [-1.0, 1.0], [-1.2, 0.0], [0.8, -0.2]])
            .one_sided(true),
        10 => {
            let ice = Material { friction: 0.0, restitution: 0.5, ..Material::default() };
            Collider::heightfield([0.2, 0.0, 0.3], 2.5).materials([ice, Material::default()])
        }
        11 => Collider::concave([[-0.5, -0.4], [0.5, -0.4], [0.5, 0.5], [0.0, 0.0], [-0.5, 0.5]]),
        12 => Collider::polygon([[-0.4, -0.3], [0.4, -0.3], [0.1, 0.5]]).hit_events(true),
        13 => Collider::rounded_polygon([[-0.3, -0.2], [0.3, -0.2], [0.0, 0.3]], 0.1),
        14 => Collider::segment([-0.6, 0.0], [0.6, 0.1]).hit_events(true),
        15 => Collider::rounded_cuboid(0.4, 0.3, 0.1).restitution(0.8).hit_events(true),
        _ => Collider::tiles(
            0.5,
            [[cell(5), cell(1), cell(3), cell(3)], [cell(0), cell(7), cell(0), cell(6)]],
        ),
    }
}

/// True if [`shape`] gives a tile map.
pub fn is_map(which: u8) -> bool {
    which == 5 || which > 15
}

/// Number of kinds of cells.
pub const CELLS: u8 = 11;

pub fn cell(which: u8) -> Tile {
    match which {
        0 => Cell::Empty.into(),
        1 => Cell::Full.into(),
        2 => Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false }.into(),
        3 => Cell::OneWay.into(),
        4 => Cell::Half { half: Half::Top }.user_data(2),
        5 => Cell::Slope { rises: Side::Left, ramp: Ramp::GentleStart, ceiling: true }.into(),
        6 => {
            let belt = Material {
                surface_speed: 2.0,
                friction_rule: CombineRule::Maximum,
                ..Material::default()
            };
            Cell::Full.material(belt)
        }
        7 => Cell::Slope { rises: Side::Right, ramp: Ramp::GentleEnd, ceiling: false }.into(),
        8 => Cell::Half { half: Half::Bottom }.into(),
        9 => Cell::Half { half: Half::Right }.into(),
        _ => Cell::Half { half: Half::Left }.into(),
    }
}

pub fn kind(which: u8) -> BodyKind {
    match which {
        0 => BodyKind::Fixed,
        1 => BodyKind::Kinematic,
        _ => BodyKind::Dynamic,
    }
}

/// A joint of each kind, with what it may have.
pub fn joint(
    which: u8,
    [a, b]: [BodyKey; 2],
    joints: &[JointKey],
    [x, y]: [Real; 2],
) -> JointBuilder {
    let (at, beside) = ([x, y], [x + 1.0, y]);
    match which {
        0 => Joint::revolute(a, b, at),
        1 => Joint::revolute(a, b, at).limits(-0.5, 0.5).motor(2.0, 10.0),
        2 => Joint::prismatic(a, b, at, [1.0, 0.5]).limits(-1.0, 1.0),
        3 => Joint::wheel(a, b, at, [0.0, 1.0]).spring(4.0, 0.7).motor(5.0, 3.0),
        4 => Joint::groove(a, b, at, beside, at),
        5 => Joint::weld(a, b, at).break_force(100.0),
        6 => Joint::weld(a, b, at).angular_spring(3.0, 0.5).collide_connected(true),
        7 => Joint::distance(a, b, at, beside),
        8 => Joint::distance(a, b, at, beside).limits(0.5, 2.0).spring(2.0, 0.3),
        9 => Joint::rope(a, b, at, beside, 1.5),
        10 => Joint::spring(a, b, at, beside, 3.0, 0.2),
        11 => Joint::motor(a, b).max_force(30.0),
        12 => Joint::motor(a, b).velocity([0.5, 0.0]).max_force(5.0),
        13 => Joint::target(b, at).max_force(50.0),
        14 => Joint::friction(a, b, at).max_force(3.0).max_torque(1.0),
        15 => Joint::gear(a, b, 1.5),
        16 => Joint::pulley(a, b, at, beside, [x, y - 2.0], [x + 1.0, y - 2.0], 1.5),
        17 => Joint::ratchet(a, b, 0.1, 0.4),
        18 if joints.len() > 1 => Joint::gear_between(joints[0], joints[joints.len() - 1], -2.0),
        _ => Joint::filter(a, b),
    }
}

/// A field of one of the kinds, in one of the areas.
pub fn field(kind: u8) -> Field {
    let field = match kind % 5 {
        0 => Field::gravity([3.0, 4.0]),
        1 => Field::attraction(6.0, 1.0),
        2 => Field::magnet(8.0, 3.0),
        3 => Field::wind([5.0, -2.0]),
        // Some so dense that most things bob faster than in a few steps.
        _ => Field::water([2.0, 150.0][usize::from(kind > 7)]).velocity([0.5, 0.0]),
    };
    match kind % 4 {
        0 => field,
        1 => field.cuboid(2.0, 1.0),
        2 => field.below(),
        _ => field.polygon([[-2.0, -1.0], [2.0, -1.0], [0.0, 2.0]]),
    }
}
